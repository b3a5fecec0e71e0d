"""Answer the commands of sessions, scenes and notes."""

from __future__ import annotations

from engine.concerns.sessions.commands import EndSession
from engine.text import plain
from shell.render import Answer, Asked, answers
from shell.render.events import recorded_text
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
