"""What holds of every history, whoever typed what: I1 to I7, over campaigns of every kind of event."""

from __future__ import annotations

from contextlib import suppress
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from worlds import ANYTHING, FEW, STATE, STORIES, a_campaign, as_it_counts, attempt, now, straight, tell

from engine import Campaign, Refused
from engine.commands import (
    Amend,
    ChangeStatus,
    Check,
    Contest,
    DefineProperty,
    Gain,
    Give,
    GiveTrait,
    Loan,
    MoveCounter,
    Opponent,
    Pass,
    Redo,
    SetScene,
    Share,
    ShowXCard,
    Side,
    Spend,
    TraitLevel,
    Undo,
)
from engine.concerns.properties.commands import LevelChange
from engine.events import CheckResolved, ContestResolved, EventsUndone, XpAllocated, XpTaken
from engine.fitting import violation
from engine.history.fold import Fold
from engine.history.reach import Reach
from engine.history.staleness import Stale, find_stale
from engine.history.trial import Trial, make_owing
from engine.project import apply
from engine.registry import find_marked, marks
from engine.state import State
from engine.store.looks import rows as rows_of

few = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.slow
@pytest.mark.rule("I1", "I4")
@few
@given(STORIES, st.integers(1, 6))
def test_as_many_redos_as_undos_are_nothing(story: list[object], times: int) -> None:
    with a_campaign() as campaign:
        tell(campaign, story)
        states = [now(campaign)]
        while len(states) <= times and attempt(campaign, Undo()):
            states.append(now(campaign))
        for state in reversed(states[:-1]):
            campaign.execute(Redo())
            assert now(campaign) == state


@pytest.mark.slow
@pytest.mark.rule("I1", "I4", "FL-06")
@few
@given(STORIES, STORIES, st.integers(1, 3))
def test_an_undo_of_an_x_card_is_as_if_it_had_not_been_shown(
    story: list[object], more: list[object], times: int
) -> None:
    with a_campaign() as campaign:
        tell(campaign, [*story, SetScene("a tower"), *more])
        before = now(campaign)
        campaign.execute(ShowXCard(back=True))
        after = now(campaign)
        for _ in range(times):
            campaign.execute(Undo())
            assert now(campaign) == before
            assert now(campaign) == straight(list(campaign.events()), campaign.history)
            campaign.execute(Redo())
            assert now(campaign) == after
        with Campaign.open(campaign.log.path, writable=False) as fresh:
            assert (now(fresh), fresh.history) == (after, campaign.history)


@pytest.mark.slow
@pytest.mark.rule("I2")
@few
@given(STORIES, st.integers(0, 999))
def test_what_was_taken_back_with_all_that_stood_on_it_might_never_have_been(story: list[object], which: int) -> None:
    with a_campaign() as campaign:
        tell(campaign, story)
        before = list(campaign.events())
        asked = 1 + which % campaign.state.seq
        assume(attempt(campaign, Undo(asked - 1, cascade=True)))
        undone = list(campaign.events())[-1].event
        assert isinstance(undone, EventsUndone)
        assert now(campaign) == straight(before, campaign.history)
        types = {each.seq: each.type for each in before}
        commands = {each.seq: each.cmd for each in before}
        swept = [seq for seq in undone.targets if commands[seq] != commands[asked]]
        assert not {types[seq] for seq in swept} & find_marked("witnessed")
        assert all(seq > asked for seq in swept)


@pytest.mark.slow
@pytest.mark.rule("I2")
@few
@given(STORIES)
def test_what_stands_on_an_award_is_what_drew_on_it(story: list[object]) -> None:
    with a_campaign() as campaign:
        tell(campaign, story)
        inactive = campaign.history.inactive
        counting = [each for each in campaign.events() if each.seq not in inactive]
        awards = [each.seq for each in counting if each.type == "XpAwarded"]
        for award in awards:
            owed = {seq for seq, gone in campaign.history.debts.items() if award in gone}
            drew = [
                x.seq for x in counting if isinstance(x.event, XpAllocated | XpTaken) and award in dict(x.event.draws)
            ]
            found = campaign.correction(Undo(award, cascade=True))
            assert set(found.named) - {award} == set(drew) - owed


