"""Groups as they are typed: who sits where, what each verb does there, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from given import seated

from engine import Campaign
from engine.commands import JoinGroup, MakeGroup, MakeNote, Undo
from engine.registry import event_classes
from engine.rules.ruleset import FIELDS
from engine.store import codec
from engine.value import field_names, has_fields
from shell.outcome import Fault
from shell.runner import Desk

WORLD = """\
new fudge The World
rules points 3
pc Ada by Ann
pc Abe by Ann
pc Bo by Bob
pc Cy by Cyn
trait Bo Climbing Good
trait Ada Climbing Fair
as Mara
session start "The inn" with Ada
scene Before the inn
as Jon
group new North"""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Sit down as Jon, who has just made a group, in a world in which Mara plays an evening."""
    found = seated(tmp_path / "world.db", WORLD)
    speak(found, "Jon")
    yield found
    found.close()


def speak(desk: Desk, who: str) -> None:
    """Let somebody speak."""
    tell(desk, f"as {who}")


def tell(desk: Desk, *lines: str) -> str:
    """Carry out lines, and return what is answered to the last one."""
    said = ""
    for line in lines:
        outcome = desk.do(line)
        assert outcome.fault is None, (line, outcome.fault)
        assert outcome.answer is not None
        said = outcome.answer.text()
    return said


def refuse(desk: Desk, line: str) -> tuple[str, str]:
    """Return why a line is refused and what is advised, after which nothing may be recorded."""
    before = desk.campaign.log.head if desk.campaign else None
    fault = desk.do(line).fault
    assert isinstance(fault, Fault), line
    assert desk.campaign is None or desk.campaign.log.head == before
    return fault.message, fault.hint or ""


def test_what_is_recorded_at_a_group_says_so_and_nothing_else_does(desk: Desk) -> None:
    tell(desk, "note in the north")
    speak(desk, "Mara")
    tell(desk, "note in the inn")
    bodies = [row.body for row in desk.campaign.log.read()]
    assert bodies[-2:] == ['{"group":"North","text":"in the north"}', '{"text":"in the inn"}']
    assert not any('"group"' in body for body in bodies[:-2])


def test_groups_lists_who_runs_them_and_what_they_play(desk: Desk) -> None:
    tell(desk, 'session start "The ford" with Bo, Cy', "fight start")
    assert tell(desk, "groups").splitlines() == [
        "The first group   GM, Mara   session 1   The inn    Ada",
        "North             Jon        session 2   The ford   Bo, Cy   fight, round 1",
    ]
    found = desk.do("groups").answer.result["groups"][1]
    assert found == {
        "group": "North",
        "here": True,
        "speakers": ["Jon"],
        "session": 2,
        "title": "The ford",
        "scene": "",
        "fight": {"title": "", "round": 1, "start": found["fight"]["start"]},
        "there": ["Bo", "Cy"],
    }


def test_each_group_has_its_own_session_scene_fight_and_rolls(desk: Desk) -> None:
    tell(desk, 'session start "The ford" with Bo', "scene A ford", "fight start", "roll 2d6 for Bo rolled 3 4")
    north = desk.campaign.state
    speak(desk, "Mara")
    south = desk.campaign.state
    assert (north.session, north.scene, len(north.rolls)) == (2, "A ford", 1)
    assert (south.session, south.scene, len(south.rolls)) == (1, "Before the inn", 0)
    assert "no fight has begun" in refuse(desk, "round")[0]


def test_to_look_from_a_group_changes_nothing_in_the_campaign(desk: Desk) -> None:
    tell(desk, 'session start "The ford" with Bo', "scene A ford")
    with Campaign.open(desk.place.file, writable=False) as again:
        whole = again.state
        assert (whole.group, whole.scene) == ("", "Before the inn")
        assert whole.seen_from("North").scene == "A ford"
        assert (whole.group, whole.scene, [*whole.boards]) == ("", "Before the inn", ["", "North"])
        assert again.seen_from("North").state == again.state


def test_all_means_those_who_are_at_the_group(desk: Desk) -> None:
    said = tell(desk, "session start with Bo, Cy", "award all 3")
    assert [line for line in said.splitlines() if not line.strip() or "nothing for" in line] == []
    assert {name: sheet.awarded for name, sheet in desk.campaign.state.sheets.items()} == {
        "Ada": 0, "Abe": 0, "Bo": 3, "Cy": 3,
    }  # fmt: skip


