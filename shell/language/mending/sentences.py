"""Explain a line that is written as a sentence: the name first, the verb inflected.

The words are put in the order of a command: its verb, the characters, the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain, pairwise

from engine.each import command_class
from engine.heads import is_head
from engine.patterns import pattern
from engine.registry import Ask
from engine.state import State
from engine.text import quote
from engine.value import evolve, value
from shell.language import names
from shell.language.grammar import usages
from shell.language.kinds.plausible import split_words
from shell.language.kinds.text import ARTICLES, bare_spans, fold_case, spelled_name
from shell.language.lookup import index_of
from shell.language.manual import shorten_usage
from shell.language.mending.account import account_for_cure
from shell.language.mending.bad_line import say_order
from shell.language.mending.slips import LIKE_ALL
from shell.language.mending.tried_verbs import TRIED_VERBS, find_verb, lines_for
from shell.language.nodes import SHORT_WORDS
from shell.language.parse import Misreading, Parse, Scene
from shell.language.reading import read

#: Returns a correct line for one that is nearly correct, or None.
Mend = Callable[[str], str | None]

#: The beginnings of lines that do something to a kind of thing, and the verbs that may be left out of them.
LEADS = {
    "countdown": (("tick",), split_words("advance tick move")),
    "counter": (("status",), split_words("lose spend use pay drop gain get heal recover rest status move")),
    "status": (("status",), split_words("status move get")),
    "state": (("", "status"), split_words("status move get make")),
    "table": (("table",), split_words("roll table use")),
    "track": (("mark",), split_words("mark take get")),
    "trait": (("", "check"), split_words("roll check try use")),
}

#: The sign of a number that is gained or lost.
MOVED = {**dict.fromkeys(("lose", "spend", "use", "pay", "drop"), "−"), **dict.fromkeys(("gain", "get", "heal"), "+")}

#: Verbs that move fudge points, and words for these.
MOVED_BARE = split_words("get give spend use")
FUDGE_POINTS = pattern(r"(?:\b(\d+)\s+)?(?:\b(fudge|fate)\s+)?\bpoints?\b", re.IGNORECASE)

#: Verbs with little meaning beside another word: “gets 3 XP”, “takes 2 damage”, “joins as npc”.
LIGHT = split_words("buy find get give join receive roll take use")

#: Verbs for taking XP away.
LOSING = split_words("lose take takes took remove delete drop")

#: Verbs between two people, of whom one hands something to the other.
HANDING_OVER = split_words("give hand pass pay")

#: Verbs for joining, and the program's verbs for it.
JOINS = {"pc": ("pc",), "npc": ("npc",), **dict.fromkeys(("join", "enter", "arrive"), ("pc", "npc"))}

#: Verbs of the program that mean something else in a story, or accept any text.
NEVER_TOLD = split_words("ask concept gm help hide line new note quit exit scene search secret show veil")

#: Words for all player characters, and words of a sentence that no command has.
LIKE_EACH = LIKE_ALL | split_words("all each")
NEEDLESS = ARTICLES | split_words("are be has have her his is it me my now please taken was were xp")
NEEDLESS_TOO = NEEDLESS | split_words("again at by of on the times to")

#: The most words of a line that are rearranged.
MOST_ORDERED = 12

#: A word in quotes, or a word without the sign that ends or owns it.
TOKEN = pattern(r"\"[^\"]*\"|[^\s,;!?\"]+")
JOINED_NAMES = pattern(r",|&|\band\b", re.IGNORECASE)
MINUS = pattern(r"^-(?=\d)")

#: Text that is a file even in a sentence, where any words could name one.
FILE_IN_SENTENCE = pattern(r"\S*[./]\S*")
OWNER = pattern(r"['’]s?$")

#: A sentence that asks something, or says that something is not so, or not quite. Nothing is recorded for it.
ASKED_OR_DENIED = pattern(
    r"\?\s*$|^\s*(?:is|are|was|were|did|does|do|has|have|if|should|could)\b|#"
    r"|\b(?:not|never|nearly|almost|barely|hardly)\b|n['’]t\b|(?:^|\s)[=–—/-]\s",
    re.IGNORECASE,
)

#: The word before a reason.
REASON_SAID = pattern(r"\b(?:for|because|since)\b|\(", re.IGNORECASE)

REASON_AT_END = pattern(r"\sfor\s.*(?<![ .,;!?])", re.IGNORECASE)

#: A question about a roll, as players ask it.
ROLL_ASKED = pattern(
    r"\s*(?:why\s+did\b|(?:what|how)\s+(?:did|was|were|do|does|is)\b.*\broll(?:s|ed)?\b"
    r"|why\s+(?!last\s+roll\b).*\broll(?:s|ed)?\b)",
    re.IGNORECASE,
)


@value
class Token:
    """A part of a sentence: its role, and the verb, kind or character that it means."""

    text: str
    role: str
    meaning: str = ""


def split_sentence(text: str, state: State) -> list[Token]:
    """Return the parts of a line: verbs, characters, named things and the rest."""
    people = names.sheets(Scene(state))
    things = {name: kind for name, kind in names.everything(Scene(state)).items() if kind in LEADS}
    index = index_of((*things, *people))
    found: list[Token] = []
    at = 0
    while (match := TOKEN.search(text, at)) is not None:
        typed, at = MINUS.sub("−", OWNER.sub("", match[0])), match.end()
        whole = [(each, end) for each, end in bare_spans(text, match.start()) if fold_case(each) in index.names]
        begun = index.find_begun(fold_case(typed)) if len(typed) > 2 else []
        verb = find_verb(typed)
        verb = None if verb in NEVER_TOLD or len(typed) < 2 or typed.casefold() in SHORT_WORDS else verb
        if whole or (not verb and len(begun) == 1):
            part, at = whole[-1] if whole else (typed, at)
            name = index.names.get(fold_case(part)) or begun[0]
            found.append(Token(part, "who", name) if name in people else Token(part, "thing", things[name]))
        elif typed.casefold() in LIKE_EACH:
            found.append(Token("all", "who"))
        else:
            found.append(Token(typed, "verb", verb) if verb else Token(typed, "other"))
    return found


def explain_question(parse: Parse, state: State | None) -> Misreading | None:
    """Explain a question about a roll with the line that answers it: “what did I roll”, “why did Ada fail”."""
    if state is None or parse.problem is None or not ROLL_ASKED.match(parse.text):
        return None
    tokens = split_sentence(parse.text, state) if len(parse.text.split()) <= MOST_ORDERED else []
    name = next((each.meaning for each in tokens if each.role == "who" and each.meaning), "")
    line = f"why last roll of {spelled_name(name)}" if name else "why last roll"
    return evolve(parse.problem, typed="", choices=(), advice=f"“{line}” explains the last one")


def explain_sentence(problem: Misreading, parse: Parse, state: State | None, mend: Mend) -> Misreading | None:
    """Explain a sentence with the lines that it may mean, or with advice."""
    text = parse.text
    told, reason = cut_reason(text)
    tokens = split_sentence(told, state) if state and len(text.split()) <= MOST_ORDERED else []
    if state is None or not tokens:
        return None
    verbs, as_typed = find_verbs(tokens), with_minus(text)
    joined = JOINED_NAMES.search(text) is not None
    reordered = chain(
        lines_of_loss(tokens, verbs), lines_of_verbs(tokens, verbs, joined), lines_of_things(tokens, verbs, joined)
    )
    for lines in chain([[told.rstrip(" .,;!?")]], reordered):
        whole = [f"{line}{reason}" for line in lines]
        mended = [mend(line) for line in whole if with_minus(line) != as_typed]
        cures = [line for line in mended if line and keeps_sentence(parse, read(line, state), state, tokens)]
        if cures:
            turned = tokens[0].role == "who" and verbs and not cures[0].startswith(tokens[0].text)
            said = "a line begins with its verb" if turned else problem.said
            return evolve(problem, said=said, typed="", cures=tuple(dict.fromkeys(cures)))
    said_first = "" if is_head(text.split()[0]) else next((each.meaning for each in tokens[:2] if each in verbs), "")
    said_first = "attack" if said_first == "hit" and sum(each.role == "who" for each in tokens) > 1 else said_first
    advice = TRIED_VERBS[said_first][1] if said_first in TRIED_VERBS else None
    if advice is None and tokens[0].role == "who":
        advice = next((say_order(shorten_usage(phrase.for_one, [])) for phrase in usages(said_first)), None)
    return evolve(problem, typed="", advice=advice) if advice else None


def cut_reason(text: str) -> tuple[str, str]:
    """Return a text up to the reason at its end, and the reason, whose words stay as they are."""
    found = REASON_AT_END.search(text)
    return (text[: found.start()], text[found.start() :]) if found else (text, "")


def find_verbs(tokens: list[Token]) -> list[Token]:
    """Return the verbs that a sentence may be about, those with little meaning last."""
    verbs = sorted((token for token in tokens if token.role == "verb"), key=lambda verb: verb.meaning in LIGHT)
    first = tokens[0]
    if is_head(first.text) and first.meaning not in LIGHT and any(token.role == "who" for token in tokens):
        return [verb for verb in verbs if verb.meaning == first.meaning]  # “drop Ann coin out” is no “out”
    return verbs


def with_minus(text: str) -> str:
    """Return a text in lower case with one kind of minus, to compare lines by."""
    return fold_case(text).replace("−", "-")


def explain_fudge_points(problem: Misreading, parse: Parse, state: State | None, mend: Mend) -> Misreading | None:
    """Explain fudge points that are given or spent by another verb than “point”."""
    text, points = parse.text, FUDGE_POINTS.search(parse.text)
    if state is None or points is None:
        return None
    tokens = split_sentence(text, state)
    verbs = {token.meaning for token in tokens if token.role == "verb"}
    if points[2] is None and not verbs & MOVED_BARE:
        return None
    who = " ".join(token.text for token in tokens if token.role == "who")
    sign = "−" if any(MOVED.get(verb) == "−" for verb in verbs) else "+"
    cure = mend(f"point {who} {sign}{points[1] or 1}") if verbs & {*MOVED, "give", "award"} else None
    advice = "“point WHO CHANGE” gives fudge points, as in +1, or spends them, as in −1"
    return evolve(problem, typed="", cures=(cure,) if cure else (), advice=advice)


def lines_of_loss(tokens: list[Token], verbs: list[Token]) -> Iterator[list[str]]:
    """Yield the line that takes XP or counted things away for a sentence in which somebody loses them."""
    who = [token.text for token in tokens if token.role == "who"]
    amounts = [token.text for token in tokens if token.text.isdecimal()]
    of_xp = any(fold_case(token.text) == "xp" for token in tokens)
    if of_xp and len(who) == len(amounts) == 1 and any(verb.meaning in LOSING for verb in verbs):
        yield [f"forfeit {who[0]} {amounts[0]}"]
    elif len(who) == 1 and any(verb.meaning == "lose" for verb in verbs):
        lost = (each.text for each in tokens if each.role in ("thing", "other"))
        yield [f"drop {who[0]} {' '.join(word for word in lost if fold_case(word) not in NEEDLESS)}"]


def lines_of_verbs(tokens: list[Token], verbs: list[Token], joined: bool) -> Iterator[list[str]]:
    """Yield groups of equally likely lines that begin with a verb of a sentence, the likeliest first.

    If `joined`, names may be joined by more than a space.
    """
    who = [token.text for token in tokens if token.role == "who"]
    for verb in verbs:
        left = [each for each in tokens if each is not verb and each.role != "who"]
        left = left if verb.meaning in LIGHT else [each for each in left if each.meaning not in LIGHT]
        if verb.meaning in JOINS and not who and tokens[0] is not verb:
            name = " ".join(each.text for each in left if fold_case(each.text) not in {*NEEDLESS_TOO, "as"})
            yield [f"{each} {quote(name)}" for each in JOINS[verb.meaning]]
        for needless in (NEEDLESS, NEEDLESS_TOO):
            words = [each.text for each in left if fold_case(each.text) not in needless]
            if len(who) == 2 and tokens[0].text == who[0] and verb.meaning in HANDING_OVER:
                yield [f"pass {who[0]} {' '.join(words)} to {who[1]}"]
            for people in dict.fromkeys((" ".join(who), (", " if joined else " ").join(who))):
                yield [*lines_for(verb.meaning, " ".join((people, *words)).strip())]


def lines_of_things(tokens: list[Token], verbs: list[Token], joined: bool) -> Iterator[list[str]]:
    """Yield the lines that do something to a thing of a sentence, as its kind is used."""
    who = [token.text for token in tokens if token.role == "who"]
    if len(who) > 1 and not joined:
        return
    said = {verb.meaning for verb in verbs}
    sign = next((MOVED[verb] for verb in said if verb in MOVED), "")
    for thing in (token for token in tokens if token.role == "thing" and said <= LEADS[token.meaning][1]):
        others = [each.text for each in tokens if each is not thing and each.role in ("thing", "other")]
        words = [word for word in others if fold_case(word) not in NEEDLESS_TOO]
        if thing.meaning == "counter":
            words = [f"{sign}{word}" if word.isdigit() else word for word in words]
        for lead in LEADS[thing.meaning][0]:
            yield [" ".join(filter(None, (lead, ", ".join(who), thing.text, *words)))]


def keeps_sentence(parse: Parse, meant: Parse, state: State, tokens: list[Token]) -> bool:
    """Return whether a line accounts for a sentence, names everybody in it, and no file by any of its words."""
    files = (str(mark.value) for mark in meant.marks if mark.role == "file")
    people = {token.meaning for token in tokens if token.role == "who"} - {""}
    named = people <= {mark.value for mark in meant.marks if mark.role == "character"}
    whole = named and all(FILE_IN_SENTENCE.fullmatch(each) for each in files)
    doubted = ASKED_OR_DENIED.search(parse.text) is not None and not issubclass(command_class(meant.command), Ask)
    if not whole or doubted or joins_both_sides(meant, tokens):
        return False
    if any(mark.role == "keyword" and meant.text[mark.start : mark.end] == "for" for mark in meant.marks):
        whole = REASON_SAID.search(parse.text) is not None  # or else what was not understood became a reason
    return whole and account_for_cure(parse, meant, state) is not None


def joins_both_sides(meant: Parse, tokens: list[Token]) -> bool:
    """Return whether a line makes a list of who does something and to whom, as of “Ann hurts Bob”."""
    named = [(place, each.meaning) for place, each in enumerate(tokens) if each.role == "who"]
    apart = {
        (one, other)
        for (start, one), (end, other) in pairwise(named)
        if any(each.role == "verb" for each in tokens[start:end])
    }
    people = [mark for mark in meant.marks if mark.role == "character"]
    return any(
        (one.value, other.value) in apart and meant.text[one.end : other.start].strip() == ","
        for one, other in pairwise(people)
    )
