"""The campaign as it stood at every event: followed once, whatever was corrected, and folded no more than it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import attrs
import pytest
from given import BEGINNING
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from worlds import CORRECTIONS, STORIES, a_campaign, attempt, straight

from engine import Campaign
from engine.commands import Amend, Award, MakeNote, Redo, Undo
from engine.events import (
    AbilityDefined,
    AwardAmended,
    CharacterCreated,
    Event,
    EventsUndone,
    NoteMade,
    SheetSigned,
    XpAwarded,
)
from engine.history import timeline as timelines
from engine.history.catalog import Catalog
from engine.history.counting import History
from engine.history.fold import Fold
from engine.history.names import Naming
from engine.history.snapshots import CLOSE, Snapshots
from engine.history.timeline import Timeline
from engine.state import State
from engine.store import codec
from engine.store.door import Draft, Log, beginning_of, chain_rows
from engine.store.files import locate
from replay.files.references import explain_unfounded
from replay.files.soundness import first_impossible

few = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@contextmanager
def played(*stories: list[object]) -> Iterator[Campaign]:
    """Make a campaign in which all that may be done of some stories was done."""
    with a_campaign() as campaign:
        for story in stories:
            for command in story:
                attempt(campaign, command)
        yield campaign


def at(timeline: Timeline) -> State:
    """Return the state without its place in the log."""
    return attrs.evolve(timeline.state.copy(), seq=0)


@pytest.mark.slow
@few
@given(STORIES, st.lists(CORRECTIONS, max_size=12), STORIES)
def test_at_every_event_the_state_is_what_was_known_then_folded_from_the_first_on(
    story: list[object], corrections: list[object], more: list[object]
) -> None:
    with patch.multiple(timelines, MOST_EARLIER=2, STRIDE=3), played(story, corrections, more) as campaign:
        events = list(campaign.events())
        timeline = Timeline.of(campaign.log, len(events))
        for seq, _, _, event in timeline.events():
            timeline.take_in(seq, event)
            assert timeline.state.seq == seq
            assert timeline.history == campaign.history_at(seq)
            assert at(timeline) == straight(events[:seq], timeline.history)


@pytest.mark.slow
@few
@given(STORIES)
def test_what_a_program_of_ours_recorded_is_found_possible(story: list[object]) -> None:
    with played(story) as campaign:
        for check in (explain_unfounded, explain_unfounded):
            assert first_impossible(campaign.log, campaign.state.seq, check) is None


@pytest.mark.slow
@few
@given(STORIES)
def test_a_campaign_keeps_the_catalog_that_its_log_comes_to(story: list[object]) -> None:
    with played(story) as campaign:
        known = held(Catalog.of(campaign.log, campaign.state.seq))
        assert held(campaign.catalog) == known
        with Campaign.open(campaign.log.path, writable=False) as other:
            assert held(other.catalog) == known
            for command in (MakeNote("one more"), Undo()):
                campaign.execute(command)
            other.refresh()
            assert held(other.catalog) == held(campaign.catalog) != known


def held(catalog: Catalog) -> object:
    """Return all that a catalog says of a log."""
    return catalog.kinds, catalog.branch, catalog.corrections


# --- what it costs ---------------------------------------------------------------------------------------------


def folded(campaign: Campaign) -> int:
    """How many events are read again for corrections when a log is followed."""
    again: list[int] = []
    through = Fold.through

    def counting(fold: Fold, log: Log, upto: int) -> State:
        again.append(upto - fold.state.seq)
        return through(fold, log, upto)

    timeline = Timeline.of(campaign.log, campaign.state.seq)
    with patch.object(Fold, "through", counting):
        for seq, _, _, event in timeline.events():
            timeline.take_in(seq, event)
    return sum(again)


@pytest.fixture
def campaign() -> Iterator[Campaign]:
    """Make a campaign with awards, the last event of it #13."""
    with a_campaign() as campaign:
        for amount in (1, 2, 3):
            campaign.execute(Award(("Ada",), amount))
        yield campaign


def test_a_correction_of_what_projects_nothing_folds_nothing_again(campaign: Campaign) -> None:
    for _ in range(5):
        campaign.execute(MakeNote("a slip"))
        campaign.execute(Undo())
        campaign.execute(Redo())
    assert folded(campaign) == 0


def test_a_correction_folds_what_lies_behind_it_again_and_no_more(campaign: Campaign) -> None:
    last = campaign.state.seq
    campaign.execute(Undo(last))
    assert folded(campaign) == 2
    campaign.execute(Redo())
    assert folded(campaign) == 2 + 3


def test_corrections_far_back_cost_how_far_back_they_reach(campaign: Campaign) -> None:
    award = campaign.state.seq
    for number in range(4):
        campaign.execute(Amend(award, 10 + number))
    assert folded(campaign) == 2 + 3 + 4 + 5


class AdaIsBo(Naming):
    """A naming in which Bo gets the XP that Ada got."""

    def __init__(self) -> None:
        super().__init__(())

    def __call__(self, event: Any, seq: int, body: str) -> Any:
        return attrs.evolve(event, character="Bo") if isinstance(event, XpAwarded) and "Ada" in body else event

    def changes(self, seq: int, body: str) -> bool:
        return "Ada" in body


