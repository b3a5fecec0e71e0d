"""Test tracks as the documents play them: boxes, care, who is out of play, penalties, and tracks of other shapes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from given import folder
from tabletop import play, text

from shell.language.kinds.text import without_comment
from shell.runner import Desk

SET_UP = """
new fudge-lite
define ability Athletics, Lore
pc Ann by Al
pc Bob
pc Cy
npc Troll
trait Ann Athletics Good, Lore Good
session start
"""

#: The track of the worked example with penalties.
CONDITIONS = 'define track Condition: Scratch 3, Hurt 1 -1, "Very Hurt" 1 -2, Incapacitated 1 on Athletics instead'


@pytest.fixture
def desk() -> Iterator[Desk]:
    """Set up three player characters and a troll, in a session."""
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        play(desk, SET_UP)
        yield desk


def sheet(desk: Desk, who: str = "Ann") -> Any:
    """Return a character's sheet."""
    return play(desk, f"sheet {who}")["result"]


def marked(desk: Desk, who: str = "Ann", track: str = "injury") -> list[str]:
    """Return how many boxes of each state are marked, such as “1/2”."""
    return [f"{each['marked']}/{each['boxes']}" for each in sheet(desk, who)["tracks"][track]]


def refusal(desk: Desk, line: str) -> str:
    """Return why a line is refused, with the hint."""
    fault = desk.do(line).as_json()["error"]
    return " | ".join(each for each in (fault["message"], fault["hint"]) if each)


def number(answered: dict[str, Any], kind: str) -> int:
    """Return the number of the first event of a type in an answer."""
    seq: int = next(event["seq"] for event in answered["events"] if event["type"] == kind)
    return seq


def total(desk: Desk, line: str) -> int:
    """Return the total of a check in which the dice show 0."""
    found: int = play(desk, f"{line} rolled 0")["result"]["total"]
    return found


# --- the injury track ------------------------------------------------------------------------------------------


@pytest.mark.rule("FL-15")
def test_every_player_character_has_two_minor_and_two_serious_boxes(desk: Desk) -> None:
    assert [each["state"] for each in sheet(desk)["tracks"]["injury"]] == ["minor", "serious"]
    assert {who: marked(desk, who) for who in ("Ann", "Bob", "Cy")} == {
        who: ["0/2", "0/2"] for who in ("Ann", "Bob", "Cy")
    }


@pytest.mark.rule("FL-16", "FL-17")
def test_boxes_are_marked_one_at_a_time_and_minor_ones_first(desk: Desk) -> None:
    found = []
    for _ in range(4):
        play(desk, "mark Ann")
        found.append(marked(desk))
    assert found == [["1/2", "0/2"], ["2/2", "0/2"], ["2/2", "1/2"], ["2/2", "2/2"]]


@pytest.mark.rule("FL-18", "WX-FL-6")
@pytest.mark.parametrize("by", ["", " by Ann", " by Bob"])
def test_a_few_minutes_of_anybody_clear_the_minor_boxes(desk: Desk, by: str) -> None:
    play(desk, "mark Ann 3")
    play(desk, f"tend Ann{by}")
    assert marked(desk) == ["0/2", "1/2"]
    play(desk, "mark Ann")
    assert marked(desk) == ["1/2", "1/2"]


@pytest.mark.rule("FL-19")
@pytest.mark.parametrize("line", ["tend Ann by Bob", "recover Ann", "revive Cy by Bob"])
def test_care_must_wait_until_the_fight_is_over(desk: Desk, line: str) -> None:
    play(desk, "mark Ann 3\nout Cy\nfight start")
    assert "must wait until the fight is over | “fight end” ends it" in refusal(desk, line)
    play(desk, f"fight end\n{line}")


@pytest.mark.rule("FL-19")
def test_a_fight_whose_end_is_undone_undoes_the_care_after_it(desk: Desk) -> None:
    play(desk, "mark Ann\nfight start")
    end = number(play(desk, "fight end"), "FightEnded")
    play(desk, "tend Ann")
    assert "depends on" in refusal(desk, f"undo #{end}")


@pytest.mark.rule("FL-20")
def test_a_long_recovery_clears_all_boxes(desk: Desk) -> None:
    play(desk, "mark Ann 3\nrecover Ann")
    assert marked(desk) == ["0/2", "0/2"]


@pytest.mark.rule("FL-03", "FL-21", "FL-22", "OC-20", "WX-FL-6")
@pytest.mark.parametrize("how", ["dead", "incapacitated"])
def test_the_last_box_kills_or_takes_out_as_the_rule_says(desk: Desk, how: str) -> None:
    play(desk, f"rules full-track {how}\nmark Ann 3")
    assert sheet(desk)["out"] is None
    answered = play(desk, "mark Ann")
    assert [event["type"] for event in answered["events"]] == ["BoxesMarked", "TakenOut"]
    assert (sheet(desk)["out"], marked(desk)) == (how, ["2/2", "2/2"])


