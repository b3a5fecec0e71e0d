"""Choose the way in: the prompt, a script, or a single command on a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from engine.campaign import GM
from engine.heads import is_head
from engine.interrupts import until_told
from engine.refusal import Refused
from engine.store.door import Database, LogError, Place
from engine.store.files import find_database, locate
from engine.text import in_quotes, speaker
from engine.value import evolve
from shell.aliases import expand_alias
from shell.doors.voice import Voice, do_line, note_text
from shell.language.grammar import heads, usages
from shell.language.parse import Misreading
from shell.language.reading import read
from shell.options import Call, CallError, ExitStatus
from shell.outcome import Fault, LineOutcome, internal_error, show_details
from shell.output import PLAIN, for_reading, json_line
from shell.runner import Desk
from shell.settings import read_settings
from shell.style import COLOURED

#: The most words proposed in place of one.
MOST_MEANT = 3


def open_door(call: Call, *, replay: bool = False) -> ExitStatus:
    """Carry out a call and return the exit status. Raise CallError for a wrong speaker or unreachable file."""
    settings = read_settings()
    PLAIN.set(call.plain or (speaks_to_a_person() and settings.plain))
    COLOURED.set(settings.colours)
    if (database := named_database(call)) is not None:
        from shell.doors.administration import administer  # most logs are files

        return administer(database, call)
    desk = kind_of_desk(replay)(possible_place(call), speaker_of(call), meant="exact" if call.exact else "do")
    desk.is_named = call.by is not None
    try:
        return carry_out(call, desk)
    finally:
        desk.close()


def speaks_to_a_person() -> bool:
    """Return whether somebody reads the output at a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def kind_of_desk(replay: bool) -> type[Desk]:
    """Return the kind of desk that the lines are for."""
    if not replay:
        return Desk
    from shell.doors.replay_tool import ReplayDesk

    return ReplayDesk


def named_database(call: Call) -> Database | None:
    """Return the database that a call names in the place of a log, or None. Raise CallError for an impossible one."""
    try:
        return find_database(call.path)
    except LogError as error:
        raise CallError(with_hint(error), ExitStatus.NO_LOG) from None


def with_hint(error: LogError) -> str:
    """Return an error with its advice, for a call that is not carried out at all."""
    return f"{error.message}; {error.hint}" if error.hint else error.message


def possible_place(call: Call) -> Place:
    """Return the place of the log. Raise CallError if none can be there, or the system refuses to tell."""
    try:
        place = locate(call.path)
        place.must_be_possible()
    except LogError as error:
        raise CallError(with_hint(error), ExitStatus.NO_LOG) from None
    return place


def speaker_of(call: Call) -> str:
    """Return who is speaking. Raise CallError for what cannot be a name."""
    try:
        return GM if call.by is None else speaker(call.by)
    except Refused as refused:
        raise CallError(f"--as: {refused.message}") from None


def carry_out(call: Call, desk: Desk) -> ExitStatus:
    """Carry out the command of a call, or else the lines of standard input."""
    voice = Voice(call.json)
    if call.words:
        desk.for_one_line = True
        if call.words[0].lstrip().startswith("#"):  # a comment, as a line of a script is
            return ExitStatus.DONE
        refused = missing_ending(call)
        line = line_meant(call)
        if refused is None and (desk.place.file is None or desk.place.is_taken()):
            return stay(do_line(desk, line, voice))
        with until_told():
            return voice.tell(refused or blame_file(call, desk, desk.do(line)))
    if sys.stdin is None:  # closed: a script without a line
        return ExitStatus.DONE
    if sys.stdin.isatty() and not call.json:
        from shell.doors.prompt import prompt  # scripts need no prompt_toolkit

        return prompt(desk)
    from shell.doors.playing import play  # a single command needs no script

    return play(desk, sys.stdin.buffer, voice, keep_going=call.keep_going)


def stay(status: ExitStatus) -> ExitStatus:
    """Return a status, once Ctrl-C ends the pages if this call serves some."""
    serving = sys.modules.get("shell.serving.parent")
    if serving is not None:
        sys.stdout.flush()
        serving.wait_while_serving(lambda remark: print(remark, flush=True))
    return status


def line_meant(call: Call) -> str:
    """Return the words of a call as one line, replacing an alias and printing what it means."""
    line = one_line(call.words)
    if is_head("".join(line.split()[:1])):
        return line
    meant = expand_alias(line, read_settings().aliases)
    if meant != line:
        print(for_reading(note_text(f"read as “{meant}”"), sys.stderr), file=sys.stderr)
    return meant


