"""The outcome of a line: an answer, or a fault with its place and its remedy."""

from __future__ import annotations

import os
from functools import cached_property
from typing import Any

from engine.each import command_class
from engine.refusal import Refused
from engine.registry import Anywhere, Ask, OfFiles
from engine.store import codec
from engine.text import in_quotes
from engine.value import value
from shell.language.parse import Parse
from shell.language.plain.account import Segment
from shell.language.spelling import spell
from shell.options import ExitStatus
from shell.render import Answer, Asked
from shell.render.proof import checked_json


@value
class Fault:
    """Why a line failed: a sentence, a place in the line, and what to type.

    The place is from and to, or None. `cured` is the line that was probably meant.
    """

    status: ExitStatus
    message: str
    place: tuple[int, int] | None = None
    hint: str | None = None
    dependents: tuple[dict[str, Any], ...] = ()
    cured: str | None = None

    def __str__(self) -> str:
        """Return the fault and what to type, in a line."""
        return f"{self.message} — {self.hint}" if self.hint else self.message


@value
class LineOutcome:
    """The result of a line: an answer or a fault.

    `meant` is the command that it was read as, or its text if it was not. `notes` are remarks about the log that were
    not printed yet. The `account` of a line that was not read as it stands says what became of each typed word.
    """

    line: str
    meant: Any
    answer: Answer | None = None
    fault: Fault | None = None
    asked: Asked | None = None
    notes: tuple[str, ...] = ()
    account: tuple[Segment, ...] = ()

    @cached_property
    def command(self) -> str:
        """The line as read, with names in full."""
        return self.meant if isinstance(self.meant, str) else spell(self.meant)

    @property
    def events(self) -> tuple[dict[str, Any], ...]:
        """The events that the line recorded, as the contract has them."""
        if self.asked is None or not self.asked.events:
            return ()
        from shell.render.log import events_json

        return tuple(events_json(self.asked.events, self.asked.campaign))

    @property
    def checked(self) -> dict[str, Any]:
        """How far the log was checked for a look at it, or an empty dict for what is no look at a log."""
        asked = self.asked
        if asked is None or asked.campaign is None or not issubclass(command_class(asked.command), Ask):
            return {}
        is_apart = issubclass(command_class(asked.command), Anywhere | OfFiles)
        return {} if is_apart or (self.answer and self.answer.apart) else checked_json(asked.campaign)

    def with_changes(self, result: dict[str, Any]) -> dict[str, Any]:
        """Return a result with what the line changed on the sheets, if it recorded anything."""
        if self.asked is None or not self.asked.events or "changes" in result:
            return result
        from shell.render.events import find_changes

        return result | {"changes": codec.plain_data(find_changes(self.asked))}

    @property
    def status(self) -> ExitStatus:
        """The exit status of this outcome."""
        if self.fault is not None:
            return self.fault.status
        return ExitStatus.REFUSED if self.answer and self.answer.failed else ExitStatus.DONE

    def as_json(self, number: int | None = None) -> dict[str, Any]:
        """Return the outcome as promised for `--json`. `number` is that of the line in a script."""
        if self.fault is None:
            result = self.with_changes(self.answer.result) if self.answer else {}
            result = result if "verified" in result or "checked" in result else result | self.checked
            done = {"ok": True, "command": self.command, "events": list(self.events), "result": result}
            return done | self.account_json
        fault = self.fault
        error: dict[str, Any] = {
            "message": fault.message,
            "column": fault.place[0] if fault.place else None,
            "hint": fault.hint,
        }
        if fault.dependents:
            error["dependents"] = list(fault.dependents)
        if number is not None:
            error["line"] = number
        return {"ok": False, "command": self.command, "error": error} | self.account_json

    @property
    def account_json(self) -> dict[str, Any]:
        """The account of a line that was not read as it stands, or an empty dict."""
        return {"account": [each.as_json for each in self.account]} if self.account else {}

    @property
    def read_as(self) -> str:
        """The line that a misread one was taken for, in the words of the game, or “”."""
        if not self.account:
            return ""
        from shell.language.fitting import say_levels

        line = say_levels(self.command, self.asked.campaign.state.rules) if self.asked else self.command
        recorded = self.asked is not None and bool(self.asked.events)
        return f"read as: {line}{'  (u undoes)' if recorded else ''}"


def internal_error(error: Exception) -> str:
    """Return the message for an error that nobody foresaw."""
    what = f"{type(error).__name__}: {error}"
    return f"Internal error ({what}). Everything marked ✓ is saved. FUDGELOG_DEBUG=1 shows details."


def show_details(error: Exception) -> None:
    """Print the traceback of an error, if that is asked for."""
    if os.environ.get("FUDGELOG_DEBUG"):
        import traceback  # hardly ever needed

        traceback.print_exception(error)


def refusal_fault(refused: Refused, parse: Parse) -> Fault:
    """Return a refusal as a fault with its place in the line."""
    dependents = tuple({"seq": each.seq, "text": each.text} for each in refused.dependents)
    place, hint = parse.place(refused.about, refused.value), refused.hint
    if place and refused.instead is not None:
        hint = f"type {parse.text[: place[0]].lstrip()}{in_quotes(refused.instead)}{parse.text[place[1] :].rstrip()}"
    return Fault(ExitStatus.REFUSED, refused.message, place, hint, dependents)
