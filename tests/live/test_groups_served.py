"""Two groups whose pages are served at once: each has its link, seats and tray, and sees its own evening."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from served import Phone, Table, served, soon
from test_lines_served import lines_told, propose, take_seat, waiting

from engine.events import LineTaken
from engine.groups import say_group
from engine.refusal import Refused
from engine.value import evolve
from shell.prompt.waiting import Waiting
from shell.runner import Desk
from shell.serving.folder import LiveFolder
from shell.serving.following import Following
from shell.serving.lines import SECONDS_BETWEEN
from shell.serving.parent import find_served, stop_serving
from shell.serving.players_state import PlayersState
from shell.serving.taking import take_line
from shell.serving.tray import TakenLine

WORLD = """new fudge-lite The mill
rules creation free
pc Ann by Kim
pc Bo by Jo
pc Bea by Jo
trait Ann Stealth Good
trait Bo Stealth Fair
countdown Flood 3
as Jon
group new North
session start The ford with Bo
scene At the ford
as GM
session start Night with Ann, Bea
scene Under the mill
check Ann Stealth vs Good rolled + 0 0 -
"""

CHECK = "check Bo Stealth vs Fair rolled + 0 0 -"


@pytest.fixture
def first(tmp_path: Path) -> Iterator[Table]:
    """Serve the first group's pages."""
    with served(tmp_path, lines=WORLD) as found:
        yield found


@pytest.fixture
def north(first: Table) -> Iterator[Table]:
    """Serve North's too, as the first group's game master orders it, and sit there as Jon."""
    assert first.desk.do("serve group North").fault is None
    assert first.desk.campaign is not None
    folder = LiveFolder.of(first.desk.campaign, "North")
    pages = find_served(folder)
    assert pages is not None
    desk = Desk(first.file, by="Jon")
    desk.open(writable=True)
    found = evolve(first, desk=desk, served=pages, folder=folder, phones=[])
    yield found
    for phone in found.phones:
        phone.hangs_up()
    stop_serving(folder)
    desk.close()


def test_the_files_of_one_group_are_not_among_anothers() -> None:
    folders = [LiveFolder("0" * 32, place) for place in (0, 1, 11)]
    for folder in folders:
        folder.write("line-a", {"place": folder.place})
    assert [each.names("") for each in folders] == [["line-a"]] * 3
    assert [each.read("line-a") for each in folders] == [{"place": 0}, {"place": 1}, {"place": 11}]
    assert all(each.remove("line-a") for each in folders)


def seen_by(phone: Phone) -> tuple[str, list[str], list[str]]:
    """Return the scene that a phone shows, whose sheets, and what was rolled."""
    has = phone.has
    return has["head"]["scene"], [each["name"] for each in has["party"]], [each["text"] for each in has["rolls"]]


@pytest.mark.slow
def test_each_group_has_a_link_a_scene_rolls_and_people_of_its_own(first: Table, north: Table) -> None:
    here, there = first.follow(), north.follow()
    assert first.link != north.link
    north.play("check Bo Stealth vs Good rolled - - 0 0", "fight start At the ford", "tick Flood")
    first.play("note The wheel stands still")
    there.sees(lambda has: has["countdowns"] and has["countdowns"][0]["marked"])
    here.sees(lambda has: has["lines"][-1]["text"] == "The wheel stands still")
    scene, party, rolls = seen_by(here)
    assert (scene, party, len(rolls)) == ("Under the mill", ["Ann", "Bea"], 1)
    assert rolls[0].startswith("Ann tries")
    assert here.has["head"]["fight"] is None
    assert here.has["countdowns"][0]["marked"] == 1  # countdowns are the world's
    scene, party, rolls = seen_by(there)
    assert (scene, party, len(rolls)) == ("At the ford", ["Bo"], 1)
    assert there.has["head"]["fight"]["acted"] == [["Bo", False]]
    assert north.ask("GET", first.link)[0] == 404


@pytest.mark.slow
def test_a_line_is_not_taken_at_a_group_to_which_the_game_master_moved_elsewhere(first: Table) -> None:
    propose(first, take_seat(first, "Kim"), "check Ann Stealth vs Good rolled + 0 0 -")
    at_prompt = Waiting(first.desk)
    assert at_prompt.look()
    (line,) = at_prompt.proposed.lines
    other = Desk(first.file)
    assert other.do("group North").fault is None
    with pytest.raises(Refused, match="Kim's line does not wait here any more"):
        take_line(first.desk, TakenLine(line))
    assert str(first.desk.do("take").fault).startswith("nothing waits")
    assert other.do("group leave").fault is None
    other.close()
    assert take_line(first.desk, TakenLine(line)).fault is None
    assert first.desk.campaign is not None
    assert {first.desk.campaign.state.group_at(each.seq) for each in first.desk.campaign.events_of(LineTaken)} == {""}


@pytest.mark.slow
def test_a_line_of_one_groups_seat_never_reaches_the_other_prompt(first: Table, north: Table) -> None:
    cookie = take_seat(north, "Jo")
    phone = north.follow(cookie)
    assert propose(north, cookie, CHECK)[0] == 200
    assert (waiting(north), waiting(first)) == ([CHECK], [])
    assert str(first.desk.do("take").fault).startswith("nothing waits")
    assert first.desk.do("waiting").as_json()["result"]["lines"] == []
    at_prompts = [Waiting(first.desk), Waiting(north.desk)]
    assert [each.look() and each.proposed.count for each in at_prompts] == [0, 1]
    outcome = north.desk.do("take")
    assert [(each["group"], each["by"]) for each in outcome.events] == [("North", "Jo"), ("North", "Jo")]
    assert lines_told(phone, "taken")["line"] == CHECK
    first.follow(cookie).sees(lambda has: True)
    assert propose(first, cookie, CHECK, "second")[0] == 403


