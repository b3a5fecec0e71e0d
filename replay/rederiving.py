"""Rolls worked out again: from what was recorded of the dice, and from the sheets as they stood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from engine.dice import Dice, DiceError, read_dice
from engine.events import CheckResolved, ContestResolved, DiceRolled, Entrant, Part
from engine.modifiers import ability, action_parts
from engine.state import State
from engine.value import value
from replay.words import listed, parts, plain, signed

Roll = DiceRolled | CheckResolved | ContestResolved


@value
class Discrepancy:
    """Something that was recorded of a roll and does not follow: `what` should be `expected`, and `found` stands there.

    `rule` is `level-mismatch` or `modifier-mismatch` for what the sheets brought, `outcome-mismatch` for what came
    of it.
    """

    rule: str
    what: str
    expected: str | int | bool | None
    found: str | int | bool | None

    @property
    def text(self) -> str:
        """The discrepancy as a sentence."""
        return f"{self.what} was recorded as {said(self.found)}, but it comes to {said(self.expected)}"


def said(found: str | int | bool | None) -> str:
    """A value as it is read aloud."""
    if isinstance(found, bool) or found is None:
        return {True: "success", False: "failure", None: "none"}[found]
    return plain(found) if isinstance(found, int) else found


def discrepancies(state: State, event: Roll) -> Iterator[Discrepancy]:
    """What does not follow in a roll, given the state as it stood when the dice fell."""
    match event:
        case DiceRolled():
            yield from _roll(event)
        case CheckResolved():
            yield from _check(state, event)
        case ContestResolved():
            yield from _contest(state, event)


def _differ(what: str, expected: str | int | bool | None, found: str | int | bool | None) -> Iterator[Discrepancy]:
    if expected != found:
        yield Discrepancy("outcome-mismatch", what, expected, found)


def _roll(event: DiceRolled) -> Iterator[Discrepancy]:
    yield from _dice("the roll", event.dice, event.faces, event.roll)
    yield from _differ("the total", event.roll + _sum(event.modifiers), event.total)


# --- a check ---------------------------------------------------------------------------------------------------


def _check(state: State, event: CheckResolved) -> Iterator[Discrepancy]:
    own = Side(event.character, event.trait, event.unmodified, event.level_modifiers, event.level, event.modifiers)
    yield from _brought(state, own, event.when, event.deduction)
    yield from _opposition(state, event)
    if event.roll is not None:
        yield from _dice("the roll", event.dice, event.faces, event.roll)
    yield from _differ("the total", event.level + _sum(event.modifiers) + (event.roll or 0), event.total)
    yield from _differ("the difficulty", _sum(event.difficulty_parts), event.difficulty)
    yield from _differ("the margin", event.total - event.difficulty, event.margin)
    if event.automatic is None and event.critical is None:
        yield from _differ("the outcome", event.total >= event.difficulty, event.success)


def _opposition(state: State, event: CheckResolved) -> Iterator[Discrepancy]:
    """The opponent's level, where that is the difficulty."""
    if event.opponent is None or event.opposing is None or not event.difficulty_parts:
        return
    sheet = state.sheets.get(event.opponent)
    expected = None if sheet is None else ability(state, sheet, event.opposing, event.when).effective
    found = event.difficulty_parts[0].value
    if expected != found:
        yield Discrepancy("level-mismatch", f"{event.opponent}'s {event.opposing}", expected, found)


# --- a contest -------------------------------------------------------------------------------------------------


def _contest(state: State, event: ContestResolved) -> Iterator[Discrepancy]:
    totals = [side.total for side in event.participants]
    for side in event.participants:
        yield from _side(state, event.dice, side, totals)
    if totals:
        yield from _ranking(event, totals)


