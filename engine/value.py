"""Frozen values: attrs classes that compare, hash and print by their fields.

For a type checker `value` is `attrs.frozen`. At run time all classes share one equality, hash and repr, and attrs sees
a class when a value of it is first made, or its fields are first asked for: a command imports hundreds of classes and
uses a few dozen, and what attrs generates for one takes longer to compile than all else that an import does. All
fields count: `eq=False` and `repr=False` of a field have no effect.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from threading import RLock
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from attrs import frozen as value
else:

    def value(cls: type | None = None, *, kw_only: bool = False) -> Any:
        """Make a frozen attrs class, once it is used."""
        if cls is None:
            return lambda cls: value(cls, kw_only=kw_only)
        later = LaterFields(cls, kw_only)

        def first_init(self: Any, *args: Any, **named: Any) -> None:
            later.compile()
            cls.__init__(self, *args, **named)  # the one that attrs has put in the place of this

        cls.__init__, cls.__attrs_attrs__ = first_init, later
        cls.__eq__, cls.__hash__, cls.__repr__ = _equal, _hash, _shown
        return cls


class LaterFields:
    """Stands for the fields of a class that attrs has not seen yet.

    Asking for them makes attrs find them.
    """

    lock = RLock()  # a class inherits fields from another one, which may be seen just then

    def __init__(self, cls: type, kw_only: bool) -> None:
        self.cls = cls
        self.kw_only = kw_only

    def __get__(self, instance: object, owner: Any) -> Any:
        self.compile()
        return owner.__attrs_attrs__

    def compile(self) -> None:
        """Let attrs add its methods to the class, in place, unless another thread has."""
        with self.lock:
            if vars(self.cls)["__attrs_attrs__"] is self:
                attrs.frozen(self.cls, init=True, eq=False, repr=False, slots=False, kw_only=self.kw_only)


#: What reads all fields of an instance at once, for each class of which two were compared.
FIELD_READERS: dict[type, Callable[[Any], Any]] = {}


def _fields(instance: Any) -> Any:
    reader = FIELD_READERS.get(type(instance))
    if reader is None:
        names = [field.name for field in type(instance).__attrs_attrs__]
        reader = FIELD_READERS[type(instance)] = attrgetter(*names) if names else lambda instance: ()
    return reader(instance)


def _equal(self: Any, other: object) -> bool:
    return _fields(self) == _fields(other) if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    return hash((type(self), _fields(self)))


def _shown(self: Any) -> str:
    fields = (f"{field.name}={getattr(self, field.name)!r}" for field in type(self).__attrs_attrs__)
    return f"{type(self).__name__}({', '.join(fields)})"


__all__ = ["value"]
