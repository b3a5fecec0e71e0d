"""Every event as a later program might record it, in a sound chain: every reading answers, or says why it cannot.

The events are those of the small world, the readings are the examples in the help of every command that only looks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from forging import copy_of
from given import folder, one_in
from test_contract import ALL_COMMANDS, examples_of
from worlds import AT_THE_FORD, AT_THE_INN, IN_AMBUSH, ON_WATCH, play

from engine.registry import EVENTS, Ask
from engine.store.door import Draft, Row, chain_rows
from engine.store.log import SqliteLog as Log
from replay.stepping import Stepper, Stride
from shell.runner import Desk

EVENINGS = {"inn": AT_THE_INN, "watch": ON_WATCH, "ambush": IN_AMBUSH, "ford": AT_THE_FORD}

#: Who the examples of the manual are about, in each evening.
HEROES = {"inn": "Kotorikh", "watch": "Sparrow", "ambush": "Nathaniel", "ford": "Raider"}

#: The evenings with so many events that one of them takes seconds to read in every way.
LONG = ("inn", "watch")

#: Examples that are about the program, or about files elsewhere.
LEFT_OUT = {"quit", "exit", "q", "config", "completions", "help", "setup"}


def each_value(change: Callable[[Any], Any]) -> Callable[[str], str]:
    """Return what changes every field of a body."""
    return lambda body: json.dumps({name: change(held) for name, held in json.loads(body).items()})


#: What an event may look like in a later version: its type, how much higher its version is, and its body.
FORMS: dict[str, tuple[str | None, int, Callable[[str], str]]] = {
    "of an unknown type": ("FromLater", 0, str),
    "of an unknown type and null": ("FromLater", 0, lambda body: "null"),
    "newer": (None, 1, str),
    "newer and null": (None, 1, lambda body: "null"),
    "newer and a number": (None, 2**31, lambda body: "7"),
    "newer and a text": (None, 1, lambda body: '"text"'),
    "newer and a list": (None, 1, lambda body: '[1, ["two"], {"three": null}]'),
    "newer and empty": (None, 1, lambda body: "{}"),
    "newer, each field null": (None, 1, each_value(lambda held: None)),
    "newer, each field a list": (None, 1, each_value(lambda held: [[held], None])),
    "newer, each field a table": (None, 1, each_value(lambda held: {"now": held, "then": [None]})),
    "newer, each field a text": (None, 1, each_value(str)),
    "newer, each field a number": (None, 1, each_value(lambda held: -(10**9))),
}


@frozen
class Evening:
    """A log with the numbers of its events by type, and the lines that read it."""

    path: Path
    rows: Sequence[Row]
    lines: Sequence[str]

    @property
    def firsts(self) -> dict[str, Row]:
        """The first event of each type."""
        return {row.type: row for row in reversed(self.rows)}


@pytest.fixture(scope="module")
def evenings() -> Iterator[dict[str, Evening]]:
    """Play the small world."""
    with folder() as name:
        made = {}
        for each, script in EVENINGS.items():
            desk = Desk(Path(name) / f"{each}.db")
            play(desk, script, Path(name))
            desk.close()
            log = Log.open(desk.place.file, writable=False)
            made[each] = Evening(desk.place.file, list(log.read()), list(readings(each)))
            log.close()
        yield made


def readings(evening: str) -> Iterator[str]:
    """Yield every example of a command that only looks, for players too where it can be."""
    examples = [line for cls in ALL_COMMANDS if issubclass(cls, Ask) for line in examples_of(cls)]
    for number, line in enumerate(line for line in examples if line.split()[0] not in LEFT_OUT):
        verb, *words = line.replace("Kotorikh", HEROES[evening]).replace("#57", "#12").replace("#80", "#20").split(" ")
        new = [f"{number}-{word}" if "." in word or word.endswith("/") else word for word in words]
        yield " ".join([verb, *new])
    yield from (f"export players.{kind} for players" for kind in ("session", "csv", "db"))
    yield from (
        "export players/ for players",
        "report players.html for players",
        "report sheets.html sheets for players",
    )
    yield from (f"why {HEROES[evening]} {what}" for what in ("xp", "scale", "points", "injury"))
    yield from ("import 0.jsonl", "log all secrets")


def written(evening: Evening, path: Path, rows: Sequence[Row]) -> Path:
    """Write rows into a new log of the same campaign, chained again."""
    old = Log.open(evening.path, writable=False)
    new = copy_of(old, path)
    drafts = [Draft(*row[1:9]) for row in rows]
    new.append(new.head, chain_rows(old.campaign, new.head, drafts, old.format))
    new.close()
    old.close()
    return path


def as_later(row: Row, form: str) -> Row:
    """Return an event in a form."""
    name, more, body = FORMS[form]
    return row._replace(type=name or row.type, v=row.v + more, body=body(row.body))


def must_be_read(path: Path, lines: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Assert that each line is answered, refused or told that the log cannot be read, and step through all of it."""
    monkeypatch.chdir(path.parent)
    desk = Desk(path)
    for line in lines:
        outcome = desk.do(line)
        assert outcome.fault is None or "Internal error" not in outcome.fault.message, (line, outcome.fault)
        if outcome.answer is not None:
            assert outcome.answer.text() is not None
            assert outcome.answer.result is not None
    if desk.campaign is not None:
        step_through(Stepper(desk.campaign))
    desk.close()


