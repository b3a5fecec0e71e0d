"""Commands that let players follow on their phones, and answer what phones ask."""

from __future__ import annotations

from engine.registry import Ask, chapter, command
from engine.types import Amount, Group, Player, Text
from engine.value import value

chapter(106, "Looking back", __name__)


@command("serve [PORT] [lan] [group GROUP]", whole=True)
@value
class ServePages(Ask):
    """Let players follow the evening on their phones, and on a screen for the table.

    They see what players may see, as it happens, and propose lines, of which you take those you want. PORT is the last
    one, 8417 on another day, or the next free one unless you name another. Only this computer is let in unless “lan” is
    said; then everybody in its network who has the link reads along. While pages are served, “serve” shows the link
    again, and who follows.

    The pages are about the group at which you sit, or about GROUP. Each group has pages of its own, and what its
    players propose waits for whoever sits there.

    serve
    serve lan
    serve 9000 lan
    """

    port: Amount | None = None
    lan: bool = False
    group: Group | None = None


@command("serve stop [group GROUP]", whole=True)
@value
class StopServing(Ask):
    """End the pages. Leaving the prompt ends them too.

    They are those of the group at which you sit, or of GROUP.

    serve stop
    """

    group: Group | None = None


@command("serve new link [group GROUP]", whole=True)
@value
class ChangeLink(Ask):
    """Give the pages another link: every open page and every seat ends.

    They are those of the group at which you sit, or of GROUP.

    serve new link
    """

    group: Group | None = None


@command("serve drop PLAYER [group GROUP]", whole=True)
@value
class DropSeat(Ask):
    """Take the phone of PLAYER its seat.

    The pages are those of the group at which you sit, or of GROUP.

    serve drop Kurt
    """

    player: Player
    group: Group | None = None


@command("waiting", whole=True)
@value
class ShowWaiting(Ask):
    """List the lines that players proposed, and the phones that ask for a seat or ask to come in.

    waiting
    """


@command("take [NUMBER] [as LINE]", whole=True)
@value
class TakeWaiting:
    """Take a line that a player proposed, or let the phone in that shows NUMBER, two digits.

    NUMBER is that of the line, as “waiting” lists it; the only line that waits needs none. LINE is what is recorded
    instead. It is the player's line still, unless the player could not have proposed it.

    take
    take 2
    take 2 as check Kotorikh Perception vs 4
    """

    number: Amount | None = None
    line: Text = ""


@command("decline [NUMBER] [because TEXT]", whole=True)
@value
class DeclineWaiting(Ask):
    """Decline a line that a player proposed, or refuse the phone that shows NUMBER, two digits.

    The phone tells its player TEXT. The only line that waits needs no NUMBER.

    decline
    decline 46 because the seat is taken
    """

    number: Amount | None = None
    text: Text = ""
