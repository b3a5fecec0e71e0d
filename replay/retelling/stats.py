"""Count rolls, actors and results, and compare them with expectations.

Everything is counted from the events that the audience sees. Statistics for players contain nothing of secret rolls,
not even how many there were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, get_args

from engine.campaign import GM, Campaign
from engine.chances import of_event
from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.events import ContestResolved
from engine.concerns.corrections.events import CheckRuled
from engine.concerns.uses.events import Turning
from engine.dice import Dice, read_dice
from engine.dice.technique import Fixed
from engine.point import session_span
from engine.rules.odds import MOST_LISTED, OddsError
from engine.rules.parts import Entrant
from engine.text import plain, with_sign
from engine.types import FUMBLE, NO_DICE
from engine.value import Factory, evolve, record, value
from replay.audience.rule import View, Visible
from replay.retelling.acting import who_acts
from replay.retelling.luck import holm, p_of_faces, p_of_sum, range_of, seen_of_ten

PROGRAM, PHYSICAL = "program", "real dice"

#: The least rolls or checks for a conclusion.
TOO_FEW = 30

#: The chance of a result as likely as not.
EVEN = 0.5
SUREST_MISS = "surest thing missed"

#: The least checks for moments of luck.
FEW_FOR_MOMENTS = 5

#: How much more often a bad die shows its greatest face, and how much less often its least.
OFF_BY = 1 / 12


@value
class Fallen:
    """A roll: its dice and its total. `who` is the side that rolled it in a contest."""

    seq: int
    dice: str
    roll: int
    who: str = ""

    def tell(self, text: str) -> str:
        """Return the log's sentence on the roll, with the side that rolled it."""
        number = with_sign(self.roll) if read_dice(self.dice).pmf().low < 0 else plain(self.roll)
        return f"{self.who} rolls {number}; {text}" if self.who else text


@record
class RollsCounted:
    """How often each total and each face of some dice fell. Of a total typed alone, no faces are known."""

    totals: Counter[int] = Factory(Counter)
    faces: Counter[int] = Factory(Counter)

    @property
    def times(self) -> int:
        """How many rolls there were, fumbles among them."""
        return self.totals.total()

    @property
    def summed(self) -> Counter[int]:
        """How often each total fell that is a number."""
        return Counter({total: times for total, times in self.totals.items() if total != FUMBLE})

    def add(self, roll: int, faces: Iterable[int]) -> None:
        """Count a roll."""
        self.totals[roll] += 1
        self.faces.update(faces)


@value
class Tried:
    """A check with the chance it had and whether it succeeded, as it holds now."""

    seq: int
    player: str
    character: str
    trait: str
    chance: float | None
    success: bool


@value
class StrayTest:
    """A test for deviation from expectation, with p-values before and after adjustment.

    `times` is how many totals or faces of the rolls were looked at. `seen` is how often of ten it would have noticed a
    die that is off by one twelfth, None if that does not apply.
    """

    kind: str
    of: str
    source: str
    rolls: int
    times: int
    p_value: float
    adjusted: float = 1.0
    seen: int | None = None


@value
class SourceOfRolls:
    """The rolls of one kind of dice from one source: totals, deviation, and faces if all dice are alike."""

    source: str
    rolls: int
    mean: float
    totals: StrayTest | None
    counts: dict[int, int]
    faces: dict[int, int]
    of_faces: StrayTest | None


@value
class DiceStats:
    """The rolls of one technique: how often each total fell and was expected, together and by source."""

    name: str
    rolls: int
    fumbles: int
    mean: float
    expected_mean: float
    counts: dict[int, int]
    expected: dict[int, float]
    sources: tuple[SourceOfRolls, ...]

    @property
    def p_value(self) -> float | None:
        """The chance of the greatest deviation of any source, adjusted for the number of sources tested."""
        found = [each.totals.p_value for each in self.sources if each.totals]
        return min(1.0, len(found) * min(found)) if found else None


@value
class Luck:
    """A player's expected and actual successes, with the chances of at most and of at least so many."""

    player: str
    checks: int
    deserved: float
    got: int
    at_most: float
    at_least: float


@value
class StoryMoment:
    """A roll or check worth remembering, with the chance it had."""

    kind: str
    seq: int
    chance: float
    text: str


