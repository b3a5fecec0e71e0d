"""Events as sentences: what happened, so that a player understands it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from engine import events as e
from engine.rules.ladder import Ladder
from engine.rules.ruleset import FIELDS, LEVELS, Ruleset, from_recorded, pair
from engine.rules.values import spoken
from engine.store.codec import Unknown
from engine.words import BY_LEVEL, FUMBLE, NO_DICE, DiceSpec
from replay.words import count, faces, listed, parts, plain, signed

if TYPE_CHECKING:
    from engine.staleness import Stale

Teller = Callable[[Any], str]
T = TypeVar("T", bound=Teller)
TELLERS: dict[type, Teller] = {}

LEANING = re.compile(r"(?P<dice>\d+dF)[-+](?P<count>\d+)(?P<kind>adv|dis)")


def tell(event: e.Event | Unknown) -> str:
    """What happened, in a sentence without a full stop."""
    return TELLERS[type(event)](event)


def tells(event: type) -> Callable[[T], T]:
    def register(teller: T) -> T:
        TELLERS[event] = teller
        return teller

    return register


def because(reason: str) -> str:
    return f" ({reason})" if reason else ""


@tells(Unknown)
def _unknown(event: Unknown) -> str:
    return f"{event.name}, recorded by a newer version of the program"


@tells(e.CampaignCreated)
def _campaign(event: e.CampaignCreated) -> str:
    title = f"“{event.title}”" if event.title else "A campaign"
    return f"{title} begins, with the rules of {event.rules.get('title', event.ruleset)}"


@tells(e.RulesChanged)
def _rules(event: e.RulesChanged) -> str:
    rules = from_recorded(event.rules)
    now, before = (rule_said(rules, event.key, value) for value in (event.value, event.before))
    return f"From now on {event.key} is {now} (it was {before})"


def rule_said(rules: Ruleset, key: str, value: Any) -> str:
    """A value of a rule as it can be typed; levels by their words, dice as they are called."""
    ladder = Ladder.of(rules)
    if key == "reactions":
        return spoken([f"{ladder.name(int(level)) or level} = {text}" for level, text in map(pair, value)])
    kind = FIELDS[key].type if key in FIELDS else None
    if kind is DiceSpec:
        return called(value)
    return (ladder.name(value) if kind in LEVELS and value is not None else None) or spoken(value)


@tells(e.AbilityDefined)
def _ability(event: e.AbilityDefined) -> str:
    labels = ", ".join(f"{label.word} {label.level}" for label in event.labels)
    return f"Ability {event.name}{because(labels)}"


@tells(e.StatusDefined)
def _status(event: e.StatusDefined) -> str:
    states = ", ".join(f"{state.name} {signed(state.modifier)}" for state in event.states)
    touches = f" for {listed(event.on)}" if event.on else ""
    moves = f"; moved by {event.cause}" if event.cause else ""
    return f"Status {event.name}: {states}{touches}; it starts {event.start}{moves}"


@tells(e.PropertyDefined)
def _property(event: e.PropertyDefined) -> str:
    does = [effect(each) for each in event.effects] + [f"{g.amount} XP for {g.trait}" for g in event.gifts]
    return f"{event.kind.capitalize()} {event.name}: {', '.join(does) if does else 'part of the story'}"


def effect(found: e.Effect) -> str:
    """What an effect does, in a few words."""
    what = "A" if found.target == "A" else listed(found.on)
    on = f" on {listed(found.on)}" if found.target == "A" and found.on else ""
    return f"{what} {signed(found.value)}{on}{f' when {found.when}' if found.when else ''}"


@tells(e.ChecklistAnswered)
def _checklist(event: e.ChecklistAnswered) -> str:
    return f"Settled, {event.topic}: {event.text}"


@tells(e.PracticeRateFixed)
def _rate(event: e.PracticeRateFixed) -> str:
    return f"{event.amount} {event.unit} of dedicated practice is worth {event.xp} XP"


@tells(e.CharacterCreated)
def _character(event: e.CharacterCreated) -> str:
    who = f"played by {event.player}" if event.player else "a player's" if event.kind == "pc" else "the GM's"
    return f"{event.name} joins, {who}"


@tells(e.CharacteristicSet)
def _characteristic(event: e.CharacteristicSet) -> str:
    return f"{event.character}'s {event.name}: {event.text}"


@tells(e.TraitGiven)
def _trait(event: e.TraitGiven) -> str:
    return f"{event.character} starts with {event.trait} {event.word or plain(event.level)}"


@tells(e.SlotTraded)
def _traded(event: e.SlotTraded) -> str:
    return f"{event.character} gives up a trait at {event.word or plain(event.level)} for two of the next lower one"


@tells(e.CharacterApproved)
def _approved(event: e.CharacterApproved) -> str:
    return f"{event.character} is approved"


@tells(e.PointsChanged)
def _points(event: e.PointsChanged) -> str:
    did = "gets" if event.amount > 0 else "spends"
    return f"{event.character} {did} {points(abs(event.amount))}{because(event.use)}"


def points(amount: int) -> str:
    return "a fudge point" if amount == 1 else f"{amount} fudge points"


@tells(e.StatusChanged)
def _status_changed(event: e.StatusChanged) -> str:
    moved = f"stays {event.state}" if event.before == event.state else f"{event.before} → {event.state}"
    return f"{event.character}'s {event.status}: {moved}{because(event.trigger)}"


@tells(e.PropertyGained)
def _gained(event: e.PropertyGained) -> str:
    return f"{event.character} now has {event.property}"


@tells(e.PropertyLost)
def _lost(event: e.PropertyLost) -> str:
    return f"{event.character} no longer has {event.property}"


@tells(e.XpAwarded)
def _award(event: e.XpAwarded) -> str:
    only = "" if event.only is None else f", for {listed(event.only)} only"
    return f"{event.character} is awarded {event.amount} XP{because(event.reason)}{only}"


@tells(e.XpAllocated)
def _allocation(event: e.XpAllocated) -> str:
    to = f", now {event.word}" if event.word else ""
    return f"{event.character} spends {event.amount} XP on {event.trait}{to}"


@tells(e.BonusGranted)
def _bonus(event: e.BonusGranted) -> str:
    return f"{event.character} gets {event.amount} XP of {event.trait} for free{because(event.reason)}"


@tells(e.ItemGiven)
def _given(event: e.ItemGiven) -> str:
    lends = "".join(f", {effect(each)}" for each in event.effects)
    things = f"{count(event.quantity, event.name)}{because(event.note)}"
    return f"{event.character} gets {things}{in_place(event)}{lends}"


def in_place(event: e.ItemGiven | e.ItemMoved) -> str:
    """Where things went, if anywhere in particular."""
    if event.where is None:
        return ""
    return f" in the {event.where}" if event.within is not None else f" ({event.where})"


def part(event: e.ItemDropped | e.ItemMoved | e.ItemPassed) -> str:
    """How much of a stack: all of it by its name, a part as so many of so many."""
    if event.quantity < event.of:
        return f"{event.quantity} of {event.of} {event.name}"
    return count(event.quantity, event.name)


@tells(e.ItemDropped)
def _dropped(event: e.ItemDropped) -> str:
    return f"{event.character} lets go of {part(event)}"


@tells(e.ItemMoved)
def _moved(event: e.ItemMoved) -> str:
    where = in_place(event) or " in hand"
    return f"{event.character} puts {part(event)}{where}"


@tells(e.ItemPassed)
def _passed(event: e.ItemPassed) -> str:
    return f"{event.character} hands {part(event)} to {event.to}"


@tells(e.ItemNoted)
def _noted(event: e.ItemNoted) -> str:
    return f"{event.character}'s {event.name} is now {event.note}"


@tells(e.SessionStarted)
def _session(event: e.SessionStarted) -> str:
    return f"Session {event.number} begins{f': {event.title}' if event.title else ''}"


@tells(e.SessionEnded)
def _session_end(event: e.SessionEnded) -> str:
    return f"Session {event.number} ends"


@tells(e.SceneSet)
def _scene(event: e.SceneSet) -> str:
    return f"Scene: {event.text}"


@tells(e.NoteMade)
def _note(event: e.NoteMade) -> str:
    return event.text


def shown(dice: str, fell: tuple[int, ...], roll: int, physical: bool) -> str:
    """What the dice showed, and whether they lay on a real table."""
    if dice == NO_DICE:
        return f"{signed(roll)} without dice"
    faced = f"{faces(dice, fell)} = " if len(fell) > 1 or fell not in ((), (roll,)) else ""
    came = "a fumble" if roll == FUMBLE else signed(roll) if steps(dice) else plain(roll)
    return f"{faced}{came} on {called(dice)}{' (real dice)' if physical else ''}"


def steps(dice: str) -> bool:
    """Whether a roll of these dice is a number of steps, which has a sign."""
    from engine.dice import read_dice  # whoever only looks at a sheet rolls nothing

    return not dice.startswith(BY_LEVEL) and read_dice(dice).steps


def called(dice: str) -> str:
    """Dice as they are called at the table: a polyhedral die by its sides, a table by its name."""
    if dice.startswith("poly-"):
        die = dice.removeprefix("poly-").replace("-exploding", "").replace("-snake-eyes", "")
        die, _, spent = die.removesuffix("pt").rpartition("-") if die.endswith("pt") else (die, "", "")
        return f"{die} with {points(int(spent))}" if spent else die
    leaning = LEANING.fullmatch(dice)
    if leaning:
        kind = "advantage" if leaning["kind"] == "adv" else "disadvantage"
        return f"{leaning['dice']}, {leaning['count']} of them {kind} dice"
    return dice.partition("[")[2].partition("|")[0] or dice.removesuffix("-table")


@tells(e.DiceRolled)
def _roll(event: e.DiceRolled) -> str:
    who = f"{event.character} rolls " if event.character else ""
    total = f", {parts(event.modifiers)}: {plain(event.total)}" if event.modifiers else ""
    degree = f": {event.degree}" if event.degree else ""
    return f"{secret(event.secret)}{who}{shown(event.dice, event.faces, event.roll, event.physical)}{total}{degree}"


@tells(e.ReactionRolled)
def _reaction(event: e.ReactionRolled) -> str:
    rolled = shown(event.dice, event.faces, event.roll, event.physical)
    added = f", {parts(event.modifiers)}" if event.modifiers else ""
    return f"{secret(event.secret)}{event.character}'s reaction is {event.degree}: {event.reading} ({rolled}{added})"


@tells(e.CriticalDrawn)
def _critical(event: e.CriticalDrawn) -> str:
    who = f" for {event.character}" if event.character else ""
    return f"Critical result{who}: {event.effect} ({shown(event.dice, event.faces, event.roll, event.physical)})"


def secret(is_secret: bool) -> str:
    return "(secret) " if is_secret else ""


@tells(e.CheckResolved)
def _check(event: e.CheckResolved) -> str:
    against = f"{event.opponent}'s {event.opposing}" if event.opponent else event.against or plain(event.difficulty)
    tried = f"{secret(event.secret)}{event.character} tries {event.trait or 'an untrained act'} against {against}"
    return f"{tried}: {f'{event.degree}, ' if event.degree and not event.automatic else ''}{outcome(event)}"


def outcome(event: e.CheckResolved) -> str:
    """Whether a check succeeded, and by how much; or why it needed no dice."""
    came = "success" if event.success else "failure"
    if event.automatic:
        return f"{came} without dice: {event.automatic}"
    if event.roll == FUMBLE:
        return f"{came} with a fumble"
    by = f"by {abs(event.margin)}" if event.margin else "exactly"
    return f"{'critical ' if event.critical else ''}{came}{'' if event.critical else f' {by}'}"


@tells(e.ContestResolved)
def _contest(event: e.ContestResolved) -> str:
    ranked = sorted(event.participants, key=lambda side: side.place)
    totals = ", ".join(f"{side.character} {total(side)}" for side in ranked if not side.yields)
    if event.winner:
        alone = ranked[1].roll == FUMBLE
        by = f" by {event.relative}" if event.relative else "" if alone else ", having matched it"
        came = f"{event.winner} wins{f': {event.automatic}' if event.automatic else by}"
    else:
        came = f"{listed(event.tied)} tie" if event.tied else f"nobody reaches {event.against or event.least}"
    return f"{secret(event.secret)}{event.participants[0].trait} contest: {came} ({totals})"


def total(side: e.Entrant) -> str:
    """What a side came to: a word of the ladder, or a number."""
    return "a fumble" if side.roll == FUMBLE else side.degree or plain(side.total)


def no_longer(found: Stale) -> str:
    """What is no longer so in a roll: its level, or what was added to it; and what it would have come to."""
    used = f"used {plain(found.recorded)}, as corrected {plain(found.corrected)}"
    if found.recorded == found.corrected:
        used = f"used {plain(found.recorded)} with other modifiers, or against another difficulty"
    if found.margin is None:
        return used
    by = f" by {abs(found.margin)}" if found.margin else ""
    return f"{used}: would {'succeed' if found.margin >= 0 else 'fail'}{by}"


@tells(e.SecretRevealed)
def _revealed(event: e.SecretRevealed) -> str:
    return f"#{event.event} is no longer secret"


@tells(e.SheetSigned)
def _signed(event: e.SheetSigned) -> str:
    return f"{event.player or 'The player'} agrees to {event.character}'s sheet"


@tells(e.CheckRuled)
def _ruled(event: e.CheckRuled) -> str:
    return f"Ruling: #{event.event} {'stands' if event.ruling == 'stands' else 'is void'}{because(event.reason)}"


@tells(e.AwardAmended)
def _amended(event: e.AwardAmended) -> str:
    return f"{event.character}'s award #{event.award} is {event.amount} XP, not {event.before}{because(event.reason)}"


@tells(e.EventsUndone)
def _undone(event: e.EventsUndone) -> str:
    kept = f", keeping {numbers(event.kept)} as a debt" if event.kept else ""
    return f"Taken back: {numbers(event.targets)}{kept}{because(event.reason)}"


@tells(e.EventsRedone)
def _redone(event: e.EventsRedone) -> str:
    return f"Put back: {numbers(event.targets)}{because(event.reason)}"


@tells(e.CampaignForked)
def _forked(event: e.CampaignForked) -> str:
    return f"{event.name} goes its own way from here, after #{event.events} ({event.hash[:16]})"


@tells(e.HeadAccepted)
def _accepted(event: e.HeadAccepted) -> str:
    return f"Gone on with, though it was seen to end at #{event.events} ({event.hash[:16]}){because(event.reason)}"


@tells(e.LogConverted)
def _converted(event: e.LogConverted) -> str:
    return f"Carried over from a log of format {event.format} that ended at #{event.events} ({event.hash[:16]})"


def numbers(targets: tuple[int, ...]) -> str:
    """Event numbers, neighbours as a range."""
    if len(targets) > 2 and targets[-1] - targets[0] == len(targets) - 1:
        return f"#{targets[0]}–#{targets[-1]}"
    return ", ".join(f"#{target}" for target in targets)
