"""Write numbers and names for people, and check the signs in text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import floor
from typing import Any, TypeVar

from engine.patterns import pattern
from engine.refusal import Refused
from engine.rules.parts import ARMS, BANS, CLOCKS, Effect, Part
from engine.types import NUMBER_LIMIT, PARTS_LIMIT, TEXT_LIMIT
from engine.value import evolve, field_names, has_fields

# --- how numbers, names and dice are written -------------------------------------------------------------------

LEANING_NAME = pattern(r"(?P<dice>\d+dF)[-+](?P<count>\d+)(?P<kind>adv|dis)")


def with_sign(value: int) -> str:
    """Format a number with its sign, minus as a real minus; zero as 0.

    >>> with_sign(2), with_sign(-3), with_sign(0)
    ('+2', '−3', '0')
    """
    return f"{value:+d}".replace("-", "−") if value else "0"


def plain(value: int) -> str:
    """Format a number with a real minus."""
    return str(value).replace("-", "−")


def percent(chance: float, decimals: int = 1) -> str:
    """Format a chance in per cent, by default with one decimal (OC-40). Halves are rounded up (ER-22)."""
    return f"{floor(chance * 10 ** (decimals + 2) + 0.5) / 10**decimals:.{decimals}f}%"


def count(quantity: int, name: str) -> str:
    """Format things with their number, if it is more than one. A name in the singular stays as it is.

    >>> count(2, "torches"), count(2, "vials of ink"), count(2, "torch"), count(1, "torches")
    ('2 torches', '2 vials of ink', '2 × torch', 'torches')
    """
    if quantity == 1:
        return name
    return f"{quantity} {name}" if any(map(is_plural, name.split())) else f"{quantity} × {name}"


def is_plural(word: str) -> bool:
    """Return whether a word looks plural: it ends in s, but not in ss, us or is.

    >>> [is_plural(word) for word in ("torches", "glass", "torch", "compass")]
    [True, False, False, False]
    """
    return word.casefold().endswith("s") and not word.casefold().endswith(("ss", "us", "is"))


def is_singular(name: str, plural: str) -> bool:
    """Return whether two names differ only by one word, in the singular in the first name.

    >>> is_singular("torch", "torches"), is_singular("vial of ink", "vials of ink"), is_singular("tor", "torches")
    (True, True, False)
    """
    return " ".join(plural.casefold().split()) in plurals_of(name)


def plurals_of(name: str) -> Iterator[str]:
    """Yield a name in small letters with one of its words in what may be its plural."""
    words = name.casefold().split()
    for at, word in enumerate(words):
        ends = ("", "s"), ("", "es"), ("y", "ies"), ("f", "ves"), ("fe", "ves")
        for end, many in ends:
            if word.endswith(end):
                yield " ".join((*words[:at], word.removesuffix(end) + many, *words[at + 1 :]))


def pair_words(text: str) -> dict[str, str]:
    """Return the first, third and every other word of a text, each with the one behind it.

    >>> pair_words("wolf wolves leaf leaves")
    {'wolf': 'wolves', 'leaf': 'leaves'}
    """
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


def article(name: str) -> str:
    """Put the indefinite article before a noun."""
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def join_names(names: Sequence[str], last: str = "and") -> str:
    """Join names with commas, and “and” or another word before the last.

    >>> join_names(["Ann", "Bo", "Cy"])
    'Ann, Bo and Cy'
    """
    *most, end = names
    return f"{', '.join(most)} {last} {end}" if most else end


def join_clauses(clauses: Sequence[str]) -> str:
    """Join what somebody did: with a comma before “and” where a clause has an “and” of its own.

    >>> join_clauses(["got a rope", "left"]), join_clauses(["got a rope and 3 torches", "handed 2 to Bo"])
    ('got a rope and left', 'got a rope and 3 torches, and handed 2 to Bo')
    """
    if len(clauses) < 2 or not any(" and " in each for each in clauses):
        return join_names(clauses)
    return ", ".join([*clauses[:-1], f"and {clauses[-1]}"])


def in_quotes(text: str) -> str:
    """Put a text in quotes that can be typed back."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def quote(name: str) -> str:
    """Format a name as it can be typed: in quotes if it is more than one word.

    >>> print(quote("Ilse"), quote("Old Marta"))
    Ilse "Old Marta"
    """
    return name if name.isalnum() else in_quotes(name)


def spell_bare(name: str) -> str:
    """Format a known name as it can be typed right after a verb, where only signs in it need quotes.

    >>> print(spell_bare("Ilse"), spell_bare("Old Marta"), spell_bare("O'Brien"))
    Ilse Old Marta "O'Brien"
    """
    return name if all(word.isalnum() for word in name.split(" ")) else in_quotes(name)


