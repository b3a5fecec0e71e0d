"""The shell's own commands: they are about the program, not about a campaign."""

from engine.registry import Anywhere, Ask, chapter, command
from engine.types import Setting, SettingName, Speaker
from engine.value import value
from shell import settings as _settings  # noqa: F401  # names the settings that the language reads

chapter(160, "The program", __name__)


@command("help [ABOUT]", short="?")
@value
class Help(Anywhere, Ask):
    """List the commands, open a chapter of them, or explain one.

    ABOUT is a command, the title of a chapter, “short” for lines with fewer keys, “keys” for those of the prompt, or
    “all” for every command with a line about it.

    help all
    help check
    help looking back
    """

    about: Setting = ""


@command("config")
@value
class ShowConfig(Anywhere, Ask):
    """Show your settings for the prompt, with their defaults and their file."""


@command("config SETTING VALUE")
@value
class ChangeSetting(Anywhere, Ask):
    """Change one of your settings for the prompt in its file.

    SETTING is one that “config” shows, VALUE what it is to be. It holds from the next start of the prompt on, that of
    the pager at once. Words of your own are written into the file.

    config pager off
    config theme light
    """

    setting: SettingName
    value: Setting


@command("completions bash", "completions zsh", "completions fish")
@value
class ShowCompletions(Anywhere, Ask):
    """Print what lets your shell complete “fudgelog FILE COMMAND” with Tab.

    Its first lines say where to put it.

    completions bash
    """

    bash: bool = False
    zsh: bool = False
    fish: bool = False


@command("as NAME", whole=True)
@value
class SpeakAs(Anywhere):
    """Say who speaks from this line on, at the prompt or in a script.

    NAME is recorded with every line, and sits at a group of its own: “groups” shows where. “as GM” goes back to the
    game master. It ends with the prompt or the script; before a single command, “--as NAME” does the same.

    as Kurt
    """

    name: Speaker


@command("quit", "exit", "q")
@value
class Quit(Anywhere, Ask):
    """Leave the prompt; so does Ctrl-D."""
