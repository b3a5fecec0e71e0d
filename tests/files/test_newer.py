"""Events that a newer program recorded, anywhere in a log: what can be shown is shown, and nothing is added."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from forging import rechained

from engine.events import (
    AwardAmended,
    CheckRuled,
    Event,
    EventsRedone,
    EventsUndone,
    ItemDropped,
    SecretRevealed,
)
from engine.store.codec import encode
from engine.store.door import Row
from engine.store.log import SqliteLog as Log

#: The definition of a property (#7) that a character gains (#18) and that later events stand on.
DEFINED, GAINED = 7, 18

#: The undo of a gift of jewels, which the award #16 is made to go with.
UNDONE = 36
NEWER: dict[str, dict[str, Any]] = {"another version": {"v": 2}, "another type": {"type": "Bogus"}}

LOOKING = (
    *("party", "sheet Kotorikh", "sheet Kotorikh at #20", "why Kotorikh Perception", "diff #6 #40", "head", "rules"),
    *("log", "ledger Kotorikh", "audit", "search teapot", "odds Kotorikh Perception vs 3", "export x.session"),
    *("export x.csv", "export x.jsonl", "verify", "rescue x.db", "fork y.db at #6", "backup z.db"),
)

#: What retells what was played, as seen by the game master and by players.
RETELLING = ("recap", "stats", "report x.html", "report s.html sheets", "export x/", "export t.db")

WRITING = ("note x", "undo", "undo #30", "redo", "check Kotorikh Perception vs 3", "award all 5", "whatif undo #30")


@pytest.fixture(params=NEWER)
def newer(log: Path, request: pytest.FixtureRequest) -> Path:
    """Make a soundly chained log that holds an event of an unknown type."""

    def change(row: Row) -> Row:
        return row._replace(**NEWER[request.param]) if row.seq == DEFINED else row

    return rechained(log, "newer.db", change)


@pytest.mark.rule("P11", "B4-15")
@pytest.mark.parametrize("line", LOOKING)
def test_what_can_be_shown_is_shown(newer: Path, do: Callable[..., Any], line: str) -> None:
    assert do(newer, line).status == 0


@pytest.mark.parametrize("audience", ["", " for players"])
def test_the_rest_is_retold(newer: Path, do: Callable[..., Any], audience: str) -> None:
    for line in RETELLING:
        assert do(newer, line + audience).status == 0, line
    page = Path("x.html").read_text("utf-8")
    assert ("recorded by a newer version" in page) is not bool(audience)


@pytest.mark.rule("P10", "B4-15")
@pytest.mark.parametrize("line", WRITING)
def test_nothing_is_added_and_the_event_is_named(newer: Path, do: Callable[..., Any], line: str) -> None:
    before = newer.read_bytes()
    outcome = do(newer, line)
    assert outcome.status == 3
    assert f"#{DEFINED} was recorded by a newer version of the program" in outcome.fault.message
    assert newer.read_bytes() == before


@pytest.mark.rule("P5")
def test_verify_finds_the_log_intact_and_says_what_is_not_known(newer: Path, do: Callable[..., Any]) -> None:
    outcome = do(newer, "verify")
    assert outcome.status == 0
    assert outcome.answer.result["notes"][0].startswith(f"#{DEFINED} (")
    assert "newer version" in outcome.answer.text()
    assert do(newer, "rescue saved.db").answer.result["saved"] == outcome.answer.result["events"]


def test_what_stands_on_it_is_passed_over_and_all_else_is_there(newer: Path, log: Path, result: Any) -> None:
    before, after = result(log, "sheet Kotorikh"), result(newer, "sheet Kotorikh")
    assert before["properties"] == ("talented observer",)
    assert after["properties"] == ()
    assert after["inventory"] == before["inventory"]
    assert after["xp"]["awarded"] == before["xp"]["awarded"]


def test_the_log_shows_it_as_it_is(newer: Path, result: Callable[..., Any]) -> None:
    event = result(newer, "log")["events"][DEFINED - 1]
    assert event["name"] == "talented observer"
    assert event["type"] in ("Bogus", "PropertyDefined")


@pytest.mark.rule("P5")
def test_a_campaign_that_begins_twice_is_named_where_it_does(log: Path, do: Callable[..., Any]) -> None:
    opened = Log.open(log, writable=False)
    first = next(opened.read())
    opened.close()
    path = rechained(
        log, "twice.db", lambda row: row._replace(type=first.type, body=first.body) if row.seq == GAINED else row
    )
    assert do(path, "verify").answer.result["problems"][0]["seq"] == GAINED
    for line in ("sheet Kotorikh", "note x"):
        outcome = do(path, line)
        assert outcome.status == 3
        assert f"#{GAINED} is impossible: a campaign begins only once" in outcome.fault.message
    assert do(path, "rescue saved.db").answer.result["saved"] == GAINED - 1


@pytest.mark.rule("P5")
@pytest.mark.parametrize(
    ("event", "why"),
    [
        (EventsUndone((500,), ""), "it names #500, which is not there"),
        (EventsUndone((1,), ""), "#1 cannot be undone"),
        (EventsUndone((36,), ""), "#36 cannot be undone"),
        (EventsUndone((), ""), "it undoes nothing"),
        (EventsUndone((42, 42), ""), "it undoes an event twice"),
        (EventsUndone((35,), ""), "#35 is undone already"),
        (EventsUndone((37,), "late", "reason"), "#37 is not undone"),
        (EventsUndone((), "late", "reason"), "it names nothing"),
        (EventsRedone((9,)), "#9 is not undone"),
        (EventsRedone(()), "it restores nothing"),
        (AwardAmended(17, "Kotorikh", 19, 20, ""), "#17 made no award"),
        (ItemDropped("Kotorikh", 20, "stones", 2), "#20 made no item"),
        (AwardAmended(16, "Old Marta", 50, 40), "#16 does not count"),
        (CheckRuled(500, "void", ""), "it names #500, which is not there"),
        (SecretRevealed(500), "it names #500, which is not there"),
    ],
    ids=lambda found: found if isinstance(found, str) else type(found).__name__,
)
def test_opening_finds_what_verify_finds_of_events_that_are_not_there(
    log: Path, do: Callable[..., Any], event: Event, why: str
) -> None:
    type_name, body = type(event).__name__, encode(event)
    last = do(log, "log").answer.result["events"][-1]["seq"]
    undone = encode(EventsUndone((16, 35)))
    path = rechained(log, "odd.db", lambda row: row._replace(body=undone) if row.seq == UNDONE else row)
    path = rechained(path, "end.db", lambda row: row._replace(type=type_name, body=body) if row.seq == last else row)
    (problem,) = do(path, "verify").answer.result["problems"]
    assert problem["seq"] == last
    for line in ("sheet Kotorikh", "note x"):
        outcome = do(path, line)
        assert outcome.status == 3
        assert f"#{last} is impossible: {why}" in outcome.fault.message
