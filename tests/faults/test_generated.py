"""Every verb that records or writes a file meets every kind of fault, with two windows open on the log.

The runs are made from the list of commands: a verb's lines are those of the small world (`tests/worlds.py`), else the
examples in its help. A run is a random schedule of lines, windows and faults that its name, such as kill:Award:17,
decides. A failure prints how to repeat it:

    FUDGELOG_RUN=kill:Award:17 python -m pytest tests/faults/test_generated.py

Whatever happens, everything acknowledged is there, every command is there whole or not at all, both windows see what
a third sees that opens the log afterwards, and the log is intact.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import cycle
from pathlib import Path
from typing import Any, get_type_hints

import given
import pytest
from attrs import Factory, define, field, frozen
from disk import Disk, recorded
from faulty import copied, heavy, rows, tried
from test_contract import ALL_COMMANDS, examples_of
from windows import ROOT, Nursery, Window
from worlds import AT_THE_FORD, AT_THE_INN, IN_AMBUSH, ON_WATCH

from engine.registry import Ask
from engine.store.door import Row
from engine.store.errors import LogError
from engine.store.inspection import inspect
from engine.store.log import SqliteLog as Log
from engine.types import File, NewLog
from replay.files.transfer import import_new
from replay.files.verify import COPY_BEGINS
from shell.runner import Desk

KINDS = ("kill", "error", "power")
ROW = {"kill": 2, "error": 3, "power": 4}
IMAGES = 6

#: What needs a server of pages, which would stay when a line ends; `tests/live` starts, stops and kills those. What
#: needs one of logs is tried in `tests/server`.
SERVED = ("ServePages", "StopServing", "ChangeLink", "DropSeat", "TakeWaiting", "DeclineWaiting", "Resend")

# --- the verbs, and where they can be typed --------------------------------------------------------------------


@frozen
class Scene:
    """Lines of one verb, and the log that they can be typed on: None where there is to be none."""

    verb: str
    log: Path | None
    lines: tuple[str, ...]
    asks: bool


@define
class Stage:
    """Everything that scenes are made from: the small world, with the log as it was before each of its lines."""

    folder: Path
    before: dict[str, Scene] = Factory(dict)
    ends: list[Path] = Factory(list)

    @classmethod
    def played(cls, folder: Path) -> Stage:
        """Play the small world."""
        made = cls(folder)
        for name, script in (("inn", AT_THE_INN), ("watch", ON_WATCH), ("ambush", IN_AMBUSH), ("ford", AT_THE_FORD)):
            made.play(name, script)
        return made

    def play(self, name: str, script: str) -> None:
        """Play an evening, and keep the log from before each line that a verb is met in for the first time."""
        desk = Desk(self.folder / f"{name}.db")
        numbers: dict[str, int] = {}
        for place, text in enumerate(script.splitlines()):
            line = text.format(folder="{folder}", **numbers)
            kept = copied(desk.place.file, self.folder, f"{name}-{place}.db") if place else None
            outcome = desk.do(line.format(folder=self.folder))
            assert outcome.asked is not None, outcome.fault
            verb = type(outcome.asked.command)
            self.before.setdefault(verb.__name__, Scene(verb.__name__, kept, (line,), issubclass(verb, Ask)))
            numbers |= {event["type"]: event["seq"] for event in outcome.events}
            if place == 1:
                self.ends.append(kept or desk.place.file)
        desk.close()
        self.ends.append(desk.place.file)

    @property
    def later(self) -> Path:
        """What can be imported into the evening at the inn: all of it, and three events more."""
        file = self.folder / "later.jsonl"
        if not file.exists():
            desk = Desk(copied(self.folder / "inn.db", self.folder, "later.db"))
            for line in ("note one", "award Kotorikh, Obazana 2", f"export {file}"):
                assert desk.do(line).fault is None
            desk.close()
        return file

    @property
    def later_ids(self) -> frozenset[str]:
        """The ids of those three events."""
        found = [json.loads(line) for line in self.later.read_text("utf-8").splitlines()]
        return frozenset(each["id"] for each in found[-3:])

    def scene(self, cls: type) -> Scene:
        """Return where a verb can be typed; without lines if there is no such place."""
        name = cls.__name__
        if name not in self.before:
            self.before[name] = self.special(name) or self.by_example(cls)
        return self.before[name]

    def special(self, name: str) -> Scene | None:
        """Return the scene of a verb that needs a file unlike the others."""
        match name:
            case "Import":
                return Scene(name, self.folder / "inn.db", (f"import {self.later}",), False)
            case "TryImport":
                return Scene(name, self.folder / "inn.db", (f"import {self.later} dry-run",), True)
            case "Compare":
                return Scene(name, self.folder / "inn.db", (f"compare {self.ends[0]}",), True)
            case "Accept":
                return Scene(name, self.folder / "inn.db", ("accept for the laptop was lost",), False)
            case "Convert":
                return Scene(name, ROOT / "tests/logs/0.1.0-demo.db", ("convert {folder}/made.db",), True)
        return None

    def by_example(self, cls: type) -> Scene:
        """Return a scene in which some examples of a verb's help can be carried out."""
        for log in self.ends:
            lines = tuple(line for line in map(here, examples_of(cls)) if self.can_be_done(log, line))
            if lines:
                return Scene(cls.__name__, log, lines, issubclass(cls, Ask))
        return Scene(cls.__name__, None, (), issubclass(cls, Ask))

    def can_be_done(self, log: Path, line: str) -> bool:
        """Return whether a line is carried out on a copy of a log."""
        place = self.folder / "trial"
        desk = Desk(copied(log, place))
        done = desk.do(line.format(folder=place))
        desk.close()
        shutil.rmtree(place)
        return done.fault is None


