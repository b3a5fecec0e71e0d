"""Test tables to roll on: those of the rules, of a file and of the campaign, and what their rows do to somebody."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from test_countdowns import play, refused

from shell.runner import Desk

#: Two fighters and a table of the weather.
SET_UP = """
new fudge
rules criticals natural
rules critical-table 2 = blinded until round, 3 = falls a -2 until round, 4 = armour wrecked until fight, 5-8 = slips
pc Joe
npc Orc
trait Joe Sword Good
trait Orc Sword Good
session start
define table Weather with 2d6: 2 storm, 3-5 "light rain", 6-11 clear
"""

#: A critical blow, and an ordinary one.
BLOW, TRY = "contest Joe Sword rolled + + + + vs Orc Sword rolled 0", "check Orc Sword vs Fair rolled 0"


def number(desk: Desk, line: str) -> int:
    """Return the number of the first event of a line."""
    return int(play(desk, line)["events"][0]["seq"])


def total(desk: Desk) -> int:
    """Return what the Orc reaches with a roll of 0."""
    return int(play(desk, TRY)["result"]["total"])


def bears(desk: Desk) -> list[str]:
    """Return what the Orc's next check counts, by its reason."""
    return [each["reason"] for each in play(desk, TRY)["result"]["modifiers"]]


@pytest.mark.rule("FU-65", "FU-66", "RT-09", "EV-14", "OC-06")
def test_a_critical_of_a_roll_bears_on_its_target_as_long_as_its_row_says(desk: Desk) -> None:
    play(desk, "fight start")
    blow = number(desk, BLOW)
    drawn, begun = play(desk, f"critical of #{blow} for Orc rolled 1 2")["events"]
    assert (drawn["type"], drawn["of"], drawn["effect"], drawn["roll"]) == (
        "CriticalDrawn",
        blow,
        "falls a -2 until round",
        3,
    )
    assert (begun["type"], begun["name"], begun["until"], begun["of"]) == ("EffectBegan", "falls", "round", blow)
    assert total(desk) == -1
    assert play(desk, "check Joe Sword vs Orc Sword rolled 0")["result"]["difficulty"] == -1
    assert [each["type"] for each in play(desk, "round")["events"]] == ["RoundBegan", "EffectEnded"]
    assert total(desk) == 1
    play(desk, "table critical for Orc rolled 1 3\nround")
    assert "armour wrecked until the fight ends" in play(desk, "sheet Orc")["result"]["effects"]
    assert play(desk, "fight end\nsheet Orc")["result"]["effects"] is None


