"""The page of a report in a real browser: what it asks for, whether it fits, turns and prints, and is read aloud."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from picture import PICTURE, ROOT, SIZE, take_picture
from test_report import HOSTILE, TABLE, page_of, play, said_by

from engine.sheet import view
from shell.runner import Desk

pytestmark = pytest.mark.slow

#: Checks, so that there are moments, luck and a band.
MORE = "".join(f"check Ann Climbing vs {3 + n % 3} rolled {'+ 0 - 0' if n % 2 else '+ + 0 0'}\n" for n in range(30))
STORY = TABLE.replace("session end\n", f"{MORE}session end\n", 1)


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Desk, Path]]:
    """Play two evenings in a mill, and write their page."""
    folder = tmp_path_factory.mktemp("mill")
    desk = Desk(folder / "mill.db")
    play(desk, STORY)
    (folder / "mill.html").write_text(page_of(desk), "utf-8")
    yield desk, folder / "mill.html"
    desk.close()


@contextmanager
def opened(browser: Any, file: Path, at: str = "", *, never_idle: bool = False, **how: Any) -> Iterator[Any]:
    """Open a page without a network; it must ask for nothing, and complain of nothing."""
    context = browser.new_context(offline=True, **how)
    if never_idle:
        context.add_init_script("window.requestIdleCallback = () => 0")
    page, said, asked = context.new_page(), [], []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"file://{file}{at}")
    yield page
    assert said == []
    assert len(asked) == 1
    context.close()


def must_fit(page: Any, *widths: int) -> None:
    """Check that a page is nowhere wider than the window."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_page_asks_for_nothing_and_fits_every_screen(browser: Any, mill: tuple[Desk, Path]) -> None:
    with opened(browser, mill[1]) as page:
        must_fit(page, 320, 360, 768, 1280)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        must_fit(page, 320, 1280)


#: How many lines the name of the first trait of the party takes.
LINES_OF_NAME = """() => { const range = document.createRange();
    range.selectNodeContents(document.querySelector("#party .rows bdi"));
    return range.getClientRects().length; }"""


def test_no_word_of_a_trait_is_broken_at_desk_width(browser: Any, tmp_path: Path) -> None:
    desk = Desk(tmp_path / "names.db")
    people = "".join(f"pc {name}\ntrait {name} Dungeoneering Good\n" for name in ("Ann", "Ben", "Cy"))
    play(desk, f"new fudge-lite\n{people}session start\ntrait Ann Dungeoneering Great\nmark Ann 1\nsession end")
    (tmp_path / "names.html").write_text(page_of(desk), "utf-8")
    desk.close()
    with opened(browser, tmp_path / "names.html") as page:
        for width in (960, 1200):
            must_fit(page, width)
            assert page.evaluate(LINES_OF_NAME) == 1, width


def test_hostile_texts_do_nothing_in_a_browser(browser: Any, tmp_path: Path) -> None:
    desk = Desk(tmp_path / "hostile.db")
    play(
        desk, 'new peupfudge <b>\npc __proto__ by "constructor"\npc "<img src=x onerror=window.pwned=1>"\nsession start'
    )
    for text in HOSTILE:
        name = text[:150].replace('"', "'").strip("\u202e\u2066")
        play(desk, f'note {text}\nscene {text}\ngive __proto__ "{name}"\nset __proto__ "{name[:40].strip()}" = {text}')
    (tmp_path / "hostile.html").write_text(page_of(desk), "utf-8")
    desk.close()
    with opened(browser, tmp_path / "hostile.html") as page:
        must_fit(page, 320, 1280)
        for _ in range(8):
            page.click("#back")
        assert page.evaluate("window.pwned") is None
        assert page.evaluate("Object.prototype.polluted") is None
        assert "<script>window.pwned=1</script>" in page.locator("#log").inner_text()


def sheets_on(page: Any) -> dict[str, dict[str, str]]:
    """Return what the sheets on a page say, by their rows; the rows of what is gone are left out.

    A sheet is drawn once it is looked at, so each is chosen in turn.
    """
    found: dict[str, dict[str, str]] = page.evaluate(
        """() => {
            const chosen = document.getElementById("whose"), sheets = {};
            const place = /^(in \\w+|\\(\\w+\\))/;
            const choose = (value) => { chosen.value = value; chosen.dispatchEvent(new Event("change")); };
            const row = (each) => [
                each.closest("table").className.split(" ")[1] + "|" + each.querySelector("bdi").textContent
                    + "|" + (place.exec((each.querySelector("small") || {}).textContent) || ["", ""])[1],
                each.querySelector(".value").textContent.trim()];
            for (const option of [...chosen.options].slice(2)) {
                choose(option.value);
                const sheet = document.querySelector(".sheet.chosen:not(.absent)");
                if (sheet) sheets[sheet.dataset.name] =
                    Object.fromEntries([...sheet.querySelectorAll("tr:not(.gone)")].map(row));
            }
            choose("about");
            return sheets;
        }"""
    )
    return found


