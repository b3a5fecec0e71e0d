"""Test tracks of kinds of actors: who has which, what a full one means, and how long its boxes take."""

from __future__ import annotations

import random
from collections import Counter
from functools import reduce
from typing import Any

import pytest
from given import beginning
from tabletop import play
from worlds import draw

from engine.commands import (
    Clear,
    CreateNpc,
    CreatePc,
    CreateShip,
    DefineTrack,
    GiveTrack,
    Mark,
    Revive,
    SetCharacteristic,
    StartSession,
    StateBoxes,
    Tend,
)
from engine.concerns.tracks.sheet import OWN_SIZES, actor_kind, track_views, tracks_of
from engine.decide import try_out
from engine.project import fold
from engine.refusal import Refused
from engine.state import State
from shell.runner import Desk

SET_UP = """
new fudge-lite
pc Ann
pc Bob
npc Orc
ship Kite
session start
"""

#: The actors, with the kinds that they are of.
ACTORS = {"Ann": "pcs", "Bob": "pcs", "Orc": "npcs", "Kite": "ships"}


def sheet(desk: Desk, who: str) -> Any:
    """Return a character's sheet."""
    return play(desk, f"sheet {who}")["result"]


def tracks(desk: Desk, who: str) -> dict[str, list[str]]:
    """Return the tracks of a sheet, each with its marked boxes and all of them, such as “minor 1/2”."""
    found = sheet(desk, who)["tracks"].items()
    return {name: [f"{each['state']} {each['marked']}/{each['boxes']}" for each in states] for name, states in found}


def refusal(desk: Desk, line: str) -> str:
    """Return why a line is refused, with the hint. Nothing is written."""
    head = play(desk, "head")
    fault = desk.do(line).as_json()["error"]
    assert play(desk, "head") == head
    return " | ".join(each for each in (fault["message"], fault["hint"]) if each)


# --- whose a track is ------------------------------------------------------------------------------------------


@pytest.mark.rule("FL-69", "FL-94", "FL-95")
@pytest.mark.parametrize(
    ("kind", "having"),
    [
        (" for pcs", ["Ann", "Bob"]),
        (" for npcs", ["Orc"]),
        (" for ships", ["Kite"]),
        (" for all", ["Ann", "Bob", "Orc", "Kite"]),
        ("", ["Ann", "Bob", "Orc", "Kite"]),
    ],
)
def test_a_track_is_on_the_sheets_of_its_kind_alone(desk: Desk, kind: str, having: list[str]) -> None:
    play(desk, f"define track Strain{kind}: minor 2, serious 2")
    assert [who for who in ACTORS if "Strain" in tracks(desk, who)] == having


@pytest.mark.rule("FL-69")
def test_a_ship_has_a_hull_and_no_injuries_once_a_track_is_for_ships(desk: Desk) -> None:
    play(desk, "define track Hull for ships: minor 2, serious 2")
    assert {who: list(tracks(desk, who)) for who in ACTORS} == {
        "Ann": ["injury"],
        "Bob": ["injury"],
        "Orc": ["injury"],
        "Kite": ["Hull"],
    }
    play(desk, "mark Kite 3\nmark Ann 4")
    assert (tracks(desk, "Kite"), sheet(desk, "Ann")["out"]) == (
        {"Hull": ["minor 2/2", "serious 1/2"]},
        "incapacitated",
    )


@pytest.mark.rule("FL-94")
def test_a_first_track_leaves_the_games_own_with_its_marks(desk: Desk) -> None:
    play(
        desk, "mark Ann 3\nmark Kite\ndefine track Corruption for pcs: tempted 2\ndefine track Hull for ships: dented 3"
    )
    assert tracks(desk, "Ann") == {"injury": ["minor 2/2", "serious 1/2"], "Corruption": ["tempted 0/2"]}
    assert tracks(desk, "Kite") == {"Hull": ["dented 0/3"], "injury": ["minor 1/2", "serious 0/2"]}, "it has a mark"
    play(desk, "tend Kite by Bob")
    assert tracks(desk, "Kite") == {"Hull": ["dented 0/3"]}


