"""How each type of the game is read, offered and spelled: one kind a type.

`read` gives a value and where it ends, or a Problem; `offers` says what could stand here, with a word beside it;
`spell` writes a value so that it reads back the same; `begins` tells whether something optional starts here, and
`open` whether any word will do.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Protocol
from unicodedata import normalize

from attrs import Factory

from engine import words
from engine.ladder import Ladder
from engine.refusal import article, nearest
from engine.value import value
from shell import names
from shell.parse import Offers, Problem, Scene

if TYPE_CHECKING:
    from engine.dice import DiceError

Found = tuple[Any, int]

BARE = re.compile(r'[^\s,:="]+')
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)("?)')
SPACE = re.compile(r"\s+")

MOST_NEAR = 50


class Kind(Protocol):
    """What the grammar asks of a type."""

    @property
    def name(self) -> str: ...
    @property
    def open(self) -> bool: ...
    def read(self, text: str, at: int, scene: Scene) -> Found | Problem: ...
    def begins(self, text: str, at: int, scene: Scene) -> bool: ...
    def offers(self, scene: Scene) -> Offers: ...
    def spell(self, value: Any) -> str: ...


# --- text ------------------------------------------------------------------------------------------------------


def word_end(text: str, at: int) -> int:
    """Where the word or quoted text at `at` ends, so that a caret underlines all of it."""
    found = QUOTED.match(text, at) or BARE.match(text, at)
    return found.end() if found else min(at + 1, len(text))


def unquoted(text: str, at: int) -> tuple[str, int] | Problem | None:
    """The inside of a quoted text and where it ends; a Problem if it is never closed, None if there is none.

    A backslash stands before a quote or another backslash, and is itself before anything else.
    """
    found = QUOTED.match(text, at)
    if found is None:
        return None
    if not found[2]:
        return Problem(at, len(text), "the quote is never closed", unfinished=True)
    return re.sub(r'\\(["\\])', r"\1", found[1]), found.end()


def in_quotes(value: str) -> str:
    """A text in quotes, as it reads back."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def spelled_name(value: str) -> str:
    """A name as it can be typed: bare where it is one plain word, else in quotes."""
    return value if re.fullmatch(r"[^\W\d][\w'’-]*", value) else in_quotes(value)


def fold(name: str) -> str:
    """What two names have in common when they are the same to a reader: NFC, no case, single spaces."""
    return SPACE.sub(" ", normalize("NFC", name).casefold().strip())


def missing(text: str, name: str) -> Problem:
    """The problem of a line that ends where something is needed."""
    return Problem(len(text), len(text), f"this needs {article(name)}", unfinished=True)


def stopped(text: str, at: int, scene: Scene) -> bool:
    """Whether a word of the grammar, a sign or the end stands here, rather than open text."""
    found = BARE.match(text, at)
    if found is None:
        return not text.startswith('"', at)
    return found[0].casefold() in scene.stops or bool(re.match(r"[+\-−±]\d", found[0]))


# --- names that are known --------------------------------------------------------------------------------------


@value
class Known:
    """A name out of a known few, in any case, by any unique beginning (or only `whole`), with or without quotes."""

    open: ClassVar[bool] = False
    name: str
    few: Callable[[Scene], Offers]
    advice: str | None = None
    whole: bool = False

    def read(self, text: str, at: int, scene: Scene) -> Found | Problem:
        if at >= len(text):
            return missing(text, self.name)
        inside = unquoted(text, at)
        if isinstance(inside, Problem):
            return inside
        few = self.few(scene)
        spans = [inside] if inside else bare_spans(text, at)
        return self.longest(text, at, spans, few, scene)

    def longest(self, text: str, at: int, spans: list[tuple[str, int]], few: Offers, scene: Scene) -> Found | Problem:
        """The name that takes the most of the text: whole, or else by its beginning."""
        folded = {fold(name): name for name in few}
        ambiguous: Problem | None = None
        for typed, end in reversed(spans):
            key = fold(typed)
            if not key:
                continue
            if key in folded:
                return folded[key], end
            begun = [name for known, name in folded.items() if known.startswith(key) and not self.whole]
            if not begun or (keyword_within(typed, scene) and text[at] != '"'):
                continue
            if len(begun) == 1:
                return begun[0], end
            ambiguous = ambiguous or self.ambiguous(text, at, end, typed, begun)
        return ambiguous or self.unknown(text, at, few)

    def ambiguous(self, text: str, at: int, end: int, typed: str, begun: list[str]) -> Problem:
        both = f"{', '.join(begun[:5])} or {begun[5]}" if len(begun) > 5 else " or ".join(begun)
        said = f"“{typed}” could be {both}"
        unfinished = not text[end:].strip()
        return Problem(at, end, said, "", tuple(begun), unfinished=unfinished, refused=True, several=True)

    def unknown(self, text: str, at: int, few: Offers) -> Problem:
        end = word_end(text, at)
        typed = text[at:end]
        return Problem(at, end, f"no {self.name} “{typed.strip(chr(34))}”", typed, tuple(few), False, True, self.advice)

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        if stopped(text, at, scene):
            return False
        found = self.read(text, at, scene)
        return not isinstance(found, Problem) or found.unfinished or found.several

    def offers(self, scene: Scene) -> Offers:
        return self.few(scene)

    def spell(self, value: str) -> str:
        return spelled_name(value)


