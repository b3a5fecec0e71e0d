"""Find what a command names. Raise Refused, with the nearest name, if it does not exist."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from engine.attendance import nobody_there, those_at_group
from engine.patterns import pattern
from engine.refusal import Refused, unknown
from engine.registry import name_finders
from engine.state import Sheet, State
from engine.text import article, look_of, plain, quote
from engine.types import NUMBER_LIMIT

# --- characters ------------------------------------------------------------------------------------------------


def the_sheets(state: State, names: Sequence[str], about: str, *, everyone: bool) -> list[Sheet]:
    """Return the sheets of these characters, or of all players' at the group. Raise Refused for nobody, or a repeat."""
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise Refused(f"{twice} is named twice", about=about, value=twice)
    if not everyone:
        return [the_sheet(state, name, about) for name in names]
    party = [sheet for sheet in state.sheets.values() if sheet.kind == "pc"]
    if not party:
        raise Refused("there is no player character yet", about="all", hint="“pc NAME” adds one")
    there = those_at_group(state, party)
    if not there:
        raise nobody_there(state)
    return there


def the_sheet(state: State, name: str, about: str = "who") -> Sheet:
    """Return the sheet of a known character. Raise Refused for another."""
    if name not in state.sheets:
        hint = "“pc NAME” or “npc NAME” adds one" if not state.sheets else None
        raise unknown("character", name, state.sheets, about=about, hint=hint)
    return state.sheets[name]


# --- traits ----------------------------------------------------------------------------------------------------


def list_players(state: State) -> list[str]:
    """Return those who play a character, in the order in which the first of each joined."""
    return list(dict.fromkeys(sheet.player for sheet in state.sheets.values() if sheet.player))


def listed_traits(state: State) -> list[str]:
    """Return the campaign's list of traits: defined ones, then the rules' lists."""
    names = dict.fromkeys(state.abilities)
    if state.rules.kinds:
        from engine.rules.trait_kinds import kinds_of  # few games have kinds

        spelled = {name.casefold() for name in names}
        named = (trait for kind in kinds_of(state.rules) for trait in kind.traits)
        names.update(dict.fromkeys(trait for trait in named if trait.casefold() not in spelled))
    if state.rules.trait_lists:
        from engine.rules.creation import known_traits  # few games have lists

        names.update(dict.fromkeys(trait for listed in state.rules.trait_lists for trait in known_traits(listed)))
    return list(names)


def every_trait(state: State) -> list[str]:
    """Return every known trait name: the campaign's list, then those on sheets."""
    names: dict[str, object] = dict.fromkeys(listed_traits(state))
    for sheet in state.sheets.values():
        names.update(sheet.practice)
    return list(names)


def the_trait(state: State, name: str, about: str = "trait") -> str:
    """Return a known trait. Raise Refused for another."""
    if name in state.abilities:  # saves looking through hundreds of sheets
        return name
    known = every_trait(state)
    if name not in known:
        raise unknown("ability", name, known, about=about, hint=f"“define ability {quote(name)}” adds it")
    return name


def rolled_trait(state: State, name: str, about: str = "trait") -> str:
    """Return a trait that can be rolled: a known one, or any in games with an open list (FU-40, PO-08)."""
    return (named_trait if state.rules.ability_list == "open" else the_trait)(state, name, about)


def named_trait(state: State, name: str, about: str) -> str:
    """Return a trait that a command names, known or new. Raise Refused for other kinds of names (PF-04)."""
    if name not in every_trait(state):
        must_be_no_other(state, "ability", name, about)
    return trait_to_be(state, name, about)


def trait_to_be(state: State, name: str, about: str) -> str:
    """Return a known trait, or a new one if the campaign keeps no list of abilities (PF-05)."""
    if name in state.abilities:
        return name
    spelled = next((known for known in every_trait(state) if known.casefold() == name.casefold()), None)
    if spelled is not None:
        return spelled
    if state.abilities and state.rules.ability_list == "listed":
        return the_trait(state, name, about)
    return new_name("ability", name, every_trait(state), about)


def traits_to_be(state: State, names: Iterable[str], about: str = "traits") -> tuple[str, ...]:
    """Return known or new traits, each once. The word “everything” is for all and returns none."""
    named = tuple(names)
    if [name.casefold() for name in named] == ["everything"]:
        return ()
    return tuple(dict.fromkeys(named_trait(state, name, about) for name in named))


def must_be_traits(state: State, names: Iterable[str], about: str = "traits") -> None:
    """Refuse names that are no abilities and cannot be new ones."""
    for name in names:
        trait_to_be(state, name, about)


# --- properties ------------------------------------------------------------------------------------------------


def the_property(state: State, name: str, about: str = "property") -> str:
    """Return the name of a known property. Raise Refused for others."""
    if name not in state.properties:
        raise unknown("property", name, state.properties, about=about, hint="“define property NAME” adds one")
    return name


# --- rolls -----------------------------------------------------------------------------------------------------


