"""Audit damage: whether the rolls that caused it still give it."""

from __future__ import annotations

from attrs import Factory, define

from engine.concerns.damage.events import WOUNDS, DamageDealt
from engine.concerns.damage.project import is_still_given
from engine.concerns.uses.events import Turning
from engine.narrate import tell
from replay.audit.position import Position


@define
class DamageWatch:
    """The damage that each roll caused, and the damage that a later point outdated."""

    dealt: dict[int, dict[int, DamageDealt]] = Factory(dict)
    outdated: dict[int, DamageDealt] = Factory(dict)

    def follow(self, position: Position, seq: int, event: object) -> None:
        """Follow the next event that counts, once it is applied."""
        if isinstance(event, DamageDealt) and event.of is not None:
            self.dealt.setdefault(event.of, {})[seq] = event
        elif self.dealt and isinstance(event, Turning):
            for number, damage in self.dealt.get(event.of, {}).items():
                self.outdated.pop(number, None)
                if not is_still_given(position.now, damage):
                    self.outdated[number] = damage

    def end(self, position: Position) -> None:
        """Add findings on damage still to be settled. That of a healed wound is."""
        for seq, event in self.outdated.items():
            sheet = position.campaign.state.sheets[event.character]
            if event.wound is None or seq in (each.number for each in WOUNDS.of(sheet)):
                message = f"{tell(event)}: #{event.of} came out otherwise later"
                advice = f"“undo #{seq}” takes it back"
                many = "hits with rolls that came out otherwise later"
                position.add(seq, "stale-damage", message, advice=advice, many=many)
