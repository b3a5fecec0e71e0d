"""A campaign whose names are as awkward as they come, and the doors through which it is played."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from corpus import CORPUS

from engine.state import State
from shell.doors.cli import main
from shell.output import PLAIN
from shell.runner import Desk
from shell.style import COLOURED

ROOT = Path(__file__).parents[2]

#: Names of several words, beginnings that several share, words of the grammar, quotes and letters from everywhere.
CAMPAIGN = """\
new peupfudge "The Golden Teapot"
define ability Muscle, Charisma, Perception poor 2 decent 4 great 6
define ability Fitness, Knowledge, "Legal Knowledge", Construction, "Construction Magic", "Mêlée à pied", "Ride vs Run"
define status Energy: Exhausted -2, Tired -1, Neutral 0, Rested +1 on Muscle, Perception
define counter Mana 0..10
define status "Inner Peace": Shattered -3, "Not so good" -1, Fine 0
define property "Shroom Belly": a -1 when magical
define property "talented observer": xp 7 Perception
define property wealthy
define key Teapots "a teapot is worth the trouble"
define key Vow
countdown Funding 3 "the king pays"
pc "Old Marta" by Ann
pc Kotorikh by "Anna Maria"
pc Obazana by Kurt
pc Gromanno
npc Nyrv
npc Polthova
npc "Old Marten"
npc Ægir
npc "Ågot Ødegård"
npc 黒猫
npc "Man with Hat"
npc "Ann \\"Red\\" Lee"
gain Kotorikh Teapots
set Kotorikh Profession = Archaeologist
set Kotorikh "Eye colour" = green
trait Kotorikh Knowledge 2, "Construction Magic" 3
trait Obazana Charisma 4
award Kotorikh, Obazana 20 for the golden teapot
spend Kotorikh 3 on Perception
give Kotorikh pouch
give Kotorikh pack
give Kotorikh 12 stones in pouch
give Kotorikh 5 stones in pack
give Kotorikh "vial of ink" in pack note full
give Kotorikh "vial of acid"
give Kotorikh "old running shoes" +1 on Fitness when running
give Obazana 3 jewels
give Obazana "+1 sword"
gain Kotorikh "Shroom Belly"
session start "The inn that cost three jewels"
roll 4dF rolled +1 secret
check Kotorikh Perception vs 3 rolled -1 0 0 +1
"""


def played(path: Path, script: str) -> Path:
    """Play a script, every line of which succeeds, and return its file."""
    desk = Desk(path)
    try:
        for line in script.splitlines():
            outcome = desk.do(line)
            assert outcome.status == 0, (line, outcome.fault)
    finally:
        desk.close()
    return path


def apart(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Stand in a folder of our own, with a home of our own: nothing is written into the checkout or the user's."""
    patch.chdir(folder)
    patch.setenv("HOME", str(folder))
    for name in (
        "FUDGELOG_FILE",
        "NO_COLOR",
        "XDG_STATE_HOME",
        "XDG_CACHE_HOME",
        "XDG_CONFIG_HOME",
        "PYTHONIOENCODING",
    ):
        patch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test stands apart."""
    apart(tmp_path, monkeypatch)
    PLAIN.set(False)
    COLOURED.set(True)


@pytest.fixture(scope="session")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the campaign's file, to be copied and never written."""
    folder = tmp_path_factory.mktemp("campaign")
    with pytest.MonkeyPatch.context() as patch:
        apart(folder, patch)
        return played(folder / "original.db", CAMPAIGN)


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Play the lines of each table."""
    folder = tmp_path_factory.mktemp("tables")
    for name, table in CORPUS["tables"].items():
        with pytest.MonkeyPatch.context() as patch, closing(Desk(folder / f"{name}.db")) as desk:
            patch.setenv("HOME", str(folder))
            for line in table["lines"].strip().splitlines():
                assert desk.do(line).fault is None, line
    return {name: folder / f"{name}.db" for name in CORPUS["tables"]}


class Quiet(State):
    """A state that does not fill a screen when a test that was given it fails."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<the campaign>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))


@pytest.fixture(scope="session")
def state(original: Path) -> Iterator[State]:
    """Return the campaign as it stands."""
    desk = Desk(original)
    desk.open(writable=False)
    assert desk.campaign is not None
    state = desk.campaign.state
    state.rules = attrs.evolve(state.rules, questions=("Was it fun?",))
    state.__class__ = Quiet
    yield state
    desk.close()


@pytest.fixture
def file(original: Path, tmp_path: Path) -> Path:
    """Copy the campaign's file, to be played on."""
    return Path(shutil.copy(original, tmp_path / "c.db"))


@pytest.fixture
def desk(file: Path) -> Iterator[Desk]:
    """Sit at the table of the campaign."""
    desk = Desk(file)
    yield desk
    desk.close()


class Input(io.TextIOWrapper):
    """Standard input that is a pipe."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data), "utf-8")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an empty folder to stand in; the user's own files lie beside it."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def call(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Call the program in this process: its status, and what it wrote to either stream."""

    def run(*arguments: object, script: bytes | str = b"") -> SimpleNamespace:
        data = script.encode() if isinstance(script, str) else script
        monkeypatch.setattr(sys, "stdin", Input(data))
        status = main([str(each) for each in arguments])
        out, err = capsys.readouterr()
        return SimpleNamespace(status=status, out=out, err=err)

    return run


@pytest.fixture
def program(home: Path) -> Callable[..., Any]:
    """Run the program in a separate process, as `python -m shell`: its status, and the bytes it wrote."""

    def run(*arguments: object, script: bytes = b"", module: str = "shell", **environment: str) -> SimpleNamespace:
        found = subprocess.run(
            [sys.executable, "-m", module, *map(str, arguments)],
            input=script,
            capture_output=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            cwd=home,
            timeout=60,
        )
        return SimpleNamespace(status=found.returncode, out=found.stdout, err=found.stderr)

    return run
