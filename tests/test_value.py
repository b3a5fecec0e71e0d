"""Frozen values that attrs compiles once they are used."""

from __future__ import annotations

from functools import cached_property

import attrs
import pytest
from attrs import Factory
from attrs.exceptions import FrozenInstanceError

from engine.value import evolve, field_names, value


def test_a_subclass_with_an_init_of_its_own_is_built_alike_each_time() -> None:
    @value
    class Base:
        x: int

    class Doubled(Base):
        def __init__(self, x: int) -> None:
            super().__init__(x * 2)

    assert [Doubled(1).x, Doubled(1).x, Base(1).x] == [2, 2, 1]


@value
class Named:
    """Fields of each kind of default."""

    name: str
    parts: tuple[int, ...] = ()
    notes: list[str] = Factory(list)


@value
class Longer(Named):
    """A field that is declared again stands behind those that are not, as attrs has it."""

    length: int = 0
    parts: tuple[int, ...] = (1,)


@pytest.mark.parametrize("is_seen", [False, True])
def test_a_class_behaves_alike_before_attrs_has_seen_it_and_after(is_seen: bool) -> None:
    @value
    class Mine(Longer):
        last: str = "z"

    if is_seen:
        assert [each.name for each in attrs.fields(Mine)] == [*field_names(Mine)]
    made, other = Mine("a", length=3), Mine("a", [], 3, (1,))
    assert (made.name, made.notes, made.length, made.parts, made.last) == ("a", [], 3, (1,), "z")
    assert made == other
    assert repr(made) == "Mine(name='a', notes=[], length=3, parts=(1,), last='z')"
    assert made.notes is not Mine("a").notes
    match made:
        case Mine(name, notes):
            assert (name, notes) == ("a", [])
    assert evolve(made, last="y") == Mine("a", length=3, last="y") != made
    with pytest.raises(FrozenInstanceError):
        made.name = "b"  # type: ignore[misc]
    for wrong in (lambda: Mine(), lambda: Mine("a", name="b"), lambda: Mine("a", other=1), lambda: Mine(*"abcdefg")):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(TypeError):
        evolve(made, other=1)


@pytest.mark.parametrize("is_seen", [False, True])
def test_fields_of_a_base_that_are_given_by_name_take_no_place(is_seen: bool) -> None:
    @value(kw_only=True)
    class Effort:
        best: bool = False

    @value
    class Tried(Effort):
        who: str
        trait: str = ""

    if is_seen:
        assert attrs.fields(Tried)
    made = Tried("Ada", "Chess")
    assert (made.who, made.trait, made.best) == ("Ada", "Chess", False)
    assert made == Tried(trait="Chess", who="Ada") != Tried("Ada", "Chess", best=True)
    for wrong in (lambda: Tried("Ada", "Chess", True), lambda: Tried(best=True), lambda: Effort(True)):  # type: ignore[misc]
        with pytest.raises(TypeError):
            wrong()


def test_a_class_keeps_the_equality_that_it_inherits() -> None:
    @value
    class Spelled:
        spec: str

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Spelled) and other.spec == self.spec

        def __hash__(self) -> int:
            return hash(self.spec)

    @value
    class Dice(Spelled):
        sides: int

    assert Dice("d6", 6) == Dice("d6", 7)
    assert len({Dice("d6", 6), Dice("d6", 7), Dice("d8", 8)}) == 2


@value
class Measured(Named):
    """A value that works something out once."""

    @cached_property
    def size(self) -> int:
        """The length of the name."""
        return len(self.name)


def test_what_a_value_worked_out_is_not_that_of_another() -> None:
    short = Measured("ab")
    assert short.size == 2
    assert evolve(short, name="abc").size == 3
    assert vars(evolve(short)) == {"name": "ab", "parts": (), "notes": []}
