"""A long log is checked from where it was last found right; once `verify` finds damage, that is over."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from spoiling import tampered

from engine import Campaign
from engine.clock import local_now
from engine.drafts import make_drafts, make_rows
from engine.events import NoteMade
from engine.store import inspection, opening
from engine.store.files import FilePlace, WholeCheck, locate
from engine.store.log import SqliteLog
from engine.store.memo import doubt, last_seen
from shell.doors.cli import main
from shell.doors.greeting import greet
from shell.doors.prompt import check_in_background, speak_up
from shell.render import proof
from shell.runner import Desk


@pytest.fixture
def long(log: Path, do: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a log that is too long to be read whole every time, found right once."""
    monkeypatch.setattr(opening, "CHECKED_WHOLE", 10)
    do(log, "head")
    return log


@pytest.fixture
def damaged(long: Path) -> Path:
    """Change a long log before the point up to which it was last found right."""
    tampered(long, "UPDATE event SET actor = 'Kurt' WHERE seq = 7")
    return long


@pytest.fixture
def desk(damaged: Path) -> Iterator[Desk]:
    """Somebody who has opened the damaged log."""
    desk = Desk(damaged)
    yield desk
    desk.close()


@pytest.mark.rule("P5")
def test_the_prompt_says_from_where_on_a_log_was_checked(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    greet(desk)
    assert "Checked from #44 on" in capsys.readouterr().out


@pytest.mark.rule("P5")
def test_the_prompt_checks_the_rest_in_the_background_and_speaks_up(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    """Find a change from before the last check while lines are typed; record nothing more, and say so once."""
    greet(desk)
    check = check_in_background(desk)
    assert check is not None
    check.join()
    speak_up(desk, check)
    assert "#7" in (said := capsys.readouterr().err)
    assert "“rescue FILE” saves the intact part" in said
    assert desk.do("note one").status == 3
    answer = desk.do("head").answer
    assert answer is not None
    assert "Damaged: #7 was changed" in answer.text()
    speak_up(desk, check)
    assert capsys.readouterr().err == ""


def test_the_prompt_says_nothing_of_the_rest_of_a_sound_log(long: Path, capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk(long)
    greet(desk)
    check = check_in_background(desk)
    assert check is not None
    check.join()
    speak_up(desk, check)
    assert capsys.readouterr().err == ""
    assert check.report is not None
    assert check.report.ok
    assert desk.do("note one").status == 0
    desk.close()


def test_a_file_that_is_gone_is_no_damage(tmp_path: Path) -> None:
    check = WholeCheck(locate(tmp_path / "c.db"))
    check.join()
    assert check.report is None


def test_the_check_in_the_background_rests_as_long_as_it_works(monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[float] = []
    seconds = iter(range(0, 100, 3))
    monkeypatch.setattr(inspection, "BATCH", 2)
    monkeypatch.setattr(inspection, "sleep", rests.append)
    monkeypatch.setattr(inspection, "thread_time", lambda: next(seconds))
    rows = [(number,) for number in range(5)]
    assert list(inspection.without_hurry(rows)) == rows
    assert rests == [3, 3]


def test_of_a_log_that_was_checked_whole_the_prompt_says_nothing(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk(log)
    greet(desk)
    assert check_in_background(desk) is None
    desk.close()
    assert "Checked" not in capsys.readouterr().out


@pytest.mark.rule("P5")
@pytest.mark.parametrize(("events", "from_the_first"), [(5_000, True), (5_001, False)])
def test_a_log_of_more_than_5_000_events_is_checked_from_where_it_was_right(
    tmp_path: Path, events: int, from_the_first: bool
) -> None:
    path = tmp_path / "long.db"
    with Campaign.create(path) as campaign:
        notes = make_drafts([NoteMade("It rains")] * (events - 1), "GM", local_now())
        campaign.log.append(campaign.log.head, make_rows(campaign.log, campaign.log.head, notes))
    for again in (False, True):
        with Campaign.open(path) as campaign:
            assert campaign.proof.upto.seq == events
            assert (campaign.proof.start.seq == 0) == (from_the_first or not again)


@pytest.mark.rule("P5")
def test_once_verify_found_damage_the_next_opening_checks_everything(damaged: Path, do: Callable[..., Any]) -> None:
    assert do(damaged, "head").status == 0
    assert do(damaged, "verify").status == 1
    for line in ("note on we go", "head"):
        assert do(damaged, line).status == 3
    tampered(damaged, "UPDATE event SET actor = 'GM' WHERE seq = 7")
    assert do(damaged, "note on we go").status == 0


@pytest.mark.rule("P5")
def test_once_verify_found_damage_the_open_campaign_takes_nothing_more(desk: Desk) -> None:
    desk.do("note one")
    desk.do("verify")
    outcome = desk.do("note two")
    assert outcome.fault is not None
    assert outcome.status == 3
    assert "#7" in outcome.fault.message
    assert "rescue" in str(outcome.fault.hint)
    assert desk.campaign is not None
    desk.close()
    assert [seen.doubted for seen in last_seen(desk.campaign.log.campaign).values()] == [True]


#: What vouches for the past.
VOUCHING = [
    *("audit", "why Kotorikh xp", "ledger Kotorikh", "dispute Kotorikh 28", "sign Kotorikh"),
    *("seal 7 by Kurt", "diff #20 #40", "whatif drop #15", "whatif award all 2", "whatif undo #15 cascade"),
]


@pytest.mark.rule("P5")
@pytest.mark.parametrize("line", VOUCHING)
def test_what_vouches_for_the_past_recomputes_its_hashes(damaged: Path, do: Callable[..., Any], line: str) -> None:
    """Find a change from before the last check, record nothing, and check everything from then on."""
    before = damaged.read_bytes()
    outcome = do(damaged, line)
    assert outcome.status == 3
    assert "#7" in outcome.fault.message
    assert damaged.read_bytes() == before
    assert do(damaged, "head").status == 3


@pytest.mark.rule("P5")
@pytest.mark.parametrize("line", VOUCHING)
def test_a_change_under_an_open_session_is_found(log: Path, line: str) -> None:
    """Recompute the hashes again once somebody else changed the file."""
    desk = Desk(log)
    assert desk.do("audit").status in (0, 1)
    tampered(log, "UPDATE event SET actor = 'Kurt' WHERE seq = 7")
    outcome = desk.do(line)
    desk.close()
    assert outcome.fault is not None
    assert "#7" in outcome.fault.message


@pytest.mark.rule("P5")
@pytest.mark.parametrize("line", VOUCHING)
def test_a_change_whose_time_was_set_back_is_found_under_an_open_session(log: Path, line: str) -> None:
    """Change a word in its place: SQLite would go on with the page that it remembers."""
    desk = Desk(log)
    desk.do(line)
    before, text = log.stat(), log.read_bytes()
    assert text.count(b"the moon is up") == 1
    with log.open("r+b") as file:
        file.seek(text.index(b"the moon is up"))
        file.write(b"the moon is by")
    os.utime(log, ns=(before.st_atime_ns, before.st_mtime_ns))
    outcome = desk.do(line)
    desk.close()
    assert outcome.fault is not None
    assert "was changed after it was recorded" in outcome.fault.message


@pytest.mark.rule("P5")
@pytest.mark.parametrize("line", VOUCHING)
def test_what_was_hashed_once_is_hashed_again_for_the_next_answer(log: Path, line: str) -> None:
    desk = Desk(log)
    desk.do("note one")
    with patch.object(SqliteLog, "verify", autospec=True, side_effect=SqliteLog.verify) as hashed:
        for count in (1, 2):
            desk.do(line)
            assert [call.args[1].seq for call in hashed.call_args_list] == [0] * count
    desk.close()


@pytest.mark.rule("P5")
@pytest.mark.parametrize("line", VOUCHING)
def test_what_vouches_for_the_past_says_how_much_was_checked(
    long: Path, do: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """Name the first and the last event whose hashes were recomputed, to people only in a long log."""
    monkeypatch.setattr(proof, "CHECKED_WHOLE", 10)
    before = do(long, "head").answer.result["events"]
    answer = do(long, line).answer
    assert answer.result["verified"] == {"from": 1, "to": before}
    assert f"Hashes checked: all {before} events." in answer.text()


@pytest.mark.rule("P5")
def test_a_head_says_which_events_were_not_checked(log: Path, do: Callable[..., Any], long: Path) -> None:
    """Show the head of a long log with the events that were taken on trust."""
    do(long, "note one")
    answer = do(long, "head").answer
    assert answer.result["verified"] == {"from": 46, "to": 45}
    assert "Not rechecked: #1 to #45" in answer.text()


@pytest.mark.rule("P5")
@pytest.mark.parametrize("line", ["log", "log last 40", "search Kotorikh", "log Kotorikh"])
def test_what_is_read_of_a_long_log_is_hashed(damaged: Path, do: Callable[..., Any], line: str) -> None:
    """Show nothing of an event that was changed, and check everything from then on."""
    tampered(damaged, "UPDATE event SET body = replace(body, '50', '51') WHERE seq = 15")
    outcome = do(damaged, line)
    assert outcome.status == 3
    assert "was changed after it was recorded" in outcome.fault.message
    assert do(damaged, "head").status == 3


@pytest.mark.rule("P5")
@pytest.mark.parametrize("line", ["sheet Kotorikh", "party", "log last 3", "search Kotorikh", "stats", "rules"])
def test_a_look_at_a_long_log_says_how_far_it_was_checked(
    long: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    """Say it to programs, and to people where the answer depends on events that were not read again."""
    assert main([str(long), "note one"]) == 0
    capsys.readouterr()
    assert main(["--json", str(long), line]) == 0
    assert json.loads(capsys.readouterr().out)["result"]["checked"] == {"from": 46}
    assert main([str(long), line]) == 0
    assert ("Not rechecked: #1 to #45" in capsys.readouterr().out) == (line in ("sheet Kotorikh", "party"))


@pytest.mark.rule("P5")
@pytest.mark.parametrize(("line", "said"), [("sheet Kotorikh", {"from": 1}), ("audit", 44)])
def test_a_look_at_a_short_log_says_to_programs_that_all_of_it_was_checked(
    log: Path, capsys: pytest.CaptureFixture[str], line: str, said: object
) -> None:
    main(["--json", str(log), line])
    assert json.loads(capsys.readouterr().out)["result"]["checked"] == said


@pytest.mark.parametrize("line", ["note one", "verify", "help", "backup b.db"])
def test_what_is_no_look_at_events_says_nothing_of_them(
    log: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    assert main(["--json", str(log), line]) == 0
    assert "checked" not in json.loads(capsys.readouterr().out)["result"]


@pytest.mark.rule("P5")
@pytest.mark.parametrize("line", ["sheet Kotorikh", "head", "log last 3", "note one", "audit"])
def test_the_event_that_a_check_goes_on_from_is_hashed_itself(damaged: Path, do: Callable[..., Any], line: str) -> None:
    tampered(damaged, "UPDATE event SET actor = 'Kurt' WHERE seq = (SELECT max(seq) FROM event)")
    outcome = do(damaged, line)
    assert outcome.status == 3
    assert "is damaged: #" in outcome.fault.message


@pytest.mark.rule("P5")
@pytest.mark.parametrize("line", ["sheet Kotorikh", "note two", "why Kotorikh xp", "log last 3"])
def test_what_others_append_is_hashed_before_it_is_folded(log: Path, line: str) -> None:
    """Have another tool append an award whose hash is wrong under an open session."""
    desk = Desk(log)
    assert desk.do("note one").status == 0
    append_forged(log, "XpAwarded", '{"amount":50,"ability":null,"character":"Kotorikh","reason":"","scope":"any"}')
    outcome = desk.do(line)
    desk.close()
    assert outcome.fault is not None
    assert "is damaged: #46" in outcome.fault.message


@pytest.mark.rule("P5")
@pytest.mark.parametrize("line", ["search Kurt", "log last 40", "sheet Kotorikh", "note two"])
def test_a_log_that_others_change_under_an_open_session_is_hashed_before_the_next_answer(log: Path, line: str) -> None:
    desk = Desk(log)
    assert desk.do("log last 1").status == 0
    tampered(log, "UPDATE event SET actor = 'Kurt' WHERE seq = 7")
    outcome = desk.do(line)
    desk.close()
    assert outcome.fault is not None
    assert "is damaged: #7" in outcome.fault.message


@pytest.mark.rule("P5")
def test_a_head_of_a_short_log_was_checked_whole(log: Path, do: Callable[..., Any]) -> None:
    """Show the head of a short log without any remark."""
    answer = do(log, "head").answer
    assert answer.result["verified"] == {"from": 1, "to": answer.result["events"]}
    assert answer.text().count("\n") == 0


@pytest.mark.rule("P5")
def test_what_others_append_is_checked_before_a_head_is_shown(log: Path) -> None:
    """Find an appended event whose hash is wrong though the guards let it in."""
    desk = Desk(log)
    assert desk.do("head").status == 0
    seq = append_forged(log, "NoteMade", '{"text":"x"}')
    outcome = desk.do("head")
    desk.close()
    assert outcome.fault is not None
    assert f"#{seq}" in outcome.fault.message


def append_forged(path: Path, type_name: str, body: str) -> int:
    """Append an event that follows the last one, with a hash that is not its own; return its number."""
    with closing(sqlite3.connect(path)) as other:
        seq, hash = other.execute("SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1").fetchone()
        row = (seq + 1, "f" * 32, "2026-11-21T20:00:00.000Z", "c", "GM", type_name, 1, body, b"s" * 16, hash)
        other.execute(f"INSERT INTO event VALUES ({', '.join('?' * 11)})", (*row, b"h" * 32))
        other.commit()
    return int(seq) + 1


@pytest.mark.rule("P5")
def test_what_others_append_to_a_log_while_it_is_checked_for_comparing_is_hashed_too(
    log: Path, do: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Path(shutil.copy(log, log.with_name("other.db")))
    verify = FilePlace.verify

    def verify_and_append(checked: FilePlace) -> Any:
        report = verify(checked)
        monkeypatch.setattr(FilePlace, "verify", verify)
        append_forged(other, "NoteMade", '{"text":"x"}')
        return report

    desk = Desk(log)
    desk.open(writable=False)
    monkeypatch.setattr(FilePlace, "verify", verify_and_append)
    outcome = desk.do(f"compare {other}")
    desk.close()
    assert outcome.fault is not None
    assert "is damaged: #45" in outcome.fault.message


@pytest.mark.rule("P5")
@pytest.mark.parametrize("line", ["export x.jsonl", "export x.csv", "export x.session", "fork x.db", "backup x.db"])
def test_what_is_damaged_is_not_carried_elsewhere(damaged: Path, do: Callable[..., Any], line: str) -> None:
    outcome = do(damaged, line)
    assert outcome.status == 3
    assert "#7" in outcome.fault.message
    assert not list(Path().glob("x.*"))


@pytest.mark.rule("P5")
def test_a_fork_before_the_damage_takes_what_is_sound(damaged: Path, do: Callable[..., Any]) -> None:
    assert do(damaged, "fork x.db at #6").status == 0
    assert do("x.db", "verify").status == 0


def test_a_log_at_another_place_is_checked_whole(damaged: Path, do: Callable[..., Any]) -> None:
    os.rename(damaged, "moved.db")
    assert do("moved.db", "head").status == 3


def test_doubting_a_file_that_nobody_knows_notes_nothing(home: Path, long: Path) -> None:
    with Campaign.open(long, writable=False) as campaign:
        identity = campaign.log.campaign
    doubt(str(home / "nowhere.db"))
    assert [seen.doubted for seen in last_seen(identity).values()] == [False]
