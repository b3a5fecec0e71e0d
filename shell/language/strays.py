"""Explain stray words: articles, lone signs, numbers and modifiers.

Such a number is after what it counts, and such a modifier is misplaced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rules.ladder import Ladder
from engine.text import join_names
from shell.language.grammar import Literal, Slot, first_word, usages
from shell.language.kinds.known import list_few
from shell.language.kinds.text import ARTICLES
from shell.language.parse import Misreading
from shell.language.reading import Reader

if TYPE_CHECKING:
    from shell.language.mending import BadLine


#: Kinds with few names, which are listed where one is missing.
FEW_NAMES = frozenset(
    {
        "status",
        "state",
        "ready-made character",
        "counter",
        "track or state",
        "key",
        "countdown",
        "table",
        "ritual",
        "goal",
    }
)


#: So many traits are shown where another was typed.
FEW_TRAITS = 5


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
    )


def explain_other_line(line: BadLine) -> Misreading | None:
    """Explain a new name in place of a known one, before a word of another line.

    The word belongs to another usage line.
    """
    word = line.typed.casefold()
    start, end = first_word(line.text)
    for phrase in usages(line.phrase.head):
        if phrase is line.phrase or word not in phrase.stops or not line.takes(phrase.cls):
            continue
        problem = Reader(phrase, line.text, line.state, end).run(start).problem
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
    if last.role == "reason":
        return None
    spans = [(line.problem.start, line.problem.end), (last.start, last.end)]
    for start, end in spans:
        cure = f"{text[:start]}{text[end:].lstrip()}"
        if text[start:end].casefold() in ARTICLES and line.reads(cure):
            return line.advise(cure, said=f"names go without “{text[start:end]}”", start=start, end=end)
    return None


def explain_count(line: BadLine) -> Misreading | None:
    """Explain a number behind what it counts, or behind a step up or down."""
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


def list_names(line: BadLine) -> str | None:
    """Return the names that can stand at the problem's place, if they are few.

    They must be of a kind to choose from.
    """
    found: dict[str, None] = {}
    for want in line.parse.wants:
        node = want.node
        if want.at == line.problem.start and isinstance(node, Slot) and node.kind and node.name in FEW_NAMES:
            found |= dict.fromkeys(node.kind.offers(want.scene))
    if not found:
        return None
    return list_few(found)


def list_traits(line: BadLine) -> str | None:
    """Return the traits of the character that a line begins with, and the states."""
    who = line.parse.values.get("who")
    sheet = line.state.sheets.get(who) if line.state and isinstance(who, str) else None
    if sheet is None or not line.phrase.head.isupper() or "an ability" not in (line.problem.wanted or ""):
        return None
    traits = [name for name in sheet.practice if sheet.is_trained(name)]
    more = [f"{len(traits) - FEW_TRAITS} more"] if len(traits) > FEW_TRAITS + 1 else traits[FEW_TRAITS:]
    has = f"{sheet.name} has {join_names([*traits[:FEW_TRAITS], *more])}" if traits else ""
    return "; ".join(filter(None, (has, list_names(line))))


def list_ladder(line: BadLine) -> str | None:
    """Return the words of the ladder where a level is wanted, from the highest down."""
    wanted = (line.problem.wanted or "").split(" or ")
    is_difficulty = line.phrase.head.isupper() and wanted == ["a character"]
    if line.state is None or not (is_difficulty or ("a level" in wanted and not line.problem.advice)):
        return None
    words = list(dict.fromkeys(Ladder.of(line.state.rules).levels))
    if is_difficulty and not words:
        return "a difficulty is a number, or a character with a trait"
    return list_few([*words, "a number", *(each for each in wanted if each != "a level")]) if words else None


def spell_out(line: BadLine, word: str) -> str | None:
    """Return the line with a missing word at its end, and with what must follow it."""
    nodes = line.phrase.body.nodes
    at = next((i for i, node in enumerate(nodes) if isinstance(node, Literal) and node.word == word), None)
    after = nodes[at + 1] if at is not None and at + 1 < len(nodes) else None
    if not isinstance(after, Slot) or after.phrase is not None or not word.isalpha():
        return None
    return f"{line.text.strip()} {word} {line.phrase.line.split(f' {word} ', 1)[1].split(' ', 1)[0]}"