def test_a_box_marked_by_a_roll_of_others_against_each_other_is_remarked_on(desk: Desk) -> None:
    of = play(desk, "check Ann Athletics vs Troll Lore rolled 0")["events"][0]["seq"]
    assert f"#{of} was Ann against Troll: “undo #{of + 1}” if Bob was not meant" in text(desk, f"mark Bob of #{of}")
    assert "not meant" not in text(desk, f"mark Ann of #{of}")


@pytest.mark.rule("FL-22", "EV-18")
@pytest.mark.parametrize("out", ["mark Ann 4", "out Ann incapacitated"])
def test_who_is_out_of_play_rolls_only_anyway_and_that_is_remarked_on(desk: Desk, out: str) -> None:
    play(desk, out)
    for line in (
        "check Ann Lore vs Fair",
        "contest Ann Lore vs Bob",
        "contest Bob Lore vs Ann",
        "spell Ann Lore range touch",
    ):
        assert refusal(desk, line) == (
            "Ann is out of play: incapacitated | “revive Ann” brings Ann back; “anyway” at the end rolls all the same"
        )
        assert "Ann is out of play: incapacitated" in play(desk, f"{line} anyway")["result"]["warnings"]
    play(desk, "contest Bob Lore vs Ann yields")
    assert "Ann is out of play: incapacitated" in play(desk, "odds Ann Lore vs Fair")["result"]["warnings"]


@pytest.mark.rule("PF-11", "FL-22")
def test_a_status_keeps_from_acting_like_a_full_track(desk: Desk) -> None:
    play(desk, "define status Health: Dying out, Well\nstatus Ann Health Dying")
    assert refusal(desk, "check Ann Lore vs Fair") == (
        "Ann is Dying, and cannot act | “status Ann Health up” if that is over; “anyway” at the end rolls all the same"
    )
    answered = play(desk, 'check Ann Lore vs Fair anyway succeeds "a last word"')["result"]
    assert (answered["success"], answered["warnings"]) == (True, ["Ann is Dying, and cannot act"])
    assert refusal(desk, "revive Ann") == (
        "Ann is not out of play by a track or a command | “status Ann Health up” if that is over"
    )
    play(desk, "mark Bob")
    assert refusal(desk, "tend Bob by Ann") == "Ann is Dying, and cannot act | name somebody else"


@pytest.mark.rule("FL-23", "FL-64")
@pytest.mark.parametrize("how", ["fled", "surrendered", "tied up"])
def test_who_went_out_by_word_comes_back_with_all_boxes_as_they_were(desk: Desk, how: str) -> None:
    play(desk, f"mark Ann 3\nout Ann {how}\nfight start\nrevive Ann")
    assert (sheet(desk)["out"], marked(desk)) == (None, ["2/2", "1/2"])
    play(desk, f"mark Ann\nout Ann {how}\nfight end\nrevive Ann")
    assert marked(desk) == ["0/2", "2/2"], "a full track had taken her out first"


@pytest.mark.rule("EV-18")
def test_a_script_tells_again_who_rolled_though_out_of_play_and_who_came_back(desk: Desk) -> None:
    play(desk, "mark Ann 3\nout Ann fled\ncheck Ann Lore vs Fair anyway rolled 0\nrevive Ann\nout Bob")
    play(desk, "contest Bob Lore rolled 0 vs Cy rolled +1 anyway")
    script = desk.place.file.with_suffix(".session")
    assert play(desk, f"export {script}")["result"]["unsaid"] == []
    with closing(Desk(desk.place.file.with_name("again.db"))) as again:
        play(again, "\n".join(line for line in script.read_text().splitlines() if line and line[0] != "#"))
        assert [sheet(again, who) for who in ("Ann", "Bob")] == [sheet(desk, who) for who in ("Ann", "Bob")]


@pytest.mark.rule("FL-23", "WX-FL-6")
def test_another_revives_the_incapacitated_which_clears_the_minor_boxes(desk: Desk) -> None:
    play(desk, "mark Ann 4")
    assert refusal(desk, "revive Ann by Ann") == "Ann is out of play: somebody else has to do it"
    play(desk, "revive Ann by Bob")
    assert (sheet(desk)["out"], marked(desk)) == (None, ["0/2", "2/2"])
    play(desk, "mark Ann\nmark Ann")
    assert (sheet(desk)["out"], marked(desk)) == ("incapacitated", ["2/2", "2/2"])
    play(desk, "revive Ann by Bob\nrecover Ann")
    assert marked(desk) == ["0/2", "0/2"]


@pytest.mark.rule("FL-24")
def test_the_whole_party_revives_if_all_of_it_is_out(desk: Desk) -> None:
    play(desk, "mark Ann 4\nmark Bob 4\nmark Cy 3")
    assert refusal(desk, "revive all") == "Cy can still act | “revive Ann” is for one of them"
    play(desk, "mark Cy\nrevive all for the cultists lock them up")
    for who in ("Ann", "Bob", "Cy"):
        assert (sheet(desk, who)["out"], marked(desk, who)) == (None, ["0/2", "2/2"])


