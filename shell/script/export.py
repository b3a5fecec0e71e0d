"""Export a campaign as a script that reproduces it, without undone events and with the recorded faces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TextIO

from engine.campaign import GM, Campaign
from engine.history.fold import Fold
from engine.store.files import must_be_sound
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
    must_be_sound(campaign.log, campaign.state.seq)
    view = View.of(campaign, audience)
    with create_atomically(path) as fresh, fresh.open("x", encoding="utf-8", newline="\n") as file:
        return write_script(view, file)


def write_script(view: View, file: TextIO) -> Exported:
    """Write a campaign as an audience sees it as a script."""
    file.write(HEADER)
    scribe = NotingScribe(file, Fold(lenient=True)) if view.for_players else Scribe(file)
    speakers: set[str] = set()
    for together in commands_that_count(view, speakers):
        for seq, each in together.items():
            scribe.tell(each, {seq: other.event for seq, other in together.items()})
    if view.for_players:
        differing = tell_differing_sheets(view, scribe.copy)
    else:
        differing = tell_differences(scribe.told.state, scribe.copy, scribe.numbers)
    return Exported(scribe.lines, tuple(scribe.unsaid), (*tell_others(speakers), *differing))


def tell_others(speakers: set[str]) -> Iterator[str]:
    """Yield a line naming the speakers besides the GM, if any, since a script has one speaker."""
    if others := sorted(speakers - {GM}):
        yield f"who spoke: {', '.join(others)} will be recorded as whoever plays the script"


def commands_that_count(view: View, speakers: set[str]) -> Iterator[dict[int, Visible]]:
    """Yield the counting events in their present form, grouped by command, and collect who spoke."""
    for _, recorded in groupby(view.read_seen(), key=lambda each: each.cmd):
        together = list(recorded)
        speakers.update(each.by for each in together)
        if counting := {each.seq: each for each in together if each.counts}:
            yield counting
