"""The contract of the rooms: what there must be for every event and every command. What is forgotten fails by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from inspect import getattr_static
from itertools import chain
from types import UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints
from unittest.mock import patch

import attrs
import pytest
from memory import Memory
from worlds import played_out

from engine.campaign import Campaign, Plan, Recorded
from engine.concerns.files.events import HeadAccepted, LogConverted
from engine.decide import defines_again
from engine.fitting import violation
from engine.naming import NameStep, Swap, names_in, rename_in
from engine.narrate import tell
from engine.players import REDUCES
from engine.project import apply
from engine.registry import (
    CHAPTERS,
    CHARACTER_SECTIONS,
    DECIDES,
    EVENTS,
    LENDS,
    LINES,
    NARRATES,
    PROJECTS,
    REQUIRES,
    SECTIONS,
    SHOWS,
    USAGES,
    Ask,
    marks,
)
from engine.retelling import RETELLS
from engine.rooms import load
from engine.sheet import SheetView
from engine.state import State
from engine.store.codec import plain_data
from engine.types import PLAYERS, Names, Numbers, StateOf
from replay.audience.rule import View
from replay.audience.seeing import Seeing
from replay.explain.events import explain_seen, look_up_event
from shell.language.grammar import all_commands
from shell.language.reading import read
from shell.render import ANSWERERS, WAYS, load_answers, room_of
from shell.render.log import events_json, tell_today
from shell.render.looked_up import event_answer_json, event_answer_text
from shell.runner import Desk

for part in ("events", "commands", "project", "sheet", "decide", "narrate", "line", "players", "retell", "template"):
    load(part)

ALL_EVENTS = list(EVENTS.values())
ALL_COMMANDS = all_commands()
for each_command in ALL_COMMANDS:
    load_answers(room_of(each_command))


@pytest.fixture(scope="module")
def world() -> Iterator[tuple[Desk, dict[type, object]]]:
    """Play the small world: the desk where it was played, and an event of every type there is."""
    with played_out() as found:
        yield found


#: What stands before a field of an event whose name every event has, for speaker and sentence: `moved_by`.
TAKEN = {
    "AgreementMade": "made_",
    "CharacteristicSet": "set_",
    "ChecklistAnswered": "answered_",
    "CounterMoved": "moved_",
    "CriticalRuled": "ruled_",
    "LeadingQuestionAnswered": "answered_",
    "LeadingQuestionAsked": "asked_",
    "LimitDrawn": "drawn_",
    "MoveMade": "made_",
    "NoteMade": "made_",
    "Revived": "revived_",
    "RollAltered": "altered_",
    "SceneSet": "set_",
    "SecretNoted": "noted_",
    "Tended": "tended_",
}


def missing(table: dict[type, Any], classes: list[type]) -> list[str]:
    """Return the names of the classes that a table lacks."""
    return [cls.__name__ for cls in classes if cls not in table]


# --- events ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "cure"),
    [
        (REQUIRES, "@requires or always_fits"),
        (PROJECTS, "@projects or projects_nothing"),
        (NARRATES, "@narrates"),
        (LINES, "@as_line or no_line"),
        (REDUCES, "@reduces, seen_whole or never_seen"),
        (RETELLS, "@retells or says_nothing"),
    ],
    ids=["requires", "projects", "narrates", "line", "players", "retell"],
)
def test_every_event_is_registered_with_what_is_done_with_it(table: dict[type, Any], cure: str) -> None:
    assert missing(table, ALL_EVENTS) == [], f"register them with {cure}"


def test_every_event_happens_in_the_small_world_and_can_be_told(world: tuple[Desk, dict[type, object]]) -> None:
    _, examples = world
    assert missing(examples, ALL_EVENTS) == [], "give them a line in the small world"
    assert [cls.__name__ for cls, event in examples.items() if not tell(event)] == []


def test_as_json_an_event_has_what_is_said_of_every_event_and_all_of_its_own_fields(
    world: tuple[Desk, dict[type, object]],
) -> None:
    desk, examples = world
    assert desk.campaign is not None
    for cls in ALL_EVENTS:
        event: Any = examples[cls]
        recorded = Recorded(1, "2026-01-02T03:04:05Z", "a line", "Kim", event)
        (shown,) = events_json([recorded], desk.campaign)
        text = tell_today(recorded, desk.campaign.state, struck=False)
        of_all = {"seq": 1, "at": recorded.at, "cmd": "a line", "by": "Kim", "type": cls.__name__, "text": text}
        assert {name: shown.pop(name) for name in of_all} == of_all
        own = {name.removeprefix(TAKEN.get(cls.__name__, "-")): held for name, held in shown.items()}
        assert own | plain_data(event) == own, cls


def test_every_event_of_the_small_world_can_be_looked_up_by_its_number(world: tuple[Desk, dict[type, object]]) -> None:
    desk, examples = world
    assert desk.campaign is not None
    answered: set[str] = set()
    for path in desk.place.file.parent.glob("*.db"):
        with Campaign.open(path, writable=False) as campaign:
            answered |= set(look_up_all(campaign))
    from_elsewhere = Memory()
    with patch("engine.store.files.FilePlace", from_elsewhere.locate):
        campaign = Campaign.create("elsewhere")
    campaign.record(lambda: Plan(tuple(examples[cls] for cls in (HeadAccepted, LogConverted))))  # type: ignore[arg-type]
    assert answered | set(look_up_all(campaign)) == {cls.__name__ for cls in ALL_EVENTS}


def look_up_all(campaign: Campaign) -> Iterator[str]:
    """Look up every event, for the game master and for players, and yield the types for which there was an answer."""
    for view in (View.of(campaign), View.of(campaign, PLAYERS)):
        for told in view.read_seen():
            found = explain_seen(view, told) if view.for_players else look_up_event(campaign, told.seq)
            data = event_answer_json(found, campaign)
            assert {"seq", "type", "text", "at", "by", "session", "caused", "corrected_by"} <= data.keys()
            assert data["text"] in event_answer_text(found, campaign)
            if not view.for_players:
                yield data["type"]


@pytest.mark.parametrize("table", [REQUIRES, REDUCES, RETELLS], ids=["requires", "players", "retell"])
def test_what_is_forgotten_of_an_event_is_noticed(table: dict[type, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for cls in ALL_EVENTS:
        with monkeypatch.context() as patch:
            patch.delitem(table, cls)
            assert missing(table, ALL_EVENTS) == [cls.__name__]


def test_an_event_that_names_something_requires_that_it_is_there(world: tuple[Desk, dict[type, object]]) -> None:
    _, examples = world
    careless = [cls.__name__ for cls, event in examples.items() if names_somebody(cls, event)]
    assert [name for name in careless if violation(State(), examples[EVENTS[name]]) is None] == []


@pytest.mark.parametrize("cls", [cls for cls in ALL_EVENTS if cls.__name__.endswith("Defined")])
def test_a_definition_is_found_where_its_mark_says(cls: type, world: tuple[Desk, dict[type, object]]) -> None:
    desk, examples = world
    assert desk.campaign is not None
    state = desk.campaign.state.copy()
    apply(state, examples[cls], state.seq + 1)
    assert defines_again(state, examples[cls])
    assert not defines_again(State(), examples[cls])


def names_somebody(cls: type, event: object) -> bool:
    """Return whether an event names a character that must have been there before it; of a correction history knows."""
    hints = get_type_hints(cls, include_extras=True)
    if cls.__name__ == "CharacterCreated" or marks(cls).corrects:
        return False
    return any(getattr(event, name) is not None for name, hint in hints.items() if Names("character") in noted(hint))


# --- the fields of events --------------------------------------------------------------------------------------

#: Fields that are text, and name nothing that could be renamed: what people wrote, and words of the rules and dice.
FREE = {
    *("text", "reason", "note", "title", "use", "trigger", "cause", "word", "reading", "effect"),
    *("campaign", "ruleset", "rules", "digest", "key", "topic", "hash", "mode", "kind", "unit", "source"),
    *("dice", "degree", "critical", "automatic", "against", "ruling", "target", "stakes", "outcome"),
    "SheetSigned.values",  # a shape that was shipped: its keys are made of names
    "CampaignForked.name",  # of a file
    "Renamed.status",  # as it was called when a state of it was renamed
    "Renamed.how",
    "LineTaken.line",  # as it was proposed
    "LineTaken.proposal",
    "where",  # of a thing or a place: the event itself says which when it is renamed
}


def noted(hint: Any) -> list[Any]:
    """Return the notes in a type, at any depth."""
    return [*getattr(hint, "__metadata__", ()), *(note for part in get_args(hint) for note in noted(part))]


def bare_texts(hint: Any) -> bool:
    """Return whether a type holds a plain `str` that no note says anything of."""
    if hint is str or hint is Any:
        return hint is str
    if get_origin(hint) is Annotated:
        return False
    return any(bare_texts(part) for part in get_args(hint))


def parts_of(hint: Any) -> Iterator[type]:
    """Yield the classes that a type is made of."""
    if isinstance(hint, type) and attrs.has(hint):
        yield hint
    for part in get_args(hint) if isinstance(hint, UnionType) or get_origin(hint) else ():
        yield from parts_of(part)


def with_parts(cls: type) -> Iterator[type]:
    """Yield a class and those that its fields hold."""
    yield cls
    for hint in get_type_hints(cls, include_extras=True).values():
        for part in parts_of(hint):
            yield from with_parts(part)


def test_every_field_that_names_something_has_a_type_that_says_so() -> None:
    bare = [
        f"{each.__name__}.{name}"
        for each in chain.from_iterable(map(with_parts, ALL_EVENTS))
        for name, hint in get_type_hints(each, include_extras=True).items()
        if bare_texts(hint)
    ]
    assert [name for name in bare if name not in FREE and name.partition(".")[2] not in FREE] == []


def test_an_event_holds_nothing_but_its_fields_and_so_nothing_else_is_stored() -> None:
    every = {part for cls in ALL_EVENTS for part in with_parts(cls)}
    held = [f"{each.__name__}.{name}" for each in every for name in dir(each) if is_held(each, name)]
    assert held == [], "make it a property: an event is written with all that it holds"


def is_held(cls: type, name: str) -> bool:
    """Return whether the values of a class keep what they once worked out by this name."""
    return isinstance(getattr_static(cls, name), cached_property)


def test_the_list_of_free_fields_has_nothing_in_it_that_is_not_there() -> None:
    there = {
        name
        for cls in ALL_EVENTS
        for each in with_parts(cls)
        for field in get_type_hints(each)
        for name in (field, f"{each.__name__}.{field}")
    }
    assert FREE - there == set()


#: Fields called like this hold a name or a number of something, whatever the event.
TELLING = {"character": Names, "trait": Names, "status": Names, "state": StateOf, "award": Numbers, "event": Numbers}


def test_fields_of_one_name_mean_the_same_kind_of_thing() -> None:
    hints = {cls: get_type_hints(cls, include_extras=True) for cls in ALL_EVENTS}
    assert [
        f"{cls.__name__}.{name}"
        for cls in ALL_EVENTS
        for name, kind in TELLING.items()
        if name in hints[cls]
        and f"{cls.__name__}.{name}" not in FREE
        and not any(isinstance(note, kind) for note in noted(hints[cls][name]))
    ] == []


# --- what a sheet shows and lends ------------------------------------------------------------------------------


def test_a_value_on_the_sheet_does_not_hide_another() -> None:
    assert set(SHOWS) & {"tracks", "keys", *(field.name for field in attrs.fields(SheetView))} == set()


def test_each_lender_and_each_section_of_a_template_has_a_place_to_itself() -> None:
    load("template")
    for places in (
        [lender.place for lender in LENDS],
        [section.place for section in SECTIONS.values()],
        [section.place for section in CHARACTER_SECTIONS.values()],
    ):
        assert len(places) == len(set(places))


# --- commands --------------------------------------------------------------------------------------------------

#: Commands that the campaign itself carries out, and not a decider or a way of the shell.
BY_THE_CAMPAIGN = {"Undo", "Redo", "Amend", "Setup"}


def test_every_command_is_carried_out_in_one_way() -> None:
    for cls in ALL_COMMANDS:
        ways = {
            "it is decided": cls in DECIDES,
            "it only looks, and its answer does that": issubclass(cls, Ask),
            "it has a way of its own": cls in WAYS and cls not in DECIDES,
            "the campaign carries it out": cls.__name__ in BY_THE_CAMPAIGN,
        }
        assert sum(ways.values()) == 1, (cls, ways)


def test_every_command_has_an_answer() -> None:
    looks = [cls for cls in ALL_COMMANDS if issubclass(cls, Ask)]
    assert missing(ANSWERERS, looks) == [], "what records nothing needs an answer of its own"


def test_every_command_has_an_example_that_reads(world: tuple[Desk, dict[type, object]]) -> None:
    desk, _ = world
    assert desk.campaign is not None
    assert [cls for cls in ALL_COMMANDS if not examples_of(cls)] == [], "give its docstring an example"
    for cls in ALL_COMMANDS:
        for line in examples_of(cls):
            parse = read(line, desk.campaign.state)
            assert parse.problem is None, (line, parse.problem)
            assert type(parse.command) is cls


def examples_of(cls: type) -> list[str]:
    """Return the examples in a command's docstring, or its usage line where nothing has to be filled in."""
    heads = {line.split()[0] for line in USAGES[cls]}
    lines = [line.strip() for line in (cls.__doc__ or "").splitlines()[1:]]
    bare = [line.partition(" [")[0] for line in USAGES[cls]]
    return [line for line in lines if line.split()[:1] and line.split()[0] in heads] or [
        line for line in bare if line.islower()
    ]


