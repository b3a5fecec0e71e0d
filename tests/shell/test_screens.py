"""What a player reads: lines that fit the terminal, and words that belong at a table."""

from __future__ import annotations

import json
import re
import tracemalloc
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import pytest
from attrs import evolve
from given import folder, one_in

from engine.campaign import Campaign, Plan
from engine.concerns.sessions.events import NoteMade
from engine.registry import EVENTS
from engine.rooms import load
from shell.doors.lines import Script
from shell.doors.voice import Voice, fault_text
from shell.output import clean, wrap_lines
from shell.output import width as width_of
from shell.render.log import log_text
from shell.runner import Desk

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "sessions").glob("*.session"))
WIDTHS = (60, 72, 80, 100, 140)

#: Looked at after each evening, beside the sheets of everyone.
LOOKS = (
    *("party", "checklist", "rules", "log", "log last 3", "log checks", "head", "verify", "audit", "odds poly"),
    *("odds 4dF", "help", "help check", "help undo", "search a", "diff #1 now", "questions", "keys", "chek", "undo 2"),
    *("rules untrained", "check Nobody nothing vs 3", "sheet", "undo #1", "session end", "odds 3d6", "export"),
)


def said(desk: Desk, line: str) -> str:
    """Return all that a line prints, before it is fitted to a terminal."""
    outcome = desk.do(line)
    if outcome.fault is not None:
        return fault_text(outcome.line, outcome.fault)
    return clean(outcome.answer.text()) if outcome.answer else ""


def evening(script: Path, place: str) -> Iterator[str]:
    """Yield the text of every answer of an evening, and of what can be looked at after it."""
    desk = Desk(Path(place) / f"{script.stem}.db")
    with script.open("rb") as stream:
        lines = [line for _, line in Script(stream) if isinstance(line, str)]
    yield from (said(desk, line) for line in lines)
    assert desk.campaign is not None
    for name in desk.campaign.state.sheets:
        yield from (said(desk, f'{look} "{name}"') for look in ("sheet", "ledger", "log", "why xp"))
    yield from (said(desk, line) for line in LOOKS)
    desk.close()


def played(path: Path, *lines: str) -> list[str]:
    """Return what each line prints."""
    desk = Desk(path)
    texts = [said(desk, line) for line in lines]
    desk.close()
    return texts


@pytest.fixture(scope="module")
def screens() -> list[str]:
    """Return the texts of all evenings."""
    with folder() as place:
        return [text for script in SCRIPTS for text in evening(script, place) if text]


def too_wide(line: str, columns: int) -> bool:
    """Return whether a line is wider than the terminal, although each of its words would fit."""
    return width_of(line) > columns and all(width_of(word) <= columns for word in line.split())


@pytest.mark.slow
def test_no_line_is_wider_than_the_terminal_at_any_width(screens: list[str]) -> None:
    for columns in WIDTHS:
        wide = [line for text in screens for line in wrap_lines(text, columns).split("\n") if too_wide(line, columns)]
        assert wide == [], columns


@pytest.mark.slow
def test_no_word_is_cut_at_any_width(screens: list[str]) -> None:
    for columns in WIDTHS:
        for text in screens:
            assert wrap_lines(text, columns).split() == text.split()


@pytest.mark.slow
def test_what_follows_a_break_is_indented_under_its_line(screens: list[str]) -> None:
    for line in {line for text in screens for line in text.split("\n") if width_of(line) > 60}:
        first, *rest = wrap_lines(line, 60).split("\n")
        lead = len(first) - len(first.lstrip())
        assert all(each.startswith(" " * lead) or len(each.split()) == 1 for each in rest)


@pytest.mark.slow
def test_lines_that_fit_stay_as_they_are(screens: list[str]) -> None:
    for text in screens:
        longest = max(map(width_of, text.split("\n")))
        assert wrap_lines(text, longest) == text


