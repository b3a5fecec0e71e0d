"""The short tongue: fewer keys for the same commands, through every door, and nothing guessed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from given import folder

from engine.heads import declared_whole_heads
from shell.language.manual import SHORT_PAGE
from shell.language.reading import read
from shell.language.spelling import spell
from shell.options import ExitStatus
from shell.runner import Desk

WORLD = """
new peupfudge
define ability Climbing, Sneaking, Wits, Brawn
define status Wounds: Hurt -1, Fine 0
pc Finn by Ann
pc Bea by Bob
npc Odo
npc Dora
trait Finn Climbing 3, Sneaking 4, Wits 2, Brawn 1
trait Bea Climbing 2, Sneaking 3, Wits 2, Brawn 1
trait Odo Climbing 1, Sneaking 2, Wits 3, Brawn 4
trait Dora Climbing 2, Brawn 2
session start
"""


@pytest.fixture(scope="module")
def made() -> Iterator[Path]:
    """Make the campaign once."""
    with folder() as place:
        desk = Desk(Path(place) / "c.db")
        for line in filter(None, WORLD.splitlines()):
            assert desk.do(line).status == 0, line
        desk.close()
        yield Path(place) / "c.db"


@pytest.fixture
def desk(made: Path, tmp_path: Path) -> Iterator[Desk]:
    """Sit at a copy of it."""
    desk = Desk(Path(shutil.copy(made, tmp_path)))
    yield desk
    desk.close()


def read_as(desk: Desk, line: str) -> str:
    """Return the full reading of a line that is carried out."""
    outcome = desk.do(line)
    assert outcome.fault is None, (line, outcome.fault)
    return outcome.command


def refusal(desk: Desk, line: str) -> tuple[str, str]:
    """Return the message and the hint for a line that is refused."""
    fault = desk.do(line).fault
    assert fault is not None, line
    return fault.message, fault.hint or ""


# --- the first word in short -------------------------------------------------------------------------------


def test_a_letter_or_a_sign_stands_for_a_word_and_the_full_reading_is_shown(desk: Desk) -> None:
    assert read_as(desk, "'we rest # 3") == 'note "we rest # 3"'
    assert [read_as(desk, line) for line in ("u", "r", "q", "?", "?undo")] == [
        "undo",
        "redo",
        "quit",
        "help",
        "help undo",
    ]


def test_a_bare_number_behind_undo_stays_refused_in_short(desk: Desk) -> None:
    assert refusal(desk, "u 2") == ("“2” could be the number of an event or a count", "type u #2 or u last 2")


def test_the_only_beginning_of_a_verb_is_enough_and_a_shared_one_is_refused_with_the_verbs(desk: Desk) -> None:
    assert read_as(desk, "rol 4dF =+0-0") == "roll 4dF rolled 1 0 -1 0"
    assert refusal(desk, "se f") == ("“se” could be session, secret, search, set or setup", "")
    assert refusal(desk, "fig") == ("this needs “start” or “end”", "“fig” stands for “fight”")


# --- the character first -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "full"),
    [
        ("f c 3", "check Finn Climbing vs 3"),
        ("f c +1 torch 3", "check Finn Climbing +1 torch vs 3"),
        ("f c 3 =0", "check Finn Climbing vs 3 rolled 0"),
        ("f c 3 =+0-0", "check Finn Climbing vs 3 rolled 1 0 -1 0"),
        ("f c +1 3", "check Finn Climbing +1 vs 3"),
        ("f c v -1", "check Finn Climbing vs -1"),
        ("fi c 3", "check Finn Climbing vs 3"),
        ("f s o w", "check Finn Sneaking vs Odo Wits"),
        ("f c +1 o w", "check Finn Climbing +1 vs Odo Wits"),
        ("f s v o", "contest Finn Sneaking vs Odo"),
        ("f s v o w", "contest Finn Sneaking vs Odo Wits"),
        ("f c v b v d", "contest Finn Climbing vs Bea vs Dora"),
        ("f c +1 =0 v b -1 dark", "contest Finn Climbing +1 rolled 0 vs Bea -1 dark"),
        ("f", "sheet Finn"),
        ("f hurt", "status Finn Wounds Hurt"),
        ("f hurt for a fall", "status Finn Wounds Hurt for a fall"),
    ],
)
def test_a_line_that_begins_with_a_character_leaves_out_the_verb(desk: Desk, line: str, full: str) -> None:
    assert read_as(desk, line) == full
    assert read_as(desk, full) == full


def test_the_traits_on_a_sheet_win_over_those_of_a_list(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "lite.db")) as lite:
        for line in ("new fudge-lite", "pc Finn", "pc Ba", "trait Finn Climbing Good, Streetwise Good"):
            assert lite.do(line).fault is None
        assert read_as(lite, "f c 3") == "check Finn Climbing vs 3"
        assert read_as(lite, "check f c vs 3") == "check Finn Climbing vs 3"
        assert "“c” could be " in refusal(lite, "b c 3")[0]


def test_a_shared_beginning_of_traits_is_told_though_a_state_begins_so(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "lite.db")) as lite:
        for line in (
            "new fudge-lite",
            "pc Ana",
            "trait Ana Stealth Good, Streetwise Good",
            "define status Nerve: Shaken -1, Calm 0 on Stealth",
        ):
            assert lite.do(line).fault is None, line
        assert refusal(lite, "a s good")[0] == "“s” could be Stealth or Streetwise"
        assert refusal(lite, "a sh good")[0].startswith("“good” does not fit here")


def test_few_letters_that_begin_a_verb_about_files_stand_for_a_character(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "lite.db")) as lite:
        for line in ("new fudge-lite", "pc Ilka", "trait Ilka Magic Good", "define status Nerve: Shaken -1, Calm 0"):
            assert lite.do(line).fault is None, line
        assert read_as(lite, "i mag =0") == "check Ilka Magic rolled 0"
        assert refusal(lite, "i magik good") == ("no ability, status or state “magik”", "did you mean Magic?")
        assert refusal(lite, "i magic great when stargazing")[0].startswith("“when” does not fit here")
        assert refusal(lite, "i shacken")[0] == "no ability, status or state “shacken”"
        assert refusal(lite, "imp magik")[0] == "there is no file magik"
        assert lite.do("pc Imp").fault is None
        assert refusal(lite, "imp magik")[0] == "no ability, status or state “magik”"
        assert refusal(lite, "import magik")[0] == "there is no file magik"


@pytest.mark.parametrize(
    ("game", "trait", "line", "readings"),
    [
        ("polyhedral", "Damage Capacity", "ann damage 5", ["check Ann '{}' vs 5", "damage Ann 5"]),
        ("fudge-lite", "Marksmanship", "ann mark 2", ["check Ann {} vs 2", "mark Ann 2"]),
    ],
)
def test_a_whole_verb_is_not_taken_for_the_beginning_of_a_trait(
    tmp_path: Path, game: str, trait: str, line: str, readings: list[str]
) -> None:
    both = [each.format(trait).replace("'", '"') for each in readings]
    with closing(Desk(tmp_path / "c.db")) as other:
        for each in (f"new {game}", "pc Ann", f'trait Ann "{trait}" Good', "session start"):
            assert other.do(each).fault is None, each
        assert refusal(other, line) == ("this can be read in several ways", f"type {' or '.join(both)}")
        for each in (
            f"ann {trait.lower()} 2",
            f"ann {trait[:3].lower()} 2",
            line.replace("5", "2").replace("2", "v Good"),
        ):
            assert read_as(other, each).startswith("check Ann")


def test_a_plus_behind_a_trait_raises_it(desk: Desk) -> None:
    desk.do("award all 20")
    assert read_as(desk, "f c+") == "raise Finn Climbing"


@pytest.mark.parametrize(
    ("line", "readings"),
    [
        ("f calm", ["status Finn Mood Calm", "status Finn Weather Calm"]),
    ],
)
def test_a_line_with_several_readings_is_refused_with_them(desk: Desk, line: str, readings: list[str]) -> None:
    for name in ("Mood", "Weather"):
        desk.do(f"define status {name}: Calm 0, Wild -1")
    assert desk.do(line).status == 1
    assert refusal(desk, line) == ("this can be read in several ways", f"type {' or '.join(readings)}")
    assert [read_as(desk, each) for each in readings] == readings


def test_a_beginning_that_could_be_a_state_or_a_trait_is_refused_and_the_whole_state_is_not(desk: Desk) -> None:
    desk.do("define status Mood: Calm 0, Wild -1")
    assert refusal(desk, "f c") == (
        "“c” could be the state Calm or the ability Climbing",
        "type status Finn Mood Calm",
    )
    assert read_as(desk, "f calm") == "status Finn Mood Calm"


def test_states_that_share_a_beginning_stand_in_the_way_of_no_check(desk: Desk) -> None:
    desk.do("define status Mood: Calm 0, Cold -1")
    assert read_as(desk, "f c 3") == "check Finn Climbing vs 3"
    assert read_as(desk, "f c v b") == "contest Finn Climbing vs Bea"
    assert "Calm, Cold" in refusal(desk, "f c")[0]


def test_a_usual_difficulty_may_be_left_out_as_in_the_full_line(desk: Desk) -> None:
    assert "needs" in refusal(desk, "f c")[0]
    desk.do("rules default-difficulty 1")
    assert read_as(desk, "f c") == "check Finn Climbing"


def test_a_verb_wins_over_a_name_and_a_whole_name_over_a_beginning(desk: Desk) -> None:
    for name in ("Mark", "Party", "Rol", "Undine", "Fin"):
        desk.do(f"npc {name}")
    assert read_as(desk, "party") == "party"
    assert refusal(desk, "mark")[0] == "this needs a character"
    assert read_as(desk, "rol") == "sheet Rol"
    assert read_as(desk, "fin") == "sheet Fin"
    assert read_as(desk, "fin c 3 =0") == "check Fin Climbing vs 3 rolled 0"
    assert read_as(desk, "und") == "undo"


@pytest.mark.parametrize("verb", sorted(declared_whole_heads()))
def test_a_name_wins_over_a_later_verb_that_begins_it_and_is_named_once(desk: Desk, verb: str) -> None:
    name = f"{verb.capitalize()}ana"
    desk.do(f"npc {name}")
    said = f"“{verb}” was read as {name}, whose name begins so."
    one, two = desk.do(verb), desk.do(f"{verb} climb 3 =0")
    assert (one.command, one.notes) == (f"sheet {name}", (said,))
    if verb not in ("group", "since"):  # any text may stand behind those
        assert (two.command, two.notes) == (f"check {name} Climbing vs 3 rolled 0", ())


@pytest.mark.parametrize(
    "line",
    [*("take 2", "take as note hm", "decline 2", "decline because no", "serve lan", "serve stop", "serve drop Ann")],
)
def test_a_later_verb_that_fits_its_line_is_no_name(desk: Desk, line: str) -> None:
    for verb in ("take", "decline", "serve"):
        desk.do(f"npc {verb.capitalize()}ana")
    parse = desk.read_as_it_stands(line)
    assert (parse.problem, parse.phrase and parse.phrase.head) == (None, line.split()[0])


def test_what_fits_neither_a_verb_nor_a_character_gets_the_usual_hint(desk: Desk) -> None:
    assert refusal(desk, "zzz 3") == ("no command “zzz”", "“help” lists them")
    assert refusal(desk, "chekc f c vs 3") == ("no command “chekc”", "did you mean check?")
    assert "“clear”" in refusal(desk, "heal f")[1]


def test_a_wrong_name_behind_a_character_is_named(desk: Desk) -> None:
    assert refusal(desk, "f zzz 3") == (
        "no ability, status or state “zzz”",
        "Finn has Climbing, Sneaking, Wits and Brawn; it can be Wounds, Hurt or Fine",
    )
    assert refusal(desk, "f s x w")[0] == "no character “x”"


# --- a group -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "full", "who"),
    [
        ("all sneak 3", "check all Sneaking vs 3", ["Finn", "Bea"]),
        ("f, b sneak 3", "check Finn, Bea Sneaking vs 3", ["Finn", "Bea"]),
        ("f, b s +1 dark o w", "check Finn, Bea Sneaking +1 dark vs Odo Wits", ["Finn", "Bea"]),
        ("o, d, f br v 2 -1 rain", "check Odo, Dora, Finn Brawn vs 2 -1 rain", ["Odo", "Dora", "Finn"]),
    ],
)
def test_a_group_rolls_with_one_command_and_a_check_each(desk: Desk, line: str, full: str, who: list[str]) -> None:
    rolled = desk.do(line).as_json()
    assert rolled["command"] == full
    assert read_as(desk, full) == full
    checks = [event for event in rolled["events"] if event["type"] == "CheckResolved"]
    assert [check["character"] for check in checks] == who
    assert [check["character"] for check in rolled["result"]["checks"]] == who
    assert rolled["result"]["succeeded"] == [check["character"] for check in checks if check["success"]]
    assert len({event["cmd"] for event in checks}) == 1


def test_one_undo_undoes_the_checks_of_a_group(desk: Desk) -> None:
    rolled = desk.do("all sneak 3").events
    assert desk.do("u").as_json()["result"]["undone"] == [event["seq"] for event in rolled]


def test_each_check_of_a_group_is_shown_and_who_succeeded(desk: Desk) -> None:
    answer = desk.do("f, b sneak v -20").answer
    assert answer
    assert answer.text().endswith("2 of 2 succeed: Finn and Bea")
    assert answer.text().count("✓ #") == 2


def test_somebody_who_is_away_or_named_twice_does_not_roll_for_the_group(desk: Desk) -> None:
    assert refusal(desk, "f, f sneak 3") == ("Finn is named twice", "")
    desk.do("session end")
    desk.do("session start with Bob")
    assert [event["character"] for event in desk.do("all sneak 3").events] == ["Bea"]


# --- XP ----------------------------------------------------------------------------------------------------


def test_xp_goes_to_all_or_in_different_amounts_with_one_command(desk: Desk) -> None:
    assert read_as(desk, "xp 2 for wit") == "award all 2 for wit"
    assert read_as(desk, "xp f, b 1") == "award Finn, Bea 1"
    each = desk.do("xp f 3, b 1")
    assert each.command == "award Finn 3, Bea 1"
    assert [(event["character"], event["amount"]) for event in each.events] == [("Finn", 3), ("Bea", 1)]
    assert len({event["cmd"] for event in each.events}) == 1
    undone = desk.do("u").as_json()["result"]["undone"]
    assert undone == [event["seq"] for event in each.events]


def test_xp_for_one_character_twice_is_refused(desk: Desk) -> None:
    assert refusal(desk, "xp f 3, f 1") == ("Finn is named twice", "")


# --- the page ----------------------------------------------------------------------------------------------

EXAMPLES = [
    tuple(map(str.strip, line.split("  ", 1))) for line in map(str.strip, SHORT_PAGE.splitlines()) if "  " in line
]


@pytest.mark.parametrize(("line", "full"), EXAMPLES)
def test_the_page_about_the_short_tongue_shows_what_its_lines_mean(desk: Desk, line: str, full: str) -> None:
    desk.do("award all 20")
    desk.do("undo" if line == "r" else "note so that there is something to undo")
    assert read_as(desk, line).replace('"', "") == full


def test_the_page_about_the_short_tongue_fits_a_screen(desk: Desk) -> None:
    outcome = desk.do("help short")
    assert outcome.answer
    assert outcome.answer.text() == SHORT_PAGE
    assert len(SHORT_PAGE.splitlines()) < 24
    assert len(EXAMPLES) > 10


@pytest.mark.parametrize(
    ("page", "line"),
    [
        ("undo", "in short: u"),
        ("note", "in short: '"),
        ("award", "in short: xp AMOUNT [for REASON]"),
        ("sheet", "in short: WHO, ..."),
        ("check", "in short: WHO TRAIT ... DIFFICULTY ..."),
    ],
)
def test_the_page_of_a_verb_shows_how_it_is_typed_in_short(desk: Desk, page: str, line: str) -> None:
    answer = desk.do(f"help {page}").answer
    assert answer
    assert line in answer.text().splitlines()


# --- how many keys an evening takes ------------------------------------------------------------------------

KEYS = Path(__file__).parents[1] / "benchmarks/README.md"


def test_the_ten_commonest_actions_take_as_few_keys_as_the_table_says(desk: Desk) -> None:
    table = KEYS.read_text("utf-8").partition("## Keys")[2].splitlines()
    *rows, total = [[cell.strip(" `") for cell in row.strip("|").split("|")] for row in table if row[:1] == "|"][2:]
    assert len(rows) == 10
    assert desk.do("award all 20").status == ExitStatus.DONE
    assert desk.campaign is not None
    state = desk.campaign.state
    for action, full, least, _, keys in rows:
        text, typed = (" it rains", least + "it rains") if action == "note" else ("", least)
        meant = read(full + text, state).command
        assert meant is not None
        assert read(typed, state).command == meant, action
        assert int(keys) == (len(least) if action == "note" else len(least) + 1)
        shorter = [least[:place] + least[place + 1 :] + typed[len(least) :] for place in range(len(least))]
        assert [line for line in shorter if read(line, state).command == meant] == [], action
        outcome = desk.do(typed)
        assert (outcome.status, outcome.command) == (ExitStatus.DONE, spell(meant)), action
    assert total[3:] == [str(sum(int(row[column]) for row in rows)) for column in (3, 4)]


def test_the_beginnings_of_several_words_name_what_one_of_them_leaves_open(desk: Desk) -> None:
    """A single letter is none of them before the end of a line: it may stand for another name."""
    for line in ('define ability "Sea Lore", Sea, "Sea Legs"', 'trait Finn "Sea Lore" 3, Sea 2, "Sea Legs" 4'):
        assert desk.do(line).status == 0
    assert read_as(desk, "f sea lo 3") == 'check Finn "Sea Lore" vs 3'
    assert read_as(desk, "contest f se le v odo wits") == 'contest Finn "Sea Legs" vs Odo Wits'
    assert refusal(desk, "f se l o w")[0] == "“se” could be Sea Lore, Sea or Sea Legs"


# --- behind a verb ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "full"),
    [
        ("status f hurt", "status Finn Wounds Hurt"),
        ("status f, b hurt", "status Finn, Bea Wounds Hurt"),
        ("status all hurt for a fall", "status all Wounds Hurt for a fall"),
        ("f w hurt", "status Finn Wounds Hurt"),
        ("f wounds down", "status Finn Wounds down"),
        ("f, b hurt", "status Finn, Bea Wounds Hurt"),
        ("all hurt", "status all Wounds Hurt"),
        ("all wounds up", "status all Wounds up"),
        ("odds f s 3", "odds Finn Sneaking vs 3"),
        ("odds f s +1 rope 3", "odds Finn Sneaking +1 rope vs 3"),
        ("odds f s o w", "odds check Finn Sneaking vs Odo Wits"),
        ("odds f s v o", "odds Finn Sneaking vs Odo"),
        ("check f s 3", "check Finn Sneaking vs 3"),
        ("check all s 3", "check all Sneaking vs 3"),
        ("check f, b s 3", "check Finn, Bea Sneaking vs 3"),
        ("raise f, b c+", "raise Finn, Bea Climbing"),
        ("start fight", "fight start"),
        ("end fight", "fight end"),
        ("whatif status f hurt", "whatif status Finn Wounds Hurt"),
    ],
)
def test_what_the_short_tongue_reads_it_reads_behind_a_verb_too(desk: Desk, line: str, full: str) -> None:
    assert desk.do("note it begins").fault is None
    assert desk.campaign is not None
    assert spell(read(line, desk.campaign.state).command) == full


@pytest.mark.parametrize("line", ["odds f s 3 =0", "odds f hurt", "status f s 3", "sheet f s 3", "check f hurt"])
def test_a_verb_leads_only_to_its_own_lines(desk: Desk, line: str) -> None:
    assert desk.do("note it begins").fault is None
    assert desk.campaign is not None
    assert read(line, desk.campaign.state).problem is not None


def test_a_state_of_two_statuses_is_refused_with_both(desk: Desk) -> None:
    assert desk.do("define status Pride: Hurt -1, Whole 0").fault is None
    fault = desk.do("status f hurt").fault
    assert fault is not None
    assert fault.hint == "type status Finn Wounds Hurt or status Finn Pride Hurt"
