"""A copy of a state is one that nothing can reach into, and what it shares with the first is never changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from playing import play
from worlds import EVERYDAY, STORIES, WAYS_TO_TAKE, a_campaign, attempt

from engine.commands import Award, MakeNote
from engine.refusal import Refused
from engine.state import Sheet, State
from shell.runner import Desk

STORY = """
define ability Chess
define status Energy: Tired -1, Rested 1
define property gifted: xp 7 Chess
pc Ann
session start One
award Ann 5
spend Ann 3 on Chess
gain Ann gifted
point Ann +1
give Ann pouch
give Ann 3 jewels in pouch
roll 4dF rolled 0 secret
"""


def changeable(held: Any) -> Iterator[object]:
    """Everything in a state that can be changed in place."""
    if isinstance(held, dict | list | set):
        yield held
        for each in held.values() if isinstance(held, dict) else held:
            yield from changeable(each)
    elif attrs.has(type(held)):
        if type(held).__setattr__ is object.__setattr__:
            yield held
        for field in attrs.fields(type(held)):
            yield from changeable(getattr(held, field.name))


def test_nothing_that_can_be_changed_is_shared_with_a_copy(table: Desk) -> None:
    play(table, STORY)
    assert table.campaign is not None
    state = table.campaign.state
    copy = state.copy()
    assert copy == state
    found = {id(each) for each in changeable(state)}
    assert len(found) > 15
    assert not found & {id(each) for each in changeable(copy)}


def test_what_a_state_and_its_sheets_hold_cannot_be_changed_in_place(table: Desk) -> None:
    play(table, STORY)
    assert table.campaign is not None
    state: State = table.campaign.state
    ann = state.sheets["Ann"]
    held = {"spent": ann.practice["Chess"], "quantity": next(iter(ann.stacks.values())), "end": state.sessions[0]}
    for field, each in held.items():
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(each, field, 1)


@pytest.mark.slow
@settings(max_examples=40)
@given(STORIES)
def test_a_command_leaves_the_state_before_it_as_it_was(story: list[object]) -> None:
    with a_campaign() as campaign:
        for command in story:
            before = campaign.state
            then = before.copy()
            attempt(campaign, command)
            assert before == then


@settings(max_examples=10)
@given(EVERYDAY)
def test_deciding_leaves_the_state_as_it_is(command: object) -> None:
    with a_campaign() as campaign:
        then = campaign.state.copy()
        with suppress(Refused):
            campaign.plan(command)
        assert campaign.state == then


def test_a_command_copies_only_the_sheets_that_it_changes() -> None:
    with a_campaign() as campaign:
        before = campaign.state.sheets
        campaign.execute(MakeNote("nobody's"))
        campaign.execute(Award(("Ada",), 1, "luck"))
        after = campaign.state.sheets
        assert [name for name in after if after[name] is not before[name]] == ["Ada"]
        assert type(after) is dict


@pytest.mark.parametrize("take", WAYS_TO_TAKE)
def test_a_sheet_is_copied_when_it_is_taken(table: Desk, take: Callable[[dict[str, Sheet]], Sheet]) -> None:
    play(table, STORY)
    assert table.campaign is not None
    state = table.campaign.state
    apart = state.apart()
    taken = take(apart.sheets)
    assert taken == state.sheets["Ann"]
    assert taken is not state.sheets["Ann"]
    assert take(apart.sheets) is taken
    apart.settle()
    assert take(apart.sheets) is taken
