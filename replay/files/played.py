"""Convert what was played to rows of tables: scenes, who was there, rolls, and fudge points."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, get_args

from engine.concerns.contests.players import tells_nothing
from engine.concerns.points.events import PointsChanged
from engine.concerns.rolls.events import Act, CriticalDrawn
from engine.concerns.sessions.events import SceneSet, SessionEnded, SessionStarted
from engine.concerns.uses.events import ConditionEased, RollAltered, RollRerolled, Turning
from engine.registry import event_classes, marks
from engine.rules.parts import Entrant, Ranking
from engine.types import FUMBLE, NO_DICE
from engine.value import Factory, field_names, record
from replay.audience.rule import View, Visible
from replay.retelling.sample import Sampling

RowToWrite = dict[str, Any]
TableRows = Iterator[RowToWrite]

#: The events that hold rolls, and what the table calls one of them where no command has a word for it.
ROLLS = tuple(cls for cls in event_classes().values() if issubclass(cls, Act) or "faces" in field_names(cls))
KINDS_OF_ROLLS: dict[type, str] = {CriticalDrawn: "critical"}

#: The columns of a roll that are its fields.
OF_A_ROLL = ("character", "trait", "opponent", "level", "roll", "total", "difficulty", "margin", "success", "degree")

#: The chance of a roll that is no check.
NO_CHECK = {"chance": None, "left_out_of_luck": "no check"}

#: Where fudge points are gained or spent: in events of these types, and in acts.
OF_POINTS = (PointsChanged, RollAltered, RollRerolled, ConditionEased)


def session_of(seen: View, each: Visible) -> int | None:
    """Return the session of an event, None before the first."""
    return seen.campaign.state.session_at(each.logged) or None


# --- evenings --------------------------------------------------------------------------------------------------


@record
class SceneRows:
    """Makes the rows of scenes, each with its first and last event that the audience sees. `last` is the open one."""

    seen: View
    last: RowToWrite = Factory(dict)

    def look_at(self, each: Visible) -> TableRows:
        """Yield the scene that the next event ends, if it ends one."""
        if each.counts and isinstance(each.event, SceneSet | SessionStarted | SessionEnded):
            yield from self.end()
        if each.counts and isinstance(each.event, SceneSet):
            self.last = {"event": each.seq, "session": session_of(self.seen, each), "text": each.event.text}
        if self.last:
            self.last["last_event"] = each.seq

    def end(self) -> TableRows:
        """Yield the open scene, if there is one."""
        yield from [self.last] if self.last else []
        self.last = {}


def attendance_rows(seen: View) -> TableRows:
    """Yield who was there in each session: the player characters, unless others are named, and who joined in it."""
    sheets, last = seen.campaign.state.sheets, seen.numbering.renumber(seen.campaign.state.seq)
    started = {each.event.number: each for each in seen.read_counting(SessionStarted)}
    heroes = {name: joined for name, joined in seen.joined.items() if name in sheets and sheets[name].kind == "pc"}
    for session in seen.campaign.state.sessions:
        begun = started[session.number]
        end = last if session.end is None else seen.numbering.renumber(session.end)
        named = {name: name in begun.event.characters for name in (*heroes, *begun.event.characters) if name in sheets}
        everybody = not (begun.event.present or begun.event.characters)
        for name, alone in named.items():
            joined = heroes.get(name, 0)
            there = alone or everybody or sheets[name].player in begun.event.present or joined > begun.seq
            if there and joined <= end:
                yield {"session": session.number, "character": name, "player": sheets[name].player}


# --- rolls -----------------------------------------------------------------------------------------------------


@record
class RollRows:
    """Makes a row of every roll, one for each side of a contest. `turned` are the present results of some.

    Parts that the GM keeps secret are null.
    """

    seen: View
    sampling: Sampling
    turned: dict[int, Ranking | bool]

    @classmethod
    def of(cls, seen: View) -> RollRows:
        """Return what makes the rows for an audience."""
        return cls(seen, Sampling.of(seen), find_turned(seen))

    def look_at(self, each: Visible) -> TableRows:
        """Yield the rows of an event."""
        if not isinstance(each.event, ROLLS):
            return
        kind = KINDS_OF_ROLLS.get(type(each.event)) or (marks(each.event).called or "").removesuffix("s")
        when = {"event": each.seq, "session": session_of(self.seen, each), "kind": kind, "counts": each.counts}
        tried = self.sampling.try_check(each)
        luck = {"chance": tried.chance, "left_out_of_luck": tried.left_out or None} if tried else NO_CHECK
        now = self.turned.get(each.seq)
        for side in sides_of(each.event):
            found = make_roll(self.seen, each, side)
            first = found["success"]
            if now is not None and first is not None:
                found["success"] = side.character == now.winner if isinstance(now, Ranking) else now
            out = self.sampling.leave_out_roll(each, side) or None
            yield {**when, **found, "first_success": first, **luck, "left_out_of_dice": out}


def sides_of(event: Any) -> tuple[Any, ...]:
    """Return the sides of an act, or the event itself."""
    return event.sides if isinstance(event, Act) else (event,)


def find_turned(seen: View) -> dict[int, Ranking | bool]:
    """Return the present result of each check, or places in each contest, that a point or a ruling changed."""
    turnings = (each.event for each in seen.read_counting(*get_args(Turning)))
    return {each.of: each.success if each.ranking is None else each.ranking for each in turnings}


def make_roll(seen: View, each: Visible, side: Any) -> dict[str, Any]:
    """Return the columns of one roll."""
    blanks = each.blanks
    if isinstance(side, Entrant) and not seen.sees(side.character):
        blanks |= {"level", "roll", "faces"}
    found = {name: None if name in blanks else getattr(side, name, None) for name in OF_A_ROLL}
    found["roll"] = None if found["roll"] == FUMBLE else found["roll"]
    if isinstance(side, Entrant) and "relative" in blanks and tells_nothing(side):
        found = dict.fromkeys(found)
    if isinstance(side, Entrant):
        found["success"] = side.character == each.event.winner
    faces = () if "faces" in blanks else getattr(side, "faces", ())
    dice = getattr(side, "dice", None) or each.event.dice
    more = {"dice": None if dice == NO_DICE else dice, "faces": json.dumps(list(faces)) if faces else None}
    if dice == NO_DICE or getattr(side, "yields", False) or getattr(each.event, "automatic", None):
        found["roll"] = None  # a 0 would count in the average of rolls
    return {**found, **more, "real_dice": bool(getattr(side, "physical", False))}


# --- fudge points ----------------------------------------------------------------------------------------------


def point_rows(seen: View, each: Visible) -> TableRows:
    """Yield the fudge points that somebody gained or spent by an event, with the roll on which they were spent.

    What the rules give everybody is no row.
    """
    if not isinstance(each.event, (*OF_POINTS, *ROLLS)):
        return
    when = {"event": each.seq, "session": session_of(seen, each), "counts": each.counts}
    for side in sides_of(each.event):
        who, amount = getattr(side, "character", None), count_points(each.event, side)
        if amount and who is not None and seen.sees(who):
            roll = each.seq if isinstance(each.event, Act) else getattr(each.event, "of", None)
            yield {**when, "character": who, "amount": amount, "use": tell_use(each.event), "roll": roll}


def count_points(event: Any, side: Any) -> int:
    """Return how many fudge points one side of an event gained, below zero if it spent some."""
    if isinstance(event, PointsChanged):
        return event.amount
    return -1 if isinstance(event, OF_POINTS) else -getattr(side, "points", 0)


def tell_use(event: Any) -> str | None:
    """Return what fudge points were spent on, None for nothing."""
    match event:
        case PointsChanged(use=use):
            return use or None
        case RollAltered(by=by):
            return "alter" if by else "success"
        case RollRerolled():
            return "reroll"
        case ConditionEased():
            return "ease"
    return getattr(event, "use", "") or "maximum"
