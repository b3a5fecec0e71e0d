"""What players may see of a campaign: the rule by its cases, and over random campaigns that differ in secrets alone."""

from __future__ import annotations

import base64
import csv
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from io import StringIO
from itertools import count
from pathlib import Path
from types import UnionType
from typing import Any
from unittest.mock import patch

import attrs
import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from memory import Memory
from sqlite_utils import Database
from worlds import ANY_EVENT, CORRECTIONS, DOOM, EVERYDAY, FEW, FORGE, ITEM, SELDOM, TRAIT, WHO, WORLD, XP, draw

from engine import Campaign, Refused
from engine.campaign import Plan
from engine.commands import (
    AlterRoll,
    AskPlayer,
    Award,
    ChangeRule,
    Check,
    Contest,
    CreateNpc,
    CreatePc,
    CreateShip,
    DealDamage,
    DefineProperty,
    DefineTable,
    Drop,
    EndSession,
    Gain,
    Give,
    GiveQuality,
    GiveTrait,
    HideNpc,
    KeepSecret,
    MakeCountdown,
    MeetComplication,
    Move,
    NeedSet,
    NoteCondition,
    Opponent,
    Pass,
    PassingEffect,
    React,
    RerollCheck,
    Reveal,
    Roll,
    RollTable,
    RowOf,
    SetCharacteristic,
    SetGoal,
    SetScale,
    Side,
    Sign,
    StageOf,
    StartSession,
    TakeOut,
    TraitLevel,
    TurnToSuccess,
)
from engine.concerns.properties.commands import LevelChange
from engine.events import (
    CheckResolved,
    DamageDealt,
    EffectBegan,
    ItemDropped,
    ItemGiven,
    ItemMoved,
    ItemNoted,
    ItemPassed,
    NoteMade,
    ReactionRolled,
    SheetSigned,
    StatusChanged,
    StatusDefined,
)
from engine.naming import names_in, renumber_in
from engine.players import REDUCES
from engine.registry import is_brought
from engine.rooms import load
from engine.rules.parts import QUALITY
from engine.state import State
from engine.store import codec
from engine.types import BY_LEVEL, PLAYERS
from replay.audience.rule import View, Visible, Withheld
from replay.explain.events import explain_seen
from replay.files.database import fill
from replay.files.players_copy import lines_of
from replay.files.spreadsheet import table_rows
from replay.files.tables import Tables
from replay.live.sections import sections
from replay.retelling.recap import recap
from replay.retelling.report.beside import TEMPLATES
from replay.retelling.report.film import film
from replay.retelling.report.handout import gather_handout
from replay.retelling.report.page import Scope, gather_page
from replay.retelling.report.rendering import render
from replay.retelling.stats import statistics
from replay.retelling.vault.notes import Notes
from replay.retelling.vault.writing import Vault
from replay.stepping import timeline_of
from shell.render.figures import stats_json, stats_text
from shell.render.looked_up import event_answer_json, event_answer_text
from shell.render.retelling import recap_markdown
from shell.runner import Desk
from shell.script.export import write_script

