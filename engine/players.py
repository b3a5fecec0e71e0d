"""Reduce an event to the parts that players see: all of it, some, or nothing.

The room of an event type declares which, in its file `players.py`. Players see nothing of an undeclared type.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, Protocol, TypeVar

from engine.narrate import tell
from engine.registry import register_in
from engine.rooms import load
from engine.rules.ruleset import Ruleset
from engine.value import evolve, field_defaults, held_fields, value

R = TypeVar("R", bound=Callable[[Any, Any], Any])

#: Stands for a character whose name players must not read.
SOMEBODY = "somebody"

#: Replaces a number that is left out.
NOTHING: dict[type, Any] = {int: 0, bool: False, tuple: ()}


@value
class Reduced:
    """An event as players may see it.

    `blanks` are the names of fields that the game master keeps, which are blank. `unnumbered` are names of things whose
    numbers players must not learn from here on. No later event may name one that is `nameless` by its number.
    """

    event: Any
    blanks: frozenset[str] = frozenset()
    unnumbered: frozenset[str] = frozenset()
    nameless: bool = False


class Seen(Protocol):
    """The players' knowledge so far, as a room gets it when it reduces an event."""

    @property
    def rules(self) -> Ruleset:
        """The rules in force now."""

    def is_hidden(self, name: str | None) -> bool:
        """Return whether players do not see a character's sheet."""

    def hides_level(self, name: str | None) -> bool:
        """Return whether players do not learn a character's levels."""

    def has_met(self, name: str) -> bool:
        """Return whether players see a character's sheet or read of the character before."""

    def is_players(self, name: str) -> bool:
        """Return whether a character is or ever was a player's."""

    def is_secret(self, seq: int | None) -> bool:
        """Return whether an event is still secret, or about one that is."""

    def is_withheld(self, seq: int) -> bool:
        """Return whether players see nothing of an earlier event."""

    def is_unnamed(self, seq: int | None) -> bool:
        """Return whether no event may name this one by its number."""

    def is_unnumbered(self, name: str) -> bool:
        """Return whether players must not learn the numbers of things of a name."""

    def find_part(self, seq: int) -> Reduced | None:
        """Return the part that players see of an earlier event, or None if they see all of it or nothing."""

    def find_maker(self, cls: type, *known_by: str | None) -> int | None:
        """Return the latest event of a type that counted then and has these values in the fields of its `known_by`."""

    def find_secret_names(self, cls: type) -> Collection[str]:
        """Return the names of everything that secret events of a type made, also later."""

    def has_unseen(self, *types: type) -> bool:
        """Return whether players did not see all of some earlier event of these types."""


# --- what rooms declare ----------------------------------------------------------------------------------------


@value
class Reducer:
    """How the events of a type are reduced for players.

    `reduce` returns the event as they see it, or None if they see nothing. Without it they see all. `in_the_open`: they
    also see events about an NPC whom they do not know. `names_unseen`: they see it even if it names events by number
    that they do not see.
    """

    reduce: Callable[[Any, Seen], Reduced | None] | None
    in_the_open: bool = False
    names_unseen: bool = False


#: From an event class to the function that reduces such an event for players.
REDUCES: dict[type, Reducer] = {}

#: From an event class to its sentence without the fields that the game master keeps: (event, names of these fields).
TELLS_PART: dict[type, Callable[[Any, Collection[str]], str]] = {}

tells_part = register_in(TELLS_PART)


def reduces(*events: type, in_the_open: bool = False, names_unseen: bool = False) -> Callable[[R], R]:
    """Register a function that returns these events as players see them, or None if they see nothing.

    Its signature is (event, seen) -> `Reduced` or None. `Reducer` explains the rest.
    """

    def register(reduce: R) -> R:
        REDUCES.update(dict.fromkeys(events, Reducer(reduce, in_the_open, names_unseen)))
        return reduce

    return register


def seen_whole(*events: type, in_the_open: bool = False) -> None:
    """Register events that players see in full, unless they are secret or about nobody whom players know."""
    REDUCES.update(dict.fromkeys(events, Reducer(None, in_the_open)))


def never_seen(*events: type) -> None:
    """Register events that players never see."""
    reduces(*events)(lambda event, seen: None)


# --- what others ask -------------------------------------------------------------------------------------------


def is_declared(event: Any) -> bool:
    """Return whether some room declares how players see such an event."""
    load("players")
    return type(event) in REDUCES


def reduce_event(event: Any, seen: Seen) -> Reduced | None:
    """Return the part that players see of an event of a declared type, or None if they see nothing."""
    found = REDUCES[type(event)].reduce
    return Reduced(event) if found is None else found(event, seen)


def is_in_the_open(event: Any) -> bool:
    """Return whether everybody at the table saw such an event happen, also to an NPC whom they do not know."""
    load("players")
    found = REDUCES.get(type(event))
    return found is not None and found.in_the_open


def may_name_unseen(event: Any) -> bool:
    """Return whether players see such an event even if it names others that they do not see."""
    return REDUCES[type(event)].names_unseen


def tell_seen(event: Any, blanks: Collection[str]) -> str:
    """Return what happened in a sentence without the fields that the game master keeps."""
    load("players")
    told = TELLS_PART.get(type(event)) if blanks else None
    return told(event, blanks) if told else tell(event)


# --- what rooms leave out --------------------------------------------------------------------------------------


def blank_fields(event: Any, fields: Collection[str]) -> Reduced:
    """Return an event with some of its fields blank, as far as it has them."""
    has = {name: held for name, held in held_fields(event).items() if name in fields}
    return Reduced(evolve(event, **{name: NOTHING.get(type(held)) for name, held in has.items()}), frozenset(has))


def find_causes(event: Any) -> Iterator[str]:
    """Yield the fields that name the cause or the end of an event, and may be left out."""
    return (name for name, each in field_defaults(type(event)).items() if name in ("of", "lasts") and each is None)


def leave_out_causes(event: Any, seen: Seen) -> Reduced:
    """Return an event without a cause or end that players do not know of."""
    unseen = [name for name in find_causes(event) if seen.is_unnamed(getattr(event, name))]
    return Reduced(evolve(event, **dict.fromkeys(unseen)) if unseen else event)


def leave_out_clock(event: Any, seen: Seen) -> Reduced:
    """Return an event without its `clock`, if that is the matter of an unseen event."""
    number = event.clock.removeprefix("#")
    return Reduced(evolve(event, clock="") if number.isdecimal() and seen.is_unnamed(int(number)) else event)
