"""The moves to choose from, the character who is asked, and open questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.concerns.safety.sheet import agreements
from engine.concerns.tracks.sheet import OUT_OF_PLAY
from engine.own import OfGroup, Own
from engine.refusal import Refused
from engine.state import Sheet, State
from engine.types import Character, EventNumber, GmMove
from engine.value import value

#: Moves for games without much danger, which can replace the others (RT-08).
PEACEFUL: tuple[GmMove, ...] = (
    "offer an opportunity",
    "show a conflict",
    "give somebody a conflicting priority",
    "encounter a character",
    "share a person's history or goals",
    "let the player succeed",
)

#: The characteristics of an NPC that describe its usual behaviour.
BEHAVIOURS = ("behaviour", "behaviours", "behavior", "behaviors")


@value
class Awaited:
    """Who is asked for the next action, and since which event. `character` is None if all players are."""

    event: EventNumber
    character: Character | None = None


@value
class LeadingQuestion:
    """A leading question, and the number of the event that answered it."""

    character: Character
    text: str
    answer: EventNumber | None = None


#: Who is asked what comes next; None if nobody is.
AWAITED: OfGroup[Awaited | None] = OfGroup("awaited", None)

#: Every leading question by its number.
LEADING_QUESTIONS: Own[Mapping[EventNumber, LeadingQuestion]] = Own("leading-questions", {})


def moves(state: State) -> dict[GmMove, str]:
    """Return every move: those to choose from first, then the behaviour of other NPCs."""
    return listed_moves(state) | {label: text for _, label, text in behaviours(state)}


def listed_moves(state: State) -> dict[GmMove, str]:
    """Return the moves to choose from: those of the rules, then the NPCs' (FL-62).

    An NPC's move is its usual behaviour, in the words on its sheet. NPCs out of play have none, and of several with the
    same move the first one has it.
    """
    first: dict[str, GmMove] = {}
    for sheet, label, text in behaviours(state):
        if OUT_OF_PLAY.of(sheet) is None:
            first.setdefault(text, label)
    return dict.fromkeys(state.rules.gm_moves, "") | {label: text for text, label in first.items()}


def behaviours(state: State) -> Iterator[tuple[Sheet, GmMove, str]]:
    """Yield each NPC's usual behaviour, as a move."""
    for sheet in state.sheets.values():
        for name, text in sheet.characteristics.items():
            if sheet.kind == "npc" and name.casefold() in BEHAVIOURS:
                yield sheet, f"{sheet.name}'s {name.casefold()}", text


def the_question(state: State, number: int) -> LeadingQuestion:
    """Return a leading question without an answer. Raise Refused if it has one, or is no question."""
    found = LEADING_QUESTIONS.of(state).get(number)
    if found is None:
        waiting = [f"#{seq}" for seq, each in LEADING_QUESTIONS.of(state).items() if each.answer is None]
        hint = f"without an answer: {', '.join(waiting)}" if waiting else "“ask WHO TEXT” asks one"
        raise Refused(f"#{number} is not a leading question", about="event", hint=hint)
    if found.answer is not None:
        raise Refused(f"#{number} was answered by #{found.answer}", about="event", hint=f"“undo #{found.answer}” first")
    return found


def is_world_shared(state: State) -> bool | None:
    """Return whether players help to build the world, or None if the group has not decided (FL-07)."""
    said = agreements(state).answer("world-building").casefold().split()
    return None if not said else said[0].strip(",.;:!") not in ("no", "never", "not")
