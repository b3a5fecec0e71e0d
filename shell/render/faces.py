"""Draw dice as they lie on the table: `[+][ ][−][−]`."""

from __future__ import annotations

from collections.abc import Sequence

from engine.narrate import tell
from engine.registry import Event
from engine.store.codec import Unknown
from engine.text import list_faces
from shell.render.heard import say_faces, say_or_show

#: The most dice that are drawn. More are written as in the log.
MOST_FACES_DRAWN = 8

BLANK_FACE = "0"


def draw_faces(said: str, dice: str, faces: Sequence[int]) -> str:
    """Return a sentence with the faces of its Fudge dice drawn, or in words with `--plain`.

    >>> draw_faces("roll + 0 − − = −1 (4dF)", "4dF", (1, 0, -1, -1))
    'roll [+][ ][−][−] = −1 (4dF)'
    """
    listed = list_faces(dice, faces)
    if not 1 < len(faces) <= MOST_FACES_DRAWN or not set(listed) <= set("+−0 "):
        return said
    boxes = "".join(f"[{' ' if face == BLANK_FACE else face}]" for face in listed.split())
    drawn = say_or_show(say_faces(listed), boxes)
    return said.replace(f"{listed} = ", f"{drawn} = ", 1)


def tell_drawn(event: Event | Unknown) -> str:
    """Return a sentence of the log about a roll, with its dice drawn."""
    return draw_faces_of(event, tell(event))


def draw_faces_of(event: Event | Unknown, said: str) -> str:
    """Return a sentence about an event with the faces of its dice drawn, if it has any."""
    dice, faces = getattr(event, "dice", None), getattr(event, "faces", None)
    return draw_faces(said, dice, faces) if dice and faces else said