def test_a_cell_hangs_under_its_column() -> None:
    line = "  #30  session 1  Mirre puts ten XP in Swimming, with all that the horse brought her"
    assert wrap_lines(line, 60).split("\n") == [
        "  #30  session 1  Mirre puts ten XP in Swimming, with all",
        "                  that the horse brought her",
    ]


def test_a_list_is_broken_between_its_items() -> None:
    """Prose with as many words is broken between any of them."""
    line = "  Riding Good, Blades Fair, Healing Mediocre, Damage Capacity Fair · Thirst: Watered · Reads the Stars"
    assert wrap_lines(line, 60).split("\n") == [
        "  Riding Good, Blades Fair, Healing Mediocre,",
        "      Damage Capacity Fair · Thirst: Watered ·",
        "      Reads the Stars",
    ]
    assert wrap_lines(line.replace(",", "").replace(" ·", ""), 60).split("\n")[0].endswith("Damage Capacity")


def test_a_word_wider_than_the_terminal_stays_whole() -> None:
    digits = "0123456789abcdef" * 8
    assert wrap_lines(f"#57 {digits} is the head", 60).split("\n") == [f"#57 {digits}", "    is the head"]


def test_wide_letters_count_for_what_they_take() -> None:
    line = "黒猫 " * 20
    assert all(width_of(part) <= 60 for part in wrap_lines(line.strip(), 60).split("\n"))


def test_words_of_a_narrow_screen_keep_their_order() -> None:
    text = "\n".join(f"{number} {'word ' * 30}end" for number in range(5))
    broken = wrap_lines(text, 60)
    assert all(one.split()[-1] != "end" or two.split()[0].isdigit() for one, two in pairwise(broken.split("\n")))


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_tables_are_laid_out_for_the_terminal(columns: int, tmp_path: Path) -> None:
    with patch("shell.output.terminal_columns", lambda stream=None: columns):
        for rules in ("polyhedral", "fudge"):
            lines = (f"new {rules} Test", "odds poly", "odds 4dF", "odds d%", "odds 3d6")
            texts = played(tmp_path / f"{rules}.db", *lines)
            assert [each for text in texts for each in text.split("\n") if width_of(each) > columns] == []


# --- words ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_no_screen_shows_what_only_the_program_knows(screens: list[str]) -> None:
    load("events")
    types = "|".join(EVENTS)
    found = [hit for text in screens for hit in re.findall(rf"\b(?:[A-Z]{{2}}-\d+|{types})\b", text)]
    assert found == []


@pytest.mark.slow
def test_letters_stand_for_nothing_in_games_with_a_ladder(screens: list[str]) -> None:
    found = [line for text in screens for line in text.split("\n") if re.search(r"\b[LARD] [−\d]", line)]
    assert found
    assert [line for line in found if re.search("Good|Fair|Great|Poor", line)] == []


@pytest.mark.slow
def test_the_screen_has_one_minus_sign(screens: list[str]) -> None:
    said = "\n".join(re.sub("“[^”]*”", "", text) for text in screens)  # what can be typed is typed with the other
    assert re.findall(r"(?:[(=→] |, )-\d.*", said) == []


GAME = ("new fudge Test", "pc Ana", "npc Wolf", "define status Wounds: Hurt -2, Whole 0", "trait Ana Stealth Great")


