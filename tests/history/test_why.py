"""Why a value is what it is: the events that make it so, and only those, adding up to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from given import folder
from hypothesis import HealthCheck, given, settings
from playing import ILSE, play, refused, said
from worlds import STORIES, a_campaign, as_it_counts, tell

from engine import Campaign
from engine.commands import CreatePc
from engine.events import CharacterCreated, ContestResolved, XpAllocated, XpAwarded
from engine.naming import names_in
from engine.project import apply
from engine.rules.growth import standing_of
from engine.sheet import view
from engine.state import State
from replay.explain.why import why
from replay.moment import Moment
from shell.runner import Desk


@pytest.fixture
def ilse(table: Desk) -> Desk:
    """Play the worked example; its #1 is #5 here."""
    play(table, ILSE)
    return table


def effects(found: Any) -> dict[int, int]:
    """Return what each event adds, by its number."""
    return {cause["seq"]: cause["effect"] for cause in found["because"]}


# --- XP ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("C.4")
def test_a_level_goes_down_to_the_award_and_its_reason(ilse: Desk) -> None:
    found = play(ilse, "why Ilse Mycology")
    assert (found["name"], found["value"], found["level"]) == ("Mycology", 3, 2)
    assert effects(found) == {7: 0, 9: 3}
    award, spent = found["because"]
    assert spent["text"] == "Ilse puts 3 XP in Mycology: 0 → 2, paid by 3 of the 10 XP of #7 (the golden teapot)"
    assert (spent["before"], spent["after"], spent["type"], spent["session"]) == ("0", "2", "XpAllocated", 0)
    assert spent["draws"] == [
        {"award": 7, "session": 0, "amount": 3, "of": 10, "reason": "the golden teapot", "gone": False}
    ]
    assert award["text"] == "Ilse is awarded 10 XP (the golden teapot): 3 for #9"


@pytest.mark.rule("C.4")
def test_only_what_went_into_the_trait_is_told(ilse: Desk) -> None:
    found = play(ilse, "why Ilse Construction Magic")
    assert effects(found) == {5: 0, 6: 85, 7: 0, 8: 7}
    assert (found["value"], found["level"], found["progress"], found["needed"]) == (92, 6, 29, 64)


@pytest.mark.rule("C.4")
def test_creation_and_free_practice_count_and_what_was_replaced_does_not(table: Desk) -> None:
    play(table, "define ability Chess\npc Ann\ntrait Ann Chess 3\ntrait Ann Chess 2\nbonus Ann 4 on Chess for a gift")
    found = play(table, "why Ann Chess")
    assert effects(found) == {5: 3, 6: 4}
    assert [cause["after"] for cause in found["because"]] == ["2", "3"]


@pytest.mark.rule("C.4")
def test_a_trait_given_at_fair_is_explained_by_the_event_that_gave_it() -> None:
    with folder() as place:
        desk = Desk(Path(place) / "c.db")
        play(desk, "new fudge Ilmarin\ndefine ability Climbing\npc Maren\ntrait Maren Climbing Good")
        play(desk, "trait Maren Climbing Fair")
        found = play(desk, "why Maren Climbing")
        assert (found["value"], effects(found)) == (0, {5: 0})
        assert said(desk, "why Maren Climbing").endswith("\n  #5  before play      0  Maren starts with Climbing Fair")
        desk.close()


@pytest.mark.rule("C.4")
def test_one_allocation_may_be_paid_by_several_awards(table: Desk) -> None:
    play(table, "define ability Chess\npc Ann\naward Ann 2 for tea\naward Ann 2\nspend Ann 3 on Chess")
    text = play(table, "why Ann Chess")["because"][-1]["text"]
    assert text == "Ann puts 3 XP in Chess: 0 → 2, paid by all 2 XP of #4 (tea) and 1 of the 2 XP of #5"


@pytest.mark.rule("C.4")
def test_nothing_comes_of_nothing(ilse: Desk) -> None:
    play(ilse, "undo #9")
    found = play(ilse, "why Ilse Mycology")
    assert (found["value"], found["because"]) == (0, [])
    assert said(ilse, "why Ilse Mycology") == "Ilse's Mycology is 0, with no XP in it"