@pytest.mark.rule("FL-25")
def test_what_the_defeat_costs_is_recorded_with_the_revival(desk: Desk) -> None:
    play(desk, "mark Ann 4\nmark Bob 4\nmark Cy 4\nrevive all for the cultists lock them up")
    assert "Cy is back in play (the cultists lock them up)" in text(desk, "log last 1")


def test_only_the_incapacitated_are_revived_and_the_dead_for_a_reason(desk: Desk) -> None:
    assert refusal(desk, "revive Bob") == "Bob is not out of play | “sheet Bob” shows the tracks"
    play(desk, "out Bob dead")
    assert refusal(desk, "revive Bob by Ann") == "Bob is dead | “revive Bob for REASON” says what brings back the dead"
    play(desk, "revive Bob by Ann for a wish")
    assert sheet(desk, "Bob")["out"] is None


def test_who_is_out_of_play_revives_nobody(desk: Desk) -> None:
    play(desk, "out Ann\nout Bob")
    assert refusal(desk, "revive Ann by Bob") == "Bob is out of play: incapacitated | name somebody else"


# --- NPCs and ships --------------------------------------------------------------------------------------------


@pytest.mark.rule("FL-57")
def test_a_helpless_npc_is_taken_out_with_boxes_left(desk: Desk) -> None:
    play(desk, "track Troll 2\nout Troll knocked out in his sleep")
    assert (sheet(desk, "Troll")["out"], marked(desk, "Troll")) == ("knocked out in his sleep", ["0/1", "0/1"])


@pytest.mark.rule("FL-58")
def test_an_attack_that_cannot_hurt_is_no_roll_and_marks_nothing(desk: Desk) -> None:
    found = play(desk, 'check Ann Athletics vs Troll Athletics fails "a bare fist against scales"')["result"]
    assert (found["success"], found["roll"], marked(desk, "Troll")) == (False, None, ["0/2", "0/2"])


@pytest.mark.rule("FL-60", "FL-63", "ER-34")
def test_an_npc_has_a_track_of_its_own_size_with_a_warning_above_a_pcs(desk: Desk) -> None:
    assert play(desk, "track Troll 4")["result"]["warnings"] == []
    assert marked(desk, "Troll") == ["0/2", "0/2"]
    assert play(desk, "track Troll 5")["result"]["warnings"] == [
        "a player character has 4 boxes: NPCs seldom have more"
    ]


@pytest.mark.rule("FL-60", "FL-63", "ER-34")
def test_mooks_come_in_numbers_with_the_traits_of_a_ready_npc_and_a_box_each(desk: Desk) -> None:
    answered = play(desk, "npc 3 Bandit as Brigand track 1")
    assert len({event["cmd"] for event in answered["events"]}) == 1
    for who in ("Bandit 1", "Bandit 2", "Bandit 3"):
        assert marked(desk, who) == ["0/1"]
        assert sheet(desk, who)["traits"]["Combat"]["level_name"] == "Good"
    play(desk, "mark Bandit 2\nnpc 1 bandit")
    assert [sheet(desk, f"Bandit {n}")["out"] for n in (1, 2, 3)] == [None, "dead", None]
    play(desk, "undo\nundo\nundo")
    assert "no character" in refusal(desk, "sheet Bandit 1")


@pytest.mark.rule("FL-63", "ER-34", "RT-11")
@pytest.mark.parametrize(
    ("ready", "boxes"),
    [("Mooks", ["0/1"]), ("Brigand", ["0/1"]), ('"Brigand Leader"', ["0/1", "0/1"]), ("Troll", ["0/1", "0/1"])],
)
def test_a_ready_npc_has_a_box_or_two_where_the_campaign_has_the_injury_track(
    desk: Desk, ready: str, boxes: list[str]
) -> None:
    play(desk, f"npc Grum as {ready}\nnpc Grom as {ready} track 3")
    assert (marked(desk, "Grum"), marked(desk, "Grom")) == (boxes, ["0/2", "0/1"])
    play(desk, f"mark Grum {len(boxes)}\ntrack Grom 4")
    assert (sheet(desk, "Grum")["out"], marked(desk, "Grom")) == ("dead", ["0/2", "0/2"])
    play(desk, f"define track Corruption: tempted 2, lost 2\nnpc Gram as {ready}")
    assert (marked(desk, "Gram"), marked(desk, "Gram", "Corruption")) == (boxes, ["0/2", "0/2"])
    play(desk, f"define track Corruption: tempted 2, lost 2 instead\nnpc Grym as {ready}")
    assert sheet(desk, "Grym")["tracks"].keys() == {"Corruption"}


@pytest.mark.rule("FL-60", "FL-61")
def test_several_npcs_are_made_of_one_ready_one(desk: Desk) -> None:
    answered = play(desk, "npc Grum, Grom as Troll track 4")
    assert [event["type"] for event in answered["events"]].count("PropertyDefined") == 3
    for who in ("Grum", "Grom"):
        found = sheet(desk, who)
        assert (marked(desk, who), found["gifts"], found["faults"]) == (
            ["0/2", "0/2"],
            sheet(desk, "Grum")["gifts"],
            sheet(desk, "Grum")["faults"],
        )
        assert (len(found["gifts"]), len(found["faults"])) == (1, 2)
    assert play(desk, "npc Grim as Troll track 6")["result"]["warnings"] == [
        "a player character has 4 boxes: NPCs seldom have more"
    ]
    assert refusal(desk, "npc Grub, grum") == "there is a character “Grum” already"


