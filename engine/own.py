"""The values that rooms store in the state and on sheets, each under one typed handle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

T = TypeVar("T")


class Handle(str, Generic[T]):
    """The handle of a value that a room stores, with a default.

    Copies of a state share the values, so replace them and never change them in place.
    """

    default: T

    def __new__(cls, name: str, default: T) -> Self:
        """Make the handle. Raise ValueError for a second one with the same name."""
        if name in HANDLES:
            raise ValueError(f"another handle is called “{name}”")
        made = super().__new__(cls, name)
        made.default = default
        HANDLES[name] = made
        return made


class Own(Handle[T]):
    """The handle of a value in `own` of the state, which all groups share, or in that of each sheet."""

    def of(self, owner: Owner) -> T:
        """Return the value, or the default if there is none."""
        found: T = owner.own.get(self, self.default)
        return found


class OfGroup(Handle[T]):
    """The handle of a value of the group that plays, such as its fight, in `own` of its board."""

    def of(self, state: WithBoard) -> T:
        """Return the value of the group from which the state is seen, or the default if there is none."""
        found: T = state.board.own.get(self, self.default)
        return found


#: Every handle of the rooms that are loaded, by its name.
HANDLES: dict[str, Handle[Any]] = {}

if TYPE_CHECKING:

    class OwnValues(dict[Own[Any], Any]):
        """Values of rooms by their handles. A type checker refuses another key, and a value of another type."""

        def __getitem__(self, handle: Own[T]) -> T: ...

        def __setitem__(self, handle: Own[T], held: T) -> None: ...

    class BoardValues(dict[OfGroup[Any], Any]):
        """Values of rooms for one group by their handles, checked in the same way."""

        def __getitem__(self, handle: OfGroup[T]) -> T: ...

        def __setitem__(self, handle: OfGroup[T], held: T) -> None: ...

else:
    OwnValues = BoardValues = dict


class Owner(Protocol):
    """A holder of such values: the state, or a sheet."""

    own: OwnValues


class BoardOwner(Protocol):
    """A board, the holder of such values for one group."""

    own: BoardValues


class WithBoard(Protocol):
    """The state, with the board of the group from which it is seen."""

    @property
    def board(self) -> BoardOwner: ...  # noqa: D102
