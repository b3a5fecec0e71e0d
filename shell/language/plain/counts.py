"""Finders for counts in other notations, and for what the program itself prints."""

from __future__ import annotations

from collections.abc import Iterator

from engine.patterns import pattern
from shell.language.kinds.text import spelled_name
from shell.language.kinds.things import COUNTED_THING
from shell.language.plain.account import AS_TYPED, NEW_NAME, Wording
from shell.language.plain.stuck import Stuck

TYPED_COUNT = "count"
OWN_OUTPUT = "own output"

#: A count behind a thing or before it, and the signs beside a count.
COUNTED = pattern(r"[x×](\d{1,4})|(\d{1,4})[x×]|\((\d{1,4})\)", flags=2)
TIMES = frozenset({"x", "×"})

#: A number with commas between thousands.
THOUSANDS = pattern(r"\d{1,3}(?:,\d{3})+")

#: The faces of dice as they are printed, side by side.
FACES_IN_BRACKETS = pattern(r"(?:\[\s*[-+−0-9]?\s*\]\s*)+")

#: The modifier that is printed behind a state.
OWN_MODIFIER = pattern(r"\(([+\-−]\d{1,3}|0)\)")


def count_otherwise(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with a count before the thing that it counts."""
    for index in stuck.near[-2:]:
        word = stuck.word(index)
        if THOUSANDS.fullmatch(word):
            yield from stuck.wording.change(index, index + 1, word.replace(",", ""), TYPED_COUNT)
        if stuck.parse.phrase is not None and stuck.parse.phrase.head == "tick" and (times := COUNTED.fullmatch(word)):
            yield from stuck.wording.change(index, index + 1, times[1] or times[2] or times[3], TYPED_COUNT)
        if stuck.parse.phrase is not None and stuck.parse.phrase.head == "npc" and (found := COUNTED.fullmatch(word)):
            yield from move_count(stuck, index, index + 1, found[1] or found[2] or found[3])
        if stuck.parse.phrase is None or not {"item", "count"} <= stuck.parse.phrase.filled:
            continue
        if (joined := COUNTED_THING.fullmatch(stuck.segments[index].became)) is not None:
            yield from stuck.wording.change(index, index + 1, f"{joined[2]} {spelled_name(joined[1])}", TYPED_COUNT)
        if word in TIMES and stuck.word(index - 1).isdecimal():
            yield from stuck.wording.leave_out(index, TYPED_COUNT)
        elif word in TIMES and stuck.word(index + 1).isdecimal():
            yield from move_count(stuck, index, index + 2, stuck.word(index + 1))
        elif (found := COUNTED.fullmatch(word)) is not None:
            yield from move_count(stuck, index, index + 1, found[1] or found[2] or found[3])


def move_count(stuck: Stuck, start: int, end: int, count: str) -> Iterator[Wording]:
    """Yield the line with a count before the thing that stands before it, or else where it is."""
    thing = stuck.parse.place("item") or stuck.parse.place("name")
    first = stuck.wording.find(thing[0]) if thing else start
    for changed in stuck.wording.change(start, end, count, TYPED_COUNT):
        counted = changed.segments[start]
        rest = (*changed.segments[:start], *changed.segments[start + 1 :])
        if first < start and all(each.relation in (AS_TYPED, NEW_NAME) for each in rest[first:start]):
            yield Wording((*rest[:first], counted, *rest[first:]))
        elif first >= start:
            yield changed


def read_own_output(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with faces in brackets as they are typed, or without the modifier printed behind a state."""
    if stuck.at < len(stuck.segments):
        start = stuck.starts[stuck.at]
        faces = FACES_IN_BRACKETS.match(stuck.wording.text, start)
        if faces is not None:
            shown = [each.strip() or "0" for each in pattern(r"\[(.*?)\]").findall(faces[0])]
            indices = stuck.wording.between(start, start + len(faces[0].rstrip()))
            yield from stuck.wording.change(indices[0], indices[-1] + 1, " ".join(shown), OWN_OUTPUT)
        modifier, before = OWN_MODIFIER.fullmatch(stuck.word(stuck.at)), stuck.mark_of(stuck.before(stuck.at))
        if modifier is not None and before is not None and before.role == "state" and stuck.state is not None:
            status = stuck.state.statuses.get(str(stuck.parse.values.get("status", "")))
            own = next((step.modifier for step in status.states if step.name == before.value), None) if status else None
            if own == int(modifier[1].replace("−", "-")):
                yield from stuck.wording.leave_out(stuck.at, OWN_OUTPUT)
