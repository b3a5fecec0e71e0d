"""Finders for signs: quotation marks, prompts, full stops, and what joins the parts of a list."""

from __future__ import annotations

from collections.abc import Iterator

from engine.heads import is_head
from engine.patterns import pattern
from engine.text import in_quotes
from engine.types import Trait
from shell.language import names
from shell.language.kinds.table import find_kind
from shell.language.kinds.text import fold_case
from shell.language.parse import Scene
from shell.language.plain.account import OF_OWNERS, Wording
from shell.language.plain.stuck import Stuck

TYPED_SIGN = "sign"

#: What people type between the parts of a list.
JOINING_PARTS = frozenset({"and", "&", ";"})

#: Dice and numbers that are added up with spaces between.
IN_A_SUM = pattern(r"\d*d(?:\d+|F|%)|\d+", flags=2)

#: The faces of dice with commas between them.
FACES_IN_LIST = pattern(r"(?:[-+−]?\d{1,3}|[-+−])(?:\s*,\s*(?:[-+−]?\d{1,3}|[-+−]))+(?=\s|$)")


def requote(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with straight double quotes for single ones."""
    for index in stuck.near:
        word = stuck.segments[index].became
        if len(word) > 2 and word[0] in "'`" and word[-1] == word[0]:
            yield from stuck.wording.change(index, index + 1, in_quotes(word[1:-1]), TYPED_SIGN)


def drop_lead(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line without the prompt that was pasted with it: “>>>”, or the campaign's own."""
    words = [each.became for each in stuck.segments]
    last = next((place for place, word in enumerate(words) if word.endswith(">")), None)
    if last is None or stuck.at > last or last + 1 not in stuck.starts or not stuck.segments[last + 1].gap:
        return
    title = fold_case(stuck.state.title).split() if stuck.state else []
    sign = fold_case(stuck.wording.text[: stuck.starts[last + 1]]).rstrip("> ").replace(",", "").split()
    named = [word for word in sign if not word.isdecimal() and word != "round"]
    if all(word in title for word in named):
        yield from stuck.wording.change(0, last + 1, "", TYPED_SIGN)


def drop_end(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line without the full stop or exclamation mark at its end."""
    last = len(stuck.segments) - 1
    if last > 0 and stuck.word(last) in (".", "!") and not stuck.segments[last].gap:
        yield from stuck.wording.leave_out(last, TYPED_SIGN)


def drop_owner(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line without the ’s behind a character's name."""
    for index in [*stuck.near, stuck.at + 1]:
        if stuck.word(index) in OF_OWNERS and not stuck.segments[index].gap and stuck.is_somebody(index):
            yield from stuck.wording.leave_out(index, TYPED_SIGN)


def drop_colon(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line without a colon or =, or with = for a colon between a counter and its number.

    It stands between a name and its level, behind the character that the line is about or “rolled”, or before what
    happens when a countdown's boxes are full.
    """
    phrase = stuck.parse.phrase
    for index in stuck.near[-2:]:
        sign, before = stuck.word(index), stuck.mark_of(stuck.before(index))
        if sign not in (":", "=") or before is None or phrase is None:
            continue
        begins = sign == ":" and before.role == "character" and (index == 1 or phrase.head == "trait")
        begins = begins or stuck.word(stuck.before(index)) == "rolled"
        tells = phrase.head == "countdown" and before.role == "number"
        gives = "vs" not in phrase.stops and stuck.is_number(index + 1)
        if sign == ":" and gives and before.role == "counter":
            yield from stuck.wording.change(index, index + 1, "=", TYPED_SIGN)
        elif begins or tells or (gives and before.role in ("ability", "character", "counter")):
            yield from stuck.wording.leave_out(index, TYPED_SIGN)


def drop_comma(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line without a comma before a word of its usage line, as in “vs 3, rolled +1”."""
    stops = stuck.parse.phrase.stops if stuck.parse.phrase else frozenset()
    for index in (stuck.before(stuck.at), stuck.at):
        word = stuck.word(index + 1)
        if stuck.word(index) == "," and word in stops and word.isalpha():
            yield from stuck.wording.leave_out(index, TYPED_SIGN)


def drop_commas_of_faces(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with nothing between the faces of one character's dice where commas stood."""
    face, who = stuck.mark_of(stuck.before(stuck.at)), stuck.parse.values.get("who")
    if stuck.word(stuck.at) != "," or face is None or face.role != "face" or isinstance(who, tuple):
        return
    if (found := FACES_IN_LIST.match(stuck.wording.text, face.start)) is not None:
        inside = stuck.wording.between(found.start(), found.end())
        became = " ".join(part.strip() for part in found[0].split(","))
        yield from stuck.wording.change(inside[0], inside[-1] + 1, became, TYPED_SIGN)


def join_parts(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with a comma for “and”, “&” or “;” between the parts of a list, and for nothing between names."""
    behind = [stuck.at + 1] if stuck.word(stuck.at + 1) == ";" else []
    for index in [*stuck.near[-2:], *behind]:
        before = stuck.mark_of(stuck.before(index))
        if before is None or before.open or before.role in ("command", "keyword", "punctuation"):
            continue
        word, after = stuck.word(index), stuck.word(index + 1)
        if word in JOINING_PARTS and (stuck.segments[index].gap or word == ";") and not is_head(after):
            is_numbered = after.isdecimal() and str(before.value)[-1:].isdecimal()  # as in Bandit 1, 2 and 3
            is_part = stuck.somebody_at(index + 1) or before.role != "character" or is_numbered
            yield from stuck.wording.change(index, index + 1, ",", TYPED_SIGN) if is_part else ()
        elif stuck.somebody_at(index) and (before.role == "character" or stuck.is_number(stuck.before(index))):
            yield stuck.wording.insert(index, ",", TYPED_SIGN)
    if "," in stuck.wanted_words() and begins_trait(stuck):
        yield stuck.wording.insert(stuck.at, ",", TYPED_SIGN)
    yield from drop_and(stuck)


def begins_trait(stuck: Stuck) -> bool:
    """Return whether a known trait stands at the problem, between two levels."""
    before = stuck.mark_of(stuck.before(stuck.at))
    if before is None or before.role != "level" or stuck.at not in stuck.starts:
        return False
    scene = Scene(stuck.state)
    found = find_kind(Trait).read(stuck.wording.text, stuck.starts[stuck.at], scene)
    known = isinstance(found, tuple) and found[0] in names.traits(scene)
    return isinstance(found, tuple) and known and stuck.is_number(stuck.wording.find(found[1]))


def drop_and(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line without an “and” behind a comma."""
    for index in stuck.near[-2:]:
        if stuck.word(index) in JOINING_PARTS and stuck.word(stuck.before(index)) == ",":
            yield from stuck.wording.leave_out(index, TYPED_SIGN)


def close_up_sign(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line without the space between a sign and its number."""
    if stuck.word(stuck.at) in ("+", "-", "−") and stuck.word(stuck.at + 1).isdecimal():
        became = f"{stuck.word(stuck.at)}{stuck.word(stuck.at + 1)}"
        yield from stuck.wording.change(stuck.at, stuck.at + 2, became, TYPED_SIGN)


def close_up_dice(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with a sum of dice in one word."""
    if stuck.parse.phrase is None or stuck.parse.phrase.head not in ("roll", "odds"):
        return
    for index in stuck.near[-2:]:
        one, sign, other = (stuck.word(each) for each in (index - 1, index, index + 1))
        if sign in ("+", "-", "−") and IN_A_SUM.fullmatch(one) and IN_A_SUM.fullmatch(other) and "d" in f"{one}{other}":
            became = "".join(each.became for each in stuck.segments[index - 1 : index + 2])
            yield from stuck.wording.change(index - 1, index + 2, became, TYPED_SIGN)
