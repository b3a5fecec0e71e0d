"""Every verb meets a kill, an error and a short write at each of its file calls, on a short log and on a long one.

The verbs are those of the program's list, and their lines those of `test_generated.py`, so a new verb is tried without
anybody remembering it. What the program keeps for itself fails like the log: all calls below the user's folders count.
On a long log there is a memo, a key, a kept state and a kept audit.

After each fault the answer is no internal error, the log is intact and holds the line's events whole or not at all,
a file that the line makes is whole or not there, and what was kept leads to no other state than the log alone.

    FUDGELOG_CALL=MakeNote:long:kill:7 python -m pytest tests/faults/test_every_call.py -m heavy -k again
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import given
import pytest
from attrs import Factory, define, frozen
from faulty import heavy, tried
from given import one_in
from test_contract import ALL_COMMANDS
from test_generated import NO_LOG, SERVED, Scene, Stage, must_be_a_whole_file
from windows import THRESHOLDS, Nursery, Window

from engine import Campaign
from engine.store.door import Row
from engine.store.errors import LogError
from engine.store.inspection import inspect

KINDS = ("kill", "EIO", "short")
ROW = {"kill": 2, "EIO": 3, "short": 3}
LENGTHS = ("short", "long")

#: What is told of events that were stored where something failed after that.
STORED = " is in the log, but "

#: What is about the program alone, and opens no log.
NO_LOOKS = {"Help", "Quit", "ShowConfig", "ShowCompletions", "ChangeSetting", "ShowWorlds"}

VERBS = {cls.__name__: cls for cls in ALL_COMMANDS if cls.__name__ not in (*NO_LOOKS, *SERVED)}


@define
class Trial:
    """A line of a verb in a place of its own, with whatever was kept of its log, to be tried with faults.

    `before` are the events of the log, `events` the types of those that the line records where nothing fails.
    """

    scene: Scene
    nursery: Nursery
    folder: Path
    is_long: bool
    before: Sequence[Row] = ()
    events: tuple[str, ...] = ()
    calls: dict[str, int] = Factory(dict)

    @property
    def place(self) -> Path:
        """Where the log lies beside the folders of the user; it is put back before each fault."""
        return self.folder / "place"

    @property
    def path(self) -> Path:
        return self.place / "folder" / "log.db"

    @property
    def line(self) -> str:
        return self.scene.lines[0].format(folder=self.path.parent)

    @property
    def surroundings(self) -> dict[str, str]:
        return {f"XDG_{name.upper()}_HOME": str(self.place / name) for name in ("state", "cache", "config")}

    def open(self, fault: tuple[str, int, bool] | None = None) -> Window:
        kept = self.surroundings
        return Window(self.nursery, self.path, self.folder, kept, None, self.place, is_long=self.is_long, fault=fault)

    def prepare(self) -> None:
        """Put the log in its place, and look at it once so that something is kept."""
        self.path.parent.mkdir(parents=True)
        if self.scene.log is not None:
            shutil.copy(self.scene.log, self.path)
            older = self.path.read_bytes()
            self.do(*["note this will be gone"] * (self.scene.verb == "Accept"), "audit")
            if self.scene.verb == "Accept":
                self.path.write_bytes(older)
            self.before = self.rows()
        shutil.copytree(self.place, self.folder / "template")

    def do(self, *lines: str) -> None:
        """Carry out some lines without a fault."""
        window = self.open()
        for line in lines:
            answer = window.ask(line)
            assert answer is not None
            assert answer["ok"], answer
        window.close()

    def count(self, kind: str) -> int:
        """Return how many calls can have a fault of a kind: as many as there are where nothing fails."""
        if kind not in self.calls:
            struck = self.strike(kind, 0)
            assert struck.answer is not None
            assert struck.answer["ok"], (self.line, struck.answer)
            self.calls[kind] = struck.calls
            self.events = tuple(row.type for row in self.rows()[len(self.before) :])
        return self.calls[kind]

    def strike(self, kind: str, call: int) -> Struck:
        """Type the line where one call fails; 0 is none of them."""
        shutil.rmtree(self.place)
        shutil.copytree(self.folder / "template", self.place)
        window = self.open((kind, call, kind == "EIO"))
        answer = window.ask(self.line)
        said = window.close()
        for left in self.folder.glob("fault-*"):
            left.unlink()
        return Struck(window.disarm(), answer, window.fault.calls, said)

    def campaign(self) -> Campaign:
        """Open the log as the program does, with what was kept of it."""
        with pytest.MonkeyPatch.context() as patch:
            for name, folder in self.surroundings.items():
                patch.setenv(name, folder)
            for module, name in THRESHOLDS if self.is_long else ():
                patch.setattr(f"{module}.{name}", 1)
            return Campaign.open(self.path, writable=False)

    def rows(self) -> list[Row]:
        """Return every event; where the log was never made whole, there may be none."""
        try:
            with self.campaign() as campaign:
                found = list(campaign.log.read())
                assert not campaign.disputed or self.scene.verb == "Accept", campaign.notes
                state = campaign.state
                campaign.fold_whole()
                assert campaign.state == state, "what was kept leads to another state"
        except LogError as error:
            if self.scene.log is None and NO_LOG.search(error.message):
                return []
            raise
        report = inspect(self.path)
        assert report.ok, report
        return found

    def must_hold(self, kind: str, call: int) -> str:
        """Try the line with a fault at one call, assert what is promised, and return what came of it."""
        struck = self.strike(kind, call)
        assert struck.came or struck.calls < call, "the fault never came in its turn"
        assert "Traceback" not in struck.said, struck.said
        assert "nternal error" not in f"{struck.said} {struck.message}"
        assert struck.answer is not None or kind == "kill", "it ended without an answer"
        self.must_be_whole(self.rows(), struck)
        for made in re.findall(r"\S*/made\S*", self.line):
            assert Path(made).exists() or not struck.done, "an acknowledged file is not there"
            if Path(made).is_file():
                must_be_a_whole_file(Path(made))
        if not struck.came:  # random ids make a call more or less
            return "not reached"
        return "killed" if struck.answer is None else "done" if struck.done else "refused"

    def must_be_whole(self, found: Sequence[Row], struck: Struck) -> None:
        """Assert that the past is as it was, and that the line's events are there as they were told."""
        assert found[: len(self.before)] == [*self.before], "the past is another"
        fresh = tuple(row.type for row in found[len(self.before) :])
        assert fresh in ((), self.events), "a line is there by half"
        assert fresh == self.events or not struck.done, "an acknowledged event is lost"
        told = STORED in struck.message
        assert bool(fresh) <= (not struck.message or told), f"recorded, but told: {struck.message}"
        assert told <= bool(fresh), f"not recorded, but told: {struck.message}"