def test_a_track_of_the_games_name_takes_its_place_for_its_kind_alone(desk: Desk) -> None:
    play(desk, "mark Ann\ndefine track Injury for npcs: hit 1")
    assert (tracks(desk, "Orc"), tracks(desk, "Bob")) == (
        {"injury": ["hit 0/1"]},
        {"injury": ["minor 0/2", "serious 0/2"]},
    )
    assert tracks(desk, "Ann") == {"injury": ["minor 1/2", "serious 0/2"]}


def test_a_track_can_take_the_place_of_the_games_own_where_nothing_is_marked(desk: Desk) -> None:
    play(desk, "mark Ann")
    lost = "Ann has 1 minor box of injury marked, which would be lost | “clear Ann 1 minor” comes first"
    assert refusal(desk, "define track Wounds: light 3, grave 1 instead") == lost
    answered = play(desk, "clear Ann 1 minor\ndefine track Wounds: light 3, grave 1 instead")
    assert answered["result"]["warnings"] == [
        "player characters have no injury any more",
        "NPCs have no injury any more",
        "ships have no injury any more",
    ]
    assert {who: list(tracks(desk, who)) for who in ACTORS} == {who: ["Wounds"] for who in ACTORS}


@pytest.mark.parametrize(
    ("marks", "line", "saying"),
    [
        ("mark Ann 3", "define track injury: minor 2", "Ann has 1 serious box of injury marked, which would be lost"),
        ("mark Orc 3", "track Orc 2", "Orc has 1 minor box of injury marked, which would be lost"),
        ("mark Orc 2 permanent", "track Orc 1 alike", "“clear Orc all” comes first"),
    ],
)
def test_no_new_shape_of_a_track_loses_a_mark(desk: Desk, marks: str, line: str, saying: str) -> None:
    play(desk, marks)
    assert saying in refusal(desk, line)


def test_what_a_character_is_called_moves_it_to_the_tracks_of_that_kind(desk: Desk) -> None:
    play(desk, "define track Hull for ships: minor 2\nset Orc Kind = ship")
    assert tracks(desk, "Orc") == {"Hull": ["minor 0/2"]}


@pytest.mark.parametrize(
    ("line", "saying"),
    [
        ("define track Hull for dragons: minor 2", "no kind of actor “dragons” | it can be pcs, npcs, ships or all"),
        (
            "define track Hull: minor 2 full slain",
            "a full track cannot mean “slain” | it can be dead, incapacitated or nothing",
        ),
        ("track Orc 2 Morale", "no track “Morale”"),
    ],
)
def test_a_track_for_nobody_or_with_another_end_is_refused(desk: Desk, line: str, saying: str) -> None:
    assert saying in refusal(desk, line)


def test_a_template_says_whose_a_track_is_and_what_it_means(desk: Desk) -> None:
    file = desk.place.file.with_name("sea.toml")
    file.write_text(
        '[tracks.Hull]\nfor = "ships"\nstates = { minor = 2, serious = 1 }\ntakes = { serious = "a week" }\n'
        'full = "dead"\n[tracks.Sanity]\nfor = "pcs"\nstates = { shaken = 2 }\n'
    )
    play(desk, f'setup "{file}"\nmark Kite 3')
    assert (list(tracks(desk, "Ann")), sheet(desk, "Kite")["out"]) == (["injury", "Sanity"], "dead")
    for said, why in (
        ('for = "dragons"', "Mast cannot be for “dragons”"),
        ('full = "slain"', "a full Mast cannot mean"),
    ):
        file.write_text(f"[tracks.Mast]\n{said}\nstates = {{ minor = 2 }}\n")
        assert why in refusal(desk, f'setup "{file}"')


# --- what a full one means, and how long its boxes take --------------------------------------------------------


