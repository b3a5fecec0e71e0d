"""What bears on an action comes in an order that is recorded with each roll, and so must never change."""

from __future__ import annotations

import pytest
from given import given

from engine import registry
from engine.commands import Check, CreatePc, DefineProperty, DefineStatus, Gain, Give, GiveTrait, Step, TraitLevel
from engine.concerns.belongings.commands import Loan
from engine.concerns.properties.commands import LevelChange
from engine.concerns.rolls.commands import Modifier
from engine.decide import decide_all
from engine.events import CheckResolved
from engine.history.staleness import find_stale
from engine.registry import LENDS
from engine.rules.modifiers import in_force, in_force_on_roll
from engine.rules.parts import Part
from engine.state import State
from engine.store import codec

#: A check as it was recorded, with a part of each kind that a sheet brings, and one that was typed.
KEPT = """\
{"against":null,"automatic":null,"character":"Ada","chosen":false,"critical":null,"deduction":0,"default":false,\
"degree":null,"dice":"4dF","difficulty":3,"difficulty_parts":[{"reason":"difficulty","source":"typed","value":3}],\
"faces":[],"level":2,"level_modifiers":[],"margin":2,"modifiers":[\
{"reason":"Energy: Rested","source":"status","value":1},{"reason":"brave","source":"property","value":2},\
{"reason":"lens","source":"item","value":-1},{"reason":"torch","source":"typed","value":1}],\
"opponent":null,"opposing":null,"physical":true,"points":0,"roll":0,"secondary":null,"secret":false,"success":true,\
"total":5,"trait":"Chess","unmodified":2,"when":[]}"""

SET_UP = (
    DefineStatus("Energy", (Step("Tired", -1), Step("Rested", 1)), start="Rested"),
    DefineProperty("brave", action=2),
    CreatePc("Ada"),
    GiveTrait("Ada", (TraitLevel("Chess", 2),)),
    Gain("Ada", "brave"),
    Give("Ada", "lens", loans=(Loan(-1),)),
)


def kept() -> CheckResolved:
    """Read the check that was recorded."""
    check = codec.decode("CheckResolved", 1, KEPT)
    assert isinstance(check, CheckResolved)
    return check


@pytest.fixture
def state() -> State:
    """Set up what the check was made in."""
    story = given()
    return given(*decide_all(SET_UP, story.state, story.dice)).state


def test_statuses_come_first_then_tracks_wounds_counters_properties_things_and_what_passes() -> None:
    assert [(each.place, each.effects.__module__.split(".")[-2]) for each in LENDS] == [
        (10, "statuses"),
        (12, "tracks"),
        (13, "damage"),
        (14, "tracks"),
        (15, "counters"),
        (20, "properties"),
        (30, "belongings"),
        (35, "effects"),
    ]


def test_a_check_that_was_recorded_is_found_as_it_was(state: State) -> None:
    assert [part.source for part in kept().modifiers] == ["status", "property", "item", "typed"]
    assert find_stale(state, kept(), 9) is None


def test_another_order_would_be_noticed(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    turned = LENDS[::-1]
    monkeypatch.setattr(registry, "LENDS", turned)
    monkeypatch.setattr("engine.rules.modifiers.LENDS", turned)
    assert find_stale(state, kept(), 9) is not None


def test_a_check_made_now_records_the_same_parts(state: State) -> None:
    story = given()
    command = Check("Ada", "Chess", 3, modifiers=(Modifier(1, "torch"),), faces=(0,))
    (check,) = decide_all((command,), state, story.dice)
    assert isinstance(check, CheckResolved)
    assert check.modifiers == kept().modifiers
    assert check.modifiers[0] == Part(1, "Energy: Rested", "status")


def test_asked_for_levels_and_actions_at_once_lenders_say_the_same() -> None:
    story = given()
    ill = (DefineProperty("ill", (LevelChange("Chess", -1),), action=-1), Gain("Ada", "ill"))
    then = given(*decide_all((*SET_UP, *ill), story.state, story.dice)).state
    ada = then.sheets["Ada"]
    levels, actions = in_force_on_roll(then, ada)
    assert [lent.name for lent in levels] == ["ill"]
    assert [lent.name for lent in actions] == ["Energy: Rested", "brave", "ill", "lens"]
    assert (levels, actions) == (in_force(then, ada, "level"), in_force(then, ada, "A"))