@pytest.mark.slow
def test_a_seats_line_is_read_at_its_group(first: Table, north: Table) -> None:
    for table, name, other in ((north, "Bo", "Bea"), (first, "Bea", "Bo")):
        cookie = take_seat(table, "Jo")
        line = f"check {name} Stealth vs Fair"
        assert propose(table, cookie, line) == (200, {"line": line})
        time.sleep(SECONDS_BETWEEN + 0.05)
        refused = propose(table, cookie, f"check {other} Stealth vs Fair", "second")
        assert refused == (403, {"message": f"{other} plays at {say_group('' if table is north else 'North')} now"})


@pytest.mark.slow
def test_what_players_know_has_the_scene_and_the_rolls_of_each_group(first: Table) -> None:
    roll = Desk(first.file, by="Jon").do(CHECK).events[0]["seq"]
    following = Following(first.file, "North")
    following.look()
    known = PlayersState(following.view).state
    here, there = known.seen_from(""), known.seen_from("North")
    assert (here.scene, [*here.rolls]) == ("Under the mill", [roll - 1])
    assert (there.scene, [*there.rolls]) == ("At the ford", [roll])
    following.campaign.close()


@pytest.mark.slow
def test_who_went_to_another_group_proposes_nothing_at_the_one_that_was_left(first: Table, north: Table) -> None:
    cookie = take_seat(north, "Jo")
    seq = north.play("session end")
    first.play("session end", "session start Another night with Bo", "note The bell rings")
    north.play("note Nobody is at the ford")
    north.follow().sees(lambda has: has["lines"][-1]["n"] > seq + 1)
    assert propose(north, cookie, CHECK) == (403, {"message": "Bo plays at the first group now"})


@pytest.mark.slow
def test_a_prompt_shows_what_waits_at_the_group_to_which_its_speaker_goes(first: Table, north: Table) -> None:
    cookie = take_seat(north, "Jo")
    assert propose(north, cookie, CHECK)[0] == 200
    at_prompt = Waiting(first.desk)
    at_prompt.look()
    assert at_prompt.proposed.count == 0
    assert at_prompt.remark == "0 screens"
    first.play("as Jon")
    assert at_prompt.look()
    assert (at_prompt.proposed.count, at_prompt.remark) == (1, "1 screen · Jo")


@pytest.mark.slow
def test_what_is_typed_at_one_group_is_about_its_own_pages_or_those_of_the_named_one(
    first: Table, north: Table
) -> None:
    first.play("rename North to Northwatch")
    soon(lambda: north.folder.read("serving")["group"] == "Northwatch")
    answer = first.desk.do("serve group Northwatch").answer
    assert answer is not None
    assert answer.text().splitlines()[0] == f"Players of Northwatch follow at {north.served.urls[0]}"
    assert (answer.data["url"], answer.data["group"]) == (north.served.urls[0], "Northwatch")  # type: ignore[index]
    cookie = take_seat(north, "Jo")
    assert str(first.desk.do("serve drop Jo").fault).startswith("no player “Jo” follows")
    first.play("serve drop Jo group Northwatch")
    soon(lambda: north.folder.read("serving")["seats"] == [])
    assert propose(north, cookie, CHECK)[0] == 403
    link = north.link
    first.play("serve new link group Northwatch")
    assert north.ask("GET", link)[0] == 404
    assert first.ask("GET", first.link)[0] == 200
    north.play("serve stop")
    assert first.ask("GET", first.link)[0] == 200
    refused = first.desk.do("serve stop group Northwatch").fault
    assert refused is not None
    assert refused.message == "nothing is served at Northwatch"
    assert refused.hint == "“serve lan group Northwatch” lets players follow on their phones"


@pytest.mark.slow
def test_a_group_that_is_not_there_is_not_served(first: Table) -> None:
    refused = first.desk.do("serve group Nroth").fault
    assert refused is not None
    assert refused.message == "no group “Nroth”"
    assert first.folder.names("serving") == ["serving"]


@pytest.mark.slow
def test_an_x_card_stands_at_the_group_whose_phone_shows_it(first: Table, north: Table) -> None:
    cookie = take_seat(north, "Jo")
    assert north.ask("POST", f"{north.link}xcard", {}, Cookie=cookie)[0] == 200
    assert str(first.desk.do("take").fault).startswith("nothing waits")
    assert [each["group"] for each in north.desk.do("take").events] == ["North"]


@pytest.mark.slow
def test_what_is_taken_at_one_group_is_a_players_line_there(first: Table, north: Table) -> None:
    cookie = take_seat(north, "Jo")
    assert propose(north, cookie, "note The ford is deep")[0] == 200
    north.play("take")
    assert first.desk.campaign is not None
    first.desk.campaign.refresh()
    state = first.desk.campaign.state
    taken = [each.seq for each in first.desk.campaign.events_of(LineTaken)]
    assert [state.group_at(seq) for seq in taken] == ["North"]


@pytest.mark.slow
def test_who_is_at_no_group_now_proposes_at_none(first: Table, north: Table) -> None:
    cookie = take_seat(first, "Jo")
    first.play("session end", "session start Another night with Ann", "note The bell rings")
    first.follow().sees(lambda has: has["lines"][-1]["text"] == "The bell rings")
    assert propose(first, cookie, "check Bea Stealth vs Fair") == (403, {"message": "Bea is not at the first group"})
