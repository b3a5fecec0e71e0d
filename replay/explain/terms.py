"""Write the sums behind a roll, term by term: levels, modifiers, dice, totals and difficulties."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.chances import find_least_roll, of_event
from engine.concerns.checks.events import CheckResolved
from engine.concerns.checks.narrate import describe_needed
from engine.concerns.contests.events import ContestResolved
from engine.concerns.contests.narrate import by_place
from engine.concerns.contests.players import is_still, tells_nothing
from engine.concerns.damage.events import DamageDealt
from engine.concerns.experience.events import XpAllocated, XpTaken
from engine.concerns.rolls.events import DiceRolled, ReactionRolled
from engine.concerns.rolls.narrate import describe_faces, note_dice, steps
from engine.concerns.uses.events import RollAltered, RollRerolled
from engine.rules.ladder import Ladder
from engine.rules.odds import OddsError
from engine.rules.outcome import in_reach
from engine.rules.parts import HIDDEN, QUALITY, SAID, STACKING, Entrant, Part
from engine.rules.ruleset import Ruleset
from engine.text import count_out, percent, plain, with_sign
from engine.types import BY_LEVEL, FUMBLE, NO_DICE
from engine.value import evolve, value
from replay.audience.rule import Visible

#: Where a part of a sum comes from, in words. Other sources are called by their own names.
SOURCES = {
    SAID: "typed with the roll",
    HIDDEN: "hidden from the players",
    QUALITY: "a ship's quality",
    "status": "a status",
    "track": "marked boxes",
    "counter": "a counter",
    "property": "a property",
    "item": "a thing carried",
    "effect": "a passing effect",
    "wound": "a wound",
    "secondary": "a second trait",
    "spell": "the spell",
    "rules": "the rules",
    "scale": "scale",
    "trait": "a trait",
    "roll": "the roll",
    "dice": "dice",
    "fumble": "a fumble",
}

#: The reason of a difficulty that was typed or is the game's default.
PLAINLY = "difficulty"

#: Stands for a number that the audience does not see.
NOT_TOLD = "kept by the game master"


@value
class SumTerm:
    """A line of a sum: what it is, its number or word, and where that comes from.

    `part` is the part of the sum that it is, if it is one, on the sheet of `bearer`. `since` is the event that brought
    it there.
    """

    what: str
    worth: str
    note: str = ""
    part: Part | None = None
    bearer: str | None = None
    since: int | None = None

    @property
    def note_since(self) -> str:
        """Where the number comes from, as in “Energy: Tired, a status since #12”."""
        return f"{self.note} since #{self.since}" if self.since else self.note

    @property
    def text(self) -> str:
        """The term on a line: “modifier −1 Energy: Tired, a status since #12”."""
        return " ".join(each for each in (self.what, self.worth, self.note_since) if each)


@value
class SideSum:
    """The terms of one side of a roll, under a title that says whose they are if there are several sides."""

    title: str
    terms: tuple[SumTerm, ...]


@value
class Writing:
    """How the levels of a roll are written: by the rules in force then, of the dice that were rolled."""

    rules: Ruleset
    dice: str

    def level(self, level: int) -> str:
        """Return a level as its word, or its number in games without words."""
        return Ladder.of(self.rules).name_of(level) if self.rules.ladder else plain(level)

    def total(self, acting: Any) -> str:
        """Return the total of a roll, by its degree if it has one."""
        if acting.total == FUMBLE:
            return "a fumble"
        if self.dice.startswith(BY_LEVEL):
            number = plain(acting.total - self.rules.polyhedral_zero)
            return f"{acting.degree} ({number})" if acting.degree else number
        return acting.degree or self.level(acting.total)


