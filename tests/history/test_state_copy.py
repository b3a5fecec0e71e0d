"""A copy of a state is one that nothing can reach into, and what it shares with the first is never changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from playing import play

from engine.state import State
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
