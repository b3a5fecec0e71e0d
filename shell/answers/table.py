"""Answers to what is done at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.campaign import Recorded
from engine.commands import (
    AnswerQuestions,
    Award,
    Bonus,
    ChangePoints,
    ChangeStatus,
    Check,
    Contest,
    Critical,
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
    React,
    Reveal,
    Roll,
    SetScene,
    ShowQuestions,
    Spend,
    StartSession,
)
from engine.dice import FUMBLE, read_dice
from engine.events import BonusGranted, CheckResolved, ContestResolved, DiceRolled, Part, XpAllocated, XpAwarded
from engine.rules.outcome import base_of, in_reach, needed
from engine.rules.ruleset import Ruleset
from engine.store import codec
from engine.types import BY_LEVEL
from replay.changes import Change, changes, views
from replay.telling import tell
from replay.words import signed
from shell.answers import Answer, Asked, answers
from shell.views.outcomes import check_text, contest_text, roll_text
from shell.views.story import recorded_text


@answers(
    AnswerQuestions,
    Award,
    Bonus,
    ChangePoints,
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
    idle = ", and in these rules XP raise nothing" if asked.campaign.state.rules.growth == "none" else ""
    unspent = [f"  {name} {balance(sheets[name].unspent)}{idle}" for name in gained]
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


@answers(React)
def reacted(asked: Asked) -> Answer:
    """How somebody takes to the characters."""
    return Answer(event_result(asked), lambda: recorded_text(asked.events))


@answers(Critical)
def critical(asked: Asked) -> Answer:
    """What the table of critical results says."""
    return Answer(event_result(asked), lambda: recorded_text(asked.events))


@answers(ShowQuestions)
def questions(asked: Asked) -> Answer:
    """The questions that a session ends with."""
    found = asked.campaign.state.rules.questions
    lines = [f"{number}. {question}" for number, question in enumerate(found, start=1)]
    return Answer({"questions": list(found)}, lambda: "\n".join(lines) or "these rules have no questions")


@answers(Check)
def checked(asked: Asked) -> Answer:
    """A check, with the chance it had."""
    event = asked.events[0].event
    assert isinstance(event, CheckResolved)
    rules = asked.campaign.state.rules
    result = event_result(asked) | chances(rules, event) | {"warnings": warnings(rules, event.modifiers)}

    return Answer(result, lambda: check_text(asked.events[0].seq, event, result, rules) + awarded(asked))


def awarded(asked: Asked) -> str:
    """The XP that a roll brought (FL-133)."""
    return "".join(f"\n  {tell(each.event)}" for each in asked.events[1:])


def chances(rules: Ruleset, event: CheckResolved) -> dict[str, Any]:
    """What a check needed, and the exact chance that it had; without dice it was certain."""
    if event.roll is None:
        certain = int(event.success)
        return {"needed": None, "odds": float(certain), "odds_exact": f"{certain}/1", "extreme": 0, "fumble": False}
    dice = read_dice(event.dice)
    least = needed(rules, dice, base_of(dice, event.level, event.modifiers), event.difficulty)
    pmf = dice.pmf()
    return {
        "needed": in_reach(least),
        "odds": float(pmf.at_least(least)),
        "odds_exact": "{}/{}".format(*pmf.cases_at_least(least)),
        "extreme": dice.extreme(event.roll),
        "fumble": event.roll == FUMBLE,
    }


def warnings(rules: Ruleset, modifiers: Sequence[Part]) -> list[str]:
    """What the table should look at again, though nothing forbids it (FU-38). A better trait is no modifier."""
    total = sum(p.value for p in modifiers if p.source != "secondary" or p.value <= rules.secondary_bonus)
    limit = rules.modifier_limit
    beyond = f"modifiers of {signed(total)}: beyond ±{limit} only in extreme cases"
    return [beyond] if limit and abs(total) > limit else []


@answers(Contest)
def contested(asked: Asked) -> Answer:
    """A contest, with everyone's place.

    `relative` is by how much the winner leads; of two results on a ladder, the first one's relative degree (FU-46).
    """
    event = asked.events[0].event
    assert isinstance(event, ContestResolved)
    extremes = {s.character: read_dice(s.dice or event.dice).extreme(s.roll) for s in event.participants}
    result = event_result(asked)
    for side in result["participants"]:
        side["dice"] = titled(side["dice"]) or result["dice"]
        side["extreme"] = extremes[side["character"]]
        best = max(other["total"] for other in result["participants"] if other is not side)
        countless = event.automatic or FUMBLE in (side["total"], best)
        side["relative"] = None if countless else side["total"] - best
    rules = asked.campaign.state.rules
    if rules.ladder and len(result["participants"]) == 2:
        result["relative"] = result["participants"][0]["relative"]
    found = [f"{side.character}: {said}" for side in event.participants for said in warnings(rules, side.modifiers)]
    result["warnings"] = found
    lines = "".join(f"\n  {warning}" for warning in found)
    return Answer(result, lambda: contest_text(asked.events[0].seq, event, extremes) + lines + awarded(asked))


def event_result(asked: Asked) -> dict[str, Any]:
    """The fields of what was rolled as the result, with the dice by their name."""
    result: dict[str, Any] = codec.plain(asked.events[0].event)
    return result | {"dice": titled(result["dice"])}


def titled(dice: str) -> str:
    """What dice are called, if there were any in particular."""
    return dice if dice in ("", BY_LEVEL) else read_dice(dice).title
