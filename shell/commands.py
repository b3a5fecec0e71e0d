"""The shell's own commands: they are about the program, not about a campaign."""

from engine.registry import Anywhere, Ask, chapter, command
from engine.types import Text
from engine.value import value

chapter(160, "The program", __name__)


@command("help [ABOUT]")
@value
class Help(Anywhere, Ask):
    """Show every command, or one of them in full.

    ABOUT is the beginning of a command.

    help check
    """

    about: Text = ""


@command("quit")
@value
class Quit(Anywhere, Ask):
    """Leave the prompt; so does Ctrl-D."""
