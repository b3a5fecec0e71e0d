"""Decide commands about characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, islice

from engine.concerns.characters.commands import Approve, CreateNpc, CreatePc, SetCharacteristic
from engine.concerns.characters.events import KIND, CharacterApproved, CharacterCreated, CharacteristicSet
from engine.concerns.properties.events import PropertyDefined, PropertyGained
from engine.concerns.tracks.decide import must_keep_marks
from engine.concerns.tracks.events import TrackGiven
from engine.concerns.tracks.sheet import first_track, games_track, sound_size
from engine.concerns.traits.decide import find_range
from engine.concerns.traits.events import TraitGiven
from engine.dice import Draw
from engine.known import named_trait, new_name, positive, the_sheet
from engine.refusal import Refused, unknown
from engine.registry import Event, decides, name_finders
from engine.rules import creation
from engine.rules.ladder import Ladder
from engine.rules.ready import ReadyCharacter, house_npcs
from engine.state import Sheet, State
from engine.text import quote
from engine.types import PARTS_LIMIT


@decides(CreatePc)
def create_pc(state: State, command: CreatePc, draw: Draw) -> list[Event]:
    """Create a player's character (PF-03)."""
    name = new_name("character", command.name, state.sheets)
    return [CharacterCreated(name, "pc", command.player, approved=not creation.asks_approval(state.rules))]


@decides(CreateNpc)
def create_npc(state: State, command: CreateNpc, draw: Draw) -> list[Event]:
    """Create NPCs (PF-03), from a ready-made character or with an individual track if asked (FL-63, FL-66)."""
    decided: list[Event] = []
    for name in npc_names(state, command):
        decided.append(CharacterCreated(name, "npc"))
        if command.ready is not None:
            defined = [each.name for each in decided if isinstance(each, PropertyDefined)]
            decided += _ready(state, name, command.ready, defined, command.boxes)
        if command.boxes is not None:
            decided.append(
                TrackGiven(name, sound_size(command.boxes, "boxes"), first_track(state, "npcs"), graded=True)
            )
    return decided


def npc_names(state: State, command: CreateNpc) -> list[str]:
    """Return the names of the NPCs to create. Several of a kind get the next free numbers behind their name."""
    if command.amount is None:
        names: list[str] = []
        for field, name in (("name", command.name), *(("others", name) for name in command.others)):
            names.append(new_name("character", name, [*state.sheets, *names], field))
        return names
    if positive(command.amount) > PARTS_LIMIT:
        raise Refused(f"{command.amount:,} at once are too many: the limit is {PARTS_LIMIT}", about="amount")
    taken = {name.casefold() for name in state.sheets}
    free = (name for number in count(1) if (name := f"{command.name} {number}").casefold() not in taken)
    return [new_name("character", name, state.sheets) for name in islice(free, command.amount)]


def _ready(state: State, name: str, which: str, defined: Sequence[str], boxes: int | None) -> Iterator[Event]:
    """Yield a ready-made character's words, traits, gifts and faults (RT-11).

    `defined` are the gifts and faults that the same command has defined already, `boxes` the size of the track that it
    gives.
    """
    known = creation.ready_npcs(state.rules)
    if not known:
        hint = f"“npc {quote(name)}” adds one without traits, and “rules ready” has room for your own"
        raise Refused("the ready-made characters need a ladder, and this game has none", about="ready", hint=hint)
    if which not in known:
        raise unknown("ready-made character", which, known, about="ready", hint=f"there are {', '.join(known)}")
    ready = known[which]
    for called, said in ready.characteristics.items():
        yield CharacteristicSet(name, called, said)
    for trait, (low, high) in ready.traits.items():
        upto = high if high > low else None
        yield find_range(state, TraitGiven(name, named_trait(state, trait, "ready"), low, upto))
    for kind, names in (("gift", ready.gifts), ("fault", ready.faults)):
        for each in names:
            if each not in state.properties and each not in defined:
                yield PropertyDefined(each, kind=kind)
            yield PropertyGained(name, each)
    size = own_size(state, ready)
    if size is not None and boxes is None:
        yield TrackGiven(name, sound_size(size, "ready"), first_track(state, "npcs"), graded=True)


def own_size(state: State, ready: ReadyCharacter) -> int | None:
    """Return the boxes of a ready-made character's own track, or None for the campaign's.

    A character of the game's bestiary has a size only in campaigns with the game's track (ER-34).
    """
    of_the_house = ready in house_npcs(state.rules)
    return ready.boxes if of_the_house or first_track(state, "npcs") in games_track(state.rules) else None


@decides(SetCharacteristic)
def set_characteristic(state: State, command: SetCharacteristic, draw: Draw) -> list[Event]:
    """Set a characteristic, which is no part of any sum (PF-06)."""
    sheet = the_sheet(state, command.who)
    same = (name for name in sheet.characteristics if name.casefold() == command.name.casefold())
    name = next(same, None) or free_characteristic(state, sheet, command)
    event = CharacteristicSet(sheet.name, name, command.text)
    if name.casefold() == KIND.casefold():
        must_keep_marks(state, event, "text")
    return [event]


def free_characteristic(state: State, sheet: Sheet, command: SetCharacteristic) -> str:
    """Return the name of a new characteristic. Raise Refused for that of another value, with the line that sets it.

    A second value under the name of an ability or a status would count in no roll.
    """
    for kind, (said, line, else_typed) in SET_OTHERWISE.items():
        found = next((name for name in name_finders()[kind](state) if name.casefold() == command.name.casefold()), None)
        if found is not None:
            value = quote(command.text) if is_value_of(state, kind, found, command.text) else else_typed
            sets = line.format(quote(sheet.name), quote(found), value)
            raise Refused(f"{found} is {said}", about="name", hint=f"“{sets}” sets it")
    return new_name("characteristic", command.name, ())


#: Values on sheets besides characteristics, by the kind of their names: what each is, the line that sets it, and what
#: stands in the line for a text that is no such value.
SET_OTHERWISE = {
    "trait": ("an ability", "trait {} {} {}", "LEVEL"),
    "status": ("a status", "status {} {} {}", "STATE"),
    "counter": ("a counter", "status {} {} ={}", "NUMBER"),
    "track": ("a track", "mark {} {}", ""),
    "property": ("a property", "gain {} {}", ""),
}


def is_value_of(state: State, kind: str, name: str, text: str) -> bool:
    """Return whether a text is a level, a state of the status with this name, or a number of a counter."""
    if kind == "status":
        return text.casefold() in (each.name.casefold() for each in state.statuses[name].states)
    is_number = text.isdecimal()
    return is_number or (kind == "trait" and Ladder.of(state.rules).level(text) is not None)


@decides(Approve)
def approve(state: State, command: Approve, draw: Draw) -> list[Event]:
    """Record that the GM agrees to a player character (FL-86)."""
    sheet = the_sheet(state, command.who)
    if sheet.kind != "pc" or sheet.approved:
        said = "is approved already" if sheet.kind == "pc" else "is an NPC, who needs no approval"
        raise Refused(f"{sheet.name} {said}", about="who")
    return [CharacterApproved(sheet.name)]