def because(reason: str) -> str:
    """Format a reason in brackets, or nothing if there is none."""
    return f" ({reason})" if reason else ""


#: Precedes the sentence of an event that was secret when it was recorded.
SECRET_MARK = "(secret) "


def mark_secret(is_secret: bool) -> str:
    """Return the mark of a secret event."""
    return SECRET_MARK if is_secret else ""


def from_event(number: int | None) -> str:
    """Format the number of an event's cause, or nothing if there is none."""
    return f" (from #{number})" if number else ""


def face(value: int) -> str:
    """Format a face of a Fudge die."""
    return {-1: "−", 0: "0", 1: "+"}.get(value, plain(value))


#: Dice of which the first half counts up, and the other half down (FU-24, FL-90).
HALF_AGAINST_HALF = ("4d6-lowest", "1d6-1d6-low")


def list_faces(dice: str, shown: Sequence[int]) -> str:
    """Join faces with spaces, those of Fudge and advantage dice as signs.

    If half of the dice count against the others, each face has its sign.
    """
    plus = len(shown) // 2
    if dice in HALF_AGAINST_HALF and plus:
        return " ".join(with_sign(value if place < plus else -value) for place, value in enumerate(shown))
    fudge = "dF" in dice and not dice.endswith("-as-dF")
    return " ".join(face(value) if fudge else plain(value) for value in shown)


def list_parts(found: Iterable[Part]) -> str:
    """Join the terms of a sum, each with its reason."""
    return ", ".join(f"{with_sign(part.value)} {part.reason}".rstrip() for part in found)


def list_terms(found: Iterable[Part]) -> str:
    """Write parts as a sum, each with its name first: “sword 3 + relative degree 8”."""
    said = ""
    for part in found:
        value = plain(abs(part.value) if said else part.value)
        sign = (" − " if part.value < 0 else " + ") if said else ""
        said += f"{sign}{f'{part.reason} ' if part.reason else ''}{value}"
    return said


def describe_effect(found: Effect) -> str:
    """Return an effect as text: “Strength −1” changes a level, “−1 on Climbing” is added to the roll."""
    if found.target in ARMS:
        return f"{ARMS[found.target]} {found.reason or plain(found.value)}"
    when = f" when {found.when}" if found.when else ""
    if found.target == "D":
        return f"difficulty {with_sign(found.value)}{f' on {join_names(found.on)}' if found.on else ''}{when}"
    if found.target != "A":
        return f"{join_names(found.on)} {with_sign(found.value)}{when}"
    on = f" on {join_names(found.on)}" if found.on else "" if when else " on everything"
    return f"{with_sign(found.value)}{on}{when}"


def describe_passing_effect(found: Effect) -> str:
    """Return a passing effect as text, also one on a weapon or on armour, as in “damage −1”, or a ban."""
    if found.target in BANS:
        return found.target
    return f"{found.target} {with_sign(found.value)}" if found.target in ARMS else describe_effect(found)


def describe_end(clock: str) -> str:
    """Return until when something lasts, to put behind it, or "" if no clock ends it."""
    return f" {CLOCKS[clock][0] if clock in CLOCKS else f'until {clock} ends'}" if clock else ""


def describe_clock(clock: str) -> str:
    """Return which clock ended something, to put behind it, or nothing if none did."""
    return f": {CLOCKS[clock][1] if clock in CLOCKS else f'{clock} is over'}" if clock else ""


def count_out(amount: int, thing: str) -> str:
    """Format a number of things that are named in the singular, 1 too.

    >>> count_out(1, "fudge point"), count_out(0, "box"), count_out(12, "roll")
    ('1 fudge point', '0 boxes', '12 rolls')
    """
    return f"{amount} {thing}{'' if amount == 1 else 'es' if thing.endswith('x') else 's'}"


def number_of_events(amount: int) -> str:
    """Format a number of events.

    >>> number_of_events(1), number_of_events(12)
    ('1 event', '12 events')
    """
    return count_out(amount, "event")


def fudge_points(amount: int) -> str:
    """Format a number of fudge points."""
    return "a fudge point" if amount == 1 else f"{amount} fudge points"


def name_dice(dice: str) -> str:
    """Name dice as at the table: a polyhedral die by its sides, a table by its name."""
    if dice.startswith("poly-"):
        die = dice.removeprefix("poly-").replace("-exploding", "").replace("-snake-eyes", "")
        die, _, spent = die.removesuffix("pt").rpartition("-") if die.endswith("pt") else (die, "", "")
        return f"{die} with {fudge_points(int(spent))}" if spent else die
    leaning = LEANING_NAME.fullmatch(dice)
    if leaning:
        kind = "advantage" if leaning["kind"] == "adv" else "disadvantage"
        return f"{leaning['dice']}, {leaning['count']} of them {kind} dice"
    return dice.partition("[")[2].partition("|")[0] or dice.removesuffix("-table")


