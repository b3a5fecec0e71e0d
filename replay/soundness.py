"""Whether events could have been recorded one after another: read, folded as they stood, and shown."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from attrs import Factory, define

from engine.history import CORRECTIONS, History
from engine.project import apply
from engine.projection import SPACING, Snapshots
from engine.rules.modifiers import action_parts
from engine.sheet import view
from engine.state import State
from engine.store import codec
from engine.store.door import LogError, Problem
from engine.store.files import printable
from engine.store.looks import OldLog as Log

#: So many events are folded again for corrections, at most; a log that takes more is judged by where it ends.
MOST_REFOLDED = 2_000_000


@define
class Standing:
    """A campaign followed event by event: the state and what counts, as it stood at each.

    `stale` is a state that has not been folded again since a correction.
    """

    log: Log
    state: State = Factory(State)
    history: History = Factory(History)
    snapshots: Snapshots = Factory(Snapshots)
    refolded: int = 0
    stale: bool = False

    def take(self, event: object, seq: int) -> None:
        """Take account of the next event; raises whatever a projector raises."""
        if type(event).__name__ in CORRECTIONS:
            self.history.correct(seq, event)
            self.stale = True
            if self.refolded < MOST_REFOLDED:
                self.refold(seq)
        elif not self.stale:
            apply(self.state, event, seq)
            if seq % SPACING == 0:
                self.snapshots.take(self.state, self.history)

    def refold(self, seq: int) -> None:
        """The state as corrections have it, up to and with event `seq`."""
        before = self.snapshots.before(seq, self.history)
        self.refolded += seq - before.seq
        self.state = self.snapshots.fold(self.log, before, self.history, seq)
        self.stale = False


Check = Callable[[Standing, object, int], str | None]


def first_impossible(log: Log, upto: int, check: Check | None = None) -> Problem | None:
    """The first event, up to number `upto`, that cannot stand where it does; None where all can.

    `check` may say more strictly than the projectors why an event cannot.
    """
    standing = Standing(log)
    seq, name = 0, ""
    try:
        for seq, name, v, body in islice(log.bodies(0, upto), upto):  # behind them a damaged log may hold anything
            event = codec.decode(name, v, body)
            why = check(standing, event, seq) if check and not standing.stale else None
            if why is not None:
                return Problem(seq, "impossible", f"#{seq} ({printable(name)}) cannot be: {why}")
            standing.take(event, seq)
        if standing.stale:
            standing.refold(upto)
        must_be_shown(standing.state)
    except codec.Unreadable as error:
        return Problem(seq, "unreadable", f"#{seq} is no event: {str(error)[:200]}")
    except LogError as error:
        return Problem(seq, "impossible", f"#{seq} ({printable(name)}) cannot be: with it, {error.message}")
    except Exception:  # whatever a projector comes upon in a log that somebody made up
        return Problem(seq, "impossible", f"#{seq} ({printable(name)}) cannot follow what was recorded before it")
    return None


def must_be_shown(state: State) -> None:
    """Work out everything that a sheet shows and an action needs; raises whatever stands in the way of it."""
    for sheet in state.sheets.values():
        view(state, sheet.name)
        action_parts(state, sheet, None)
