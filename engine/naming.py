"""Present names in events that were written under earlier ones.

A rename swaps two names. Swaps are stored in terms of the original names, so undoing one leaves the others valid. An
event is mapped to the original names (by the swaps in force when it was written, first to last), then to the present
ones (by the swaps in force now, last to first). A field's type says what it names (`engine.types`), so only such
fields are renamed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from engine.types import KindIn, Names, Numbers, StateOf
from engine.value import evolve, field_names, has_fields, value

#: The marks of a field that holds a name, or the number of an event.
NAME_MARKS = (Names, StateOf, KindIn)
NUMBERS = (Numbers,)

#: The kinds of names that a field of one kind can hold, if these are more than its own.
ALSO = {"container": ("item", "place")}


@value
class Swap:
    """Two names of a kind that changed places. For states, the status is the same.

    `how` says what else had the new name: nothing ("swap"), something that was gone by then and keeps it ("reused"),
    or something that still has it, so that both have the same name from then on ("joined").
    """

    kind: str
    before: str
    after: str
    status: str | None = None
    how: str = "swap"

    def of(self, kind: str, name: str, status: str | None = None, *, back: bool = False) -> str:
        """Return the name of something of this kind after the swap, or `back` from it."""
        if self.kind not in ALSO.get(kind, (kind,)) or (kind == "state" and status != self.status):
            return name
        if name == self.before and not (back and self.how == "joined"):
            return self.after
        return self.before if name == self.after and (self.how == "swap" or (back and self.how == "reused")) else name

    def commutes(self, other: Swap) -> bool:
        """Return whether two swaps give the same result in either order."""
        if {self.kind, other.kind} == {"status", "state"}:
            return False
        return self.kind != other.kind or not {self.before, self.after} & {other.before, other.after}


@value
class NameStep:
    """A swap that maps an event towards the present names, or `back` from them."""

    swap: Swap
    back: bool = False


Swaps = tuple[Swap, ...]
Steps = tuple[NameStep, ...]


def carry_over(held: Swaps, now: Swaps) -> Steps:
    """Return the steps from the names in `held` to the names in `now`.

    What held then and holds now is left out where the order does not matter. States are swapped under the status that
    is right at their step.
    """
    back, forth = list(in_course(held)), list(in_course(now))
    for swap in reversed(back.copy()):
        if swap in forth and _last(back, swap) and _last(forth, swap):
            back.remove(swap)
            forth.remove(swap)
    return (*(NameStep(swap, back=True) for swap in back), *(NameStep(swap) for swap in reversed(forth)))


def in_course(swaps: Swaps) -> Iterator[Swap]:
    """Yield the swaps with each state's status as named at that swap."""
    for place, swap in enumerate(swaps):
        status = swap.status
        for later in reversed(swaps[place + 1 :]):
            status = status and later.of("status", status)
        yield evolve(swap, status=status) if status != swap.status else swap


def _last(swaps: Sequence[Swap], swap: Swap) -> bool:
    """Return whether a swap could as well be the last one."""
    return all(swap.commutes(later) for later in swaps[swaps.index(swap) + 1 :])


def from_before(swap: Swap, held: Swaps) -> Swap:
    """Return a swap of names that held with `held` in terms of the original names."""
    steps = carry_over(held, ())
    before, after = (rename(steps, swap.kind, name, swap.status) for name in (swap.before, swap.after))
    return evolve(swap, before=before, after=after, status=swap.status and rename(steps, "status", swap.status))


def inverse(steps: Steps) -> Steps:
    """Return the steps the other way round."""
    return tuple(NameStep(step.swap, not step.back) for step in reversed(steps))


def rename(steps: Steps, kind: str, name: str, status: str | None = None) -> str:
    """Return the name of a thing after some steps."""
    for step in steps:
        now = step.swap.of(kind, name, status, back=step.back)
        name, status = now, status and step.swap.of("status", status, back=step.back)
    return name


def rename_in(event: Any, steps: Steps) -> Any:
    """Return an event with the names that hold after some steps."""
    if not steps or not has_fields(type(event)):
        return event
    cls: Any = type(event)
    return _renamer(cls)(event, steps, None)


def names_in(event: Any, kind: str) -> Sequence[str]:
    """Return the names of a kind that an event holds, in the order of its fields."""
    return [held for mark, held in _find_marked(event, NAME_MARKS) if held and kind in _kinds(mark, event)]


def every_name_in(event: Any) -> Iterator[tuple[str, str]]:
    """Yield every name in an event with each possible kind, in order of fields."""
    for mark, held in _find_marked(event, NAME_MARKS):
        if held:
            yield from ((kind, held) for kind in _kinds(mark, event))


def numbers_in(event: Any) -> Sequence[tuple[str, int]]:
    """Return the numbers of earlier events that an event names, each with the kind of thing that one made."""
    cls: Any = type(event)
    return [(mark.kind, held) for name, read in _readers(cls, NUMBERS) for mark, held in read(getattr(event, name))]


def holds_names(cls: type) -> bool:
    """Return whether events of a class may name anything."""
    return bool(_readers(cls, NAME_MARKS))


def holds_numbers(cls: type) -> bool:
    """Return whether events of a class may name earlier events by number."""
    return bool(_readers(cls, NUMBERS))


def renumber_in(event: Any, number: Callable[[int], int]) -> Any:
    """Return an event with other numbers for the earlier events that it names."""
    cls: Any = type(event)
    change = _renumberer(cls)
    return event if change is None else change(event, number)


@cache
def kinds_named(cls: type) -> tuple[str, ...]:
    """Return the kinds of names in a class's fields. The kind in a tuple of any length appears twice."""
    return tuple(_kinds_in(cls)) if has_fields(cls) else ()