@pytest.mark.slow
@pytest.mark.rule("I3")
@few
@given(STORIES, STORIES)
def test_the_log_only_grows(first: list[object], later: list[object]) -> None:
    with a_campaign() as campaign:
        tell(campaign, first)
        rows = list(campaign.log.read())
        tell(campaign, [*later, Undo(), Redo()])
        assert list(rows_of(campaign.log, 0, len(rows))) == rows


@pytest.mark.slow
@pytest.mark.rule("I5")
@few
@given(STORIES)
def test_what_a_sheet_said_then_it_said_then_for_ever(story: list[object]) -> None:
    with a_campaign() as campaign:
        then = {}
        for command in story:
            attempt(campaign, command)
            then[campaign.state.seq] = campaign.state.copy()
        for seq, state in then.items():
            assert campaign.state_at(seq) == state


@pytest.mark.slow
@pytest.mark.rule("I6")
@few
@given(STORIES)
def test_no_award_pays_more_than_it_is_unless_a_debt_was_asked_for(story: list[object]) -> None:
    with a_campaign() as campaign:
        for command in story:
            attempt(campaign, command)
            forgiven = frozenset().union(*campaign.history.debts.values())
            for sheet in campaign.state.sheets.values():
                assert sum(sheet.lots.values()) == sheet.unspent
                assert {award for award, left in sheet.lots.items() if left < 0} <= forgiven


@pytest.mark.slow
@pytest.mark.rule("I7")
@few
@given(STORIES)
def test_a_recorded_level_is_what_the_sheet_said(story: list[object]) -> None:
    with a_campaign() as campaign:
        tell(campaign, story)
        for each in campaign.events():
            if isinstance(each.event, CheckResolved | ContestResolved):
                assert find_stale(campaign.state_at(each.seq - 1), each.event, each.seq) is None


@pytest.mark.slow
@pytest.mark.rule("I2")
@few
@given(STORIES)
def test_the_state_is_the_fold_of_what_counts_however_it_came_about(story: list[object]) -> None:
    with a_campaign() as campaign:
        for command in story:
            attempt(campaign, command)
            assert now(campaign) == straight(list(campaign.events()), campaign.history)


@pytest.mark.slow
@pytest.mark.rule("C.2")
@few
@given(STORIES)
def test_whatever_counts_could_have_been_recorded_where_it_stands(story: list[object]) -> None:
    with a_campaign() as campaign:
        for command in story:
            attempt(campaign, command)
        state, history = State(), campaign.history
        for each in campaign.events():
            if each.seq not in history.inactive:
                event = as_it_counts(each, history)
                owed = make_owing(event, history.owing.get(each.seq))
                assert marks(event).fell or violation(state, owed) is None
                apply(state, event, each.seq)


@pytest.mark.slow
@few
@given(STORIES)
def test_a_snapshot_and_what_came_after_it_are_the_whole_history(story: list[object]) -> None:
    small = {"FAR": 6, "SPACING": 6, "RECENT": 3, "CLOSE": 1}
    with (
        patch.multiple("engine.history.snapshots", **small),
        a_campaign() as campaign,
        Campaign.open(campaign.log.path, writable=False) as other,
    ):
        for command in story:
            attempt(campaign, command)
            check_every_point(campaign)
            other.refresh()
            assert (other.state, other.history) == (campaign.state, campaign.history)


def check_every_point(campaign: Campaign) -> None:
    """Compare the state now, and lately in both readings, with a fold of everything; and so when it is opened again."""
    events = list(campaign.events())
    assert now(campaign) == straight(events, campaign.history)
    for seq in range(max(1, campaign.state.seq - 3), campaign.state.seq + 1):
        for corrected in (False, True):
            history = campaign.history if corrected else campaign.history_at(seq)
            found = campaign.state_at(seq, corrected=corrected)
            found.seq = 0
            assert found == straight(events[:seq], history)
    with Campaign.open(campaign.log.path, writable=False) as fresh:
        assert (fresh.state, fresh.history) == (campaign.state, campaign.history)


