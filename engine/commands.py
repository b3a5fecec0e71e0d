"""Every command by its name, from whichever room defines it.

    from engine.commands import Award, CreatePc

A room is loaded when one of its commands is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.rooms import find_in_rooms

if TYPE_CHECKING:
    from engine.concerns.belongings.commands import *  # noqa: F403
    from engine.concerns.campaign.commands import *  # noqa: F403
    from engine.concerns.characters.commands import *  # noqa: F403
    from engine.concerns.checks.commands import *  # noqa: F403
    from engine.concerns.chronicle.commands import *  # noqa: F403
    from engine.concerns.clocks.commands import *  # noqa: F403
    from engine.concerns.contests.commands import *  # noqa: F403
    from engine.concerns.corrections.commands import *  # noqa: F403
    from engine.concerns.countdowns.commands import *  # noqa: F403
    from engine.concerns.counters.commands import *  # noqa: F403
    from engine.concerns.damage.commands import *  # noqa: F403
    from engine.concerns.effects.commands import *  # noqa: F403
    from engine.concerns.experience.commands import *  # noqa: F403
    from engine.concerns.files.commands import *  # noqa: F403
    from engine.concerns.goals.commands import *  # noqa: F403
    from engine.concerns.groups.commands import *  # noqa: F403
    from engine.concerns.keys.commands import *  # noqa: F403
    from engine.concerns.magic.commands import *  # noqa: F403
    from engine.concerns.moves.commands import *  # noqa: F403
    from engine.concerns.phones.commands import *  # noqa: F403
    from engine.concerns.points.commands import *  # noqa: F403
    from engine.concerns.properties.commands import *  # noqa: F403
    from engine.concerns.retelling.commands import *  # noqa: F403
    from engine.concerns.rolls.commands import *  # noqa: F403
    from engine.concerns.safety.commands import *  # noqa: F403
    from engine.concerns.seals.commands import *  # noqa: F403
    from engine.concerns.secrets.commands import *  # noqa: F403
    from engine.concerns.sessions.commands import *  # noqa: F403
    from engine.concerns.ships.commands import *  # noqa: F403
    from engine.concerns.statuses.commands import *  # noqa: F403
    from engine.concerns.tables.commands import *  # noqa: F403
    from engine.concerns.tracks.commands import *  # noqa: F403
    from engine.concerns.traits.commands import *  # noqa: F403
    from engine.concerns.uses.commands import *  # noqa: F403


def __getattr__(name: str) -> Any:
    return find_in_rooms("commands", name)