# --- what a name looks like to the eye -------------------------------------------------------------------------

#: Cyrillic and Greek letters that look like Latin ones of the same case, and signs that look alike.
TWINS = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮҺԚԜӀ" + "аеѕіјкорсухүһԁԛԝѵӏ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ" + "αινκορυγϲϳ" + "ıɑɡ" + "’‘ʼ′‐‑‒–—−",
    "ABESIJKMHOPCTYXYHQWI" + "aesijkopcyxyhdqwvl" + "ABEZHIKMNOPTYXCJ" + "aivkopuycj" + "iag" + "''''------",
)
INVISIBLE = ("Cf", "Cc", "Zl", "Zp")
JOINERS = frozenset("\u200c\u200d")
BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")


@lru_cache(maxsize=4096)
def look_of(name: str) -> str:
    """Return a name as the eye sees it: in one case and script, without invisible characters."""
    seen = "".join(character for character in name if _visible(character))
    folded = unicodedata.normalize("NFKC", seen).translate(TWINS).casefold()
    return " ".join(unicodedata.normalize("NFC", folded).split())


def _visible(character: str) -> bool:
    selects_a_variant = "\ufe00" <= character <= "\ufe0f"
    return not selects_a_variant and character not in BLANK_LETTERS and unicodedata.category(character) not in INVISIBLE


def is_hidden(character: str) -> bool:
    """Return whether a name's character is invisible. Those that join letters or emoji do not count."""
    return character not in JOINERS and (character in BLANK_LETTERS or unicodedata.category(character) in INVISIBLE)


def find_hidden(text: str) -> str | None:
    """Return the first invisible character of a text, such as U+200B, or None."""
    if text.isascii() and text.isprintable():
        return None
    return next((f"U+{ord(each):04X}" for each in text if is_hidden(each)), None)


# --- what any text may hold ------------------------------------------------------------------------------------

T = TypeVar("T")
LONGEST_NAME = 200

#: Signs that reverse the text after them, so that a line could be read as another.
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
REFUSED_CATEGORIES = {"Cc": "a control character", "Cs": "half a character", "Zl": "a line break", "Zp": "a line break"}


def within_limits(command: T) -> T:
    """Return a command with its text in Unicode NFC. Raise Refused for what no log can hold."""
    within: T = _within(command, about=None)
    return within


@lru_cache(maxsize=64)
def speaker(name: str) -> str:
    """Return a speaker's name as it is recorded with events. Raise Refused for an impossible one."""
    within = within_limits(name.strip())
    turning = next((f"U+{ord(each):04X}" for each in within if each in TURNING), None)
    if turning is not None:
        raise Refused(f"a name cannot change the direction of text ({turning})")
    if not 0 < len(within) <= LONGEST_NAME:
        raise Refused(f"a speaker's name has 1 to {LONGEST_NAME} characters")
    return within


@lru_cache(maxsize=256)
def is_speaker(name: str) -> bool:
    """Return whether a speaker's name can be recorded."""
    try:
        return speaker(name) == name
    except Refused:
        return False


def _within(value: Any, about: str | None) -> Any:
    if isinstance(value, str):
        return _text(value, about)
    if isinstance(value, int):
        return _number(value, about)
    if isinstance(value, tuple):
        if len(value) > PARTS_LIMIT:
            raise Refused(f"{len(value):,} in one list are too many: the limit is {PARTS_LIMIT}", about=about)
        return tuple([_within(each, about) for each in value])
    if has_fields(type(value)):
        held = {name: each for name in field_names(type(value)) if (each := getattr(value, name))}
        within = {name: now for name, each in held.items() if (now := _within(each, about or name)) != each}
        return evolve(value, **within) if within else value
    return value


def _text(text: str, about: str | None) -> str:
    if len(text) > TEXT_LIMIT:
        raise Refused(f"a text of {len(text):,} characters is too long: the limit is {TEXT_LIMIT:,}", about=about)
    if text.isascii() and text.isprintable():
        return text
    for place, character in enumerate("" if text.isprintable() else text):
        kind = REFUSED_CATEGORIES.get(unicodedata.category(character))
        if kind:
            raise Refused(f"{kind} (U+{ord(character):04X}) at character {place + 1} of the text", about=about)
    return unicodedata.normalize("NFC", text)


def _number(number: int, about: str | None) -> int:
    if abs(number) > NUMBER_LIMIT:
        raise Refused(
            f"{number:,} is too {'large' if number > 0 else 'small'}: numbers go to ±{NUMBER_LIMIT:,}", about=about
        )
    return number
