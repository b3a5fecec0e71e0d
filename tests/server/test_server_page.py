"""The commands of the page on servers do what it says, on a real one."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from postgres import ADMINISTRATOR, TestServer, running_server, why_none

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "server.md").read_text("utf-8")


def blocks(mark: str) -> list[str]:
    """Return the blocks behind a mark."""
    return re.findall(rf"<!-- {mark} -->\n```\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[TestServer]:
    """Run a server with nothing in it."""
    if reason := why_none():
        pytest.skip(reason)
    with running_server(furnished=False) as server:
        yield server


def test_the_page_sets_up_a_server_and_plays_on_it(bare: TestServer, tmp_path: Path) -> None:
    for statement in blocks("sql")[0].strip().splitlines():
        bare.sql(statement, database="postgres", role=ADMINISTRATOR)
    ran = []
    for line in "".join(blocks("run")).splitlines():
        words = [put_host(word, bare.folder) for word in shlex.split(line)]
        environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state"), "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-m", "shell", *words[1:]], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, ""), line
        ran.append(done.stdout)
    assert len(ran) > 10
    assert any("Ada is awarded 2 XP" in said for said in ran)
    assert "is the same log" in ran[-1]


def put_host(word: str, folder: Path) -> str:
    """Return a word with the test's server in the place of the page's."""
    return f"{word.replace('@db.example.org', '@')}?host={folder}" if "://" in word else word
