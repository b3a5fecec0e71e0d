"""Answers about tracks: events, present marks, and doubts about new ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.campaign import Recorded
from engine.concerns.tracks.commands import Clear, DefineTrack, GiveTrack, Mark, Recover, Revive, Tend
from engine.concerns.tracks.events import BoxesCleared, BoxesMarked
from engine.concerns.tracks.sheet import OUT, OUT_OF_PLAY, can_regain, track_views
from engine.doubts import doubt_ability, doubt_target, doubt_track
from engine.registry import marks
from engine.sheet import view
from engine.state import State
from engine.text import quote
from shell.render import Answer, Asked, answers
from shell.render.checks import has_player_failed
from shell.render.events import answer_events
from shell.render.heard import draw_states


@answers(Mark, Clear, Tend, Recover, Revive)
def answer_marked(asked: Asked) -> Answer:
    """Answer with the recorded events, and the tracks of the characters in them."""
    state, recorded = asked.state, answer_events(asked)
    names = list(dict.fromkeys(getattr(each.event, "character", "") for each in asked.events))
    sheets = [view(state, name).as_json() for name in names]
    result = {"characters": [{key: sheet[key] for key in ("name", "tracks", "out")} for sheet in sheets]}
    cleared = isinstance(asked.command, Clear | Recover)
    remarks = [said for name in names if cleared for said in still_out(state, name)]
    for each in asked.events:
        if isinstance(each.event, BoxesMarked):
            remarks += doubt_target(state, each.event.character, each.event.of, each.seq)
            if any(marked.casefold() in OUT for marked in each.event.states):
                remarks += doubt_ability(state.sheets[each.event.character])
        elif isinstance(each.event, BoxesCleared):
            remarks += (*doubt_regained(asked.before, each.event), *doubt_again(asked, each))
    lines = [f"  {line}" for line in (*(line for name in names for line in track_lines(state, name)), *remarks)]
    return Answer(recorded.result | result, lambda: "\n".join([recorded.text(), *lines]))


def doubt_regained(state: State, event: BoxesCleared) -> Iterator[str]:
    """Yield a doubt if a creature regained a box by a roll, but no spell, that no player failed (FL-67)."""
    roll: Any = state.rolls.get(event.of or 0)
    if not marks(roll).judged or getattr(roll, "spell", None):
        return
    if event.character in can_regain(state) and not has_player_failed(state, roll):
        yield f"no player failed with #{event.of}: “undo” if {event.character} was to regain a box"


def doubt_again(asked: Asked, cleared: Recorded) -> Iterator[str]:
    """Yield that a creature regained more than one box by one failure (FL-67)."""
    event: Any = cleared.event
    if event.of not in asked.before.rolls or event.character not in can_regain(asked.before):
        return
    undone = asked.campaign.history.inactive
    others = (each for each in asked.campaign.events_of(BoxesCleared) if each.seq not in undone)
    earlier = [each.seq for each in others if each.seq < cleared.seq and is_for_same(each.event, event)]
    if earlier:
        yield f"{event.character} regained a box by #{event.of} in #{earlier[-1]} already: “undo” if one is enough"
    elif len(event.states) > 1:
        yield f"a failure brings one box, not {len(event.states)}: “undo” if {event.character} was to regain one"


def is_for_same(one: Any, other: BoxesCleared) -> bool:
    """Return whether the same roll cleared boxes of the same character."""
    return (one.character, one.of) == (other.character, other.of)


def track_lines(state: State, who: str) -> Iterator[str]:
    """Yield the states of each track of a character."""
    for name, states in track_views(state, state.sheets[who]).items():
        yield f"{who}'s {name}: {draw_states(states)}"


def still_out(state: State, who: str) -> Iterator[str]:
    """Yield that a character is out of play, although boxes were cleared."""
    out = OUT_OF_PLAY.of(state.sheets[who])
    if out is not None:
        how = " for REASON" if out.how == "dead" else ""
        yield f"{who} is still out of play: {out.how}; “revive {quote(who)}{how}” brings them back"


@answers(DefineTrack, GiveTrack)
def answer_defined(asked: Asked) -> Answer:
    """Answer with the track, and with doubts about it."""
    recorded = answer_events(asked)
    warnings = [said for each in asked.events for said in doubt_track(asked.before, asked.state, each.event)]
    lines = [f"  {warning}" for warning in warnings]
    return Answer(recorded.result | {"warnings": warnings}, lambda: "\n".join([recorded.text(), *lines]))
