"""Add up every character's XP from the events alone, independently of the sheets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.concerns.experience.events import BonusGranted, TraitRaised, XpAllocated, XpAwarded, XpTaken
from engine.concerns.traits.events import TraitGiven
from engine.concerns.uses.events import MissWithdrawn
from engine.rules.growth import costs_of, standing_of
from engine.rules.ruleset import Ruleset
from engine.state import Sheet
from engine.value import Factory, record
from replay.audit.rederiving import Discrepancy


@record
class Account:
    """A character's XP awarded, added by amendments, allocated and taken away.

    By trait, `given` is the level at creation, `practised` all XP put in, and `steps` the number of levels bought.
    """

    awarded: int = 0
    amended: int = 0
    allocated: int = 0
    taken: int = 0
    given: dict[str, int] = Factory(dict)
    practised: dict[str, int] = Factory(dict)
    steps: dict[str, int] = Factory(dict)

    @property
    def unspent(self) -> int:
        """The XP that must be left to spend."""
        return self.awarded + self.amended - self.allocated - self.taken

    def practise(self, trait: str, amount: int) -> None:
        """Add XP to a trait."""
        self.practised[trait] = self.practised.get(trait, 0) + amount

    def improve(self, trait: str, amount: int, bought: bool) -> None:
        """Add XP to a trait, and a level if one was bought."""
        self.practise(trait, amount)
        self.steps[trait] = self.steps.get(trait, 0) + bought

    def level(self, trait: str, rules: Ruleset) -> int:
        """Return the level that a trait's XP, spent level after level (PF-17), or bought steps (FL-38) pay for."""
        if rules.growth != "practice":
            return self.given.get(trait, rules.untrained) + self.steps.get(trait, 0)
        costs, given = costs_of(rules, trait), self.given.get(trait, 0)
        left = worth = self.practised.get(trait, 0) + sum(costs.cost(step) for step in range(given))
        level = 0
        while left >= costs.cost(level):
            left -= costs.cost(level)
            level += 1
        if not worth:
            return rules.untrained
        return level if given else max(level, rules.untrained)


@record
class Books:
    """Everyone's accounts, made from the events that count."""

    accounts: dict[str, Account] = Factory(dict)

    def enter(self, event: Any, amount: int | None) -> None:
        """Enter an event. `amount` is the present amount of an amended award, otherwise None."""
        match event:
            case XpAwarded(who, awarded):
                account = self.of(who)
                account.awarded += awarded
                account.amended += 0 if amount is None else amount - awarded
            case MissWithdrawn(who, _, lost):
                self.of(who).awarded -= lost
            case XpAllocated(who, trait, spent, _, level, pending=waits):
                self.of(who).allocated += spent
                if not waits:
                    self.of(who).improve(trait, spent, level is not None)
            case XpTaken(who, taken):
                self.of(who).taken += taken
            case TraitRaised(who, trait, spent, _, level):
                self.of(who).improve(trait, spent, level is not None)
            case BonusGranted(who, trait, free):
                self.of(who).practise(trait, free)
            case TraitGiven(who, trait, level):
                self.of(who).given[trait] = level

    def of(self, character: str) -> Account:
        """Return a character's account, opening one if there is none."""
        return self.accounts.setdefault(character, Account())

    def against(self, sheet: Sheet, rules: Ruleset) -> Iterator[tuple[str, Discrepancy]]:
        """Yield each difference of a sheet's XP or levels from its account, with the name that `why` takes."""
        account = self.of(sheet.name)
        sums = {
            "awarded": ("awarded XP", account.awarded + account.amended, sheet.awarded),
            "spent": ("spent XP", account.allocated, sheet.spent),
            "taken": ("XP taken away", account.taken, sheet.taken),
            "xp": ("XP left of the awards", account.unspent, sum(sheet.lots.values())),
        }
        for name, (what, expected, found) in sums.items():
            if expected != found:
                yield name, Discrepancy("xp-conservation", f"{sheet.name}'s {what}", expected, found)
        for trait in dict.fromkeys([*account.given, *account.practised, *sheet.practice]):
            expected, found = account.level(trait, rules), standing_of(rules, sheet.practice.get(trait), trait).level
            if expected != found:
                yield trait, Discrepancy("level-mismatch", f"{sheet.name}'s {trait}", expected, found)
