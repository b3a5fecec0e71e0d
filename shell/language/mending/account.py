"""Account for a line that is advised for another: each word of one is a word of the other, by some relation.

A cure is found in many ways. Whatever found it, it is advised only if this account can be given: no typed word is lost
but small ones, none is put into a name or a text that did not stand there, and nothing is added but what the grammar
demands.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from engine.heads import find_head, is_head
from engine.rules.ladder import Ladder
from engine.state import State
from engine.value import evolve, value
from shell.language import names
from shell.language.kinds.free import BOX_WORDS
from shell.language.kinds.plausible import JOINING, NUMBER_WORDS, OUT_WORDS, TOWARDS, is_new_text, split_words
from shell.language.kinds.text import ARTICLES, fold_case, tails
from shell.language.mending.related import (
    ANY_QUOTES,
    DICE_IN_WORDS,
    DOES_THE_WORK,
    DROPPED_SIGNS,
    DROPPED_WORDS,
    FOR_GRAMMAR,
    MISSPELT,
    MOVED_WORD,
    NEVER_MEANT,
    OF_A_TRAIT,
    PARTED,
    relate,
    words_of_verb,
)
from shell.language.mending.tried_verbs import TRIED_VERBS, find_verb
from shell.language.parse import QUOTES, Parse, Scene
from shell.language.plain.account import AS_TYPED, OF_OWNERS, SIGN_OR_WORD, Segment, split_line
from shell.language.plain.search import is_new
from shell.language.plain.signs import TYPED_SIGN
from shell.language.plain.words import (
    FOR_ALL,
    SMALL_WORD_LESS,
    WORD_ADDED,
)

#: The roles of new names that are nobody's and nothing's yet.
NEW_NAMES = frozenset({"item", "name", "player"})

#: Small words that say nothing of how two others belong together.
NO_PREPOSITIONS = split_words("again her his is its played please their")

#: What a lost, taken or added word costs, and words that differ: the cheapest account is the likeliest.
LOST, ADDED_COST, DIFFERENT, MISSPELT_COST = 30, 30, 10, 15


@value
class WordRead:
    """A word of the advised line: its role there, and which name, number or word it is part of.

    It `is_new` in a text or a name that nothing has, and `is_put` there if several words became one name.
    """

    word: str
    role: str
    group: int
    is_new: bool = False
    is_put: bool = False


def split_cure(cure: Parse, typed: str, state: State | None) -> list[WordRead]:
    """Return the words of a line that reads right, each with its role."""
    known = names.everything(Scene(state))
    ladder = Ladder.of(state.rules) if state is not None else Ladder()
    found: list[WordRead] = []
    wording = split_line(cure)
    for start, _, index in wording.spans:
        text = wording.segments[index].typed
        place = next((place for place, each in enumerate(cure.marks) if each.start <= start < each.end), -1)
        mark = cure.marks[place] if place >= 0 else None
        role = "punctuation" if mark is None else mark.role
        new = mark is not None and is_new(mark, known)
        put = text[:1] in QUOTES and " " in text and text not in typed
        is_word = role == "level" and text.isdecimal() and bool(ladder.levels) and text not in typed.split()
        text = ladder.name_of(int(text)) if is_word else text
        for word in text.strip(QUOTES).split() if text[:1] in QUOTES else [text]:
            found.append(WordRead(fold_case(word).rstrip(".!?") or word, role, place, new, put))
    return found


def words_typed(parse: Parse, state: State | None) -> list[str]:
    """Return the words of a typed line, without quotes round them, and levels as words where the game has them."""
    text = DICE_IN_WORDS.sub(lambda found: f"{NUMBER_WORDS[found[1].casefold()]}{found[2]}", parse.text)
    for found, joined in PARTED:
        text = found.sub(joined, text)
    parts = [found[0] for found in SIGN_OR_WORD.finditer(text)]
    return [fold_case(word) for part in parts for word in (part.strip(ANY_QUOTES).split() if len(part) > 2 else [part])]


def account_for_cure(parse: Parse, cure: Parse, state: State | None) -> tuple[Segment, ...] | None:
    """Return the account of a typed line that is advised as another, or None if there is none."""
    typed, read = words_typed(parse, state), split_cure(cure, parse.text, state)
    read = [name_player(unit, typed, state) for unit in read]
    pairs = align(typed, read)
    is_moved = pair_moved(typed, read, pairs)
    if any(is_joined_anew(typed, index, pairs, read) for index in pairs) or has_small_name(cure):
        return None
    if has_grammar_in_name(cure, parse.text):
        return None
    lost = [index for index in range(len(typed)) if index not in pairs]
    added = [index for index in range(len(read)) if index not in pairs.values()]
    if not (begins_alike(typed, read) and all(may_be_lost(typed, index, pairs, read) for index in lost)):
        return None
    if any(is_preposition(typed[each]) for each in lost) and any(is_preposition(read[each].word) for each in added):
        return None
    if not all(may_be_added(read, index, typed, pairs) for index in added):
        return None
    if not all(text_stands(group, typed, read, pairs, state) for group in {e.group for e in read if e.is_new}):
        return None
    entries = [entry_of(typed, read, pairs, index, index in is_moved) for index in range(len(typed))]
    return (*entries, *(Segment("", read[index].word, WORD_ADDED, " ") for index in added))


def is_joined_anew(typed: list[str], index: int, pairs: dict[int, int], read: list[WordRead]) -> bool:
    """Return whether an “and” joins another word to the next one than it did."""
    joins = typed[index] in ("and", "&") and read[pairs[index]].word == ","
    return joins and pairs.get(index - 1) != pairs[index] - 1 and typed[index - 1] != ","


def has_small_name(cure: Parse) -> bool:
    """Return whether a small word is taken for the beginning of somebody's name."""
    people = ((fold_case(cure.text[each.start : each.end]), each) for each in cure.marks if each.role == "character")
    return any(typed in JOINING and typed != fold_case(str(mark.value)) for typed, mark in people)


