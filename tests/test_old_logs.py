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

import pytest

from engine import Campaign
from engine.commands import MakeNote
from engine.registry import EVENTS, MARKS
from engine.store import codec
from engine.store.door import FORMATS
from engine.store.files import inspect, open_log
from engine.store.upcast import UPCASTERS
from replay.files.transfer import export_jsonl, import_new


def format_of(path: Path) -> int:
    """Return the format of a log."""
    with closing(open_log(path, writable=False)) as log:
        return log.format


LOGS = sorted((Path(__file__).parent / "logs").glob("*.db"))


@pytest.fixture(params=LOGS, ids=[log.stem for log in LOGS])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, dict[str, object]]:
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


@pytest.mark.rule("P11")
def test_an_old_log_has_the_sheets_that_it_had(old: tuple[Path, dict[str, object]]) -> None:
    file, was = old
    with Campaign.open(file, writable=False) as campaign:
        sheets = {name: codec.plain_data(campaign.sheet(name).as_json()) for name in campaign.state.sheets}
        assert known_then(json.loads(json.dumps(sheets)), was["sheets"]) == was["sheets"]
        assert campaign.state.rules.digest == was["rules"]


@pytest.mark.rule("P5", "P11")
def test_an_old_log_is_sound_and_ends_where_it_ended(old: tuple[Path, dict[str, object]]) -> None:
    file, was = old
    report = inspect(file)
    assert report.ok, report.problems
    assert (report.events, report.head.hex()) == (was["events"], was["head"])


@pytest.mark.rule("P11")
def test_an_old_log_can_be_played_on(old: tuple[Path, dict[str, object]]) -> None:
    file, was = old
    with Campaign.open(file) as campaign:
        (recorded,) = campaign.execute(MakeNote("years later"))
    assert recorded.seq == was["events"] + 1


def test_there_are_logs_of_every_format() -> None:
    assert {format_of(log) for log in LOGS} == set(FORMATS)
    assert {log.stem for log in LOGS if format_of(log) == 1} == {"0.1.0-6-the-dispute", "0.1.0-demo"}


@pytest.mark.rule("P11", "B4-23")
def test_an_old_log_goes_out_and_in_with_every_hash(old: tuple[Path, dict[str, object]], tmp_path: Path) -> None:
    file, was = old
    with closing(open_log(file, writable=False)) as log:
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


def test_every_old_version_of_an_event_has_a_step_to_the_next() -> None:
    versions = {name: MARKS[cls].version for name, cls in EVENTS.items()}
    steps = {(name, v) for name, newest in versions.items() for v in range(1, newest)}
    assert steps == set(UPCASTERS)
