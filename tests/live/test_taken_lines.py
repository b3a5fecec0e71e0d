"""A player's line that was taken: recorded as the player's, undone as a whole, and told behind what it recorded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from given import folder
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.campaign import Campaign
from engine.concerns.safety.events import LimitDrawn
from engine.events import LineTaken
from engine.types import PLAYERS
from replay.audience.rule import View
from replay.live.sections import sections
from shell.runner import Desk

TABLE = """new fudge-lite The ferry
pc Fenna by Hanne
pc Oskar by Milan
trait Fenna Boating Great
countdown Doom 3
session start
award Fenna 9
"""

#: A game in which XP are put into several traits at once.
WITH_PRACTICE = """new peupfudge The mill
define ability Boating, Persuasion
pc Fenna by Hanne
session start
"""

CHECK = "check Fenna Boating vs Great rolled + - 0 + ticks Doom"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Set a table with two players and their characters, in an evening."""
    with_table = Desk(tmp_path / "ferry.db")
    for line in TABLE.splitlines():
        assert with_table.do(line).fault is None, line
    yield with_table
    with_table.close()


@pytest.fixture
def mill(tmp_path: Path) -> Iterator[Desk]:
    """Set a table with one player, in a game with practice."""
    with_table = Desk(tmp_path / "mill.db")
    for line in WITH_PRACTICE.splitlines():
        assert with_table.do(line).fault is None, line
    yield with_table
    with_table.close()


def said(desk: Desk, line: str) -> str:
    """Carry out a line, and return its answer, or else its fault."""
    outcome = desk.do(line)
    return str(outcome.fault) if outcome.answer is None else outcome.answer.text()


def take(desk: Desk, line: str, proposal: str = "p1", *, changed: bool = False) -> list[int]:
    """Take a line of Hanne's, and return the numbers of its events."""
    outcome = desk.do(line, LineTaken("Hanne", line, proposal, changed))
    assert outcome.fault is None, outcome.fault
    return [event["seq"] for event in outcome.events]


def the_campaign(desk: Desk) -> Campaign:
    """Return the open campaign."""
    assert desk.campaign is not None
    return desk.campaign


def counting(desk: Desk) -> set[int]:
    """Return the numbers of the events that count."""
    campaign = the_campaign(desk)
    return set(range(1, campaign.state.seq + 1)) - campaign.history.inactive


def test_a_taken_line_is_recorded_as_the_players_in_one_command(desk: Desk) -> None:
    check, tick, line = take(desk, CHECK)
    found = [the_campaign(desk).event(seq) for seq in (check, tick, line)]
    assert [each.type for each in found] == ["CheckResolved", "CountdownTicked", "LineTaken"]
    assert {each.by for each in found} == {"Hanne"}
    assert len({each.cmd for each in found}) == 1
    assert found[-1].event == LineTaken("Hanne", CHECK, "p1")


def test_the_log_says_whose_line_it_was_at_its_end_and_not_on_a_line_of_its_own(desk: Desk) -> None:
    check, tick, line = take(desk, CHECK)
    changed, _ = take(desk, "note The rope holds", "p2", changed=True)
    lines = said(desk, "log").splitlines()
    assert [each.split(maxsplit=1)[1] for each in lines if each.startswith((f"#{check} ", f"#{tick} "))] == [
        "Fenna tries Boating against Great: Superb, success by 1 (Hanne's line)",
        "Doom: 1 box marked",
    ]
    assert not [each for each in lines if each.startswith(f"#{line} ")]
    assert next(each for each in lines if each.startswith(f"#{changed} ")).endswith("(Hanne's line, changed)")
    assert said(desk, "log last 1").splitlines()[-1].endswith("The rope holds (Hanne's line, changed)")


def test_a_log_of_one_kind_or_about_one_character_says_whose_line_it_was(desk: Desk) -> None:
    take(desk, CHECK)
    for line in ("log checks", "log Fenna"):
        assert said(desk, line).splitlines()[-1].endswith("(Hanne's line)"), line
    assert "Hanne's line" not in said(desk, "log ticks")


def test_the_answer_says_whose_line_it_was_behind_its_first_sentence(desk: Desk) -> None:
    outcome = desk.do(CHECK, LineTaken("Hanne", CHECK, "p1"))
    assert outcome.answer is not None
    assert outcome.answer.text().splitlines()[0].endswith("Superb, success by 1 (Hanne's line)")
    assert {event["proposed_by"] for event in outcome.as_json()["events"]} == {"Hanne"}
    assert "proposed_by" not in desk.do("note hm").as_json()["events"][0]


