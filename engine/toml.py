"""TOML files from people: read them, and structure their content with cattrs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, get_origin

from engine.refusal import Refused


def read_toml(path: Path, what: str, about: str, largest: int) -> dict[str, Any]:
    """Return the content of a TOML file.

    Raise Refused if it is missing, cannot be read, or has more bytes than `largest`. `what` describes it, such as “a
    template”, and `about` is the field of the command that names it.
    """
    import tomllib  # few commands read such a file

    try:
        if path.exists() and not path.is_file():
            raise Refused(f"{path} is no file", about=about)
        if path.exists() and path.stat().st_size > largest:
            raise Refused(f"{path} is too large for {what}: the limit is {largest:,} bytes", about=about)
        return tomllib.loads(path.read_text("utf-8-sig"))  # some editors begin it with a mark
    except FileNotFoundError:
        raise Refused(f"there is no file {path}", about=about) from None
    except RecursionError:
        raise Refused(f"{path} cannot be read as {what}: it is nested too deeply", about=about) from None
    except UnicodeDecodeError:
        said = f"{path} cannot be read as {what}: it is not text in UTF-8"
        raise Refused(said, about=about, hint="save it again, with that encoding") from None
    except (OSError, ValueError) as error:
        raise Refused(f"{path} cannot be read as {what}: {str(error)[:200]}", about=about) from None


class Mistyped(ValueError):
    """A `wrong` value, and the words `known` in its place if it takes a word."""

    def __init__(self, message: str, wrong: object, known: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.wrong, self.known = wrong, known


def make_converter() -> Any:
    """Return a cattrs converter that refuses unknown keys, numbers for text, and numbers for true or false."""
    from cattrs import Converter  # few commands read files from people

    made = Converter(forbid_extra_keys=True)
    for kind, name in ((str, "a text"), (int, "a whole number"), (bool, "true or false")):
        made.register_structure_hook(kind, _exactly(kind, name))
    return made


def _exactly(kind: type, name: str) -> Any:
    def structure(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise wrong_type(name, value)
        return value

    return structure


def wrong_type(expected: str, value: object) -> Mistyped:
    """Return the error for a value of a wrong type, with the value as the file spells it."""
    held = {bool: str(value).lower(), str: f"“{str(value)[:40]}”", list: "a list", dict: "a table"}
    return Mistyped(f"expected {expected}, not {held.get(type(value), str(value))}", value)


def made_of(origin: object) -> Callable[[Any], bool]:
    """Return a predicate for types made of a generic one, as list[str] is made of list."""
    return lambda kind: get_origin(kind) is origin
