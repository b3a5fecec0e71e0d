"""A level given in play, without XP, is allowed, and the ledger, the audit and the next signature show it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from given import folder
from hypothesis import given, settings
from hypothesis import strategies as st
from test_opposition import play

from shell.runner import Desk

GAMES = {
    "peupfudge": ("define ability Sword, Wits", ["0", "1", "3", "7"]),
    "fudge": ("note hm", ["Poor", "Fair", "Good", "Great"]),
    "fudge-lite": ("rules creation free", ["Poor", "Mediocre", "Good", "Great"]),
    "polyhedral": ("note hm", ["Poor", "Fair", "Good", "Great"]),
}
STEPS = [
    "trait {} Sword {}",
    "trait {} Wits {}",
    "session start",
    "session end",
    "check {} Sword vs {} rolled 0 with 4dF anyway",
    "award {} 4",
    "undo #{{}}",
    "redo",
    "sign {}",
]


def levels(desk: Desk, who: str) -> dict[str, Any]:
    """Return the levels of a character's traits, untrained ones with None."""
    found = play(desk, f"sheet {who}")["traits"]
    return {name: trait["level"] for name, trait in found.items()}


@st.composite
def evenings(draw: st.DrawFn) -> tuple[str, list[str]]:
    book = draw(st.sampled_from(sorted(GAMES)))
    level, who = st.sampled_from(GAMES[book][1]), st.sampled_from(["Ann", "Orc"])
    return book, [draw(st.sampled_from(STEPS)).format(draw(who), draw(level)) for _ in range(draw(st.integers(3, 14)))]


@pytest.mark.slow
@pytest.mark.rule("PF-30")
@settings(max_examples=60)
@given(evenings())
def test_every_change_of_a_level_after_the_first_session_stands_in_ledger_and_audit(case: Any) -> None:
    book, lines = case
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        play(desk, f"new {book}\n{GAMES[book][0]}\npc Ann by Kurt\nnpc Orc")
        changed: set[int] = set()
        last = 0
        for each in lines:
            line = each.format(last)
            before = {who: levels(desk, who) for who in ("Ann", "Orc")}
            outcome = desk.do(line)
            if outcome.fault is not None:
                continue
            last = outcome.events[-1]["seq"]
            started = bool(desk.campaign and desk.campaign.state.sessions)
            if line.startswith("trait Ann") and started and levels(desk, "Ann") != before["Ann"]:
                changed.add(outcome.events[0]["seq"])
                assert outcome.as_json()["result"]["warnings"]
        ledger = {each["seq"] for each in play(desk, "ledger Ann")["entries"] if each["was"] == "given"}
        audited = {e["seq"] for e in play(desk, "audit")["findings"] if e["rule"] == "level-given-after-play"}
        undone = {e["seq"] for e in play(desk, "log last 99")["events"] if e["undone_by"]}
        sessions = list(desk.campaign.state.sessions) if desk.campaign else []
        if sessions:
            in_force = {seq for seq in changed if seq > sessions[0].start}
            assert in_force <= ledger | undone
            assert in_force - undone <= audited
        orc = play(desk, "ledger Orc")["entries"]
        assert not [each for each in orc if each["kind"] == "given"]


def finished_session(desk: Desk) -> None:
    """Play one evening with a character who had 3 XP."""
    play(desk, "new peupfudge\ndefine ability Chess, Go\npc Ann by Kurt\naward Ann 3\nspend Ann 3 on Chess")
    play(desk, "trait Ann Go 2\nsession start\ncheck Ann Chess vs 3 rolled 0\nsession end\nsign Ann")


@pytest.mark.rule("PF-30")
def test_a_level_given_after_play_is_allowed_and_stands_in_ledger_audit_and_the_next_signature(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        finished_session(desk)
        given = desk.do("trait Ann Chess 9").as_json()
        assert given["result"]["warnings"] == [
            "Ann has played and pays no XP for this; “ledger Ann” and “audit” list it"
        ]
        seq = given["events"][0]["seq"]
        (row,) = [each for each in play(desk, "ledger Ann")["entries"] if each["kind"] == "given"]
        assert (row["seq"], row["amount"], row["trait"], row["reason"]) == (seq, 511, "Chess", "2 → 9")
        assert row["balance"] == 0
        findings = play(desk, "audit")["findings"]
        assert [(f["seq"], f["weight"]) for f in findings if f["rule"] == "level-given-after-play"] == [(seq, "open")]
        signed = desk.do("sign Ann").events[0]
        assert (list(signed["given"]), signed["text"]) == (
            ["Chess"],
            "Kurt agrees to Ann's sheet, with Chess given without XP",
        )
        findings = play(desk, "audit")["findings"]
        assert [f["weight"] for f in findings if f["rule"] == "level-given-after-play"] == ["note"]


@pytest.mark.rule("PF-30")
def test_levels_at_creation_are_no_gifts_before_play_nor_for_a_newcomer(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        finished_session(desk)
        play(desk, "session start\npc Bob\ntrait Bob Chess 4\ntrait Bob Chess 5")
        for who in ("Ann", "Bob"):
            assert not [each for each in play(desk, f"ledger {who}")["entries"] if each["kind"] == "given"]
        play(desk, "check Bob Chess vs 3 rolled 0")
        assert play(desk, "trait Bob Chess 6")["warnings"]


@pytest.mark.rule("PF-30")
def test_an_undone_gift_stays_in_the_ledger_as_undone(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        finished_session(desk)
        play(desk, "trait Ann Chess 9\nundo for a slip")
        (row,) = [each for each in play(desk, "ledger Ann")["entries"] if each["was"] == "given"]
        assert (row["kind"], row["reason"]) == ("undone", "9")
        assert "level-given-after-play" not in {each["rule"] for each in play(desk, "audit")["findings"]}


@pytest.mark.rule("FL-88")
def test_a_trait_that_gets_its_level_in_play_by_the_rules_is_no_gift(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new fudge-lite\nrules creation on-the-fly\nrules approval off\npc Ann\nsession start")
        assert play(desk, "trait Ann Stealth Good")["warnings"] == []


def test_a_trait_that_was_not_there_begins_at_its_level() -> None:
    with folder() as place, closing(Desk(Path(place) / "begins.db")) as desk:
        for line in ("new polyhedral", "pc Joe", "session start", 'trait Joe "Damage Capacity" Fair'):
            play(desk, line)
        play(desk, 'trait Joe "Damage Capacity" Good')
        found = [
            each["message"] for each in play(desk, "audit")["findings"] if each["rule"] == "level-given-after-play"
        ]
        assert found == [
            "Joe's Damage Capacity begins at Fair in play, without XP",
            "Joe's Damage Capacity went from Fair to Good in play, without XP",
        ]
        assert [each["reason"] for each in play(desk, "ledger Joe")["entries"]] == ["none → Fair", "Fair → Good"]
