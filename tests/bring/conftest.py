"""A campaign to bring files into, at home in a folder that goes away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from brought import Table, Write
from given import folder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Stand in an empty folder; the notes of this computer lie in another."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with folder() as place:
        monkeypatch.chdir(place)
        yield Path(place)
        monkeypatch.undo()


@pytest.fixture
def table(home: Path) -> Iterator[Table]:
    """Return a campaign to bring files into."""
    made = Table(home / "c.db")
    yield made
    made.desk.close()


@pytest.fixture
def write(home: Path) -> Write:
    """Return a way to write a file."""

    def written(name: str, text: str | bytes) -> Path:
        path = home / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return written