def test_an_award_to_all_at_a_group_says_nothing_of_those_at_another(desk: Desk) -> None:
    answer = desk.do("session start with Bo, Cy").answer and desk.do("award all 3").answer
    assert answer is not None
    assert answer.text().splitlines()[-1] == "  XP doesn't raise traits in this game"
    assert "warnings" not in answer.result


def test_a_group_undoes_and_restores_its_own_commands_alone(desk: Desk) -> None:
    tell(desk, "note one", "note two")
    speak(desk, "Mara")
    tell(desk, "award Ada 2")
    speak(desk, "Jon")
    assert "two" in tell(desk, "undo")
    speak(desk, "Mara")
    tell(desk, "note between")
    speak(desk, "Jon")
    assert "two" in tell(desk, "redo")
    assert "two" in tell(desk, "undo last 1")
    speak(desk, "Mara")
    assert "between" in tell(desk, "undo")
    assert desk.campaign.state.sheets["Ada"].awarded == 2


def test_undo_of_a_session_or_to_a_point_leaves_what_others_recorded_between(desk: Desk) -> None:
    tell(desk, "session start with Bo", "note by Jon")
    speak(desk, "Mara")
    tell(desk, "note by Mara")
    speak(desk, "Jon")
    point = desk.campaign.state.seq
    tell(desk, "award Bo 1")
    speak(desk, "Mara")
    tell(desk, "award Ada 1")
    speak(desk, "Jon")
    assert "Ada" not in tell(desk, f"undo to #{point}")
    said = tell(desk, "undo session 2")
    assert "by Jon" in said
    assert "by Mara" not in said
    assert desk.campaign.state.sheets["Ada"].awarded == 1


def test_an_undo_by_number_names_the_group_of_what_it_undoes(desk: Desk) -> None:
    tell(desk, "note by Jon")
    number = desk.campaign.state.seq
    speak(desk, "Mara")
    assert "by Jon (at North)" in tell(desk, f"undo #{number}")


def test_an_effect_ends_with_the_clock_of_the_group_at_which_it_began(desk: Desk) -> None:
    tell(desk, "session start with Bo", "fight start", "effect Bo stunned a -1 until fight", "scene A ford")
    tell(desk, "effect Bo wet a -1 until scene")
    speak(desk, "Mara")
    tell(desk, "fight start", "fight end", "scene Elsewhere", "session end")
    assert "stunned" in tell(desk, "sheet Bo")
    speak(desk, "Jon")
    assert "wet" in tell(desk, "scene A bridge")
    assert "stunned" in tell(desk, "fight end")


def test_the_x_card_is_anonymous_and_leaves_the_scene_of_others_alone(desk: Desk) -> None:
    tell(desk, "session start with Bo", "scene A ford", "note blood")
    speak(desk, "Mara")
    tell(desk, "note wine")
    speak(desk, "Jon")
    tell(desk, "xcard back")
    card = next(each for each in desk.campaign.events() if each.type == "XCardShown")
    assert (card.by, card.event.group) == ("GM", "North")
    undone = {desk.campaign.event(seq).event.text for seq in desk.campaign.history.inactive}
    assert undone == {"blood"}


def test_readings_are_of_ones_own_group_of_another_or_of_all(desk: Desk) -> None:
    tell(desk, 'session start "The ford" with Bo', "scene A ford", "check Bo Climbing vs Fair rolled +2")
    speak(desk, "Mara")
    tell(desk, "check Ada Climbing vs Fair rolled -2")
    assert "A ford" not in tell(desk, "recap")
    assert "Before the inn" not in tell(desk, "recap group North")
    assert "Session 2 at North: The ford" in tell(desk, "recap session 2")
    both = tell(desk, "recap group all")
    assert "The inn" in both
    assert "The ford" in both
    recap = desk.do("recap group North").answer.result
    assert (recap["session"], recap["group"]) == (2, "North")
    assert "group" not in desk.do("recap").answer.result
    counted = {line: desk.do(line).answer.result["success"]["Climbing"]["tried"] for line in
               ("stats", "stats group North", "stats group all", "stats session 2")}  # fmt: skip
    assert counted == {"stats": 1, "stats group North": 1, "stats group all": 2, "stats session 2": 1}
    names = [each["name"] for each in desk.do("party group North").answer.result["characters"]]
    assert names == ["Bo"]
    assert len(desk.do("party group all").answer.result["characters"]) == 4
    assert desk.do("spotlight group North").answer.result["session"] == 2
    assert len(desk.do("spotlight group all").answer.result["groups"]) == 2
    assert "Session 2 at North: The ford" in tell(desk, "log")
    assert all(each["group"] == "North" for each in desk.do("log group North").answer.result["events"])
    assert not any("group" in each for each in desk.do("log session 1").answer.result["events"])


