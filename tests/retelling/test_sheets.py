"""Sheets on paper: every state and box, the account, and the page of one character with its portrait."""

from __future__ import annotations

import os
import re
from base64 import b64encode
from pathlib import Path

import pytest
from test_report import Reader, play

from engine.sheet import view
from replay.retelling.report.portrait import MOST_BYTES
from shell.runner import Desk

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(200))
JPEG = b"\xff\xd8\xff\xe0" + bytes(range(200))

EVENING = """new peupfudge The mill
define ability Climbing, Wits poor 2 decent 4
define status Energy: Tired -1, Fresh 0
pc Ann by Kim
pc Ben
award all 20 for years of practice
spend Ann 9 on Climbing
session start The stairs
check Ann Climbing vs 3 rolled 0 + 0 0
check Ben Wits vs 2 rolled - 0 0 0
secret Ann was seen
give Ann 3 candle in belt
status Ann Energy Tired
award Ann 4 for the loft
award Ben 5 for the cellar
undo
session end
"""


@pytest.fixture
def mill(tmp_path: Path) -> Desk:
    """Play an evening of two."""
    desk = Desk(tmp_path / "mill.db")
    play(desk, EVENING)
    return desk


def write_sheets(desk: Desk, asked: str) -> tuple[str, str]:
    """Write sheets, and return the page and the answer."""
    assert desk.place.file is not None
    file = desk.place.file.with_name("sheets.html")
    outcome = desk.do(f"report {file} sheets {asked} again")
    assert outcome.answer is not None, outcome.fault
    return file.read_text("utf-8"), outcome.answer.text()


def text_of(page: str) -> str:
    """Return the text of a page, without what repeats of its spaces."""
    return " ".join(Reader(page).text.split())


def test_a_sheet_has_every_state_of_a_status_and_boxes_for_practice(mill: Desk) -> None:
    page, _ = write_sheets(mill, "Ann")
    assert '<span class="on" dir=auto>Tired −1</span> <span dir=auto>Fresh</span>' in page
    boxes = re.search(r"<td class=boxes>.*?</td>", page)
    assert boxes is not None
    assert mill.campaign is not None
    trait = view(mill.campaign.state, "Ann").traits["Climbing"]
    assert (boxes[0].count('"box on"'), boxes[0].count("<i ")) == (trait.progress, trait.needed)
    assert "3 × candle (belt)" in text_of(page)


def test_a_page_of_one_character_has_its_own_deeds_and_account(mill: Desk) -> None:
    page, _ = write_sheets(mill, "Ann")
    said = text_of(page)
    account = page[page.index("<h2>XP account") : page.index("<h2>Deeds")]
    rows = [re.findall(r"<t[hd][^>]*>([^<]*)</t", row) for row in re.findall(r"<tr><td>.*?</tr>", account)]
    assert [row[2:] for row in rows] == [
        ["years of practice", "+20", "20"],
        ["Climbing", "−9", "11"],
        ["the loft", "+4", "15"],
    ]
    deeds = said[said.index("Deeds") :]
    assert "Ann made Climbing" in deeds
    assert "Ann tries" not in deeds, "it is a story, and no log"
    assert "Session 1: The stairs" in deeds
    assert "Ben" not in deeds
    several, _ = write_sheets(mill, "Ann, Ben")
    assert "Deeds" not in text_of(several)
    ben = text_of(write_sheets(mill, "Ben")[0])
    assert "the cellar" not in ben, "it was undone"


def test_a_page_of_one_character_for_players_has_no_secrets(mill: Desk) -> None:
    page, _ = write_sheets(mill, "Ann for players")
    assert "was seen" not in page
    assert "the loft" in page


@pytest.mark.parametrize(("picture", "kind"), [(PNG, "png"), (JPEG, "jpeg")])
def test_a_portrait_stands_in_the_page_as_data(mill: Desk, picture: bytes, kind: str) -> None:
    (mill.place.file.parent / "ann.picture").write_bytes(picture)
    play(mill, "set Ann portrait = ann.picture")
    page, said = write_sheets(mill, "Ann")
    images = [held for tag, held in Reader(page).tags if tag == "img"]
    assert images == [{"src": f"data:image/{kind};base64,{b64encode(picture).decode()}", "alt": "Portrait of Ann"}]
    assert "img-src data:" in page
    assert "left out" not in said
    assert "ann.picture" not in text_of(page), "the picture stands for its file"
    assert write_sheets(mill, "Ann")[0] == page, "the same log and pictures, the same bytes"


@pytest.mark.parametrize(
    ("named", "held", "why"),
    [
        ("gone.png", None, "there is no file “gone.png” beside the log"),
        ("text.png", b"a diary", "“text.png” is neither PNG nor JPEG"),
        ("large.png", PNG + bytes(MOST_BYTES), "“large.png” is larger than 200 kB"),
        ("folder", "folder", "there is no file “folder” beside the log"),
        ("pipe.png", "pipe", "there is no file “pipe.png” beside the log"),
        ("../mill.png", None, "“../mill.png” is not the name of a file alone; put it beside the log"),
        ("/etc/passwd", None, "“/etc/passwd” is not the name of a file alone; put it beside the log"),
        ("..", None, "there is no file “..” beside the log"),
    ],
)
def test_a_portrait_that_cannot_be_shown_is_left_out_and_said(
    mill: Desk, named: str, held: bytes | str | None, why: str
) -> None:
    path = mill.place.file.parent / named
    if held == "folder":
        path.mkdir()
    elif held == "pipe":
        os.mkfifo(path)
    elif isinstance(held, bytes):
        path.write_bytes(held)
    play(mill, f"set Ann portrait = {named}")
    page, said = write_sheets(mill, "Ann")
    assert "<img" not in page
    assert said.splitlines()[1] == f"  portrait left out: Ann: {why}"
