"""Every event by its name, from whichever room defines it, as in `from engine.events import XpAwarded`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.rooms import find_in_rooms

if TYPE_CHECKING:
    from engine.concerns.belongings.events import *  # noqa: F403
    from engine.concerns.campaign.events import *  # noqa: F403
    from engine.concerns.characters.events import *  # noqa: F403
    from engine.concerns.checks.events import *  # noqa: F403
    from engine.concerns.clocks.events import *  # noqa: F403
    from engine.concerns.contests.events import *  # noqa: F403
    from engine.concerns.corrections.events import *  # noqa: F403
    from engine.concerns.countdowns.events import *  # noqa: F403
    from engine.concerns.counters.events import *  # noqa: F403
    from engine.concerns.damage.events import *  # noqa: F403
    from engine.concerns.effects.events import *  # noqa: F403
    from engine.concerns.experience.events import *  # noqa: F403
    from engine.concerns.files.events import *  # noqa: F403
    from engine.concerns.goals.events import *  # noqa: F403
    from engine.concerns.groups.events import *  # noqa: F403
    from engine.concerns.keys.events import *  # noqa: F403
    from engine.concerns.magic.events import *  # noqa: F403
    from engine.concerns.moves.events import *  # noqa: F403
    from engine.concerns.phones.events import *  # noqa: F403
    from engine.concerns.points.events import *  # noqa: F403
    from engine.concerns.properties.events import *  # noqa: F403
    from engine.concerns.rolls.events import *  # noqa: F403
    from engine.concerns.safety.events import *  # noqa: F403
    from engine.concerns.seals.events import *  # noqa: F403
    from engine.concerns.secrets.events import *  # noqa: F403
    from engine.concerns.sessions.events import *  # noqa: F403
    from engine.concerns.statuses.events import *  # noqa: F403
    from engine.concerns.tables.events import *  # noqa: F403
    from engine.concerns.tracks.events import *  # noqa: F403
    from engine.concerns.traits.events import *  # noqa: F403
    from engine.concerns.uses.events import *  # noqa: F403


def __getattr__(name: str) -> Any:
    return find_in_rooms("events", name)
