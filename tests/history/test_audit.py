"""The audit finds what does not add up, and nothing else: each rule in a log that breaks it, and a clean log."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from attrs import evolve
from given import folder, given
from hypothesis import HealthCheck, example, settings
from hypothesis import given as given_stories
from hypothesis import strategies as st
from tampering import body, number, played, rechained, tampered
from worlds import CORRECTIONS, STORIES, a_campaign, attempt

from engine.campaign import Campaign, Recorded
from engine.events import AbilityDefined, CharacterCreated, NoteMade, XpAllocated, XpAwarded
from engine.fitting import violation
from engine.history.plausible import is_plainly_written
from engine.store.codec import encode
from engine.store.door import Row
from engine.store.errors import LogError
from replay.audit.auditor import audit
from replay.audit.findings import MOST_OF_KIND, Audit, Finding, Findings
from replay.audit.position import Position
from replay.stepping import timeline_of
from shell.doors.cli import main
from shell.render.chronicle import audit_text
from shell.runner import Desk

#: The worked example of the rulebook, with a rival, a status, a property, things and a contest.
STORY = """
new peupfudge "The Golden Teapot"
define ability Mycology, "Construction Magic" poor 2 decent 4 great 6
define status Energy: Exhausted -2, Tired -1, Neutral 0, Lively +1
define property "sharp eyes": Mycology +1
define property "Shroom Belly": a -1
pc Ilse by Kurt
npc Nyrv
trait Nyrv Mycology 2
session start "The inn"
award Ilse 85 for starting
spend Ilse 85 on "Construction Magic"
award Ilse 10 for the golden teapot
spend Ilse 7 on "Construction Magic", 3 on Mycology
check Ilse Mycology vs 3 rolled +1
gain Ilse "sharp eyes"
status Ilse Energy Tired
give Ilse lamp +1 lit on Mycology
check Ilse Mycology +1 "torch light" vs Nyrv Mycology +1 dark rolled 0 0 +1
contest Ilse Mycology rolled +1 vs Nyrv -1 hurried rolled 0
roll 4dF rolled - 0 0 +
sign Ilse by Kurt
session end
"""


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """Make a folder for this file's logs, in memory."""
    with folder() as name:
        yield Path(name)


@pytest.fixture(scope="module")
def clean(place: Path) -> Path:
    """Make a log in which everything adds up."""
    return played(place / "clean.db", STORY)


@pytest.fixture
def path(clean: Path) -> Iterator[Path]:
    """Copy it, to be played on or tampered with."""
    with folder() as name:
        yield Path(shutil.copy(clean, Path(name) / "c.db"))


def audited(path: Path) -> Audit:
    with Campaign.open(path, writable=False) as campaign:
        return audit(campaign)


def findings(path: Path, rule: str) -> list[Finding]:
    return [finding for finding in audited(path).findings if finding.rule == rule]


def the_finding(path: Path, rule: str) -> Finding:
    """Return the only finding under a rule."""
    (finding,) = findings(path, rule)
    return finding


def more(path: Path, *lines: str) -> Path:
    """Play on."""
    return played(path, "\n".join(lines))


# --- a clean log -----------------------------------------------------------------------------------------------


def test_a_clean_log_has_no_findings(clean: Path) -> None:
    assert audited(clean) == Audit(number(clean, "SessionEnded"), ())


def test_the_program_says_so_and_ends_with_status_0(clean: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(clean), "audit"]) == 0
    assert capsys.readouterr().out == "24 events checked: everything adds up\n"


# --- rolls -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("C.4")
@pytest.mark.parametrize(
    ("fields", "expected", "found"),
    [
        ({"total": 9, "margin": 6}, 3, 9),
        ({"margin": 4}, 0, 4),
        ({"difficulty": 1, "margin": 2}, 3, 1),
        ({"success": False}, True, False),
    ],
)
def test_a_check_whose_sums_do_not_come_out_is_found(
    path: Path, fields: dict[str, Any], expected: object, found: object
) -> None:
    finding = findings(tampered(path, number(path, "CheckResolved"), **fields), "outcome-mismatch")[0]
    assert (finding.seq, finding.weight, finding.found) == (number(path, "CheckResolved"), "wrong", found)
    assert finding.expected == expected