# --- what players read of an NPC whom they never met ------------------------------------------------------------

SHADE = "Hidden Wraith"

#: Event types that are shown though they are about nobody but an NPC never shown, and why.
OPEN = {
    "CheckResolved": "the table sees the NPC act",
    "ContestResolved": "the table sees the NPC act",
    "DiceRolled": "the dice are rolled before all",
    "ReactionRolled": "the dice are rolled before all",
    "CriticalDrawn": "it comes of a roll before all",
    "CriticalRuled": "it changes a roll before all",
    "RollAltered": "it changes a roll before all",
    "RollRerolled": "it changes a roll before all",
    "TableRolled": "the dice are rolled before all",
    "DamageDealt": "the table sees who is hit",
    "SessionStarted": "the evening began; who is hidden is left out of it",
}


def about_the_wraith(event: object) -> object | None:
    """Return an event with the wraith as every character that it names or could name, None if it can name none."""
    for name in {*names_in(event, "character")} - {SHADE}:
        event = rename_in(event, (NameStep(Swap("character", name, SHADE, how="joined")),))
    fields = [field for field in attrs.fields(type(event)) if "Ranking" not in str(field.type)]  # no name by itself
    empty = [field.name for field in fields if getattr(event, field.name) is None]
    for filled in (attrs.evolve(event, **{field: SHADE}) for field in empty):
        event = filled if {*names_in(filled, "character")} == {SHADE} else event
    return event if SHADE in names_in(event, "character") else None