def add_up_event(each: Visible, rules: Ruleset, knows_level: Callable[[str], bool]) -> tuple[SideSum, ...]:
    """Return the sums behind an event as its audience sees it, none if it is no sum.

    `rules` were in force then, and `knows_level` tells whether the audience learns a character's levels.
    """
    event: Any = each.event
    match event:
        case ContestResolved():
            return tuple(sums_of_contest(event, rules, knows_level))
        case CheckResolved():
            terms = terms_of_check(event, rules, each.blanks)
        case DiceRolled() | ReactionRolled():
            terms = terms_of_roll(event, rules, each.blanks)
        case RollAltered() | RollRerolled():
            terms = terms_of_turning(event, rules, each.blanks)
        case DamageDealt():
            terms = terms_of_damage(event, each.blanks)
        case XpAllocated():
            terms = (SumTerm("paid by", f"{amount} XP", f"of #{award}") for award, amount in event.draws)
        case XpTaken():
            terms = (SumTerm("taken from", f"{amount} XP", f"of #{award}") for award, amount in event.draws)
        case _ if getattr(event, "faces", ()):
            terms = iter([dice_term(event, event.dice)])
        case _:
            terms = iter(())
    found = tuple(terms)
    return (SideSum("", found),) if found else ()


def terms_of_check(event: CheckResolved, rules: Ruleset, blanks: frozenset[str]) -> Iterator[SumTerm]:
    """Yield L, A, R and D of a check, as far as they are known."""
    scale = Writing(rules, event.dice)
    if "level" in blanks:
        yield SumTerm("level", "", NOT_TOLD)
    else:
        yield from start_terms(event, scale)
        yield SumTerm("dice", "none", event.automatic or "") if event.roll is None else dice_term(event, event.dice)
    if "total" not in blanks and event.roll is not None:
        yield SumTerm("total", scale.total(event))
    if "difficulty" in blanks:
        yield SumTerm("against", "", NOT_TOLD)
        return
    first, *others = event.difficulty_parts or (Part(event.difficulty),)
    yield SumTerm("against", scale.level(first.value), "" if first.reason == PLAINLY else first.reason)
    yield from (part_term("modifier", part, event.opponent) for part in others)
    if others:
        yield SumTerm("difficulty", scale.level(event.difficulty))


def start_terms(acting: CheckResolved | Entrant, scale: Writing) -> Iterator[SumTerm]:
    """Yield the level of whoever acts, with what changes it, and the parts of A."""
    notes = [acting.trait or "without a trait"]
    notes += ["not on the sheet"] * acting.default + ["given by the game master"] * acting.chosen
    yield SumTerm("level", scale.level(acting.unmodified), ", ".join(notes))
    yield from (part_term("", part, acting.character) for part in acting.level_modifiers)
    if acting.deduction:
        yield SumTerm("", with_sign(-acting.deduction), "a trait that only almost fits")
    yield from (part_term("modifier", part, acting.character) for part in acting.modifiers)


def part_term(what: str, part: Part, bearer: str | None) -> SumTerm:
    """Return a part of a sum as a term. What cancels a part that does not count says so itself."""
    if part.source == STACKING:
        return SumTerm(what, with_sign(part.value), part.reason)
    source = SOURCES.get(part.source, part.source)
    return SumTerm(what, with_sign(part.value), f"{part.reason}, {source}" if part.reason else source, part, bearer)


def dice_term(rolled: Any, dice: str) -> SumTerm:
    """Return what the dice showed, and whose dice they were."""
    if dice == NO_DICE:
        return SumTerm("dice", "none")
    worth = "a fumble" if rolled.roll == FUMBLE else with_sign(rolled.roll) if steps(dice) else plain(rolled.roll)
    if not rolled.faces:
        use = getattr(rolled, "use", "")
        by_hand = "only their total was typed" if rolled.physical else ""
        note = f"{count_out(1, 'fudge point')} in place of the dice" if use else by_hand
        named = note_dice(dice, rolled.physical)
        return SumTerm("dice", worth, ", ".join(each for each in (named, note) if each))
    faces = describe_faces(dice, rolled.faces, rolled.roll).rpartition(" = ")[0]
    if dice.startswith(BY_LEVEL):
        faces = describe_faces(dice, rolled.faces, rolled.roll)
    named = note_dice(dice, physical=False)
    whose = "real dice" if rolled.physical else "the program's dice"
    points = getattr(rolled, "points", 0)
    spent = f"with {count_out(points, 'fudge point')}" if points else ""
    return SumTerm("dice", worth, ", ".join(each for each in (faces, named, whose, spent) if each))


