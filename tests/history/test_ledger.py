"""The ledger: a statement as a bank gives it, with what was corrected marked and the balance always right."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playing import ILSE, play, said
from worlds import STORIES, a_campaign, tell

from engine.known import the_sheet
from replay.accounts.ledger import account
from replay.moment import Moment
from shell.runner import Desk


@pytest.fixture
def ilse(table: Desk) -> Desk:
    """Play the worked example; its #1 is #5 here."""
    play(table, ILSE)
    return table


def lines(found: Any) -> list[tuple[int, str, int, int]]:
    """Return number, kind, amount and balance of every entry."""
    return [(entry["seq"], entry["kind"], entry["amount"], entry["balance"]) for entry in found["entries"]]


@pytest.mark.rule("C.4")
def test_every_line_has_the_balance_after_it(ilse: Desk) -> None:
    found = play(ilse, "ledger Ilse")
    assert lines(found) == [
        (5, "award", 85, 85),
        (6, "spend", 85, 0),
        (7, "award", 10, 10),
        (8, "spend", 7, 3),
        (9, "spend", 3, 0),
    ]
    assert (found["awarded"], found["spent"], found["unspent"], found["debt"]) == (95, 95, 0, 0)
    first = found["entries"][0]
    assert {"seq", "session", "at", "kind", "amount", "trait", "reason", "balance"} <= set(first)
    assert (first["reason"], first["trait"], found["entries"][3]["trait"]) == (
        "the years before play",
        None,
        "Construction Magic",
    )


@pytest.mark.rule("C.4")
def test_what_was_taken_back_stays_on_the_statement_and_moves_nothing(ilse: Desk) -> None:
    play(ilse, "undo #7 cascade for it was never ours")
    found = play(ilse, "ledger Ilse")
    assert lines(found)[2:] == [(7, "undone", 10, 0), (8, "undone", 7, 0), (9, "undone", 3, 0)]
    assert found["entries"][3]["was"] == "spend"
    assert found["entries"][2]["corrections"] == [11]
    assert "× the golden teapot; undone by #11 (it was never ours)" in said(ilse, "ledger Ilse")


@pytest.mark.rule("C.4")
def test_what_was_amended_stands_there_with_the_amount_it_has_by_now(ilse: Desk) -> None:
    play(ilse, "amend #7 12 for the lid")
    found = play(ilse, "ledger Ilse")
    entry = found["entries"][2]
    assert (entry["amount"], entry["recorded"], entry["balance"], entry["corrections"]) == (12, 10, 12, [11])
    assert "amended from 10 by #11 (the lid)" in said(ilse, "ledger Ilse")
    assert found["unspent"] == 2


@pytest.mark.rule("C.4")
def test_a_debt_is_stated_with_what_is_owed(ilse: Desk) -> None:
    play(ilse, "undo #7 keep for now")
    found = play(ilse, "ledger Ilse")
    assert (found["unspent"], found["debt"]) == (-10, 10)
    assert found["entries"][3]["notes"] == ["7 of it owed since #11 undid #7 (now)"]
    assert "−10 to spend, a debt of 10 that later awards pay first" in said(ilse, "ledger Ilse")


@pytest.mark.rule("C.4")
def test_every_session_has_its_subtotal(table: Desk) -> None:
    play(table, "define ability Chess\npc Ann\naward Ann 4\nsession start The mill\naward Ann 5\nspend Ann 6 on Chess")
    play(table, "bonus Ann 2 on Chess\nsession end\nsession start\naward Ann 1")
    found = play(table, "ledger Ann")
    sums = [(each["session"], each["awarded"], each["spent"], each["balance"]) for each in found["sessions"]]
    assert sums == [(0, 4, 0, 4), (1, 5, 6, 3), (2, 1, 0, 4)]
    text = said(table, "ledger Ann")
    assert "before play: +4, leaves 4" in text
    assert "session 1, The mill: +5 −6, leaves 3" in text
    assert "free practice in Chess" in text
    assert text.startswith("Ann's XP: 4 to spend (awarded 10, spent 6, free 2)\n")


def test_who_never_had_any_has_an_empty_one(table: Desk) -> None:
    play(table, "pc Ann")
    assert play(table, "ledger Ann")["entries"] == []
    assert said(table, "ledger Ann") == "Ann has no XP yet"


@pytest.mark.rule("C.1")
def test_a_statement_of_the_past_has_two_readings(ilse: Desk) -> None:
    play(ilse, "undo #7 cascade")
    assert [entry["kind"] for entry in play(ilse, "ledger Ilse at #9")["entries"]][2:] == ["award", "spend", "spend"]
    assert [entry["kind"] for entry in play(ilse, "ledger Ilse at #9 corrected")["entries"]][2:] == ["undone"] * 3


@pytest.mark.rule("C.4", "C.5")
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STORIES, st.integers(0, 999), st.booleans())
def test_the_last_balance_is_what_the_sheet_says(story: list[object], which: int, corrected: bool) -> None:
    with a_campaign() as campaign:
        tell(campaign, story)
        moment = Moment.of(campaign, 1 + which % campaign.state.seq, corrected=corrected)
        for who in moment.state.sheets:
            found, sheet = account(moment, who), the_sheet(moment.state, who)
            assert (found.entries[-1].balance if found.entries else 0) == sheet.unspent
            for kind, amount in (("award", sheet.awarded), ("spend", sheet.spent), ("bonus", sheet.bonus)):
                assert sum(entry.amount for entry in found.entries if entry.kind == kind) == amount
            assert sum(each.awarded - each.spent - each.taken for each in found.sessions) == sheet.unspent