TABLE = """new fudge-lite The mill
rules point-uses reroll, alter, convert
pc Ann by Kim
pc Ben
npc Wolf
npc Shade
trait Ann Stealth Good
trait Wolf Wits Great
trait Shade Wits Superb
session start Night
"""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Two player characters, and two NPCs whose sheets nobody showed."""
    with_table = Desk(tmp_path / "mill.db")
    for line in TABLE.splitlines():
        assert with_table.do(line).fault is None, line
    yield with_table
    with_table.close()


def play(desk: Desk, line: str) -> int:
    """Carry out a line, and return the number of the first event that it recorded."""
    outcome = desk.do(line)
    assert outcome.fault is None, (line, outcome.fault)
    return int(outcome.events[0]["seq"])


def seen_by_players(desk: Desk, seq: int) -> Visible | None:
    """Return what players see of an event, None if they do not see it."""
    assert desk.campaign is not None
    found = next(View.of(desk.campaign, PLAYERS).events(seq - 1, seq))
    return found if isinstance(found, Visible) else None


def text_of(desk: Desk, seq: int) -> str | None:
    """Return the sentence that players read of an event, None if they do not see it."""
    found = seen_by_players(desk, seq)
    return None if found is None else found.text


def text_for_players(desk: Desk, line: str) -> str | None:
    """Play a line, and return the sentence that players read of its first event."""
    return text_of(desk, play(desk, line))


# --- what is withheld ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "check Ann Stealth vs Fair rolled 0 0 0 0 secret",
        "roll 4dF rolled 0 0 0 0 secret",
        "countdown Doom 3 hidden",
        "trait Wolf Bite Good",
        "give Wolf 3 bones",
        "set Wolf Mood = hungry",
        "npc Ogre",
        "secret the miller is the thief",
        "secret scene Under the mill",
        "hide Wolf",
        'define table Omens with 2d6: 2-4 "the mill burns", 5-12 nothing',
    ],
)
def test_players_do_not_see_secrets_and_sheets_of_npcs_but_the_game_master_does(desk: Desk, line: str) -> None:
    seq = play(desk, line)
    assert seen_by_players(desk, seq) is None
    assert desk.campaign is not None
    assert isinstance(next(View.of(desk.campaign).events(seq - 1, seq)), Visible)


def test_a_secret_is_seen_once_it_is_revealed_and_not_if_that_is_undone(desk: Desk) -> None:
    seq = play(desk, "check Ann Stealth vs Fair rolled 0 0 0 0 secret")
    revealed = play(desk, f"reveal #{seq}")
    found = seen_by_players(desk, seq)
    assert found is not None
    assert found.text == "Ann tries Stealth against Fair: Good, success by 1"
    play(desk, f"undo #{revealed}")
    assert seen_by_players(desk, seq) is seen_by_players(desk, revealed) is None


def test_revealing_one_mark_of_a_hidden_countdown_shows_all_of_it(desk: Desk) -> None:
    made, ticked = play(desk, "countdown Doom 3 hidden"), play(desk, "tick Doom")
    assert seen_by_players(desk, made) is seen_by_players(desk, ticked) is None
    play(desk, f"reveal #{ticked}")
    assert [getattr(seen_by_players(desk, seq), "text", None) for seq in (made, ticked)] == [
        "Countdown Doom: 3 boxes",
        "Doom: 1 box marked",
    ]


def test_what_a_secret_brought_about_is_secret_too(desk: Desk) -> None:
    play(desk, "countdown Doom 3")
    play(desk, "effect Ann lucky a +1 until next roll")
    seq = play(desk, "check Ann Stealth vs Terrible ticks Doom secret rolled 0 0 0 0")
    assert desk.campaign is not None
    brought = [each.type for each in desk.campaign.events(seq)]
    assert brought == ["CountdownTicked", "EffectEnded"]
    assert [seen_by_players(desk, seq + each) for each in range(3)] == [None, None, None]


def test_an_undo_names_only_what_players_see(desk: Desk) -> None:
    play(desk, "note hm")
    play(desk, "roll 4dF rolled 0 0 0 0 secret")
    undone = play(desk, "undo last 2 for the wolf was asleep")
    found = seen_by_players(desk, undone)
    assert found is not None
    assert (len(found.event.targets), found.event.reason, found.blanks) == (1, "", {"reason"})
    assert seen_by_players(desk, play(desk, "redo")) is not None


def test_an_undo_of_secrets_alone_is_secret(desk: Desk) -> None:
    play(desk, "roll 4dF rolled 0 0 0 0 secret")
    assert seen_by_players(desk, play(desk, "undo")) is None


@pytest.mark.parametrize(
    ("before", "line"),
    [
        (None, "contest Ann Stealth rolled 0 0 0 0 vs Wolf Wits rolled 0 0 0 0"),
        (None, "show Wolf"),
        ("check Wolf Wits vs Good secret", "check Wolf Wits vs Good"),
    ],
)
def test_players_read_that_an_npc_is_out_of_play_once_they_met_it(desk: Desk, before: str | None, line: str) -> None:
    for each in [before] if before else []:
        play(desk, each)
    assert seen_by_players(desk, play(desk, "out Wolf")) is seen_by_players(desk, play(desk, "revive Wolf")) is None
    play(desk, line)
    assert text_for_players(desk, "out Wolf") == "Wolf is out of play: incapacitated"
    assert text_for_players(desk, "revive Wolf") == "Wolf is back in play"


def test_a_check_that_was_undone_is_no_meeting(desk: Desk) -> None:
    play(desk, "check Wolf Wits vs Good")
    play(desk, "undo")
    assert text_for_players(desk, "out Wolf") is None


def test_the_hiding_of_an_npc_is_seen_once_the_npc_is_shown_and_not_when_hidden_again(desk: Desk) -> None:
    hidden = play(desk, "hide Wolf")
    assert seen_by_players(desk, hidden) is None
    play(desk, "show Wolf")
    found = seen_by_players(desk, hidden)
    assert found is not None
    assert found.text == "Wolf is hidden from the players"
    again = play(desk, "hide Wolf")
    assert seen_by_players(desk, hidden) is seen_by_players(desk, again) is None


def test_revealing_a_check_shows_what_it_marked_and_how_it_was_turned(desk: Desk) -> None:
    for line in ("countdown Doom 2", "point Ann +1"):
        play(desk, line)
    check = play(desk, "check Ann Stealth vs Great ticks Doom secret rolled 0 0 0 0")
    altered = play(desk, f"point Ann alter #{check} +1")
    assert desk.campaign is not None
    assert [each.type for each in desk.campaign.events(altered)] == ["CountdownTicked"]
    assert [seen_by_players(desk, seq) for seq in (check, altered, altered + 1)] == [None, None, None]
    play(desk, f"reveal #{altered + 1}")
    assert [text_of(desk, seq) for seq in (check, altered, altered + 1)] == [None, None, "Doom: 1 box marked"]
    play(desk, f"reveal #{check}")
    assert text_of(desk, altered + 1) == "Doom: 1 box marked"
    assert str(text_of(desk, altered)).endswith("altered +1 → Great, bare success")


def test_revealing_a_check_does_not_show_a_countdown_that_is_hidden(desk: Desk) -> None:
    play(desk, "countdown Doom 2 hidden")
    check = play(desk, "check Ann Stealth vs Fair ticks Doom secret rolled 0 0 0 0")
    play(desk, f"reveal #{check}")
    found = seen_by_players(desk, check)
    assert found is not None
    assert (found.event.ticks, seen_by_players(desk, check + 1)) == (None, None)


def test_what_players_do_not_see_is_named_by_nothing_else(desk: Desk) -> None:
    asked = play(desk, "ask Shade Whose bones are these?")
    assert text_for_players(desk, f"answer #{asked} The miller's") is None
    hidden = play(desk, "hide Wolf")
    revealed = play(desk, f"reveal #{hidden}")
    play(desk, "hide Wolf")
    assert seen_by_players(desk, revealed) is None
    play(desk, "rules critical-table 2-12 = blinded")
    check = play(desk, "check Ann Stealth vs Fair rolled + + + + secret")
    assert text_for_players(desk, f"critical for Ann of #{check} rolled 1 2") is None


def test_why_a_reaction_was_set_is_kept_though_players_know_the_same_reason_of_an_earlier_one(desk: Desk) -> None:
    play(desk, "react Wolf to Ann hungry open because she smells of ham")
    play(desk, "undo")
    play(desk, "react Wolf to Ann hungry because she smells of ham")
    assert text_for_players(desk, "react Wolf to Ann open") == "Wolf's reaction to Ann is set: hungry"


# --- what is seen in part --------------------------------------------------------------------------------------


def test_a_check_against_an_npc_says_how_it_came_out_but_not_the_npcs_level(desk: Desk) -> None:
    seq = play(desk, "check Ann Stealth vs Wolf Wits rolled 0 0 0 +")
    found = seen_by_players(desk, seq)
    assert found is not None
    assert found.text == "Ann tries Stealth against Wolf's Wits: Great, success"
    assert (found.event.difficulty, found.event.difficulty_parts, found.event.margin) == (0, (), 0)
    assert found.event.against is None
    assert (found.event.total, found.event.faces) == (2, (0, 0, 0, 1))


def test_a_check_of_an_npc_keeps_its_level_and_dice(desk: Desk) -> None:
    found = seen_by_players(desk, play(desk, "check Wolf Wits vs Good rolled 0 0 0 +"))
    assert found is not None
    assert found.text == "Wolf tries Wits against Good: Superb, success by 2"
    assert (found.event.level, found.event.modifiers, found.event.faces, found.event.roll) == (0, (), (), 0)


def test_a_contest_shows_what_an_npc_reached_and_not_how(desk: Desk) -> None:
    found = seen_by_players(desk, play(desk, "contest Ann Stealth rolled 0 0 0 0 vs Wolf Wits rolled 0 0 0 0"))
    assert found is not None
    ann, wolf = found.event.participants
    assert (ann.level, wolf.level, wolf.faces, wolf.degree) == (1, 0, (), "Great")


def test_what_an_npc_reaches_without_dice_is_its_level_and_is_left_out(desk: Desk) -> None:
    line = "contest Ann Stealth rolled + + + 0 vs Wolf Wits"
    assert text_for_players(desk, line) == "Ann wins: Ann's Stealth reaches Fair Superhuman"
    found = seen_by_players(desk, play(desk, "contest Ann Stealth rolled 0 0 0 0 vs Wolf Wits +1 scent"))
    assert found is not None
    assert found.text == "Wolf wins: Ann's Stealth reaches Good"
    wolf = found.event.participants[1]
    assert (wolf.total, wolf.degree, found.event.relative, found.blanks) == (0, None, 0, {"relative"})
    even = "contest Ann Stealth rolled 0 0 0 + vs Wolf Wits"
    assert text_for_players(desk, even) == "Ann wins: Ann's Stealth reaches Great"
    assert text_for_players(desk, "check Wolf Wits vs Good with diceless") == "Wolf tries Wits against Good: success"
    play(desk, "show Wolf")
    assert "Wolf's Wits stays Great" in text_for_players(desk, line)


def test_players_read_the_same_whatever_level_an_npc_has_that_rolls_nothing(tmp_path: Path) -> None:
    told = set()
    for level in ("Poor", "Mediocre", "Fair"):
        desk = Desk(tmp_path / f"{level}.db")
        for line in TABLE.replace("trait Wolf Wits Great", f"trait Wolf Wits {level}").splitlines():
            assert desk.do(line).fault is None, line
        for line in ("contest Ann Stealth rolled 2 vs Wolf Wits", "check Ann Stealth vs Wolf Wits rolled 3"):
            play(desk, line)
        play(desk, "check Wolf Wits vs Terrible with diceless")
        found = [desk.do(line).answer for line in ("recap for players", "stats for players")]
        told.add("\n".join(answer.text() for answer in found if answer))
        desk.close()
    assert len(told) == 1, told


def test_a_difficulty_with_a_hidden_part_is_left_out_with_the_margin(desk: Desk) -> None:
    found = seen_by_players(desk, play(desk, "check Ann Stealth vs Fair hidden +1 rolled 0 0 0 0"))
    assert found is not None
    assert found.text == "Ann tries Stealth against a hidden difficulty: Good, success"
    assert (found.event.difficulty, found.event.difficulty_parts) == (0, ())


def test_the_word_for_a_margin_is_kept_with_the_margin(desk: Desk) -> None:
    for line in ("rules outcomes 1 = barely, 3 = brilliantly", "rules points 3"):
        play(desk, line)
    for line in ("check Ann Stealth vs Wolf Wits rolled + + + +", "check Ann Stealth vs Fair hidden +1 rolled 0 + + +"):
        seq = play(desk, line)
        turned = play(desk, f"point Ann alter #{seq} -1")
        for each in (seq, turned):
            found = seen_by_players(desk, each)
            assert found is not None
            assert (found.event.outcome or "", "outcome" in found.blanks) == ("", True)


def test_a_printed_sheet_shows_players_no_attitude(desk: Desk, tmp_path: Path) -> None:
    for line in ("show Wolf", "react Wolf to Ann kind because zealotry"):
        play(desk, line)
    for name, audience, told in (("all", "", True), ("kim", " for players", False)):
        assert desk.do(f"report {tmp_path}/{name}.html sheets Wolf{audience}").fault is None
        assert ("zealotry" in (tmp_path / f"{name}.html").read_text("utf-8")) == told


def test_what_lasts_as_long_as_a_thing_from_unseen_hands_does_not_name_it(desk: Desk) -> None:
    play(desk, "give Wolf 3 bones")
    handed = play(desk, "pass Wolf 2 bones to Ann")
    found = seen_by_players(desk, play(desk, f"effect Ann cursed a -1 until #{handed}"))
    assert found is not None
    assert found.event.lasts is None
    dropped = play(desk, "drop Ann 2 bones")
    ended = seen_by_players(desk, dropped + 1)
    assert ended is not None
    assert (ended.type, ended.event.clock) == ("EffectEnded", "")


@pytest.mark.parametrize("line", ["gain Ann brave until #{}", "effect Ann cursed a -1 until #{}"])
def test_the_end_of_what_lasted_as_long_as_a_secret_does_not_name_it(desk: Desk, line: str) -> None:
    for each in ("define property brave", "define table Mishaps with d6: 1-6 trips a -1 until scene"):
        play(desk, each)
    began = play(desk, "table Mishaps for Ann secret rolled 2") + 1
    play(desk, line.format(began))
    assert desk.campaign is not None
    seen = View.of(desk.campaign, PLAYERS)
    assert "#" not in seen.sheet(desk.campaign.state, "Ann").shown["effects"]
    scene = play(desk, "scene The yard")
    ended = [each for each in View.of(desk.campaign, PLAYERS).read_seen(scene) if each.type.endswith(("Ended", "Lost"))]
    assert len(ended) == 1
    assert "#" not in ended[0].text + ended[0].event.clock


def test_a_signature_tells_no_goal_that_is_secret_again_and_nothing_of_an_npcs_sheet(desk: Desk) -> None:
    goal = play(desk, "goal Zorgue needs zinc for Ann secret")
    revealed, signed = play(desk, f"reveal #{goal}"), play(desk, "sign Ann")
    assert "zinc" in str(seen_by_players(desk, signed))
    play(desk, f"undo #{revealed}")
    found = seen_by_players(desk, signed)
    assert found is not None
    assert (found.whole, "zinc" in str(found)) == (False, False)
    for line in ("show Wolf", "react Wolf to Ann kind because zealotry"):
        play(desk, line)
    of_npc = seen_by_players(desk, play(desk, "sign Wolf by Kim"))
    assert of_npc is not None
    assert (of_npc.blanks, "zealotry" in str(of_npc)) == ({"values"}, False)


def test_levels_of_npcs_in_the_rules_of_a_group_are_kept(desk: Desk) -> None:
    seq = play(desk, "rules ready Ogre = Wits Superb")
    assert seen_by_players(desk, seq) is None


def test_a_point_on_a_roll_against_an_npc_says_no_margin_either(desk: Desk) -> None:
    play(desk, "point Ann +1")
    seq = play(desk, "check Ann Stealth vs Wolf Wits rolled 0 0 0 0")
    text = text_for_players(desk, f"point Ann alter #{seq} +1")
    assert text == f"Ann spends a fudge point on #{seq}: Great, success"


def test_an_open_reaction_keeps_why_it_was_set_until_that_is_revealed(desk: Desk) -> None:
    attitude = play(desk, "react Wolf to Ann hungry because she smells of ham")
    outcome = desk.do("react Wolf to Ann open")
    assert outcome.answer is not None
    assert "\n" not in outcome.answer.text()
    reaction = int(outcome.events[0]["seq"])
    found = seen_by_players(desk, reaction)
    assert found is not None
    assert (found.text, found.event.automatic) == ("Wolf's reaction to Ann is set: hungry", "")
    play(desk, f"reveal #{attitude}")
    found = seen_by_players(desk, reaction)
    assert found is not None
    assert found.text == "Wolf's reaction to Ann is set: hungry (she smells of ham)"


def test_a_reaction_to_an_npc_keeps_what_its_sheet_adds_and_one_to_a_player_character_does_not(desk: Desk) -> None:
    for line in (
        "rules reactions none, Fair = shrugs, Mediocre = growls",
        "define property ugly: a -1 when reactions",
        "gain Shade ugly",
    ):
        play(desk, line)
    told = text_for_players(desk, "react Wolf to Shade rolled 0 open")
    assert told is not None
    assert "rolled" not in told
    play(desk, "gain Ann ugly")
    assert "ugly" in str(text_for_players(desk, "react Wolf to Ann rolled 0 open"))


@pytest.mark.parametrize("line", ["gain Ann brave until #{}", "effect Ann cursed a -1 until #{}"])
def test_what_lasts_as_long_as_a_secret_is_seen_and_does_not_name_it(desk: Desk, line: str) -> None:
    play(desk, "define property brave")
    secret = play(desk, "countdown Doom 3 hidden")
    found = seen_by_players(desk, play(desk, line.format(secret)))
    assert found is not None
    assert found.event.lasts is None
    assert "#" not in found.text


def test_the_sheet_of_an_npc_is_seen_once_it_is_shown_and_not_when_hidden_again(desk: Desk) -> None:
    given, tried = play(desk, "give Wolf bone"), play(desk, "check Ann Stealth vs Wolf Wits rolled 0 0 0 0")
    play(desk, "show Wolf")
    assert seen_by_players(desk, given) is not None
    assert [getattr(seen_by_players(desk, tried), "text", "")] == [
        "Ann tries Stealth against Wolf's Wits: Good, failure by 1"
    ]
    play(desk, "hide Wolf")
    assert seen_by_players(desk, given) is None


def test_what_an_npc_hands_over_is_seen_from_then_on(desk: Desk) -> None:
    given_to_wolf = play(desk, "give Wolf 3 bones")
    handed = play(desk, "pass Wolf 2 bones to Ann")
    assert seen_by_players(desk, given_to_wolf) is None
    found = seen_by_players(desk, handed)
    assert found is not None
    assert (found.text, found.event.of) == ("Wolf hands 2 bones to Ann", 0)
    rest = seen_by_players(desk, play(desk, "pass Wolf 1 bones to Ann"))
    assert rest is not None
    assert (rest.blanks, rest.event.of) == (found.blanks, 0), "nothing tells that the wolf has no more"


@pytest.mark.parametrize(
    ("rule", "climbs", "resisted"),
    [
        ("difficulties yes", "against Good: Superb, success by 2", "against Wolf's Bite: Great, success"),
        ("difficulties no", "against a hidden difficulty: Superb, success", "against Wolf's Bite: Great, success"),
        ("none", "against a hidden difficulty: Superb, success", "against Wolf's Bite: Great, success"),
        ("diff yes, npc yes", "against Good: Superb, success by 2", "against Wolf's Bite: Great, bare success"),
        ("npc-levels", "against a hidden difficulty: Superb, success", "against Wolf's Bite: Great, success"),
    ],
)
def test_a_table_decides_whether_players_are_told_difficulties_and_levels_of_npcs(
    tmp_path: Path, rule: str, climbs: str, resisted: str
) -> None:
    desk = Desk(tmp_path / "c.db")
    for line in ("new fudge-lite", "pc Ann", "npc Wolf", "trait Ann Climb Good", "trait Wolf Bite Great"):
        desk.do(line)
    check = "check Ann Climb vs {} rolled {}"
    for line in (check.format("Good", "0 0 + +"), check.format("Wolf Bite", "+ 0 0 0"), f"rules players-see {rule}"):
        assert desk.do(line).fault is None or rule == "difficulties yes"
    assert desk.campaign is not None
    view = View.of(desk.campaign, PLAYERS)
    one, two = (each for each in view.read_seen() if each.type == "CheckResolved")
    assert one.text == f"Ann tries Climb {climbs}"
    assert two.text == f"Ann tries Climb {resisted}"
    copied = [json.loads(line) for line, _ in lines_of(view, desk.campaign.state.seq)]
    told = copied[one.seq - 1].get("shown") or copied[one.seq - 1].get("body")
    assert ("Good" in json.dumps(told)) == ("Good" in climbs)
    desk.close()


def test_a_table_for_players_has_empty_cells_for_what_is_kept_and_no_row_for_what_is_withheld(
    desk: Desk, tmp_path: Path
) -> None:
    seq = play(desk, "check Ann Stealth vs Wolf Wits rolled 0 0 0 +")
    secret = play(desk, "secret the miller is the thief")
    assert desk.do(f"export {tmp_path}/party.csv for players").fault is None
    with (tmp_path / "party.csv").open(encoding="utf-8", newline="") as file:
        rows = {int(row["seq"]): row for row in csv.DictReader(file)}
    assert secret not in rows
    row = rows[seq]
    assert (row["difficulty"], row["margin"], row["total"], row["success"]) == ("", "", "2", "yes")
    assert row["told"] == "Ann tries Stealth against Wolf's Wits: Great, success"


# --- numbers without gaps --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "holds"),
    [
        ("gaps no", ("difficulties", "no-gaps")),
        ("gaps no, npc-levels yes", ("difficulties", "npc-levels", "no-gaps")),
        ("difficulties no, gap off", ("no-gaps",)),
        ("difficulties, no-gaps", ("difficulties", "no-gaps")),
        ("npc-levels, gaps", ("npc-levels",)),
    ],
)
def test_a_table_decides_whether_players_are_told_where_events_are_kept(
    desk: Desk, rule: str, holds: tuple[str, ...]
) -> None:
    play(desk, f"rules players-see {rule}")
    assert desk.campaign is not None
    assert desk.campaign.state.rules.players_see == holds
    play(desk, "rules players-see gaps yes, difficulties yes, npc-levels yes")
    assert desk.campaign.state.rules.players_see == ("difficulties", "npc-levels")


def test_gaps_alone_are_switched_on_and_leave_the_rest_as_it_was(desk: Desk) -> None:
    play(desk, "rules players-see gaps no")
    play(desk, "rules players-see gaps")
    assert desk.campaign is not None
    assert desk.campaign.state.rules.players_see == ("difficulties",)


def test_without_gaps_players_read_the_numbers_of_what_they_see(desk: Desk) -> None:
    assert desk.campaign is not None
    play(desk, "rules players-see gaps no")
    before = len(list(View.of(desk.campaign, PLAYERS).read_seen()))
    secret = play(desk, "roll 4dF rolled 0 0 0 0 secret")
    play(desk, "define property brave")
    check = play(desk, "check Ann Stealth vs Fair rolled 0 0 0 0")
    play(desk, "point Ann +2")
    play(desk, "secret the miller is the thief")
    play(desk, f"point Ann alter #{check} +1")
    play(desk, f"gain Ann brave until #{play(desk, 'effect Ann cursed a -1 until scene')}")
    play(desk, f"undo #{play(desk, 'note hm')}")
    view = View.of(desk.campaign, PLAYERS)
    told = {each.seq: each.text for each in view.read_seen()}
    assert [*told] == [*range(1, len(told) + 1)]
    assert (
        told[before + 4] == f"Ann spends a fudge point on #{before + 2}: success by 1; altered +1 → Great, success by 2"
    )
    assert told[before + 8] == f"Undone: #{before + 7}"
    effects = view.sheet(desk.campaign.state, "Ann").shown["effects"]
    assert effects.startswith(f"brave until #{before + 5} ends")
    assert view.numbering.find_logged(before + 2) == check
    play(desk, f"reveal #{secret}")
    assert text_of(desk, check) == "Ann tries Stealth against Fair: Good, success by 1"
    assert seen_by_players(desk, check).seq == before + 3  # type: ignore[union-attr]


def test_without_gaps_no_answer_and_no_file_tells_how_long_the_log_is(desk: Desk, tmp_path: Path) -> None:
    play(desk, "secret the miller is the thief")
    play(desk, "rules players-see gaps no")
    assert desk.campaign is not None
    head, shown = desk.campaign.log.head, len(list(View.of(desk.campaign, PLAYERS).read_seen()))
    for line in ("report m.html", "report m-sheets.html sheets", "export m.db", "export m.csv", "export m.session"):
        verb, _, rest = line.partition(" ")
        outcome = desk.do(f"{verb} {tmp_path}/{rest} for players")
        assert outcome.answer is not None, outcome.fault
        said = outcome.answer.text() + json.dumps(outcome.answer.result)
        assert not re.search(rf"\b{head.seq}\b|kept by you|{head.hash.hex()[:8]}", said.replace(str(tmp_path), ""))
    page = (tmp_path / "m.html").read_text("utf-8")
    assert "verify expect" not in page
    assert f"#{shown + 1}<" not in page
    assert f"#{shown}<" in page
    refused = desk.do(f"export {tmp_path}/m.jsonl for players").fault
    assert refused is not None
    assert refused.message.endswith("“players-see gaps no” hides how many there are")
    assert not (tmp_path / "m.jsonl").exists()


def test_without_gaps_players_do_not_read_where_a_fork_began(desk: Desk, tmp_path: Path) -> None:
    play(desk, "secret the miller is the thief")
    play(desk, "note hm")
    assert desk.do(f"fork {tmp_path}/fork.db").fault is None
    with closing(Desk(tmp_path / "fork.db")) as forked:
        for rule, told in (("npc-levels yes", True), ("gaps no", False)):
            play(forked, f"rules players-see {rule}")
            assert forked.campaign is not None
            seen = View.of(forked.campaign, PLAYERS).read_seen()
            assert ("CampaignForked" in {each.type for each in seen}) == told


def test_without_gaps_a_change_that_nobody_saw_come_is_between_two_numbers(desk: Desk, tmp_path: Path) -> None:
    for line in ("rules players-see gaps no", "define table Mishaps with d6: 1-6 trips a -1 until scene", "note one"):
        play(desk, line)
    for _ in range(2):
        play(desk, "table Mishaps for Ann secret rolled 2")
    play(desk, "note two")
    assert desk.campaign is not None
    view = View.of(desk.campaign, PLAYERS)
    one, two = (each.seq for each in view.read_seen() if each.type == "NoteMade")
    assert two == one + 1
    footage, _ = film(view, 0, desk.campaign.state.seq)
    assert {place for place in footage if place > one} == {one + 0.5}
    said = "; ".join(2 * ["trips −1 on everything until the scene ends"])
    assert [each.cell.said for each in footage[one + 0.5] if each.cell] == [said]
    every = Tables(view, desk.campaign.state.seq).rows()
    changes = [row for table, row in every if table == "change" and row["event"] is None]
    assert [(each["name"], each["before"], each["after"]) for each in changes] == [("effects", None, said)]


# --- random campaigns ------------------------------------------------------------------------------------------

#: What the secrets of one of two campaigns may be instead of those of the other.
SECRETS: st.SearchStrategy[object] = st.one_of(
    st.builds(lambda who, trait, n: Check(who, trait, n, faces=(n,), secret=True), WHO, TRAIT, st.integers(-1, 1)),
    st.builds(lambda who, trait: Check(who, trait, opponent=Opponent("Ada", "Chess"), secret=True), WHO, TRAIT),
    st.builds(lambda who, doom: Check(who, "Chess", 1, faces=(0,), ticks=doom, secret=True), WHO, DOOM),
    st.builds(KeepSecret, st.sampled_from(["the abbot lies", "umbrage is taken", "it was Bo"]), st.booleans()),
    st.builds(lambda dice: Roll(dice, secret=True), st.sampled_from(["4dF", "3d6", "d%"])),
    st.builds(lambda dice: Roll(dice, who="Shade", secret=True), st.sampled_from(["4dF", "2d6+3"])),
    st.builds(lambda who, n: RollTable("Mishaps", who, faces=(n,), secret=True), st.none() | WHO, st.integers(1, 6)),
    st.builds(
        lambda name, n: MakeCountdown(name, (StageOf(n, "umbrage is taken"),), hidden=True),
        st.sampled_from(["Eclipse", "Undertow"]),
        st.integers(1, 3),
    ),
)


def make_twins(make: Callable[[str], object]) -> st.SearchStrategy[tuple[object, object]]:
    """Make a command of a word in one of two campaigns, and the same of another word in the other."""
    return st.just((make("zealot"), make("quarry")))


#: What may happen to the things of a character whose sheet players never see.
OUT_OF_SIGHT: st.SearchStrategy[object] = st.one_of(
    st.builds(Give, st.just("Shade"), ITEM, FEW),
    st.builds(Give, st.just("Shade"), st.just("stones"), FEW, st.just("pouch")),
    st.builds(Drop, st.just("Shade"), ITEM, FEW),
    st.builds(Move, st.just("Shade"), st.just("stones"), st.just("pouch"), st.none() | FEW),
    st.builds(NoteCondition, st.just("Shade"), ITEM, st.sampled_from(["worn", "cursed"])),
)

AIM, NPCS = st.sampled_from(["Cause", "Quest"]), st.sampled_from(["Odo", "Shade"])
STRANGERS, WEAPON = st.sampled_from(["Gob", "Imp"]), st.sampled_from(["club", "zealot"])

#: Secrets that both campaigns have, as open events may depend on them, and whose words differ.
PAIRS: st.SearchStrategy[tuple[object, object]] = st.one_of(
    st.builds(
        lambda npc, who, how: lambda word: React(npc, towards=who, attitude=how, reason=word),
        NPCS,
        WHO,
        st.sampled_from(["hostile", "kind"]),
    ).flatmap(make_twins),
    st.builds(
        lambda name, who: (
            lambda word: SetGoal(name, (NeedSet((word, "weeks")), NeedSet((f"{word} again",))), who, True)
        ),
        AIM,
        st.none() | WHO,
    ).flatmap(make_twins),
    st.builds(
        lambda name, again: lambda word: MeetComplication(name, f"{word} again" if again else word, reason=word),
        AIM,
        st.booleans(),
    ).flatmap(make_twins),
    st.builds(lambda n: lambda word: Give("Shade", word, n), FEW).flatmap(make_twins),
    *2 * (st.tuples(OUT_OF_SIGHT, OUT_OF_SIGHT),),
    st.permutations([CreateNpc("Gob"), CreateNpc("Imp")]).map(tuple),
    st.permutations([DefineTable("Omens", (RowOf((1, 6), word),)) for word in ("zealot", "quarry")]).map(tuple),
    st.builds(lambda n, m: (GiveQuality("Kite", "agile", n), GiveQuality("Kite", "agile", m)), FEW, FEW),
    st.just(lambda word: SetCharacteristic("Shade", "Mood", word)).flatmap(make_twins),
    st.just(lambda word: AskPlayer("Shade", f"Why {word}?")).flatmap(make_twins),
    st.builds(
        lambda trait, n, m: (GiveTrait("Shade", (TraitLevel(trait, n),)), GiveTrait("Shade", (TraitLevel(trait, m),))),
        TRAIT,
        st.integers(0, 3),
        st.integers(0, 3),
    ),
    st.just(lambda word: PassingEffect("Shade", word, action=-1)).flatmap(make_twins),
    st.just(lambda word: Give("Shade", word, weapon=2)).flatmap(make_twins),
    st.builds(lambda n, m: (Give("Shade", "mail", armour=n), Give("Shade", "mail", armour=m)), FEW, FEW),
    st.builds(lambda n, m: (SetScale("Shade", n), SetScale("Shade", m)), FEW, FEW),
    st.builds(lambda n, m: (Award(("Shade",), n), Award(("Shade",), m, "stealth")), XP, XP),
)

#: What anyone may do openly that depends on secrets, or on the sheets of hidden characters.
OPENLY: st.SearchStrategy[object] = st.one_of(
    st.builds(lambda npc, who: React(npc, towards=who, open=True), NPCS, WHO),
    st.builds(lambda npc, who: React(npc, towards=who, faces=(0, 0, 0, 1), open=True, anyway=True), NPCS, NPCS | WHO),
    st.builds(lambda who: PassingEffect(who, "chill", action=-1, event=1), WHO),
    st.builds(PassingEffect, WHO, st.just("chill"), st.just(-1), event=ANY_EVENT),
    st.builds(Gain, WHO, st.sampled_from(["gifted", "ill"]), event=ANY_EVENT),
    *2 * (st.builds(Pass, st.just("Shade"), ITEM, WHO, st.none() | st.integers(1, 2)),),
    st.builds(Pass, WHO, ITEM, st.just("Shade"), st.none() | st.integers(1, 2)),
    st.builds(
        lambda who, n: Check(who, "Chess", opponent=Opponent("Shade", "Chess"), faces=(n,)), WHO, st.integers(-1, 1)
    ),
    st.builds(
        lambda who, n: Contest((Side(who, "Chess", faces=(0,)), Side("Shade", "Chess", faces=(n,)))),
        WHO,
        st.integers(-1, 1),
    ),
    st.builds(
        lambda who, other, n, held: Contest(
            (
                Side(who, "Chess", faces=(0,)),
                Side("Shade", "Chess", faces=(n,), hidden=held),
                Side(other, "Climbing", faces=(1,)),
            )
        ),
        *(WHO, WHO | NPCS, st.integers(-1, 1), st.none() | st.integers(-1, 1)),
    ),
    *2 * (st.builds(DealDamage, WHO | NPCS, st.integers(0, 12), st.none() | WHO | NPCS, roll=st.none() | ANY_EVENT),),
    st.builds(lambda who, arm, n: DealDamage(who, None, "Shade", arm, roll=n), WHO, WEAPON, st.none() | ANY_EVENT),
    st.builds(lambda who, n: DealDamage(who, None, "Shade", trait="Chess", faces=(n,)), WHO | NPCS, st.integers(0, 1)),
    st.builds(lambda n: Check("Shade", "Chess", 1, faces=(n,)), st.integers(-1, 1)),
    st.builds(lambda n: Check("Shade", "Chess", 1, faces=(n,), point=True), st.integers(-1, 1)),
    st.builds(lambda who, n: Check(who, "Chess", n, faces=(n,)), STRANGERS, st.integers(-1, 1)),
    st.builds(lambda who, n: Check(who, "Chess", n, faces=(n,), ships=("Kite",)), WHO, st.integers(-1, 1)),
    st.builds(Sign, WHO | NPCS, st.just("Kim")),
    st.builds(AlterRoll, WHO, ANY_EVENT, st.sampled_from([-1, 1])),
    st.builds(RerollCheck, WHO, ANY_EVENT, st.sampled_from([(-1,), (1,)])),
    st.builds(TurnToSuccess, WHO, ANY_EVENT),
    st.just(TakeOut("Shade")),
    st.just(HideNpc(("Shade",), fully=True)),
)


def is_gift(command: object) -> bool:
    """Return whether a command defines the property that brings XP, which only practice can."""
    return isinstance(command, DefineProperty) and bool(command.bonus)


#: What both campaigns have besides the world that tests share.
MORE = (
    CreateNpc("Shade"),
    CreateShip("Kite"),
    CreatePc("Kit", "Kim"),
    Give("Shade", "stones", 2),
    ChangeRule("reactions", "none, 1 = shrugs, -1 = growls"),
    ChangeRule("xp-on-miss", "1"),
    ChangeRule("points", "9"),
    ChangeRule("point-uses", "maximum, reroll, alter, convert"),
    ChangeRule("outcomes", "1 = barely, 3 = brilliantly"),
    DefineTable("Mishaps", (RowOf((1, 3), "trips", -1, "scene"), RowOf((4, 6), "shines"))),
    CreatePc("Cy"),
    Give("Shade", "club", weapon=1),
    *(Give(who, thing, 3) for who in ("Ada", "Bo") for thing in ("pouch", "stones")),
    *(Gain(who, key) for who, key in (("Ada", "Vow"), ("Bo", "Greed"))),
    MakeCountdown("Doom", (StageOf(3), StageOf(2, "it falls"))),
    MakeCountdown("Escape", (StageOf(4),), "Doom"),
    SetGoal("Forge", FORGE),
)

#: What both have of the world in each of the games that they are played in.
SHARED = {
    "peupfudge": (*WORLD, *MORE),
    "polyhedral": (
        *(DefineProperty("gifted", (LevelChange("Chess", 1),)) if is_gift(each) else each for each in WORLD),
        *MORE,
        *(GiveTrait(who, (TraitLevel("Damage Capacity", 2),)) for who in ("Ada", "Bo", "Cy", "Odo", "Shade")),
    ),
}
GAMES = st.sampled_from([*SHARED])

#: Where each of the two campaigns is, and how dice fall there that the program rolls.
DICE = (("a", draw), ("b", lambda sides: 1))

#: A pair of campaigns takes too long to be made smaller; what differs is said instead.
UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)

#: The words of the program in what it makes for players.
SPEAKING = ("shell/render/figures", "shell/render/retelling", "shell/render/log", "replay/retelling/recap")
SPEAKING += ("replay/retelling/runs", "replay/retelling/stats", "replay/retelling/verdicts", "replay/files/spreadsheet")
SPEAKING += (
    "shell/render/looked_up",
    "replay/explain/terms",
    "engine/concerns/rolls/narrate",
    "engine/concerns/safety/events",
)
SPEAKING += ("replay/retelling/sample", "replay/retelling/dice_stats", "replay/files/played")
SPEAKING += ("shell/script/noting", "shell/script/export", "replay/files/tables", "replay/files/database")
SPEAKING += ("replay/retelling/vault/notes", "replay/retelling/vault/writing")
SPEAKING += tuple(f"engine/concerns/{room}/commands" for room in ("campaign", "characters", "checks", "sessions"))
ROOT = Path(__file__).parents[2]
SPOKEN = [*(ROOT / f"{name}.py" for name in SPEAKING), *TEMPLATES.iterdir(), *TEMPLATES.parent.glob("*.py")]
OWN_WORDS = "".join(file.read_text("utf-8") for file in SPOKEN)
AT_EIGHT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)

#: A step of both stories: each kind is as likely as the others, however many commands there are of it.
STEPS = st.sampled_from(
    (
        *(
            st.tuples(each, SECRETS)
            for each in (EVERYDAY, EVERYDAY, EVERYDAY, SELDOM, CORRECTIONS, OPENLY, OPENLY, OPENLY, SECRETS)
        ),
        *2 * (PAIRS,),
    )
).flatmap(lambda steps: steps)
STORIES = st.lists(STEPS, min_size=25, max_size=50)

#: The same, with in which of two campaigns a step happens if it is secret.
STORIES_APART = st.lists(st.tuples(STEPS, st.sampled_from(["both", "one", "two"])), min_size=25, max_size=50)

#: What befalls Shade, whose sheet players never see.
OF_SHADE = (AskPlayer, Award, Drop, Give, GiveTrait, Move, NoteCondition, PassingEffect, SetCharacteristic, Sign)

#: Fields that players do not see of an event of a type that is in the open: what a secret or a hidden sheet is behind.
BEHIND: tuple[tuple[type | UnionType, Callable[[Any], bool], dict[str, object]], ...] = (
    (SheetSigned, lambda event: event.character == "Odo", {"values": ()}),
    (ReactionRolled, lambda event: event.automatic is not None, {"automatic": ""}),
    (ReactionRolled, lambda event: event.towards in ("Odo", "Shade"), {"faces": (), "roll": 0, "modifiers": ()}),
    (ItemPassed, lambda event: event.character == "Shade", {"of": 0}),
    (ItemPassed, lambda event: "Shade" in (event.character, event.to), {"onto": None}),
    (ItemGiven | ItemDropped | ItemMoved | ItemPassed | ItemNoted, lambda event: True, {"item": 0}),
    (ItemMoved | ItemPassed, lambda event: event.onto, {"onto": 1}),
    (ItemGiven | ItemMoved, lambda event: event.within, {"within": 1}),
    (DamageDealt, lambda event: event.character == "Shade", {"rating": (), "dr": 0, "points": 0}),
    (DamageDealt, lambda event: event.attacker == "Shade", {"parts": (), "weapon": None}),
    (
        CheckResolved,
        lambda event: event.opponent == "Shade" or any(part.source == QUALITY for part in event.difficulty_parts),
        {"difficulty": 0, "difficulty_parts": (), "margin": 0, "against": None, "outcome": ""},
    ),
)


@contextmanager
def twins(game: str = "peupfudge") -> Iterator[tuple[Campaign, Campaign]]:
    """Make two campaigns that are alike, also in ids and times, and in which the program rolls other dice."""
    memory = Memory()
    fixed = patch("os.urandom", bytes), patch("engine.drafts.timed_id", lambda ms: 32 * "f")
    with patch("engine.store.files.FilePlace", memory.locate), fixed[0], fixed[1]:
        one, two = (
            Campaign.create(place, game, title="Twins", draw=roll, clock=lambda: AT_EIGHT) for place, roll in DICE
        )
    for campaign in (one, two):
        for number, command in enumerate(SHARED[game]):
            record(campaign, Plan(tuple(campaign.plan(command).events)), number)
    yield one, two


def record(campaign: Campaign, plan: Plan, command: int) -> None:
    """Append a plan's events with ids that are made of the number of the command."""
    ids = (f"{command:016x}{number:016x}" for number in count())
    with patch("engine.drafts.timed_id", lambda ms: next(ids)):
        campaign.record(lambda: plan)


