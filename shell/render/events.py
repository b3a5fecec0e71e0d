"""The default answer to a command: its events as sentences, and the changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.campaign import Recorded
from engine.concerns.belongings.events import ItemNoted
from engine.concerns.campaign.events import ChecklistAnswered
from engine.concerns.characters.events import CharacterCreated, CharacteristicSet
from engine.concerns.checks.narrate import no_longer
from engine.concerns.experience.events import BonusGranted, Drawing, XpAllocated, XpAwarded
from engine.concerns.safety.events import AgreementMade
from engine.concerns.safety.sheet import agreements
from engine.history.counting import Correcting
from engine.history.staleness import Stale
from engine.narrate import tell
from engine.patterns import pattern
from engine.refusal import near_miss
from engine.registry import Event, marks
from engine.rules.creation import shown_traits
from engine.rules.growth import standing_of
from engine.rules.ladder import Ladder
from engine.sheet import TraitView, trait_view
from engine.state import Sheet, State
from engine.store import codec
from engine.text import count, join_names, plain
from engine.value import evolve
from replay.compare.changes import Change, changes_between, may_change_all, name_field, with_new_names
from shell.render import Answer, Asked
from shell.render.faces import tell_drawn

if TYPE_CHECKING:
    from replay.compare.diff import Caused

#: How many letters a new name has at least that is nearly a known one, and a number at the end of a name.
SHORTEST_NEAR = 4
NUMBER_BEHIND = pattern(r"\s*\d+$")


def answer_events(asked: Asked) -> Answer:
    """Answer with what happened and what changed on the sheets, or that all was so already."""
    remarks = [said for each in asked.events for said in remark_on_name(asked.before, each.event)]
    warned = {"warnings": remarks} if remarks else {}
    lines = "".join(f"\n  {said}" for said in remarks)
    return Answer(
        lambda: {"changes": codec.plain_data(find_changes(asked)), **warned},
        lambda: story(asked) + lines if asked.events else defined_already(asked.command),
    )


def remark_on_name(before: State, event: object) -> Iterator[str]:
    """Yield what an event replaces, and the known name that its new name is nearly."""
    replaced = find_replaced(before, event)
    if replaced:
        yield f"Before it was: {replaced}"
    defined = marks(event).defined_in
    known: Iterable[str] = before.sheets if isinstance(event, CharacterCreated) else defined(before) if defined else ()
    name = str(getattr(event, "name", ""))
    near = near_miss(name, [each for each in known if not differs_in_number(each, name)])
    if near and name not in known and len(name) >= SHORTEST_NEAR:
        yield f"{near} exists too. Meant {near}? Type undo."


def find_replaced(before: State, event: object) -> str:
    """Return the text or definition that an event takes the place of, or “”."""
    defined = marks(event).defined_in
    old: object = None
    match event:
        case CharacteristicSet():
            sheet, new = before.sheets.get(event.character), event.text
            old = sheet and sheet.characteristics.get(event.name)
        case ItemNoted():
            sheet, new = before.sheets.get(event.character), event.note
            old = sheet and next((each.note for each in sheet.alike(event.item)), None)
        case AgreementMade():
            old, new = agreements(before).answers.get(event.topic), event.text
        case ChecklistAnswered():
            old, new = before.checklist.get(event.topic), event.text
        case _ if defined is not None:
            old = defined(before).get(getattr(event, "name", ""))
            old, new = tell(old) if isinstance(old, Event) else None, tell(event)
            old = None if old and new.startswith(old) else old  # it only says more
        case _:
            return ""
    return str(old) if old and old != new else ""


def differs_in_number(known: str, name: str) -> bool:
    """Return whether a name is that of another of a kind, such as Bandit 2, or the same in another case."""
    return NUMBER_BEHIND.sub("", known).casefold() == NUMBER_BEHIND.sub("", name).casefold()


def defined_already(command: Any) -> str:
    """Say that a command defines what is defined already, or return "" for other commands without events."""
    names = getattr(command, "names", (getattr(command, "name", ""),))
    return f"{join_names(names)}: defined already, nothing changed" if any(names) else ""


def find_changes(asked: Asked) -> list[Change]:
    """Return every value on the sheets that a command changed."""
    everywhere = any(may_change_all(each.event) for each in asked.events)
    found = changes_between(asked.before, asked.state, everywhere=everywhere)
    return with_new_names(found) if any(isinstance(each.event, Correcting) for each in asked.events) else found


def story(asked: Asked) -> str:
    """Write the events as sentences, with the levels they moved and the XP they left."""
    sheets = asked.state.sheets
    lines = [
        f"✓ #{each.seq} {tell_drawn(each.event)}{describe_moved(each, asked)}{describe_left(each, sheets)}"
        for each in asked.events
    ]
    spenders = dict.fromkeys(each.event.character for each in asked.events if isinstance(each.event, Drawing))
    rest = [f"  {name} has {sheets[name].unspent} XP left to spend" for name in spenders if sheets[name].unspent > 0]
    awarded = any(isinstance(each.event, XpAwarded) for each in asked.events)
    idle = ["  XP doesn't raise traits in this game"] if awarded and asked.state.rules.growth == "none" else []
    return "\n".join([*first_few(lines), *rest, *idle])


def describe_left(recorded: Recorded, sheets: Mapping[str, Sheet]) -> str:
    """Return the balance, or the debt, that an award leaves."""
    if not isinstance(recorded.event, XpAwarded):
        return ""
    unspent = sheets[recorded.event.character].unspent
    return f": {unspent} to spend" if unspent >= 0 else f": still {-unspent} XP in debt, which awards pay first"


def describe_moved(recorded: Recorded, asked: Asked) -> str:
    """Return the effect of an allocation or free practice alone on its trait."""
    event = recorded.event
    if not isinstance(event, XpAllocated | BonusGranted):
        return ""
    old, new = (trait_on(state, event.character, event.trait) for state in (asked.before, asked.state))
    if old is None or new is None:
        return ""
    if isinstance(event, XpAllocated) and event.pending:
        return ""
    if isinstance(event, XpAllocated) and event.word:
        return f" (was {old.level_name})"
    same = [each for each in asked.events if is_of_trait(each.event, event)]
    later = [each.event for each in same if each.seq > recorded.seq]
    earlier = [each for each in same if each.seq < recorded.seq]
    now = without(asked.state, event, new, later)
    return f": {growth(without(asked.state, event, new, [event, *later]) if earlier else old, now)}"


def trait_on(state: State, character: str, trait: str) -> TraitView | None:
    """Return a trait as a character's sheet shows it, or None without such a trait or character."""
    sheet = state.sheets.get(character)
    return None if sheet is None or trait not in shown_traits(state, sheet) else trait_view(state, sheet, trait)


