"""A campaign in which a bit of everything happened, at home in a folder that goes away."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from given import folder

from engine.value import evolve
from shell.outcome import LineOutcome
from shell.runner import Desk

SCRIPT = """\
new peupfudge "The =Golden= Teapot"
rules places back, belt, body, hands
define ability Muscle, Charisma, Perception poor 2 decent 4 great 6
define status Energy: Exhausted -2, Tired -1, Neutral 0, Rested +1 on Muscle, Perception
define property "talented observer": xp 7 Perception
define property "Shroom Belly": Perception -1 a -2 on Muscle when magical
pc Kotorikh by Kurt
pc "Old Marta" by "Anna Maria"
npc Nyrv
set Kotorikh Profession = Archaeologist, "of a kind"
trait Nyrv Muscle 3, Perception 1
award Kotorikh, "Old Marta" 50 for practice before play
spend Kotorikh 19 on Perception, 3 on Muscle
gain Kotorikh "talented observer"
give Kotorikh pack in back
give Kotorikh pouch in pack
give Kotorikh 12 stones in pouch
give Kotorikh "vial of ink" in pack note full
give "Old Marta" sword +1 "good steel" on Muscle when magical
session start "The inn"
scene Under the trees
check Kotorikh Perception +1 torch vs 3 -1 "the moon is up" rolled -1 0 0 +1
check Kotorikh nothing less 2 vs Nyrv Perception rolled +2
contest Nyrv Muscle -1 tired when magical rolled 1 0 1 vs Kotorikh rolled +1 at least 2
roll 2d6+3 -1 for Nyrv rolled 4 6 secret
roll 4dF rolled -2 secret
reveal #32
status Kotorikh Energy down for a bad night
give Kotorikh 100 jewels
undo for a nought too many
give Kotorikh 10 jewels
pass Kotorikh 3 jewels to "Old Marta"
move Kotorikh 5 stones to belt
drop Kotorikh 2 stones from pouch
condition Kotorikh "vial of ink" = half full
note 黒猫 👩‍👩‍👧 ﷽ " #5 # and so on
sign Kotorikh
session end
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Stand in an empty folder; the notes of this computer lie in another."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with folder() as place:
        monkeypatch.chdir(place)
        yield Path(place)
        monkeypatch.undo()


def played(path: Path, script: str) -> Path:
    """Play a script, every line of which is carried out, and return its log."""
    desk = Desk(path)
    for line in script.splitlines():
        outcome = desk.do(line)
        assert outcome.status == 0, (line, outcome.fault)
    desk.close()
    return path


@pytest.fixture(scope="session")
def original() -> Iterator[Path]:
    """Make the campaign's log, to be copied and never written."""
    with folder() as place:
        yield played(Path(place) / "original.db", SCRIPT)


@pytest.fixture
def log(original: Path, home: Path) -> Path:
    """Copy the campaign's log, to be done with as one likes."""
    return Path(shutil.copy(original, home / "teapot.db"))


@pytest.fixture
def do() -> Callable[..., LineOutcome]:
    """One line at the table of a file: what comes of it."""

    def typed(path: Path | str, line: str) -> LineOutcome:
        desk = Desk(Path(path))
        try:
            outcome = desk.do(line)
            if outcome.answer is None:
                return outcome
            said, result = outcome.answer.text(), outcome.answer.result  # while the log is open
            return evolve(outcome, answer=evolve(outcome.answer, data=result, text=lambda: said))
        finally:
            desk.close()

    return typed


@pytest.fixture
def result(do: Callable[..., LineOutcome]) -> Callable[..., dict[str, Any]]:
    """Return a way to carry out a line and have its result."""

    def carried_out(path: Path | str, line: str) -> dict[str, Any]:
        outcome = do(path, line)
        assert outcome.answer is not None, outcome.fault
        return outcome.answer.result

    return carried_out
