"""Run every benchmark small, so that none rots. What they measure never fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).with_name("benchmarks")
SMALL = {
    "commands": ("--events", "300", "--runs", "1", "--characters", "3"),
    "following": ("--events", "200", "--notes", "2", "--followers", "3", "--no-browser"),
    "history": ("--events", "500", "--runs", "1"),
    "keys": ("--events", "100", "--characters", "3", "--traits", "3"),
    "menu": ("--events", "100", "--characters", "3", "--traits", "3"),
    "odds": ("1",),
    "rebuild": ("--events", "200", "--runs", "1"),
    "scripts": ("--lines", "40", "--runs", "1", "--characters", "3", "--traits", "3"),
    "start": ("--events", "200", "--runs", "1"),
    "report": ("--events", "200", "--runs", "1", "--no-browser"),
    "trust": ("5", "300", "0.2"),
}


def test_every_benchmark_is_run() -> None:
    assert set(SMALL) == {file.stem for file in BENCHMARKS.glob("*.py")}


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_a_benchmark_runs_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    if name == "odds":
        pytest.importorskip("icepool")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    command = [sys.executable, BENCHMARKS / f"{name}.py", *SMALL[name]]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert "differ" not in ended.stdout
    assert "WRONG" not in ended.stdout