def is_of_trait(other: object, event: XpAllocated | BonusGranted) -> bool:
    """Return whether an event is XP for the trait that another is for."""
    if not isinstance(other, XpAllocated | BonusGranted):
        return False
    return (other.character, other.trait) == (event.character, event.trait)


def without(state: State, event: XpAllocated | BonusGranted, trait: TraitView, later: Sequence[object]) -> TraitView:
    """Return a trait as it was before the last events that put XP in it."""
    had = state.sheets[event.character].practice[event.trait]
    spent = sum(each.amount for each in later if isinstance(each, XpAllocated))
    bonus = sum(each.amount for each in later if isinstance(each, BonusGranted))
    found = standing_of(state.rules, evolve(had, spent=had.spent - spent, bonus=had.bonus - bonus), event.trait)
    name = Ladder.of(state.rules).name(found.level + trait.modifier)
    return evolve(trait, level=found.level, level_name=name, progress=found.progress, needed=found.needed)


def growth(old: TraitView, new: TraitView) -> str:
    """Return how a trait grew: “still 4, 10 of 16 towards 5”, “4 → 5” or “0 → 4, 3 of 16 towards 5”."""
    if new.level_name is not None:
        return f"{old.level_name} → {new.level_name}"
    level = f"still {new.level}" if new.level == old.level else f"{old.level} → {new.level}"
    return f"{level}, {new.progress} of {new.needed} towards {new.level + 1}" if new.progress else level


#: The most lines that are printed. Of more, only the first few and a count.
MOST_LINES_TOLD = 12
FEW = 5

#: Fields that follow from the XP left, and are not shown beside them.
SUMS = ("xp.awarded", "xp.spent", "xp.taken")


def first_few(lines: list[str]) -> list[str]:
    """Return the lines, or of many only the first five and the command that lists all."""
    if len(lines) <= MOST_LINES_TOLD:
        return lines
    return [*lines[:FEW], f"  … and {len(lines) - FEW} more: “log last {len(lines)}” lists all"]


def first_five(lines: list[str], what: str) -> list[str]:
    """Return the first five lines of a list, and how many more of these things there are."""
    more = len(lines) - FEW
    return [*lines[:FEW], f"  … and {more} more {what if more > 1 else what[:-1]}"] if more > 0 else lines


def recorded_text(events: Sequence[Recorded], mark: str = "✓ #{} ") -> str:
    """Write events that are on disk now, a sentence each, with their numbers."""
    return "\n".join(f"{mark.format(each.seq)}{tell_drawn(each.event)}" for each in events)


def change_line(change: Change | Caused) -> str:
    """Write how one value of a sheet changed."""
    return f"  {change.character}{_became(change)}"


def _became(change: Change | Caused) -> str:
    kind, _, name = change.field.partition(".")
    gone = change.after is None
    if kind == "character":
        return " is no longer there" if gone else " joins"
    if kind in ("properties", "gifts", "faults", "keys"):
        return f" {'no longer has' if gone else 'now has'} {name}"
    if kind == "inventory" and not name.endswith(".note") and None in (change.before, change.after):
        amount = count(change.before if gone else change.after, name)
        return f" {'no longer has' if gone else 'now has'} {amount}"
    return f": {name_field(change.field)} {_value(change.before)} → {_value(change.after)}"


def _value(value: object) -> str:
    return "none" if value is None else plain(value) if type(value) is int else str(value)


def change_lines(changes: Sequence[Change]) -> list[str]:
    """Write the change of every value, but of a character who joined or left only that."""
    moved = {change.character for change in changes if change.field == "character"}
    return [change_line(each) for each in changes if each.field == "character" or each.character not in moved]


def stale_line(found: Stale, ladder: Ladder) -> str:
    """Write a stale roll, its corrected result, and how to settle it."""
    settle = f"“ruling #{found.seq} stands” or “ruling #{found.seq} void” settles it"
    return f"  #{found.seq} {stale_text(found, ladder)}\n    {settle}"


def stale_text(found: Stale, ladder: Ladder) -> str:
    """Say what differs in a stale roll, and whether the outcome would."""
    change = ", the outcome would change" if found.outcome_changes else ""
    return f"{found.character}'s {found.trait or 'roll'}: {no_longer(found, ladder)}{change}"
