"""Kinds of dice, and of the faces of real ones."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from engine import types as words
from engine.patterns import pattern
from engine.refusal import did_you_mean
from engine.value import value
from shell.language.kinds.shaped import number, signed_text
from shell.language.kinds.text import missing_at_end, word_end
from shell.language.parse import Found, Misreading, Offers, Scene, say_mismatch

if TYPE_CHECKING:
    from engine.dice import DiceError


@lru_cache(maxsize=256)
def read_face(typed: str) -> int:
    """Return the face that a number or a sign alone shows."""
    return number(typed) if typed[-1].isdigit() else words.BareSign(1 if typed == "+" else -1)


@value
class FacesKind:
    """Faces of real dice: numbers or signs side by side, or one word with all signs, such as ++0-.

    0000 is such a word too, and 000 is a percentile roll of 100.
    """

    open: ClassVar[bool] = False
    name: str = "face"

    TOKEN = pattern(r"(?:[+\-−]?\d+|[+\-−])(?=[\s,]|$)")
    TOKENS = pattern(r"(?:[+\-−]?\d+|[+\-−])(?:\s+(?:[+\-−]?\d+|[+\-−]))*(?=[\s,]|$)")
    SIGNS = pattern(r"(?:[+\-−]{2}|(?=[+\-−0]{3})0*[+\-−][+\-−0]*|0{4,})(?=[\s,]|$)")

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the faces that stand side by side, and where they end."""
        signs = self.SIGNS.match(text, at)
        if signs:
            return tuple(map(read_face, signs[0])), signs.end()
        tokens = self.TOKENS.match(text, at)
        if tokens:
            return tuple(map(read_face, tokens[0].split())), tokens.end()
        if at >= len(text):
            return missing_at_end(text, "roll: every face, or the total")
        end = word_end(text, at)
        return Misreading(at, end, say_mismatch(text[at:end], "face"), advice="type faces such as - 0 0 +, or 3 3 6")

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        """Return whether a face stands here."""
        return (self.TOKEN.match(text, at) or self.SIGNS.match(text, at)) is not None

    def offers(self, scene: Scene) -> Offers:
        """Return nothing: only the dice know."""
        return {}

    def spell(self, value: words.Faces) -> str:
        """Return the faces with spaces between."""
        return " ".join(signed_text(face) if face < 0 else str(face) for face in value)


@value
class DiceKind:
    """Dice, spelled as `engine.dice` reads them."""

    open: ClassVar[bool] = False
    name: str = "kind of dice"

    TOKEN = pattern(r'[^\s,:="]+')
    SHAPE = pattern(r"\d+d.*|d[\dF%].*|diceless|poly.*|npc.*", re.I)
    WHOLE = pattern(r"\d*d(\d+|F|%)", re.I)

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return dice by a name of the rules or their spelling, and where they end."""
        from engine.dice import DiceError, read_dice

        found = self.TOKEN.match(text, at)
        if found is None:
            return missing_at_end(text, self.name)
        named = next((name for name in self.names(scene) if name.casefold() == found[0].casefold()), None)
        if named is not None:
            return named, found.end()
        try:
            return read_dice(found[0]).spec, found.end()
        except DiceError as error:
            return self.problem(text, at, found[0], error)

    def problem(self, text: str, at: int, typed: str, error: DiceError) -> Misreading:
        """Return why the typed text is no dice, with a near spelling as hint."""
        end = at + len(typed)
        shaped = self.SHAPE.fullmatch(typed) is not None
        unfinished = self.may_become_dice(text, at, typed) or (end == len(text) and typed.casefold() in ("d1", "d10"))
        said = str(error) if shaped else say_mismatch(typed, self.name)
        hint = did_you_mean(error.hint) if error.hint else "such as 4dF or 2d6+3"
        return Misreading(at, end, said, typed, (), unfinished, shaped, hint, sure=shaped)

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        """Return whether dice stand here, or the beginning of their spelling."""
        found = self.TOKEN.match(text, at)
        if found is None or found[0].casefold() in scene.stops:
            return False
        if found[0].casefold() in map(str.casefold, self.names(scene)):
            return True
        return self.SHAPE.fullmatch(found[0]) is not None or self.may_become_dice(text, at, found[0])

    def may_become_dice(self, text: str, at: int, typed: str) -> bool:
        """Return whether the end of the text may yet become dice."""
        if at + len(typed) < len(text) or self.WHOLE.fullmatch(typed):
            return False
        known = any(name.startswith(typed.casefold()) for name in ("diceless", "npc-d6", "poly-d", "d"))
        return known or typed.isdigit() or self.SHAPE.fullmatch(typed) is not None

    def offers(self, scene: Scene) -> Offers:
        """Return the dice of the rules in force, and those that they name."""
        if scene.state is None:
            return {}
        rules = scene.state.rules
        named = {name: meant.partition("[")[0] for name, meant in rules.pairs("dice-names")}
        return {rules.check_dice: "for checks", rules.dice_of_contests: "for contests"} | named

    def names(self, scene: Scene) -> tuple[str, ...]:
        """Return the names of dice that the rules define, and that of the die of a trait's level."""
        own = [name for name, _ in scene.state.rules.pairs("dice-names")] if scene.state else []
        return (*own, words.BY_LEVEL)

    def spell(self, value: str) -> str:
        """Return the dice as they are stored."""
        return value
