"""A name that was corrected: everything is as if it had been right from the start, whatever happens later."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from given import folder
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playing import play, refused, said
from worlds import EVERYDAY, SELDOM, attempt, draw

from engine import Campaign
from engine.campaign import Recorded
from engine.commands import (
    Award,
    ChangeRule,
    CreatePc,
    DefineAbility,
    DefineProperty,
    DefineStatus,
    Labelled,
    LevelChange,
    MakeNote,
    Redo,
    Rename,
    ShowXCard,
    StartSession,
    Step,
    Undo,
)
from engine.naming import NameStep, Swap, carry_over, names_in, rename, rename_in
from engine.narrate import tell
from engine.sheet import values, view
from replay.accounts.ledger import account
from replay.audit.auditor import audit
from replay.compare.diff import diff
from replay.explain.why import values_of, why
from replay.files.references import explain_unfounded
from replay.files.soundness import first_impossible
from replay.moment import Moment
from shell.runner import Desk

few = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])

#: What is corrected: from how it was typed to how it should have been.
WRONG = (
    Swap("character", "Aad", "Ada"),
    Swap("trait", "Ches", "Chess"),
    Swap("status", "Enegry", "Energy"),
    Swap("property", "gited", "gifted"),
    Swap("item", "ston", "stones"),
    Swap("player", "Krut", "Kurt"),
    Swap("characteristic", "Mod", "Mood"),
    Swap("state", "Tierd", "Tired", "Energy"),
)
BACK = tuple(map(NameStep, WRONG[::-1]))

#: Names in the fields of commands that may also be new, and so are typed as something else.
NEW = {"Ada": "Aad", "Chess": "Ches", "stones": "ston", "gifted": "gited", "Tired": "Tierd", "Energy": "Enegry"}


def world(names: dict[str, str]) -> tuple[object, ...]:
    """Return the small world, with some of its names as they were first typed."""
    ada, chess, energy, gifted, tired = (names.get(n, n) for n in ("Ada", "Chess", "Energy", "gifted", "Tired"))
    return (
        DefineAbility((chess, "Climbing"), (Labelled("poor", 1),)),
        DefineStatus(energy, (Step(tired, -1), Step("Neutral"), Step("Dazed", -3)), start="Neutral"),
        DefineProperty(gifted, bonus=7, practice=chess),
        DefineProperty("ill", (LevelChange(chess, -1),), action=-1),
        CreatePc(ada, names.get("Kurt", "Kurt")),
        CreatePc("Bo"),
        StartSession("One"),
        Award(amount=8, all=True),
    )


def misspelt(command: Any) -> Any:
    """Return a command as it was typed before the names were corrected."""
    wrong = rename_in(command, BACK)
    for name in ("item", "name"):
        if getattr(wrong, name, None) in NEW:
            wrong = type(wrong)(**{**as_fields(wrong), name: NEW[getattr(wrong, name)]})
    if getattr(wrong, "steps", None):
        steps = tuple(Step(NEW.get(each.state, each.state), each.modifier) for each in wrong.steps)
        wrong = type(wrong)(**{**as_fields(wrong), "steps": steps})
    if getattr(wrong, "present", None):
        wrong = type(wrong)(**{**as_fields(wrong), "present": tuple(NEW.get(each, each) for each in wrong.present)})
    if getattr(wrong, "given", None):
        given = tuple(type(each)(NEW.get(each.trait, each.trait), each.level, each.upto) for each in wrong.given)
        wrong = type(wrong)(wrong.who, given)
    return wrong


def as_fields(command: Any) -> dict[str, Any]:
    return {field.name: getattr(command, field.name) for field in type(command).__attrs_attrs__}


@contextmanager
def two_campaigns(before: Sequence[object], after: Sequence[object]) -> Iterator[tuple[Campaign, Campaign]]:
    """One story twice: with names that are corrected half-way, and with names that were right from the start."""
    with (
        folder() as place,
        folder() as other,
        Campaign.create(Path(place) / "c.db", title="A test", draw=draw) as wrong,
        Campaign.create(Path(other) / "c.db", title="A test", draw=draw) as right,
    ):
        for campaign, names in ((wrong, NEW | {"Kurt": "Krut"}), (right, {})):
            for command in world(names):
                campaign.execute(command)
        for command in before:
            assert attempt(wrong, misspelt(command)) == attempt(right, command)
        for each in WRONG:
            if any(each.before in bearers(wrong, each.kind) for _ in (0,)):
                wrong.execute(Rename(each.before, each.after, each.kind))
                right.execute(MakeNote("a name was corrected"))
        for command in after:
            assert attempt(wrong, command) == attempt(right, command), command
        yield wrong, right


def bearers(campaign: Campaign, kind: str) -> list[str]:
    from engine.concerns.corrections.decide import bearers_of

    return list(bearers_of(campaign.state, kind, None))


def told(recorded: Recorded) -> str:
    return "a name was corrected" if recorded.type == "Renamed" else tell(recorded.event)


def sheets(campaign: Campaign, seq: int | None = None) -> dict[str, dict[str, Any]]:
    state = campaign.state if seq is None else campaign.state_at(seq)
    return {name: values(view(state, name)) for name in state.sheets}


def answers(campaign: Campaign, seq: int | None) -> dict[tuple[str, str], Any]:
    """Why every value of every sheet is what it is."""
    moment = Moment.of(campaign, seq)
    found = {}
    for name, sheet in moment.state.sheets.items():
        for value, kind in values_of(moment, sheet):
            if kind != "rule":
                answer = why(moment, name, value)
                found[name, value] = (answer.said, answer.value, [(c.seq, c.effect, c.text) for c in answer.because])
    return found


def leaves_names_alone(story: list[object]) -> bool:
    """Return whether nothing in a story undoes what came before it: an X-card can undo a rename."""
    return not any(isinstance(command, ShowXCard) and command.back for command in story)


STORY = st.lists(st.one_of(EVERYDAY, EVERYDAY, SELDOM), max_size=12).filter(
    lambda commands: not any(isinstance(each, ChangeRule) for each in commands)
)
AFTERWARDS = STORY.filter(leaves_names_alone)


@pytest.mark.slow
@few
@given(before=STORY, after=AFTERWARDS, place=st.integers(1, 60))
def test_everything_is_as_if_the_names_had_been_right_from_the_start(
    before: list[object], after: list[object], place: int
) -> None:
    with two_campaigns(before, after) as (wrong, right):
        last = right.state.seq
        point = 1 + place % last
        assert wrong.state.seq == last
        assert sheets(wrong) == sheets(right)
        assert sheets(wrong, point) == sheets(right, point)
        assert list(map(told, wrong.events())) == list(map(told, right.events()))
        for each in (None, point):
            assert answers(wrong, each) == answers(right, each)
        for name in right.state.sheets:
            ours, theirs = account(Moment.of(wrong), name), account(Moment.of(right), name)
            assert [(e.seq, e.kind, e.amount, e.trait, e.reason, e.balance) for e in ours.entries] == [
                (e.seq, e.kind, e.amount, e.trait, e.reason, e.balance) for e in theirs.entries
            ]
        assert diff(wrong, point, last) == diff(right, point, last)
        assert findings(wrong) == findings(right)


def findings(campaign: Campaign) -> list[tuple[int, str, str]]:
    return [(each.seq, each.rule, each.message) for each in audit(campaign).findings]


@pytest.mark.slow
@few
@given(before=STORY, after=AFTERWARDS)
def test_a_rename_that_is_taken_back_after_play_leaves_the_old_name_everywhere(
    before: list[object], after: list[object]
) -> None:
    with two_campaigns(before, after) as (wrong, _):
        was = sheets(wrong)
        seqs = [each.seq for each in wrong.events() if each.type == "Renamed"]
        for seq in reversed(seqs):
            wrong.execute(Undo(seq))
        assert "Aad" in wrong.state.sheets
        assert "Ada" not in wrong.state.sheets
        assert audit(wrong).ok
        for seq in seqs:
            wrong.execute(Redo(seq))
        assert sheets(wrong) == was


def test_swaps_undo_themselves() -> None:
    one, two = Swap("character", "Aad", "Ada"), Swap("character", "Bo", "Bob")
    for held in ((), (one,), (two,), (one, two)):
        for now in ((), (one,), (two,), (one, two)):
            for name in ("Aad", "Ada", "Bo", "Bob", "Cy"):
                there = rename(carry_over(held, now), "character", name)
                assert rename(carry_over(now, held), "character", there) == name
    assert carry_over((one,), (one,)) == ()


NYVR = """
define ability Chess
pc Nyvr by Kurt
award Nyvr 10 for the mill
spend Nyvr 3 on Chess
"""


@pytest.fixture
def nyvr(table: Desk) -> Desk:
    play(table, NYVR)
    return table


def test_a_name_that_somebody_has_is_refused(nyvr: Desk) -> None:
    play(nyvr, "pc Bo")
    assert "there is a character “Bo” already" in refused(nyvr, "rename Nyvr to Bo")["message"]
    assert "there is a character “Bo” already" in refused(nyvr, "rename Nyvr to bo")["message"]


def test_a_name_can_be_corrected_in_its_case_alone(nyvr: Desk) -> None:
    play(nyvr, "rename Nyvr to nyvr")
    assert said(nyvr, "sheet nyvr").startswith("nyvr ·")


def test_a_rename_is_not_taken_back_while_somebody_else_has_the_old_name(nyvr: Desk) -> None:
    play(nyvr, "rename Nyvr to Nyrv\npc Nyvr by Kurt")
    assert "another character is called Nyvr now" in refused(nyvr, "undo #6")["message"]
    play(nyvr, "rename Nyvr to Olaf\nundo #6")
    assert sorted(nyvr.campaign.state.sheets) == ["Nyvr", "Olaf"]  # type: ignore[union-attr]


def test_a_freed_name_can_be_given_to_somebody_else(nyvr: Desk) -> None:
    play(nyvr, "rename Nyvr to Nyrv\npc Nyvr\naward Nyvr 2\naward Nyrv 1")
    assert play(nyvr, "sheet Nyvr")["xp"]["awarded"] == 2
    assert play(nyvr, "sheet Nyrv")["xp"]["awarded"] == 11
    assert play(nyvr, "audit")["ok"]


def test_a_name_that_was_renamed_again_is_taken_back_only_with_that(nyvr: Desk) -> None:
    play(nyvr, "rename Nyvr to Nyrv\nrename Nyrv to Olaf")
    error = refused(nyvr, "undo #6")
    assert [each["seq"] for each in error["dependents"]] == [7]
    play(nyvr, "undo #6 cascade")
    assert list(nyvr.campaign.state.sheets) == ["Nyvr"]  # type: ignore[union-attr]


def test_a_look_at_a_point_before_takes_both_names_and_says_so(nyvr: Desk) -> None:
    play(nyvr, "rename Nyvr to Nyrv\npc Nyvr")
    for name, point in itertools.product(("Nyvr", "Nyrv"), ("#4", '"#4"')):
        text = said(nyvr, f"sheet {name} at {point}")
        assert "when Nyrv was called Nyvr" in text.splitlines()[0]
        assert "Nyrv · played by Kurt" in text
    assert play(nyvr, "ledger Nyvr at #4")["character"] == "Nyrv"


def test_a_value_is_explained_at_a_point_before_by_its_name_of_then(nyvr: Desk) -> None:
    play(nyvr, "give Nyvr rope\nrename Chess to Go\nrename rope to cord")
    assert play(nyvr, "why Nyvr chess at #5") == play(nyvr, "why Nyvr Go at #5")
    assert play(nyvr, "why Nyvr rope at #6")["name"] == "cord"
    refused(nyvr, "why Nyvr rope")


def test_several_things_of_one_name_are_told_apart_by_their_kind(nyvr: Desk) -> None:
    play(nyvr, "npc Chess")
    error = refused(nyvr, "rename Chess to Go")
    for line in re.findall(r"“(rename [^”]*)”", error["hint"]):
        play(nyvr, f"{line}\nundo")
    play(nyvr, "rename trait Chess to Go")
    assert "Go" in play(nyvr, "sheet Nyvr")["traits"]
    assert "Chess" in nyvr.campaign.state.sheets  # type: ignore[union-attr]


def test_a_script_and_an_export_hold_the_right_name(nyvr: Desk, tmp_path: Path) -> None:
    play(nyvr, f"rename Nyvr to Nyrv\nexport {tmp_path}/told.session\nexport {tmp_path}/told.jsonl")
    script = (tmp_path / "told.session").read_text()
    assert "Nyvr" not in script
    assert "pc Nyrv by Kurt" in script
    assert '"name":"Nyvr"' in (tmp_path / "told.jsonl").read_text(), "a copy of the log holds what was written"


def test_a_rename_survives_a_new_start_and_another_writer(nyvr: Desk) -> None:
    play(nyvr, "rename Nyvr to Nyrv\naward Nyrv 1")
    other = Desk(nyvr.place)
    assert play(other, "sheet Nyrv")["xp"]["awarded"] == 11
    play(other, "undo #6")
    assert play(nyvr, "sheet Nyvr")["xp"]["awarded"] == 11
    other.close()


def test_names_of_an_event_are_found_by_what_its_fields_say(nyvr: Desk) -> None:
    events = {each.type: each.event for each in nyvr.campaign.events()}  # type: ignore[union-attr]
    assert list(names_in(events["XpAllocated"], "character")) == ["Nyvr"]
    assert list(names_in(events["XpAllocated"], "trait")) == ["Chess"]
    assert list(names_in(events["CharacterCreated"], "player")) == ["Kurt"]


def state_of(desk: Desk, who: str, status: str) -> str:
    found: str = play(desk, f"sheet {who}")["statuses"][status]
    return found


@pytest.mark.parametrize("order", [("Tired to weary", "Energy to Vigour"), ("Energy to Vigour", "Tired to weary")])
def test_a_state_and_its_status_are_renamed_in_any_order(nyvr: Desk, order: tuple[str, str]) -> None:
    play(nyvr, "define status Energy: Tired -1, Fresh 0 on Chess start Fresh\nstatus Nyvr Energy Tired")
    play(nyvr, "\n".join(f"rename {each}" for each in order))
    assert state_of(nyvr, "Nyvr", "Vigour") == "weary"
    play(nyvr, "status Nyvr Vigour Fresh\nstatus Nyvr Vigour weary")
    assert play(nyvr, "audit")["ok"]


def test_states_go_with_their_status_when_statuses_swap_their_names(nyvr: Desk) -> None:
    play(nyvr, "define status A: Tired -1, Fresh 0 start Fresh\ndefine status B: Tired -2, Fresh 0 start Fresh")
    play(nyvr, "status Nyvr A Tired\nrename state Tired of A to weary\nrename A to C\nrename B to A\nrename C to B")
    assert state_of(nyvr, "Nyvr", "B") == "weary"
    play(nyvr, "status Nyvr A Tired\nstatus Nyvr B weary")


@pytest.mark.parametrize(
    ("script", "line", "seq", "says"),
    [
        ("sign Nyvr by Kurd", "rename player Kurt to Kurd", 6, "Kurd agrees to Nyvr's sheet"),
        ("give Nyvr stone\ndrop Nyvr stone\ngive Nyvr ston", "rename ston to stone", 6, "Nyvr gets stone"),
        ("give Nyvr stone\ndrop Nyvr stone\ngive Nyvr ston", "rename ston to stone", 8, "Nyvr gets stone"),
        ("pc Ada by Lena\nundo\npc Aad", "rename Aad to Ada", 6, "Ada joins, played by Lena"),
        ("define property ill\nundo\ndefine property il", "rename il to ill", 6, "Property ill: story only"),
    ],
)
def test_what_was_called_so_before_keeps_its_name(nyvr: Desk, script: str, line: str, seq: int, says: str) -> None:
    play(nyvr, f"{script}\n{line}")
    desk = nyvr.campaign
    assert desk is not None
    assert tell(next(desk.events(seq - 1, seq)).event) == says
    assert play(nyvr, "audit")["ok"]
    play(nyvr, "undo")
    assert tell(next(desk.events(seq - 1, seq)).event) == says.replace(
        "Nyvr gets stone", "Nyvr gets ston" * (seq == 8) or "Nyvr gets stone"
    )


def must_hold(desk: Desk) -> None:
    """Assert that all in the log could be recorded so, as `verify` does for a file."""
    assert desk.campaign is not None
    assert first_impossible(desk.campaign.log, desk.campaign.state.seq, explain_unfounded) is None


def test_somebody_undone_who_was_there_at_once_gets_the_old_name(nyvr: Desk) -> None:
    play(nyvr, "define ability Poise\npc Ady\npc Ada\ntrait Ady Poise 2\ntrait Ada Poise 4")
    then = nyvr.campaign.state.seq  # type: ignore[union-attr]
    play(nyvr, f"undo\nundo #{then - 2}\nrename Ady to Ada")
    assert play(nyvr, "audit")["ok"]
    must_hold(nyvr)
    assert play(nyvr, f"sheet Ada at #{then}")["traits"]["Poise"]["level"] == 2
    play(nyvr, "undo")
    assert play(nyvr, f"sheet Ady at #{then}")["traits"]["Poise"]["level"] == 2
    must_hold(nyvr)


def test_a_rename_is_not_redone_over_a_namesake_who_was_there_meanwhile(nyvr: Desk) -> None:
    play(nyvr, "pc Ada\nundo\npc Ady\nrename Ady to Ada\nundo\npc Ada\nundo")
    renamed = nyvr.campaign.state.seq - 3  # type: ignore[union-attr]
    error = refused(nyvr, f"redo #{renamed}")
    assert error["hint"] == "“rename character Ady to Ada” again"
    play(nyvr, "rename character Ady to Ada")
    must_hold(nyvr)


def test_two_spellings_of_a_thing_become_one(nyvr: Desk) -> None:
    play(nyvr, "give Nyvr ston\ngive Nyvr 2 stones\nrename ston to stones")
    assert {each["item"] for each in play(nyvr, "sheet Nyvr")["inventory"]} == {"stones"}
    assert play(nyvr, "why Nyvr stones")["value"] == 3
    play(nyvr, "undo")
    assert {each["item"] for each in play(nyvr, "sheet Nyvr")["inventory"]} == {"ston", "stones"}


def test_a_thing_is_not_renamed_to_a_place(nyvr: Desk) -> None:
    play(nyvr, "give Nyvr pack\ngive Nyvr knife in belt")
    assert "belt is a place on the body" in refused(nyvr, "rename pack to belt")["message"]


def test_a_rename_and_its_undoing_change_nothing_on_the_sheets_but_the_name(nyvr: Desk) -> None:
    def renamed(was: str, now: str) -> list[dict[str, str]]:
        return [{"character": now, "field": "name", "before": was, "after": now}]

    assert play(nyvr, "rename Nyvr to Nyrv")["changes"] == renamed("Nyvr", "Nyrv")
    assert play(nyvr, "undo")["changes"] == renamed("Nyrv", "Nyvr")
    assert play(nyvr, "redo")["changes"] == renamed("Nyvr", "Nyrv")
    assert "Nyvr: name Nyrv → Nyvr" in said(nyvr, "undo")


def test_a_rename_of_a_name_that_nobody_has_any_more_does_not_come_back(nyvr: Desk) -> None:
    play(nyvr, "rename Nyvr to Bo\nundo\nrename Nyvr to Cy")
    assert "no character is called Nyvr now" in refused(nyvr, "redo #6")["message"]


@pytest.mark.parametrize("renames", [["Bo to Cy"], ["Bo to Cy", "Cy to Di"], ["Pat to Max"]])
def test_who_joined_and_was_renamed_comes_back_with_both_undone(nyvr: Desk, renames: list[str]) -> None:
    play(nyvr, "npc Bo" if "Bo" in renames[0] else "pc Bo by Pat")
    for each in renames:
        play(nyvr, f"rename {each}")
    before = said(nyvr, "party")
    play(nyvr, f"undo last {len(renames) + 1}")
    assert said(nyvr, "party") != before
    play(nyvr, "redo")
    assert said(nyvr, "party") == before


def test_an_old_name_is_told_with_the_new_one(nyvr: Desk) -> None:
    play(nyvr, "rename Nyvr to Nyrv")
    for line in ("sheet Nyvr", "award Nyvr 3", "why nyvr xp"):
        fault = nyvr.do(line).fault
        assert fault is not None
        assert fault.hint == "Nyvr is called Nyrv since #6"


@pytest.mark.parametrize("point", ["#4", '"#4"', "#4   # before the storm", '"2020-01-01 12:00"'])
def test_somebody_who_came_later_was_not_there(nyvr: Desk, point: str) -> None:
    play(nyvr, "pc Bo")
    fault = nyvr.do(f"sheet Bo at {point}").fault
    assert fault is not None
    assert (fault.message, fault.hint) == ("no character “Bo”", "Bo was not there at that point")


def test_a_misspelled_trait_gets_the_name_that_only_a_list_of_the_rules_holds(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "lite.db")
    play(desk, "new fudge-lite\npc Ann\ntrait Ann Atletics Good\ntrait Ann Stealth Good")
    assert refused(desk, "rename trait Atletics to Stealth")["message"].startswith("there is a trait “Stealth” already")
    play(desk, "rename trait Atletics to Athletics")
    traits = play(desk, "sheet Ann")["traits"]
    assert traits["Athletics"]["level_name"] == "Good"
    assert "Atletics" not in traits
    assert play(desk, "audit")["ok"]
    play(desk, "undo")
    assert play(desk, "sheet Ann")["traits"]["Atletics"]["level_name"] == "Good"
    desk.close()
