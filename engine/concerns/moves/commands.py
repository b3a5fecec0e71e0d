"""Commands about moves of the game master and questions to the players."""

from __future__ import annotations

from engine.registry import Ask, chapter, command
from engine.types import Character, EventNumber, GmMove, Text
from engine.value import value

chapter(96, "Secrets, safety and moves", __name__)


@command("gm")
@value
class ShowMoves(Ask):
    """Show the game master's moves by number, who is asked, and open questions.

    “rules gm-moves A, B” makes a list of your own. What an NPC's characteristic “Behaviour” says is a move too.
    """


@command("gm MOVE [to WHO] [unfinished] TEXT")
@value
class MakeMove:
    """Make a move: something happens, and a player says what comes next.

    MOVE is a move by its number or its beginning: “gm” lists them. Players see the TEXT, which is the rest of the
    line, and never the name of the move. WHO is the character whose player is asked; without it all are. After
    “unfinished” nobody is asked yet.

    gm 1 The drums in the deep begin again
    gm future to Obazana Smoke rises from your village
    """

    move: GmMove
    text: Text
    who: Character | None = None
    unfinished: bool = False


@command("ask WHO TEXT", each="who")
@value
class AskPlayer:
    """Ask a leading question, which a player answers about the world.

    WHO is the character whose player is asked. TEXT is the rest of the line. “answer” keeps what they say.

    ask Obazana Why does the duke owe you a favour?
    """

    who: Character
    text: Text


@command("answer EVENT TEXT")
@value
class AnswerLeadingQuestion:
    """Keep a player's answer to a leading question.

    EVENT is the question, such as #57. TEXT is the rest of the line.

    answer #57 We hid his brother in the mill
    """

    event: EventNumber
    text: Text