def has_grammar_in_name(cure: Parse, typed: str) -> bool:
    """Return whether a new name was put in quotes with a word of its line inside, as in “Lise by Karin”."""
    stops = cure.phrase.stops - ARTICLES if cure.phrase else frozenset()
    named = (cure.text[each.start : each.end] for each in cure.marks if each.open and each.role in NEW_NAMES)
    put = (text for text in named if text[:1] in QUOTES and text not in typed)
    return any(stops & set(fold_case(text.strip(QUOTES)).split()) for text in put)


def name_player(unit: WordRead, typed: list[str], state: State | None) -> WordRead:
    """Return a word that names a player as the character of that player, if that one was typed."""
    played = [sheet for sheet in state.sheets.values() if sheet.player] if state and unit.role == "player" else []
    found = (fold_case(each.name) for each in played if fold_case(str(each.player)) == unit.word)
    return next((evolve(unit, word=name) for name in found if name in typed), unit)


def entry_of(typed: list[str], read: list[WordRead], pairs: dict[int, int], index: int, moved: bool) -> Segment:
    """Return the entry for a typed word."""
    word = typed[index]
    if index not in pairs:
        return Segment(word, "", TYPED_SIGN if word in DROPPED_SIGNS else SMALL_WORD_LESS, " ")
    became = read[pairs[index]]
    relation = relate(word, became.word, became.role, became.is_new) or AS_TYPED
    return Segment(word, became.word, MOVED_WORD if moved else relation, " ")


