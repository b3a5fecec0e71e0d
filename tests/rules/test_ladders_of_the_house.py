"""Files of house rules that change only the ladder: each begins with one message at most, and plays an evening.

The numbers of the evenings are worked out by hand: what a check needs is the number of steps between two words.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from tabletop import play, result, text

from engine.refusal import Refused
from engine.rules.files import load_rules
from shell.runner import Desk

SUPERHUMAN = ["Fair Superhuman", "Good Superhuman", "Great Superhuman", "Superb Superhuman"]
USUAL = ["Terrible", "Poor", "Mediocre", "Fair", "Good", "Great", "Superb"]
GERMAN = ["Schrecklich", "Schlecht", "Mäßig", "Ordentlich", "Gut", "Großartig", "Hervorragend"]
LEGENDS = ["Legendary", "Legendary 2nd", "Legendary 3rd", "Legendary 4th", "Legendary 5th"]


class House(NamedTuple):
    """A game with another ladder.

    `said` is the one remark on it, or none. `levels` are some of its words with their levels, `rolls` the exact chances
    in 81 (4dF) or 1 (dice of levels) that one word reaches another, and `keys` some rules that follow.
    """

    game: str
    ladder: list[str]
    said: str | None
    levels: dict[str, int]
    rolls: dict[tuple[str, str], float]
    keys: dict[str, str | None]


HOUSES = {
    "lite, shorter": House(
        "fudge-lite",
        ["Bad", "Poor", "Fair", "Good", "Great"],
        "Mediocre is no step of this ladder: its price, 1 XP, is left out",
        {"Bad": -2, "Poor": -1, "Fair": 0, "Great": 2},
        {("Fair", "Good"): 31 / 81, ("Poor", "Great"): 5 / 81, ("Great", "Fair"): 76 / 81},
        {
            "default-difficulty": "Fair",
            "untrained": "Fair",
            "result-floor": "Bad",
            "result-ceiling": "Great",
            "creation-limit": "Great",
            "step-costs": "Bad = 1, Poor = 1, Fair = 2, Good = 4",
        },
    ),
    "lite, longer": House(
        "fudge-lite",
        ["Abysmal", *USUAL, *SUPERHUMAN, "Godlike"],
        None,
        {"Abysmal": -4, "Fair": 0, "Godlike": 8},
        {("Fair", "Good"): 31 / 81, ("Poor", "Fair"): 15 / 81},
        {"result-floor": "Terrible", "result-ceiling": "Superb Superhuman", "untrained": "Fair"},
    ),
    "lite, one word changed": House(
        "fudge-lite",
        ["Extraordinary" if word == "Great" else word for word in [*USUAL, *SUPERHUMAN]],
        None,
        {"Extraordinary": 2, "Great Superhuman": 6},
        {("Good", "Extraordinary"): 31 / 81, ("Extraordinary", "Superb"): 31 / 81},
        {"creation-limit": "Superb", "default-difficulty": "Fair"},
    ),
    "lite, all words changed": House(
        "fudge-lite",
        ["Mies", "Schwach", "Mittel", "Gut", "Super"],
        'Mittel stands for Fair on this ladder; “situational = "Gut"” in the file takes Gut for it',
        {"Mies": -2, "Mittel": 0, "Super": 2},
        {("Mittel", "Gut"): 31 / 81, ("Super", "Mittel"): 76 / 81},
        {"untrained": "Mittel", "creation-limit": "Super", "result-floor": "Mies", "result-ceiling": "Super"},
    ),
    "fudge, shorter": House(
        "fudge",
        ["Poor", "Mediocre", "Fair", "Good", "Great"],
        None,
        {"Poor": -2, "Fair": 0, "Great": 2},
        {("Fair", "Great"): 15 / 81, ("Poor", "Fair"): 15 / 81},
        {"untrained": "Poor", "automatic-at": "Poor", "creation-limit": "Great", "secondary-from": "Good"},
    ),
    "fudge, longer": House(
        "fudge",
        ["Abysmal", *USUAL, "Legendary"],
        None,
        {"Abysmal": -4, "Fair": 0, "Legendary": 4},
        {("Fair", "Great"): 15 / 81, ("Superb", "Legendary"): 31 / 81},
        {"untrained": "Poor", "creation-limit": "Superb", "legendary-limit": "Legendary", "ladder-aliases": "none"},
    ),
    "fudge, one word changed": House(
        "fudge",
        ["Average" if word == "Fair" else word for word in USUAL],
        None,
        {"Average": 0, "Good": 1},
        {("Average", "Good"): 31 / 81, ("Good", "Average"): 66 / 81},
        {"default-difficulty": "Average", "situational": "Average", "untrained": "Poor"},
    ),
    "fudge, all words changed": House(
        "fudge",
        GERMAN,
        None,
        {"Schrecklich": -3, "Ordentlich": 0, "Hervorragend": 3},
        {("Ordentlich", "Gut"): 31 / 81, ("Schlecht", "Ordentlich"): 15 / 81},
        {"default-difficulty": "Ordentlich", "untrained": "Schlecht", "secondary-from": "Gut"},
    ),
    "polyhedral, shorter": House(
        "polyhedral",
        ["Poor", "Fair", "Good", "Great", "Superb", *LEGENDS],
        "Mediocre is no step of this ladder: its die, d4, is left out",
        {"Poor": 3, "Fair": 4, "Superb": 7},
        {("Fair", "Superb"): 1 / 6, ("Good", "Good"): 4 / 8, ("Superb", "Fair"): 9 / 12},
        {"untrained": "Poor", "creation-least": "Poor", "creation-usual": "Fair", "result-top": "Legendary"},
    ),
    "polyhedral, longer": House(
        "polyhedral",
        ["Abysmal", *USUAL, *LEGENDS, "Mythic"],
        None,
        {"Fair": 4, "Mythic": 13},
        {("Fair", "Superb"): 1 / 6, ("Good", "Good"): 4 / 8},
        {"untrained": "Poor", "creation-usual": "Mediocre", "legendary-limit": "Legendary 5th"},
    ),
    "polyhedral, one word changed": House(
        "polyhedral",
        ["Abysmal", *("Marvellous" if word == "Superb" else word for word in USUAL), *LEGENDS],
        None,
        {"Marvellous": 7},
        {("Fair", "Marvellous"): 1 / 6, ("Marvellous", "Fair"): 9 / 12},
        {"creation-limit": "Marvellous", "untrained": "Poor"},
    ),
    "polyhedral, all words changed": House(
        "polyhedral",
        ["Furchtbar", *GERMAN, "Legendär", "Legendär 2", "Legendär 3", "Legendär 4", "Legendär 5"],
        None,
        {"Furchtbar": 0, "Ordentlich": 4, "Hervorragend": 7},
        {("Ordentlich", "Hervorragend"): 1 / 6, ("Gut", "Gut"): 4 / 8},
        {"untrained": "Schlecht", "creation-limit": "Hervorragend", "result-top": "Legendär"},
    ),
    "peupfudge, seven words": House(
        "peupfudge",
        USUAL,
        None,
        {"Terrible": 0, "Fair": 3, "Superb": 6},
        {("Fair", "Good"): 31 / 81, ("Superb", "Fair"): 80 / 81},
        {"untrained": "Terrible"},
    ),
    "peupfudge, twelve words in another language": House(
        "peupfudge",
        [*GERMAN, "Sagenhaft", "Göttlich", "Unfassbar", "Unendlich", "Jenseitig"],
        None,
        {"Schrecklich": 0, "Jenseitig": 11},
        {("Gut", "Gut"): 50 / 81},
        {"untrained": "Schrecklich"},
    ),
}


def write(place: Path, game: str, ladder: list[str], more: str = "") -> Path:
    """Write a file of rules that changes a game's ladder."""
    file = place / "house.toml"
    listed = ", ".join(f'"{word}"' for word in ladder)
    file.write_text(f'extends = "{game}"\nladder = [{listed}]\n{more}', "utf-8")
    return file


