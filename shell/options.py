"""Options of the command line, the page of `--help`, and exit statuses, importing next to nothing."""

from __future__ import annotations

import os
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

#: The options before a command: the names of each, the field of the call that it sets, what to (None: the name behind
#: it), and what it does.
OPTIONS = (
    (("--json",), "json", True, "answer each command with a line of JSON"),
    (("--as",), "by", None, "name who is speaking, if not the GM"),
    (("--keep-going",), "keep_going", True, "go on with a script after an error"),
    (("--exact",), "exact", True, "do only what is written, never what it may mean"),
    (("--plain",), "plain", True, "for screen readers: ASCII, and nothing is redrawn"),
    (("-h", "--help"), "about", "--help", "print this page"),
    (("--version",), "about", "--version", "print the version"),
)

#: Each name of an option, with the field and what it is set to.
OPTION_FIELDS = {name: (field, to) for names, field, to, _ in OPTIONS for name in names}


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


class Call:
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
    call = Call()
    call.path = os.environ.get("FUDGELOG_FILE") or DEFAULT_FILE
    call.words = _take_options(arguments, call)
    if call.words and is_file(call.words[0]):
        call.path = call.words[0]
        call.words = _take_options(call.words[1:], call)
    return call


def is_file(word: str) -> bool:
    """Return whether the first word names the campaign's file rather than a command."""
    return word.endswith(".db") or "://" in word.partition(" ")[0] or os.path.isfile(word)


def _take_options(arguments: Sequence[str], call: Call) -> Sequence[str]:
    """Set the options with which the arguments begin. Return the rest, whose first word may begin with one dash."""
    at = 0
    while at < len(arguments):
        name, gives, given = arguments[at].partition("=")
        if name not in OPTION_FIELDS:
            break
        field, to = OPTION_FIELDS[name]
        if to is None and not gives and arguments[at + 1 : at + 2] and arguments[at + 1][:1] != "-":
            at += 1
            given = arguments[at]
        elif bool(gives) is (to is not None):
            raise CallError(f"{name} {'takes no value' if gives else 'needs a name'}")
        setattr(call, field, given if to is None else to)
        at += 1
    left = arguments[at:]
    if left and left[0].startswith("--") and left[0] != "--" and " " not in left[0]:
        raise CallError(f"there is no option {left[0]}; {_advice(left[0])}")
    return left


def _advice(unknown: str) -> str:
    from difflib import get_close_matches  # only a mistake needs it

    close = get_close_matches(unknown, OPTION_FIELDS, n=1)
    return f"did you mean {close[0]}?" if close else "“fudgelog --help” lists them"


def help_page() -> str:
    """Return the page of `--help`."""
    from textwrap import wrap  # nothing else needs it

    shown = [(", ".join(names) + (" NAME" if to is None else ""), what) for names, _, to, what in OPTIONS]
    lines = (f"\n{'':16}".join(wrap(what, 42)).join((f"  {names:<14}", "")) for names, what in shown)
    return "\n".join((DOORS, "", "Options, before the command:", *lines, "", TO_BEGIN))
