"""What a name may be, and what an undo of a definition leaves behind: no name that means nothing or two things."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from playing import play, refused
from worlds import STORIES, a_campaign, attempt

from engine.campaign import Campaign
from engine.concerns.characters.events import CharacterCreated
from engine.concerns.countdowns.events import CountdownMade, Stage
from engine.fitting import violation
from engine.project import fold
from shell.runner import Desk

LINES = (
    'pc "A{}b"',
    'npc "A{}b"',
    'pc Zoe by "A{}b"',
    'define ability "A{}b"',
    'define status "A{}b": Low -1, High 0',
    'define status Mood: "A{}b" -1, High 0',
    'define property "A{}b"',
    'trait Ann "A{}b" 2',
    'give Ann "A{}b"',
    'set Ann "A{}b" = fine',
    'rename Ann to "A{}b"',
)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("sign", ["\u202e", "\u200b", "\u2066", "\u00ad", "\ufeff"])
def test_no_new_name_holds_what_cannot_be_seen(table: Desk, line: str, sign: str) -> None:
    play(table, "pc Ann")
    assert "invisible character" in refused(table, line.format(sign))["message"]


#: Lines with a new name, those to define one among them.
NEW_NAMES = (
    'pc "{}"',
    'npc "{}"',
    'npc Zoe, "{}"',
    'define ability "{}"',
    'define status "{}": Low -1, High 0',
    'define counter "{}" 0..9',
    'define track "{}": hurt 2',
    'define property "{}"',
    'define gift "{}"',
    'define key "{}"',
    'define table "{}": 1-3 rope, 4-6 coin',
    'countdown "{}" 4',
    'goal "{}" needs rope',
    'trait Ann "{}" 2',
    'give Ann "{}"',
    'set Ann "{}" = fine',
    'rename Ann to "{}"',
)


@pytest.mark.parametrize("line", NEW_NAMES)
def test_nothing_is_called_like_a_number_or_a_point_of_the_history(table: Desk, line: str) -> None:
    play(table, "pc Ann")
    for name in ("#3", "3", "+2", "−1", "1,000", "1.5", "session 3", "start of session 2", "2024-03-09"):
        assert name in refused(table, line.format(name))["message"]


@pytest.mark.parametrize("name", ["Killbot 9000", "Bandit 3", "10 foot pole", "No. 5", "3rd Guard", "#MeToo"])
def test_a_name_may_have_a_number_in_it(table: Desk, name: str) -> None:
    play(table, f'pc "{name}"')


def test_what_an_older_log_calls_like_a_number_goes_on(table: Desk) -> None:
    play(table, "pc Ann")
    made = CountdownMade("3", (Stage(4),))
    assert table.campaign is not None
    assert violation(table.campaign.state, made) is None


def test_letters_and_emoji_that_are_joined_are_no_hidden_ones(table: Desk) -> None:
    play(table, 'pc "نامه‌ای"\nnpc "👩‍🚀"')


def test_a_log_that_holds_such_a_name_is_read_and_played_on(table: Desk) -> None:
    state = fold([CharacterCreated("A\u202eb", "pc")])
    assert list(state.sheets) == ["A\u202eb"]


@pytest.mark.parametrize("name", ["xp", "XP", "points", "unspent", "bonus"])
@pytest.mark.parametrize("line", ["define ability {}", "define property {}", "give Ann {}", "set Ann {} = 3"])
def test_no_new_name_means_a_value_that_every_sheet_has(table: Desk, name: str, line: str) -> None:
    play(table, "pc Ann")
    assert "in commands" in refused(table, line.format(name))["message"]


@pytest.mark.parametrize("name", ["vs", "at", "all", "on", "for"])
def test_a_word_of_the_grammar_is_a_name_in_quotes(table: Desk, name: str) -> None:
    play(table, f'pc Ann\ndefine ability "{name}"\naward Ann 9\nspend Ann 5 on "{name}"')
    assert play(table, f'why Ann "{name}"')["value"] == 5
    play(table, f'check Ann "{name}" vs 1 rolled 0')


def test_the_only_definition_is_not_undone_from_under_a_trait(table: Desk) -> None:
    play(table, "pc Bob\ndefine ability Lore\nbonus Bob 3 on Lore")
    error = refused(table, "undo #3")
    assert [each["seq"] for each in error["dependents"]] == [4]
    assert play(table, "undo #3 cascade")["undone"] == [3, 4]


def test_an_evening_is_not_undone_from_under_what_uses_its_definitions(table: Desk) -> None:
    play(table, "pc Bob\nsession start\ndefine ability Lore\nsession end\nsession start")
    play(table, "give Bob book +1 on Lore\ndefine status Mood: Low -1, High 0 on Lore")
    assert [each["seq"] for each in refused(table, "undo session 1")["dependents"]] == [7, 8]
    assert play(table, "undo session 1 cascade")["undone"] == [4, 7, 8]


@pytest.mark.slow
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STORIES)
def test_evenings_follow_one_another_whatever_is_undone(story: list[object]) -> None:
    with a_campaign() as campaign:
        for command in story:
            attempt(campaign, command)
            assert evenings_are_in_order(campaign)


def evenings_are_in_order(campaign: Campaign) -> bool:
    """Return whether each evening has a number above the one before, and only the last one is open."""
    found = campaign.state.sessions
    numbers = [session.number for session in found]
    return numbers == sorted(set(numbers)) and all(session.end is not None for session in found[:-1])


def test_a_number_of_an_evening_is_used_once(table: Desk) -> None:
    play(table, "note before\nsession start One\nundo\nsession start One again")
    assert "has begun already" in refused(table, "redo #3")["message"]
    assert table.campaign is not None
    assert evenings_are_in_order(table.campaign)


def test_an_ability_that_is_defined_just_so_is_not_recorded_again(table: Desk) -> None:
    play(table, "define ability Lore poor 1 good 3")
    again = table.do("define ability lore poor 1 good 3")
    assert again.as_json()["events"] == []
    assert again.answer.text() == "lore: defined already, nothing changed"
    (event,) = table.do("define ability Lore poor 1 good 3, Chess").as_json().get("events", ()) or ({},)
    assert event == {}
    (event,) = table.do("define ability Lore, Chess").as_json()["events"][1:]
    assert event["name"] == "Chess"