def _side(state: State, dice: str, side: Entrant, totals: Sequence[int]) -> Iterator[Discrepancy]:
    own = Side(side.character, side.trait, side.unmodified, side.level_modifiers, side.level, side.modifiers)
    yield from _brought(state, own, side.when)
    yield from _dice(f"{side.character}'s roll", dice, side.faces, side.roll)
    yield from _differ(f"{side.character}'s total", side.level + _sum(side.modifiers) + side.roll, side.total)
    yield from _differ(f"{side.character}'s place", 1 + sum(total > side.total for total in totals), side.place)


def _ranking(event: ContestResolved, totals: Sequence[int]) -> Iterator[Discrepancy]:
    """Who won, who tied, and by how much (PF-54, PF-55)."""
    best, *others = sorted(totals, reverse=True)
    first = [side.character for side in event.participants if side.total == best]
    reached = event.least is None or best >= event.least
    winner = first[0] if len(first) == 1 and reached else None
    tied = tuple(first) if len(first) > 1 else ()
    yield from _differ("the winner", winner or "nobody", event.winner or "nobody")
    yield from _differ("the tie for first", _names(tied), _names(event.tied))
    if others:
        yield from _differ("the lead", best - others[0], event.relative)


def _names(names: Sequence[str]) -> str:
    return listed(names) if names else "nobody"


# --- what a sheet brings, and what dice show -------------------------------------------------------------------


@value
class Side:
    """What was recorded of whoever acted: L with its modifiers, and the parts of A."""

    character: str
    trait: str | None
    unmodified: int
    level_modifiers: tuple[Part, ...]
    level: int
    modifiers: tuple[Part, ...]


def _brought(state: State, side: Side, when: tuple[str, ...], deduction: int = 0) -> Iterator[Discrepancy]:
    """The level, and the parts of A that were not typed, against the sheet as it stood."""
    what = f"{side.character}'s {side.trait or 'level without an ability'}"
    sheet = state.sheets.get(side.character)
    if sheet is None:
        yield Discrepancy("level-mismatch", what, None, side.level)
        return
    own = None if side.trait is None else ability(state, sheet, side.trait, when)
    unmodified, modifiers = (own.unmodified, own.parts) if own else (0, ())
    level = unmodified + _sum(modifiers) - deduction
    if level != side.level:
        yield Discrepancy("level-mismatch", what, level, side.level)
    elif (unmodified, modifiers) != (side.unmodified, side.level_modifiers):
        expected, found = _sum_text(unmodified, modifiers), _sum_text(side.unmodified, side.level_modifiers)
        yield Discrepancy("level-mismatch", what, expected, found)
    brought = action_parts(state, sheet, side.trait, when)
    recorded = tuple(part for part in side.modifiers if part.source != "typed")
    if brought != recorded:
        what = f"what {side.character}'s sheet adds to the roll"
        yield Discrepancy("modifier-mismatch", what, parts(brought) or "nothing", parts(recorded) or "nothing")


def _sum_text(unmodified: int, modifiers: Sequence[Part]) -> str:
    return f"{plain(unmodified)} and {parts(modifiers) or 'nothing more'}"


def _dice(what: str, spec: str, faces: Sequence[int], roll: int) -> Iterator[Discrepancy]:
    """The faces, where they were recorded, and what they make; a roll by its total alone must at least be possible."""
    try:
        dice = known_dice(spec)
    except DiceError:
        yield Discrepancy("outcome-mismatch", "the dice", "dice that there are", spec)
        return
    wrong = dice.refuse(faces) if faces else dice.refuse_total(roll)
    if wrong:
        yield Discrepancy("outcome-mismatch", what, wrong, " ".join(map(signed, faces)) or roll)
    elif faces:
        yield from _differ(what, dice.total(faces), roll)


@lru_cache(maxsize=64)
def known_dice(spec: str) -> Dice:
    """The dice of that name; raises DiceError. A log names the same few again and again."""
    return read_dice(spec)


def _sum(terms: Iterable[Part]) -> int:
    return sum(part.value for part in terms)
