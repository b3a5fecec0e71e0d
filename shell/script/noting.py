"""Write a campaign as players see it as a script.

An event that no line can express, or that they see in part, becomes a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from engine.concerns.belongings.events import ItemGiven, ItemPassed
from engine.concerns.characters.commands import CreateNpc
from engine.concerns.characters.events import CharacterCreated
from engine.concerns.contests.events import ContestResolved
from engine.concerns.corrections.commands import Undo
from engine.concerns.corrections.events import Renamed
from engine.concerns.countdowns.events import CountdownTicked, TickWithdrawn
from engine.concerns.effects.decide import end_effects
from engine.concerns.effects.events import EffectEnded
from engine.concerns.effects.sheet import PASSING
from engine.concerns.experience.events import XpAwarded
from engine.concerns.points.commands import ChangePoints
from engine.concerns.properties.commands import Gain
from engine.concerns.properties.events import PropertyLost
from engine.concerns.rolls.events import Act
from engine.concerns.sessions.commands import MakeNote
from engine.concerns.uses.events import MissWithdrawn, RollAltered, RollRerolled
from engine.groups import put_in_group
from engine.history.fold import PASSED_OVER
from engine.line import Before, Unsayable, commands_for
from engine.naming import names_in
from engine.players import find_causes
from engine.project import apply
from engine.refusal import Refused
from engine.value import Factory, evolve, record
from replay.audience.rule import Visible
from shell.script.matching import has_numbers_of, was_shown
from shell.script.scribe import MOST_UNSAID, Scribe, decide_events, spell_line

#: Fields that a line may lack: the reason of an undo, and numbers of things, which have names.
DISPENSABLE = frozenset({"reason", "item", "onto", "within", "of"})


@record
class NotingScribe(Scribe):
    """Writes lines for players.

    Events that they see in part, or that no line makes as they see them, are written as notes. `noted` are the commands
    whose rolls are notes. `alone` has the line numbers of what such a roll caused: by the award, and by the roll for a
    box.
    """

    noted: set[str] = Factory(set)
    alone: dict[int, int] = Factory(dict)

    def tell(self, each: Visible, together: Mapping[int, Any]) -> None:
        """Write the lines for an event, or a note with its sentence."""
        if not each.blanks <= DISPENSABLE or (isinstance(each.event, ContestResolved) and not each.whole):
            self.leave_out(each, "")
            return
        try:
            self.bring_in(each)
            self.take_back(each.event)
            super().tell(self.as_seen(each), together)
        except (Refused, Unsayable, *PASSED_OVER):  # players never saw what it names
            self.leave_out(each, "")

    def say(self, command: object, event: Any, together: Mapping[int, Any]) -> int:
        """Write the lines that make an event, and return its number.

        Raise Unsayable if their numbers would differ from those players saw.
        """
        try:
            first, *others = decide_events(self.copy, command)
        except Refused:  # another command may make it possible
            first, others = event, []
        if type(first) is type(event) and not has_numbers_of(first, event):
            for end in self.find_used_up(command, event):
                self.type(end)
            return self.say(command, event, together)
        shown = together.values()
        if not isinstance(command, Gain) and not all(was_shown(each, shown) for each in others):
            raise Unsayable("more would come of it than players saw")
        return super().say(command, event, together)

    def find_surplus(self, command: object, followers: Mapping[int, Any], others: Mapping[int, Any]) -> list[int]:
        """Return the numbers of the free XP of a property that players did not see."""
        return super().find_surplus(command, followers, others) if isinstance(command, Gain) else []

    def bring_in(self, each: Visible) -> None:
        """Write the lines that create an event's NPCs whose own creation was not seen."""
        if isinstance(each.event, CharacterCreated | Renamed):
            return
        for name in names_in(each.event, "character"):
            if name not in self.copy.sheets:
                made = decide_events(self.copy, CreateNpc(name))
                self.type(CreateNpc(name))
                for event in made:
                    self.told.put(event, each.seq)

    def find_used_up(self, command: object, event: Any) -> Sequence[object]:
        """Return the commands that end effects which an unseen roll used up before a roll.

        The numbers of the roll that players saw show what is gone. Raise Unsayable if they show anything else.
        """
        for name in names_in(event, "character"):
            trial = self.copy.copy()
            over = list(end_effects(trial.sheets[name], "next roll")) if name in trial.sheets else []
            for each in over:
                apply(trial, put_in_group(each, trial.group), trial.seq + 1)
            if over and has_numbers_of(decide_events(trial, command)[0], event):
                before = Before(self.told.state, self.copy, self.numbers)
                return [line for each in over for line in commands_for(evolve(each, clock=""), before)]
        raise Unsayable("it came of what players do not see")

    def as_seen(self, each: Visible) -> Visible:
        """Return a handing over as a gift, if nobody saw what the giver has.

        What a roll that is a note caused happens by itself. Raise Unsayable for things of which there are more.
        """
        event = self.without_unsaid(each.event)
        if isinstance(event, XpAwarded) and each.cmd in self.noted:
            self.alone[each.seq] = self.copy.seq + 1
            return evolve(each, event=evolve(event, source=""))
        if isinstance(event, CountdownTicked) and each.cmd in self.noted:
            self.alone[each.event.of or 0] = self.copy.seq + 1
            return evolve(each, event=evolve(event, check=False, of=None))
        if isinstance(event, EffectEnded | PropertyLost) and event.clock and self.still_holds(event):
            return evolve(each, event=evolve(event, clock=""))
        if "item" not in each.blanks:
            return evolve(each, event=event)
        if isinstance(event, ItemPassed) and "of" in each.blanks:
            seen = self.told.state.sheets[event.character].heaps(event.name)
            if sum(heap.quantity for heap in seen) < event.quantity:
                return evolve(each, event=ItemGiven(event.to, event.name, event.quantity))
        return evolve(each, event=self.with_heaps(event))

    def without_unsaid(self, event: Any) -> Any:
        """Return an event without a cause or end that no line made."""
        named = ((field, getattr(event, field)) for field in find_causes(event))
        unsaid = [name for name, number in named if number is not None and number not in self.numbers]
        return evolve(event, **dict.fromkeys(unsaid)) if unsaid else event

    def with_heaps(self, event: Any) -> Any:
        """Return an event about things with the numbers that they have here. Raise Unsayable for ambiguous names."""
        sheet = self.told.state.sheets[event.character]
        named = {} if isinstance(event, ItemGiven) else {"item": event.name}
        if getattr(event, "within", None) is not None:
            named["within"] = event.where
        heaps = {field: sheet.heaps(name) for field, name in named.items()}
        if any(len(found) != 1 for found in heaps.values()):
            raise Unsayable("it is not known which of the things it is about")
        return evolve(event, **{field: found[0].id for field, found in heaps.items()})

    def still_holds(self, event: EffectEnded | PropertyLost) -> bool:
        """Return whether the lines so far did not end what an event ended."""
        now, then = (state.sheets.get(event.character) for state in (self.copy, self.told.state))
        if now is None or then is None:
            return False
        if isinstance(event, PropertyLost):
            return event.property in now.properties
        here, there = (sum(each.event.name == event.name for each in PASSING.of(sheet)) for sheet in (now, then))
        return here >= there

    def take_back(self, event: Any) -> None:
        """Undo what a roll written as a note brought about, where it was taken back. Raise Unsayable."""
        match event:
            case MissWithdrawn(award=of) if of in self.alone:
                number = self.alone.pop(of)
                event, undo = evolve(event, award=number), Undo(number, keep=True)
            case TickWithdrawn(of=of) if of in self.alone:
                undo = Undo(self.alone.pop(of))
            case _:
                return
        line = spell_line(undo, self.copy)
        apply(self.copy, event, self.copy.seq + 1)
        self.write(line)

    def leave_out(self, each: Visible, why: str) -> None:
        """Write an event as a note, without the number of its roll, which another event has in the script.

        The fudge points that went into a roll are spent.
        """
        self.numbers.pop(each.seq, None)
        of = getattr(each.event, "of", None)
        text = re.sub(rf"#{of}\b", "an earlier roll", each.text)
        try:
            self.type(MakeNote(text))
        except (Refused, Unsayable):
            self.file.write(f"# left out: #{each.seq}\n")
        if len(self.unsaid) < MOST_UNSAID:
            self.unsaid.append(f"#{each.seq} {each.text}: a note")
        self.noted.add(each.cmd)
        for who, amount in points_in(each.event):
            with suppress(Refused, Unsayable):
                self.type(ChangePoints(who, -amount))


def points_in(event: Any) -> Iterator[tuple[str, int]]:
    """Yield who spent fudge points on a roll, and how many."""
    match event:
        case RollAltered() | RollRerolled():
            yield event.character, 1
        case Act():
            yield from ((side.character, side.points) for side in event.sides if side.character and side.points)
