"""What the players' script makes when it is played: what they were shown, and never other numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from given import folder
from hypothesis import given, settings
from test_audience import STORIES, UNSHRUNK, play_twins, twins

from engine import Campaign
from engine.events import (
    CharacterCreated,
    CheckResolved,
    ContestResolved,
    EffectEnded,
    EventsUndone,
    ItemPassed,
    MissWithdrawn,
    NoteMade,
    PointsChanged,
    PropertyLost,
    RollAltered,
    RollRerolled,
    TickWithdrawn,
)
from engine.history.fold import Fold
from engine.naming import names_in, numbers_in
from engine.sheet import view
from engine.state import State
from engine.store import codec
from engine.types import PLAYERS
from engine.value import evolve
from replay.audience.rule import UNTIL_EVENT, View, Visible
from shell.runner import Desk
from shell.script.export import write_script

#: Fields whose numbers are none that players are shown: the rules, and how this program reads them.
NO_NUMBERS = ("rules", "reading")

#: Events that a script has of its own: notes, and who is in them.
UNNUMBERED = (NoteMade, CharacterCreated)

#: Events that are notes where players see a part, so that a script has lines for what came of them.
ROLLED = (CheckResolved, ContestResolved, RollAltered, RollRerolled)

Shown = tuple[str, tuple[str, ...], tuple[tuple[int, int], ...]]


def shown(event: Any) -> Shown:
    """Return the type of an event, whom it names, and its numbers.

    What somebody had of a thing that they hand over follows from the lines before.
    """
    event = evolve(event, of=0) if isinstance(event, ItemPassed) else event
    data = {name: held for name, held in codec.plain_data(event).items() if name not in NO_NUMBERS}
    numbers = Counter(ints_in(data)) - Counter(number for _, number in numbers_in(event))
    return type(event).__name__, tuple(sorted(names_in(event, "character"))), tuple(sorted(numbers.items()))


def ints_in(data: Any) -> Iterator[int]:
    """Yield the numbers in plain data, at any depth."""
    if isinstance(data, int) and not isinstance(data, bool):
        yield data
    for held in data.values() if isinstance(data, dict) else data if isinstance(data, list | tuple) else ():
        yield from ints_in(held)


def as_given(event: ItemPassed) -> Shown:
    """Return what the receiver of a thing gets, where nobody saw that the giver had it."""
    return "ItemGiven", (event.to,), ((event.quantity, 1),)


def instead_of(event: Any) -> Iterator[Shown]:
    """Yield what a script may have instead of an event that is a note, or that only a roll brings."""
    match event:
        case ItemPassed():
            yield as_given(event)
        case RollAltered() | RollRerolled():
            yield shown(PointsChanged(event.character, -1))
        case CheckResolved():
            yield shown(PointsChanged(event.character, -event.points))
        case ContestResolved():
            yield from (shown(PointsChanged(side.character, -side.points)) for side in event.participants)
        case MissWithdrawn() | TickWithdrawn():
            yield shown(EventsUndone((1,), False))


def unseen_ends(campaign: Campaign, seen: View) -> Iterator[Shown]:
    """Yield what ended out of sight: a script ends it where players can tell that it is over."""
    for each in campaign.events():
        if each.seq in seen.withheld and isinstance(each.event, EffectEnded | PropertyLost):
            yield shown(each.event)


def accounts(state: State, seen: View) -> dict[str, object]:
    """Return the XP, fudge points and practice on the sheets that players see."""
    found = {name: view(state, name) for name in state.sheets if seen.sees(name)}
    return {
        name: (sheet.xp, sheet.points, {trait: each.xp for trait, each in sheet.traits.items()})
        for name, sheet in found.items()
    }


def as_told(campaign: Campaign, seen: View) -> State:
    """Return what the events make that players see, in full."""
    told, visible = Fold(lenient=True), {each.logged for each in seen.read_seen() if each.counts}
    for each in campaign.events():
        if each.seq in visible:
            told.put(campaign.history.put_amount(each.event, each.seq), each.seq)
    return told.state


def sheets(campaign: Campaign, seen: View) -> dict[str, object]:
    """Return the sheets that players see, without the numbers of events."""
    found = {name: seen.sheet(campaign.state, name).as_json() for name in campaign.state.sheets if seen.sees(name)}
    return {name: UNTIL_EVENT.sub("", str(without_events(sheet))) for name, sheet in found.items()}


def without_events(data: Any) -> Any:
    if isinstance(data, dict):
        return {name: without_events(held) for name, held in data.items() if name not in ("event", "item", "seq", "id")}
    return [without_events(each) for each in data] if isinstance(data, list | tuple) else data


def play_lines(desk: Desk, lines: str) -> None:
    """Play the lines of a script, all of which are carried out."""
    for line in lines.splitlines():
        assert not line or line.startswith("#") or desk.do(line).fault is None, line


def must_play_back(campaign: Campaign) -> bool:
    """Play the players' script, and compare; return whether it had a line for everything."""
    seen, script = View.of(campaign, PLAYERS), StringIO()
    written = write_script(seen, script)
    events: list[Visible] = [each for each in seen.read_seen() if each.counts]
    known = Counter(shown(each.event) for each in events)
    known += Counter(like for each in events for like in instead_of(each.event))
    known += Counter(unseen_ends(campaign, seen))
    with folder() as place:
        desk = Desk(Path(place) / "again.db")
        play_lines(desk, script.getvalue())
        again = desk.campaign
        assert again is not None
        for each in View.of(again).read_seen():
            if each.counts and not isinstance(each.event, UNNUMBERED):
                assert known[shown(each.event)] > 0, (each.text, script.getvalue(), written.unsaid)
                known[shown(each.event)] -= 1
        noted = {int(each.partition(" ")[0].removeprefix("#")) for each in written.unsaid if each.startswith("#")}
        if all(isinstance(each.event, ROLLED) for each in events if each.seq in noted):
            assert accounts(again.state, seen) == accounts(as_told(campaign, seen), seen), script.getvalue()
        whole = not written.unsaid and not written.differing
        if whole:
            assert sheets(again, seen) == sheets(campaign, seen), script.getvalue()
        desk.close()
    return whole


