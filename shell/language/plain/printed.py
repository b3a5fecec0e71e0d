"""Finders for what the program itself prints, typed back where it belongs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.patterns import pattern
from engine.rules.ladder import Ladder
from engine.rules.modifiers import ability
from engine.text import with_sign
from shell.language.kinds.text import fold_case
from shell.language.parse import Span
from shell.language.plain.account import Wording
from shell.language.plain.counts import OWN_OUTPUT
from shell.language.plain.stuck import Stuck

#: Something printed in brackets behind a name.
IN_BRACKETS = pattern(r"\(([^()]+)\)")

#: The state that somebody is in, as a sheet shows it among the others.
STATE_SHOWN = pattern(r"\[(?P<state>[^\[\]()]+?)(?: \([+−-]?\d+\))?\]")

#: The numbers of a roll as they are added up, and faces between brackets and commas.
ADDED_UP = pattern(r"\d+(?:\s*\+\s*\d+)+")
FACES_LISTED = pattern(r"[(\[]\s*[-+−0-9](?:\s*,?\s*[-+−0-9])+\s*[)\]]")

#: Events that follow on each other, and how many of them are named one by one.
FROM_TO = pattern(r"#(\d{1,9})\s*[–-]\s*#?(\d{1,9})")
MOST_EVENTS_NAMED = 20


def match_here(stuck: Stuck, shape: re.Pattern[str]) -> re.Match[str] | None:
    """Return the match of a pattern at the problem, or None."""
    return shape.match(stuck.wording.text, stuck.starts[stuck.at]) if stuck.at in stuck.starts else None


def leave_out_brackets(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line without what is printed in brackets behind a level, a trait or a thing, if it is so."""
    found = match_here(stuck, IN_BRACKETS)
    before = stuck.mark_of(stuck.before(stuck.at))
    if found is None or before is None or fold_case(found[1].replace("-", "−")) not in beside(stuck, before):
        return
    indices = stuck.wording.between(found.start(), found.end())
    yield from stuck.wording.change(indices[0], indices[-1] + 1, "", OWN_OUTPUT)


def beside(stuck: Stuck, mark: Span) -> set[str]:
    """Return what is printed in brackets behind a level, a trait of a character, or a thing, in small letters."""
    state, who = stuck.state, stuck.parse.values.get("who")
    sheet = state.sheets.get(who) if state and isinstance(who, str) else None
    if state is None:
        return set()
    if mark.role == "level" and isinstance(mark.value, int):
        return {with_sign(mark.value), str(mark.value).replace("-", "−")}
    if sheet is None or not isinstance(mark.value, str):
        return set()
    if mark.role == "ability" and sheet.is_trained(mark.value):
        level = ability(state, sheet, mark.value).unmodified
        return {fold_case(Ladder.of(state.rules).name_of(level)), with_sign(level), str(level).replace("-", "−")}
    if mark.role == "item":
        return {fold_case(each.note) for each in sheet.stacks.values() if each.name == mark.value and each.note}
    return set()


def read_shown_state(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with a state for one in square brackets, and with faces for numbers as they are printed."""
    wants_state = any(slot.name == "state" for slot, _ in stuck.slots_wanted())
    wants_faces = stuck.word(stuck.before(stuck.at)) in ("rolled", "=") or stuck.problem.wanted == "faces"
    for shape, wanted in ((STATE_SHOWN, wants_state), (FACES_LISTED, wants_faces), (ADDED_UP, wants_faces)):
        found = match_here(stuck, shape) if wanted else None
        if found is None:
            continue
        became = found["state"] if shape is STATE_SHOWN else " ".join(pattern(r"\d+|[-+−]\d*").findall(found[0]))
        became = became if shape is not ADDED_UP else " ".join(pattern(r"\d+").findall(found[0]))
        indices = stuck.wording.between(found.start(), found.end())
        yield from stuck.wording.change(indices[0], indices[-1] + 1, became, OWN_OUTPUT)


def name_each_event(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with each number of some events that follow on each other."""
    found = match_here(stuck, FROM_TO)
    if found is None or not any("event number" in slot.name for slot, _ in stuck.slots_wanted()):
        return
    first, last = int(found[1]), int(found[2])
    if 0 <= last - first < MOST_EVENTS_NAMED:
        indices = stuck.wording.between(found.start(), found.end())
        became = " ".join(f"#{seq}" for seq in range(first, last + 1))
        yield from stuck.wording.change(indices[0], indices[-1] + 1, became, OWN_OUTPUT)