def test_a_report_is_of_ones_own_group(desk: Desk, tmp_path: Path) -> None:
    tell(desk, 'session start "The ford" with Bo', "note north of the ford")
    speak(desk, "Mara")
    tell(desk, "note the wine is sour", f"report {tmp_path / 'mine.html'}")
    tell(desk, f"report {tmp_path / 'north.html'} group North", f"report {tmp_path / 'all.html'} group all")
    told = {file: (tmp_path / f"{file}.html").read_text("utf-8") for file in ("mine", "north", "all")}
    assert {file: ("wine" in text, "north of the ford" in text) for file, text in told.items()} == {
        "mine": (True, False), "north": (False, True), "all": (True, True),
    }  # fmt: skip


def test_a_group_is_renamed_like_anything_else(desk: Desk) -> None:
    tell(desk, "session start with Bo", "scene A ford", "rename North to Northwatch")
    assert desk.campaign.state.groups == ["Northwatch"]
    assert (desk.campaign.group, desk.campaign.state.scene) == ("Northwatch", "A ford")
    assert "North is now called Northwatch" in tell(desk, "undo")
    assert (desk.campaign.group, desk.campaign.state.scene) == ("North", "A ford")
    tell(desk, "redo")
    tell(desk, "session end", "undo", "redo")
    assert tell(desk, "audit").startswith(f"{desk.campaign.state.seq} events checked: everything adds up")


def test_a_player_brings_the_characters_that_are_free(desk: Desk) -> None:
    assert tell(desk, "session start with Ann").startswith("✓ #12 Session 2 begins at North, with Abe")


def test_without_names_those_come_who_were_there_last(desk: Desk) -> None:
    tell(desk, "session start with Bo", "session end")
    assert "Session 3 begins at North, with Bo" in tell(desk, "session start")
    speak(desk, "Mara")
    tell(desk, "session end")
    assert "Session 4 begins, with Ada, Abe and Cy" in tell(desk, "session start")


def test_those_of_an_evening_at_the_first_group_are_those_who_were_free_when_it_began(desk: Desk) -> None:
    tell(desk, "session start with Bo")
    speak(desk, "Mara")
    tell(desk, "session end", "session start")
    speak(desk, "Jon")
    tell(desk, "session end")
    speak(desk, "Mara")
    said = tell(desk, "award all 1")
    assert [name for name in ("Ada", "Abe", "Bo", "Cy") if f"{name} is awarded" in said] == ["Ada", "Abe", "Cy"]


def test_what_a_sheet_has_for_a_session_stays_when_another_group_begins_one(tmp_path: Path) -> None:
    world = (
        "new fudge-lite\npc Ada by Ann\npc Bo by Bob\ndefine key Vow\ngain Ada Vow\nsession start with Ada\nhit Ada Vow"
    )
    desk = seated(tmp_path / "keys.db", world)
    tell(desk, "as Jon", "group new North", "session start with Bo", "session end", "as GM")
    assert desk.do("keys").answer.result["keys"][0]["hits"] == 1
    desk.close()


