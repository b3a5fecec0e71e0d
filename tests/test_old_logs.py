"""Logs that earlier versions wrote say the same for ever.

Each version of the program that changes what it writes leaves a log here with what its sheets said then:
`tests/logs/VERSION-NAME.db` and `.json`. They are never made anew. Those named `VERSION-NAME` alone are of format 1;
`VERSION-format-2-NAME` are the same evenings in format 2, and a log that was converted.
"""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine import Campaign
from engine.commands import MakeNote
from engine.events import CheckResolved, SceneSet
from engine.registry import MARKS
from engine.store import codec
from engine.store.door import FORMATS
from engine.store.inspection import inspect
from engine.store.log import SqliteLog
from engine.types import FUMBLE
from engine.value import evolve
from replay.audit.auditor import audit
from replay.files.transfer import export_jsonl, import_new
from shell.runner import Desk


def format_of(path: Path) -> int:
    """Return the format of a log."""
    with closing(SqliteLog.open(path, writable=False)) as log:
        return log.format


LOGS = sorted((Path(__file__).parent / "logs").glob("*.db"))


@pytest.fixture(params=LOGS, ids=[log.stem for log in LOGS])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """Return a copy of an old log, and what it held."""
    log = shutil.copy(request.param, tmp_path)
    return Path(log), json.loads(request.param.with_suffix(".json").read_text("utf-8"))


def known_then(now: object, then: object) -> object:
    """Return what a log holds now, without fields that sheets did not have then."""
    if isinstance(now, dict) and isinstance(then, dict):
        return {key: known_then(value, then[key]) for key, value in now.items() if key in then}
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [known_then(*pair) for pair in zip(now, then, strict=True)]
    return now


def in_heaps(sheets: dict[str, Any]) -> dict[str, Any]:
    """Return sheets with alike things in one place added up: they were rows of their own once."""
    for sheet in sheets.values():
        heaps: dict[str, dict[str, Any]] = {}
        for row in sheet["inventory"]:
            heap = heaps.setdefault(str({**row, "id": 0, "quantity": 0}), {**row, "quantity": 0})
            heap |= {"quantity": heap["quantity"] + row["quantity"], "id": min(heap["id"], row["id"])}
        sheet["inventory"] = [*heaps.values()]
    return sheets


@pytest.mark.rule("P11")
def test_an_old_log_has_the_sheets_that_it_had(old: tuple[Path, dict[str, Any]]) -> None:
    file, was = old
    with Campaign.open(file, writable=False) as campaign:
        sheets = {name: codec.plain_data(campaign.sheet(name).as_json()) for name in campaign.state.sheets}
        then = in_heaps(was["sheets"])
        assert known_then(json.loads(json.dumps(sheets)), then) == then
        assert campaign.state.rules.digest == was["rules"]


@pytest.mark.rule("P5", "P11")
def test_an_old_log_is_sound_and_ends_where_it_ended(old: tuple[Path, dict[str, Any]]) -> None:
    file, was = old
    report = inspect(file)
    assert report.ok, report.problems
    assert (report.events, report.head.hex()) == (was["events"], was["head"])


@pytest.mark.rule("P11")
def test_an_old_log_can_be_played_on(old: tuple[Path, dict[str, Any]]) -> None:
    file, was = old
    with Campaign.open(file) as campaign:
        (recorded,) = campaign.execute(MakeNote("years later"))
    assert recorded.seq == was["events"] + 1


@pytest.mark.parametrize(
    ("name", "came"),
    [
        ("heaps", {15: (None, 3, "it cannot fail"), 16: (None, 3, "it cannot succeed"), 17: (1, 4, None)}),
        ("high-totals", {13: (23, 23, None), 14: (16, 16, None), 17: (FUMBLE, FUMBLE, None)}),
    ],
)
def test_a_check_of_an_old_log_came_as_it_came_and_audit_finds_no_fault(
    name: str, came: dict[int, Any], tmp_path: Path
) -> None:
    log = shutil.copy(LOGS[0].parent / f"0.1.0-format-2-{name}.db", tmp_path)
    with Campaign.open(Path(log)) as campaign:
        checks = {each.seq: each.event for each in campaign.events() if isinstance(each.event, CheckResolved)}
        assert {seq: (checks[seq].roll, checks[seq].total, checks[seq].automatic) for seq in came} == came
        assert audit(campaign).ok


@pytest.mark.rule("P11")
@pytest.mark.parametrize("name", ["fudge-cliff", "fudge-lite-hull", "fudge-lite-lists", "fudge-lite-tracks"])
def test_an_audit_of_an_old_log_finds_what_it_found(name: str, tmp_path: Path) -> None:
    kept = LOGS[0].parent / f"0.1.0-format-2-{name}.db"
    log = shutil.copy(kept, tmp_path)
    with Campaign.open(Path(log), writable=False) as campaign:
        found = [[each.seq, each.rule, each.expected, each.found] for each in audit(campaign).findings]
    reminders = {"unsigned", "not-allocated"}  # these ask for something; they find nothing wrong
    assert [each for each in found if each[1] not in reminders] == json.loads(kept.with_suffix(".json").read_text())[
        "audit"
    ]


@pytest.mark.rule("FL-135")
def test_practice_that_was_paid_for_twice_is_typed_again_with_permission(tmp_path: Path) -> None:
    log = shutil.copy(LOGS[0].parent / "0.1.0-format-2-paid-twice.db", tmp_path)
    with closing(Desk(Path(log))) as desk:
        assert desk.do(f"export {tmp_path}/c.session").as_json()["result"]["unsaid"] == []
        was = codec.plain_data(desk.campaign.sheet("Ann").as_json())
    with closing(Desk(tmp_path / "again.db")) as again:
        for line in (tmp_path / "c.session").read_text("utf-8").splitlines():
            assert line.startswith("#") or again.do(line).fault is None, line
        assert codec.plain_data(again.campaign.sheet("Ann").as_json()) == was


def test_there_are_logs_of_every_format() -> None:
    assert {format_of(log) for log in LOGS} == set(FORMATS)
    assert {log.stem for log in LOGS if format_of(log) == 1} == {"0.1.0-6-the-dispute", "0.1.0-demo"}


@pytest.mark.rule("P11", "B4-23")
def test_an_old_log_goes_out_and_in_with_every_hash(old: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    file, was = old
    with closing(SqliteLog.open(file, writable=False)) as log:
        export_jsonl(log, tmp_path / "whole.jsonl")
    found = import_new(tmp_path / "whole.jsonl", tmp_path / "again.db")
    assert (found.events, found.head.hash.hex()) == (was["events"], was["head"])
    assert format_of(tmp_path / "again.db") == format_of(file)


def test_an_evening_comes_to_the_same_in_both_formats() -> None:
    for name in ("demo", "6-the-dispute"):
        one, two = (
            json.loads((LOGS[0].parent / f"{kept}-{name}.json").read_text("utf-8"))
            for kept in ("0.1.0", "0.1.0-format-2")
        )
        assert known_then(two["sheets"], one["sheets"]) == one["sheets"]


def test_the_class_of_today_reads_what_earlier_versions_stored_and_takes_a_later_one_for_newer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(MARKS, SceneSet, evolve(MARKS[SceneSet], version=3))
    for made_reader in (codec.reader, codec.brief_reader):
        read = made_reader.__wrapped__
        assert [read("SceneSet", v)('{"text":"dusk"}') for v in (1, 2, 3)] == [SceneSet("dusk")] * 3
        assert read("SceneSet", 4)('{"text":"dusk","light":2}') == codec.Unknown(
            "SceneSet", 4, {"text": "dusk", "light": 2}
        )
