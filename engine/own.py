"""The values that rooms store in the state and on sheets, each under one typed handle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

T = TypeVar("T")


class Own(str, Generic[T]):
    """The handle of a value that a room stores in the state or on each sheet, with a default.

    Copies of a state share the values, so replace them and never change them in place.
    """

    default: T

    def __new__(cls, name: str, default: T) -> Own[T]:
        """Make the handle. Raise ValueError for a second one with the same name."""
        if name in HANDLES:
            raise ValueError(f"another handle is called “{name}”")
        made = HANDLES[name] = super().__new__(cls, name)
        made.default = default
        return made

    def of(self, owner: Owner) -> T:
        """Return the value, or the default if there is none."""
        found: T = owner.own.get(self, self.default)
        return found


#: Every handle of the rooms that are loaded, by its name.
HANDLES: dict[str, Own[Any]] = {}

if TYPE_CHECKING:

    class OwnValues(dict[Own[Any], Any]):
        """Values of rooms by their handles. A type checker refuses another key, and a value of another type."""

        def __getitem__(self, handle: Own[T]) -> T: ...

        def __setitem__(self, handle: Own[T], held: T) -> None: ...

else:
    OwnValues = dict


class Owner(Protocol):
    """A holder of such values: the state, or a sheet."""

    own: OwnValues