def quoted(word: str) -> str:
    """Return a word of a ladder as one word of a line."""
    return f'"{word}"'


@pytest.fixture(params=HOUSES)
def begun(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[House, Desk, list[str]]]:
    """Yield a house, a campaign by its file, and the remarks with which it began."""
    house = HOUSES[request.param]
    with closing(Desk(tmp_path / "c.db")) as desk:
        warnings = play(desk, f'new "{write(tmp_path, house.game, house.ladder)}"')["result"]["warnings"]
        yield house, desk, warnings


@pytest.mark.rule("OC-37", "PO-06", "FL-38")
def test_a_ladder_alone_begins_with_one_remark_at_most(begun: tuple[House, Desk, list[str]]) -> None:
    house, desk, warnings = begun
    assert warnings == ([house.said] if house.said else [])
    found = result(desk, "rules")
    assert set(found["changed"]) <= {"ladder", "ladder-from"}
    assert found["rules"]["ladder"] == house.ladder


@pytest.mark.rule("OC-37", "PO-06", "FL-38")
def test_every_rule_follows_the_place_of_its_word(begun: tuple[House, Desk, list[str]]) -> None:
    house, desk, _ = begun
    for key, word in house.keys.items():
        answer = desk.do(f"rules {key}").answer
        assert answer is not None
        assert answer.text().startswith(f"{key} is {word}, as in the book"), answer.text()


