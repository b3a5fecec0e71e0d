"""Make the document that pages follow: the table as players see it now, in sections.

A section is sent again when its bytes change. So a phone that slept, joined late or saw an undo is treated alike, and
an event that players do not see sends nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from engine.attendance import is_present
from engine.campaign import GM
from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.events import ContestResolved
from engine.concerns.corrections.events import EventsRedone, EventsUndone
from engine.concerns.phones.events import LineTaken
from engine.concerns.safety.events import XCardShown
from engine.concerns.sessions.events import NoteMade, SceneSet
from engine.naming import names_in
from engine.registry import marks
from engine.rules.ladder import Ladder
from engine.state import State
from engine.store.codec import Unknown
from engine.value import evolve
from replay.audience.rule import View, Visible
from replay.explain.terms import add_up_event, find_chance, tell_chance
from replay.live.board import Board, CountdownSeen, set_board
from replay.live.people import tell_character
from replay.retelling.recap import recap_in
from replay.retelling.report.moments import drawn_faces
from replay.undone import undone_by
from replay.whose_lines import with_whose_lines

#: How many rolls and lines of the evening a page gets.
ROLLS_SHOWN = 8
LINES_SHOWN = 120


def sections(view: View, group: str = "") -> dict[str, Any]:
    """Return what a group's players see of their table now, as plain data by section.

    `head`: campaign, evening, scene, fight, ladder and dice. `rolls`: the last ones of the evening. `countdowns`,
    `party`: the sheets. `lines`: what happened in the evening. `proof`: the last event that players see, with its hash;
    None where their numbers are not the log's. `ended`: the recap of an evening that is over, or None.
    """
    view = view.of_group(group) if view.campaign.state.boards else view
    state, board = view.state_shown(view.campaign.state.seen_from(group)), set_board(view)
    evening = list(view.read_seen(board.start - 1)) if board.session else []
    rolls = deque((each for each in evening if marks(each.type).fell), ROLLS_SHOWN)
    return {
        "head": tell_head(view, state, board),
        "rolls": [tell_roll(view, each) for each in rolls],
        "countdowns": [tell_countdown(each) for each in board.find_open_countdowns()],
        "party": [tell_character(view, state, name) for name in shown_characters(view, state)],
        "lines": tell_lines(evening)[-LINES_SHOWN:],
        "proof": prove(view),
        "ended": None if board.open or not board.session else retell_evening(view, board.session),
    }


def tell_head(view: View, state: State, board: Board) -> dict[str, Any]:
    """Return the campaign, the evening, its scene and fight, and what the game rolls."""
    ladder = Ladder.of(state.rules)
    players = (state.sheets[name].player for name in player_characters(view, state))
    fight = board.fight and {
        "title": board.fight.title,
        "round": board.fight.round,
        "acted": [[name, name in board.acted] for name in player_characters(view, state)],
    }
    return {
        "title": state.title,
        "game": state.rules.title,
        "group": state.group,
        "session": board.session,
        "name": board.title,
        "open": board.open,
        "scene": board.scene,
        "fight": fight,
        "ladder": [[level, word] for word, level in Ladder(ladder.words, ladder.least).levels.items()],
        "dice": state.rules.check_dice,
        "uses": list(state.rules.point_uses),
        "phones": state.rules.phones,
        "players": list(dict.fromkeys(filter(None, players))),
    }


def shown_characters(view: View, state: State) -> list[str]:
    """Return the characters whose sheets players see: their own, then non-player characters who were shown."""
    own = list_joined(view, state)
    return [*player_characters(view, state), *(name for name in state.sheets if name not in own and view.sees(name))]


def player_characters(view: View, state: State) -> list[str]:
    """Return the player characters as players saw them join, of several groups those who are at this one."""
    return [name for name in list_joined(view, state) if not state.boards or is_present(state, state.sheets[name])]


def list_joined(view: View, state: State) -> list[str]:
    """Return the player characters of all groups, in the same order."""
    return [name for name in view.joined if name in state.sheets and state.sheets[name].kind == "pc"]


def tell_roll(view: View, each: Visible) -> dict[str, Any]:
    """Return a roll: its sentence, its dice, who rolled, how it went, its sums and its chance."""
    event, rules = each.event, view.campaign.state.rules_at(each.logged)
    known = "faces" not in each.blanks
    return {
        "n": each.seq,
        "text": each.text,
        "faces": list(drawn_faces(event)) if known else [],
        "sides": draw_sides(event),
        "who": list(dict.fromkeys(names_in(event, "character"))),
        "ok": event.success if isinstance(event, CheckResolved) and "success" not in each.blanks else None,
        "sums": list(tell_sums(view, each)),
        "real": any(getattr(side, "physical", False) for side in (event, *getattr(event, "participants", ()))),
        "undone": not each.counts,
        "chance": chance_of_roll(each, rules),
    }


def draw_sides(event: Any) -> list[list[Any]]:
    """Return the sides of a contest with the dice that players see of each, none for any other roll."""
    if not isinstance(event, ContestResolved):
        return []
    drawn = ((side, drawn_faces(evolve(side, dice=side.dice or event.dice))) for side in event.participants)
    return [[side.character, list(faces)] for side, faces in drawn if faces]


def tell_sums(view: View, each: Visible) -> Iterator[str]:
    """Yield the terms of a roll's sums, a line each."""
    rules = view.campaign.state.rules_at(each.logged)
    for found in add_up_event(each, rules, view.knows_level):
        yield from [found.title] if found.title else []
        yield from (term.text for term in found.terms)


