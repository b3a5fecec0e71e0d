"""Refuse lines that read, and would most likely record something else than was meant."""

from __future__ import annotations

from collections.abc import Iterator

from engine.state import State
from engine.text import article
from engine.value import evolve
from shell.language import names
from shell.language.kinds.text import fold_case, spelled_name
from shell.language.parse import Misreading, Parse, Scene, Span

#: The commands that are asked about, and the lines that set a value of another kind than a characteristic.
DOUBTED = frozenset({"trait", "set"})
SETS = {"trait": "trait {who} {name} {value}", "counter": "status {who} {name} = {value}"}
SETS["status"] = "status {who} {name} {value}"
SETS["track"] = "mark {who} {value} {name}"


def refuse_doubt(parse: Parse, state: State | None) -> Parse:
    """Return a reading, refused if it says one thing and most likely means another."""
    who = parse.values.get("who")
    if state is None or parse.phrase is None or parse.phrase.head not in DOUBTED or who not in state.sheets:
        return parse
    find = find_doubtful_level if parse.phrase.head == "trait" else find_namesakes
    problem = next(find(parse, state, str(who)), None)
    return evolve(parse, problem=problem) if problem else parse


def find_doubtful_level(parse: Parse, state: State, who: str) -> Iterator[Misreading]:
    """Yield the problem of a level behind a plus, for a trait that has a level: it may be a step from that one.

    A minus is no such sign: a level below zero has one in a script too.
    """
    sheet, trait = state.sheets[who], ""
    for mark in parse.marks:
        typed = parse.text[mark.start : mark.end]
        trait = mark.value if mark.inner == "trait" else trait
        if mark.inner != "level" or typed[0] != "+" or not sheet.is_trained(trait):
            continue
        level = level_of(state, who, trait)
        said = f"{trait} is {level}, and “{typed}” could be a step from that or the level itself"
        cures = (put_level(parse, mark, level + mark.value), put_level(parse, mark, mark.value))
        yield Misreading(mark.start, mark.end, said, cures=cures, refused=True, several=True)


def level_of(state: State, who: str, trait: str) -> int:
    """Return the level that a character has in a trait."""
    from engine.rules.growth import standing_of  # few lines give a level again

    return standing_of(state.rules, state.sheets[who].practice[trait], trait).level


def put_level(parse: Parse, mark: Span, level: int) -> str:
    """Return the line with another level in the place of one."""
    return f"{parse.text[: mark.start]}{level}{parse.text[mark.end :]}".strip()


def find_namesakes(parse: Parse, state: State, who: str) -> Iterator[Misreading]:
    """Yield the problem of a characteristic with the name of an ability, a status, a counter or a track."""
    typed, place = str(parse.values.get("name", "")), parse.place("name")
    if place is None or typed in state.sheets[who].characteristics:
        return
    for name, kinds in names.everything(Scene(state)).items():
        kind = next((each for each in kinds.split(", ") if each in SETS), None)
        if kind is not None and fold_case(name) == fold_case(typed):
            value = parse.values["text"]
            line = SETS[kind].format(who=spelled_name(who), name=spelled_name(name), value=value)
            said = f"{name} is {article('ability' if kind == 'trait' else kind)}"
            yield Misreading(*place, said, cures=(line,), refused=True, sure=True)
