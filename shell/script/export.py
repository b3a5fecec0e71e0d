"""Export a campaign as a script that reproduces it, without undone events and with the recorded faces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TextIO

from engine.campaign import Campaign
from engine.history.fold import Fold
from engine.store.placing import create_atomically
from engine.value import value
from replay.audience.rule import View, Visible
from shell.script.differences import tell_differences, tell_differing_sheets
from shell.script.noting import NotingScribe
from shell.script.scribe import Scribe

HEADER = "# What happened in a campaign, as it could have been typed. Play it with:  fudgelog NEW.db < THIS\n"


@value
class Exported:
    """How many lines were written, which events no line can make, and the differences."""

    lines: int
    unsaid: tuple[str, ...]
    differing: tuple[str, ...]


def export_script(campaign: Campaign, path: Path, audience: str | None = None) -> Exported:
    """Write the campaign as a script into a new file. Raise Refused or LogError."""
    campaign.prove()
    view = View.of(campaign, audience)
    with create_atomically(path) as fresh, fresh.open("x", encoding="utf-8", newline="\n") as file:
        return write_script(view, file)


def write_script(view: View, file: TextIO) -> Exported:
    """Write a campaign as an audience sees it as a script."""
    file.write(HEADER)
    scribe = NotingScribe(file, Fold(lenient=True)) if view.for_players else Scribe(file)
    for together in commands_that_count(view):
        for seq, each in together.items():
            scribe.listen(each)
            scribe.tell(each, {seq: other.event for seq, other in together.items()})
    if view.for_players:
        differing = tell_differing_sheets(view, scribe.copy)
    else:
        differing = tell_differences(scribe.told.state, scribe.copy, scribe.numbers)
    return Exported(scribe.lines, tuple(scribe.unsaid), tuple(differing))


def commands_that_count(view: View) -> Iterator[dict[int, Visible]]:
    """Yield the counting events in their present form, grouped by command."""
    for _, recorded in groupby((each for each in view.read_seen() if each.counts), key=lambda each: each.cmd):
        yield {each.seq: each for each in recorded}
