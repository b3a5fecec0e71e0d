"""What is sent to pages, message by message: two logs that differ in secrets alone send the same."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings

from engine import Campaign
from engine.commands import ChangeRule, Check, MakeCountdown, Reveal, SetScene, StageOf
from engine.concerns.countdowns.sheet import COUNTDOWNS
from engine.types import PLAYERS
from engine.value import evolve
from replay.audience.rule import View
from replay.live import sections as told
from replay.live.board import Board
from replay.live.document import Document
from replay.live.sections import sections

sys.path.append(str(Path(__file__).parents[1] / "retelling"))
from test_audience import GAMES, STORIES, UNSHRUNK, play_twins, shown_sheets, twins

Story = Sequence[tuple[object, object]]


class Page:
    """A page that follows a campaign."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign, self.document = campaign, Document()
        self.view = View.of(campaign, PLAYERS)

    def gets(self) -> dict[str, bytes]:
        """Return the sections that are sent now, without the proof, by which logs differ."""
        self.view = self.view.follow()
        found = self.document.take(sections(self.view))
        return {name: held for name, held in found.items() if name != "proof"}


def must_send_the_same(game: str, story: Story, *, gaps: bool = True) -> int:
    """Play a story in two campaigns that differ in secrets alone, and compare each message of both."""
    with twins(game) as (one, two):
        pages, differ = [Page(one), Page(two)], 0
        if not gaps:
            story = [(ChangeRule("players-see", "gaps no"),) * 2, *story]
        alike = True
        for number, step in enumerate(story, start=1000):
            if differ and isinstance(step[0], Reveal):
                continue  # it would reveal what differs
            differ += play_twins(one, two, [step], number)
            sent: list[dict[str, Any]] = [page.gets() for page in pages]
            alike = alike and shown_sheets(one) == shown_sheets(two)
            if not alike:  # a secret changed what a sheet shows, as it may
                for message in sent:
                    message.pop("party", None)
            assert sent[0] == sent[1], step
        return differ


@pytest.mark.parametrize("gaps", [True, False])
@settings(max_examples=2, phases=UNSHRUNK)
@given(GAMES, STORIES)
def test_each_message_is_the_same_whatever_is_secret(gaps: bool, game: str, story: list[tuple[object, object]]) -> None:
    must_send_the_same(game, story, gaps=gaps)


@pytest.mark.slow
@pytest.mark.parametrize("gaps", [True, False])
@settings(max_examples=16, phases=UNSHRUNK)
@given(GAMES, STORIES)
def test_each_message_is_the_same_whatever_is_secret_in_some_campaigns(
    gaps: bool, game: str, story: list[tuple[object, object]]
) -> None:
    must_send_the_same(game, story, gaps=gaps)


@pytest.mark.heavy
@pytest.mark.parametrize("gaps", [True, False])
@settings(max_examples=1000, phases=UNSHRUNK)
@given(GAMES, STORIES)
def test_each_message_is_the_same_whatever_is_secret_in_many_campaigns(
    gaps: bool, game: str, story: list[tuple[object, object]]
) -> None:
    must_send_the_same(game, story, gaps=gaps)


def naive_board(view: View) -> Board:
    """Lay out the board with the marks that the state has, as a careless program would."""
    board = set_board(view)
    held = COUNTDOWNS.of(view.campaign.state)
    board.countdowns = {
        name: evolve(each, ticks=((held[name].marked, None),)) for name, each in board.countdowns.items()
    }
    return board


set_board = told.set_board

#: A secret check that ticks a countdown: an open one in one campaign, a hidden one in the other.
SECRET_TICK: Story = [
    ((MakeCountdown("Flood", (StageOf(3),)),) * 2),
    ((MakeCountdown("Famine", (StageOf(3),), hidden=True),) * 2),
    (
        Check("Ada", "Chess", difficulty=1, secret=True, faces=(1, 1, 1, 1), ticks="Flood"),
        Check("Ada", "Chess", difficulty=1, secret=True, faces=(1, 1, 1, 1), ticks="Famine"),
    ),
    ((SetScene("Dawn"),) * 2),
]


def test_marks_counted_from_the_state_would_tell_of_a_secret_tick() -> None:
    with patch.object(told, "set_board", naive_board), pytest.raises(AssertionError):
        must_send_the_same("peupfudge", SECRET_TICK)
    must_send_the_same("peupfudge", SECRET_TICK)
