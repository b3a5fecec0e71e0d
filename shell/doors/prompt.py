"""The prompt: read lines at a terminal, and offer the names that fit."""

from __future__ import annotations

import signal
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Protocol

from prompt_toolkit.document import Document
from prompt_toolkit.shortcuts import confirm

from engine.concerns.sessions.commands import EndSession
from engine.interrupts import until_told
from engine.refusal import Refused
from engine.store.door import LogError
from engine.store.files import WholeCheck, damage_error
from shell.commands import Quit
from shell.doors.ctrl_c import interruptible, on_interrupt
from shell.doors.first_run import OwnWay, begin_with_questions, is_first_run
from shell.doors.greeting import greet, is_plain, open_as_allowed, print_note, print_notes, welcome
from shell.doors.line_editor import LineEditor
from shell.doors.past_lines import PastLines
from shell.doors.plain_lines import PlainLines
from shell.doors.unechoed import unechoed
from shell.doors.voice import Voice, carry_out_line
from shell.language.kinds.text import without_comment
from shell.options import ExitStatus
from shell.outcome import LineOutcome
from shell.output import clean_line, for_reading, width
from shell.prompt.pager import show_in_pager
from shell.prompt.questions import ask_number, ask_questions
from shell.prompt.sign import prompt_sign
from shell.prompt.typed import LineTyped
from shell.runner import Desk
from shell.settings import Settings, read_settings
from shell.style import for_table

if TYPE_CHECKING:
    from shell.serving.tray import DeclinedLine, TakenLine

#: The line that `converse` returns for Ctrl-D, as for “quit”.
CTRL_D = "Ctrl-D"

#: The errors that prompt_toolkit raises in a window that is no Windows console, such as that of git-bash.
NO_CONSOLE = "NoConsoleScreenBufferError"


class Editor(Protocol):
    """A reader of lines at a terminal."""

    past: PastLines

    @property
    def columns(self) -> int:
        """How many columns the terminal has."""

    def read(self, sign: str, given: Document) -> str | TakenLine | DeclinedLine:
        """Return a line typed behind a sign, where `given` may be there already, or what becomes of a player's line."""

    def ask(self, question: str) -> str:
        """Return the answer to a question."""

    def remember_line(self, line: str) -> None:
        """Add a line to those of the campaign, and to ↑."""

    def is_watched(self) -> bool:
        """Return whether a pager may open."""

    def may_give_back(self) -> bool:
        """Return whether a refused line is put into the prompt again."""


def prompt(desk: Desk) -> ExitStatus:
    """Read and carry out lines until Ctrl-D or `quit`. Ctrl-C clears the line."""
    desk.at_prompt = True
    with nullcontext() if is_plain() else unechoed():
        begins = is_first_run(desk)
        opened = None if begins else greet(desk)
        return carry_on(desk, begins) if opened is None else opened


def carry_on(desk: Desk, begins: bool) -> ExitStatus:
    """Read and carry out lines, after the questions if the campaign `begins`."""
    past, settings = PastLines(desk), read_settings()
    desk.meant = settings.misread if desk.meant == "do" else desk.meant
    at_prompt = LineTyped(desk, replaces=settings.refused == "replace", aliases=settings.aliases)
    for problem in settings.problems:
        print_note(f"{problem}. “config” shows your settings.")
    editor = editor_of(at_prompt, past, settings)
    before = on_interrupt(signal.SIG_IGN)
    try:
        left = first_run(desk, editor) if begins else None
        if left is not None:
            return left
        voice = Voice(page=lambda text: page_answer(editor, text))
        return converse(desk, editor, at_prompt, voice, check_in_background(desk))
    finally:
        on_interrupt(before)


def first_run(desk: Desk, editor: Editor) -> ExitStatus | None:
    """Begin a campaign with questions. Return an exit status if the user leaves or the file cannot be made."""
    try:
        lines, pasted = begin_with_questions(desk, editor.ask)
    except OwnWay as own:
        carry_out_pasted(desk, editor, own.lines)
        return None
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED
    except EOFError:
        return ExitStatus.DONE
    except Refused as refused:
        print(for_reading(refused.message, sys.stderr), file=sys.stderr)
        return ExitStatus.NO_LOG
    for line in lines:
        editor.remember_line(line)
    print(for_reading(f"\nThe campaign has begun. “session start” opens its first session.\n{welcome()}"))
    carry_out_pasted(desk, editor, pasted)
    return None


