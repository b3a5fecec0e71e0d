"""How a narrator tells events about damage, wounds and scale."""

from __future__ import annotations

from engine.concerns.damage.events import DamageDealt, ScaleSet, WoundHealed
from engine.retelling import ChangeTold, DeedTold, SheetTold, Telling, retells
from engine.text import because, plain


@retells(DamageDealt)
def _dealt(event: DamageDealt, telling: Telling) -> DeedTold:
    by = f" by {telling.call(event.attacker)}" if event.attacker else ""
    if event.wound is None:
        return DeedTold(event.character, "took no wound", "", by and f" from{by.removeprefix(' by')}", behind=True)
    return DeedTold(event.character, f"was hurt{by}", because(event.wound).strip(), behind=True)


@retells(WoundHealed)
def _healed(event: WoundHealed, telling: Telling) -> ChangeTold:
    return ChangeTold(event.character, f"{event.name} wound", "healed", event.reason)


@retells(ScaleSet)
def _scale(event: ScaleSet, telling: Telling) -> SheetTold:
    return SheetTold(event.character, "now has", f"scale {plain(event.scale)}")