def expected_on(desk: Desk, seq: int, *, corrected: bool) -> dict[str, dict[str, str]]:
    """Return what the engine says of the sheets after an event."""
    assert desk.campaign is not None
    state = desk.campaign.state_at(seq, corrected=corrected)
    rows = {name: said_by(view(state, name).as_json()) for name in state.sheets}
    return {name: {"|".join(key): said or "yes" for key, said in sheet.items()} for name, sheet in rows.items()}


def test_the_page_turns_every_sheet_both_ways_as_the_engine_does(browser: Any, mill: tuple[Desk, Path]) -> None:
    desk, file = mill
    assert desk.campaign is not None
    last = desk.campaign.state.seq
    with opened(browser, file, "#e1") as page:
        page.check("#undone")
        for seq in range(1, last + 1):
            assert sheets_on(page) == expected_on(desk, seq, corrected=False), seq
            page.keyboard.press("ArrowRight") if seq > 1 else page.locator("#slider").press("ArrowRight")
        page.check("[value=corrected]")
        for seq in range(last, 0, -1):
            assert sheets_on(page) == expected_on(desk, seq, corrected=True), seq
            page.locator("#slider").press("ArrowLeft")
        page.locator("#slider").press("End")
        assert page.locator("#said").inner_text() == "Session 2 ends"
        page.wait_for_url(lambda url: url.endswith(f"#e{last}"))


#: Which rows of the sheets were put anew since they were last looked at.
PUT_ANEW = """() => { const rows = [...document.querySelectorAll(".sheet tr")];
    const fresh = rows.filter((row) => !row.known).map((row) => row.querySelector("bdi").textContent);
    rows.forEach((row) => (row.known = true));
    return fresh; }"""


def test_a_step_leaves_alone_the_rows_that_stay_as_they_are(browser: Any, tmp_path: Path) -> None:
    desk = Desk(tmp_path / "steps.db")
    play(desk, 'new fudge\npc Ann\ntrait Ann Climbing Good, Wits Fair, Stealth Poor\nset Ann "Eyes" = grey\n')
    play(desk, "session start\ntrait Ann Climbing Great\nnote On they go")
    (tmp_path / "steps.html").write_text(page_of(desk), "utf-8")
    desk.close()
    with opened(browser, tmp_path / "steps.html") as page:
        assert set(page.evaluate(PUT_ANEW)) == {"Climbing", "Wits", "Stealth", "Eyes"}
        page.click("#back")
        assert page.evaluate(PUT_ANEW) == ["Climbing"], "the row that the event changed, marked"
        page.click("#on")
        assert page.evaluate(PUT_ANEW) == ["Climbing"], "the same row, no longer marked"


def test_without_gaps_a_change_that_nobody_saw_come_is_a_stop_between_two_numbers(browser: Any, tmp_path: Path) -> None:
    desk = Desk(tmp_path / "between.db")
    play(desk, "new fudge-lite\npc Ann\nrules players-see gaps no\nsession start")
    play(desk, 'define table Mishaps with d6: 1-6 "trips" a -1 until scene\nnote On they go')
    play(desk, "secret a pit\ntable Mishaps for Ann secret rolled 2\nnote And on")
    (tmp_path / "between.html").write_text(page_of(desk, audience="players"), "utf-8")
    desk.close()
    with opened(browser, tmp_path / "between.html") as page:
        assert page.locator("#place").inner_text().startswith("#6 ·")
        page.click("#back")
        assert page.locator("#place").inner_text() == "after #5"
        assert page.locator("#said").inner_text() == "Back to: Kept by the game master"
        page.wait_for_url(lambda url: url.endswith("#e5.5"))
        page.locator(".sheet .why", has_text="trips").click()
        assert page.locator("#why-list li:not(.evening)").inner_text().startswith("after #5")
        page.keyboard.press("Escape")
        page.click("#back")
        assert page.locator("#place").inner_text().startswith("#5 ·")
    with opened(browser, tmp_path / "between.html", "#e5.5") as page:
        assert page.locator("#place").inner_text() == "after #5"


