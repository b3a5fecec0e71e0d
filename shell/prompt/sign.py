"""The sign before the line: campaign, open session, and round of a fight."""

from __future__ import annotations

from engine.concerns.clocks.sheet import FIGHT
from engine.state import State
from shell.language.kinds.text import ARTICLES
from shell.output import clean_line, width

#: The title's greatest share of the terminal, and the columns below which it is left out.
SHARE = 6
LEAST_COLUMNS = 5

#: The most letters of a lowercase word that cannot end a shortened title.
SMALL_WORD = 4


def prompt_sign(state: State | None, columns: int) -> str:
    """Return the sign before the line: “Golden Teapot 3, round 2> ”, at a group “Golden Teapot North 3> ”."""
    if state is None:
        return "> "
    fight = FIGHT.of(state) if state.session_open or not state.last_session else None  # it waits for the next evening
    session = str(state.session) if state.session_open else ""
    group = short_title(state.group, columns // SHARE)
    where = " ".join(filter(None, [short_title(state.title, columns // SHARE), group, session]))
    return f"{', '.join(filter(None, [where, f'round {fight.round}' if fight else '']))}> "


def short_title(title: str, columns: int) -> str:
    """Return the first words of a title that fit, without an article before them, or “” if none fits."""
    words = clean_line(title).split()
    words = words[1:] if len(words) > 1 and words[0].casefold() in ARTICLES else words
    while words and width(" ".join(words)) > columns:
        words.pop()
        while len(words) > 1 and words[-1].islower() and len(words[-1]) <= SMALL_WORD:  # “Café of”
            words.pop()
    return " ".join(words) if columns >= LEAST_COLUMNS else ""
