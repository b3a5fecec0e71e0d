"""Decide commands about corrections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.concerns.contests.events import ContestResolved
from engine.concerns.corrections.commands import Rename, Rule, RuleOnCritical, Sign
from engine.concerns.corrections.events import CheckRuled, CriticalRuled, Renamed, SheetSigned
from engine.concerns.uses.project import roll_to_turn
from engine.dice import Draw
from engine.known import every_trait, listed_traits, new_name, the_roll, the_sheet
from engine.refusal import Refused
from engine.registry import BEARERS, Event, decides
from engine.rules.contested import OneSide
from engine.rules.creation import known_traits
from engine.rules.trait_kinds import kind_of
from engine.rules.uses import is_natural, must_be_natural, settle_critical
from engine.sheet import values, view
from engine.state import State
from engine.text import article, join_names, quote
from engine.value import held_fields


@decides(Sign)
def sign(state: State, command: Sign, draw: Draw) -> list[Event]:
    """Record that the player agrees to the sheet as it is."""
    sheet = the_sheet(state, command.who)
    since = [each.trait for seq, each in sheet.late.items() if seq > (sheet.signed or 0)]
    given = tuple(dict.fromkeys(since))
    return [SheetSigned(sheet.name, command.player or sheet.player, values(view(state, sheet.name)), given)]


@decides(Rule)
def rule_on_check(state: State, command: Rule, draw: Draw) -> list[Event]:
    """Settle a check by the table's ruling."""
    if not 0 < command.event <= state.seq:
        raise Refused(f"there is no event #{command.event}", about="event", hint=f"the last one is #{state.seq}")
    return [CheckRuled(command.event, "stands" if command.stands else "void", command.reason)]


@decides(RuleOnCritical)
def rule_on_critical(state: State, command: RuleOnCritical, draw: Draw) -> list[Event]:
    """Let a natural critical decide a roll, or give it a bonus (FU-59, FU-62)."""
    if command.change == 0:
        raise Refused("0 changes nothing: write “+1” or “-1”", about="change")
    check = roll_to_turn(state, whose_critical(state, command), command.event, "event")
    must_be_natural(state.rules, check, command.event)
    by = command.change or 0
    came = held_fields(settle_critical(state.rules, check, by))
    return [CriticalRuled(check.character, command.event, by, **came, secret=check.secret, reason=command.reason)]


def whose_critical(state: State, command: RuleOnCritical) -> str:
    """Return who rolled the critical in a ruling, which in a contest is one of the sides.

    Raise Refused for a bonus if several sides rolled one.
    """
    rolled = the_roll(state, command.event, "event")
    if not isinstance(rolled, ContestResolved):
        return getattr(rolled, "character", None) or ""
    sides = [OneSide(rolled, side) for side in rolled.participants]
    names = [each.character for each in sides if is_natural(state.rules, each)]
    if len(names) > 1 and not command.beyond:
        hint = f"“ruling #{command.event} beyond” lets the criticals decide"
        raise Refused(f"{join_names(names)} rolled criticals", about="change", hint=hint)
    rollers = (each.character for each in sides if each.roll is not None)
    return names[0] if names else next(rollers, sides[0].character)


@decides(Rename)
def correct_name(state: State, command: Rename, draw: Draw) -> list[Event]:
    """Correct the name of the one thing that is meant."""
    kind, status = the_bearer(state, command)
    if command.new == command.name:
        raise Refused(f"{command.name} has that name already", about="new")
    must_not_be_of_the_rules(state, kind, command.name)
    joined = kind in JOINABLE and command.new in bearers_of(state, kind, status)
    must_not_join_traits(state, kind, command)
    if not joined:
        must_be_free_name(state, kind, command.new, status, but=command.name)
    return [Renamed(kind, command.name, command.new, status, "joined" if joined else "swap")]


