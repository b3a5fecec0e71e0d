"""Find the events that are secret, and that nothing revealed which counts."""

from __future__ import annotations

from typing import Any

from engine.campaign import Campaign
from engine.concerns.characters.events import CharacterCreated
from engine.concerns.rolls.events import SecretRevealed
from engine.concerns.secrets.events import CharacterHidden, CharacterShown
from engine.concerns.uses.events import Turning
from engine.registry import is_brought
from engine.value import Factory, record
from replay.audience.subjects import Subjects


def is_marked(event: Any) -> bool:
    """Return whether an event is marked as secret."""
    return bool(getattr(event, "secret", False) or getattr(event, "hidden", False))


@record
class Secrets:
    """The secret events of a campaign, and what others reveal of them.

    An event is secret if it is marked so, or is about a countdown or goal that was made in secret. Such a goal may have
    been revealed when the event was recorded, so that the event has no mark, and be secret again because that was
    undone. Revealing one event about a countdown or goal shows all of them. Revealing a check shows the events that it
    caused and those that turned it. Showing an NPC reveals that it was hidden. `player_characters` are those ever
    created, undone or not.
    """

    inactive: frozenset[int]
    player_characters: set[str] = Factory(set)
    revealed: set[int] = Factory(set)
    _subjects: Subjects = Factory(Subjects)
    _marked: dict[int, int] = Factory(dict)  # from an event to the one that made its countdown or goal, or to itself
    _came_of: dict[int, int] = Factory(dict)  # from an event to the check that caused it
    _cause: int = 0
    _hidings: dict[str, set[int]] = Factory(dict)

    @classmethod
    def of(cls, campaign: Campaign) -> Secrets:
        """Look through a campaign."""
        found = cls(frozenset(campaign.history.inactive))
        for recorded in campaign.events(upto=campaign.state.seq):
            found.look_at(recorded.seq, recorded.event)
        return found

    def look_at(self, seq: int, event: Any) -> None:
        """Take note of the next event."""
        self._cause = self._cause if is_brought(event) else seq
        if isinstance(event, CharacterCreated) and event.kind == "pc":
            self.player_characters.add(event.name)
        self._subjects.follow(seq, event)
        made = self._subjects.find_subject(event)
        if made in self._marked:
            self._marked[seq] = made
        elif is_marked(event):
            before = event.of if isinstance(event, Turning) else self._cause
            self._marked[seq], self._came_of[seq] = seq, self._came_of.get(before, before)
        self._reveal(seq, event)

    def _reveal(self, seq: int, event: Any) -> None:
        """Note the events that an event reveals, if it counts."""
        if isinstance(event, CharacterHidden):
            self._hidings.setdefault(event.character, set()).add(seq)
        elif seq in self.inactive:
            return
        elif isinstance(event, CharacterShown):
            self.revealed |= self._hidings.get(event.character, set())
        elif isinstance(event, SecretRevealed):
            self.revealed.add(self._marked.get(event.event, event.event))

    def find_secret(self) -> set[int]:
        """Return the events that are secret still."""
        return set(filter(self.is_secret, self._marked))

    def is_secret(self, seq: int) -> bool:
        """Return whether an event is secret still."""
        return seq in self._marked and not {seq, self._marked[seq], self._came_of.get(seq)} & self.revealed

    def find_names(self, cls: type, secret: set[int]) -> frozenset[str]:
        """Return the names of everything that secret events of a type made."""
        made = self._subjects.find_made(cls)
        return frozenset(name for name, seqs in made.items() if not secret.isdisjoint(seqs))