@pytest.mark.rule("FL-64")
@pytest.mark.parametrize("how", ["fled", "surrendered"])
def test_an_npc_flees_or_surrenders(desk: Desk, how: str) -> None:
    assert sheet(desk, "Troll")["out"] is None
    play(desk, f"out Troll {how}")
    assert sheet(desk, "Troll")["out"] == how
    assert refusal(desk, f"out Troll {how}") == f"Troll is out of play already: {how}"


@pytest.mark.rule("FL-67", "ER-37")
def test_a_troll_regains_a_box_after_a_players_failure_if_the_game_master_agrees(desk: Desk) -> None:
    play(desk, "npc Grum as Troll track 4\nmark Grum 3")
    assert play(desk, "check Ann Athletics vs Superb rolled 0")["result"]["warnings"] == []
    play(desk, "fight start")
    failed = play(desk, "check Ann Athletics vs Superb rolled 0")
    seq = number(failed, "CheckResolved")
    assert failed["result"]["warnings"] == [f"Grum may regain a box: “clear Grum of #{seq}”"]
    assert play(desk, "check Ann Athletics vs Fair rolled 0")["result"]["warnings"] == []
    play(desk, f"clear Grum of #{seq} for regeneration")
    assert marked(desk, "Grum") == ["2/2", "0/2"]
    play(desk, f"undo #{seq} cascade")
    assert marked(desk, "Grum") == ["2/2", "1/2"]


@pytest.mark.rule("FL-67", "FL-28")
def test_a_troll_may_regain_a_box_after_a_contest_that_a_player_loses(desk: Desk) -> None:
    play(desk, "npc Grum as Troll track 4\nmark Grum 3")
    lost = play(desk, "contest Ann Athletics rolled -4 vs Grum Physical")
    seq = number(lost, "ContestResolved")
    assert lost["result"]["warnings"] == [f"Grum may regain a box: “clear Grum of #{seq}”"]
    assert play(desk, "contest Ann Athletics rolled +4 vs Grum Physical")["result"]["warnings"] == []
    play(desk, f"clear Grum of #{seq}")
    assert marked(desk, "Grum") == ["2/2", "0/2"]


@pytest.mark.rule("FL-102", "FL-104")
def test_who_is_marked_incapacitated_on_a_track_that_is_not_full_is_remarked_on(desk: Desk) -> None:
    play(desk, "define track Wounds: Scratch 3, Hurt 1 -1, Incapacitated 1 instead")
    able = "Ann can act all the same; “out Ann” takes them out of play"
    assert able not in text(desk, "mark Ann Hurt")
    assert able in text(desk, "mark Ann Incapacitated")
    assert able not in text(desk, "mark Ann 3"), "the track is full"
    play(desk, "define track Spirit: Shaken 2, Dead 1 final Dead\nrevive Ann\nclear Ann all")
    assert able not in text(desk, "mark Ann Dead"), "the state is final"


@pytest.mark.rule("FL-67")
@pytest.mark.parametrize(
    ("line", "doubtful"),
    [
        ("check Ann Athletics vs Fair rolled +4", True),
        ("check Grum Physical vs Superb rolled -4", True),
        ("contest Ann Athletics rolled +4 vs Grum Physical", True),
        ("contest Ann Athletics rolled -4 vs Grum Physical", False),
        ("check Ann Athletics vs Superb rolled -4", False),
        ("spell Ann Magic range touch rolled +4", False),
        ("roll 4dF for Ann rolled +4", False),
    ],
)
def test_a_box_regained_by_a_roll_that_no_player_failed_is_remarked_on(
    desk: Desk, line: str, *, doubtful: bool
) -> None:
    play(desk, "npc Grum as Troll track 4\nmark Grum 3\nmark Ann")
    seq = play(desk, line)["events"][0]["seq"]
    assert (f"no player failed with #{seq}" in text(desk, f"clear Grum of #{seq}")) == doubtful
    assert "no player failed" not in text(desk, f"clear Ann of #{seq}"), "whoever has no such gift was healed"


@pytest.mark.rule("FL-67", "ER-37")
def test_a_second_box_regained_by_one_failure_is_remarked_on(desk: Desk) -> None:
    play(desk, "npc Grum as Troll track 4\nmark Grum 3\nmark Ann 2")
    seq = number(play(desk, "check Ann Athletics vs Superb rolled -4"), "CheckResolved")
    assert "already" not in text(desk, f"clear Grum of #{seq}")
    assert f"Grum regained a box by #{seq} in #{seq + 1} already" in text(desk, f"clear Grum of #{seq}")
    play(desk, f"undo #{seq + 2}\nundo #{seq + 1}")
    assert "already" not in text(desk, f"clear Grum of #{seq}"), "those that were undone do not count"
    play(desk, f"clear Ann of #{seq}")
    assert "already" not in text(desk, f"clear Ann of #{seq}"), "whoever has no such gift was healed"
    other = number(play(desk, "check Ann Athletics vs Superb rolled -4"), "CheckResolved")
    assert "one box, not 2" in text(desk, f"clear Grum 2 of #{other}")


