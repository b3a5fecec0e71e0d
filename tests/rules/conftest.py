"""A table for tests of rules, where a game has begun."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from given import folder, seated

from shell.runner import Desk


@pytest.fixture
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    """Open a desk at what the test's file plays under SET_UP, or at a file that is not there yet."""
    lines = getattr(request.module, "SET_UP", "").strip()
    with folder() as place:
        path = Path(place) / "c.db"
        with closing(seated(path, lines) if lines else Desk(path)) as desk:
            yield desk