@pytest.mark.parametrize(
    ("line", "said", "hint"),
    [
        ("session start", "North has not played yet: say who is there", "“session start with Abe, Bo”"),
        (
            "session start with Ada",
            "Ada is in session 1 of the first group, since #9",
            "end it there, or begin without Ada",
        ),
        ("award all 3", "nobody is at North", "“session start with NAME” says who is"),
        ("all climbing Fair", "nobody is at North", "“session start with NAME” says who is"),
        (
            "session end",
            "no session is open at North",
            "session 1 is open at the first group: “group leave” goes there",
        ),
        ("group Nroth", "no group “Nroth”", "did you mean North? “group new Nroth” makes one"),
        ("group sneak 3", "no group “sneak 3”", "a check of several is “all sneak 3”"),
        ("log group Nort", "no group “Nort”", "did you mean North?"),
        ("recap group Nort", "no group “Nort”", "did you mean North?"),
        ("undo", "there is nothing to undo at North", "“log last 5 group all” shows what others did"),
        ("group new all", "no group can be called “all”: in commands the word means every group", ""),
        ("group new new", "no group can be called “new”: in commands the word makes a group", ""),
        ("group new Leave", "no group can be called “Leave”: in commands the word goes back to the first group", ""),
        ("group new north", "there is a group “North” already", ""),
        ("group new First", "no group can be called “First”: in commands the word means the first group", ""),
        ("group North", "you sit at North already", "“group leave” goes to the first group"),
        ("rename North to all", "no group can be called “all”: in commands the word means every group", ""),
        ("recap", "nothing has been played yet at North", "“session start” opens a session"),
    ],
)
def test_what_does_not_fit_at_a_group_is_refused_with_what_to_type(desk: Desk, line: str, said: str, hint: str) -> None:
    assert refuse(desk, line) == (said, hint)


def test_a_cascade_into_an_open_session_of_others_is_refused(desk: Desk) -> None:
    tell(desk, "session start with Bo", "award Bo 3")
    award = desk.campaign.state.seq
    tell(desk, "forfeit Bo 2")
    taken = desk.campaign.state.seq
    speak(desk, "Mara")
    said, hint = refuse(desk, f"undo #{award} cascade")
    assert said == f"#{taken} is in session 2, which North plays now"
    assert hint == f"ask Jon, or wait for its end; “whatif undo #{award} cascade” shows it all"
    assert "“whatif undo" in refuse(desk, f"undo #{award}")[1]
    assert "which North plays now" in refuse(desk, f"undo #{award} keep")[0]
    assert tell(desk, f"whatif undo #{award} cascade")
    speak(desk, "Jon")
    tell(desk, "session end")
    speak(desk, "Mara")
    assert tell(desk, f"undo #{award} cascade")


def test_somebody_new_is_named_once_and_the_nearest_speaker_with_it(desk: Desk) -> None:
    assert tell(desk, "as Mraa") == "Mraa speaks at the first group\n  Mraa is new here; did you mean Mara?"
    assert tell(desk, "as Mara") == "Mara speaks at the first group"
    assert tell(desk, "as GM") == "GM speaks at the first group"
    assert tell(desk, "as Jon") == "Jon speaks at North"


def test_a_roll_for_somebody_who_plays_at_another_group_says_so(desk: Desk) -> None:
    tell(desk, 'session start "The ford" with Bo, Cy')
    remark = "Ada is in session 1 of the first group, since #9; “undo” if Ada was not meant"
    assert remark in tell(desk, "check Ada Climbing vs Fair rolled 0 0 0 0")
    assert remark in tell(desk, "contest Bo Climbing vs Ada Climbing")
    assert "is in session" not in tell(desk, "check Bo Climbing vs Fair rolled 0 0 0 0")
    assert "is in session" not in tell(desk, "check Abe Climbing vs Fair rolled 0 0 0 0")  # who plays nowhere now
    speak(desk, "Mara")
    assert "is in session 2 of North" in tell(desk, "check Bo Climbing vs Fair rolled 0 0 0 0")
    tell(desk, "session end")
    speak(desk, "Jon")
    assert "is in session" not in tell(desk, "check Ada Climbing vs Fair rolled 0 0 0 0")


def test_an_award_to_somebody_who_plays_at_another_group_says_so(desk: Desk) -> None:
    tell(desk, 'session start "The ford" with Bo, Cy')
    remark = "Ada is in session 1 of the first group, since #9; “undo” if Ada was not meant"
    assert remark in tell(desk, "award Ada 2")
    assert tell(desk, "award Ada, Bo 2 for the song").count("is in session") == 1
    assert "is in session" not in tell(desk, "award Bo 2")
    assert "is in session" not in tell(desk, "award all 2")
    assert desk.do("award Ada 1").as_json()["result"]["warnings"] == [remark]


def test_one_who_leaves_is_back_at_the_first_group(desk: Desk) -> None:
    tell(desk, "group leave")
    assert (desk.campaign.group, desk.campaign.state.session) == ("", 1)
    assert refuse(desk, "group leave")[0] == "you sit at the first group already"
    tell(desk, "group north")
    assert desk.campaign.group == "North"


