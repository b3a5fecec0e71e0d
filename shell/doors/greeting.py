"""What the prompt says as it opens a log: the campaign, where it is, and remarks about the log."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from prompt_toolkit.utils import is_dumb_terminal

from engine.concerns.campaign.commands import CreateCampaign
from engine.narrate import tell
from engine.rules.files import OTHER_GAMES
from engine.state import State
from engine.store.door import LogError
from shell.doors.voice import note_text
from shell.options import DEFAULT_FILE, ExitStatus
from shell.output import PLAIN, clean_line, for_reading
from shell.progress import find_meter, reporting
from shell.runner import Desk

WELCOME = "Tab completes, “help” lists the commands, Ctrl-D leaves."
PLAIN_WELCOME = "“?” behind a line says what it would do, “help” lists the commands, Ctrl-D leaves."


def greet(desk: Desk) -> ExitStatus | None:
    """Print the campaign's name, and return an exit status if its file cannot be opened."""
    try:
        if not desk.place.is_there():
            print(for_reading(f"{no_campaign(desk)}\n{welcome()}"))
            return None
        open_as_allowed(desk)
    except LogError as error:
        trouble = f"{clean_line(error.message)}\n  {clean_line(error.hint or '')}"
        print(for_reading(trouble, sys.stderr), file=sys.stderr)
        return ExitStatus.NO_LOG
    assert desk.campaign is not None
    state = desk.campaign.state
    last = next(desk.campaign.events(state.seq - 1))
    greeting = [
        f"{clean_line(state.title or desk.place.title)} · {state.rules.title}",
        welcome(),
        f"Last recorded: #{last.seq} {clean_line(tell(last.event))}",
        *map(clean_line, tell_last_session(state)),
    ]
    if (start := desk.campaign.proof.start.seq) != 0:
        greeting.append(
            f"Checked from #{start} on. What is before was checked earlier, and is checked again while you play."
        )
    print(for_reading("\n".join(greeting)))
    print_notes(desk)
    return None


def tell_last_session(state: State) -> Iterator[str]:
    """Yield where the last session ended, or where it is if it is still open."""
    last = state.last_session
    if last is not None:
        said = f"Session {last.number}{f' ({last.title})' if last.title else ''}"
        where = f": {state.scene}" if state.scene else ""
        yield f"{said} is open{where}" if state.session_open else f"{said} ended{where} (“recap” tells it)"


def no_campaign(desk: Desk) -> str:
    """Return a sentence about a file that is not there, and how to begin a campaign."""
    file = clean_line(str(desk.place))
    said = f"There is no campaign {file} yet"
    if not desk.takes(CreateCampaign):
        return f"{said}."
    if file != DEFAULT_FILE:
        return f"{said}: “new peupfudge” begins one {OTHER_GAMES}."
    return f"No file was named, and {said[0].lower()}{said[1:]}. To begin one: fudgelog teapot.db"


def is_plain() -> bool:
    """Return whether lines are read as the terminal gives them."""
    return PLAIN.get() or is_dumb_terminal()


def welcome() -> str:
    """Return the introduction to the prompt for a newcomer."""
    return PLAIN_WELCOME if is_plain() else WELCOME


def open_as_allowed(desk: Desk) -> None:
    """Open the log, for writing if that is allowed, and show how far it was read."""
    with reporting(find_meter()):
        desk.open(writable=desk.place.is_writable())


def print_notes(desk: Desk) -> None:
    """Print the remarks about the log that were not printed yet."""
    for note in desk.take_notes():
        print_note(note)


def print_note(note: str) -> None:
    """Print a remark beside the answers."""
    print(for_reading(note_text(note), sys.stderr), file=sys.stderr)
