"""Pages on small screens, with large text, by touch, in forced colours and on paper; and how large they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from picture import ROOT
from test_page import STORY, opened
from test_report import page_of, play

from engine import Campaign
from shell.runner import Desk

pytestmark = pytest.mark.slow

#: A party of five with long names, tracks, statuses, things, and a fight.
PARTY = "".join(
    f'pc {name} by Kim\ntrait {name} Intelligence Good, "Melee Combat" Great\ngive {name} 2 torch in belt\n'
    for name in ("Wilhelmina", "Ben", "Constantia", "Dagny", "Eberhard")
)
FIGHT = f"""new fudge-lite The Weir
{PARTY}npc Troll
session start Over the weir
scene The bank
note Nobody says a word
check Wilhelmina Intelligence vs Fair rolled 0 + 0 0
check Ben "Melee Combat" vs Good hidden +1 rolled 0 0 0 0
contest Ben "Melee Combat" rolled + 0 0 0 vs Troll "Melee Combat" rolled 0 0 0 0
mark Ben as "cracked ribs"
award all 3 for the weir
session end
"""

#: The words on a page that are broken in the middle: a word in two lines, though it would fit into one.
BROKEN = """() => {
    const found = [], range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode, parent = text.parentElement;
        if (!parent.checkVisibility() || parent.closest("svg, script, pre, .hash, .unseen")) continue;
        for (const word of text.textContent.matchAll(/[^\\s-]+/g)) {
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const lines = new Set([...range.getClientRects()].filter((box) => box.width > 1).map((box) => box.top));
            if (lines.size > 1) found.push(word[0]);
        }
    }
    return found;
}"""

#: What can be pressed beside running text, and is less than 44 pixels high.
TOO_SMALL = """() => {
    const row = (each) => each.closest("tr, .sums div, #log li") || each;
    const pressed = "button, select, summary, nav a, [type=search], .choices label, .why, #log li .n";
    return [...document.querySelectorAll(pressed)].filter((each) => each.checkVisibility())
        .map((each) => [each.outerHTML.slice(0, 60), row(each).getBoundingClientRect().height])
        .filter(([, tall]) => tall < 43.5);
}"""


@pytest.fixture(scope="module")
def weir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """Play an evening of five, and write its page, the players', the sheets and a page of one."""
    folder = tmp_path_factory.mktemp("weir")
    desk = Desk(folder / "weir.db")
    play(desk, FIGHT)
    pages = {"report": "", "players": " for players", "sheets": " sheets", "one": " sheets Ben"}
    for name, asked in pages.items():
        assert desk.do(f"report {folder}/{name}.html{asked}").fault is None
    yield {name: folder / f"{name}.html" for name in pages}
    desk.close()


@pytest.mark.parametrize("name", ["report", "players", "sheets", "one"])
def test_a_page_fits_every_screen_with_text_twice_as_large_and_breaks_no_word(
    browser: Any, weir: dict[str, Path], name: str
) -> None:
    with opened(browser, weir[name]) as page:
        for size in ("100%", "200%"):
            page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
            for width in (320, 360, 768, 1280):
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate("document.documentElement.scrollWidth") == width, (size, width)
                assert page.evaluate(BROKEN) == [], (size, width)


def test_whatever_is_pressed_is_tall_enough_for_a_finger(browser: Any, weir: dict[str, Path]) -> None:
    with opened(
        browser, weir["report"], viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    ) as page:
        page.locator("#log summary").first.scroll_into_view_if_needed()
        page.locator("#log li").first.wait_for()
        assert page.evaluate(TOO_SMALL) == []
        page.locator(".card tr th").first.tap()
        assert page.locator("#why").is_visible(), "the row answers for the number in it"


def test_five_cards_stand_as_three_and_two(browser: Any, weir: dict[str, Path]) -> None:
    with opened(browser, weir["report"], viewport={"width": 1280, "height": 900}) as page:
        tops = page.locator(".card").evaluate_all("cards => cards.map((each) => each.getBoundingClientRect().top)")
        assert [tops.count(top) for top in sorted(set(tops))] == [3, 2]


def test_forced_colours_keep_every_line_and_dot_of_a_picture(browser: Any, weir: dict[str, Path]) -> None:
    with opened(browser, weir["report"], forced_colors="active") as page:
        unseen = """(pictures) => pictures.flatMap((each) => [...each.querySelectorAll("line, circle, .bar, .enough")])
            .filter((each) => !each.closest(".hit") && each.checkVisibility()).map((each) => getComputedStyle(each))
            .filter((look) => [look.stroke, look.fill].every((ink) => ["none", "rgb(255, 255, 255)"].includes(ink)))
            .length"""
        assert page.locator("svg.pic, svg.dots, svg.key").count() > 10
        assert page.locator("svg.pic, svg.dots, svg.key").evaluate_all(unseen) == 0
        box = page.locator(".card .box.on").first
        assert box.evaluate("(each) => getComputedStyle(each).backgroundColor") != "rgb(255, 255, 255)"


