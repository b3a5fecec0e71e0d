"""Find the commands that a word can begin by searching the rooms' files, to import only those."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from engine.patterns import pattern
from engine.registry import HEADED, SHORT_HEADS, SHORT_LINES, WHOLE_HEADS
from engine.rooms import ROOMS_FOLDER, room_by_room, rooms

#: Finds the words that the lines of a declared command begin with. A rule key or an option is no line.
FIRST_WORD = pattern(r'(?<!=)(?<!: )"(\w+)[ "]')
SHORT_WORD = pattern(r'short="([^"]+)"')


@cache
def declared_heads() -> dict[str, tuple[str, ...]]:
    """Return the words that begin commands, each with the modules that declare one.

    The files are searched and not imported, so a look at a sheet loads only commands that begin like it.
    """
    found: dict[str, dict[str, None]] = {}
    for module, declared in declarations():
        for head in FIRST_WORD.findall(declared):
            found.setdefault(head, {})[module] = None
    return {head: tuple(modules) for head, modules in found.items()}


@cache
def declaring_files() -> dict[str, bytes]:
    """Return the source of every file that declares commands, by its module."""
    files = {room: ROOMS_FOLDER / room / "commands.py" for room in rooms()}
    return {f"engine.concerns.{room}.commands": file.read_bytes() for room, file in files.items() if file.exists()}


@cache
def declarations() -> tuple[tuple[str, str], ...]:
    """Return what each command is declared with, and its module."""
    return tuple(
        (module, declared.partition(b")")[0].decode())
        for module, source in declaring_files().items()
        for declared in source.split(b"\n@command(")[1:]
    )


@cache
def declared_shorts() -> dict[str, str]:
    """Return the short first words that rooms declare, with their full words."""
    return {word: FIRST_WORD.findall(each)[0] for _, each in declarations() for word in SHORT_WORD.findall(each)}


@cache
def commands_in_short() -> tuple[type, ...]:
    """Return the commands with lines in the short tongue, importing their modules."""
    for module, source in declaring_files().items():
        if b"\n@in_short(" in source:
            import_module(module)
    return room_by_room(SHORT_LINES)


#: Words of the grammar that begin like a command by chance: “for the ford” copies no log.
NO_BEGINNINGS = frozenset({"for"})


def find_head(typed: str) -> str | None:
    """Return the first word of commands that a typed word means: as it is, in short, or begun; else None."""
    word = typed.casefold()
    if is_head(word):
        return {**declared_shorts(), **SHORT_HEADS}.get(word, word)
    if not word or word in NO_BEGINNINGS:
        return None
    heads = declared_heads().keys() | HEADED.keys()
    begun = [head for head in heads if head.startswith(word) and not is_whole_head(head)]
    return begun[0] if len(begun) == 1 else None


def is_head(typed: str) -> bool:
    """Return whether a word is the whole first word of commands, or its short form."""
    word = typed.casefold()
    return word in HEADED or word in declared_heads() or word in declared_shorts() or word in SHORT_HEADS


@cache
def declared_whole_heads() -> frozenset[str]:
    """Return the first words that rooms declare to count only if they are typed whole."""
    return frozenset(head for _, each in declarations() if "whole=True" in each for head in FIRST_WORD.findall(each))


def is_whole_head(word: str) -> bool:
    """Return whether a first word counts only if it is typed whole, so that an alias may take it."""
    return word in declared_whole_heads() or word in WHOLE_HEADS


def commands_with(head: str) -> tuple[type, ...]:
    """Return the commands that begin with a word, importing their modules."""
    for module in declared_heads().get(head, ()):
        import_module(module)
    return tuple(HEADED.get(head, ()))