def step_through(stepper: Stepper) -> None:
    """Look at every event, at the screen of each character, and at what a search finds."""
    stepper.go(1)
    while True:
        assert stepper.frame.recorded.seq == stepper.seq
        stepper.around(3, 3)
        stepper.choose()
        if stepper.seq == stepper.last:
            break
        stepper.forward()
    for stride in Stride:
        stepper.back(stride)
        stepper.forward(stride)
    stepper.search("torch")
    stepper.next_hit()


def every_reading() -> Iterator[Any]:
    """Yield each form for each evening: fast for every fourth and a short evening in turn, slow for the others."""
    short = cycle(name for name in EVENINGS if name not in LONG)
    for number, form in enumerate(FORMS):
        fast = None if number % 4 else next(short)
        yield from (pytest.param(name, form, marks=() if name == fast else pytest.mark.slow) for name in EVENINGS)


@pytest.mark.parametrize(("name", "form"), list(every_reading()))
def test_a_log_that_ends_in_later_versions_of_all_its_events_is_read(
    name: str, form: str, evenings: dict[str, Evening], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = evenings[name]
    later = [as_later(row, form) for row in evening.firsts.values()]
    fresh = [row._replace(id=f"{number:032x}", cmd=f"later-{number}") for number, row in enumerate(later)]
    must_be_read(written(evening, tmp_path / "later.db", [*evening.rows, *fresh]), evening.lines, monkeypatch)


def in_place(evening: Evening, place: Path, each: str, form: str) -> Path:
    """Write an evening in which the first event of a type is as a later version has it."""
    first = evening.firsts[each]
    rows = [as_later(row, form) if row.seq == first.seq else row for row in evening.rows]
    return written(evening, place / "later.db", rows)


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow) for name in EVENINGS if name not in LONG])
def test_what_stands_on_a_later_version_of_any_event_is_read(
    name: str, evenings: dict[str, Evening], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of its events in turn, each form in turn."""
    for each, form in zip(evenings[name].firsts, cycle(FORMS), strict=False):
        (tmp_path / each).mkdir()
        must_be_read(in_place(evenings[name], tmp_path / each, each, form), evenings[name].lines, monkeypatch)


@pytest.mark.heavy
@pytest.mark.parametrize("turn", range(len(FORMS)))
@pytest.mark.parametrize("name", EVENINGS)
def test_what_stands_on_each_later_version_of_each_event_is_read(
    name: str, turn: int, evenings: dict[str, Evening], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forms = [*FORMS][turn:] + [*FORMS][:turn]
    for each, form in zip(evenings[name].firsts, cycle(forms), strict=False):
        (tmp_path / each).mkdir()
        must_be_read(in_place(evenings[name], tmp_path / each, each, form), evenings[name].lines, monkeypatch)


def test_every_event_happens_in_these_evenings(evenings: dict[str, Evening]) -> None:
    """But for those that only happen to a file from elsewhere, or to a line from a player's phone."""
    met = {name for evening in evenings.values() for name in evening.firsts}
    assert EVENTS.keys() - met == {"CampaignForked", "HeadAccepted", "LineTaken", "LogConverted"}


@pytest.mark.parametrize("form", one_in(3, FORMS))
def test_an_account_names_an_award_of_a_later_version_that_paid(
    form: str, evenings: dict[str, Evening], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was spent of it is passed over with it, and each reading of the account says what there is."""
    path, award = in_place(evenings["inn"], tmp_path, "XpAwarded", form), evenings["inn"].firsts["XpAwarded"].seq
    asked = [f"{verb} Kotorikh{more}" for verb in ("why", "ledger", "sheet") for more in (" xp", "", " Perception")]
    must_be_read(path, [*asked, "dispute Kotorikh 12", "audit", "export x.csv", "whatif award all 2"], monkeypatch)
    desk = Desk(path)
    for name in ("xp", "spent", "Perception"):
        answer = desk.do(f"why Kotorikh {name}").answer
        assert answer is not None
        assert sum(each["effect"] for each in answer.result["because"]) == answer.result["value"]
    assert answer.result["because"][-1]["text"].endswith(f"by 3 XP of #{award} by a newer version of the program")
    desk.close()
