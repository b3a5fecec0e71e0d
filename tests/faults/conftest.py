"""Faults are counted as they are tried, and the counts told at the end; every test has a home of its own."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import faulty
import given
import pytest
import windows


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a home folder in which nothing was noted yet."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    for name in ("FUDGELOG_FILE", "FUDGELOG_DEBUG", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def quick() -> Iterator[Path]:
    """Make a folder in memory, where the system has such a place, for faults that are none of the disk's."""
    with given.folder() as place:
        yield Path(place)


@pytest.fixture(scope="session")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[windows.Nursery]:
    """Start what windows are forked from, with every file call of theirs recorded."""
    recorder = windows.compiled(tmp_path_factory.mktemp("recorder"))
    if recorder is None:
        pytest.skip("there is no C compiler")
    found = windows.Nursery(recorder)
    yield found
    found.close()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand the counts to whoever asked for them: a file, or the process that started this one."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["faults"] = dict(faulty.counts)
    elif "FUDGELOG_FAULTS" in os.environ:
        Path(os.environ["FUDGELOG_FAULTS"]).write_text(json.dumps(faulty.counts), "utf-8")


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Take over what another process counted."""
    found = getattr(node, "workeroutput", {}).get("faults", {})
    faulty.counts.update({int(row): count for row, count in found.items()})


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the table of what was tried."""
    if faulty.counts:
        terminalreporter.section("faults tried")
        for row, what in faulty.ROWS.items():
            if faulty.counts[row]:
                terminalreporter.write_line(f"{row:>4} {faulty.counts[row]:>9,}  {what}")