def here(line: str) -> str:
    """Return an example with files that there are, or new ones in the folder of the log."""
    verb, *words = line.split(" ")
    return " ".join([verb, *(placed(word) if "." in word or word.endswith("/") else word for word in words)])


def placed(word: str) -> str:
    if word.endswith("/"):
        return "{folder}-notes/"  # beside the folder of the log, whose every file is looked at
    there = ROOT / word
    return str(there) if there.exists() else f"{{folder}}/made{Path(word).suffix}"


def writes(cls: type) -> bool:
    """Return whether a verb records something, or writes a file."""
    return not issubclass(cls, Ask) or (not {File, NewLog}.isdisjoint(takes(cls)) and cls.__name__ not in READING)


def takes(cls: type) -> list[Any]:
    return list(get_type_hints(cls, include_extras=True).values())


#: What names a file and only reads it.
READING = {"Compare", "TryImport"}

VERBS = {cls.__name__: cls for cls in ALL_COMMANDS if writes(cls) and cls.__name__ not in SERVED}


@pytest.fixture(scope="session")
def stage() -> Iterator[Stage]:
    """Play the small world."""
    with given.folder() as place:
        yield Stage.played(Path(place))


# --- a run -----------------------------------------------------------------------------------------------------

UNSURE = " is in the log, but "
SIDE_LINES = ("note it rains", "note the thief limps", "undo", "redo", "head")
LOOKS = ("head", "party", "log", "rules", "audit")