@pytest.mark.rule("FL-68")
def test_what_fire_did_to_a_troll_stays(desk: Desk) -> None:
    play(desk, "npc Grum as Troll track 4\nmark Grum as burnt permanent\nmark Grum")
    seq = number(play(desk, "check Ann Athletics vs Superb rolled 0"), "CheckResolved")
    play(desk, f"clear Grum of #{seq}")
    assert marked(desk, "Grum") == ["1/2", "0/2"]
    assert play(desk, "check Ann Athletics vs Superb rolled 0")["result"]["warnings"] == []
    assert refusal(desk, "clear Grum") == "Grum has no box to clear | “clear Grum all” also clears permanent ones"
    play(desk, "clear Grum all")
    assert marked(desk, "Grum") == ["0/2", "0/2"]


@pytest.mark.rule("FL-69")
def test_a_ship_is_repaired_as_a_character_recovers(desk: Desk) -> None:
    play(desk, 'npc "The Gull"\nmark "The Gull" 3\nfight start')
    assert "must wait until the fight is over" in refusal(desk, "tend Gull by Ann")
    play(desk, "fight end\ntend Gull by Ann")
    assert marked(desk, "Gull") == ["0/2", "1/2"]
    play(desk, "recover Gull")
    assert marked(desk, "Gull") == ["0/2", "0/2"]


# --- tracks of other shapes ------------------------------------------------------------------------------------


@pytest.mark.rule("FL-94", "ER-33")
def test_a_track_can_measure_something_else(desk: Desk) -> None:
    play(desk, "mark Ann\ndefine track Corruption: minor 2, serious 2\nmark Ann 3 Corruption")
    assert (marked(desk, track="Corruption"), marked(desk)) == (["2/2", "1/2"], ["1/2", "0/2"])
    assert refusal(desk, "mark Ann") == "say which track: injury and Corruption | such as “mark Ann injury”"


@pytest.mark.rule("FL-95", "FL-96", "WX-FL-7", "OC-19")
def test_any_of_two_tracks_takes_out_when_it_is_full(desk: Desk) -> None:
    play(desk, "define track Injury: hurt 2\ndefine track Mental: minor 3, serious 3")
    play(desk, "mark Ann Mental\nmark Ann Mental\nmark Ann Mental")
    assert marked(desk, track="Mental") == ["3/3", "0/3"]
    play(desk, "mark Ann Injury")
    assert (marked(desk, track="Injury"), sheet(desk)["out"]) == (["1/2"], None)
    play(desk, "mark Ann hurt")
    assert (marked(desk, track="Injury"), sheet(desk)["out"]) == (["2/2"], "incapacitated")
    assert marked(desk, track="Mental") == ["3/3", "0/3"]


@pytest.mark.rule("FL-95")
def test_the_rules_of_a_campaign_can_shape_the_track(desk: Desk) -> None:
    play(desk, "rules tracks Scratch 3, Hurt 1 -1, Very Hurt 1 -2, Incapacitated 1\nmark Ann 5")
    assert marked(desk) == ["3/3", "1/1", "1/1", "0/1"]
    assert total(desk, "check Ann Lore vs Fair") == -1
    assert "Hurt” has no number of boxes" in refusal(desk, "rules tracks Hurt")


@pytest.mark.rule("FL-95")
def test_a_box_is_cleared_for_a_cause_that_the_game_master_sets(desk: Desk) -> None:
    play(desk, "mark Ann 3\nclear Ann serious for a healing potion")
    assert marked(desk) == ["2/2", "0/2"]
    play(desk, "clear Ann minor")
    assert marked(desk) == ["1/2", "0/2"]


@pytest.mark.rule("FL-97")
def test_a_blank_condition_gets_its_name_when_it_is_marked(desk: Desk) -> None:
    play(desk, 'mark Ann as "twisted ankle"\nmark Ann as "hurt feelings"\nmark Ann as "cracked ribs"')
    assert [list(each["names"]) for each in sheet(desk)["tracks"]["injury"]] == [
        ["twisted ankle", "hurt feelings"],
        ["cracked ribs"],
    ]
    assert "minor [twisted ankle][hurt feelings]  serious [cracked ribs][ ]" in text(desk, "sheet Ann")


@pytest.mark.rule("FL-97", "FL-68")
@pytest.mark.parametrize(
    ("lines", "boxes"),
    [
        ('mark Ann serious as "cracked ribs" permanent\nmark Ann serious', "[cracked ribs!][x]"),
        ("mark Ann serious permanent\nmark Ann serious as cut", "[!][cut]"),
        ("mark Ann serious\nmark Ann serious as cut", "[x][cut]"),
        ("mark Ann serious as cut\nmark Ann serious permanent", "[cut][!]"),
    ],
)
def test_each_box_is_drawn_with_its_own_condition_in_the_order_of_marking(desk: Desk, lines: str, boxes: str) -> None:
    play(desk, lines)
    assert f"serious {boxes}" in text(desk, "sheet Ann")


