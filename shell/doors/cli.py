"""The program: which file, which door, and with what status it ends."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from attrs import Factory, define

from engine.campaign import GM
from engine.text import in_quotes
from shell.doors.script import Voice, done, play
from shell.output import clean_line, for_reading, json_line
from shell.runner import Desk, ExitStatus, Fault, LineOutcome, internal_error, show_details

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


class Unreachable(Exception):
    """No file can be where the campaign is said to be; the message says why."""


@define
class Call:
    """How the program was called."""

    path: Path = Path(DEFAULT_FILE)
    words: list[str] = Factory(list)
    json: bool = False
    keep_going: bool = False
    by: str = GM
    about: str | None = None


def main(arguments: Sequence[str] | None = None, table: type[Desk] = Desk) -> int:
    """Run the program with these arguments (by default: the command line's); returns the exit status.

    `table` is the kind of desk that the lines come to.
    """
    prepare_streams()
    call = Call()
    try:
        take_in(call, list(sys.argv[1:] if arguments is None else arguments))
        return int(run(call, table))
    except Misused as error:
        complain(str(error))
        return int(ExitStatus.NOT_UNDERSTOOD)
    except Unreachable as error:
        complain(str(error))
        return int(ExitStatus.NO_LOG)
    except KeyboardInterrupt:
        return int(ExitStatus.INTERRUPTED)
    except BrokenPipeError:  # whoever read our output has enough
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        return 128 + signal.SIGPIPE
    except Exception as error:
        unexpected(error, call)
        return int(ExitStatus.NO_LOG)


def complain(message: str) -> None:
    """Say what is wrong, where errors are said."""
    with suppress(OSError):
        print(for_reading(f"fudgelog: {clean_line(message)}", sys.stderr), file=sys.stderr)


def unexpected(error: Exception, call: Call) -> None:
    """Own up to a mistake of the program, or to output that cannot be written, in a sentence."""
    show_details(error)
    said = mistake(error)
    if call.json and not isinstance(error, OSError):
        with suppress(OSError):
            print(
                json_line(LineOutcome("", one_line(call.words), fault=Fault(ExitStatus.NO_LOG, said)).as_json()),
                flush=True,
            )
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115  # what could not be written is not tried again
    complain(said)


def mistake(error: Exception) -> str:
    """What is said of an error that nobody foresaw."""
    if isinstance(error, OSError) and error.strerror:
        what = f"{error.filename} cannot be read or written" if error.filename else "the output cannot be written"
        return f"{what}: {error.strerror}; everything marked ✓ is saved"
    return internal_error(error)


def prepare_streams() -> None:
    """Let no locale stand in the way: what a terminal cannot show is escaped, never a reason to fail."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def take_in(call: Call, arguments: list[str]) -> None:
    """Fill in the call that the arguments make; raises Misused."""
    call.path = Path(os.environ.get("FUDGELOG_FILE") or DEFAULT_FILE)
    while arguments and arguments[0].startswith("--"):
        _option(call, arguments.pop(0), arguments)
    if arguments and is_file(arguments[0]):
        call.path = Path(arguments.pop(0))
    call.words = arguments


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
            call.by = speaker_named(arguments.pop(0))
        case _:
            raise Misused(f"there is no option {option}; “fudgelog --help” lists them")


def speaker_named(name: str) -> str:
    """Who is speaking; raises Misused for what cannot be a name."""
    from engine import text
    from engine.refusal import Refused

    try:
        return text.speaker(name)
    except Refused as refused:
        raise Misused(f"--as: {refused.message}") from None


def is_file(word: str) -> bool:
    """Whether the first word names the campaign's file rather than a command."""
    return word.endswith(".db") or os.path.isfile(word)


def run(call: Call, table: type[Desk] = Desk) -> int:
    """Open the right door."""
    if call.about is not None:
        print(for_reading(USAGE) if call.about == "--help" else f"fudgelog {program_version()}")
        return ExitStatus.DONE
    must_be_reachable(call.path)
    desk = table(call.path, call.by)
    voice = Voice(call.json)
    try:
        if call.words:
            unended = without_ending(call.words)
            if unended is not None:
                return voice.tell(unended)
            return done(desk, one_line(call.words), voice)
        if sys.stdin is None:  # closed: a script without a line
            return ExitStatus.DONE
        if sys.stdin.isatty() and not call.json:
            from shell.doors.prompt import prompt

            return prompt(desk)
        return play(desk, sys.stdin.buffer, voice, keep_going=call.keep_going)
    finally:
        desk.close()


def without_ending(words: Sequence[str]) -> LineOutcome | None:
    """What comes of a line that begins with a file's name without its ending; None of any other."""
    from shell.language.grammar import usages
    from shell.language.reading import read

    first, second = (*words, "")[:2]
    meant = usages(second.casefold()) if len(words) > 1 else os.path.isfile(f"{first}.db")
    if not meant or usages(first.casefold()) or any(map(str.isspace, first)):
        return None
    line = one_line(words)
    problem = read(line, None).problem
    if problem is None:
        return None
    close = (problem.hint or "").removeprefix("did you mean ") if "did you mean" in (problem.hint or "") else ""
    hint = f"did you mean {first}.db{f', or {close}' if close else '?'}"
    return LineOutcome(line, line, fault=Fault(ExitStatus.NOT_UNDERSTOOD, problem.said, (0, len(first)), hint))


def must_be_reachable(path: Path) -> None:
    """Raise Unreachable for a path of which the system will not even say whether a file is there."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        raise Unreachable(f"{path} cannot be opened: {error.strerror}") from None
    except ValueError:
        raise Unreachable(f"{path} cannot be the name of a file") from None


def one_line(words: Sequence[str]) -> str:
    """The words of the command line as one line: a word that holds spaces was quoted."""
    if len(words) == 1:
        return words[0]
    return " ".join(in_quotes(word) if not word or any(map(str.isspace, word)) else word for word in words)


def program_version() -> str:
    """The version that is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("fudgelog")
    except PackageNotFoundError:
        return "(not installed)"
