"""Match the events that a script's line makes with those that a campaign has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from operator import eq
from typing import Any

from engine.naming import names_in, numbers_in
from engine.store import codec
from engine.value import field_defaults

#: Fields whose numbers are no part of the story: counts of sessions and rounds, the rules as a whole, and how the clock
#: of that computer went.
COUNTING = ("number", "rules", "reading", "offset")


def pair_up(made: Mapping[int, Any], recorded: Mapping[int, Any]) -> dict[int, int]:
    """Return the number of the event that each event of a script's line stands for.

    Equal ones are paired first, then those with the same numbers, then any of a type, but never two about different
    characters.
    """
    pairs: dict[int, int] = {}
    for is_partner in (eq, has_numbers_of, is_of_a_kind):
        for number in (each for each in made if each not in pairs):
            left = (seq for seq in recorded if seq not in pairs.values() and is_of_a_kind(made[number], recorded[seq]))
            found = next((seq for seq in left if is_partner(made[number], recorded[seq])), None)
            if found is not None:
                pairs[number] = found
    return pairs


def is_of_a_kind(event: Any, other: Any) -> bool:
    """Return whether two events are of a type, and about the same characters."""
    return type(event) is type(other) and list(names_in(event, "character")) == list(names_in(other, "character"))


def has_numbers_of(event: Any, shown: Any) -> bool:
    """Return whether two events of a type have the same numbers and outcome.

    A field that older programs did not write is ignored. Numbers of other events differ in a script.
    """
    written = {
        name
        for name, usual in field_defaults(type(shown)).items()
        if getattr(shown, name) != usual and name not in COUNTING
    }
    came = all(getattr(event, name) == getattr(shown, name) for name in written & {"success", "winner"})
    return came and numbers_of(event, written) == numbers_of(shown, written)


def numbers_of(event: Any, written: Collection[str]) -> Counter[int]:
    """Count the numbers in some fields of an event, except numbers of other events."""
    data = [held for name, held in codec.plain_data(event).items() if name in written]
    return Counter(ints_in(data)) - Counter(number for _, number in numbers_in(event))


def ints_in(data: Any) -> Iterator[int]:
    """Yield the numbers in plain data, at any depth."""
    if isinstance(data, int) and not isinstance(data, bool):
        yield data
    elif isinstance(data, dict | list | tuple):
        for held in data.values() if isinstance(data, dict) else data:
            yield from ints_in(held)


def was_shown(event: Any, shown: Collection[Any]) -> bool:
    """Return whether the events of a line were shown, or have no numbers."""
    same = [each for each in shown if type(each) is type(event)]
    return any(has_numbers_of(event, each) for each in same) or not numbers_of(event, codec.plain_data(event))
