"""The prompt: read lines at a terminal, and offer the names that fit."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType

from prompt_toolkit import PromptSession
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.document import Document
from prompt_toolkit.enums import EditingMode
from prompt_toolkit.filters import Always
from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
from prompt_toolkit.renderer import CPR_Support
from prompt_toolkit.shortcuts import confirm

from engine.concerns.campaign.commands import CreateCampaign
from engine.concerns.sessions.commands import EndSession
from engine.narrate import tell
from engine.state import State
from engine.store.door import LogError
from shell.doors.keys import prompt_keys
from shell.doors.past_lines import PastLines
from shell.doors.script import LEAVING, Voice, carry_out_line, note_text
from shell.language.kinds.text import without_comment
from shell.options import DEFAULT_FILE, ExitStatus
from shell.output import clean_line, for_reading, width
from shell.prompt.colours import Colours, style
from shell.prompt.completing import Offering
from shell.prompt.pager import show_in_pager
from shell.prompt.questions import ask_questions
from shell.prompt.sign import prompt_sign
from shell.prompt.toolbar import toolbar
from shell.prompt.typed import LineTyped
from shell.runner import Desk, LineOutcome
from shell.settings import Settings, read_settings
from shell.style import has_colours

WELCOME = "Tab completes, “help” lists the commands, Ctrl-D leaves."


#: What stands for that key where lines are compared.
CTRL_D = "Ctrl-D"

Handler = Callable[[int, FrameType | None], object] | int | None


def prompt(desk: Desk) -> ExitStatus:
    """Read and carry out lines until Ctrl-D or `quit`. Ctrl-C clears the line."""
    desk.at_prompt = True
    opened = greet(desk)
    if opened is not None:
        return opened
    at_prompt, settings = LineTyped(desk), read_settings()
    for problem in settings.problems:
        print(for_reading(note_text(f"{problem}. “config” shows your settings."), sys.stderr), file=sys.stderr)
    session = session_of(desk, at_prompt, settings)
    session.default_buffer.enable_history_search = Always()  # as an option it would end completing while typing
    before = on_interrupt(signal.SIG_IGN)
    try:
        return converse(desk, session, at_prompt, Voice(page=lambda text: page_answer(session, text, settings)), before)
    finally:
        on_interrupt(before)


def session_of(desk: Desk, typed: LineTyped, settings: Settings) -> PromptSession[str]:
    """Return what reads a line at the terminal, with its menu, colours, keys and toolbar."""
    colours = settings.colours and has_colours()
    session: PromptSession[str] = PromptSession(
        history=PastLines(desk),
        completer=Offering(typed),
        complete_while_typing=True,
        lexer=Colours(typed),
        style=style(colours),
        auto_suggest=AutoSuggestFromHistory() if settings.suggestions and colours else None,  # grey tells it apart
        editing_mode=EditingMode.VI if settings.keys == "vi" else EditingMode.EMACS,
        key_bindings=prompt_keys(typed, lambda about: print_help(desk, about)),
        reserve_space_for_menu=6,
    )
    if settings.preview:
        session.bottom_toolbar = lambda: toolbar(
            typed.preview(session.default_buffer.text), session.app.output.get_size().columns
        )
    return session


def converse(
    desk: Desk, session: PromptSession[str], at_prompt: LineTyped, voice: Voice, interrupt: Handler
) -> ExitStatus:
    """Read and carry out lines until Ctrl-D or `quit`."""
    warned: int | None = None
    while True:
        sign = sign_before(desk, session)
        try:
            line = session.prompt(sign, handle_sigint=False, default=at_prompt.refused)
        except (KeyboardInterrupt, EOFError) as left:
            line = CTRL_D if isinstance(left, EOFError) else ""
        at_prompt.refused = Document()
        typed = list(filter(without_comment, map(str.strip, line.split("\n"))))
        if line == CTRL_D or line.strip().casefold() in LEAVING:
            if open_session(desk) in (None, warned):
                return ExitStatus.DONE
            warned = open_session(desk)
            print(for_reading(f"Session {warned} is still open: “session end” closes it. {line.strip()} again leaves."))
        elif len(typed) > 1 and not may_run(typed):
            at_prompt.refused = Document(line)
        else:
            columns = width(sign) if typed == [line.rstrip()] else None
            session_before = open_session(desk)
            failed = carry_out_lines(desk, typed, voice, columns, interrupt)
            if session_before is not None and open_session(desk) is None:
                carry_out_lines(desk, ask_questions(desk), voice, None, interrupt)
            if failed is not None and len(typed) == 1 and waits_for_keys(session):
                at_prompt.refused = to_mend(failed)


def carry_out_lines(
    desk: Desk, lines: list[str], voice: Voice, typed_at: int | None, interrupt: Handler
) -> LineOutcome | None:
    """Carry out lines, which Ctrl-C may interrupt; return the outcome of one that failed."""
    try:
        on_interrupt(interrupt)
        failed = run_lines(desk, lines, voice, typed_at)
        on_interrupt(signal.SIG_IGN)
    except KeyboardInterrupt:
        on_interrupt(signal.SIG_IGN)
        desk.start_over()
        return None
    return failed


def on_interrupt(handler: Handler) -> Handler:
    """Set what Ctrl-C does as a signal, and return what it did. Off the main thread, leave it as it is.

    Only while lines are carried out is it a signal. Otherwise it is a key like any other: as a signal it could
    interrupt prompt_toolkit itself, or come between two lines and end the program.
    """
    if threading.current_thread() is not threading.main_thread():
        return None
    return signal.signal(signal.SIGINT, signal.SIG_DFL if handler is None else handler)


def sign_before(desk: Desk, session: PromptSession[str]) -> str:
    """Return the sign before the line."""
    return prompt_sign(desk.campaign.state if desk.campaign else None, session.output.get_size().columns)


def may_run(lines: list[str]) -> bool:
    """Show several lines that were pasted, and ask whether to carry them out."""
    print(for_reading("\n".join(f"  {number}  {clean_line(line)}" for number, line in enumerate(lines, start=1))))
    try:
        return confirm(f"Run these {len(lines)} lines, up to the first that fails?", suffix=" (y/n) ")
    except (KeyboardInterrupt, EOFError):
        return False


def print_help(desk: Desk, about: str) -> None:
    """Print a page of help above the line that is typed."""
    Voice().tell(desk.do(f"help {about}".strip()))


def waits_for_keys(session: PromptSession[str]) -> bool:
    """Tell whether somebody sees the terminal and has typed nothing further: then a line can be given back."""
    keys = get_typeahead(session.input)
    store_typeahead(session.input, keys)
    return not keys and session.app.renderer.cpr_support == CPR_Support.SUPPORTED


def page_answer(session: PromptSession[str], text: str, settings: Settings) -> bool:
    """Show a long answer in the pager; return false if it is to be printed."""
    return waits_for_keys(session) and show_in_pager(text, settings.pager)


def to_mend(outcome: LineOutcome) -> Document:
    """Return a refused line with the cursor behind what is wrong in it; nothing if no part of it is."""
    fault = outcome.fault
    if fault is None or fault.place is None:
        return Document()
    return Document(outcome.line, min(fault.place[1], len(outcome.line)))


def run_lines(desk: Desk, lines: list[str], voice: Voice, typed_at: int | None) -> LineOutcome | None:
    """Carry out lines up to the first that fails; return its outcome, and show those that were not carried out."""
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


def greet(desk: Desk) -> ExitStatus | None:
    """Print which campaign this is; return an exit status if its file cannot be opened."""
    if not desk.path.exists():
        print(for_reading(f"{no_campaign(desk)}\n{WELCOME}"))
        return None
    try:
        desk.open(writable=os.access(desk.path, os.W_OK))
    except LogError as error:
        trouble = f"{clean_line(error.message)}\n  {clean_line(error.hint or '')}"
        print(for_reading(trouble, sys.stderr), file=sys.stderr)
        return ExitStatus.NO_LOG
    assert desk.campaign is not None
    state = desk.campaign.state
    last = next(desk.campaign.events(state.seq - 1))
    greeting = [
        f"{clean_line(state.title or desk.path.stem)} · {state.rules.title}",
        WELCOME,
        f"Last recorded: #{last.seq} {clean_line(tell(last.event))}",
        *map(clean_line, tell_last_session(state)),
    ]
    if (start := desk.campaign.proof.start.seq) != 0:
        greeting.append(f"Checked from #{start} on; what is before was checked earlier. “verify” checks all.")
    print(for_reading("\n".join(greeting)))
    for note in desk.take_notes():
        print(for_reading(note_text(note), sys.stderr), file=sys.stderr)
    return None


def tell_last_session(state: State) -> Iterator[str]:
    """Yield where the last session ended, or where it is if it is still open."""
    if state.sessions:
        last = state.sessions[-1]
        said = f"Session {last.number}{f' ({last.title})' if last.title else ''}"
        where = f": {state.scene}" if state.scene else ""
        yield f"{said} is open{where}" if state.session_open else f"{said} ended{where} (“recap” tells it)"


def no_campaign(desk: Desk) -> str:
    """Return a sentence about a file that is not there, and how to begin a campaign."""
    file = clean_line(str(desk.path))
    said = f"There is no campaign {file} yet"
    if not desk.takes(CreateCampaign):
        return f"{said}."
    if file != DEFAULT_FILE:
        return f"{said}: “new peupfudge” begins one (or fudge, polyhedral, fudge-lite)."
    return f"No file was named, and {said[0].lower()}{said[1:]}. To begin one: fudgelog teapot.db"
