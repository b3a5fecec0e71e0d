"""Test counters: statuses that are numbers, with bounds, bands and reasons."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from given import folder
from tabletop import play

from shell.runner import Desk

#: Ann and Bob, who have mana and may go hungry.
SET_UP = """
new peupfudge
define ability Magic, Muscle
define counter Mana 0..10 start 10 low 3: A -1 on Magic low 1: A -3 on Magic Muscle -1
define counter Hunger 0..10 start 0 high 6: Muscle -1
pc Ann
pc Bob
trait Ann Magic 3, Muscle 4
session start
"""


def counters(desk: Desk, who: str = "Ann") -> dict[str, int]:
    """Return somebody's counters."""
    found: dict[str, int] = play(desk, f"sheet {who}")["result"]["counters"]
    return found


def refused(desk: Desk, line: str) -> tuple[str, str | None]:
    """Return the message and the hint of a line that is refused."""
    error = desk.do(line).as_json()["error"]
    return error["message"], error["hint"]


@pytest.mark.rule("PF-04")
def test_what_is_gained_or_lost_and_is_a_counter_or_status_is_moved_by_status(desk: Desk) -> None:
    play(desk, "define status Energy: Tired -1, Fresh\nstatus Ann Mana -2\nstatus Ann Energy Tired")
    for line in ("gain Ann mana", "lose Ann Mana", "gain Bob Mana"):
        assert refused(desk, line) == ("Mana is a counter, and “status” moves it", "“help status” says how")
    assert refused(desk, "gain Ann Energy")[0] == "Energy is a status, and “status” moves it"


@pytest.mark.rule("PF-04")
def test_a_trait_has_no_name_of_a_counter_status_or_property_nor_they_of_a_trait(desk: Desk) -> None:
    play(desk, "rules ability-list open")
    play(desk, "define status Energy: Tired -1, Fresh\ndefine property brave\ntrait Ann Gut 2")
    for line in ("trait Ann {} 2", "check Ann {} vs 2", "define gift keen: {} +1", "give Ann wand +1 on {}"):
        for name in ("Mana", "Energy", "brave"):
            assert not desk.do(line.format(name)).as_json()["ok"], (line, name)
    assert refused(desk, "trait Ann mana 2")[0] == "Mana is a counter already"
    for line in ("define counter Gut 0..3", "define status gut: bad -1, well", "define property Gut: A +1"):
        assert refused(desk, line)[0] == "Gut is an ability already"


@pytest.mark.rule("PF-11", "PF-67")
def test_a_status_can_be_a_number_that_moves_with_reasons(desk: Desk) -> None:
    assert counters(desk) == {"Mana": 10, "Hunger": 0}
    (event,) = play(desk, "status Ann Mana -3 for fireball")["events"]
    assert (event["type"], event["before"], event["after"], event["reason"]) == ("CounterMoved", 10, 7, "fireball")
    assert event["text"] == "Ann's Mana −3: 10 → 7 (fireball)"
    play(desk, "status Ann Mana +2\nstatus Ann Hunger =4")
    assert counters(desk) == {"Mana": 9, "Hunger": 4}
    assert counters(desk, "Bob") == {"Mana": 10, "Hunger": 0}
    play(desk, "status all Mana = 10 for a night's sleep")
    assert counters(desk)["Mana"] == 10


def test_statuses_with_states_stay_as_they_are(desk: Desk) -> None:
    play(desk, "define status Energy: Tired -1, Neutral\nstatus Ann Energy Tired\nstatus Ann, Bob Mana -1")
    assert play(desk, "sheet Ann")["result"]["statuses"] == {"Energy": "Tired"}
    assert (counters(desk)["Mana"], counters(desk, "Bob")["Mana"]) == (9, 9)


def test_a_counter_stays_in_its_bounds_unless_it_may_leave_them(desk: Desk) -> None:
    play(desk, "status Ann Mana = 2")
    assert refused(desk, "status Ann Mana -3") == (
        "Ann's Mana is 2 and it goes from 0 to 10, so it can fall by 2 at most",
        "“status Ann Mana -3 anyway” goes beyond",
    )
    assert refused(desk, "status Ann Mana +9")[0].endswith("so it can rise by 8 at most")
    assert refused(desk, "status Ann Mana = 11")[1] == "“status Ann Mana = 11 anyway” goes beyond"
    play(desk, "status Ann Mana -3 anyway for blood magic")
    assert counters(desk)["Mana"] == -1
    play(desk, "status Ann Mana +4")
    assert counters(desk)["Mana"] == 3


