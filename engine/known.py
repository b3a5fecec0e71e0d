"""Finding what a command names, or refusing it with what was probably meant."""

from __future__ import annotations

from collections.abc import Iterable

from engine.confusable import look
from engine.refusal import Refused, in_quotes, unknown
from engine.state import Sheet, State

#: Words that stand where a name of this kind can stand, and mean something else there.
RESERVED = {"character": ("all",)}


def the_sheet(state: State, name: str, about: str = "who") -> Sheet:
    """The sheet of a known character."""
    if name not in state.sheets:
        hint = "“pc NAME” or “npc NAME” adds one" if not state.sheets else None
        raise unknown("character", name, state.sheets, about=about, hint=hint)
    return state.sheets[name]


def the_trait(state: State, name: str, about: str = "trait") -> str:
    """A known trait."""
    known = state.traits()
    if name not in known:
        raise unknown("ability", name, known, about=about, hint=f"“define ability {quoted(name)}” adds it")
    return name


def rolled_trait(state: State, name: str, about: str = "trait") -> str:
    """A trait that can be rolled: a known one, or any where the list is open (FU-40, PO-08)."""
    return (trait_to_be if state.rules.ability_list == "open" else the_trait)(state, name, about)


def trait_to_be(state: State, name: str, about: str) -> str:
    """A known trait, or a new one where the campaign keeps no list of abilities (PF-05)."""
    spelled = next((known for known in state.traits() if known.casefold() == name.casefold()), None)
    if spelled is not None:
        return spelled
    if state.abilities and state.rules.ability_list == "listed":
        return the_trait(state, name, about)
    return new_name("ability", name, state.traits(), about)


def traits_to_be(state: State, names: Iterable[str], about: str = "traits") -> tuple[str, ...]:
    """Traits known or to be, each once."""
    return tuple(dict.fromkeys(trait_to_be(state, name, about) for name in names))


def quoted(name: str) -> str:
    """A name as it can be typed: in quotes where it is more than one word."""
    return name if name.isalnum() else in_quotes(name)


def new_name(kind: str, name: str, taken: Iterable[str], about: str = "name") -> str:
    """A name that is not taken; raises Refused where it is, in whatever case, or where it is empty."""
    if not name.strip():
        raise Refused(f"the {kind} needs a name", about=about)
    if name != name.strip() or "  " in name:
        raise Refused(f"“{name}” has spaces to spare", about=about, hint=f'call it "{" ".join(name.split())}"')
    if name.casefold() in RESERVED.get(kind, ()):
        raise Refused(f"no {kind} can be called “{name}”: the word means something else", about=about, value=name)
    taken = tuple(taken)
    same = next((known for known in taken if known.casefold() == name.casefold()), None)
    if same is not None:
        raise Refused(f"there is a {kind} “{same}” already", about=about, value=name)
    must_not_look_like(kind, name, taken, about)
    return name


def must_not_look_like(kind: str, name: str, taken: Iterable[str], about: str = "name") -> None:
    """Raise Refused for a name that nobody could see, or tell from another that is not the same."""
    seen = look(name)
    if not seen:
        raise Refused(f"the {kind} needs a name that can be seen", about=about, value=name)
    twin = next((known for known in taken if look(known) == seen and known.casefold() != name.casefold()), None)
    if twin is not None:
        raise Refused(f"“{name}” looks just like “{twin}”", about=about, value=name, hint="give it a name of its own")


def positive(amount: int, about: str = "amount") -> int:
    """An amount of at least one."""
    if amount < 1:
        raise Refused(f"{amount} is not an amount: it must be 1 or more", about=about)
    return amount
