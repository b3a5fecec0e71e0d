"""Offer what can be typed next: a parse's wants, ranked by how well they fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from engine.concerns.uses.project import find_roll_of
from engine.heads import commands_with
from engine.patterns import pattern
from engine.refusal import nearest
from engine.state import State
from engine.text import in_quotes
from engine.value import value
from shell.language.grammar import (
    FirstWord,
    Takes,
    find_first_word,
    heads,
    is_about_files,
    may_record,
    take_all,
    usages,
)
from shell.language.keywords import describe_word
from shell.language.kinds.files import FileName
from shell.language.kinds.free import CommandKind
from shell.language.kinds.shaped import EventNumberKind
from shell.language.kinds.text import BARE, CLOSED_BY, fold_case, spelled_name
from shell.language.lookup import BEARING, index_of, remember_once
from shell.language.manual import chapters
from shell.language.names import sheets
from shell.language.nodes import Literal, Slot
from shell.language.parse import QUOTES, Parse, Scene, Want
from shell.language.program_names import rule_values, setting_values
from shell.language.reading import read

#: The end of text with which a following word would merge.
WITHIN = pattern(r"[^\s,:=]$")


#: How many letters must be typed before a name of nearly that spelling is offered, and how near it has to be.
LONG_ENOUGH = 4
LIKENESS = 0.75

#: The most names that are all compared. Of more, only those with the same first letter are.
MOST_COMPARED = 150


@value
class Offer:
    """Text to type at `start`, with a description. Offers of one `kind` go on alike."""

    text: str
    start: int
    meta: str
    kind: str = ""


#: Finds the numbers of events that begin with typed digits, each with its sentence.
Events = Callable[[str], Mapping[str, str]]


def offers(
    text: str, state: State | None, takes: Takes = take_all, parse: Parse | None = None, events: Events | None = None
) -> list[Offer]:
    """Return what could follow the text, or finish its last word, the best first.

    `parse` is the reading of the text, if there is one. `events` looks up events, which only the log holds.
    """
    start = find_command_start(text, parse.first if parse else find_first_word(text))
    typed = text[start:]
    if " " not in typed:
        return offer_beginnings(typed, start, state, may_record if text[:start].strip() else takes)
    if typed.split()[0].casefold() == "help":
        return offer_pages(text, takes)
    found: dict[tuple[str, int], Offer] = {}
    needed = joining_words(typed.split()[0])
    parse = parse or read(text, state, takes)
    named = [mark for mark in parse.marks if mark.role == "character"]
    for want in sorted(different(parse.wants), key=lambda want: rank(want, needed)):
        for offer in _of_want(want, text, parse, events):
            if any(mark.value == offer.text.strip('"') and mark.end < offer.start for mark in named):
                continue  # a name stands only once on two sides or in a list
            if not (offer.start == len(text) and WITHIN.search(text) and offer.text[0].isalnum()):
                found.setdefault((offer.text, offer.start), offer)
    return list(found.values())


def offer_beginnings(typed: str, start: int, state: State | None, takes: Takes) -> list[Offer]:
    """Return the verbs and characters that a line can begin with. Verbs about files come last."""
    ranked = by_rank(typed, remember_once((heads, takes), lambda: heads(takes)))
    verbs = [Offer(head, start, what) for head, what in ranked if head != typed]
    if not typed:
        return verbs
    begun = [verb for verb in verbs if verb.text.startswith(typed.casefold())]
    early = [verb for verb in begun if not all(map(is_about_files, commands_with(verb.text)))]
    return [*early, *offer_characters(typed, start, state), *(verb for verb in verbs if verb not in early)]


def find_command_start(text: str, first: FirstWord) -> int:
    """Return where a line begins, or the command in it that another one is about."""
    about_another = any(
        isinstance(node, Slot) and isinstance(node.kind, CommandKind)
        for phrase in first.usages
        for node in phrase.body.nodes
    )
    rest = text[first.end :]
    return len(text) - len(rest.lstrip()) if about_another and rest[:1].isspace() else first.start


def different(wants: Iterable[Want]) -> list[Want]:
    """Return one want of each group with the same offers, as every usage line that fits has its own."""
    found: dict[object, Want] = {}
    for want in wants:
        node = want.node
        sought: object = node.kind if isinstance(node, Slot) and "key" not in want.scene.values else node
        bearing = tuple(want.scene.values.get(name) for name in BEARING)
        found.setdefault((want.at, want.end, id(sought), bearing), want)
    return list(found.values())


def offer_characters(typed: str, start: int, state: State | None) -> list[Offer]:
    """Return the characters that a line could begin with."""
    found = by_rank(typed.strip(QUOTES), dict(sheets(Scene(state))))
    return [Offer(spelled_name(name), start, meta) for name, meta in found if spelled_name(name) != typed]


def offer_pages(text: str, takes: Takes) -> list[Offer]:
    """Return the pages of help: all commands, one of them, or a chapter."""
    typed = text.lstrip().split(" ", 1)[1].lstrip()
    pages = {
        **heads(takes),
        **dict.fromkeys(chapters(takes), "chapter"),
        "short": "fewer keys",
        "keys": "at the prompt",
        "all": "every command",
    }
    return [Offer(page, len(text) - len(typed), what) for page, what in by_rank(typed, pages) if page != typed]


def rank(want: Want, needed: set[str]) -> int:
    """Return a want's rank: words that the line needs, then other wants, then “all” and commas."""
    if isinstance(want.node, Literal):
        return 0 if want.node.word in needed else 2 if want.node.word in ("all", ",") else 1
    return 1


