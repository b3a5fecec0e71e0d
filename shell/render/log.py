"""The log as people read it, under headings and with undone events marked, and its events as programs read them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from engine.campaign import Campaign, Recorded
from engine.chances import of_event
from engine.concerns.sessions.events import SceneSet, SessionStarted
from engine.narrate import tell
from engine.registry import marks
from engine.state import State
from engine.store import codec
from replay.undone import undone_by

UNDONE = "×"
LEGEND = f"{UNDONE} undone"


def log_text(events: Sequence[Recorded], state: State, inactive: Collection[int]) -> str:
    """Write the log, a line an event; the day stands where it changes."""
    if not events:
        return "nothing was recorded there"
    width = len(f"#{events[-1].seq}")
    struck = any(each.seq in inactive for each in events)
    lines = [line for number, line in enumerate(_lines(events, state, inactive, width)) if line or number]
    return "\n".join([*lines, *(["", LEGEND] if struck else [])])


def _lines(events: Sequence[Recorded], state: State, inactive: Collection[int], width: int) -> Iterator[str]:
    titles = {session.number: session.title for session in state.sessions}
    session, day, scene = -1, "", ""
    for each in events:
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
        mark, indent = f"{UNDONE} " if each.seq in inactive else "  ", "" if isinstance(each.event, SceneSet) else scene
        yield f"{f'#{each.seq}':<{width}}  {mark}{indent}{tell(each.event)}"
        if isinstance(each.event, SceneSet) and each.seq not in inactive:
            scene = "  "


def session_heading(number: int, title: str) -> str:
    """Return what an evening is called, or what came before the first."""
    return f"Session {number}{f': {title}' if title else ''}" if number else "Before play"


def events_json(events: Iterable[Recorded], campaign: Campaign) -> list[dict[str, Any]]:
    """Return events as the contract has them: each with its sentence, and with what undid it."""
    corrections = campaign.catalog.corrections_until(campaign.state.seq)
    undone = {seq: number for seq, (number, _) in undone_by(corrections).items()}
    return [_event_json(each, campaign.state, undone.get(each.seq)) for each in events]


def _event_json(recorded: Recorded, state: State, undone: int | None) -> dict[str, Any]:
    """Return an event as the contract has it. Its own fields come last: a note's `text` is what was noted."""
    fields: dict[str, Any] = codec.plain_data(recorded.event)
    judged = marks(recorded.event).judged
    chance = of_event(state.rules_at(recorded.seq), recorded.event) if judged else None
    return {
        "seq": recorded.seq,
        "session": state.session_at(recorded.seq),
        "at": recorded.at,
        "cmd": recorded.cmd,
        "type": recorded.type,
        "by": recorded.by,
        "text": tell(recorded.event),
        "undone_by": undone,
        **({} if chance is None else {"chance": chance}),
    } | fields
