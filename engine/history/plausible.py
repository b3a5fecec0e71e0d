"""Check what an event says by itself: a hash can be right for something that no program ever recorded.

`verify`, importing, rescuing and the audit ask the same of every event.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from engine.concerns.campaign.events import CampaignCreated, RulesChanged
from engine.concerns.characters.events import CharacterCreated
from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.events import ContestResolved
from engine.concerns.corrections.events import SheetSigned
from engine.concerns.rolls.events import DiceRolled, ReactionRolled
from engine.dice import Dice, DiceError, read_dice
from engine.refusal import Refused
from engine.rules.ruleset import FIELDS, from_recorded
from engine.store import codec
from engine.text import within_limits

#: What the text of an event may show of signs that no text may hold; a typed backslash shows the same.
SUSPECT = re.compile(r"\\[bfnrtu]|[\x7f-\x9f\u2028\u2029]")


def implausible(event: Any) -> str | None:
    """Return why no program could have recorded an event, in a few words; None where one could."""
    match event:
        case CampaignCreated(rules=rules, digest=digest) | RulesChanged(rules=rules, digest=digest):
            why = _rules(rules, digest)
        case CharacterCreated(kind=kind):
            why = None if kind in ("pc", "npc") else "a character is a pc or an npc"
        case CheckResolved() | DiceRolled() | ReactionRolled():
            why = None if event.roll is None else _faces(event.dice, event.faces, event.physical)
        case ContestResolved(participants=sides):
            rolls = (_faces(side.dice or event.dice, side.faces, side.physical) for side in sides if not side.yields)
            why = "a contest has two sides or more" if len(sides) < 2 else next(filter(None, rolls), None)
        case SheetSigned(values=values):
            why = None if values else "it does not say what was signed"
        case _:
            why = None
    return why or _signs(event)


def _faces(spec: str, faces: Sequence[int], physical: bool) -> str | None:
    """Return what is wrong with dice: their name, or that the program's own show no faces."""
    dice = _dice(spec)
    if dice is None:
        return f"“{spec[:40]}” is not dice"
    return "the program's own dice show no faces" if not faces and not physical and dice.refuse(()) else None


@lru_cache(maxsize=64)
def _dice(spec: str) -> Dice | None:
    try:
        return read_dice(spec)
    except DiceError:
        return None


def _rules(rules: dict[str, Any], digest: str) -> str | None:
    """Return what is wrong with a digest of rules that are all known here."""
    if not rules or not FIELDS.keys() >= rules.keys():
        return None
    return None if from_recorded(rules).digest == digest else "its digest is that of other rules"


def _signs(event: Any) -> str | None:
    """Return what sign in a text of an event none may hold."""
    if isinstance(event, codec.Unknown) or not SUSPECT.search(codec.encode(event)):
        return None
    try:
        _check_texts(msgspec.to_builtins(event))
    except Refused as refused:
        return refused.message
    return None


def _check_texts(held: Any) -> None:
    if isinstance(held, str):
        within_limits(held)
    elif isinstance(held, dict):
        for key, each in held.items():
            _check_texts(key)
            _check_texts(each)
    elif isinstance(held, list | tuple):
        for each in held:
            _check_texts(each)
