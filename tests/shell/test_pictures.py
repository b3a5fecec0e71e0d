"""The pictures in the README are drawn from the real screen: FUDGELOG_REWRITE=1 draws them again."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest
from terminal import ENTER, Screen, seated

from shell.runner import Desk

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs/prompt.svg"
DEMO = ROOT / "sessions/demo.session"
SIGN = "Metal Beneath 3>"

COLUMNS, ROWS = 84, 28
CELL, LINE, EDGE = 8.4, 18, 14

#: Colours of a light page, then of a dark one: the picture follows the reader's.
LIGHT = {"page": "#ffffff", "default": "#1f2328", "brightblack": "#6e7781"}
LIGHT |= {"green": "#116329", "cyan": "#0b6470", "blue": "#0550ae", "red": "#a40e26"}
DARK = {"page": "#0d1117", "default": "#e6edf3", "brightblack": "#8b949e"}
DARK |= {"green": "#7ee787", "cyan": "#76e3ea", "blue": "#79c0ff", "red": "#ff9492"}


def svg(rows: list[list[Any]], cursor: tuple[int, int], title: str) -> str:
    """Draw the cells of a screen; `cursor` is its column and row."""
    width, height = 2 * EDGE + COLUMNS * CELL, 2 * EDGE + len(rows) * LINE
    column, row = cursor
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}" role="img">',
            f"<title>{escape(title)}</title>",
            "<style>",
            "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}",
            ".bold{font-weight:700}.italics{font-style:italic}.underscore{text-decoration:underline}",
            *colours(LIGHT),
            "@media (prefers-color-scheme:dark){",
            *colours(DARK),
            "}",
            "</style>",
            f'<rect class="page" width="{width:g}" height="{height}" rx="8"/>',
            f'<rect class="cursor" x="{EDGE + column * CELL:g}" y="{EDGE + row * LINE}" width="2" height="{LINE}"/>',
            *(piece for y, cells in enumerate(rows) for piece in pieces(cells, y)),
            "</svg>\n",
        ]
    )


def colours(of: dict[str, str]) -> Iterator[str]:
    """Yield a rule for each colour."""
    yield f".page{{fill:{of['page']};stroke:{of['brightblack']}}}.cursor{{fill:{of['default']}}}"
    yield f".back{{fill:{of['brightblack']}}}.on-back{{fill:{of['page']}}}"
    yield "".join(f".{name}{{fill:{colour}}}" for name, colour in of.items() if name != "page")


def pieces(cells: list[Any], y: int) -> Iterator[str]:
    """Yield the texts of a row, a piece for each look, each as wide as its cells."""
    x = 0
    for look, alike in groupby(cells, key=look_of):
        text = "".join(cell.data for cell in alike)
        shown, start, wide = text.strip(), x + len(text) - len(text.lstrip()), len(text)
        if "on-back" in look:
            yield f'<rect class="back" x="{at(x)}" y="{EDGE + y * LINE}" width="{wide * CELL:g}" height="{LINE}"/>'
        if shown:
            place = f'x="{at(start)}" y="{EDGE + y * LINE + 13}" textLength="{len(shown) * CELL:g}"'
            yield f'<text class="{look}" {place}>{escape(shown)}</text>'
        x += wide


def at(column: int) -> str:
    """Return where a column begins."""
    return f"{EDGE + column * CELL:g}"


def look_of(cell: Any) -> str:
    """Return the classes of a cell."""
    marked = cell.reverse or cell.bg != "default"
    colour = "on-back" if marked else cell.fg if cell.fg in LIGHT else "default"
    return " ".join([colour, *(name for name in ("bold", "italics", "underscore") if getattr(cell, name))])


@pytest.mark.slow
def test_the_picture_of_the_prompt_is_what_the_screen_shows(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "demo.db")
    for line in DEMO.read_text("utf-8").splitlines():
        assert line[:1] in ("", "#") or desk.do(line).fault is None, line
    assert desk.do("session start").fault is None
    desk.close()
    with seated(desk.place.file, COLUMNS, ROWS) as player:
        player.begin(SIGN)
        for line in ("status kot energy down for a long day", "kot perc 3 =-000", "why kot perc"):
            player.types(line + ENTER)
            player.sees(f"{SIGN} {line}")
            player.stands_in(SIGN)
        player.types("kot perc 3 +1 rain ")
        player.sees("needs +1 or more", "what real dice showed")
        if os.environ.get("FUDGELOG_REWRITE"):
            time.sleep(1)  # nothing tells that all is drawn
            PICTURE.write_text(drawing(player.screen), "utf-8")
        kept = PICTURE.read_text("utf-8")
        player.waits_for(lambda: drawing(player.screen) == kept, "for the picture; FUDGELOG_REWRITE=1 draws it again")


def drawing(screen: Screen) -> str:
    """Return the picture of a screen as it is."""
    rows, cursor = [screen.cells(y) for y in range(ROWS)], screen.screen.cursor
    return svg(rows, (cursor.x, cursor.y), "fudgelog at the table")
