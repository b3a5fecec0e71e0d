"""What stands out on a screen, and that nothing is lost where nothing can."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from prompt_toolkit.styles import Style
from terminal import ENTER, Player, seated

from shell import style
from shell.language.kinds.table import KINDS, find_kind
from shell.prompt.colours import ROLE_COLOURS

CONTEST = "contest kot perc =+0- v oba perc =+++"
LINES = (CONTEST, "undo", "log last 3", "why kot perc")


def play_lines(player: Player) -> None:
    """Type a few lines, and wait until the screen shows them and how the contest ended."""
    for line in LINES:
        player.types(line + ENTER)
        player.sees(f"> {line}")
        player.stands_in("1>")
    player.sees("1. Obazana   Perception  L 0, R [+][+][+] = +3 → 3", "paid by 3 of the 20 XP")


def test_every_name_of_a_style_resolves_and_every_role_has_one() -> None:
    for table in (style.COLOURS, style.AROUND, style.REPLAY):
        assert Style.from_dict(table).style_rules
        assert all(" " not in name for name in table)
    assert {f"line.{name}" for name in (*ROLE_COLOURS.values(), "name")} <= set(style.COLOURS)
    roles = {kind.name.replace(" ", "-") for kind in map(find_kind, KINDS)}
    assert set(ROLE_COLOURS) - roles == {"keyword", "punctuation", "comment", "error", "typing"}


def test_no_colour_hides_on_a_light_or_a_dark_background() -> None:
    tables = (style.COLOURS, style.AROUND, style.REPLAY, *style.ON.values())
    said = " ".join(look for table in tables for look in table.values())
    assert not re.findall(r"\bbg:|#[0-9a-f]{3}|ansi(?:bright)?(?:white|yellow)|ansi(?:gray|black)", said)


@pytest.mark.parametrize(
    ("theme", "terminal", "keyword"),
    [
        ("auto", "", "ansicyan"),
        ("auto", "15;0", "ansibrightcyan"),
        ("auto", "0;default;15", "ansimagenta"),
        ("auto", "0;default", "ansicyan"),
        ("light", "15;0", "ansimagenta"),
        ("dark", "", "ansibrightcyan"),
    ],
)
def test_colours_fit_the_background_that_the_terminal_or_the_settings_name(
    theme: str, terminal: str, keyword: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORFGBG", terminal)
    found = style.prompt_colours(theme)
    assert found["line.keyword"] == keyword
    assert Style.from_dict(found).style_rules


def test_the_result_is_strong_and_its_parts_are_not(file: Path, home: Path) -> None:
    with seated(file) as player:
        player.types(CONTEST + ENTER)
        player.sees("✓ #55 Obazana wins", "2. Kotorikh")
        assert "✓ #55 Obazana wins by 1" in player.screen.bold()
        assert "1. Obazana" not in player.screen.bold()
        player.types("check Kotorikh Percepton vs 3" + ENTER)
        player.sees("did you mean")
        assert "no ability “Percepton”" in player.screen.bold()


def test_without_colours_the_screen_says_as_much(file: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    with seated(file) as player:
        play_lines(player)
        cells = [cell for y in range(player.screen.screen.lines) for cell in player.screen.cells(y)]
    assert not [cell for cell in cells if cell.bold or cell.fg != "default" or cell.reverse]


@pytest.mark.slow
def test_a_terminal_that_does_not_say_where_its_cursor_is_shows_every_answer(file: Path, home: Path) -> None:
    with seated(file, answers=False) as player:
        play_lines(player)


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("switch", [("TERM", "dumb"), ("NO_COLOR", "1"), ("TERM", "")])
def test_a_text_is_plain_where_no_style_is_wanted(switch: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    text = "✓ #7 Ana wins\n  1. Ana"
    assert style.for_table(text, Terminal()) == f"{style.STRONG}✓ #7 Ana wins{style.PLAIN_AGAIN}\n  1. Ana"
    assert style.for_table(text, io.StringIO()) == text
    monkeypatch.setenv(*switch)
    assert style.for_table(text, Terminal()) == text


def test_headings_are_strong_and_what_was_undone_is_faint() -> None:
    log = "    Session 1 · 2026-01-02 18:00\n#4  × one\n#5    two\n    2026-01-03\n#6    three"
    assert [look for _, look in style.looks(log)] == [style.STRONG, style.FAINT, "", "", ""]
    sheet = "Ana · NPC\n\nTraits\n  Climbing  Good\n\nXP: 3"
    assert [look for _, look in style.looks(sheet)] == [style.STRONG, "", style.STRONG, "", "", ""]
