"""`export FILE.session`: a script that comes to the same campaign when it is played."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from given import folder, one_in
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from worlds import ANYTHING, FEW, FORGE, a_campaign, attempt
from worlds import WORLD as WORLD_OF_COMMANDS

from engine.campaign import Campaign
from engine.commands import CreatePc, Gain, MakeCountdown, SetGoal, StageOf, Undo
from engine.registry import EVENTS, LINES, is_brought
from engine.rooms import load
from engine.state import State
from replay.audience.rule import UNTIL_EVENT, View
from shell.doors.cli import main
from shell.runner import Desk
from shell.script.differences import tell_differences
from shell.script.export import write_script

SESSIONS = sorted((Path(__file__).parents[2] / "sessions").glob("*.session"))


def replayed(script: Path, path: Path) -> Path:
    """Play a script, every line of which is carried out, and return its log."""
    desk = Desk(path)
    lines = script.read_text("utf-8").splitlines()
    for line in (line for line in lines if line and not line.startswith("#")):
        outcome = desk.do(line)
        assert outcome.status == 0, (line, outcome.fault)
    desk.close()
    return path


def state_of(path: Path | str) -> State:
    with Campaign.open(path) as campaign:
        return campaign.state


def alike(one: Path | str, other: Path | str) -> list[str]:
    """Return what differs between two campaigns: nothing, if they are the same to everybody at the table."""
    return list(tell_differences(state_of(one), state_of(other)))


def sheets(path: Path | str, result: Callable[..., dict[str, Any]]) -> list[dict[str, Any]]:
    """Every sheet as programs get it, but for the numbers by which stacks are called."""
    found = result(path, "party")["characters"]
    for sheet in found:
        for item in sheet["inventory"]:
            del item["id"]
        sheet["inventory"] = sorted(sheet["inventory"], key=repr)
    return found


def exported(path: Path, do: Callable[..., Any], script: str = "told.session") -> Path:
    """Return the script of a campaign, which leaves nothing unsaid."""
    Path(script).unlink(missing_ok=True)
    outcome = do(path, f"export {script}")
    assert outcome.status == 0, outcome.fault
    assert outcome.answer.result["unsaid"] == []
    return Path(script)


@pytest.mark.rule("P11")
def test_the_script_of_a_campaign_makes_it_again(
    log: Path, home: Path, do: Callable[..., Any], result: Callable[..., Any]
) -> None:
    replayed(exported(log, do), home / "again.db")
    assert sheets("again.db", result) == sheets(log, result)
    assert alike("again.db", log) == []


def test_the_script_of_the_copy_is_the_same_script(log: Path, home: Path, do: Callable[..., Any]) -> None:
    first = exported(log, do)
    second = exported(replayed(first, home / "again.db"), do, "second.session")
    assert second.read_text("utf-8") == first.read_text("utf-8")


@pytest.mark.parametrize("script", one_in(6, SESSIONS, pytest.mark.heavy))
def test_the_evenings_in_the_book_can_be_told_again(
    script: Path, home: Path, do: Callable[..., Any], result: Callable[..., Any]
) -> None:
    replayed(script, home / "one.db")
    replayed(exported(home / "one.db", do), home / "again.db")
    assert sheets("again.db", result) == sheets("one.db", result)


def test_the_script_plays_through_the_programs_own_door(
    log: Path, home: Path, do: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = exported(log, do)
    with script.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert main(["again.db"]) == 0
    assert alike("again.db", log) == []


def test_rolls_are_told_as_real_dice_with_their_faces_or_the_total_alone(log: Path, do: Callable[..., Any]) -> None:
    do(log, "check Kotorikh Perception vs 3")
    rolled = do(log, "log last 1").answer.result["events"][0]
    lines = exported(log, do).read_text("utf-8").splitlines()
    assert not rolled["physical"]
    assert f"check Kotorikh Perception vs 3 rolled {' '.join(map(str, rolled['faces']))}" in lines
    assert "roll rolled -2 secret" in lines
    assert 'check Kotorikh Perception +1 torch vs 3 -1 "the moon is up" rolled -1 0 0 1' in lines


def test_what_was_taken_back_is_left_out_and_what_was_amended_is_told_as_it_counts(
    log: Path, home: Path, do: Callable[..., Any]
) -> None:
    do(log, "award Kotorikh 9 for what never happened")
    do(log, "undo")
    number = do(log, "award Kotorikh 8 for the dragon").events[0]["seq"]
    do(log, f"amend #{number} 5")
    text = exported(log, do).read_text("utf-8")
    assert "what never happened" not in text
    assert "award Kotorikh 5 for the dragon" in text
    assert "undo" not in text
    assert "amend" not in text


def test_a_debt_is_told_as_an_award_that_was_taken_back(
    log: Path, home: Path, do: Callable[..., Any], result: Callable[..., Any]
) -> None:
    number = do(log, "award Kotorikh 40 for a mistake").events[0]["seq"]
    do(log, "spend Kotorikh 60 on Perception")
    do(log, f"undo #{number} keep")
    assert result(log, "sheet Kotorikh")["xp"]["unspent"] < 0
    do(log, "award Kotorikh 3 for better times")
    script = exported(log, do)
    replayed(script, home / "again.db")
    assert sheets("again.db", result) == sheets(log, result)
    assert "keep" in script.read_text("utf-8")


def test_a_property_whose_gift_was_taken_back_is_told_without_it(
    log: Path, home: Path, do: Callable[..., Any], result: Callable[..., Any]
) -> None:
    gained, gift = do(log, 'gain "Old Marta" "talented observer"').events
    do(log, f"undo #{gift['seq']}")
    assert gift["seq"] == gained["seq"] + 1
    replayed(exported(log, do), home / "again.db")
    assert sheets("again.db", result) == sheets(log, result)


def test_a_session_that_was_never_ended_is_told_as_one(log: Path, home: Path, do: Callable[..., Any]) -> None:
    do(log, "session start Another evening")
    end = do(log, "session end").events[0]["seq"]
    do(log, "session start And another")
    do(log, f"undo #{end}")
    replayed(exported(log, do), home / "again.db")
    assert alike("again.db", log) == []


def test_rules_are_told_as_they_count_after_one_was_taken_back(log: Path, home: Path, do: Callable[..., Any]) -> None:
    first = do(log, "rules untrained 2").events[0]["seq"]
    do(log, "rules contest-dice 4dF")
    do(log, f"undo #{first}")
    replayed(exported(log, do), home / "again.db")
    assert state_of("again.db").rules.as_data() == state_of(log).rules.as_data()


def test_numbers_of_events_are_those_of_the_script(log: Path, home: Path, do: Callable[..., Any]) -> None:
    for _ in range(3):
        do(log, "note gone")
        do(log, "undo")
    seq = do(log, "roll 4dF rolled 1 1 1 1 secret").events[0]["seq"]
    do(log, f"reveal #{seq}")
    replayed(exported(log, do), home / "again.db")
    assert len(state_of("again.db").secrets) == len(state_of(log).secrets)


HOUSES = (
    'extends = "peupfudge"\ncheck-dice = "3d6"\nuntrained = -1\nplaces = []\nxp-for-used-only = true\n',
    'extends = "fudge"\ngrowth = "steps"\nstep-costs = [1, 2]\n',
    'extends = "fudge-lite"\ngrowth = "none"\nstep-costs = []\n',
    'extends = "fudge"\ngrowth = "practice"\ncreation-least = 0\n',
)


@pytest.mark.parametrize("rules", HOUSES)
def test_house_rules_are_told_key_by_key(home: Path, do: Callable[..., Any], rules: str) -> None:
    (home / "house.toml").write_text(rules)
    do("one.db", "new house.toml")
    do("one.db", "export told.session")
    replayed(Path("told.session"), home / "again.db")
    ours, theirs = (state_of(path).rules.as_data() for path in ("one.db", "again.db"))
    names = ("name", "title")
    assert {key: each for key, each in ours.items() if key not in names} == {
        key: each for key, each in theirs.items() if key not in names
    }


def test_what_no_line_can_say_is_told_and_marked_in_the_script(home: Path, do: Callable[..., Any]) -> None:
    do("one.db", "new peupfudge")
    do("one.db", "pc Kotorikh")
    first = do("one.db", "give Kotorikh 3 stones").events[0]["seq"]
    gone = do("one.db", "condition Kotorikh stones = worn").events[0]["seq"]
    do("one.db", "undo")
    do("one.db", "give Kotorikh 2 stones")
    do("one.db", f"redo #{gone}")
    outcome = do("one.db", "export told.session")
    assert (first, gone) == (3, 4)
    assert outcome.answer.result["unsaid"] == ["Kotorikh's inventory: the same things lie in other heaps"]
    assert "no line can record" in outcome.answer.text()


def test_every_event_can_be_told_or_needs_no_line() -> None:
    load("line")
    assert set(EVENTS.values()) == set(LINES)


def test_any_part_of_a_command_that_was_taken_back_is_told_without_it(home: Path, do: Callable[..., Any]) -> None:
    log = home / "parts.db"
    before = ("new fudge-lite", "define key Crows", "pc Bero", "gain Bero Crows", "countdown Doom 2", "session start")
    for line in before:
        assert do(log, line).fault is None, line
    for line in ("hit Bero Crows", "check Bero Luck vs Terrible rolled + + 0 0 ticks Doom"):
        _, brought = do(log, line).events
        do(log, f"undo #{brought['seq']}")
    script = exported(log, do)
    assert script.read_text("utf-8").count("undo #") == 2
    replayed(script, home / "again.db")
    assert alike(log, home / "again.db") == []


@pytest.mark.parametrize("game", ["peupfudge", "fudge", "polyhedral", "fudge-lite"])
def test_a_counter_with_a_low_and_a_high_band_is_told_in_every_game(
    game: str, home: Path, do: Callable[..., Any]
) -> None:
    counter = "define counter Mana 0..10 start 6 low 3: a -1 on Chess high 9: Climbing +1"
    for each in (f"new {game}", "define ability Chess, Climbing", counter):
        assert do("one.db", each).fault is None, each
    assert counter in exported(home / "one.db", do).read_text("utf-8").splitlines()


@pytest.mark.rule("P10")
def test_a_script_is_never_written_over_another_file(log: Path, do: Callable[..., Any]) -> None:
    Path("told.session").write_text("mine")
    assert do(log, "export told.session").status == 1
    assert Path("told.session").read_text() == "mine"


# --- whatever happens ------------------------------------------------------------------------------------------

WHO = ["Kotorikh", '"Old Marta"', '"vs"', "黒猫", '"Ann \\"Red\\" Lee"', "Nyrv"]
TRAITS = ["Muscle", '"Ride vs Run"', '"Mêlée à pied"', "Perception", '"less"']
ITEMS = ["pack", "pouch", "stones", '"vial of ink"', '"+1 sword"', '"in"', '"3 jewels"', "pou"]
PLACES = ["back", "belt", "pack", "pouch", '"in"']
TEXTS = ["for luck", '"quoted" and # not', "#5", "  x  y", '"all of it"', "vs 3 rolled +1", "\\", "with 4dF", '"\\""']
PROPERTIES = ['"Shroom Belly"', "wealthy", '"talented observer"']

WORLD = """\
new peupfudge "A \\"world\\" # of its own"
define ability Muscle, "Ride vs Run", "Mêlée à pied", Perception, "less" poor 2 decent 4
define status Energy: Exhausted -2, "Not so good" -1, Neutral 0, up +1 on Muscle, "Ride vs Run"
define property "Shroom Belly": Muscle -1, Perception +2 a -2 on "less" when "in the dark"
define property "talented observer": xp 7 Perception
define property wealthy
practice 1 month = 2
checklist beings humans, # and "others"
"""


def line(rng: random.Random) -> str:
    """Something that could be typed, though it may be refused."""
    who, other, trait, item = rng.choice(WHO), rng.choice(WHO), rng.choice(TRAITS), rng.choice(ITEMS)
    place, text, number = rng.choice(PLACES), rng.choice(TEXTS), rng.randrange(1, 9)
    count = rng.choice(["", f"{number} "])
    faces = rng.choice(["", " rolled +1", " rolled -1 0 0 1", " rolled 1 1 1", " rolled 0"])
    modifier = rng.choice(["", " +1", ' -2 "the moon # is up"', " +1 torch -1 tired"])
    when = rng.choice(["", ' when "in the dark"', " when tired, magical"])
    secret = rng.choice(["", "", " secret"])
    return rng.choice(
        [
            f"pc {who}",
            f"npc {who}",
            f'pc {who} by "Anna Maria"',
            f"set {who} Profession = {text}",
            f"trait {who} {trait} {number}",
            f"award {who} {number * 5} for {text}",
            f"award all {number}",
            f"spend {who} {number} on {trait}",
            f"spend {who} {number} on {trait}, 1 on Muscle",
            f"raise {who} {trait}",
            f"bonus {who} {number} on {trait} for {text}",
            f"status {who} Energy {rng.choice(['up', 'down', 'Neutral', 'Exhausted'])} for {text}",
            f"gain {who} {rng.choice(PROPERTIES)}",
            f"lose {who} {rng.choice(PROPERTIES)}",
            f"give {who} {count}{item}",
            f"give {who} {count}{item} in {place}",
            f'give {who} {item} in {place} note "half # full"',
            f'give {who} {item} +{number} "good steel" on {trait} when magical',
            f"drop {who} {count}{item}",
            f"drop {who} {count}{item} from {place}",
            f"move {who} {count}{item} to {place}",
            f"move {who} {item} out",
            f"pass {who} {count}{item} to {other}",
            f"condition {who} {item} = {text}",
            "session start",
            f"session start {text}",
            "session end",
            f"scene {text}",
            f"note {text}",
            f"roll{modifier} for {who}{faces}{secret}",
            f"roll 2d6+3{modifier}",
            f"check {who} {trait}{modifier}{when} vs {number} -1 mud{faces}{secret}",
            f"check {who} nothing less 2{modifier} vs {other} {trait} with 3d6",
            f"contest {who} {trait}{modifier}{when} vs {other}{modifier}{secret}",
            f"contest {who} {trait} rolled 1 0 1 vs {other} Muscle rolled +1 at least 3",
            f"reveal #{number * 5}",
            f"sign {who} by Kurt",
            f"rules contest-dice {rng.choice(['4dF', '3d6', '1d6-1d6'])}",
            f"rules untrained {number - 5}",
            f"define ability {trait} fine {number} great 9",
            f'define status Energy: Exhausted -{number}, "Not so good", Neutral +1 start Exhausted',
            "undo",
            f"undo last {number}",
            f"undo #{number * 7} cascade for {text}",
            f"undo #{number * 6} keep",
            f"undo session {number}",
            "redo",
            f"redo #{number * 7}",
            f"amend #{number * 6} {number * 3}",
        ]
    )


#: What a script cannot say, where something was taken back from among what came later: that things which would not
#: join now did then, that somebody rolled who was never there, and that two sessions have one number.
UNSAYABLE = "the same things lie in other heaps$|(no|or a) character|^sessions: their numbers"


@pytest.mark.slow
@pytest.mark.rule("P11")
@pytest.mark.parametrize("seed", range(12))
def test_any_campaign_is_made_again_by_its_script(
    seed: int, home: Path, do: Callable[..., Any], result: Callable[..., Any]
) -> None:
    rng = random.Random(seed)
    with folder() as place:
        path, again = Path(place) / "one.db", Path(place) / "again.db"
        desk = Desk(path)
        for each in WORLD.splitlines():
            assert desk.do(each).status == 0, each
        for who in WHO[:3]:
            desk.do(f"pc {who}")
        statuses = [desk.do(line(rng)).status for _ in range(120)]
        desk.close()
        assert statuses.count(0) > 30
        outcome = do(path, "export told.session")
        assert outcome.status == 0, outcome.fault
        replayed(Path("told.session"), again)
        unsaid = outcome.answer.result["unsaid"]
        assert [each for each in unsaid if not re.search(UNSAYABLE, each)] == []
        assert alike(path, again) == [each for each in unsaid if not each.startswith("#")]
        if not unsaid:
            assert sheets(again, result) == sheets(path, result)


#: What any part may be taken back from.
FULL_OF_PARTS = (
    *(*WORLD_OF_COMMANDS, CreatePc("Cy"), Gain("Ada", "Vow"), Gain("Bo", "Greed")),
    *(MakeCountdown("Doom", (StageOf(3), StageOf(1, "it falls"))), MakeCountdown("Escape", (StageOf(4),), "Doom")),
    SetGoal("Forge", FORGE),
)


def must_be_made_again(story: list[object], parts: list[int]) -> None:
    """Play a story and take parts of its commands back; its script must play, and differ only as it says."""
    with a_campaign(FULL_OF_PARTS) as campaign:
        for command, part in zip_longest(story, parts[: len(story)], fillvalue=0):
            attempt(campaign, command)
            brought = [each.seq for each in campaign.events(campaign.state.seq - 3) if is_brought(each.event)]
            if part and brought:
                attempt(campaign, Undo(brought[part % len(brought)] - 1))
        script = StringIO()
        written = write_script(View.of(campaign), script)
        with folder() as place, closing(Desk(Path(place) / "again.db")) as desk:
            for each in script.getvalue().splitlines():
                assert not each or each.startswith("#") or desk.do(each).fault is None, (each, script.getvalue())
            assert desk.campaign is not None
            if not written.unsaid and not written.differing:
                told = tell_differences(campaign.state, desk.campaign.state)
                assert [each for each in told if not is_about_numbers(each)] == [], script.getvalue()


def is_about_numbers(difference: str) -> bool:
    """Return whether both sides of a difference are the same but for the number of an event."""
    now, _, then = UNTIL_EVENT.sub("", difference.partition(": ")[2]).partition(" instead of ")
    return now == then


@settings(max_examples=5, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(st.lists(ANYTHING, min_size=10, max_size=40), st.lists(FEW, max_size=40))
def test_a_campaign_whose_commands_count_in_part_is_made_again(story: list[object], parts: list[int]) -> None:
    must_be_made_again(story, parts)


@pytest.mark.heavy
@settings(max_examples=500, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(st.lists(ANYTHING, min_size=10, max_size=40), st.lists(FEW, max_size=40))
def test_many_campaigns_whose_commands_count_in_part_are_made_again(story: list[object], parts: list[int]) -> None:
    must_be_made_again(story, parts)


@pytest.mark.parametrize("seed", [0, 1, pytest.param(range(2, 12), marks=pytest.mark.slow)])
def test_a_script_for_players_is_always_written_and_played(
    seed: int | range, home: Path, do: Callable[..., Any]
) -> None:
    for each in [seed] if isinstance(seed, int) else seed:
        rng = random.Random(each)
        with folder() as place:
            path, again = Path(place) / "one.db", Path(place) / "again.db"
            desk = Desk(path)
            for said in (*WORLD.splitlines(), f"pc {WHO[0]} by Kim", *(f"npc {who}" for who in WHO[1:4])):
                assert desk.do(said).status == 0, said
            for who, other in ((WHO[1], WHO[0]), (WHO[2], WHO[0])):
                desk.do(f"give {who} 3 stones")
                desk.do(f"pass {who} 2 stones to {other}")
            for _ in range(60):
                desk.do(line(rng))
            assert desk.do(f"export {place}/told.session for players").fault is None
            desk.close()
            replayed(Path(place) / "told.session", again)


def test_a_script_says_who_spoke_where_that_changes(log: Path, result: Callable[..., Any]) -> None:
    result(log, "export gm.session")
    assert "\nas " not in Path("gm.session").read_text("utf-8")
    for name in ("Kurt", "Olivia", "Kurt"):
        desk = Desk(log, name)
        desk.do("note it was me")
        desk.close()
    result(log, "export all.session")
    said = [line for line in Path("all.session").read_text("utf-8").splitlines() if line.startswith("as ")]
    assert said == ["as Kurt", "as Olivia", "as Kurt"]


@pytest.mark.rule("PF-11")
def test_what_moves_a_status_is_in_the_script(home: Path, do: Callable[..., Any]) -> None:
    do("one.db", "new peupfudge")
    do("one.db", 'define status Mood: Grim -1, Calm 0 moved "good company"')
    script = exported(home / "one.db", do)
    assert 'moved "good company"' in script.read_text("utf-8")
    assert alike(replayed(script, home / "again.db").name, "one.db") == []
