"""Every guard is there for something: each is taken away in turn, in a copy of the program, and some test notices.

python -m pytest tests/faults/test_guards.py -m heavy
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from attrs import frozen
from faulty import ROOT, heavy, tried
from postgres import why_none


@frozen
class Guard:
    """A piece of the program, what stands there without it, and the tests that are to notice."""

    name: str
    file: str
    there: str
    instead: str
    tests: str
    called: str

    @property
    def files(self) -> list[str]:
        """Return the files of those tests."""
        return [f"tests/{name if '/' in name else f'faults/{name}'}.py" for name in self.tests.split(" or ")]


LIST = tomllib.loads(Path(__file__).with_name("guards.toml").read_text("utf-8"))["guard"]
GUARDS = {each["name"]: Guard(**each) for each in LIST}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the program and its tests, to take things away from."""
    place = tmp_path_factory.mktemp("guards") / "copy"
    ignored = shutil.ignore_patterns(".git", ".*_cache", ".hypothesis", "__pycache__", "*.db", ".venv")
    shutil.copytree(ROOT, place, ignore=ignored)
    return place


@heavy
@pytest.mark.rule("B4-31", "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10", "P12")
@pytest.mark.parametrize("name", GUARDS)
def test_without_a_guard_some_test_fails(copy: Path, name: str) -> None:
    guard = GUARDS[name]
    if guard.tests.startswith("server/") and (reason := why_none()):
        pytest.skip(reason)
    file = copy / guard.file
    whole = file.read_text("utf-8")
    assert whole.count(guard.there) == 1, "the guard is not where it was"
    file.write_text(whole.replace(guard.there, guard.instead), "utf-8")
    try:
        ended = noticed(copy, guard)
    finally:
        file.write_text(whole, "utf-8")
    assert ended.returncode == 1, ended.stdout[-3000:]
    assert not re.search(r"\b(Syntax|Name|Import|Indentation)Error\b", ended.stdout), ended.stdout[-3000:]
    tried(31)


def noticed(copy: Path, guard: Guard) -> subprocess.CompletedProcess[str]:
    """Run the tests that are to notice, in the copy, up to the first that fails, of which no smaller form is sought."""
    options = ["-x", "--hypothesis-profile=unshrunk", "-p", "no:cacheprovider", "-m", "not heavy", "-k", guard.called]
    command = [sys.executable, "-m", "pytest", *options, *guard.files]
    env = {**os.environ, "PYTHONPATH": str(copy)}
    return subprocess.run(command, cwd=copy, env=env, capture_output=True, text=True, timeout=600)


@pytest.mark.rule("B4-31")
def test_every_guard_stands_where_it_is_said_to() -> None:
    texts = {guard.file: (ROOT / guard.file).read_text("utf-8") for guard in GUARDS.values()}
    assert [name for name, guard in GUARDS.items() if texts[guard.file].count(guard.there) != 1] == []
    assert [name for name, guard in GUARDS.items() if not all((ROOT / file).is_file() for file in guard.files)] == []


@pytest.mark.rule("B4-31")
def test_every_guard_names_tests_that_are_there() -> None:
    texts = {
        name: "".join((ROOT / file).read_text("utf-8") for file in guard.files).casefold()
        for name, guard in GUARDS.items()
    }
    words = {
        name: set(re.findall(r"\w+", guard.called.casefold())) - {"and", "or", "not"} for name, guard in GUARDS.items()
    }
    assert {name: gone for name in GUARDS if (gone := {word for word in words[name] if word not in texts[name]})} == {}


@heavy
def test_with_all_its_guards_every_one_of_those_tests_passes(copy: Path) -> None:
    done = set()
    for guard in GUARDS.values():
        if (guard.tests, guard.called) not in done:
            done.add((guard.tests, guard.called))
            ended = noticed(copy, guard)
            assert ended.returncode == 0, ended.stdout[-3000:]