@value
class Statistics:
    """All figures.

    `left_out` counts the rolls that are not in the tests, by reason. `session` is None for all. `trials` are the checks
    behind luck and traits, in order.
    """

    session: int | None
    character: str | None
    dice: tuple[DiceStats, ...]
    spotlight: dict[str, int]
    success: dict[str, tuple[int, int]]
    luck: tuple[Luck, ...]
    moments: tuple[StoryMoment, ...]
    tests: tuple[StrayTest, ...]
    left_out: dict[str, int]
    trials: tuple[Tried, ...] = ()


@record
class Counting:
    """The counts so far.

    `view` is the audience's. `void` are the checks that were ruled void, and `turned` those that a fudge point changed,
    with whether they are a success now. `rolls` are counted by dice and source. `firsts` has the first roll of each
    total of some dice, as a log may have too many to store them all.
    """

    view: View
    character: str | None
    void: set[int] = Factory(set)
    turned: dict[int, bool] = Factory(dict)
    rolls: dict[tuple[str, str], RollsCounted] = Factory(dict)
    firsts: dict[tuple[str, int], Fallen] = Factory(dict)
    trials: list[Tried] = Factory(list)
    spotlight: Counter[str] = Factory(Counter)
    left_out: Counter[str] = Factory(Counter)

    @property
    def campaign(self) -> Campaign:
        """The campaign that is counted in."""
        return self.view.campaign

    def text(self, number: int) -> str:
        """Return the sentence of an event, by the number that the audience knows."""
        found = self.view.find(number)
        assert found is not None
        return found.text

    def take(self, each: Visible) -> None:
        """Count an event."""
        for who in who_acts(each.event) if each.counts else ():
            self.spotlight[who] += 1
        for roll in rolls_in(each.event):
            self._take_roll(each, roll)
        if isinstance(each.event, CheckResolved) and each.counts and each.seq not in self.void:
            self._take_check(each, each.event)

    def _is_asked(self, who: str | None) -> bool:
        return self.character is None or who == self.character

    def _take_roll(self, each: Visible, roll: Any) -> None:
        """Count a roll for the tests, or why it is not in them."""
        who = getattr(roll, "character", None)
        dice = getattr(roll, "dice", "") or each.event.dice
        hidden = "roll" in each.blanks or (isinstance(roll, Entrant) and not self.view.sees(roll.character))
        if hidden or not self._is_asked(who) or dice == NO_DICE or getattr(roll, "yields", False):
            return
        why = self._why_left_out(each, roll)
        if why:
            self.left_out[why] += 1
        else:
            source = PHYSICAL if roll.physical else PROGRAM
            side = roll.character if isinstance(roll, Entrant) else ""
            self.rolls.setdefault((dice, source), RollsCounted()).add(roll.roll, roll.faces)
            self.firsts.setdefault((dice, roll.roll), Fallen(each.seq, dice, roll.roll, side))

    def _why_left_out(self, each: Visible, roll: Any) -> str:
        if not each.counts:
            return "undone"
        if each.logged in self.view.secret:
            return "secret"
        if getattr(roll, "automatic", None) or roll.roll is None:
            return "without dice"
        return "with a fudge point" if getattr(roll, "points", 0) or getattr(roll, "use", "") else ""

    def _take_check(self, each: Visible, check: CheckResolved) -> None:
        """Count a check for luck and for the use of traits."""
        if not self._is_asked(check.character):
            return
        sheet = self.campaign.state.sheets.get(check.character)
        player = (sheet.player or sheet.name) if sheet and sheet.kind == "pc" else GM
        secret = each.logged in self.view.secret
        by_dice = not (each.blanks or check.points or check.use or each.seq in self.turned or secret)
        chance = of_event(self.campaign.state.rules_at(each.logged), check) if by_dice and not check.automatic else None
        success = self.turned.get(each.seq, check.success)
        self.trials.append(Tried(each.seq, player, check.character, check.trait or "untrained", chance, success))


def rolls_in(event: Any) -> Iterator[Any]:
    """Yield the rolls in an event: the event itself, or the sides of a contest."""
    if isinstance(event, ContestResolved):
        yield from (side for side in event.participants if not event.automatic)
    elif hasattr(event, "faces") and hasattr(event, "roll") and hasattr(event, "dice"):
        yield event


