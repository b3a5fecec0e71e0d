"""Undo a scene after an X-card, except the group's agreements and events hidden from players."""

from __future__ import annotations

from itertools import takewhile

from engine.concerns.corrections.commands import Undo
from engine.concerns.safety.events import X_CARD, AgreementMade, LimitDrawn
from engine.concerns.safety.sheet import SCENE_BEGAN
from engine.concerns.secrets.events import CharacterHidden
from engine.history.corrections import Correction, Corrector
from engine.refusal import Refused
from engine.registry import find_marked
from engine.store.looks import rows

#: The types of events that are no part of a scene: an X-card leaves them as they are.
OUT_OF_SCENE = frozenset(cls.__name__ for cls in (AgreementMade, LimitDrawn, CharacterHidden))


def back_to_scene(corrector: Corrector) -> Correction:
    """Undo everything since the scene began, as one undo. Raise Refused if there is nothing to undo (FL-06)."""
    began = SCENE_BEGAN.of(corrector.state)
    if began is None:
        raise Refused("there is nothing to undo")
    command = corrector.command_of(began)
    since = takewhile(lambda row: row.cmd == command, rows(corrector.log, began - 1, corrector.state.seq))
    found = corrector.between(max(row.seq for row in since), corrector.state.seq, find_marked("bounds") | OUT_OF_SCENE)
    if not found:
        raise Refused("nothing is left to undo there")
    return corrector.undo_asked(Undo(cascade=True, reason=X_CARD), found)