def test_the_first_group_has_a_word_where_others_have_a_name(desk: Desk) -> None:
    tell(desk, "session start with Bo", "note by Jon")
    assert "The inn" in tell(desk, "recap group first")
    assert desk.do("party group first").answer.result["characters"][0]["name"] == "Ada"
    assert desk.do("spotlight group first").answer.result["session"] == 1
    assert "by Jon" not in tell(desk, "log group first")
    assert "by Jon" in tell(desk, "log group north")
    assert tell(desk, "group first") == f"✓ #{desk.campaign.state.seq} Jon sits down at the first group"


def test_an_evening_that_has_everybody_is_explained_and_its_cure_works(tmp_path: Path) -> None:
    desk = seated(tmp_path / "all.db", "new fudge\npc Ada\npc Bo\nsession start\nas Jon")
    speak(desk, "Jon")
    cure = "type “session end” there, then “session start with NAME, NAME” for those who play on"
    assert tell(desk, "group new North").endswith(f"which began without “with”: {cure}")
    said = f"{{}} is in session 1 of the first group, since #{desk.campaign.state.seq - 1}: it began without “with”,"
    for line, who in (("session start", "Ada"), ("session start with Bo", "Bo")):
        assert refuse(desk, line) == (f"{said.format(who)} so everybody is in it", cure)
    speak(desk, "GM")
    tell(desk, "session end", "session start with Ada")
    speak(desk, "Jon")
    assert "Session 3 begins at North, with Bo" in tell(desk, "session start with Bo")
    assert "everybody" not in tell(desk, "group leave", "group North")
    desk.close()


def test_where_one_sits_is_known_to_the_next_program(desk: Desk) -> None:
    desk.close()
    with Campaign.open(desk.place.file) as campaign:
        (note,) = campaign.execute(MakeNote("again"), by="Jon")
        (other,) = campaign.execute(MakeNote("other"), by="Mara")
        assert (note.event.group, other.event.group) == ("North", "")
        assert (campaign.speaker, campaign.group) == ("GM", "")


def test_a_program_sits_down_and_undoes_as_whoever_it_speaks_for(tmp_path: Path) -> None:
    with Campaign.create(tmp_path / "c.db", "fudge") as campaign:
        campaign.execute(MakeGroup("North"), by="Jon")
        campaign.execute(MakeNote("north"), by="Jon")
        campaign.execute(MakeNote("south"))
        campaign.execute(Undo(), by="Jon")
        assert {campaign.event(seq).event.text for seq in campaign.history.inactive} == {"north"}
        campaign.execute(JoinGroup("North"), by="Mara")
        assert campaign.state.seats == {"Jon": "North", "Mara": "North"}


def test_the_prompt_tells_only_of_what_others_recorded_at_its_group(desk: Desk) -> None:
    desk.at_prompt = True
    with Campaign.open(desk.place.file) as other:
        other.execute(MakeNote("south"), by="Mara")
    assert desk.do("groups").notes == ()
    with Campaign.open(desk.place.file) as other:
        other.execute(JoinGroup("North"), by="Lee")
        other.execute(MakeNote("north"), by="Lee")
    assert any("recorded elsewhere" in note for note in desk.do("groups").notes)


def test_no_event_has_a_field_that_is_called_like_its_group() -> None:
    assert [name for name, cls in event_classes().items() if "group" in fields_within(cls)] == []
    assert "group" not in FIELDS
    assert codec.read_group('{"text":"a \\"group\\":\\"North\\""}') == ""
    assert codec.read_group('{"group":"No \\"rth\\"","text":"x"}') == 'No "rth"'


def fields_within(kind: Any) -> set[str]:
    """Return the names of the fields of a type, and of the types in it."""
    if isinstance(kind, type) and has_fields(kind):
        hints = get_type_hints(kind)
        inner = [fields_within(hints[name]) for name in field_names(kind)]
        return {*field_names(kind)}.union(*inner)
    return set[str]().union(*map(fields_within, get_args(kind)))


@pytest.mark.parametrize("word", ["a", "gro", "grou", "g"])
def test_later_verbs_count_by_their_whole_word(tmp_path: Path, word: str) -> None:
    desk = seated(tmp_path / "short.db", "new fudge\npc Ann\npc Greta")
    said = desk.do(word)
    assert said.fault is None or not any(each in said.fault.message for each in ("“as”", "“group”", "“groups”"))
    desk.close()
