"""What a player reads: lines that fit the terminal, and words that belong at a table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from given import folder

from shell.doors.script import fault_text, script_lines
from shell.output import clean, wrap_lines
from shell.output import width as width_of
from shell.runner import Desk

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "sessions").glob("*.session"))
WIDTHS = range(60, 141)

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
        lines = [line for _, line in script_lines(stream) if isinstance(line, str)]
    yield from (said(desk, line) for line in lines)
    assert desk.campaign is not None
    for name in desk.campaign.state.sheets:
        yield from (said(desk, f'{look} "{name}"') for look in ("sheet", "ledger", "log", "why xp"))
    yield from (said(desk, line) for line in LOOKS)
    desk.close()


@pytest.fixture(scope="module")
def screens() -> list[str]:
    """Return the texts of all evenings."""
    with folder() as place:
        return [text for script in SCRIPTS for text in evening(script, place) if text]


def too_wide(line: str, columns: int) -> bool:
    """Tell whether a line is wider than the terminal, although each of its words would fit."""
    return width_of(line) > columns and all(width_of(word) <= columns for word in line.split())


def test_no_line_is_wider_than_the_terminal_at_any_width(screens: list[str]) -> None:
    for columns in WIDTHS:
        wide = [line for text in screens for line in wrap_lines(text, columns).split("\n") if too_wide(line, columns)]
        assert wide == [], columns


def test_no_word_is_cut_at_any_width(screens: list[str]) -> None:
    for columns in WIDTHS:
        for text in screens:
            assert wrap_lines(text, columns).split() == text.split()


def test_what_follows_a_break_is_indented_under_its_line(screens: list[str]) -> None:
    for line in {line for text in screens for line in text.split("\n") if width_of(line) > 60}:
        first, *rest = wrap_lines(line, 60).split("\n")
        lead = len(first) - len(first.lstrip())
        assert all(each.startswith(" " * lead) or len(each.split()) == 1 for each in rest)


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
