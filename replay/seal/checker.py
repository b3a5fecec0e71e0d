"""Write the program with which players check a copy against the words of a seal."""

from __future__ import annotations

from importlib.resources import files

from replay.seal.words import LEAST_LETTERS, word_list

#: The line of the program that gets the letters of all words.
GAP = 'LETTERS = ""'


def checker() -> str:
    """Return the program, one file for any Python from 3.8 on."""
    text = files(__package__).joinpath("check.py").read_text("utf-8")
    letters = "".join(word[:LEAST_LETTERS] for word in word_list())
    return text.replace(GAP, f'LETTERS = "{letters}"')