@pytest.mark.rule("OC-37", "FU-12", "PO-06")
def test_an_evening_on_another_ladder_has_the_right_numbers(begun: tuple[House, Desk, list[str]]) -> None:
    house, desk, _ = begun
    play(desk, "rules creation free")
    if house.game == "peupfudge":
        play(desk, "define ability Lore")
    play(desk, "session start\nnpc Orc")
    for word, level in house.levels.items():
        assert result(desk, f"odds Orc Lore vs {quoted(word)}")["difficulty"] == level
    for number, ((own, against), chance) in enumerate(house.rolls.items()):
        who = f"pc Player{number}\ntrait Player{number} Lore {quoted(own)}"
        play(desk, who)
        found = result(desk, f"odds Player{number} Lore vs {quoted(against)}")
        assert found["chance"] == pytest.approx(chance), (own, against)
        assert (found["level"], found["difficulty"]) == (house_level(house, own), house_level(house, against))
        assert result(desk, f"sheet Player{number}")["traits"]["Lore"]["level_name"] == own
        play(desk, f"check Player{number} Lore vs {quoted(against)}")
    play(desk, "contest Player0 Lore vs Orc Lore")
    if result(desk, "rules reactions")["value"]:
        play(desk, "react Orc open")
    play(desk, "session end\nundo\nredo")
    assert play(desk, "audit")["result"]["ok"]
    assert play(desk, "verify")["result"]["ok"]


def house_level(house: House, word: str) -> int:
    """Return the level of a word: so many steps from one of those worked out by hand."""
    known, level = next(iter(house.levels.items()))
    return level + house.ladder.index(word) - house.ladder.index(known)


@pytest.mark.rule("FU-72")
def test_a_sheet_shows_the_words_of_the_ladder_and_no_others(begun: tuple[House, Desk, list[str]]) -> None:
    house, desk, _ = begun
    play(desk, "pc Ann")
    shown = [line for line in text(desk, "sheet Ann").splitlines() if line.startswith(("Ladder: ", "Above it: "))]
    named = [each.rpartition(" (")[0] for line in reversed(shown) for each in line.partition(": ")[2].split(", ")]
    assert sorted(named) == sorted(house.ladder)