def names_its_file(call: Call) -> bool:
    """Return whether a call names the file to work on."""
    return call.path != Call.path and call.path != os.environ.get("FUDGELOG_FILE")


def missing_ending(call: Call) -> LineOutcome | None:
    """Return the refusal of a line that begins with a file name without its ending, or None."""
    first, second = (*call.words, "")[:2]
    if names_its_file(call) or usages(first.casefold()) or any(map(str.isspace, first)):
        return None
    meant = usages(second.casefold()) or (
        not second and not commands_beginning(first) and os.path.isfile(f"{first}.db")
    )
    if not meant:
        return None
    line = one_line(call.words)
    problem = read(line, None).problem
    return None if problem is None else neither_command_nor_file(first, line, problem)


def commands_beginning(word: str) -> list[str]:
    """Return the commands that begin with a word."""
    return [head for head in heads() if head.startswith(word.casefold())]


def neither_command_nor_file(first: str, line: str, problem: Misreading) -> LineOutcome:
    """Return the refusal of an unknown first word, with likely files or commands."""
    close = "" if problem.cures else problem.nearest or ""
    begun = commands_beginning(first)
    file = [] if begun or os.path.splitext(first)[1] else [f"{first}.db"]
    meant = [*file, *(begun or [close])][:MOST_MEANT]
    hint = f"did you mean {', or '.join(filter(None, meant))}?" if any(meant) else "a campaign's file ends in .db"
    said = f"no command or file “{first}”"
    return LineOutcome(line, line, fault=Fault(ExitStatus.NOT_UNDERSTOOD, said, (0, len(first)), hint))


def blame_file(call: Call, desk: Desk, outcome: LineOutcome) -> LineOutcome:
    """Return an outcome, with advice on which file to name or begin if no campaign was found."""
    fault = outcome.fault
    first = "".join(outcome.line.split()[:1])
    if fault is None or fault.status != ExitStatus.NO_LOG or first.casefold() == "new":
        return outcome
    if desk.place.file is None or desk.place.is_taken():
        return outcome
    problem = read(outcome.line, None).problem
    if not names_its_file(call) and not usages(first.casefold()) and problem is not None:
        return neither_command_nor_file(first, outcome.line, problem)
    if call.path != Call.path:
        from shlex import quote  # a missing file is rare

        from engine.rules.files import OTHER_GAMES

        hint = f"“fudgelog {quote(call.path)} new peupfudge” begins one {OTHER_GAMES}"
        return evolve(outcome, fault=evolve(fault, hint=hint))
    said = f"no file was named, and there is no {call.path}"
    hint = "“fudgelog FILE.db COMMAND” names one; “fudgelog teapot.db new peupfudge” begins one"
    return evolve(outcome, fault=evolve(fault, message=said, hint=hint))


def one_line(words: Sequence[str]) -> str:
    """Return the words of the command line as one line.

    A word with spaces was quoted. A sign at its end, followed by another word, came after the quotes: a shell makes one
    word of both.
    """
    if len(words) == 1:
        return words[0]
    return " ".join([*map(quote_before_sign, words[:-1]), *map(quote_spaces, words[-1:])])


def quote_spaces(word: str) -> str:
    """Return a word of the command line in quotes, if it is empty or holds spaces."""
    return in_quotes(word) if not word or any(map(str.isspace, word)) else word


def quote_before_sign(word: str) -> str:
    """Return a word of the command line in quotes up to the sign at its end.

    >>> quote_before_sign("Old Marta,")
    '"Old Marta",'
    """
    name = word.rstrip(",:=")
    return quote_spaces(name) + word[len(name) :] if name.strip() else quote_spaces(word)


def failure_message(error: Exception) -> str:
    """Return the message for an unforeseen error, and print its traceback if the user asked for that."""
    show_details(error)
    if isinstance(error, OSError) and error.strerror:
        what = f"{error.filename} cannot be read or written" if error.filename else "the output cannot be written"
        return f"{what}: {error.strerror}; everything marked ✓ is saved"
    return internal_error(error)


def failure_json(call: Call, message: str) -> str:
    """Return the line of JSON for a command that failed by a fault of the program."""
    return json_line(LineOutcome("", one_line(call.words), fault=Fault(ExitStatus.NO_LOG, message)).as_json())