@pytest.mark.parametrize(
    ("line", "result", "parts"),
    [
        (
            "check Ana Stealth vs Superb rolled + 0 0 0",
            "Ana tries Stealth against Superb: Superb, bare success",
            "Great, roll [+][ ][ ][ ] = +1 (4dF, real dice) → Superb; needed Superb",
        ),
        (
            "check Ana Stealth -2 Hurt vs Superb rolled + 0 0 0",
            "Ana tries Stealth against Superb: Good, failure by 2",
            "Great −2 (Hurt), roll [+][ ][ ][ ] = +1 (4dF, real dice) → Good; needed Superb",
        ),
        (
            "contest Ana Stealth rolled - - 0 0 vs Wolf Scent rolled - 0 0 0",
            "Ana wins by 3",
            "1. Ana   Stealth  Great, roll [−][−][ ][ ] = −2 → Fair",
        ),
        ("roll 4dF +2 rolled + 0 0 0", "[+][ ][ ][ ] = +1, +2 = +3 (4dF, real dice): Superb", None),
        ("roll 4dF+2 rolled + 0 0 0", "[+][ ][ ][ ] = +1, +2 = +3 (4dF, real dice): Superb", None),
        ("roll 1d20+3 rolled 16", "16 + 3 = 19 (1d20+3, real dice)", None),
        ("roll 1d20 +3 rolled 16", "16 + 3 = 19 (1d20+3, real dice)", None),
        ("roll 2d6-1 +2 luck rolled 3 4", "3 + 4 − 1 + 2 (luck) = 8 (2d6-1, real dice)", None),
        ("roll 1d6 rolled 4", "4 (1d6, real dice)", None),
        ("roll poly-d6-exploding rolled 6 1", "d6: 6, again 1 → 7 (real dice): Superb", None),
        (
            "roll poly-d8-exploding-snake-eyes rolled 1 3",
            "d8: 1, checked with 3: no fumble → 1 (real dice): Terrible",
            None,
        ),
        ("roll poly-d8-exploding-1pt rolled 3", "d8: fudge point 8 + 3 → 11 (real dice): Superb +4", None),
    ],
)
def test_a_roll_says_its_result_first_and_its_parts_beneath(
    line: str, result: str, parts: str | None, tmp_path: Path
) -> None:
    text = played(tmp_path / "c.db", *GAME, line)[-1]
    assert text.split("\n")[0].partition(" ")[2].partition(" ")[2] == result
    assert parts is None or text.split("\n")[1].strip() == parts


def test_who_alone_rolls_wins_by_matching(tmp_path: Path) -> None:
    lines = ("rules contest-rolls first", "contest Ana Stealth rolled - - 0 0 vs Wolf Scent +2 scent")
    text = played(tmp_path / "c.db", *GAME, "trait Wolf Scent Poor", *lines)[-1]
    assert text.split("\n")[0].endswith("Ana wins: Ana's Stealth reaches Fair, Wolf's Scent stays Fair too")


def test_a_spend_says_how_far_it_is_to_the_next_level(tmp_path: Path) -> None:
    lines = ("new peupfudge Test", "define ability Sneaking", "pc Ana", "award Ana 40", "spend Ana 15 on Sneaking")
    *_, award, first, second = played(tmp_path / "c.db", *lines, "spend Ana 10 on Sneaking")
    assert award.endswith("Ana is awarded 40 XP: 40 to spend")
    assert first.split("\n")[0].endswith("Ana puts 15 XP in Sneaking: 0 → 4")
    assert second.split("\n")[0].endswith("Ana puts 10 XP in Sneaking: still 4, 10 of 16 towards 5")


def test_a_sheet_and_the_party_show_the_level_that_is_rolled_now(tmp_path: Path) -> None:
    lines = ("define ability Sneaking, Lore poor 2 decent 4", "define status Wounds: Hurt -2, Whole 0 on Sneaking")
    story = ("new peupfudge Test", *lines, "pc Ana", "trait Ana Sneaking 4", "status Ana Wounds Hurt")
    *_, sheet, party = played(tmp_path / "c.db", *story, "sheet Ana", "party")
    assert "Abilities (poor 2, decent 4)\n  Sneaking  4  decent      2 with Hurt\n  Lore      0  below poor\n" in sheet
    assert "Sneaking 4 (2 with Hurt)" in party


def test_the_log_stands_under_headings_with_a_legend_for_its_mark(tmp_path: Path) -> None:
    story = ("new fudge Test", "pc Ana", "session start Dusk", "note one", "scene The mill", "note two", "undo #4")
    text = played(tmp_path / "c.db", *story, "log")[-1]
    assert re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d \([+−]\d\d:\d\d\)", "<time>", text).split("\n") == [
        "    Before play · <time>",
        "#1    Test begins, with the rules of Fudge",
        "#2    Ana joins as a player character",
        "",
        "#3  Session 1: Dusk · <time>",
        "#4  × one",
        "#5    Scene: The mill",
        "#6      two",
        "#7      Undone: #4",
        "",
        "× undone",
    ]


