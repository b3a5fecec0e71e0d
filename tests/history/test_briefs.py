"""What a fold reads in brief leaves the same state as the whole, and the whole can still be asked for."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from worlds import STORIES, a_campaign, played_out, tell

from engine import Campaign
from engine.briefs import BRIEFS, find_brief
from engine.commands import Check, Undo
from engine.events import CheckResolved
from engine.history import fold, packing
from engine.history.fold import Fold, FoldStep, step_of
from engine.naming import holds_numbers
from engine.refusal import Refused
from engine.registry import PROJECTS, marks
from engine.state import State
from engine.store import codec
from engine.value import field_defaults

few = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("cls", BRIEFS)
def test_a_brief_has_fields_of_its_event_with_their_defaults(cls: type) -> None:
    whole = field_defaults(cls)
    assert {name: whole[name] for name in field_defaults(BRIEFS[cls])} == field_defaults(BRIEFS[cls])
    assert not holds_numbers(cls), "a fold asks whether the numbers that an event names are there"
    assert marks(cls).fell, "a correction asks whether any other event still fits"


def whole_step_of(type_name: str, v: int) -> FoldStep:
    """Return what a fold does with events of a type where it reads none in brief."""
    step = step_of(type_name, v)
    return step._replace(decode_in_brief=step.decode)


def folded_whole(campaign: Campaign) -> State:
    """Return the state as it is folded where no event is read in brief."""
    with patch.object(fold, "step_of", whole_step_of):
        return folded_in_brief(campaign)


def folded_in_brief(campaign: Campaign) -> State:
    """Return the state as it is folded when a log is opened."""
    return Fold(history=campaign.history, naming=campaign.naming).through(campaign.log, campaign.state.seq)


def test_every_event_of_the_small_worlds_folds_in_brief_as_it_does_whole() -> None:
    read = set[type]()
    with played_out() as (desk, _):
        for path in desk.place.file.parent.glob("*.db"):
            with Campaign.open(path, writable=False) as campaign:
                assert folded_in_brief(campaign) == folded_whole(campaign)
                read |= {type(codec.decode_in_brief(*each[1:])) for each in campaign.log.bodies()}
    assert read >= {*BRIEFS.values()}


@few
@given(STORIES)
def test_any_campaign_folds_in_brief_as_it_does_whole(commands: list[object]) -> None:
    with a_campaign() as campaign:
        tell(campaign, commands)
        assert folded_in_brief(campaign) == folded_whole(campaign)


@few
@given(STORIES, st.integers(0, 30))
def test_any_undo_does_the_same_whether_rolls_are_read_in_brief_or_whole(commands: list[object], back: int) -> None:
    with a_campaign() as campaign:
        tell(campaign, commands)
        undo = Undo(max(1, campaign.state.seq - back), cascade=True)
        in_brief = planned(campaign, undo)
        with patch.object(fold, "step_of", whole_step_of):
            assert planned(campaign, undo) == in_brief


def planned(campaign: Campaign, undo: Undo) -> object:
    """Return what an undo would do, or why it cannot be done."""
    try:
        return campaign.correction(undo)
    except Refused as refused:
        return str(refused), refused.hint, refused.dependents


def test_a_roll_that_was_folded_in_brief_is_read_when_it_is_asked_for() -> None:
    """Keep it unread in copies and on disk."""
    with a_campaign() as campaign:
        (made,) = campaign.execute(Check("Ada", "Chess", 1))
        state = packing.unpack(packing.pack(folded_in_brief(campaign).copy()))
        kept = state.rolls.held[made.seq]
        assert type(kept) is tuple
        assert kept[0] == "CheckResolved"
        assert state.rolls[made.seq] == made.event
        assert dict(state.rolls.backwards()) == {made.seq: made.event}


def test_a_check_that_somebody_folds_whole_has_no_brief() -> None:
    """Let a concern from elsewhere read all fields of a check."""
    assert find_brief(CheckResolved) is BRIEFS[CheckResolved]
    with patch.dict(PROJECTS, {CheckResolved: (*PROJECTS[CheckResolved], lambda state, event, seq: None)}):
        assert find_brief(CheckResolved) is None