@pytest.mark.rule("C.4")
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"faces": [1, 1, 1, 1]}, "the faces give 4, not 1"),
        ({"faces": [7, 0, 0, 0]}, "face 1 is 7"),
        ({"roll": 40, "total": 42, "margin": 39}, "4dF gives -4 to +4, not +40"),
        ({"dice": "4dX"}, "“4dX” is not dice"),
        ({"character": "Nobody"}, "no character “Nobody”"),
    ],
)
def test_a_check_that_no_dice_give_or_nobody_made_is_found_once(path: Path, fields: dict[str, Any], said: str) -> None:
    check = number(path, "CheckResolved")
    changed = tampered(path, check, **fields)
    found = [finding for finding in audited(changed).findings if finding.seq == check]
    assert [(finding.rule, finding.weight) for finding in found] == [("does-not-fit", "wrong")]
    assert said in found[0].message


@pytest.mark.rule("C.4", "I7")
def test_a_level_that_was_not_the_level_as_it_stood_is_found(path: Path) -> None:
    check = number(path, "CheckResolved")
    changed = tampered(path, check, level=4, unmodified=4, total=5, margin=2)
    finding = the_finding(changed, "level-mismatch")
    assert (finding.seq, finding.expected, finding.found, finding.weight) == (check, 2, 4, "wrong")
    assert "Ilse's Mycology is 4, but should be 2" in finding.message
    assert f"undo #{check}" in finding.advice
    assert not findings(changed, "outcome-mismatch")


@pytest.mark.rule("C.4")
def test_a_level_with_the_wrong_modifiers_is_found(path: Path) -> None:
    changed = tampered(path, number(path, "CheckResolved", 1), unmodified=3, level_modifiers=[])
    assert the_finding(changed, "level-mismatch").found == "3 and nothing more"


@pytest.mark.rule("C.4")
def test_an_opponents_level_that_was_not_so_is_found(path: Path) -> None:
    check = number(path, "CheckResolved", 1)
    parts = [{"value": 1, "reason": "Nyrv's Mycology", "source": "typed"}, *body(path, check)["difficulty_parts"][1:]]
    finding = the_finding(tampered(path, check, difficulty_parts=parts, difficulty=2, margin=3), "level-mismatch")
    assert (finding.expected, finding.found) == (2, 1)
    assert "Nyrv's Mycology" in finding.message


@pytest.mark.rule("C.4")
def test_what_the_sheet_added_to_a_roll_is_found_where_it_did_not(path: Path) -> None:
    check = number(path, "CheckResolved", 1)
    typed = [part for part in body(path, check)["modifiers"] if part["source"] == "typed"]
    finding = the_finding(tampered(path, check, modifiers=typed), "modifier-mismatch")
    assert (finding.expected, finding.found) == ("−1 Energy: Tired, +1 lit", "nothing")


@pytest.mark.rule("C.4")
@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"winner": "Nyrv"}, "the winner"),
        ({"winner": None, "tied": ["Ilse", "Nyrv"]}, "the tie for first"),
        ({"relative": 9}, "the lead"),
        ({"least": 30}, "the winner"),
    ],
)
def test_a_contest_with_another_end_is_found(path: Path, fields: dict[str, Any], what: str) -> None:
    contest = number(path, "ContestResolved")
    found = findings(tampered(path, contest, **fields), "outcome-mismatch")
    assert any(what in finding.message and finding.seq == contest for finding in found)


@pytest.mark.rule("C.4")
@pytest.mark.parametrize(
    ("fields", "rule", "what"),
    [
        ({"total": 9}, "outcome-mismatch", "Nyrv's total"),
        ({"place": 1}, "outcome-mismatch", "Nyrv's place"),
        ({"faces": [1, 1, 1], "roll": 3, "total": 4}, "outcome-mismatch", "the winner"),
        ({"level": 0, "total": -1}, "level-mismatch", "Nyrv's Mycology"),
        ({"modifiers": [{"value": -1, "reason": "", "source": "item"}]}, "modifier-mismatch", "Nyrv's sheet"),
    ],
)
def test_a_side_of_a_contest_that_does_not_add_up_is_found(
    path: Path, fields: dict[str, Any], rule: str, what: str
) -> None:
    contest = number(path, "ContestResolved")
    ilse, nyrv = body(path, contest)["participants"]
    changed = tampered(path, contest, participants=[ilse, nyrv | fields])
    assert any(what in finding.message for finding in findings(changed, rule))


