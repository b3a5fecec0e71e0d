"""An NPC who is fully hidden: no document for players has the name, except where somebody typed it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import assume, given, settings
from memory import Memory
from test_audience import (
    AT_EIGHT,
    GAMES,
    SHARED,
    STORIES,
    UNSHRUNK,
    desk,  # noqa: F401
    documents,
    planned,
    play,
    record,
    text_for_players,
    with_faces,
    with_numbers,
)

from engine.campaign import Campaign
from engine.commands import CreateNpc, HideNpc
from engine.concerns.secrets.events import CharacterHidden
from engine.naming import NameStep, Swap, rename_in
from engine.planning import Plan
from engine.players import SOMEBODY
from engine.types import PLAYERS
from replay.audience.rule import View
from shell.runner import Desk

#: The name of Shade in the second of two campaigns.
OTHERWISE = (NameStep(Swap("character", "Shade", "Umbriel")),)

#: The name as a word, as a page speaks of “the shaded stretch”.
NAMED = re.compile(r"(?<![A-Za-z])shade(?![A-Za-z])", re.IGNORECASE)

MET = """note Shade waits at the weir
check Ann Stealth vs Shade Wits rolled 0 0 0 0
contest Ann Stealth rolled 0 0 0 + vs Shade Wits rolled 0 0 0 0
give Ann rope
pass Ann rope to Shade
out Shade fled
award Ann 2 for finding shade"""


@contextmanager
def namesakes(game: str) -> Iterator[tuple[Campaign, Campaign]]:
    """Make two campaigns that are alike but for the name of an NPC."""
    memory = Memory()
    fixed = patch("os.urandom", bytes), patch("engine.drafts.timed_id", lambda ms: 32 * "f")
    with patch("engine.store.files.FilePlace", memory.locate), fixed[0], fixed[1]:
        one, two = (
            Campaign.create(place, game, title="Twins", draw=lambda sides: 1, clock=lambda: AT_EIGHT) for place in "ab"
        )
    for number, command in enumerate(SHARED[game]):
        play_both(one, two, command, number)
    yield one, two


def play_both(one: Campaign, two: Campaign, command: object, number: int) -> None:
    """Carry out a command in both, about an NPC of another name in the second."""
    plan, twin = (
        planned(one, command),
        planned(two, CreateNpc("Umbriel") if command == CreateNpc("Shade") else rename_in(command, OTHERWISE)),
    )
    if plan is not None and twin is not None:
        assert Plan(tuple(rename_in(each, OTHERWISE) for each in plan.events)).events == twin.events
        record(one, plan, number)
        record(two, twin, number)


def must_keep_the_name(game: str, story: Sequence[tuple[object, object]]) -> None:
    """Play a story with an NPC of two names, hide the NPC fully, and compare what players get."""
    with namesakes(game) as (one, two):
        for number, (command, _) in enumerate(story, start=1000):
            play_both(one, two, with_numbers(with_faces(command, one.state), one.state), number)
        play_both(one, two, HideNpc(("Shade",), fully=True), 9999)
        assume(any(isinstance(each.event, CharacterHidden) and each.event.fully for each in one.events()))
        given_out, other = documents(one), documents(two)
        assert given_out == other
        assert not any("Shade" in said for said in given_out.values())
        play_both(one, two, HideNpc(("Odo",), fully=True), 99_999)
        assert documents(one) == documents(two), "two of them are nobody's name"


@settings(max_examples=2, phases=UNSHRUNK)
@given(GAMES, STORIES)
def test_players_cannot_tell_what_a_fully_hidden_npc_is_called(game: str, story: list[tuple[object, object]]) -> None:
    must_keep_the_name(game, story)


@pytest.mark.slow
@settings(max_examples=20, phases=UNSHRUNK)
@given(GAMES, STORIES)
def test_players_cannot_tell_what_a_fully_hidden_npc_is_called_in_some_campaigns(
    game: str, story: list[tuple[object, object]]
) -> None:
    must_keep_the_name(game, story)


@pytest.mark.heavy
@settings(max_examples=500, phases=UNSHRUNK)
@given(GAMES, STORIES)
def test_players_cannot_tell_what_a_fully_hidden_npc_is_called_in_many_campaigns(
    game: str, story: list[tuple[object, object]]
) -> None:
    must_keep_the_name(game, story)


def test_a_fully_hidden_npc_is_somebody_in_every_sentence_also_in_past_ones(desk: Desk) -> None:  # noqa: F811
    before = [text_for_players(desk, line) for line in MET.splitlines()]
    assert before[1] == "Ann tries Stealth against Shade's Wits: Good, failure"
    play(desk, "hide Shade fully")
    assert desk.campaign is not None
    told = [each.text for each in View.of(desk.campaign, PLAYERS).read_seen(10)]
    assert told[1] == "Ann tries Stealth against somebody's Wits: Good, failure"
    assert [text for text in told if "Shade" in text] == ["Shade waits at the weir"]
    assert "Somebody is out of play: fled" not in told, "players read of nobody by that name"
    play(desk, "show Shade")
    told = [each.text for each in View.of(desk.campaign, PLAYERS).read_seen(10)]
    assert "Ann tries Stealth against Shade's Wits: Good, failure by 2" in told
    assert "Shade is fully hidden from the players" in told
    assert not any(SOMEBODY in text.casefold() for text in told)


def test_several_fully_hidden_npcs_in_one_contest_are_somebody_each(desk: Desk) -> None:  # noqa: F811
    for line in ("npc Wraith", "trait Wraith Wits Great", "hide Shade fully", "hide Wraith fully"):
        play(desk, line)
    contests = {
        "contest Ann Stealth rolled 4 vs Shade Wits rolled 0 vs Wraith Wits rolled 0": "Ann's Stealth beat somebody's",
        "contest Ann Stealth rolled 0 vs Shade Wits rolled -2 vs Wraith Wits rolled -4": "somebody's Wits tied",
        "contest Ann Stealth rolled -4 vs Shade Wits rolled 2 vs Wraith Wits rolled 0": "somebody's Wits beat somebody",
    }
    for line in contests:
        play(desk, line)
    assert desk.campaign is not None
    told = documents(desk.campaign)
    assert not any("Shade" in said or "Wraith" in said for said in told.values())
    recap_for_players = desk.do("recap for players").answer
    assert recap_for_players is not None
    for said in contests.values():
        assert said in recap_for_players.text(), recap_for_players.text()


def test_hiding_somebody_says_what_players_still_read(desk: Desk) -> None:  # noqa: F811
    for line in MET.splitlines():
        play(desk, line)
    hidden = desk.do("hide Shade").answer
    assert hidden is not None
    assert hidden.text().splitlines()[1] == (
        "  players still read the name where Shade acts: “hide Shade fully” keeps that too"
    )
    fully = desk.do("hide Shade fully").answer
    assert fully is not None
    assert fully.text().splitlines() == [
        "✓ #19 (secret) Shade is fully hidden from the players",
        "  #11 names Shade: “undo #11”, or leave it",
        "  #17 names Shade: “undo #17”, or leave it",
    ]
    assert [each["seq"] for each in fully.result["named_in"]] == [11, 17]
    assert desk.do("hide Shade fully").fault is not None


def test_what_hiding_advises_takes_the_name_out_of_all_that_players_get(desk: Desk) -> None:  # noqa: F811
    for line in (*MET.splitlines(), "hide Shade fully"):
        play(desk, line)
    assert desk.campaign is not None
    for seq in (11, 17):
        assert NAMED.search("".join(documents(desk.campaign).values()))
        play(desk, f"undo #{seq}")
    assert not any(map(NAMED.search, documents(desk.campaign).values()))


def test_a_player_character_is_not_hidden_and_a_hidden_npc_is_hidden_fully_once(desk: Desk) -> None:  # noqa: F811
    for line in ("hide Ann fully", "hide Ann"):
        assert "is a player character" in desk.do(line).fault.message  # type: ignore[union-attr]
    play(desk, "hide Shade fully")
    assert desk.do("hide Shade").fault.message == "Shade is hidden already"  # type: ignore[union-attr]


def test_the_files_of_a_players_copy_have_no_name_of_whom_is_fully_hidden(desk: Desk, tmp_path: Path) -> None:  # noqa: F811
    for line in MET.splitlines()[1:-1]:
        play(desk, line)
    play(desk, "hide Shade fully")
    for name in ("c.jsonl", "c.session", "c.csv", "c.db", "vault/"):
        play_out(desk, f'export "{tmp_path}/{name}" for players')
    play_out(desk, f'report "{tmp_path}/c.html" for players')
    files = [each for each in tmp_path.rglob("*") if each.is_file() and not each.name.startswith("mill.db")]
    assert len(files) > 7
    assert [each.name for each in files if NAMED.search(each.read_text("latin-1"))] == []


def play_out(desk: Desk, line: str) -> None:  # noqa: F811
    """Carry out a line that records nothing."""
    outcome = desk.do(line)
    assert outcome.fault is None, (line, outcome.fault)


def test_a_signature_of_which_players_see_a_part_is_told_beside_one_who_is_fully_hidden(desk: Desk) -> None:  # noqa: F811
    for line in ("show Wolf", "sign Wolf by Kim", "hide Shade fully"):
        play(desk, line)
    assert desk.campaign is not None
    told = [each for each in View.of(desk.campaign, PLAYERS).read_seen() if each.type == "SheetSigned"]
    assert [each.blanks for each in told] == [{"values"}]
