"""Commands that hide and reveal."""

from __future__ import annotations

from engine.registry import chapter, command
from engine.types import Character, Text
from engine.value import value

chapter(92, "Secrets, safety and moves", __name__)


@command("secret [scene] TEXT")
@value
class KeepSecret:
    """Write a note that players do not see until you reveal it.

    With “scene”, set such a scene. TEXT is the rest of the line. “reveal #57” shows event #57 to the players.

    secret The innkeeper is the thief
    secret scene The cellar under the inn, the same night
    """

    text: Text
    scene: bool = False


@command("show WHO, ...")
@value
class ShowNpc:
    """Show NPCs to the players.

    Each WHO is an NPC. What is made for players then has their sheets too.

    show Nyrv
    """

    who: tuple[Character, ...]


@command("hide WHO, ... [fully]")
@value
class HideNpc:
    """Hide NPCs from the players, until you show them.

    Each WHO is an NPC. Players do not get the sheet, but read the name where the NPC acts. With “fully” they read
    “somebody”, in what is past too. What you typed stays as you typed it. “show” shows them again, as does “reveal”
    with the number of the hiding.

    hide Nyrv
    hide Nyrv fully
    """

    who: tuple[Character, ...]
    fully: bool = False
