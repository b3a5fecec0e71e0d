"""Commands that seal an evening with five words, and compare the log with them later."""

from __future__ import annotations

from engine.registry import Anywhere, Ask, OfTheLog, chapter, command
from engine.types import EventNumber, Player, SealNumber, SealWords
from engine.value import value

chapter(112, "Correcting", __name__)


@command("seal NUMBER by PLAYER", "seal by PLAYER", whole=True)
@value
class SealEvening(OfTheLog):
    """Seal all that was recorded so far with five words for the players.

    NUMBER has one to four digits. PLAYER has just said it: without one, the game master could have prepared two logs.
    Note the five words, or take a photo. Later “verify expect WORDS” proves that nothing up to here was changed, and
    “since WORDS” shows what came after.

    seal 4417 by Kurt
    seal by Kurt
    """

    player: Player
    number: SealNumber | None = None


@command("seals", whole=True)
@value
class ShowSeals(Ask):
    """List the seals: when, by whom, and their words."""


@command("since EVENT", "since WORDS", whole=True)
@value
class ShowSince(Ask):
    """Show what was recorded after a seal, and prove that nothing before it was changed.

    WORDS are the five words of the seal, or three letters of each. EVENT is an event such as #57: then nothing is
    proven.

    since octopus magazine ostrich lantern tugboat
    since oct mag ost lan tug
    since #131
    """

    words: SealWords = ""
    event: EventNumber | None = None


@command("seal checker", whole=True)
@value
class ShowChecker(Anywhere, Ask):
    """Print a program for players that checks their copy of the log against the words.

    It is one file of Python and needs nothing else. “export FILE.jsonl for players” makes the copy.

    seal checker
    """