def the_bearer(state: State, command: Rename) -> tuple[str, str | None]:
    """Return the kind of thing with that name, and for a state its status. Raise Refused for none or several."""
    found = [each for each in bearers(state, command.name) if command.kind in (None, each[0])]
    found = [each for each in found if command.status in (None, each[1])]
    if not found:
        kinds = " or ".join(dict.fromkeys(kind for kind, _ in bearers(state, command.name)))
        hint = f"it is {article(kinds)}" if kinds else "“rename” takes a name that the campaign uses"
        what = f"no {command.kind}" if command.kind else "nothing"
        raise Refused(f"{what} is called “{command.name}”", about="name", hint=hint)
    if len(found) > 1:
        said = " or ".join(f"“rename {spell_bearer(each, command.name)} to {quote(command.new)}”" for each in found)
        raise Refused(f"several things are called “{command.name}”", about="name", hint=f"type {said}")
    return found[0]


def bearers(state: State, name: str) -> Iterator[tuple[str, str | None]]:
    """Yield the kinds of everything that has a name, and for states the status too."""
    for kind in (each for each in BEARERS if each != "state"):
        if name in BEARERS[kind](state):
            yield kind, None
    for status in state.statuses.values():
        if name in (step.name for step in status.states):
            yield "state", status.name


def spell_bearer(bearer: tuple[str, str | None], name: str) -> str:
    """Return the kind and name as they are typed."""
    kind, status = bearer
    return f"{kind} {quote(name)}{f' of {quote(status)}' if status else ''}"


def must_not_be_of_the_rules(state: State, kind: str, name: str) -> None:
    """Refuse to rename an entry of the rules' lists, which no event of this log made."""
    named = next((key for key, each in state.rules.as_data().items() if kind == "trait" and each == name), None)
    if named is not None:
        hint = f"change it first with “rules {named} VALUE”"
        raise Refused(f"{name} is the value of the rule {named}", about="name", hint=hint)
    of_kind = kind_of(state.rules, name) if kind == "trait" else None
    if of_kind is not None:
        hint = "change it first with “rules kinds VALUE”"
        raise Refused(f"{name} is {article(of_kind.name)} by the rule kinds", about="name", hint=hint)
    listed = state.rules.trait_lists if kind == "trait" and name not in state.abilities else ()
    found = next((each for each in listed if name in known_traits(each)), None)
    if found is not None:
        hint = f"“define ability {quote(name)}” makes it your own; then rename it"
        raise Refused(f"{name} comes from the trait list {found}", about="name", hint=hint)


def must_not_join_traits(state: State, kind: str, command: Rename) -> None:
    """Refuse to make one trait of two, whose levels and XP cannot be added, and say how to do it by hand."""
    if kind != "trait" or command.new not in every_trait(state) or is_only_listed(state, command.new):
        return
    bearer = next((sheet.name for sheet in state.sheets.values() if sheet.is_trained(command.name)), None)
    hint = "choose another name"
    if bearer is not None:
        hint = f"“why {quote(bearer)} {quote(command.name)}” shows what to undo and give to {command.new} instead"
    raise Refused(f"there is a trait “{command.new}” already, and two cannot become one", about="new", hint=hint)


def is_only_listed(state: State, name: str) -> bool:
    """Return whether a trait is in a list of the rules alone: no event defines it, and no sheet has it."""
    if name in state.abilities or any(name in sheet.practice for sheet in state.sheets.values()):
        return False
    return name in listed_traits(state)


#: Kinds of names of which two spellings may become one, because nothing depends on telling them apart.
JOINABLE = ("item", "player", "tag")

#: Kinds of names that can stand in the same place of a line, so that they must differ.
ONE_POOL = ("trait", "status", "counter", "property")


def must_be_free_name(state: State, kind: str, name: str, status: str | None, *, but: str) -> None:
    """Refuse a name that is taken or looks like a taken one, apart from `but`, which it replaces."""
    if kind == "item" and name.casefold() in map(str.casefold, state.rules.places):
        raise Refused(f"{name} is a place on the body", about="new", hint="choose another name")
    for each in ONE_POOL if kind in ONE_POOL else (kind,):
        taken = [known for known in bearers_of(state, each, status) if known != but]
        if each == "trait" and is_only_listed(state, name):
            taken.remove(name)  # a misspelling of it
        new_name(each, name, taken, "new")


def bearers_of(state: State, kind: str, status: str | None) -> Iterable[str]:
    """Return the names of a kind; of states, those of one status."""
    if kind == "state" and status in state.statuses:
        return [step.name for step in state.statuses[status].states]
    return BEARERS[kind](state) if kind in BEARERS else ()