def bare_spans(text: str, at: int) -> list[tuple[str, int]]:
    """The first word here, the first two, and so on, each with where it ends."""
    spans: list[tuple[str, int]] = []
    end = at
    while (found := BARE.match(text, end)) and len(spans) < 8:
        end = found.end()
        spans.append((text[at:end], end))
        space = SPACE.match(text, end)
        end = space.end() if space else end
        if space is None:
            break
    return spans


def keyword_within(typed: str, scene: Scene) -> bool:
    """Whether a word of the grammar is among the typed ones: it is not the beginning of a name then."""
    return any(word.casefold() in scene.stops for word in typed.split())


@value
class TraitKind(Known):
    """A known trait, or where the list is open a new one that is not spelled nearly like a known one (FU-40)."""

    def read(self, text: str, at: int, scene: Scene) -> Found | Problem:
        found = super().read(text, at, scene)
        if not isinstance(found, Problem) or not found.refused or found.several or not self.takes_any(scene):
            return found
        typed = NEW.read(text, at, scene)
        if isinstance(typed, Problem) or stopped(text, at, scene) or nearest(typed[0], self.few(scene), 0.75):
            return found
        return typed

    def takes_any(self, scene: Scene) -> bool:
        """Whether a trait that nobody has can be rolled."""
        return scene.state is not None and scene.state.rules.ability_list == "open"


@value
class KnownOrNew:
    """A known name in full, whatever its case, or a new one: one word, or quoted."""

    open: ClassVar[bool] = True
    name: str
    few: Callable[[Scene], Offers]

    def read(self, text: str, at: int, scene: Scene) -> Found | Problem:
        found = Known(self.name, self.few, whole=True).read(text, at, scene)
        return NEW.read(text, at, scene) if isinstance(found, Problem) and found.refused else found

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        return not stopped(text, at, scene)

    def offers(self, scene: Scene) -> Offers:
        return self.few(scene)

    def spell(self, value: str) -> str:
        return spelled_name(value)


@value
class OrNothing:
    """A known name, or the word for doing without."""

    open: ClassVar[bool] = False
    name: str
    known: Known
    word: str = "nothing"

    def read(self, text: str, at: int, scene: Scene) -> Found | Problem:
        found = BARE.match(text, at)
        if found and found[0].casefold() == self.word:
            return None, found.end()
        return self.known.read(text, at, scene)

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        return self.known.begins(text, at, scene)

    def offers(self, scene: Scene) -> Offers:
        return {**self.known.offers(scene), self.word: "where none fits"}

    def spell(self, value: str | None) -> str:
        return self.word if value is None else self.known.spell(value)


# --- open text -------------------------------------------------------------------------------------------------


@value
class Open:
    """A word that nothing is known about: bare, or any text in quotes."""

    open: ClassVar[bool] = True
    name: str
    seen: Callable[[Scene], Offers] = lambda scene: {}

    def read(self, text: str, at: int, scene: Scene) -> Found | Problem:
        inside = unquoted(text, at)
        if inside is not None:
            return inside
        found = BARE.match(text, at)
        return (found[0], found.end()) if found else missing(text, self.name) if at >= len(text) else self.odd(text, at)

    def odd(self, text: str, at: int) -> Problem:
        end = word_end(text, at)
        return Problem(at, end, f"“{text[at:end]}” is not {article(self.name)}")

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        return not stopped(text, at, scene)

    def offers(self, scene: Scene) -> Offers:
        return self.seen(scene)

    def spell(self, value: str) -> str:
        return spelled_name(value)


