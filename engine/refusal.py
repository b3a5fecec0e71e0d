"""Why a command is refused: a value with a place, raised where the reason is found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.value import value


@value
class Dependent:
    """A later event that depends on what was to be undone."""

    seq: int
    text: str


class Refused(Exception):
    """The rules, or the state of the campaign, do not allow a command. Nothing was written.

    `message` is one sentence, and `hint` says what would work. `about` names the field of the command that is at
    fault, and `value` the part of the field if it holds several.
    """

    def __init__(
        self,
        message: str,
        *,
        about: str | None = None,
        value: object = None,
        hint: str | None = None,
        dependents: tuple[Dependent, ...] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.about = about
        self.value = value
        self.hint = hint
        self.dependents = dependents


def nearest(typed: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the known name most like what was typed; None if none is near (`cutoff` 1: equal).

    >>> nearest("climing", ["Climbing", "Lore"])
    'Climbing'
    """
    from difflib import get_close_matches  # only ever needed to word a refusal

    keys = {name.casefold(): name for name in known}
    close = get_close_matches(typed.casefold(), list(keys), n=1, cutoff=cutoff)
    return keys[close[0]] if close else None


def did_you_mean(name: str) -> str:
    """Ask whether a name was meant; one that ends in a question mark brings its own.

    >>> did_you_mean("Lore"), did_you_mean("Did we learn?")
    ('did you mean Lore?', 'did you mean Did we learn?')
    """
    return f"did you mean {name.removesuffix('?')}?"


def names_beginning(typed: str, known: Iterable[str]) -> list[str]:
    """Return the known names that begin with what was typed, in any case; only one, if it is typed in full.

    >>> names_beginning("gr", ["Great", "Great Superhuman", "Good"])
    ['Great', 'Great Superhuman']
    >>> names_beginning("great", ["Great", "Great Superhuman", "Good"])
    ['Great']
    """
    key = " ".join(typed.split()).casefold()
    found = [name for name in known if key and name.casefold().startswith(key)]
    return [name for name in found if name.casefold() == key] or found


def stem(found: Sequence[str]) -> str | None:
    """Return the one of some names that all others begin with (Great, not Great Superhuman); None if there is none."""
    return next((name for name in found if all(other.startswith(name) for other in found)), None)


def unknown(kind: str, typed: str, known: Iterable[str], *, about: str, hint: str | None = None) -> Refused:
    """Return the refusal of an unknown name, with the nearest known one."""
    close = nearest(typed, known)
    return Refused(
        f"no {kind} “{typed}”",
        about=about,
        value=typed,
        hint=did_you_mean(close) if close else hint,
    )
