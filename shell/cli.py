"""The program: which file, which door, and with what status it ends."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from attrs import Factory, define

from engine.campaign import GM
from shell.desk import Desk, Status
from shell.kinds import in_quotes
from shell.script import Voice, play

USAGE = """\
fudgelog FILE                  the prompt on a campaign log
fudgelog FILE COMMAND...       one command, then exit
fudgelog FILE < SCRIPT         a script: one command a line, '#' starts a comment
fudgelog --json FILE ...       the same, one JSON object a command
fudgelog --as NAME FILE ...    who is speaking (the GM, unless said otherwise)
fudgelog --keep-going FILE     a script carries on after a line that did not succeed
fudgelog --version, fudgelog --help, fudgelog help [COMMAND]

FILE is a campaign log, or a name that ends in .db; left out, it is $FUDGELOG_FILE, else sessions/campaign.db.
“fudgelog teapot.db new peupfudge "The Golden Teapot"” begins a campaign; “fudgelog help” lists the commands."""

DEFAULT_FILE = "sessions/campaign.db"


class Misused(Exception):
    """The program was called in a way it does not know; the message says how."""


@define
class Call:
    """How the program was called."""

    path: Path = Path(DEFAULT_FILE)
    words: list[str] = Factory(list)
    json: bool = False
    keep_going: bool = False
    by: str = GM
    about: str | None = None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program with these arguments (by default: the command line's); returns the exit status."""
    prepare_streams()
    try:
        return int(run(called(list(sys.argv[1:] if arguments is None else arguments))))
    except Misused as error:
        print(f"fudgelog: {error}", file=sys.stderr)
        return int(Status.NOT_UNDERSTOOD)
    except KeyboardInterrupt:
        return int(Status.INTERRUPTED)
    except BrokenPipeError:  # whoever read our output has enough
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        return 128 + signal.SIGPIPE


def prepare_streams() -> None:
    """Let no locale stand in the way: what a terminal cannot show is escaped, never a reason to fail."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def called(arguments: list[str]) -> Call:
    """The call that the arguments make; raises Misused."""
    call = Call(path=Path(os.environ.get("FUDGELOG_FILE") or DEFAULT_FILE))
    while arguments and arguments[0].startswith("--"):
        _option(call, arguments.pop(0), arguments)
    if arguments and is_file(arguments[0]):
        call.path = Path(arguments.pop(0))
    call.words = arguments
    return call


def _option(call: Call, option: str, arguments: list[str]) -> None:
    match option:
        case "--json":
            call.json = True
        case "--keep-going":
            call.keep_going = True
        case "--help" | "--version":
            call.about = option
        case "--as":
            if not arguments:
                raise Misused("--as needs a name")
            call.by = arguments.pop(0)
        case _:
            raise Misused(f"there is no option {option}; “fudgelog --help” lists them")


def is_file(word: str) -> bool:
    """Whether the first word names the campaign's file rather than a command."""
    return word.endswith(".db") or Path(word).is_file()


def run(call: Call) -> int:
    """Open the right door."""
    if call.about is not None:
        print(USAGE if call.about == "--help" else f"fudgelog {version()}")
        return Status.DONE
    desk = Desk(call.path, call.by)
    voice = Voice(call.json)
    try:
        if call.words:
            return voice.tell(desk.do(one_line(call.words)))
        if sys.stdin is not None and sys.stdin.isatty() and not call.json:
            from shell.prompt import prompt

            return prompt(desk)
        return play(desk, sys.stdin.buffer, voice, keep_going=call.keep_going)
    finally:
        desk.close()


def one_line(words: Sequence[str]) -> str:
    """The words of the command line as one line: a word that holds spaces was quoted."""
    if len(words) == 1:
        return words[0]
    return " ".join(in_quotes(word) if not word or any(map(str.isspace, word)) else word for word in words)


def version() -> str:
    """The version that is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("fudgelog")
    except PackageNotFoundError:
        return "(not installed)"
