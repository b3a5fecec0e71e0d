"""Frozen values and records: attrs classes that compare and print by their fields.

For a type checker `value` is `attrs.frozen`, and `record` is `attrs.define`. At run time all classes share one equality
and repr. attrs sees a class only once many objects of it were made, or when its fields are first asked for. A command
imports hundreds of classes, uses a few dozen and makes a handful of each, and the code that attrs generates for one
takes as long to compile as making hundreds of objects without it. All fields count: `eq=False` and `repr=False` of a
field have no effect. A class may have or inherit its own `__eq__`.

Importing attrs takes longer than a look at a sheet does, so that waits until a class is compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from operator import attrgetter
from threading import RLock
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from engine.interrupts import hold_briefly
from engine.on_demand import on_demand

T = TypeVar("T")

if TYPE_CHECKING:
    import attrs
    from attrs import NOTHING, Factory
    from attrs import define as record
    from attrs import frozen as value
else:
    attrs = on_demand("attrs")

    #: Stands for the default of a field without one.
    NOTHING = type("Nothing", (), {"__slots__": (), "__repr__": lambda self: "NOTHING"})()

    class Factory:
        """The default of a field that is made for each object."""

        __slots__ = ("factory",)

        def __init__(self, factory: Callable[[], Any]) -> None:
            self.factory = factory

    def record(cls: type) -> Any:
        """Make an attrs class whose objects can be changed, once it is used."""
        later = LaterFields(cls, is_frozen=False)
        cls.__repr__ = _show
        if "__eq__" not in vars(cls) and cls.__eq__ is object.__eq__:
            cls.__eq__, cls.__hash__ = _equal, None
        return later.begin()

    def value(cls: type | None = None, *, kw_only: bool = False) -> Any:
        """Make a frozen attrs class, once it is used."""
        if cls is None:
            return lambda cls: value(cls, kw_only=kw_only)
        later = LaterFields(cls, is_frozen=True, kw_only=kw_only)
        cls.__repr__ = _show
        if "__eq__" not in vars(cls) and cls.__eq__ is object.__eq__:
            cls.__eq__, cls.__hash__ = _equal, _hash
        cls.__setattr__ = cls.__delattr__ = _refuse
        return later.begin()


#: After how many values of a class it is worth compiling.
WORTH_COMPILING = 500

#: The module of the placeholders that `attrs.field` and `attrs.Factory` return.
OF_ATTRS = "attr._make"


class LaterFields:
    """Stands for the fields of a class that attrs has not seen yet.

    Asking for them makes attrs find them. `own` are the fields that the class declares itself, with their defaults.
    """

    lock = RLock()  # a class inherits fields from another one, which another thread may be compiling

    def __init__(self, cls: type, *, is_frozen: bool, kw_only: bool = False) -> None:
        self.cls: Any = cls
        self.is_frozen = is_frozen
        self.kw_only = kw_only
        self.made = 0
        declared = vars(cls).get("__annotations__", {})
        self.own = {name: vars(cls).get(name, NOTHING) for name, kind in declared.items() if not is_of_class(kind)}

    def begin(self) -> type:
        """Return the class, whose first objects are made without attrs."""
        LATER[self.cls] = later = self
        cls = self.cls

        def first_init(self: Any, *args: Any, **named: Any) -> None:
            if not later.fill(self, args, named):
                later.compile()
                cls.__init__(self, *args, **named)  # the method that attrs has put in place of this one

        cls.__init__, cls.__attrs_attrs__, cls.__match_args__ = first_init, later, LaterNames()  # type: ignore[misc]
        return cls  # type: ignore[no-any-return]

    def __get__(self, instance: object, owner: Any) -> Any:
        self.compile()
        return owner.__attrs_attrs__

    def compile(self) -> None:
        """Let attrs add its methods to the class, in place, unless another thread has."""
        with hold_briefly(), self.lock:
            if vars(self.cls)["__attrs_attrs__"] is self:
                make = attrs.frozen if self.is_frozen else attrs.define
                if self.is_frozen:
                    del self.cls.__setattr__, self.cls.__delattr__
                for name, default in self.own.items():
                    if default is not (known := as_attrs_knows(default)):
                        setattr(self.cls, name, known)
                make(self.cls, init=True, eq=False, repr=False, slots=False, kw_only=self.kw_only)

    @cached_property
    def plain(self) -> Mapping[str, Any] | None:
        """The fields with their defaults, or None if they have more options."""
        found: dict[str, Any] = {}
        for base in reversed(self.cls.__mro__):
            own = LATER[base].own if base in LATER else {}
            found = {name: default for name, default in found.items() if name not in own} | own
        described = any(name[0] == "_" or type(default).__module__ == OF_ATTRS for name, default in found.items())
        return None if described or hasattr(self.cls, "__attrs_post_init__") else found

    def fill(self, made: Any, args: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
        """Set the fields of a new value. Return false if attrs must do that."""
        self.made += 1
        if self.made > WORTH_COMPILING or (fields := self.plain) is None:
            return False
        given = {**dict(zip(self.by_place, args, strict=False)), **named} if args else named
        held = {**fields, **given}
        if len(held) != len(fields) or len(given) != len(args) + len(named):
            return False  # attrs reports the error in the call
        for name in self.made_or_given:
            if type(each := held[name]) is Factory:
                held[name] = each.factory()
            elif each is NOTHING:
                return False
        object.__setattr__(made, "__dict__", held)
        return True

    @cached_property
    def by_place(self) -> tuple[str, ...]:
        """The fields that a call may give without their names."""
        only_named: dict[str, bool] = {}
        for later in (LATER[base] for base in reversed(self.cls.__mro__) if base in LATER):
            only_named |= dict.fromkeys(later.own, later.kw_only)
        return tuple(name for name in self.plain or () if not only_named[name])

    @cached_property
    def made_or_given(self) -> tuple[str, ...]:
        """The fields whose default no value has: it is made for each, or has to be given."""
        fields = self.plain or {}
        return tuple(name for name, each in fields.items() if each is NOTHING or type(each) is Factory)


def is_of_class(kind: object) -> bool:
    """Return whether an annotation declares something of the class itself."""
    return isinstance(kind, str) and kind.startswith("ClassVar")


def as_attrs_knows(default: Any) -> Any:
    """Return a default as attrs expects it."""
    if default is NOTHING:
        return attrs.NOTHING
    return attrs.Factory(default.factory) if type(default) is Factory else default


class LaterNames:
    """Stands for the names that a pattern matches by place."""

    def __get__(self, instance: object, owner: Any) -> tuple[str, ...]:
        names = tuple(field_names(owner))
        type.__setattr__(owner, "__match_args__", names)
        return names


#: The fields of each class that is not left to attrs, also once attrs has seen it.
LATER: dict[type, LaterFields] = {}


def has_fields(cls: type) -> bool:
    """Return whether a class is one of attrs, without compiling it."""
    return cls in LATER or any(base in LATER or "__attrs_attrs__" in vars(base) for base in cls.__mro__)


def plain_names(cls: type) -> Collection[str] | None:
    """Return the names of a class's fields, or None if only attrs can tell them."""
    plain = LATER[cls].plain if cls in LATER else None
    return None if plain is None else plain.keys()


