"""Explain lines that name several things in place of one, or join names wrongly."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.patterns import pattern
from engine.registry import LISTED
from engine.value import evolve
from shell.language.grammar import usages
from shell.language.kinds.text import spelled_name
from shell.language.mending.bad_line import BadLine
from shell.language.mending.slips import LIKE_ALL
from shell.language.nodes import Many, walk_nodes
from shell.language.parse import Misreading, say_misplaced, say_shared
from shell.language.reading import read

#: The most names between which commas are tried.
MOST_NAMES = 10

#: Words and signs with which people join names, or just a space.
BETWEEN = pattern(r"\s*,?\s+(?:and\s+|&\s*)?", re.IGNORECASE)

JOINED_WITH_COMMAS = "several names are joined with commas"
A_LINE_FOR_EACH = "type a line for each"
ALL_STANDS_ALONE = "“all” stands alone, without names"

#: What may stand behind the things of a line: whom they go to, or where from.
BEHIND_THINGS = pattern(r"\s(?:to|in|from)\s.*", re.IGNORECASE)

#: The words and signs that certainly join names.
AND = pattern(r"\s*,?\s+(?:and\s|&)", re.IGNORECASE)


def explain_several(line: BadLine) -> Misreading | None:
    """Explain an extra name, “all”, a comma or “and” in a line that takes one name, or wants commas."""
    if line.phrase.head.isupper():
        return explain_group(line)
    if not line.before:
        return explain_all(line) if line.typed.casefold() == "all" else None
    return (
        explain_all(line)
        or explain_joined(line)
        or explain_things(line)
        or (explain_comma(line) if line.typed == "," else explain_and(line))
    )


def explain_group(line: BadLine) -> Misreading | None:
    """Explain a second name in a line without a verb, where commas make a group of several."""
    first, *others = line.text.split()
    cures = (f"{', '.join([first, *others[:more]])} {' '.join(others[more:])}" for more in range(1, len(others)))
    cure = next(filter(line.reads, cures), None)
    return line.advise(cure, said=JOINED_WITH_COMMAS) if cure else None


def explain_all(line: BadLine) -> Misreading | None:
    """Explain “all” beside names, or where the line is for one character."""
    head, text = line.phrase.head, line.text
    cure = name_all(line)
    if cure:
        return line.advise(cure, said=ALL_STANDS_ALONE)
    unknown = find_unknown(line)
    if unknown is not None:
        return unknown
    if re.match(rf"\s*{head} .*?\ball\b", text[: line.problem.end], re.IGNORECASE):
        alone = (f"{head} all {rest}" for rest in endings(text[line.problem.end :]))
        cure = next((each for each in alone if line.accepts(each)), None)
        if cure and names_of_all(line):
            return line.advise(cure, said=ALL_STANDS_ALONE)
    if line.typed.casefold() not in ("all", *LIKE_ALL) or line.problem.wanted != "a character" or takes_many(line):
        return None
    if line.phrase.cls in LISTED:
        return name_everybody(line)
    return line.advise(said=f"{say_misplaced(line.typed)}: {say_for_one(line, 'character')}", advice=A_LINE_FOR_EACH)


def name_everybody(line: BadLine) -> Misreading:
    """Explain “all” in a line that takes a list of names, with the line that names every player character."""
    head, problem = line.phrase.head, line.problem
    said = f"{say_misplaced(line.typed)}: {head} takes names, with commas between"
    if head == "sheet":
        return line.advise(said=said, advice="“party” shows everybody")
    sheets = line.state.sheets.values() if line.state else ()
    every = [spelled_name(each.name) for each in sheets if each.kind == "pc"]
    cure = f"{line.text[: problem.start]}{', '.join(every)}{line.text[problem.end :]}"
    is_free = any(mark.role == "text" for mark in read(cure, line.state).marks)  # as in “all bandits”
    fits = 0 < len(every) <= MOST_NAMES and not is_free and line.accepts(cure)
    return line.advise(*[cure] if fits else [], said=said)


def names_of_all(line: BadLine) -> bool:
    """Return whether “all” includes everybody named up to the problem."""
    names = re.split(r"\s*,\s*|\s+and\s+|\s+", line.text[: line.problem.end].strip(" ,"))[1:]
    found = [read(f"sheet {name}", line.state) for name in names if name.casefold() != "all"]
    party = line.state.sheets if line.state else {}
    return all(each.problem is None and party[each.values["who"]].kind == "pc" for each in found)


def name_all(line: BadLine) -> str | None:
    """Return the line with everybody's name for “all”, or None if it reads no better.

    It applies to lines in which other people get another number.
    """
    first, _, rest = line.text.strip().partition(" ")
    parts = [part.split() for part in rest.split(",")]
    if line.state is None or any(len(part) < 2 for part in parts) or not any(map(is_for_all, parts)):
        return None
    sheets = [read(f"sheet {' '.join(part[:-1])}", line.state) for part in parts]
    if any(sheet.problem and not is_for_all(part) for sheet, part in zip(sheets, parts, strict=True)):
        return None
    named = [sheet.values.get("who") for sheet in sheets]
    party = [sheet.name for sheet in line.state.sheets.values() if sheet.kind == "pc" and sheet.name not in named]
    every = [
        f"{spelled_name(name)} {part[-1]}"
        for who, part in zip(named, parts, strict=True)
        for name in (party if is_for_all(part) else [str(who)])
    ]
    cure = f"{first} {', '.join(every)}"
    return cure if line.accepts(cure) else None


def find_unknown(line: BadLine) -> Misreading | None:
    """Return the problem of an unknown name in a list with “all”, or None."""
    parts = list(re.finditer(r"(?:^\s*\w+\s+|,\s*)([^,]+?)\s+\d+(?=\s*,|\s*$)", line.text))
    if len(parts) < 2 or not any(part[1].casefold() == "all" for part in parts):
        return None
    for part in parts:
        found = read(f"sheet {part[1]}", line.state).problem if part[1].casefold() != "all" else None
        if found is not None:
            return evolve(found, start=part.start(1), end=part.end(1), unfinished=False)
    return None


def is_for_all(part: list[str]) -> bool:
    """Return whether a part of a list is “all” and a number."""
    return len(part) == 2 and part[0].casefold() == "all" and part[1].lstrip("+-−").isdecimal()


def endings(text: str) -> Iterator[str]:
    """Yield the ends of a text, each from the start of a word, longest first and an empty one last."""
    for word in re.finditer(r"\S+", text):
        yield text[word.start() :]
    yield ""


def takes_many(line: BadLine) -> bool:
    """Return whether a usage of the command takes several characters."""
    nodes = [node for phrase in usages(line.phrase.head) for node in walk_nodes(phrase.body)]
    return any(isinstance(node, Many) and node.slot.name == "character" and not node.each for node in nodes)


def explain_joined(line: BadLine) -> Misreading | None:
    """Explain names joined by “and” or by nothing, if the grammar has commas."""
    text, parse = line.text, line.parse
    for _ in range(MOST_NAMES):
        marks = [mark for mark in parse.marks if mark.role == "character"]
        found = BETWEEN.match(text, marks[-1].end) if marks else None
        joined = f"{text[: found.start()]}, {text[found.end() :]}" if found else text
        if joined == text:  # no further name stands behind the comma
            return None
        text, parse = joined, read(joined, line.state, line.takes)
        if line.is_read_by(parse):
            other = line.insert("by") if "by" in line.wanted_words() else ""
            both = [each for each in (text, other) if each and line.accepts(each)]
            if len(both) > 1:
                return line.advise(*both, said=say_shared(line.typed, ["one more name", "who does it"]), several=True)
            return line.advise(text, said=JOINED_WITH_COMMAS)
    return None


def explain_things(line: BadLine) -> Misreading | None:
    """Explain a second thing in a line that takes one, with the line for the first."""
    if line.before[-1].role != "item" or line.typed.casefold() not in (",", "and", "&", "+"):
        return None
    after = BEHIND_THINGS.search(line.text, line.problem.end)
    first = f"{line.text[: line.problem.start].rstrip()}{after[0] if after else ''}"
    is_person = read(f"sheet {line.text[line.problem.end :].strip()}", line.state).place("who") is not None
    if is_person or not line.accepts(first):
        return None
    said = f"{say_misplaced(line.typed)}: {line.phrase.head} takes one thing"
    return line.advise(said=said, advice=f"{A_LINE_FOR_EACH}, the first: {first}")


def explain_comma(line: BadLine) -> Misreading | None:
    """Explain a comma between opponents, or in a line that takes one name."""
    role = line.before[-1].role
    if role not in ("character", "ability"):
        return None
    before, after = line.text[: line.problem.start].rstrip(), line.text[line.problem.end :].strip()
    if any(isinstance(node, Many) and node.separator == "vs" for node in walk_nodes(line.phrase.body)):
        others = [(rest, after.removesuffix(rest).rstrip()) for rest in endings(after)][1:-1]
        lines = [*(f"{before} {rest} vs {other}" for rest, other in others), f"{before} vs {after}"]
        cure = next(filter(line.reads, lines), None)
        return line.advise(*[cure] if cure else [], said="vs stands between the two, not a comma", advice=line.usage())
    return line.advise(
        said=f"{say_misplaced(',')}: {say_for_one(line, role)}", advice=a_line_for_each(line, before, after)
    )


def explain_and(line: BadLine) -> Misreading | None:
    """Explain “and” between characters in a line that takes one."""
    last = next((mark for mark in reversed(line.before) if mark.role == "character"), None)
    found = AND.match(line.text, last.end) if last else None
    if last is None or found is None or takes_many(line):
        return None
    after = line.text[found.end() :].strip()
    name = read(f"sheet {after}", line.state).place("who")
    if name is None:
        return None
    start = found.end() - len(found[0].lstrip(" ,"))
    advice = a_line_for_each(line, line.text[: last.end], after)
    said = f"{say_misplaced('and')}: {say_for_one(line, 'character')}"
    return line.advise(said=said, advice=advice, start=start, end=start + len(found[0].strip(" ,")))


def say_for_one(line: BadLine, role: str) -> str:
    """Return that the command is for one of its kind."""
    return f"{line.phrase.head} is for one {role}"


def a_line_for_each(line: BadLine, before: str, after: str) -> str:
    """Return the advice to type a line for each name, showing the first of these lines if it reads."""
    lines = (f"{before} {rest}".strip() for rest in [*endings(after)][1:])
    first = next((each for each in lines if line.accepts(each)), None)
    return f"{A_LINE_FOR_EACH}, the first: {first}" if first else A_LINE_FOR_EACH