#: What a number on the page says, and what the list that it opens says: its effects, and what they make.
EXPLAINED = """(place) => {
    const button = document.querySelectorAll(".card .why, .sheet.chosen .why")[place];
    button.click();
    const said = (each) => each && each.querySelector("b").firstChild.textContent;
    const lines = [...document.querySelectorAll("#why-list li:not(.evening, .total)")];
    const found = {button: button.textContent.trim(), total: said(document.querySelector("#why-list .total")),
        effects: lines.map(said), evenings: document.querySelectorAll("#why-list .evening").length,
        text: document.getElementById("why").textContent};
    document.getElementById("why").close();
    return found;
}"""


@pytest.mark.parametrize("evening", ["13-peupfudge-salt", "10-lite-wargs", "9-polyhedral-plateau", "8-fudge-fair"])
def test_every_number_of_a_game_is_the_sum_of_the_list_that_it_opens(
    browser: Any, tmp_path: Path, evening: str
) -> None:
    desk = Desk(tmp_path / "evening.db")
    for line in (ROOT / "sessions" / f"{evening}.session").read_text("utf-8").splitlines():
        desk.do(line)
    play(desk, "award all 3 for the evening\naward all 2 for the way home")
    assert desk.campaign is not None
    practised = desk.campaign.state.rules.growth == "practice"
    (tmp_path / "evening.html").write_text(page_of(desk), "utf-8")
    desk.close()
    summed = 0
    with opened(browser, tmp_path / "evening.html") as page:
        page.select_option("#whose", "0")
        for place in range(page.locator(".card .why, .sheet.chosen .why").count()):
            found = page.evaluate(EXPLAINED, place)
            effects = [number_in(each) for each in found["effects"] if each]
            if found["total"] and re.fullmatch(r"[−-]?\d+", found["button"]):
                assert sum(effects) == number_in(found["button"]) == number_in(found["total"]), found
                summed += 1
            elif effects and "→" in found["effects"][-1]:
                assert found["effects"][-1].endswith(f"→ {found['button']}"), found
            assert found["evenings"] >= 1 or not found["effects"]
            assert practised or "XP" not in found["text"] or ": XP " in found["text"] or "is awarded" in found["text"]
    assert summed >= 4


def number_in(text: str) -> int:
    """Return the number at the beginning of a text, 0 if there is none."""
    found = re.match(r"[+-]?\d+", text.replace("−", "-"))
    return int(found[0]) if found else 0


def test_a_page_can_be_read_without_its_script_and_prints_a_sheet_a_page(browser: Any, mill: tuple[Desk, Path]) -> None:
    with opened(browser, mill[1], java_script_enabled=False) as page:
        assert "The miller counts aloud" in page.locator("#recap, #earlier").first.inner_text() + page.content()
        assert page.locator("#slider").is_hidden()
        assert page.locator("#filter").is_hidden(), "it filters by script"
        assert "#e11" in page.content()
        printed = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) >= 2, "Ann and Ben on a page, and the rest"
    assert len(printed) < 200_000


def test_earlier_evenings_wait_as_text_until_they_are_looked_at(browser: Any, mill: tuple[Desk, Path]) -> None:
    desk, file = mill
    assert desk.campaign is not None
    with opened(browser, file, never_idle=True) as page:
        lines = page.locator("#log li")
        assert page.locator("noscript").count() == 4, "the first evening's story, both logs, and what was before them"
        page.locator("#log").scroll_into_view_if_needed()
        page.locator("#log li").first.wait_for()
        assert page.locator("noscript").count() == 3
        assert 0 < lines.count() < desk.campaign.state.seq
        page.locator("#earlier summary").click()
        page.locator("#earlier").get_by_text("The miller counts aloud").wait_for()
        page.locator("#earlier a").last.click()
        assert "Back to" not in page.locator("#said").inner_text()
        page.fill("#f-text", "counts aloud")
        assert page.locator("#log li:not(.evening):visible").count() == 1
        assert page.locator("#found").inner_text() == "1 event"
        page.fill("#f-text", "")
        assert page.locator("#hits li").count() == 0
    with opened(browser, file, "#e3") as page:
        assert page.locator("#said").inner_text() == "Ability Wits (poor 2, decent 4)"


