"""Help that cannot lie: every example is carried out, in every game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from given import seated

from engine.registry import Ask
from shell.language.evening import evening_lines
from shell.language.grammar import all_commands, compile_usages
from shell.language.manual import HELP_TOPICS
from shell.language.reading import read
from shell.preview.usage import mark_usage
from shell.prompt.toolbar import usage_row
from shell.runner import Desk

GAMES = ("peupfudge", "fudge", "polyhedral", "fudge-lite")

#: Everybody and everything that the examples of checks and contests name.
WORLD = """\
new {game} Test
rules points 9
define ability Climbing, Sneaking, Wits, Perception, Fitness, Knowledge
define status Wounds: Hurt -1, Fine 0
pc Finn
pc Bea
npc Odo
trait Finn Climbing {level}, Sneaking {level}
trait Bea Sneaking {level}
award Finn 40"""

#: Who and what begin as others do: in short they could not be told apart.
MORE = ("define ability Charisma, Stealth", *(f"npc {name}" for name in ("Nyrv", "Gromanno", "Polthova")))
MORE += ("pc Kotorikh", "pc Obazana")

COMMANDS = ("check", "odds", "contest", "trait", "roll")


@pytest.fixture(scope="module", params=GAMES)
def desk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Sit at the table of a game."""
    level = "3" if request.param == "peupfudge" else "Good"
    desk = Desk(tmp_path_factory.mktemp("help") / "c.db")
    for line in WORLD.format(game=request.param, level=level).splitlines():
        assert desk.do(line).fault is None, line
    yield desk
    desk.close()


def shown(desk: Desk, line: str) -> str:
    """Return a page of help."""
    answer = desk.do(line).answer
    assert answer is not None, line
    return answer.text()


@pytest.mark.parametrize("about", ["short", *HELP_TOPICS, *COMMANDS])
def test_every_example_can_be_typed_in_the_game_that_is_played(about: str, desk: Desk) -> None:
    for line in MORE if about in COMMANDS else ():
        desk.do(line)
    page = shown(desk, f"help {about}")
    found = re.findall(r"^ +((?:check|odds|contest|trait|roll|f|f,|all) .*?)(?:  .*)?$", page, re.MULTILINE)
    lines = [line for line in found if "#57" not in line and "table" not in line and line != "f c+"]
    assert lines
    for line in lines:
        assert desk.do(line).fault is None, (line, desk.do(line).fault)


def test_levels_are_words_where_the_game_has_them(desk: Desk) -> None:
    assert desk.campaign is not None
    ladder = bool(desk.campaign.state.rules.ladder)
    for about in ("check", "vs", "short"):
        page = shown(desk, f"help {about}")
        assert bool(re.search(r"vs \d", page)) != ladder
        assert ("vs Good" in page) == ladder


def test_the_columns_of_a_page_stay_in_every_game(desk: Desk) -> None:
    for about in ("vs", "short"):
        rows = [line for line in shown(desk, f"help {about}").split("\n") if re.match(r"  \S+ .*  \S", line)]
        assert len({len(re.match(r"  .*?\S {2,}|$", row)[0]) for row in rows}) == 1  # type: ignore[index]


def test_a_row_of_a_page_fits_the_narrowest_screen(desk: Desk) -> None:
    rows = [line for about in HELP_TOPICS for line in shown(desk, f"help {about}").split("\n") if line[:1] == " "]
    assert [row for row in rows if len(row) > 60] == []


def test_help_of_a_whole_form_shows_that_one_and_names_the_page_of_all(desk: Desk) -> None:
    page = shown(desk, "help check WHO TRAIT")
    assert "Roll a trait against a difficulty." in page
    assert "for several characters" not in page
    assert page.endswith("“help check” explains the other forms of “check”.")
    for cls in all_commands():
        for phrase in compile_usages(cls):
            assert cls.__doc__.split("\n")[0] in shown(desk, f"help {phrase.line}")  # type: ignore[union-attr]


#: Campaigns of every game, and one with other names.
EVENINGS = {
    **{game: WORLD.format(game=game, level=2 if game == "peupfudge" else "Good") for game in GAMES},
    "own names": 'new fudge-lite Mill\npc "Zoë Müller" by Jo\nnpc Wenna\ntrait "Zoë Müller" "Sea Lore" Good',
    "nobody": "new peupfudge Mill",
}


@pytest.mark.parametrize("world", EVENINGS)
def test_help_begins_with_ten_lines_that_an_evening_needs_in_the_words_of_the_game(tmp_path: Path, world: str) -> None:
    desk = seated(tmp_path / "log.db", EVENINGS[world])
    outcome = desk.do("help")
    assert outcome.answer is not None
    lines = outcome.as_json()["result"]["evening"]
    assert len(lines) == 10
    assert outcome.answer.text().lstrip().startswith(lines[0].split("  ")[0])
    if world == "own names":
        assert any('check "Zoë Müller" "Sea Lore" vs' in line for line in lines)
    done = "pc Odo\npc Finn\ntrait Finn Climbing 2\nsession start\n" if world == "nobody" else ""
    for line in done.splitlines():
        desk.do(line)
    for line in (re.split(r"\s{2,}", line)[0] for line in lines):
        if world != "nobody" or not line.startswith(("pc", "check", "contest")):
            assert desk.do(line).fault is None, (line, desk.do(line).fault)
    desk.close()


def test_the_tool_for_replays_shows_only_lines_that_it_takes() -> None:
    assert evening_lines(None, lambda cls: issubclass(cls, Ask)) == ["  sheet Finn  show the sheet"]


def test_a_usage_line_of_80_columns_shows_rolled_before_rare_options(tmp_path: Path) -> None:
    desk = seated(tmp_path / "log.db", EVENINGS["peupfudge"])
    assert desk.campaign is not None
    for line in ("check ", "check Finn ", "check Finn Climbing ", "check Finn Climbing vs 2 ", "roll "):
        row = usage_row(mark_usage(read(line, desk.campaign.state)), 80)
        assert "[rolled FACES]" in "".join(part[1] for part in row), line
    desk.close()


@pytest.mark.parametrize("line", ["help me", "help me please", "help please"])
def test_somebody_who_asks_for_help_gets_the_first_page(desk: Desk, line: str) -> None:
    assert shown(desk, line) == shown(desk, "help")
    assert shown(desk, "help me with check") == shown(desk, "help how do I check") == shown(desk, "help check")
