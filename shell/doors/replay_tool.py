"""The replay tool: read, audit and correct history, without adding to the story."""

from __future__ import annotations

from engine.registry import Ask
from shell.language.grammar import usages
from shell.language.parse import Parse
from shell.language.reading import read
from shell.options import ExitStatus
from shell.render import room_of
from shell.runner import Desk, Fault, LineOutcome

#: The room of the commands that correct. Those that only look are in any room.
CORRECTING_ROOM = "corrections"


class ReplayDesk(Desk):
    """A desk that takes commands that look back or correct, and refuses the others."""

    def takes(self, command: type) -> bool:
        """Tell whether a command looks or corrects."""
        return issubclass(command, Ask) or room_of(command) == CORRECTING_ROOM

    def do(self, line: str) -> LineOutcome:
        """Read a line and carry it out, if it is for this tool."""
        found = usages("".join(line.split(maxsplit=1)[:1]).casefold())
        if found and not any(self.takes(each.cls) for each in found):
            return LineOutcome(line, line.strip(), fault=self.not_here(line))
        return super().do(line)

    def carry_out(self, line: str, parse: Parse) -> LineOutcome:
        """Carry out a line that looks or corrects. Some verbs do both, which only the whole line shows."""
        if not self.takes(type(parse.command)):
            return LineOutcome(line, line.strip(), fault=self.not_here(line))
        return super().carry_out(line, parse)

    def explain_misreading(self, parse: Parse) -> Fault:
        """Return the fault of a line, offering only commands that this tool takes."""
        return super().explain_misreading(read(parse.text, None, self.takes) if parse.phrase is None else parse)

    def not_here(self, line: str) -> Fault:
        """Return the refusal of a command that is not for this tool."""
        verb = line.split(maxsplit=1)[0]
        start = line.index(verb)
        said = f"“{verb}” is not for the replay tool, which only looks back and corrects"
        return Fault(
            ExitStatus.REFUSED, said, (start, start + len(verb)), f"“fudgelog {self.path} {line.strip()}” does it"
        )
