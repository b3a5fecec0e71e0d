"""Write a campaign as a script, and play each line as it is written.

Every line is read and decided here as it will be when played, in the campaign that the lines before it make. So an
event that no line can express is found and reported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from engine.campaign import GM
from engine.concerns.campaign.commands import CreateCampaign
from engine.concerns.campaign.decide import begin
from engine.concerns.corrections.commands import Undo
from engine.concerns.experience.commands import Award
from engine.concerns.experience.events import Drawing
from engine.concerns.sessions.commands import EndSession
from engine.concerns.sessions.events import SessionStarted
from engine.decide import decide
from engine.groups import with_speaker
from engine.history.fold import PASSED_OVER, Fold
from engine.line import Before, Unsayable, commands_for
from engine.project import apply
from engine.refusal import Refused
from engine.registry import Event
from engine.state import State
from engine.value import Factory, record
from replay.audience.rule import Visible
from shell.commands import SpeakAs
from shell.doors.lines import LONGEST_LINE
from shell.language.kinds.text import without_comment
from shell.language.reading import read
from shell.language.spelling import spell
from shell.script.matching import pair_up

MOST_UNSAID = 100


@record
class Scribe:
    """Writes lines, and plays them as they are written.

    `told` is the exported campaign up to the present event, `copy` the one that the lines make. `speaker` is who speaks
    in the script: its lines say so where it changes.
    """

    file: TextIO
    told: Fold = Factory(Fold)
    copy: State = Factory(State)
    numbers: dict[int, int] = Factory(dict)
    lines: int = 0
    unsaid: list[str] = Factory(list)
    speaker: str = GM

    def listen(self, each: Visible) -> None:
        """Write who speaks, if that is another than before, and see both campaigns from where an event was recorded."""
        who, group = each.by, each.event.group
        if self.seat_of(who) != group:  # only what is recorded as the game master's, whoever typed it
            who = next((name for name, seat in self.copy.seats.items() if seat == group), who)
        if who != self.speaker:
            self.write(spell(SpeakAs(who)))
            self.speaker = who
        self.copy.turn_to(self.seat_of(who))
        if group in self.told.state.boards:
            self.told.state.turn_to(group)

    def seat_of(self, who: str) -> str:
        """Return the group at which a speaker sits in the script."""
        return self.copy.seats.get(who, "")

    def tell(self, each: Visible, together: Mapping[int, Any]) -> None:
        """Write the lines for an event, or remember that there are none."""
        event, seq = each.event, each.seq
        if isinstance(event, SessionStarted):
            self.file.write("\n")
        self.numbers[seq] = self.copy.seq + 1
        try:
            before = Before(self.told.state, self.copy, self.numbers)
            made = [self.say(command, event, together) for command in commands_for(event, before)]
            self.numbers[seq] = made[0] if made else self.numbers[seq]
        except (Refused, Unsayable) as error:
            self.leave_out(each, str(error))
        except PASSED_OVER:  # what it names was never made, for a newer program recorded that
            self.leave_out(each, "it depends on an event of a newer version of the program")
        self.told.put(event, seq)

    def leave_out(self, each: Visible, why: str) -> None:
        """Note that there is no line for an event."""
        del self.numbers[each.seq]
        if len(self.unsaid) < MOST_UNSAID:
            self.unsaid.append(f"#{each.seq} {each.text}: {why}")
        self.file.write(f"# left out: #{each.seq}\n")

    def say(self, command: object, event: Any, together: Mapping[int, Any]) -> int:
        """Write the lines that make an event, and return its number. Raise Refused or Unsayable before that."""
        try:
            return self.type(command, {seq: each for seq, each in together.items() if each is not event}, event)
        except Refused:
            loan = self.find_loan(event)
            if loan is None:
                raise
            return self.borrow(loan, command)

    def type(self, command: object, others: Mapping[int, Any] | None = None, event: object = None) -> int:
        """Write a command's line, run it in the copy, and return the number of the event that it stands for.

        `others` are the command's other recorded events. Anything else that the line brings about is undone.
        """
        first, line = self.copy.seq + 1, spell_line(command, self.copy)
        decided = with_speaker(decide_events(self.copy, command), self.speaker, self.copy.group)
        made = dict(enumerate(decided, start=first))
        main = next((number for number, each in made.items() if type(each) is type(event)), first)
        rest = {number: each for number, each in made.items() if number != main}
        surplus = [] if others is None else self.find_surplus(command, rest, others)
        lines = [line, *(spell_line(Undo(number), self.copy) for number in surplus)]
        for number, each in made.items():
            if number not in surplus:
                apply(self.copy, each, number)
        self.copy.seq = first + len(made) + len(surplus) - 1
        for written in lines:
            self.write(written)
        return main

    def find_surplus(self, command: object, followers: Mapping[int, Any], others: Mapping[int, Any]) -> list[int]:
        """Return the numbers of the `followers` that a line brings about and that do not count, the last first.

        An effect has to be undone before its cause.
        """
        pairs = pair_up(followers, others) if followers else {}
        return [number for number in reversed(followers) if number not in pairs]

    def write(self, line: str) -> None:
        """Write a line and count it."""
        self.file.write(f"{line}\n")
        self.lines += 1

    def find_loan(self, event: Any) -> object | None:
        """Return a command that makes an event possible and can be undone after it, or None."""
        if isinstance(event, SessionStarted) and self.copy.session_open:
            return EndSession()
        if isinstance(event, Drawing) and event.character in self.copy.sheets:
            lacking = event.amount - self.copy.sheets[event.character].unspent
            return Award((event.character,), lacking) if lacking > 0 else None
        return None

    def borrow(self, loan: object, command: object) -> int:
        """Write a command between one that makes it possible and that one's undo, and return its event's number.

        Raise Refused or Unsayable.
        """
        trial, number = self.copy.copy(), self.copy.seq + 1
        lines = [spell_line(loan, trial)]
        apply(trial, decide_events(trial, loan)[0], number)
        lines.append(spell_line(command, trial))
        event = decide_events(trial, command)[0]
        undo = Undo(number, keep=isinstance(event, Drawing))
        lines.append(spell_line(undo, trial))
        apply(self.copy, event, number + 1)
        self.copy.seq = number + 2
        for line in lines:
            self.write(line)
        return number + 1


def spell_line(command: object, state: State) -> str:
    """Return a command as a line that reads back as the same command. Raise Unsayable if there is none."""
    line = spell(command)
    if without_comment(line.strip()) != line or "\n" in line or len(line.encode()) >= LONGEST_LINE:
        raise Unsayable("it does not fit on a line")
    parse = read(line, None if isinstance(command, CreateCampaign) else state, entered=True)
    if parse.problem is not None:
        raise Unsayable(parse.problem.said)
    if parse.command != command:
        raise Unsayable(f"“{line:.200}” would be read as something else")
    return line


def decide_events(state: State, command: object) -> Sequence[Event]:
    """Return the events of a command without rolling dice. Raise Refused, or Unsayable if it needs dice."""
    if isinstance(command, CreateCampaign):
        return [begin(command.rules, command.title, "")]
    return decide(state, command, refuse_dice)


def refuse_dice(sides: int) -> int:
    """Raise Unsayable: a script rolls no dice again."""
    raise Unsayable("dice would be rolled for it")