@pytest.mark.rule("C.4")
def test_an_amended_award_counts_with_what_it_is_by_now_and_says_so(ilse: Desk) -> None:
    play(ilse, "amend #7 12 for two more for the lid")
    found = play(ilse, "why Ilse xp")
    assert (found["value"], effects(found)) == (2, {5: 85, 6: -85, 7: 12, 8: -7, 9: -3})
    award = found["because"][2]["text"]
    assert "amended from 10 by #11 (two more for the lid)" in award
    assert "by #11" in play(ilse, "why Ilse Mycology")["because"][-1]["text"]


@pytest.mark.rule("C.4")
def test_a_debt_says_what_is_owed_and_since_when(ilse: Desk) -> None:
    play(ilse, "undo #7 keep")
    found = play(ilse, "why Ilse unspent")
    assert (found["value"], effects(found)) == (-10, {5: 85, 6: -85, 8: -7, 9: -3})
    assert "owed since #11 undid it" in found["because"][-1]["text"]
    assert "a debt of 10 XP" in said(ilse, "why Ilse xp")
    assert effects(play(ilse, "why Ilse Mycology")) == {9: 3}


@pytest.mark.rule("C.4")
def test_a_debt_that_later_awards_have_paid_is_owed_no_more(ilse: Desk) -> None:
    play(ilse, "undo #7 keep\naward Ilse 9")
    assert "owed since #11 undid it" in play(ilse, "why Ilse Mycology")["because"][-1]["text"]
    assert said(ilse, "ledger Ilse").count("owed since #11 undid #7") == 2
    play(ilse, "award Ilse 1")
    assert play(ilse, "why Ilse Mycology")["because"][-1]["text"].endswith("which #11 undid and later awards have paid")
    notes = said(ilse, "ledger Ilse")
    assert "owed since" not in notes
    assert notes.count("owed when #11 undid #7, and later awards have paid it") == 2


@pytest.mark.parametrize(("name", "value"), [("xp", 0), ("unspent", 0), ("awarded", 95), ("spent", 95), ("bonus", 0)])
def test_every_part_of_the_account_can_be_asked_about(ilse: Desk, name: str, value: int) -> None:
    found = play(ilse, f"why Ilse {name}")
    assert (found["name"], found["value"], sum(effects(found).values())) == (name, value, value)


def test_who_recorded_it_is_told_where_that_was_not_the_game_master(ilse: Desk) -> None:
    ilse.by = "Kurt"
    play(ilse, "award Ilse 1 for tea")
    assert "recorded by Kurt" in play(ilse, "why Ilse xp")["because"][-1]["text"]


# --- levels that count for more or less --------------------------------------------------------------------


@pytest.mark.rule("C.4", "PF-32")
def test_a_modified_level_is_levels_and_the_modifiers_of_properties(table: Desk) -> None:
    play(table, "define ability Strength\ndefine property hobbit: Strength -1\npc Tolly\ntrait Tolly Strength 3")
    play(table, "gain Tolly hobbit\nlose Tolly hobbit\ngain Tolly hobbit\naward Tolly 9\nspend Tolly 9 on Strength")
    found = play(table, 'why Tolly "modified Strength"')
    assert (found["value"], effects(found)) == (3, {5: 3, 8: -1, 10: 1})
    plain = play(table, "why Tolly Strength")
    assert (plain["value"], plain["level"], plain["modifier"], plain["effective"]) == (16, 4, -1, 3)
    assert "it counts as 3 (−1 hobbit since #8)" in said(table, "why Tolly Strength")


@pytest.mark.rule("C.4", "PF-35")
def test_a_level_that_is_another_for_some_actions_says_so(table: Desk) -> None:
    play(table, "define ability Strength\ndefine property arm: Strength +2 when left\npc Rivet\ngain Rivet arm")
    assert "it counts as 2 when left" in said(table, "why Rivet Strength")


# --- statuses, properties, things, the rest ----------------------------------------------------------------


@pytest.mark.rule("C.4")
def test_a_status_is_what_the_last_change_made_it(table: Desk) -> None:
    play(table, "define status Energy: Tired -1, Fine 0 start Fine\npc Ann")
    born = play(table, "why Ann Energy")
    assert (born["value"], [cause["type"] for cause in born["because"]]) == ("Fine", ["CharacterCreated"])
    play(table, "status Ann Energy Tired for a long walk\nstatus Ann Energy down")
    found = play(table, "why Ann Energy")
    assert (found["value"], effects(found)) == ("Tired", {4: 1})
    assert found["because"][0]["text"] == "Ann's Energy (a long walk): Fine → Tired"
    assert "it adds −1 to A" in said(table, "why Ann Energy")


