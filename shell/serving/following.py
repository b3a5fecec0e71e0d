"""Follow a log that others write, and tell which sections of the players' document changed."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from engine.campaign import Campaign
from engine.concerns.phones.events import LineTaken
from engine.naming import rename
from engine.state import State
from engine.store.door import LogError
from engine.types import PLAYERS
from replay.audience.rule import View
from replay.live.document import WITH_OTHERS, Document
from replay.live.sections import sections
from shell.serving.players_state import PlayersState
from shell.serving.proposing import NotProposed, PlayersLine, foresee_refusal, read_proposal

#: The section for a log that cannot be read now, empty once it can.
TROUBLE = "trouble"


class Following:
    """A log as a group's players see it, and the `document` that their pages have of it. Only one thread may use it."""

    def __init__(self, path: Path, group: str = "") -> None:
        self.path, self.called = path, group
        self.document = Document()
        self.replaced = False
        self.open()

    def open(self) -> None:
        """Open the log for reading. Raise LogError if that cannot be done."""
        self.campaign = Campaign.open(self.path, writable=False)
        self.view = View.of(self.campaign, PLAYERS)
        self.known = PlayersState(self.view)
        self.seen, self.called_at = -1, self.campaign.state.seq

    @property
    def group(self) -> str:
        """The group whose players follow, as it is called now."""
        return self.called and rename(self.campaign.names_at(self.called_at), "group", self.called)

    def has_another_log(self) -> bool:
        """Return whether another log took the place of the one that was followed, once for each."""
        found, self.replaced = self.replaced, False
        return found

    def look(self) -> dict[str, bytes]:
        """Return the sections that changed since the last look, as JSON."""
        try:
            found = self.read_anew()
        except LogError as error:
            found = {TROUBLE: error.message}
        return {} if found is None else self.document.take(found)

    def read_anew(self) -> dict[str, Any] | None:
        """Return the document, or None if nothing was recorded since. Raise LogError if the log cannot be read."""
        try:
            self.campaign.refresh()
        except LogError:  # perhaps another log took its place
            self.campaign.close()
            self.open()
            self.replaced = True
        seq = self.campaign.state.seq
        if seq == self.seen:
            return None
        if self.seen >= 0:
            self.view = self.view.follow()
        self.seen = seq
        return {**sections(self.view, self.group), TROUBLE: ""}

    def name_now(self, player: str, seq: int) -> str:
        """Return the present name of a player who was called so at an event."""
        return rename(self.campaign.names_at(min(seq, self.campaign.state.seq)), "player", player)

    def players(self) -> list[str]:
        """Return the players whom the page names."""
        head = self.document.read("head") or {}
        return [str(name) for name in head.get("players", [])]

    def hash_at(self, number: int) -> str | None:
        """Return the hash of an event up to the last one that players see, or None."""
        proof = self.document.read(WITH_OTHERS)
        if proof is None or not 0 < number <= proof["n"]:
            return None
        row = self.campaign.log.at(number)
        return None if row is None else row.hash.hex()

    @property
    def is_open(self) -> bool:
        """Whether an evening is on."""
        return self.campaign.state.seen_from(self.group).session_open

    def read_proposal(self, player: str, line: str) -> PlayersLine:
        """Return a line that a player may propose now. Raise NotProposed."""
        if self.campaign.state.rules.phones == "look":
            raise NotProposed("Phones only look at this table")
        return read_proposal(line, player, self.know(), self.view.numbering.find_logged, self.find_seen)

    def know(self) -> State:
        """Return what the group's players know."""
        self.known = self.known.follow(self.view)
        return self.known.state.seen_from(self.group)

    def tell_refusal(self, exact: str) -> str:
        """Return why the rules refuse a line, if they do and all of the reason is what players know; else ""."""
        found = {foresee_refusal(exact, state) for state in (self.know(), self.campaign.state.seen_from(self.group))}
        return found.pop() if len(found) == 1 else ""

    def find_seen(self, number: int) -> Any:
        """Return the event that players see under a number, or None."""
        found = self.view.find(number) if self.view.numbering.find_logged(number) <= self.view.upto else None
        return found.event if found else None

    def find_taken(self, ids: Collection[str]) -> set[str]:
        """Return those of the lines that the log has as taken."""
        found = (getattr(each.event, "proposal", "") for each in self.campaign.events_of(LineTaken))
        return {each for each in found if each in ids}

    def report(self) -> str:
        """Return the report of the campaign for the group's players. Raise LogError or Refused if there is none."""
        from replay.retelling.report.page import Scope, gather_page
        from replay.retelling.report.rendering import render

        group = self.group if self.campaign.state.boards else None
        return render(gather_page(Scope.of(self.campaign, None, PLAYERS, group)))