def test_the_log_says_what_an_award_was_amended_to_while_both_count(tmp_path: Path) -> None:
    story = ("new fudge Test", "pc Ana", "award Ana 4 for the reef", "amend #3 6", "amend #3 5")
    asked = ("log awards", "undo #5", "log awards", "undo #3", "log awards")
    *_, twice, _, once, _, undone = played(tmp_path / "c.db", *story, *asked)
    assert "#3    Ana is awarded 4 XP (the reef), amended to 5 by #5" in twice.split("\n")
    assert "#3    Ana is awarded 4 XP (the reef), amended to 6 by #4" in once.split("\n")
    assert "#3  × Ana is awarded 4 XP (the reef)" in undone.split("\n")


def test_the_log_says_every_few_minutes_how_far_the_evening_is(tmp_path: Path) -> None:
    times = ["18:00:00", "18:00:00", "18:00:20", "18:04:59", "18:05:20", "18:09:00", "19:05:20", "17:00:00"]
    desk = Desk(tmp_path / "c.db")
    for line in ("new fudge Test", "session start Dusk", *(f"note {each}" for each in times[2:])):
        desk.do(line)
    assert desk.campaign is not None
    events = [evolve(each, at=f"2026-01-02T{at}Z") for each, at in zip(desk.campaign.events(), times, strict=True)]
    lines = log_text([*events, evolve(events[-1], at="never")], desk.campaign.state, desk.campaign.history).split("\n")
    desk.close()
    assert lines[4:11] == [
        "#3           18:00:20",
        "#4           18:04:59",
        "#5  +0:05    18:05:20",
        "#6           18:09:00",
        "#7  +1:05    19:05:20",
        "#8           17:00:00",
        "    never",
    ]


def test_columns_stay_whatever_the_names_are_written_in(tmp_path: Path) -> None:
    names = ("黒猫", "Ana", "🦊")
    story = ("new fudge Test", *(f"pc {name} by {name}" for name in names), "session start")
    rolls = (f"check {name} Stealth vs Fair rolled 0 0 0 0" for name in names)
    contest = "contest 黒猫 Stealth rolled 1 vs Ana 登山 rolled 0 vs 🦊 Lore rolled -1"
    *_, table, spotlight, stats = played(tmp_path / "c.db", *story, *rolls, contest, "spotlight", "stats")
    assert len({width_of(line[: line.index("Poor")]) for line in table.split("\n")[1:4]}) == 1
    assert len({width_of(line[: line.index("33%")]) for line in spotlight.split("\n")[:3]}) == 1
    for sign in (" of 1 check", "33%"):
        lines = [line for line in stats.split("\n") if sign in line]
        assert len(lines) == 3
        assert len({width_of(line[: line.index(sign)]) for line in lines}) == 1


EVENINGS = ("new fudge Test", "pc Ana", "session start Dusk", "award Ana 2", "session end", "session start Dawn")


@pytest.mark.parametrize("asked", ["log last session", "log session last"])
def test_the_last_session_can_be_asked_for_by_that_name(tmp_path: Path, asked: str) -> None:
    desk = Desk(tmp_path / "c.db")
    for line in (*EVENINGS, "award Ana 3", "note late", "session end", "note after"):
        assert desk.do(line).fault is None
    found = {line: desk.do(line).as_json() for line in (asked, f"{asked} Ana", f"{asked} awards", "log session 2")}
    desk.close()
    assert [each["seq"] for each in found[asked]["result"]["events"]] == [6, 7, 8, 9, 10]
    assert found[asked]["result"] == found["log session 2"]["result"]
    assert found[asked]["command"] == "log last session"
    assert [each["seq"] for each in found[f"{asked} Ana"]["result"]["events"]] == [7]
    assert [each["seq"] for each in found[f"{asked} awards"]["result"]["events"]] == [7]