def test_a_roll_for_no_check_that_does_not_add_up_is_found(path: Path) -> None:
    roll = number(path, "DiceRolled")
    assert the_finding(tampered(path, roll, total=3), "outcome-mismatch").seq == roll


#: Rolls of every sort, in a game whose ladder has words.
WORDS_SCRIPT = """
new fudge
rules criticals natural
rules critical-table 2-7 = trips, 8-12 = is stunned
pc Ann
npc Bo
trait Ann Climbing Good
roll for Ann rolled + + 0 0
react Bo +1 smile rolled 0 0 0 0
critical for Ann rolled 2 3
check Ann Climbing vs Great rolled + 0 0 0
contest Ann Climbing rolled + + + + vs Bo Climbing rolled 0 0 0 0 at least Fair
"""


@pytest.fixture
def worded(tmp_path: Path) -> Path:
    return played(tmp_path / "words.db", WORDS_SCRIPT)


@pytest.mark.rule("C.4", "FU-02", "FU-66", "FU-71")
@pytest.mark.parametrize(
    ("name", "fields", "what"),
    [
        ("DiceRolled", {"degree": "Good"}, "the rolled degree is Good, but should be Great"),
        ("ReactionRolled", {"degree": "Great"}, "the rolled degree is Great, but should be Good"),
        ("ReactionRolled", {"reading": "falls in love"}, "the reading is falls in love"),
        ("CriticalDrawn", {"effect": "is stunned"}, "the effect is is stunned, but should be trips"),
        ("CheckResolved", {"against": "Fair"}, "the word for the difficulty is Fair"),
        ("ContestResolved", {"against": "Good"}, "the word for the level to reach is Good"),
    ],
)
def test_words_that_the_rules_do_not_have_for_a_roll_are_found(
    worded: Path, name: str, fields: dict[str, Any], what: str
) -> None:
    assert not findings(worded, "outcome-mismatch")
    assert what in the_finding(tampered(worded, number(worded, name), **fields), "outcome-mismatch").message


@pytest.mark.rule("C.4", "FU-59")
@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"critical": None}, "Ann's critical result is nothing, but should be success"),
        ({"degree": "Fair"}, "Ann's degree is Fair"),
    ],
)
def test_words_for_a_side_of_a_contest_that_do_not_follow_are_found(
    worded: Path, fields: dict[str, Any], what: str
) -> None:
    contest = number(worded, "ContestResolved")
    ann, bo = body(worded, contest)["participants"]
    changed = tampered(worded, contest, participants=[ann | fields, bo])
    assert what in the_finding(changed, "outcome-mismatch").message


@pytest.mark.rule("I7")
def test_what_was_right_when_it_was_recorded_is_right_whatever_was_corrected_since(path: Path) -> None:
    more(path, "undo #13 cascade for nothing", "amend #11 90", "undo", "redo")
    assert audited(path).ok


# --- stale checks ----------------------------------------------------------------------------------------------

#: A check that succeeded with 3 XP out of an award that is taken back, and would have failed without.
STALE = ("undo #13 cascade for it was another mage",)


@pytest.mark.rule("C.4")
def test_a_check_that_would_have_come_out_otherwise_is_stale_with_what_it_would_have_been(path: Path) -> None:
    check = number(path, "CheckResolved")
    found = {finding.seq: finding for finding in findings(more(path, *STALE), "stale-check")}
    assert (found[check].expected, found[check].found, found[check].weight) == (0, 2, "open")
    assert "level 2, corrected 0; would fail by 2, the outcome would change" in found[check].message
    assert f"“ruling #{check} stands”" in found[check].advice


def test_a_stale_contest_is_found_too(path: Path) -> None:
    more(path, *STALE)
    assert number(path, "ContestResolved") in [finding.seq for finding in findings(path, "stale-check")]


