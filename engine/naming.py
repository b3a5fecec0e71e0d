"""The present names, in events that were written under earlier ones.

A rename swaps two names. Swaps are stored in terms of the original names, so undoing one leaves the others valid. An
event is mapped to the original names, then to the present ones: first by the swaps in force when it was written, the
first one first, then by the swaps in force now, the last one first. A swap is its own inverse. A field's type says what
it names (`engine.types`), so only such fields are renamed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import attrs

from engine.types import KindIn, Names, Numbers, StateOf
from engine.value import value

#: What the type of a field can be marked with.
NAMING_MARKS = (Names, StateOf, KindIn, Numbers)

#: What a field of one kind can hold names of, where that is more than its own.
ALSO = {"container": ("item", "place")}


@value
class Swap:
    """Two names of a kind that changed places; of states, those of one status."""

    kind: str
    before: str
    after: str
    status: str | None = None

    def of(self, kind: str, name: str, status: str | None = None) -> str:
        """Return the name that something of this kind has after the swap."""
        if self.kind not in ALSO.get(kind, (kind,)) or (kind == "state" and status != self.status):
            return name
        return {self.before: self.after, self.after: self.before}.get(name, name)


Swaps = tuple[Swap, ...]


def carry_over(held: Swaps, now: Swaps) -> Swaps:
    """Return the swaps from the names that held with `held` to those that hold with `now`."""
    while held and now and held[-1] == now[-1]:
        held, now = held[:-1], now[:-1]
    return (*held, *reversed(now))


def from_before(swap: Swap, held: Swaps) -> Swap:
    """Return a swap of names that held with `held` in terms of the names from before any rename."""
    before, after = (rename(held, swap.kind, name, swap.status) for name in (swap.before, swap.after))
    return Swap(swap.kind, before, after, swap.status and rename(held, "status", swap.status))


def rename(swaps: Swaps, kind: str, name: str, status: str | None = None) -> str:
    """Return what something is called after some swaps."""
    for swap in swaps:
        name, status = swap.of(kind, name, status), status and swap.of("status", status)
    return name


def renamed(event: Any, swaps: Swaps) -> Any:
    """Return an event with the names that hold after some swaps."""
    if not swaps or not attrs.has(type(event)):
        return event
    cls: Any = type(event)
    return _renamer(cls)(event, swaps, None)


def names_in(event: Any, kind: str) -> Iterator[str]:
    """Yield the names of a kind that an event holds, in the order of its fields."""
    for mark, held in _marked(event, event):
        if held and kind in _kinds(mark, event):
            yield held


def numbers_in(event: Any) -> Iterator[tuple[str, int]]:
    """Yield the numbers of earlier events that an event names, each with the kind of what they made."""
    for mark, held in _marked(event, event):
        if isinstance(mark, Numbers):
            yield mark.kind, held


def _kinds(mark: Any, event: Any) -> tuple[str, ...]:
    """Return the kinds of name that a marked field holds."""
    match mark:
        case Names(kind):
            return ALSO.get(kind, (kind,))
        case StateOf():
            return ("state",)
        case KindIn(field):
            return (getattr(event, field),)
    return ()


# --- reading and changing, compiled once for each class --------------------------------------------------------

Changer = Callable[[Any, Swaps, Any], Any]
Read = Callable[[Any, Any], Iterator[tuple[Any, Any]]]


@cache
def _hints(cls: type) -> dict[str, Any]:
    hints = get_type_hints(cls, include_extras=True)
    return {field.name: hints[field.name] for field in attrs.fields(cls)}


@cache
def _renamer(cls: type) -> Changer:
    """Return the function that changes the names in a value of a class; its own method, where it has one."""
    changes = {name: change for name, kind in _hints(cls).items() if (change := _change(kind))}
    own = getattr(cls, "renamed", None)

    def apply(holder: Any, swaps: Swaps, around: Any) -> Any:
        within = holder if around is None else around
        new = {name: change(getattr(holder, name), swaps, within) for name, change in changes.items()}
        different = {name: each for name, each in new.items() if each != getattr(holder, name)}
        made = attrs.evolve(holder, **different) if different else holder
        return own(made, swaps) if own else made

    return apply


def _change(kind: Any) -> Changer | None:
    """Return how a value of a type is changed, or None where it holds no names."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _change_of(parts[1])
    if origin in (Union, UnionType):
        inner = next((change for part in parts if part is not NoneType and (change := _change(part))), None)
        return inner and (lambda held, swaps, around: None if held is None else inner(held, swaps, around))
    if origin is tuple:
        return _each(_change(parts[0]))
    return _renamer(kind) if isinstance(kind, type) and attrs.has(kind) and _holds_names(kind) else None


def _each(change: Changer | None) -> Changer | None:
    return change and (lambda held, swaps, around: tuple(change(each, swaps, around) for each in held))


def _change_of(mark: Any) -> Changer | None:
    if isinstance(mark, Names):
        kind = mark.kind
        return lambda held, swaps, around: rename(swaps, kind, held)
    if isinstance(mark, StateOf):
        return lambda held, swaps, around: rename(swaps, "state", held, getattr(around, mark.field))
    return None


@cache
def _holds_names(cls: type) -> bool:
    return hasattr(cls, "renamed") or any(_change(kind) for kind in _hints(cls).values())


def _marked(holder: Any, event: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the values in the marked fields of an event or of a part of one, each with its mark."""
    cls: Any = type(holder)
    for name, read in _readers(cls):
        yield from read(getattr(holder, name), event)


@cache
def _readers(cls: Any) -> Sequence[tuple[str, Read]]:
    return tuple((name, read) for name, kind in _hints(cls).items() if (read := _read(kind)))


def _read(kind: Any) -> Read | None:
    """Return how the marked values in a value of a type are read, or None where it holds none."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        mark = parts[1]
        return (lambda held, event: iter(((mark, held),))) if isinstance(mark, NAMING_MARKS) else None
    if origin in (Union, UnionType):
        inner = next((read for part in parts if part is not NoneType and (read := _read(part))), None)
        return inner and (lambda held, event: iter(()) if held is None else inner(held, event))
    if origin is tuple:
        return _in_tuple(parts)
    if isinstance(kind, type) and attrs.has(kind) and _readers(kind):
        return _marked
    return None


def _in_tuple(parts: tuple[Any, ...]) -> Read | None:
    """Return how the marked values in a tuple are read: of any length, or of one type at each place."""
    if parts[-1] is Ellipsis:
        each = _read(parts[0])
        return each and (lambda held, event: (found for value in held for found in each(value, event)))
    places = [(place, read) for place, part in enumerate(parts) if (read := _read(part))]
    if not places:
        return None
    return lambda held, event: (found for place, read in places for found in read(held[place], event))
