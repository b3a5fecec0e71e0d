"""What players see of a secret once its reveal is undone: nothing, whatever happened to it meanwhile."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from given import log_of
from hypothesis import given, settings
from hypothesis import strategies as st
from test_audience import UNSHRUNK, documents, planned, play, record, twins
from worlds import FEW, ORE, TRAIT, WHO

from engine.campaign import Campaign
from engine.commands import (
    Check,
    MakeCountdown,
    MakeNote,
    MeetComplication,
    NeedSet,
    PassingEffect,
    Raise,
    Redo,
    Reveal,
    Roll,
    SetGoal,
    Sign,
    StageOf,
    TickCountdown,
    Undo,
)
from engine.events import CountdownMade, EventsRedone, EventsUndone, XpAllocated
from engine.types import PLAYERS
from replay.audience.numbering import Numbering
from replay.audience.rule import View, Withheld
from replay.audience.subjects import Subjects
from shell.runner import Desk

TABLE = """new fudge-lite The mill
rules point-uses reroll, alter, convert
pc Ann by Kim
npc Wolf
trait Ann Stealth Good
point Ann +3
award Ann 20
session start Night
"""

FORGE = (
    "goal Zorgue needs zinc and quartz for Ann secret",
    "met Zorgue zinc",
    "raise Ann Stealth after Zorgue pending",
)
DOOM = ("countdown Zorgue 2 zinc, 2 quartz secret", "tick Zorgue 2", "check Ann Stealth vs Fair rolled 0 ticks Zorgue")
TURNED = (
    "countdown Zorgue 4 zinc secret",
    "check Ann Stealth vs Good rolled 0 ticks Zorgue",
    "point Ann alter #{} -1",
)
LINKED = (
    "countdown Zorgue 2 secret",
    "countdown Open 2 against Zorgue",
    "check Ann Stealth vs Superb rolled 0 ticks Open",
)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Begin a session of a player character and an NPC who was not shown."""
    with_table = Desk(tmp_path / "mill.db")
    for line in TABLE.splitlines():
        play(with_table, line)
    yield with_table
    with_table.close()


def campaign_of(desk: Desk) -> Campaign:
    assert desk.campaign is not None
    return desk.campaign


def given_out(desk: Desk) -> str:
    """Return every document for players as one text."""
    return json.dumps(documents(campaign_of(desk)), ensure_ascii=False)


@pytest.mark.parametrize("lines", [FORGE, DOOM, TURNED, LINKED])
def test_a_goal_or_countdown_is_secret_again_once_its_reveal_is_undone(desk: Desk, lines: Sequence[str]) -> None:
    secret = play(desk, lines[0])
    revealed = play(desk, f"reveal #{secret}")
    last = 0
    for line in lines[1:]:
        last = play(desk, line.format(last))
    assert "Zorgue" in given_out(desk)
    play(desk, f"undo #{revealed} cascade")
    assert not [word for word in ("Zorgue", "zinc", "quartz") if word in given_out(desk)]
    play(desk, "redo")
    assert "Zorgue" in given_out(desk)


@pytest.mark.parametrize("lines", [FORGE[:2], DOOM[:2]])
def test_what_was_open_when_it_happened_can_be_revealed_once_it_is_secret_again(
    desk: Desk, lines: Sequence[str]
) -> None:
    made = play(desk, lines[0])
    revealed, open_then = play(desk, f"reveal #{made}"), play(desk, lines[1])
    play(desk, f"undo #{revealed}")
    assert {made, open_then} <= campaign_of(desk).state.secrets
    play(desk, f"reveal #{open_then}")
    assert not campaign_of(desk).state.secrets
    assert "Zorgue" in given_out(desk)


def test_a_name_that_is_used_again_is_as_secret_as_who_made_it_says(desk: Desk) -> None:
    play(desk, "countdown Doom 1 secret")
    first = play(desk, "tick Doom")
    made, ticked = play(desk, "countdown Doom 2 open"), play(desk, "tick Doom")
    asked = play(desk, "check Ann Stealth vs Fair rolled 0 ticks Doom")
    found = {each.seq: each for each in View.of(campaign_of(desk), PLAYERS).events()}
    assert isinstance(found[first], Withheld)
    assert not any(isinstance(found[each], Withheld) for each in (made, ticked, asked))
    assert found[asked].event.ticks == "Doom"  # type: ignore[union-attr]


@pytest.mark.parametrize("line", ["secret the zinc is false", "secret scene Under the zinc", "hide Wolf"])
def test_a_note_a_scene_and_a_hiding_are_secret_again_once_an_x_card_undoes_the_reveal(desk: Desk, line: str) -> None:
    made = play(desk, line)
    play(desk, "give Wolf zinc")
    play(desk, "scene The yard")
    play(desk, f"reveal #{made}")
    assert "zinc" in given_out(desk)
    play(desk, "xcard back")
    assert "zinc" not in given_out(desk)


def test_an_npc_is_hidden_again_once_the_showing_is_undone(desk: Desk) -> None:
    play(desk, "give Wolf zinc")
    shown = play(desk, "show Wolf")
    play(desk, "trait Wolf Quartz Good")
    play(desk, f"undo #{shown}")
    assert not [word for word in ("zinc", "Quartz") if word in given_out(desk)]


