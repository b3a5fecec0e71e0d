"""Remove from an event what players may not know, and describe the rest in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import attrs

from engine.concerns.belongings.events import ItemGiven, ItemPassed
from engine.concerns.campaign.events import CampaignCreated, RulesChanged
from engine.concerns.checks.events import CheckResolved
from engine.concerns.checks.narrate import describe_check, despite
from engine.concerns.contests.events import ContestResolved
from engine.concerns.contests.narrate import by_place, tell_contest
from engine.concerns.corrections.events import CriticalRuled, EventsRedone, EventsUndone, SheetSigned
from engine.concerns.damage.events import DamageDealt
from engine.concerns.moves.events import MoveMade
from engine.concerns.points.events import RollRerolled, Turning
from engine.concerns.points.narrate import who_wins
from engine.concerns.rolls.events import AND_ROLLED, DiceRolled, ReactionRolled
from engine.narrate import tell
from engine.rules.files import BUILT_IN, load_rules
from engine.rules.parts import HIDDEN, QUALITY, SAID, Entrant, Ranking
from engine.state import State
from engine.text import because, plain
from engine.types import BY_LEVEL, FUMBLE, NO_DICE
from engine.value import evolve, value

#: Fields of a check that tell the level of who acts.
OF_THE_LEVEL = frozenset(
    {"level", "unmodified", "level_modifiers", "deduction", "modifiers", "default", "faces", "roll", "points"}
)

#: Fields of a check that tell what it had to reach.
OF_THE_DIFFICULTY = frozenset({"difficulty", "difficulty_parts", "margin", "outcome", "before", "was"})

#: What a check is against whose difficulty players are not told.
UNTOLD = "a hidden difficulty"

#: Fields that tell the level too where no dice were rolled.
OF_THE_RESULT = frozenset({"total", "degree", "margin"})

#: Rules that only the game master knows: names of moves (FL-54), levels of NPCs, and tables, whose rows are known once
#: they are rolled.
OF_THE_GM = ("gm-moves", "ready", "tables")

#: What stands in a number's place that is left out.
NOTHING: dict[type, Any] = {int: 0, bool: False, tuple: ()}


@value
class Reduced:
    """An event as players may see it.

    `kept` names the fields that the game master keeps, which say nothing.
    """

    event: Any
    kept: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        """What happened, in a sentence without a full stop."""
        if isinstance(self.event, CheckResolved) and self.kept:
            return describe_check(self.event, _came(self.event, self.kept))
        if isinstance(self.event, Turning) and self.kept:
            return _point_used(self.event)
        if isinstance(self.event, ContestResolved) and self.kept:
            return tell_contest(self.event, [side for side in by_place(self.event) if not tells_nothing(side)])
        if isinstance(self.event, DiceRolled) and "roll" in self.kept:
            return f"{self.event.character} rolls {self.event.degree or plain(self.event.total)}"
        if isinstance(self.event, ReactionRolled) and "roll" in self.kept:
            return tell(self.event).rpartition(AND_ROLLED)[0]
        return tell(self.event)


def _came(check: CheckResolved, kept: Collection[str]) -> str:
    """Return whether a check succeeded, without its margin if D is secret."""
    came = "success" if check.success else "failure"
    if check.automatic:
        return f"{came} without dice"
    if check.critical == came:
        return f"critical {came}"
    by = f"{came} by {abs(check.margin)}" if check.margin else f"bare {came}"
    return f"{came if 'margin' in kept else by}{despite(check.critical)}"


def _point_used(event: Turning) -> str:
    """Say how a fudge point or a ruling left a roll that players see in part."""
    degree = f"{event.degree}, " if event.degree else ""
    ends = "success" if event.success else "failure"
    came = f"{degree}{who_wins(event.ranking) if event.ranking else ends}"
    if isinstance(event, CriticalRuled):
        return f"Ruling on #{event.of}: {came}{because(event.reason)}"
    return f"{event.character} spends a fudge point on #{event.of}: {came}"


def blank_fields(event: Any, fields: Collection[str]) -> Reduced:
    """Return an event with nothing in some of its fields, as far as it has them."""
    has = {field.name: getattr(event, field.name) for field in attrs.fields(type(event)) if field.name in fields}
    return Reduced(evolve(event, **{name: NOTHING.get(type(held)) for name, held in has.items()}), frozenset(has))


def is_without_dice(dice: str, roll: int | None) -> bool:
    """Return whether nothing was rolled, so that what somebody reached is the level."""
    return roll is None or (dice == NO_DICE and not roll)


def without_die(dice: str, instead: str) -> str:
    """Return dice, or others instead of those that tell the level of who rolled."""
    return instead if dice.startswith(BY_LEVEL) else dice


def tells_nothing(side: Entrant) -> bool:
    """Return whether what a side reached is left out, with all that it had."""
    return not (side.level or side.faces or side.roll or side.total or side.degree or side.yields)


def without_ships(event: CheckResolved, is_hidden: Callable[[str | None], bool]) -> CheckResolved:
    """Leave out the ships that players do not see.

    What their qualities add is hidden, whatever levels are told.
    """
    ships = tuple(ship for ship in event.ships if not is_hidden(ship))
    if ships == event.ships:
        return event
    parts = (evolve(part, source=HIDDEN) if part.source == QUALITY else part for part in event.difficulty_parts)
    return evolve(event, ships=ships, difficulty_parts=tuple(parts))


def reduce_check(event: CheckResolved, state: State, hides_level: Callable[[str | None], bool]) -> Reduced:
    """Remove a hidden character's values and a secret difficulty from a check."""
    kept: frozenset[str] = OF_THE_LEVEL if hides_level(event.character) else frozenset()
    if kept and is_without_dice(event.dice, event.roll):
        kept |= OF_THE_RESULT
    if kept:
        event = evolve(event, dice=without_die(event.dice, BY_LEVEL))
    is_partly_hidden = any(part.source == HIDDEN for part in event.difficulty_parts)
    if is_partly_hidden or ("difficulties" not in state.rules.players_see and not event.automatic):
        found = blank_fields(event, kept | OF_THE_DIFFICULTY | {"against"})
        return Reduced(evolve(found.event, against=UNTOLD), found.kept)
    if hides_level(event.opponent):
        return blank_fields(event, kept | OF_THE_DIFFICULTY | {"against"})
    return blank_fields(event, kept) if kept else Reduced(event)


