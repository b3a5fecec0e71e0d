"""Write a campaign as Lonelog, in Markdown: scenes, notes, countdowns, goals and characters, which come in again.

Rolls are lines with `d:`, which come in as notes, since what a roll changed is not in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engine.campaign import Campaign
from engine.clock import table_time
from engine.concerns.characters.events import CharacterCreated
from engine.concerns.countdowns.events import CountdownMade, CountdownTicked, TickWithdrawn
from engine.concerns.goals.events import GoalReached, GoalSet
from engine.concerns.rolls.events import Act
from engine.concerns.secrets.events import SecretNoted
from engine.concerns.sessions.events import NoteMade, SceneSet, SessionEnded, SessionStarted
from engine.store.placing import create_atomically
from engine.value import Factory, record
from replay.audience.rule import View, Visible
from replay.bring.lonelog import (
    CLOSED,
    LONELOG_TAG,
    OPEN_THREAD,
    PLAYED_BY,
    ROLL_LINE,
    escape,
    escape_all,
    escape_beginning,
    escape_in_tag,
    find_rolls,
    unescape,
)
from replay.bring.notes import HEADING_LINE, split_blocks
from replay.bring.secrecy import hides_text_below, is_fenced
from replay.bring.secret_marks import SECRET_INSIDE, find_secret

#: What precedes a line that is for the game master alone.
FOR_THE_GM = "GM: "


def export_lonelog(campaign: Campaign, path: Path, audience: str | None = None) -> int:
    """Write the campaign as an audience sees it into a new file, and return the number of lines. Raise Refused."""
    campaign.prove()
    lines = list(LonelogWriter(View.of(campaign, audience)).lines())
    with create_atomically(path) as fresh, fresh.open("x", encoding="utf-8", newline="\n") as file:
        file.write("\n\n".join(lines) + "\n")
    return len(lines)


@record
class LonelogWriter:
    """The writing of a campaign. `marked` has the boxes of each countdown, and how many are marked so far."""

    view: View
    marked: dict[str, tuple[int, int]] = Factory(dict)
    withdrawn: set[int] = Factory(set)
    is_open: bool = False

    def lines(self) -> Iterator[str]:
        """Yield the title, and a line for each event that counts and that Lonelog can say."""
        yield f"# {escape_beginning(escape(self.view.campaign.state.title)) or 'Campaign'}"
        self.withdrawn = {each.event.of for each in self.view.read_counting(TickWithdrawn)}
        for each in self.view.read_seen():
            said = self.line(each) if each.counts else None
            if said is not None:
                yield f"{FOR_THE_GM if self.is_secret(each) else ''}{said}"

    def is_secret(self, each: Visible) -> bool:
        """Return whether an event is for the game master alone."""
        return not self.view.for_players and each.logged in self.view.secret

    def line(self, each: Visible) -> str | None:
        """Return the line of an event, or None if there is none."""
        match each.event:
            case SessionStarted():
                self.is_open = True
                return self.head_evening(each.event, each)
            case SessionEnded():
                self.is_open = False
            case SceneSet(text=text):
                return self.scene(text, plain=self.is_open and not self.is_secret(each))
            case NoteMade(text=text) | SecretNoted(text=text):
                return secret_text(text) if self.is_secret(each) else note_line(text)
            case CharacterCreated(name=name, kind=kind, player=player):
                played = f"|{PLAYED_BY}{escape_in_tag(player)}" if player else ""
                return f"[{'PC' if kind == 'pc' else 'N'}:{escape_in_tag(name)}{played}]"
            case CountdownMade(name=name, stages=stages):
                self.marked[name] = 0, sum(stage.boxes for stage in stages)
                return self.clock(name)
            case CountdownTicked(countdown=name) if name in self.marked and each.event.of not in self.withdrawn:
                marked, boxes = self.marked[name]
                self.marked[name] = min(boxes, marked + each.event.boxes), boxes
                return self.clock(name)
            case GoalSet(name=name):
                return f"[Thread:{escape_in_tag(name)}|{OPEN_THREAD}]"
            case GoalReached(goal=name):
                return f"[Thread:{escape_in_tag(name)}|{CLOSED[0].capitalize()}]"
            case Act():
                said = f"d: {escape(each.text)}"
                return escape_beginning(said) if any(find_rolls(said, False)) else said
        return None

    def head_evening(self, event: SessionStarted, each: Visible) -> str:
        """Return the heading of an evening."""
        time = table_time(self.view.campaign.state, each.logged, each.at)
        title = f": {escape_heading(event.title)}" if event.title else ""
        return f"## Session {event.number}, {getattr(event, 'held', '') or time.day}{title}"

    def clock(self, name: str) -> str:
        """Return the tag of a countdown as it stands."""
        marked, boxes = self.marked[name]
        return f"[Clock:{escape_in_tag(name)} {marked}/{boxes}]"

    def scene(self, text: str, *, plain: bool) -> str:
        """Return the heading of a scene, or a tag where no heading would come in as the same scene."""
        heading = f"### {escape_heading(text)}"
        found = HEADING_LINE.fullmatch(heading)
        same = found is not None and unescape(found[2].strip()) == text
        if plain and same and found is not None and not hides_text_below(found[2]):
            return heading
        tag = f"[Scene:{escape_in_tag(text)}]"
        return f"[Scene:{escape_all(text)}]" if SECRET_INSIDE.search(tag) or is_fenced(tag) else tag


def escape_heading(text: str) -> str:
    """Return text that can end a heading: it keeps signs at its end that would close the heading, or hide it."""
    safe = escape(text)
    safe = escape_all(text) if hides_text_below(safe) else safe
    return re.sub(r"(?:^|(?<= ))#+$", r"\\\g<0>", safe)


def secret_text(text: str) -> str:
    """Return a note as it comes in behind the mark of a secret."""
    choices = (text, escape(text), escape_all(text))
    return next((each for each in choices if reads_back(f"{FOR_THE_GM}{each}", text)), choices[-1])


def note_line(text: str) -> str:
    """Return a note as a line that comes in as the same note."""
    safe = escape(text)
    choices = (
        safe,
        escape_beginning(safe),
        f"- {safe}",
        f"- {escape_beginning(safe)}",
        escape_all(text),
        f"- {escape_all(text)}",
    )
    return next((each for each in choices if reads_back(each, text)), choices[-1])


def reads_back(line: str, text: str) -> bool:
    """Return whether a line comes in as this note alone."""
    blocks, unclosed = split_blocks(f"{line}\n\n")
    if len(blocks) != 1 or blocks[0].depth or unclosed:
        return False
    held = blocks[0].cell.text
    inside = find_secret(held)
    is_secret, held = inside is not None or blocks[0].secret, held if inside is None else inside
    says_more = LONELOG_TAG.search(held) or (ROLL_LINE.match(held) and any(find_rolls(held, False)))
    return unescape(held) == text and not says_more and is_secret == line.startswith(FOR_THE_GM)