def align(typed: list[str], read: list[WordRead]) -> dict[int, int]:
    """Return which typed word became which word of the advised line, in the order of both."""
    costs = [[(i + j) * LOST for j in range(len(read) + 1)] for i in range(len(typed) + 1)]
    for i, word in enumerate(typed):
        for j, became in enumerate(read):
            best = min(costs[i][j + 1] + LOST, costs[i + 1][j] + ADDED_COST)
            relation = relate(word, became.word, became.role, became.is_new)
            costs[i + 1][j + 1] = best if relation is None else min(best, costs[i][j] + cost_of(relation))
    pairs: dict[int, int] = {}
    i, j = len(typed), len(read)
    while i and j:
        relation = relate(typed[i - 1], read[j - 1].word, read[j - 1].role, read[j - 1].is_new)
        if relation is not None and costs[i][j] == costs[i - 1][j - 1] + cost_of(relation):
            i, j = i - 1, j - 1
            pairs[i] = j
        elif costs[i][j] == costs[i - 1][j] + LOST:
            i -= 1
        else:
            j -= 1
    return pairs


def pair_moved(typed: list[str], read: list[WordRead], pairs: dict[int, int]) -> set[int]:
    """Pair the words left over in another order, and return the typed ones among them."""
    moved = set()
    fitting = (
        (cost_of(relation), index, place)
        for index, word in enumerate(typed)
        for place, unit in enumerate(read)
        if index not in pairs
        and place not in pairs.values()
        and not (place and read[place - 1].word == ",")
        and (relation := relate(word, unit.word, unit.role, unit.is_new)) is not None
    )
    for _, index, place in sorted(fitting):
        if index not in pairs and place not in pairs.values():
            pairs[index] = place
            moved.add(index)
    return moved


def cost_of(relation: str) -> int:
    """Return the cost of a relation in an account."""
    return {AS_TYPED: 0, MISSPELT: MISSPELT_COST}.get(relation, DIFFERENT)


def may_be_lost(typed: list[str], index: int, pairs: dict[int, int], read: list[WordRead]) -> bool:
    """Return whether a typed word may have no counterpart."""
    word, after = typed[index], "".join(typed[index + 1 : index + 2])
    if word == ",":
        return after[:1] not in ("+", "-", "−")
    beside = (*typed[max(index - 1, 0) : index], after)
    if word in {*OF_OWNERS, *beside} or set(word) <= DROPPED_SIGNS:
        return True
    if word in BOX_WORDS and read[0].word == "countdown":
        return True
    if word == "from" and read[0].word != "forfeit":
        return False  # what is taken from somebody is not given
    if word in ("up", "down"):
        return any(each.word[0] in "+-−" for each in read)
    if "all" in typed and any(each.word == "all" for each in read) and word.isalpha() and word != "all":
        return True  # everybody, whoever else is named
    if word in ("each", "all", *FOR_ALL):
        return any(each.word == "all" or each.role == "character" for each in read)
    is_lead = index == 0 and any(each.role == "command" and each.word in typed for each in read)
    follows = next((read[pairs[each]] for each in range(index + 1, len(typed)) if each in pairs), None)
    if word in ARTICLES and follows is not None and follows.is_new and follows.role in ("name", "player"):
        return False  # as in The Eel
    verb = find_verb(word)
    if verb is not None and verb in DOES_THE_WORK.get(read[0].word, ()):
        return True
    stands = verb in TRIED_VERBS and ({"", "*"} & {*TRIED_VERBS[verb][0]} or read[0].word in words_of_verb(verb))
    return word in DROPPED_WORDS or is_lead or verb in OF_A_TRAIT or bool(stands)


def is_preposition(word: str) -> bool:
    """Return whether a word says how two others belong together."""
    return (word in JOINING and word not in NO_PREPOSITIONS) or word in ("as", "vs")


def may_be_added(read: list[WordRead], index: int, typed: list[str], pairs: dict[int, int]) -> bool:
    """Return whether a word may stand in the advised line that was not typed."""
    unit, for_all = read[index], bool({"all", *FOR_ALL} & set(typed))
    number = unit.word.lstrip("+-−")
    if number.isdecimal():
        says_one = number == "1" and not any(map(str.isdecimal, typed)) and {"point", "points", "last"} & set(typed)
        return bool(says_one) or (for_all and number in typed)
    if unit.word == "=":
        return read[0].word == "set"
    is_way_out = unit.word in OUT_WORDS and any(unit.word in words_of_verb(find_verb(word)) for word in typed)
    if unit.role in ("punctuation", "keyword", "command", "status") or is_way_out:
        return True
    beside = [j for j, each in enumerate(read) if each.group == unit.group and j in pairs.values()]
    return (not unit.is_new and bool(beside)) or (unit.role == "character" and for_all)


