"""The relations between a typed word and a word of the line that is advised for it, also those that are guesses."""

from __future__ import annotations

import re
from functools import cache

from engine.patterns import pattern
from engine.refusal import nearest
from engine.text import is_singular
from shell.language.kinds.plausible import JOINING, NUMBER_WORDS, OUT_WORDS, split_words
from shell.language.kinds.text import ARTICLES
from shell.language.mending.tried_verbs import TRIED_VERBS, find_verb, lines_for
from shell.language.parse import QUOTES
from shell.language.plain.account import AS_TYPED, BEGINNING
from shell.language.plain.counts import COUNTED, TYPED_COUNT
from shell.language.plain.stuck import is_slip_of
from shell.language.plain.verbs import TURNED
from shell.language.plain.words import FOR_ALL, FOR_VS, GRAMMAR_WORD, JOINED_NAME, PLURAL, squeeze

#: Quotation marks of any kind, as they stand round a name.
ANY_QUOTES = f"{QUOTES}'`‘’‚‹›"

MISSPELT = "misspelt"
MOVED_WORD = "moved"
OTHER_VERB = "another verb"

#: Small words that a line means the same without, if nothing else is put in their place.
DROPPED_WORDS = (
    JOINING
    | ARTICLES
    | split_words(
        "and & are be been gets get has have his her its it is me my now please plus minus as into so that this was who"
        " xp point points event events command commands line lines step steps time times again once does using taken"
        " fudge fate by v vs"
    )
)

#: Signs that are no part of a name or number.
DROPPED_SIGNS = frozenset(".!?;:=()'’[]/")

#: Words that begin no reason, and are no name: they say how something is shared out or counted.
NEVER_MEANT = split_words(
    "split each half all every apiece xp point points fudge not rolled vs secret keep cascade once twice thrice times"
)

#: Verbs that people type for others of the program: each with those for which it is typed.
DOES_THE_WORK = {
    "pass": ("give", "pay"),
    "drop": ("lose",),
    "point": ("give", "award", "spend", "use", "get"),
    "status": ("gain", "lose", "spend", "use", "pay", "drop", "get", "heal", "recover", "rest", "move", "set"),
    "tick": ("advance", "move"),
    "mark": ("take", "get", "set"),
    "trait": ("set",),
    "forfeit": ("lose", "take", "remove", "delete", "drop"),
}

#: Verbs that say nothing beside a trait.
OF_A_TRAIT = frozenset({"roll", "check", "try"})

#: Other words for those of the grammar, which leave more doubt than those that are done.
FOR_GRAMMAR = {
    "vs": FOR_VS | {"v", "@", ":", "at", "vss"},
    "all": FOR_ALL | {"party", "each"},
    "weapon": frozenset({"damage", "dmg", "dam"}),
    ",": frozenset({"and", "&", ";", "+", "plus", "/"}),
    "and": frozenset({","}),
    "to": frozenset({"->", "→", "=>"}),
    "for": frozenset({"because", "(", "since"}),
    "+1": frozenset({"up"}),
    "-1": frozenset({"down"}),
    "−1": frozenset({"down"}),
    "=": frozenset({"is", ":", "to"}),
}

#: A number of dice as a word, and the dice.
DICE_IN_WORDS = pattern(rf"(?<!\S)({'|'.join(NUMBER_WORDS)})\s+(d(?:\d+|%|F))(?!\S)", re.IGNORECASE)

#: Dice with a space in them.
PARTED_DICE = pattern(r"(?<!\S)(\d+)\s+(d(?:\d+|%|F))(?!\S)", re.IGNORECASE)

#: Signs for inches and feet.
INCHES = pattern(r"(?<=\d)\s*[\"″”]\s+")
FEET = pattern(r"(?<=\d)\s*['′’]\s+")

#: What is one word of a line although a space is in it: dice, ranges and numbers of events.
PARTED = (
    (PARTED_DICE, r"\1\2"),
    (pattern(r"(?<!\S)(\d+)(?:[-–—…]|\s+(?:[-–—…]|to)\s+)(\d+)(?!\S)", re.IGNORECASE), r"\1..\2"),
    (pattern(r"([#+\-−])\s+(?=\d)"), r"\1"),
    (pattern(r"(?<=\s)\(([^()]*)\)\s*$"), r"\1"),
    (INCHES, " inch "),
    (FEET, " foot "),
    (pattern(r"(?<![^\s,:=])\"(?=\w)(?=[^\"]*$)"), ""),
)


@cache
def relate(typed: str, read: str, role: str, new: bool = False) -> str | None:
    """Return the relation between a typed word and one of the advised line, or None."""
    if typed == read:
        return AS_TYPED
    if new and read not in OUT_WORDS:
        return None
    if relation := relate_grammar(typed, read, role):
        return relation
    if not any(map(str.isalpha, read)):
        return None
    if read.startswith(typed) or (role != "character" and typed.startswith(read) and len(read) > 2):
        return BEGINNING
    if squeeze(typed) and squeeze(typed) == squeeze(read):
        return JOINED_NAME
    if role != "character" and (is_singular(read, typed) or is_singular(typed, read)):
        return PLURAL
    if is_slip_of(typed, read) or (len(typed) > 2 and nearest(typed, [read]) is not None):
        return MISSPELT
    return None


def relate_grammar(typed: str, read: str, role: str) -> str | None:
    """Return the relation of a word, sign or number to one of the grammar, or None."""
    if typed in FOR_GRAMMAR.get(read, ()):
        return GRAMMAR_WORD
    if typed in NUMBER_WORDS and read.lstrip("+-−#") == str(NUMBER_WORDS[typed]):
        return GRAMMAR_WORD
    digits = read.lstrip("+-−#")
    counted = COUNTED.fullmatch(typed)
    if digits.isdecimal() and (typed.strip("+-−#()xp") == digits or (counted and digits in counted.groups())):
        return TYPED_COUNT
    if (verb := find_verb(typed)) is None or role not in ("command", "keyword", "text"):
        return None
    if verb == read and role == "command":
        return TURNED
    return (
        OTHER_VERB
        if read in words_of_verb(verb) or (role == "command" and verb in DOES_THE_WORK.get(read, ()))
        else None
    )


def words_of_verb(verb: str | None) -> list[str]:
    """Return the words of the lines that do the work of a verb that people try."""
    return " ".join(lines_for(verb, "")).split() if verb in TRIED_VERBS else []
