"""The replay tool: a desk where history is read, audited and corrected, and nothing is added to the story."""

from __future__ import annotations

from engine.commands.usage import Ask
from shell.cli import main as program
from shell.desk import Desk, Fault, Outcome, Status
from shell.grammar import usages

#: The file of commands that correct; those that only look may stand anywhere.
CORRECTING = "engine.commands.history"


class ReplayDesk(Desk):
    """Carries out the commands that look or correct, and refuses the others."""

    def do(self, line: str) -> Outcome:
        """Read a line and carry it out, if it is for this tool."""
        verb = "".join(line.split(maxsplit=1)[:1])
        if verb and not allowed(verb.casefold()):
            return Outcome(line, line.strip(), fault=self.not_here(line, verb))
        return super().do(line)

    def not_here(self, line: str, verb: str) -> Fault:
        """Why a command is refused here."""
        start = line.index(verb)
        said = f"“{verb}” is not for the replay tool, which looks back and corrects but adds nothing to the story"
        return Fault(Status.REFUSED, said, (start, start + len(verb)), f"“fudgelog {self.path} {line.strip()}” does it")


def allowed(verb: str) -> bool:
    """Whether a command that begins with this word looks or corrects; what is no command is not refused for that."""
    found = usages(verb)
    return not found or any(issubclass(each.cls, Ask) or each.cls.__module__ == CORRECTING for each in found)


def main(arguments: list[str] | None = None) -> int:
    """Run the replay tool; returns the exit status."""
    return program(arguments, ReplayDesk)