def reduce_contest(event: ContestResolved, state: State, hides_level: Callable[[str | None], bool]) -> Reduced:
    """Leave out the levels, modifiers and dice of hidden characters.

    Everybody saw the results that were reached with dice. Without dice a side reaches its level. Then by how much the
    winner leads is left out too, and where that side comes in.
    """
    sides = tuple(reduce_side(event, side) if hides_level(side.character) else side for side in event.participants)
    if sides == event.participants:
        return Reduced(event)
    reduced = evolve(event, participants=sides)
    if not any(hides_level(side.character) and is_still(event, side) for side in event.participants):
        return Reduced(reduced)
    ranking = Ranking(tuple(side.place for side in sides), event.winner, event.tied, event.relative)
    places = leave_out_places(event, ranking, hides_level)
    placed = tuple(evolve(side, place=place) for side, place in zip(sides, places, strict=True))
    return blank_fields(evolve(reduced, participants=placed), {"relative"})


def leave_out_places(
    event: ContestResolved, ranking: Ranking, hides_level: Callable[[str | None], bool]
) -> tuple[int, ...]:
    """Return the places, 0 for those of hidden sides that rolled nothing.

    Beside what the others reached, the place of such a side tells its level. That it comes first was seen.
    """
    sides = list(zip(event.participants, ranking.places, strict=True))
    first = min(sides, key=lambda each: (each[1], each[0].character != ranking.winner))[0].character
    known = {first, *ranking.tied}
    told = [side.character in known or not (hides_level(side.character) and is_still(event, side)) for side, _ in sides]
    among = [place for (_, place), is_told in zip(sides, told, strict=True) if is_told]
    return tuple(
        1 + sum(other < place for other in among) if is_told else 0
        for (_, place), is_told in zip(sides, told, strict=True)
    )


def reduce_turning(event: Turning, roll: Reduced, hides_level: Callable[[str | None], bool]) -> Reduced:
    """Leave out of a fudge point or a ruling what players do not see of the roll.

    Of a contest these are a hidden side's dice, and what tells the level of a side that did not roll.
    """
    if isinstance(event, RollRerolled) and hides_level(event.character):
        event = evolve(event, dice=without_die(event.dice, BY_LEVEL))
    if event.ranking is None:
        return blank_fields(event, roll.kept) if roll.kept else Reduced(event)
    kept = OF_THE_LEVEL if hides_level(event.character) else frozenset()
    if "relative" in roll.kept:
        kept |= {"margin", "before"}
        places = leave_out_places(roll.event, event.ranking, hides_level)
        event = evolve(event, ranking=evolve(event.ranking, places=places, relative=0))
    return blank_fields(event, kept) if kept else Reduced(event)


def is_still(event: ContestResolved, side: Entrant) -> bool:
    """Return whether a side of a contest rolled nothing."""
    return is_without_dice(side.dice or event.dice, side.roll)


def reduce_side(event: ContestResolved, side: Entrant) -> Entrant:
    """Remove level, modifiers and dice of a contest's side, except a fumble, which all players saw."""
    fields = OF_THE_LEVEL | OF_THE_RESULT if is_still(event, side) else OF_THE_LEVEL
    reduced: Entrant = blank_fields(side, fields).event
    reduced = evolve(reduced, dice=without_die(side.dice, ""))
    return evolve(reduced, roll=FUMBLE) if side.roll == FUMBLE else reduced