def must_play_both_back(story: Sequence[tuple[object, object]]) -> None:
    with twins() as pair:
        play_twins(*pair, story)
        for campaign in pair:
            must_play_back(campaign)


USED_UP = """new fudge-lite
define property brave: A +1
pc Ann by Kim
npc Wolf
trait Ann Climb Good
effect Ann stunned a -1 until next roll
check Ann Climb vs Fair secret rolled 0 0 0 0
check Ann Climb vs Fair rolled 0 0 0 0
effect Ann dazed a -1 until next roll
check Ann Climb vs Wolf Climb rolled 0 0 0 0
check Ann Climb vs Fair rolled + 0 0 0
gain Ann brave until next roll
check Ann Climb vs Fair secret rolled 0 0 0 0
check Ann Climb vs Fair rolled - 0 0 0
check Ann Climb vs Fair rolled - - 0 0
"""


def test_what_an_unseen_roll_used_up_is_over_in_the_players_script_once_they_can_tell(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "a.db")) as desk:
        for line in USED_UP.splitlines():
            assert desk.do(line).fault is None, line
        assert desk.campaign is not None
        must_play_back(desk.campaign)
        script = StringIO()
        unsaid = write_script(View.of(desk.campaign, PLAYERS), script).unsaid
    assert [each.partition(" ")[0] for each in unsaid] == ["#11"], "only the check against the wolf is a note"
    assert [line for line in script.getvalue().splitlines() if "ends" in line or "lose" in line] == [
        *("effect Ann stunned ends", "effect Ann dazed ends", "lose Ann brave"),
    ]