@pytest.mark.rule("FL-98", "WX-FL-8")
def test_several_boxes_at_once_are_marked_and_what_is_too_much_is_lost(desk: Desk) -> None:
    play(desk, "mark Ann 1")
    assert marked(desk) == ["1/2", "0/2"]
    event = play(desk, "mark Ann 4")["events"][0]
    assert (event["states"], event["lost"]) == (("minor", "serious", "serious"), 1)
    assert (marked(desk), sheet(desk)["out"]) == (["2/2", "2/2"], "incapacitated")


@pytest.mark.rule("FL-98", "WX-FL-8")
@pytest.mark.parametrize(
    ("degree", "boxes", "lost"),
    [("Mediocre", 1, 0), ("Fair", 2, 0), ("Good", 3, 0), ("Great", 4, 0), ("Superb", 4, 1), ("great", 4, 0)],
)
def test_an_effect_marks_as_many_boxes_as_its_word_says(desk: Desk, degree: str, boxes: int, lost: int) -> None:
    event = play(desk, f"mark Ann {degree}")["events"][0]
    assert (len(event["states"]), event["lost"]) == (boxes, lost)
    assert (sheet(desk)["out"] is None) == (boxes < 4)


@pytest.mark.rule("FL-98", "WX-FL-8")
def test_a_punch_and_a_stab_are_marked_by_their_effects(desk: Desk) -> None:
    play(desk, "mark Ann Mediocre")
    assert marked(desk) == ["1/2", "0/2"]
    event = play(desk, 'mark Ann Great as "a stab"')["events"][0]
    assert (event["states"], event["lost"], event["name"]) == (("minor", "serious", "serious"), 1, "a stab")
    assert sheet(desk)["out"] == "incapacitated"


@pytest.mark.rule("FL-98", "FL-104")
def test_an_effect_is_of_a_track_or_a_state_and_a_small_one_marks_none(desk: Desk) -> None:
    play(desk, "define track Mind for pcs: shaken 3, broken 3\nmark Ann Good Mind\nmark Ann Fair serious")
    assert (marked(desk), marked(desk, track="Mind")) == (["0/2", "2/2"], ["3/3", "0/3"])
    assert refusal(desk, "mark Ann Poor Mind") == "Poor marks no box | Mediocre marks one"


@pytest.mark.rule("FL-99", "FL-100")
def test_named_conditions_are_marked_in_no_order_and_somebody_has_to_pick(desk: Desk) -> None:
    play(desk, "define track Needs: sick 1, hungry 1, injured 1, exhausted 1 any order final exhausted instead")
    assert refusal(desk, "mark Ann") == "say which of sick, hungry, injured and exhausted | such as “mark Ann sick”"
    play(desk, "mark Ann hungry")
    assert marked(desk, track="Needs") == ["0/1", "1/1", "0/1", "0/1"]


@pytest.mark.rule("FL-101")
def test_a_final_condition_takes_out_and_a_list_without_one_is_remarked_on(desk: Desk) -> None:
    warnings = play(desk, "define track Needs: sick 1, hungry 1, done 1 any order")["result"]["warnings"]
    assert warnings[0] == "no state is final: “final STATE” says which one takes somebody out of play"
    warnings = play(desk, "define track Needs: sick 1, hungry 1, done 1 any order final done")["result"]["warnings"]
    assert [each for each in warnings if "final" in each] == []
    play(desk, "mark Ann hungry\nmark Ann done")
    assert sheet(desk)["out"] == "incapacitated"
    play(desk, "revive Ann by Bob")
    assert (marked(desk, track="Needs"), sheet(desk)["out"]) == (["0/1", "1/1", "0/1"], None)


@pytest.mark.rule("FL-102", "FL-103", "OC-21", "WX-FL-5")
def test_the_worst_condition_is_the_penalty_on_the_actions_that_it_bears_on(desk: Desk) -> None:
    play(desk, CONDITIONS)
    found = [(total(desk, "check Ann Athletics vs Fair"), total(desk, "check Ann Lore vs Fair"))]
    for _ in range(5):
        play(desk, "mark Ann")
        found.append((total(desk, "check Ann Athletics vs Fair"), total(desk, "check Ann Lore vs Fair")))
    assert found == [(1, 1), (1, 1), (1, 1), (1, 1), (0, 1), (-1, 1)]
    assert total(desk, "check Ann Athletics -1 darkness vs Fair") == -1
    play(desk, "mark Ann")
    assert sheet(desk)["out"] == "incapacitated"


@pytest.mark.rule("OC-21", "WX-FL-5")
def test_penalties_of_a_track_add_up_where_the_rule_says_so(desk: Desk) -> None:
    play(desk, f"rules track-penalties sum\n{CONDITIONS}\nmark Ann 5")
    assert total(desk, "check Ann Athletics vs Fair") == -2
    assert play(desk, "check Ann Athletics vs Fair")["result"]["modifiers"] == (
        {"value": -3, "reason": "Hurt and Very Hurt", "source": "track"},
    )