@pytest.mark.parametrize("name", ["report", "players"])
def test_the_picture_of_an_evening_shows_every_check_and_fight(browser: Any, weir: dict[str, Path], name: str) -> None:
    with opened(browser, weir[name]) as page:
        marks = page.locator("#checks a")
        assert marks.count() == 3
        assert [marks.nth(place).locator("line").get_attribute("class") for place in range(3)] == [
            "stick",
            "stick" if name == "report" else "flat",
            "flat",
        ]
        assert page.locator("#checks text.end").count() >= 1, "a scale"


def test_a_link_to_an_event_that_a_copy_lacks_says_so(browser: Any, weir: dict[str, Path], tmp_path: Path) -> None:
    with opened(browser, weir["players"], "#e9999") as page:
        assert page.locator("#after").inner_text() == "#9999 is not in this copy: it came after this page was made."
    desk = Desk(tmp_path / "c.db")
    play(desk, "new fudge\npc Ann\nsession start\nsecret a pit\nnote On they go")
    (tmp_path / "c.html").write_text(page_of(desk, audience="players"), "utf-8")
    desk.close()
    with opened(browser, tmp_path / "c.html", "#e4") as page:
        assert page.locator("#after").inner_text() == "#4 is not in this copy: the game master keeps it."


def test_the_search_folds_accents_and_builds_no_log(browser: Any, tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    play(
        desk,
        'new fudge\npc Zoë\nsession start One\nnote Łódź at dawn\nsession end\nsession start Two\nnote "Zoë" sings',
    )
    play(desk, "".join(f"note crowd {number}\n" for number in range(130)))
    (tmp_path / "c.html").write_text(page_of(desk), "utf-8")
    desk.close()
    with opened(browser, tmp_path / "c.html", never_idle=True) as page:
        for asked, found in (("lodz", "1 event"), ("ZOE SINGS", "1 event"), ("crowd", "130 events"), ("x", "0 events")):
            page.fill("#f-text", asked)
            assert page.locator("#found").inner_text() == found
            assert page.locator("#hits li:not(.evening)").count() == min(100, int(found.split()[0]))
        page.fill("#f-text", "crowd")
        page.click("#more")
        assert page.locator("#hits li:not(.evening)").count() == 130
        assert page.locator("#log details noscript").count() > 0, "it was read where it waits"
        page.locator("#hits li").nth(3).click()
        assert page.locator("#said").inner_text() == "crowd 2"


def test_a_check_shows_how_often_its_dice_give_each_total(browser: Any, weir: dict[str, Path]) -> None:
    with opened(browser, weir["report"]) as page:
        page.locator("#checks a").first.click()
        drawn = page.locator("#behind svg.totals")
        assert drawn.locator("rect").count() == 9
        assert drawn.locator("rect.enough").count() == 6, "−1 or more was enough"
        assert drawn.locator("text.count").text_content() == "+1"


def test_a_why_names_the_evenings_of_its_events_in_their_order(browser: Any, tmp_path: Path) -> None:
    desk = Desk(tmp_path / "mill.db")
    play(desk, STORY)
    (tmp_path / "mill.html").write_text(page_of(desk), "utf-8")
    desk.close()
    with opened(browser, tmp_path / "mill.html") as page:
        page.select_option("#whose", label="Ann")
        page.locator(".sheet.chosen tr", has_text="awarded").click()
        said = page.locator("#why-list .evening").all_inner_texts()
        assert [each.split(" 20")[0] for each in said] == ["Before play", "Session 2: The loft"]
        assert all(re.search(r"\d{4}-\d\d-\d\d", each) for each in said)
        page.keyboard.press("Escape")
        page.locator(".card", has_text="Ann").locator(".sums .why").first.click()
        assert page.locator("#why-list li:not(.evening, .total)").count() == 1, "the award of this evening alone"


def test_two_short_sheets_share_a_page_and_no_sheet_is_torn(browser: Any, weir: dict[str, Path]) -> None:
    with opened(browser, weir["sheets"]) as page:
        for size in ("A4", "Letter"):
            printed = page.pdf(format=size)
            assert len(re.findall(rb"/Type\s*/Page\b", printed)) == page.locator(".leaf").count() == 3
            assert len(printed) < 200_000


# --- how large a page is ---------------------------------------------------------------------------------------

#: The most bytes of a page without events, for each event, and of its style sheet and script together.
FIXED, EACH, OWN = 60_000, 250, 32_000


def test_a_page_is_no_larger_than_promised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "tests" / "benchmarks")
    from random import Random

    from rebuild import beginning, evenings, make

    lines = (line for source in (beginning(), evenings(Random(1))) for line in source)
    make(tmp_path / "long.db", 960, islice(lines, 5000))
    campaign = Campaign.open(tmp_path / "long.db", writable=False)
    desk = Desk(tmp_path / "long.db")
    desk.campaign = campaign
    page = page_of(desk)
    assert len(page.encode()) <= FIXED + EACH * campaign.state.seq
    style, script = (re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)[-1] for tag in ("style", "script"))
    assert len(style.encode()) + len(script.encode()) <= OWN
    campaign.close()