PAID = """new fudge-lite
rules points 3
rules xp-on-miss 2
rules point-uses convert
pc Ann by Kim
npc Wolf
trait Ann Climb Good
trait Wolf Climb Great
countdown Doom 4
countdown Escape 3 against Doom
session start
check Ann Climb vs Wolf Climb rolled 0 0 0 0
contest Ann Climb rolled 0 0 0 0 vs Wolf Climb rolled 0 0 0 0
raise Ann Climb
check Ann Climb vs Wolf Climb rolled - 0 0 - ticks Escape
point Ann success #17
"""


def test_what_came_of_a_roll_that_is_a_note_is_in_the_players_script(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "a.db")) as desk:
        for line in PAID.splitlines():
            assert desk.do(line).fault is None, line
        assert desk.campaign is not None
        must_play_back(desk.campaign)
        script = StringIO()
        write_script(View.of(desk.campaign, PLAYERS), script)
    told = script.getvalue().partition("session start\n")[2].splitlines()
    assert [line for line in told if not line.startswith("note")] == [
        *2 * ("award Ann 2 for a miss with Climb",),
        "raise Ann Climb permitted",
        *("tick Doom", "award Ann 2 for a miss with Climb"),
        *("point Ann -1", "undo #16", "tick Escape", "undo #17 keep"),
    ]


MARKED = """new fudge-lite
pc Ann by Kim
npc Wolf
trait Ann Climb Good
check Ann Climb vs Wolf Climb rolled - - 0 0
mark Ann of #5
effect Ann dazed a -1 until #6
contest Ann Climb rolled - 0 0 0 vs Wolf Climb rolled 0 0 0 0
effect Ann shaken a -1 of #8
"""


def test_what_a_roll_that_is_a_note_caused_is_in_the_players_script_without_its_cause(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "a.db")) as desk:
        play_lines(desk, MARKED)
        assert desk.campaign is not None
        script = StringIO()
        written = write_script(View.of(desk.campaign, PLAYERS), script)
    assert [each.partition(" ")[0] for each in written.unsaid] == ["#5", "#8"]
    assert script.getvalue().splitlines()[-4:-2] == ["mark Ann minor", "effect Ann dazed a -1 until #5"]
    assert script.getvalue().splitlines()[-1] == "effect Ann shaken a -1"


HURT = """new polyhedral
pc Joe by Kim
npc Orc
trait Joe Sword Good, "Damage Capacity" Fair
trait Orc Axe Fair, "Damage Capacity" Fair
session start
contest Joe Sword rolled 7 vs Orc Axe rolled 2
damage Orc of #9
"""


def test_a_note_of_the_players_script_names_no_event_by_the_number_of_another(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "a.db")) as desk:
        play_lines(desk, HURT)
        assert desk.campaign is not None
        script = StringIO()
        write_script(View.of(desk.campaign, PLAYERS), script)
    notes = [line for line in script.getvalue().splitlines() if line.startswith("note")]
    assert any("of an earlier roll" in line for line in notes)
    assert not any("#" in line for line in notes)


MOVED = """new fudge-lite
pc Ann by Kim
npc Wolf
give Wolf sack
give Wolf 3 bones in sack
session start
pass Wolf sack to Ann
effect Ann cursed a -1 until scene
secret scene The cave
"""


def test_what_sheets_say_otherwise_in_the_players_script_is_listed(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "a.db")) as desk:
        for line in MOVED.splitlines():
            assert desk.do(line).fault is None, line
        answer = desk.do(f"export {tmp_path}/told.session for players").answer
        assert answer is not None
        assert answer.text().splitlines()[1:] == [
            "except for what no line can record:",
            "  Ann's bones in sack: nothing instead of 3",
            "  Ann's effects: cursed −1 on everything until the scene ends instead of nothing",
        ]


@settings(max_examples=3, phases=UNSHRUNK)
@given(STORIES)
def test_the_players_script_makes_nothing_but_what_they_were_shown(story: list[tuple[object, object]]) -> None:
    must_play_both_back(story)


@pytest.mark.heavy
@settings(max_examples=500, phases=UNSHRUNK)
@given(STORIES)
def test_the_players_script_makes_nothing_but_what_they_were_shown_in_many_campaigns(
    story: list[tuple[object, object]],
) -> None:
    must_play_both_back(story)
