"""The one registry of commands and events, and of the functions for each.

A concern of the game is a room: a folder under `engine/concerns`, with a file for each part of its work. Nothing lists
the rooms or their contents: a class or function registers itself with one of the decorators here, and `load` imports
the files of one name from every room. A concern from elsewhere only has to be imported.

In a usage line, lowercase words and punctuation are typed as they stand, an UPPERCASE word is a slot filled by the
field of that name, `[ ]` may be left out (neighbours come in any order), `X...` is one or more side by side, `X, ...`
one or more between commas, `X or ...` one or more with that word between (`X vs ...` two or more). A word that is also
a field of the class sets that field to true. A class may have several lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from engine.rooms import by_room, load, put_in_order, room_by_room
from engine.value import value

if TYPE_CHECKING:
    from engine.dice import Draw
    from engine.own import Own
    from engine.rules.parts import Lent
    from engine.state import Sheet, State

C = TypeVar("C", bound=type)
F = TypeVar("F", bound=Callable[..., Any])


# --- events ----------------------------------------------------------------------------------------------------


class Event:
    """Something that happened. Every event class is one.

    `group` is where it was recorded, "" at the first group. It is no field: others carry it beside their fields.
    """

    __slots__ = ()

    group = ""


@value
class Marks:
    """Facts about an event type besides its fields.

    - `version` is the version of the fields that this program writes. A higher one was recorded by a newer program.
    - `fixed`: it cannot be undone, and holds whatever else is undone.
    - `corrects`: it changes which events count.
    - `fell`: its dice are on the table, so undo and redo never ask whether it could still happen.
    - `witnessed`: it is undone only by its own number, never by a cascade.
    - `bounds`: it begins or ends an evening, and an undo of a stretch of the log spares it.
    - `branches`: after it, the log is separate from its copies.
    - `judged`: its outcome can be ruled on.
    - `ends` are the clocks that end with it, such as “round”, and with them all effects until then.
    - `brought` is the field that is filled only if an earlier event of the same command caused it.
    - `part`: if another event caused it, an undo takes that one along.
    - `makes` is “item”, “award” or “effect” if later events name it by its number.
    - `known_by` are the fields by which later events name what it made.
    - `for_all`: it may change sheets of characters whom it does not name.
    - `defined_in` finds in a state all definitions of its type, by name.
    - `owes`: a draw from an award that does not exist is a debt.
    - `anonymous`: it is recorded as typed by the game master, even if somebody else typed it.
    - `zoned`: it records the offset of this computer's clock from UTC, in minutes, as `offset`.
    - `spoken`: it records who spoke, as `who`.
    - `called` is the table's word for such events, as in “log checks”.
    """

    version: int = 1
    fixed: bool = False
    corrects: bool = False
    fell: bool = False
    witnessed: bool = False
    bounds: bool = False
    branches: bool = False
    judged: bool = False
    ends: tuple[str, ...] = ()
    brought: str | None = None
    part: bool = False
    makes: str | None = None
    known_by: tuple[str, ...] = ()
    for_all: bool = False
    defined_in: Callable[[State], Mapping[str, Any]] | None = None
    owes: bool = False
    anonymous: bool = False
    zoned: bool = False
    spoken: bool = False
    called: str | None = None


#: Every event class by its stored name.
EVENTS: dict[str, type] = {}
MARKS: dict[type, Marks] = {}
UNMARKED = Marks()


def event(**marks: Any) -> Callable[[C], C]:
    """Register an event class with its marks."""

    def register(cls: C) -> C:
        EVENTS[cls.__name__] = cls
        MARKS[cls] = Marks(**marks)
        return cls

    return register


def marks(of: object) -> Marks:
    """Return the marks of an event, event class or type name. An unknown one has no marks."""
    if isinstance(of, str):
        of = event_classes().get(of, object)
    return MARKS.get(of if isinstance(of, type) else type(of), UNMARKED)


def event_classes() -> Mapping[str, type]:
    """Return every event class by the name of its type."""
    load("events")
    return EVENTS


def is_brought(event: object) -> bool:
    """Return whether another event of the same command caused this one, so that its undo includes this one."""
    field = marks(event).brought
    return field is not None and bool(getattr(event, field))


def find_marked(mark: str) -> frozenset[str]:
    """Return the names of the event types that have a mark."""
    return frozenset(name for name, cls in event_classes().items() if getattr(MARKS[cls], mark))


# --- commands --------------------------------------------------------------------------------------------------

#: Every command with its usage lines.
USAGES: dict[type, tuple[str, ...]] = {}

#: The commands that begin with a word.
HEADED: dict[str, list[type]] = {}

#: Parts of commands, each with a usage line.
PHRASES: dict[type, str] = {}

#: Chapters of the manual: from the module that declares commands to the chapter's place and title.
CHAPTERS: dict[str, tuple[int, str]] = {}

#: Short first words of commands, such as “u”, with the words that they stand for.
SHORT_HEADS: dict[str, str] = {}

#: First words that count only if they are typed whole: they came when their beginnings meant other commands.
WHOLE_HEADS: set[str] = set()

#: Lines in the short tongue for a command, each with the fields that it leaves out and their values.
SHORT_LINES: dict[type, dict[str, Mapping[str, Any]]] = {}

#: The field of a command that takes several names: the line is then a list, a command for each.
LISTED: dict[type, str] = {}

#: Usage lines that hold only if a rule has a value, with the rule's key.
ONLY_WHERE: dict[str, str] = {}

#: Usage lines that hold only if a room keeps something in the state, with the room's handle.
ONLY_WITH: dict[str, Own[Any]] = {}


class Ask:
    """A command that only looks, and writes nothing."""

    __slots__ = ()


class Anywhere:
    """A command without a campaign, on the program, on dice or on another file."""

    __slots__ = ()


class OfTheLog:
    """A command that is decided on the log, which takes longer than on a state."""

    __slots__ = ()


class OfFiles:
    """A command about whole files, as few at the table are. It checks by itself what it reads of them."""

    __slots__ = ()


class OfTheFile(OfFiles, Ask):
    """A command about the file, which need not be a log that opens."""

    __slots__ = ()


def command(
    *lines: str,
    short: str | None = None,
    only_where: Mapping[str, str] | None = None,
    only_with: Own[Any] | None = None,
    whole: bool = False,
    each: str | None = None,
) -> Callable[[C], C]:
    """Register a command class with its usage lines.

    `short` is a letter, sign or word that can be typed for the first word of the first line. `only_where` maps further
    lines to a rule key each. Such a line holds only if that rule has a value. With `only_with`, no line holds before
    the state holds a value under that handle. A first word that must be typed `whole` takes no beginning away from
    another, and a user's alias of that name wins. The slot of the field `each` takes several names with commas, which
    makes a list: the command once for each.
    """
    lines = take_several(lines, each)

    def register(cls: C) -> C:
        USAGES[cls] = (*lines, *(only_where or {}))
        LISTED.update({cls: each} if each else {})
        for head in dict.fromkeys(line.split()[0] for line in USAGES[cls]):
            HEADED.setdefault(head, []).append(cls)
            WHOLE_HEADS.update((head,) if whole else ())
        SHORT_HEADS.update({short: lines[0].split()[0]} if short else {})
        ONLY_WHERE.update(only_where or {})
        ONLY_WITH.update(dict.fromkeys(lines, only_with) if only_with else {})
        return cls

    return register


def take_several(lines: Iterable[str], field: str | None) -> tuple[str, ...]:
    """Return usage lines in which the slot of a field takes several names."""
    slot = f" {field.upper()} " if field else None
    return tuple(f" {line} ".replace(slot, f"{slot.rstrip()}, ... ", 1).strip() if slot else line for line in lines)


def in_short(*lines: str, only_where: Mapping[str, str] | None = None, **given: Any) -> Callable[[C], C]:
    """Register short-tongue lines for a command class: usage without the verb.

    `given` are fields that the lines leave out: with a value, or with a function that finds every name that the field
    could hold in a state. The line is read with each of them.
    """

    def register(cls: C) -> C:
        every = (*take_several(lines, LISTED.get(cls)), *(only_where or {}))
        SHORT_LINES[cls] = {**dict.fromkeys(every, given), **SHORT_LINES.get(cls, {})}
        ONLY_WHERE.update(only_where or {})
        return cls

    return register


def chapter(place: int, title: str, module: str) -> None:
    """Give a module's commands a chapter of the manual, at a place in its order."""
    CHAPTERS[module] = (place, title)


