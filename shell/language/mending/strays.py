"""Explain stray words: articles, lone signs, misplaced numbers and modifiers."""

from __future__ import annotations

from engine.heads import is_head
from engine.refusal import ALIKE, nearest
from engine.rules.ladder import Ladder
from shell.language.grammar import usages
from shell.language.kinds.text import ARTICLES
from shell.language.mending.bad_line import BadLine
from shell.language.parse import Misreading
from shell.language.reader import Reader
from shell.language.reading import read_command


def explain_stray(line: BadLine) -> Misreading | None:
    """Explain a stray word, if the line reads without it or with it elsewhere."""
    if not line.before:
        return None
    return (
        explain_other_line(line)
        or explain_sign(line)
        or explain_article(line)
        or explain_count(line)
        or explain_difficulty(line)
        or explain_level(line)
        or explain_define(line)
    )


def explain_other_line(line: BadLine) -> Misreading | None:
    """Explain a new name in place of a known one, before a word of another usage line."""
    word = line.typed.casefold()
    for phrase in usages(line.phrase.head):
        if phrase is line.phrase or word not in phrase.stops or not line.takes(phrase.cls):
            continue
        problem = Reader(phrase, line.text, line.parse.first, line.state, read_command=read_command).run().problem
        if problem and problem.refused and any(mark.open and mark.start == problem.start for mark in line.before):
            return problem
    return None


def explain_sign(line: BadLine) -> Misreading | None:
    """Explain a sign with a space between it and its number."""
    start = line.before[-1].start if line.typed.isdigit() else line.problem.start
    sign = line.text[start : start + 1]
    cure = f"{line.text[: start + 1]}{line.text[start + 1 :].lstrip()}"
    if sign not in ("+", "-", "−") or cure == line.text or not line.reads(cure):
        return None
    said = f"“{sign}” stands right before its number, without a space"
    return line.advise(cure, said=said, start=start, end=start + 1)


def explain_article(line: BadLine) -> Misreading | None:
    """Explain an article before a name."""
    last, text = line.before[-1], line.text
    if last.role in ("reason", "title"):  # which may begin with it
        return None
    spans = [(line.problem.start, line.problem.end), (last.start, last.end)]
    for start, end in spans:
        cure = f"{text[:start]}{text[end:].lstrip()}"
        if text[start:end].casefold() in ARTICLES and line.reads(cure):
            return line.advise(cure, said=f"names go without “{text[start:end]}”", start=start, end=end)
    return None


def explain_count(line: BadLine) -> Misreading | None:
    """Explain a number after the thing that it counts, or after a step up or down."""
    if not line.typed.isdigit():
        return None
    last, text = line.before[-1], line.text
    word = text[last.start : last.end]
    if word.casefold() in ("up", "down"):
        return line.advise(said=f"“{word}” is one step", advice="type the line once for each step")
    cure = f"{text[: last.start]}{line.typed} {text[last.start : last.end]}{text[line.problem.end :]}"
    if not line.reads(cure):
        return None
    return line.advise(cure, said=f"“{line.typed}” stands before what it counts")


def explain_difficulty(line: BadLine) -> Misreading | None:
    """Explain a modifier in the place of the difficulty."""
    last, text = line.before[-1], line.text
    modifier = text[last.start : last.end]
    if last.field != "difficulty" or modifier[0] not in "+-−" or line.problem.wanted:
        return None
    cure = f"{text[: last.start]}{line.typed} {modifier}{text[line.problem.end :]}"
    said = f"“{modifier}” stands in the place of the difficulty"
    advice = f"a difficulty comes first: vs DIFFICULTY {modifier} {line.typed}"
    return line.advise(*filter(line.reads, [cure]), said=said, advice=advice)


def explain_level(line: BadLine) -> Misreading | None:
    """Explain a misspelled level, if a character could stand there too."""
    if line.state is None or line.problem.wanted != "a character" or line.nearest_word():
        return None
    close = nearest(line.typed, Ladder.of(line.state.rules).levels, ALIKE)
    cure = f"{line.text[: line.problem.start]}{close}{line.text[line.problem.end :]}"
    said = f"“{line.typed}” is neither a level nor a character"
    return line.advise(cure, said=said) if close and line.accepts(cure) else None


def explain_define(line: BadLine) -> Misreading | None:
    """Explain “define” before a command that makes something by itself."""
    if [line.text[mark.start : mark.end].casefold() for mark in line.before] != ["define"] or not is_head(line.typed):
        return None
    cure = line.text[line.problem.start :]
    said = f"“{line.typed}” stands without “define”"
    return line.advise(cure, said=said, start=line.before[0].start) if line.accepts(cure) else None
