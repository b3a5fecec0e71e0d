"""Answers to what is done at the table."""

from __future__ import annotations

from typing import Any

from engine import codec
from engine.campaign import Recorded
from engine.commands import (
    Award,
    Bonus,
    ChangeStatus,
    Check,
    Contest,
    Drop,
    EndSession,
    Gain,
    Give,
    Lose,
    MakeNote,
    Move,
    NoteCondition,
    Pass,
    Raise,
    Reveal,
    Roll,
    SetScene,
    Spend,
    StartSession,
)
from engine.dice import read_dice
from engine.events import BonusGranted, CheckResolved, ContestResolved, DiceRolled, XpAllocated, XpAwarded
from replay.changes import Change, changes, views
from shell.answers import Answer, Asked, answers
from shell.views.outcomes import check_text, contest_text, roll_text
from shell.views.story import recorded_text


@answers(
    Award,
    Bonus,
    ChangeStatus,
    Drop,
    Gain,
    Give,
    Lose,
    MakeNote,
    Move,
    NoteCondition,
    Pass,
    Raise,
    Reveal,
    SetScene,
    Spend,
    StartSession,
)
def recorded(asked: Asked) -> Answer:
    """What happened in sentences, and what it changed on the sheets."""
    found = changes(asked.before, views(asked.campaign.state))
    return Answer({"changes": codec.plain(found)}, lambda: story(asked, found))


def story(asked: Asked, found: list[Change]) -> str:
    """The events as sentences, with the levels they moved and the XP they left."""
    levels = {(change.character, change.field): change for change in found}
    lines = [f"{recorded_text((each,))}{moved(each, levels)}" for each in asked.events]
    spenders = dict.fromkeys(each.event.character for each in asked.events if isinstance(each.event, XpAllocated))
    sheets = asked.campaign.state.sheets
    left = [f"  {name} has {sheets[name].unspent} XP left to spend" for name in spenders if sheets[name].unspent > 0]
    gained = dict.fromkeys(each.event.character for each in asked.events if isinstance(each.event, XpAwarded))
    unspent = [f"  {name} {balance(sheets[name].unspent)}" for name in gained]
    return "\n".join([*lines, *left, *unspent])


def balance(unspent: int) -> str:
    """What somebody has to spend, or owes."""
    return f"has {unspent} XP to spend" if unspent >= 0 else f"is {-unspent} XP in debt, which awards pay first"


def moved(recorded: Recorded, found: dict[tuple[str, str], Change]) -> str:
    """What an allocation or free practice did to its trait."""
    event = recorded.event
    if not isinstance(event, XpAllocated | BonusGranted):
        return ""
    change = found.get((event.character, f"traits.{event.trait}"))
    return f": {change.before} → {change.after}" if change else ""


@answers(EndSession)
def session_ended(asked: Asked) -> Answer:
    """The end of the evening, with the XP that nobody has spent yet, and the head to note."""
    unspent = {name: sheet.unspent for name, sheet in asked.campaign.state.sheets.items() if sheet.unspent}
    head = asked.campaign.log.head

    def text() -> str:
        left = [f"  {name} has {xp} XP to spend" for name, xp in unspent.items()]
        return "\n".join([recorded_text(asked.events), *left, f"  head #{head.seq} {head.hash.hex()[:16]}"])

    return Answer({"unspent": unspent, "events": head.seq, "head": head.hash.hex()}, text)


@answers(Roll)
def rolled(asked: Asked) -> Answer:
    """Dice, and what they came to."""
    event = asked.events[0].event
    assert isinstance(event, DiceRolled)
    result = event_result(asked) | {"extreme": read_dice(event.dice).extreme(event.roll)}
    return Answer(result, lambda: roll_text(asked.events[0].seq, event, result["extreme"]))


@answers(Check)
def checked(asked: Asked) -> Answer:
    """A check, with the chance it had."""
    event = asked.events[0].event
    assert isinstance(event, CheckResolved)
    dice = read_dice(event.dice)
    needed = event.difficulty - event.total + (event.roll or 0)
    pmf = dice.pmf()
    result = event_result(asked) | {
        "needed": needed,
        "odds": float(pmf.at_least(needed)),
        "odds_exact": "{}/{}".format(*pmf.cases_at_least(needed)),
        "extreme": dice.extreme(event.roll or 0),
    }
    return Answer(result, lambda: check_text(asked.events[0].seq, event, result))


@answers(Contest)
def contested(asked: Asked) -> Answer:
    """A contest, with everyone's place."""
    event = asked.events[0].event
    assert isinstance(event, ContestResolved)
    dice = read_dice(event.dice)
    extremes = {side.character: dice.extreme(side.roll) for side in event.participants}
    result = event_result(asked)
    for side in result["participants"]:
        side["extreme"] = extremes[side["character"]]
    return Answer(result, lambda: contest_text(asked.events[0].seq, event, extremes))


def event_result(asked: Asked) -> dict[str, Any]:
    """The only event's fields as the result."""
    result: dict[str, Any] = codec.plain(asked.events[0].event)
    return result