@pytest.mark.rule("FL-14", "FL-108", "OC-37")
def test_a_word_that_changed_is_the_place_of_creation_of_ready_npcs_and_of_points(tmp_path: Path) -> None:
    ladder = [{"Superb": "Epic", "Poor": "Weak", "Great": "Fine"}.get(word, word) for word in [*USUAL, *SUPERHUMAN]]
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, f'new "{write(tmp_path, "fudge-lite", ladder, "points = 3")}"\npc Ann\nnpc Grob as Troll')
        assert result(desk, "sheet Grob")["traits"]["Physical"]["level_name"] == "Fine"
        play(desk, "trait Ann Stealth Epic, Streetwise Weak")
        assert "no room for another trait at Epic" in str(desk.do("trait Ann Persuasion Epic").fault)
        refused = desk.do("check Ann Stealth vs Fair Superhuman point success").fault
        assert "a success up to Epic" in str(refused)
        play(desk, "check Ann Stealth vs Epic point success")


@pytest.mark.rule("OC-37", "FL-14")
def test_the_counts_of_creation_go_to_the_last_word_of_a_shorter_ladder(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, f'new "{write(tmp_path, "fudge-lite", ["Bad", "Poor", "Fair", "Good", "Great"])}"\npc Ann')
        assert "Ann has room for traits at Great (3), Good (3), Fair (4)" in text(desk, "checklist")


@pytest.mark.rule("OC-37")
def test_a_world_of_the_game_is_set_up_on_a_ladder_with_other_words(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, f'new "{write(tmp_path, "fudge", GERMAN)}"\nsetup lighthouse')
        assert result(desk, "sheet Maren")["traits"]["Sailing"]["level_name"] == "Großartig"


BASE = """
extends = "fudge-lite"
creation = "1 Superb, 2 Great"
[kinds.skill]
traits = ["Fencing"]
untrained = "Poor"
words = { great = "Great" }
[ready.Wolf]
traits = { "Great Bite" = ["Fair", "Great"] }
[weapons]
musket = "Great"
"""


