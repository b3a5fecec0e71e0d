"""Explain what a line lacks: a word in the middle, or more at its end."""

from __future__ import annotations

import re
from itertools import islice

from engine.registry import LISTED
from engine.value import evolve
from shell.language.furthest import AN_EVENT
from shell.language.grammar import Phrase, applies, stops_of, usages
from shell.language.kinds.text import spelled_name
from shell.language.manual import order
from shell.language.mending.bad_line import BadLine, say_order
from shell.language.mending.choices import find_namesake, list_names
from shell.language.nodes import Literal, Slot, spell_keyword
from shell.language.parse import Misreading
from shell.language.reading import read

#: The most places of a line in which a missing word is tried.
MOST_PLACES = 10

#: The number of latest rolls of which one that fits is advised, with the first of these endings that does.
LATEST_ROLLS = 10
ENDINGS = ("", " beyond", " +1")


def explain_missing_word(line: BadLine) -> Misreading | None:
    """Explain a word of the grammar that must precede the typed text."""
    words = [word for word in line.wanted_words() if word in re.split(", | or ", line.problem.wanted or "")]
    if (line.nearest_word() and not find_namesake(line)) or len(line.before) < 2:
        return None
    every = [insert_throughout(line, word) for word in words]
    cures = [whole for whole in every if line.reads(whole)]
    if not cures and every and line.problem.wanted in words and (refused := line.refusal_of(every[0])) is not None:
        return line.advise(said=refused.message, advice=refused.hint, refused=True)
    if cures and line.problem.wanted in words:
        return line.advise(*cures, said=f"“{words[0]}” is missing before “{line.typed}”")
    return line.advise(*cures) if cures else None


def insert_throughout(line: BadLine, word: str) -> str:
    """Return the line with a word inserted wherever it is missing."""
    text = line.insert(word)
    for _ in range(MOST_PLACES):
        again = read(text, line.state, line.takes).problem
        if again is None or again.wanted != word:
            break
        text = f"{text[: again.start]}{word} {text[again.start :]}"
    return text


def explain_order(line: BadLine) -> Misreading | None:
    """Explain a word of the grammar in the wrong place."""
    word = spell_keyword(line.typed)
    if not word.isalpha() or word in line.keywords():
        return None
    phrases = [phrase for phrase in usages(line.phrase.head) if line.takes(phrase.cls)]
    phrases = [phrase for phrase in phrases if applies(phrase, line.state) and begins_so(phrase, line.text)]
    alike = [phrase for phrase in phrases if word in stops_of(phrase)]
    if not alike:
        return None
    best = line.phrase if line.phrase in alike else alike[0]
    return line.advise(advice=say_order(order(best, word, [word, *line.text.casefold().split()])))


def begins_so(phrase: Phrase, text: str) -> bool:
    """Return whether the text begins with all the words that the usage line does."""
    words = re.match(r"[a-z ]*", phrase.line)
    head = words[0].split() if words else []
    return text.casefold().split()[: len(head)] == head


def explain_end(line: BadLine) -> Misreading:
    """Return the problem of a line that stops short, with all that it takes."""
    words, problem = line.wanted_words(), line.problem
    if (doubt := tell_level_or_roll(line)) is not None:
        return evolve(problem, advice=doubt)
    words = [word for word in words if word != "," or line.phrase.cls not in LISTED]  # one name is enough
    several = len(words) > 0 and problem.wanted not in words  # lines that part here
    shows = not several and " " in line.phrase.line
    whole = spell_out(line, words[0]) if not several and problem.wanted in words[:1] else None
    if line.keywords()[-1:] == ["last"] and problem.wanted == "a number":
        whole = f"{line.text.strip()} 1"
    if opposed := oppose(line):
        return line.advise(opposed)
    rolled = name_latest_roll(line) if AN_EVENT in (problem.wanted or "") else None
    advice = problem.advice or list_names(line) or rolled or (f"type {whole}" if whole else None)
    return evolve(problem, advice=advice or (line.usage() if shows else None))


def tell_level_or_roll(line: BadLine) -> str | None:
    """Return what a trait with = and a number may mean, if the line has no verb and no difficulty."""
    found = re.search(r"=\s*(\d+)\s*$", line.text) if line.phrase.head.isupper() else None
    named = [spelled_name(str(mark.value)) for mark in line.before if mark.role in ("character", "ability")]
    if found is None or len(named) != 2:
        return None
    name = " ".join(named)
    return f"“trait {name} {found[1]}” gives a level; “{name} vs DIFFICULTY = {found[1]}” is a roll of real dice"


def spell_out(line: BadLine, word: str) -> str | None:
    """Return the line with a missing word at its end, and with whatever must follow it."""
    nodes = line.phrase.body.nodes
    at = next((i for i, node in enumerate(nodes) if isinstance(node, Literal) and node.word == word), None)
    after = nodes[at + 1] if at is not None and at + 1 < len(nodes) else None
    if not isinstance(after, Slot) or after.phrase is not None or not word.isalpha():
        return None
    return f"{line.text.strip()} {word} {line.phrase.line.split(f' {word} ', 1)[1].split(' ', 1)[0]}"


def oppose(line: BadLine) -> str | None:
    """Return the line with “vs” before its last character, if that is a contest."""
    last = line.before[-1:]
    if not last or last[0].role != "character" or len(line.before) < 2:
        return None
    opposed = f"{line.text[: last[0].start]}vs {line.text[last[0].start :]}"
    return opposed if line.reads(opposed) else None


def name_latest_roll(line: BadLine) -> str | None:
    """Return the advice to type the line with the latest roll that it takes."""
    rolls = reversed(line.state.rolls) if line.state else iter(())
    latest = islice(rolls, LATEST_ROLLS)
    lines = (f"{line.text.strip()} #{number}{ending}" for number in latest for ending in ENDINGS)
    return next((f"type {each}" for each in lines if line.accepts(each)), None)