def statistics(
    campaign: Campaign,
    session: int | None = None,
    character: str | None = None,
    audience: str | None = None,
) -> Statistics:
    """Return the figures of a session, or of all. Raise Refused if there is no such session."""
    return figures_of(View.of(campaign, audience), session, character)


def figures_of(view: View, session: int | None = None, character: str | None = None) -> Statistics:
    """Return the figures of one or all sessions, from the events that an audience sees."""
    campaign = view.campaign
    after, last = (0, campaign.state.seq) if session is None else session_span(campaign.state, session)
    found = Counting(view, character)
    for each in view.read_counting(*get_args(Turning)):
        found.turned[each.event.of] = each.event.success
    for each in view.read_counting(CheckRuled):
        (found.void.discard if each.event.ruling == "stands" else found.void.add)(each.event.event)
    for each in view.read_seen(after, last):
        found.take(each)
    return own_first(view, conclude_statistics(found, session))


def own_first(view: View, found: Statistics) -> Statistics:
    """Return the figures with the player's own first for whom they are made."""
    spotlight = dict(sorted(found.spotlight.items(), key=lambda each: not view.owns(each[0])))
    luck = sorted(found.luck, key=lambda each: each.player != view.player)
    return evolve(found, spotlight=spotlight, luck=tuple(luck))


def conclude_statistics(found: Counting, session: int | None) -> Statistics:
    """Return the figures from the counts, with all tests adjusted for each other."""
    dice = tuple(of_techniques(found.rolls))
    tests = [test for each in dice for source in each.sources for test in (source.totals, source.of_faces) if test]
    adjusted = holm([test.p_value for test in tests])
    tests = [evolve(test, adjusted=p) for test, p in zip(tests, adjusted, strict=True)]
    pcs = [sheet.name for sheet in found.campaign.state.sheets.values() if sheet.kind == "pc"]
    acted = {name: found.spotlight[name] for name in pcs if found.character in (None, name)}
    return Statistics(
        session,
        found.character,
        dice,
        acted,
        how_traits_went(found.trials),
        tuple(luck_of_players(found.trials)),
        tuple(moments_in(found)),
        tuple(tests),
        dict(found.left_out),
        tuple(found.trials),
    )


def how_traits_went(trials: Sequence[Tried]) -> dict[str, tuple[int, int]]:
    """Return each trait's tries and successes, the most tried first."""
    tried = Counter(each.trait for each in trials)
    succeeded = Counter(each.trait for each in trials if each.success)
    return {trait: (times, succeeded[trait]) for trait, times in tried.most_common()}


def luck_of_players(trials: Sequence[Tried]) -> Iterator[Luck]:
    """Yield each player's expected and actual successes in checks that dice decided."""
    for player in dict.fromkeys(each.player for each in trials if each.chance is not None):
        theirs = [each for each in trials if each.player == player and each.chance is not None]
        chances = [each.chance for each in theirs if each.chance is not None]
        got = sum(each.success for each in theirs)
        yield Luck(player, len(theirs), sum(chances), got, *range_of(chances, got))


# --- dice ------------------------------------------------------------------------------------------------------


def of_techniques(rolls: Mapping[tuple[str, str], RollsCounted]) -> Iterator[DiceStats]:
    """Yield the figures of each technique that was rolled."""
    taken: set[str] = set()
    for spec in dict.fromkeys(spec for spec, _ in rolls):
        dice = read_dice(spec)
        name = spec if dice.title in taken else dice.title
        taken.add(name)
        yield of_technique(name, dice, {source: each for (of, source), each in rolls.items() if of == spec})


def of_technique(name: str, dice: Dice, by_source: Mapping[str, RollsCounted]) -> DiceStats:
    """Return the figures of the rolls of one technique."""
    times = sum(each.times for each in by_source.values())
    totals = sum((each.summed for each in by_source.values()), Counter())
    pmf = dice.pmf()
    try:
        listed = [total for total in pmf.list_totals() if total != FUMBLE]
    except OddsError:
        listed = sorted(totals)
    expected = {total: times * float(pmf.chance(total)) for total in listed}
    sources = tuple(of_source(name, dice, source, each) for source, each in by_source.items())
    fumbles = times - totals.total()
    return DiceStats(name, times, fumbles, mean_of(totals), float(pmf.mean), totals, expected, sources)


