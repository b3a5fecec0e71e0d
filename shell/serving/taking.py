"""Take a line that a player proposed: record it as the player's, and reply to the phone."""

from __future__ import annotations

from contextlib import suppress

from engine.concerns.phones.events import LineTaken
from engine.refusal import Refused
from engine.store.door import LogError
from shell.language.reading import read
from shell.outcome import LineOutcome
from shell.prompt.proposed import TRUSTED
from shell.runner import Desk
from shell.serving.folder import LiveFolder
from shell.serving.proposing import fills_gap, may_be_players
from shell.serving.tray import XCARD, TakenLine, Tray, WaitingLine

#: What a player is told whose line became another.
OTHERWISE = "the game master wrote something else"

#: What the game master is told then.
NOT_AS_PLAYERS = "{} could not have proposed this, so it is recorded as yours."


def tray_of(desk: Desk) -> Tray:
    """Return the tray of the group at which a desk's speaker sits."""
    return Tray(LiveFolder.of(desk.campaign) if desk.campaign else LiveFolder(""))


def take_line(desk: Desk, taken: TakenLine) -> LineOutcome:
    """Take a line out of the tray and carry it out. It waits again if it is refused.

    Raise Refused if it waits no more at the speaker's group, if its difficulty is not said, or if its phone is trusted
    no more.
    """
    with suppress(LogError):  # then the line is refused for that
        desk.refresh(desk.for_writing())  # another program may have changed the rules, or moved the speaker
    line, tray = taken.line, tray_of(desk)
    if taken.trusted:
        must_be_trusted(desk)
    if line.gap and taken.text is None:
        raise Refused(f"{line.player} leaves the difficulty to you", hint=f"type take {line.number} as {line.line}")
    if not tray.claim(line):
        raise waits_no_more(line)
    proposed = whose_line(desk, taken)
    try:
        outcome = desk.do(line.exact if taken.text is None else taken.text, proposed)
    except BaseException:
        settle_interrupted(desk, tray, line)
        raise
    if outcome.fault is not None and not is_recorded(desk, line):
        tray.put_back(line)
    else:
        tray.settle(line, taken=proposed is not None, said="" if proposed else OTHERWISE)
        desk.pending_notes += () if proposed else (NOT_AS_PLAYERS.format(line.player),)
    return outcome


def decline_line(tray: Tray, line: WaitingLine, said: str = "") -> str:
    """Decline a line, which is told its player, and return what to print of it. Raise Refused if it waits no more."""
    if not tray.decline(line, said):
        raise waits_no_more(line)
    return f"{line.player}'s line is declined"


def must_be_trusted(desk: Desk) -> None:
    """Raise Refused unless phones are trusted."""
    if desk.campaign is None or desk.campaign.state.rules.phones != TRUSTED:
        raise Refused("phones are trusted no more", hint="“waiting” lists what waits")


def waits_no_more(line: WaitingLine) -> Refused:
    """Return the refusal of a line that was taken back, or by somebody else, or waits at another group."""
    return Refused(f"{line.player}'s line does not wait here any more", hint="“waiting” lists what waits")


def take_xcard(desk: Desk) -> LineOutcome:
    """Record an X-card that a phone shows, of which nobody knows whose it is."""
    outcome = desk.do("xcard")
    if outcome.fault is None:
        tray_of(desk).folder.remove(XCARD)
    return outcome


def whose_line(desk: Desk, taken: TakenLine) -> LineTaken | None:
    """Return whose line a line is when it is taken: the player's, or None for the game master's."""
    line, state = taken.line, desk.campaign.state if desk.campaign else None
    event = LineTaken(line.player, line.line, line.id, trusted=taken.trusted)
    if taken.text is None or state is None:
        return event
    command = read(taken.text, state, entered=True).command
    if fills_gap(command, line.exact, lambda text: read(text, state, entered=True).command):
        return event
    if command is None or not may_be_players(command, line.player, state):
        return None
    return LineTaken(line.player, line.line, line.id, changed=True)


def is_recorded(desk: Desk, line: WaitingLine) -> bool:
    """Return whether the log has a line as taken."""
    campaign = desk.campaign
    found = campaign.events_of(LineTaken) if campaign else ()
    return any(getattr(each.event, "proposal", "") == line.id for each in found)


def settle_interrupted(desk: Desk, tray: Tray, line: WaitingLine) -> None:
    """Reply to the player if a line was recorded before the interrupt. Else it waits again."""
    if desk.campaign is not None and is_recorded(desk, line):
        tray.settle(line, taken=True)
    else:
        tray.put_back(line)
