"""Tell a fight: its title with whom it was against, then a sentence a round.

In a round somebody won or lost. Nobody hits, as players also roll to defend themselves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from engine.retelling import DeedTold, DuelTold, FightOverTold, FightTold, HeadingTold, RoundTold, TryTold
from engine.text import because, join_names
from engine.value import evolve, value
from replay.retelling.runs import Joiner, tie
from replay.retelling.strands import Strand
from replay.retelling.tries import Passage, join_numbers, join_passages, tell_behind, tell_deed, tell_margins

#: The most clauses in one sentence of a round.
MOST_IN_A_ROUND = 6

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
    aside: tuple[str, ...] = ()
    tied: str = ""


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
            return None if strand.secret else Bout(who, tried.fought, tried.trait, foe, tried.margin, tried.aside)
        case DuelTold(sides=((one, _), (two, _))) as duel if (one in heroes) != (two in heroes):
            who, foe = (one, two) if one in heroes else (two, one)
            if not (duel.winner or duel.tied) or strand.turn or strand.secret:
                return None
            won, lost, tied = duel.fought
            fought = won if duel.winner == who else lost if duel.winner else tied
            return Bout(who, fought, dict(duel.sides)[who], foe, duel.margin, duel.aside, tied)
    return None


@value
class RoundTeller:
    """Tells the rounds of a fight."""

    fight: FightPlan
    joiner: Joiner
    heroes: frozenset[str]

    def tell(self, stretch: Sequence[Strand], number: int, *, begins: bool) -> Iterator[Passage]:
        """Yield the sentences of a round: who won and lost, and who was hurt, in one, and all else by itself."""
        title = f"Round {number}: " if begins and self.fight.rounds else ""
        for is_fighting, run in groupby(tie(stretch), key=self._is_fighting):
            strands = list(run)
            clauses = list(self._tell_fighting(strands) if is_fighting else self.joiner.join(strands))
            for each in join_passages(clauses, MOST_IN_A_ROUND) if is_fighting else clauses:
                yield evolve(each, text=f"{title}{each.text}")
                title = ""

    def _is_fighting(self, strand: Strand) -> bool:
        """Return whether an event is a roll or harm, and everybody saw it."""
        told = strand.told
        return not strand.secret and (
            isinstance(told, TryTold | DuelTold) or (isinstance(told, DeedTold) and told.behind)
        )

    def _tell_fighting(self, run: Sequence[Strand]) -> Iterator[Passage]:
        for is_bout, part in groupby(run, key=lambda each: find_bout(each, self.heroes) is not None):
            strands = list(part)
            for each in self._tell_bouts(strands) if is_bout else self.joiner.join(strands):
                yield evolve(each, whole=False)

    def _tell_bouts(self, run: Sequence[Strand]) -> Iterator[Passage]:
        """Yield a clause for those who fared alike, and one for each to whom something came of it."""
        alike: dict[tuple[str, tuple[int, ...]], list[tuple[Strand, Bout]]] = {}
        before: Counter[tuple[str, str]] = Counter()
        for strand in run:
            bout = find_bout(strand, self.heroes)
            assert bout is not None
            apart = strand.seqs if strand.behind or strand.turn or is_staked(strand) else ()
            said = self._tell_bout(strand, bout)
            again = " again" if before[bout.who, said] and not apart else ""
            before[bout.who, said] += 1
            alike.setdefault((f"{said}{again}", apart or strand.seqs if again else apart), []).append((strand, bout))
        for (said, _), found in alike.items():
            names = self.joiner.party.join(list(dict.fromkeys(bout.who for _, bout in found)))
            yield Passage(join_numbers([strand for strand, _ in found]), f"{names} {said}")

    def _tell_bout(self, strand: Strand, bout: Bout) -> str:
        """Return how somebody fared, with what came of it."""
        turn = strand.turn
        margin = turn.margin if turn else bout.margin
        means = ""
        if turn is not None:
            same = turn.fought == bout.fought
            means = f"{'' if turn.success or not same else ' even'} {turn.means}"
            means = means if same else f", then {turn.fought}{means}"
        barely = "barely " if margin == 0 and turn is None and bout.fought != bout.tied else ""
        trait = "" if self.fight.trait else f" with {bout.trait}"
        foe = "" if self.fight.one_kind else f" against {self.joiner.party.call(bout.foe)}"
        by = "" if margin is None else tell_margins([margin])
        said = f"{barely}{bout.fought}{trait}{foe}{means}{by}{because(', '.join(turn.aside if turn else bout.aside))}"
        return f"{said}{self._tell_stakes(strand)}{self._tell_behind(strand, bout)}"

    @staticmethod
    def _tell_stakes(strand: Strand) -> str:
        tried = strand.told
        failed = isinstance(tried, TryTold) and tried.stakes and not (strand.turn or tried).success
        return f" (at stake: “{tried.stakes}”)" if failed and isinstance(tried, TryTold) else ""

    def _tell_behind(self, strand: Strand, bout: Bout) -> str:
        """Return what came of a bout, to either side."""
        own = tell_behind([each for each in strand.behind if each.who == bout.who])
        others = [each for each in strand.behind if isinstance(each, DeedTold) and each.who != bout.who]
        return own + "".join(f"; {self.joiner.party.call(each.who)} {tell_deed(each)}" for each in others)


def is_staked(strand: Strand) -> bool:
    """Return whether a failure of a check costs something."""
    return isinstance(strand.told, TryTold) and bool(strand.told.stakes)
