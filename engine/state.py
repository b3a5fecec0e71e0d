"""The campaign as its events have made it.

Only projectors write here. They change the state and its sheets in place, because a copy at every event would cost more
than everything else. The values in these are never changed, only replaced. All other code reads. The state is a cache:
throwing it away loses nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, ItemsView, Iterable, Iterator, MutableMapping, ValuesView
from functools import cache, cached_property, reduce
from operator import attrgetter, itemgetter
from typing import Any, TypeVar

from engine.briefs import Brief
from engine.concerns.experience.events import PracticeRateFixed
from engine.concerns.properties.events import PropertyDefined
from engine.concerns.statuses.events import StatusDefined
from engine.concerns.traits.events import AbilityDefined
from engine.own import BoardValues, OwnValues
from engine.rules.parts import Effect
from engine.rules.ruleset import Ruleset
from engine.store import codec
from engine.value import Factory, evolve, field_names, record, value


@value
class Practice:
    """Practice invested in one trait, by source.

    `given` is a level from before play, `spent` is XP from awards, and `bonus` is free XP. `upto` is the highest level
    of a trait that has a range, and `steps` how many levels were bought whole. `role` is the trait's role in the
    character, if the scheme of creation has roles.
    """

    given: int | None = None
    upto: int | None = None
    spent: int = 0
    bonus: int = 0
    steps: int = 0
    role: str = ""

    @property
    def trained(self) -> bool:
        """Whether anything at all was put into it."""
        return self.given is not None or self.raised

    @property
    def raised(self) -> bool:
        """Whether XP were put into it."""
        return bool(self.spent or self.bonus or self.steps)


UNPRACTISED = Practice()


@value
class LateLevel:
    """A level given to a player character in play without XP.

    It went from `before`, or None if the trait had none, to `level`. `xp` is the cost that such a change would have
    had.
    """

    trait: str
    before: int | None
    level: int
    xp: int


@value
class Stack:
    """Things of one kind, carried in one place. `id` is the number of the event that first made the stack."""

    id: int
    name: str
    quantity: int
    within: int | None = None
    place: str | None = None
    note: str = ""
    effects: tuple[Effect, ...] = ()

    @cached_property
    def likeness(self) -> tuple[object, ...]:
        """The key by which stacks merge unless something is in them: name, note, effects and place."""
        return self.name.casefold(), self.note, self.effects, self.within, self.place


def join_stacks(one: Stack, other: Stack) -> Stack:
    """Return two alike stacks as one, under the lower number."""
    return evolve(min(one, other, key=lambda each: each.id), quantity=one.quantity + other.quantity)


@record
class Sheet:
    """A character as the events made it.

    `lots` are the awards that are not used up, by event number, each with the rest of it, which is a debt below zero.
    `limits` are the traits on which an award may be spent, if it may not be spent on any. `signed` is the event by
    which the player last agreed to the sheet. `played` is the event since which the character is in play, and `late`
    are the levels given after that, by event number. `answers` are the events of this session that answered its
    questions, each with the question, or with how many. `trades` are the levels of traits given up for two lower ones.
    `own` holds the values of rooms that have no field here, by their keys (`Own`).
    """

    name: str
    kind: str
    player: str | None
    characteristics: dict[str, str] = Factory(dict)
    practice: dict[str, Practice] = Factory(dict)
    lots: dict[int, int] = Factory(dict)
    limits: dict[int, tuple[str, ...]] = Factory(dict)
    awarded: int = 0
    spent: int = 0
    taken: int = 0
    bonus: int = 0
    used: set[str] = Factory(set)
    statuses: dict[str, str] = Factory(dict)
    properties: dict[str, int] = Factory(dict)
    gifts_taken: set[str] = Factory(set)
    trades: list[int] = Factory(list)
    approved: bool = False
    stacks: dict[int, Stack] = Factory(dict)
    signed: int | None = None
    played: int | None = None
    late: dict[int, LateLevel] = Factory(dict)
    answers: dict[int, str | int] = Factory(dict)
    own: OwnValues = Factory(OwnValues)

    def is_trained(self, trait: str) -> bool:
        """Return whether a trait is on the sheet with anything invested in it."""
        return trait in self.practice and self.practice[trait].trained

    def join_play(self, seq: int) -> None:
        """Store the first event that brings a player character into play."""
        if self.kind == "pc" and self.played is None:
            self.played = seq

    @property
    def unspent(self) -> int:
        """XP awarded, not taken away and not yet allocated."""
        return self.awarded - self.spent - self.taken

    def free_lots(self) -> dict[int, int]:
        """Return the part of each award that can be spent, oldest first, after debts are paid."""
        debt = -sum(left for left in self.lots.values() if left < 0)
        free = {}
        for award, left in sorted(self.lots.items()):
            paid = max(0, min(left, debt))
            debt -= paid
            free[award] = max(0, left) - paid
        return free

    def inside(self, holder: int | None) -> list[Stack]:
        """Return the things directly in a stack, or the loose ones."""
        return [stack for stack in self.stacks.values() if stack.within == holder]

    def heaps(self, called: str | None = None) -> list[Stack]:
        """Return the sheet's things, with alike ones in one place as one stack under their lowest number.

        Those `called` so, in any case, if a name is given: alike ones have one.
        """
        stacks = [*self.stacks.values()]
        if called is not None:
            folded = called.casefold()
            stacks = [stack for stack in stacks if stack.name.casefold() == folded]
        holding = {stack.within for stack in self.stacks.values()} if stacks else ()
        found: dict[object, Stack] = {}
        for stack in stacks:
            key = stack.id if stack.id in holding else stack.likeness
            other = found.get(key)
            found[key] = stack if other is None else join_stacks(other, stack)
        return list(found.values())

    def alike(self, number: int) -> list[Stack]:
        """Return the stack with a number and the others of its heap, or an empty list if the number is not here."""
        stack, stacks = self.stacks.get(number), self.stacks.values()
        if stack is None:
            return []
        likeness = stack.likeness
        others = [each for each in stacks if each.likeness == likeness and each is not stack]
        if not others:
            return [stack]
        holding = {each.within for each in stacks}
        if number in holding:
            return [stack]
        return [stack, *(each for each in others if each.id not in holding)]

    def heap(self, number: int) -> Stack | None:
        """Return the heap of a stack as one stack, or None for an unknown number."""
        alike = self.alike(number)
        return reduce(join_stacks, alike) if alike else None

    def with_contents(self, stack: Stack) -> Iterable[Stack]:
        """Yield a stack and everything in it, to any depth."""
        yield stack
        for inner in self.inside(stack.id):
            yield from self.with_contents(inner)


@record
class Rolls(MutableMapping[int, Any]):
    """Rolls by event number, each as it stands now.

    A roll that was folded in brief is its type and body until it is first read.
    """

    held: dict[int, Any] = Factory(dict)

    def __getitem__(self, seq: int) -> Any:
        found = self.held[seq]
        if type(found) is tuple:
            found = self.held[seq] = codec.decode_stored(found)
        return found

    def __setitem__(self, seq: int, roll: Any) -> None:
        self.held[seq] = roll.stored if isinstance(roll, Brief) else roll

    def __delitem__(self, seq: int) -> None:
        del self.held[seq]

    def __iter__(self) -> Iterator[int]:
        return iter(self.held)

    def __reversed__(self) -> Iterator[int]:
        yield from reversed(self.held)

    def __len__(self) -> int:
        return len(self.held)

    def backwards(self) -> Iterator[tuple[int, Any]]:
        """Yield each roll with its number, the latest first."""
        return ((seq, self[seq]) for seq in reversed(self))

    def clear(self) -> None:
        """Forget them all."""
        self.held.clear()

    def copy(self) -> Rolls:
        """Return the same rolls, to be changed apart from these."""
        return Rolls(self.held.copy())


@value
class Session:
    """An evening: its number, title, first event, last one once it has ended, and clock's minutes ahead of UTC.

    `held` is the ISO date at the table of an evening from notes, "" for one that was played here. `group` is who
    played, "" for the first group.
    """

    number: int
    title: str
    start: int
    end: int | None = None
    offset: int | None = None
    held: str = ""
    group: str = ""


@record
class GroupBoard:
    """What belongs to a group, "" the first: its latest session, its scene and its rolls.

    `rolls` are the latest ones of that session, by event number, each as it stands now. `own` holds the values of rooms
    for the group, by their keys (`OfGroup`).
    """

    group: str = ""
    session: Session | None = None
    scene: str = ""
    rolls: Rolls = Factory(Rolls)
    own: BoardValues = Factory(BoardValues)


@record
class State:
    """Everything that holds in a campaign after event `seq`.

    `offset` is by how many minutes the clock was ahead of UTC when the campaign was created, None in old logs.
    `brought` are the first and last events of each time that notes were brought in. `ruled` are the rules that were
    ever in force, each with the event that brought them. `unknown` are events that a newer program recorded, whose
    effects are missing here, and `passed_over` those that were not folded because such an effect is missing. For a look
    at the past, `formerly` maps the kinds and names of then to the names that hold now. `own` holds the values of rooms
    that have no field here, by their keys (`Own`).

    A state is seen from one group, whose `board` it has. `boards` are those of all groups by name, oldest first, and
    empty while there is only the first. `seats` has the group of everybody who ever sat down at one. At event
    `groups_from[i]` the group of the events became `groups_then[i]`.
    """

    seq: int = 0
    campaign: str = ""
    title: str = ""
    offset: int | None = None
    rules: Ruleset = Ruleset(name="", title="")
    ruled: list[tuple[int, Ruleset]] = Factory(list)
    abilities: dict[str, AbilityDefined] = Factory(dict)
    statuses: dict[str, StatusDefined] = Factory(dict)
    properties: dict[str, PropertyDefined] = Factory(dict)
    checklist: dict[str, str] = Factory(dict)
    practice_rate: PracticeRateFixed | None = None
    sheets: dict[str, Sheet] = Factory(dict)
    sessions: list[Session] = Factory(list)
    brought: list[tuple[int, int]] = Factory(list)
    secrets: set[int] = Factory(set)
    rulings: dict[int, str] = Factory(dict)
    unknown: list[int] = Factory(list)
    passed_over: list[int] = Factory(list)
    formerly: dict[tuple[str, str], str] = Factory(dict)
    own: OwnValues = Factory(OwnValues)
    board: GroupBoard = Factory(GroupBoard)
    boards: dict[str, GroupBoard] = Factory(dict)
    seats: dict[str, str] = Factory(dict)
    groups_from: list[int] = Factory(list)
    groups_then: list[str] = Factory(list)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        other = other.seen_from(self.group)
        return all(getattr(self, name) == getattr(other, name) for name in field_names(State) if name != "ruled")

    @property
    def group(self) -> str:
        """The group from which the state is seen, "" for the first."""
        return self.board.group

    @property
    def groups(self) -> list[str]:
        """The groups that have a name, oldest first."""
        return [*self.boards][1:]

    @property
    def scene(self) -> str:
        """The scene of the group, "" for none."""
        return self.board.scene

    @property
    def rolls(self) -> Rolls:
        """The latest rolls of the group's session."""
        return self.board.rolls

    @property
    def last_session(self) -> Session | None:
        """The latest session of the group, None before its first."""
        return self.board.session

    @property
    def session(self) -> int:
        """The number of the latest session of the group, 0 before its first."""
        last = self.board.session
        return last.number if last else 0

    @property
    def session_open(self) -> bool:
        """Whether the group has an evening going on."""
        last = self.board.session
        return last is not None and last.end is None

    @property
    def next_session(self) -> int:
        """The number of the next session, whichever group begins it."""
        return self.sessions[-1].number + 1 if self.sessions else 1

    def rules_at(self, seq: int) -> Ruleset:
        """Return the rules in force after event `seq`."""
        place = bisect_right(self.ruled, seq, key=itemgetter(0))
        return self.ruled[place - 1][1] if place else self.rules

    def session_around(self, seq: int) -> Session | None:
        """Return the session of event `seq`: the latest of its group that had begun, or None before the first."""
        place = bisect_right(self.sessions, seq, key=attrgetter("start"))
        if not self.boards:
            return self.sessions[place - 1] if place else None
        group = self.group_at(seq)
        return next((each for each in reversed(self.sessions[:place]) if each.group == group), None)

    def session_at(self, seq: int) -> int:
        """Return the number of the session of event `seq`, 0 before the first of its group."""
        found = self.session_around(seq)
        return found.number if found else 0

    def group_at(self, seq: int) -> str:
        """Return the group at which event `seq` was recorded."""
        place = bisect_right(self.groups_from, seq)
        return self.groups_then[place - 1] if place else ""

    def arrive(self, seq: int, group: str) -> None:
        """See this state from the group of event `seq`, and remember that, where there are several groups."""
        if self.boards:
            self.turn_to(group)
            if group != self.last_group:
                self.groups_from.append(seq)
                self.groups_then.append(group)

    @property
    def last_group(self) -> str:
        """The group of the last event."""
        return self.groups_then[-1] if self.groups_then else ""

    def turn_to(self, group: str) -> None:
        """See this state from another group."""
        if group != self.board.group:
            self.board = self.boards[group]

    def seen_from(self, group: str) -> State:
        """Return this state as seen from another group. It shares all values with this one, so nobody changes it."""
        return self if group == self.board.group else evolve(self, board=self.boards[group])

    def traits_of(self, sheet: Sheet) -> list[str]:
        """Return a sheet's traits: the campaign's list, then others with practice."""
        return list(dict.fromkeys([*self.abilities, *sheet.practice]))

    def list_held(self, sheet: Sheet, kind: str) -> list[str]:
        """Return the properties of a kind that a sheet has: “property”, “gift” or “fault”."""
        return [name for name in sheet.properties if self.properties[name].kind == kind]

    def copy(self) -> State:
        """Return a separate state to try things on: a copy of this one and its sheets, all else being immutable."""
        own = self.twin()
        own.sheets = {name: twin(sheet) for name, sheet in self.sheets.items()}
        return own

    def apart(self) -> State:
        """Return a separate state to fold into, which copies a sheet when it is first taken.

        `settle` ends that: from then on a sheet may be read without being copied, and must not be changed.
        """
        own = self.twin()
        own.sheets = SheetsApart(self.sheets)
        return own

    def twin(self) -> State:
        """Return a copy with separate containers and boards, which shares the sheets."""
        own = twin(self)
        own.boards = {group: twin(board) for group, board in self.boards.items()}
        own.board = own.boards[self.group] if self.boards else twin(self.board)
        return own

    def settle(self) -> None:
        """Take no more copies of sheets that are another state's too."""
        self.sheets = dict(self.sheets)


