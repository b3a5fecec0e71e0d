"""Events about corrections."""

from __future__ import annotations

from typing import Any

from engine.naming import Steps, Swap, rename
from engine.registry import Event, event
from engine.rules.parts import Ranking
from engine.types import AwardNumber, Character, EventNumber, NameOfKind, Player, Trait
from engine.value import evolve, value


@event()
@value
class SheetSigned(Event):
    """A player agreed to a sheet; `values` are what it showed, by field.

    `given` are the traits whose level was given in play, without XP, since the signature before.
    """

    character: Character
    player: Player | None
    values: dict[str, Any]
    given: tuple[Trait, ...] = ()

    def rename(self, steps: Steps) -> SheetSigned:
        """Return the signature with the signed names after some steps."""
        return evolve(
            self, values={_field(key, steps): _rename_signed(key, each, steps) for key, each in self.values.items()}
        )


#: The groups of a sheet's fields that contain names, each with the kind of name.
CALLED_AFTER = {
    "characteristics": "characteristic",
    "traits": "trait",
    "statuses": "status",
    "counters": "counter",
    "properties": "property",
    "gifts": "property",
    "faults": "property",
    "keys": "property",
}
SUFFIXES = (".effective", ".note")


def _field(key: str, steps: Steps) -> str:
    """Return the name of a sheet's field after some steps."""
    section, dot, name = key.partition(".")
    suffix = next((each for each in SUFFIXES if name.endswith(each)), "")
    bare = name.removesuffix(suffix)
    if section == "inventory":
        item, within, holder = bare.partition(" in ")
        return f"{section}.{rename(steps, 'item', item)}{within}{rename(steps, 'container', holder)}{suffix}"
    return f"{section}{dot}{rename(steps, CALLED_AFTER.get(section, ''), bare)}{suffix}"


def _rename_signed(key: str, held: Any, steps: Steps) -> Any:
    """Return the signed value of a field, which for a status is its state, renamed by some steps."""
    section, _, name = key.partition(".")
    return rename(steps, "state", held, name) if section == "statuses" else held


@event(called="rulings")
@value
class CheckRuled(Event):
    """The table settled a stale check: `ruling` is "stands" or "void"."""

    event: EventNumber
    ruling: str
    reason: str = ""


@event()
@value
class CriticalRuled(Event):
    """The game master ruled on a natural critical, and this holds now (FU-59, FU-62).

    `of` is the roll, which stays as it was recorded. `by` is the bonus, or 0 where it counts beyond all levels. Of a
    contest, the numbers are those of one side, and `ranking` says who is where now.
    """

    character: Character
    of: EventNumber
    by: int
    total: int
    margin: int
    success: bool
    degree: str | None = None
    critical: str | None = None
    secret: bool = False
    outcome: str = ""
    reason: str = ""
    ranking: Ranking | None = None


@event(corrects=True)
@value
class AwardAmended(Event):
    """The amount of an award was corrected, with effect from the award on.

    `kept` are the allocations that it no longer covers, which were left in debt.
    """

    award: AwardNumber
    character: Character
    before: int
    amount: int
    reason: str = ""
    kept: tuple[EventNumber, ...] = ()


@event(fixed=True, corrects=True, called="undos")
@value
class EventsUndone(Event):
    """Earlier events no longer count. They stay in the log.

    `mode` states how later events that depend on them were handled: "cascade", and they are among the targets, or
    "keep", and `kept` are the allocations that were left in debt. With "reason", the targets were undone before, and
    only the reason is new.
    """

    targets: tuple[EventNumber, ...]
    reason: str = ""
    mode: str = ""
    kept: tuple[EventNumber, ...] = ()


@event(fixed=True, corrects=True)
@value
class EventsRedone(Event):
    """Events that had been undone count again, each in its old place."""

    targets: tuple[EventNumber, ...]
    reason: str = ""


@event(corrects=True)
@value
class Renamed(Event):
    """A name was corrected from `before` to `after`, for the past as well.

    It is of one `kind`, such as character, trait, state or need, and a state is one of `status`. The two names change
    places, so a rename can be undone even after both were used. The event itself always keeps the names that it was
    written with.
    """

    kind: str
    before: NameOfKind
    after: NameOfKind
    status: str | None = None
    how: str = "swap"

    @property
    def swap(self) -> Swap:
        """The two names that change places."""
        return Swap(self.kind, self.before, self.after, self.status, self.how)
