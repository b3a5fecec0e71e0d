"""Options of the command line, the page of `--help`, and exit statuses, importing little but argparse."""

from __future__ import annotations

import os
from argparse import REMAINDER, SUPPRESS, ArgumentError, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from enum import IntEnum

DEFAULT_FILE = "sessions/campaign.db"

DOORS = """\
fudgelog FILE             the prompt on a campaign log
fudgelog FILE COMMAND...  one command, then exit
fudgelog FILE < SCRIPT    a script: one command a line
fudgelog help [COMMAND]   list the commands, or explain one
python -m replay FILE     look back and correct only

FILE is a campaign log, or a name that ends in .db, or a log
on a server: postgresql://HOST/DATABASE/LOG. Without FILE it
is $FUDGELOG_FILE, else sessions/campaign.db."""

TO_BEGIN = 'To begin: fudgelog c.db new peupfudge "The Golden Teapot"'

PARSER = ArgumentParser(
    usage=SUPPRESS,
    description=DOORS,
    epilog=TO_BEGIN,
    formatter_class=lambda prog: RawDescriptionHelpFormatter(prog, width=60),
    add_help=False,
    allow_abbrev=False,
    exit_on_error=False,
)
PARSER.add_argument("words", nargs=REMAINDER, help=SUPPRESS)
_add = PARSER.add_argument_group("Options, before the command").add_argument
OPTIONS = (
    _add("--json", action="store_true", help="answer each command with a line of JSON"),
    _add("--as", dest="by", metavar="NAME", help="name who is speaking, if not the GM"),
    _add("--keep-going", action="store_true", help="go on with a script after an error"),
    _add("--exact", action="store_true", help="do only what is written, never what it may mean"),
    _add("--plain", action="store_true", help="for screen readers: ASCII, and nothing is redrawn"),
    _add("-h", "--help", dest="about", action="store_const", const="--help", help="print this page"),
    _add("--version", dest="about", action="store_const", const="--version", help="print the version"),
)


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
    """A wrong call of the program: a sentence with the reason, and the exit status."""

    def __init__(self, message: str, status: ExitStatus = ExitStatus.NOT_UNDERSTOOD) -> None:
        super().__init__(message)
        self.status = status


class Call(Namespace):
    """How the program was called. `about` is `--help` or `--version` if that was asked."""

    path: str = DEFAULT_FILE
    words: Sequence[str] = ()
    json: bool = False
    by: str | None = None
    keep_going: bool = False
    exact: bool = False
    plain: bool = False
    about: str | None = None


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
    """Return whether the first word names the campaign's file rather than a command."""
    return word.endswith(".db") or "://" in word.partition(" ")[0] or os.path.isfile(word)


def _take_options(arguments: Sequence[str], call: Call) -> None:
    """Set the options with which the arguments begin. The rest are the words of the call."""
    try:
        _, unknown = PARSER.parse_known_args(arguments, call)
    except ArgumentError as error:
        fault = "needs a name" if error.argument_name == "--as" else "takes no value"
        raise CallError(f"{error.argument_name} {fault}") from None
    wrong = next((each for each in unknown if each.startswith("--")), None)
    if wrong is not None:
        raise CallError(f"there is no option {wrong}; {_advice(wrong)}")
    call.words = [*unknown, *call.words]  # a file may be called -x.db


def _advice(unknown: str) -> str:
    from difflib import get_close_matches  # only a mistake needs it

    close = get_close_matches(unknown, [name for each in OPTIONS for name in each.option_strings], n=1)
    return f"did you mean {close[0]}?" if close else "“fudgelog --help” lists them"