def phrase(line: str) -> Callable[[C], C]:
    """Register a class as a part of commands, with its usage line."""

    def register(cls: C) -> C:
        PHRASES[cls] = line
        return cls

    return register


# --- what is done with them ------------------------------------------------------------------------------------

#: From a command class to the function that decides it: (state, command, draw) -> events, or Refused.
DECIDES: dict[type, Callable[[State, Any, Draw], Sequence[Any]]] = {}

#: From an event class to the functions that find its direct results: (state before, event) -> events.
FOLLOWS: dict[type, tuple[Callable[[State, Any], Iterable[Any]], ...]] = {}

#: From an event class to the functions that fold it into the state: (state, event, number).
PROJECTS: dict[type, tuple[Callable[[State, Any, int], None], ...]] = {}

#: From an event class to the function that raises Refused if the event cannot follow on a state: (state, event).
REQUIRES: dict[type, Callable[[State, Any], None]] = {}

#: From an event class to the function that says what happened, in a sentence without a full stop.
NARRATES: dict[type, Callable[[Any], str]] = {}

#: From an event class to the function that yields the commands that would make the event: (event, before).
LINES: dict[type, Callable[[Any, Any], Iterable[object]]] = {}


def register_in(table: dict[type, Any]) -> Callable[..., Callable[[F], F]]:
    """Return a decorator that puts a function into a table, for each class it gets."""

    def of(*classes: type) -> Callable[[F], F]:
        def register(function: F) -> F:
            table.update(dict.fromkeys(classes, function))
            return function

        return register

    return of