@pytest.mark.parametrize("settled", ["stands", "void"])
def test_a_ruling_settles_a_stale_check(path: Path, settled: str) -> None:
    check = number(path, "CheckResolved")
    more(path, *STALE, f"ruling #{check} {settled} for nobody noticed")
    assert check not in [finding.seq for finding in findings(path, "stale-check")]


def test_a_ruling_settles_nothing_that_is_corrected_after_it() -> None:
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        lines = """new fudge-lite
            define status Nerve: Shaken -1, Calm 0 on Magic start Calm
            pc Ana
            trait Ana Magic Good
            status Ana Nerve Shaken
            check Ana Magic vs Good rolled 0
            ruling #6 stands"""
        for line in lines.splitlines():
            assert desk.do(line.strip()).fault is None

        def told(line: str) -> bool:
            answer = desk.do(line).answer
            assert answer is not None
            return "#6 Ana's Magic" in answer.text()

        assert told("undo #5")
        assert told("audit")
        assert not told("ruling #6 stands")
        assert not told("audit")


def test_what_is_put_back_is_no_longer_stale(path: Path) -> None:
    assert not findings(more(path, *STALE, "redo"), "stale-check")


def test_a_stale_check_is_open_and_not_wrong(path: Path) -> None:
    found = audited(more(path, *STALE))
    assert found.ok


def test_a_level_that_is_wrong_and_would_be_another_now_is_told_once(path: Path) -> None:
    check = number(path, "CheckResolved")
    changed = tampered(more(path, *STALE), check, level=4, unmodified=4, total=5, margin=2)
    assert check not in [finding.seq for finding in findings(changed, "stale-check")]
    assert the_finding(changed, "level-mismatch").seq == check


# --- rulings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ruling #2 stands", "#2 is not a check or contest"),
        ("ruling #400 void", "there is no event #400"),
        ("ruling #0 void", "there is no event #0"),
    ],
)
def test_only_checks_and_contests_can_be_ruled_upon(path: Path, line: str, said: str) -> None:
    desk = Desk(path)
    outcome = desk.do(line)
    desk.close()
    assert outcome.status == 1
    assert outcome.fault is not None
    assert outcome.fault.message == said


def test_a_check_that_was_taken_back_is_not_ruled_upon(path: Path) -> None:
    check = number(path, "CheckResolved")
    more(path, f"undo #{check}")
    desk = Desk(path)
    outcome = desk.do(f"ruling #{check} void")
    desk.close()
    assert (outcome.status, outcome.fault and outcome.fault.hint) == (1, f"“redo #{check}” restores it")


def test_a_contest_can_be_ruled_upon(path: Path) -> None:
    more(path, f"ruling #{number(path, 'ContestResolved')} void for the lamp was out")


# --- XP --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C.4")
@pytest.mark.parametrize(
    "fields",
    [
        {"amount": 8},
        {"draws": [[13, 2]]},
        {"draws": [[13, 12]], "amount": 12},
        {"draws": [[13, -7], [13, 14]]},
        {"draws": [[2, 7]]},
        {"draws": []},
    ],
)
def test_xp_that_come_from_nowhere_are_found(path: Path, fields: dict[str, Any]) -> None:
    spent = number(path, "XpAllocated", 1)
    found = findings(tampered(path, spent, **fields), "xp-conservation")
    assert spent in [finding.seq for finding in found] or number(path, "XpAllocated", 2) in [f.seq for f in found]
    assert {finding.weight for finding in found} == {"wrong"}


@pytest.mark.rule("C.4")
def test_an_award_made_smaller_after_it_was_spent_is_found(path: Path) -> None:
    found = findings(tampered(path, number(path, "XpAwarded", 1), amount=5), "xp-conservation")
    assert [finding.seq for finding in found] == [14, 15]
    assert "#13 has 5 XP left, not 7" in found[0].message


def test_xp_spent_on_what_an_award_does_not_allow_are_found(path: Path) -> None:
    changed = tampered(path, number(path, "XpAwarded", 1), only=["Construction Magic"])
    assert "cannot be spent on Mycology" in the_finding(changed, "xp-conservation").message


