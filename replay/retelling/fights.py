"""Tell a fight: its title with whom it was against, then a sentence a round.

In a round somebody won or lost. Nobody hits, as players also roll to defend themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from engine.retelling import DuelTold, FightOverTold, FightTold, HeadingTold, RoundTold, TryTold
from engine.text import join_names
from engine.value import evolve, value
from replay.retelling.runs import Joiner, tie
from replay.retelling.strands import Strand
from replay.retelling.tries import Passage, join_numbers, tell_behind, tell_margins

#: The number behind the name of one of several alike.
ONE_OF_SEVERAL = re.compile(r"(.+) (\d+)$")


@value
class Bout:
    """A player's character against somebody in a fight: who, how it went, with what and against whom."""

    who: str
    fought: str
    trait: str
    foe: str
    margin: int | None


@value
class FightPlan:
    """A fight, as far as all its rounds have it in common: `foes`, and the `trait` if only one was tried.

    `one_kind`: the foes are one, or alike, so a round does not name them. `rounds`: it had more than one.
    """

    title: str
    foes: tuple[str, ...]
    trait: str
    one_kind: bool
    rounds: bool

    @classmethod
    def of(cls, title: str, strands: Sequence[Strand], heroes: frozenset[str]) -> FightPlan:
        """Return a fight from what was told from its beginning on."""
        during = list(until_over(strands))
        bouts = [bout for each in during if (bout := find_bout(each, heroes)) is not None]
        foes = tuple(dict.fromkeys(each.foe for each in bouts))
        traits = {each.trait for each in bouts}
        kinds = {name_of_kind(foe) for foe in foes}
        rounds = any(isinstance(each.told, RoundTold) for each in during)
        return cls(title, foes, traits.pop() if len(traits) == 1 else "", len(kinds) < 2, rounds)

    @property
    def head(self) -> str:
        """The words with which a fight begins."""
        return f"Fight: {self.title.rstrip('.')}." if self.title else "Fight."

    def tell_opening(self, joiner: Joiner) -> str:
        """Return the title, and against whom the fight was and with what."""
        if not self.foes:
            return self.head
        against = f"{f'{self.trait} against' if self.trait else 'Against'} {name_foes(self.foes, joiner)}"
        return f"{self.head} {against}"


def until_over(strands: Sequence[Strand]) -> Iterator[Strand]:
    """Yield what happened before the fight ended, or the scene did."""
    for each in strands:
        if isinstance(each.told, FightOverTold | HeadingTold | FightTold):
            return
        yield each


def name_of_kind(name: str) -> str:
    """Return a name without the number of one of several alike."""
    found = ONE_OF_SEVERAL.match(name)
    return found[1] if found else name


def name_foes(names: Sequence[str], joiner: Joiner) -> str:
    """Return the names of foes, of alike ones their numbers."""
    kinds = [list(alike) for _, alike in groupby(names, key=name_of_kind)]
    return join_names([name_alike(each) if len(each) > 1 else joiner.party.call(each[0]) for each in kinds])


def name_alike(alike: Sequence[str]) -> str:
    """Return the name of one, or the kind of several alike with their numbers.

    >>> name_alike(["Clerk 1", "Clerk 2"]), name_alike(["Clerk 2"])
    ('Clerk 1 and 2', 'Clerk 2')
    """
    kind = name_of_kind(alike[0])
    return alike[0] if len(alike) == 1 else f"{kind} {join_names([name.removeprefix(kind).strip() for name in alike])}"


def find_bout(strand: Strand, heroes: frozenset[str]) -> Bout | None:
    """Return a check or contest as a bout of one player's character against somebody else, or None for another."""
    match strand.told:
        case TryTold(who=who, against=str() as foe) as tried if who in heroes and foe not in heroes:
            return Bout(who, tried.fought, tried.trait, foe, tried.margin)
        case DuelTold(sides=((one, _), (two, _))) as duel if (one in heroes) != (two in heroes):
            who, foe = (one, two) if one in heroes else (two, one)
            if not (duel.winner or duel.tied) or strand.turn:
                return None
            won, lost, tied = duel.fought
            fought = won if duel.winner == who else lost if duel.winner else tied
            return Bout(who, fought, dict(duel.sides)[who], foe, duel.margin)
    return None


@value
class RoundTeller:
    """Tells the rounds of a fight."""

    fight: FightPlan
    joiner: Joiner
    heroes: frozenset[str]

    def tell(self, stretch: Sequence[Strand], number: int, *, begins: bool) -> Iterator[Passage]:
        """Yield one sentence for what happened in a round; the first part of it says which round that was."""
        clauses = list(self._tell_parts(tie(stretch)))
        if not clauses:
            return
        said = "; ".join(each.text for each in clauses)
        seqs = tuple(sorted({seq for each in clauses for seq in each.seqs}))
        yield Passage(seqs, f"Round {number}: {said}" if begins and self.fight.rounds else said)

    def _tell_parts(self, stretch: Sequence[Strand]) -> Iterator[Passage]:
        for is_bout, run in groupby(stretch, key=lambda each: find_bout(each, self.heroes) is not None):
            if is_bout:
                yield from self._tell_bouts(list(run))
            else:
                yield from self.joiner.join(list(run))

    def _tell_bouts(self, run: Sequence[Strand]) -> Iterator[Passage]:
        """Yield a clause for those who fared alike, and one for each to whom something came of it."""
        alike: dict[object, list[tuple[Strand, Bout]]] = {}
        for strand in run:
            bout = find_bout(strand, self.heroes)
            assert bout is not None
            apart = strand.seqs if strand.behind or strand.turn or is_staked(strand) else ()
            alike.setdefault((evolve(bout, who="", foe="" if self.fight.one_kind else bout.foe), apart), []).append(
                (strand, bout)
            )
        for found in alike.values():
            strands, bouts = [each[0] for each in found], [each[1] for each in found]
            names = self.joiner.party.join(list(dict.fromkeys(each.who for each in bouts)))
            yield Passage(join_numbers(strands), f"{names} {self._tell_bout(strands[0], bouts[0])}")

    def _tell_bout(self, strand: Strand, bout: Bout) -> str:
        """Return how somebody fared, with what came of it."""
        turn, margin = strand.turn, bout.margin
        fought = bout.fought
        means = ""
        if turn is not None:
            same = turn.fought == fought
            means = f" {'' if turn.success or not same else 'even '}{turn.means}"
            means = means if same else f", then {turn.fought}{means}"
            margin = turn.margin
        barely = "barely " if margin == 0 and turn is None and bout.fought else ""
        trait = "" if self.fight.trait else f" with {bout.trait}"
        foe = "" if self.fight.one_kind else f" against {self.joiner.party.call(bout.foe)}"
        by = "" if margin is None else tell_margins([margin])
        staked = self._stakes(strand)
        return f"{barely}{fought}{trait}{foe}{means}{by}{staked}{tell_behind(strand.behind)}"

    @staticmethod
    def _stakes(strand: Strand) -> str:
        tried = strand.told
        failed = isinstance(tried, TryTold) and tried.stakes and not (strand.turn or tried).success
        return f" (at stake: “{tried.stakes}”)" if failed and isinstance(tried, TryTold) else ""


def is_staked(strand: Strand) -> bool:
    """Return whether a failure of a check costs something."""
    return isinstance(strand.told, TryTold) and bool(strand.told.stakes)
