"""A line for several characters is a list: the same as a line for each, recorded as one command."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import dropwhile
from pathlib import Path
from typing import Any

import pytest
from given import log_of

from engine.each import Each
from engine.registry import LISTED, Ask
from engine.sheet import view
from engine.types import Character
from engine.value import value
from shell.language.grammar import all_commands, compile_usages
from shell.language.kinds.table import find_kind
from shell.language.kinds.text import spelled_name
from shell.language.nodes import Bag, Literal, Slot
from shell.language.reading import read
from shell.language.spelling import spell
from shell.options import ExitStatus
from shell.preview import preview
from shell.runner import Desk

GAMES = {
    "fudge-lite": """
new fudge-lite
rules creation free
rules approval on
define gift "Night Vision"
define key Vow
define key Oath
pc Ana by Meg
pc Bea by Kim
npc Orc
npc 3 Bandit
ship Kite
ship Gull
trait Ana Bow Good
trait Bea Bow Good
gain Ana, Bea Vow
give Ana, Bea 3 stones
give Ana, Bea pouch
session start
award all 9
mark Ana serious
mark Bea serious
point Ana +1
point Bea +1
""",
    "fudge": """
new fudge
rules tracks Scratched 4, Hurt 4, Very Hurt 4, Incapacitated 4, Near Death
npc Orc
npc Imp
session start
""",
    "peupfudge": """
new peupfudge
define ability Bow, Lore poor 2 decent 4 great 6
pc Ana by Meg
pc Bea by Kim
session start
award all 9
""",
    "scheme": """
new fudge-lite
pc Ana
pc Bea
""",
    "questions": """