@define
class Run:
    """One schedule. `acked` are the events that were acknowledged, `unsure` the lines of which nobody can know."""

    name: str
    scene: Scene
    nursery: Nursery
    place: Path
    chance: random.Random
    kind: str
    later: frozenset[str]
    windows: list[Window] = Factory(list)
    acked: list[dict[str, Any]] = Factory(list)
    unsure: list[str] = Factory(list)
    made: dict[str, bytes | None] = Factory(dict)
    lines: int = 0
    typed: list[str] = Factory(list)
    imported: bool = False
    hit: bool = False
    start: Disk | None = None
    path: Path = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.path = self.place / "folder" / "log.db"

    @property
    def record(self) -> Path | None:
        return self.place / "record" if self.kind == "power" else None

    def open(self) -> Window:
        """Open a window."""
        env = {"XDG_STATE_HOME": str(self.place / "state"), "XDG_CACHE_HOME": str(self.place / "cache")}
        window = Window(self.nursery, self.path, self.place, env, self.record)
        self.windows.append(window)
        return window

    def prepare(self) -> None:
        """Put the log in its place; for “accept”, one that was longer when it was last seen."""
        self.path.parent.mkdir()
        if self.scene.log is not None:
            shutil.copy(self.scene.log, self.path)
        if self.scene.verb == "Accept":
            older = self.path.read_bytes()
            window = self.open()
            for line in ("note this will be gone", "head"):
                assert (window.ask(line) or {})["ok"]
            window.close()
            self.windows.clear()
            self.path.write_bytes(older)
            (self.place / "record").unlink(missing_ok=True)
        self.start = Disk.of(self.path.parent)

    def worded(self, line: str) -> str:
        """Return a line with a file of its own to write."""
        self.lines += 1
        return line.format(folder=self.path.parent).replace("/made.", f"/made-{self.lines}.")

    def heard(self, line: str, answer: dict[str, Any] | None) -> None:
        """Take account of the answer to a line."""
        self.typed.append(
            f"{line}  → {'killed' if answer is None else 'done' if answer['ok'] else answer['error']['message']}"
        )
        made = re.search(r"\S*/made-\S*", line)
        if answer is None:
            self.unsure.append(line)
        elif answer["ok"]:
            self.acknowledged(answer)
            if made:
                self.made[made[0]] = Path(made[0]).read_bytes()
                return
        else:
            assert "Internal error" not in answer["error"]["message"], answer
            if UNSURE in answer["error"]["message"]:
                self.unsure.append(line)
        if made:
            self.made[made[0]] = None

    def acknowledged(self, answer: dict[str, Any]) -> None:
        """Take account of a line that was carried out."""
        self.acked += answer["events"]
        self.imported = self.imported or answer["command"].startswith("import")

    def do(self, window: Window, line: str) -> None:
        """Type a line and wait for the answer."""
        window.type(line)
        self.heard(line, window.answer())

    def side_line(self) -> str:
        return self.worded(self.chance.choice(SIDE_LINES))

    def play(self) -> None:
        """Carry out the schedule: some lines, the fault in one window, and both go on."""
        one, other = self.open(), self.open()
        for _ in range(self.chance.randint(0, 2)):
            self.do(self.chance.choice((one, other)), self.side_line())
        self.strike(one, other)
        self.do(other, self.side_line())
        if not one.alive:
            one = self.reopened()
        for _ in range(self.chance.randint(1, 3)):
            self.do(self.chance.choice((one, other)), self.side_line())
        if self.chance.random() < 0.5:
            self.do(other, self.worded(self.chance.choice(self.scene.lines)))
        self.must_agree([window for window in (one, other) if window.alive])

    def strike(self, one: Window, other: Window) -> None:
        """Type the verb's line in a window in which a file call fails, maybe while the other one is busy too."""
        line = self.worded(self.chance.choice(self.scene.lines))
        if self.kind != "power":
            self.arm(one, 40)
        together = self.kind != "power" and self.chance.random() < 0.4
        beside = self.side_line()
        if together:
            other.type(beside)
        self.do(one, line)
        if together:
            self.heard(beside, other.answer())
        self.hit = one.disarm() or self.hit

    def arm(self, window: Window, most: int) -> None:
        kind = "kill" if self.kind == "kill" else self.chance.choice(("EIO", "ENOSPC"))
        window.arm(kind, self.chance.randint(1, most), kind == "EIO" and self.chance.random() < 0.3)

    def reopened(self) -> Window:
        """Open a window again after it was killed: maybe it is killed once more, while it cleans up."""
        window = self.open()
        if self.chance.random() < 0.4:
            self.arm(window, 12)
        self.do(window, self.side_line())
        window.disarm()
        return window if window.alive else self.open()

    def must_agree(self, windows: Sequence[Window]) -> None:
        """Assert that windows see what one sees that opens the log now."""
        fresh = self.open()
        for look in LOOKS:
            expected = fresh.ask(look)
            assert expected is not None
            for window in windows:
                assert same_answer(window.ask(look), expected), look

    def close(self) -> None:
        """Close all windows; none may have had a fault of its own."""
        for window in self.windows:
            said = window.close()
            assert "Traceback" not in said, said
            assert "Internal error" not in said, said

    # --- what must hold --------------------------------------------------------------------------------------

    def must_hold(self) -> None:
        """Assert what the log promises."""
        found = self.rows()
        self.must_be_there(found)
        self.must_be_whole(found)
        for name, held in self.made.items():
            file = Path(name)
            if held is not None:
                assert file.read_bytes() == held, f"{file.name} is not what was acknowledged"
            if file.exists():
                must_be_a_whole_file(file)

    def must_be_there(self, found: Sequence[Row]) -> None:
        """Assert that events are stored as they were acknowledged."""
        stored = {(row.seq, row.cmd, row.type) for row in found}
        for event in self.acked:
            assert (event["seq"], event["cmd"], event["type"]) in stored, f"an acknowledged event is lost: {event}"
        assert not self.imported or self.later <= {row.id for row in found}, "an acknowledged import is lost"

    def rows(self) -> list[Row]:
        """Return every event; where making the log was never acknowledged, there may be none."""
        try:
            return rows(self.path)
        except LogError as error:
            if self.scene.log is None and not self.acked and NO_LOG.search(error.message):
                return []
            raise

    def must_be_whole(self, found: Sequence[Row]) -> None:
        """Assert that what nobody acknowledged is a line that was in doubt, with all of its events."""
        known = {event["seq"] for event in self.acked} | {
            row.seq for row in found if self.imported and row.id in self.later
        }
        before = inspect(self.scene.log).events if self.scene.log else 0
        groups: dict[str, list[Row]] = {}
        for row in found:
            if row.seq > before and row.seq not in known:
                groups.setdefault(self.group(row), []).append(row)
        doubtful = list(self.unsure)
        for group in groups.values():
            types = [row.type for row in group]
            made = next((line for line in doubtful if self.types_of(line, found[: group[0].seq - 1]) == types), None)
            assert made is not None, f"nobody can have recorded {types}: {doubtful}"
            doubtful.remove(made)

    def group(self, row: Row) -> str:
        """Return what rows that are recorded together have in common."""
        return "imported" if row.id in self.later else row.cmd

    def types_of(self, line: str, before: Sequence[Row]) -> list[str]:
        """Return the types of the events that a line records behind some others."""
        if not before:
            return ["CampaignCreated"]
        place = self.place / "again" / "log.db"
        shutil.rmtree(place.parent, ignore_errors=True)
        place.parent.mkdir()
        with closing(Log.create(place, campaign_of(before[0]), 1 if self.scene.verb == "Convert" else 2)) as log:
            log.append(log.head, before)
        desk = Desk(place)
        found = desk.do(line)
        desk.close()
        return [event["type"] for event in found.events]

    # --- power cuts ------------------------------------------------------------------------------------------

    def must_survive(self) -> None:
        """Assert that disks as they could be after a power cut at some moments hold what was acknowledged by then."""
        assert self.record is not None
        assert self.start is not None
        disk, steps, final = self.start, recorded(self.record), self.rows()
        moments = sorted(self.chance.choices(range(len(steps)), k=IMAGES))
        for number, each in enumerate(steps):
            disk.do(each)
            for _ in range(moments.count(number)):
                self.must_survive_as(disk.crashed(self.chance), disk.told, final)
        there = {file.name: file.read_bytes() for file in self.path.parent.iterdir()}
        assert there == disk.now(), "the recorder missed something"

    def must_survive_as(self, files: dict[str, bytes], told: dict[int, bytes], final: Sequence[Row]) -> None:
        """Assert it of one such disk."""
        after = Run(self.name, self.scene, self.nursery, self.place / "after", self.chance, "", self.later)
        shutil.rmtree(after.place, ignore_errors=True)
        after.path.parent.mkdir(parents=True)
        for name, held in files.items():
            (after.path.parent / name).write_bytes(held)
        for line in (line for text in told.values() for line in text.split(b"\n")[:-1]):
            answer = json.loads(line)
            if not answer["ok"]:
                continue
            after.acknowledged(answer)
            for name, held in self.made.items():
                if name in answer["command"]:
                    after.made[str(after.path.parent / Path(name).name)] = held
        found = after.rows()
        assert found == final[: len(found)], "the past is another"
        gone = {self.group(row) for row in final[len(found) :]}
        assert not found or self.group(found[-1]) not in gone, "a command is there by half"
        after.must_hold_after_the_cut(found)
        tried(4)

    def must_hold_after_the_cut(self, found: Sequence[Row]) -> None:
        self.must_be_there(found)
        for name in self.made:
            assert Path(name).read_bytes() == self.made[name], name
        for file in self.path.parent.glob("made-*"):
            if not file.name.endswith("-journal"):
                must_be_a_whole_file(file)
        if found:
            desk = Desk(self.path)
            assert desk.do("head").fault is None
            desk.close()


