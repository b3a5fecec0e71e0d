"""Whatever a sheet, its JSON or a report's page shows of a character, `why` names the event that made it so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from given import folder
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from playing import play, said
from worlds import STORIES, WHO, WORLD, draw, tell

from engine import Campaign
from engine.commands import DealDamage, React, SetCharacteristic, SetScale
from engine.history.fold import Fold
from engine.sheet import SheetView, view
from engine.state import State
from replay.explain.causes import every_counting
from replay.explain.why import why
from replay.moment import Moment
from replay.retelling.report.film import rows_of
from shell.runner import Desk

GAMES = ("peupfudge", "fudge", "polyhedral", "fudge-lite")

#: A campaign takes too long to be made smaller; what differs is said instead.
UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)

#: What the small world lacks: values that are set, some of which bear the name of another value or of a rule.
MORE = st.lists(
    st.one_of(
        st.builds(SetScale, WHO, st.integers(-2, 2)),
        st.builds(SetCharacteristic, WHO, st.sampled_from(["Chess", "pouch", "scale", "points"]), st.just("odd")),
        st.builds(DealDamage, WHO, st.integers(0, 12)),
        st.builds(lambda who: React("Odo", towards=who, attitude="kind", reason="ham"), WHO),
    ),
    max_size=6,
)


@pytest.mark.parametrize("game", GAMES)
def test_a_scale_that_was_set_is_on_the_sheet_and_wins_over_the_rule_of_that_name(game: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    play(desk, f"new {game}\npc Bran")
    assert play(desk, "why Bran scale")["kind"] == "rule"
    play(desk, "scale Bran -2")
    assert play(desk, "sheet Bran")["scale"] == -2
    found = play(desk, "why Bran scale")
    assert (found["value"], [each["seq"] for each in found["because"]]) == (-2, [3])
    assert play(desk, "scale Bran 0") is not None
    assert [each["seq"] for each in play(desk, "why Bran scale")["because"]] == [3, 4]
    desk.close()


def test_values_of_one_name_are_told_apart_by_their_kind(table: Desk) -> None:
    play(table, "pc Ann\nset Ann Mood = glad\ntrait Ann Mood 2")
    assert play(table, "why Ann Mood")["value"] == 2 + 1
    assert said(table, "why Ann Mood").endswith(
        '“why Ann "characteristic Mood"” explains the characteristic of this name'
    )
    assert play(table, 'why Ann "characteristic Mood"')["value"] == "glad"


@contextmanager
def a_game(game: str, story: list[object], more: list[object]) -> Iterator[Campaign]:
    """Play a story in a game, with as much of the small world as its rules take."""
    with folder() as place, Campaign.create(Path(place) / "c.db", game, draw=draw) as campaign:
        between = (each for pair in zip(story, more, strict=False) for each in pair)
        tell(campaign, [*WORLD, *between, *story[len(more) :]])
        yield campaign


@settings(max_examples=6, deadline=None, phases=UNSHRUNK, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(GAMES), STORIES, MORE)
def test_why_names_what_made_each_value_of_a_sheet(game: str, story: list[object], more: list[object]) -> None:
    find_all(game, story, more)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, phases=UNSHRUNK, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(GAMES), st.lists(STORIES, min_size=2, max_size=3), MORE)
def test_why_names_what_made_each_value_in_longer_stories(
    game: str, stories: list[list[object]], more: list[object]
) -> None:
    find_all(game, [command for story in stories for command in story], more)


def find_all(game: str, story: list[object], more: list[object]) -> None:
    """Play a story, and ask why each value is what the sheet, its JSON and the page show."""
    with a_game(game, story, more) as campaign:
        moment = Moment.of(campaign)
        last = find_last_changes(moment)
        for who in campaign.state.sheets:
            joined = why(moment, who, "name").because[0].seq
            for name, value in values_shown(campaign.state, who).items():
                found = why(moment, who, name)
                assert found.value == value, (who, name)
                causes = [cause.seq for cause in found.because]
                assert causes or not value, (who, name)
                if is_made(campaign.state, who, name, last.get((who, name)) == joined) and (who, name) in last:
                    assert max(causes) >= last[who, name], (who, name)
                if found.kind in ("modified", "account", "track", "item"):
                    assert sum(cause.effect for cause in found.because) == value, (who, name)
            for (section, name, _), _ in rows_of(campaign.state, view(campaign.state, who)).items():
                if section != "who":
                    why(moment, who, name)


def is_made(state: State, who: str, name: str, as_joined: bool) -> bool:
    """Return whether events of a character's own made a value: no trait is, that has its level by the rules alone.

    The modified level of an untrained trait is by the rules alone if it is still the one with which somebody joined.
    """
    sheet, trait = state.sheets[who], name.removeprefix("modified ")
    by_practice = state.rules.growth == "practice" and not (as_joined and trait != name)
    return trait not in state.traits_of(sheet) or sheet.is_trained(trait) or by_practice


def find_last_changes(moment: Moment) -> dict[tuple[str, str], int]:
    """Return for each value of each sheet the event that changed it last, by folding those that count one by one."""
    fold, before, last = Fold(), {}, {}
    for each in every_counting(moment):
        fold.put(each.event, each.seq)
        after = {who: values_shown(fold.state, who) for who in fold.state.sheets}
        for who, values in after.items():
            for name, value in values.items():
                if in_any_order(before.get(who, {}).get(name, 0)) != in_any_order(value):
                    last[who, name] = each.seq
        before = after
    return last


def in_any_order(value: Any) -> Any:
    """Return a value with the parts of a list sorted: another order is no other value."""
    return sorted(value.split("; ")) if isinstance(value, str) else value


def values_shown(state: State, who: str) -> dict[str, Any]:
    """Return every value that a sheet shows, by the name under which `why` is asked: the one that wins of one name."""
    sheet = view(state, who)
    found: dict[str, Any] = {"name": who, "kind": sheet.kind} | ({"player": sheet.player} if sheet.player else {})
    found |= {name: held for name, held in sheet.shown.items() if held is not None} | sheet.characteristics
    found |= carried(sheet) | dict.fromkeys((*sheet.properties, *sheet.gifts, *sheet.faults, *sheet.keys), True)
    found |= sheet.counters | {name: sum(each.marked for each in states) for name, states in sheet.tracks.items()}
    found |= sheet.statuses | {f"modified {name}": trait.effective for name, trait in sheet.traits.items()}
    practised = state.rules.growth == "practice"
    found |= {name: trait.xp if practised else trait.level for name, trait in sheet.traits.items()}
    return found | {"unspent": sheet.xp.unspent, "awarded": sheet.xp.awarded, "spent": sheet.xp.spent}


def carried(sheet: SheetView) -> dict[str, int]:
    """Return how many of each thing a character carries."""
    found: dict[str, int] = {}
    for line in sheet.inventory:
        found[line.item] = found.get(line.item, 0) + line.quantity
    return found