@pytest.mark.rule("C.2")
def test_what_an_award_does_not_allow_does_not_fit() -> None:
    chess, only = AbilityDefined("Chess"), ("Mycology",)
    story = given(AbilityDefined("Mycology"), chess, CharacterCreated("Ada", "pc"), XpAwarded("Ada", 5, only=only))
    assert violation(story.state, XpAllocated("Ada", "Mycology", 2, ((5, 2),))) is None
    assert str(violation(story.state, XpAllocated("Ada", "Chess", 2, ((5, 2),)))) == "award #5 cannot be spent on Chess"


def test_xp_for_a_use_that_was_taken_back_are_told_where_they_were_spent(path: Path) -> None:
    more(path, "award Ilse 1", "rules xp-for-used-only on", "session start", "check Ilse Mycology vs 3 rolled +1")
    more(path, "award Ilse 4", "spend Ilse 3 on Mycology")
    assert not findings(path, "unused-ability")
    check, spent = number(path, "CheckResolved", -1), number(path, "XpAllocated", -1)
    finding = the_finding(more(path, f"undo #{check} for the wrong dice"), "unused-ability")
    assert (finding.seq, finding.weight) == (spent, "note")
    assert "was undone since" in finding.message
    assert not findings(more(path, f"undo #{spent}"), "unused-ability")


@pytest.mark.rule("C.4")
def test_a_sheet_that_does_not_agree_with_the_events_is_found(path: Path) -> None:
    with Campaign.open(path, writable=False) as campaign:
        sheet = campaign.state.sheets["Ilse"]
        sheet.awarded += 1
        sheet.practice["Mycology"] = evolve(sheet.practice["Mycology"], spent=33)
        found = {finding.rule for finding in audit(campaign).findings if finding.weight == "wrong"}
    assert found == {"xp-conservation", "level-mismatch", "sheet-mismatch"}


@pytest.mark.rule("C.3")
def test_amendments_are_part_of_what_is_conserved(path: Path) -> None:
    found = audited(more(path, "award Ilse 4", "amend #25 2 for a slip"))
    assert [(finding.rule, finding.message[-8:]) for finding in found.findings] == [("not-allocated", "(#25: 2)")]


@pytest.mark.rule("C.3")
def test_a_debt_is_told_until_later_awards_pay_it(path: Path) -> None:
    more(path, "undo #13 keep for it was another mage")
    finding = the_finding(path, "xp-debt")
    assert (finding.seq, finding.weight) == (13, "open")
    assert "Ilse spent 10 XP of award #13, which was undone" in finding.message
    more(path, "award Ilse 12")
    assert the_finding(path, "xp-debt").weight == "note"
    more(path, "redo #13")
    assert not findings(path, "xp-debt")


def test_xp_that_wait_to_be_spent_are_noted(path: Path) -> None:
    finding = the_finding(more(path, "award Ilse 4", "award Ilse 6"), "not-allocated")
    assert (finding.seq, finding.weight) == (25, "note")
    assert "Ilse has 10 XP to spend (#25: 4, #26: 6)" in finding.message


def test_who_is_in_debt_has_nothing_to_spend(path: Path) -> None:
    more(path, "undo #13 keep for it was another mage", "award Ilse 4")
    assert not findings(path, "not-allocated")
    assert "Ilse has 2 XP to spend (#27: 2)" in the_finding(more(path, "award Ilse 8"), "not-allocated").message


# --- corrections -----------------------------------------------------------------------------------------------


@pytest.mark.rule("C.2")
def test_a_struck_roll_is_told_louder_without_a_reason(path: Path) -> None:
    roll = number(path, "DiceRolled")
    with_reason = the_finding(more(path, f"undo #{roll} for the die was cocked"), "struck-roll")
    assert (with_reason.seq, with_reason.weight) == (roll, "note")
    assert "“the die was cocked”" in with_reason.message
    without = the_finding(more(path, f"redo #{roll}", f"undo #{roll}"), "struck-roll")
    assert without.weight == "open"
    assert "without a reason" in without.message