def _kinds_in(kind: Any) -> Iterator[str]:
    """Yield the kinds of name that a value of a type holds."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        if isinstance(parts[1], Names):
            yield from ALSO.get(parts[1].kind, (parts[1].kind,))
    elif isinstance(kind, type) and has_fields(kind):
        for each in _hints(kind).values():
            yield from _kinds_in(each)
    else:
        for part in parts if Ellipsis not in parts else parts[:1] * 2:
            yield from _kinds_in(part)


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

Changer = Callable[[Any, Steps, Any], Any]
Renumberer = Callable[[Any, Callable[[int], int]], Any]
MarkedValues = Sequence[tuple[Any, Any]]
Read = Callable[[Any], MarkedValues]
NameMarks = tuple[type, ...]


@cache
def _hints(cls: type) -> dict[str, Any]:
    hints = get_type_hints(cls, include_extras=True)
    return {name: hints[name] for name in field_names(cls)}


@cache
def _renamer(cls: type) -> Changer:
    """Return the function that renames in a value of a class: its `rename` method, or one for all its fields."""
    changes = {name: change for name, kind in _hints(cls).items() if (change := _change(kind))}
    own = getattr(cls, "rename", None)

    def apply(holder: Any, steps: Steps, around: Any) -> Any:
        within = holder if around is None else around
        new = {name: change(getattr(holder, name), steps, within) for name, change in changes.items()}
        different = {name: each for name, each in new.items() if each != getattr(holder, name)}
        made = evolve(holder, **different) if different else holder
        return own(made, steps) if own else made

    return apply


def _change(kind: Any) -> Changer | None:
    """Return how a value of a type is renamed, or None if it holds no names."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _change_of(parts[1])
    if origin in (Union, UnionType):
        inner = next((change for part in parts if part is not NoneType and (change := _change(part))), None)
        return inner and (lambda held, steps, around: None if held is None else inner(held, steps, around))
    if origin is tuple:
        return _each(_change(parts[0]))
    return _renamer(kind) if isinstance(kind, type) and has_fields(kind) and _holds_names(kind) else None


def _each(change: Changer | None) -> Changer | None:
    return change and (lambda held, steps, around: tuple(change(each, steps, around) for each in held))


def _change_of(mark: Any) -> Changer | None:
    if isinstance(mark, Names):
        kind = mark.kind
        return lambda held, steps, around: rename(steps, kind, held)
    if isinstance(mark, StateOf):
        return lambda held, steps, around: rename(steps, "state", held, getattr(around, mark.field))
    return None


@cache
def _holds_names(cls: type) -> bool:
    return hasattr(cls, "rename") or any(_change(kind) for kind in _hints(cls).values())


def _find_marked(holder: Any, marks: NameMarks) -> MarkedValues:
    """Return the values in the marked fields of an event and of its parts, each with its mark."""
    cls: Any = type(holder)
    return [found for name, read in _readers(cls, marks) for found in read(getattr(holder, name))]


@cache
def _readers(cls: Any, marks: NameMarks) -> Sequence[tuple[str, Read]]:
    return tuple((name, read) for name, kind in _hints(cls).items() if (read := _read(kind, marks)))


def _read(kind: Any, marks: NameMarks) -> Read | None:
    """Return how to read the marked values in a type's value, or None without any."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        mark = parts[1]
        return (lambda held: ((mark, held),)) if isinstance(mark, marks) else None
    if origin in (Union, UnionType):
        inner = next((read for part in parts if part is not NoneType and (read := _read(part, marks))), None)
        return inner and (lambda held: () if held is None else inner(held))
    if origin is tuple:
        return _in_tuple(parts, marks)
    if isinstance(kind, type) and has_fields(kind) and _readers(kind, marks):
        return lambda held: _find_marked(held, marks)
    return None


def _in_tuple(parts: tuple[Any, ...], marks: NameMarks) -> Read | None:
    """Return how to read the marked values of a tuple, which has any length or a type for each place."""
    if parts[-1] is Ellipsis:
        each = _read(parts[0], marks)
        return each and (lambda held: [found for value in held for found in each(value)])
    places = [(place, read) for place, part in enumerate(parts) if (read := _read(part, marks))]
    if not places:
        return None
    return lambda held: [found for place, read in places for found in read(held[place])]


@cache
def _renumberer(kind: Any) -> Renumberer | None:
    """Return how the numbers in a type's value are changed, or None without any."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return (lambda held, number: number(held)) if isinstance(parts[1], NUMBERS) else None
    if origin in (Union, UnionType):
        inner = next((change for part in parts if part is not NoneType and (change := _renumberer(part))), None)
        return inner and (lambda held, number: None if held is None else inner(held, number))
    if origin is tuple and parts[-1] is Ellipsis:
        each = _renumberer(parts[0])
        return each and (lambda held, number: tuple(each(value, number) for value in held))
    if origin is tuple:
        changes = {place: change for place, part in enumerate(parts) if (change := _renumberer(part))}
        return _at_places(changes) if changes else None
    return _in_fields(kind) if isinstance(kind, type) and has_fields(kind) else None


def _at_places(changes: dict[int, Renumberer]) -> Renumberer:
    return lambda held, number: tuple(
        changes[place](value, number) if place in changes else value for place, value in enumerate(held)
    )


def _in_fields(cls: type) -> Renumberer | None:
    changes = {name: change for name, kind in _hints(cls).items() if (change := _renumberer(kind))}
    if not changes:
        return None
    return lambda held, number: evolve(
        held, **{name: change(getattr(held, name), number) for name, change in changes.items()}
    )
