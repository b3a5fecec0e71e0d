"""A campaign's file, and what is typed there to bring other files in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine import Campaign
from engine.concerns.secrets.events import SecretNoted
from engine.concerns.sessions.events import NoteMade, SceneSet
from engine.narrate import tell
from shell.outcome import LineOutcome
from shell.runner import Desk

#: A campaign with two abilities, a status, a counter and a track.
BEGUN = """\
new peupfudge "The Ferry"
define ability Stealth, Lore
define status Energy: Exhausted -2, Tired -1, Neutral 0
define counter Mana 0..10
define track injury: minor 2, serious 2
"""

#: Writes a file into the folder and returns it.
Write = Callable[..., Path]


class Table:
    """A campaign's file, and what is typed there."""

    def __init__(self, path: Path, script: str = BEGUN) -> None:
        self.desk = Desk(path)
        for line in script.splitlines():
            self.do(line)

    def do(self, line: str) -> dict[str, Any]:
        """Carry out a line that must succeed, and return its result."""
        outcome = self.desk.do(line)
        assert outcome.status == 0, (line, outcome.fault, outcome.answer and outcome.answer.text())
        assert outcome.answer is not None
        return outcome.answer.result

    def tries(self, line: str) -> LineOutcome:
        """Carry out a line, and return its outcome."""
        return self.desk.do(line)

    def says(self, line: str) -> str:
        """Carry out a line, and return what it prints."""
        outcome = self.desk.do(line)
        return str(outcome.fault) if outcome.answer is None else outcome.answer.text()

    def problems(self, line: str) -> list[tuple[int, int, str, str]]:
        """Carry out a dry run that finds problems, and return them."""
        outcome = self.desk.do(line)
        assert outcome.status == 1, outcome.fault
        assert outcome.answer is not None, outcome.fault
        found = outcome.answer.result["problems"]
        return [(each["line"], each["column"], each["name"], each["message"]) for each in found]

    @property
    def campaign(self) -> Campaign:
        """The campaign as it stands."""
        assert self.desk.campaign is not None
        return self.desk.campaign

    def xp(self) -> dict[str, tuple[int, int, int]]:
        """Return what each character was awarded, has spent, and lost."""
        sheets = self.campaign.state.sheets
        return {name: (sheet.awarded, sheet.spent, sheet.taken) for name, sheet in sheets.items()}

    def texts(self, *types: str) -> list[str]:
        """Return the sentences of all events of some types that count, or of all types."""
        counting = (each for each in self.campaign.events() if each.seq not in self.campaign.history.inactive)
        return [tell(each.event) for each in counting if not types or each.type in types]


def told(table: Table) -> list[tuple[int, str, str]]:
    """Return notes and scenes with the number of their evening, and whether they are secret."""
    found = []
    for each in table.campaign.events():
        event, number = each.event, table.campaign.state.session_at(each.seq)
        if isinstance(event, NoteMade | SceneSet | SecretNoted):
            kind = "scene" if isinstance(event, SceneSet) else "note"
            secret = "secret " if getattr(event, "secret", False) else ""
            found.append((number, secret + kind, event.text))
    return found