def test_an_event_about_an_npc_whom_players_never_met_is_withheld_unless_its_type_is_open(
    world: tuple[Desk, dict[type, object]],
) -> None:
    desk, examples = world
    assert desk.campaign is not None
    about = {cls.__name__: event for cls in ALL_EVENTS if (event := about_the_wraith(examples[cls])) is not None}
    assert len(about) > 50
    next_one = desk.campaign.state.seq + 1
    seen = {
        name
        for name, event in about.items()
        if Seeing.of(desk.campaign).look_at(Recorded(next_one, "", "", "", event)) is not None
    }
    assert seen == OPEN.keys()


def shared(places: Iterable[tuple[object, str]]) -> dict[object, list[str]]:
    """Return the places that several names have, with those names."""
    found: dict[object, list[str]] = {}
    for place, name in places:
        found.setdefault(place, []).append(name)
    return {place: names for place, names in found.items() if len(names) > 1}


def test_places_are_distinct() -> None:
    """Of two entries at one place, nobody has said which comes first."""
    places = {
        "shows": [(each.place, name) for name, each in SHOWS.items()],
        "lends": [(each.place, each.effects.__module__) for each in LENDS],
        "section": [(each.place, name) for name, each in SECTIONS.items()],
        "section of_character": [(each.place, name) for name, each in CHARACTER_SECTIONS.items()],
        "chapter": [(place, module) for module, (place, _) in CHAPTERS.items()],
    }
    assert min(map(len, places.values())) >= 7
    assert {what: twice for what, found in places.items() if (twice := shared(found))} == {}
