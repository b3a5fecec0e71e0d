"""Look up who plays where: groups and speakers, each with a word of explanation."""

from __future__ import annotations

from engine.campaign import GM
from engine.groups import say_group
from engine.types import EVERY_GROUP, FIRST_GROUP
from shell.language.parse import Offers, Scene


def groups(scene: Scene) -> Offers:
    """Return the groups that have a name."""
    return dict.fromkeys(scene.state.groups, "") if scene.state else {}


def groups_or_all(scene: Scene) -> Offers:
    """Return the groups that have a name, and the words for the first one and for all of them."""
    return {**groups(scene), FIRST_GROUP: say_group(""), EVERY_GROUP: "every group"}


def speakers(scene: Scene) -> Offers:
    """Return who ever sat down at a group, each with that group, and the game master."""
    seats = scene.state.seats if scene.state else {}
    return {GM: "the game master", **{who: f"at {say_group(group)}" for who, group in seats.items()}}
