"""Random campaigns in all four games: a claim's reason is told among the first, and a remedy does what it says."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from engine.history.counting import History
from replay.accounts.dispute import Disagreement, dispute
from replay.moment import Moment
from shell.runner import Desk

GAMES = ("peupfudge", "fudge", "polyhedral", "fudge-lite")
PEOPLE = ("Ann", "Bo", "Cy", "Anna")
BEGINNING = """
rules creation free
define ability Chess, Climbing
pc Ann by Mona
pc Bo by Ben
pc Cy
pc Anna
trait Ann Chess 1, Climbing 1
trait Bo Chess 1
session start
"""
REASONS = ("", "", " for luck", " for the bridge", " for tea")


def evening(dice: Random) -> str:
    """Return a line of a random campaign."""
    who = ", ".join(dice.sample(PEOPLE, dice.randint(1, 4)))
    amount = dice.randint(1, 9)
    lines = (
        *[f"award {who} {amount}{dice.choice(REASONS)}"] * 4,
        *[f"award all {amount}{dice.choice(REASONS)}"] * 2,
        f"award Ann {amount}, Bo {dice.randint(1, 9)}",
        f"spend Ann {amount} on {dice.choice(('Chess', 'Climbing'))}",
        "spend Ann 1 on Chess, 1 on Climbing",
        "raise Ann Climbing",
        "raise Bo Chess",
        f"bonus Ann {amount} on Chess",
        f"amend #{dice.randint(10, 60)} {amount}",
        f"undo #{dice.randint(10, 60)} {dice.choice(('', 'cascade', 'keep'))}",
        f"redo #{dice.randint(10, 60)}",
        "session end",
        "session start",
        "sign Ann",
    )
    return dice.choice(lines)


def play_at_random(desk: Desk, dice: Random, lines: int) -> None:
    """Play lines; what the rules refuse is passed over."""
    for _ in range(lines):
        desk.do(evening(dice))


def begin(path: Path, game: str) -> Desk:
    """Return a desk on a new campaign of a game."""
    desk = Desk(path)
    for line in (f"new {game}", *filter(None, BEGINNING.splitlines())):
        desk.do(line)
    return desk


def unspent(desk: Desk) -> int:
    """Return what Ann has to spend."""
    assert desk.campaign is not None
    return desk.campaign.state.sheets["Ann"].unspent


def disputed(desk: Desk, claim: int) -> Disagreement:
    """Return what is told of Ann's claim."""
    assert desk.campaign is not None
    return dispute(Moment.of(desk.campaign), "Ann", claim)


def numbers(desk: Desk, line: str) -> set[int]:
    """Return the events that a line records, none if it is refused."""
    return {each["seq"] for each in desk.do(line).events}


#: A way to bring a wrong number into the log, or into somebody's memory: it returns the claim to make after the rest of
#: the campaign, as a number to add to the balance or an absolute one, and the events any of which tells the reason.
Cause = tuple[int | None, int, set[int]]


def undone(desk: Desk, dice: Random) -> Cause:
    """Undo one award."""
    amount = dice.randint(1, 9)
    made = numbers(desk, f"award Ann {amount}{dice.choice(REASONS)}")
    play_at_random(desk, dice, 3)
    return None, amount, made if numbers(desk, f"undo #{min(made)}") else set()


def left_out(desk: Desk, dice: Random) -> Cause:
    """Leave Ann out of one award."""
    amount, others = dice.randint(1, 9), dice.sample(("Bo", "Cy"), dice.randint(1, 2))
    return None, amount, numbers(desk, f"award {', '.join(others)} {amount}{dice.choice(REASONS)}")


def amended(desk: Desk, dice: Random) -> Cause:
    """Amend one award to less or more."""
    before, after = dice.sample(range(1, 10), 2)
    made = numbers(desk, f"award Ann {before}{dice.choice(REASONS)}")
    changed = numbers(desk, f"amend #{min(made)} {after}")
    return None, before - after, made | changed if changed else set()


def spent(desk: Desk, dice: Random) -> Cause:
    """Spend XP once."""
    before = unspent(desk)
    made = numbers(desk, "spend Ann 3 on Chess") or numbers(desk, "raise Ann Chess")
    return None, before - unspent(desk), made