def planned(campaign: Campaign, command: object) -> Plan | None:
    """Return what a command would record, None if it is refused."""
    try:
        return campaign.plan(command)
    except Refused:
        return None


def is_secret(events: Sequence[Any]) -> bool:
    """Return whether all that a command records is secret."""
    first, *others = events
    return is_marked(first) and all(is_marked(each) or is_brought(each) for each in others)


def is_kept(command: object, plan: Plan) -> bool:
    """Return whether players see nothing of what a command records."""
    of_shade = isinstance(command, OF_SHADE) and getattr(command, "who", "") in ("Shade", ("Shade",))
    return of_shade or isinstance(command, CreateNpc | DefineTable | GiveQuality) or is_secret(plan.events)


def is_marked(event: object) -> bool:
    return bool(getattr(event, "secret", False) or getattr(event, "hidden", False))


def alike(one: Plan, two: Plan) -> bool:
    """Return whether two plans differ in nothing but events that are marked as secret."""
    pairs = list(zip(one.events, two.events, strict=False))
    return len(one.events) == len(two.events) and all(
        in_front(a) == in_front(b) or (is_marked(a) and is_marked(b)) for a, b in pairs
    )


def in_front(event: Any) -> Any:
    """Return an event without the fields that players do not see of it."""
    for cls, applies, fields in BEHIND:
        if isinstance(event, cls) and applies(event):
            event = attrs.evolve(event, **fields)
    return event