def test_names_that_hold_now_are_put_in_wherever_events_are_read(campaign: Campaign) -> None:
    naming = AdaIsBo()
    last = campaign.state.seq
    timeline = Timeline.of(campaign.log, last, naming=naming)
    for seq, _, _, event in timeline.events():
        timeline.take_in(seq, event)
    folded_at_once = Fold(history=campaign.history, naming=naming).through(campaign.log, last)
    campaign._snapshots.naming = naming
    assert [each.event.character for each in campaign.events(last - 1)] == ["Bo"]  # type: ignore[union-attr]
    assert timeline.state == folded_at_once == campaign.state_at(last)
    assert timeline.state.sheets["Ada"].awarded == 0


def test_a_long_check_tells_how_far_it_has_come(campaign: Campaign) -> None:
    campaign.execute(Undo())
    told: list[tuple[int, int]] = []
    with patch.object(timelines, "STRIDE", 2):
        first_impossible(campaign.log, campaign.state.seq, explain_unfounded, lambda *far: told.append(far))
    assert told
    assert {of for _, of in told} == {campaign.state.seq}
    assert told == sorted(told)


# --- nothing is given up ---------------------------------------------------------------------------------------


def forged_log(path: Path, events: list[Event]) -> Log:
    """Write a log of any events, in a sound chain."""
    rows = [
        Draft(f"{n:032x}", "2026-11-21T20:00:00.000Z", f"c{n}", "GM", type(e).__name__, 1, codec.encode(e), b"s" * 16)
        for n, e in enumerate(events, start=1)
    ]
    return locate(path).create(chain_rows(BEGINNING.campaign, beginning_of(BEGINNING.campaign), rows))


def with_many_undos(undos: int, *planted: Event) -> list[Event]:
    """Events of a log with so many awards, each taken back at once; then what is planted."""
    events: list[Event] = [BEGINNING, AbilityDefined("Chess", ()), CharacterCreated("Ada", "pc", None)]
    for _ in range(undos):
        events.append(XpAwarded("Ada", 1, "luck"))
        events.append(EventsUndone((len(events),), "a slip"))
    return [*events, *planted, NoteMade("and so on")]


@pytest.mark.rule("I5")
@pytest.mark.parametrize(
    "plant",
    [
        lambda last: [XpAwarded("Bo", 1, "for somebody who is not there")],
        lambda last: [SheetSigned("Bo", None, {})],
        lambda last: [EventsUndone((last - 1,), "taken back already")],
        lambda last: [XpAwarded("Bo", 1, "x"), EventsUndone((last + 1,), "and hidden by an undo")],
        lambda last: [EventsUndone((3,), "the character herself"), XpAwarded("Ada", 1, "x"), EventsUndone((last + 2,))],
    ],
)
@pytest.mark.parametrize("undos", [3, 400])
def test_behind_any_number_of_undos_an_impossible_event_is_found(
    tmp_path: Path, undos: int, plant: Callable[[int], list[Event]]
) -> None:
    sound = with_many_undos(undos)
    last = len(sound) - 1
    for number, events in enumerate([sound, with_many_undos(undos, *plant(last))]):
        with closing(forged_log(tmp_path / f"{number}.db", events)) as log:
            problem = first_impossible(log, len(events), explain_unfounded)
            assert (problem is None) == (events is sound)
            assert problem is None or last < (problem.seq or 0) <= len(events)


@pytest.mark.rule("I5")
def test_behind_undos_of_what_lies_far_back_an_event_that_was_taken_back_since_is_checked_too(tmp_path: Path) -> None:
    """800 undos of notes, each 3,000 events back: to fold all of that again would be two million events and more."""
    notes: list[Event] = [NoteMade(f"note {number}") for number in range(3000)]
    events: list[Event] = [BEGINNING, *notes, *(EventsUndone((2 + number,), "") for number in range(800))]
    planted = len(events) + 1
    events += [XpAwarded("Bo", 1, "for somebody who is not there"), EventsUndone((planted,), "and hidden"), *notes[:5]]
    with closing(forged_log(tmp_path / "log.db", events)) as log:
        problem = first_impossible(log, len(events), explain_unfounded)
        assert problem is not None
        assert problem.seq == planted


HISTORIES = st.builds(
    lambda inactive, amounts: History(
        inactive=inactive,
        amendments={50 + award: AwardAmended(award, "Ada", 1, amount) for award, amount in amounts.items()},
    ),
    st.sets(st.integers(1, 12)),
    st.dictionaries(st.integers(1, 12), st.integers(2, 3)),
)


@given(HISTORIES, HISTORIES)
def test_two_histories_agree_up_to_the_first_event_that_counts_otherwise(one: History, other: History) -> None:
    agreed = one.agrees_until(other.what_counts)
    for seq in range(14):
        here, there = (
            ({each for each in held.inactive if each <= seq}, {k: v for k, v in held.amended.items() if k <= seq})
            for held in (one, other)
        )
        assert (seq <= agreed) == (here == there)


def test_a_look_at_the_past_leaves_a_state_close_to_it_for_the_next() -> None:
    with a_campaign() as campaign:
        with campaign.together():
            for _ in range(3 * CLOSE):
                campaign.execute(Award(("Ada",), 1, "luck"))
        snapshots, last = Snapshots(), campaign.state.seq
        looked_at = snapshots.at(campaign.log, last, campaign.history)
        close = snapshots.before(last, campaign.history)
        assert close.seq == last - CLOSE
        assert snapshots.at(campaign.log, last, campaign.history) == looked_at == campaign.state
