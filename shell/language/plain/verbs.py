"""Finders for verbs: turned round with their subject, or left out."""

from __future__ import annotations

from collections.abc import Iterator

from engine.patterns import pattern
from shell.language import names
from shell.language.kinds.plausible import OUT_WORDS
from shell.language.kinds.text import ARTICLES, fold_case
from shell.language.parse import Scene
from shell.language.plain.account import Wording
from shell.language.plain.stuck import Stuck

TURNED = "turned round"
VERB_LEFT_OUT = "verb left out"

#: Verbs whose first name does what they say, so that the name may come first.
OF_THE_SUBJECT = (
    "check",
    "drop",
    "gain",
    "hit",
    "lose",
    "move",
    "pass",
    "point",
    "raise",
    "recover",
    "sign",
    "spend",
)

#: Those of them of which one thing is meant where no number stands, or all.
OF_THINGS = frozenset({"drop", "move", "pass"})

#: Steps of a status.
STEP_WORDS = frozenset({"up", "down"})


def inflect(verb: str) -> str:
    """Return a verb as somebody does it: “drops”, “passes”, “carries”."""
    return f"{verb[:-1]}ies" if verb.endswith("ry") else f"{verb}es" if verb.endswith(("s", "ch")) else f"{verb}s"


TURNABLE = {form: verb for verb in OF_THE_SUBJECT for form in (verb, inflect(verb))}

#: XP that are gained, in one word.
GAINED_XP = pattern(r"\+\d+xp")

#: What a countdown does.
TICKS = frozenset({"tick", "ticks"})

#: What stands before a number with a sign or = at the end of a line, or before its reason.
BEFORE_STEP = pattern(r"(.*\S)\s+[+\-−=]\s?\d+(?:\s+for\s.*)?")


def turn_round(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with its verb before its subject."""
    if not stuck.somebody_at(0):
        yield from turn_tick(stuck)
        return
    for index in range(1, min(4, len(stuck.segments))):
        if (verb := TURNABLE.get(stuck.word(index))) is not None:
            for turned in stuck.wording.move(index, 0, verb, TURNED):
                yield turned
                thing = index + 1 + (stuck.word(index + 1) in ARTICLES)
                if verb in OF_THINGS and is_of_many(stuck, thing):
                    yield turned.insert(index + 1, "all", TURNED)


def turn_tick(stuck: Stuck) -> Iterator[Wording]:
    """Yield “tick” before a countdown that a line begins with, and that ticks."""
    place = stuck.find_word(TICKS)
    if place and stuck.state is not None:
        named = fold_case(stuck.wording.text[: stuck.starts[place]].strip())
        if named in map(fold_case, names.countdown_names(Scene(stuck.state))):
            yield from stuck.wording.move(place, 0, "tick", TURNED)


def is_of_many(stuck: Stuck, index: int) -> bool:
    """Return whether a segment begins the plural name of several things that are one stack, so all may be meant."""
    word = stuck.word(index)
    stacks = [stack for sheet in stuck.state.sheets.values() for stack in sheet.stacks.values()] if stuck.state else []
    named = [stack for stack in stacks if word and fold_case(stack.name).startswith(word)]
    return word.endswith("s") and any(stack.quantity > 1 for stack in named)


def add_verb(stuck: Stuck) -> Iterator[Wording]:
    """Yield a line without a verb with “status” or “out” before it.

    It ends in a state, a step, a way out, or a counter's name and by how much it moves.
    """
    if not (stuck.somebody_at(0) or stuck.word(0) == "all") or not stuck.segments[0].typed or stuck.state is None:
        return
    yield from add_verb_of_xp(stuck)
    last = next((word for index in range(len(stuck.segments) - 1, 0, -1) if (word := stuck.word(index))), "")
    states = {fold_case(step.name) for status in stuck.state.statuses.values() for step in status.states}
    if last in OUT_WORDS:
        yield stuck.wording.insert(0, "out", VERB_LEFT_OUT)
    elif last in STEP_WORDS or any(name.endswith(last) for name in states) or moves_counter(stuck):
        yield stuck.wording.insert(0, "status", VERB_LEFT_OUT)


def add_verb_of_xp(stuck: Stuck) -> Iterator[Wording]:
    """Yield “award” before somebody and “+2 xp”, and “ledger” for somebody and “xp”."""
    place = stuck.find_word({"xp"})
    somebody = stuck.read_somebody(0)
    joined = next((index for index in range(1, len(stuck.segments)) if GAINED_XP.fullmatch(stuck.word(index))), 0)
    if joined:
        for apart in stuck.wording.change(joined, joined + 1, stuck.word(joined)[:-2], VERB_LEFT_OUT):
            yield apart.insert(0, "award", VERB_LEFT_OUT)
    elif place and stuck.word(place - 1).startswith("+"):
        for shorter in stuck.wording.leave_out(place, VERB_LEFT_OUT):
            yield shorter.insert(0, "award", VERB_LEFT_OUT)
    elif place and somebody is not None and somebody[1] == place == len(stuck.segments) - 1:
        yield from stuck.wording.move(place, 0, "ledger", VERB_LEFT_OUT)


def moves_counter(stuck: Stuck) -> bool:
    """Return whether a line ends in the name of a counter and a number with a sign."""
    counters = map(fold_case, names.counters(Scene(stuck.state)))
    found = BEFORE_STEP.fullmatch(fold_case(stuck.wording.text))
    return found is not None and any(found[1].endswith(f" {name}") for name in counters)
