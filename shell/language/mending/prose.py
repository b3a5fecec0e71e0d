"""Tell a sentence that begins like a command from a command, and propose it as a note."""

from __future__ import annotations

import re

from engine.heads import is_head
from engine.patterns import pattern
from engine.state import State
from engine.value import evolve
from shell.language import names
from shell.language.kinds.plausible import FULL_STOPS, SMALL_WORDS
from shell.language.kinds.text import fold_case
from shell.language.lookup import index_of
from shell.language.mending.account import account_for_cure
from shell.language.mending.sentences import explain_question
from shell.language.mending.tried_verbs import asks, begins_question, find_verb
from shell.language.parse import Misreading, Parse, Scene
from shell.language.reading import read

#: A word of a sentence, with the signs around it.
SENTENCE_WORD = pattern(r"[(‘'’—–-]*(?P<word>[^\W\d_](?:[^\W\d_]|[’'-](?=\w))*)?[’',.;:!?…)—–-]*")

#: How many words are at least a sentence, and with a full stop.
FEWEST_WORDS, FEWEST_WITH_STOP = 4, 3

#: Words of the game that are in no sentence.
NEVER_TOLD_OF = frozenset({"pc", "npc"})

#: Roles of what any text could be.
NOT_NAMED = frozenset({"text", "reason", "value", "file", "game", "list-of-five-words"})


def tell_as_note(found: Misreading, parse: Parse, state: State | None) -> Misreading:
    """Return the problem of a misread line. If the line is a sentence, the cure is a note.

    Advice for a line that may be a sentence goes on with the note.
    """
    if not may_be_sentence(parse.text) or explain_question(parse, state):
        return found
    if begins_question(parse) and asks(parse.text) and found.hint:
        return found
    note, somebody = f"note {parse.text.strip()}", state is not None and names_somebody(parse, state)
    every = found.cures or tuple(filter(None, [found.find_cure(parse.text)]))
    cures = [each for each in every if keeps(parse.text, each, state) or (somebody and accounts(parse, each, state))]
    if cures or (somebody and not every and (begins_with_verb(parse) or not has_small_words(parse))):
        return found
    if ends_in_stop(parse.text) or (not somebody and (has_small_words(parse) or is_inflected(found, parse.text))):
        return as_note(found, note)
    if every:
        told = has_small_words(parse) and all(read(cure, state).problem for cure in every)
        return as_note(found, note) if somebody and (told or any(map(takes_out, every))) else found
    others = sentence_words(parse.text)[1:]
    if stops_of_verb(parse) & set(others) or (not somebody and any(word[0].isupper() for word in others)):
        return found
    if "“note” keeps" in (found.hint or "") or "keeps it as text" in (found.hint or ""):
        return found
    hint = f"{found.hint}; “{note}” keeps it as text" if found.hint else f"“{note}” keeps it as text"
    return evolve(found, typed="", choices=(), advice=hint)


def as_note(found: Misreading, note: str) -> Misreading:
    """Return the problem with nothing but a note as its cure."""
    return evolve(found, typed="", choices=(), cures=(note,), advice=None, several=False)


def note_of_sentence(parse: Parse, state: State | None) -> str | None:
    """Return a note of a sentence that was read as a command and refused, such as “help is on the way”, or None."""
    if not may_be_sentence(parse.text) or not has_small_words(parse) or (state and names_somebody(parse, state)):
        return None
    keywords = (parse.text[mark.start : mark.end].casefold() for mark in parse.marks if mark.role == "keyword")
    if "because" in keywords:
        return None  # its small words are the reason's
    return f"note {parse.text.strip()}"


def may_be_sentence(text: str) -> bool:
    """Return whether a text may be a sentence: enough words, and nothing else."""
    fewest, words = FEWEST_WITH_STOP if ends_in_stop(text) else FEWEST_WORDS, sentence_words(text)
    is_words = all(SENTENCE_WORD.fullmatch(each) for each in text.split())
    return is_words and len(words) >= fewest and NEVER_TOLD_OF.isdisjoint(map(str.casefold, words))


def sentence_words(text: str) -> list[str]:
    """Return the words of a text without the signs around them."""
    found = (SENTENCE_WORD.fullmatch(each) for each in text.split())
    return [each["word"] for each in found if each and each["word"]]


def ends_in_stop(text: str) -> bool:
    """Return whether a text ends as a sentence does."""
    return text.rstrip().endswith(FULL_STOPS)


def names_somebody(parse: Parse, state: State) -> bool:
    """Return whether a line names something known, or somebody where it was not read as a name."""
    for mark in parse.marks:
        typed = fold_case(parse.text[mark.start : mark.end])
        if isinstance(mark.value, str) and not mark.open and mark.role not in NOT_NAMED and typed not in SMALL_WORDS:
            return True
    people = index_of(tuple(names.attendees_named(Scene(state))))
    return any(fold_case(word) in people.names for word in sentence_words(parse.text))


def begins_with_verb(parse: Parse) -> bool:
    """Return whether a line begins with a verb of a command, which more than a sentence does."""
    return parse.first.is_verb and parse.phrase is not None


def stops_of_verb(parse: Parse) -> frozenset[str]:
    """Return the words of the grammar in the lines of a line's verb, or of those that its first word begins."""
    return frozenset().union(*(phrase.stops for phrase in parse.first.usages))


def has_small_words(parse: Parse) -> bool:
    """Return whether a line has small words of a sentence that its verb's lines do not have.

    Once another word of the grammar was read, two are needed.
    """
    stops = stops_of_verb(parse)
    first, *others = sentence_words(parse.text)
    small = [word for word in others if word in SMALL_WORDS - stops]
    small += [first] if first.casefold() in SMALL_WORDS and not parse.first.is_verb else []
    return len(small) > any(mark.role == "keyword" for mark in parse.marks)


def is_inflected(found: Misreading, text: str) -> bool:
    """Return whether a verb with an ending stands in place of a word of the grammar: “session starts at dawn”."""
    verb = find_verb(found.typed) if found.typed else None
    return verb is not None and verb != fold_case(found.typed) and not SMALL_WORDS.isdisjoint(sentence_words(text))


def keeps(text: str, cure: str, state: State | None) -> bool:
    """Return whether a line is the typed one with one misspelled word put right, or with quotes round a new name."""
    typed, meant = text.split(), cure.split()
    if cure.replace('"', "").split() == typed:
        quoted = re.search(r'"([^"]*)"', cure)
        return quoted is None or not SMALL_WORDS & set(quoted[1].split()) or not quoted[1][:1].islower()
    if [word for word in typed if word != "and"] == meant:
        return True
    changed = [(before, after) for before, after in zip(typed, meant, strict=False) if before != after]
    if len(typed) != len(meant) or len(changed) != 1:
        return False
    before, after = changed[0]
    is_known = before.casefold() in SMALL_WORDS or is_head(before) or find_verb(before) is not None
    is_other = is_known or after.startswith(before) or after in SMALL_WORDS
    return not is_other and read(cure, state).problem is None


def accounts(parse: Parse, cure: str, state: State | None) -> bool:
    """Return whether a line accounts for each word of a sentence."""
    meant = read(cure, state)
    return meant.problem is None and account_for_cure(parse, meant, state) is not None


def takes_out(cure: str) -> bool:
    """Return whether a line takes somebody out of play."""
    return cure.split()[0] == "out"