def play_twins(one: Campaign, two: Campaign, story: Sequence[tuple[object, object]], first: int = 1000) -> int:
    """Play a story in both, with other secrets in the second; return in how many secrets they differ.

    `first` numbers the first command.
    """
    differ = 0
    for number, (command, other) in enumerate(story, start=first):
        command, other = with_numbers(with_faces(command, one.state), one.state), with_faces(other, one.state)
        plan = planned(one, command)
        if plan is None or not plan.events or (isinstance(command, Reveal) and differ):
            continue
        secret = is_kept(command, plan) and not isinstance(command, HideNpc)  # whom players see is no secret of theirs
        twin = planned(two, other if secret else command)
        if twin is None or not (is_kept(other, twin) if secret else alike(plan, twin)):
            continue
        if len(plan.events) != len(twin.events):
            continue
        differ += plan.events != twin.events
        record(one, plan, number)
        record(two, twin, number)
    return differ


def play_apart(one: Campaign, two: Campaign, story: Sequence[tuple[tuple[object, object], str]]) -> int:
    """Play a story in both, with other secrets in the second, and more or fewer of them.

    Where a step is secret, its second part says in which of the two it happens. Return how many more events were kept
    in one of them than in the other.
    """
    same: dict[int, int] = {}  # from the numbers of events that both have in the first to those in the second

    def record_both(plan: Plan, twin: Plan, number: int) -> None:
        same.update((one.state.seq + each, two.state.seq + each) for each in range(1, len(plan.events) + 1))
        record(one, plan, number)
        record(two, twin, number)

    same.update((each, each) for each in range(1, one.state.seq + 1))
    for number, ((command, other), where) in enumerate(story, start=1000):
        command, other = with_numbers(with_faces(command, one.state), one.state), with_faces(other, one.state)
        plan = planned(one, command)
        if plan is None or not plan.events or isinstance(command, Reveal):
            continue
        if is_kept(command, plan) and not isinstance(command, HideNpc):
            twin = planned(two, other)
            if twin is not None and not (twin.events and is_kept(other, twin)):
                continue
            if where != "two":
                record(one, plan, number)
            if where != "one" and twin is not None:
                record(two, twin, number)
            continue
        twin = planned(two, renumber_in(command, lambda seq: same.get(seq, seq)))
        numbered = [
            renumbered(plan, {first: first for first in same}),
            renumbered(twin, {v: k for k, v in same.items()}),
        ]
        if twin is not None and alike(*numbered):
            record_both(plan, twin, number)
    for campaign in (one, two):
        record(campaign, campaign.plan(ChangeRule("players-see", "gaps no")), 999)
    return abs(one.state.seq - two.state.seq)