def test_before_the_first_session_the_last_one_is_refused(tmp_path: Path) -> None:
    said = played(tmp_path / "c.db", "new fudge Test", "log last session")[-1]
    assert said == "no session has started yet\n  “log” shows what was recorded so far"


def test_the_prompt_shows_the_last_session_and_how_to_see_all_and_programs_get_the_whole(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db", at_prompt=True)
    for line in EVENINGS:
        desk.do(line)
    short, whole = said(desk, "log"), said(desk, "log all")
    assert short.split("\n")[0].startswith("#6  Session 2: Dawn · ")
    assert short.split("\n")[1:] == ["", "5 earlier events: “log all” shows everything"]
    assert "Session 1: Dusk" in whole
    assert len(desk.do("log").as_json()["result"]["events"]) == 6
    assert "Session 1: Dusk" in said(desk, "log Ana")
    desk.at_prompt = False
    assert said(desk, "log") == whole
    desk.close()


def test_the_prompt_reads_no_more_of_a_log_than_it_shows(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db", at_prompt=True)
    for line in EVENINGS:
        desk.do(line)
    assert desk.campaign is not None
    with patch.object(Campaign, "events", autospec=True, side_effect=Campaign.events) as read:
        said(desk, "log")
    assert {call.args[1:] for call in read.call_args_list} == {(5, desk.campaign.state.seq)}
    desk.close()


@pytest.mark.parametrize("line", ["log", "log Ana", "log last 3", "log Ana last 2", "log session 1", "log contests"])
def test_a_log_is_printed_in_parts_as_it_is_told_in_one(tmp_path: Path, line: str) -> None:
    desk = Desk(tmp_path / "c.db")
    for each in EVENINGS:
        desk.do(each)
    outcome = desk.do(line)
    assert outcome.answer is not None
    with patch("shell.doors.voice.LINES_AT_ONCE", 2):
        parts = [text for _, text in Voice().sayings(outcome)]
    assert "\n".join(parts) == outcome.answer.text()
    assert "\n".join(text for _, text in Voice(page=lambda text: False).sayings(outcome)) == outcome.answer.text()
    desk.close()


@pytest.mark.parametrize("line", ["log", "log Ana", "log last 3", "log damage", "log nobody", "head"])
@pytest.mark.parametrize("at_once", [1, 2, 3, 1000])
def test_as_json_a_log_is_one_line_however_it_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, at_once: int
) -> None:
    desk = Desk(tmp_path / "c.db")
    for each in EVENINGS:
        desk.do(each)
    outcome = desk.do(line)
    with patch("shell.doors.voice.LINES_AT_ONCE", at_once):
        Voice(json=True).tell(outcome)
    assert capsys.readouterr().out == json.dumps(outcome.as_json(), ensure_ascii=False) + "\n"
    desk.close()


@pytest.mark.parametrize("as_json", one_in(2, [False, True]))
def test_a_long_log_is_printed_in_little_memory(tmp_path: Path, as_json: bool) -> None:
    desk = Desk(tmp_path / "c.db")
    desk.do("new fudge Test")
    assert desk.campaign is not None
    desk.campaign.record(lambda: Plan(tuple(NoteMade(f"{number} {'x' * 1000}") for number in range(8000))))
    with patch("shell.doors.voice.LINES_AT_ONCE", 100):
        tracemalloc.start()
        printed = sum(len(text) for _, text in Voice(json=as_json).sayings(desk.do("log")))
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert printed > 8_000_000
    assert most < 6_000_000
    desk.close()


def test_before_the_first_session_the_prompt_shows_the_last_forty_events(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db", at_prompt=True)
    for line in ("new fudge Test", *(f"note {number}" for number in range(1, 40))):
        desk.do(line)
    whole = said(desk, "log")
    assert "log all" not in whole
    assert "#1 " in whole
    desk.do("note 40")
    short = said(desk, "log").split("\n")
    assert short[1] == "#2     1"
    assert short[-1] == "1 earlier event: “log all” shows everything"
    desk.close()


def test_what_records_many_events_shows_the_first_five_and_how_to_see_all(tmp_path: Path) -> None:
    many = ", ".join(f"A{number}" for number in range(14))
    *_, text, log = played(tmp_path / "c.db", "new peupfudge Test", f"define ability {many}", "log last 14")
    assert len(log.split("\n")) == 15
    assert text.split("\n")[-1] == "  … and 9 more: “log last 14” lists all"
    assert len(text.split("\n")) == 6


# --- events for programs -------------------------------------------------------------------------------------


def test_an_event_has_its_sentence_its_chance_and_what_undid_it(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    check = [desk.do(line) for line in (*GAME, "check Ana Stealth vs Superb")][-1].as_json()["events"][0]
    assert check["text"].startswith("Ana tries Stealth against Superb: ")
    assert (check["undone_by"], check["chance"]) == (None, 31 / 81)
    desk.do(f"undo #{check['seq']}")
    again = desk.do("log checks").as_json()["result"]["events"][0]
    assert again == check | {"undone_by": check["seq"] + 1}
    desk.do("redo")
    assert desk.do("log checks").as_json()["result"]["events"] == [check]
    desk.close()


def test_the_chance_of_a_contest_is_that_of_what_happened(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    line = "contest Ana Stealth rolled + 0 0 0 vs Wolf Scent rolled 0 0 0 0"
    contest = [desk.do(each) for each in (*GAME, "trait Wolf Scent Great", line)][-1].as_json()["events"][0]
    odds = desk.do("odds Ana Stealth vs Wolf Scent").as_json()["result"]
    assert contest["chance"] == odds["chance"] < 0.5
    tie = desk.do("contest Ana Stealth rolled 0 vs Wolf Scent rolled 0").as_json()["events"][0]
    assert tie["chance"] == odds["tie"]
    desk.close()


def test_the_chance_is_that_of_the_rules_in_force_then(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    for line in (*GAME, "check Ana Stealth vs Superb", "rules result-ceiling 2"):
        desk.do(line)
    assert [each["chance"] for each in desk.do("log checks").as_json()["result"]["events"]] == [31 / 81]
    desk.close()


def test_a_number_stays_on_the_line_of_its_label() -> None:
    line = "L 0, A −2 Hurt, R [+][−][ ][−] = −1 → −3; needed D 4"
    for columns in range(14, len(line)):
        ends = [part.rsplit(" ", 1)[-1] for part in wrap_lines(line, columns).split("\n")[:-1]]
        assert not {"=", "→", "needed", "D", "L", "A", "R", "[+][−]["} & set(ends), columns


@pytest.mark.parametrize("game", ["peupfudge", "fudge", "polyhedral", "fudge-lite"])
@pytest.mark.parametrize("dice", ["", " with 4dF", " with 3d6", " with diceless", " with poly"])
def test_what_is_added_to_a_roll_is_shown_once_whatever_dice_the_game_rolls(
    game: str, dice: str, tmp_path: Path
) -> None:
    trait = "define ability Dodge" if game == "peupfudge" else "trait Ana Dodge Fair"
    lines = (
        f"check Ana Dodge -1 dark vs {3 if game == 'peupfudge' else 'Fair'}{dice}",
        f"contest Ana Dodge -1 dark vs Orc Dodge -2 weak{dice}",
    )
    check, contest = played(tmp_path / "c.db", f"new {game}", "pc Ana", "npc Orc", trait, *lines)[-2:]
    assert (check.count("−1 (dark)"), contest.count("−1 (dark)"), contest.count("−2 (weak)")) == (1, 1, 1)


@pytest.mark.parametrize("game", ["polyhedral", "fudge"])
def test_the_sum_of_a_polyhedral_die_adds_up_in_every_game(game: str, tmp_path: Path) -> None:
    lines = ("pc Ana", "trait Ana Dodge Great", "check Ana Dodge -1 dark with poly rolled 9")
    text = played(tmp_path / "c.db", f"new {game}", *lines)[-1]
    assert "Great, d10: 9 (real dice), −1 (dark) → 8, " in text