@pytest.mark.rule("C.4")
def test_a_status_that_came_later_is_what_its_definition_made_it(table: Desk) -> None:
    play(table, "pc Ann\ndefine status Energy: Tired -1, Fine 0 start Fine")
    assert effects(play(table, "why Ann Energy")) == {3: 1}


@pytest.mark.rule("C.4")
def test_a_property_is_there_since_it_was_gained_and_gone_since_it_was_lost(table: Desk) -> None:
    play(table, "define property ill: A -1\npc Ann")
    never = play(table, "why Ann ill")
    assert (never["value"], never["because"]) == (False, [])
    play(table, "gain Ann ill\nlose Ann ill\ngain Ann ill")
    has = play(table, "why Ann ill")
    assert (has["value"], effects(has)) == (True, {6: 1})
    play(table, "lose Ann ill")
    gone = play(table, "why Ann ill")
    assert (gone["value"], effects(gone)) == (False, {7: 0})


@pytest.mark.rule("C.4")
def test_things_are_what_was_given_less_what_went(table: Desk) -> None:
    play(table, "pc Ann\npc Bo\ngive Ann pouch\ngive Ann 5 jewels in pouch\npass Ann 2 jewels to Bo\ndrop Ann 1 jewels")
    found = play(table, "why Ann jewels")
    assert (found["value"], effects(found)) == (2, {5: 5, 6: -2, 7: -1})
    assert effects(play(table, "why Bo jewels")) == {6: 2}
    play(table, "drop Ann pouch")
    gone = play(table, "why Ann jewels")
    assert (gone["value"], effects(gone)) == (0, {5: 5, 6: -2, 7: -1, 8: -2})
    assert "with 2 jewels in it" in gone["because"][-1]["text"]


@pytest.mark.parametrize(
    ("name", "value", "seqs"),
    [("Profession", "Mage", [12]), ("player", "Kurt", [4]), ("check-dice", "4dF", [1]), ("untrained", "-1", [13])],
)
def test_whatever_else_a_sheet_or_the_rules_say_has_the_event_that_said_it(
    ilse: Desk, name: str, value: str, seqs: list[int]
) -> None:
    play(ilse, "set Ilse Profession = Witch\nset Ilse Profession = Mage\nrules untrained -1")
    found = play(ilse, f"why Ilse {name}")
    assert (found["value"], list(effects(found))) == (value, seqs)


# --- two readings, and names -------------------------------------------------------------------------------


@pytest.mark.rule("C.1", "C.4")
def test_a_value_of_the_past_has_two_readings(ilse: Desk) -> None:
    play(ilse, "undo #7 cascade")
    assert play(ilse, "why Ilse Mycology at #10")["value"] == 3
    assert play(ilse, "why Ilse Mycology at #10 corrected")["value"] == 0
    assert said(ilse, "why Ilse Mycology at #10").startswith("As of #10\n")
    assert said(ilse, "why Ilse Mycology at #10 corrected").startswith("As of #10, with all later corrections")


@pytest.mark.parametrize("line", ["sheet Ilse", "party", "why Ilse xp", "ledger Ilse"])
def test_corrected_is_about_a_point_of_the_past(ilse: Desk, line: str) -> None:
    error = refused(ilse, f"{line} corrected")
    assert error["message"] == "“corrected” is about a point of the past"
    assert error["column"] == len(line) + 1
    assert play(ilse, f"{line} at #7 corrected")


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("why Ilse Micologi", "Ilse's sheet shows no “Micologi”", "did you mean Mycology?"),
        (
            "why Ilse pluck",
            "Ilse's sheet shows no “pluck”",
            "ask for an ability, xp, a status, a property, an effect or an item",
        ),
    ],
)
def test_a_name_that_stands_nowhere_is_refused_with_the_nearest(ilse: Desk, line: str, message: str, hint: str) -> None:
    error = refused(ilse, line)
    assert (error["message"], error["hint"], error["column"]) == (message, hint, 9)


def test_a_name_is_known_by_its_beginning_and_refused_where_there_are_two(table: Desk) -> None:
    play(table, "pc Ann\ngive Ann jewels\ngive Ann jerkin")
    assert play(table, "why Ann jew")["name"] == "jewels"
    assert refused(table, "why Ann je")["message"] == "“je” could be jewels or jerkin"


