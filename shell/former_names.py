"""Names of the past: a look at it may call things as they were called then."""

from __future__ import annotations

import re

from engine.campaign import Campaign
from engine.each import Each, commands_in
from engine.naming import NameStep, Steps, Swap, inverse, names_in, rename, rename_in
from engine.patterns import pattern
from engine.refusal import Refused
from engine.registry import Ask, name_finders
from engine.state import State
from engine.types import Point
from engine.value import evolve
from shell.language.grammar import FirstWord, Phrase
from shell.language.kinds.table import POINT_SPELLED, find_kind
from shell.language.kinds.text import without_comment
from shell.language.nodes import Slot, walk_nodes
from shell.language.parse import Parse

#: The points of the history at the end of a line, and whether the look is corrected.
POINTS_AT_END = pattern(rf'(?:(?<=\s)"?{POINT_SPELLED}"?(?:\s+|$))+(?P<corrected>corrected\s*)?$')


def state_with_names(campaign: Campaign, line: str, first: FirstWord) -> State:
    """Return the state whose names a line uses: for a question about the past, that of its point.

    The point is found from the end of the line, because that needs no names. Of two points the later counts.
    """
    asked = points_of_line(line, first)
    if asked is None:
        return campaign.state
    points, corrected = asked
    try:
        seq = max(campaign.point(point) for point in points)
    except Refused:  # a missing point is reported once the line is read
        return campaign.state
    return with_names_of_then(campaign.state_at(seq, corrected=corrected), campaign.names_at(seq))


def with_names_of_then(state: State, steps: Steps) -> State:
    """Return the state with former names added, except those that something now has."""
    for kind in dict.fromkeys(step.swap.kind for step in steps):
        present = set(name_finders()[kind](state))
        for name in present:
            then = rename(inverse(steps), kind, name)
            if then not in present:
                state.formerly[kind, then] = name
    return state


def with_present_names(parse: Parse, state: State | None) -> Parse:
    """Return a reading with the present names in the place of former ones."""
    if state is None or not state.formerly or parse.command is None:
        return parse
    from engine.concerns.chronicle.commands import AskWhy  # few lines use former names

    found = commands_in(parse.command)
    typed = [
        (each, now) for each, now in state.formerly.items() if any(each[1] in names_in(one, each[0]) for one in found)
    ]
    steps = tuple(NameStep(Swap(kind, then, now)) for (kind, then), now in typed)
    command, *others = [rename_in(one, steps) for one in found]
    if isinstance(command, AskWhy):
        command = evolve(command, name=present_value(state, command.name))
    values = {name: getattr(command, name) for name in parse.values}
    return evolve(parse, values=values, listed=Each((command, *others)).whom if others else parse.listed)


def present_value(state: State, typed: str) -> str:
    """Return the present name of a value on a sheet, which can be of any kind."""
    former = {then: now for (_, then), now in state.formerly.items()}
    in_use = any(typed in find(state) for find in name_finders().values())
    return typed if in_use else former.get(typed, typed)


def points_of_line(line: str, first: FirstWord) -> tuple[list[str], bool] | None:
    """Return the points at the end of a question and whether it says “corrected”, or None for other lines."""
    if not any(issubclass(phrase.cls, Ask) and asks_of_a_point(phrase) for phrase in first.usages):
        return None
    end = POINTS_AT_END.search(without_comment(line))
    if end is None:
        return None
    text = end[0].removesuffix(end["corrected"] or "")
    return [match[0] for match in re.finditer(POINT_SPELLED, text)], bool(end["corrected"])


def asks_of_a_point(phrase: Phrase) -> bool:
    """Return whether a usage line asks what was so at a point of the history. A replay only begins there."""
    slots = (node for node in walk_nodes(phrase.body) if isinstance(node, Slot))
    return phrase.head != "replay" and any(slot.kind is find_kind(Point) for slot in slots)
