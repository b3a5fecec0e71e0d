"""Values of the engine as JSON that keeps their types, and back.

Only attrs classes and plain containers can be packed. A value other than text, a number, truth or None is a list that
begins with a code, negative if nothing in it has to be unpacked. Objects are numbered as they come, and a repeated one
is its number.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Sequence
from functools import cache
from importlib import import_module
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from engine.own import OfGroup, Own
from engine.value import Factory, plain_names, record

#: The codes that a list begins with, followed by those of classes.
LIST, TUPLE, DICT, SET, FROZENSET, MAPPING, AGAIN, LATER, COLUMNS, FIRST_CLASS = range(1, 11)

#: From how many objects of one class on a list is packed field by field.
MANY = 8

T = TypeVar("T")

PLAIN_TYPES = frozenset([str, Own, OfGroup, int, bool, float, type(None)])


def pack(held: Any) -> bytes:
    """Return a value as JSON. Raise TypeError or another exception for one that cannot be packed."""
    packer = Packer()
    packed = packer.pack(held)
    names = [class_name(cls) for cls in packer.classes]
    return json.dumps([names, packed], ensure_ascii=False, separators=(",", ":")).encode()


def unpack(packed: bytes | memoryview) -> Any:
    """Return a packed value. Raise any exception for data that this program did not pack."""
    names, held = json.loads(bytes(packed))
    del packed  # the value of a long log is large
    return Unpacker([maker(class_of(name)) for name in names]).unpack(held)


class Later(Generic[T]):
    """A value that is packed apart, and unpacked when it is first asked for."""

    def __init__(self, value: T | None = None, packed: str = "") -> None:
        self._value = value
        self._packed = packed

    @classmethod
    def packed(cls, value: T) -> Later[T]:
        """Return a value that is packed now. Raise the same errors as `pack`."""
        return cls(packed=pack(value).decode())

    def __eq__(self, other: object) -> bool:
        return bool(self.value == other.value) if isinstance(other, Later) else NotImplemented

    @property
    def value(self) -> T:
        """The value itself, which the caller may change."""
        if self._packed:
            self._value, self._packed = unpack(self._packed.encode()), ""
        return self._value  # type: ignore[return-value]

    def pack(self) -> str:
        """Return the value as JSON."""
        return self._packed or pack(self._value).decode()


def class_name(cls: type) -> str:
    """Return the name under which a class is found again."""
    return f"{cls.__module__}:{cls.__qualname__}"


def class_of(name: str) -> type:
    """Return an attrs class by name, from the engine or a loaded module. Raise an exception for anything else."""
    module, _, qualname = name.partition(":")
    found = getattr(import_module(module) if module.startswith("engine.") else sys.modules[module], qualname)
    if "__attrs_attrs__" not in vars(found):
        raise TypeError(f"{name} is no attrs class")
    return found  # type: ignore[no-any-return]


def packed_fields(cls: type) -> list[tuple[str, str]]:
    """Return the fields of a class that are packed, each with its name in a call."""
    plain = plain_names(cls)
    if plain is not None:
        return [(name, name) for name in plain]
    import attrs  # no class of the state needs it

    return [(field.name, field.alias or field.name) for field in attrs.fields(cls) if field.init]


@cache
def maker(cls: type) -> Callable[[Sequence[Any]], Any]:
    """Return the function that makes an object of a class from its fields."""
    names = [alias for _, alias in packed_fields(cls)]
    if plain_names(cls) is None:
        return lambda parts: cls(**dict(zip(names, parts, strict=True)))

    def fill(parts: Sequence[Any]) -> Any:
        made: Any = object.__new__(cls)
        vars(made).update(zip(names, parts, strict=True))
        return made

    return fill


@cache
def parts_getter(cls: type) -> Callable[[Any], tuple[Any, ...]]:
    """Return the function that gets those fields of an object."""
    names = [name for name, _ in packed_fields(cls)]
    return attrgetter(*names) if len(names) > 1 else lambda held: tuple(getattr(held, name) for name in names)


@record
class Packer:
    """Packs values. `classes` are the classes met so far, `numbers` the objects by their identity."""

    classes: dict[type, int] = Factory(dict)
    numbers: dict[int, int] = Factory(dict)

    def pack(self, held: Any) -> Any:
        """Return a value as plain lists."""
        kind = type(held)
        if kind in PLAIN_TYPES:
            return held
        if kind in (dict, MappingProxyType):
            return put_code(
                DICT if kind is dict else MAPPING, [self.pack(each) for pair in held.items() for each in pair]
            )
        if kind is list:
            parts = [*map(self.pack, held)]
            return put_code(LIST, parts) if (code := code_of_many(parts)) is None else in_columns(code, parts)
        if kind is tuple:
            return put_code(TUPLE, [*map(self.pack, held)])
        if kind is set or kind is frozenset:
            return put_code(SET if kind is set else FROZENSET, [*map(self.pack, sort_items(held))])
        if kind is Later:
            return [LATER, held.pack()]
        return self.pack_object(held, kind)

    def pack_object(self, held: Any, kind: type) -> list[Any]:
        """Return an object with its fields, or its number if it came before."""
        if id(held) in self.numbers:
            return [AGAIN, self.numbers[id(held)]]
        parts = [self.pack(part) for part in parts_getter(kind)(held)]  # raises TypeError for other than attrs classes
        self.numbers[id(held)] = len(self.numbers)
        return put_code(FIRST_CLASS + self.classes.setdefault(kind, len(self.classes)), parts)


def code_of_many(parts: list[Any]) -> int | None:
    """Return the code of many plain objects of one class, or None if they are not that."""
    if len(parts) < MANY:
        return None
    codes = {part[0] if type(part) is list and len(part) > 1 else 0 for part in parts}
    code = -codes.pop()
    return code if code >= FIRST_CLASS and not codes else None


def in_columns(code: int, parts: list[Any]) -> list[Any]:
    """Return objects of one class field by field, which takes less time to unpack."""
    return [COLUMNS, code, *map(list, zip(*(part[1:] for part in parts), strict=True))]


def sort_items(held: Collection[Any]) -> list[Any]:
    """Return the items of a set in an order that is always the same."""
    try:
        return sorted(held)
    except TypeError:
        return sorted(held, key=repr)


def put_code(code: int, parts: list[Any]) -> list[Any]:
    """Return packed parts behind their code, below zero if they are plain values."""
    return [code if any(type(part) is list for part in parts) else -code, *parts]


@record
class Unpacker:
    """Unpacks values. `makers` make objects of the classes that codes stand for, `made` are the objects so far."""

    makers: list[Callable[[Sequence[Any]], Any]]
    made: list[Any] = Factory(list)

    def unpack(self, packed: list[Any]) -> Any:
        """Return the value that was packed as a list."""
        code = packed[0]
        if code == AGAIN:
            return self.made[packed[1]]
        if code == COLUMNS:
            found = [*map(self.makers[packed[1] - FIRST_CLASS], zip(*packed[2:], strict=True))]
            self.made += found
            return found
        parts = packed[1:] if code < 0 else [self.unpack(each) if type(each) is list else each for each in packed[1:]]
        code = abs(code)
        if code >= FIRST_CLASS:
            made = self.makers[code - FIRST_CLASS](parts)
            self.made.append(made)
            return made
        if code in (DICT, MAPPING):
            made = dict(zip(parts[::2], parts[1::2], strict=True))
            return made if code == DICT else MappingProxyType(made)
        if code == LATER:
            return Later(packed=parts[0])
        if code == SET:
            return set(dict.fromkeys(parts))  # takes half the memory of a set that grew
        return {LIST: list, TUPLE: tuple, FROZENSET: frozenset}[code](parts)
