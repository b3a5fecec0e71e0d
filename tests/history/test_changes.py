"""What a command changed is looked for only on the sheets that it touched, and none is missed."""

from __future__ import annotations

from pathlib import Path

import pytest
from worlds import EVERY_EVENING, play

from engine import Refused
from engine.concerns.corrections.commands import Undo
from engine.state import State
from replay.compare.changes import Change, changes, views, with_new_names
from shell.outcome import LineOutcome
from shell.render.corrections import changed_by
from shell.render.events import find_changes
from shell.runner import Desk


def everything(before: State, after: State) -> list[Change]:
    """Return what differs if every sheet is looked at."""
    return changes(views(before), views(after))


class WatchingDesk(Desk):
    """A desk that looks at every sheet after each line, and at what undoing it would change."""

    def do(self, line: str) -> LineOutcome:
        """Carry out a line and compare."""
        outcome = super().do(line)
        asked = outcome.asked
        if asked is not None and asked.events:
            assert find_changes(asked) == with_new_names(everything(asked.before, asked.campaign.state)), line
            self.try_undo(line)
        return outcome

    def try_undo(self, line: str) -> None:
        """Compare what an undo of the line would change, if it can be undone."""
        assert self.campaign is not None
        try:
            correction = self.campaign.correction(Undo())
        except Refused:
            return
        found = changed_by(self.campaign, correction)
        assert found == with_new_names(everything(self.campaign.state, correction.after)), f"undo of {line}"


@pytest.mark.parametrize("evening", EVERY_EVENING)
def test_no_sheet_that_changed_is_passed_over(tmp_path: Path, evening: str) -> None:
    desk = WatchingDesk(tmp_path / "c.db")
    play(desk, evening, tmp_path)
    desk.close()
