"""The replay tool: read, audit and correct history, without adding to the story."""

from __future__ import annotations

from engine.concerns.campaign.commands import ShowWorlds
from engine.concerns.chronicle.commands import RunAudit
from engine.concerns.experience.commands import Dispute
from engine.each import command_class
from engine.patterns import pattern
from engine.registry import Ask
from engine.value import evolve
from shell.language.grammar import FirstWord, find_first_word
from shell.language.parse import Parse
from shell.language.reading import read
from shell.options import ExitStatus
from shell.outcome import Fault, LineOutcome
from shell.render import room_of
from shell.runner import Desk, begins_campaign

#: Text in a sentence that can be typed.
TO_BE_TYPED = pattern("“([^”]+)”")

#: Questions whose answers advise lines to type.
ADVISING = (RunAudit, Dispute)

#: The rooms of the commands that correct or seal. Those that only look are in all rooms.
CORRECTING_ROOMS = ("corrections", "seals")


class ReplayDesk(Desk):
    """A desk that takes commands that look back or correct, and refuses the others."""

    def takes(self, command: type) -> bool:
        """Return whether a command looks, corrects or seals. Worlds are no use here, as none can be set up."""
        return (issubclass(command, Ask) and command is not ShowWorlds) or room_of(command) in CORRECTING_ROOMS

    def read_and_carry_out(self, line: str, first: FirstWord) -> LineOutcome:
        """Read a line that begins with a word, and carry it out if it is for this tool."""
        if self.refuses_verb(first):
            return LineOutcome(line, line.strip(), fault=self.not_here(line, first))
        outcome = super().read_and_carry_out(line, first)
        if outcome.fault is None or outcome.fault.hint is None:
            return outcome
        return evolve(outcome, fault=evolve(outcome.fault, hint=self.from_here(outcome.fault.hint)))

    def from_here(self, advice: str) -> str:
        """Return advice with lines that this tool refuses typed to the whole program."""
        return TO_BE_TYPED.sub(lambda found: f"“{self.spell_line(found[1])}”", advice)

    def spell_line(self, line: str) -> str:
        """Return a line as it can be typed: here, or as a command of the whole program."""
        return f"fudgelog {self.place} {line}" if self.refuses_verb(find_first_word(line)) else line

    def refuses_verb(self, first: FirstWord) -> bool:
        """Return whether no line that begins with this word is for this tool."""
        return bool(first.usages) and not any(map(self.takes, first.commands))

    def carry_out(self, line: str, parse: Parse) -> LineOutcome:
        """Carry out a line that looks or corrects, which for some verbs only the whole line shows."""
        if not self.takes(command_class(parse.command)):
            return LineOutcome(line, line.strip(), fault=self.not_here(line, parse.first))
        outcome = super().carry_out(line, parse)
        said = outcome.answer
        if said is None or not isinstance(parse.command, ADVISING):
            return outcome
        return evolve(outcome, answer=evolve(said, text=lambda: self.from_here(said.text())))

    def explain_misreading(self, parse: Parse) -> Fault:
        """Return the fault of a line, offering only commands that this tool takes."""
        return super().explain_misreading(
            read(parse.text, None, self.takes, first=parse.first) if parse.phrase is None else parse
        )

    def foresee_fault(self, parse: Parse) -> Fault | None:
        """Return why a line would not be carried out here, None if it would."""
        if self.refuses_verb(parse.first) or (parse.command and not self.takes(command_class(parse.command))):
            return self.not_here(parse.text, parse.first)
        fault = super().foresee_fault(parse)
        return fault and evolve(fault, hint=fault.hint and self.from_here(fault.hint))

    def not_here(self, line: str, first: FirstWord) -> Fault:
        """Return the refusal of a command that is not for this tool."""
        verb = line.split(maxsplit=1)[0]
        start = line.index(verb)
        said = f"“{verb}” is not for the replay tool, which only looks back and corrects"
        path = "FILE.db" if begins_campaign(first) and self.place.is_there() else self.place
        hint = f"“fudgelog {path} {line.strip()}” does it"
        return Fault(ExitStatus.REFUSED, said, (start, start + len(verb)), hint)