@pytest.mark.rule("FL-21", "FL-22", "FL-69")
@pytest.mark.parametrize(
    ("full", "out"),
    [
        ("", {"Ann": "incapacitated", "Orc": "dead", "Kite": None}),
        (" full dead", {"Ann": "dead", "Orc": "dead", "Kite": "dead"}),
        (" full incapacitated", {"Ann": "incapacitated", "Orc": "incapacitated", "Kite": "incapacitated"}),
        (" full nothing", {"Ann": None, "Orc": None, "Kite": None}),
    ],
)
def test_a_full_track_means_what_it_says_or_what_is_usual_for_the_kind(
    desk: Desk, full: str, out: dict[str, str | None]
) -> None:
    play(desk, f"define track Strain: tired 1{full}")
    for who in out:
        play(desk, f"mark {who} Strain")
    assert {who: sheet(desk, who)["out"] for who in out} == out


@pytest.mark.rule("FL-63", "FL-69")
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7])
def test_half_of_a_track_of_its_own_size_is_minor_and_the_odd_box_too(desk: Desk, size: int) -> None:
    play(desk, f"track Orc {size}\ntrack Kite {size}\nnpc Troll track {size}\nship Skiff track {size}")
    shape = [(size + 1) // 2, size // 2] if size > 1 else [1]
    for who in ("Orc", "Kite", "Troll", "Skiff"):
        states = sheet(desk, who)["tracks"]["injury"]
        assert [each["boxes"] for each in states] == shape
        assert [each["state"] for each in states] == ["minor", "serious"][: len(shape)]


@pytest.mark.rule("FL-63")
def test_a_size_of_its_own_is_that_of_one_track(desk: Desk) -> None:
    play(desk, "define track Morale for npcs: steady 3\ntrack Orc 1\ntrack Orc 5 Morale")
    assert tracks(desk, "Orc") == {"injury": ["minor 0/1"], "Morale": ["minor 0/3", "serious 0/2"]}
    play(desk, "track Orc 3 alike")
    assert tracks(desk, "Orc") == {"injury": ["hit 0/3"]}


@pytest.mark.rule("FL-95", "FL-18")
def test_care_clears_the_boxes_that_take_minutes_and_says_how_long_others_take(desk: Desk) -> None:
    play(desk, 'define track Mind for pcs: shaken 2 takes "some minutes", broken 2 takes "a month"')
    play(desk, "mark Ann 3 Mind\nmark Ann 3 injury\ntend Ann Mind")
    assert tracks(desk, "Ann") == {
        "injury": ["minor 2/2", "serious 1/2"],
        "Mind": ["shaken 0/2", "broken 1/2"],
    }
    assert refusal(desk, "tend Ann Mind") == (
        "Ann has nothing on Mind that a few minutes' care would clear"
        " | “recover Ann” is for those that take long: broken takes a month"
    )
    play(desk, "tend Ann")
    assert tracks(desk, "Ann")["injury"] == ["minor 0/2", "serious 1/2"]


@pytest.mark.rule("FL-69", "FL-63")
def test_a_ships_own_size_is_that_of_its_hull_whichever_came_first(desk: Desk) -> None:
    play(desk, 'ship Gull track 5\ndefine track Hull for ships: minor 2, serious 2 takes "a week"\nship Skiff track 3')
    assert tracks(desk, "Gull") == {"Hull": ["minor 0/3", "serious 0/2"]}
    assert tracks(desk, "Skiff") == {"Hull": ["minor 0/2", "serious 0/1"]}
    play(desk, "mark Gull 4\ntend Gull by Ann")
    assert tracks(desk, "Gull") == {"Hull": ["minor 0/3", "serious 1/2"]}


@pytest.mark.rule("FL-95", "FL-18")
def test_the_state_that_takes_minutes_need_not_be_the_first(desk: Desk) -> None:
    play(desk, "define track Wits for pcs: sore 1 takes days, dizzy 1 takes minutes instead\nmark Ann 2 Wits")
    play(desk, "revive Ann by Bob")
    assert tracks(desk, "Ann") == {"Wits": ["sore 1/1", "dizzy 0/1"]}


# --- over random campaigns -------------------------------------------------------------------------------------

#: How many random campaigns are played, and the commands in each.
CAMPAIGNS, COMMANDS = 60, 30

#: The names of tracks. The second is the game's own in other letters.
NAMES = ("Hull", "Injury", "Mind")

CAST = (CreatePc("Ann"), CreatePc("Bob"), CreateNpc("Orc"), CreateShip("Kite"), StartSession())


def any_command(dice: random.Random) -> object:
    """Return a random command about tracks."""
    who, name = dice.choice([*ACTORS]), dice.choice([*NAMES, "injury"])
    state = dice.choice(["minor", "serious", "worn"])
    boxes = tuple(StateBoxes(each, dice.randint(1, 3)) for each in dice.sample(["minor", "serious", "worn"], 2))
    kind, full = dice.choice(["", "all", "pcs", "npcs", "ships"]), dice.choice(["", "dead", "nothing"])
    return dice.choice(
        [
            DefineTrack(name, boxes, kind=kind, full=full, instead=dice.random() < 0.1),
            GiveTrack(who, dice.randint(1, 5), alike=dice.random() < 0.1),
            *[Mark(who, dice.randint(1, 2), dice.choice([name, state, None]))] * 4,
            Clear(who, 1, name),
            Tend(who, track=dice.choice(["", name])),
            Revive(who, reason="luck"),
            SetCharacteristic("Orc", "Kind", dice.choice(["ship", "orc"])),
        ]
    )


def expected(defined: list[DefineTrack], kind: str) -> set[str]:
    """Return the tracks of a kind of actors after some definitions, in small letters."""
    latest = {each.name.casefold(): each for each in defined}
    own = {name for name, each in latest.items() if each.kind in ("", "all", kind)}
    hulls = kind == "ships" and any(each.kind == "ships" for each in latest.values())
    return own if hulls or any(each.instead for each in defined) else own | {"injury"}


def marks_of(state: State) -> dict[str, Counter[tuple[str, str]]]:
    """Return the marked boxes of everybody, by track and state, as sheets show them."""
    return {
        name: Counter({(track, each.state): each.marked for track, states in found.items() for each in states})
        for name, found in ((name, track_views(state, sheet)) for name, sheet in state.sheets.items())
    }


@pytest.mark.rule("FL-69", "FL-94", "FL-95", "FL-63")
@pytest.mark.parametrize("seed", range(3))
def test_everybody_has_the_tracks_of_their_kind_and_no_definition_loses_a_mark(seed: int) -> None:
    dice, tried = random.Random(seed), 0
    for _ in range(CAMPAIGNS // 3):
        state = reduce(lambda state, each: try_out(state, each, draw), CAST, fold((beginning("fudge-lite"),)))
        defined: list[DefineTrack] = []
        for command in (any_command(dice) for _ in range(COMMANDS)):
            before = marks_of(state)
            try:
                state = try_out(state, command, draw)
            except Refused:
                continue
            if isinstance(command, DefineTrack):
                defined.append(command)
            if isinstance(command, DefineTrack | GiveTrack | SetCharacteristic):
                assert {name: +found for name, found in marks_of(state).items()} == {
                    name: +found for name, found in before.items()
                }, command
                tried += 1
            for name, sheet in state.sheets.items():
                marked = {track.casefold() for track, _ in +marks_of(state)[name]}
                found = {track.casefold() for track in tracks_of(state, sheet)}
                if all(each.graded for each in OWN_SIZES.of(sheet).values()):
                    sized = set() if expected(defined, actor_kind(sheet)) else {*map(str.casefold, OWN_SIZES.of(sheet))}
                    assert found == expected(defined, actor_kind(sheet)) | marked | sized, (name, command)
    assert tried > CAMPAIGNS
