"""What keeps a character from acting or defending, and the line that ends it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.known import the_sheet
from engine.refusal import Refused
from engine.rules.modifiers import in_force
from engine.rules.parts import DEAD, NO_ACTION, NO_DEFENCE, OUTSIDE, Lent
from engine.state import Sheet, State
from engine.text import quote

#: What somebody with a ban cannot do.
CANNOT = {NO_ACTION: "cannot act", NO_DEFENCE: "cannot defend"}


def find_ban(state: State, sheet: Sheet, ban: str = NO_ACTION) -> Lent | None:
    """Return the first thing that forbids a character to act (PF-11, FL-22), or what else the ban says, or None."""
    return next(iter(in_force(state, sheet, ban)), None)


def why_banned(state: State, sheet: Sheet, ban: str = NO_ACTION) -> str | None:
    """Return in words what forbids a character to act, or what else the ban says, or None."""
    found = find_ban(state, sheet, ban)
    return None if found is None else describe_ban(sheet, found, ban)


def describe_ban(sheet: Sheet, found: Lent, ban: str) -> str:
    """Return in words what forbids a character to act, or what else the ban says."""
    if found.source == OUTSIDE:
        return f"{sheet.name} is out of play: {found.name}"
    if found.source == "status":
        return f"{sheet.name} is {found.part.brief}, and {CANNOT[ban]}"
    return f"{sheet.name} {CANNOT[ban]}: {found.name}"


def refuse_banned(state: State, sheet: Sheet, about: str, ban: str = NO_ACTION) -> Refused | None:
    """Return the refusal of what something forbids a character, with the line that ends this, or None."""
    found = find_ban(state, sheet, ban)
    if found is None:
        return None
    instead = f"give a level in place of {sheet.name}'s trait, or “yields” in a contest"
    cure = instead if ban == NO_DEFENCE else advise_end(sheet, found)
    hint = f"{cure}; “anyway” at the end rolls all the same"
    return Refused(describe_ban(sheet, found, ban), about=about, value=sheet.name, hint=hint)


def refuse_check(state: State, who: str, opponent: str | None) -> Iterator[Refused]:
    """Yield the refusals of a check by somebody who cannot act, or against somebody who cannot defend."""
    found = [refuse_banned(state, the_sheet(state, who), "who")]
    if opponent is not None:
        found.append(refuse_banned(state, the_sheet(state, opponent, "opponent"), "opponent", NO_DEFENCE))
    yield from (refused for refused in found if refused is not None)


def advise_end(sheet: Sheet, found: Lent) -> str:
    """Return the line that ends a ban."""
    who = quote(sheet.name)
    if found.source == OUTSIDE:
        return f"{spell_revive(sheet, found.name)} brings {sheet.name} back"
    if found.source == "status":
        return f"“status {who} {quote(found.name.partition(': ')[0])} up” if that is over"
    return f"“effect {who} {quote(found.name)} ends” if that is over"


def spell_revive(sheet: Sheet, how: str) -> str:
    """Return the line that brings a character back into play. The dead need a reason."""
    return f"“revive {quote(sheet.name)}{' for REASON' if how == DEAD else ''}”"
