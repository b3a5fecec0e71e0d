"""Players' lines through a real server: from a seat to the tray, to the log, and back to the phone."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from served import PATIENCE, Phone, Table, soon

from engine.drafts import is_taken
from engine.events import LineTaken
from engine.types import PLAYERS
from replay.audience.rule import View
from shell.prompt.waiting import Waiting
from shell.runner import Desk
from shell.serving.tray import Tray

pytestmark = pytest.mark.slow  # some have a server of their own, which takes a second to end

CHECK = "check Ann Stealth vs Good rolled + 0 0 -"


def take_seat(table: Table, player: str) -> str:
    """Give a player a seat, and return the cookie of the phone."""
    cookie, code = table.join(player)
    soon(lambda: f"ask-{code}" in table.folder.names("ask-"))
    assert table.desk.do(f"take {code}").fault is None
    phone = table.follow(cookie)
    until = time.monotonic() + PATIENCE
    while {"seat": {"player": player, "refused": False, "said": ""}} not in phone.seat and time.monotonic() < until:
        if {"seat": {"player": player}} in phone.seat:
            break
        phone.reads()
    return cookie


def propose(table: Table, cookie: str, line: str, own_id: str = "first1") -> tuple[int, Any]:
    """Propose a line from a phone, and return status and answer."""
    status, answer, _ = table.ask("POST", f"{table.link}propose", {"id": own_id, "line": line}, Cookie=cookie)
    return status, answer


def lines_told(phone: Phone, state: str) -> dict[str, Any]:
    """Read until the phone is told of a line in a state, and return what it is told of that."""
    until = time.monotonic() + PATIENCE
    while True:
        told = [each["lines"] for each in phone.seat if "lines" in each]
        found = [line for line in (told[-1]["lines"] if told else []) if line["state"] == state]
        if found:
            return dict(found[-1])
        assert time.monotonic() < until, phone.seat
        phone.reads()


def waiting(table: Table) -> list[str]:
    """Return the lines in the tray."""
    return [each.line for each in Tray(table.folder).find_lines()]


def test_a_line_waits_for_the_log_that_is_served_and_for_no_fork_of_it(table: Table, tmp_path: Path) -> None:
    propose(table, take_seat(table, "Kim"), CHECK)
    _, code = table.join("Jo")
    soon(lambda: f"ask-{code}" in table.folder.names("ask-"))
    table.play(f"fork {tmp_path / 'fork.db'}")
    fork = Desk(tmp_path / "fork.db")
    for line in ("take", f"take {code}", "decline"):
        assert str(fork.do(line).fault).startswith("nothing waits")
    at_fork, at_table = Waiting(fork), Waiting(table.desk)
    assert (at_fork.look(), at_fork.count, at_fork.remark) == (False, "", "")
    assert (at_table.look(), at_table.count) == (True, "2 waiting")
    assert str(fork.do("serve").fault).startswith("another log of this campaign is served")
    fork.close()
    assert waiting(table) == [CHECK]


def test_a_line_waits_is_taken_and_is_on_every_page_as_the_players(table: Table) -> None:
    cookie = take_seat(table, "Kim")
    phone, other = table.follow(cookie), table.follow()
    assert propose(table, cookie, "check ann stealth vs good rolled + 0 0 -") == (200, {"line": CHECK})
    assert lines_told(phone, "waits")["line"] == CHECK
    listed = table.desk.do("waiting").as_json()["result"]["lines"]
    assert [(each["number"], each["player"], each["line"], each["kind"]) for each in listed] == [
        (1, "Kim", CHECK, "line")
    ]
    outcome = table.desk.do("take")
    assert outcome.fault is None
    assert outcome.events[0]["proposed_by"] == "Kim"
    for page in (phone, other):
        page.sees(lambda has: has["lines"][-1].get("proposed_by") == "Kim")
    assert lines_told(phone, "taken")["said"] == ""
    assert waiting(table) == []


def test_a_declined_line_says_why_and_records_nothing(table: Table) -> None:
    cookie = take_seat(table, "Kim")
    phone, before = table.follow(cookie), table.play("note hm")
    propose(table, cookie, CHECK)
    assert table.desk.do("decline because the guard sleeps").fault is None
    assert lines_told(phone, "declined")["said"] == "the guard sleeps"
    assert table.desk.campaign is not None
    assert table.desk.campaign.state.seq == before


@pytest.mark.parametrize(
    ("before", "line", "said"),
    [
        ("rules points 0", "point Ann -1 for luck", "Ann has 0 fudge points, not 1"),
        ("rules points 1", "point Ann -1 for luck", ""),
        ("countdown Flood 1", "check Ann Stealth vs Good ticks Flood", ""),
    ],
)
def test_a_declined_line_says_what_the_rules_say_of_it(own: Table, before: str, line: str, said: str) -> None:
    cookie = take_seat(own, "Kim")
    phone, seq = own.follow(cookie), own.play(before)
    phone.sees(lambda has: has["lines"][-1]["n"] >= seq)
    assert propose(own, cookie, line)[0] == 200
    own.play("decline")
    assert lines_told(phone, "declined")["said"] == said


def test_a_declined_line_says_nothing_of_a_refusal_that_would_tell_of_a_secret(own: Table) -> None:
    cookie = take_seat(own, "Kim")
    phone, seq = own.follow(cookie), own.play("countdown Flood 1")
    own.play("check Ben Stealth vs Terrible ticks Flood rolled + + + + secret", "note A bell rings")
    phone.sees(lambda has: has["lines"][-1]["n"] > seq)
    assert propose(own, cookie, "check Ann Stealth vs Good ticks Flood")[0] == 200
    assert own.desk.do("take").fault is not None
    own.play("decline")
    assert lines_told(phone, "declined")["said"] == ""


def test_a_line_that_the_rules_refuse_waits_on_and_may_be_changed(table: Table) -> None:
    cookie = take_seat(table, "Kim")
    propose(table, cookie, "point Ann -1 for luck")
    refused = table.desk.do("take")
    assert refused.fault is not None
    assert waiting(table) == ["point Ann -1 for luck"]
    assert table.desk.do("take 1 as note Ann has no luck").events[0]["proposed_by"] == "Kim"
    assert waiting(table) == []


def test_a_changed_line_that_the_player_could_not_propose_is_the_game_masters(table: Table) -> None:
    cookie = take_seat(table, "Kim")
    phone = table.follow(cookie)
    propose(table, cookie, CHECK)
    outcome = table.desk.do("take 1 as check Ben Stealth vs Good")
    assert outcome.fault is None
    assert [event["type"] for event in outcome.events] == ["CheckResolved"]
    assert outcome.events[0]["by"] == "GM"
    assert lines_told(phone, "declined")["said"] == "the game master wrote something else"


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("check Ann Stealth vs Good rolled + 0 0 - secret", False),
        ("check Ann Stealth vs Great rolled + 0 0 -", True),
        ("check Ann Lore vs Good rolled + 0 0 -", True),
    ],
)
def test_a_changed_line_is_the_players_still_if_only_it_could_have_been(table: Table, line: str, changed: bool) -> None:
    cookie = take_seat(table, "Kim")
    propose(table, cookie, CHECK)
    taken = table.desk.do(f"take 1 as {line}").events[-1]
    assert (taken["type"], taken["player"], taken["changed"]) == ("LineTaken", "Kim", changed)


def test_a_difficulty_that_the_game_master_says_is_no_change(table: Table) -> None:
    cookie = take_seat(table, "Kim")
    assert propose(table, cookie, "check Ann Stealth vs ? rolled + 0 0 -")[0] == 200
    assert "leaves the difficulty to you" in str(table.desk.do("take").fault)
    taken = table.desk.do("take 1 as check Ann Stealth vs Great rolled + 0 0 -").events[-1]
    assert (taken["type"], taken["changed"]) == ("LineTaken", False)


def test_a_line_taken_back_is_not_there_to_be_taken(table: Table) -> None:
    cookie = take_seat(table, "Kim")
    propose(table, cookie, CHECK)
    line = Tray(table.folder).find_lines()[0]
    assert table.ask("POST", f"{table.link}withdraw", {"id": "first1"}, Cookie=cookie)[0] == 200
    assert str(table.desk.do("take").fault).startswith("nothing waits")
    assert not Tray(table.folder).claim(line)
    assert table.ask("POST", f"{table.link}withdraw", {"id": "first1"}, Cookie=cookie)[0] == 409


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("check Ben Stealth vs Good", "Ben is Jo's"),
        ("undo", "Players propose checks, notes, points and what is on their own sheet"),
        ("note hm --json", None),
        ("check Shade Stealth vs Good", "There is no Shade that you know of"),
        ("check Ann Stealth vs Shade Wits", "There is no Shade that you know of"),
        ("check Ann Stealth vs Nobody Wits", "There is no Nobody that you know of"),
    ],
)
def test_what_players_do_not_propose_is_refused(table: Table, line: str, said: str | None) -> None:
    cookie = take_seat(table, "Kim")
    status, answer = propose(table, cookie, line)
    assert (status, answer.get("message")) == ((403, said) if said else (200, None))


def test_nobody_proposes_without_a_seat_or_where_phones_only_look(own: Table) -> None:
    assert propose(own, "", CHECK) == (403, {"message": "Only players with a seat propose lines"})
    cookie = take_seat(own, "Kim")
    phone, seq = own.follow(cookie), own.play("rules phones look")
    phone.sees(lambda has: has["lines"][-1]["n"] == seq)
    assert propose(own, cookie, CHECK) == (403, {"message": "Phones only look at this table"})
    assert waiting(own) == []


def test_a_second_try_is_the_same_line_and_a_fourth_is_too_many(table: Table) -> None:
    cookie = take_seat(table, "Kim")
    assert propose(table, cookie, CHECK)[0] == 200
    assert propose(table, cookie, CHECK)[0] == 200
    assert waiting(table) == [CHECK]
    assert propose(table, cookie, CHECK, "second") == (429, {"message": "One line in two seconds"})
    for own_id in ("second", "third1"):
        time.sleep(2.05)
        assert propose(table, cookie, f"note {own_id}", own_id)[0] == 200
    time.sleep(2.05)
    assert propose(table, cookie, "note four", "fourth") == (429, {"message": "Three of your lines wait already"})
    assert "three lines wait" in str(table.desk.do("take 7").fault)
    assert "three lines wait" in str(table.desk.do("take").fault)


def test_the_end_of_the_evening_and_of_the_pages_drop_what_waits(own: Table) -> None:
    cookie = take_seat(own, "Kim")
    phone = own.follow(cookie)
    propose(own, cookie, CHECK)
    time.sleep(1.2)  # the server has seen that an evening is on
    own.play("session end")
    assert lines_told(phone, "dropped")["said"] == "the evening is over"
    time.sleep(2.05)
    propose(own, cookie, "note later", "second")
    assert waiting(own) == ["note later"]
    assert own.desk.do("serve stop").fault is None
    soon(lambda: waiting(own) == [])


def test_an_x_card_is_shown_once_and_nobody_learns_whose_it_is(table: Table) -> None:
    assert table.ask("POST", f"{table.link}xcard", {})[0] == 403
    cookie = take_seat(table, "Kim")
    for _ in range(2):
        assert table.ask("POST", f"{table.link}xcard", {}, Cookie=cookie)[:2] == (200, {})
    assert table.folder.read("xcard") == {}
    assert [each["kind"] for each in table.desk.do("waiting").as_json()["result"]["lines"]] == ["xcard"]
    outcome = table.desk.do("take")
    assert [(event["type"], event["by"]) for event in outcome.events] == [("XCardShown", "GM")]
    assert str(table.desk.do("take").fault).startswith("nothing waits")


def test_a_taker_that_was_killed_leaves_the_line_taken_or_waiting(table: Table) -> None:
    cookie = take_seat(table, "Kim")
    phone = table.follow(cookie)
    propose(table, cookie, CHECK)
    tray = Tray(table.folder)
    (line,) = tray.find_lines()
    tray._rename(f"line-{line.id}", f"claim-{line.id}-999999")
    soon(lambda: waiting(table) == [CHECK])
    assert table.desk.campaign is not None
    (line,) = tray.find_lines()
    tray._rename(f"line-{line.id}", f"claim-{line.id}-999999")
    assert table.desk.do(line.exact, LineTaken("Kim", line.line, line.id)).fault is None
    assert lines_told(phone, "taken")["line"] == CHECK
    assert waiting(table) == []
    assert str(table.desk.do(line.exact, LineTaken("Kim", line.line, line.id)).fault) == "this line was taken already"


def test_a_secret_of_ones_own_line_sends_the_pages_nothing_and_the_phone_that_it_is_taken(own: Table) -> None:
    cookie = take_seat(own, "Kim")
    phone = own.follow(cookie)
    propose(own, cookie, CHECK)
    lines_told(phone, "waits")
    messages = len(phone.messages)
    assert own.desk.do(f"take 1 as {CHECK} secret").fault is None
    assert lines_told(phone, "taken")["said"] == ""
    own.play("note afterwards")
    phone.sees(lambda has: has["lines"][-1]["text"] == "afterwards")
    assert len(phone.messages) == messages + 1
    assert own.desk.campaign is not None
    assert not [each for each in View.of(own.desk.campaign, PLAYERS).read_seen() if is_taken(each.cmd)]


def test_a_prompt_knows_soon_that_phones_are_trusted_since_a_line_elsewhere(own: Table) -> None:
    cookie, at_prompt = take_seat(own, "Kim"), Waiting(own.desk)
    assert propose(own, cookie, CHECK)[0] == 200
    at_prompt.look()
    assert at_prompt.proposed.find_trusted() is None
    elsewhere = Desk(own.file)
    assert elsewhere.do("rules phones trust").fault is None
    elsewhere.close()
    soon(lambda: at_prompt.look() is not None and at_prompt.proposed.find_trusted() is not None)
    assert own.desk.campaign is not None
    assert own.desk.campaign.state.rules.phones == "propose"  # it has not read on by itself