@frozen
class Struck:
    """A line with a fault: whether that came, the answer, how many calls there were, and what was said besides."""

    came: bool
    answer: dict[str, Any] | None
    calls: int
    said: str

    @property
    def done(self) -> bool:
        return self.answer is not None and self.answer["ok"]

    @property
    def message(self) -> str:
        return self.answer["error"]["message"] if self.answer is not None and not self.done else ""


# --- the tests -------------------------------------------------------------------------------------------------


@define
class Trials:
    """The trials of all verbs, each prepared when it is first asked for."""

    stage: Stage
    nursery: Nursery
    folder: Path

    def of(self, verb: str, length: str) -> Trial:
        """Return the trial of a verb on a log of a length."""
        folder = self.folder / f"{verb}-{length}"
        folder.mkdir()
        found = Trial(self.stage.scene(VERBS[verb]), self.nursery, folder, length == "long")
        found.prepare()
        return found


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    """Play the small world."""
    with given.folder() as place:
        yield Stage.played(Path(place))


@pytest.fixture
def trials(stage: Stage, nursery: Nursery, quick: Path, monkeypatch: pytest.MonkeyPatch) -> Trials:
    monkeypatch.setenv("XDG_STATE_HOME", str(quick / "state"))
    return Trials(stage, nursery, quick)


def test_every_verb_has_a_line_to_be_tried(stage: Stage) -> None:
    assert len(VERBS) > 100
    assert [name for name, cls in VERBS.items() if not stage.scene(cls).lines] == [], "give them a line in worlds.py"


#: Which of the calls the heavy test makes fail: with FUDGELOG_EVERY=10 one in ten of them, by default each.
EVERY = int(os.environ.get("FUDGELOG_EVERY", "1"))


def must_hold_at(trial: Trial, kind: str, calls: Iterable[int]) -> Counter[str]:
    """Try a line with a fault at each of some calls; return how often what came of it."""
    came: Counter[str] = Counter()
    for call in calls:
        try:
            came[trial.must_hold(kind, call)] += 1
        except BaseException as error:
            length = LENGTHS[trial.is_long]
            error.add_note(f"{trial.line}\nagain: FUDGELOG_CALL={trial.scene.verb}:{length}:{kind}:{call}")
            raise
    tried(ROW[kind], came.total())
    return came


@pytest.mark.parametrize("verb", one_in(6, VERBS))
def test_a_verb_with_a_fault_at_one_of_its_calls_keeps_what_is_promised(verb: str, trials: Trials) -> None:
    """Which call and which fault go by its name, so that every fault comes to some verbs."""
    chance = random.Random(verb)
    kind = chance.choice(KINDS)
    trial = trials.of(verb, chance.choice(LENGTHS))
    if trial.count(kind):
        must_hold_at(trial, kind, [chance.randint(1, trial.count(kind))])


@heavy
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_with_a_fault_at_each_of_its_calls_keeps_what_is_promised(
    verb: str, length: str, trials: Trials
) -> None:
    trial = trials.of(verb, length)
    first = random.Random(f"{verb} {length}").randint(1, EVERY)
    came = {kind: must_hold_at(trial, kind, range(first, trial.count(kind) + 1, EVERY)) for kind in KINDS}
    if (figures := os.environ.get("FUDGELOG_FIGURES")) is not None:
        with open(figures, "a", encoding="utf-8") as file:
            file.write(json.dumps([verb, length, came]) + "\n")


@heavy
@pytest.mark.skipif("FUDGELOG_CALL" not in os.environ, reason="no call is named")
def test_a_named_call_again(trials: Trials) -> None:
    verb, length, kind, call = os.environ["FUDGELOG_CALL"].split(":")
    trial = trials.of(verb, length)
    trial.count(kind)
    must_hold_at(trial, kind, [int(call)])
