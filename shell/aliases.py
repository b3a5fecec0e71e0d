"""The user's aliases for the beginning of a line, at the prompt and for one command, never in a script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.heads import is_head, is_whole_head

#: An example for the settings' file.
EXAMPLE = '[aliases] with lines such as brawl = "fight start"'


def expand_alias(line: str, aliases: Mapping[str, str]) -> str:
    """Return a line with its leading alias written out, if it has one.

    >>> expand_alias("hey you", {"hey": "note hey"})
    'note hey you'
    """
    first, space, rest = line.lstrip().partition(" ")
    whole = aliases.get(first.casefold())
    return line if whole is None else f"{whole}{space}{rest}"


def sound_aliases(found: object) -> dict[str, str]:
    """Return the usable aliases of a settings' file, in lower case."""
    if not isinstance(found, dict):
        return {}
    return {name.casefold(): whole.strip() for name, whole in found.items() if why_not(name, whole) is None}


def alias_problems(found: object) -> Iterator[str]:
    """Yield the problems with the aliases of a settings file, and the later commands that they hide."""
    if not isinstance(found, dict):
        yield f"aliases cannot be {str(found)[:80]!r}: it is {EXAMPLE}"
        return
    for name, whole in found.items():
        if (why := why_not(name, whole)) is not None:
            yield f"alias {name!r} {why}"
        elif is_head(name):
            yield f"your alias “{name.casefold()}” hides a newer command of that name"


def why_not(name: str, whole: object) -> str | None:
    """Return why a word cannot be an alias, or None if it can."""
    if not name[:1].isalpha() or len(name.split()) != 1 or not name.isprintable():
        return "is not one word that begins with a letter"
    if is_head(name) and not is_whole_head(name.casefold()):
        return f"would hide the command “{name.casefold()}”: choose another word"
    if not isinstance(whole, str) or not whole.strip() or not whole.isprintable():
        return "stands for no line: write what it stands for in quotes"
    return None