def another_evening(desk: Desk, dice: Random) -> Cause:
    """End a session, so that the number of that evening can be remembered."""
    made = numbers(desk, "session end")
    claim = unspent(desk)
    return claim, 0, made | numbers(desk, "session start")


CAUSES: tuple[Callable[[Desk, Random], Cause], ...] = (undone, left_out, amended, spent, another_evening)


def place_of_reason(path: Path, seed: int) -> tuple[str, int] | None:
    """Play a campaign with one cause, and return its name and the place of its explanation; None where it is moot."""
    dice, cause = Random(seed), CAUSES[seed % len(CAUSES)]
    with closing(begin(path, GAMES[seed // len(CAUSES) % len(GAMES)])) as desk:
        play_at_random(desk, dice, dice.randint(2, 20))
        claim, more, events = cause(desk, dice)
        play_at_random(desk, dice, dice.randint(0, 12))
        claimed = unspent(desk) + more if claim is None else claim
        assert desk.campaign is not None
        if claimed == unspent(desk) or not still_so(cause, events, desk.campaign.history):
            return None
        found = disputed(desk, claimed).explanations
        moment = re.compile(rf"had {claimed} XP to spend|agreed to {claimed} XP|of {claimed} XP awarded in all")
        said_then = cause is another_evening
        places = [
            place
            for place, each in enumerate(found, 1)
            if (moment.search(each.text) if said_then else events & {*each.events})
        ]
        said = "\n".join(each.text for each in found)
        assert min(places, default=9) <= 3, f"{seed}: {cause.__name__} {events} for {claimed} is not in:\n{said}"
        assert found[0].accounts_for == claimed - unspent(desk), f"{seed}: a part comes before the whole:\n{said}"
        assert cause is another_evening or "; and " not in found[0].text, f"{seed}: a sum comes first:\n{said}"
        return cause.__name__, places[0]


def still_so(cause: object, events: set[int], history: History) -> bool:
    """Return whether what a cause did is so still, after the rest of the campaign."""
    gone = events & history.inactive
    if cause is undone:
        return bool(events) and gone == events
    again = [seq for seq, each in history.amendments.items() if each.award in events and seq not in events]
    return bool(events) and not gone and not again


def check_places(folder: Path, seeds: range) -> Counter[tuple[str, int]]:
    """Play campaigns and count at which places the reasons of each cause stand."""
    found = [place_of_reason(folder / f"{seed}.db", seed) for seed in seeds]
    return Counter(each for each in found if each is not None)


def test_one_reason_is_among_the_first_three_explanations_in_every_game(tmp_path: Path) -> None:
    places = check_places(tmp_path, range(len(GAMES) * len(CAUSES)))
    assert {name for name, _ in places} == {cause.__name__ for cause in CAUSES}


@pytest.mark.slow
def test_one_reason_is_among_the_first_three_explanations_always(tmp_path: Path) -> None:
    places = check_places(tmp_path, range(1000, 1300))
    first = sum(amount for (_, place), amount in places.items() if place == 1)
    assert first > 0.8 * places.total(), places


def check_remedies(folder: Path, seed: int) -> int:
    """Dispute several numbers in a campaign, carry out each remedy on a copy, and return how many there were."""
    dice, path, copy = Random(seed), folder / f"{seed}.db", folder / "copy.db"
    with closing(begin(path, GAMES[seed % len(GAMES)])) as desk:
        play_at_random(desk, dice, dice.randint(5, 30))
        claims = [unspent(desk) + more for more in (-9, -7, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 9)]
        found = [(claim, each) for claim in claims for each in disputed(desk, claim).explanations if each.remedy]
    for claim, each in found:
        shutil.copy(path, copy)
        with closing(Desk(copy)) as copied:
            for line in each.remedy:
                outcome = copied.do(line)
                assert outcome.fault is None, f"{seed}, {claim}: “{line}”: {outcome.fault}"
            assert unspent(copied) == claim, f"{seed}: {each.remedy} does not bring {claim}: {each.text}"
    return len(found)


def test_every_remedy_brings_the_claimed_number(tmp_path: Path) -> None:
    assert sum(check_remedies(tmp_path, seed) for seed in (102, 105, 108)) >= 8


@pytest.mark.slow
def test_every_remedy_brings_the_claimed_number_in_many_campaigns(tmp_path: Path) -> None:
    assert sum(check_remedies(tmp_path, seed) for seed in range(100, 140)) > 150
