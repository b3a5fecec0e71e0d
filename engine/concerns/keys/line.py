"""Write events about keys as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.keys.commands import HitKey, SwapKey
from engine.concerns.keys.events import KeyHit, KeySwapped
from engine.line import Before
from engine.registry import as_line


@as_line(KeyHit)
def _hit(event: KeyHit, before: Before) -> Iterable[object]:
    yield HitKey(event.character, event.key, event.reason)


@as_line(KeySwapped)
def _swapped(event: KeySwapped, before: Before) -> Iterable[object]:
    yield SwapKey(event.character, event.key, event.other)
