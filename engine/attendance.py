"""Who is there when a group plays."""

from __future__ import annotations

from collections.abc import Iterable

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


def is_present(state: State, sheet: Sheet) -> bool:
    """Return whether a character or their player is present in the latest session of the group."""
    return attends(state, sheet, ATTENDANCE.of(state))


def attends(state: State, sheet: Sheet, named: Attendance | None) -> bool:
    """Return whether a character is among those who are `named`. Without that, the first group has everybody.

    A player brings no character who is in an open session of another group.
    """
    if named is not None and sheet.name in named.characters:
        return True
    comes = not state.group if named is None else sheet.player in named.players
    return comes and (not state.boards or find_elsewhere(state, sheet) is None)


def find_elsewhere(state: State, sheet: Sheet) -> Session | None:
    """Return the open session of another group in which a character is, or None.

    The first group's, with everybody, has only those who are in no other.
    """
    for group, (_, _, _, latest) in state.boards.items():
        session = state.sessions[latest] if latest >= 0 else None
        if session is not None and session.end is None and is_present(state.seen_from(group), sheet):
            return session
    return None


def is_elsewhere(state: State, sheet: Sheet) -> Refused:
    """Return the refusal of a character who is in an open session of another group."""
    said, hint = tell_elsewhere(state, sheet), f"end it there, or begin without {sheet.name}"
    return Refused(said, about="present", value=sheet.name, hint=hint)


def tell_elsewhere(state: State, sheet: Sheet) -> str:
    """Return in which open session of another group a character is, "" for none."""
    found = find_elsewhere(state, sheet)
    at = f"session {found.number} of {say_group(found.group)}, since #{found.start}" if found else ""
    return f"{sheet.name} is in {at}" if at else ""


def those_there(state: State, sheets: Iterable[Sheet]) -> list[Sheet]:
    """Return those of some characters who are there in the latest session."""
    return [sheet for sheet in sheets if is_present(state, sheet)]


def those_at_group(state: State, sheets: list[Sheet]) -> list[Sheet]:
    """Return those of some characters who are at the group, all if there is only one. Raise Refused for nobody."""
    found = those_there(state, sheets) if state.boards else sheets
    if not found:
        said = f"nobody is at {say_group(state.group)}"
        raise Refused(said, about="all", hint="“session start with NAME” says who is")
    return found


def read_attendance(state: State, players: tuple[str, ...], characters: tuple[str, ...]) -> Attendance | None:
    """Return who attends a session for which some are named, None if that is everybody.

    Where there are several groups, it is said for each character: a player may play at more than one.
    """
    if not (players or characters):
        return Attendance((), ()) if state.group else None
    named = Attendance(players, characters)
    if not state.boards:
        return named
    return Attendance((), tuple(sheet.name for sheet in state.sheets.values() if attends(state, sheet, named)))


def list_beginners(state: State, players: tuple[str, ...], characters: tuple[str, ...]) -> list[Sheet]:
    """Return the characters for whom a session begins: all, or those who attend it if there are several groups."""
    sheets = [*state.sheets.values()]
    if not state.boards:
        return sheets
    named = read_attendance(state, players, characters)
    return [sheet for sheet in sheets if attends(state, sheet, named)]