def sums_of_contest(event: ContestResolved, rules: Ruleset, knows_level: Callable[[str], bool]) -> Iterator[SideSum]:
    """Yield the sum of each side of a contest, in the order of their places."""
    for side in by_place(event):
        title = f"{side.character}: {side.trait or 'without a trait'}"
        yield SideSum(title, tuple(terms_of_side(event, side, rules, knows_level(side.character))))


def terms_of_side(event: ContestResolved, side: Entrant, rules: Ruleset, known: bool) -> Iterator[SumTerm]:
    """Yield the terms of a contest's side, of one whose level is not `known` the total alone."""
    dice = side.dice or event.dice
    scale = Writing(rules, dice)
    if not known:
        yield SumTerm("level", "", NOT_TOLD)
        if not tells_nothing(side) and not is_still(event, side):
            yield SumTerm("total", scale.total(side))
        return
    yield from start_terms(side, scale)
    if side.yields:
        yield SumTerm("dice", "none", "does not resist")
        return
    yield SumTerm("dice", "none", "does not roll") if is_still(event, side) else dice_term(side, dice)
    yield SumTerm("total", scale.total(side))
    if side.least is not None:
        yield SumTerm("has to reach", scale.level(side.least))


def terms_of_roll(event: DiceRolled | ReactionRolled, rules: Ruleset, blanks: frozenset[str]) -> Iterator[SumTerm]:
    """Yield the dice of a roll for no check, with what is added."""
    if isinstance(event, ReactionRolled):
        if event.automatic is not None:
            return
        if "roll" not in blanks and event.base:
            yield SumTerm("level", Writing(rules, event.dice).level(event.base), "where it is counted from")
    bearer = event.character if isinstance(event, DiceRolled) else event.towards
    if "roll" not in blanks:
        yield dice_term(event, event.dice)
        yield from (part_term("modifier", part, bearer) for part in event.modifiers)
    if isinstance(event, ReactionRolled) or event.degree:
        yield SumTerm("total", Writing(rules, event.dice).total(event))
    else:
        yield SumTerm("total", with_sign(event.total) if steps(event.dice) else plain(event.total))


def terms_of_turning(event: RollAltered | RollRerolled, rules: Ruleset, blanks: frozenset[str]) -> Iterator[SumTerm]:
    """Yield what a fudge point made of a roll."""
    scale = Writing(rules, event.dice if isinstance(event, RollRerolled) else "")
    if isinstance(event, RollRerolled) and "roll" not in blanks:
        yield dice_term(event, event.dice)
    if isinstance(event, RollAltered) and event.by and "before" not in blanks:
        yield SumTerm("altered", with_sign(event.by), f"was {scale.level(event.before)}")
    if "total" not in blanks:
        yield SumTerm("total", scale.total(event))


def terms_of_damage(event: DamageDealt, blanks: frozenset[str]) -> Iterator[SumTerm]:
    """Yield the parts of damage, and of what is taken off it."""
    if "parts" not in blanks:
        yield from (part_term("damage", part, event.attacker) for part in event.parts)
    yield SumTerm("total", plain(event.damage))
    if "rating" not in blanks:
        yield from (part_term("taken off", evolve(part, value=-part.value), event.character) for part in event.rating)
    if "points" not in blanks:
        yield SumTerm("left", plain(event.points))


def find_chance(event: Any, rules: Ruleset) -> float | None:
    """Return the chance that a roll had of its result, None if dice did not decide it or it takes too long."""
    try:
        return of_event(rules, event)
    except OddsError:
        return None


def tell_chance(event: Any, rules: Ruleset, chance: float) -> str:
    """Say a chance, and of a check the roll that it needed."""
    said = percent(chance, rules.decimals)
    if isinstance(event, CheckResolved):
        return f"{said}: {describe_needed(in_reach(find_least_roll(rules, event)), chance, event.dice)}"
    return f"{said} for {event.winner} to win" if event.winner else f"{said} for this"