def begins_alike(typed: list[str], read: list[WordRead]) -> bool:
    """Return whether both lines do the same kind of thing: a verb in front stays, or another one does its work."""
    first, unit = typed[0], read[0]
    if (
        first in FOR_GRAMMAR["all"]
        or not is_head(first)
        or find_head(first) == find_head(unit.word)
        or unit.word in typed
    ):
        return True
    if unit.role != "command" or unit.word == "all":
        return first in OF_A_TRAIT
    head = find_head(first) or first
    return head in DOES_THE_WORK.get(unit.word, ()) or any(relate(word, unit.word, "command") for word in typed)


def text_stands(group: int, typed: list[str], read: list[WordRead], pairs: dict[int, int], state: State | None) -> bool:
    """Return whether a new name or text of the advised line stood side by side, and may be one."""
    inside = [j for j, each in enumerate(read) if each.group == group]
    if len(inside) == 1 and read[inside[0]].word in OUT_WORDS:
        return True
    back = {j: i for i, j in pairs.items()}
    start = back.get(inside[0], -1)
    if [back.get(j) for j in inside] != [*range(start, start + len(inside))] or start < 0:
        return False
    words = [read[j].word for j in inside]
    leads = read[inside[0] - 1] if inside[0] else None
    unit = read[inside[0]]
    stands = start > 0 and pairs.get(start - 1) == inside[0] - 1 and typed[0] == read[0].word
    if stands and not unit.is_put:
        return True  # as it was typed
    if unit.role == "reason" and " ".join(words) in map(fold_case, names.traits(Scene(state))):
        return False  # “on” may be missing before it
    demanded = leads is not None and (leads.role == "keyword" or leads.word == "=")
    if leads is None or not demanded or inside[0] - 1 in back:
        before = read[pairs[start - 1]] if start - 1 in pairs else None
        is_cut = before is not None and before.is_new and before.group != group
        is_trait = unit.role == "ability" and not stands
        return not is_cut and not is_trait and may_be_meant(words, unit.role, state, find_renamed(read, state))
    may_follow = leads.word in ("for", "to", "on", "=", "expect") and not NEVER_MEANT & set(words)
    return may_follow and not begins_somebody(words, state)


def may_be_meant(words: list[str], role: str, state: State | None, renamed: str) -> bool:
    """Return whether words are a new name or text that people write, and no name of something else."""
    text, known = " ".join(words), {fold_case(name): kind for name, kind in names.everything(Scene(state)).items()}
    is_other = role in NEW_NAMES and (known.get(text, "item") != "item" or (len(words) == 1 and bool(find_verb(text))))
    given_by = any(one in TOWARDS and begins_somebody([other], state) for one, other in pairwise(words))
    return is_new_text(text, role, state, renamed) and not is_other and not given_by


def find_renamed(read: list[WordRead], state: State | None) -> str:
    """Return who is renamed by a line, or “”: the new name may hold the old one."""
    words = (
        " ".join(each.word for each in read if each.role == "name" and not each.is_new)
        if read[0].word == "rename"
        else ""
    )
    return next((name for name in names.sheets(Scene(state)) if words and words in fold_case(name)), "")


def begins_somebody(words: Iterable[str], state: State | None) -> bool:
    """Return whether a word is the beginning of a name of somebody."""
    people = [tail for name in names.sheets(Scene(state)) for tail in tails(name)]
    return any(len(word) > 2 and any(tail.startswith(word) for tail in people) for word in words)
