"""Test keys: who has which, what hitting them brings, swaps, and which were not hit."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from given import folder
from tabletop import play

from shell.runner import Desk

#: Ann with two keys in a session.
SET_UP = """
new fudge-lite
rules xp-per-session 0
define key "Key of the Vow" "a vow shapes what you decide"
define key "Key of Greed" "your wealth grows"
define key Banter
define gift Wings
pc Ann
npc Orc
gain Ann vow
gain Ann greed
session start
"""


def xp(desk: Desk) -> int:
    """Return the XP that Ann was awarded."""
    found: int = play(desk, "sheet Ann")["result"]["xp"]["awarded"]
    return found


def refused(desk: Desk, line: str) -> str:
    """Return the message of a line that is refused."""
    return str(desk.do(line).as_json()["error"]["message"])


@pytest.mark.rule("FL-128")
def test_a_character_has_the_keys_that_were_agreed(desk: Desk) -> None:
    sheet = play(desk, "sheet Ann")["result"]
    assert (sheet["keys"], sheet["properties"]) == (("Key of the Vow", "Key of Greed"), ())
    assert "Keys: Key of the Vow, Key of Greed" in desk.do("sheet Ann").answer.text()
    assert play(desk, "keys Ann")["result"]["keys"][0]["cause"] == "a vow shapes what you decide"
    play(desk, "lose Ann greed")
    assert play(desk, "sheet Ann")["result"]["keys"] == ("Key of the Vow",)


@pytest.mark.rule("FL-129")
@pytest.mark.parametrize(("mode", "at_once", "in_all"), [("hit", 4, 4), ("key", 0, 2), ("any", 0, 1)])
def test_hits_bring_xp_each_or_by_key_or_once(desk: Desk, mode: str, at_once: int, in_all: int) -> None:
    play(desk, f"rules key-awards {mode}\nhit Ann vow\nhit Ann vow\nhit Ann greed\nhit Ann vow")
    assert xp(desk) == at_once
    play(desk, "session end")
    assert xp(desk) == in_all
    play(desk, "session start\nsession end")
    assert xp(desk) == in_all


def test_the_xp_of_a_hit_goes_with_it(desk: Desk) -> None:
    hit, award = play(desk, "hit Ann vow for sparing the thief")["events"]
    assert hit["text"] == "Ann hits the key Key of the Vow (sparing the thief)"
    assert award["text"] == "Ann is awarded 1 XP (the key Key of the Vow)"
    play(desk, f"undo #{hit['seq']}")
    assert xp(desk) == 0
    play(desk, f"redo #{hit['seq']}")
    assert xp(desk) == 1


def test_the_xp_of_the_session_depends_on_its_hits(desk: Desk) -> None:
    play(desk, "rules key-awards key\nhit Ann vow")
    hit = play(desk, "hit Ann greed")["events"][0]["seq"]
    end = play(desk, "session end")["events"][0]["seq"]
    assert f"#{end + 1} depends on #{hit}" in refused(desk, f"undo #{hit}")
    play(desk, f"undo #{end}")
    assert xp(desk) == 0


@pytest.mark.rule("FL-130")
def test_a_key_is_swapped_and_the_xp_stays(desk: Desk) -> None:
    play(desk, "hit Ann vow")
    (event,) = play(desk, "swap Ann vow for Banter")["events"]
    assert (event["type"], event["text"]) == ("KeySwapped", "Ann swaps the key Key of the Vow for Banter")
    assert (play(desk, "sheet Ann")["result"]["keys"], xp(desk)) == (("Key of Greed", "Banter"), 1)
    assert [each["seq"] for each in play(desk, "why Ann Banter")["result"]["because"]] == [event["seq"]]
    play(desk, "undo")
    assert play(desk, "sheet Ann")["result"]["keys"] == ("Key of the Vow", "Key of Greed")


@pytest.mark.rule("FL-131")
def test_the_gm_sees_which_keys_were_not_hit_and_for_how_long(desk: Desk) -> None:
    play(desk, "hit Ann greed\nsession end\nsession start\nsession end\nsession start\nhit Ann greed\nhit Ann greed")
    found = play(desk, "keys")["result"]
    assert [(each["key"], each["hits"], each["sessions_without"]) for each in found["keys"]] == [
        ("Key of the Vow", 0, 3),
        ("Key of Greed", 2, 0),
    ]
    assert [each["key"] for each in found["not_hit"]] == ["Key of the Vow"]
    assert desk.do("keys").answer.text().splitlines() == [
        "Ann · Key of the Vow: not hit this session, nor in the 2 before (a vow shapes what you decide)",
        "Ann · Key of Greed: hit 2 times (your wealth grows)",
    ]
    play(desk, "gain Ann Banter")
    assert play(desk, "keys")["result"]["keys"][2]["sessions_without"] == 1


@pytest.mark.rule("EV-22")
def test_the_log_holds_keys_and_answers(desk: Desk) -> None:
    play(desk, "rules questions Did we help?\nhit Ann vow for love\nswap Ann vow for Banter\nquestion Ann 1 no")
    hit, _, swap, answer = play(desk, "log last 4")["result"]["events"]
    assert (hit["character"], hit["key"], hit["reason"]) == ("Ann", "Key of the Vow", "love")
    assert (swap["key"], swap["other"]) == ("Key of the Vow", "Banter")
    assert (answer["type"], answer["question"]) == ("QuestionDenied", "Did we help?")


def test_what_cannot_be_hit_or_swapped_is_refused(desk: Desk) -> None:
    assert refused(desk, "hit Ann Banter").startswith("Ann does not have the key Banter")
    assert refused(desk, "hit Orc vow").startswith("Orc does not have the key Key of the Vow")
    assert refused(desk, "hit Ann Wings") == "no key “Wings”"
    assert refused(desk, "swap Ann vow for Wings") == "no key “Wings”"
    fault = desk.do("swap Ann vow for Renown").fault
    assert fault is not None
    assert fault.hint == "“define key Renown” adds one"
    assert refused(desk, "swap Ann vow for greed") == "Ann has Key of Greed already"
    play(desk, "session end\nhit Ann vow\nrules key-awards any")
    assert refused(desk, "hit Ann vow") == "the XP for keys comes when a session ends, and none is open"


def test_a_renamed_key_keeps_its_hits_and_its_award(desk: Desk) -> None:
    play(desk, 'hit Ann vow\nrename "Key of the Vow" to Oath')
    assert play(desk, "keys")["result"]["keys"][0]["hits"] == 1
    assert play(desk, "log awards")["result"]["events"][0]["text"] == "Ann is awarded 1 XP (the key Oath)"


def test_a_template_brings_keys() -> None:
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        path = Path(place) / "world.toml"
        path.write_text('[keys]\nVow = "a vow decides"\n[[characters]]\nname = "Cay"\nproperties = ["Vow"]\n')
        play(desk, f"new fudge-lite\nsetup {path}")
        assert play(desk, "keys")["result"]["keys"][0]["cause"] == "a vow decides"


def test_a_script_of_the_evening_plays_all_of_it_again(desk: Desk) -> None:
    play(desk, "hit Ann vow for love\nswap Ann vow for Banter\nrules key-awards key\nhit Ann greed\nsession end")
    script = desk.place.file.with_suffix(".session")
    assert play(desk, f"export {script}")["result"]["unsaid"] == []
    found = play(desk, "sheet Ann")["result"], play(desk, "keys")["result"]
    with closing(Desk(desk.place.file.with_name("again.db"))) as again:
        play(again, "\n".join(line for line in script.read_text().splitlines() if line and line[0] != "#"))
        assert (play(again, "sheet Ann")["result"], play(again, "keys")["result"]) == found
    assert play(desk, "audit")["ok"]
