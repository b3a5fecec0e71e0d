"""The log for people, with headings and undone events marked, and its events as data for programs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from engine.campaign import Campaign, Recorded
from engine.chances import of_event
from engine.clock import A_DAY, find_held, is_from_notes, read_time, table_time
from engine.concerns.sessions.events import SceneSet, SessionStarted
from engine.history.counting import History
from engine.narrate import tell
from engine.registry import marks
from engine.state import State
from engine.store import codec
from engine.text import SECRET_MARK
from engine.value import value
from replay.undone import undone_by
from replay.whose_lines import end_sentence, find_whose_line, with_whose_lines
from shell.output import PLAIN
from shell.render.faces import draw_faces_of
from shell.render.heard import say_or_show

UNDONE = "×"
LEGEND = f"{UNDONE} undone"

REVEALED_MARK = "(revealed) "

#: How many minutes must have passed for another time to be shown.
MINUTES = 5


@value
class Layout:
    """How wide a log's numbers and times are, and whether it has undone events."""

    width: int
    columns: int
    struck: bool


def lay_out(events: Iterable[Recorded], state: State, history: History) -> Layout | None:
    """Return the layout of a log without holding its events, or None if there are none."""
    last = columns = 0
    struck = False
    for each, time, _ in with_times(events, state):
        last, columns, struck = each.seq, max(columns, len(time)), struck or each.seq in history.inactive
    return Layout(len(f"#{last}"), columns, struck) if last else None


def log_text(events: Sequence[Recorded], state: State, history: History) -> str:
    """Write the log of events that are at hand."""
    return "\n".join(log_lines(events, state, history, lay_out(events, state, history)))


def log_lines(events: Iterable[Recorded], state: State, history: History, layout: Layout | None) -> Iterator[str]:
    """Yield the lines of the log, one for each event, with the day and the session's time where they change."""
    if layout is None:
        yield "nothing was recorded there"
        return
    yield from (line for number, line in enumerate(_lines(events, state, history, layout)) if line or number)
    if layout.struck and not PLAIN.get():
        yield from ("", LEGEND)


def _lines(events: Iterable[Recorded], state: State, history: History, layout: Layout) -> Iterator[str]:
    inactive, amended = history.inactive, say_amended(history)
    titles = {session.number: session.title for session in state.sessions}
    width, columns = layout.width, layout.columns
    session, day, scene, here = -1, "", "", ""
    for each, time, ending in with_times(events, state):
        number, at, group = state.session_at(each.seq), table_time(state, each.seq, each.at), state.group_at(each.seq)
        begins, starts = (
            (number, group) != (session, here),
            isinstance(each.event, SessionStarted) and each.seq not in inactive,
        )
        if begins:
            yield ""
            said = session_heading(number, titles.get(number, ""), group)
            yield f"{f'#{each.seq}' if starts else '':<{width}}  {said} · {at.heading}"
            session, here, scene = number, group, ""
        elif at.day != day:
            yield f"{'':<{width}}  {at.told_day}"
        day = at.day
        if begins and starts:
            continue
        text = tell_today(each, state, struck=each.seq in inactive) + amended.get(each.seq, "") + ending
        text = draw_faces_of(each.event, text) if PLAIN.get() else text
        mark = say_or_show("undone: ", f"{UNDONE} ") if each.seq in inactive else "  "
        indent = "" if isinstance(each.event, SceneSet) else scene
        yield f"{f'#{each.seq}':<{width}}  {f'{time:<{columns}}  ' if columns else ''}{mark}{indent}{text}"
        if isinstance(each.event, SceneSet) and each.seq not in inactive:
            scene = "  "


def say_amended(history: History) -> dict[int, str]:
    """Return what to add to the sentence of each award whose amount was amended."""
    in_force = ((seq, event) for seq, event in history.amendments.items() if not {seq, event.award} & history.inactive)
    return {event.award: f", amended to {event.amount} by #{seq}" for seq, event in in_force}