# --- whatever the story ------------------------------------------------------------------------------------

NUMBERS = {"account", "trait", "modified", "item"}


@pytest.mark.slow
@pytest.mark.rule("C.4")
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STORIES)
def test_the_effects_add_up_to_what_the_sheet_shows(story: list[object]) -> None:
    with a_campaign() as campaign:
        tell(campaign, story)
        moment = Moment.of(campaign)
        for who in campaign.state.sheets:
            for name, value in shown(campaign, who).items():
                found = why(moment, who, name)
                assert found.value == value, name
                if found.kind in NUMBERS:
                    assert sum(cause.effect for cause in found.because) == value, name


def shown(campaign: Campaign, who: str) -> dict[str, Any]:
    """Every value that a sheet shows, by the name that it is asked for."""
    sheet = view(campaign.state, who)
    found: dict[str, Any] = {name: trait.xp for name, trait in sheet.traits.items()}
    found |= {f"modified {name}": trait.effective for name, trait in sheet.traits.items()}
    found |= attrs.asdict(sheet.xp) | sheet.statuses | sheet.characteristics
    found |= {name: name in campaign.state.sheets[who].properties for name in campaign.state.properties}
    for line in sheet.inventory:
        found[line.item] = found.get(line.item, 0) + line.quantity
    return found


@pytest.mark.rule("C.4")
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STORIES)
def test_without_what_is_not_named_a_trait_would_have_the_same_xp(story: list[object]) -> None:
    with a_campaign() as campaign:
        tell(campaign, story)
        moment = Moment.of(campaign)
        counting = [each for each in campaign.events() if each.seq not in campaign.history.inactive]
        for who, sheet in campaign.state.sheets.items():
            for name, practice in sheet.practice.items():
                named = {cause.seq for cause in why(moment, who, name).because}
                state = State()
                for each in counting:
                    if each.seq in named or each.type == "CharacterCreated":
                        apply(state, as_it_counts(each, campaign.history), each.seq)
                again = state.sheets[who].practice.get(name)
                rules = campaign.state.rules
                assert standing_of(rules, again).xp == standing_of(rules, practice).xp


ODD_NAMES = """
define ability Lore
pc Zoë
pc Zo
award Ann, Zoë, Zo 5
spend Zo 2 on Lore
spend Ann 3 on Lore
undo
contest Zo Lore rolled 0 vs Zoë Lore rolled 0
"""


@pytest.mark.parametrize("more", ["", "rename Zoë to Zoe"])
def test_the_events_about_somebody_are_those_that_name_them_whatever_they_are_called(table: Desk, more: str) -> None:
    assert table.campaign is not None
    table.campaign.execute(CreatePc('Ann "the Owl" \\'))
    play(table, ODD_NAMES + more)
    moment = Moment.of(table.campaign)
    types = (CharacterCreated, XpAwarded, XpAllocated, ContestResolved)
    every = [each for each in table.campaign.events() if isinstance(each.event, types)]
    assert list(moment.read(*types)) == every
    for who in moment.state.sheets:
        about = [each for each in every if who in names_in(each.event, "character")]
        assert list(moment.read(*types, about=who)) == about
        assert about


NAMESAKES = """
define ability Grace, Lore
define status Lore-drunk: Grim -1, Calm 0 on Lore
npc Grace
pc Bob
trait Bob Grace 2
award Bob 10
spend Bob 3 on Grace, 2 on Lore
give Bob Grace
give Bob Lore
"""


@pytest.mark.parametrize(
    "question", ["why Grace xp", "why Grace Grace", "why Grace Lore", "why Bob Grace", "why Bob xp"]
)
def test_characters_traits_and_things_of_one_name_do_not_disturb_each_other(table: Desk, question: str) -> None:
    play(table, NAMESAKES)
    who, value = question.split()[1:]
    found = play(table, question)
    assert found["character"] == who
    sheet = play(table, f"sheet {who}")
    assert found["value"] == (sheet["xp"]["unspent"] if value == "xp" else sheet["traits"][value]["xp"])
    assert sum(each["effect"] for each in found["because"]) == found["value"]
    assert {each["seq"] for each in play(table, "log Grace")["events"]} == {5}
