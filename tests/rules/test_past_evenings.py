"""Test evenings of the past, which are recorded from notes."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest
from tabletop import play

from engine.campaign import Plan
from engine.clock import is_from_notes
from engine.commands import Undo
from engine.drafts import ROWS_ENDING
from engine.events import NotesBrought, XpAwarded
from engine.template import World, shipped_worlds
from shell.runner import Desk

SET_UP = """
new fudge-lite
rules xp-per-session 2
pc Ann by Kim
pc Bob
"""


def refused(desk: Desk, line: str) -> tuple[str, str | None]:
    """Return the message and the hint of a line that is refused."""
    before = desk.campaign.state.seq if desk.campaign else 0
    error = desk.do(line).as_json()["error"]
    assert desk.campaign is None or desk.campaign.state.seq == before
    return error["message"], error["hint"]


@pytest.mark.parametrize("date", ["2024-03-09", "9 March 2024", "9 Mar 2024", "9. mar. 2024", "9.3.2024", "09.03.2024"])
@pytest.mark.parametrize("word", ["on", "at"])
def test_an_evening_of_the_past_has_its_date(desk: Desk, word: str, date: str) -> None:
    notes, begun = play(desk, f'session start 3 "The mill" with Kim {word} {date}')["events"]
    assert (notes["type"], notes["kind"], notes["events"], notes["text"]) == (
        "NotesBrought",
        "evening",
        1,
        "What follows is from notes",
    )
    assert (begun["number"], begun["title"], begun["present"], begun["held"]) == (3, "The mill", ("Kim",), "2024-03-09")
    assert begun["text"] == "Session 3 begins on 2024-03-09: The mill, with Kim"


def test_a_title_that_only_resembles_one_stays_a_title(desk: Desk) -> None:
    for title in ("3 doors", "Home on the range", "Dinner at 8", "The fair on 9 March", '"The fair on 9 March 2024"'):
        (begun,) = play(desk, f"session start {title}")["events"]
        assert (begun["title"], begun["held"]) == (title.strip('"'), "")
        play(desk, "session end")


@pytest.mark.parametrize("day", ["9 March", "March 9", "9. Mar.", "9.3.", "9.3"])
@pytest.mark.parametrize("before", ["", "3 ", '"The mill" ', "3 The old mill ", '3 "The mill" '])
def test_a_date_of_the_past_needs_its_year(desk: Desk, before: str, day: str) -> None:
    said, hint = refused(desk, f"session start {before}on {day}")
    assert said == f"“{day}” has no year"
    assert "as in “on 9 March 2024”" in hint
    quoted = hint.partition("a title needs quotes: “")[2].removesuffix("”")
    assert not quoted or play(desk, quoted)["events"][0]["title"] == f"{before}on {day}"


@pytest.mark.parametrize(
    ("typed", "cure"),
    [
        ("The old mill on 2024-03-09", '"The old mill" on 2024-03-09'),
        ("3 The old mill at 9 Mar 2024", '3 "The old mill" at 9 Mar 2024'),
        ("The old mill with Kim on 9.3.2024", '"The old mill" with Kim on 9.3.2024'),
        ("The old mill on 9.3.2024 with Kim", '"The old mill" with Kim on 9.3.2024'),
        ("Mill on 9.3.2024 with Kim, Bob", '"Mill" with Kim, Bob on 9.3.2024'),
    ],
)
def test_a_title_of_several_words_needs_quotes_before_a_date(desk: Desk, typed: str, cure: str) -> None:
    _, hint = refused(desk, f"session start {typed}")
    assert hint == f"type session start {cure}"
    play(desk, f"session start {cure}")


@pytest.mark.parametrize("title", ["Mill", '"The old mill"', "7", "", "The old mill"])
def test_a_day_that_never_was_is_refused(desk: Desk, title: str) -> None:
    assert refused(desk, f"session start {title} on 31 April 2024")[0] == "there is no 31 April 2024"


def test_its_number_and_date_come_after_those_of_the_last_evening(desk: Desk) -> None:
    play(desk, "session start 5 on 2024-03-09\nsession end")
    assert refused(desk, "session start 5 on 2024-03-10")[0].startswith("session 5 has begun already")
    said, hint = refused(desk, "session start 6 on 2024-03-08")
    assert said == "session 5 was on 9 March, and an evening cannot come before it"
    assert hint == "type it as a note, or “import xp.csv as balance”"
    play(desk, "session start on 2024-03-09\nsession end")
    play(desk, "session start 9 on 2024-03-16\nsession end\nsession start Tonight")
    assert [each.number for each in desk.campaign.state.sessions] == [5, 6, 9, 10]  # type: ignore[union-attr]


def test_it_comes_neither_before_an_evening_that_was_played_nor_after_today(desk: Desk) -> None:
    play(desk, "session start\nsession end")
    assert "and an evening cannot come before it" in refused(desk, "session start on 2024-03-09")[0]
    assert refused(desk, "session start on 9999-01-01")[0] == "9999-01-01 is still to come"


def test_one_evening_ends_before_the_next_begins(desk: Desk) -> None:
    play(desk, "session start")
    assert refused(desk, "session start on 2024-03-09") == ("session 1 is still open", "“session end” closes it")


def test_its_end_brings_no_xp_by_itself(desk: Desk) -> None:
    play(desk, "session start on 2024-03-09")
    assert [each["type"] for each in play(desk, "session end")["events"]] == ["SessionEnded"]
    play(desk, "session start Tonight")
    assert len(play(desk, "session end")["events"]) == 3


def test_xp_of_then_are_for_any_ability_as_nobody_knows_which_were_used(desk: Desk) -> None:
    play(desk, "rules xp-for-used-only on\nsession start on 2024-03-09")
    assert [each["only"] for each in play(desk, "award all 3")["events"]] == [None, None]
    play(desk, "session end\nsession start Tonight")
    assert refused(desk, "award Ann 3")[0] == "Ann has used no ability since the last award"


def audited(desk: Desk) -> set[str]:
    """Return the rules of what an audit finds."""
    return {each["rule"] for each in desk.do("audit").as_json()["result"]["findings"]}


def test_levels_typed_after_evenings_of_the_past_are_settled_where_xp_raise_none(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, 'new fudge\ndefine ability Boating\npc Ana\nsession start "The mill" on 2024-03-09\nsession end')
        play(desk, "trait Ana Boating Good")
        assert "level-given-after-play" not in audited(desk)
        play(desk, "session start\nsession end")
        play(desk, "trait Ana Boating Great")
        assert "level-given-after-play" in audited(desk)


# --- what can be recorded there --------------------------------------------------------------------------------


def test_nothing_is_checked_there_as_nobody_knows_the_levels_of_then(desk: Desk) -> None:
    play(desk, "session start on 2024-03-09")
    for line in ("check Ann Stealth vs Fair rolled +1", "contest Ann Stealth rolled 0 vs Bob Stealth rolled 1"):
        said, hint = refused(desk, line)
        assert said == "nobody knows the levels of 2024-03-09, so nothing is checked there"
        assert hint == "“note TEXT” tells what happened, “roll 1d6 for WHO rolled 5” what the dice showed"
    play(desk, "session end\ncheck Ann Stealth vs Fair rolled +1")


def test_only_dice_that_fell_then_are_recorded(desk: Desk) -> None:
    play(desk, "session start on 2024-03-09")
    assert refused(desk, "roll 1d6 for Ann")[0] == "the dice of 2024-03-09 have fallen already"
    (rolled,) = play(desk, "roll 1d6 for Ann rolled 5")["events"]
    assert (rolled["physical"], rolled["total"]) == (True, 5)


# --- a date as a point -----------------------------------------------------------------------------------------


def test_a_date_means_the_end_of_the_last_evening_up_to_it(desk: Desk) -> None:
    play(desk, "session start on 2024-03-09\naward Ann 1\nsession end\nsession start on 2024-03-16\naward Ann 2")
    play(desk, "session end\nsession start Tonight\naward Ann 4")
    found = {day: play(desk, f"ledger Ann at {day}")["result"]["awarded"] for day in ("2024-03-09", "2024-03-15")}
    found |= {day: play(desk, f"ledger Ann at {day}")["result"]["awarded"] for day in ("2024-03-16", "2026-01-01")}
    assert found == {"2024-03-09": 1, "2024-03-15": 1, "2024-03-16": 3, "2026-01-01": 3}
    assert play(desk, "ledger Ann at 9999-01-01")["result"]["awarded"] == 7


# --- what is from notes ----------------------------------------------------------------------------------------


def from_notes(desk: Desk) -> list[int]:
    """Return the numbers of the events that are from notes."""
    assert desk.campaign is not None
    state = desk.campaign.state
    return [seq for seq in range(1, state.seq + 1) if is_from_notes(state, seq)]


def test_an_evening_of_the_past_is_from_notes_up_to_its_end(desk: Desk) -> None:
    first = play(desk, "session start on 2024-03-09")["events"][0]["seq"]
    last = play(desk, "award Ann 1\nsession end")["events"][0]["seq"]
    play(desk, "award Ann 2\nsession start\nnote Fog")
    assert from_notes(desk) == [*range(first, last + 1)]


def test_what_is_brought_in_is_from_notes_even_where_its_last_events_are_lost(desk: Desk) -> None:
    assert desk.campaign is not None
    first = desk.campaign.state.seq + 1
    desk.campaign.record(lambda: Plan((NotesBrought("xp.csv", events=9), XpAwarded("Ann", 3)), ending=ROWS_ENDING))
    play(desk, "session start\nnote Fog")
    assert from_notes(desk) == [first, first + 1]


def test_an_evening_of_the_past_is_undone_with_the_event_that_says_it_is_from_notes(desk: Desk) -> None:
    notes, begun = play(desk, "session start on 2024-03-09")["events"]
    assert play(desk, f"undo #{begun['seq']}")["result"]["undone"] == [notes["seq"], begun["seq"]]
    assert play(desk, f"redo #{notes['seq']}")["result"]["redone"] == [notes["seq"], begun["seq"]]
    assert play(desk, f"undo #{notes['seq']}")["result"]["undone"] == [notes["seq"], begun["seq"]]


# --- one row of many -------------------------------------------------------------------------------------------


def test_all_that_was_brought_in_is_undone_with_the_event_that_says_so(desk: Desk) -> None:
    assert desk.campaign is not None
    first = desk.campaign.state.seq + 1
    events = (NotesBrought("xp.csv", "", "xp", 2, 2), XpAwarded("Ann", 3), XpAwarded("Bob", 2))
    desk.campaign.record(lambda: Plan(events, ending=ROWS_ENDING))
    assert play(desk, f"undo #{first + 2}")["result"]["undone"] == [first + 2]
    assert play(desk, f"undo #{first}")["result"]["undone"] == [first, first + 1]
    assert play(desk, f"redo #{first}")["result"]["redone"] == [first, first + 1]


def test_what_depends_on_a_row_of_a_template_is_not_undone_unasked(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        events = play(desk, "new peupfudge\nsetup ferry")["events"]
        award = next(each["seq"] for each in events if each["type"] == "XpAwarded")
        error = desk.do(f"undo #{award}").as_json()["error"]
        assert len(error["dependents"]) == 4
        assert error["message"] == f"#{award} paid for 4 later events"
        spends = [each["seq"] for each in error["dependents"]]
        assert play(desk, f"undo #{award} cascade")["result"]["undone"] == [award, *spends]
        play(desk, "redo\nundo last 1")
        assert not desk.campaign.state.sheets  # type: ignore[union-attr]


@pytest.mark.parametrize("world", shipped_worlds(), ids=lambda world: world.name)
def test_no_row_of_a_template_takes_another_along(tmp_path: Path, world: World) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        events = play(desk, f"new {world.game}\nsetup {world.name}")["events"]
        assert desk.campaign is not None
        corrector = desk.campaign.corrector()
        for each in events:
            asked, _ = corrector.targets(Undo(each["seq"]))
            undone, _, others = corrector.try_undo(asked)
            assert undone == asked
            assert all(other.seq > each["seq"] for other in others)
        assert len(events) > 20


def test_what_one_line_recorded_is_still_undone_together(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        made = [each["seq"] for each in play(desk, "new fudge-lite\nnpc 2 Bandit as Brigand")["events"]]
        undone = play(desk, f"undo #{made[0]}")["result"]["undone"]
        assert len(undone) > 1


# --- templates -------------------------------------------------------------------------------------------------

TEMPLATE = """
[rules]
points = 3
[tracks.Body]
states = { Light = 3, Bad = 1 }
[tracks.Cons]
states = { Mild = 1, Severe = 1 }
any_order = true
[keys]
Vow = "an oath is kept"
[[characters]]
name = "Ann"
points = 2
gifts = ["Lucky"]
faults = ["Greedy"]
keys = ["Vow", "Fire"]
marked = { Body = 2, Mild = "twisted ankle" }
earned = 37
spent-before = 30
[[characters]]
name = "Bob"
points = 3
gifts = ["Lucky"]
earned = 5
[[evenings]]
number = 4
date = 2024-03-09
title = "The mill"
present = ["Ann"]
xp = 3
scenes = ["A mill"]
notes = ["Fog"]
[[evenings]]
date = "16 March 2024"
xp = { Bob = 2 }
"""


def set_up(place: Path, template: str) -> Desk:
    """Return a desk at a new campaign with a template in it."""
    (place / "old.toml").write_text(template, "utf-8")
    desk = Desk(place / "c.db")
    play(desk, "new fudge-lite")
    play(desk, f"setup {place / 'old.toml'}")
    return desk


def test_a_template_says_what_was_before_this_log(tmp_path: Path) -> None:
    with closing(set_up(tmp_path, TEMPLATE)) as desk:
        ann, bob = (play(desk, f"sheet {who}")["result"] for who in ("Ann", "Bob"))
        assert ann["xp"] == {"awarded": 40, "spent": 0, "taken": 30, "unspent": 10, "bonus": 0}
        assert bob["xp"] == {"awarded": 7, "spent": 0, "taken": 0, "unspent": 7, "bonus": 0}
        assert (ann["points"], bob["points"]) == (2, 3)
        assert (ann["gifts"], ann["faults"], bob["gifts"]) == (("Lucky",), ("Greedy",), ("Lucky",))
        assert ann["keys"] == ("Vow", "Fire")
        assert [each["marked"] for each in ann["tracks"]["Body"]] == [2, 0]
        assert [each["marked"] for each in ann["tracks"]["Cons"]] == [1, 0]
        assert desk.campaign is not None
        sessions = [(each.number, each.title, each.held) for each in desk.campaign.state.sessions]
        assert sessions == [(4, "The mill", "2024-03-09"), (5, "", "2024-03-16")]
        assert from_notes(desk) == [*range(2, desk.campaign.state.seq + 1)]
        (notes,) = (each.event for each in desk.campaign.events_of(NotesBrought))
        assert isinstance(notes, NotesBrought)
        assert (notes.source, notes.kind, notes.events) == ("old.toml", "template", desk.campaign.state.seq - 2)
        assert play(desk, "audit")["result"]["ok"]
        assert len(play(desk, "undo #2")["result"]["undone"]) == desk.campaign.state.seq - 2


def test_the_template_in_the_docs_can_be_set_up(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "bringing.md").read_text("utf-8")
    (shown,) = re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    needed = "[rules]\npoints = 3\n[abilities]\nPerception = {}\n[tracks.Body]\nstates = { Light = 2 }\n"
    with closing(set_up(tmp_path, f"{needed}[tracks.Foot]\nstates = {{ Mild = 1 }}\n{shown}")) as desk:
        wenna = play(desk, "sheet Wenna")["result"]
        assert (wenna["xp"]["awarded"], wenna["xp"]["unspent"], wenna["points"]) == (40, 10, 2)


def test_sessions_that_nobody_recorded_do_not_count_for_a_key(desk: Desk) -> None:
    play(
        desk, "define key Vow\ngain Ann Vow\nsession start 3 on 2024-03-09\nsession end\nsession start 9 on 2024-03-16"
    )
    (held,) = play(desk, "keys Ann")["result"]["keys"]
    assert held["sessions_without"] == 2


def test_a_template_of_what_begins_now_is_not_from_notes(tmp_path: Path) -> None:
    with closing(set_up(tmp_path, '[[characters]]\nname = "Ann"\nxp = 5\ngifts = ["Lucky"]')) as desk:
        assert from_notes(desk) == []


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ('[[evenings]]\ndate = "31 April 2024"', "evenings.1.date: there is no 31 April 2024"),
        ("[[evenings]]\ndate = 9999-01-01", "9999-01-01 is still to come"),
        ("[[evenings]]\ndate = 7", "evenings.1.date: expected a date, not 7"),
        ("[[evenings]]\ndate = 2024-03-09T12:00:00", "evenings.1.date: expected a date, not 2024-03-09 12:00:00"),
        ("[[evenings]]\ndate = 2024-03-09\nxp = true", "evenings.1.xp: expected a whole number, not true"),
        ('[[evenings]]\ndate = 2024-03-09\n[[evenings]]\ndate = 2024-03-08', "session 1 was on 9 March"),
        ('[gifts]\n', "gifts: expected a list, not a table"),
        ('faults = ["Lucky"]\n[[characters]]\nname = "Ann"\ngifts = ["Lucky"]', "Lucky is a fault, not a gift"),
        ('[[characters]]\nname = "Ann"\nspent-before = 3', "Ann has 0 XP to take, not 3"),
    ],
)  # fmt: skip
def test_a_wrong_template_of_the_past_is_refused_whole(tmp_path: Path, template: str, said: str) -> None:
    (tmp_path / "old.toml").write_text(template, "utf-8")
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new fudge-lite")
        assert said in refused(desk, f"setup {tmp_path / 'old.toml'}")[0]
