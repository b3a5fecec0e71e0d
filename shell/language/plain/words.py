"""Finders for words: others for those of the grammar, small ones to leave out, missing ones, and joined names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from engine.attendance import is_present
from engine.concerns.uses.project import find_roll_of
from engine.patterns import pattern
from engine.registry import LISTED
from engine.state import State
from engine.text import is_singular
from engine.types import Property
from shell.language import names
from shell.language.kinds.free import BOX_WORDS
from shell.language.kinds.known import Known, OrNothing
from shell.language.kinds.plausible import NUMBER_WORDS, SMALL_WORDS
from shell.language.kinds.table import find_kind
from shell.language.kinds.text import ARTICLES, fold_case, spelled_name, without_accents
from shell.language.kinds.things import ThingKind
from shell.language.parse import Scene
from shell.language.plain.account import Wording
from shell.language.plain.stuck import Stuck

GRAMMAR_WORD = "word of the grammar"
SMALL_WORD_LESS = "small word"
WRONG_KIND = "wrong kind"
UNIT_LESS = "unit"
WORD_ADDED = "added"
JOINED_NAME = "joined name"
PLURAL = "plural"
LATEST_ROLL = "latest roll"

#: Other words and signs for those of the grammar.
FOR_VS = frozenset({"against", "versus", "dc", "tn", "difficulty", ">=", "≥", "vs."})
FOR_ALL = frozenset({"everyone", "everybody"})

#: The kinds of what a character can gain, as they stand before its name.
KINDS_OF_PROPERTY = frozenset({"property", "gift", "fault", "key"})

#: Words behind a character that only lead to the state he is in.
BECOMES = frozenset({"is", "are", "gets", "has", "becomes"})

#: Words behind an amount that each of several gets.
SHARED_OUT = frozenset({"each", "apiece"})

#: Words that are added where a usage line demands them.
DEMANDED = ("vs", "on", "to")

#: A word that may be part of a name typed with other spaces or hyphens.
NAME_PART = pattern(r"\w(?:[\w'’.-]*\w)?")

#: An amount of XP in one word.
XP_AMOUNT = pattern(r"([+]?\d+)xp", re.IGNORECASE)

#: Lines with amounts of XP.
OF_XP = frozenset({"award", "amend", "bonus", "practice", "spend", "forfeit"})


def say_in_grammar(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with a word of the grammar for another word that means it."""
    for index in stuck.near[-2:]:
        word, wanted = stuck.word(index), stuck.wanted_words() if index == stuck.at else ()
        if word in FOR_VS and ("vs" in wanted or index == stuck.at):
            yield from stuck.wording.change(index, index + 1, "vs", GRAMMAR_WORD)
        elif word in FOR_ALL:
            yield from stuck.wording.change(index, index + 1, "all", GRAMMAR_WORD)
        elif word == "player" and "by" in wanted:
            yield from stuck.wording.change(index, index + 1, "by", GRAMMAR_WORD)
        elif word == "twice" and stuck.parse.phrase is not None and stuck.parse.phrase.head == "tick":
            yield from stuck.wording.change(index, index + 1, "2", GRAMMAR_WORD)
        elif word in NUMBER_WORDS and not stuck.is_slip(index):
            yield from stuck.wording.change(index, index + 1, str(NUMBER_WORDS[word]), GRAMMAR_WORD)


def name_all_there(stuck: Stuck) -> Iterator[Wording]:
    """Yield a line that takes a list with the names of all player characters for “all”, if all of them are there."""
    state, phrase = stuck.state, stuck.parse.phrase
    if state is None or phrase is None or phrase.cls not in LISTED or stuck.word(stuck.at) != "all":
        return
    party = names_of_party(state)
    is_whole = bool(party) and all(is_present(state, state.sheets[name]) for name in party)
    if is_whole and any(slot.field == LISTED[phrase.cls] for slot, _ in stuck.slots_wanted()):
        named = ", ".join(map(spelled_name, party))
        yield from stuck.wording.change(stuck.at, stuck.at + 1, named, GRAMMAR_WORD)


def names_of_party(state: State) -> list[str]:
    """Return the names of all player characters."""
    return [sheet.name for sheet in state.sheets.values() if sheet.kind == "pc"]