class SheetsApart(dict[str, Sheet]):
    """The sheets of another state, each copied at its first use, since an event changes few of hundreds."""

    def __init__(self, sheets: dict[str, Sheet]) -> None:
        super().__init__(sheets)
        self.own: set[str] = set()

    def __getitem__(self, name: str) -> Sheet:
        if name not in self.own and name in self:
            self[name] = twin(super().__getitem__(name))
        return super().__getitem__(name)

    def __setitem__(self, name: str, sheet: Sheet) -> None:
        self.own.add(name)
        super().__setitem__(name, sheet)

    def get(self, name: str, default: Any = None) -> Any:
        """Return the sheet of a character, or the default."""
        return self[name] if name in self else default  # noqa: SIM401  # it would call itself

    def values(self) -> ValuesView[Sheet]:  # type: ignore[override]
        """Return all sheets."""
        return {name: self[name] for name in self}.values()

    def items(self) -> ItemsView[str, Sheet]:  # type: ignore[override]
        """Return all names with their sheets."""
        return {name: self[name] for name in self}.items()


T = TypeVar("T", Sheet, GroupBoard, State)


def twin(held: T) -> T:
    """Copy an object and its containers, sharing their items."""
    cls: type = type(held)
    parts = field_getter(cls)(held)
    return type(held)(*[part.copy() if type(part) in CONTAINERS else part for part in parts])


@cache
def field_getter(cls: type) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that gets all fields of a class's object at once.

    Speed matters, because sheets are copied with every command and for every snapshot.
    """
    return attrgetter(*field_names(cls))


#: The types of containers in a state and its sheets that are changed in place.
CONTAINERS = frozenset([dict, list, set, Rolls])
