"""Write what players see on sheets, though they saw nothing bring it about.

What somebody unseen passed on may hold other things, and what nobody saw may end an effect.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.concerns.belongings.commands import Drop
from engine.concerns.belongings.events import ItemGiven
from engine.concerns.effects.commands import PassingEffect
from engine.concerns.effects.events import Effect
from engine.concerns.effects.sheet import ends_of, find_passing
from engine.concerns.properties.commands import Lose
from engine.line import Before, Unsayable, commands_for
from engine.refusal import Refused
from engine.state import Sheet, Stack
from engine.value import evolve, value
from replay.audience.rule import View
from shell.script.scribe import Scribe, decide_events, spell_line

UNSEEN_SO_FAR = "\n# Nobody saw this happen, but the sheets show it:\n"


@value
class Thing:
    """What alike things share.

    `holders` are what they are in, outermost first.
    """

    name: str
    holders: tuple[str, ...]
    place: str | None
    note: str
    effects: tuple[Effect, ...]

    @property
    def where(self) -> str | None:
        """What holds the things: a container, a place, or nothing."""
        return self.holders[-1] if self.holders else self.place


def write_unseen(view: View, scribe: Scribe) -> None:
    """Write the lines that make the sheets as the audience sees them, if lines can."""
    lines = scribe.lines
    for name, now in view.campaign.state.sheets.items():
        if view.sees(name) and name in scribe.copy.sheets:
            for command in find_missed(scribe, name, now):
                if can_say(scribe, command):
                    if scribe.lines == lines:
                        scribe.file.write(UNSEEN_SO_FAR)
                    scribe.type(command)


def can_say(scribe: Scribe, command: object) -> bool:
    """Return whether a line says a command that the script can carry out."""
    try:
        spell_line(command, scribe.copy)
        decide_events(scribe.copy, command)
    except (Refused, Unsayable):
        return False
    return True


def find_missed(scribe: Scribe, name: str, now: Sheet) -> Iterator[object]:
    """Yield commands that make a character's sheet in a script what it is now.

    Each is carried out before the next is asked for.
    """
    there = scribe.copy.sheets[name]
    lasting = Counter(each.event.name for each in find_passing(there))
    for effect in (lasting - Counter(each.event.name for each in find_passing(now))).elements():
        yield PassingEffect(name, effect, ends=True)
    yield from (Lose(name, held) for held in ends_of(there) if held not in now.properties)
    gifts = {thing: find_gift(scribe, name, thing, count) for thing, count in find_lacking(now, there)}
    kept = {thing.name for thing, commands in gifts.items() if not commands}
    for thing, count in find_lacking(there, now):
        if thing.name not in kept:
            yield Drop(name, thing.name, count, thing.where)
    for thing, count in sorted(find_lacking(now, scribe.copy.sheets[name]), key=lambda each: len(each[0].holders)):
        yield from find_gift(scribe, name, thing, count)


def find_lacking(sheet: Sheet, other: Sheet) -> list[tuple[Thing, int]]:
    """Return the things on one sheet that are not on another, and how many."""
    return list((count_things(sheet) - count_things(other)).items())


def count_things(sheet: Sheet) -> Counter[Thing]:
    """Count the things on a sheet by what they are and where."""
    found: Counter[Thing] = Counter()
    for stack in sheet.stacks.values():
        holders = tuple(list_holders(sheet, stack))
        effects = tuple(map(drop_why, stack.effects))
        found[Thing(stack.name, holders, stack.place, stack.note, effects)] += stack.quantity
    return found


def drop_why(effect: Effect) -> Effect:
    """Return an effect of a thing as sheets show it: they do not say why it helps."""
    return evolve(effect, reason="") if effect.target == "A" else effect


def list_holders(sheet: Sheet, stack: Stack) -> list[str]:
    """Return the names of what a stack is in, outermost first."""
    held = sheet.stacks.get(stack.within or 0)
    return [] if held is None else [*list_holders(sheet, held), held.name]


def find_gift(scribe: Scribe, name: str, thing: Thing, count: int) -> list[object]:
    """Return the commands that give a character some things; none if no line can."""
    given = ItemGiven(name, thing.name, count, None, None, thing.where, thing.note, thing.effects)
    try:
        return list(commands_for(given, Before(scribe.told.state, scribe.copy, scribe.numbers)))
    except Unsayable:
        return []
