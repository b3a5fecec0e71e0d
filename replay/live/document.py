"""The document that pages hold, and which of its sections are sent again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.value import Factory, record

#: The section that is never sent alone: it is about an event, and each event that players see changes another.
WITH_OTHERS = "proof"


@record
class Document:
    """The sections as JSON, as pages have them."""

    held: dict[str, bytes] = Factory(dict)

    def take(self, found: Mapping[str, Any]) -> dict[str, bytes]:
        """Take in what players see now, and return the sections whose bytes changed: those that are sent."""
        encoded = {name: msgspec.json.encode(each) for name, each in found.items()}
        changed = {name: each for name, each in encoded.items() if self.held.get(name) != each}
        if not changed.keys() - {WITH_OTHERS}:
            return {}
        self.held |= changed
        return changed

    def read(self, name: str) -> Any:
        """Return what pages have in a section, None if they have none."""
        return msgspec.json.decode(self.held.get(name, b"null"))