def same_answer(one: dict[str, Any] | None, other: dict[str, Any] | None) -> bool:
    """Return whether two windows answer alike; each counts its own lines."""
    without = [{**(each or {}), "error": {**(each or {}).get("error", {}), "line": 0}} for each in (one, other)]
    return without[0] == without[1]


NO_LOG = re.compile(r"there is no campaign|is empty|not a campaign log|holds no campaign")


def must_be_a_whole_file(file: Path) -> None:
    """Assert that a file that a verb wrote is one that can be used."""
    if file.suffix == ".db":
        assert inspect(file).ok, file
    elif file.suffix == ".jsonl" and not file.read_bytes().startswith(COPY_BEGINS):
        shutil.rmtree(file.parent / "import", ignore_errors=True)
        (file.parent / "import").mkdir()
        import_new(file, file.parent / "import" / "log.db")
        shutil.rmtree(file.parent / "import")
    else:
        assert file.read_bytes().endswith(b"\n"), file


def campaign_of(first: Row) -> str:
    return str(json.loads(first.body)["campaign"])


def repeat(name: str, nursery: Nursery, stage: Stage, place: Path) -> bool:
    """Carry out the run of a name; says whether its fault struck."""
    kind, verb, _ = name.split(":")
    place = place / name.replace(":", "-")
    place.mkdir()
    scene = stage.scene(VERBS[verb])
    later = stage.later_ids if verb == "Import" else frozenset()
    run = Run(name, scene, nursery, place, random.Random(name), kind, later)
    try:
        run.prepare()
        run.play()
        run.close()
        run.must_hold()
        if kind == "power":
            run.must_survive()
    except BaseException as error:
        error.add_note("\n".join(run.typed))
        error.add_note(f"again: FUDGELOG_RUN={name} python -m pytest tests/faults/test_generated.py")
        raise
    shutil.rmtree(place)
    tried(ROW[kind], 0 if kind == "power" else 1)
    return run.hit


