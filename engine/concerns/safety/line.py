"""Write events about session zero and safety as the commands to record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.safety.commands import Agree, DrawLine, DrawVeil, HoldSessionZero, ShowXCard
from engine.concerns.safety.events import AgreementMade, LimitDrawn, SessionZeroHeld, XCardShown
from engine.line import Before
from engine.registry import as_line


@as_line(SessionZeroHeld)
def _held(event: SessionZeroHeld, before: Before) -> Iterable[object]:
    yield HoldSessionZero(event.title)


@as_line(AgreementMade)
def _agreed(event: AgreementMade, before: Before) -> Iterable[object]:
    yield Agree(event.topic, event.text)


@as_line(LimitDrawn)
def _limit(event: LimitDrawn, before: Before) -> Iterable[object]:
    yield DrawLine(event.text) if event.kind == "line" else DrawVeil(event.text)


@as_line(XCardShown)
def _x_card(event: XCardShown, before: Before) -> Iterable[object]:
    yield ShowXCard()
