"""Count rolls, actors and results, and compare them with expectations.

Everything is counted from the events that the audience sees. Statistics for players contain nothing of secret rolls,
not even how many there were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.campaign import Campaign
from engine.concerns.characters.events import CharacterCreated
from engine.concerns.contests.events import ContestResolved
from engine.dice import read_dice
from engine.point import group_of_session, session_span
from engine.rules.parts import Entrant
from engine.text import plain, with_sign
from engine.types import FUMBLE
from engine.value import Factory, evolve, record, value
from replay.audience.rule import View, Visible
from replay.retelling.acting import who_acts
from replay.retelling.dice_stats import BY_PLAYER, PHYSICAL, PROGRAM, DiceStats, RollsCounted, StrayTest, of_techniques
from replay.retelling.luck import holm, stray_of
from replay.retelling.sample import PARTLY_HIDDEN, TOO_FEW, WITHOUT_DICE, Counted, Sampling, Tried
from replay.whose_lines import with_whose_lines

#: A moment is worth telling if its chance was at most this.
UNLIKELY = 0.2
SUREST_MISS = "surest thing missed"

#: The least checks or rolls for moments of luck.
FEW_FOR_MOMENTS = 5


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


@value
class Luck:
    """A player's checks, and how often as many of such checks are made.

    `at_most` and `at_least` are the chances of at most and of at least so many, `p_value` that of straying so far
    either way, and `adjusted` the same for as many players as are judged. All are None if the checks are too few.
    """

    player: str
    counted: Counted
    at_most: float | None = None
    at_least: float | None = None
    p_value: float | None = None
    adjusted: float | None = None


@value
class StoryMoment:
    """A roll or check worth remembering, with the chance it had."""

    kind: str
    seq: int
    chance: float
    text: str


@value
class Statistics:
    """All figures. `session` is None for all.

    `counted` are the checks behind luck, traits and moments. `left_out` counts the rolls that are not in the figures of
    dice, and `turns_left_out` the turns that are not in the spotlight, by reason.
    """

    session: int | None
    character: str | None
    counted: Counted
    dice: tuple[DiceStats, ...]
    spotlight: dict[str, int]
    luck: tuple[Luck, ...]
    moments: tuple[StoryMoment, ...]
    tests: tuple[StrayTest, ...]
    left_out: dict[str, int]
    turns_left_out: dict[str, int]

    @property
    def traits(self) -> dict[str, Counted]:
        """The checks of each trait, the most tried first."""
        return self.counted.by_trait()


@record
class Counting:
    """The counts so far.

    `rolls` are counted by dice and source. `firsts` has the first roll of each total of some dice, as a log may have
    too many to store them all. `later` are those who joined after all that is counted.
    """

    sampling: Sampling
    character: str | None
    later: frozenset[str] = frozenset()
    rolls: dict[tuple[str, str], RollsCounted] = Factory(dict)
    firsts: dict[tuple[str, int], Fallen] = Factory(dict)
    tried: list[Tried] = Factory(list)
    spotlight: Counter[str] = Factory(Counter)
    left_out: Counter[str] = Factory(Counter)
    turns_left_out: Counter[str] = Factory(Counter)

    @property
    def view(self) -> View:
        """The campaign as the audience sees it."""
        return self.sampling.view

    @property
    def players_characters(self) -> list[str]:
        """The player characters that the figures are about."""
        sheets = self.view.campaign.state.sheets.values()
        asked = (sheet.name for sheet in sheets if sheet.kind == "pc" and self._is_asked(sheet.name))
        return [name for name in asked if name not in self.later]

    def text(self, number: int) -> str:
        """Return the sentence of an event, by the number that the audience knows."""
        found = self.view.find(number)
        assert found is not None
        return found.text

    def take(self, each: Visible, physical: str) -> None:
        """Count an event. `physical` is the source of real dice in it."""
        self._take_turns(each)
        for roll in rolls_in(each.event):
            self._take_roll(each, roll, physical)
        tried = self.sampling.try_check(each)
        if tried is not None and self._is_asked(tried.character):
            self.tried.append(tried)

    def _is_asked(self, who: str | None) -> bool:
        return self.character is None or who == self.character

    def _take_turns(self, each: Visible) -> None:
        """Count who acts in an event, or why that is no turn."""
        acted, why = list(who_acts(each.event)), self.sampling.leave_out(each)
        self.spotlight.update(() if why else acted)
        if why:
            self.turns_left_out[why] += sum(name in self.players_characters for name in acted)

    def _take_roll(self, each: Visible, roll: Any, physical: str) -> None:
        """Count a roll for the tests, or why it is not in them."""
        if not self._is_asked(getattr(roll, "character", None)):
            return
        why = self.sampling.leave_out_roll(each, roll)
        if not why:
            source = physical if roll.physical else PROGRAM
            side = roll.character if isinstance(roll, Entrant) else ""
            dice = getattr(roll, "dice", "") or each.event.dice
            self.rolls.setdefault((dice, source), RollsCounted()).add(roll.roll, roll.faces)
            self.firsts.setdefault((dice, roll.roll), Fallen(each.seq, dice, roll.roll, side))
        elif why not in (WITHOUT_DICE, PARTLY_HIDDEN):  # where the audience saw no dice, none are left out
            self.left_out[why] += 1


def rolls_in(event: Any) -> Iterator[Any]:
    """Yield the rolls in an event: the event itself, or the sides of a contest."""
    if isinstance(event, ContestResolved):
        yield from event.participants
    elif hasattr(event, "faces"):
        yield event


def statistics(
    campaign: Campaign,
    session: int | None = None,
    character: str | None = None,
    audience: str | None = None,
    group: str | None = None,
) -> Statistics:
    """Return the figures of a session, or of all of a group, or of all for None. Raise Refused for no such session."""
    return figures_of(View.of(campaign, audience).of_group(group), session, character)


def figures_of(view: View, session: int | None = None, character: str | None = None) -> Statistics:
    """Return the figures of one or all sessions, from the events that an audience sees."""
    state = view.campaign.state
    after, last = (0, state.seq) if session is None else session_span(state, session)
    if session is not None and state.boards:
        view = view.of_group(group_of_session(state, session))
    found = Counting(Sampling.of(view), character, later=frozenset(list_joined_later(view, session)))
    for each, taken in with_whose_lines(view.read_seen(after, last)):
        found.take(each, BY_PLAYER if taken is not None and not taken.changed else PHYSICAL)
    return own_first(view, conclude_statistics(found, session))


def list_joined_later(view: View, session: int | None) -> Iterator[str]:
    """Yield the characters who joined behind the end of a session."""
    end = next((each.end for each in view.campaign.state.sessions if each.number == session), None)
    if end is not None:
        yield from (each.event.name for each in view.read_counting(CharacterCreated) if each.logged > end)


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
    counted = Counted(tuple(found.tried))
    return Statistics(
        session,
        found.character,
        counted,
        dice,
        {name: found.spotlight[name] for name in found.players_characters},
        luck_of_players(counted),
        tuple(moments_in(found, counted)),
        tuple(evolve(test, adjusted=p) for test, p in zip(tests, adjusted, strict=True)),
        dict(found.left_out),
        {why: times for why, times in found.turns_left_out.items() if times},
    )


def luck_of_players(counted: Counted) -> tuple[Luck, ...]:
    """Return each player's luck in the checks of a sample, all judged together. Few checks are not judged."""
    found = [Luck(player, each) for player, each in counted.by_player().items() if each.checks]
    many = [place for place, each in enumerate(found) if len(each.counted.checks) >= TOO_FEW]
    strays = [stray_of(found[place].counted.chances, found[place].counted.made) for place in many]
    adjusted = holm([stray.p_value for stray in strays])
    for place, stray, p in zip(many, strays, adjusted, strict=True):
        found[place] = Luck(found[place].player, found[place].counted, *stray, p)
    return tuple(found)