def carry_out_pasted(desk: Desk, editor: Editor, lines: list[str]) -> None:
    """Carry out lines that came instead of answers, several of them only if the user agrees."""
    if len(lines) == 1 or (lines and may_run(lines)):
        run_lines(desk, lines, Voice(), None)
        for line in lines:
            editor.remember_line(line)


def editor_of(typed: LineTyped, past: PastLines, settings: Settings) -> Editor:
    """Return the reader of lines for this terminal, a plain one if it cannot or should not be redrawn."""
    if is_plain():
        return PlainLines(typed, past)
    try:
        return LineEditor(typed, past, settings)
    except Exception as error:
        if type(error).__name__ != NO_CONSOLE:
            raise
        print_note("this window cannot show menus and previews. Windows Terminal can, or put “winpty” before fudgelog.")
        return PlainLines(typed, past)


def converse(desk: Desk, editor: Editor, at_prompt: LineTyped, voice: Voice, check: WholeCheck | None) -> ExitStatus:
    """Read and carry out lines until Ctrl-D or `quit`."""
    warned: int | None = None
    while True:
        sign = prompt_sign(desk.campaign.state if desk.campaign else None, editor.columns)
        try:
            line = editor.read(sign, at_prompt.refused)
        except (KeyboardInterrupt, EOFError) as left:
            line = CTRL_D if isinstance(left, EOFError) else ""
        speak_up(desk, check)
        if not isinstance(line, str):
            carry_out_key(desk, at_prompt, line, voice)
        elif not is_leaving(at_prompt, line):
            carry_out_typed(at_prompt, editor, line, width(sign), voice)
        elif open_session(desk) in (None, warned):
            return ExitStatus.DONE
        else:
            warned, at_prompt.refused = open_session(desk), Document()
            print(for_reading(f"Session {warned} is still open: “session end” closes it. {line.strip()} again leaves."))


def lines_in(text: str) -> list[str]:
    """Return the lines of what was typed or pasted, without empty ones and comments."""
    return list(filter(without_comment, map(str.strip, text.split("\n"))))


def is_leaving(at_prompt: LineTyped, text: str) -> bool:
    """Return whether what was typed ends the program."""
    lines = list(map(at_prompt.expand, lines_in(text)))
    quits = len(lines) == 1 and isinstance(at_prompt.desk.read_as_it_stands(lines[0]).command, Quit)
    return text == CTRL_D or quits


def carry_out_typed(at_prompt: LineTyped, editor: Editor, line: str, sign: int, voice: Voice) -> None:
    """Carry out what was typed behind a sign of so many columns: a line, or several if the user agrees."""
    desk = at_prompt.desk
    own = lines_in(line)
    typed = list(map(at_prompt.expand, own))
    at_prompt.refused = Document()
    if len(typed) > 1 and not may_run(typed):
        at_prompt.refused = Document(line)
        return
    if len(typed) == 1 and typed != own:
        print(for_reading(f"= {clean_line(typed[0])}"))
    session_before = open_session(desk)
    failed = carry_out_lines(desk, typed, voice, sign if typed == [line.rstrip()] else None)
    editor.past.mark(line, failed=failed is not None and failed.fault is not None)
    if session_before is not None and has_ended(desk, session_before):
        carry_out_lines(desk, ask_questions(desk, editor.ask), voice, None)
        if read_settings().seal == "ask":
            carry_out_lines(desk, ask_number(desk, editor.ask), voice, None)
    if failed is not None and len(typed) == 1 and editor.may_give_back():
        at_prompt.refused, at_prompt.advised = to_mend(failed), failed.fault.cured if failed.fault else None


def carry_out_key(desk: Desk, at_prompt: LineTyped, line: TakenLine | DeclinedLine, voice: Voice) -> None:
    """Do with a player's line what a key said."""
    from shell.serving.tray import TakenLine  # few lines are players'

    if isinstance(line, TakenLine):
        carry_out_taken(desk, at_prompt, line, voice)
    else:
        carry_out_declined(desk, line)


def carry_out_declined(desk: Desk, declined: DeclinedLine) -> None:
    """Decline a player's line, and print that."""
    from shell.serving.taking import decline_line, tray_of

    try:
        print(for_table(f"✓ {clean_line(decline_line(tray_of(desk), declined.line))}"))
    except Refused as refused:
        print_note(refused.message)


