"""Who is there when a group plays."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.groups import say_group
from engine.own import OfGroup
from engine.refusal import Refused
from engine.state import Session, Sheet, State
from engine.types import Character, Player
from engine.value import value


@value
class Attendance:
    """The players who are there, and characters named by themselves."""

    players: tuple[Player, ...]
    characters: tuple[Character, ...]


#: Who attends the latest session; None if nobody was named.
ATTENDANCE: OfGroup[Attendance | None] = OfGroup("attendance", None)


def those_there(state: State, sheets: Iterable[Sheet]) -> list[Sheet]:
    """Return those of some characters who are there in the latest session of the group."""
    return choose(state, sheets, ATTENDANCE.of(state))


def is_present(state: State, sheet: Sheet) -> bool:
    """Return whether a character is there in the latest session of the group."""
    return bool(those_there(state, [sheet]))


def those_at_group(state: State, sheets: Iterable[Sheet]) -> list[Sheet]:
    """Return those of some characters who are at the group, all if there is only one group."""
    return those_there(state, sheets) if state.boards else [*sheets]


def choose(state: State, sheets: Iterable[Sheet], named: Attendance | None) -> list[Sheet]:
    """Return those of some characters who are among the `named`. Without these, the first group has everybody.

    Players bring no character who is in an open session of another group.
    """
    if named is not None and not named.players:
        return [sheet for sheet in sheets if sheet.name in named.characters]
    busy, everybody = find_busy(state), named is None and not state.group
    players, names = (named.players, named.characters) if named is not None else ((), ())
    free = (sheet for sheet in sheets if sheet.name not in busy or sheet.name in names)
    return [sheet for sheet in free if everybody or sheet.name in names or sheet.player in players]


def find_busy(state: State) -> dict[str, Session]:
    """Return the characters who are in an open session of another group, each with that session.

    The first group, which may have everybody, comes last: it has only those who are in no other.
    """
    playing: dict[str, Session] = {}
    for board in reversed(state.boards.values()):
        if board.session is not None and board.session.end is None:
            there = list_named(state, board.own.get(ATTENDANCE))
            playing = dict.fromkeys(there, board.session) | playing
    return {name: session for name, session in playing.items() if session.group != state.group}


def list_named(state: State, named: Attendance | None) -> Collection[str]:
    """Return the characters who are named by themselves or by player, or everybody where nobody is."""
    if named is None or not named.players:
        return state.sheets if named is None else named.characters
    return [name for name, sheet in state.sheets.items() if name in named.characters or sheet.player in named.players]


def nobody_there(state: State) -> Refused:
    """Return the refusal of what is about all who are at the group, where nobody is."""
    said = f"nobody is at {say_group(state.group)}"
    return Refused(said, about="all", hint="“session start with NAME” says who is")


def tell_elsewhere(state: State, sheet: Sheet) -> str:
    """Return in which open session of another group a character is, "" for none."""
    found = find_busy(state).get(sheet.name)
    at = f"session {found.number} of {say_group(found.group)}, since #{found.start}" if found else ""
    return f"{sheet.name} is in {at}" if at else ""


def is_busy(state: State, sheet: Sheet) -> Refused:
    """Return the refusal of a character who is in an open session of another group."""
    said, hint = tell_elsewhere(state, sheet), f"end it there, or begin without {sheet.name}"
    if has_everybody(state, find_busy(state)[sheet.name]):
        said, hint = f"{said}: it began without “with”, so everybody is in it", HOW_TO_NAME
    return Refused(said, about="present", value=sheet.name, hint=hint)


#: How those are named who play in a session that has everybody.
HOW_TO_NAME = "type “session end” there, then “session start with NAME, NAME” for those who play on"


def has_everybody(state: State, session: Session) -> bool:
    """Return whether a group's latest session names nobody, as those do that began when there was one group."""
    return ATTENDANCE.of(state.seen_from(session.group)) is None


def read_attendance(state: State, players: tuple[str, ...], characters: tuple[str, ...]) -> Attendance | None:
    """Return who attends a session for which some are named, None if that is everybody.

    Where there are several groups, it is said for each character: a player may play at more than one.
    """
    named = Attendance(players, characters) if players or characters else None
    if not state.boards:
        return named
    return Attendance((), tuple(sheet.name for sheet in choose(state, state.sheets.values(), named)))


def list_beginners(state: State, players: tuple[str, ...], characters: tuple[str, ...]) -> list[Sheet]:
    """Return the characters for whom a session begins: all, or those who attend it if there are several groups."""
    named = read_attendance(state, players, characters) if state.boards else None
    return [*state.sheets.values()] if named is None else [state.sheets[name] for name in named.characters]
