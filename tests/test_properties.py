"""What holds whatever anyone types, in whatever order: XP and things are conserved, and undoing is exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs
import pytest
from attrs import frozen
from given import BEGINNING, folder
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from worlds import STATE, TRAIT, WHO, WORLD, a_campaign, attempt, draw, now

from engine import Campaign, Refused
from engine.commands import (
    Award,
    Bonus,
    ChangeRule,
    ChangeStatus,
    Check,
    Contest,
    CreateNpc,
    Drop,
    EndSession,
    Forfeit,
    Gain,
    Give,
    GiveTrait,
    Lose,
    Modifier,
    Move,
    NoteCondition,
    Pass,
    Raise,
    Redo,
    Roll,
    SetCharacteristic,
    SetScene,
    Share,
    Side,
    Spend,
    StartSession,
    TraitLevel,
    Undo,
)
from engine.concerns.experience.events import Drawing
from engine.decide import decide
from engine.events import BonusGranted, Event, ItemDropped, TraitGiven, XpAllocated, XpAwarded, XpTaken
from engine.project import apply, fold
from engine.sheet import view
from engine.state import Sheet, State
from engine.store import codec
from engine.store.looks import rows as rows_of
from shell.render import Answer
from shell.runner import Desk

#: Corrections of any event that there is by then.
CORRECTED: SearchStrategy[object] = st.one_of(
    st.just(Undo()),
    st.just(Redo()),
    st.builds(Undo, st.integers(0, 999)),
    st.builds(Undo, st.integers(0, 999), cascade=st.just(True)),
    st.builds(Redo, st.integers(0, 999)),
)

# --- what may be typed in the small world --------------------------------------------------------------------

NUMBER = st.integers(1, 40)

#: The small world, with somebody who is no player's, and with things that lie in others.
FURNISHED: tuple[object, ...] = (
    *WORLD,
    CreateNpc("Cy"),
    Give("Ada", "pack", 1, "back"),
    Give("Ada", "pouch", 1, "pack"),
    Give("Ada", "stones", 5, "pouch"),
    Give("Ada", "stones", 4, "pack"),
    Give("Bo", "pouch"),
    Give("Bo", "stones", 3),
)

XP = st.one_of(
    st.builds(lambda who, n: Award((who,), n), WHO, NUMBER),
    st.builds(lambda n: Award(amount=n, all=True), NUMBER),
    st.builds(Spend, WHO, st.lists(st.builds(Share, NUMBER, TRAIT), min_size=1, max_size=3).map(tuple)),
    st.builds(Raise, WHO, TRAIT),
    st.builds(Forfeit, WHO, NUMBER, st.booleans()),
    st.builds(Bonus, WHO, NUMBER, TRAIT),
    st.builds(lambda who, trait, n: GiveTrait(who, (TraitLevel(trait, n),)), WHO, TRAIT, st.integers(0, 8)),
    st.builds(Gain, WHO, st.just("gifted")),
    st.builds(Lose, WHO, st.just("gifted")),
    st.builds(lambda on: ChangeRule("xp-for-used-only", "on" if on else "off"), st.booleans()),
    st.builds(lambda who, trait: Check(who, trait, 2, faces=(0,)), WHO, TRAIT),
    st.just(StartSession()),
    st.just(EndSession()),
)

NO = st.none()


@frozen
class Wish:
    """Something to be done with things. The numbers choose among what is there when it comes to it."""

    kind: str
    who: str
    other: str
    which: int
    where: int
    count: int

    def meant(self, state: State) -> object:
        """Return the command that this is now."""
        sheet = state.sheets[self.who]
        places = [None, "belt", *(stack.name for stack in sheet.stacks.values() if stack.name != "stones")]
        place = places[self.where % len(places)]
        if self.kind == "give" or not sheet.stacks:
            names = ("stones", "pouch", "pack", "box", "bag", "stones")
            return Give(self.who, names[self.which % 6], self.count, place, "worn" if self.which % 7 == 0 else "")
        stack = list(sheet.stacks.values())[self.which % len(sheet.stacks)]
        count = self.count if self.count <= stack.quantity else None
        source = stack.place if stack.within is None else sheet.stacks[stack.within].name
        match self.kind:
            case "drop":
                return Drop(self.who, stack.name, count, source)
            case "move":
                return Move(self.who, stack.name, place, count, source)
            case "pass":
                return Pass(self.who, stack.name, self.other, count, source)
            case _:
                return NoteCondition(self.who, stack.name, "worn")


THINGS = st.builds(
    Wish,
    st.sampled_from(["give", "move", "move", "pass", "drop", "note"]),
    st.sampled_from(["Ada", "Bo"]),
    st.sampled_from(["Bo", "Ada"]),
    st.integers(0, 20),
    st.integers(0, 20),
    st.integers(1, 3),
)

TABLE = st.one_of(
    st.builds(lambda who, state: ChangeStatus(who, "Energy", state), WHO, STATE),
    st.builds(lambda who, up: ChangeStatus(who, "Energy", up=up, down=not up), WHO, st.booleans()),
    st.builds(Gain, WHO, st.just("ill")),
    st.builds(Lose, WHO, st.just("ill")),
    st.builds(lambda who, text: SetCharacteristic(who, "Mood", text), WHO, st.sampled_from(["gay", "grim"])),
    st.builds(lambda text: SetScene(text), st.sampled_from(["a cave", "a town"])),
    st.builds(Roll, st.sampled_from(["4dF", "3d6"]), secret=st.booleans()),
    st.builds(
        lambda who, trait, n: Check(who, trait, n, modifiers=(Modifier(1),)), WHO, TRAIT | NO, st.integers(-3, 6)
    ),
    st.builds(lambda one, other: Contest((Side(one, "Chess"), Side(other))), WHO, WHO),
)

ANYTHING = XP | THINGS | TABLE


def some(commands: SearchStrategy[object]) -> SearchStrategy[list[object]]:
    """Lines that somebody might type; enough of them to get somewhere."""
    return st.lists(commands, min_size=8, max_size=25)


def plainly(command: object, state: State) -> object:
    """Return the command itself, with its wishes filled in."""
    return command.meant(state) if isinstance(command, Wish) else command


def played(commands: Sequence[object]) -> Iterator[tuple[State, tuple[Event, ...], State]]:
    """For each command that is allowed: the state before it, its events, and the state after it."""
    state = fold([BEGINNING])
    for command in (*FURNISHED, *commands):
        before = state.copy()
        try:
            events = tuple(decide(state, plainly(command, state), draw))
        except Refused:
            assert state == before
            continue
        for event in events:
            apply(state, event, state.seq + 1)
        yield before, events, state.copy()


def story(commands: Sequence[object]) -> tuple[list[Event], State]:
    """All events that these commands come to, and the state after them."""
    steps = list(played(commands))
    return [BEGINNING, *(event for _, events, _ in steps for event in events)], steps[-1][2]


def typed(campaign: Campaign, commands: Sequence[object]) -> list[State]:
    """Execute what is allowed; returns the states, from the one before the first to the one after the last.

    What is defined again just as it is records nothing, and is no command to undo.
    """
    states = [now(campaign)]
    for command in commands:
        try:
            recorded = campaign.execute(plainly(command, campaign.state))
        except Refused:
            continue
        if recorded:
            states.append(now(campaign))
    return states


# --- XP ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule("PF-21", "PF-23")
@settings(max_examples=30)
@given(some(XP))
def test_no_xp_comes_from_nowhere_or_goes_there(commands: list[object]) -> None:
    events, state = story(commands)
    for name in state.sheets:
        awarded = sum(e.amount for e in events if isinstance(e, XpAwarded) and e.character == name)
        spent = sum(e.amount for e in events if isinstance(e, XpAllocated) and e.character == name)
        free = sum(e.amount for e in events if isinstance(e, BonusGranted) and e.character == name)
        taken = sum(e.amount for e in events if isinstance(e, XpTaken) and e.character == name)
        xp = view(state, name).xp
        assert (xp.awarded, xp.spent, xp.taken, xp.bonus) == (awarded, spent, taken, free)
        assert xp.awarded == xp.spent + xp.taken + xp.unspent
        assert xp.unspent >= 0


@pytest.mark.slow
@pytest.mark.rule("PF-23")
@settings(max_examples=30)
@given(some(XP))
def test_every_allocation_is_paid_by_awards_and_no_award_pays_more_than_it_is(commands: list[object]) -> None:
    events, state = story(commands)
    drawn: Counter[int] = Counter()
    for event in events:
        if isinstance(event, Drawing):
            assert sum(amount for _, amount in event.draws) == event.amount
            assert all(amount > 0 for _, amount in event.draws)
            payers = [events[award - 1] for award, _ in event.draws]
            assert all(isinstance(e, XpAwarded) and e.character == event.character for e in payers)
            assert all(e.only is None or isinstance(event, XpTaken) or event.trait in e.only for e in payers)
            drawn.update(dict(event.draws))
    awards = {number: event for number, event in enumerate(events, start=1) if isinstance(event, XpAwarded)}
    assert all(0 <= drawn[number] <= award.amount for number, award in awards.items())
    left = {number: award.amount - drawn[number] for number, award in awards.items() if award.amount > drawn[number]}
    assert {number: lot for sheet in state.sheets.values() for number, lot in sheet.lots.items()} == left


@pytest.mark.slow
@pytest.mark.rule("PF-23")
@settings(max_examples=30)
@given(some(XP))
def test_the_oldest_award_that_may_pay_pays_first(commands: list[object]) -> None:
    events, _ = story(commands)
    left: dict[int, int] = {}
    for number, event in enumerate(events, start=1):
        if isinstance(event, XpAwarded):
            left[number] = event.amount
        if isinstance(event, Drawing):
            for award, amount in event.draws:
                left[award] -= amount
            awards = {n: events[n - 1] for n in left if n < max(dict(event.draws))}
            mine = [n for n, award in awards.items() if award.character == event.character]
            trait = getattr(event, "trait", None)  # what is taken comes from any award
            assert all(left[n] == 0 for n in mine if None in (trait, awards[n].only) or trait in awards[n].only)


@pytest.mark.slow
@pytest.mark.rule("PF-18", "PF-19", "PF-31")
@settings(max_examples=30)
@given(some(XP))
def test_levels_follow_xp(commands: list[object]) -> None:
    events, state = story(commands)
    for name in state.sheets:
        for trait, shown in view(state, name).traits.items():
            mine = [e for e in events if getattr(e, "trait", None) == trait and e.character == name]
            given_level = [0, *(e.level for e in mine if isinstance(e, TraitGiven))][-1]
            xp = 2**given_level - 1 + sum(e.amount for e in mine if isinstance(e, XpAllocated | BonusGranted))
            level = max(n for n in range(20) if 2**n - 1 <= xp)
            assert (shown.xp, shown.level, shown.progress, shown.needed) == (xp, level, xp - 2**level + 1, 2**level)


@pytest.mark.slow
@pytest.mark.rule("PF-15", "PF-17", "PF-30", "PF-31")
@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(["-1", "0", "1", "3"]),
    st.sampled_from(["2^n", "5 * 2^n", "4, 2"]),
    st.lists(
        st.tuples(st.sampled_from(["trait", "spend", "raise", "bonus"]), st.integers(0, 9)), min_size=3, max_size=9
    ),
)
def test_what_spend_says_is_what_the_sheet_why_and_the_audit_say(
    untrained: str, costs: str, lines: list[tuple[str, int]]
) -> None:
    typed = {"trait": "trait Ada Lore {}", "spend": "spend Ada {} on Lore", "bonus": "bonus Ada {} on Lore"}
    with folder() as place:
        desk = Desk(Path(place) / "c.db")
        for line in ("new peupfudge", f"rules untrained {untrained}", f"rules practice-costs {costs}", "pc Ada"):
            done(desk, line)
        for line in ("define ability Lore", "award Ada 400", "session start"):
            done(desk, line)
        for verb, number in lines:
            before = done(desk, "sheet Ada").result["traits"]["Lore"]
            outcome = desk.do(typed.get(verb, "raise Ada Lore").format(number % 4 if verb == "trait" else number))
            lore = done(desk, "sheet Ada").result["traits"]["Lore"]
            because = done(desk, "why Ada Lore")
            assert because.result["level"] == lore["level"]
            assert sum(each["effect"] for each in because.result["because"]) == lore["xp"]
            assert done(desk, "audit").result["ok"], done(desk, "audit").text()
            if outcome.answer is not None and verb != "trait":
                assert lore["level"] >= before["level"]
                level = f"still {lore['level']}," if lore["level"] == before["level"] else f"→ {lore['level']}"
                assert level in outcome.answer.text()
                told = f"{lore['progress']} of {lore['needed']} towards {lore['level'] + 1}"
                assert (told in outcome.answer.text()) == bool(lore["progress"])
                shown = f"→ {lore['level']} (+{lore['progress']}/{lore['needed']})"
                assert (shown if lore["progress"] else f"→ {lore['level']}") in because.text().replace("\n", " ")


def done(desk: Desk, line: str) -> Answer:
    """Return the answer to a line that must be accepted."""
    outcome = desk.do(line)
    assert outcome.answer is not None, (line, outcome.fault)
    return outcome.answer


# --- things ------------------------------------------------------------------------------------------------


def carried(state: State) -> Counter[str]:
    """How many of each thing all characters carry together, by their sheets."""
    found: Counter[str] = Counter()
    for name in state.sheets:
        for line in view(state, name).inventory:
            found[line.item] += line.quantity
    return found


def dropped(sheet: Sheet, event: ItemDropped) -> Counter[str]:
    """Return what is dropped: a part of a stack, or a whole one with its contents."""
    if event.quantity < sheet.stacks[event.item].quantity:
        return Counter({event.name: event.quantity})
    gone: Counter[str] = Counter()
    found = [event.item]
    while found:
        stack = sheet.stacks[found.pop()]
        gone[stack.name] += stack.quantity
        found += [each.id for each in sheet.stacks.values() if each.within == stack.id]
    return gone


@pytest.mark.slow
@pytest.mark.rule("PF-07", "PF-08")
@settings(max_examples=30)
@given(some(THINGS))
def test_things_that_were_given_and_not_dropped_are_carried(commands: list[object]) -> None:
    there: Counter[str] = Counter()
    for before, events, after in played(commands):
        for event in events:
            match type(event).__name__:
                case "ItemGiven":
                    there[event.name] += event.quantity
                case "ItemDropped":
                    there -= dropped(before.sheets[event.character], event)
        assert carried(after) == there


@pytest.mark.slow
@pytest.mark.rule("PF-07", "PF-08")
@settings(max_examples=30)
@given(some(THINGS))
def test_everything_that_lies_in_something_lies_in_something_that_is_there(commands: list[object]) -> None:
    for _, _, state in played(commands):
        everything = [stack.id for sheet in state.sheets.values() for stack in sheet.stacks.values()]
        assert len(everything) == len(set(everything))
        for sheet in state.sheets.values():
            assert all(key == stack.id and stack.quantity >= 1 for key, stack in sheet.stacks.items())
            holders = [stack.within for stack in sheet.stacks.values() if stack.within is not None]
            assert all(sheet.stacks[holder].quantity == 1 for holder in holders)


@pytest.mark.slow
@pytest.mark.rule("PF-08", "PF-70")
@settings(max_examples=30)
@given(some(THINGS))
def test_nothing_lies_in_itself_so_every_stack_is_on_the_sheet_once(commands: list[object]) -> None:
    for _, _, state in played(commands):
        for name, sheet in state.sheets.items():
            shown = [line.id for line in view(state, name).inventory]
            heaps = sheet.heaps()
            assert sorted(shown) == sorted(heap.id for heap in heaps)
            called = {
                heap.name: [each for each in heaps if each.name.casefold() == heap.name.casefold()] for heap in heaps
            }
            assert all(sheet.heaps(name.upper()) == alike for name, alike in called.items())


def attempt_now(campaign: Campaign, command: object) -> None:
    """Do what may be done; a wish of somebody who is not there any more may not."""
    if not isinstance(command, Wish):
        attempt(campaign, command)
    elif command.who in campaign.state.sheets:
        attempt(campaign, command.meant(campaign.state))


@pytest.mark.slow
@pytest.mark.rule("PF-07")
@settings(max_examples=30, deadline=None)
@given(st.lists(st.one_of(THINGS, THINGS, CORRECTED), min_size=4, max_size=25))
def test_alike_things_in_one_place_are_one_heap_whatever_brought_them_there(commands: list[object]) -> None:
    with a_campaign(FURNISHED) as campaign:
        for command in commands:
            attempt_now(campaign, command)
            for name, sheet in campaign.state.sheets.items():
                lines = view(campaign.state, name).inventory
                held = [heap for heap in sheet.heaps() if not sheet.inside(heap.id)]
                assert len(held) == len({heap.likeness for heap in held})
                assert sum(line.quantity for line in lines) == sum(s.quantity for s in sheet.stacks.values())


@pytest.mark.slow
@pytest.mark.rule("PF-07")
@settings(max_examples=30, deadline=None)
@given(st.lists(st.one_of(THINGS, THINGS, CORRECTED), min_size=4, max_size=20), st.integers(0, 99), st.integers(1, 99))
def test_a_heap_answers_to_every_number_that_joined_it(commands: list[object], which: int, count: int) -> None:
    with a_campaign(FURNISHED) as campaign:
        for command in commands:
            attempt_now(campaign, command)
        there = [(who, seq) for who, sheet in campaign.state.sheets.items() for seq in sheet.stacks]
        assume(there)
        who, seq = there[which % len(there)]
        sheet, before = campaign.state.sheets[who], carried(campaign.state)
        heap = sheet.heap(seq)
        assert heap is not None
        inside = any(sheet.inside(each.id) for each in sheet.alike(seq))
        dropped = 1 + count % heap.quantity
        campaign.execute(Drop(who, f"#{seq}", dropped))
        assert inside or before - carried(campaign.state) == Counter({heap.name: dropped})


@pytest.mark.slow
@pytest.mark.rule("PF-07")
@settings(max_examples=30)
@given(some(THINGS))
def test_stones_in_one_place_and_one_condition_are_one_stack(commands: list[Wish]) -> None:
    for _, _, state in played([wish for wish in commands if wish.kind != "note"]):
        for sheet in state.sheets.values():
            stones = [(s.note, s.within, s.place) for s in sheet.stacks.values() if s.name == "stones"]
            assert len(stones) == len(set(stones))


# --- events and states -------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=30)
@given(some(ANYTHING))
def test_the_same_events_give_the_same_state(commands: list[object]) -> None:
    events, state = story(commands)
    assert fold(events) == state


@pytest.mark.slow
@settings(max_examples=30)
@given(some(ANYTHING))
def test_events_that_were_written_and_read_again_are_the_same(commands: list[object]) -> None:
    events, _ = story(commands)
    for event in events:
        name, body = type(event).__name__, codec.encode(event)
        again = codec.decode(name, codec.version(name), body)
        assert again == event
        assert codec.encode(again) == body


@pytest.mark.slow
@settings(max_examples=30)
@given(some(ANYTHING | st.builds(Undo) | st.builds(Redo)))
def test_a_campaign_opened_anew_is_as_it_was_left(commands: list[object]) -> None:
    with a_campaign(FURNISHED) as live:
        typed(live, commands)
        with Campaign.open(live.log.path, writable=False) as fresh:
            assert fresh.state == live.state
            assert fresh.history == live.history
            assert fresh.state_at(fresh.log.head.seq) == live.state


@pytest.mark.slow
@settings(max_examples=30)
@given(some(ANYTHING), some(ANYTHING))
def test_what_a_sheet_said_then_is_never_said_otherwise_later(first: list[object], later: list[object]) -> None:
    with a_campaign(FURNISHED) as campaign:
        typed(campaign, first)
        seq, then = campaign.log.head.seq, campaign.state.copy()
        typed(campaign, [*later, Undo(), Undo(), Undo(), Redo()])
        assert campaign.state_at(seq) == then


@pytest.mark.slow
@settings(max_examples=30)
@given(some(ANYTHING | st.builds(Undo) | st.builds(Redo)))
def test_a_refused_command_writes_nothing_and_changes_nothing(commands: list[object]) -> None:
    with a_campaign(FURNISHED) as campaign:
        for command in commands:
            head, state = campaign.log.head, campaign.state.copy()
            try:
                recorded = campaign.execute(plainly(command, campaign.state))
            except Refused:
                recorded = ()
            if not recorded:
                assert (campaign.log.head, campaign.state) == (head, state)
            assert campaign.log.head.seq == head.seq + len(recorded)


# --- taking back -------------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=30)
@given(some(ANYTHING))
def test_to_undo_and_redo_is_to_do_nothing(commands: list[object]) -> None:
    with a_campaign(FURNISHED) as campaign:
        states = typed(campaign, commands)
        assume(len(states) > 1)
        campaign.execute(Undo())
        assert now(campaign) == states[-2]
        campaign.execute(Redo())
        assert now(campaign) == states[-1]


@pytest.mark.slow
@settings(max_examples=30)
@given(some(ANYTHING), st.integers(1, 25))
def test_as_many_redos_as_undos_are_nothing_however_many(commands: list[object], times: int) -> None:
    with a_campaign(FURNISHED) as campaign:
        states = typed(campaign, commands)
        times = min(times, len(states) - 1)
        for back in range(1, times + 1):
            campaign.execute(Undo())
            assert now(campaign) == states[-1 - back]
        for forward in range(1, times + 1):
            campaign.execute(Redo())
            assert now(campaign) == states[-1 - times + forward]


@pytest.mark.slow
@settings(max_examples=30)
@given(some(ANYTHING), ANYTHING)
def test_what_was_taken_back_might_as_well_never_have_been(commands: list[object], last: object) -> None:
    with a_campaign(FURNISHED) as straight, a_campaign(FURNISHED) as detour:
        typed(straight, commands)
        typed(detour, commands)
        assume(len(typed(detour, [last])) > 1)
        detour.execute(Undo())
        assert attrs.evolve(now(detour), campaign="") == attrs.evolve(now(straight), campaign="")


@pytest.mark.slow
@settings(max_examples=30)
@given(some(ANYTHING), ANYTHING)
def test_after_something_new_there_is_nothing_to_redo(commands: list[object], new: object) -> None:
    with a_campaign(FURNISHED) as campaign:
        typed(campaign, commands)
        campaign.execute(Undo())
        assume(len(typed(campaign, [new])) > 1)
        with pytest.raises(Refused, match="nothing to redo"):
            campaign.execute(Redo())


@pytest.mark.slow
@settings(max_examples=30)
@given(some(ANYTHING))
def test_redo_never_reaches_behind_something_new(commands: list[object]) -> None:
    with a_campaign(FURNISHED) as campaign:
        typed(campaign, commands)
        campaign.execute(Undo())
        campaign.execute(SetScene("somewhere new"))
        campaign.execute(Undo())
        campaign.execute(Redo())
        with pytest.raises(Refused, match="nothing to redo"):
            campaign.execute(Redo())


@pytest.mark.slow
@pytest.mark.rule("EV-25")
@settings(max_examples=30)
@given(some(ANYTHING), st.integers(1, len(FURNISHED)))
def test_undoing_removes_nothing_from_the_log(commands: list[object], times: int) -> None:
    with a_campaign(FURNISHED) as campaign:
        typed(campaign, commands)
        recorded = list(campaign.log.read())
        for _ in range(times):
            campaign.execute(Undo())
        assert list(rows_of(campaign.log, upto=len(recorded))) == recorded
        assert campaign.log.head.seq == len(recorded) + times


def test_everything_can_be_undone_but_the_beginning() -> None:
    with a_campaign(FURNISHED) as campaign:
        for _ in FURNISHED:
            campaign.execute(Undo())
        assert campaign.state.sheets == campaign.state.abilities == {}
        with pytest.raises(Refused, match="nothing to undo"):
            campaign.execute(Undo())
