"""Frozen values that attrs compiles once they are used."""

from __future__ import annotations

from engine.value import value


def test_a_subclass_with_an_init_of_its_own_is_built_alike_each_time() -> None:
    @value
    class Base:
        x: int

    class Doubled(Base):
        def __init__(self, x: int) -> None:
            super().__init__(x * 2)

    assert [Doubled(1).x, Doubled(1).x, Base(1).x] == [2, 2, 1]
