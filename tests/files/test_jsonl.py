"""`export FILE.jsonl` and `import`: a log out and back in, byte for byte and hash for hash."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from forging import CAMPAIGN, body, forged, text_of
from given import BEGINNING

from engine.campaign import Campaign
from engine.events import AbilityDefined, CharacterCreated, NoteMade, XpAwarded
from engine.store.door import Draft, Row, beginning_of, chain_rows
from engine.store.log import SqliteLog as Log
from replay.files.transfer import import_new
from shell.runner import Desk


def rows_of(path: Path | str) -> list[Row]:
    log = Log.open(Path(path), writable=False)
    found = list(log.read())
    log.close()
    return found


@pytest.mark.rule("P11", "B4-23")
def test_what_is_exported_and_imported_is_the_same_to_the_byte(log: Path, do: Callable[..., Any]) -> None:
    do(log, "export a.jsonl")
    assert do("again.db", "import a.jsonl").status == 0
    do("again.db", "export b.jsonl")
    assert rows_of("again.db") == rows_of(log)
    assert Path("a.jsonl").read_bytes() == Path("b.jsonl").read_bytes()
    assert do("again.db", "verify").status == 0


def test_a_line_has_every_column_and_the_body_as_it_is_stored(log: Path, do: Callable[..., Any]) -> None:
    do(log, "export a.jsonl")
    header, *lines = Path("a.jsonl").read_bytes().split(b"\n")
    rows = rows_of(log)
    assert (header, lines[-1]) == (b'{"format":"fudgelog-log/2"}', b"")
    assert len(lines) == len(rows) + 1
    for line, row in zip(lines, rows, strict=False):
        assert f'"body":{row.body}'.encode() in line
        plain = json.loads(line)
        assert list(plain) == ["seq", "id", "ts", "cmd", "actor", "type", "v", "body", "salt", "prev", "hash"]
        assert (plain["seq"], plain["id"], plain["ts"], plain["cmd"]) == (row.seq, row.id, row.ts, row.cmd)
        assert (plain["actor"], plain["type"], plain["v"]) == (row.actor, row.type, row.v)
        assert (plain["salt"], plain["prev"], plain["hash"]) == (row.salt.hex(), row.prev.hex(), row.hash.hex())


def test_the_campaign_that_was_imported_stands_and_plays_as_the_first(log: Path, do: Callable[..., Any]) -> None:
    do(log, "export a.jsonl")
    do("again.db", "import a.jsonl")
    with Campaign.open(log) as one, Campaign.open("again.db") as other:
        assert one.state == other.state
    assert do("again.db", "note on we go").status == 0


def test_importing_again_changes_nothing(log: Path, do: Callable[..., Any]) -> None:
    do(log, "export a.jsonl")
    before = log.read_bytes()
    for _ in range(2):
        result = do(log, "import a.jsonl").answer.result
        assert (result["added"], result["there"], result["new_log"]) == (0, len(rows_of(log)), False)
    assert log.read_bytes() == before


def test_what_is_new_is_added_behind_what_is_there(log: Path, do: Callable[..., Any]) -> None:
    old = Path(shutil.copy(log, "old.db"))
    do(log, "award Kotorikh 7 for another evening")
    do(log, "undo")
    do(log, "export a.jsonl")
    outcome = do(old, "import a.jsonl")
    assert outcome.answer.result["added"] == 2
    assert rows_of(old) == rows_of(log)
    assert "are added" in outcome.answer.text()


def test_an_export_of_an_older_log_has_nothing_new(log: Path, do: Callable[..., Any]) -> None:
    do(log, "export a.jsonl")
    do(log, "note on we go")
    result = do(log, "import a.jsonl").answer.result
    assert (result["added"], result["there"]) == (0, len(rows_of(log)) - 1)


@pytest.mark.rule("B4-23")
def test_a_log_that_went_another_way_is_refused_with_the_event_where_it_did(log: Path, do: Callable[..., Any]) -> None:
    other = Path(shutil.copy(log, "other.db"))
    do(log, "note this way")
    do(other, "note that way")
    do(other, "note and farther")
    do(other, "export a.jsonl")
    before = log.read_bytes()
    parted = len(rows_of(log))
    outcome = do(log, "import a.jsonl")
    assert outcome.status == 1
    assert f"line {parted + 1} of a.jsonl" in outcome.fault.message
    assert f"part ways after #{parted - 1}" in outcome.fault.message
    assert log.read_bytes() == before


@pytest.mark.rule("B4-23")
def test_an_id_that_is_used_again_with_other_content_is_refused(home: Path, do: Callable[..., Any]) -> None:
    Path("a.jsonl").write_bytes(text_of(forged(body(BEGINNING), body(NoteMade("this")))))
    Path("b.jsonl").write_bytes(text_of(forged(body(BEGINNING), body(NoteMade("that")), body(NoteMade("more")))))
    do("a.db", "import a.jsonl")
    before = rows_of("a.db")
    outcome = do("a.db", "import b.jsonl")
    assert outcome.status == 1
    assert "line 2 of b.jsonl has the id of #2, with other content" in outcome.fault.message
    assert rows_of("a.db") == before


def test_another_campaign_is_not_mixed_in(log: Path, do: Callable[..., Any]) -> None:
    do("stranger.db", "new peupfudge Strangers")
    do("stranger.db", "export a.jsonl")
    before = log.read_bytes()
    outcome = do(log, "import a.jsonl")
    assert outcome.status == 1
    assert outcome.fault.message == "a.jsonl holds another campaign, “Strangers”, and not this one"
    assert "NEW.db" in outcome.fault.hint
    assert log.read_bytes() == before


@pytest.mark.parametrize("there", [True, False])
def test_a_dry_run_says_what_would_happen_and_writes_nothing(
    log: Path, home: Path, do: Callable[..., Any], there: bool
) -> None:
    old = Path(shutil.copy(log, home / "old.db"))
    do(log, "note on we go")
    do(log, "export a.jsonl")
    target = old if there else home / "new.db"
    files = {path: path.read_bytes() for path in home.glob("*.*") if path.is_file()}
    result = do(target, "import a.jsonl dry-run").answer.result
    assert (result["dry_run"], result["new_log"]) == (True, not there)
    assert result["added"] == (1 if there else len(rows_of(log)))
    assert {path: path.read_bytes() for path in home.glob("*.*") if path.is_file()} == files


def test_a_dry_run_refuses_what_the_import_would(log: Path, do: Callable[..., Any]) -> None:
    Path("a.jsonl").write_text("nonsense\n")
    dry, wet = do(log, "import a.jsonl dry-run"), do(log, "import a.jsonl")
    assert dry.fault.message == wet.fault.message
    assert (dry.status, wet.status) == (1, 1)


def test_a_file_that_is_not_there_or_no_file_is_refused(log: Path, home: Path, do: Callable[..., Any]) -> None:
    (home / "folder").mkdir()
    for name in ("nowhere.jsonl", "folder"):
        outcome = do(log, f"import {name}")
        assert outcome.status == 1
        assert name in outcome.fault.message


@pytest.mark.rule("P2")
def test_an_import_into_a_new_file_that_fails_leaves_no_file(home: Path, do: Callable[..., Any]) -> None:
    lines = text_of(forged(body(BEGINNING), *(body(NoteMade(str(number))) for number in range(1200))))
    Path("a.jsonl").write_bytes(lines[:-20])
    assert "line 1201 of a.jsonl is cut off" in do("new.db", "import a.jsonl").fault.message
    assert sorted(path.name for path in home.iterdir()) == ["a.jsonl"]


def test_fields_that_were_added_to_a_type_later_may_be_missing(home: Path, do: Callable[..., Any]) -> None:
    rows = forged(body(BEGINNING), ("AbilityDefined", '{"name":"Muscle"}'))
    Path("old.jsonl").write_bytes(text_of(rows))
    assert do("new.db", "import old.jsonl").status == 0
    assert rows_of("new.db") == rows
    with Campaign.open("new.db") as campaign:
        assert campaign.state.abilities == {"Muscle": AbilityDefined("Muscle")}


def test_events_in_a_newer_version_of_a_known_type_are_refused_with_their_line(
    home: Path, do: Callable[..., Any]
) -> None:
    rows = forged(body(BEGINNING), ("NoteMade", '{"colour":"red","text":"x"}', 2))
    Path("new.jsonl").write_bytes(text_of(rows))
    outcome = do("new.db", "import new.jsonl")
    assert outcome.status == 1
    assert "line 2 of new.jsonl holds a NoteMade of version 2, which a newer version" in outcome.fault.message
    assert not Path("new.db").exists()


def test_long_logs_with_corrections_come_back_whole(home: Path, do: Callable[..., Any]) -> None:
    do("long.db", "new peupfudge")
    for number in range(12):
        do("long.db", f'pc "P{number}"')
        do("long.db", "undo")
        do("long.db", f'pc "P{number}"')
        do("long.db", f'award "P{number}" {number + 1}')
    do("long.db", "undo #2")
    do("long.db", "undo session 1")
    do("long.db", "amend #5 9")
    do("long.db", "undo #5 cascade")
    do("long.db", "redo")
    do("long.db", "export a.jsonl")
    assert do("new.db", "import a.jsonl").status == 0
    assert rows_of("new.db") == rows_of("long.db")


def spoken_by(name: str) -> Path:
    """Write a file to import in which somebody of that name spoke."""
    row = forged(body(BEGINNING))[0]
    draft = Draft(row.id, row.ts, row.cmd, name, row.type, row.v, row.body, row.salt)
    Path("a.jsonl").write_bytes(text_of(list(chain_rows(CAMPAIGN, beginning_of(CAMPAIGN, 1), [draft], 1))))
    return Path("a.jsonl")


@pytest.mark.parametrize("name", ["GM", 'Kurt "the" 黒猫', "👩‍👩‍👧", "x" * 200])
def test_whoever_could_speak_survives(home: Path, name: str) -> None:
    import_new(spoken_by(name), Path("a.db"))
    assert [row.actor for row in rows_of("a.db")] == [name]


@pytest.mark.rule("P12", "B4-23")
@pytest.mark.parametrize(
    "name", ["", " ", " Kurt", "K\x1b[2J", "K\u202et", "K\u2028", "e\u0301", "x" * 201, "x" * 100_000]
)
def test_whoever_could_not_speak_is_refused_with_the_line(home: Path, do: Callable[..., Any], name: str) -> None:
    outcome = do("a.db", f"import {spoken_by(name)}")
    assert outcome.status == 1
    assert "line 1 of a.jsonl" in outcome.fault.message
    assert len(outcome.fault.message) < 300


@pytest.mark.rule("B4-23")
def test_an_id_is_as_the_program_makes_them(home: Path, do: Callable[..., Any]) -> None:
    rows = [row._replace(id="x") for row in forged(body(BEGINNING))]
    Path("a.jsonl").write_bytes(text_of(rows))
    assert "line 1 of a.jsonl holds no id" in do("a.db", "import a.jsonl").fault.message


@pytest.mark.rule("B4-23", "B4-24")
@pytest.mark.parametrize("amount", [10**9 + 1, 10**12])
def test_amounts_that_no_command_takes_are_refused_with_their_line(
    home: Path, do: Callable[..., Any], amount: int
) -> None:
    rows = forged(body(BEGINNING), body(CharacterCreated("Ilse", "pc", None)), body(XpAwarded("Ilse", amount, "")))
    Path("a.jsonl").write_bytes(text_of(rows))
    fault = do("a.db", "import a.jsonl").fault
    assert "line 3 of a.jsonl" in fault.message
    assert "is too large" in fault.message


NYVR = """
new peupfudge
define ability Chess
pc Nyvr by Kurt
award Nyvr 10 for the mill
rename Nyvr to Nyrv
pc Nyvr
rename Chess to Go
award Nyvr 2
"""


def test_a_log_with_renames_verifies_and_comes_back_from_a_copy(tmp_path: Path) -> None:
    desk, copy = Desk(tmp_path / "c.db"), Desk(tmp_path / "copy.db")
    for line in (*NYVR.strip().splitlines(), f"export {tmp_path}/c.jsonl", "verify"):
        assert desk.do(line).status == 0
    for line in (f"import {tmp_path}/c.jsonl", "verify"):
        assert copy.do(line).status == 0
    for who in ("Nyrv", "Nyvr"):
        ours, theirs = (table.do(f"sheet {who}").answer for table in (copy, desk))
        assert ours is not None
        assert theirs is not None
        assert ours.result == theirs.result
    desk.close()
    copy.close()
