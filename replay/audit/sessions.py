"""Audit sessions: whether anybody was awarded XP in each."""

from __future__ import annotations

from attrs import define

from engine.concerns.experience.events import XpAwarded
from engine.concerns.sessions.events import SessionEnded, SessionStarted
from replay.audit.position import Position


@define
class SessionWatch:
    """The session that an audit is in: its number, the last event so far, and whether it brought an award."""

    number: int = 0
    seq: int = 0
    ended: bool = False
    awarded: bool = False

    def follow(self, position: Position, seq: int, event: object) -> None:
        """Follow the next event that counts."""
        match event:
            case SessionStarted(number=number):
                self._close(position)
                self.number, self.seq, self.ended, self.awarded = number, seq, False, False
            case SessionEnded():
                self.seq, self.ended = seq, True
            case XpAwarded():
                self.awarded = True

    def end(self, position: Position) -> None:
        """Close the last session, if it is over."""
        if self.ended:
            self._close(position)

    def _close(self, position: Position) -> None:
        rules = position.past.state.rules
        if not self.number or self.awarded or rules.growth == "none":
            return
        message = f"Nobody was awarded XP in session {self.number}"
        advice = f"if that was forgotten: “award all {rules.xp_per_session or 1} for session {self.number}”"
        position.add(self.seq, "session-without-award", message, advice=advice, many="sessions without an award")
