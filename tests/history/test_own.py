"""What rooms keep in the state and on sheets: behind one handle each, replaced and never changed in place."""

from __future__ import annotations

import pytest
from worlds import as_it_counts, played_out

from engine.campaign import Campaign
from engine.concerns.clocks.sheet import FIGHT, Fight
from engine.concerns.keys.sheet import LAST_HITS
from engine.history import packing
from engine.own import HANDLES, Own
from engine.project import apply
from engine.rooms import load
from engine.state import State


def test_a_handle_reads_replaces_and_drops_its_value() -> None:
    state = State()
    assert FIGHT.of(state) is None
    state.board.own[FIGHT] = Fight("at the ford", 7)
    assert (FIGHT.of(state), FIGHT in state.board.own) == (Fight("at the ford", 7), True)
    state.board.own.pop(FIGHT, None)
    state.board.own.pop(FIGHT, None)
    assert (FIGHT.of(state), FIGHT in state.board.own) == (None, False)


def test_a_state_from_disk_has_its_values_under_the_same_handles() -> None:
    state = State()
    state.board.own[FIGHT] = Fight("at the ford", 7)
    found: State = packing.unpack(packing.pack(state))
    assert (found, FIGHT.of(found)) == (state, FIGHT.of(state))
    found.board.own[FIGHT] = Fight("at the bridge", 9)
    assert list(found.board.own.values()) == [FIGHT.of(found)]


def test_two_handles_of_one_name_are_impossible() -> None:
    with pytest.raises(ValueError, match="another handle is called “fight”"):
        Own("fight", 0)
    assert HANDLES["fight"] is FIGHT


def test_a_type_checker_refuses_a_value_by_its_name() -> None:
    """Mypy fails if it takes one of these, for then a comment beneath is not needed."""
    state = State()
    state.board.own[FIGHT] = Fight("at the ford", 7)
    assert state.board.own["fight"] == FIGHT.of(state)  # type: ignore[index]
    state.own["fihgt"] = 1  # type: ignore[index]
    state.own[LAST_HITS] = {"Vow": "One"}  # type: ignore[dict-item]


def follow(campaign: Campaign) -> set[str]:
    """Fold a campaign event by event, each with a look back; return the names of all that was kept on the way."""
    state, kept = State(), set[str]()
    for recorded in campaign.events():
        if recorded.seq not in campaign.history.inactive:
            before = state.copy()
            as_it_was = packing.pack(before)
            apply(state, as_it_counts(recorded, campaign.history), recorded.seq)
            assert packing.pack(before) == as_it_was, recorded
            kept.update(state.board.own, *(owner.own for owner in (state, *state.sheets.values())))
    return kept


def test_no_event_changes_in_place_what_rooms_keep() -> None:
    """An earlier copy of the state shares it, and so does the default of all sheets."""
    load("project")
    defaults = packing.pack([each.default for each in HANDLES.values()])
    stored: set[str] = set()
    with played_out() as (desk, _):
        for path in desk.place.file.parent.glob("*.db"):
            with Campaign.open(path, writable=False) as campaign:
                stored |= follow(campaign)
    assert packing.pack([each.default for each in HANDLES.values()]) == defaults
    assert len(stored) > 30