@value
class Rest:
    """All that is left of the line; quotes around the whole of it are not part of it."""

    open: ClassVar[bool] = False
    name: str

    def read(self, text: str, at: int, scene: Scene) -> Found | Problem:
        left = text[at:].rstrip()
        if not left:
            return missing(text, self.name)
        inside = unquoted(text, at)
        if isinstance(inside, tuple) and inside[1] == len(text.rstrip()):
            return inside
        return left, at + len(left)

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        return bool(text[at:].strip())

    def offers(self, scene: Scene) -> Offers:
        return {}

    def spell(self, value: str) -> str:
        plain = value and value == value.strip() and '"' not in value and not re.search(r"(^|\s)#", value)
        return value if plain else in_quotes(value)


# --- files -----------------------------------------------------------------------------------------------------


@value
class FileName:
    """The name of a file: anything without spaces, with them up to a word of the grammar, or any text in quotes.

    As in other shells a bare ~ at its beginning is the user's own folder; in quotes it is only itself. Where other
    text may follow, `single` says that a space ends it.
    """

    open: ClassVar[bool] = False
    name: str = "file"
    single: bool = False
    known: Callable[[Scene], Offers] = lambda scene: {}

    WORD = re.compile(r"\S+")

    def read(self, text: str, at: int, scene: Scene) -> Found | Problem:
        inside = unquoted(text, at)
        if inside is not None:
            return inside
        end = at
        for found in self.WORD.finditer(text, at):
            if found[0].casefold() in scene.stops or (self.single and end > at):
                break
            end = found.end()
        if end > at:
            return in_own_folder(text[at:end]), end
        stop = word_end(text, at)
        return missing(text, self.name) if at >= len(text) else Problem(at, stop, f"this needs {article(self.name)}")

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        return not isinstance(self.read(text, at, scene), Problem)

    def offers(self, scene: Scene) -> Offers:
        return self.known(scene)

    def near(self, typed: str) -> Offers:
        """The files and folders whose names begin with what was typed, as they would be typed on."""
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
        return value if re.fullmatch(r'[^\s"#~][^\s"]*', value) else in_quotes(value)


def in_own_folder(path: str) -> str:
    """A path with the user's own folder for a ~ at its beginning."""
    return os.path.expanduser(path) if path == "~" or path.startswith(("~/", f"~{os.sep}")) else path


# --- anything of a shape ---------------------------------------------------------------------------------------


@value
class Shaped:
    """Anything that a pattern matches; `begun` matches what may yet become it.

    The patterns are compiled when they are first used: a line has two or three kinds in it, of two dozen there are.
    """

    open: ClassVar[bool] = False
    name: str
    shape: str
    begun: str
    convert: Callable[[str], Any]
    back: Callable[[Any], str] = str
    hints: Offers = Factory(dict)

    def read(self, text: str, at: int, scene: Scene) -> Found | Problem:
        found = re.compile(self.shape).match(text, at)
        if found and (found.end() == len(text) or text[found.end()] in " \t,:="):
            return self.convert(found[0]), found.end()
        if at >= len(text):
            return missing(text, self.name)
        end = word_end(text, at)
        typed = text[at:end]
        unfinished = self.may_become(text, at)
        return Problem(at, end, f"“{typed}” is not {article(self.name)}", typed, unfinished=unfinished)

    def may_become(self, text: str, at: int) -> bool:
        """Whether the rest of the text may yet become a value."""
        return re.compile(self.begun).fullmatch(text, at) is not None

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        found = self.read(text, at, scene)
        return at < len(text) and (not isinstance(found, Problem) or found.unfinished)

    def offers(self, scene: Scene) -> Offers:
        return self.hints

    def spell(self, value: Any) -> str:
        return self.back(value)


def number(text: str) -> int:
    """The number that was typed. Thousands of digits are cut short: no rule lets them through anyway."""
    sign = -1 if text[0] in "-−" else 1
    return sign * int(text.lstrip("+-−±0")[:20] or "0")


def beginnings(text: str) -> str:
    """A pattern for every beginning of a text."""
    return "" if not text else f"(?:{re.escape(text[0])}{beginnings(text[1:])})?"


def signed(value: int) -> str:
    """A number with its sign."""
    return f"{value:+d}" if value else "0"


def ladder_of(scene: Scene) -> Ladder:
    """The campaign's ladder; one without words before there is a campaign."""
    return Ladder.of(scene.state.rules) if scene.state else Ladder()


