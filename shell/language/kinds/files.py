"""Names of files, read as other shells read them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import ClassVar

from engine.patterns import pattern
from engine.text import article, in_quotes
from engine.types import PLAYERS
from engine.value import value
from shell.language.kinds.text import SPACE, is_comment, missing_at_end, read_quoted, word_end
from shell.language.parse import Found, Misreading, Offers, Scene, say_missing

MOST_NEAR = 50

#: A file's name with its ending.
FILE_ENDING = pattern(r"\S*\w\.\w{1,10}")

#: The signs between folders, of this system and of others.
FOLDER_SIGNS = "/\\"


@value
class FileName:
    """The path of a file: any text in quotes, or else words up to one of the grammar.

    As in other shells a bare ~ at its beginning is the user's home folder, and in quotes it stays a ~. With `single`, a
    space ends the path, as other text may follow.
    """

    open: ClassVar[bool] = False
    ending: ClassVar[str] = ""
    named_so: ClassVar[str] = "a name of several words has an ending, lies in a folder or stands in quotes"
    name: str = "file"
    single: bool = False
    known: Callable[[Scene], Offers] = lambda scene: {}

    WORD = pattern(r"\S+")

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the path that stands here, and where it ends."""
        inside = read_quoted(text, at)
        if inside is not None:
            return inside
        end = at
        for found in self.WORD.finditer(text, at):
            if found[0].casefold() in scene.stops or is_comment(text, found.start()) or (self.single and end > at):
                break
            end = found.end()
        if end > at and not self.is_path(text[at:end]):
            said = f"“{text[at:end]}” is not the name of a file without quotes"
            cures = (f"{text[:end]}{self.ending}{text[end:]}",) if " " not in text[at:end] else ()
            return Misreading(at, end, said, cures=cures, advice=self.named_so, unfinished=end == len(text))
        if end > at:
            return in_own_folder(text[at:end]), end
        if at >= len(text):
            return missing_at_end(text, self.name)
        begun = word_end(text, at) == len(text)  # “xp” may become xp.csv
        return Misreading(at, word_end(text, at), say_missing(article(self.name)), unfinished=begun)

    def is_path(self, typed: str) -> bool:
        """Return whether bare text names a file: a word, or words with an ending or in a folder that is there."""
        return " " not in typed or typed[-1] in FOLDER_SIGNS or has_ending(typed) or lies_in_folder(typed)

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        """Return whether a path stands here."""
        return not isinstance(self.read(text, at, scene), Misreading)

    def offers(self, scene: Scene) -> Offers:
        """Return the names that the program itself knows."""
        return self.known(scene)

    def near(self, typed: str) -> Offers:
        """Return the files and folders whose paths begin with the typed text."""
        folder, begun = os.path.split(typed)
        try:
            with os.scandir(in_own_folder(folder) or ".") as found:
                near = sorted((each.name, each.is_dir()) for each in found if each.name.startswith(begun))
        except (OSError, ValueError):
            return {}
        shown = [(name, is_dir) for name, is_dir in near if name.isprintable() and (begun or name[0] != ".")]
        return {
            os.path.join(folder, name) + ("/" if is_dir else ""): "folder" if is_dir else self.name
            for name, is_dir in shown[:MOST_NEAR]
            if not (self.single and SPACE.search(name))
        }

    def spell(self, value: str) -> str:
        """Return the path, in quotes if a space or sign needs them."""
        return value if re.fullmatch(r'[^\s"“„«#~,:][^\s"]*', value) else in_quotes(value)


@value
class NewLogName(FileName):
    """The path of a log to be made, which words of a sentence are not: “rescue party reaches the ford” makes none."""

    ending: ClassVar[str] = ".db"
    named_so: ClassVar[str] = "the name of a new log ends in .db, lies in a folder or stands in quotes"

    def is_path(self, typed: str) -> bool:
        """Return whether bare text names a new log: by its ending, or by the folder that it lies in.

        A copy “for players” is refused later, with what makes one.
        """
        is_in_folder = lies_in_folder(typed) if " " in typed else any(sign in typed for sign in FOLDER_SIGNS)
        return has_ending(typed) or is_in_folder or typed.casefold().endswith(f"for {PLAYERS}")

    def spell(self, value: str) -> str:
        """Return the path, in quotes if it does not look like that of a log."""
        return super().spell(value) if self.is_path(value) else in_quotes(value)


@value
class GameName(FileName):
    """A built-in game, in any case and by its beginning, or a file of rules."""

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the game or the path that stands here, and where it ends."""
        from engine.rules.files import BUILT_IN, built_in  # a campaign names its rules once

        two_words = re.match(r"(\w+) +(\w+)", text[at:])
        joined = "-".join(two_words.groups()).casefold() if two_words else ""
        if two_words and joined in BUILT_IN:  # Fudge Lite, as people write it
            return joined, at + two_words.end()
        found = super().read(text, at, scene)
        return found if isinstance(found, Misreading) else (built_in(found[0]) or found[0], found[1])


@value
class WorldName(FileName):
    """A built-in world, in any case and by its beginning, or a template file."""

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the world or the path that stands here, and where it ends."""
        from engine.template import world_called  # few campaigns begin with one

        found = super().read(text, at, scene)
        return found if isinstance(found, Misreading) else (world_called(found[0]) or found[0], found[1])


def has_ending(path: str) -> bool:
    """Return whether a word of a path ends as the names of files do."""
    return any(FILE_ENDING.fullmatch(word) for word in path.split())


def lies_in_folder(path: str) -> bool:
    """Return whether a path begins with a folder that is there."""
    return os.path.isdir(os.path.dirname(in_own_folder(path)))


def in_own_folder(path: str) -> str:
    """Return a path with the user's own folder in the place of a ~ at its beginning."""
    return os.path.expanduser(path) if path == "~" or path.startswith(("~/", f"~{os.sep}")) else path


def held_kinds(scene: Scene) -> Offers:
    """Return what a file from before the log can hold."""
    return {
        "xp": "a list of XP, by evening",
        "characters": "a table of characters, or their sheets",
        "notes": "notes of evenings",
        "balance": "a list of XP, of which only the sums count",
    }


def roundings(scene: Scene) -> Offers:
    """Return the ways of rounding XP that are no whole number."""
    return {"down": "1.5 is 1", "up": "1.5 is 2"}


def day_orders(scene: Scene) -> Offers:
    """Return the orders of day and month in dates with slashes."""
    return {"day-first": "3/4/2024 is 3 April", "month-first": "3/4/2024 is 4 March"}
