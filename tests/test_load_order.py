"""What is shown, asked and recorded comes in one declared order, whichever modules were loaded first."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from given import one_in
from worlds import ON_WATCH, play, played_out

from engine.concerns.checks.events import CheckResolved
from engine.heads import commands_in_short
from engine.registry import BEARERS, FOLLOWS, PROJECTS
from engine.rooms import by_room, load
from shell.runner import Desk

ROOT = Path(__file__).parents[1]

for part in ("project", "decide"):
    load(part)

#: Carries out lines in a folder, after other modules were loaded in the order of a seed; with 0, in a fresh process.
PLAYING = """
import random, sys
from importlib import import_module
from pathlib import Path
seed, root = sys.argv[1:]
if seed != "0":
    files = [file for part in ("engine", "replay", "shell") for file in Path(root, part).rglob("*.py")]
    dotted = [".".join(file.relative_to(root).with_suffix("").parts) for file in files]
    modules = sorted(name for name in dotted if not name.endswith("__main__"))
    random.Random(int(seed)).shuffle(modules)
    for module in modules:
        import_module(module.removesuffix(".__init__"))
from shell.doors.voice import Voice, do_line
from shell.runner import Desk
sys.stderr = sys.stdout
desk, numbers = Desk(Path("c.db")), {}
for line in sys.stdin.read().splitlines():
    print(f"> {line}", flush=True)
    if line.startswith("recorded "):
        events = desk.do(line.removeprefix("recorded ").format(**numbers)).events
        numbers |= {event["type"]: event["seq"] for event in events}
        print([event["text"] for event in events])
    else:
        do_line(desk, line, Voice())
        do_line(desk, line, Voice(json=True))
for file in sorted(Path.cwd().glob("copy*")):
    print(file.name, file.read_text("utf-8"))
"""

#: What is read of the small world.
READINGS = """\
sheet Kotorikh
sheet Kotorikh at #60
sheet all
party
checklist
why Kotorikh Mycology
why Kotorikh points
diff #40 #90
ledger Kotorikh
audit
log last 20
log Char
rename zz
rename Tired
help
help define
help odds
help damage
help session
odds
Kotorikh
Kotorikh Perc
export copy.session
export copy.jsonl
report copy.html
"""

#: One check that ticks a countdown, ends an effect and brings XP, and a point that takes it all back.
AT_ONCE = """\
recorded countdown Escape 3
recorded countdown Alarm 3 against Escape
recorded effect Sparrow dazed a -1 until next roll
recorded check Sparrow Stealth vs Great rolled -1 ticks Escape stakes "a scar"
recorded point Sparrow +3
recorded point Sparrow success #{CheckResolved}
recorded session end
"""


@cache
def carried_out(seed: int, log: Path, lines: str) -> str:
    """Return all that is printed for some lines on a copy of a log, in a process of their own."""
    with TemporaryDirectory() as folder:
        shutil.copy(log, Path(folder, "c.db"))
        asked = [sys.executable, "-c", PLAYING, str(seed), str(ROOT)]
        return subprocess.run(asked, input=lines, cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def inn() -> Iterator[Path]:
    """Play the small world; return its log, in a folder of its own."""
    with played_out() as (desk, _):
        desk.close()
        yield desk.place.file


@pytest.fixture(scope="module")
def watch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play an evening of another game, up to what several rooms have something to say to."""
    folder = tmp_path_factory.mktemp("watch")
    desk = Desk(folder / "watch.db")
    play(desk, ON_WATCH.partition("countdown")[0], folder)
    desk.close()
    return desk.place.file


@pytest.mark.parametrize("seed", one_in(2, [1, 2]))
def test_all_that_is_read_is_the_same_after_other_modules_were_loaded(inn: Path, seed: int) -> None:
    fresh = carried_out(0, inn, READINGS)
    assert fresh.count("Teapots") > 20
    assert carried_out(seed, inn, READINGS) == fresh


@pytest.mark.parametrize("seed", one_in(2, [4, 7]))
def test_all_that_is_recorded_is_the_same_after_other_modules_were_loaded(watch: Path, seed: int) -> None:
    fresh = carried_out(0, watch, AT_ONCE)
    assert "for one roll" in fresh
    assert "is free again" in fresh
    assert carried_out(seed, watch, AT_ONCE) == fresh


def test_what_has_no_place_comes_in_the_order_of_the_rooms() -> None:
    """This order is part of what is recorded, as an event's followers are asked in it."""
    several = {**FOLLOWS, **PROJECTS, "names": tuple(BEARERS.values())}
    rooms = {what: [*map(by_room, found)] for what, found in several.items()}
    assert {what: found for what, found in rooms.items() if found != sorted(found)} == {}
    assert [found[0].split(".")[2] for found in (rooms[CheckResolved], rooms["names"])] == ["checks", "belongings"]
    assert [each.__module__.split(".")[2] for each in FOLLOWS[CheckResolved]] == ["countdowns", "effects", "effects"]


def test_commands_of_the_short_tongue_come_in_the_order_of_the_rooms() -> None:
    assert [*dict.fromkeys(cls.__module__.split(".")[2] for cls in commands_in_short())] == [
        *("characters", "checks", "contests", "experience", "statuses"),
    ]