@pytest.mark.rule("FL-102")
def test_a_penalty_bears_on_the_opponent_and_in_contests_too(desk: Desk) -> None:
    play(desk, f"{CONDITIONS}\nmark Ann 4")
    assert play(desk, "check Bob Athletics vs Ann Athletics rolled 0")["result"]["difficulty"] == 0
    sides = play(desk, "contest Ann Athletics rolled 0 vs Bob")["result"]["participants"]
    assert (sides[0]["character"], sides[0]["total"]) == ("Ann", 0)


@pytest.mark.rule("FL-104")
def test_the_game_master_names_how_bad_it_is(desk: Desk) -> None:
    play(desk, "mark Ann serious")
    assert marked(desk) == ["0/2", "1/2"]
    play(desk, "mark Ann serious")
    assert refusal(desk, "mark Ann serious") == "Ann has no serious box left on injury | free: minor"


@pytest.mark.rule("FL-20")
def test_a_recovery_says_whether_permanent_boxes_stay(desk: Desk) -> None:
    play(desk, 'mark Ann serious permanent as "lost eye"\nmark Ann serious as cut')
    assert "Ann recovers: all boxes but the permanent ones are cleared" in text(desk, "recover Ann")
    play(desk, "clear Ann all\nmark Ann")
    assert "Ann recovers: all boxes are cleared" in text(desk, "recover Ann")