def test_a_player_whose_line_was_taken_runs_no_group(desk: Desk) -> None:
    take(desk, CHECK)
    assert desk.do("groups").as_json()["result"]["groups"][0]["speakers"] == ["GM"]


def test_an_undo_says_whose_line_it_took_behind_its_sentence(desk: Desk) -> None:
    check, _, line = take(desk, CHECK)
    told = said(desk, "undo").splitlines()
    assert f"  #{check} Fenna tries Boating against Great: Superb, success by 1 (Hanne's line)" in told
    assert not [each for each in told if each.strip().startswith(f"#{line} ")]


def test_a_line_is_not_recorded_twice_for_one_proposal_even_after_it_was_undone(desk: Desk) -> None:
    take(desk, CHECK)
    for undo in ("", "undo"):
        assert not undo or desk.do(undo).fault is None
        before = the_campaign(desk).state.seq
        outcome = desk.do(CHECK, LineTaken("Hanne", CHECK, "p1"))
        assert str(outcome.fault) == "this line was taken already"
        assert the_campaign(desk).state.seq == before


def test_a_taken_line_must_read_as_it_stands(desk: Desk) -> None:
    before = the_campaign(desk).state.seq
    assert desk.do("check Fenna Boating against Great").fault is None
    desk.do("undo")
    line = "check Fenna Boating against Great"
    assert desk.do(line, LineTaken("Hanne", line, "p1")).fault is not None
    assert the_campaign(desk).state.seq == before + 2


@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_undo_of_any_of_its_events_undoes_the_whole_line_and_a_redo_restores_it(desk: Desk, place: int) -> None:
    numbers = take(desk, CHECK)
    assert desk.do(f"undo #{numbers[place]}").fault is None
    assert not counting(desk) & {*numbers}
    assert desk.do(f"redo #{numbers[-1 - place]}").fault is None
    assert counting(desk) >= {*numbers}


def test_a_line_that_recorded_several_events_alike_is_undone_as_a_whole(mill: Desk) -> None:
    assert mill.do("award Fenna 9").fault is None
    numbers = take(mill, "spend Fenna 1 on Boating, 2 on Persuasion")
    assert len(numbers) > 2
    assert mill.do(f"undo #{numbers[0]}").fault is None
    assert not counting(mill) & {*numbers}


def test_an_undo_back_to_the_middle_of_a_line_undoes_all_of_it(desk: Desk) -> None:
    numbers = take(desk, CHECK)
    assert desk.do(f"undo to #{numbers[1]}").fault is None
    assert not counting(desk) & {*numbers}


def test_a_cascade_takes_the_whole_line_along_with_one_of_its_events(mill: Desk) -> None:
    awards = [mill.do(f"award Fenna {amount}").events[0]["seq"] for amount in (1, 2)]
    numbers = take(mill, "spend Fenna 1 on Boating, 2 on Persuasion")
    assert "paid for" in said(mill, f"undo #{awards[1]}")
    assert mill.do(f"undo #{awards[1]} cascade").fault is None
    assert not counting(mill) & {awards[1], *numbers}
    assert awards[0] in counting(mill)


def test_a_secret_line_is_withheld_with_whose_it_was_and_shown_once_it_is_revealed(desk: Desk) -> None:
    before = sections(View.of(the_campaign(desk), PLAYERS))
    check, line = take(desk, "check Fenna Boating vs Great rolled + - 0 + secret")
    assert sections(View.of(the_campaign(desk), PLAYERS)) == before
    assert desk.do(f"reveal #{check}").fault is None
    seen = {each.seq: each for each in View.of(the_campaign(desk), PLAYERS).read_seen()}
    assert seen[line].event == LineTaken("Hanne", "", "")
    told = next(each for each in sections(View.of(the_campaign(desk), PLAYERS))["lines"] if each["n"] == check)
    assert told["proposed_by"] == "Hanne"


def test_players_never_read_the_line_as_it_was_proposed(desk: Desk, tmp_path: Path) -> None:
    proposed = "note Oskar is the traitor"
    assert desk.do("note Oskar is late", LineTaken("Hanne", proposed, "p1", changed=True)).fault is None
    for name in ("copy.jsonl", "copy.session", "copy.csv", "copy.md lonelog", "page.html"):
        verb = "report" if name == "page.html" else "export"
        assert desk.do(f"{verb} {tmp_path / name} for players").fault is None, name
    kept = {each.name: each.read_text("utf-8") for each in tmp_path.glob("copy.*")}
    kept["page.html"] = (tmp_path / "page.html").read_text("utf-8")
    assert len(kept) == 5
    assert not [name for name, text in kept.items() if "traitor" in text]
    assert [name for name, text in kept.items() if "Oskar is late" in text] == [*kept]
    assert "Hanne's line, changed" in kept["page.html"] or "Hanne’s line, changed" in kept["page.html"]


