"""What any event of the log was: its level, modifiers, dice, total and chance, what it led to and what corrected it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from given import folder
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playing import play, refused, said
from worlds import STORIES, WORLD, draw, tell

from engine import Campaign
from engine.events import CheckResolved, ContestResolved, EventsUndone
from engine.rules.ladder import Ladder
from engine.rules.outcome import within_ends
from engine.types import BY_LEVEL
from replay.audience.rule import View
from replay.audit.auditor import audit
from replay.audit.findings import WRONG
from replay.explain.events import EventAnswer, explain_seen, link_events, with_what_is_kept
from replay.explain.terms import SideSum, SumTerm
from shell.render.log import events_json
from shell.render.looked_up import event_answer_json, event_answer_text
from shell.runner import Desk

EVENING = """
define ability Perception, Strength, Lore
define status Energy: Tired -1, Fresh 0
pc Kim by Kurt
npc Wolf
trait Kim Perception 3
session start The cliff
status Kim Energy Tired
"""


@pytest.fixture
def evening(table: Desk) -> Desk:
    """Play until Kim is tired, which is #10."""
    play(table, EVENING)
    return table


# --- a roll --------------------------------------------------------------------------------------------------------


def test_a_check_says_level_modifiers_with_their_sources_dice_total_difficulty_and_chance(evening: Desk) -> None:
    play(evening, "check Kim Perception +2 lamp vs 3 rolled + 0 - -")
    assert said(evening, "why #11").splitlines()[1:] == [
        "Kim tries Perception against 3: bare success",
        "  level      3  Perception",
        "  modifier  −1  Energy: Tired, a status since #10",
        "  modifier  +2  lamp, typed with the roll",
        "  dice      −1  + 0 − −, 4dF, real dice",
        "  total      3",
        "  against    3",
        "  chance    81.5%: −1 or more on 4dF",
    ]


def test_programs_read_of_a_check_all_that_people_read(evening: Desk) -> None:
    play(evening, "check Kim Perception +2 lamp vs 3 rolled + 0 - -")
    found = play(evening, "why #11")
    numbers = ("seq", "type", "session", "by", "level", "total", "difficulty", "margin", "success", "physical")
    assert [found[name] for name in numbers] == [11, "CheckResolved", 1, "GM", 3, 3, 3, 0, True, True]
    assert found["modifiers"] == [
        {"value": -1, "reason": "Energy: Tired", "source": "status"},
        {"value": 2, "reason": "lamp", "source": "typed"},
    ]
    assert found["origins"] == [
        {"value": -1, "reason": "Energy: Tired", "source": "status", "character": "Kim", "seq": 10}
    ]
    assert (found["faces"], found["dice"], round(found["chance"], 3)) == ([1, 0, -1, -1], "4dF", 0.815)
    assert (found["caused"], found["corrected_by"]) == ([], [])
    assert play(evening, "log #11")["events"] == [{key: found[key] for key in found if key != "verified"}]


def test_an_opponent_stands_on_the_other_side_with_what_its_sheet_lends(evening: Desk) -> None:
    play(evening, "trait Wolf Strength 2\nstatus Wolf Energy Tired")
    play(evening, "check Kim Perception vs Wolf Strength +1 rain rolled +1")
    assert said(evening, "why #13").splitlines()[5:9] == [
        "  total        3",
        "  against      2  Wolf's Strength",
        "  modifier    −1  Energy: Tired, a status since #12",
        "  modifier    +1  rain, typed with the roll",
    ]


def test_a_contest_has_a_sum_for_each_side(evening: Desk) -> None:
    play(evening, "contest Kim Perception rolled + 0 - vs Wolf Strength rolled + + +")
    assert said(evening, "why #11").splitlines()[2:] == [
        "  Wolf: Strength",
        "  level      0  Strength, not on the sheet",
        "  dice      +3  + + +, 3dF, real dice",
        "  total      3",
        "  Kim: Perception",
        "  level      3  Perception",
        "  modifier  −1  Energy: Tired, a status since #10",
        "  dice       0  + 0 −, 3dF, real dice",
        "  total      2",
        "  chance    10.7% for Wolf to win",
    ]


def test_a_total_typed_without_its_faces_is_told_as_that(evening: Desk) -> None:
    play(evening, "roll 4dF rolled +2")
    assert "dice    +2  4dF, real dice, only their total was typed" in said(evening, "why #11")


def test_the_last_roll_needs_no_number(evening: Desk) -> None:
    assert refused(evening, "why last roll")["message"] == "nobody has rolled yet"
    play(evening, "check Kim Perception vs 3 rolled +1\nroll 2d6 rolled 3 4\ncheck Wolf Strength vs 0 rolled 0 secret")
    assert play(evening, "why last roll")["seq"] == 13
    assert play(evening, "why last roll for players")["seq"] == 12
    assert play(evening, "why last roll of Kim")["seq"] == 11
    assert refused(evening, "why last roll of Wolf for players")["message"] == "Wolf has rolled nothing yet"


