"""Old shapes of events into new ones: one function a step, chained.

When the shape of an event type changes, its version, in the marks on its class, goes up by one and a function here
turns the plain data of the old version into that of the new. What is stored is never touched.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

#: From (type name, version) to the function that makes the next version of it.
UPCASTERS: dict[tuple[str, int], Upcaster] = {}


def upcasts(type_name: str, v: int) -> Callable[[Upcaster], Upcaster]:
    """Register the decorated function to turn version `v` of a type into `v + 1`."""

    def register(step: Upcaster) -> Upcaster:
        UPCASTERS[type_name, v] = step
        return step

    return register


def upcaster(type_name: str, old: int, new: int) -> Upcaster:
    """Return one function for all steps from an old version to a new one. Raise KeyError for a missing step."""
    steps = [UPCASTERS[type_name, v] for v in range(old, new)]

    def upcast(data: dict[str, Any]) -> dict[str, Any]:
        for step in steps:
            data = step(data)
        return data

    return upcast
