"""The words of every sum, which events of many rooms hold: parts, effects, sides of contests, table rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.naming import Steps, rename
from engine.types import Character, ItemNumber, Tag, Trait
from engine.value import evolve, value

#: The source of parts that were typed. All others are recomputed.
SAID = "typed"

#: The source of a part of the difficulty that players do not know.
HIDDEN = "hidden"

#: The source of a part of the difficulty that is a ship's quality.
QUALITY = "quality"

#: The present reading of the rules, where the program's first versions read them differently. Rolls record the reading
#: by which they were decided. In the first, 0, every piece of an item counted, a much better second trait replaced the
#: first one by itself, and polyhedral totals beyond the ladder were compared. Up to 1, hidden parts and those of a
#: level counted beside the largest ones (FL-34), a third side that rolled took a tie from who rolled (FL-29),
#: a tie at the ladder's end had no lead (ER-28), and a roll was stale as soon as a reason differed.
READING = 2

#: The source of a part that cancels one which is not the largest (FL-34), and the end of its reason.
STACKING, UNCOUNTED = "stacking", " does not count"

#: Follows the name of a second trait that is rolled instead, or does not help.
INSTEAD, TOO_LOW = " instead", " is not good enough to help"

#: The clocks that can end an effect, with the words for how long it lasts and for its end.
CLOCKS = {
    "next roll": ("for the next roll", "it was for one roll"),
    "round": ("until the round ends", "the round is over"),
    "next round": ("until the next round ends", "the next round is over"),
    "fight": ("until the fight ends", "the fight is over"),
    "scene": ("until the scene ends", "the scene is over"),
    "session": ("until the session ends", "the session is over"),
    "hit": ("for the next hit on them", "it was for one hit"),
}

#: The words for the time of an effect that names a clock: one that begins with the next round and ends with it, and one
#: that bears on a single hit.
NEXT_TURN, THIS_HIT = "on next turn", "on this hit"
TIMINGS = {NEXT_TURN: "from the next round on, until that one ends", THIS_HIT: "until they are hit"}

#: The clock that ends an effect of such a time.
CLOCK_OF = {NEXT_TURN: "next round", THIS_HIT: "hit"}

#: The kinds of actors, with who they are: a track can be for one of them.
ACTOR_KINDS = {"pcs": "player characters", "npcs": "NPCs", "ships": "ships"}

#: What a full track means, with what then happens to the actor.
DEAD, INCAPACITATED, NOTHING = "dead", "incapacitated", "nothing"
FULL = {DEAD: "they are dead", INCAPACITATED: "they are out of the scene", NOTHING: "they go on"}

#: Targets of effects that forbid something: to act, to resist, to count on armour.
NO_ACTION, NO_DEFENCE, NO_ARMOUR = "no action", "no defence", "no armour"

#: What each of them means.
BANS = {NO_ACTION: "they cannot act", NO_DEFENCE: "they cannot resist", NO_ARMOUR: "their armour does not count"}

#: The source of the ban on acting of somebody who is out of play.
OUTSIDE = "out"

#: Targets of weapons and armour. A weapon: the number added to damage, the level whose die it rolls, or the dice that
#: it rolls, spelled in the reason. Armour: the damage that it keeps off.
DAMAGE, LETHALITY, DICE, ARMOUR = "damage", "lethality", "dice", "armour"

#: The words for these targets.
ARMS = {DAMAGE: "weapon", LETHALITY: "lethality", DICE: "dice", ARMOUR: "armour"}


@value
class Part:
    """One term of a sum, and where it comes from.

    `source` is `typed`, `status`, `track`, `counter`, `property`, `item`, `secondary`, `stacking`, `rules`, `effect`,
    `spell`, `quality` or `hidden`; of damage also `trait`, `scale`, `roll`, `dice` or `wound`.
    """

    value: int
    reason: str = ""
    source: str = SAID

    @property
    def brief(self) -> str:
        """The reason in few words: “Hurt”, the state alone, for a status, “low Mana” for a counter."""
        named, _, state = self.reason.partition(": ")
        return {"status": state, "counter": f"{state} {named}"}.get(self.source, self.reason)

    @property
    def replaces(self) -> bool:
        """Whether this is the lead of a second trait that is rolled instead of the first one (FU-37)."""
        return self.source == "secondary" and self.reason.endswith(INSTEAD)

    def rename(self, steps: Steps) -> Part:
        """Return the part with the names in its reason after some steps.

        A part of the sheet is named after its source. A typed reason is no name.
        """
        return evolve(self, reason=self._reason(steps))

    def _reason(self, steps: Steps) -> str:
        if self.source == "status":
            status, colon, state = self.reason.partition(": ")
            return f"{rename(steps, 'status', status)}{colon}{rename(steps, 'state', state, status)}"
        if self.source == "counter":
            counter, colon, band = self.reason.partition(": ")
            return f"{rename(steps, 'counter', counter)}{colon}{band}"
        if self.source == "secondary":
            trait = self.reason.removesuffix(INSTEAD).removesuffix(TOO_LOW)
            return f"{rename(steps, 'trait', trait)}{self.reason[len(trait) :]}"
        return rename(steps, self.source, self.reason) if self.source in ("property", "item", "trait") else self.reason


def count_largest(*groups: Sequence[Part]) -> tuple[tuple[Part, ...], ...]:
    """Return the groups of parts in a sum, with a part behind each group for every one that does not count (FL-34).

    Of all groups together, only the largest bonus and the largest penalty count, of equal ones the first. A trait that
    is rolled instead is neither. What was added like this before is left out and found again.
    """
    own = [tuple(part for part in group if part.source != STACKING) for group in groups]
    values = [0 if part.replaces else part.value for group in own for part in group]
    counting = {values.index(end) for end in (max([0, *values]), min([0, *values])) if end}
    found, place = [], 0
    for group in own:
        places = range(place, place + len(group))
        left_out = [part for at, part in zip(places, group, strict=True) if values[at] and at not in counting]
        found.append((*group, *map(_cancel, left_out)))
        place += len(group)
    return tuple(found)


def _cancel(part: Part) -> Part:
    named = part.reason or f"{'+' if part.value > 0 else '−'}{abs(part.value)}"
    return Part(-part.value, f"{named}{UNCOUNTED}", STACKING)


def count_in_roll(level: Sequence[Part], action: Sequence[Part]) -> tuple[tuple[Part, ...], ...]:
    """Return the parts of a level and those of A in a roll, of which only the largest count together (FL-34).

    If a second trait is rolled instead, what changes the level of the first does not matter.
    """
    if any(part.replaces for part in action):
        return (tuple(level), *count_largest(action))
    return count_largest(level, action)


def is_counted(*groups: Sequence[Part]) -> bool:
    """Return whether parts of a sum were left out by the present reading, each by its name."""
    return any(part.source == STACKING and part.reason.endswith(UNCOUNTED) for group in groups for part in group)


@value
class Effect:
    """A modifier that something lends its bearer.

    `target` is "A" for actions, "level" for a trait's level, "D" for the difficulty of characters who act with the
    bearer's help, "damage" for the damage they do, or what is forbidden, such as “no defence”. It holds for the traits
    in `on` (all, if none are named), and, with `when`, only for actions of that kind, such as “reactions”: how NPCs
    take to the bearer. Weapons and armour have further targets.
    """

    target: str
    value: int
    on: tuple[Trait, ...] = ()
    when: Tag | None = None
    reason: str = ""


def on_hits(damage: int | None, armour: int | None) -> tuple[Effect, ...]:
    """Return effects on the damage that somebody does, and on their armour (FU-65)."""
    return tuple(Effect(target, by) for target, by in ((DAMAGE, damage), (ARMOUR, armour)) if by is not None)


def start_of(timing: str) -> str:
    """Return the clock with which an effect of a time begins, or “” if it begins at once."""
    return "next round" if timing == NEXT_TURN else ""


def forbid(bans: Iterable[str]) -> tuple[Effect, ...]:
    """Return effects that forbid something, each once (FU-65)."""
    return tuple(Effect(ban, 0) for ban in dict.fromkeys(bans))


class Lent(NamedTuple):
    """An effect in force on a character, with the name and kind of its source.

    `source` is a kind as in `Part`: `status`, `property`, `item` or `effect`, among others. `thing` is the number of
    the stack that lends it, if one does.
    """

    effect: Effect
    name: str
    source: str
    thing: ItemNumber | None = None

    @property
    def part(self) -> Part:
        """The effect as a term of a sum."""
        return Part(self.effect.value, self.effect.reason or self.name, self.source)


@value
class Ranking:
    """The places in a contest, its winner if any, those tied for first, and by how much the first side leads."""

    places: tuple[int, ...]
    winner: Character | None
    tied: tuple[Character, ...]
    relative: int


@value
class Entrant:
    """One side of a contest: its numbers before the roll, its roll, and its place.

    `dice` are its own if they are not the contest's, “diceless” for a side that did not roll. A side that `yields` does
    not resist (FU-50). `least` is the level that it must reach to win, and `against` the name of that level (FU-51).
    `deduction`, `default`, `chosen`, `secondary` and `points` are as in a check. `outcome` is the house's word for the
    lead over the best of the others, or for how far behind it is. `best`: the upper end of the trait's range counted.
    """

    character: Character
    trait: Trait | None
    unmodified: int
    level: int
    level_modifiers: tuple[Part, ...]
    modifiers: tuple[Part, ...]
    when: tuple[Tag, ...]
    faces: tuple[int, ...]
    roll: int
    physical: bool
    total: int
    degree: str | None
    place: int
    dice: str = ""
    yields: bool = False
    critical: str | None = None
    deduction: int = 0
    default: bool = False
    chosen: bool = False
    secondary: Trait | None = None
    points: int = 0
    least: int | None = None
    against: str | None = None
    best: bool = False
    outcome: str = ""

    def rename(self, steps: Steps) -> Entrant:
        """Return the side with parts that do not count under their present names."""
        if not is_counted(self.level_modifiers, self.modifiers):
            return self
        level, parts = count_in_roll(self.level_modifiers, self.modifiers)
        return evolve(self, level_modifiers=level, modifiers=parts)


@value
class TableRow:
    """A row of a table: the numbers from `least` to `most`, and their meaning.

    `effect` may end in an effect on a character, as in “falls a -2 until round”.
    """

    least: int
    most: int
    effect: str


def name_opposition(opponent: str, trait: str) -> str:
    """Return the name of a difficulty that is an opponent's trait."""
    return f"{opponent}'s {trait}"
