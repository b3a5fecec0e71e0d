"""Explain slips: words twice, too many, out of order, or for others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from engine.patterns import pattern
from engine.text import in_quotes
from shell.language.kinds.plausible import JOINING, LIKE_VS, NUMBER_WORDS, split_words
from shell.language.kinds.text import fold_case
from shell.language.mending.bad_line import BadLine
from shell.language.mending.related import DICE_IN_WORDS, PARTED_DICE
from shell.language.names import sheets
from shell.language.parse import Misreading, Scene, say_misplaced
from shell.language.plain.words import FOR_ALL
from shell.language.reading import read

#: A repeated word.
TWICE = pattern(r"(?<!\S)(\S+)\s+(?=(\S+))\1(?!\S)", re.IGNORECASE)

#: A word or sign for “vs”.
OTHER_VS = pattern(rf"(?<!\S)(?:{'|'.join(map(re.escape, [*sorted(LIKE_VS), 'at', ':']))})(?!\S)", re.IGNORECASE)

#: “vs” without a space behind it.
JOINED_VS = pattern(r"(?<!\S)vs?\.?(?=\d)", re.IGNORECASE)

#: A text in single quotes.
SINGLE = pattern(r"(?<!\S)['‘‚‹]([^'‘’›\"]+)['’‘›](?![^\s,:=])")

#: A number as a word.
SPELLED_NUMBER = pattern(rf"(?<!\S)(?:{'|'.join(NUMBER_WORDS)})(?!\S)", re.IGNORECASE)

#: A possessive ending, which is no part of a name.
OWNED = pattern(r"(?<=\w)['’]s(?!\S)")

#: A sign as a word.
SPELLED_SIGN = pattern(r"(?<!\S)(plus|minus)\s+(?=\d)", re.IGNORECASE)

#: Separators of a list that people type for commas, and commas.
SEPARATED = pattern(r"\s*,?\s+(?:and|&|\+|plus)\s+|\s*[;/]\s*", re.IGNORECASE)
COMMAS = pattern(r"\s*,\s*")

#: Small words that people add to a line.
SMALL = JOINING | split_words("against using does gets who as into -> => . ! ? … ; :")

#: Other words for “all”.
LIKE_ALL = FOR_ALL | {"party"}

#: The most words of a line that are moved.
MOST_MOVED = 12


def digits_of(found: re.Match[str]) -> str:
    """Return a spelled number in digits."""
    return str(NUMBER_WORDS[found[0].casefold()])


def dice_of(found: re.Match[str]) -> str:
    """Return dice whose number is spelled in digits."""
    return f"{NUMBER_WORDS[found[1].casefold()]}{found[2]}"


def spelled_sign(found: re.Match[str]) -> str:
    """Return the sign that a word stands for."""
    return "+" if found[1].casefold() == "plus" else "-"


#: A thing's effect, written as properties are: “wand: A +1”.
LENT = pattern(r"\s*:\s*(?:A\s+)?(?=[+\-−]\d)", re.IGNORECASE)

#: What people put before a reason, or round it.
BECAUSE = pattern(r"(?<!\S)because\s+(?:of\s+)?", re.IGNORECASE)
BRACKETED = pattern(r"(?<!\S)\(([^()]+)\)\s*$")

#: A range, as people write it.
RANGE = pattern(r"(?<!\S)(\d+)\s*(?:-|–|—|to|…)\s*(\d+)(?!\S)", re.IGNORECASE)

#: A counter's move without a sign.
MOVES = pattern(r"(up|down)(?:\s+(?:by\s+)?(\d+))?(?!\S)", re.IGNORECASE)

#: A pattern for mistaken text, its replacement, and the explanation.
Replaced = tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str], str], ...]
REPLACED: Replaced = (
    (OTHER_VS, lambda found: "vs", "“vs” stands here, not “{0}”"),
    (JOINED_VS, lambda found: "vs ", "“vs” stands alone: “vs 3”"),
    (SPELLED_SIGN, spelled_sign, "a sign stands before a number: {1}, not “{0}”"),
    (OWNED, lambda found: "", "names go without “{0}”"),
    (SINGLE, lambda found: in_quotes(found[1]), "double quotes stand round a name, not {0}"),
    (SPELLED_NUMBER, digits_of, "numbers are typed in digits: {1}, not “{0}”"),
    (DICE_IN_WORDS, dice_of, "the number of dice is typed in digits: {1}"),
    (PARTED_DICE, lambda found: f"{found[1]}{found[2]}", "dice are written without a space: {1}"),
    (BECAUSE, lambda found: "for ", "“for” leads to a reason, not “{0}”"),
    (BRACKETED, lambda found: f"for {found[1].removeprefix('for ')}", "“for” leads to a reason, not brackets"),
    (LENT, lambda found: " ", say_misplaced("{0}")),
    (RANGE, lambda found: f"{found[1]}..{found[2]}", "a range is written {1}, not “{0}”"),
)
JOINED: Replaced = (
    (SEPARATED, lambda found: ", ", "commas join the parts of a list, not “{0}”"),
    (COMMAS, lambda found: " and ", "“and” joins the parts of a list here, not a comma"),
)


def explain_slip(line: BadLine) -> Misreading | None:
    """Explain a word twice, or in the place of another."""
    for explain in (explain_twice, explain_steps, explain_replaced, explain_everybody, explain_full_stop):
        found = explain(line)
        if found is not None:
            return found
    return None


def explain_misfit(line: BadLine) -> Misreading | None:
    """Explain a small word too many, or words in the wrong order."""
    for explain in (explain_separators, explain_no_reason, explain_preposition, explain_late, explain_order_of_two):
        found = explain(line)
        if found is not None:
            return found
    return None


def explain_twice(line: BadLine) -> Misreading | None:
    """Explain a word that was typed twice, one after the other."""
    if line.typed.casefold() in line.keywords():
        return None
    for found in TWICE.finditer(line.text, 0, line.problem.end):
        cure = f"{line.text[: found.end(1)]}{line.text[found.end() :]}"
        if line.reads(cure):
            cures = () if any(map(str.isdigit, found[1])) else (cure,)  # two numbers may say two things
            said = f"“{found[1]}” is there twice"
            return line.advise(*cures, said=said, advice=None, start=found.start(2), end=found.end())
    return None


def explain_steps(line: BadLine) -> Misreading | None:
    """Explain “up” or “down” for a counter, which moves by a number."""
    text, start = line.text, line.problem.start
    found = MOVES.match(text, start)
    if found is None:
        return None
    moved = f"{'+' if found[1].casefold() == 'up' else '−'}{found[2] or 1}"
    cure = f"{text[:start]}{moved}{text[found.end() :]}"
    said = f"a counter moves by a number with its sign, not “{found[0]}”"
    if read(cure, line.state, line.takes).problem:
        return None
    return line.advise(*filter(line.accepts, [cure]), said=said, end=found.end())


def explain_everybody(line: BadLine) -> Misreading | None:
    """Explain another word for “all”."""
    if line.typed.casefold() not in LIKE_ALL:
        return None
    cure = f"{line.text[: line.problem.start]}all{line.text[line.problem.end :]}"
    return line.advise(cure, said=f"“all” is everybody here, not “{line.typed}”") if line.accepts(cure) else None


def explain_full_stop(line: BadLine) -> Misreading | None:
    """Explain a full stop, or the like, right behind the last word."""
    text = line.text.rstrip()
    cure = text.rstrip(".!;,")
    if cure == text or not line.reads(cure):
        return None
    sign = text[len(cure) :]
    return line.advise(cure, said=f"“{sign}” ends no line", start=len(cure), end=len(text))


def explain_replaced(line: BadLine, replaced: Replaced = REPLACED) -> Misreading | None:
    """Explain a word or sign for which the grammar has another."""
    for replacing, replace, said in replaced:
        found = replacing.search(line.text)
        cure = replacing.sub(replace, line.text)
        if found and line.reads(cure):
            word = found[0].strip()
            start = line.text.index(word, found.start())
            return line.advise(cure, said=said.format(word, replace(found)), start=start, end=start + len(word))
    return None


def explain_separators(line: BadLine) -> Misreading | None:
    """Explain a list that the grammar joins otherwise, except right behind the command."""
    only_command = [mark.role for mark in line.before] == ["command"]
    return None if only_command else explain_replaced(line, JOINED)


def explain_preposition(line: BadLine) -> Misreading | None:
    """Explain a small word too many, or one for another."""
    text, problem = line.text, line.problem
    if line.phrase.line == line.phrase.head:
        return None
    spans = [(problem.start, problem.end)]
    spans += [(mark.start, mark.end) for mark in line.before[-1:] if mark.role not in ("reason", "command")]
    for start, end in spans:
        typed = text[start:end]
        if typed.casefold() not in SMALL or typed.casefold() in line.phrase.stops:
            continue
        wanted = "=" if "=" in (problem.wanted or "") else problem.wanted or ""
        cures = [f"{text[:start]}{wanted}{text[end:]}"] if wanted in line.phrase.stops else []
        for cure in (*cures, f"{text[:start]}{text[end:].lstrip()}"):
            if line.reads(cure):
                said = f"“{wanted}” stands here, not “{typed}”" if cure in cures else say_misplaced(typed)
                return line.advise(cure, said=said, start=start, end=end)
    return None


def explain_no_reason(line: BadLine) -> Misreading | None:
    """Explain a reason at the end of a line that takes none."""
    before = line.text[: line.problem.start].rstrip()
    if line.typed.casefold() != "for" or "for" in line.phrase.stops or read(before, line.state, line.takes).problem:
        return None
    if line.text[line.problem.start :].split()[1:] == ["players"]:
        said = f"“{line.phrase.head}” shows what the GM sees"
        return line.advise(said=said, advice="“help recap” says what players get")
    said = f"“{line.phrase.head}” takes no reason"
    works = f"“{before.strip()}” works; " if line.accepts(before) else ""
    return line.advise(said=said, advice=f"{works}“note” keeps the reason")


def explain_late(line: BadLine) -> Misreading | None:
    """Explain an option of the character's after “vs”."""
    against = re.search(r"\svs?\s", line.text[: line.problem.start], re.IGNORECASE)
    if against is None or line.typed.casefold() not in line.phrase.stops:
        return None
    before, after = line.text[: against.start()], line.text[against.start() : line.problem.start].rstrip()
    words = list(re.finditer(r'"[^"]*"|\S+', line.text[line.problem.start :]))
    for word in words[1:MOST_MOVED]:
        at = line.problem.start + word.end()
        cure = f"{before} {line.text[line.problem.start : at]}{after}{line.text[at:]}"
        if line.reads(cure):
            return line.advise(cure, said=f"“{line.typed}” stands before “vs”")
    if line.problem.wanted is None or "level" not in line.problem.wanted or line.typed.casefold() == "vs":
        return None
    cure = f"{before.strip()} {line.text[line.problem.start :].strip()}"
    if read(f"{cure} vs 0", line.state, line.takes).problem:
        return None
    said = f"“{line.typed}” stands before “vs”, and a difficulty behind it"
    return line.advise(said=said, advice=f"type {cure} vs DIFFICULTY")


def explain_order_of_two(line: BadLine) -> Misreading | None:
    """Explain a character, or another word, after its successor."""
    if line.nearest_word() or line.problem.wanted is None:
        return None
    cure = next((each for each in reorder_words(line) if each != line.text and line.reads(each)), None)
    if cure is None:
        return None
    at = next(i for i, (one, other) in enumerate(zip(line.text, cure, strict=False)) if one != other)
    first = re.match(r"\S+", cure[cure.rfind(" ", 0, at) + 1 :])
    return line.advise(cure, said=f"“{first[0] if first else ''}” comes first")


def reorder_words(line: BadLine) -> Iterator[str]:
    """Yield the line with the next word, or a later character, moved forward."""
    before, words = line.text[: line.problem.start], line.text[line.problem.start :].split()
    who = {fold_case(name) for name in sheets(Scene(line.state))} | {"all"}
    for place, word in enumerate(words[1:MOST_MOVED], 1):
        if (place == 1 and word[0].isalnum()) or fold_case(word) in who:
            first = words[:place]
            joined = first[-1].casefold() in {"to", "for"} - line.phrase.stops
            for others in (first, first[:-1]) if joined else (first,):
                yield f"{before}{' '.join([word, *others, *words[place + 1 :]])}"
