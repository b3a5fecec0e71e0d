"""Export a campaign as a script that reproduces it.

Undone events are left out, and dice show the recorded faces. Every line is read and decided here as it will be when
it is played, in the campaign that the lines before it make. So an event that no line can express is found and
reported. In a script for players, such an event becomes a note.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any, TextIO

from attrs import Factory, define

from engine.campaign import GM, Campaign
from engine.concerns.belongings.decide import heaps_called
from engine.concerns.belongings.events import ItemGiven, ItemPassed
from engine.concerns.campaign.commands import CreateCampaign
from engine.concerns.campaign.decide import begin
from engine.concerns.characters.commands import CreateNpc
from engine.concerns.characters.events import CharacterCreated
from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.events import ContestResolved
from engine.concerns.corrections.commands import Undo
from engine.concerns.corrections.events import EventsRedone, EventsUndone, Renamed
from engine.concerns.countdowns.events import CountdownTicked, TickWithdrawn
from engine.concerns.effects.events import EffectEnded
from engine.concerns.effects.follow import end_effects
from engine.concerns.effects.sheet import find_passing
from engine.concerns.experience.commands import Award
from engine.concerns.experience.events import XpAllocated, XpAwarded
from engine.concerns.points.commands import ChangePoints
from engine.concerns.points.events import MissWithdrawn, RollAltered, RollRerolled, Turning
from engine.concerns.properties.commands import Gain
from engine.concerns.properties.events import PropertyLost
from engine.concerns.rolls.events import DiceRolled
from engine.concerns.sessions.commands import EndSession, MakeNote
from engine.concerns.sessions.events import SessionStarted
from engine.decide import decide
from engine.history.fold import PASSED_OVER, Fold
from engine.line import Before, Unsayable, commands_for
from engine.naming import names_in
from engine.project import apply
from engine.refusal import Refused
from engine.registry import Event
from engine.state import State
from engine.store.files import must_be_sound
from engine.value import evolve, value
from replay.audience.reducing import OF_THINGS
from replay.audience.rule import View, Visible
from replay.files.placing import placed
from shell.doors.lines import LONGEST_LINE
from shell.language.kinds.text import without_comment
from shell.language.reading import read
from shell.language.spelling import spell
from shell.session_differences import tell_differences, tell_differing_sheets
from shell.session_matching import has_numbers_of, pair_up, was_shown

HEADER = "# What happened in a campaign, as it could have been typed. Play it with:  fudgelog NEW.db < THIS\n"
MOST_UNSAID = 100

#: What a line can make though players see a part of it: what was undone is not in the script, what was restored is, and
#: things have names.
AS_WHOLE = (EventsUndone, EventsRedone, *OF_THINGS)


@value
class Exported:
    """How many lines were written, what no line can say, and what is not the same."""

    lines: int
    unsaid: tuple[str, ...]
    differing: tuple[str, ...]


def export_session(campaign: Campaign, path: Path, audience: str | None = None) -> Exported:
    """Write the campaign as a script into a new file; raise Refused or LogError."""
    must_be_sound(campaign.log, campaign.state.seq)
    view = View.of(campaign, audience)
    with placed(path) as fresh, fresh.open("x", encoding="utf-8", newline="\n") as file:
        return write_session(view, file)


def write_session(view: View, file: TextIO) -> Exported:
    """Write what an audience sees of a campaign as a script."""
    file.write(HEADER)
    scribe = NotingScribe(file, Fold(lenient=True)) if view.for_players else Scribe(file)
    for together in commands_that_count(view):
        for seq, each in together.items():
            scribe.tell(each, {seq: other.event for seq, other in together.items()})
    if view.for_players:
        differing = tell_differing_sheets(view, scribe.copy)
    else:
        differing = tell_differences(scribe.told.state, scribe.copy, scribe.numbers)
    return Exported(scribe.lines, tuple(scribe.unsaid), (*other_speakers(view), *differing))


def other_speakers(view: View) -> Iterator[str]:
    """Yield a line that names the speakers besides the GM, if any.

    A script has one speaker.
    """
    others = sorted({each.by for each in view.read_seen()} - {GM})
    if others:
        yield f"who spoke: {', '.join(others)} will be recorded as whoever plays the script"


def commands_that_count(view: View) -> Iterator[dict[int, Visible]]:
    """Yield the counting events in their present form, grouped by command."""
    for _, recorded in groupby((each for each in view.read_seen() if each.counts), key=lambda each: each.cmd):
        yield {each.seq: each for each in recorded}


@define
class Scribe:
    """Writes lines, and plays them as they are written.

    `told` is the exported campaign up to the event at hand, `copy` the one that the lines make.
    """

    file: TextIO
    told: Fold = Factory(Fold)
    copy: State = Factory(State)
    numbers: dict[int, int] = Factory(dict)
    lines: int = 0
    unsaid: list[str] = Factory(list)

    def tell(self, each: Visible, together: Mapping[int, Any]) -> None:
        """Write the lines for an event, or remember that there are none."""
        event, seq = each.event, each.seq
        if isinstance(event, SessionStarted):
            self.file.write("\n")
        self.numbers[seq] = self.copy.seq + 1
        try:
            for command in commands_for(event, Before(self.told.state, self.copy, self.numbers)):
                self.say(command, event, together)
        except (Refused, Unsayable) as error:
            self.leave_out(each, str(error))
        self.told.put(event, seq)

    def leave_out(self, each: Visible, why: str) -> None:
        """Note that there is no line for an event."""
        del self.numbers[each.seq]
        if len(self.unsaid) < MOST_UNSAID:
            self.unsaid.append(f"#{each.seq} {each.text}: {why}")
        self.file.write(f"# left out: #{each.seq}\n")

    def say(self, command: object, event: Any, together: Mapping[int, Any]) -> None:
        """Write the lines that make an event.

        Raise Refused or Unsayable before anything is written.
        """
        try:
            self.type(command, {seq: each for seq, each in together.items() if each is not event})
        except Refused:
            loan = self.find_loan(event)
            if loan is None:
                raise
            self.borrow(loan, command)

    def type(self, command: object, others: Mapping[int, Any] | None = None) -> int:
        """Write a command's line, run it in the copy, and return its first event number.

        `others` are what else the command recorded: what the line brings about besides is undone.
        """
        first, line = self.copy.seq + 1, spell_line(command, self.copy)
        made = dict(enumerate(decide_events(self.copy, command), start=first))
        surplus = [] if others is None else self.find_surplus(command, made, others)
        lines = [line, *(spell_line(Undo(number), self.copy) for number in surplus)]
        for number, event in made.items():
            if number not in surplus:
                apply(self.copy, event, number)
        self.copy.seq = first + len(made) + len(surplus) - 1
        for each in lines:
            self.write(each)
        return first

    def find_surplus(self, command: object, made: Mapping[int, Any], others: Mapping[int, Any]) -> list[int]:
        """Return the numbers of what a line brings about that does not count.

        The last comes first, for what came of something else is undone before it.
        """
        followers = {number: made[number] for number in [*made][1:]}
        pairs = pair_up(followers, others)
        return [number for number in reversed(followers) if number not in pairs]

    def write(self, line: str) -> None:
        """Write a line and count it."""
        self.file.write(f"{line}\n")
        self.lines += 1

    def find_loan(self, event: Any) -> object | None:
        """Return a command that makes an event possible and can be undone, or None.

        It is undone after the event.
        """
        if isinstance(event, SessionStarted) and self.copy.session_open:
            return EndSession()
        if isinstance(event, XpAllocated) and event.character in self.copy.sheets:
            lacking = event.amount - self.copy.sheets[event.character].unspent
            return Award((event.character,), lacking) if lacking > 0 else None
        return None

    def borrow(self, loan: object, command: object) -> None:
        """Write a command between one that makes it possible and the undo of that.

        Raise Refused or Unsayable.
        """
        trial, number = self.copy.copy(), self.copy.seq + 1
        lines = [spell_line(loan, trial)]
        apply(trial, decide_events(trial, loan)[0], number)
        lines.append(spell_line(command, trial))
        event = decide_events(trial, command)[0]
        undo = Undo(number, keep=isinstance(event, XpAllocated))
        lines.append(spell_line(undo, trial))
        apply(self.copy, event, number + 1)
        self.copy.seq = number + 2
        for line in lines:
            self.write(line)


@define
class NotingScribe(Scribe):
    """Writes lines for players.

    What they see in part, or what no line makes of what they see, is written as a note. `noted` are the commands whose
    rolls are. `alone` has the numbers of lines for what such a roll brought: by the award, and by the roll for a box.
    """

    noted: set[str] = Factory(set)
    alone: dict[int, int] = Factory(dict)

    def tell(self, each: Visible, together: Mapping[int, Any]) -> None:
        """Write the lines for an event, or a note that says the same."""
        as_whole = isinstance(each.event, AS_WHOLE)
        if (each.kept and not as_whole) or (isinstance(each.event, ContestResolved) and not each.whole):
            self.leave_out(each, "")
            return
        try:
            self.bring_in(each)
            self.take_back(each.event)
            super().tell(self.as_seen(each), together)
        except (Refused, Unsayable, *PASSED_OVER):  # what it names was never seen
            self.leave_out(each, "")

    def say(self, command: object, event: Any, together: Mapping[int, Any]) -> None:
        """Write the lines that make an event.

        Raise Unsayable if they would make other numbers than players saw.
        """
        try:
            first, *others = decide_events(self.copy, command)
        except Refused:  # something may make it possible
            first, others = event, []
        if type(first) is type(event) and not has_numbers_of(first, event):
            for end in self.find_used_up(command, event):
                self.type(end)
            self.say(command, event, together)
            return
        shown = together.values()
        if not isinstance(command, Gain) and not all(was_shown(each, shown) for each in others):
            raise Unsayable("more would come of it than players saw")
        super().say(command, event, together)

    def find_surplus(self, command: object, made: Mapping[int, Any], others: Mapping[int, Any]) -> list[int]:
        """Return the numbers of the free XP of a property that players did not see."""
        return super().find_surplus(command, made, others) if isinstance(command, Gain) else []

    def bring_in(self, each: Visible) -> None:
        """Write the lines that create an event's NPCs.

        They are needed where the NPCs' own creation was not seen.
        """
        if isinstance(each.event, CharacterCreated | Renamed):
            return
        for name in names_in(each.event, "character"):
            if name not in self.copy.sheets:
                made = decide_events(self.copy, CreateNpc(name))
                self.type(CreateNpc(name))
                for event in made:
                    self.told.put(event, each.seq)

    def find_used_up(self, command: object, event: Any) -> Sequence[object]:
        """Return the commands that end what an unseen roll used up before a roll.

        The numbers of the roll that players saw tell that it is gone. Raise Unsayable if they tell something else.
        """
        for name in names_in(event, "character"):
            trial = self.copy.copy()
            over = list(end_effects(trial.sheets[name], "next roll")) if name in trial.sheets else []
            for each in over:
                apply(trial, each, trial.seq + 1)
            if over and has_numbers_of(decide_events(trial, command)[0], event):
                before = Before(self.told.state, self.copy, self.numbers)
                return [line for each in over for line in commands_for(evolve(each, clock=""), before)]
        raise Unsayable("it came of what players do not see")

    def as_seen(self, each: Visible) -> Visible:
        """Return what is handed over as given, where nobody saw what the giver has.

        What a roll that is a note brought about happens by itself. Raise Unsayable for things of which there are more.
        """
        event = each.event
        if isinstance(event, XpAwarded | CountdownTicked) and each.cmd in self.noted:
            by_itself = {"source": ""} if isinstance(event, XpAwarded) else {"check": False, "of": None}
            self.alone[each.seq if isinstance(event, XpAwarded) else event.of or 0] = self.copy.seq + 1
            return evolve(each, event=evolve(event, **by_itself))
        if isinstance(event, EffectEnded | PropertyLost) and event.clock and self.still_holds(event):
            return evolve(each, event=evolve(event, clock=""))
        if not isinstance(event, OF_THINGS) or "item" not in each.kept:
            return each
        if isinstance(event, ItemPassed) and "of" in each.kept:
            seen = heaps_called(self.told.state.sheets[event.character], event.name)
            if sum(heap.quantity for heap in seen) < event.quantity:
                return evolve(each, event=ItemGiven(event.to, event.name, event.quantity))
        return evolve(each, event=self.with_heaps(event))

    def with_heaps(self, event: Any) -> Any:
        """Return what happened to things with the numbers that their heaps have here.

        Raise Unsayable if several have the name.
        """
        sheet = self.told.state.sheets[event.character]
        named = {} if isinstance(event, ItemGiven) else {"item": event.name}
        if getattr(event, "within", None) is not None:
            named["within"] = event.where
        heaps = {field: heaps_called(sheet, name) for field, name in named.items()}
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
        here, there = (sum(each.event.name == event.name for each in find_passing(sheet)) for sheet in (now, then))
        return here >= there

    def take_back(self, event: Any) -> None:
        """Undo what a roll that is a note brought, where it was turned later.

        Raise Unsayable.
        """
        if not isinstance(event, MissWithdrawn | TickWithdrawn):
            return
        number = self.alone.pop(event.award if isinstance(event, MissWithdrawn) else event.of, None)
        if number is not None:
            line = spell_line(Undo(number, keep=isinstance(event, MissWithdrawn)), self.copy)
            apply(
                self.copy, evolve(event, award=number) if isinstance(event, MissWithdrawn) else event, self.copy.seq + 1
            )
            self.write(line)

    def leave_out(self, each: Visible, why: str) -> None:
        """Write an event as a note, without the number of its roll.

        In the script, another event has that number. The fudge points that went into a roll are spent.
        """
        self.numbers.pop(each.seq, None)
        of = getattr(each.event, "of", None)
        altered = isinstance(each.event, Turning)
        text = each.text.replace(f" on #{of}:", " on an earlier roll:") if altered else each.text
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
        case CheckResolved(character=str(who), points=amount) | DiceRolled(character=str(who), points=amount) if amount:
            yield who, amount
        case ContestResolved():
            yield from ((side.character, side.points) for side in event.participants if side.points)


def spell_line(command: object, state: State) -> str:
    """Return the line of a command, which reads back as that command.

    Raise Unsayable if none does.
    """
    line = spell(command)
    if without_comment(line.strip()) != line or "\n" in line or len(line.encode()) >= LONGEST_LINE:
        raise Unsayable("it does not fit on a line")
    parse = read(line, None if isinstance(command, CreateCampaign) else state)
    if parse.problem is not None:
        raise Unsayable(parse.problem.said)
    if parse.command != command:
        raise Unsayable(f"“{line:.200}” would be read as something else")
    return line


def decide_events(state: State, command: object) -> Sequence[Event]:
    """Return the events of a command, without rolling dice.

    Raise Refused or Unsayable.
    """
    if isinstance(command, CreateCampaign):
        return [begin(command.rules, command.title, "")]
    return decide(state, command, refuse_dice)


def refuse_dice(sides: int) -> int:
    """Raise Unsayable: a script rolls no dice again."""
    raise Unsayable("dice would be rolled for it")