@pytest.mark.rule("PF-12")
def test_a_band_bears_on_the_actions_that_it_names(desk: Desk) -> None:
    assert play(desk, "check Ann Magic vs 3 rolled 0")["result"]["total"] == 3
    play(desk, "status Ann Mana = 3")
    low = play(desk, "check Ann Magic vs 3 rolled 0")["result"]
    assert (low["total"], list(low["modifiers"])) == (2, [{"value": -1, "reason": "Mana: low", "source": "counter"}])
    play(desk, "status Ann Mana = 0\nstatus Ann Hunger = 7")
    assert play(desk, "check Ann Magic vs 3 rolled 0")["result"]["total"] == 0
    assert play(desk, "check Ann Muscle vs 3 rolled 0")["result"]["level"] == 2


def test_why_adds_up_to_the_number(desk: Desk) -> None:
    play(desk, "status Ann Mana -3 for fireball\nstatus Bob Mana -1\nstatus Ann Mana -5 for a storm")
    found = play(desk, "why Ann Mana")["result"]
    assert (found["value"], [each["effect"] for each in found["because"]]) == (2, [10, -3, -5])
    assert "it gives −1 on Magic" in desk.do("why Ann Mana").answer.text()


def test_undo_of_a_move_leaves_the_later_ones_their_number(desk: Desk) -> None:
    first = play(desk, "status Ann Mana -3")["events"][0]["seq"]
    play(desk, "status Ann Mana -2\ncheck Ann Magic vs 3 rolled 0")
    play(desk, f"undo #{first}")
    assert counters(desk)["Mana"] == 8
    play(desk, f"redo #{first}")
    assert counters(desk)["Mana"] == 5


def test_undo_of_a_gain_asks_what_was_spent_of_it(desk: Desk) -> None:
    play(desk, "status Ann Mana = 0")
    gain = play(desk, "status Ann Mana +5")["events"][0]["seq"]
    play(desk, "status Ann Mana -4")
    assert f"#{gain + 1} depends on #{gain}" in refused(desk, f"undo #{gain}")[0]


def test_a_roll_under_a_band_is_stale_when_the_band_is_left(desk: Desk) -> None:
    move = play(desk, "status Ann Mana = 3")["events"][0]["seq"]
    play(desk, "check Ann Magic vs 3 rolled 0")
    (stale,) = play(desk, f"undo #{move}")["result"]["stale"]
    assert (stale["recorded"]["total"], stale["corrected"]["total"]) == (2, 3)


def test_a_renamed_counter_keeps_its_number_and_its_rolls(desk: Desk) -> None:
    play(desk, "status Ann Mana = 3\ncheck Ann Magic vs 3 rolled 0\nsign Ann\nrename Mana to Aether")
    assert counters(desk) == {"Aether": 3, "Hunger": 0}
    assert play(desk, "log checks")["result"]["events"][0]["modifiers"][0]["reason"] == "Aether: low"
    play(desk, "audit\nstatus Ann Aether +1")
    assert refused(desk, "define ability Aether")[0] == "Aether is a counter already"


def test_what_a_counter_cannot_be_is_refused(desk: Desk) -> None:
    assert refused(desk, "define counter Gold 5..5")[0] == "Gold cannot move from 5 to 5"
    assert refused(desk, "define counter Gold 0..5 start 6")[0] == "Gold cannot start at 6: it goes from 0 to 5"
    assert refused(desk, "define counter Magic 0..5")[0] == "Magic is an ability already"
    assert refused(desk, "define counter Gold 0..5 low 2: on Magic")[0] == "“on” needs a modifier for A before it"
    assert refused(desk, "define counter Gold 0..5 low 2:")[0] == "a band needs something that it does"
    assert refused(desk, "status Ann Mana ±0")[0] == "0 changes nothing: write “+1” or “-1”"


def test_the_sheet_shows_counters_beside_the_statuses(desk: Desk) -> None:
    play(desk, "define counter Reputation -5..5 start 0\nstatus Ann Mana = 3\nstatus Ann Reputation -2")
    text = desk.do("sheet Ann").answer.text()
    assert "  Mana: 3 of 10: −1 on Magic\n  Hunger: 0 of 10\n  Reputation: −2 (−5 to 5)" in text
    assert "Mana: 3 · Hunger: 0 · Reputation: −2" in desk.do("party").answer.text()


