"""A table for tests of rules, where a game has begun."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from given import folder
from tabletop import play

from shell.runner import Desk


@pytest.fixture
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    """Open a desk, and carry out what the test's file says under SET_UP, if anything."""
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        play(desk, getattr(request.module, "SET_UP", ""))
        yield desk
