"""The command line's options, the page of `--help`, and exit statuses.

Reads the command line by itself: argparse takes longer to load than the whole page to print.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import IntEnum

DEFAULT_FILE = "sessions/campaign.db"

#: The options, each with what it is for.
OPTIONS = {
    "--json": "answer each command with a line of JSON",
    "--as": "name who is speaking, if not the GM",
    "--keep-going": "go on with a script after an error",
    "--plain": "for screen readers: ASCII, and nothing is redrawn",
    "--help": "print this page",
    "--version": "print the version",
}

#: Options that can be typed with one letter.
SHORT_OPTIONS = {"-h": "--help"}

PAGE = """\
fudgelog FILE             the prompt on a campaign log
fudgelog FILE COMMAND...  one command, then exit
fudgelog FILE < SCRIPT    a script: one command a line
fudgelog help [COMMAND]   list the commands, or explain one
python -m replay FILE     look back and correct only

FILE is a campaign log, or a name that ends in .db. Without
FILE it is $FUDGELOG_FILE, else sessions/campaign.db.

Options, before the command:
  --json        answer each command with a line of JSON
  --as NAME     name who is speaking, if not the GM
  --keep-going  go on with a script after an error
  --plain       for screen readers: ASCII, and nothing is
                redrawn
  -h, --help    print this page
  --version     print the version

To begin: fudgelog c.db new peupfudge "The Golden Teapot\""""


class ExitStatus(IntEnum):
    """Exit statuses."""

    DONE = 0
    REFUSED = 1
    """Refused by the rules, or a check of the log failed."""
    NOT_UNDERSTOOD = 2
    NO_LOG = 3
    """The log could not be opened or written."""
    INTERRUPTED = 130


class CallError(Exception):
    """A wrong call of the program: a sentence that says why, and the exit status."""

    def __init__(self, message: str, status: ExitStatus = ExitStatus.NOT_UNDERSTOOD) -> None:
        super().__init__(message)
        self.status = status


class Call:
    """How the program was called.

    `about` is `--help` or `--version`, if that was asked.
    """

    path: str = DEFAULT_FILE
    words: Sequence[str] = ()
    json: bool = False
    by: str | None = None
    keep_going: bool = False
    plain: bool = False
    about: str | None = None

    def __init__(self, path: str = DEFAULT_FILE) -> None:
        self.path = path


def read_call(arguments: Sequence[str]) -> Call:
    """Return the call that some arguments make; raise CallError for a wrong option.

    Options end where the command begins, before or after FILE: the words of a command are never options.
    """
    call = Call(path=os.environ.get("FUDGELOG_FILE") or DEFAULT_FILE)
    _take_options(arguments, call)
    if call.words and is_file(call.words[0]):
        call.path = call.words[0]
        _take_options(call.words[1:], call)
    return call


def is_file(word: str) -> bool:
    """Tell whether the first word names the campaign's file rather than a command."""
    return word.endswith(".db") or os.path.isfile(word)


def _take_options(arguments: Sequence[str], call: Call) -> None:
    """Set the options that some arguments begin with.

    The rest are the words of the call. A short word such as -x is no option: a file may be called -x.db.
    """
    left, files = [*arguments], []
    while left and is_option(left[0]):
        name, equals, value = SHORT_OPTIONS.get(left[0], left[0]).partition("=")
        if name.startswith("--"):
            left = _set_option(name, [value] if equals else None, left[1:], call)
        else:
            files.append(left.pop(0))
    call.words = [*files, *left]


def _set_option(name: str, given: Sequence[str] | None, left: list[str], call: Call) -> list[str]:
    """Set an option, and return the arguments still left.

    It is `given` a value, or takes it from the arguments. Raise CallError for a wrong option.
    """
    if name not in OPTIONS:
        raise CallError(f"there is no option {name}; {_advice(name)}")
    if name == "--as":
        if given is None and (not left or left[0] == "--" or is_option(left[0])):
            raise CallError("--as needs a name")
        call.by, *left = [*(given or ()), *left]
        return left
    if given is not None:
        raise CallError(f"{name} takes no value")
    if name in ("--help", "--version"):
        call.about = name
    else:
        setattr(call, name.strip("-").replace("-", "_"), True)
    return left


def is_option(word: str) -> bool:
    """Tell whether an argument is an option.

    A word of a command, a number or a name in quotes is none.
    """
    name = word.partition("=")[0]
    is_word = not word.startswith("-") or word in ("-", "--") or word[1:].replace(".", "", 1).isdecimal()
    return name in OPTIONS or not (is_word or " " in word)


def _advice(unknown: str) -> str:
    from difflib import get_close_matches  # only a mistake needs it

    close = get_close_matches(unknown, OPTIONS, n=1)
    return f"did you mean {close[0]}?" if close else "“fudgelog --help” lists them"
