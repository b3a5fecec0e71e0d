"""One server for the tests that leave its pages as they were, and one each for those that do not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from served import Table, served


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """Serve an evening in a mill to this computer."""
    with served(tmp_path_factory.mktemp("mill")) as found:
        yield found


@pytest.fixture
def table(mill: Table) -> Iterator[Table]:
    """Come to the mill from an address where nobody asked yet, and leave no phone behind."""
    mill.move_on()
    yield mill
    mill.clear()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Table]:
    """Serve an evening whose pages a test ends or changes for good."""
    with served(tmp_path) as found:
        yield found
