"""Players' lines from a real browser to a real prompt and back: taken, changed, declined, undone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from at_prompt import CTRL_U, DELETE, ENTER, ESCAPE, RIGHT, GameMaster, at_prompt
from served import Table, served

from engine.events import LineTaken

pytestmark = pytest.mark.slow

FERRY = """new fudge-lite The Ferry in the Mist
rules creation free
rules points 2
pc Fenna by Hanne
pc Oskar by Milan
trait Fenna Boating Great, Perception Good
trait Oskar Athletics Fair
session start The bell under the water
scene The sandbank; something taps against the keel
check Fenna Perception vs Good rolled + + 0 0
"""

#: What a line needs before Enter takes it.
RIPE = 0.9


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Serve an evening."""
    with served(tmp_path, lines=FERRY) as found:
        yield found


@pytest.fixture
def gm(table: Table) -> Iterator[GameMaster]:
    """Sit down at its prompt."""
    with at_prompt(table.file, "Ferry in the Mist 1>") as found:
        yield found


class Phones:
    """The phones of a table, in one browser."""

    def __init__(self, browser: Any, table: Table) -> None:
        self.browser, self.table = browser, table
        self.complaints: list[str] = []

    def open(self, player: str = "", width: int = 360, height: int = 740, **how: Any) -> Any:
        """Open the page on a phone, which gets a player's seat."""
        page = self.browser.new_context(viewport={"width": width, "height": height}, **how).new_page()
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(self.table.served.urls[0] + ("" if player else "#look"))
        if player:
            page.get_by_role("button", name=player).click()
            code = page.locator(".code").inner_text()
            self.table.play(f"take {code}")
            page.locator(".bar").wait_for()
        return page


@pytest.fixture
def phones(browser: Any, table: Table) -> Iterator[Phones]:
    """Return the phones of a table, which are switched off at the end."""
    found = Phones(browser, table)
    yield found
    for context in list(browser.contexts):
        context.close()


def try_boating(page: Any, *, harder: int = 1) -> None:
    """Propose a check by taps: the dice, and the difficulty by steps."""
    page.get_by_role("button", name="try Boating").click()
    for place, taps in enumerate((1, 2, 2, 3)):  # plus, blank, blank, minus
        for _ in range(taps):
            page.get_by_role("button", name=f"die {place + 1}:").click()
    for _ in range(harder):
        page.get_by_role("button", name="harder").click()
    page.get_by_role("button", name="Propose").click()


def events_of(table: Table, kind: type) -> list[Any]:
    """Return the events of a type in the log."""
    assert table.desk.campaign is not None
    table.desk.campaign.refresh()
    return [each.event for each in table.desk.campaign.events_of(kind)]


def test_dice_that_are_too_many_to_tap_are_left_to_the_program(phones: Phones, table: Table) -> None:
    table.play("rules check-dice 9dF")
    hanne = phones.open("Hanne")
    hanne.get_by_role("button", name="try Boating").click()
    asked = hanne.locator("#ask")
    asked.get_by_role("button", name="Roll for me").wait_for()
    assert asked.get_by_role("button", name="Propose").count() == 0
    assert "null" not in asked.inner_text()


LINE = "check Fenna Boating vs Great rolled + 0 0 -"


def test_a_line_goes_from_taps_to_all_pages_by_one_key_and_an_undo_strikes_it(
    phones: Phones, table: Table, gm: GameMaster
) -> None:
    hanne, others = phones.open("Hanne"), [phones.open("Milan"), *(phones.open() for _ in range(4))]
    try_boating(hanne)
    gm.sees(f"Hanne: {LINE}", "61.7%", "Enter takes it · → changes it · Del declines")
    hanne.get_by_text("Waits for the game master").wait_for()
    time.sleep(RIPE)
    gm.types(ENTER)
    gm.sees("(Hanne's")
    for page in (hanne, *others):
        page.locator(".story li", has_text="Fenna tries Boating").filter(has_text="Hanne's line").wait_for()
    hanne.locator(".card.taken").wait_for()
    hanne.locator(".card").wait_for(state="detached")  # what was taken stands in the evening, and goes by itself
    gm.types("undo" + ENTER)
    for page in (hanne, *others):
        page.locator(".story li.struck", has_text="Fenna tries Boating").wait_for()
    assert [each.changed for each in events_of(table, LineTaken)] == [False]
    assert phones.complaints == []


def test_enter_within_a_moment_takes_nothing(phones: Phones, table: Table, gm: GameMaster) -> None:
    hanne = phones.open("Hanne")
    try_boating(hanne)
    gm.sees("Enter takes it")
    gm.types(ENTER)
    time.sleep(0.5)
    assert events_of(table, LineTaken) == []
    gm.sees("Enter takes it")
    time.sleep(RIPE)
    gm.types(ENTER)
    gm.sees("(Hanne's")


def test_a_line_that_is_half_typed_survives_what_comes(phones: Phones, table: Table, gm: GameMaster) -> None:
    hanne = phones.open("Hanne")
    gm.types("note The ke")
    gm.sees("note The ke")
    try_boating(hanne)
    gm.sees("1 waiting")
    assert "Enter takes it" not in gm.text
    gm.types("el groans" + ENTER)
    gm.sees("The keel groans", "Enter takes it")
    gm.sees_no("1 waiting")
    assert events_of(table, LineTaken) == []


