"""Show events under their present names, regardless of their written names."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from engine.groups import put_in_group
from engine.naming import Steps, Swaps, carry_over, rename, rename_in
from engine.value import value


@value
class Naming:
    """Gives events the names that hold now.

    `held` lists the swaps of names in force after each correction that changed them, by its number.
    """

    held: tuple[tuple[int, Swaps], ...]

    def __call__(self, event: Any, seq: int, body: str) -> Any:
        """Return event `seq`, stored in `body`, with the present names."""
        if not self.changes(seq, body):
            return event
        steps = self.at(seq)
        return put_in_group(rename_in(event, steps), rename(steps, "group", event.group))

    def changes(self, seq: int, body: str) -> bool:
        """Return whether event `seq`, stored in `body`, may hold a name that is another one now."""
        for name in self.ways[bisect_left(self.starts, seq)][1]:  # noqa: SIM110  # `any` takes three times as long
            if name in body:
                return True
        return False

    def at(self, seq: int) -> Steps:
        """Return the steps from the names in event `seq` to the present names."""
        return self.ways[bisect_left(self.starts, seq)][0]

    @cached_property
    def starts(self) -> Sequence[int]:
        """The events from which on other names hold."""
        return [seq for seq, _ in self.held]

    @cached_property
    def ways(self) -> Sequence[tuple[Steps, tuple[str, ...]]]:
        """The renaming steps for each stretch of the log, with the names to look for as JSON writes them."""
        now = self.held[-1][1]
        found = [carry_over(before, now) for before in ((), *(swaps for _, swaps in self.held))]
        return [
            (steps, tuple(quote_stored(name) for s in steps for name in (s.swap.before, s.swap.after)))
            for steps in found
        ]


def quote_stored(name: str) -> str:
    """Return a name as stored JSON spells it."""
    return json.dumps(name, ensure_ascii=False)[1:-1]
