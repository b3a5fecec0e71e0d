"""Signs that eyes take in at once, and the words that `--plain` has for ears instead."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.tracks.sheet import StateView, boxes_text
from engine.text import because, with_sign
from shell.output import PLAIN

#: The faces of Fudge dice that are signs, in words.
SPOKEN_FACES = {"+": "plus", "−": "minus"}


def say_or_show(words: str, sign: str) -> str:
    """Return the words with `--plain`, or else the sign."""
    return words if PLAIN.get() else sign


def say_faces(listed: str) -> str:
    """Return the faces of Fudge dice in words.

    >>> say_faces("0 + 0 −")
    '0, plus, 0, minus'
    """
    return ", ".join(SPOKEN_FACES.get(face, face) for face in listed.split())


def tick_box(*, done: bool) -> str:
    """Return a box of a list of things to do, crossed if it is done."""
    return say_or_show("done:" if done else "open:", f"[{'x' if done else ' '}]")


def draw_states(states: Iterable[StateView]) -> str:
    """Return the states of a track with their boxes, or with how many of them are marked."""
    return ", ".join(map(say_state, states)) if PLAIN.get() else "  ".join(map(boxes_text, states))


def say_state(state: StateView) -> str:
    """Say how many boxes of a state are marked, and by what."""
    marks = (" ".join(filter(None, (each.name, "permanent" * each.permanent))) for each in state.marks)
    modifier = f" ({with_sign(state.modifier)})" if state.modifier else ""
    takes = f" takes {state.takes}" if state.takes else ""
    named = because(", ".join(filter(None, marks)))
    return f"{state.state}{modifier} {len(state.marks)} of {state.boxes} marked{named}{takes}"