def the_roll(state: State, number: int, about: str = "of") -> Any:
    """Return a roll of this session by its event number, as it stands now. Raise Refused for another event."""
    if number not in state.rolls:
        latest = next(reversed(state.rolls), None)
        hint = f"the latest roll is #{latest}" if latest else "nothing was rolled in this session"
        raise Refused(f"#{number} is not a roll of this session", about=about, value=number, hint=hint)
    return state.rolls[number]


# --- names -----------------------------------------------------------------------------------------------------

#: Words that mean something else in the place of a name of this kind.
RESERVED = {
    "character": {"all": "means everybody"},
    "group": {
        "all": "means every group",
        "new": "makes a group",
        "leave": "goes back to the first group",
        "first": "means the first group",
    },
}


#: A text that is read as a number, or as a point of the history.
LIKE_A_NUMBER = pattern(r"[#+\-−–]?\s*\d[\d\s.,:/×x%+\-−–]*|(?:start of )?session \d+|\d{4}-\d\d-\d\d.*", re.IGNORECASE)


def new_name(kind: str, name: str, taken: Iterable[str], about: str = "name") -> str:
    """Return a name that is free, and unlike a number. Raise Refused for another.

    Names in older logs may be like numbers: what checks an event asks `untaken_name` alone.
    """
    found = untaken_name(kind, name, taken, about)
    must_not_be_a_number(kind, name, about)
    return found


def must_not_be_a_number(kind: str, name: str, about: str = "name") -> None:
    """Refuse a name that lines would read as a number, or as a point of the history."""
    if LIKE_A_NUMBER.fullmatch(name):
        said = f"no {kind} can be called “{name}”, which is read as a number or a time"
        raise Refused(said, about=about, value=name, hint="choose another name")


def untaken_name(kind: str, name: str, taken: Iterable[str], about: str = "name") -> str:
    """Return a name that is free. Raise Refused if it is empty, or taken in whatever case."""
    if not name.strip():
        raise Refused(f"the {kind} needs a name", about=about)
    if name != name.strip() or "  " in name:
        better = " ".join(name.split())
        hint = f'call it "{better}"'
        raise Refused(f"“{name}” has extra spaces", about=about, value=name, hint=hint, instead=better)
    if name.casefold() in RESERVED.get(kind, ()):
        means = RESERVED[kind][name.casefold()]
        raise Refused(f"no {kind} can be called “{name}”: in commands the word {means}", about=about, value=name)
    taken = tuple(taken)
    same = next((known for known in taken if known.casefold() == name.casefold()), None)
    if same is not None:
        raise Refused(f"there is {article(kind)} “{same}” already", about=about, value=name)
    must_not_look_like(kind, name, taken, about)
    return name


def must_not_look_like(kind: str, name: str, taken: Iterable[str], about: str = "name") -> None:
    """Refuse a name that is invisible, or looks like another one."""
    seen = look_of(name)
    if not seen:
        raise Refused(f"the {kind} needs a visible name", about=about, value=name)
    twin = next((known for known in taken if look_of(known) == seen and known.casefold() != name.casefold()), None)
    if twin is not None:
        raise Refused(f"“{name}” looks just like “{twin}”", about=about, value=name, hint="choose another name")


def find_spelling(state: State, kind: str, name: str, about: str) -> str:
    """Return a name as it is spelled already, whatever case was typed, or as a new name of its kind (PF-04)."""
    return must_be_no_other(state, kind, name, about) or new_name(kind, name, _alike(state), about)


def must_be_no_other(state: State, kind: str, name: str, about: str) -> str | None:
    """Return the name of this kind that differs in case at most, or None. Raise Refused if another kind has it."""
    same = {known: kinds for known, kinds in _alike(state).items() if known.casefold() == name.casefold()}
    own = next((known for known, kinds in same.items() if kind in kinds), None)
    if own is None and same:
        other, kinds = next(iter(same.items()))
        hint = f"choose another name, or “rename {quote(other)} to NEW” first"
        raise Refused(f"{other} is {article(kinds[0])} already", about=about, value=name, hint=hint)
    return own


def _alike(state: State) -> dict[str, list[str]]:
    """Return names that can stand in the same place of a line, with the kinds that have them."""
    found: dict[str, list[str]] = {}
    named = [
        ("ability", every_trait(state)),
        ("status", state.statuses),
        ("counter", name_finders()["counter"](state)),
        *((known.kind, (known.name,)) for known in state.properties.values()),
    ]
    for kind, names in named:
        for name in names:
            found.setdefault(name, []).append(kind)
    return found


# --- amounts ---------------------------------------------------------------------------------------------------


def positive(amount: int, about: str = "amount") -> int:
    """Return an amount of at least one. Raise Refused for another."""
    if amount < 1:
        raise Refused(f"{plain(amount)} is too small: it must be 1 or more", about=about)
    return amount


def countable(amount: int, about: str = "amount") -> int:
    """Return an amount of at least one, in range. Raise Refused for another."""
    if positive(amount, about) > NUMBER_LIMIT:
        raise Refused(f"{amount:,} is too large: numbers go to ±{NUMBER_LIMIT:,}", about=about)
    return amount
