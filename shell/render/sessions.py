"""Answer the commands of sessions, scenes and notes."""

from __future__ import annotations

from engine.concerns.sessions.commands import EndSession, MakeNote
from engine.text import plain
from shell.render import Answer, Asked, answers
from shell.render.events import answer_events, recorded_text
from shell.render.files import checkpoint_line


@answers(EndSession)
def answer_session_ended(asked: Asked) -> Answer:
    """Answer with the end of the evening, with the XP that nobody has spent yet, and the checkpoint to write down."""
    unspent = {name: sheet.unspent for name, sheet in asked.campaign.state.sheets.items() if sheet.unspent}
    head = asked.campaign.log.head

    def text() -> str:
        left = ", ".join(f"{name} {plain(xp)}" for name, xp in unspent.items())
        to_spend = [f"  XP to spend: {left}"] if left else []
        return "\n".join([recorded_text(asked.events), *to_spend, f"  {checkpoint_line(head.hash)}"])

    return Answer({"unspent": unspent, "events": head.seq, "head": head.hash.hex()}, text)


@answers(MakeNote)
def answer_noted(asked: Asked) -> Answer:
    """Answer with the note; outside a session, with a remark that none is open."""
    between = "" if asked.campaign.state.session_open else " (no session is open: “session start” begins one)"
    noted = answer_events(asked)
    return Answer(noted.data, lambda: f"{noted.text()}{between}")
