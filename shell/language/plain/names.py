"""Find new names of several words, which need no quotes where a word of the line, a number or its end closes them.

Nobody can see which of two new words a person meant to be the name, so whatever looks like another part of the line, or
like a slip for it, is in no name.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.patterns import pattern
from engine.registry import LISTED
from engine.rules.ladder import Ladder
from engine.text import in_quotes
from shell.language import names, program_names
from shell.language.kinds.plausible import MEASURED, NUMBER_WORDS, OUT_WORDS, is_new_text, split_words
from shell.language.kinds.text import ARTICLES, CLOSED_BY, fold_case
from shell.language.parse import Scene, Span
from shell.language.plain.account import AS_TYPED, NEW_NAME, OF_OWNERS, Wording
from shell.language.plain.counts import COUNTED, TIMES
from shell.language.plain.stuck import Stuck, is_slip_of

#: The roles of new names and of reasons.
NAME_ROLES = frozenset({"ability", "characteristic", "item", "name", "player", "reason"})

#: The most words of a name besides articles and “of”. Of more, some are likelier another part of the line.
LONGEST_NEW_NAME = 3

#: What counts for nothing in the length of a name.
UNCOUNTED_WORDS = frozenset({"of", *ARTICLES, *OF_OWNERS})

#: A word of a name.
PLAIN_WORD = pattern(r"[^\W\d_](?:[\w’'-]*\w)?")

#: Words that count, share out, or belong to other lines.
NEVER_IN_NAME = frozenset(NUMBER_WORDS) | split_words("all each half split xp point points fudge as not and or vs v")

#: Lines in which what stands behind the name of an owner can only be part of a new name.
MAKES_SOMEBODY = frozenset({"npc", "pc"})

#: Words that lead to another part of a line.
LEADS_ELSEWHERE = split_words("from to by with on in")

#: Lines whose last text may say anything, such as what happens when the boxes are full.
TELLING = frozenset({"countdown", "define"})


def quote_name(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with quotes round a new name that goes on from an unquoted new word before the problem."""
    first = find_name_start(stuck)
    if first is None:
        return
    begun, end = stuck.mark_of(first), find_name_end(stuck, first)
    if begun is not None and end - first > 1 and can_be_name(stuck, first, end, begun):
        last = stuck.starts[end - 1] + len(stuck.segments[end - 1].became)
        name = " ".join(stuck.wording.text[stuck.starts[first] : last].split())
        yield from stuck.wording.change(first, end, in_quotes(name), NEW_NAME)


def find_name_start(stuck: Stuck) -> int | None:
    """Return the segment at which the first of the new words side by side before the problem begins, or None."""
    first, index = None, stuck.before(stuck.at)
    while index >= 0:
        mark = stuck.mark_of(index)
        if mark is None or not mark.open or mark.role not in NAME_ROLES or stuck.segments[index].became[0] in CLOSED_BY:
            break
        first, index = index, stuck.before(index)
    return first


def find_name_end(stuck: Stuck, first: int) -> int:
    """Return the segment that closes a name: the first that is a word of the line, a level, a number or a sign."""
    stops = stuck.parse.phrase.stops if stuck.parse.phrase else frozenset()
    levels = level_words(stuck)
    for index in range(first, len(stuck.segments)):
        word = stuck.word(index)
        if word in OF_OWNERS and not stuck.segments[index].gap and verb_of_line(stuck) in MAKES_SOMEBODY:
            continue
        is_part = word in stops or word in levels or stuck.is_number(index) or not PLAIN_WORD.fullmatch(word)
        is_part = is_part or word in TIMES or COUNTED.fullmatch(word) is not None
        if is_part or stuck.segments[index].relation != AS_TYPED:
            return index
    return len(stuck.segments)


def level_words(stuck: Stuck) -> frozenset[str]:
    """Return the words for levels, and those that abilities have for theirs, in small letters."""
    if stuck.state is None:
        return frozenset()
    labels = (label.word for ability in stuck.state.abilities.values() for label in ability.labels)
    ladder = (word for each in Ladder.of(stuck.state.rules).levels for word in each.split())
    return frozenset(map(fold_case, (*labels, *ladder)))


