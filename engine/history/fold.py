"""The fold: from events to the state that they make."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, cached_property
from typing import Any, NamedTuple

from engine.groups import put_in_group
from engine.history.catalog import IS_SILENT, REFERS, Catalog, kind
from engine.history.counting import History
from engine.history.names import Naming
from engine.history.references import explain_misnamed
from engine.naming import holds_names, rename
from engine.registry import PROJECTS, REQUIRES, event_classes, fit_anywhere
from engine.state import State
from engine.store import codec
from engine.store.door import Log, LogError
from engine.value import Factory, record

#: Errors of a projector for an event that misses something, which a lenient fold ignores.
PASSED_OVER = (ArithmeticError, AttributeError, LookupError, RecursionError, StopIteration, TypeError, ValueError)

#: Errors of a projector for an event that cannot follow on those before it, which this program never recorded.
IMPOSSIBLE = (codec.Unreadable, *PASSED_OVER)

#: Called before an event is folded, with (state, event or its brief, number). Returns whether to fold it.
Guard = Callable[[State, Any, int], bool]


def read_event(naming: Naming | None, seq: int, type_name: str, v: int, body: str) -> Any:
    """Return a stored event under its present names. Raise Unreadable for a bad one."""
    try:
        event = codec.decode(type_name, v, body)
    except codec.Unreadable as error:
        raise codec.Unreadable(f"#{seq} cannot be read: {error.message[:200]}", error.hint) from None
    return event if naming is None else naming(event, seq, body)


class FoldStep(NamedTuple):
    """What a fold does with an event of one type in one version.

    `kind` are the bits that a catalog keeps of it. A fold skips the `idle`, and reads others with `decode`, in brief
    where their names did not change with `decode_in_brief`. `projectors` fold the event or its brief.
    """

    kind: int
    idle: bool
    decode: Callable[[str], Any]
    decode_in_brief: Callable[[str], Any]
    projectors: tuple[Callable[[State, Any, int], None], ...]


@cache
def step_of(type_name: str, v: int) -> FoldStep:
    """Return what a fold does with events of a type and version. Raise Unreadable for a version of no program."""
    from engine.project import remember_unknown  # needed only where a log holds events after the state on disk

    found, decode = kind(type_name, v), codec.reader(type_name, v)
    if not codec.is_known(type_name, v):
        return FoldStep(found, False, decode, decode, (remember_unknown,))
    cls = event_classes()[type_name]
    idle = found & (IS_SILENT | REFERS) == IS_SILENT and REQUIRES.get(cls) is fit_anywhere and not holds_names(cls)
    return FoldStep(found, idle, decode, codec.brief_reader(type_name, v), PROJECTS.get(cls, ()))


@record
class Fold:
    """Folds events into a state, by a history.

    With a `catalog`, the events that each event names are looked up in it, and the event is added. `ask` is asked
    before each event. A `lenient` fold ignores errors, so that an audit can go on.
    """

    state: State = Factory(State)
    history: History = Factory(History)
    catalog: Catalog | None = None
    naming: Naming | None = None
    ask: Guard | None = None
    lenient: bool = False

    @cached_property
    def apply(self) -> Callable[[State, Any, int], None]:
        """The function that folds an event, imported when a log holds events after the state on disk."""
        from engine.project import apply

        return apply

    def through(self, log: Log, upto: int) -> State:
        """Fold the events after the state, up to number `upto`, and return it. Raise LogError for an impossible one."""
        state, inactive, amended, seq = self.state, self.history.inactive, self.history.amended, 0
        catalog, naming, ask, lenient = self.catalog, self.naming, self.ask, self.lenient
        boards, group, read_group = state.boards, state.last_group, codec.read_group
        groups_from, groups_then = state.groups_from, state.groups_then
        state.turn_to(group)
        try:
            for seq, type_name, v, body in log.bodies(state.seq, upto):
                bits, idle, decode, in_brief, projectors = step_of(type_name, v)
                if catalog is not None:
                    catalog.add(seq, bits)
                if boards:
                    there = read_group(body) if naming is None else self.name_group(seq, body)
                    if there != group:
                        group, state.board = there, boards[there]
                        groups_from.append(seq)
                        groups_then.append(group)
                if idle or seq in inactive:
                    continue
                event = naming(decode(body), seq, body) if naming and naming.changes(seq, body) else in_brief(body)
                if seq in amended:
                    event = self.history.put_amount(event, seq)
                if catalog is not None and bits & REFERS and not state.unknown:
                    must_name_what_is_there(catalog, event, seq)
                if lenient or state.unknown:
                    self.put(put_in_group(event, group), seq)
                elif ask is None or ask(state, put_in_group(event, group) if group else event, seq):
                    for project in projectors:
                        project(state, event, seq)
                    state.seq = seq
        except IMPOSSIBLE as error:
            raise LogError(f"#{seq} does not fit what was recorded before it", "“verify” shows more") from error
        state.seq = upto
        state.turn_to("")
        return state

    def name_group(self, seq: int, body: str) -> str:
        """Return the group at which a stored event was recorded, under its present name."""
        group = codec.read_group(body)
        return rename(self.naming.at(seq), "group", group) if group and self.naming is not None else group

    def read(
        self, seq: int, type_name: str, v: int, body: str, decode: Callable[[str, int, str], Any] = codec.decode
    ) -> Any:
        """Return a stored event under its present names, with its present amount."""
        event = decode(type_name, v, body)
        if self.naming is not None:
            event = self.naming(event, seq, body)
        return self.history.put_amount(event, seq) if seq in self.history.amended else event

    def read_counting(self, log: Log, upto: int) -> Iterator[tuple[int, Any]]:
        """Yield the counting events after the state, for the caller to fold."""
        for seq, type_name, v, body in log.bodies(self.state.seq, upto):
            if seq not in self.history.inactive:
                yield seq, self.read(seq, type_name, v, body)
            elif self.state.boards:
                self.state.arrive(seq, self.name_group(seq, body))

    def read_bearing(self, log: Log, upto: int) -> Iterator[tuple[int, Any]]:
        """Yield in brief the counting events after the state that change it, for the caller to fold."""
        decode = codec.decode if self.naming else codec.decode_in_brief
        for seq, type_name, v, body in log.bodies(self.state.seq, upto):
            if seq not in self.history.inactive and not kind(type_name, v) & IS_SILENT:
                yield seq, self.read(seq, type_name, v, body, decode)
            elif self.state.boards:
                self.state.arrive(seq, self.name_group(seq, body))

    def put(self, event: Any, seq: int) -> None:
        """Fold an event as it is. Errors of its projector are raised, unless the fold is lenient."""
        if self.ask is not None and not self.ask(self.state, event, seq):
            return
        try:
            self.apply(self.state, event, seq)
        except PASSED_OVER:
            if not self.lenient:
                raise
            self.state.seq = seq


def must_name_what_is_there(catalog: Catalog, event: object, seq: int) -> None:
    """Raise LogError if an event names a missing event, or one of a wrong kind."""
    why = explain_misnamed(catalog, event, seq)
    if why is not None:
        raise LogError(f"#{seq} is impossible: {why}", "“verify” shows more")
