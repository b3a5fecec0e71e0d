"""Commands about session zero and safety."""

from __future__ import annotations

from engine.registry import Ask, OfTheLog, chapter, command
from engine.types import AgendaTopic, Character, Limit, Text, Title
from engine.value import value

chapter(94, "Secrets, safety and moves", __name__)


@command("session zero [TITLE]")
@value
class HoldSessionZero:
    """Begin session zero: agree on the game before the first session.

    TITLE is the rest of the line. The answer is the agenda; “agree” shows it at any time.

    session zero At Imke's kitchen table
    """

    title: Title = ""


@command("agree")
@value
class ShowAgenda(Ask):
    """Show what the group agreed on, and the open topics of session zero."""


@command("agree TOPIC TEXT")
@value
class Agree:
    """Write down what the group agreed on.

    “agree” alone shows every TOPIC of session zero. TEXT is the rest of the line; a later one replaces it.

    agree phones on silent, in the bag
    """

    topic: AgendaTopic
    text: Text


@command("concept WHO", each="who")
@value
class ShowConcept(Ask):
    """Show seven questions to ask about a new character, and what its sheet answers.

    WHO is the character. “set WHO NAME = TEXT” writes an answer on the sheet.

    concept Obazana
    """

    who: Character


@command("line TEXT")
@value
class DrawLine:
    """Draw a line: something that never appears in this game. Nobody is named for it.

    TEXT is the rest of the line.

    line harm to animals
    """

    text: Limit


@command("veil TEXT")
@value
class DrawVeil:
    """Draw a veil: something that may happen, but not on screen.

    Nobody is named for it. TEXT is the rest of the line.

    veil torture
    """

    text: Limit


@command("xcard [back]")
@value
class ShowXCard(OfTheLog):
    """X-card: stop what is happening. The log keeps neither who showed it nor why.

    “xcard back” also undoes everything since the scene began. “redo” restores that, and “undo” undoes the card too.

    xcard
    xcard back
    """

    back: bool = False