def can_be_name(stuck: Stuck, first: int, end: int, begun: Span) -> bool:
    """Return whether some words can be one new name, and nothing else."""
    words = [stuck.word(index) for index in range(first, end) if stuck.word(index) not in OF_OWNERS]
    telling = is_telling(stuck, begun)
    if not telling and not is_built_like_name(stuck, first, end, begun):
        return False
    elsewhere = LEADS_ELSEWHERE if begun.role in ("item", "reason") and not telling else frozenset()
    if (words[-1] in OUT_WORDS or is_measured(stuck, first)) and not telling:
        return False
    if not telling and any(is_too_short(stuck, index) for index in range(first, end)):
        return False
    if set(words) & (NEVER_IN_NAME | elsewhere):
        return False
    grammar = stuck.parse.phrase.stops if stuck.parse.phrase else frozenset()
    owners = {stuck.word(index) for index in range(first, end - 1) if stuck.word(index + 1) in OF_OWNERS}
    weighed = [word for place, word in enumerate(words) if word != "of" or place in (0, len(words) - 1)]
    weighed = [word for word in weighed if word not in owners]
    if any(is_slip_of(word, each) for word in weighed for each in (*grammar, *stuck.wanted_words())):
        return False
    renamed = str(stuck.parse.values.get("name", "")) if verb_of_line(stuck) == "rename" else ""
    text = stuck.wording.text[stuck.starts[first] : stuck.starts[end - 1] + len(words[-1])]
    return is_new_text(text, begun.role, stuck.state, renamed) and not ends_known(stuck, words, renamed)


def is_measured(stuck: Stuck, first: int) -> bool:
    """Return whether a word is a unit behind its number, as in 10 m rope: that is one thing, or ten."""
    number = stuck.before(first)
    return stuck.is_number(number) and MEASURED.match(stuck.wording.text, stuck.starts[number]) is not None


def is_telling(stuck: Stuck, begun: Span) -> bool:
    """Return whether a text may say anything, such as what happens when all boxes of a countdown are full."""
    return begun.role == "reason" and verb_of_line(stuck) in TELLING


def is_built_like_name(stuck: Stuck, first: int, end: int, begun: Span) -> bool:
    """Return whether some words have an article and capitals only where a name has them.

    In a list of names each word has a capital: of other words, one may be the next name without its comma.
    """
    typed = [stuck.segments[index].became for index in range(first, end)]
    weighty = [word for word in typed if word.casefold() not in UNCOUNTED_WORDS]
    in_list = "or" in stuck.wanted_words() or isinstance(stuck.parse.values.get(begun.inner or ""), tuple)
    in_list = in_list or (stuck.parse.phrase is not None and LISTED.get(stuck.parse.phrase.cls) == begun.field)
    fits = len(weighty) <= LONGEST_NEW_NAME and typed[0] not in ARTICLES
    return fits and (not in_list or all(word[0].isupper() for word in weighty))


def verb_of_line(stuck: Stuck) -> str:
    """Return the first word of the usage line, or “”."""
    return stuck.parse.phrase.head if stuck.parse.phrase else ""


def is_too_short(stuck: Stuck, index: int) -> bool:
    """Return whether a word has so few letters that it may stand for another one: not “of”, an article, or Jo."""
    word = stuck.segments[index].became
    return len(word) <= 2 and word.casefold() not in UNCOUNTED_WORDS and not (len(word) == 2 and word.istitle())


def ends_known(stuck: Stuck, words: list[str], renamed: str) -> bool:
    """Return whether a name ends in one that is known, or has the last word of a character's or player's."""
    scene = Scene(stuck.state)
    people = {fold_case(name).split()[-1] for name in (*names.sheets(scene), *names.players(scene)) if name != renamed}
    every = (*names.everything(scene), *program_names.offer_ready_npcs(scene))
    known = {fold_case(name).split()[-1] for name in every if name.strip() and name != renamed}
    return bool(people & set(words)) or words[-1] in known