def test_a_reason_given_later_settles_an_undone_roll(path: Path) -> None:
    roll = number(path, "DiceRolled")
    advice = the_finding(more(path, f"undo #{roll}"), "struck-roll").advice
    assert f"“undo #{roll} for …”" in advice
    settled = the_finding(more(path, f"undo #{roll} for the die was cocked"), "struck-roll")
    assert (settled.weight, "“the die was cocked”" in settled.message) == ("note", True)
    assert f"#{number(path, 'EventsUndone')} (" in settled.message
    assert not findings(more(path, "redo"), "struck-roll")


def test_a_reason_given_later_settles_a_cascade(path: Path) -> None:
    (finding,) = findings(more(path, "undo #13 cascade"), "no-reason")
    assert finding.advice == "“undo #13 for …” records one"
    assert not findings(more(path, "undo #13 for another mage"), "no-reason")


def test_a_check_that_is_undone_with_its_point_is_one_finding(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "a.db")) as desk:
        for line in ("new fudge-lite", "pc Ann", "trait Ann Athletics Good", "session start", "point Ann +3"):
            desk.do(line)
        desk.do("check Ann Athletics vs Superb rolled 0 0 0 0")
        desk.do("point Ann alter +1")
        assert desk.do("undo #6 cascade").fault is None
        found = [each for each in desk.do("audit").answer.result["findings"] if "without a reason" in each["message"]]
    assert [(each["seq"], each["rule"]) for each in found] == [(6, "struck-roll")]


def test_a_roll_left_over_from_a_correction_is_open_and_not_wrong(path: Path) -> None:
    more(path, "pc Zoe", "check Zoe Mycology vs 3 rolled +1", "undo #25 cascade for she never came")
    finding = the_finding(path, "does-not-fit")
    assert (finding.seq, finding.weight, finding.advice) == (26, "open", "“undo #26 for …” undoes it too")
    assert audited(path).ok


def test_a_struck_roll_that_was_put_back_is_struck_no_more(path: Path) -> None:
    roll = number(path, "DiceRolled")
    assert not findings(more(path, f"undo #{roll}", "redo"), "struck-roll")


@pytest.mark.parametrize("how", ["cascade", "keep"])
def test_a_cascade_or_a_debt_without_a_reason_is_told(path: Path, how: str) -> None:
    finding = the_finding(more(path, f"undo #13 {how}"), "no-reason")
    assert finding.weight == "open"
    assert ("leaving a debt" if how == "keep" else "with all that depended on it") in finding.message


@pytest.mark.rule("P5")
def test_a_log_that_takes_back_what_was_not_there_cannot_be_opened_for_an_audit(path: Path) -> None:
    more(path, "undo", "redo")
    undo, redo = number(path, "EventsUndone"), number(path, "EventsRedone")
    for seq, odd in ((undo, 400), (redo, 1), (redo, undo)):
        with pytest.raises(LogError, match=f"#{seq} is impossible: .*#{odd}"):
            findings(tampered(path, seq, targets=[odd]), "does-not-fit")
        path.with_name("tampered-c.db").unlink()


# --- what fits -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type_name", "fields", "said"),
    [
        ("PropertyGained", {"property": "wealthy"}, "no property “wealthy”"),
        ("StatusChanged", {"state": "Happy"}, "no state “Happy”"),
        ("ItemGiven", {"within": 9}, "what it goes into (#9) is not there"),
    ],
)
def test_an_event_that_could_not_have_been_recorded_is_found(
    path: Path, type_name: str, fields: dict[str, Any], said: str
) -> None:
    seq = number(path, type_name)
    with Campaign.open(path, writable=False) as campaign:

        def altered(row: Row) -> Recorded:
            found = campaign.read(row)
            return evolve(found, event=evolve(found.event, **fields)) if found.seq == seq else found

        found = audit(Altered(campaign, altered))  # type: ignore[arg-type]
    assert any(said in finding.message and finding.seq == seq for finding in found.findings)
    assert not found.ok


class Altered:
    """A campaign whose events are read otherwise than it read them itself: some it could not even be opened with."""

    def __init__(self, campaign: Campaign, read: Any) -> None:
        self.campaign = campaign
        self.read = read

    def __getattr__(self, name: str) -> Any:
        return getattr(self.campaign, name)


