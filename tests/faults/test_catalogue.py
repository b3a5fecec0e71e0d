"""Test that the catalogue of messages holds every refusal that the source can word.

A place that words a refusal is found in the source: a call of one of `WORDED`, with the text in an argument. Its fixed
words must be found in the catalogue in that order. A text that only passes through a place is worded elsewhere.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CATALOGUE = Path(__file__).with_name("messages")

#: What makes a refusal, and which of its arguments is the text.
WORDED = {"Refused": 0, "LogError": 0, "Wrong": 0, "CallError": 0, "Misreading": 2, "wrong": 1, "unknown": 0}

#: Where a text is wrapped: what stands before and after it.
WRAPPED = {"unknown": ("no ", " “")}

#: Where the words of a refusal are tried by tests of their own, file by file.
TRIED_ELSEWHERE = {
    "shell/serving/taking.py": "tests/live takes players' lines that wait no more, or whose difficulty is not said",
    "replay/bring/amounts.py": "tests/bring brings in files with what it refuses",
    "replay/bring/dates.py": "tests/bring brings in files with what it refuses",
    "replay/bring/decode.py": "tests/bring brings in files with what it refuses",
    "replay/bring/notes.py": "tests/bring brings in files with what it refuses",
    "replay/bring/people.py": "tests/bring brings in files with what it refuses",
    "replay/bring/plan.py": "tests/bring brings in files with what it refuses",
    "replay/bring/sheet.py": "tests/bring brings in files with what it refuses",
    "replay/bring/table.py": "tests/bring brings in files with what it refuses",
    "replay/bring/xp_lists.py": "tests/bring brings in files with what it refuses",
    "replay/files/jsonl.py": "tests/files/test_hostile.py forges a line for each",
    "engine/store/postgres_server.py": "tests/server asks for what is not there",
    "engine/store/postgres_connecting.py": "tests/server asks for what is not there",
    "engine/store/postgres_place.py": "tests/server tries each on a real server",
    "engine/store/postgres_schema.py": "tests/server tries each on a real server",
    "engine/store/postgres_log.py": "tests/server tries each on a real server",
    "replay/files/resend.py": "tests/server/test_resend.py loses events, and puts them back too late",
    "replay/files/players_proof.py": "tests/files/test_players_copy.py changes a copy in each way",
    "shell/render/phones.py": "tests/live/test_serving.py serves pages, and brings about each",
}

#: Words of the refusals that no evening brings about, by the reason.
UNREACHED = {
    "tests/live takes a player's line twice": ("this line was taken already",),
    "the tests of lists, prose, names and bringing in type it": (
        "which is read as a number or a time",
        "could be a step from that or the level itself",
        " does not begin with a comma",
        "is a thing with its count",
        "this means something else for {name} than for",
        "one command a line",
        "which takes any text",
        "or a word of a sentence",
        "this tool takes no such command",
        "there is no campaign yet to bring it into",
        "is for a file that ends in {ending}",
        "is a log, which is imported as it is",
    ),
    "only a forged event or a damaged file has it": (
        "a campaign begins only once",
        "XP are not taken as",
        "is not the name of a file",
        "no file holds fewer rows",
        "{day}” is not a date",
        "a ship is an NPC",
        " box to ease",
        "a contest has two sides or more",
        "a seal takes a number from 0 to",
        "no clock is {minutes}",
        "dice were rolled, and there is no result",
        "it does not say what was signed",
        "its digest is that of other rules",
        "has begun already",
        " is out of range",
        "is impossible: ",
        "does not fit what was recorded before it",
        "a correction cannot be read",
        "has no events",
        " cannot be found'",
        "{log.name} has no #",
        "does not verify",
        "of {islands.place} can be saved",
        "#{award} cannot be spent on",
        ") is not on ",
        " has another result",
        " is no XP for missing with",
        " is not the state below ",
        "a countdown needs boxes",
        "a table needs rows",
        "{event.track} is not full",
        " boxes marked",
        " marked no box of ",
        "” is nothing that ends",
        "the two part ways after",
        "the rule growth is",
        "the rules lack",
        "'nobody'}'s goal",
        " paid for no such level of ",
        "the places are not those of the sides",
    ),
    "the input is longer than a page of the catalogue": (
        "sides are too many",
        "words are too many",
        "numbers is too long",
        "in one list are too many",
        "characters is too long",
        "values: the limit",
        "is too large for",
        "a line has at most",
        "are too many for one page",
    ),
    "a newer or an older program wrote the log": (
        "by a newer version of the program",
        "their hashes differ",
        "no event can be left out of a log",
    ),
    "the system has to fail": (
        "cannot be removed",
        "{NOTHING_RECORDED}",
        "there is no place for settings",
    ),
    "only a log on a server has it, which tests/server tries": ("is for its administrator to rescue",),
    "it depends on the day on which it is typed": ("{day} is still to come",),
    "links are laid by a test of the notes": ("is a link to another folder",),
    "another text takes its place before anybody reads it": ("” has no preview",),
    "no shell passes such a name on": ("is not a possible file name", "cannot be the name of a file"),
    "the grammar lets no such line through": (
        "a check needs a difficulty",
        "a contest needs two sides",
        "is not empty",
        "has nothing numbered",
        " does not lack ",
        "is none of the questions",
        " is not a key",
    ),
    "not brought about by typing so far": (
        "is the value of the rule",
        "cannot be changed",
        "shows 1 to 100, and",
        "has no die to roll",
    ),
}


def catalogue() -> str:
    """Return all that the catalogue holds, each text on one line."""
    return "\n".join(file.read_text("utf-8") for file in sorted(CATALOGUE.rglob("*.txt")))


def worded(tree: ast.AST) -> Iterator[tuple[int, str, ast.expr]]:
    """Yield the places that word a refusal: line, what makes it, and the text."""
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        for call in [node for node in ast.walk(function) if isinstance(node, ast.Call)]:
            name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
            if name in WORDED and len(call.args) > WORDED[name]:
                for text in texts(call.args[WORDED[name]], function):
                    yield call.lineno, name, text


def texts(said: ast.expr, function: ast.FunctionDef) -> Iterator[ast.expr]:
    """Yield the strings that an argument can be: its alternatives, or what its name was given in the function."""
    if isinstance(said, ast.IfExp):
        yield from texts(said.body, function)
        yield from texts(said.orelse, function)
    elif isinstance(said, ast.Name):
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and [getattr(t, "id", None) for t in node.targets] == [said.id]:
                yield from texts(node.value, function)
    elif isinstance(said, ast.JoinedStr) or (isinstance(said, ast.Constant) and isinstance(said.value, str)):
        yield said


def pattern(text: ast.expr) -> str:
    """Return an expression for a text, with anything for what is filled in."""
    parts = text.values if isinstance(text, ast.JoinedStr) else [text]
    return "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+?" for part in parts)


@cache
def missing() -> dict[str, str]:
    """Return the places whose text the catalogue lacks, by their text."""
    held, lacking = catalogue(), {}
    for file in sorted(path for part in ("engine", "replay", "shell") for path in (ROOT / part).rglob("*.py")):
        for line, name, text in worded(ast.parse(file.read_text("utf-8"))):
            before, after = WRAPPED.get(name, ("", ""))
            found = before + pattern(text) + after
            if len(re.findall("[a-z]", found)) > 3 and not re.search(found, held):
                lacking[ast.unparse(text)] = f"{file.relative_to(ROOT)}:{line}"
    return lacking


def excused(text: str) -> str | None:
    """Return the words by which a text is excused, if it is."""
    return next((words for each in UNREACHED.values() for words in each if words in text), None)


@pytest.mark.slow
@pytest.mark.rule("B4-30")
def test_the_catalogue_holds_every_refusal_that_can_be_worded() -> None:
    """Bring a missing one about in an evening of `messages/typed`, or add its words to `UNREACHED`."""
    lacking = {text: place for text, place in missing().items() if place.split(":")[0] not in TRIED_ELSEWHERE}
    assert {text: place for text, place in lacking.items() if excused(text) is None} == {}


@pytest.mark.slow
@pytest.mark.rule("B4-30")
def test_nothing_is_excused_that_the_catalogue_holds() -> None:
    used = {excused(text) for text in missing()}
    assert [words for each in UNREACHED.values() for words in each if words not in used] == []
