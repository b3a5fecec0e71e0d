"""Finders for signs: quotation marks, prompts, full stops, and what joins the parts of a list."""

from __future__ import annotations

from collections.abc import Iterator

from engine.heads import is_head
from engine.patterns import pattern
from engine.text import in_quotes
from shell.language.kinds.text import fold_case
from shell.language.plain.account import Wording
from shell.language.plain.stuck import Stuck

TYPED_SIGN = "sign"

#: What people type between the parts of a list.
JOINING_PARTS = frozenset({"and", "&", ";"})

#: Dice and numbers that are added up with spaces between.
IN_A_SUM = pattern(r"\d*d(?:\d+|F|%)|\d+", flags=2)


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
    if last is None or stuck.at > last or last + 1 >= len(words) or not stuck.segments[last + 1].gap:
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
        if stuck.word(index) in ("'s", "’s") and not stuck.segments[index].gap and stuck.is_somebody(index):
            yield from stuck.wording.leave_out(index, TYPED_SIGN)


def drop_colon(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line without a colon or = between a name and its level, or behind the character it is about."""
    for index in stuck.near[-2:]:
        sign, before = stuck.word(index), stuck.mark_of(stuck.before(index))
        if sign not in (":", "=") or before is None:
            continue
        begins = sign == ":" and index == 1 and before.role == "character" and stuck.parse.phrase is not None
        gives = stuck.parse.phrase is not None and "vs" not in stuck.parse.phrase.stops
        if begins or (gives and before.role in ("ability", "character", "counter") and stuck.is_number(index + 1)):
            yield from stuck.wording.leave_out(index, TYPED_SIGN)


def drop_comma(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line without a comma before a word of its usage line, as in “vs 3, rolled +1”."""
    stops = stuck.parse.phrase.stops if stuck.parse.phrase else frozenset()
    for index in (stuck.before(stuck.at), stuck.at):
        word = stuck.word(index + 1)
        if stuck.word(index) == "," and word in stops and word.isalpha():
            yield from stuck.wording.leave_out(index, TYPED_SIGN)


def join_parts(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with a comma for “and”, “&” or “;” between the parts of a list, and for nothing between names."""
    for index in stuck.near[-2:]:
        before = stuck.mark_of(stuck.before(index))
        if before is None or before.open or before.role in ("command", "keyword", "punctuation"):
            continue
        if stuck.word(index) in JOINING_PARTS and stuck.segments[index].gap and not is_head(stuck.word(index + 1)):
            is_part = stuck.somebody_at(index + 1) or before.role != "character"
            yield from stuck.wording.change(index, index + 1, ",", TYPED_SIGN) if is_part else ()
        elif stuck.somebody_at(index) and (before.role == "character" or stuck.is_number(stuck.before(index))):
            yield stuck.wording.insert(index, ",", TYPED_SIGN)
    yield from drop_and(stuck)


def drop_and(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line without an “and” behind a comma."""
    for index in stuck.near[-2:]:
        if stuck.word(index) in JOINING_PARTS and stuck.word(stuck.before(index)) == ",":
            yield from stuck.wording.leave_out(index, TYPED_SIGN)


def close_up_dice(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with a sum of dice in one word."""
    if stuck.parse.phrase is None or stuck.parse.phrase.head not in ("roll", "odds"):
        return
    for index in stuck.near[-2:]:
        one, sign, other = (stuck.word(each) for each in (index - 1, index, index + 1))
        if sign in ("+", "-", "−") and IN_A_SUM.fullmatch(one) and IN_A_SUM.fullmatch(other) and "d" in f"{one}{other}":
            became = "".join(each.became for each in stuck.segments[index - 1 : index + 2])
            yield from stuck.wording.change(index - 1, index + 2, became, TYPED_SIGN)