def reduce_roll(event: DiceRolled, state: State, hides_level: Callable[[str | None], bool]) -> Reduced:
    """Remove what a hidden character's sheet adds to a roll and to its total, unless the dice tell a level."""
    if hides_level(event.character) and event.dice.startswith(BY_LEVEL):
        return blank_fields(evolve(event, dice=BY_LEVEL), {"faces", "roll", "modifiers"})
    said = tuple(part for part in event.modifiers if part.source == SAID)
    if not hides_level(event.character) or said == event.modifiers:
        return Reduced(event)
    total = event.roll + sum(part.value for part in said)
    return Reduced(evolve(event, modifiers=said, total=total, degree=None), frozenset({"degree"}))


def reduce_reaction(event: ReactionRolled, state: State, hides_level: Callable[[str | None], bool]) -> Reduced:
    """Leave out the dice and modifiers of a reaction to a hidden character.

    All that adds to such a reaction is on that character's sheet.
    """
    if event.automatic is not None or not hides_level(event.towards):
        return Reduced(event)
    return blank_fields(event, {"faces", "roll", "modifiers"})


def without_reason(event: ReactionRolled) -> Reduced:
    """Remove why an attitude was set in secret. Players saw the attitude itself."""
    return Reduced(evolve(event, automatic=""), frozenset({"automatic"}))


def reduce_handing(event: ItemPassed, is_hidden: Callable[[str | None], bool]) -> Reduced:
    """Leave out what a hidden character has who hands over things or gets some."""
    if is_hidden(event.character):
        return Reduced(evolve(event, item=0, onto=None, of=0), frozenset({"item", "onto", "of"}))
    return Reduced(evolve(event, onto=None), frozenset({"onto"})) if is_hidden(event.to) else Reduced(event)


def without_heaps(found: Reduced) -> Reduced:
    """Leave out the numbers of heaps, but not whether things lie in one."""
    event = found.event
    has: dict[str, Any] = {"item": None if isinstance(event, ItemGiven) else 0}
    has |= {"onto": None} if hasattr(event, "onto") else {}
    has |= {"within": None if event.within is None else 0} if hasattr(event, "within") else {}
    return Reduced(evolve(event, **has), found.kept | has.keys())


def reduce_damage(event: DamageDealt, state: State, hides_level: Callable[[str | None], bool]) -> Reduced:
    """Remove a hidden target's rating and a hidden attacker's parts. Players saw who was hit."""
    kept: set[str] = {"rating", "dr", "points"} if hides_level(event.character) else set()
    if hides_level(event.attacker):
        kept |= {"parts", "weapon"}
    return blank_fields(event, kept) if kept else Reduced(event)


def without_roll(found: Reduced) -> Reduced:
    """Leave out of damage the secret roll behind it, who made that, and what it gave."""
    event = evolve(found.event, of=None, rolled=None, parts=(), attacker=None, weapon=None)
    return Reduced(event, found.kept | {"parts", "attacker", "weapon"})


def reduce_move(event: MoveMade, state: State, hides_level: Callable[[str | None], bool]) -> Reduced:
    """Remove the name of a GM's move, as players only see what happens (FL-54)."""
    return Reduced(evolve(event, label=""), frozenset({"label"}))


def reduce_signing(event: SheetSigned, goals: Collection[str]) -> Reduced:
    """Leave out of a signed sheet what names goals that are secret again."""
    values = {
        field: held
        for field, held in event.values.items()
        if field not in ("goals", "pending") or not any(goal in str(held) for goal in goals)
    }
    return Reduced(evolve(event, values=values))


def reduce_rules(event: CampaignCreated | RulesChanged) -> Reduced:
    """Remove the GM's rules, and the digest of all rules, from which they could be guessed."""
    rules = {key: held for key, held in event.rules.items() if key not in OF_THE_GM}
    return Reduced(evolve(event, rules=rules, digest=""))


def are_of_a_book(rules: Mapping[str, Any]) -> bool:
    """Return whether the GM's rules are those of a game, which anybody can read."""
    books = (load_rules(name).as_data() for name in BUILT_IN)
    return any(all(list(rules.get(key, ())) == book[key] for key in OF_THE_GM) for book in books)


def reduce_undo(event: EventsUndone | EventsRedone, withheld: Collection[int]) -> Reduced | None:
    """Remove withheld events, and with them the reason, from an undo or redo. Return None if no event is left."""
    targets = tuple(target for target in event.targets if target not in withheld)
    if isinstance(event, EventsUndone):
        event = evolve(event, kept=tuple(each for each in event.kept if each not in withheld))
    if targets == event.targets:
        return Reduced(event)
    return Reduced(evolve(event, targets=targets, reason=""), frozenset({"reason"})) if targets else None


#: How events are reduced in which a hidden character takes part, or a difficulty is kept.
REDUCES: dict[type, Callable[[Any, State, Callable[[str | None], bool]], Reduced]] = {
    CheckResolved: reduce_check,
    ContestResolved: reduce_contest,
    DiceRolled: reduce_roll,
    ReactionRolled: reduce_reaction,
    DamageDealt: reduce_damage,
    MoveMade: reduce_move,
}