def test_a_change_of_a_counter_is_part_of_the_answer(desk: Desk) -> None:
    (change,) = play(desk, "status Ann Mana -3")["result"]["changes"]
    assert change == {"character": "Ann", "field": "counters.Mana", "before": 10, "after": 7}


TEMPLATE = """
[abilities.Magic]
[counters.Mana]
most = 8
low = [{ at = 2, action = -1, on = ["Magic"] }]
[counters.Debt]
least = -5
most = 5
start = 0
high = [{ at = 4, levels = { Magic = -1 }, when = "bargaining" }]
[[characters]]
name = "Cay"
counters = { Mana = 2 }
"""


def test_a_template_brings_counters_and_where_they_begin() -> None:
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        path = Path(place) / "world.toml"
        path.write_text(TEMPLATE)
        play(desk, f"new peupfudge\nsetup {path}")
        assert counters(desk, "Cay") == {"Mana": 2, "Debt": 0}
        assert play(desk, "check Cay Magic vs 0 rolled 0")["result"]["total"] == -1


def test_a_script_of_the_evening_plays_all_of_it_again(desk: Desk) -> None:
    play(desk, "define counter Luck 0..3 high 2: A +1 when gambling Magic +1")
    play(desk, "status Ann Mana -11 anyway for blood\nstatus all Hunger +2\nstatus Bob Mana = 4")
    script = desk.place.file.with_suffix(".session")
    assert play(desk, f"export {script}")["result"]["unsaid"] == []
    found = [play(desk, f"sheet {who}")["result"] for who in ("Ann", "Bob")]
    with closing(Desk(desk.place.file.with_name("again.db"))) as again:
        play(again, "\n".join(line for line in script.read_text().splitlines() if line and line[0] != "#"))
        assert [play(again, f"sheet {who}")["result"] for who in ("Ann", "Bob")] == found
    assert play(desk, "audit")["ok"]


@pytest.mark.rule("PF-11", "PF-12")
def test_each_state_of_a_status_can_touch_other_traits_or_forbid_to_act(desk: Desk) -> None:
    play(desk, "define status Health: Dying out, Ill -1 only Magic and Muscle, Faint -2 only Magic, Well")
    assert play(desk, "sheet Ann")["result"]["statuses"] == {"Health": "Well"}
    play(desk, "status Ann Health Ill")
    assert play(desk, "check Ann Muscle vs 3 rolled 0")["result"]["total"] == 3
    play(desk, "status Ann Health Faint")
    assert play(desk, "check Ann Muscle vs 3 rolled 0")["result"]["total"] == 4
    play(desk, "status Ann Health Dying")
    for line in ("check Ann Muscle vs 3", "contest Ann Muscle vs Bob"):
        assert desk.do(line).as_json()["error"]["message"] == "Ann is Dying, and cannot act"
    assert play(desk, "check Bob Muscle vs Ann Muscle rolled 0")["result"]["difficulty"] == 4


@pytest.mark.rule("PF-11", "PF-12", "PF-35")
def test_a_state_of_a_status_changes_the_levels_of_traits(desk: Desk) -> None:
    play(desk, "define status Health: Ill Magic -1 and Muscle -2, Faint -1 Magic +1, Well\nstatus Ann Health Ill")
    assert play(desk, "define status Spell: Odd Magic -3, Even when warded\nstatus Ann Spell Odd")["ok"]
    magic = play(desk, "sheet Ann")["result"]["traits"]["Magic"]
    assert (magic["modifier"], magic["conditional"]) == (-1, {"warded": magic["level"] - 4})
    check = play(desk, "check Ann Muscle vs 3 rolled 0")["result"]
    assert (check["level_modifiers"], check["modifiers"]) == (
        ({"value": -2, "reason": "Health: Ill", "source": "status"},),
        (),
    )
    shown, why = (each.answer.text() for each in map(desk.do, ("sheet Ann", "why Ann Health")) if each.answer)
    assert "[Ill (Magic −1, Muscle −2)]" in shown
    assert "it adds Magic −1 and Muscle −2 to the level" in why
    play(desk, "status Ann Health Faint")
    check = play(desk, "check Ann Magic vs 3 rolled 0")["result"]
    assert [part["value"] for key in ("level_modifiers", "modifiers") for part in check[key]] == [1, -1]
    assert play(desk, "audit")["ok"]
