"""Read Lonelog: lines and tags by which solo players note what happens, such as `[Clock:Flood 2/6]`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.concerns.countdowns.commands import MakeCountdown, StageOf, TickCountdown
from engine.concerns.countdowns.sheet import COUNTDOWNS
from engine.concerns.goals.commands import MeetComplication, NeedSet, SetGoal
from engine.concerns.goals.sheet import GOALS
from engine.concerns.rolls.commands import Roll
from engine.concerns.secrets.commands import KeepSecret
from engine.concerns.sessions.commands import SetScene
from engine.patterns import pattern
from engine.types import TEXT_LIMIT
from engine.value import Factory, evolve, record
from replay.bring.amounts import canonical_digits
from replay.bring.entries import Gathering, TextCell

#: A line that stands by itself: an action, a question, dice, an answer, what comes of it, a table, or only tags.
LONELOG_LINE = pattern(r"(?:@|\?|->|=>|d:|tbl:|gen:)\s*\S|\(note:|(?:\[(?:\\.|[^\]\\])*\]\s*)+$", re.IGNORECASE)

#: A tag, with signs in it behind a backslash if they would end it.
LONELOG_TAG = pattern(r"(?<!\\)\[(?P<kind>#?[A-Za-z]+):(?P<held>(?:\\.|[^\]\\])*)\]")
PROGRESS = pattern(r"(?P<name>.*\S)\s+(?P<marked>\d{1,3})/(?P<boxes>\d{1,3})")
TAG_BAR = pattern(r"(?<!\\)\|")

#: Kinds of tags, in lower case.
NPC_TAG, PC_TAG, THREAD_TAG, SCENE_TAG = "n", "pc", "thread", "scene"
CLOCK_TAGS = ("clock", "track", "e")

#: Words for a thread that is at its end, and for one that is not.
CLOSED, OPEN_THREAD = ("closed", "done", "resolved", "completed"), "Open"

#: The only complication of a goal that was a thread.
THREADS_END = "the end"

#: The part of a character's tag that says who plays it.
PLAYED_BY = "player "

#: Dice with their faces: `d6=5`, `2d6=[3, 4]`, `4dF=+ 0 - +` in brackets.
DICE_SHOWN = pattern(
    r"\b(?P<count>\d{0,2})d(?P<sides>\d{1,4}|F)\s*(?:=\s*)?(?:\[(?P<listed>[^\]]*)\]|(?P<one>(?<==)\s*\d{1,4}(?![\d,])))"
)
ROLL_LINE = pattern(r"(?:d|tbl):", re.IGNORECASE)
FACES_OF_FUDGE = {"+": 1, "+1": 1, "1": 1, "-": -1, "-1": -1, "0": 0}

#: A backslash and the sign behind it, which Markdown takes as it stands.
ESCAPED = pattern(r"\\([!-/:-@\[-`{-~])")


def unescape(text: str) -> str:
    r"""Return text without the backslashes that stand before signs.

    >>> unescape(r"\[no tag\]"), unescape(escape("a [b]"))
    ('[no tag]', 'a [b]')
    """
    return ESCAPED.sub(r"\1", text)


def escape(text: str) -> str:
    r"""Return text without tags and comments: each sign that would be read as more has a backslash.

    >>> escape("[N:Jo] %%lies%%")
    '\\[N:Jo] %\\%lies%\\%'
    """
    return re.sub(r"\\(?=[!-/:-@\[-`{-~]|$)|\[|(?<=%)%|(?<=<)!(?=--)", r"\\\g<0>", text)


def escape_all(text: str) -> str:
    r"""Return text with a backslash before each sign, so that it is nothing but text.

    >>> escape_all("||lies||. GM: no")
    '\\|\\|lies\\|\\|\\. GM\\: no'
    """
    return re.sub(r"[!-/:-@\[-`{-~]", r"\\\g<0>", text)


def escape_beginning(text: str) -> str:
    r"""Return text whose first sign is no sign of Markdown or Lonelog.

    >>> escape_beginning("# one"), escape_beginning("GM: two")
    ('\\\\# one', 'GM\\\\: two')
    """
    return re.sub(r"^([\w ]*)([!-/:-@`{-~^_\]])", r"\1\\\2", text)


def escape_in_tag(text: str) -> str:
    """Return a name that can stand in a tag."""
    return re.sub(r"[\\\[\]|]", r"\\\g<0>", text)


@record
class TagReader:
    """What the tags of a file have said so far.

    `clocks` has each countdown with how many boxes are marked and how many there are, `threads` each open goal.
    """

    gathering: Gathering
    clocks: dict[str, tuple[str, int, int]] = Factory(dict)
    threads: dict[str, str] = Factory(dict)

    @classmethod
    def of(cls, gathering: Gathering) -> TagReader:
        """Return a reader that knows the countdowns and goals of the campaign."""
        made = COUNTDOWNS.of(gathering.state).values()
        clocks = {each.name.casefold(): (each.name, each.marked, each.boxes) for each in made}
        goals = GOALS.of(gathering.state).values()
        return cls(gathering, clocks, {each.name.casefold(): "" if each.reached else each.name for each in goals})

    def read(self, cell: TextCell, secret: bool) -> bool:
        """Enter what the tags and dice of a line say. Return whether the line says nothing else.

        A line that is too long for a note is not searched for tags, which would take long.
        """
        if len(cell.text) > TEXT_LIMIT:
            return False
        tags = list(LONELOG_TAG.finditer(cell.text))
        told_all = bool(tags)
        for found in tags:
            at = evolve(cell, text=found[0], column=cell.column + found.start())
            parts = [unescape(part).strip() for part in TAG_BAR.split(found["held"])]
            told_all &= self.read_tag(at, found["kind"].casefold(), parts, secret)
        if ROLL_LINE.match(cell.text):
            for roll in find_rolls(cell.text, secret):
                self.gathering.enter(cell, roll)
            told_all = False
        return told_all and not re.search(r"\w", LONELOG_TAG.sub("", cell.text))

    def read_tag(self, cell: TextCell, kind: str, parts: list[str], secret: bool) -> bool:
        """Enter what a tag says. Return whether that is all of it."""
        name, *more = parts
        if kind in (NPC_TAG, PC_TAG) and name:
            player = next((each[len(PLAYED_BY) :] for each in more if each.startswith(PLAYED_BY)), None)
            self.gathering.find_person(evolve(cell, text=name), "npc" if kind == NPC_TAG else "pc", player)
            return len(more) == (player is not None)
        if kind in CLOCK_TAGS and (found := PROGRESS.fullmatch(name)) is not None:
            self.read_clock(cell, found["name"], int(found["marked"]), int(found["boxes"]), secret)
            return not more
        if kind == THREAD_TAG and name and more:
            return self.read_thread(cell, name, more[0].casefold(), secret) and len(more) == 1
        if kind == SCENE_TAG and name:
            self.gathering.enter(cell, KeepSecret(name, scene=True) if secret else SetScene(name))
            return not more
        return False

    def read_clock(self, cell: TextCell, name: str, marked: int, boxes: int, secret: bool) -> None:
        """Make a countdown or mark its boxes. Note a snag for one that went back or changed its size."""
        called, had, size = self.clocks.get(name.casefold(), (name, 0, 0))
        if size and had >= size and (marked < had or boxes != size):
            size = had = 0  # it was over, and another one of that name begins
        if size and (boxes != size or marked < had):
            said = f"{called} has {size} boxes" if boxes != size else f"{had} boxes of {called} are marked already"
            self.gathering.snag(cell, f"{said}, so {marked}/{boxes} cannot be", "give the new one another name")
            return
        made = [] if size else [MakeCountdown(called, (StageOf(boxes),), hidden=secret)]
        ticks = [TickCountdown(called, marked - had)] if marked > had else []
        if made or ticks:
            self.gathering.enter(cell, *made, *ticks)
        self.clocks[name.casefold()] = called, marked, boxes

    def read_thread(self, cell: TextCell, name: str, state: str, secret: bool) -> bool:
        """Set a goal, or reach it. Return whether the tag says no more than that."""
        key, closed = name.casefold(), state in CLOSED
        if key not in self.threads:
            self.threads[key] = name
            self.gathering.enter(cell, SetGoal(name, (NeedSet((THREADS_END,)),), secret=secret))
        if closed and self.threads[key]:
            self.gathering.enter(cell, MeetComplication(self.threads[key], THREADS_END))
            self.threads[key] = ""
        return closed or state == OPEN_THREAD.casefold()


def find_rolls(text: str, secret: bool) -> Iterator[Roll]:
    """Yield the rolls of a line whose every face is told. Totals of several dice stay text."""
    for found in DICE_SHOWN.finditer(canonical_digits(text)):
        count, fudge = int(found["count"] or 1), found["sides"] == "F"
        typed = re.findall(r"[^\s,]+", found["listed"]) if found["listed"] is not None else [found["one"].strip()]
        faces = [FACES_OF_FUDGE.get(each) if fudge else int(each) if each.isdecimal() else None for each in typed]
        known = [each for each in faces if each is not None and (fudge or 0 < each <= int(found["sides"]))]
        if len(known) == len(faces) == count and count:
            yield Roll(f"{count}d{found['sides']}", faces=tuple(known), secret=secret)