# --- moments ---------------------------------------------------------------------------------------------------


def moments_in(found: Counting, counted: Counted) -> Iterator[StoryMoment]:
    """Yield the least likely success, the surest failure, the best and worst roll, of few checks or rolls none.

    What was not unlikely is no moment. Of several alike, take the earliest.
    """
    if len(counted.checks) >= FEW_FOR_MOMENTS:
        chances = [(each, each.chance or 0.0) for each in counted.checks]
        beaten = [(chance, each.seq) for each, chance in chances if each.made]
        missed = [(1 - chance, each.seq) for each, chance in chances if not each.made]
        for kind, candidates in (("longest odds beaten", beaten), (SUREST_MISS, missed)):
            chance, seq = min(candidates, default=(1, 0))
            if chance <= UNLIKELY:
                yield StoryMoment(kind, seq, chance, found.text(seq))
    if sum(each.summed.total() for each in found.rolls.values()) >= FEW_FOR_MOMENTS:
        rolls = [each for each in found.firsts.values() if each.roll != FUMBLE]
        for kind, chance_of in (("best roll", chance_of_more), ("worst roll", chance_of_less)):
            fallen = min(rolls, key=lambda each: chance_of(each.dice, each.roll))
            chance = chance_of(fallen.dice, fallen.roll)
            if chance <= UNLIKELY:
                yield StoryMoment(kind, fallen.seq, chance, fallen.tell(found.text(fallen.seq)))


def chance_of_more(dice: str, roll: int) -> float:
    """Return the chance of a roll, or more."""
    return float(read_dice(dice).pmf().at_least(roll))


def chance_of_less(dice: str, roll: int) -> float:
    """Return the chance of a roll, or less."""
    return float(1 - read_dice(dice).pmf().at_least(roll + 1))