# --- what is refused -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "saying"),
    [
        ("mark Ann 5", "injury has 4 boxes, not 5 | “mark Ann 4” marks them all"),
        ("mark Ann 3 serious", "injury has 2 serious boxes, not 3"),
        ("mark Ann sick", "no track or state “sick”"),
        ("clear Ann", "Ann has no box to clear"),
        ("tend Ann", "Ann has nothing that a few minutes' care would clear"),
        ("recover Ann", "Ann has nothing to recover from"),
        ("revive Ann", "Ann is not out of play"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(desk: Desk, line: str, saying: str) -> None:
    before = play(desk, "head")
    assert saying in refusal(desk, line)
    assert play(desk, "head") == before


def test_a_full_track_takes_no_more(desk: Desk) -> None:
    play(desk, "mark Ann 4")
    assert refusal(desk, "mark Ann") == "Ann has no box left on injury | " + (
        "“clear Ann injury” clears one, “revive Ann” brings Ann back"
    )
    assert refusal(desk, "mark Ann 9") == refusal(desk, "mark Ann")
    play(desk, "revive Ann\nmark Ann minor")
    assert "“mark Ann 1” marks all that are free" in refusal(desk, "mark Ann 5")


@pytest.mark.parametrize("line", ["clear Ann injury", "recover Ann", "out Ann"])
def test_what_is_advised_where_a_track_is_full_can_be_done(desk: Desk, line: str) -> None:
    full = number(play(desk, "mark Ann 4"), "TakenOut")
    play(desk, f"undo #{full}")
    assert f"“{line}”" in refusal(desk, "mark Ann")
    play(desk, line)


def test_a_game_without_tracks_says_how_to_define_one() -> None:
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        play(desk, "new peupfudge\npc Ann")
        assert sheet(desk)["tracks"] == {}
        assert "define track Injury: minor 2, serious 2" in refusal(desk, "mark Ann")


# --- the log ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("EV-16", "EV-18")
def test_undo_of_the_last_mark_brings_back_who_it_took_out_and_redo_takes_them_out_again(desk: Desk) -> None:
    play(desk, "mark Ann 3\nmark Ann\nundo")
    assert (sheet(desk)["out"], marked(desk)) == (None, ["2/2", "1/2"])
    play(desk, "redo")
    assert (sheet(desk)["out"], marked(desk)) == ("incapacitated", ["2/2", "2/2"])


def test_undo_of_an_earlier_mark_lists_that_the_track_is_no_longer_full(desk: Desk) -> None:
    first = number(play(desk, "mark Ann"), "BoxesMarked")
    play(desk, "mark Ann 3")
    assert "depends on" in refusal(desk, f"undo #{first}")
    play(desk, f"undo #{first} cascade")
    assert (sheet(desk)["out"], marked(desk)) == (None, ["1/2", "2/2"])


def test_undo_of_a_roll_takes_the_mark_that_came_of_it_along(desk: Desk) -> None:
    roll = number(play(desk, "check Ann Athletics vs Fair rolled 0"), "CheckResolved")
    play(desk, f"mark Bob 4 of #{roll}\nundo #{roll} cascade")
    assert (sheet(desk, "Bob")["out"], marked(desk, "Bob")) == (None, ["0/2", "0/2"])


def test_a_check_under_a_mark_that_is_undone_is_stale(desk: Desk) -> None:
    play(desk, CONDITIONS)
    mark = number(play(desk, "mark Ann 4"), "BoxesMarked")
    play(desk, "check Ann Athletics vs Fair rolled 0")
    (stale,) = play(desk, f"undo #{mark}")["result"]["stale"]
    assert (stale["recorded"]["total"], stale["corrected"]["total"]) == (0, 1)


def test_why_lists_the_events_that_moved_a_track_and_they_add_up(desk: Desk) -> None:
    play(desk, "mark Ann 3\ntend Ann\nmark Ann")
    found = play(desk, "why Ann injury")["result"]
    assert (found["value"], [each["effect"] for each in found["because"]]) == (2, [3, -2, 1])
    assert "Ann's injury is minor 1/2, serious 1/2" in text(desk, "why Ann injury")


def test_diff_and_whatif_say_what_a_mark_changed(desk: Desk) -> None:
    seq = number(play(desk, "mark Ann"), "BoxesMarked")
    (change,) = play(desk, f"diff #{seq - 1} #{seq}")["result"]["changes"]
    assert (change["field"], change["before"], change["after"]) == (
        "tracks.injury",
        "minor 0/2, serious 0/2",
        "minor 1/2, serious 0/2",
    )
    assert "injury" in text(desk, f"whatif drop #{seq}")


def test_party_shows_what_is_marked_and_who_is_out(desk: Desk) -> None:
    play(desk, "mark Ann 3\nout Bob fled")
    found = text(desk, "party")
    assert "injury: minor 2/2, serious 1/2" in found
    assert "  fled" in found


def test_a_track_that_is_renamed_keeps_its_marks(desk: Desk) -> None:
    play(desk, f"{CONDITIONS}\nmark Ann 4\nrename Condition to Wounds")
    assert marked(desk, track="Wounds") == ["3/3", "1/1", "0/1", "0/1"]
    assert total(desk, "check Ann Athletics vs Fair") == 0


def test_a_script_of_the_evening_marks_the_same_boxes_again(desk: Desk) -> None:
    play(desk, f"{CONDITIONS}\ndefine track Needs: sick 1, Hurt 1 any order final Hurt\ntrack Troll 2 alike")
    play(desk, 'mark Ann 3 Condition as "cut"\nmark Ann "Condition Hurt"\nmark Ann sick permanent\nmark Troll 2')
    roll = number(play(desk, "check Ann Lore vs Fair rolled 0"), "CheckResolved")
    play(desk, f"tend Ann\nclear Ann Condition Hurt of #{roll}\nmark Bob Needs Hurt\nrevive Bob by Ann for luck")
    play(desk, "mark Cy 6 Condition")
    play(desk, "mark Ann Condition\nrecover Ann\nrevive Troll for luck\nout Troll fled\nclear Ann all")
    script = desk.place.file.with_suffix(".session")
    assert play(desk, f"export {script}")["result"]["unsaid"] == []
    sheets = [sheet(desk, who) for who in ("Ann", "Bob", "Cy", "Troll")]
    with closing(Desk(desk.place.file.with_name("again.db"))) as again:
        play(again, "\n".join(line for line in script.read_text().splitlines() if line and line[0] != "#"))
        assert [sheet(again, who) for who in ("Ann", "Bob", "Cy", "Troll")] == sheets


def test_a_template_defines_tracks_and_gives_npcs_theirs(tmp_path: Path) -> None:
    template = tmp_path / "sea.toml"
    template.write_text(
        "[tracks.Wounds]\nstates = { Scratch = 2, Hurt = 1 }\npenalties = { Hurt = -1 }\nany_order = true\n"
        'instead = true\nfinal = "Hurt"\n'
        '[[characters]]\nname = "Gull"\nkind = "npc"\ntrack = 3\n[[characters]]\nname = "Ann"\n'
    )
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, f'new fudge-lite\nsetup "{template}"\nmark Ann Hurt')
        assert marked(desk, track="Wounds") == ["0/2", "1/1"]
        assert sheet(desk)["out"] == "incapacitated"
        assert marked(desk, "Gull", "Wounds") == ["0/2", "0/1"]


@pytest.mark.rule("FL-16", "FL-17")
@pytest.mark.parametrize(
    "lines",
    ["mark Ann minor\nmark Ann minor 2", "mark Ann serious\nmark Ann 2 minor", "mark Ann 3\nmark Ann 2", "mark Ann 4"],
)
def test_boxes_that_were_lost_are_lost_again_when_the_evening_is_told_again(desk: Desk, lines: str) -> None:
    play(desk, lines)
    script = Path(desk.place.file).with_name("again.session")
    play(desk, f'export "{script}"')
    with closing(Desk(script.with_name("again.db"))) as again:
        for line in filter(None, map(without_comment, script.read_text("utf-8").splitlines())):
            outcome = again.do(line)
            assert outcome.fault is None, (line, outcome.fault)
        assert marked(again) == marked(desk)
        assert sheet(again)["out"] == sheet(desk)["out"]


def test_clearing_boxes_says_who_is_still_out(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    for line in ("new fudge-lite", "pc Ana", "mark Ana 2", "out Ana"):
        assert desk.do(line).fault is None
    answer = desk.do("clear Ana").answer
    assert answer is not None
    assert "Ana is still out of play: incapacitated; “revive Ana” brings them back" in answer.text()
    assert desk.do("revive Ana").fault is None
    desk.close()