# --- random campaigns ------------------------------------------------------------------------------------------

#: What is made of a name, and the number of the event that made it: the two campaigns differ in the name alone.
Told = Callable[[str, int], object]
Made = Callable[[str], object]

MADE = (
    lambda name: MakeCountdown(name, (StageOf(2, name), StageOf(2, name)), hidden=True),
    lambda name: SetGoal(name, (NeedSet(("ore", name)), NeedSet(("weeks",))), "Ada", secret=True),
)

MEANWHILE: st.SearchStrategy[Told] = st.one_of(
    st.builds(lambda n: lambda name, made: TickCountdown(name, n), FEW),
    st.builds(
        lambda who, n: lambda name, made: Check(who, "Chess", 1, faces=(n,), ticks=name), WHO, st.integers(-1, 1)
    ),
    st.builds(lambda who: lambda name, made: Check(who, "Chess", 1, faces=(0,), ticks=name, secret=True), WHO),
    st.builds(lambda need: lambda name, made: MeetComplication(name, need), ORE),
    st.just(lambda name, made: MeetComplication(name, name)),
    st.just(lambda name, made: MakeCountdown("Escape", (StageOf(2, "away"),), other=name)),
    st.builds(lambda who: lambda name, made: Check(who, "Chess", 1, faces=(1,), ticks="Escape"), WHO),
    st.builds(lambda who: lambda name, made: PassingEffect(who, "chill", action=-1, event=made), WHO),
    st.builds(lambda who: lambda name, made: Sign(who, "Kim"), WHO),
    st.builds(lambda who, trait: lambda name, made: Raise(who, trait, goal=name, pending=True), WHO, TRAIT),
    st.just(lambda name, made: Roll("4dF", faces=(0, 0, 0, 0))),
    st.just(lambda name, made: MakeNote("hm")),
    st.just(lambda name, made: Undo()),
    st.just(lambda name, made: Redo()),
)


def must_stay_secret(make: Made, meanwhile: Sequence[Told], after: Sequence[Told]) -> None:
    """Reveal a secret, let something happen to it, undo, redo and undo the reveal, and compare what players get."""
    with twins() as pair:
        made = pair[0].state.seq + 1
        undone = (lambda name, made: Undo(made + 1, cascade=True), lambda name, made: Redo())
        story = [lambda name, made: make(name), lambda name, made: Reveal(made), *meanwhile, *undone, undone[0], *after]
        for number, each in enumerate(story, start=1000):
            for campaign, name in zip(pair, ("Zorgue", "Quimby"), strict=True):
                plan = planned(campaign, each(name, made))
                if plan is not None and plan.events:
                    record(campaign, plan, number)
        one, two = map(documents, pair)
        assert (one == two) == (made + 1 in pair[0].history.inactive)


@settings(max_examples=4, phases=UNSHRUNK)
@given(st.sampled_from(MADE), st.lists(MEANWHILE, min_size=2, max_size=10), st.lists(MEANWHILE, max_size=3))
def test_what_players_get_does_not_depend_on_a_secret_whose_reveal_was_undone(
    make: Made, meanwhile: Sequence[Told], after: Sequence[Told]
) -> None:
    must_stay_secret(make, meanwhile, after)


@pytest.mark.heavy
@settings(max_examples=500, phases=UNSHRUNK)
@given(st.sampled_from(MADE), st.lists(MEANWHILE, min_size=2, max_size=10), st.lists(MEANWHILE, max_size=3))
def test_what_players_get_does_not_depend_on_a_secret_whose_reveal_was_undone_in_many_campaigns(
    make: Made, meanwhile: Sequence[Told], after: Sequence[Told]
) -> None:
    must_stay_secret(make, meanwhile, after)


# --- what the numbers of events and things tell ------------------------------------------------------------------


def test_the_maker_of_a_name_used_again_is_the_last_one_that_counts() -> None:
    subjects = Subjects()
    for seq, event in enumerate((CountdownMade("Flood", ()), CountdownMade("Flood", ()), EventsUndone((2,))), start=1):
        subjects.follow(seq, event)
    assert subjects.find_maker(CountdownMade, "Flood") == 1
    subjects.follow(4, EventsRedone((2,)))
    assert subjects.find_maker(CountdownMade, "Flood") == 2


def test_without_gaps_xp_come_only_from_awards_that_have_a_number() -> None:
    spent = XpAllocated("Ann", "Chess", 3, ((2, 1), (3, 2)))
    assert Numbering((2,)).renumber_event(spent).draws == ((2, 2),)
    assert Numbering().renumber_event(spent) == spent


def test_the_number_of_a_thing_from_unseen_hands_is_not_told_in_any_case(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    path.write_bytes(log_of("new fudge-lite\npc Ann\nnpc Wolf\ngive Wolf rope\npass Wolf rope to Ann\ngive Ann lamp"))
    with Campaign.open(path) as campaign:
        view = View.of(campaign, PLAYERS)
        rope, lamp = campaign.state.sheets["Ann"].heaps()
    assert (rope.name, lamp.name) == ("rope", "lamp")
    assert not view.sees_heap(rope.id, "rope")
    assert not view.sees_heap(rope.id, "Rope")
    assert view.sees_heap(lamp.id, "lamp")
