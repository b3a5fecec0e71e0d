"""Two groups' lines in any order give each what it has when it plays alone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from given import folder, log_of
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from engine.attendance import those_there
from engine.concerns.clocks.sheet import FIGHT
from engine.sheet import values, view
from replay.audit.auditor import audit
from shell.runner import Desk

WORLD = """\
new fudge The World
rules points 3
pc Ada by Ann
pc Abe by Ann
pc Bo by Bob
pc Bea by Bob
pc Eva by Eve
pc Eli by Eve
trait Ada Climbing Good
trait Abe Climbing Fair
trait Bo Climbing Great
trait Bea Climbing Poor
trait Eva Climbing Fair
trait Eli Climbing Fair
define key Vow
define gift Brave
gain Ada Vow
gain Bo Vow
gain Eva Vow
as Ann
group new South
as Bob
group new North"""

#: The same world, but made at South: at the first group nothing of it can be undone, and North's evening is open.
OLD_WORLD = "\n".join(
    [
        *("new fudge The World", "as Ann", "group new South", *WORLD.splitlines()[1:-4]),
        *("as Bob", "group new North", "session start with Bo, Bea"),
    ]
)

#: What a group may type: {0} and {1} are its characters.
LINES = (
    "session start with {0}, {1}",
    "session start with {0}",
    "session start",
    "session end",
    "scene By the {0}",
    "note Rain on {1}",
    "fight start",
    "fight end",
    "round",
    "award all 2",
    "award {0} 3 for daring",
    "forfeit {0} 1",
    "check {0} climbing vs Fair rolled +1",
    "check {1} climbing vs Great rolled -2",
    "all climbing Fair rolled 0 0",
    "roll 2d6 for {1} rolled 3 4",
    "effect {0} stunned a -1 until fight",
    "effect {1} wet a -1 until scene",
    "effect {0} tired a -1 until session",
    "effect {0} slow a -1 next turn",
    "gain {1} Brave until round",
    "hit {0} Vow",
    "point {0} -1",
    "give {0} 3 torches",
    "undo",
    "undo last 2",
    "redo",
    "xcard back",
    "recap",
    "stats",
    "spotlight",
    "keys",
    "party",
    "sheet {0}",
    "session start with Nobody",
)

#: What at the first group is about everybody, or takes back what the world begins with.
OF_ALL = re.compile("session start$|award all|all |undo|redo|xcard|keys|party|stats|spotlight")

#: What begins or ends an evening of North, or takes it back: while it lasts, the first group has everybody else.
OF_EVENINGS = re.compile("session|undo|redo|xcard")

#: What ends with a clock, and the line by which another group's such clock goes on.
CLOCKS = [
    ("effect {1} wet a -1 until scene", "scene By the {0}"),
    ("effect {0} stunned a -1 until fight", "fight end"),
    ("effect {0} tired a -1 until session", "session end"),
    ("gain {1} Brave until round", "round"),
    ("effect {0} slow a -1 next turn", "round"),
]

SPEAKERS = {
    "South": ("Ann", ("Ada", "Abe")),
    "North": ("Bob", ("Bo", "Bea")),
    "": ("Eve", ("Eva", "Eli")),
}


def turns_of(*groups: str) -> st.SearchStrategy[list[tuple[str, str]]]:
    """Return the turns of groups in any order."""

    def of_few(some: list[str]) -> st.SearchStrategy[list[tuple[str, str]]]:
        every = [(group, line) for group in groups for line in some if group or not OF_ALL.match(line)]
        return st.lists(st.sampled_from(every), min_size=4, max_size=30)

    few = st.lists(st.sampled_from(LINES), min_size=1, max_size=6)
    return few.map(lambda some: ["session start with {0}, {1}", "fight start", *some]).flatmap(of_few)


def turns_in_an_evening_of_north() -> st.SearchStrategy[list[tuple[str, str]]]:
    """Return the turns of the first group, which may type anything, and of North in an evening that stays open."""
    own = st.tuples(st.just(""), st.sampled_from(LINES))
    others = st.tuples(st.just("North"), st.sampled_from([line for line in LINES if not OF_EVENINGS.match(line)]))
    return st.lists(st.one_of(own, own, others), min_size=4, max_size=30)


def play(turns: list[tuple[str, str]], of: str, place: Path, world: str) -> dict[str, Any]:
    """Play the turns of groups, and return what a group was answered and has in the end, under its own numbers."""
    path = place / "mixed.db"
    path.write_bytes(log_of(world))
    desk, said, found = Desk(path), [], {}
    for group, line in turns:
        speaker, characters = SPEAKERS[group]
        assert desk.do(f"as {speaker}").fault is None
        outcome = desk.do(line.format(*characters))
        if group == of:
            answer = outcome.answer.text() if outcome.answer else ""
            fault = (outcome.fault.message, outcome.fault.hint) if outcome.fault else ()
            said.append((line, answer, fault))
    assert desk.do(f"as {SPEAKERS[of][0]}").fault is None
    campaign = desk.campaign
    assert campaign is not None
    state = campaign.state
    prefix = sum(not line.startswith("as ") for line in world.splitlines())
    events = [seq for seq in range(prefix + 1, state.seq + 1) if state.group_at(seq) == of]
    numbers = {seq: place for place, seq in enumerate(events, start=prefix + 1)}
    sessions = {each.number: place for place, each in enumerate((s for s in state.sessions if s.group == of), start=1)}
    found = {
        "said": said,
        "sheets": {name: values(view(state, name)) for name in SPEAKERS[of][1]},
        "scene": state.scene,
        "fight": (fight.title, fight.round) if (fight := FIGHT.of(state)) else None,
        "there": [each.name for each in those_there(state, state.sheets.values()) if each.name in SPEAKERS[of][1]],
        "rolls": [*map(repr, state.rolls.values())],
        "open": state.session_open,
    }
    assert audit(campaign).ok
    desk.close()
    return {name: renumber(repr(held), numbers, sessions) for name, held in found.items()}


def renumber(text: str, numbers: dict[int, int], sessions: dict[int, int]) -> str:
    """Return a text with the numbers that events and sessions have among those of their group."""
    text = re.sub(r"#(\d+)–#(\d+)", lambda run: ", ".join(f"#{n}" for n in range(int(run[1]), int(run[2]) + 1)), text)
    text = re.sub(r"#(\d+)", lambda found: f"#{numbers.get(int(found[1]), found[1])}", text)
    text = re.sub(r"([Ss]ession )(\d+)", lambda found: f"{found[1]}{sessions.get(int(found[2]), 'next')}", text)
    return re.sub(r"\b(of|seq)=\d+", "", text)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@for_all(turns_of("South", "North"), st.sampled_from(["South", "North"]))
def test_a_group_has_what_it_has_alone_whatever_another_plays_between(turns: list[tuple[str, str]], of: str) -> None:
    must_be_as_alone(turns, of)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@for_all(turns_of("", "North"), st.sampled_from(["", "North"]))
def test_the_first_group_and_another_have_what_each_has_alone(turns: list[tuple[str, str]], of: str) -> None:
    must_be_as_alone(turns, of)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@for_all(turns_in_an_evening_of_north())
def test_what_the_first_group_gives_to_all_and_undoes_is_as_alone(turns: list[tuple[str, str]]) -> None:
    must_be_as_alone(turns, "", OLD_WORLD)


@pytest.mark.parametrize(("lasting", "clock"), CLOCKS)
def test_what_lasts_at_a_group_does_not_end_with_the_clock_of_another(lasting: str, clock: str) -> None:
    begin = ["session start with {0}, {1}", "scene By the {0}", "fight start"]
    turns = [(group, line) for group in ("South", "North") for line in begin]
    must_be_as_alone([*turns, ("North", lasting), ("South", clock), ("North", "sheet {0}")], "North")


def must_be_as_alone(turns: list[tuple[str, str]], of: str, world: str = WORLD) -> None:
    """Play turns, and those of one group alone: it must have and be answered the same."""
    with folder() as place:
        mixed = play(turns, of, Path(place), world)
        alone = play([each for each in turns if each[0] == of], of, Path(place), world)
    assert mixed == alone