@pytest.mark.slow
@few
@given(STORIES, ANYTHING)
def test_a_correction_that_is_refused_or_tried_out_changes_nothing(story: list[object], wish: object) -> None:
    with a_campaign() as campaign:
        tell(campaign, story)
        head, state, history = campaign.log.head, campaign.state.copy(), campaign.history.copy()
        for number in range(1, campaign.state.seq, 7):
            for command in (Undo(number), Undo(number, keep=True), Undo(number, cascade=True), Amend(number, 3)):
                with suppress(Refused):
                    assert campaign.correction(command).before == state
        assert (campaign.log.head, campaign.state, campaign.history) == (head, state, history)


THERE = st.sampled_from(["Ada", "Bo", "Odo"])

#: Whatever changes what somebody brings to a roll, and things that do so from hand to hand.
MOVING: SearchStrategy[object] = st.one_of(
    st.builds(lambda who, n: GiveTrait(who, (TraitLevel("Chess", n),)), THERE, st.integers(0, 3)),
    st.builds(lambda who, n: Spend(who, (Share(n, "Chess"),)), THERE, FEW),
    st.builds(ChangeStatus, THERE, st.just("Energy"), STATE),
    st.builds(Gain, THERE, st.just("ill")),
    st.builds(MoveCounter, THERE, st.just("Mana"), st.integers(-4, 4)),
    st.builds(Give, THERE, st.just("pouch")),
    st.builds(lambda who: Give(who, "lens", container="pouch", loans=(Loan(1),)), THERE),
    st.builds(Pass, THERE, st.sampled_from(["pouch", "lens"]), THERE),
    st.just(DefineProperty("ill", (LevelChange("Chess", -2),))),
)

ROLLING: SearchStrategy[object] = st.one_of(
    st.builds(lambda who: Check(who, "Chess", 2, faces=(0,)), THERE),
    st.builds(lambda who, other: Check(who, "Chess", opponent=Opponent(other, "Chess")), THERE, THERE),
    st.builds(lambda who, other: Contest((Side(who, "Chess"), Side(other, "Chess"))), THERE, THERE),
)


@pytest.mark.slow
@few
@given(st.lists(st.one_of(MOVING, MOVING, ROLLING, ANYTHING), min_size=8, max_size=20), ROLLING)
def test_a_correction_names_the_rolls_that_it_reaches_and_no_other_roll_changes(
    story: list[object], last: object
) -> None:
    with a_campaign() as campaign:
        tell(campaign, [*story, last])
        plain = stale_now(campaign)
        for number in range(1, campaign.state.seq):
            for command in (Undo(number, cascade=True), Undo(number, keep=True), Amend(number, 3), Redo(number)):
                with suppress(Refused):
                    found = campaign.correction(command).stale
                    with patch.object(Reach, "covers", return_value=True):
                        every = campaign.correction(command).stale
                    assert [each for each in every if each not in plain] == [x for x in found if x not in plain]
                    assert {each.seq for each in found} <= {each.seq for each in every}


def stale_now(campaign: Campaign) -> list[Stale]:
    """Return the rolls that are stale by what was corrected already."""
    trial = Trial(State(), campaign.history.owing, reach=Reach(everybody=True))
    Fold(trial.state, campaign.history, naming=campaign.naming, ask=trial.ask).through(campaign.log, campaign.state.seq)
    return trial.stale


@pytest.mark.slow
@few
@given(STORIES, st.integers(0, 999), st.integers(1, 20))
def test_a_correction_comes_to_what_was_foreseen(story: list[object], which: int, amount: int) -> None:
    with a_campaign() as campaign:
        tell(campaign, story)
        number = 1 + which % campaign.state.seq
        for command in (Undo(number, cascade=True), Amend(number, amount), Redo(number)):
            with suppress(Refused):
                foreseen = campaign.correction(command).after.copy()
                campaign.execute(command)
                foreseen.seq = campaign.state.seq
                assert campaign.state == foreseen