def test_del_declines_and_the_phone_says_so(phones: Phones, table: Table, gm: GameMaster) -> None:
    hanne = phones.open("Hanne")
    try_boating(hanne)
    gm.sees("Enter takes it")
    time.sleep(RIPE)
    gm.types(DELETE)
    gm.sees("Hanne's line is declined")
    hanne.locator(".card.declined").wait_for()
    hanne.get_by_role("button", name="OK").click()
    hanne.locator(".card").wait_for(state="detached")
    assert events_of(table, LineTaken) == []


def test_the_right_arrow_changes_a_line_escape_and_clearing_put_it_back(
    phones: Phones, table: Table, gm: GameMaster
) -> None:
    hanne = phones.open("Hanne")
    try_boating(hanne)
    gm.sees("Enter takes it")
    for back in (ESCAPE, CTRL_U):
        gm.types(RIGHT)
        gm.waits_for(lambda: gm.line.endswith(LINE), "the line in the prompt")
        gm.types(back)
        gm.sees("Enter takes it")
    gm.types(RIGHT)
    gm.waits_for(lambda: gm.line.endswith(LINE), "the line in the prompt")
    gm.types(" secret" + ENTER)
    gm.sees("(secret) Fenna tries Boating", "(Hanne's")
    hanne.locator(".card.taken").wait_for()
    hanne.get_by_text("Fenna tries Boating").wait_for(state="detached")
    assert [each.changed for each in events_of(table, LineTaken)] == [False]


def test_a_difficulty_that_is_left_open_is_typed_into_its_gap(phones: Phones, table: Table, gm: GameMaster) -> None:
    hanne = phones.open("Hanne")
    try_boating(hanne, harder=0)
    gm.sees("check Fenna Boating vs ? rolled", "→ lets you say the difficulty")
    time.sleep(RIPE)
    gm.types(ENTER)
    gm.waits_for(lambda: "vs  rolled" in gm.line, "the gap")
    gm.types("Superb" + ENTER)
    gm.sees("Fenna tries Boating against Superb", "(Hanne's")


def test_a_trusted_check_is_taken_without_a_key_and_what_is_refused_waits(
    phones: Phones, table: Table, gm: GameMaster
) -> None:
    gm.types("rules phones trust" + ENTER)
    gm.sees("phones")
    hanne = phones.open("Hanne")
    try_boating(hanne)
    gm.sees("(Hanne's")
    assert [each.trusted for each in events_of(table, LineTaken)] == [True]
    hanne.get_by_role("button", name="Note").click()
    hanne.get_by_label("the note").fill("The lantern goes out")
    time.sleep(2)
    hanne.get_by_role("button", name="Propose").click()
    gm.sees("Hanne: note The lantern goes out", "Enter takes it")


def test_an_x_card_stands_above_all_and_says_nothing_of_whose_it_is(
    phones: Phones, table: Table, gm: GameMaster
) -> None:
    hanne = phones.open("Hanne")
    try_boating(hanne)
    gm.sees("Enter takes it")
    hanne.get_by_role("button", name="X-card").click()
    hanne.get_by_role("button", name="Show the X-card").click()
    gm.sees("X-card", "Enter records it")
    time.sleep(RIPE)
    gm.types(ENTER)
    gm.waits_for(lambda: "✓" in gm.text and "X-card" in gm.text, "the X-card")
    gm.sees("Hanne: check Fenna Boating")
    assert events_of(table, LineTaken) == []


def test_two_prompts_and_one_line_are_one_event(phones: Phones, table: Table, gm: GameMaster) -> None:
    hanne = phones.open("Hanne")
    with at_prompt(table.file, "Ferry in the Mist 1>") as second:
        try_boating(hanne)
        for each in (gm, second):
            each.sees("Enter takes it")
        time.sleep(RIPE)
        for each in (gm, second):
            each.types(ENTER)
        hanne.locator(".card.taken").wait_for()
        for each in (gm, second):
            each.sees_no("Enter takes it")
    assert len(events_of(table, LineTaken)) == 1


def test_a_note_a_point_and_an_injury_are_proposed_by_taps(phones: Phones, table: Table, gm: GameMaster) -> None:
    hanne = phones.open("Hanne")
    hanne.get_by_role("button", name="Note").click()
    hanne.get_by_label("the note").fill("</script><b>The bell\u202e</b>")
    hanne.get_by_role("button", name="Propose").click()
    gm.sees("Hanne: note </script><b>The bell")
    hanne.get_by_role("button", name="Take back").click()
    gm.sees_no("Hanne: note")
    time.sleep(2)
    hanne.get_by_role("button", name="Use a point").click()
    hanne.get_by_role("button", name="Roll #").click()
    gm.sees("Hanne: point Fenna reroll #")
    time.sleep(2)
    hanne.get_by_role("button", name="Injury").click()
    hanne.get_by_role("button", name="Mark minor").click()
    gm.sees("(1 of 2)")
    assert phones.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 740), (820, 1180)])
def test_the_sheets_to_choose_on_fit_and_are_read_by_all(
    phones: Phones, table: Table, width: int, height: int, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = phones.open("Hanne", width, height, color_scheme=scheme)
    for button in ("try Boating", "Note", "Use a point", "Injury", "X-card"):
        page.get_by_role("button", name=button).click()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), button
        small = page.evaluate(
            "[...document.querySelectorAll('dialog button, dialog input, .bar button, .try')].filter(each => {"
            " const box = each.getBoundingClientRect(); return box.height < 44 || box.width < 44; }).length"
        )
        assert small == 0, button
        found = axe.run(page)
        assert [each["id"] for each in found.response["violations"]] == [], button
        page.get_by_role("button", name="Cancel").click()