def leave_out_small(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line without an article, a verb that only leads to a state, or “xp” behind an amount."""
    for index in stuck.near[-2:]:
        word, before = stuck.word(index), stuck.mark_of(stuck.before(index))
        if (word not in ARTICLES or index == stuck.at) and stuck.is_slip(index):
            continue  # “an” before a thing is an article, and where “on” is wanted a slip
        is_xp = word == "xp" and stuck.is_number(index - 1) and is_about_xp(stuck)
        is_all = stuck.word(stuck.before(index)) == "all"
        leads = word in BECOMES and (is_all or (before is not None and before.role == "character"))
        is_article = word in ARTICLES and index > 0 and stuck.segments[index].became.islower()
        shares = word in SHARED_OUT and stuck.is_number(stuck.before(index)) and names_several(stuck)
        if is_xp or leads or is_article or shares:
            yield from stuck.wording.leave_out(index, SMALL_WORD_LESS)
        if (amount := XP_AMOUNT.fullmatch(word)) and is_about_xp(stuck):
            yield from stuck.wording.change(index, index + 1, amount[1], SMALL_WORD_LESS)


def names_several(stuck: Stuck) -> bool:
    """Return whether a line gives the same XP to several, and ends behind that or goes on with a reason."""
    is_last = stuck.at + 1 == len(stuck.segments) or stuck.word(stuck.at + 1) == "for"
    return is_last and stuck.parse.phrase is not None and stuck.parse.phrase.head == "award"


def leave_out_unit(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line without the word for a countdown's boxes behind their number."""
    is_countdown = stuck.parse.phrase is not None and stuck.parse.phrase.head == "countdown"
    if is_countdown and stuck.word(stuck.at) in BOX_WORDS and stuck.is_number(stuck.before(stuck.at)):
        yield from stuck.wording.leave_out(stuck.at, UNIT_LESS)


def is_about_xp(stuck: Stuck) -> bool:
    """Return whether the line gives or takes XP."""
    return stuck.parse.phrase is not None and stuck.parse.phrase.head in OF_XP


def add_word(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with a word more that its usage line demands at the problem."""
    if stuck.at >= len(stuck.segments) or stuck.is_slip(stuck.at) or stuck.word(stuck.at) in stuck.wanted_words():
        return
    wanted = stuck.wanted_words()
    words = (stuck.problem.wanted or "").split(" or ")
    for added in DEMANDED:
        if added in wanted and (added in words or stuck.problem.wanted is None):
            yield stuck.wording.insert(stuck.at, added, WORD_ADDED)
    is_event = any(slot.name == "event number" for slot, _ in stuck.slots_wanted())
    if is_event and stuck.word(stuck.at).isdecimal() and "last" not in wanted:
        yield from stuck.wording.change(stuck.at, stuck.at + 1, f"#{stuck.word(stuck.at)}", WORD_ADDED)


def add_latest_roll(stuck: Stuck) -> Iterator[Wording]:
    """Yield a line about a roll of a character with the number of the latest one, if it ends without a number."""
    is_event = any(slot.name == "event number" for slot, _ in stuck.slots_wanted())
    who = stuck.parse.values.get("who")
    if stuck.state is None or not is_event or stuck.at < len(stuck.segments) or not isinstance(who, str):
        return
    rolls = (seq for seq in sorted(stuck.state.rolls, reverse=True) if find_roll_of(stuck.state.rolls[seq], who))
    for seq in islice(rolls, 1):
        yield stuck.wording.insert(stuck.at, f"#{seq}", LATEST_ROLL)


def find_joined(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with a known name for one that was typed with other spaces, hyphens or accents."""
    for start, known in names_at(stuck):
        for end in range(stuck.at + 1, min(stuck.at + 3, len(stuck.segments) + 1)):
            parts = [each.became for each in stuck.segments[start:end]]
            typed = squeeze("".join(parts)) if all(map(NAME_PART.fullmatch, parts)) else ""
            if len(typed) < 3 or typed in SMALL_WORDS:
                continue
            found = {name for name in known if typed in (squeeze(name), *map(squeeze, name.split()))}
            if len(found) == 1:
                yield from stuck.wording.change(start, end, spelled_name(found.pop()), JOINED_NAME)


def names_at(stuck: Stuck) -> Iterator[tuple[int, set[str]]]:
    """Yield where a known name may stand, with the names: at the problem, and where the name before it was begun."""
    wanted = [(slot.kind, scene) for slot, scene in stuck.slots_wanted() if isinstance(slot.kind, Known | OrNothing)]
    named = {name for kind, scene in wanted for name in kind.offers(scene)}
    is_first = stuck.at == 0 and stuck.parse.phrase is None and stuck.state is not None
    yield stuck.at, {*named, *(stuck.state.sheets if is_first and stuck.state else ())}
    before = stuck.mark_of(stuck.before(stuck.at))
    if before is not None and not before.open and isinstance(before.value, str):
        known = names.everything(Scene(stuck.state))
        yield stuck.wording.find(before.start), {name for name in known if before.role in known[name].split(", ")}


def leave_out_kind(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line without the kind of a property before one. It leaves a doubt if that one is of another kind."""
    word, phrase = stuck.word(stuck.at), stuck.parse.phrase
    if phrase is None or phrase.head not in ("gain", "lose") or word not in KINDS_OF_PROPERTY or stuck.state is None:
        return
    for changed in stuck.wording.leave_out(stuck.at, WRONG_KIND):
        start = next((start for start, _, index in changed.spans if index > stuck.at), None)
        named = find_kind(Property).read(changed.text, start, Scene(stuck.state)) if start else None
        if isinstance(named, tuple):
            is_kind = word in ("property", stuck.state.properties[named[0]].kind)
            yield from stuck.wording.leave_out(stuck.at, SMALL_WORD_LESS) if is_kind else (changed,)


def find_singular(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with the name of a known thing for its plural behind a count or “all”."""
    is_counted = stuck.is_number(stuck.at - 1) or stuck.word(stuck.at - 1) == "all"
    for slot, scene in stuck.slots_wanted():
        if isinstance(slot.kind, ThingKind) and is_counted:
            found = [name for name in slot.kind.few(scene) if is_singular(name, stuck.word(stuck.at))]
            for name in found if len(found) == 1 else ():
                yield from stuck.wording.change(stuck.at, stuck.at + 1, spelled_name(name), PLURAL)


@lru_cache(maxsize=10_000)  # all names of a campaign, for each word that none of them is
def squeeze(name: str) -> str:
    """Return the letters and digits of a name, without accents.

    >>> squeeze("Sea-Lore"), squeeze("Zoë Krog")
    ('sealore', 'zoekrog')
    """
    return re.sub(r"[\W_]+", "", without_accents(fold_case(name)))
