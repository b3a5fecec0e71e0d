"""Attitudes of NPCs to others, and effects on reactions to a character."""

from __future__ import annotations

from engine.concerns.rolls.events import AttitudeSet
from engine.own import Own
from engine.refusal import Refused
from engine.registry import shows
from engine.rules.modifiers import in_force
from engine.rules.parts import Part
from engine.state import Sheet, State
from engine.text import because

#: The kind of action for effects on how NPCs take to a character.
REACTIONS = ("reactions", "reaction")


#: The attitudes of an NPC, one for each character, oldest first.
ATTITUDES: Own[tuple[AttitudeSet, ...]] = Own("attitudes", ())


def attitude_to(sheet: Sheet, towards: str | None) -> AttitudeSet | None:
    """Return the attitude of an NPC to somebody, if one was set (FU-67)."""
    return next((each for each in ATTITUDES.of(sheet) if each.towards == towards), None)


def must_react(sheet: Sheet, towards: str | None) -> None:
    """Refuse the reaction of a player character, or of somebody to themselves (FU-68)."""
    if sheet.kind == "pc":
        raise Refused(f"{sheet.name} is a player character: the player decides", about="who")
    if sheet.name == towards:
        raise Refused(f"{sheet.name} reacts to others", about="towards", value=towards)


def reaction_parts(state: State, sheet: Sheet) -> tuple[Part, ...]:
    """Return a sheet's modifiers to how NPCs take to the character (FU-69)."""
    found = (lent for lent in in_force(state, sheet, "A") if (lent.effect.when or "").casefold() in REACTIONS)
    return tuple(lent.part for lent in found if not lent.effect.on)


@shows(70, "attitudes", "Attitudes", gm_only=True)
def attitudes_shown(state: State, sheet: Sheet) -> str | None:
    """Return an NPC's attitudes that were set, or None."""
    said = (f"to {each.towards} {each.attitude}{because(each.reason)}" for each in ATTITUDES.of(sheet))
    return "; ".join(said) or None
