"""Why a command was turned down: a value with a place, raised where it is found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.value import value


@value
class Dependent:
    """A later event that stands on what was to be taken back."""

    seq: int
    text: str


class Refused(Exception):
    """The rules, or the state of the campaign, do not allow a command. Nothing was written.

    `message` is one sentence; `about` names the command's field that is at fault, and `value` the part of it
    when the field holds several; `hint` says what would do.
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
    """The known name most like what was typed, or None when nothing is that near (1: the same)."""
    from difflib import get_close_matches  # only ever needed to word a refusal

    keys = {name.casefold(): name for name in known}
    close = get_close_matches(typed.casefold(), list(keys), n=1, cutoff=cutoff)
    return keys[close[0]] if close else None


def begun(typed: str, known: Iterable[str]) -> list[str]:
    """The known names that begin so, in any case; the one alone that is typed in full."""
    key = " ".join(typed.split()).casefold()
    found = [name for name in known if key and name.casefold().startswith(key)]
    return [name for name in found if name.casefold() == key] or found


def stem(found: Sequence[str]) -> str | None:
    """The one of some names that all of them begin with: Great, and not Great Superhuman; None where there is none."""
    return next((name for name in found if all(other.startswith(name) for other in found)), None)


def unknown(kind: str, typed: str, known: Iterable[str], *, about: str, hint: str | None = None) -> Refused:
    """The refusal of a name that is not known, with the nearest one that is."""
    close = nearest(typed, known)
    return Refused(
        f"no {kind} “{typed}”",
        about=about,
        value=typed,
        hint=f"did you mean {close}?" if close else hint,
    )