new fudge-lite
rules questions Did we help?, Did we learn?
pc Ana
pc Bea
session start
""",
}


@value
class Listed:
    """A line for a list, with {} for its names, and what is done before it."""

    line: str
    game: str = "fudge-lite"
    names: tuple[str, str] = ("Ana", "Bea")
    before: tuple[str, ...] = ()


#: A line of each command that makes lists.
LINES = {
    "AnswerQuestion": Listed("question {} 1 yes", "questions"),
    "Approve": Listed("approve {}"),
    "AskPlayer": Listed("ask {} what do you fear?"),
    "AskWhy": Listed("why {} xp"),
    "Bonus": Listed("bonus {} 2 on Lore for reading", "peupfudge"),
    "ChangePoints": Listed("point {} +1 for a good deed"),
    "Clear": Listed("clear {} for luck"),
    "CreatePc": Listed("pc {} by Lu", names=("Cyd", "Old Dov")),
    "CreateShip": Listed("ship {} track 2", names=("Petrel", "Sea Lark")),
    "DealDamage": Listed("damage {} 5", "fudge", ("Orc", "Imp")),
    "Drop": Listed("drop {} 2 stones"),
    "EaseCondition": Listed("point {} ease"),
    "Forfeit": Listed("forfeit {} 2 for the burnt library"),
    "GiveQuality": Listed("quality {} fast +1", names=("Kite", "Gull")),
    "GiveTrack": Listed("track {} 2", names=("Bandit 1", "Orc")),
    "GiveTrait": Listed("trait {} Lore Good, Wits Fair"),
    "HitKey": Listed("hit {} Vow for keeping it"),
    "Mark": Listed("mark {} 2 as bruises"),
    "Move": Listed("move {} 2 stones to pouch"),
    "NoteCondition": Listed("condition {} pouch = torn"),
    "Pass": Listed("pass {} 1 stones to Orc"),
    "Raise": Listed("raise {} Bow"),
    "Recover": Listed("recover {}"),
    "Revive": Listed("revive {} for luck", before=("out Ana", "out Bea")),
    "SetCharacteristic": Listed("set {} Origin = the hills"),
    "SetScale": Listed("scale {} 2", names=("Bandit 1", "Orc")),
    "ShowConcept": Listed("concept {}"),
    "ShowLedger": Listed("ledger {}"),
    "ShowSheet": Listed("sheet {} at #20"),
    "Sign": Listed("sign {}"),
    "Spend": Listed("spend {} 3 on Bow, 2 on Lore", "peupfudge"),
    "SwapKey": Listed("swap {} Vow for Oath"),
    "TakeOut": Listed("out {} fled into the woods"),
    "Tend": Listed("tend {}", before=("mark Ana", "mark Bea")),
    "TradeSlot": Listed("trade {} Superb", "scheme"),
}

#: Commands for one character that would mean something else for several, and why.
FOR_ONE = {
    "AlterRoll": "a roll is one character's",
    "Amend": "an award is one character's",
    "CastSpell": "it rolls, and a group rolls by a check",
    "Check": "several are a group, whose members roll each",
    "CheckOdds": "it is the chance of one roll",
    "React": "it rolls, and what the dice are typed for is one",
    "RerollCheck": "a roll is one character's",
    "TurnToSuccess": "a roll is one character's",
}


def named_class(name: str | None) -> type:
    """Return the class of a command by its name."""
    return next(cls for cls in all_commands() if cls.__name__ == name)


SAMPLES = [pytest.param(listed, id=name) for name, listed in LINES.items()]

#: What differs between two recordings of the same, of events and of results.
OF_ITS_OWN = {"cmd", "at", "local", "held_on", "checked", "verified"}


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[[Listed], Desk]]:
    """Return a function that opens a new campaign in which a list can be typed."""
    desks: list[Desk] = []

    def open_game(listed: Listed) -> Desk:
        path = tmp_path / f"{len(desks)}.db"
        path.write_bytes(log_of("\n".join([GAMES[listed.game].strip(), *listed.before])))
        desks.append(Desk(path))
        assert desks[-1].do("rules").fault is None
        return desks[-1]

    yield open_game
    for desk in desks:
        desk.close()


def done(desk: Desk, line: str) -> dict[str, Any]:
    """Carry out a line, and return its JSON."""
    outcome = desk.do(line)
    assert outcome.fault is None, (line, str(outcome.fault))
    return outcome.as_json()


def one_line(listed: Listed) -> str:
    """Return the line of a list."""
    return listed.line.format(", ".join(map(spelled_name, listed.names)))


def line_for_each(listed: Listed) -> list[str]:
    """Return the lines that are the same as the list."""
    return [listed.line.format(spelled_name(name)) for name in listed.names]


def sheets_of(desk: Desk) -> dict[str, Any]:
    """Return all sheets, as JSON."""
    assert desk.campaign is not None
    state = desk.campaign.state
    return {name: view(state, name).as_json() for name in state.sheets}


def own(told: dict[str, Any]) -> dict[str, Any]:
    """Return what an event or a result says, without when, by which command, and how much of the log was checked."""
    return {key: held for key, held in told.items() if key not in OF_ITS_OWN}


def is_for_one(cls: type) -> bool:
    """Return whether a line of a command has one character, and nobody else, right behind its first words."""
    for phrase in compile_usages(cls):
        nodes = dropwhile(lambda node: isinstance(node, Literal), phrase.body.nodes)
        first, then, *_ = *nodes, None, None
        parts = [option.first for option in then.options] if isinstance(then, Bag) else [then]
        if isinstance(first, Slot) and first.kind is find_kind(Character) and Literal(",") not in parts:
            return True
    return False


def test_every_command_that_makes_lists_is_tried_here() -> None:
    assert {cls.__name__ for cls in LISTED} == LINES.keys()


def test_every_other_command_for_one_character_says_why_it_makes_no_list() -> None:
    for_one = {cls.__name__ for cls in all_commands() if cls not in LISTED and is_for_one(cls)}
    assert for_one == FOR_ONE.keys()


@pytest.mark.parametrize("listed", SAMPLES)
def test_a_list_is_the_same_as_a_line_for_each(listed: Listed, opened: Callable[[Listed], Desk]) -> None:
    desk, other = opened(listed), opened(listed)
    told = done(desk, one_line(listed))
    apart = [done(other, line) for line in line_for_each(listed)]
    assert list(map(own, told["events"])) == [own(event) for each in apart for event in each["events"]]
    assert sheets_of(desk) == sheets_of(other)
    assert [*told["result"]] == ["each", *(["changes"] if told["events"] else ["checked"])]
    assert list(map(own, told["result"]["each"])) == [own(each["result"]) for each in apart]


@pytest.mark.parametrize("listed", SAMPLES)
def test_a_list_is_recorded_as_one_command_and_spelled_as_one_line(
    listed: Listed, opened: Callable[[Listed], Desk]
) -> None:
    desk = opened(listed)
    assert desk.campaign is not None
    parse = read(one_line(listed), desk.campaign.state)
    assert isinstance(parse.command, Each)
    assert parse.command.whom == listed.names
    assert read(spell(parse.command), desk.campaign.state).command == parse.command
    told = done(desk, one_line(listed))
    assert told["command"] == spell(parse.command)
    assert len({event["cmd"] for event in told["events"]}) <= 1
    (cls,) = {type(each) for each in parse.command.commands}
    assert issubclass(cls, Ask) == (not told["events"])


@pytest.mark.parametrize("listed", [each for each in SAMPLES if not issubclass(named_class(each.id), Ask)])
def test_any_number_of_a_list_takes_all_of_it_back_and_brings_it_again(
    listed: Listed, opened: Callable[[Listed], Desk]
) -> None:
    desk = opened(listed)
    before = sheets_of(desk)
    numbers = [event["seq"] for event in done(desk, one_line(listed))["events"]]
    after = sheets_of(desk)
    for number in numbers:
        assert done(desk, f"undo #{number}")["result"]["undone"] == numbers
        assert sheets_of(desk) == before
        assert done(desk, f"redo #{number}")["result"]["redone"] == numbers
        assert sheets_of(desk) == after
    assert done(desk, "undo last 1")["result"]["undone"] == numbers


@pytest.mark.parametrize("listed", [each for each in SAMPLES if not issubclass(named_class(each.id), Ask)])
def test_what_a_list_would_do_is_foretold_and_nothing_is_written(
    listed: Listed, opened: Callable[[Listed], Desk]
) -> None:
    desk = opened(listed)
    assert desk.campaign is not None
    before = desk.place.file.read_bytes()
    said = done(desk, f"whatif {one_line(listed)}")
    assert desk.place.file.read_bytes() == before
    shown = preview(read(one_line(listed), desk.campaign.state), desk.campaign.state)
    assert (shown.refusal, shown.problem) == (None, "")
    changes = {json.dumps(each) for each in done(desk, one_line(listed))["result"]["changes"]}
    assert {json.dumps(each) for each in said["result"]["changes"]} == changes


def test_numbers_go_on_the_name_before_them(opened: Callable[[Listed], Desk]) -> None:
    desk = opened(LINES["TakeOut"])
    assert done(desk, "trait bandit 1, 2, 3 fighting fair")["command"] == (
        'trait "Bandit 1", "Bandit 2", "Bandit 3" fighting 0'
    )
    assert done(desk, "bandit 1, 3 fighting fair")["command"] == 'check "Bandit 1", "Bandit 3" fighting vs 0'
    assert done(desk, "give bandit 1, 2 rope")["command"] == 'give "Bandit 1", "Bandit 2" rope'
    assert done(desk, "out bandit 1, 2 dead")["command"] == 'out "Bandit 1", "Bandit 2" dead'
    refused = desk.do("out bandit 1, 4")
    assert refused.fault is not None
    assert refused.fault.message == "no character “4”"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("drop ana, bandit 1 2 stones", "Bandit 1: no item “stones”"),
        ("point ana, bea, orc -1", "Orc has 0 fudge points, not 1"),
        ("mark ana, bea, ana", "Ana is named twice"),
        ("out ana, bea, ghost", "no character “ghost”"),
    ],
)
def test_a_list_is_recorded_whole_or_not_at_all_and_the_refusal_names_whom(
    opened: Callable[[Listed], Desk], line: str, message: str
) -> None:
    desk = opened(LINES["TakeOut"])
    before = desk.place.file.read_bytes()
    fault = desk.do(line).fault
    assert fault is not None
    assert fault.message == message
    assert desk.place.file.read_bytes() == before


def test_a_refusal_points_at_the_name_that_it_is_about(opened: Callable[[Listed], Desk]) -> None:
    desk = opened(LINES["TakeOut"])
    done(desk, "out bea fled")
    fault = desk.do("revive bea, ana for luck").fault
    assert fault is not None
    assert (fault.message, fault.place) == ("Ana is not out of play", (12, 15))


def test_a_list_whose_beginnings_mean_something_else_for_another_name_is_refused_with_both(
    opened: Callable[[Listed], Desk],
) -> None:
    desk = opened(LINES["TakeOut"])
    done(desk, "give ana rope")
    done(desk, "give bea robe")
    before = desk.place.file.read_bytes()
    fault = desk.do("drop ana, bea ro").fault
    assert fault is not None
    assert fault.hint == "type drop Ana rope or drop Bea robe"
    assert desk.place.file.read_bytes() == before
    assert done(desk, "drop ana, bea stones")["command"] == "drop Ana, Bea stones"


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("out ana and bea dead", "out Ana, Bea dead"),
        ("ask ana & bea what now?", "ask Ana, Bea what now?"),
        ("pc Cyd and Dov by Lu", None),
    ],
)
def test_and_joins_names_that_are_known(opened: Callable[[Listed], Desk], line: str, command: str | None) -> None:
    outcome = opened(LINES["TakeOut"]).do(line)
    assert (outcome.command if outcome.fault is None else None) == command


def test_no_text_begins_with_a_comma(opened: Callable[[Listed], Desk]) -> None:
    desk = opened(LINES["TakeOut"])
    before = desk.place.file.read_bytes()
    fault = desk.do("note , it rains").fault
    assert fault is not None
    assert fault.hint == "type note it rains"
    assert desk.place.file.read_bytes() == before


def test_a_text_that_begins_with_a_comma_or_and_is_kept_where_it_can_mean_nothing_else(
    opened: Callable[[Listed], Desk],
) -> None:
    desk = opened(LINES["TakeOut"])
    assert done(desk, 'note ", it rains"')["events"][0]["made_text"] == ", it rains"
    assert done(desk, "out ana and then she fell")["events"][0]["how"] == "and then she fell"


def test_a_list_is_exported_as_lines_that_play_it_again(opened: Callable[[Listed], Desk], tmp_path: Path) -> None:
    desk = opened(LINES["TakeOut"])
    done(desk, "trait ana, bea Lore Good, Wits Fair")
    done(desk, "drop ana, bea 2 stones")
    done(desk, f"export {tmp_path / 'told.session'}")
    again = Desk(tmp_path / "again.db")
    for line in filter(str.strip, (tmp_path / "told.session").read_text("utf-8").splitlines()[1:]):
        done(again, line)
    assert sheets_of(again) == sheets_of(desk)
    again.close()


def test_looks_at_several_are_printed_one_after_another(opened: Callable[[Listed], Desk]) -> None:
    desk = opened(LINES["TakeOut"])
    alone = [answered(desk, f"sheet {name}") for name in ("ana", "bea")]
    assert answered(desk, "sheet ana, bea") == "\n\n".join(alone)
    assert answered(desk, "ana, bea") == "\n\n".join(alone)


def answered(desk: Desk, line: str) -> str:
    """Return the text that answers a line."""
    outcome = desk.do(line)
    assert outcome.status == ExitStatus.DONE
    assert outcome.answer is not None
    return outcome.answer.text()


@pytest.mark.parametrize("line", ["out ana; out bea", "trait ana Wits Fair; trait bea Lore Fair", "note rain ; u"])
def test_two_commands_in_a_line_are_refused(opened: Callable[[Listed], Desk], line: str) -> None:
    desk = opened(LINES["TakeOut"])
    before = desk.place.file.read_bytes()
    outcome = desk.do(line)
    assert (line.startswith("note")) == (outcome.fault is None)
    if outcome.fault is not None:
        assert outcome.fault.message == "one command a line"
        assert desk.place.file.read_bytes() == before
