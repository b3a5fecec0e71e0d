"""The shell's own commands: they are about the program, not about a campaign."""

from engine.commands.usage import Ask, command
from engine.types import Text
from engine.value import value


@command("help [ABOUT]")
@value
class Help(Ask):
    """Show every command, or one of them in full.

    help check
    """

    about: Text = ""


@command("quit")
@value
class Quit(Ask):
    """Leave the prompt; so does Ctrl-D."""