def of_source(name: str, dice: Dice, source: str, rolls: RollsCounted) -> SourceOfRolls:
    """Return the figures of the rolls of one technique from one source."""
    totals, faces = rolls.summed, count_faces(dice, rolls)
    of_faces = None
    fell = sum(faces.values())
    if len(faces) > 1 and fell:
        of_faces = StrayTest("faces", name, source, rolls.times, fell, p_of_faces(list(faces.values())))
    compared = compare_totals(name, dice, source, totals)
    return SourceOfRolls(source, rolls.times, mean_of(totals), compared, totals, faces, of_faces)


def sum_totals(totals: Mapping[int, int]) -> int:
    """Return the sum of totals, each as often as it fell."""
    return sum(total * times for total, times in totals.items())


def mean_of(totals: Counter[int]) -> float:
    """Return the mean of totals, 0 if there are none."""
    return sum_totals(totals) / totals.total() if totals else 0.0


def compare_totals(name: str, dice: Dice, source: str, totals: Counter[int]) -> StrayTest | None:
    """Return the test of whether totals are too high or low, or None for dice without a greatest total."""
    pmf = dice.pmf()
    if not totals or pmf.high is None or pmf.low == FUMBLE or not pmf.variance or pmf.high - pmf.low > MOST_LISTED:
        return None
    ways, times = [pmf.ways(total) for total in range(pmf.low, pmf.high + 1)], totals.total()
    p_value = p_of_sum(ways, times, sum_totals(totals) - times * pmf.low)
    shift = off_by(dice)
    seen = None if shift is None else seen_of_ten(shift, float(pmf.variance) ** 0.5, times)
    return StrayTest("totals", name, source, times, times, p_value, seen=seen)


def off_by(dice: Dice) -> float | None:
    """Return how far the mean shifts if the first die is off, or None for dice that are not added up."""
    first = dice.dice[0] if isinstance(dice, Fixed) and dice.steps and dice.table is None and dice.dice else None
    if first is None:
        return None
    return abs(first.worth(first.faces[-1]) - first.worth(first.faces[0])) * min(OFF_BY, 1 / first.sides)


def count_faces(dice: Dice, rolls: RollsCounted) -> dict[int, int]:
    """Return how often each face fell, or an empty dict if the dice are not all alike."""
    if not isinstance(dice, Fixed) or len(set(dice.dice)) != 1:
        return {}
    return {face: rolls.faces[face] for face in dice.dice[0].faces}


# --- moments ---------------------------------------------------------------------------------------------------


def moments_in(found: Counting) -> Iterator[StoryMoment]:
    """Yield the least likely success, the surest failure, the best and worst roll.

    Results as likely as not, or likelier, beat no odds. Of several alike, take the earliest.
    """
    decided = [(each.chance, each) for each in found.trials if each.chance is not None]
    if len(decided) >= FEW_FOR_MOMENTS:
        beaten = [(chance, each.seq) for chance, each in decided if each.success]
        missed = [(1 - chance, each.seq) for chance, each in decided if not each.success]
        for kind, candidates in (("longest odds beaten", beaten), (SUREST_MISS, missed)):
            chance, seq = min(candidates, default=(1, 0))
            if chance < EVEN:
                yield StoryMoment(kind, seq, chance, found.text(seq))
    if sum(each.summed.total() for each in found.rolls.values()) >= FEW_FOR_MOMENTS:
        rolls = [each for each in found.firsts.values() if each.roll != FUMBLE]
        for kind, chance_of in (("best roll", chance_of_more), ("worst roll", chance_of_less)):
            fallen = min(rolls, key=lambda each: chance_of(each.dice, each.roll))
            chance = chance_of(fallen.dice, fallen.roll)
            if chance < EVEN:
                yield StoryMoment(kind, fallen.seq, chance, fallen.tell(found.text(fallen.seq)))


def chance_of_more(dice: str, roll: int) -> float:
    """Return the chance of a roll, or more."""
    return float(read_dice(dice).pmf().at_least(roll))


def chance_of_less(dice: str, roll: int) -> float:
    """Return the chance of a roll, or less."""
    return float(1 - read_dice(dice).pmf().at_least(roll + 1))
