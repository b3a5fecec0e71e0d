"""The rules in force, read from data and recorded in the log with a digest.

A ruleset is a TOML file with one key a line; a house-rule file has the same form and may `extends` a built-in
one, giving only what differs. What a campaign was made with stands in its log, so later versions of these
files change nothing about it.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import attrs

from engine.refusal import Refused, nearest
from engine.value import value
from engine.words import NUMBER_LIMIT, DiceSpec, Level

BUILT_IN = ("peupfudge",)
NUMBER = re.compile(r"[+\-−]?\d{1,10}")


def rule(what: str, default: Any = attrs.NOTHING, most: int = NUMBER_LIMIT) -> Any:
    """A key of the ruleset, with the line that `rules` shows beside it and the greatest number it can be."""
    return attrs.field(default=default, metadata={"what": what, "most": most})


@value(kw_only=True)
class Ruleset:
    """Every rule that a table can choose. Keys are spelled with hyphens where people meet them."""

    name: str = rule("the rules this campaign was made with")
    title: str = rule("their name in full")
    check_dice: DiceSpec = rule("dice of a check (PF-44)", "4dF")
    contest_dice: DiceSpec = rule("dice of every side of a contest (PF-56)", "3dF")
    untrained: Level = rule("level of an ability nobody trained (PF-15)", 0)
    creation_limit: Level = rule("highest level that can be given at creation (PF-16)", 50, 1000)
    ability_list: Literal["listed", "open"] = rule(
        "listed: only defined abilities can be trained; open: any name will do (PF-05)", "listed"
    )
    xp_for_used_only: bool = rule("an award may only be spent on abilities used since the one before (PF-25)", False)
    places: tuple[str, ...] = rule("— where on the body an item can be (PF-08)", ())

    @property
    def digest(self) -> str:
        """SHA-256 of the resolved rules, in hexadecimal: two campaigns with one digest play by the same rules."""
        return hashlib.sha256(json.dumps(self.recorded(), sort_keys=True).encode()).hexdigest()

    def recorded(self) -> dict[str, Any]:
        """The resolved rules as they are written into the log."""
        values = attrs.asdict(self, recurse=False)
        return {hyphened(key): list(v) if isinstance(v, tuple) else v for key, v in values.items()}


FIELDS = {field.name.replace("_", "-"): field for field in attrs.fields(Ruleset)}
FIXED = ("name", "title")


def hyphened(name: str) -> str:
    """A field's name as people type it."""
    return name.replace("_", "-")


def described() -> dict[str, str]:
    """Every key with a line about it, in the order of the declaration."""
    return {key: field.metadata["what"] for key, field in FIELDS.items()}


def from_recorded(values: Mapping[str, Any]) -> Ruleset:
    """The rules as a log recorded them. Keys of a newer program are passed over: a reader may still look."""
    known: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items() if k in FIELDS}
    return Ruleset(**{key.replace("-", "_"): value for key, value in known.items()})


def load(which: str) -> Ruleset:
    """The ruleset of that name, or of that TOML file; raises Refused when there is none or it is wrong."""
    if which in BUILT_IN:
        return _from_file(Path(__file__).with_name("rulesets") / f"{which}.toml", ())
    if which.endswith(".toml"):
        return _from_file(Path(which), ())
    close = nearest(which, BUILT_IN)
    listed = f"there are {', '.join(BUILT_IN)}, or a file that ends in .toml"
    raise Refused(f"no rules called “{which}”", about="rules", hint=f"did you mean {close}?" if close else listed)


def _from_file(path: Path, extended_by: tuple[Path, ...]) -> Ruleset:
    values = _toml(path)
    base = values.pop("extends", None)
    inherited = {} if base is None else _base(path, base, (*extended_by, path)).recorded()
    return checked(inherited | {"name": path.stem, "title": path.stem} | values)


