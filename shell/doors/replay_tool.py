"""The replay tool: read, audit and correct history, without adding to the story."""

from __future__ import annotations

from engine.registry import Ask
from shell.language.grammar import usages
from shell.language.parse import Parse
from shell.language.reading import read
from shell.options import ExitStatus
from shell.render import room_of
from shell.runner import Desk, Fault, LineOutcome

#: The room of the commands that correct; those that only look may stand anywhere.
CORRECTING_ROOM = "corrections"


class ReplayDesk(Desk):
    """A desk that takes commands that look back or correct, and refuses the others."""

    def takes(self, command: type) -> bool:
        """Whether a command looks or corrects."""
        return issubclass(command, Ask) or room_of(command) == CORRECTING_ROOM

    def do(self, line: str) -> LineOutcome:
        """Read a line and carry it out, if it is for this tool."""
        found = usages("".join(line.split(maxsplit=1)[:1]).casefold())
        if found and not any(self.takes(each.cls) for each in found):
            return LineOutcome(line, line.strip(), fault=self.not_here(line))
        return super().do(line)

    def carry_out(self, line: str, parse: Parse) -> LineOutcome:
        """Some words both look and change; which it was shows only once the line is read."""
        if not self.takes(type(parse.command)):
            return LineOutcome(line, line.strip(), fault=self.not_here(line))
        return super().carry_out(line, parse)

    def misread(self, parse: Parse) -> Fault:
        """Only a word that is taken is offered for one that is no command."""
        return super().misread(read(parse.text, None, self.takes) if parse.phrase is None else parse)

    def not_here(self, line: str) -> Fault:
        """Why a command is refused here."""
        verb = line.split(maxsplit=1)[0]
        start = line.index(verb)
        said = f"“{verb}” is not for the replay tool, which looks back and corrects but adds nothing to the story"
        return Fault(
            ExitStatus.REFUSED, said, (start, start + len(verb)), f"“fudgelog {self.path} {line.strip()}” does it"
        )
