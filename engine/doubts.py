"""Remark on parts of a roll that were probably not meant."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from engine.attendance import tell_elsewhere
from engine.concerns.effects.sheet import PASSING
from engine.concerns.tracks.events import TrackDefined, TrackGiven
from engine.concerns.tracks.sheet import OUT_OF_PLAY, actor_kind, campaign_tracks
from engine.refusal import did_you_mean, near_miss, nearest
from engine.registry import name_finders
from engine.rules.bans import why_banned
from engine.rules.ladder import Ladder
from engine.rules.modifiers import ability, bears_on, default_of
from engine.rules.parts import ACTOR_KINDS, NO_ACTION, NO_DEFENCE, NOTHING, SAID, Part
from engine.rules.ranges import describe_taken_end
from engine.state import Sheet, State
from engine.text import join_names, quote, with_sign

if TYPE_CHECKING:
    from engine.concerns.checks.events import CheckResolved
    from engine.rules.parts import Entrant

#: Words for hindrances.
HANDICAPS = """
afraid blind blinded bleeding bound burdened clumsy confused crippled dazed deaf distracted dizzy drunk encumbered
exhausted exhaustion fatigue fatigued fear fever feverish frightened grappled handicap hungry hurt ill injured injury
lame limping numb overloaded pain panicked penalty poisoned prone scared scratched sick sleepy sore stunned terrified
thirsty tired unarmed unskilled untrained weak weakened weary wound wounded wounds
"""

#: Words that may accompany such a word.
FILLING = "a an and am badly bit is my slightly so somewhat still the too very"


def doubt_roll(state: State, acting: CheckResolved | Entrant) -> Iterator[str]:
    """Yield the doubts about one character's part of a roll: actor, kinds of action, trait, things and modifiers."""
    sheet = state.sheets[acting.character]
    yield from doubt_group(state, sheet)
    yield from doubt_tags(state, acting.when)
    said = describe_taken_end(state, sheet, acting.trait, best=acting.best)
    yield from () if said is None else (said,)
    if acting.default and not acting.chosen:
        yield from doubt_default(state, acting.character, acting.trait, acting.unmodified)
    if acting.secondary is not None and not sheet.is_trained(acting.secondary):
        level = ability(state, sheet, acting.secondary).unmodified
        yield from doubt_default(state, acting.character, acting.secondary, level)
    yield from doubt_items(sheet, acting.trait, acting.when)
    helpful = (part for part in acting.modifiers if part.source == SAID and part.value > 0)
    yield from (f"{spell_part(part)} makes it easier" for part in helpful if hinders(state, part.reason))


def doubt_group(state: State, sheet: Sheet) -> Iterator[str]:
    """Yield a remark on a player character who is in an open session of another group."""
    if sheet.kind == "pc" and (elsewhere := tell_elsewhere(state, sheet)):
        yield f"{elsewhere}; “undo” if {sheet.name} was not meant"


def doubt_bans(state: State, acting: Iterable[str], resisting: Iterable[str]) -> Iterator[str]:
    """Yield a remark on each character who acts and cannot (PF-11, FL-22), or resists and cannot (FU-65).

    `state` is the one before the roll, which may end what forbids it.
    """
    for names, ban in ((acting, NO_ACTION), (resisting, NO_DEFENCE)):
        said = (why_banned(state, state.sheets[name], ban) for name in names)
        yield from (each for each in said if each is not None)


def doubt_ability(sheet: Sheet) -> Iterator[str]:
    """Yield a remark on somebody in play whose injury should stop them."""
    if OUT_OF_PLAY.of(sheet) is None:
        yield f"{sheet.name} can act all the same; “out {quote(sheet.name)}” takes them out of play"


def doubt_target(state: State, who: str, of: int | None, undone_by: int) -> Iterator[str]:
    """Yield a remark on somebody hurt by a roll of others against each other, with `undone_by` to undo.

    A roll against nobody may hurt anybody.
    """
    roll: Any = state.rolls.get(of or 0)
    sides = [side.character for side in getattr(roll, "participants", ())]
    sides = sides or [getattr(roll, "character", None), getattr(roll, "opponent", None)]
    names = [name for name in sides if name is not None]
    if len(names) > 1 and who not in names:
        yield f"#{of} was {names[0]} against {join_names(names[1:])}: “undo #{undone_by}” if {who} was not meant"


def doubt_difficulty(state: State, check: CheckResolved) -> Iterator[str]:
    """Yield the doubts about a difficulty: an opponent's trait and things, and modifiers of the other side.

    If somebody opposes, a hindrance counts as the actor's only if the sheet has it.
    """
    actor = state.sheets[check.character]
    yield from doubt_roller(state, check)
    if check.opponent is not None and check.opposing is not None:
        other = state.sheets[check.opponent]
        said = describe_taken_end(state, other, check.opposing, best=check.best_against)
        yield from () if said is None else (said,)
        if not other.is_trained(check.opposing):
            yield from doubt_default(
                state, other.name, check.opposing, ability(state, other, check.opposing).unmodified
            )
        yield from doubt_items(other, check.opposing, check.when)
    for part in check.difficulty_parts[1:]:
        own = burdens(state, actor, part.reason) or (check.opponent is None and hinders(state, part.reason))
        if part.source == SAID and part.value < 0 and own:
            yield f"{spell_part(part)} makes it easier"