def renumbered(plan: Plan | None, numbers: dict[int, int]) -> Plan:
    """Return a plan whose events name others by some numbers; 0 stands for each that has none, and for several once."""
    events = [renumber_in(each, lambda seq: numbers.get(seq, 0)) for each in (plan.events if plan else ())]
    return Plan(
        tuple(
            attrs.evolve(each, targets=tuple(dict.fromkeys(each.targets))) if hasattr(each, "targets") else each
            for each in events
        )
    )


def with_faces(command: Any, state: State) -> Any:
    """Return a command with faces of the game's dice: dice by level show 3 where a Fudge die has a plus, or 2."""
    if not state.rules.check_dice.startswith(BY_LEVEL):
        return command
    if isinstance(command, Contest):
        return attrs.evolve(command, sides=tuple(with_faces(side, state) for side in command.sides))
    if not isinstance(command, Check | RerollCheck | Side | DealDamage) or not command.faces:
        return command
    return attrs.evolve(command, faces=tuple(2 + max(0, face) for face in command.faces))


def with_numbers(command: Any, state: State) -> Any:
    """Return a command with the numbers of events and rolls that there are."""
    if getattr(command, "event", None) is not None:
        command = attrs.evolve(command, event=1 + command.event % state.seq)
    if getattr(command, "roll", None) is not None and state.rolls:
        command = attrs.evolve(command, roll=[*state.rolls][command.roll % len(state.rolls)])
    return command


