"""Write events that hide and reveal as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.secrets.commands import HideNpc, KeepSecret, ShowNpc
from engine.concerns.secrets.events import CharacterHidden, CharacterShown, SecretNoted
from engine.line import Before
from engine.registry import as_line


@as_line(SecretNoted)
def _noted(event: SecretNoted, before: Before) -> Iterable[object]:
    yield KeepSecret(event.text)


@as_line(CharacterShown)
def _shown(event: CharacterShown, before: Before) -> Iterable[object]:
    yield ShowNpc((event.character,))


@as_line(CharacterHidden)
def _hidden(event: CharacterHidden, before: Before) -> Iterable[object]:
    yield HideNpc((event.character,), event.fully)
