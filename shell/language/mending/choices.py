"""List what can stand at a problem's place, and find whose name was typed."""

from __future__ import annotations

from engine.rules.ladder import Ladder
from engine.text import article, join_names
from shell.language import names
from shell.language.kinds.known import list_few
from shell.language.kinds.text import fold_case
from shell.language.lookup import index_of
from shell.language.mending.bad_line import BadLine, say_order
from shell.language.nodes import Slot
from shell.language.parse import Scene

#: Kinds with few names, which are listed if one is missing.
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

#: How many traits are shown if another was typed.
FEW_TRAITS = 5

#: The most things that are shown if another was typed. Of more, none are.
FEW_THINGS = 8

#: How many letters are certainly the beginning of a name.
SHORTEST_BEGINNING = 4


def list_names(line: BadLine) -> str | None:
    """Return the names that can stand at the problem's place, if they are few and of a kind to choose from."""
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
    """Return the words of the ladder, highest first, if a level is wanted."""
    wanted = (line.problem.wanted or "").split(" or ")
    is_difficulty = line.phrase.head.isupper() and wanted == ["a character"]
    if line.state is None or not (is_difficulty or ("a level" in wanted and not line.problem.advice)):
        return None
    words = list(dict.fromkeys(Ladder.of(line.state.rules).levels))
    if is_difficulty:
        return f"a difficulty is {'a level, ' * bool(words)}a number, or a character with a trait"
    return list_few([*words, "a number", *(each for each in wanted if each != "a level")]) if words else None


def list_belongings(line: BadLine) -> str | None:
    """Return the things that a character carries, if a missing one was named."""
    who = line.parse.values.get("who")
    if line.problem.wanted != "an item" or not isinstance(who, str):
        return None
    if not line.problem.choices:
        return f"{who} carries nothing"
    return f"{who} carries {', '.join(line.problem.choices)}" if len(line.problem.choices) <= FEW_THINGS else None


def find_namesake(line: BadLine) -> str | None:
    """Return what else has a typed name, if the name was not to be there.

    The needs of a goal are typed only to be met, and those here are met already.
    """
    known = names.everything(Scene(line.state))
    index, key = index_of(tuple(known)), fold_case(line.typed)
    begun = index.find_begun(key) if len(key) >= SHORTEST_BEGINNING else []
    name = index.names.get(key) or (begun[0] if len(begun) == 1 else None)
    if name is None or known[name] == "need":
        return None
    said = line.typed if key in index.names else f"{line.typed}, short for {name},"
    return f"{said} is {article(known[name])}; {say_order(line.usage())}"