def seen_json(found: Visible | Withheld) -> object:
    """Return all that players see of an event."""
    if isinstance(found, Withheld):
        return found.seq
    return {**codec.plain_data(found), "type": found.type, "logged": None}


def documents(campaign: Campaign) -> dict[str, str]:
    """Return everything that is made for players; of a copy and a report all but the proof where numbers have gaps."""
    seen = View.of(campaign, PLAYERS)
    gaps = seen.numbering.has_gaps
    found = {
        "what players see": json.dumps([seen_json(each) for each in (seen.events() if gaps else seen.read_seen())])
    }
    found["table"] = json.dumps(list(table_rows(View.of(campaign, PLAYERS), campaign.state.seq)), ensure_ascii=False)
    seen = View.of(campaign, "Kim")
    copy = [msgspec.json.decode(line) for line, _ in lines_of(seen, campaign.state.seq)] if gaps else []
    found["copy"] = json.dumps([{key: line[key] for key in line.keys() - PROOF} for line in copy], ensure_ascii=False)
    answers = [explain_seen(seen, each) for each in seen.read_seen()]
    told = [event_answer_text(each, campaign) + json.dumps(event_answer_json(each, campaign)) for each in answers]
    found["looked up"] = "\n".join(told)
    script = StringIO()
    written = write_script(seen, script)
    found["unsaid"] = json.dumps(written.unsaid, ensure_ascii=False)
    found["differing"] = json.dumps(written.differing, ensure_ascii=False)
    found["script"] = script.getvalue()
    found["live"] = json.dumps(sections(seen) | {"proof": None}, ensure_ascii=False)
    found["vault"] = noted(Notes(seen))
    found["tables"] = dumped(Tables(seen, campaign.state.seq))
    for number in (None, *(session.number for session in campaign.state.sessions)):
        figures = statistics(campaign, number, audience=PLAYERS)
        found[f"stats {number}"] = stats_text(figures) + json.dumps(stats_json(figures))
    if any(map(seen.sees, campaign.state.sheets)):
        found["sheets"] = render(gather_handout(seen, (), None), "sheets.html")
    for session in campaign.state.sessions:
        told = recap(campaign, session.number, "Kim")
        found[f"recap {session.number}"] = recap_markdown(told) + json.dumps(codec.plain_data(told))
    if campaign.state.sessions:
        for number, audience in ((None, PLAYERS), (campaign.state.session, "Kim")):
            page = render(gather_page(Scope.of(campaign, number, audience)))
            proofless = re.sub(r'<section id="proof".*?</section>', "", page, flags=re.DOTALL)
            found[f"report {number or ''}".strip()] = proofless if gaps else page
    return found