@value
class LevelKind:
    """A level: a whole number, or a word of the campaign's ladder, as `Superb +2` too."""

    open: ClassVar[bool] = False
    name: str = "level"

    WHOLE = re.compile(r"[+\-−]?\d+(?=[\s,:=]|$)")
    STEP = re.compile(r"\s*[+\-−]\d+(?=[\s,:=]|$)")
    STEPPED = re.compile(r"\s[+\-−]\d+$")

    def read(self, text: str, at: int, scene: Scene) -> Found | Problem:
        found = self.WHOLE.match(text, at)
        if found:
            return number(found[0]), found.end()
        if at >= len(text):
            return missing(text, self.name)
        inside = unquoted(text, at)
        if isinstance(inside, Problem):
            return inside
        ladder = ladder_of(scene)
        for typed, end in [inside] if inside else reversed(bare_spans(text, at)):
            level = ladder.level(typed)
            if level is not None and (inside or not self.STEPPED.search(typed)):
                return (level, end) if inside else self.beyond(text, end, level, typed, ladder, scene)
        return self.odd(text, at, ladder)

    def beyond(self, text: str, end: int, level: int, typed: str, ladder: Ladder, scene: Scene) -> Found:
        """The level with the steps beyond the ladder that follow it, unless they are a modifier with a reason."""
        step = self.STEP.match(text, end)
        further = ladder.level(typed + step[0]) if step else None
        if step is None or further is None:
            return level, end
        after = step.end() + len(text[step.end() :]) - len(text[step.end() :].lstrip())
        plain = after >= len(text) or text[after] in ",:" or stopped(text, after, scene)
        return (further, step.end()) if plain else (level, end)

    def odd(self, text: str, at: int, ladder: Ladder) -> Problem:
        end = word_end(text, at)
        typed = text[at:end]
        rest = fold(text[at:])
        begun = re.fullmatch(r"[+\-−]?", rest) or any(fold(word).startswith(rest) for word in ladder.levels)
        words = tuple(ladder.levels)
        return Problem(at, end, f"“{typed}” is not a level", typed, words, unfinished=bool(begun))

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        found = self.read(text, at, scene)
        return at < len(text) and (not isinstance(found, Problem) or found.unfinished)

    def offers(self, scene: Scene) -> Offers:
        return {word: signed(level) for word, level in ladder_of(scene).levels.items()}

    def spell(self, value: int) -> str:
        return str(value)


@value
class Faces:
    """What real dice showed: numbers side by side, a bare sign being one of its kind."""

    open: ClassVar[bool] = False
    name: str = "face"

    TOKEN = re.compile(r"(?:[+\-−]?\d+|[+\-−])(?=[\s,]|$)")

    def read(self, text: str, at: int, scene: Scene) -> Found | Problem:
        faces: list[int] = []
        end = at
        while found := self.TOKEN.match(text, end):
            faces.append(number(found[0] if found[0][-1].isdigit() else found[0] + "1"))
            at, end = found.end(), found.end()
            end += len(text[end:]) - len(text[end:].lstrip())
        if faces:
            return tuple(faces), at
        if at >= len(text):
            return missing(text, "roll: every face, or the total")
        end = word_end(text, at)
        return Problem(at, end, f"“{text[at:end]}” is not a face", advice="type faces such as - 0 0 +, or 3 3 6")

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        return self.TOKEN.match(text, at) is not None

    def offers(self, scene: Scene) -> Offers:
        return {}

    def spell(self, value: words.Faces) -> str:
        return " ".join(signed(face) if face < 0 else str(face) for face in value)