def carry_out_taken(desk: Desk, at_prompt: LineTyped, taken: TakenLine, voice: Voice) -> None:
    """Carry out a player's line that is taken, and print the outcome."""
    from shell.serving.taking import take_line

    try:
        with interruptible(), until_told():
            outcome = take_line(desk, taken)
            voice.tell(outcome)
        if outcome.fault is not None:
            at_prompt.waiting.proposed.refused.add(taken.line.id)
    except Refused as refused:
        at_prompt.waiting.proposed.refused.add(taken.line.id)
        print_note(refused.message)
    except KeyboardInterrupt:
        reopen(desk)


def check_in_background(desk: Desk) -> WholeCheck | None:
    """Begin to check a whole log if only its end was checked when it was opened."""
    return WholeCheck(desk.place) if desk.campaign and desk.campaign.proof.start.seq else None


def speak_up(desk: Desk, check: WholeCheck | None) -> None:
    """Report damage that the check of the whole log found, and record nothing more in it."""
    report = check.report if check else None
    if report is None or report.ok or desk.campaign is None or desk.campaign.damage is not None:
        return
    desk.campaign.distrust(report.problems[0].message)
    error = damage_error(desk.campaign.log, report)
    print_note(f"{error.message}. {error.hint}")


def carry_out_lines(desk: Desk, lines: list[str], voice: Voice, typed_at: int | None) -> LineOutcome | None:
    """Carry out lines, which Ctrl-C may interrupt, and return a failed one's outcome."""
    try:
        with interruptible():
            return run_lines(desk, lines, voice, typed_at)
    except KeyboardInterrupt:
        reopen(desk)
        return None


def reopen(desk: Desk) -> None:
    """Open the log again, because the prompt reads typed text in its campaign.

    Report what other programs recorded meanwhile. If it cannot be opened, or Ctrl-C interrupts that too, the next line
    tries again.
    """
    seen = desk.campaign.state.seq if desk.campaign else None
    desk.start_over()
    try:
        with interruptible():
            open_as_allowed(desk)
    except (KeyboardInterrupt, LogError):
        return
    if seen is not None:
        desk.note_others(seen)
    print_notes(desk)


def may_run(lines: list[str]) -> bool:
    """Show several lines that were pasted, and ask whether to carry them out."""
    print(for_reading("\n".join(f"  {number}  {clean_line(line)}" for number, line in enumerate(lines, start=1))))
    try:
        return confirm(f"Run these {len(lines)} lines, up to the first that fails?", suffix=" (y/n) ")
    except (KeyboardInterrupt, EOFError):
        return False


def page_answer(editor: Editor, text: str) -> bool:
    """Show a long answer in the pager, and return whether it did.

    Ctrl-C is left to the pager. If it were stopped from here, it would not restore the terminal.
    """
    before = on_interrupt(lambda number, frame: None)
    try:
        return editor.is_watched() and show_in_pager(text, read_settings().pager)
    finally:
        on_interrupt(before)


def to_mend(outcome: LineOutcome) -> Document:
    """Return a refused line with the cursor behind the faulty part, or an empty one if no part is at fault."""
    fault = outcome.fault
    if fault is None or fault.place is None:
        return Document()
    return Document(outcome.line, min(fault.place[1], len(outcome.line)))


def run_lines(desk: Desk, lines: list[str], voice: Voice, typed_at: int | None) -> LineOutcome | None:
    """Carry out lines up to the first that fails, return its outcome, and show the lines left over."""
    for number, line in enumerate(lines, start=1):
        outcome = carry_out_line(desk, line, voice, typed_at=typed_at)
        if outcome.status:
            left = [clean_line(each) for each in lines[number:]]
            if left:
                shown = "\n".join(f"  {each}" for each in left)
                print(for_reading(f"Stopped there. Not run:\n{shown}", sys.stderr), file=sys.stderr)
            return outcome
    return None


def open_session(desk: Desk) -> int | None:
    """Return the number of the session that is open, if lines here could end it."""
    state = desk.campaign.state if desk.campaign else None
    return state.session if state and state.session_open and desk.takes(EndSession) else None


def has_ended(desk: Desk, session: int) -> bool:
    """Return whether a session that was open has ended. One from notes, or whose start was undone, is none to seal."""
    if desk.campaign is None or open_session(desk) is not None:
        return False
    last = desk.campaign.state.last_session
    return last is not None and last.number == session and not last.held