def dumped(tables: Tables) -> str:
    """Return a database of tables as text."""
    database = Database(memory=True)
    fill(database, tables)
    dump = "\n".join(database.conn.iterdump())
    database.close()
    return dump


def noted(notes: Notes) -> str:
    """Return the notes of a vault in an empty folder."""
    vault, found = Vault(Path("/nowhere"), notes.seen.campaign.log.campaign, notes.audience), list(notes.all())
    vault.find_places(found)
    return "\n".join(f"{vault.places[note.id]}\n{vault.text_of(note, notes)}" for note in found)


#: The documents that show sheets as they are: what a secret changed on a shown sheet shows there, not why (A.3).
OF_SHEETS = {"differing", "live", "tables", "vault", "report", "report 1", "report 2", "report 3", "sheets"}

#: What proves an event, in a copy for players: it differs wherever something before it does.
PROOF = {"salt", "payload", "prev", "hash"}


def strings_in(data: Any) -> Iterator[str]:
    """Yield the strings in plain data, at any depth."""
    match data:
        case str():
            yield data
        case dict():
            for held in data.values():
                yield from strings_in(held)
        case list() | tuple():
            for held in data:
                yield from strings_in(held)


def states_shown(campaign: Campaign) -> Iterator[str]:
    """Yield the states on the sheets that players see, as a secret roll names them among its modifiers too."""
    for name, sheet in campaign.state.sheets.items():
        if View.of(campaign, PLAYERS).sees(name):
            yield from (f"{status}: {state}" for status, state in sheet.statuses.items())


def things_shown(campaign: Campaign) -> Iterator[str]:
    """Yield what secret tables began on shown sheets, and notes on things handed over."""
    seen = View.of(campaign, PLAYERS)
    for recorded in campaign.events():
        match recorded.event:
            case EffectBegan(character=who, name=name) if seen.sees(who):
                yield name
    for changes in film(seen, 0, campaign.state.seq)[0].values():
        yield from (each.cell.note for each in changes if each.cell and each.key[0] == "carried")


def only_in_secrets(campaign: Campaign) -> set[str]:
    """Return the strings of four characters or more that only events have that players do not see.

    What the program says by itself is none of them: a table may be called “Luck”, as a heading is, and a difficulty
    “Ada's Chess”, as a difference in a script is.
    """
    view = View.of(campaign, PLAYERS)
    secret: set[str] = set()
    state, seen = campaign.state, list(view.read_seen())
    shown = {*filter(view.sees, state.sheets), *(who for each in seen for who in names_in(each.event, "character"))}
    practised = {trait for name in shown & state.sheets.keys() for trait in state.sheets[name].practice}
    named = {*state.abilities, *practised, *(trait for each in seen for trait in traits_in(seen_json(each)))}
    traits = (f"{name}'s {trait}" for name in shown for trait in named)
    known = OWN_WORDS + "\n".join((*states_shown(campaign), *things_shown(campaign), *traits))
    for recorded, found in zip(campaign.events(), view.events(), strict=True):
        if isinstance(found, Withheld):
            secret |= set(strings_in(codec.plain_data(recorded.event)))
        else:
            known += json.dumps(seen_json(found), ensure_ascii=False)
            match found.event:  # their sentences have a state behind its status, as a modifier is called
                case StatusChanged(status=status, before=state) | StatusDefined(name=status, states=[state, *_]):
                    known += f"\n{status}: {getattr(state, 'name', state)}\n"
    return {each for each in secret if len(each) >= 4 and each not in known}


