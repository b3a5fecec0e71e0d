"""From commands to events: apply the rules to a command, or refuse it.

Deciding is pure: everything it needs is in the state, and the dice are passed in. `Refused` is raised if the rules or
the state do not allow a command; nothing has happened then.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from engine.dice import Draw
from engine.each import Each
from engine.groups import put_in_group
from engine.naming import every_name_in
from engine.project import apply, state_after
from engine.refusal import Refused
from engine.registry import BEARERS, DECIDES, FOLLOWS, REQUIRES, Event, OnState, marks
from engine.rooms import load
from engine.state import State
from engine.text import find_hidden, within_limits
from engine.value import evolve, has_fields, held_fields

if TYPE_CHECKING:
    from engine.concerns.campaign.events import CampaignCreated

load("decide")

#: Names that “why” takes for values of every sheet, and the kinds of other names that it looks up.
ON_EVERY_SHEET = {
    "xp": "the XP to spend",
    "unspent": "the XP to spend",
    "awarded": "the XP awarded",
    "spent": "the XP spent",
    "taken": "the XP taken away",
    "bonus": "free practice",
    "points": "the points on the sheet",
}
SHEET_KINDS = ("trait", "status", "property", "item", "characteristic")


def decide(state: State, command: object, draw: Draw) -> Sequence[Event]:
    """Return the events of a command in this state. Raise Refused if it is not allowed."""
    if isinstance(command, Each):
        return [event for events, _ in decide_each(command, state, draw) for event in events]
    decided: Sequence[Event] = DECIDES[type(command)](state, within_limits(command), draw)
    events = [event for event in decided if not defines_again(state, event)]
    refuse_odd_names(state, command, events)
    refuse_rolls_of_then(state, events)
    return with_followers(state, events)


def defines_again(state: State, event: Event) -> bool:
    """Return whether an event repeats a definition and so would change nothing."""
    find_definitions = marks(event).defined_in
    return find_definitions is not None and event in find_definitions(state).values()


#: How one gives what is no thing.
GIVEN_OTHERWISE = {"points": "“point WHO +1” gives fudge points", "xp": "“award WHO 2” gives XP"}


def refuse_odd_names(state: State, command: object, events: Sequence[Event]) -> None:
    """Refuse a new name with invisible characters, or one that commands read as something else.

    Names in old logs are not checked, so these stay as they are.
    """
    for kind, name in chain.from_iterable(map(every_name_in, events)):
        hidden = find_hidden(name)
        means = ON_EVERY_SHEET.get(name.casefold()) if kind in SHEET_KINDS else None
        if (hidden or means) and kind in BEARERS and name not in BEARERS[kind](state):
            why = f"holds an invisible character ({hidden})" if hidden else f"means {means} in commands"
            about = next((each for each, held in held_fields(command).items() if name in _flat(held)), None)
            hint = GIVEN_OTHERWISE.get(name.casefold()) if kind == "item" else None
            raise Refused(f"“{name}” {why}", about=about, value=name, hint=hint or "choose another name")


def refuse_rolls_of_then(state: State, events: Iterable[Event]) -> None:
    """Refuse checks in an evening from notes, as nobody knows the levels of then, and dice that never fell there."""
    held = state.last_session.held if state.session_open and state.last_session else ""
    for event in events if held else ():
        if marks(event).judged:
            hint = "“note TEXT” tells what happened, “roll 1d6 for WHO rolled 5” what the dice showed"
            raise Refused(f"nobody knows the levels of {held}, so nothing is checked there", hint=hint)
        if marks(event).fell and not getattr(event, "physical", True):
            hint = "type what they showed, as in “roll 1d6 rolled 5”, or “note TEXT”"
            raise Refused(f"the dice of {held} have fallen already", hint=hint)


def _flat(held: object) -> Iterator[object]:
    """Yield the texts in a field of a command."""
    if isinstance(held, str):
        yield held
    elif has_fields(type(held)):
        yield from _flat([*held_fields(held).values()])
    elif isinstance(held, tuple | list):
        yield from (each for inner in held for each in _flat(inner))


def with_followers(state: State, events: Iterable[Event]) -> list[Event]:
    """Return the events, each followed by those it brings about. Raise Refused if one cannot follow."""
    trial, waiting = state, deque(events)
    decided: list[Event] = []
    while waiting:
        event = put_in_group(waiting.popleft(), state.group)
        if decided:
            trial = state_after(trial, decided[-1])
        REQUIRES[type(event)](trial, event)
        decided.append(event)
        waiting.extendleft(reversed([each for find in FOLLOWS.get(type(event), ()) for each in find(trial, event)]))
    return decided


def try_out(state: State, command: object, draw: Draw) -> State:
    """Return the state that a command would make. Raise Refused if it is not allowed."""
    return reduce(state_after, decide(state, command, draw), state)


def act(command: object, state: State, draw: Draw) -> Sequence[Event]:
    """Return the events of a command, or of all commands in a template. Raise Refused if one is not allowed."""
    from engine.concerns.campaign.commands import Setup

    if isinstance(command, Setup):
        return set_up(command.file, state, draw)
    return decide(state, command, draw)


def set_up(file: str, state: State, draw: Draw) -> Sequence[Event]:
    """Return the events of everything in a world or template. Raise Refused, naming the file.

    A template about what was before this log is from notes.
    """
    from hashlib import sha256  # few templates are from notes

    from engine.concerns.experience.commands import Forfeit
    from engine.concerns.files.events import NotesBrought
    from engine.concerns.sessions.commands import StartPastSession
    from engine.template import find_template, read_template  # few campaigns begin with one

    with naming_file(file, "file"):
        path = find_template(file)
        commands = read_template(path, state.rules)
        if not commands:
            raise Refused(f"{file} sets up nothing", hint="sessions/kotorikh.toml is an example of a template")
        if not any(isinstance(each, StartPastSession | Forfeit) for each in commands):
            return decide_all(commands, state, draw)
        brought = NotesBrought(path.name, sha256(path.read_bytes()).hexdigest(), "template", len(commands))
        opening = put_in_group(brought, state.group)
        events = decide_all(commands, state_after(state, opening), draw, NotesBrought)
        return (evolve(opening, events=len(events)), *events)


def set_up_world(which: str, begun: CampaignCreated, draw: Draw) -> Sequence[Event]:
    """Return the events of the world in a file of rules, or none for a game. Raise Refused if one is not allowed."""
    from engine.rules.files import world_of  # most campaigns begin with the rules of a game
    from engine.template import structured_commands

    held = world_of(which)
    if not held:
        return ()
    state = State()
    apply(state, begun, 1)
    with naming_file(which, "rules"):
        return decide_all(structured_commands(held, Path(which), state.rules), state, draw)


@contextmanager
def naming_file(file: str, about: str) -> Iterator[None]:
    """Name a file, in the field `about`, in refusals raised inside."""
    try:
        yield
    except Refused as refused:
        message = refused.message if file in refused.message else f"{file}: {refused.message}"
        raise Refused(message, about=about, hint=refused.hint) from None


def decide_all(commands: Sequence[object], state: State, draw: Draw, besides: type | None = None) -> Sequence[Event]:
    """Decide commands as one, each on the state that those before it made, without events of the type `besides`."""
    return [event for events, _ in decide_in_turn(commands, state, draw, besides) for event in events]


def decide_each(each: Each, state: State, draw: Draw) -> Sequence[tuple[Sequence[Event], State]]:
    """Return the events of each command of a list, and the state after them.

    Raise Refused if one is not allowed, naming whom it is about.
    """
    decided: list[tuple[Sequence[Event], State]] = []
    try:
        for found in decide_in_turn(each.commands, state, draw):
            decided.append(found)
    except Refused as refused:
        name = each.whom[len(decided)]
        refused.message = refused.message if name in refused.message else f"{name}: {refused.message}"
        refused.value = name if refused.about in (each.field, None) else refused.value
        refused.about = refused.about or each.field
        raise
    return decided


def decide_in_turn(
    commands: Sequence[object], state: State, draw: Draw, besides: type | None = None
) -> Iterator[tuple[Sequence[Event], State]]:
    """Yield the events of each command, decided on the state that the ones before it made, and the state after them.

    Events of the type `besides` are left out.
    """
    for held in commands:
        for command in held.find(state) if isinstance(held, OnState) else (held,):
            events = [each for each in decide(state, command, draw) if besides is None or type(each) is not besides]
            state = reduce(state_after, events, state)
            yield events, state