def test_what_does_not_fit_by_what_is_known_now_is_found(path: Path) -> None:
    """An undo that forgot what stood on the award: only a tampered log can hold it."""
    more(path, "undo #13 cascade for a test")
    undo = number(path, "EventsUndone")
    found = findings(tampered(path, undo, targets=[13]), "xp-conservation")
    assert [finding.seq for finding in found if "in the corrected log" in finding.message] == [14, 15]


# --- signatures, sessions, clock -------------------------------------------------------------------------------


def test_a_sheet_that_nobody_signed_is_noted(path: Path) -> None:
    finding = the_finding(more(path, "pc Gromanno by Ann", "npc Polthova"), "unsigned")
    assert (finding.seq, finding.weight, finding.advice) == (25, "note", "“sign Gromanno” once the player agrees to it")


@pytest.mark.rule("C.4")
def test_a_signature_on_what_the_sheet_did_not_show_is_found(path: Path) -> None:
    signed = number(path, "SheetSigned")
    values = body(path, signed)["values"] | {"traits.Mycology": "5"}
    finding = the_finding(tampered(path, signed, values=values), "signature-mismatch")
    assert (finding.seq, finding.weight) == (signed, "wrong")
    assert finding.message.endswith("what was signed: Mycology")


@pytest.mark.rule("C.4")
def test_a_signature_from_before_a_correction_is_noted_with_the_correction(path: Path) -> None:
    more(path, "note a quiet night", "undo", "undo #13 cascade for a test")
    finding = the_finding(path, "signed-before")
    assert (finding.seq, finding.weight) == (number(path, "SheetSigned"), "note")
    assert f"correction #{number(path, 'EventsUndone', 1)}" in finding.message


@pytest.mark.rule("C.4")
@pytest.mark.parametrize(
    ("before", "since"),
    [
        (("undo #7",), ("undo #7 for typed twice", "undo #5")),
        ((), ("undo #5", "redo #5", "undo #6")),
        (("amend #7 2",), ("rename Wood to Forest", "undo #8")),
    ],
)
def test_a_signature_is_older_than_the_correction_that_changed_what_was_signed(
    path: Path, before: tuple[str, ...], since: tuple[str, ...]
) -> None:
    world = (
        "new peupfudge",
        "define ability Lore, Wood",
        "pc Ada",
        "trait Ada Lore 2",
        "trait Ada Wood 1",
        "award Ada 5",
    )
    mine = played(path.with_name("mine.db"), "\n".join((*world, *before, "sign Ada", *since)))
    assert (
        f"; correction #{number(mine, 'EventsUndone', -1)} later changed" in the_finding(mine, "signed-before").message
    )


def test_a_session_without_awards_is_noted_once_it_is_over(path: Path) -> None:
    more(path, "session start", "note it rained")
    assert not findings(path, "session-without-award")
    more(path, "session end")
    assert "session 2" in the_finding(path, "session-without-award").message
    more(path, "award Ilse 1 for patience")
    assert not findings(path, "session-without-award")


@pytest.mark.rule("P13")
def test_a_clock_that_went_back_is_noted(path: Path) -> None:
    seq = number(path, "CheckResolved")
    finding = the_finding(tampered(path, seq, at="1999-12-31T23:59:59.000Z"), "clock-went-back")
    assert (finding.seq, finding.weight, finding.found) == (seq, "note", "1999-12-31T23:59:59.000Z")


def test_an_event_of_a_newer_program_is_noted(path: Path) -> None:
    def change(row: Row) -> Row:

        return row._replace(type="DragonHatched") if row.type == "DiceRolled" else row

    assert "DragonHatched" in the_finding(rechained(path, change), "unknown-event").message


# --- how it is told --------------------------------------------------------------------------------------------


def test_what_is_wrong_is_told_first_then_what_is_open_then_notes(path: Path) -> None:
    more(path, "pc Gromanno", "undo #13 cascade for it was another mage")
    found = audited(tampered(path, number(path, "DiceRolled"), total=3))
    text = audit_text(found)
    assert text.index("\nWrong\n") < text.index("\nTo settle at the table\n") < text.index("\nNotes\n")
    assert text.startswith("26 events checked: 1 wrong, 1 to settle, 3 notes")
    assert all(each.advice in text or each.rule in ("unsigned", "not-allocated") for each in found.findings)
    assert all(finding.advice for finding in found.findings)


