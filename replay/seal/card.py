"""Make the card of a seal: its words, and what players know of the evening that it ends."""

from __future__ import annotations

from collections.abc import Iterator

from engine.campaign import Campaign
from engine.point import session_span
from engine.types import PLAYERS
from engine.value import value
from replay.audience.rule import View
from replay.compare.changes import Change, changes
from replay.moment import Moment
from replay.seal.finding import Seal
from replay.seal.words import LINE_BEGINS

#: The beginnings of fields that the card leaves out: the XP stand beside the name, and the rest says nothing new.
TOLD_ELSEWHERE = ("xp.",)
SAYING_NOTHING_NEW = (".effective", ".role", ".note")


@value
class OnCard:
    """A player character on a card: the XP awarded so far, and this session, and what changed on the sheet in it."""

    name: str
    xp: int
    gained: int
    changed: tuple[Change, ...]


@value
class Card:
    """The card of a seal. `upto` is the number of the sealed event, None if players must not learn it."""

    title: str
    seal: Seal
    words: tuple[str, ...]
    upto: int | None
    characters: tuple[OnCard, ...]

    @property
    def line(self) -> str:
        """The card as a line for the chat, whose hash proves as much as the words."""
        where = [f"session {self.seal.session}"] + [f"#{self.upto}"] * (self.upto is not None)
        parts = (LINE_BEGINS, self.title, *where, " ".join(self.words), self.seal.head.hash.hex())
        return " · ".join(filter(None, parts))


def make_card(campaign: Campaign, seal: Seal, words: tuple[str, ...]) -> Card:
    """Return the card of a seal, with nothing on it that players do not see."""
    view = View.of(campaign, PLAYERS)
    upto = seal.head.seq if view.numbering.has_gaps else None
    return Card(campaign.state.title, seal, words, upto, tuple(_characters(campaign, view, seal)))


def _characters(campaign: Campaign, view: View, seal: Seal) -> Iterator[OnCard]:
    """Yield the player characters that players see at the time of a seal."""
    first, _ = session_span(campaign.state, seal.session)
    states = [view.state_shown(Moment.of(campaign, seq).state) for seq in (first, seal.head.seq)]
    names = [name for name, sheet in states[-1].sheets.items() if sheet.kind == "pc" and view.sees(name)]
    sheets = [{name: view.sheet(state, name) for name in names if name in state.sheets} for state in states]
    found = [each for each in changes(*sheets) if _is_told(each)]
    for name in names:
        xp, at_first = (state.sheets[name].awarded if name in state.sheets else 0 for state in reversed(states))
        yield OnCard(name, xp, xp - at_first, tuple(each for each in found if each.character == name))


def _is_told(change: Change) -> bool:
    """Return whether a change stands on the card."""
    return not change.field.startswith(TOLD_ELSEWHERE) and not change.field.endswith(SAYING_NOTHING_NEW)