@pytest.mark.rule("FU-65", "FU-66", "RT-09", "OC-06")
def test_the_books_sample_is_advised_and_each_of_its_rows_bears_as_it_says(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new polyhedral\npc Joe\nnpc Orc\ntrait Joe Sword Superb\ntrait Orc Axe Good")
        play(desk, 'trait Orc "Damage Capacity" Fair\ngive Orc mail armour 3\ngive Joe sword weapon 4\nsession start')
        blow = number(desk, "contest Joe Sword rolled 9 vs Orc Axe rolled 5")
        fault = desk.do("critical").fault
        assert fault is not None
        assert fault.hint is not None
        play(desk, fault.hint.partition("“")[2].partition("”")[0])
        assert play(desk, "critical rolled 6 3")["result"]["effect"] == "the GM decides"
        play(desk, "fight start")

        def dealt() -> int:
            return int(play(desk, f"damage Orc of #{blow} with sword")["result"]["points"])

        assert dealt() == 4 + 4 - 4 - 3
        play(desk, "critical for Orc rolled 1 3")
        assert dealt() == 4 + 4 - 4, "the armour is wrecked until the fight ends"
        play(desk, "critical for Joe rolled 6 2")
        assert dealt() == 4 - 1 + 4 - 4, "the weapon adds 1 less"
        play(desk, "fight end\nfight start\ncritical for Orc rolled 2 3\ncheck Orc Axe rolled 5")
        assert dealt() == 4 + 4 - 4, "there is a chink in the armour for this hit, whatever is rolled before"
        assert dealt() == 4 + 4 - 4 - 3
        play(desk, "critical for Orc rolled 3 3")
        totals = [play(desk, "check Orc Axe rolled 5")["result"]["total"]]
        for _ in range(2):
            play(desk, "round")
            totals.append(play(desk, "check Orc Axe rolled 5")["result"]["total"])
        assert totals == [5, 4, 5], "off balance is for the next turn, not at once"
        play(desk, "critical for Orc rolled 1 1\ncheck Orc Axe rolled 5\ncheck Joe Sword vs Orc Axe rolled 5\nround")
        for line, why in (("check Orc Axe", "cannot act"), ("check Joe Sword vs Orc Axe", "cannot defend")):
            assert f"Orc {why}: blinded" in refused(desk, line)
        play(desk, "round\ncheck Orc Axe rolled 5\ncheck Joe Sword vs Orc Axe rolled 5")
        assert play(desk, "audit")["ok"]


@pytest.mark.rule("FU-65", "RT-09")
def test_what_lasts_until_the_next_round_lasts_for_all_of_it(desk: Desk) -> None:
    assert "no round can end" in refused(desk, "effect Orc blinded until next round")
    play(desk, "define property scared: a -1\nfight start\nround")
    play(desk, "effect Orc blinded a -2 until next round\ngain Orc scared until next round")
    assert play(desk, "round")["events"][0]["number"] == 3
    assert total(desk) == 1 - 3
    assert [each["type"] for each in play(desk, "round")["events"]] == ["RoundBegan", "PropertyLost", "EffectEnded"]
    assert total(desk) == 1
    play(desk, "effect Orc blinded a -2 until next round\nround\nundo\nround")
    assert total(desk) == 1 - 2, "the round that was undone did not count"
    assert [each["text"] for each in play(desk, "fight end")["events"]] == [
        *("The fight ends", "Orc: blinded ends: the fight is over"),
    ]


@pytest.mark.rule("FU-65", "FU-66")
def test_a_row_in_quotes_is_the_row_without_them(desk: Desk) -> None:
    play(desk, 'rules critical-table 3 = "falls a -1 until round", 9 = "breaks, -1 to damage"\nfight start')
    _, begun = play(desk, f"critical of #{number(desk, BLOW)} for Orc rolled 1 2")["events"]
    assert (begun["name"], begun["until"], total(desk)) == ("falls", "round", 0)
    assert play(desk, "critical rolled 3 6")["result"]["effect"] == "breaks, -1 to damage"
    play(desk, 'rules outcomes 0 = "at a cost", 3 = "with style"')
    assert play(desk, "check Joe Sword vs Good rolled 0")["result"]["outcome"] == "at a cost"


@pytest.mark.rule("FU-65")
def test_undo_of_a_roll_takes_what_its_critical_did_and_of_the_critical_both(desk: Desk) -> None:
    play(desk, "fight start")
    blow = number(desk, BLOW)
    drawn = number(desk, f"critical of #{blow} for Orc rolled 1 2")
    assert f"#{drawn + 1} depends on #{blow}" in refused(desk, f"undo #{blow}")
    assert play(desk, f"undo #{drawn}")["result"]["undone"] == [drawn, drawn + 1]
    assert total(desk) == 1
    play(desk, f"redo #{drawn}")
    assert total(desk) == -1
    assert play(desk, f"whatif undo #{blow} cascade")["result"]["undone"] == [blow, drawn + 1]
    play(desk, f"undo #{blow} cascade for a wrong name")
    assert total(desk) == 1


def test_a_result_that_could_not_end_is_refused_before_the_dice_fall(desk: Desk) -> None:
    assert "no fight has begun" in refused(desk, "critical for Orc")
    assert play(desk, "critical rolled 1 2")["result"]["effect"] == "falls a -2 until round"
    assert "is not a roll of this session" in refused(desk, "critical of #4 for Orc")
    assert bears(desk) == []


@pytest.mark.rule("FU-66")
def test_a_table_of_ones_own_is_rolled_on_and_recorded(desk: Desk) -> None:
    rolled = play(desk, "table weath rolled 2 3")
    assert rolled["command"] == "table Weather rolled 2 3"
    result = rolled["result"]
    assert (result["table"], result["roll"], result["effect"]) == ("Weather", 5, "light rain")
    assert list(result["faces"]) == [2, 3]
    assert result["physical"]
    assert play(desk, "table Weather rolled 6 6")["result"]["effect"] == "the GM decides"
    assert not play(desk, "table Weather secret")["result"]["physical"]
    assert "shows" in refused(desk, "table Weather rolled 7 1")
    assert "no table “Snow”" in refused(desk, "table Snow")


def test_tables_show_the_exact_chance_of_every_row(desk: Desk) -> None:
    for line in ("tables Weather", "odds table Weather"):
        result = play(desk, line)["result"]
        table = result["tables"][0] if "tables" in result else result
        said = [(row["effect"], round(row["chance"] * 36)) for row in table["rows"]]
        assert said == [("storm", 1), ("light rain", 9), ("clear", 25), ("the GM decides", 1)]
    assert [each["name"] for each in play(desk, "tables")["result"]["tables"]] == ["critical", "Weather"]


def test_a_table_can_be_over_any_dice_and_without_them_is_over_one(desk: Desk) -> None:
    play(desk, 'define table Luck with 4dF: -4..-1 bad, 0 "so so", 1-4 good\ndefine table Hits: 1-3 leg, 4-6 arm')
    assert play(desk, "table Luck rolled - - 0 0")["result"]["effect"] == "bad"
    assert play(desk, "table Hits rolled 4")["result"]["dice"] == "1d6"
    play(desk, "define table hits: 1 head, 2 foot")
    assert [row["effect"] for row in play(desk, "tables Hits")["result"]["tables"][0]["rows"]] == ["head", "foot"]


def test_rows_that_overlap_are_refused_before_dice_are_missed(desk: Desk) -> None:
    assert refused(desk, "define table Bad: 1 x, 1 y") == "1 is in two rows"


def test_a_table_is_renamed_with_its_rolls_and_an_undone_one_is_gone(desk: Desk) -> None:
    rolled = number(desk, "table Weather rolled 1 1")
    play(desk, "rename Weather to Sky")
    assert play(desk, "log last 2")["result"]["events"][0]["text"].startswith("Sky: storm")
    assert play(desk, f"undo #{rolled - 1}")["result"]["undone"] == [rolled - 1]
    assert "no table “Sky”" in refused(desk, "table Sky")


def test_a_file_of_rules_brings_tables_and_another_that_extends_it_more(tmp_path: Path) -> None:
    house = '[tables.Hits]\ndice = "1d6"\n"1-3" = "leg a -1 until scene"\n"4-6" = "arm, and hand"\n'
    (tmp_path / "house.toml").write_text(f'extends = "fudge"\n{house}')
    more = '[tables.Coin]\ndice = "1d2"\n"1" = "heads"\n"2" = "tails"\n'
    (tmp_path / "more.toml").write_text(f'extends = "house.toml"\n{more}')
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, f'new "{tmp_path / "more.toml"}"\nnpc Orc\nsession start\nscene The mill')
        assert play(desk, "table Hits for Orc rolled 5")["result"]["effect"] == "arm, and hand"
        assert play(desk, "table Coin rolled 2")["result"]["effect"] == "tails"
        play(desk, "table Hits for Orc rolled 2")
        assert total(desk) == -3
        play(desk, "scene The barn")
        assert total(desk) == -2
        play(desk, "rules tables Coin = none")
        assert "no table “Coin”" in refused(desk, "table Coin")


def test_a_template_and_a_script_bring_tables_back(desk: Desk, tmp_path: Path) -> None:
    play(desk, 'scene The mill\ndefine table Fumble: 1-5 "drops it", 6 falls a -2 until scene')
    play(desk, f'table Fumble for Orc rolled 6\nexport "{tmp_path / "c.session"}"')
    template = tmp_path / "t.toml"
    template.write_text('[tables.Coin]\ndice = "1d2"\n"1" = "heads"\n"2" = "tails a -1 until scene"\n')
    with closing(Desk(tmp_path / "d.db")) as again:
        lines = [line for line in (tmp_path / "c.session").read_text().splitlines() if line]
        play(again, "\n".join(line for line in lines if not line.startswith("#")))
        assert total(again) == -1
        play(again, f'setup "{template}"\ntable Coin for Orc rolled 2')
        assert total(again) == -2