@value
class DiceKind:
    """Dice, spelled as `engine.dice` reads them."""

    open: ClassVar[bool] = False
    name: str = "kind of dice"

    TOKEN = re.compile(r'[^\s,:="]+')
    SHAPE = re.compile(r"\d+d.*|d[\dF%].*|diceless|poly.*|npc.*", re.I)
    WHOLE = re.compile(r"\d*d(\d+|F|%)", re.I)

    def read(self, text: str, at: int, scene: Scene) -> Found | Problem:
        from engine.dice import DiceError, read_dice

        found = self.TOKEN.match(text, at)
        if found is None:
            return missing(text, self.name)
        named = next((name for name in self.names(scene) if name.casefold() == found[0].casefold()), None)
        if named is not None:
            return named, found.end()
        try:
            return read_dice(found[0]).spec, found.end()
        except DiceError as error:
            return self.problem(text, at, found[0], error)

    def problem(self, text: str, at: int, typed: str, error: DiceError) -> Problem:
        end = at + len(typed)
        shaped = self.SHAPE.fullmatch(typed) is not None
        unfinished = self.begun(text, at, typed) or (end == len(text) and typed.casefold() in ("d1", "d10"))
        said = str(error) if shaped else f"“{typed}” is not {article(self.name)}"
        hint = f"did you mean {error.hint}?" if error.hint else "such as 4dF or 2d6+3"
        return Problem(at, end, said, typed, (), unfinished, shaped, hint, sure=shaped)

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        found = self.TOKEN.match(text, at)
        if found is None or found[0].casefold() in scene.stops:
            return False
        if found[0].casefold() in map(str.casefold, self.names(scene)):
            return True
        return self.SHAPE.fullmatch(found[0]) is not None or self.begun(text, at, found[0])

    def begun(self, text: str, at: int, typed: str) -> bool:
        """Whether what stands at the end of the text may yet become dice."""
        if at + len(typed) < len(text) or self.WHOLE.fullmatch(typed):
            return False
        known = any(name.startswith(typed.casefold()) for name in ("diceless", "npc-d6", "poly-d", "d"))
        return known or typed.isdigit() or self.SHAPE.fullmatch(typed) is not None

    def offers(self, scene: Scene) -> Offers:
        if scene.state is None:
            return {}
        rules = scene.state.rules
        named = {name: meant.partition("[")[0] for name, meant in rules.pairs("dice-names")}
        return {rules.check_dice: "for checks", rules.dice_of_contests: "for contests"} | named

    def names(self, scene: Scene) -> tuple[str, ...]:
        """The names of dice that the rules in force give a meaning, and the one that a trait's level does."""
        own = [name for name, _ in scene.state.rules.pairs("dice-names")] if scene.state else []
        return (*own, words.BY_LEVEL)

    def spell(self, value: str) -> str:
        return value


# --- every type with its kind ---------------------------------------------------------------------------------

NEW = Open("name")
WHOLE = r"[+\-−]?\d+"
BEGUN_NUMBER = r"[+\-−±]?"
TRAIT = TraitKind("ability", names.traits, "“define ability” adds one to the campaign's list")
AMOUNT = Shaped("number", WHOLE, BEGUN_NUMBER, number)

KINDS: dict[Any, Kind] = {
    words.Character: Known("character", names.sheets, "“pc NAME” or “npc NAME” adds one"),
    words.Trait: TRAIT,
    words.Trait | None: OrNothing("ability", TRAIT),
    words.NewTrait: KnownOrNew("ability", names.traits),
    words.Status: Known("status", names.statuses, "“define status” adds one"),
    words.State: Known("state", names.states),
    words.Property: Known("property", names.properties, "“define property NAME” adds one"),
    words.Item: Known("item", names.items),
    words.NewItem: KnownOrNew("item", names.items),
    words.Container: Known("container", names.containers, "give the character one first"),
    words.RuleKey: Known("rule", names.rule_keys),
    words.Topic: Known("checklist item", names.topics),
    words.SheetValue: KnownOrNew("value", names.sheet_values),
    words.EventType: Known("type of event", names.event_types, whole=True),
    words.RulesetName: FileName("game", True, names.rulesets),
    words.Name: NEW,
    words.Characteristic: KnownOrNew("characteristic", names.characteristics),
    words.Tag: KnownOrNew("kind of action", names.tags),
    words.Player: KnownOrNew("player", names.players),
    words.TraitList: Known("list of traits", names.trait_lists),
    words.ReadyNpc: Known("ready character", names.ready_npcs),
    words.Unit: Open("unit of time"),
    words.Label: Open("reason"),
    words.Text: Rest("text"),
    words.File: FileName(),
    words.Level: LevelKind(),
    words.Amount: AMOUNT,
    words.Signed: Shaped("signed number", r"[+\-−]\d+|±0", BEGUN_NUMBER, number, "{:+d}".format),
    words.Offset: Shaped("number", r"[+\-−]?\d+|±0", BEGUN_NUMBER, number, signed),
    words.Percent: Shaped("percentage", r"\d+%?", "", lambda t: int(t[:20].rstrip("%")), "{}%".format),
    words.EventNumber: Shaped("event number", r"#?\d+", "#", lambda t: number(t.lstrip("#")), "#{}".format),
    words.Point: Shaped(
        "point in the log",
        r"(?i)#\d+|(?:start of )?session \d+|\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?",
        rf"(?i)#|{beginnings('start of session ')}|{beginnings('session ')}|\d[\d\-T:.Z ]*",
        lambda t: t,
        hints={"#": "an event", "session": "its end", "start of session": ""},
    ),
    words.DiceSpec: DiceKind(),
    words.Faces: Faces(),
}