def test_programs_are_told_the_same_and_something_wrong_fails_the_program(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import json

    roll = number(path, "DiceRolled")
    assert main(["--json", str(tampered(path, roll, total=3)), "audit"]) == 1
    result = json.loads(capsys.readouterr().out)["result"]
    assert (result["ok"], result["checked"]) == (False, 24)
    assert [(finding["seq"], finding["rule"]) for finding in result["findings"]] == [(roll, "outcome-mismatch")]
    assert {"message", "expected", "found", "advice", "weight", "wrong"} <= set(result["findings"][0])


def test_of_many_findings_alike_the_rest_is_counted() -> None:
    findings = Findings()
    for seq in range(1, MOST_OF_KIND + 8):
        findings.add(Finding(seq, "clock-went-back", "again"))
    *_, last = findings.in_order()
    assert last.message == f"7 more like this after #{MOST_OF_KIND}"


@pytest.mark.rule("I5")
def test_the_past_of_an_audit_is_the_campaign_as_it_stood(path: Path) -> None:
    more(
        path,
        "undo #13 cascade for a",
        "redo",
        "undo #9",
        "undo last 1",
        "amend #11 90",
        "undo",
        "redo",
        "undo last 3",
        "redo",
    )
    with Campaign.open(path, writable=False) as campaign:
        past = timeline_of(campaign)
        for each in campaign.events():
            past.take_in(each.seq, each.event)
            assert past.state == campaign.state_at(each.seq)


#: A number that no event of a test has.
FAR_AHEAD = 10**9


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given_stories(STORIES, st.lists(CORRECTIONS, max_size=6), STORIES)
def test_an_audit_finds_the_same_where_it_keeps_the_corrected_state_apart_all_the_way(
    story: list[object], corrections: list[object], more: list[object]
) -> None:
    with a_campaign() as campaign:
        for command in [*story, *corrections, *more]:
            attempt(campaign, command)
        found = audit(campaign)
        with patch.object(Position, "reach", keep_apart):
            assert audit(campaign) == found


def keep_apart(position: Position, seq: int, group: str = "", reach: Any = Position.reach) -> None:
    """Fold the corrected campaign separately from the first event on."""
    position._until = FAR_AHEAD
    reach(position, seq, group)


def test_many_findings_alike_are_one_line_with_the_first_five_and_a_count(path: Path) -> None:
    """Play seven mistyped checks, each undone: the audit stays readable."""
    for _ in range(7):
        more(path, "check Ilse Mycology vs 3 rolled +1", "undo")
    struck = [finding.seq for finding in findings(path, "struck-roll")]
    text = audit_text(audited(path))
    assert len(struck) == 7
    assert f"7 rolls undone without a reason: {', '.join(f'#{seq}' for seq in struck[:5])} and 2 more" in text
    assert text.count("without a reason") == 1
    assert f"“undo #{struck[0]} for …” records one" in text


def test_an_audit_shows_no_ids_of_rules(path: Path) -> None:
    more(path, *STALE, f"undo #{number(path, 'DiceRolled')}", "pc Gromanno")
    found = audited(path)
    text = audit_text(found)
    assert {"stale-check", "struck-roll", "unsigned"} <= {finding.rule for finding in found.findings}
    assert not [finding.rule for finding in found.findings if finding.rule in text]


@given_stories(st.text(max_size=20))
@example("\x7f")
@example("a\\b")
@example("\u200b")
@example("\x00")
def test_a_text_is_plain_if_it_shows_as_it_is(text: str) -> None:
    plain = text.isprintable() and "\\" not in text and '"' not in text
    assert is_plainly_written(encode(NoteMade(text))) == plain


def test_what_finds_nothing_wrong_is_counted_in_one_line(path: Path) -> None:
    """Sheets that were never signed and XP that were never spent are no notes to work through."""
    more(path, "pc Bo", "pc Cy", "award Bo 3")
    found = audited(path)
    assert {"unsigned", "not-allocated"} <= {each.rule for each in found.findings}
    first, *_, last = audit_text(found).splitlines()
    assert first.endswith("everything adds up")
    assert last.startswith("Reminders: 2 sheets never signed; Bo has 3 XP to spend")
