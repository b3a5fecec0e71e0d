"""Describe each word of the grammar in a word or two, to show with offers."""

from __future__ import annotations

import re

from shell.language.grammar import Phrase

KEYWORD_NOTES = {
    "vs": "against whom or what",
    "rolled": "what real dice showed",
    "with": "other dice",
    "secret": "hidden from the players",
    "hidden": "a part that players do not see",
    "less": "only near this trait",
    "when": "the kind of action",
    "and": "a second trait helps",
    "instead": "roll the second trait",
    "default": "a level for a trait not on the sheet",
    "advantage": "advantage dice",
    "disadvantage": "disadvantage dice",
    "point": "spend a fudge point",
    "points": "spend fudge points",
    "success": "the point makes it succeed",
    "four": "the point is a +4",
    "maximum": "the point is the maximum",
    "critical": "a natural critical decides",
    "anyway": "roll although it is certain, or forbidden",
    "succeeds": "without dice, with a reason",
    "fails": "without dice, with a reason",
    "ticks": "a success marks a countdown",
    "stakes": "what a failure costs",
    "ship": "its qualities are in the difficulty",
    "yields": "does not resist",
    "best": "the upper end of a range",
    "worst": "the lower end of a range",
    "at": "the least to win, or a point in the log",
    "all": "everybody, or everything",
    "for": "why, or for whom",
    "cascade": "and what depends on it",
    "keep": "leave a debt",
    "last": "how many",
    "session": "its number",
    "to": "where to",
    "up": "a step better",
    "down": "a step worse",
    "on": "which trait",
    "in": "inside what",
    "by": "whose, or by whom",
    "note": "a remark",
    "corrected": "as it should have been",
    "players": "without the secrets",
    "permitted": "the game master allows it",
    ",": "and another",
}


def describe_word(word: str, phrase: Phrase | None) -> str:
    """Return the meaning of a word in a usage line, from the list or from what follows the word in the line."""
    if word in KEYWORD_NOTES:
        return KEYWORD_NOTES[word]
    after = re.search(rf"(?:^|[\s\[]){re.escape(word)} ([A-Z]+)", phrase.line) if phrase else None
    return after[1].lower() if after else ""