def test_each_part_that_a_sheet_lends_says_since_when(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new fudge-lite\nrules creation free\nrules stacking sum\npc Ann\ntrait Ann Bow Fair")
        play(desk, "define counter Mana 0..10 start 5 low 3: a -1\nstatus Ann Mana =2 for a spell")
        play(desk, "define gift Keen: Bow +1\ngain Ann Keen\ngive Ann lens +2 on Bow\neffect Ann dazed a -1")
        play(desk, "define track Harm: Hurt 2 -1\nmark Ann Hurt\ncheck Ann Bow vs Fair rolled 0")
        found = play(desk, "why last roll")
        since = {each["source"]: (each["value"], each["seq"]) for each in found["origins"]}
        types = {name: play(desk, f"why #{seq}")["type"] for name, (_, seq) in since.items()}
    assert {name: value for name, (value, _) in since.items()} == {
        "property": 1,
        "track": -1,
        "counter": -1,
        "item": 2,
        "effect": -1,
    }
    assert types == {
        "property": "PropertyGained",
        "track": "BoxesMarked",
        "counter": "CounterMoved",
        "item": "ItemGiven",
        "effect": "EffectBegan",
    }


def test_a_track_hampers_since_the_first_box_of_its_worst_state(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new fudge-lite\nrules creation free\npc Ann\ntrait Ann Bow Fair\ndefine track Fear: Hurt 3")
        play(desk, 'define track Wounds: Hurt 3 -1, "Very Hurt" 2 -2 any order')
        play(desk, 'mark Ann "Very Hurt"\nmark Ann "Very Hurt"\nmark Ann "Wounds Hurt"\nmark Ann "Fear Hurt"')
        play(desk, "check Ann Bow vs Fair rolled 0")
        origins = [play(desk, f"why #{each['seq']}") for each in play(desk, "why last roll")["origins"]]
        assert [(each["seq"], each["text"]) for each in origins] == [(7, "Ann's Wounds: Very Hurt marked")]


def test_a_part_that_does_not_count_says_so(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new fudge-lite\nrules creation free\npc Ann\ntrait Ann Bow Fair")
        play(desk, "check Ann Bow +1 calm +2 aimed vs Fair rolled 0")
        assert "  modifier     −1  calm does not count" in said(desk, "why last roll").splitlines()


# --- what came of it, and what corrected it --------------------------------------------------------------------


def test_an_undone_event_says_what_took_and_what_restored_it(evening: Desk) -> None:
    play(evening, "check Kim Perception vs 3 rolled +1\nundo #11 for a slip\nredo #11\nundo #11 for good")
    found = play(evening, "why #11")
    assert [each["seq"] for each in found["corrected_by"]] == [12, 13, 14]
    assert found["undone_by"] == 14
    text = said(evening, "why #11")
    assert "\n× Kim tries Perception against 3: bare success\n" in text
    assert "  since then:\n    #12 Undone: #11 (a slip)\n    #13 Redone: #11\n    #14 Undone: #11 (good)" in text


def test_an_award_says_what_it_paid_for_and_what_it_was_amended_to(evening: Desk) -> None:
    play(evening, "award Kim 5 for the lamp\nspend Kim 2 on Strength\namend #11 4")
    found = play(evening, "why #11")
    assert (found["amount"], [each["seq"] for each in found["caused"]]) == (5, [12])
    assert [each["seq"] for each in found["corrected_by"]] == [13]
    assert "changed:\n    Kim: XP awarded 0 → 5\n    Kim: XP to spend 0 → 5" in said(evening, "why #11")
    assert [each["seq"] for each in play(evening, "why #12")["about"]] == [11]


def test_what_a_roll_brought_about_leads_there_and_back(evening: Desk) -> None:
    play(evening, "countdown Doom 3\ncheck Kim Perception vs 2 ticks Doom rolled +1")
    found = play(evening, "why #12")
    assert [each["text"] for each in found["caused"]] == ["Doom: 1 box marked"]
    assert play(evening, "why #13")["brought_by"] == {"seq": 12, "text": found["text"]}


def test_a_roll_whose_level_was_corrected_since_says_what_it_would_have_been(evening: Desk) -> None:
    play(evening, "check Kim Perception vs 3 rolled 0\nundo #10")
    assert play(evening, "why #11")["stale"]["outcome_changes"] is True
    assert said(evening, "why #11").splitlines()[-1] == (
        "  as corrected: Kim's Perception: modifiers −1 (−1 Energy: Tired), corrected 0; would succeed, "
        "the outcome would change"
    )


def test_a_secret_is_told_to_the_game_master_and_to_players_once_it_is_revealed(evening: Desk) -> None:
    play(evening, "secret the wolf is the miller")
    assert said(evening, "why #11").endswith("\n(secret) the wolf is the miller")
    assert refused(evening, "why #11 for players")["message"] == "players see no event #11"
    play(evening, "reveal #11")
    assert play(evening, "why #11")["revealed_by"] == 12
    assert play(evening, "why #11 for players")["text"] == "the wolf is the miller"


def test_players_are_told_of_an_unseen_opponent_only_what_everybody_saw(evening: Desk) -> None:
    play(evening, "trait Wolf Strength 2\ncheck Kim Perception vs Wolf Strength rolled +1")
    play(evening, "contest Kim Perception rolled + 0 - vs Wolf Strength rolled + + +")
    check, contest = (said(evening, f"why #{number} for players") for number in (12, 13))
    assert "against       kept by the game master" in check
    assert "chance" not in check + contest
    assert "Wolf: Strength\n  level         kept by the game master\n  total      5" in contest
    assert not {"difficulty", "margin", "difficulty_parts"} & play(evening, "why #12 for players").keys()
    sides = {side["character"]: side for side in play(evening, "why #13 for players")["participants"]}
    assert (sides["Kim"]["level"], sides["Wolf"]["total"]) == (3, 5)
    assert not {"level", "modifiers", "faces", "roll"} & sides["Wolf"].keys()


def test_to_show_an_event_may_mean_to_look_at_it_or_to_reveal_it(evening: Desk) -> None:
    play(evening, "secret the wolf is the miller")
    hint = "“why #11” tells what it was; “reveal #11” shows it to the players"
    assert refused(evening, "show #11")["hint"] == hint


# --- whatever the story ----------------------------------------------------------------------------------------

GAMES = ("peupfudge", "fudge", "polyhedral", "fudge-lite")


@contextmanager
def a_game(game: str) -> Iterator[Campaign]:
    """Make a campaign of a game with as much of the small world as its rules take."""
    with folder() as place, Campaign.create(Path(place) / "c.db", game, draw=draw) as campaign:
        tell(campaign, WORLD)
        yield campaign


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(GAMES), STORIES)
def test_what_is_said_of_every_event_agrees_with_the_event_and_with_the_audit(game: str, story: list[object]) -> None:
    agree(game, story)


@pytest.mark.slow
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(GAMES), st.lists(STORIES, min_size=2, max_size=3))
def test_what_is_said_of_every_event_of_longer_stories_agrees_as_well(game: str, stories: list[list[object]]) -> None:
    agree(game, [command for story in stories for command in story])


def agree(game: str, story: list[object]) -> None:
    """Play a story, and compare what is said of each event with the log, and with what the audit makes of it."""
    with a_game(game) as campaign:
        tell(campaign, story)
        assert [each for each in audit(campaign).findings if each.weight == WRONG] == []
        view = View.of(campaign)
        links = link_events(view.read_seen())
        logged = {each["seq"]: each for each in events_json(campaign.events(), campaign)}
        for told in [*view.read_seen()]:
            found = with_what_is_kept(campaign, explain_seen(view, told))
            data = event_answer_json(found, campaign)
            assert {name: data.get(name) for name in logged[told.seq]} == logged[told.seq]
            assert f"\n{'' if told.counts else '× '}{data['text']}" in event_answer_text(found, campaign)
            adds_up(found, campaign)
            leads_back(found, view)
            led, corrected = links.get(told.seq, ([], []))
            assert {*led} == {each.seq for each in found.caused}
            assert {*corrected} == {each.seq for each in found.corrections}


def adds_up(found: EventAnswer, campaign: Campaign) -> None:
    """Check that the terms of a check or contest add up to its total, as they are written."""
    event: Any = found.told.event
    if not isinstance(event, CheckResolved | ContestResolved):
        return
    rules = campaign.state.rules_at(found.told.seq)
    ladder = Ladder.of(rules)
    words = {ladder.name_of(level): level for level in range(-60, 60)} if rules.ladder else {}
    for each in found.sums:
        terms = {term.what: term for term in each.terms}
        if "total" not in terms or event.dice.startswith(BY_LEVEL):
            continue
        total = read(terms["total"], words)
        if total is not None:
            assert within_ends(rules, sum(read(term, words) or 0 for term in before_the_total(each))) == total


def before_the_total(found: SideSum) -> list[SumTerm]:
    """Return the terms of a side before its total."""
    place = [term.what for term in found.terms].index("total")
    return list(found.terms[:place])


def read(term: SumTerm, words: dict[str, int]) -> int | None:
    """Return the number of a term as it is written, None if it is none: a result beyond all words."""
    if term.worth in words:
        return words[term.worth]
    typed = term.worth.replace("−", "-")
    return int(typed) if typed.lstrip("+-").isdecimal() else None


def leads_back(found: EventAnswer, view: View) -> None:
    """Check that what an event brought about names it as its cause, and that every undo of it is told."""
    for each in found.caused:
        back = explain_seen(view, each)
        assert found.told.seq in {told.seq for told in (*back.about, *([back.cause] if back.cause else []))}
    undos = [
        each.seq for each in view.read_of(EventsUndone) if found.told.seq in (*each.event.targets, *each.event.kept)
    ]
    assert [each.seq for each in found.corrections if isinstance(each.event, EventsUndone)] == undos
    assert (found.undone_by is None) == found.told.counts