def test_nothing_says_whose_line_it_was_behind_what_must_stay_anonymous(desk: Desk) -> None:
    outcome = desk.do("line torture", LineTaken("Hanne", "line torture", "p1"))
    assert [event["type"] for event in outcome.events] == [LimitDrawn.__name__]
    assert outcome.events[0]["by"] == "GM"


def test_a_renamed_player_has_the_new_name_at_the_end_of_the_line(desk: Desk) -> None:
    check, *_ = take(desk, CHECK)
    assert desk.do("rename Hanne to Johanna").fault is None
    assert "(Johanna's line)" in said(desk, "log")
    found = next(each for each in desk.do("log").as_json()["result"]["events"] if each["seq"] == check)
    assert found["proposed_by"] == "Johanna"


def test_a_copy_and_a_script_play_what_was_taken(desk: Desk, tmp_path: Path) -> None:
    take(desk, CHECK)
    copy, script = tmp_path / "copy.jsonl", tmp_path / "copy.session"
    for path in (copy, script):
        assert desk.do(f"export {path}").fault is None
    again = Desk(tmp_path / "again.db")
    assert again.do(f"import {copy}").fault is None
    assert said(again, "log") == said(desk, "log")
    assert "(Hanne's line)" in said(again, "log")
    again.close()
    other = Desk(tmp_path / "other.db")
    for line in filter(None, script.read_text("utf-8").splitlines()[1:]):
        assert other.do(line).fault is None, line
    assert said(other, "sheet Fenna") == said(desk, "sheet Fenna")
    assert said(other, "log checks").splitlines()[-1].endswith("against Great: Superb, success by 1")
    other.close()


def test_statistics_count_faces_that_a_player_typed_apart(desk: Desk) -> None:
    take(desk, "check Fenna Boating vs Great rolled + - 0 +")
    take(desk, "check Fenna Boating vs Great rolled 0 0 0 +", "p2", changed=True)
    assert desk.do("check Fenna Boating vs Great rolled - - 0 0").fault is None
    assert desk.do("check Fenna Boating vs Great").fault is None
    (dice,) = desk.do("stats").as_json()["result"]["dice"].values()
    assert {source: each["rolls"] for source, each in dice["sources"].items()} == {
        "real dice, typed by the player": 1,
        "real dice": 2,
        "program": 1,
    }


LINES = st.lists(
    st.sampled_from(
        [
            ("Hanne", "note The rope holds"),
            ("Hanne", CHECK),
            ("Hanne", "mark Fenna minor"),
            ("Hanne", "raise Fenna Persuasion"),
            ("GM", "note A bird"),
            ("GM", "award Fenna 2"),
            ("GM", CHECK),
            ("GM", "undo"),
            ("GM", "redo"),
        ]
    ),
    max_size=10,
)


@settings(max_examples=30, deadline=None)
@given(LINES, st.data())
def test_an_event_of_a_taken_line_counts_when_all_of_them_do(lines: list[tuple[str, str]], data: st.DataObject) -> None:
    with folder() as place:
        desk = Desk(Path(place) / "c.db")
        for line in TABLE.splitlines():
            assert desk.do(line).fault is None, line
        for number, (who, line) in enumerate(lines):
            desk.do(line, LineTaken(who, line, f"{number}") if who != "GM" else None)
            if data.draw(st.booleans()):
                desk.do(f"undo #{data.draw(st.integers(2, the_campaign(desk).state.seq))} cascade")
        taken: dict[str, set[bool]] = {}
        inactive = the_campaign(desk).history.inactive
        for each in the_campaign(desk).events():
            if each.cmd.endswith(".taken"):
                taken.setdefault(each.cmd, set()).add(each.seq in inactive)
        assert all(len(held) == 1 for held in taken.values())
        assert desk.do("audit").status == 0
        desk.close()


def test_a_line_that_a_group_takes_is_recorded_at_that_group(desk: Desk) -> None:
    assert desk.do("session end").fault is None
    there = Desk(desk.where, by="Kim")
    assert there.do("group new North").fault is None
    for line in ("pc Nils by Kim", "session start with Nils"):
        assert there.do(line).fault is None, line
    outcome = there.do("note The north wind", LineTaken("Hanne", "note The north wind", "p1"))
    assert outcome.fault is None, outcome.fault
    assert there.campaign is not None
    numbers = [event["seq"] for event in outcome.events]
    assert {there.campaign.state.group_at(seq) for seq in numbers} == {"North"}
    assert {event["by"] for event in outcome.events} == {"Hanne"}
    there.close()
