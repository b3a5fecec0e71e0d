"""Choose which checks, rolls and turns count in figures, and say why each of the others is left out.

Every figure of checks, on the terminal, on a page or in a table, is made of a `Counted`. So what was made, what was
expected and what was left out are always of the same checks.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.campaign import GM
from engine.chances import of_event
from engine.clock import is_from_notes
from engine.concerns.checks.events import CheckResolved
from engine.concerns.corrections.events import CheckRuled
from engine.rules.parts import Entrant
from engine.types import NO_DICE
from engine.value import record, value
from replay.audience.rule import View, Visible

#: Why something is left out. Of a point spent after the dice fell, a figure keeps the first result.
UNDONE, FROM_NOTES, SECRET, VOID = "undone", "from notes", "secret", "ruled void"
WITHOUT_DICE, WITH_POINT, PARTLY_HIDDEN = "without dice", "with a fudge point", "partly hidden"

#: The least checks or rolls for a conclusion.
TOO_FEW = 30

#: The trait of a check that names none.
UNTRAINED = "untrained"


@value
class Tried:
    """A check: whose it was, the chance that it had, if that is known, and whether its dice made it.

    `left_out` is why it is in no figure, "" if it is in them.
    """

    seq: int
    player: str
    character: str
    trait: str
    chance: float | None
    made: bool
    left_out: str = ""


@value
class Counted:
    """A sample of checks: those in it, and those left out of it with their reasons. No figure has another source."""

    tried: tuple[Tried, ...] = ()

    @property
    def checks(self) -> tuple[Tried, ...]:
        """The checks in the sample, in order."""
        return tuple(each for each in self.tried if not each.left_out)

    @property
    def chances(self) -> list[float]:
        """The chance of each check in the sample."""
        return [each.chance for each in self.checks if each.chance is not None]

    @property
    def made(self) -> int:
        """How many checks in the sample were made."""
        return sum(each.made for each in self.checks)

    @property
    def expected(self) -> float:
        """How many checks in the sample were to be expected to be made."""
        return sum(self.chances)

    @property
    def left_out(self) -> dict[str, int]:
        """How many checks are not in the sample, by reason."""
        found = Counter(each.left_out for each in self.tried if each.left_out)
        return {why: found[why] for why in sorted(found)}

    def by_player(self) -> dict[str, Counted]:
        """Return each player's checks, in the order in which they first tried something."""
        return self._group("player")

    def by_trait(self) -> dict[str, Counted]:
        """Return the checks of each trait, the most tried first."""
        return dict(sorted(self._group("trait").items(), key=lambda each: -len(each[1].checks)))

    def _group(self, field: str) -> dict[str, Counted]:
        found: dict[str, list[Tried]] = {}
        for each in self.tried:
            found.setdefault(getattr(each, field), []).append(each)
        return {name: Counted(tuple(tried)) for name, tried in found.items()}


@record
class Sampling:
    """Decides what counts, for an audience. `void` are the checks that were ruled void, by the audience's numbers."""

    view: View
    void: frozenset[int]

    @classmethod
    def of(cls, view: View) -> Sampling:
        """Return what decides for an audience."""
        ruled = {each.event.event: each.event.ruling for each in view.read_counting(CheckRuled)}
        return cls(view, frozenset(number for number, ruling in ruled.items() if ruling != "stands"))

    def leave_out(self, each: Visible) -> str:
        """Return why an event is in no figure, whatever it is, or "" if it may be."""
        if not each.counts:
            return UNDONE
        return FROM_NOTES if is_from_notes(self.view.campaign.state, each.logged) else ""

    def leave_out_roll(self, each: Visible, roll: Any) -> str:
        """Return why a roll, or the side of a contest, is not in the figures of dice, or "" if it is."""
        if "roll" in each.blanks or (isinstance(roll, Entrant) and not self.view.sees(roll.character)):
            return PARTLY_HIDDEN
        dice = getattr(roll, "dice", "") or each.event.dice
        automatic = getattr(each.event, "automatic", None) or getattr(roll, "yields", False)
        if dice == NO_DICE or automatic or roll.roll is None:
            return WITHOUT_DICE
        pointed = getattr(roll, "points", 0) or getattr(roll, "use", "")
        return self._leave_out_secret(each) or (WITH_POINT if pointed else "")

    def try_check(self, each: Visible) -> Tried | None:
        """Return a check for the figures, with its first result, or None for another event."""
        check = each.event
        if not isinstance(check, CheckResolved):
            return None
        sheet = self.view.campaign.state.sheets.get(check.character)
        player = (sheet.player or sheet.name) if sheet and sheet.kind == "pc" else GM
        hidden = self._hide_chance(each, check)
        chance = None if hidden else of_event(self.view.campaign.state.rules_at(each.logged), check)
        why = self._leave_out_secret(each) or (VOID if each.seq in self.void else hidden)
        return Tried(each.seq, player, check.character, check.trait or UNTRAINED, chance, check.success, why)

    def _leave_out_secret(self, each: Visible) -> str:
        return self.leave_out(each) or (SECRET if each.logged in self.view.secret else "")

    def _hide_chance(self, each: Visible, check: CheckResolved) -> str:
        """Return why dice did not decide a check by a chance that the audience knows, or "" if they did."""
        if check.points or check.use:
            return WITH_POINT
        if check.automatic or ("roll" not in each.blanks and (check.roll is None or check.dice == NO_DICE)):
            return WITHOUT_DICE
        return PARTLY_HIDDEN if each.blanks else ""