def field_defaults(cls: type) -> Mapping[str, Any]:
    """Return an attrs class's fields with their defaults, NOTHING for none, without compiling the class."""
    plain = LATER[cls].plain if cls in LATER else None
    if plain is not None:
        return plain
    found = {field.name: field.default for field in attrs.fields(cls)}
    return {name: NOTHING if default is attrs.NOTHING else default for name, default in found.items()}


def field_names(cls: type) -> Collection[str]:
    """Return the names of the fields of an attrs class, without compiling it."""
    return field_defaults(cls).keys()


def held_fields(held: object) -> dict[str, Any]:
    """Return the fields of a value by their names."""
    return {name: getattr(held, name) for name in field_names(type(held))}


#: For each class whose values were changed: its fields, and the names of values computed once, or None if only attrs
#: knows.
KNOWN_FIELDS: dict[type, tuple[frozenset[str], tuple[str, ...]] | None] = {}


def evolve(held: T, /, **changes: Any) -> T:
    """Return a value with other values of some fields."""
    cls: Any = type(held)
    known = KNOWN_FIELDS[cls] if cls in KNOWN_FIELDS else _know(cls)
    if known is None or not known[0].issuperset(changes):
        return attrs.evolve(held, **changes)  # type: ignore[misc]
    made = cls.__new__(cls)
    fields = vars(made)
    fields.update(vars(held), **changes)
    for name in known[1]:
        fields.pop(name, None)
    return made  # type: ignore[no-any-return]


def _know(cls: type) -> tuple[frozenset[str], tuple[str, ...]] | None:
    """Return the fields of a class, and the names of the values that it computes once."""
    names = plain_names(cls)
    parts = (part for base in cls.__mro__ for part in vars(base).items())
    worked_out = tuple(name for name, part in parts if isinstance(part, cached_property))
    KNOWN_FIELDS[cls] = None if names is None else (frozenset(names), worked_out)
    return KNOWN_FIELDS[cls]


#: The reader of all fields of an instance, for each class whose values were compared.
FIELD_READERS: dict[type, Callable[[Any], Any]] = {}


def _reader_of(kind: type) -> Callable[[Any], Any]:
    names = [*field_names(kind)]
    reader = FIELD_READERS[kind] = attrgetter(*names) if names else lambda instance: ()
    return reader


def _equal(self: Any, other: object) -> bool:
    kind = type(self)
    if type(other) is not kind:
        return NotImplemented  # type: ignore[no-any-return]
    read = FIELD_READERS.get(kind) or _reader_of(kind)
    return bool(read(self) == read(other))


def _hash(self: Any) -> int:
    kind = type(self)
    return hash((kind, (FIELD_READERS.get(kind) or _reader_of(kind))(self)))


def _show(self: Any) -> str:
    fields = (f"{name}={getattr(self, name)!r}" for name in field_names(type(self)))
    return f"{type(self).__name__}({', '.join(fields)})"


def _refuse(self: Any, name: str, held: object = None) -> NoReturn:
    raise attrs.exceptions.FrozenInstanceError


__all__ = [
    "NOTHING",
    "Factory",
    "evolve",
    "field_defaults",
    "field_names",
    "has_fields",
    "held_fields",
    "plain_names",
    "record",
    "value",
]
