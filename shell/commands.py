"""The shell's own commands: they are about the program, not about a campaign."""

from engine.commands.usage import Ask, command
from engine.value import value
from engine.words import Text


@command("help [ABOUT]")
@value
class Help(Ask):
    """Show every command, or one of them in full.

    help check
    """

    about: Text = Text("")


@command("quit")
@value
class Quit(Ask):
    """Leave the prompt; so does Ctrl-D."""
