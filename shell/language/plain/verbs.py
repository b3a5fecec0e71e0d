"""Finders for verbs: turned round with their subject, or left out."""

from __future__ import annotations

from collections.abc import Iterator

from shell.language.kinds.plausible import OUT_WORDS
from shell.language.kinds.text import fold_case
from shell.language.plain.account import Wording
from shell.language.plain.stuck import Stuck

TURNED = "turned round"
VERB_LEFT_OUT = "verb left out"

#: Verbs whose first name does what they say, so that the name may come first.
OF_THE_SUBJECT = ("check", "drop", "gain", "lose", "move", "pass", "raise", "sign", "spend")

#: Those of them of which one thing is meant where no number stands, or all.
OF_THINGS = frozenset({"drop", "move", "pass"})

#: Steps of a status.
STEP_WORDS = frozenset({"up", "down"})


def inflect(verb: str) -> str:
    """Return a verb as somebody does it: “drops”, “passes”, “carries”."""
    return f"{verb[:-1]}ies" if verb.endswith("ry") else f"{verb}es" if verb.endswith(("s", "ch")) else f"{verb}s"


TURNABLE = {form: verb for verb in OF_THE_SUBJECT for form in (verb, inflect(verb))}


def turn_round(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with its verb before its subject."""
    if not stuck.somebody_at(0):
        return
    for index in range(1, min(4, len(stuck.segments))):
        if (verb := TURNABLE.get(stuck.word(index))) is not None:
            for turned in stuck.wording.move(index, 0, verb, TURNED):
                yield turned
                if verb in OF_THINGS and is_of_many(stuck, index + 1):
                    yield turned.insert(index + 1, "all", TURNED)


def is_of_many(stuck: Stuck, index: int) -> bool:
    """Return whether a segment begins the plural name of several things that are one stack, so all may be meant."""
    word = stuck.word(index)
    stacks = [stack for sheet in stuck.state.sheets.values() for stack in sheet.stacks.values()] if stuck.state else []
    named = [stack for stack in stacks if word and fold_case(stack.name).startswith(word)]
    return word.endswith("s") and any(stack.quantity > 1 for stack in named)


def add_verb(stuck: Stuck) -> Iterator[Wording]:
    """Yield a line without a verb with “status” or “out” before it, if it ends in a state, a step or a way out."""
    if not (stuck.somebody_at(0) or stuck.word(0) == "all") or not stuck.segments[0].typed or stuck.state is None:
        return
    last = next((word for index in range(len(stuck.segments) - 1, 0, -1) if (word := stuck.word(index))), "")
    states = {fold_case(step.name) for status in stuck.state.statuses.values() for step in status.states}
    if last in OUT_WORDS:
        yield stuck.wording.insert(0, "out", VERB_LEFT_OUT)
    elif last in STEP_WORDS or any(name.endswith(last) for name in states):
        yield stuck.wording.insert(0, "status", VERB_LEFT_OUT)
