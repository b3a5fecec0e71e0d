"""Evenings made up by chance, as lines to type: checks and contests, fights, notes, harm, points and bookkeeping."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from shell.runner import Desk

#: Who plays: whole names that are shortened, one of them to a word that the table says.
HEROES = {
    "Ann Ash": "Ann",
    "The Old Perpetua Under-Ashgrove": "Perpetua",
    "Tob": "Tob",
    "Sister Maud of Ash": "Maudie",
}
FOES = ("Wolf", "Clerk 1", "Clerk 2")
TRAITS = ("Climbing", "Lore", "Melee", "Stealth")
LEVELS = ("Terrible", "Poor", "Mediocre", "Fair", "Good", "Great", "Superb")
NOTES = ("The bell tolls", "Nobody answers", "Tob laughs, and so does Perpetua", "A door falls shut")

TABLE = """new fudge-lite "The mill"
rules xp-on-miss 1
rules point-uses reroll, alter, convert
define status Mood: Grim -1, Calm, Glad +1
define counter Hunger 0..9 start 0
define property Damned
pc "Ann Ash" by Kim
pc "The Old Perpetua Under-Ashgrove" by Lee
pc Tob by Max
pc "Sister Maud of Ash" by Nia
npc Wolf
npc 2 Clerk track 9
set "Sister Maud of Ash" called = Maudie
trait "Ann Ash" Climbing Good, Melee Great
trait Tob Lore Superb, Melee Poor
trait "Sister Maud of Ash" Stealth Fair
trait Wolf Melee Good
note At dusk Perpetua comes"""


def set_table(desk: Desk) -> None:
    """Set up the campaign in which the evenings are played."""
    for line in TABLE.splitlines():
        assert desk.do(line).fault is None, line


def play_evening(desk: Desk, chance: Random, steps: int) -> None:
    """Play an evening of some steps. What the rules refuse is left out."""
    desk.do("session start")
    for line in evening(desk, chance, steps):
        desk.do(line)
    desk.do("session end")
    if chance.random() < 0.5:
        desk.do(f"recover {quoted(chance.choice(tuple(HEROES)))}")


def evening(desk: Desk, chance: Random, steps: int) -> Iterator[str]:
    """Yield the lines of an evening, one for each thing that happens, and what came of it."""
    yield "scene The mill, from the willows"
    for _ in range(steps):
        step = chance.choice((tries, tries, tries, tries, contests, bookkeeping, words, moves, things))
        yield from fight(desk, chance) if chance.random() < 0.04 else step(desk, chance)


def quoted(name: str) -> str:
    """Return a name as it is typed."""
    return f'"{name}"'


def somebody(chance: Random) -> str:
    """Return a player's character as they are typed."""
    return quoted(chance.choice(tuple(HEROES)))


def faces(chance: Random) -> str:
    """Return dice as they fell on the table."""
    return f"rolled {' '.join(chance.choice('+0-') for _ in range(4))}"


def tries(desk: Desk, chance: Random) -> Iterator[str]:
    """Yield a check, by one or by all, and what turned it or came of it."""
    trait = chance.choice(TRAITS)
    against = chance.choice(
        ("", f"vs {chance.choice(LEVELS)}", f"vs {chance.choice(LEVELS)}", f"vs {chance.choice(FOES)} Lore")
    )
    staked = ' stakes "a scar"' if chance.random() < 0.1 else ""
    for who in list(map(quoted, HEROES)) if chance.random() < 0.2 else [somebody(chance)]:
        secret = " secret" if chance.random() < 0.05 else ""
        yield f"check {who} {trait} {against}{staked}{secret} {faces(chance)}"
        number = desk.campaign.state.seq if desk.campaign else 0
        if chance.random() < 0.2:
            use = chance.choice(("alter #{} +1", "success #{}", "reroll #{} rolled + 0 0 0"))
            yield f"point {who} +1"
            yield f"point {who} {use.format(find_roll(desk, number))}"
        if chance.random() < 0.1:
            yield f'mark {who} as "a bruise"'


def find_roll(desk: Desk, number: int) -> int:
    """Return the last roll up to an event, behind which XP for a miss may be."""
    assert desk.campaign is not None
    found = (each.seq for each in desk.campaign.events(max(0, number - 3), number) if each.type == "CheckResolved")
    return max(found, default=number)


def contests(desk: Desk, chance: Random) -> Iterator[str]:
    """Yield a contest with a foe, or between two."""
    trait = chance.choice(TRAITS)
    one, other = chance.sample([*map(quoted, HEROES), *map(quoted, FOES)], 2)
    yield f"contest {one} {trait} {faces(chance)} vs {other} {chance.choice((trait, 'Lore'))} {faces(chance)}"


def fight(desk: Desk, chance: Random) -> Iterator[str]:
    """Yield a fight of some rounds."""
    yield "fight start At the weir" if chance.random() < 0.7 else "fight start"
    foes = chance.sample(FOES, chance.choice((1, 2)))
    for number in range(chance.choice((1, 2, 3))):
        if number:
            yield "round"
        for who in chance.sample(tuple(HEROES), 3):
            foe = quoted(chance.choice(foes))
            trait = chance.choice(("Melee", "Melee", "Stealth"))
            if chance.random() < 0.5:
                yield f"contest {quoted(who)} {trait} {faces(chance)} vs {foe} Melee {faces(chance)}"
            else:
                yield f"check {quoted(who)} {trait} vs {foe} Melee {faces(chance)}"
            if chance.random() < 0.3:
                yield f'mark {quoted(who)} as "ink in the eye"'
    if chance.random() < 0.5:
        yield f"out {quoted(foes[0])}"
    if chance.random() < 0.8:
        yield "fight end"


def bookkeeping(desk: Desk, chance: Random) -> Iterator[str]:
    """Yield an award, a purchase or a slip."""
    yield chance.choice(
        (
            f"award {somebody(chance)}, Tob 2 for the mill",
            "award all 1 for good company",
            f"raise {somebody(chance)} Lore",
            "undo",
        )
    )


def words(desk: Desk, chance: Random) -> Iterator[str]:
    """Yield a note, a scene, a secret or a question."""
    yield chance.choice(
        (
            *(f"note {text}" for text in NOTES),
            "scene Inside, among the sacks",
            "secret The miller is the wolf",
            "gm future A bell rings",
            f"ask {somebody(chance)} What did it cost you?",
        )
    )


def moves(desk: Desk, chance: Random) -> Iterator[str]:
    """Yield what moves statuses, counters and countdowns."""
    yield chance.choice(
        (
            "status all Mood down for the smell",
            f"status {somebody(chance)} Mood up",
            "status all Hunger +1 for a watch",
            'countdown Flood 3 "the cellar is full", 3 "the mill falls"',
            "tick Flood for the rain",
            "tick Flood",
        )
    )


def things(desk: Desk, chance: Random) -> Iterator[str]:
    """Yield what somebody gets, loses or becomes, and dice for nothing."""
    yield chance.choice(
        (
            f"give {somebody(chance)} {chance.choice(('rope', 'lantern', '3 nails'))}",
            f"drop {somebody(chance)} rope",
            f"gain {somebody(chance)} Damned",
            f"roll {faces(chance)}",
            f"react Wolf to {somebody(chance)} {faces(chance)} open",
        )
    )
