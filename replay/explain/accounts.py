"""Explain the sums of an XP account."""

from __future__ import annotations

from engine.state import Sheet
from engine.text import plain
from replay.explain.answer import EXPERIENCE, Why
from replay.explain.causes import cause, of_sheet, watch
from replay.moment import Moment

#: The sums of an XP account that can be explained, with their names.
ACCOUNT = {
    "xp": "to spend",
    "unspent": "to spend",
    "awarded": "awarded",
    "spent": "spent",
    "bonus": "of free practice",
}


def explain_account(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain XP awarded, spent, unspent or bonus as a sum of the awards and allocations that moved it."""
    field = "unspent" if name == "xp" else name
    look = of_sheet(sheet.name, lambda each: getattr(each, field))
    steps = [step for step in watch(moment.read_counting(*EXPERIENCE, about=sheet.name), look) if step.moved]
    total = getattr(sheet, field)
    return Why(
        sheet.name,
        name,
        "account",
        total,
        f"{sheet.name} has {plain(total)} XP {ACCOUNT[name]}",
        tuple(cause(moment, s.recorded, s.after - s.before, (plain(s.before), plain(s.after))) for s in steps),
        (debt_text(total),) if total < 0 else (),
    )


def debt_text(unspent: int) -> str:
    """Explain a negative balance."""
    return f"a debt of {-unspent} XP, which later awards pay first"
