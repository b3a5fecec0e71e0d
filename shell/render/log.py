"""The log for people, with headings and undone events marked, and as data.

The data are its events as programs read them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from engine.campaign import Campaign, Recorded
from engine.chances import of_event
from engine.concerns.rolls.narrate import SECRET_MARK
from engine.concerns.sessions.events import SceneSet, SessionStarted
from engine.narrate import tell
from engine.registry import marks
from engine.state import State
from engine.store import codec
from replay.undone import undone_by

UNDONE = "×"
LEGEND = f"{UNDONE} undone"

REVEALED_MARK = "(revealed) "

#: The time is shown when so many minutes have passed since it was, and no more than those of a day.
MINUTES = 5
A_DAY = 24 * 60


def log_text(events: Sequence[Recorded], state: State, inactive: Collection[int]) -> str:
    """Write the log, a line an event.

    The day, and the time since its heading, appear where they change.
    """
    if not events:
        return "nothing was recorded there"
    width = len(f"#{events[-1].seq}")
    struck = any(each.seq in inactive for each in events)
    lines = [line for number, line in enumerate(_lines(events, state, inactive, width)) if line or number]
    return "\n".join([*lines, *(["", LEGEND] if struck else [])])


def _lines(events: Sequence[Recorded], state: State, inactive: Collection[int], width: int) -> Iterator[str]:
    titles = {session.number: session.title for session in state.sessions}
    times = [*times_passed(events, state)]
    columns = max(map(len, times))
    session, day, scene = -1, "", ""
    for each, time in zip(events, times, strict=True):
        number = state.session_at(each.seq)
        begins, starts = number != session, isinstance(each.event, SessionStarted) and each.seq not in inactive
        if begins:
            yield ""
            said = session_heading(number, titles.get(number, ""))
            yield f"{f'#{each.seq}' if starts else '':<{width}}  {said} · {each.at[:16].replace('T', ' ')}"
            session, scene = number, ""
        elif each.at[:10] != day:
            yield f"{'':<{width}}  {each.at[:10]}"
        day = each.at[:10]
        if begins and starts:
            continue
        text = tell_today(each, state, struck=each.seq in inactive)
        mark, indent = f"{UNDONE} " if each.seq in inactive else "  ", "" if isinstance(each.event, SceneSet) else scene
        yield f"{f'#{each.seq}':<{width}}  {f'{time:<{columns}}  ' if columns else ''}{mark}{indent}{text}"
        if isinstance(each.event, SceneSet) and each.seq not in inactive:
            scene = "  "


def tell_today(recorded: Recorded, state: State, *, struck: bool) -> str:
    """Return an event's sentence, which says of a secret if it is none any more."""
    text = tell(recorded.event)
    about = (recorded.seq, getattr(recorded.event, "of", None))  # a ruling on a secret roll
    if not text.startswith(SECRET_MARK) or struck or any(seq in state.secrets for seq in about):
        return text
    return f"{REVEALED_MARK}{text.removeprefix(SECRET_MARK)}"


def times_passed(events: Sequence[Recorded], state: State) -> Iterator[str]:
    """Yield how long after the first event of its session each was recorded: “+1:05”.

    “” until some minutes have passed since that was said, before play, after a day, and where the clock ran backwards.
    """
    began: dict[int, datetime] = {}
    session = shown = 0
    for each in events:
        number, at = state.session_at(each.seq), read_time(each.at)
        session, shown = number, shown if number == session else 0
        passed = int((at - began.setdefault(number, at)).total_seconds()) // 60
        tells = number > 0 and shown + MINUTES <= passed < A_DAY
        shown = passed if tells else shown
        yield f"+{passed // 60}:{passed % 60:02}" if tells else ""


def read_time(at: str) -> datetime:
    """Return the time of an event; the beginning of time for one that is none."""
    try:
        return datetime.fromisoformat(at[:19])
    except ValueError:
        return datetime.min


def session_heading(number: int, title: str) -> str:
    """Return what an evening is called, or what came before the first."""
    return f"Session {number}{f': {title}' if title else ''}" if number else "Before play"


def events_json(events: Iterable[Recorded], campaign: Campaign) -> list[dict[str, Any]]:
    """Return events as in the contract, each with its sentence and its undo."""
    corrections = campaign.catalog.corrections_until(campaign.state.seq)
    undone = {seq: number for seq, (number, _) in undone_by(corrections).items()}
    return [_event_json(each, campaign.state, undone.get(each.seq)) for each in events]


def _event_json(recorded: Recorded, state: State, undone: int | None) -> dict[str, Any]:
    """Return an event as the contract has it, with its own fields."""
    judged = marks(recorded.event).judged
    chance = of_event(state.rules_at(recorded.seq), recorded.event) if judged else None
    said: dict[str, Any] = {
        "seq": recorded.seq,
        "session": state.session_at(recorded.seq),
        "at": recorded.at,
        "cmd": recorded.cmd,
        "type": recorded.type,
        "by": recorded.by,
        "text": tell_today(recorded, state, struck=undone is not None),
        "undone_by": undone,
        **({} if chance is None else {"chance": chance}),
    }
    return said | own_fields(recorded, said)


def own_fields(recorded: Recorded, said: Collection[str]) -> dict[str, Any]:
    """Return an event's own fields.

    One whose name every event has gets the event's verb before it: `by` of a CounterMoved is `moved_by`.
    """
    did = re.split("(?=[A-Z])", recorded.type)[-1].lower()
    fields: dict[str, Any] = codec.plain_data(recorded.event)
    return {f"{did}_{name}" if name in said else name: held for name, held in fields.items()}