def joining_words(head: str) -> set[str]:
    """Return the words, such as “vs”, that lines with this beginning need between two values."""
    lines = [phrase.body.nodes[2:] for phrase in usages(head.casefold())]
    pairs = [pair for nodes in lines for pair in pairwise(nodes)]
    return {word.word for word, after in pairs if isinstance(word, Literal) and isinstance(after, Slot)}


def may_go_on(text: str, state: State | None, takes: Takes = take_all) -> bool:
    """Return whether something may follow after a space."""
    spaced = f"{text} "
    return not text.endswith("/") and any(want.at == len(spaced) for want in read(spaced, state, takes).wants)


def _of_want(want: Want, text: str, parse: Parse, events: Events | None) -> Iterator[Offer]:
    typed = text[want.at :]
    if want.end is not None and want.end < len(text):
        return
    match want.node:
        case Literal(word) if word.startswith(typed.casefold()) and word != typed.casefold():
            yield Offer(word, want.at, describe_word(word, parse.phrase))
        case Slot(name, EventNumberKind()) if events is not None:
            found = events(typed)
            if name == "roll" or (parse.phrase and parse.phrase.head == "ruling"):
                found = rolls_first(found, want.scene.state, parse)
            for number, sentence in found.items():
                if number.startswith(typed) and number != typed:
                    yield Offer(number, want.at, sentence, "event")
        case Slot("value") if {"key", "setting"} & want.scene.values.keys():
            find = rule_values if "key" in want.scene.values else setting_values
            for rule_value, meta in by_rank(typed, dict(find(want.scene))):
                if rule_value != typed:
                    yield Offer(rule_value, want.at, meta, "rule")
        case Slot(_, kind) if kind is not None:
            near = kind.near(typed.strip(QUOTES)) if isinstance(kind, FileName) else {}
            for name, meta in by_rank(typed.strip(QUOTES), {**kind.offers(want.scene), **near}):
                if name != typed:
                    quoted = typed[:1] in CLOSED_BY or (needs_quotes(name) and kind.spell(name) != name)
                    yield Offer(in_quotes(name) if quoted else name, want.at, meta or kind.name, kind.name)


def rolls_first(found: Mapping[str, str], state: State | None, parse: Parse) -> dict[str, str]:
    """Return events with the rolls of those named before first, then other rolls."""
    named = [mark.value for mark in parse.marks if mark.role == "character"]
    rolls = {f"#{seq}": roll for seq, roll in state.rolls.items()} if state else {}

    def place(number: str) -> int:
        roll = rolls.get(number)
        return 2 if roll is None else 0 if any(find_roll_of(roll, who) for who in named) else 1

    return {number: found[number] for number in sorted(found, key=place)}


@lru_cache(maxsize=10_000)
def needs_quotes(name: str) -> bool:
    """Return whether a name has a sign, in front or within, that is read as something else."""
    return bool(re.match(r"[+\-−±#“„«]", name)) or not all(BARE.fullmatch(word) for word in name.split())


def by_rank(typed: str, found: dict[str, str]) -> list[tuple[str, str]]:
    """Return the offers that fit: beginnings, then beginnings of other words, initials and any part.

    Initials and parts count only if nothing begins so, as the reader takes them for names only once they are chosen. If
    nothing fits at all, the name that is spelled nearly so is offered.
    """
    key = fold_case(typed)
    index = index_of(tuple(found))
    begun = index.find_begun(key)
    if begun:
        return [(name, found[name]) for name in sorted(begun, key=lambda name: not fold_case(name).startswith(key))]
    names = index.begun_by_words(key) or index.partly(key)
    if not names and len(key) >= LONG_ENOUGH:
        alike = found if len(found) <= MOST_COMPARED else [name for name in found if fold_case(name)[:1] == key[0]]
        close = nearest(typed, alike, LIKENESS)
        names = [close] if close is not None else []
    return [(name, found[name]) for name in names]