# --- the tests -------------------------------------------------------------------------------------------------


@pytest.fixture
def place(quick: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a place in memory, for the notes of this computer too."""
    monkeypatch.setenv("XDG_STATE_HOME", str(quick / "state"))
    return quick


def test_every_verb_that_writes_has_a_run(stage: Stage) -> None:
    assert len(VERBS) > 40
    assert [name for name, cls in VERBS.items() if not stage.scene(cls).lines] == [], "give them a line in worlds.py"


def test_no_verb_is_left_out_that_changes_a_file(stage: Stage) -> None:
    """Type the examples of all the others, and see that nothing has changed."""
    folder = stage.folder / "looks"
    path = copied(stage.folder / "inn.db", folder)
    shutil.copy(stage.later, folder)
    before = Disk.of(folder).now()
    desk = Desk(path)
    looks = (cls for cls in ALL_COMMANDS if cls.__name__ not in (*VERBS, *SERVED))
    for line in (line for cls in looks for line in examples_of(cls)):
        desk.do(re.sub(r"\S+\.jsonl", str(stage.later), line))
    desk.close()
    assert Disk.of(folder).now() == before


NAMED = os.environ.get("FUDGELOG_RUN")

#: How many runs of each kind the heavy test makes of each verb; FUDGELOG_SEEDS=500-600 makes others.
FIRST, LAST = map(int, os.environ.get("FUDGELOG_SEEDS", "100-130").split("-"))


def names(verbs: Iterable[str], seeds: Iterable[int]) -> list[str]:
    """Return the names of the runs of some verbs, one of each kind for each seed."""
    return [NAMED] if NAMED else [f"{kind}:{verb}:{seed}" for verb in verbs for kind in KINDS for seed in seeds]


def in_turn(verbs: Iterable[str]) -> list[str]:
    """Return the name of one run for each verb; its kind is each of the kinds in turn."""
    return [] if NAMED else [f"{kind}:{verb}:1" for verb, kind in zip(verbs, cycle(KINDS), strict=False)]


@pytest.mark.rule("P1", "P2", "P3", "P8", "P9", "B4-02", "B4-03", "B4-04")
@pytest.mark.parametrize(
    "name",
    [
        *names(("Award",), [0]),
        *(pytest.param(name, marks=pytest.mark.slow) for name in in_turn(VERBS)[::3]),
    ][: 1 if NAMED else None],
)
def test_a_verb_under_a_fault_keeps_what_is_promised(name: str, nursery: Nursery, stage: Stage, place: Path) -> None:
    repeat(name, nursery, stage, place)


@heavy
@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_under_many_faults_keeps_what_is_promised(
    verb: str, nursery: Nursery, stage: Stage, place: Path
) -> None:
    for name in names([verb], range(FIRST, LAST)):
        repeat(name, nursery, stage, place)