def traits_in(content: object) -> Iterator[str]:
    """Yield the traits that an event names, at any depth."""
    if isinstance(content, dict):
        if isinstance(content.get("trait"), str):
            yield content["trait"]
        content = list(content.values())
    if isinstance(content, list):
        for each in content:
            yield from traits_in(each)


def shown_sheets(campaign: Campaign) -> list[object]:
    """Return the sheets that players see, and how they were before."""
    seen = View.of(campaign, PLAYERS)
    sheets = [seen.sheet(campaign.state, name).as_json() for name in campaign.state.sheets if seen.sees(name)]
    return [sheets, film(seen, 0, campaign.state.seq)[0]]


def sheets_between(campaign: Campaign) -> list[object]:
    """Return the sheets that players see as they were before each event that they see, and at the end."""
    seen, timeline = View.of(campaign, PLAYERS), timeline_of(campaign)
    found = []
    for seq, _, _, event in timeline.events():
        if seq not in seen.withheld:
            found.append(sheets_in(seen, seen.state_shown(timeline.state)))
        timeline.take_in(seq, event)
    return [*found, sheets_in(seen, campaign.state)]


def sheets_in(seen: View, state: State) -> dict[str, object]:
    """Return the sheets that players see in a state, without the numbers of heaps, which no document has."""
    found = {name: seen.sheet(state, name).as_json() for name in state.sheets if seen.sees(name)}
    for sheet in found.values():
        sheet["inventory"] = [{**item, "id": None} for item in sheet["inventory"]]
    return found


def without(given_out: dict[str, str], names: set[str]) -> dict[str, str]:
    return {name: said for name, said in given_out.items() if name not in names}


def must_keep_secrets(game: str, story: Sequence[tuple[object, object]]) -> int:
    """Play a story in two campaigns that differ in secrets alone, and compare what players get of them."""
    with twins(game) as (one, two):
        differ = play_twins(one, two, story)
        given_out, other = documents(one), documents(two)
        if shown_sheets(one) == shown_sheets(two):
            assert given_out == other
        assert without(given_out, OF_SHEETS) == without(other, OF_SHEETS)
        for campaign in (one, two):
            for hidden in only_in_secrets(campaign):
                for said in given_out.values():
                    assert hidden not in said
                    assert base64.b64encode(hidden.encode()).decode().rstrip("=")[:-1] not in said
        return differ


def must_hide_how_many(game: str, story: Sequence[tuple[tuple[object, object], str]]) -> None:
    """Play a story in two campaigns with other secrets and numbers of them, and compare what players get."""
    with twins(game) as (one, two):
        play_apart(one, two, story)
        must_be_alike(one, two)


def must_be_alike(one: Campaign, two: Campaign) -> None:
    """Compare what players get of two campaigns in which they see the same; whose sheets differ, without those."""
    given_out, other = documents(one), documents(two)
    if sheets_between(one) == sheets_between(two):
        assert given_out == other
    assert without(given_out, OF_SHEETS) == without(other, OF_SHEETS)


def test_without_gaps_an_evening_looks_the_same_whatever_was_kept_before_it() -> None:
    """The pictures of an evening begin where it does, and not at the last event before it."""
    secret = (KeepSecret("the abbot lies", False),) * 2
    awards = [((Award(("Ada",), n),) * 2, "both") for n in (2, 1)]
    with twins() as (one, two):
        starts = ((StartSession(),) * 2, "both")
        story = [((EndSession(),) * 2, "both"), *awards, (secret, "one"), (secret, "one"), starts, *awards]
        assert play_apart(one, two, story) == 2
        must_be_alike(one, two)


@settings(max_examples=5, phases=UNSHRUNK)
@given(GAMES, STORIES_APART)
def test_without_gaps_players_cannot_tell_how_many_events_are_kept_from_them(
    game: str, story: list[tuple[tuple[object, object], str]]
) -> None:
    must_hide_how_many(game, story)


@pytest.mark.heavy
@settings(max_examples=1000, phases=UNSHRUNK)
@given(GAMES, STORIES_APART)
def test_without_gaps_players_cannot_tell_how_many_events_are_kept_from_them_in_many_campaigns(
    game: str, story: list[tuple[tuple[object, object], str]]
) -> None:
    must_hide_how_many(game, story)


@settings(max_examples=3, phases=UNSHRUNK)
@given(GAMES, STORIES)
def test_what_players_get_is_the_same_whatever_is_secret(game: str, story: list[tuple[object, object]]) -> None:
    must_keep_secrets(game, story)


@pytest.mark.slow
@settings(max_examples=20, phases=UNSHRUNK)
@given(GAMES, STORIES)
def test_what_players_get_is_the_same_whatever_is_secret_in_some_campaigns(
    game: str, story: list[tuple[object, object]]
) -> None:
    must_keep_secrets(game, story)


@pytest.mark.heavy
@settings(max_examples=2000, phases=UNSHRUNK)
@given(GAMES, STORIES)
def test_what_players_get_is_the_same_whatever_is_secret_in_many_campaigns(
    game: str, story: list[tuple[object, object]]
) -> None:
    must_keep_secrets(game, story)


@pytest.mark.parametrize("declared", [True, False])
def test_an_event_of_which_no_room_says_what_players_see_is_in_no_document_for_them(
    desk: Desk, declared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(desk, "note the abbot smiles")
    load("players")
    if not declared:
        monkeypatch.delitem(REDUCES, NoteMade)
    assert desk.campaign is not None
    telling = {name for name, text in documents(desk.campaign).items() if "the abbot smiles" in text}
    of_events = {
        "what players see",
        "live",
        "looked up",
        "table",
        "copy",
        "script",
        "vault",
        "tables",
        "recap 1",
        "report",
        "report 1",
    }
    assert telling == (of_events if declared else set())


def test_two_campaigns_do_differ_in_their_secrets_and_the_game_masters_recap_shows_it() -> None:
    other = MakeCountdown("Eclipse", (StageOf(2, "umbrage is taken"),), hidden=True)
    with twins() as (one, two):
        assert play_twins(one, two, [(Roll("4dF", secret=True), other)]) == 1
        assert recap(one) != recap(two)
        assert "umbrage is taken" in only_in_secrets(two)
        assert documents(one) == documents(two)


@pytest.mark.parametrize(
    "secrets",
    [
        (Give("Shade", "stones", 3), Give("Shade", "pouch")),  # five stones or two: then two are handed over
        (Give("Shade", "stones", 1, "pouch"), Drop("Shade", "stones", 1)),
        (NoteCondition("Shade", "pouch", "worn"), Give("Shade", "stones", 3)),
    ],
)
def test_no_heap_tells_by_its_number_where_it_came_from(secrets: tuple[object, object]) -> None:
    chain = (
        *(Pass("Shade", "stones", "Ada", 1), Give("Ada", "stones", 2), Drop("Ada", "stones", 1)),
        *(Move("Ada", "stones", "pouch"), Pass("Ada", "pouch", "Bo"), Move("Bo", "stones", None, out=True)),
        *(NoteCondition("Bo", "stones", "worn"), Pass("Bo", "stones", "Shade", 1), Pass("Shade", "stones", "Ada", 1)),
        *(Drop("Ada", "stones", 1), Give("Bo", "stones", 1)),
    )
    with twins() as (one, two):
        story = [(Give("Ada", "pouch"),) * 2, (Give("Shade", "pouch"),) * 2, secrets, *((each, each) for each in chain)]
        assert play_twins(one, two, story) > 0
        assert documents(one) == documents(two)
        handed = [each for each in View.of(one, PLAYERS).read_seen() if isinstance(each.event, ItemDropped | ItemMoved)]
        assert handed
        assert all("item" in each.blanks for each in handed)


def test_the_order_in_which_npcs_were_made_is_told_by_nothing() -> None:
    made = CreateNpc("Gob"), CreateNpc("Imp")
    tried = [(Check(who, "Chess", 1, faces=(0,)),) * 2 for who in ("Imp", "Gob")]
    with twins() as (one, two):
        assert play_twins(one, two, [made, made[::-1], *tried]) == 2
        assert documents(one) == documents(two)