def doubt_roller(state: State, check: CheckResolved) -> Iterator[str]:
    """Yield who should have rolled against whom, if only players roll (FL-28)."""
    if state.rules.contest_rolls != "first" or check.opponent is None or None in (check.opposing, check.trait):
        return
    actor, other = state.sheets[check.character], state.sheets[check.opponent]
    if (actor.kind, other.kind) == ("npc", "pc"):
        turned = (other.name, check.opposing or "", "vs", actor.name, check.trait or "")
        yield f"the player rolls in this game: “check {' '.join(map(quote, turned))}”"


def doubt_items(sheet: Sheet, trait: str | None, tags: Collection[str]) -> Iterator[str]:
    """Yield a remark on each thing that counts from inside another, and on each carried twice that counts once."""
    seen: set[str] = set()
    for stack in sheet.heaps():
        bearing = (each for each in stack.effects if each.target == "A" and bears_on(each, trait, tags))
        added = sum(effect.value for effect in bearing)
        if added and stack.name.casefold() in seen:
            yield f"{sheet.name}'s {stack.name} counts once, though carried in two places"
        elif added and stack.within is not None:
            holder = sheet.stacks[stack.within].name
            yield f"{sheet.name}'s {stack.name} adds {with_sign(added)}, though it is in the {holder}"
        if added:
            seen.add(stack.name.casefold())


def spell_part(part: Part) -> str:
    """Write a modifier as it is typed."""
    return f"{with_sign(part.value)} {part.reason}"


def hinders(state: State, reason: str) -> bool:
    """Return whether a reason reads like a handicap, or is a state that deducts."""
    key = reason.casefold()
    words = {*key.split()} - {*FILLING.split()}
    return bool(words) and (
        words <= {*HANDICAPS.split()} or any(state_value(state, name, key) < 0 for name in state.statuses)
    )


def burdens(state: State, sheet: Sheet, reason: str) -> bool:
    """Return whether a reason is a state, property or thing of a character that is no help to them."""
    key = reason.casefold()
    values = [state_value(state, status, key) for status, now in sheet.statuses.items() if now.casefold() == key]
    owned = [state.properties[name].effects for name in sheet.properties if name.casefold() == key]
    owned += [stack.effects for stack in sheet.heaps(key)]
    owned += [each.event.effects for each in PASSING.of(sheet) if each.event.name.casefold() == key]
    values += [sum(each.value for each in effects if each.target in ("A", "level")) for effects in owned]
    return bool(values) and sum(values) <= 0


def state_value(state: State, status: str, key: str) -> int:
    """Return a state's modifier, or 0 if the status has no such state."""
    step = next((each for each in state.statuses[status].states if each.name.casefold() == key), None)
    return step.modifier + sum(each.value for each in step.effects) if step else 0


def doubt_default(state: State, who: str, trait: str | None, level: int) -> Iterator[str]:
    """Yield a remark, with a guess, on a trait that nobody has and that was rolled at the game's default."""
    if trait is None or state.rules.ability_list != "open":
        return
    defined = state.abilities.get(trait)
    if default_of(state, state.sheets[who], trait) is not None or any(
        sheet.is_trained(trait) for sheet in state.sheets.values()
    ):
        return
    tried = f"nobody has {trait}, so {who} tries it at {Ladder.of(state.rules).name_of(level)}"
    meant = None if defined else near_miss(trait, traits_of_all(state))
    yield f"{tried}: {did_you_mean(meant)}" if meant else f"{tried}; {define_advice(trait)}"


def define_advice(trait: str) -> str:
    """Return how to set the default of a trait."""
    return f"“define ability {quote(trait)} default LEVEL” sets another default"


def traits_of_all(state: State) -> Sequence[str]:
    """Return the traits that are defined or on a sheet."""
    on_sheets = (trait for sheet in state.sheets.values() for trait in sheet.practice if sheet.is_trained(trait))
    return tuple(dict.fromkeys([*state.abilities, *on_sheets]))


def doubt_tags(state: State, tags: Iterable[str]) -> Iterator[str]:
    """Yield a remark, with a guess, on each kind of action that no modifier depends on (PF-35)."""
    known = {tag.casefold(): tag for tag in name_finders()["tag"](state)}
    for tag in dict.fromkeys(tags):
        if tag.casefold() in known:
            continue
        close = nearest(tag, known.values())
        others = f"; those known are {', '.join(sorted(known.values()))}" if known else ""
        yield f"no modifier depends on “when {quote(tag)}”{f': {did_you_mean(close)}' if close else others}"


def doubt_track(before: State, state: State, event: object) -> Iterator[str]:
    """Yield the doubts about a new track: no way out of play, others that are gone, or more boxes than a PC's."""
    if isinstance(event, TrackDefined):
        if event.any_order and not event.final and event.full != NOTHING:
            yield "no state is final: “final STATE” says which one takes somebody out of play"
        there = set(map(actor_kind, state.sheets.values()))
        for kind, whose in ((kind, whose) for kind, whose in ACTOR_KINDS.items() if kind in there):
            gone = campaign_tracks(before, kind).keys() - campaign_tracks(state, kind).keys()
            gone -= {name for name in gone if name.casefold() == event.name.casefold() and event.kind in ("", kind)}
            yield from (f"{whose} have no {name} any more" for name in sorted(gone))
    if isinstance(event, TrackGiven) and actor_kind(state.sheets[event.character]) == "npcs":
        most = sum(each.boxes for track in campaign_tracks(state, "pcs").values() for each in track.states)
        if 0 < most < event.boxes:
            yield f"a player character has {most} boxes: NPCs seldom have more"