def test_a_browsers_own_search_finds_what_lies_in_closed_evenings(browser: Any, mill: tuple[Desk, Path]) -> None:
    waiting = "details noscript"
    closed = "#log details:not([open]) bdi:text-is('The miller counts aloud')"
    with opened(browser, mill[1]) as page:
        page.wait_for_selector(waiting, state="detached")
        assert page.locator(closed).count() == 1, "a quiet moment put it into the page, and left its evening closed"
    with opened(browser, mill[1], never_idle=True) as page:
        assert (page.locator(waiting).count(), page.locator(closed).count()) == (4, 0)
        page.keyboard.press("Control+f")
        assert (page.locator(waiting).count(), page.locator(closed).count()) == (0, 1)


@pytest.mark.parametrize("asked", ["", " sheets", " sheets Ann"], ids=["report", "sheets", "one character"])
def test_axe_finds_nothing_wrong_with_a_page_in_the_light_in_the_dark_or_on_paper(
    browser: Any, mill: tuple[Desk, Path], tmp_path: Path, asked: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    assert mill[0].do(f"report {tmp_path}/page.html{asked}").fault is None
    context = browser.new_context(offline=True, bypass_csp=True)
    page = context.new_page()
    page.goto(f"file://{tmp_path}/page.html")
    if not asked:
        page.locator("#log summary").first.scroll_into_view_if_needed()
        page.locator(".card .why").first.click()
    contrast = {"runOnly": ["color-contrast"]}
    for scheme, medium, rules in (("light", "screen", {}), ("dark", "screen", contrast), ("light", "print", contrast)):
        page.emulate_media(color_scheme=scheme, media=medium)
        found = Axe().run(page, None, rules).response["violations"]
        assert [(each["id"], [node["html"][:90] for node in each["nodes"][:3]]) for each in found] == []
        page.keyboard.press("Escape")
    context.close()


def test_the_picture_on_the_page_of_files_is_of_a_page_as_it_is_made_now(browser: Any, tmp_path: Path) -> None:
    take_picture(browser, tmp_path / "report.png")
    for picture in (PICTURE, tmp_path / "report.png"):
        assert struct.unpack(">II", picture.read_bytes()[16:24]) == SIZE
        assert picture.stat().st_size < 200_000
    assert f"]({PICTURE.name})" in (PICTURE.parent / "files.md").read_text("utf-8")


def test_a_page_is_worked_by_keyboard_alone(browser: Any, mill: tuple[Desk, Path]) -> None:
    with opened(browser, mill[1]) as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        reached = set()
        for _ in range(120):
            page.keyboard.press("Tab")
            reached.add(page.evaluate("document.activeElement.id || document.activeElement.getAttribute('class')"))
        assert {"slider", "back", "undone", "whose", "why"} <= reached
        page.locator("#slider").focus()
        page.keyboard.press("Home")
        line = page.locator("#log bdi").evaluate_all("each => each.map(line => line.textContent)")
        assert page.locator("#said").inner_text().removeprefix("Back to: ") in line


@pytest.mark.parametrize("asked", ["for players", "sheets"])
def test_pages_for_players_and_for_print_ask_for_nothing_and_fit(
    browser: Any, mill: tuple[Desk, Path], tmp_path: Path, asked: str
) -> None:
    desk, file = mill[0], tmp_path / "page.html"
    assert desk.do(f"report {file} {asked}").fault is None
    with opened(browser, file) as page:
        must_fit(page, 320, 1280)
        printed = page.pdf(format="A4")
    pages = len(re.findall(rb"/Type\s*/Page\b", printed))
    assert pages == 2 if asked == "sheets" else pages >= 2


def test_the_browser_makes_the_words_of_every_seal_again(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second implementation, in another language, comes to the same words."""
    desk = Desk(tmp_path / "mill.db")
    play(desk, f"{TABLE}seal 4417 by Kim\nseal by Kim\n")
    words = [each["words"] for each in desk.do("seals").answer.result["seals"]]
    file = tmp_path / "mill.html"
    file.write_text(page_of(desk), "utf-8")
    desk.close()
    with opened(browser, file) as page:
        assert page.locator("#seals b").all_inner_texts() == [" ".join(each) for each in words]
        page.click("#seal-again")
        page.locator("#seals li").nth(1).filter(has_text="this browser").wait_for()
        assert [
            text.count("✓ this browser makes the same words") for text in page.locator("#seals li").all_inner_texts()
        ] == [1, 1]