@pytest.mark.rule("OC-37", "OC-08", "FL-65")
def test_a_changed_word_is_changed_in_all_entries_of_the_file_that_is_extended(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(BASE, "utf-8")
    ladder = [{"Great": "Fine", "Poor": "Weak"}.get(word, word) for word in [*USUAL, *SUPERHUMAN]]
    rules = load_rules(str(write(tmp_path, "base.toml", ladder)))
    assert rules.creation == "1 Superb, 2 Fine"
    assert rules.kinds == ("skill = Fencing: untrained Weak, words great Fine",)
    assert rules.ready == ("Wolf = Great Bite Fair to Fine",)
    assert rules.weapons == ("musket = Fine",)


@pytest.mark.rule("OC-37")
def test_levels_whose_word_is_gone_are_told_at_once_with_lines_to_paste(tmp_path: Path) -> None:
    ladder = ["Terrible", "Mediocre", "Good", "Great", "Superb"]
    with closing(Desk(tmp_path / "c.db")) as desk:
        fault = desk.do(f'new "{write(tmp_path, "fudge", ladder)}"').fault
        assert fault is not None
        assert "no word in the place of Fair and Poor, which default-difficulty, situational and untrained" in str(
            fault
        )
        block = (fault.hint or "").partition("\n")[2]
        assert block == 'default-difficulty = "Mediocre"\nsituational = "Mediocre"\nuntrained = "Terrible"'
        found = play(desk, f'new "{write(tmp_path, "fudge", ladder, block)}"\npc Ann\nodds Ann Lore vs Good')["result"]
        assert found["chance"] == pytest.approx(15 / 81)


@pytest.mark.rule("OC-37")
def test_the_place_of_fair_is_said_by_its_word(tmp_path: Path) -> None:
    ladder = ["Mies", "Schwach", "Mittel", "Gut", "Super"]
    with closing(Desk(tmp_path / "c.db")) as desk:
        file = write(tmp_path, "fudge", ladder, "situational = 'Gut'")
        assert not play(desk, f'new "{file}"')["result"]["warnings"]
        assert result(desk, "rules ladder-from")["value"] == -3
        assert text(desk, "rules default-difficulty").startswith("default-difficulty is Gut, as in the book")


@pytest.mark.rule("OC-37")
def test_a_rule_is_compared_with_the_book_by_its_place(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, f'new "{write(tmp_path, "fudge", ["Hopeless", "Dire", *USUAL])}"')
        assert text(desk, "rules untrained").startswith("untrained is Poor, as in the book")
        play(desk, "rules untrained Dire")
        assert text(desk, "rules untrained").startswith("untrained is Dire, the book has Poor")
        assert result(desk, "rules")["changed"] == ["ladder", "ladder-from", "untrained"]


@pytest.mark.parametrize(
    ("ladder", "said", "hint"),
    [
        (["Bad", "", "Good"], "ladder: word 2 is empty", "take it out, or write the level's word"),
        (["Bad", "  ", "Good"], "ladder: word 2 is empty", "take it out, or write the level's word"),
        (["", ""], "ladder: word 1 is empty", "take it out, or write the level's word"),
        (["Bad", "Good", "BAD"], "ladder: “bad” is there twice", "every level needs its own word"),
    ],
)
def test_a_ladder_with_empty_or_doubled_words_is_refused(
    tmp_path: Path, ladder: list[str], said: str, hint: str
) -> None:
    for game in ("fudge", "fudge-lite", "polyhedral", "peupfudge"):
        with pytest.raises(Refused) as refused:
            load_rules(str(write(tmp_path, game, ladder)))
        assert (refused.value.message.partition(": ")[2], refused.value.hint) == (said, hint)


# --- the house's words for results, in contests ----------------------------------------------------------------

OUTCOMES = "[outcomes]\n'-3' = 'a disaster'\n0 = 'at a cost'\n1 = 'cleanly'\n3 = 'with style'"


@pytest.mark.rule("OC-05")
def test_the_words_for_results_hold_in_contests_too(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, f'new "{write(tmp_path, "fudge", USUAL, OUTCOMES)}"\npc Ann\npc Bo\nsession start')
        play(desk, "trait Ann Lore Fair\ntrait Bo Lore Fair")
        for ann, bo, words in ((3, 0, ["with style", "a disaster"]), (1, 0, ["cleanly", ""]), (0, 0, ["", ""])):
            line = f"contest Ann Lore rolled {ann} vs Bo Lore rolled {bo}"
            assert [each["outcome"] for each in result(desk, line)["participants"]] == words
        assert "Ann's Lore reaches Superb, with style, Bo's Lore reaches Fair, a disaster" in text(desk, "log")
        assert play(desk, "audit")["result"]["ok"]


@pytest.mark.rule("OC-05", "FL-29", "FL-109")
def test_a_side_that_meets_the_other_wins_at_a_cost_and_a_point_changes_the_word(tmp_path: Path) -> None:
    more = f"points = 3\ncreation = 'free'\n{OUTCOMES}"
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(
            desk, f'new "{write(tmp_path, "fudge-lite", [*USUAL, *SUPERHUMAN], more)}"\npc Ann\nnpc Orc\nsession start'
        )
        play(desk, "trait Ann Lore Fair\ntrait Orc Lore Fair")
        won = result(desk, "contest Ann Lore rolled 0 vs Orc Lore")
        assert (won["winner"], [each["outcome"] for each in won["participants"]]) == ("Ann", ["at a cost", ""])
        play(desk, "contest Ann Lore rolled 0 vs Orc Lore")
        assert "cleanly" in text(desk, f"point Ann alter #{play(desk, 'verify')['result']['events']} +1")
        assert play(desk, "audit")["result"]["ok"]
