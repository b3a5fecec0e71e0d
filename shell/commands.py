"""The shell's own commands: they are about the program, not about a campaign."""

from attrs import frozen

from engine.commands.usage import Ask, command
from engine.words import Text


@command("help [ABOUT]")
@frozen
class Help(Ask):
    """Show every command, or one of them in full.

    help check
    """

    about: Text = Text("")


@command("quit")
@frozen
class Quit(Ask):
    """Leave the prompt; so does Ctrl-D."""
