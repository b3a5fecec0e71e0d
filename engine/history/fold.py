"""The fold: from events to the state that they make."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from attrs import Factory

from engine.history.catalog import Catalog
from engine.history.counting import History
from engine.history.names import Naming
from engine.history.references import explain_misnamed
from engine.state import State
from engine.store import codec
from engine.store.door import Log, LogError
from engine.value import record

#: What projecting raises for an event that cannot follow on those before it, so that we never recorded it there.
IMPOSSIBLE = (
    codec.Unreadable,
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)

#: The errors that a lenient fold ignores.
PASSED_OVER = (LookupError, TypeError, ValueError, AttributeError)

#: Called before an event is folded, with (state, event, number); returns whether to fold it.
Guard = Callable[[State, Any, int], bool]


def read_event(naming: Naming | None, seq: int, type_name: str, v: int, body: str) -> Any:
    """Return a stored event under its present names; raise Unreadable for a bad one."""
    event = codec.decode(type_name, v, body)
    return event if naming is None else naming(event, seq, body)


@record
class Fold:
    """Folds events into a state, by a history.

    With a `catalog`, what each event names is looked up in it, and the event is added. `ask` is asked before each
    event. A `lenient` fold ignores errors, so that an audit can go on.
    """

    state: State = Factory(State)
    history: History = Factory(History)
    catalog: Catalog | None = None
    naming: Naming | None = None
    ask: Guard | None = None
    lenient: bool = False

    @cached_property
    def apply(self) -> Callable[[State, Any, int], None]:
        """What folds an event, imported when a log holds events after the state on disk."""
        from engine.project import apply

        return apply

    def through(self, log: Log, upto: int) -> State:
        """Fold the events after the state, up to number `upto`, and return it.

        Raise LogError for an impossible one.
        """
        seq = self.state.seq
        try:
            for seq, type_name, v, body in log.bodies(self.state.seq, upto):
                self.step(seq, type_name, v, body)
        except IMPOSSIBLE as error:
            raise LogError(f"#{seq} does not fit what was recorded before it", "“verify” shows more") from error
        self.state.seq = upto
        return self.state

    def step(self, seq: int, type_name: str, v: int, body: str) -> None:
        """Fold a stored event, if it counts; raise LogError, or what a projector raises."""
        if self.catalog is not None:
            self.catalog.add(seq, type_name, v)
        if seq in self.history.inactive:
            return
        event = self.history.put_amount(read_event(self.naming, seq, type_name, v, body), seq)
        if self.catalog is not None and not self.state.unknown:
            must_name_what_is_there(self.catalog, event, seq)
        self.put(event, seq)

    def read_counting(self, log: Log, upto: int) -> Iterator[tuple[int, Any]]:
        """Yield the counting events after the state; the caller folds them."""
        for seq, type_name, v, body in log.bodies(self.state.seq, upto):
            if seq not in self.history.inactive:
                yield seq, self.history.put_amount(read_event(self.naming, seq, type_name, v, body), seq)

    def put(self, event: Any, seq: int) -> None:
        """Fold an event as it is.

        What a projector raises is raised, unless the fold is lenient.
        """
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