def chance_of_roll(each: Visible, rules: Any) -> str:
    """Return the chance that a roll had, if players see all of it."""
    chance = find_chance(each.event, rules) if each.whole else None
    return "" if chance is None else tell_chance(each.event, rules, chance)


def tell_countdown(found: CountdownSeen) -> dict[str, Any]:
    """Return a countdown with its marks, and what happens at the end of the stage in which it is."""
    ends = accumulate(stage.boxes for stage in found.stages)
    then = (stage.effect for stage, end in zip(found.stages, ends, strict=True) if end > found.marked)
    boxes = sum(stage.boxes for stage in found.stages)
    return {"name": found.name, "marked": found.marked, "boxes": boxes, "then": next(then, ""), "cause": found.cause}


def tell_lines(evening: list[Visible]) -> list[dict[str, Any]]:
    """Return the events of an evening, a line each. An undone one says so, and why, so its undo is no other line."""
    corrections = [(each.seq, each.event) for each in evening if isinstance(each.event, EventsUndone | EventsRedone)]
    undone, first = undone_by(corrections), evening[0].seq if evening else 0
    apart = {seq for seq, event in corrections if min(event.targets, default=0) >= first}
    lines = ((each, taken) for each, taken in with_whose_lines(evening) if each.seq not in apart)
    return [tell_event(each, taken, undone[each.seq][1].reason if each.seq in undone else "") for each, taken in lines]


def tell_event(each: Visible, taken: LineTaken | None = None, why: str = "") -> dict[str, Any]:
    """Return an event of the evening as a line, with the player who proposed it, and why it was undone."""
    event = each.event
    kind = "scene" if isinstance(event, SceneSet) else "note" if isinstance(event, NoteMade) else ""
    kind = "roll" if marks(each.type).fell else kind
    anonymous = isinstance(event, Unknown | XCardShown)
    return {
        "n": each.seq,
        "text": each.text,
        "kind": kind,
        "who": [] if anonymous else list(dict.fromkeys(names_in(event, "character"))),
        "by": "" if anonymous or each.by == GM else each.by,
        "proposed_by": taken.player if taken else "",
        "undone": not each.counts,
        **({"why": why} if why else {}),
    }


def prove(view: View) -> dict[str, Any] | None:
    """Return the last event that players see, with its hash, by which a page notices another log."""
    if not view.numbering.has_gaps:
        return None
    campaign = view.campaign
    last = next((seq for seq in range(campaign.state.seq, 0, -1) if seq not in view.withheld), 0)
    row = campaign.log.at(last) if last else None
    return None if row is None else {"n": last, "hash": row.hash.hex(), "campaign": campaign.log.campaign}


def retell_evening(view: View, session: int) -> list[dict[str, Any]]:
    """Return the recap of an evening that is over, line by line."""
    return [{"n": list(line.seq), "kind": line.kind, "text": line.text} for line in recap_in(view, session).lines]