decides, requires, narrates, as_line = (
    register_in(DECIDES),
    register_in(REQUIRES),
    register_in(NARRATES),
    register_in(LINES),
)


def always_fits(*events: type) -> None:
    """Register events that can follow on any state."""
    requires(*events)(fit_anywhere)


def fit_anywhere(state: Any, event: Any) -> None:
    """Require nothing."""


def no_line(*events: type) -> None:
    """Register events that a script needs no line for."""
    as_line(*events)(lambda event, before: ())


def projects(*events: type) -> Callable[[F], F]:
    """Register a function that folds these events. An event can have several."""

    def register(function: F) -> F:
        for cls in events:
            PROJECTS[cls] = room_by_room((*PROJECTS.get(cls, ()), function))
        return function

    return register


def follows(*events: type) -> Callable[[F], F]:
    """Register a function that finds the direct results of events.

    Its signature is (state before, event) -> events. What it returns is recorded behind the event, in the same command.
    An event can have several such functions.
    """

    def register(function: F) -> F:
        for cls in events:
            FOLLOWS[cls] = room_by_room((*FOLLOWS.get(cls, ()), function))
        return function

    return register


def projects_nothing(*events: type) -> None:
    """Register events that change nothing in the state by themselves."""
    for cls in events:
        PROJECTS.setdefault(cls, ())


# --- names -----------------------------------------------------------------------------------------------------

#: From a kind of name to the function that finds the names of that kind in a state.
BEARERS: dict[str, Callable[[State], Iterable[str]]] = {}


def bears(kind: str) -> Callable[[F], F]:
    """Register a function that finds the names of a kind in a state: (state) -> names."""

    def register(find: F) -> F:
        BEARERS[kind] = find
        put_in_order(BEARERS, by_room)
        return find

    return register


def name_finders() -> Mapping[str, Callable[[State], Iterable[str]]]:
    """Return the functions that find names, by the kind of the names."""
    load("project")
    return BEARERS


# --- what a sheet shows and lends ------------------------------------------------------------------------------


@value
class Shown:
    """A value on every sheet: its place among the others, its name, and the function that finds it.

    The function returns None for a sheet without it. A `gm_only` value is on the sheet for the game master alone, also
    where players see the sheet. `made_of` finds the numbers of the events that a list of things consists of. `legend`
    explains them.
    """

    place: int
    label: str
    look: Callable[[State, Sheet], Any]
    unit: str = ""
    gm_only: bool = False
    made_of: Callable[[Sheet], Sequence[int]] | None = None
    legend: Callable[[State], str] | None = None


@value
class Lender:
    """A concern's effects on a character: their place in a sum, their targets, and the function that finds them."""

    place: int
    targets: tuple[str, ...]
    effects: Callable[[State, Sheet], Iterable[Lent]]


#: Values on a sheet, by the name under which programs read them.
SHOWS: dict[str, Shown] = {}

#: The lenders of effects, in the order in which parts are recorded with a roll.
LENDS: list[Lender] = []


def shows(
    place: int,
    name: str,
    label: str,
    unit: str = "",
    *,
    gm_only: bool = False,
    made_of: Callable[[Sheet], Sequence[int]] | None = None,
    legend: Callable[[State], str] | None = None,
) -> Callable[[F], F]:
    """Register a function (state, sheet) -> value or None that finds a value for every sheet.

    `place` is its place on the sheet, among all values that are shown there by name.
    """

    def register(look: F) -> F:
        SHOWS[name] = Shown(place, label, look, unit, gm_only, made_of, legend)
        put_in_order(SHOWS, lambda shown: (shown.place, by_room(shown.look)))
        return look

    return register


def lends(place: int, *targets: str) -> Callable[[F], F]:
    """Register a function that finds the effects in force on a character.

    Its signature is (state, sheet) -> `Lent`. The place in the sum is recorded with rolls, so it never changes. The
    function is asked only for these `targets`, or for all if none is named.
    """

    def register(effects: F) -> F:
        LENDS.append(Lender(place, targets, effects))
        LENDS.sort(key=lambda lender: (lender.place, by_room(lender.effects)))
        return effects

    return register


# --- templates -------------------------------------------------------------------------------------------------


@value
class Section:
    """A section of a template.

    `place` is its place among the others. `holds` is the type of its values, or a function that returns it if that
    depends on the sections of other rooms. `commands` turns a value into commands.
    """

    place: int
    holds: Any
    commands: Callable[..., Iterable[object]]


@value
class OnState:
    """Commands of a section that depend on the state as the commands before them made it. `find` returns them."""

    find: Callable[[State], Iterable[object]]


#: The sections of a template, and those of a character in one, by name.
SECTIONS: dict[str, Section] = {}
CHARACTER_SECTIONS: dict[str, Section] = {}


def section(name: str, place: int, holds: Any, *, of_character: bool = False) -> Callable[[F], F]:
    """Register a function that turns a section of a template into commands.

    Its argument is the section's value. For a section `of_character`, the character's name comes first.
    """

    def register(commands: F) -> F:
        (CHARACTER_SECTIONS if of_character else SECTIONS)[name] = Section(place, holds, commands)
        return commands

    return register