def tell_today(recorded: Recorded, state: State, *, struck: bool) -> str:
    """Return an event's sentence, which mentions a secret that has been revealed."""
    text = tell(recorded.event)
    about = (recorded.seq, getattr(recorded.event, "of", None))  # a ruling on a secret roll
    if not text.startswith(SECRET_MARK) or struck or any(seq in state.secrets for seq in about):
        return text
    return f"{REVEALED_MARK}{text.removeprefix(SECRET_MARK)}"


def with_times(events: Iterable[Recorded], state: State) -> Iterator[tuple[Recorded, str, str]]:
    """Yield each event with its time since its session began, such as “+1:05”, and the end of its sentence.

    The time is “” until some minutes have passed since the last one, before play, after a day, where the clock ran
    backwards, and in an evening from notes.
    """
    began: dict[int, datetime] = {}
    session = shown = 0
    for each, taken in with_whose_lines(events):
        number, at = state.session_at(each.seq), read_time(each.at) or datetime.min
        session, shown = number, shown if number == session else 0
        passed = int((at - began.setdefault(number, at)).total_seconds()) // 60
        tells = number > 0 and shown + MINUTES <= passed < A_DAY and not find_held(state, each.seq)
        shown = passed if tells else shown
        yield each, f"+{passed // 60}:{passed % 60:02}" if tells else "", end_sentence(each.event, taken)


def session_heading(number: int, title: str, group: str = "") -> str:
    """Return the heading of an evening of a group, or of the events before its first."""
    at = f" at {group}" if group else ""
    return f"Session {number}{at}{f': {title}' if title else ''}" if number else f"Before play{at}"


def events_json(events: Iterable[Recorded], campaign: Campaign) -> list[dict[str, Any]]:
    """Return events as the contract of `--json` promises, each with its sentence and its undo."""
    return [*read_json(events, campaign)]


def read_json(events: Iterable[Recorded], campaign: Campaign) -> Iterator[dict[str, Any]]:
    """Yield events as the contract of `--json` promises, each with its sentence and its undo."""
    undone: dict[int, int] = {}
    for each in events:
        if not undone and each.seq in campaign.history.inactive:
            corrections = campaign.catalog.corrections_until(campaign.state.seq)
            undone = {seq: number for seq, (number, _) in undone_by(corrections).items()}
        judged = marks(each.event).judged
        chance = of_event(campaign.state.rules_at(each.seq), each.event) if judged else None
        taken = find_whose_line(campaign, each)
        proposed = {"proposed_by": taken.player} if taken else {}
        yield event_json(each, campaign.state, undone.get(each.seq), chance) | proposed


def event_json(recorded: Recorded, state: State, undone: int | None, chance: float | None) -> dict[str, Any]:
    """Return an event as the contract of `--json` promises, with the chance of its result if dice decided it."""
    at = table_time(state, recorded.seq, recorded.at)
    said: dict[str, Any] = {
        "seq": recorded.seq,
        "session": state.session_at(recorded.seq),
        "at": recorded.at,
        "local": at.local,
        "held_on": at.day,
        "from_notes": is_from_notes(state, recorded.seq),
        "cmd": recorded.cmd,
        "type": recorded.type,
        "by": recorded.by,
        "text": tell_today(recorded, state, struck=undone is not None),
        "undone_by": undone,
        **({} if chance is None else {"chance": chance}),
    }
    return said | own_fields(recorded, said)


def own_fields(recorded: Recorded, said: Collection[str]) -> dict[str, Any]:
    """Return the fields of an event, under names that differ from those of every event.

    Such a name gets the event's verb before it: `by` of a CounterMoved is `moved_by`.
    """
    did = re.split("(?=[A-Z])", recorded.type)[-1].lower()
    fields = codec.fields_of(recorded.event)
    return {f"{did}_{name}" if name in said else name: held for name, held in fields.items()}
