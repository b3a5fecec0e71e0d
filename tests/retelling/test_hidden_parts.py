"""Players read the same whatever a hidden part, or an unseen level, does to a sum in which only the largest count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory import Memory
from test_audience import AT_EIGHT, UNSHRUNK, documents, record

from engine import Campaign
from engine.campaign import Plan
from engine.commands import AlterRoll, RerollCheck
from engine.events import CheckResolved, ContestResolved
from engine.refusal import Refused
from engine.rules.parts import HIDDEN
from shell.language.reading import read

#: A part that each of two campaigns has in secret, and what is typed in both.
TWO = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
SIGNED = st.sampled_from(["", " +1 luck", " +2 wind", " -1 rain", " -2 fog", " +1 luck -1 rain"])
ROLL = st.integers(-4, 4)
PC = st.sampled_from(["Ann", "Bob"])

#: What is done openly. The first number of a pair, or the second, stands for each {}.
ACTS = st.one_of(
    st.builds("check {} Bow{} vs Fair{} hidden {{:+d}} rolled {}".format, PC, SIGNED, SIGNED, ROLL),
    st.builds("check {} Bow{} vs Orc Axe{} hidden {{:+d}} rolled {}".format, PC, SIGNED, SIGNED, ROLL),
    st.builds("check {} Bow{} vs Orc Axe{} rolled {}".format, PC, SIGNED, SIGNED, ROLL),
    st.builds("contest Ann Bow{} hidden {{:+d}} rolled {} vs Orc Axe{}".format, SIGNED, ROLL, SIGNED),
    st.builds("contest Ann Bow{} hidden {{:+d}} rolled {} vs Bob Bow{} rolled {}".format, SIGNED, ROLL, SIGNED, ROLL),
    st.builds("contest Ann Bow{} rolled {} vs Orc Axe{} hidden {{:+d}}".format, SIGNED, ROLL, SIGNED),
    st.builds("contest Ann Bow rolled {} vs Orc Axe hidden {{:+d}} vs Bob Bow rolled {}".format, ROLL, ROLL),
    st.just("point Ann alter #{last} +1"),
    st.builds("point Ann reroll #{{last}} rolled {}".format, ROLL),
)
STORIES = st.lists(st.tuples(ACTS, TWO), min_size=3, max_size=8)

WORLD = """rules point-uses reroll, alter
rules points 9
rules automatic-at none
rules certain-rolls on
rules creation free
pc Ann by Kim
pc Bob
npc Orc
trait Ann Bow Good
trait Bob Bow Fair
trait Orc Axe Fair
define gift Keen: Bow +1, Axe +1
gain Ann Keen
session start
"""


@contextmanager
def two_tables(gift: bool) -> Iterator[tuple[Campaign, Campaign]]:
    """Make two campaigns of Fudge Lite, in one of which the unseen Orc has a gift if that is asked for."""
    memory = Memory()
    fixed = patch("os.urandom", bytes), patch("engine.drafts.timed_id", lambda ms: 32 * "f")
    with patch("engine.store.files.FilePlace", memory.locate), fixed[0], fixed[1]:
        one, two = (Campaign.create(Path(name), "fudge-lite", title="T", clock=lambda: AT_EIGHT) for name in "ab")
        for campaign, has_it in ((one, False), (two, gift)):
            numbers = count()
            for line in WORLD.splitlines():
                record(campaign, planned(campaign, line), next(numbers))
            record(campaign, planned(campaign, "gain Orc Keen" if has_it else "set Orc Mood = calm"), next(numbers))
        yield one, two


def planned(campaign: Campaign, line: str) -> Plan:
    """Return what a line would record, nothing if it is refused."""
    parsed = read(line, campaign.state)
    assert parsed.problem is None, (line, parsed.problem)
    try:
        return campaign.plan(parsed.command)
    except Refused:
        assert isinstance(parsed.command, AlterRoll | RerollCheck), line
        return Plan(())


def ending(plan: Plan) -> list[Any]:
    """Return what everybody sees of how rolls end: success, and of a contest who is first and the results shown."""
    found: list[Any] = []
    for event in plan.events:
        if isinstance(event, ContestResolved):
            shown = [(side.total, side.character) for side in event.participants if is_shown(side)]
            found.append((event.winner, event.tied, shown))
        else:
            ranking = getattr(event, "ranking", None)
            found.append((type(event), getattr(event, "success", None), ranking and (ranking.winner, ranking.tied)))
    return found


def is_shown(side: Any) -> bool:
    """Return whether players see what a side of a contest reached."""
    return side.character != "Orc" and all(part.source != HIDDEN for part in side.modifiers)


def must_tell_the_same(story: Sequence[tuple[str, tuple[int, int]]], gift: bool) -> int:
    """Play a story with other hidden parts in the second campaign, and compare what players get. Return the rolls."""
    rolls = 0
    with two_tables(gift) as (one, two):
        for number, (line, (first, second)) in enumerate(story, start=1000):
            last = max((seq for seq in one.state.rolls), default=None)
            if "last" in line and last is None:
                continue
            plans = [
                planned(campaign, line.format(hidden, last=last)) for campaign, hidden in ((one, first), (two, second))
            ]
            if len(plans[0].events) != len(plans[1].events) or ending(plans[0]) != ending(plans[1]):
                continue
            rolls += any(isinstance(each, CheckResolved | ContestResolved) for each in plans[0].events)
            for campaign, plan in zip((one, two), plans, strict=True):
                if plan.events:
                    record(campaign, plan, number)
        given_out, other = documents(one), documents(two)
        for name in given_out:
            assert given_out[name] == other[name], name
    return rolls


@pytest.mark.rule("FL-34", "FU-73")
@settings(max_examples=3, phases=UNSHRUNK)
@given(STORIES, st.booleans())
def test_players_get_the_same_whatever_the_hidden_parts_are(story: Any, gift: bool) -> None:
    must_tell_the_same(story, gift)


@pytest.mark.heavy
@settings(max_examples=500, phases=UNSHRUNK)
@given(STORIES, st.booleans())
def test_players_get_the_same_of_many_hidden_parts(story: Any, gift: bool) -> None:
    must_tell_the_same(story, gift)