def _base(path: Path, base: object, extended_by: tuple[Path, ...]) -> Ruleset:
    """The rules that a file builds upon: built-in ones, or a file beside it."""
    if not isinstance(base, str):
        raise Refused(f"{path}: extends cannot be {base!r}", about="rules", hint="it takes the name of other rules")
    if base in BUILT_IN:
        return load(base)
    file = path.parent / base
    if file in extended_by:
        raise Refused(f"{path} extends itself, by way of {base}", about="rules")
    return _from_file(file, extended_by)


def _toml(path: Path) -> dict[str, Any]:
    import tomllib  # only a campaign's beginning reads rules from a file

    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise Refused(f"there is no file {path}", about="rules") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Refused(f"{path} cannot be read as rules: {error}", about="rules") from None


def checked(values: Mapping[str, Any]) -> Ruleset:
    """The ruleset of these values; raises Refused naming the key, what is wrong and what is allowed."""
    for key in values:
        _known_key(key)
    missing = [key for key, field in FIELDS.items() if field.default is attrs.NOTHING and key not in values]
    if missing:
        raise Refused(f"the rules lack “{missing[0]}”", about="rules")
    return Ruleset(**{key.replace("-", "_"): _value(key, value) for key, value in values.items()})


def _known_key(key: str) -> None:
    if key not in FIELDS:
        close = nearest(key, FIELDS)
        raise Refused(
            f"no rule “{key}”", about="key", hint=f"did you mean {close}?" if close else "“rules” lists them all"
        )


def _value(key: str, value: Any) -> Any:
    """The value as its key's type has it, or a refusal that says what is allowed."""
    kind, most = FIELDS[key].type, FIELDS[key].metadata["most"]
    if kind is DiceSpec and isinstance(value, str):
        return _dice(key, value)
    if get_origin(kind) is tuple and isinstance(value, list | tuple) and all(isinstance(v, str) for v in value):
        return tuple(value)
    if kind in (int, Level) and isinstance(value, int) and not isinstance(value, bool) and abs(value) <= most:
        return value
    if (kind in (str, bool) and isinstance(value, kind)) or value in get_args(kind):
        return value
    raise Refused(f"{key} cannot be {spoken(value)}", about="value", hint=f"it takes {allowed(key)}")


def _dice(key: str, value: str) -> DiceSpec:
    from engine.dice import DiceError, read_dice  # whoever only looks at a sheet rolls nothing

    try:
        return DiceSpec(read_dice(value).spec)
    except DiceError as error:
        hint = f"did you mean {error.hint}?" if error.hint else None
        raise Refused(f"{key}: {error}", about="value", hint=hint) from None


def allowed(key: str) -> str:
    """What a key takes, in words."""
    kind = FIELDS[key].type
    if get_origin(kind) is Literal:
        return " or ".join(get_args(kind))
    words = {bool: "on or off", str: "a word", DiceSpec: "dice such as 4dF or 2d6"}
    if get_origin(kind) is tuple:
        return "words between commas"
    most = FIELDS[key].metadata["most"]
    return words.get(kind or int, "a whole number" if most == NUMBER_LIMIT else f"a whole number up to {most:,}")


def spoken(value: Any) -> str:
    """A rule's value as people type it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return ", ".join(value) if isinstance(value, list | tuple) else str(value)


def changed(rules: Ruleset, key: str, typed: str) -> Ruleset:
    """The rules with one key set to what was typed; raises Refused when that is no value of the key."""
    _known_key(key)
    if key in FIXED:
        raise Refused(f"{key} cannot be changed", about="key", hint="it says what the campaign was made with")
    return attrs.evolve(rules, **{key.replace("-", "_"): _value(key, _typed(key, typed))})


SWITCH = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


def _typed(key: str, text: str) -> Any:
    """Typed text as the key's type would have it, or unchanged where it does not fit."""
    kind = FIELDS[key].type
    if kind is bool:
        return SWITCH.get(text.casefold(), text)
    if kind in (int, Level):
        return int(text.replace("−", "-")) if NUMBER.fullmatch(text) else text
    if get_origin(kind) is tuple:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    return text
