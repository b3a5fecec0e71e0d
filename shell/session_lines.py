"""Events as the commands that would make them: one function an event type."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from engine import commands as c
from engine import events as e
from engine.decide.belongings import called, where
from engine.projectors import apply
from engine.refusal import Refused
from engine.rules.files import BUILT_IN, load
from engine.rules.rolling import the_dice
from engine.rules.ruleset import FIXED, Ruleset, from_recorded
from engine.rules.values import changed, spoken
from engine.state import Stack, State
from engine.value import value
from engine.words import (
    BY_LEVEL,
    Amount,
    Character,
    Characteristic,
    Container,
    DiceSpec,
    EventNumber,
    Faces,
    Item,
    Label,
    Level,
    Name,
    NewItem,
    NewTrait,
    Offset,
    Player,
    Property,
    RuleKey,
    RulesetName,
    Signed,
    Status,
    Tag,
    Text,
    Topic,
    Trait,
    Unit,
)
from engine.words import State as StateName


@value
class Before:
    """What an event met.

    `state` is the campaign that is told, `copy` the one that the script makes, and `numbers` what each event of the
    first is called in the log of the second.
    """

    state: State
    copy: State
    numbers: dict[int, int]


Sayer = Callable[[Any, Before], Iterable[object]]
S = TypeVar("S", bound=Sayer)
SAYERS: dict[type, Sayer] = {}

#: Events that no line is needed for: what they took back is left out, what they put back is there.
SILENT = (e.EventsUndone, e.EventsRedone, e.AwardAmended, e.CampaignForked, e.HeadAccepted, e.LogConverted)


class Unsayable(Exception):
    """There is no command for an event; the message says why."""


def commands_for(event: object, before: Before) -> Iterable[object]:
    """The commands that would make an event; raises Unsayable."""
    if isinstance(event, SILENT):
        return ()
    if type(event) not in SAYERS:
        raise Unsayable("there is no command for it")
    return SAYERS[type(event)](event, before)


def says(event: type) -> Callable[[S], S]:
    def register(sayer: S) -> S:
        SAYERS[event] = sayer
        return sayer

    return register


# --- the campaign ----------------------------------------------------------------------------------------------


@says(e.CampaignCreated)
def _campaign(event: e.CampaignCreated, before: Before) -> Iterable[object]:
    """The book that comes nearest, and every rule that differs from it."""
    rules = from_recorded(event.rules).recorded()
    books = {name: load(name).recorded() for name in BUILT_IN}
    base = min(books, key=lambda name: (sum(rules[key] != each for key, each in books[name].items()), name))
    yield c.CreateCampaign(RulesetName(base), Label(event.title))
    own = {key: spoken(each) for key, each in rules.items() if key not in FIXED and each != books[base][key]}
    for key in _as_they_go(load(base), own):
        yield c.ChangeRule(RuleKey(key), Text(own[key]))


def _as_they_go(rules: Ruleset, values: dict[str, str]) -> Iterator[str]:
    """The keys in an order in which each goes with those before it, where there is one."""
    left = list(values)
    while left:
        key, rules = next(_fitting(rules, values, left), (left[0], rules))
        left.remove(key)
        yield key


def _fitting(rules: Ruleset, values: dict[str, str], keys: list[str]) -> Iterator[tuple[str, Ruleset]]:
    """Those of the keys that can be set next, with the rules as they are then."""
    for key in keys:
        with suppress(Refused):
            yield key, changed(rules, key, values[key])


@says(e.RulesChanged)
def _rules(event: e.RulesChanged, before: Before) -> Iterable[object]:
    """The rule that was changed, and any other that is not as it was then."""
    after = State(rules=before.state.rules)
    apply(after, event, 1)
    now = before.copy.rules.recorded()
    others = [key for key, each in after.rules.recorded().items() if each != now[key] and key != event.key]
    for key in (event.key, *others):
        if key not in FIXED:
            yield c.ChangeRule(RuleKey(key), Text(spoken(after.rules.recorded()[key])))


@says(e.AbilityDefined)
def _ability(event: e.AbilityDefined, before: Before) -> Iterable[object]:
    labels = tuple(c.Labelled(Name(label.word), Level(label.level)) for label in event.labels)
    yield c.DefineAbility((Name(event.name),), labels)


@says(e.StatusDefined)
def _status(event: e.StatusDefined, before: Before) -> Iterable[object]:
    steps = tuple(c.Step(Name(state.name), Offset(state.modifier)) for state in event.states)
    yield c.DefineStatus(Name(event.name), steps, traits(event.on), Name(event.start))


@says(e.PropertyDefined)
def _property(event: e.PropertyDefined, before: Before) -> Iterable[object]:
    levels = [effect for effect in event.effects if effect.target == "level"]
    actions = [effect for effect in event.effects if effect.target != "level"]
    if event.kind != "property":
        names = (Name(event.name),)
        yield c.DefineGift(names) if event.kind == "gift" else c.DefineFault(names)
        return
    if len(actions) > 1 or len(event.gifts) > 1 or len({effect.when for effect in event.effects}) > 1:
        raise Unsayable("one line cannot say all that it does")
    gift = event.gifts[0] if event.gifts else None
    when = event.effects[0].when if event.effects else None
    yield c.DefineProperty(
        Name(event.name),
        tuple(c.Change(Trait(trait), Offset(effect.value)) for effect in levels for trait in effect.on),
        Offset(actions[0].value) if actions else None,
        traits(actions[0].on) if actions else (),
        Amount(gift.amount) if gift else None,
        Trait(gift.trait) if gift else None,
        tag(when),
    )


@says(e.ChecklistAnswered)
def _checklist(event: e.ChecklistAnswered, before: Before) -> Iterable[object]:
    yield c.AnswerChecklist(Topic(event.topic), Text(event.text))


@says(e.PracticeRateFixed)
def _rate(event: e.PracticeRateFixed, before: Before) -> Iterable[object]:
    yield c.FixPracticeRate(Amount(event.amount), Unit(event.unit), Amount(event.xp))


# --- characters ------------------------------------------------------------------------------------------------


@says(e.CharacterCreated)
def _character(event: e.CharacterCreated, before: Before) -> Iterable[object]:
    player = None if event.player is None else Player(event.player)
    yield c.CreatePc(Name(event.name), player) if event.kind == "pc" else c.CreateNpc(Name(event.name))


@says(e.CharacteristicSet)
def _characteristic(event: e.CharacteristicSet, before: Before) -> Iterable[object]:
    yield c.SetCharacteristic(Character(event.character), Characteristic(event.name), Text(event.text))


@says(e.TraitGiven)
def _trait(event: e.TraitGiven, before: Before) -> Iterable[object]:
    upto = None if event.upto is None else Level(event.upto)
    yield c.GiveTrait(Character(event.character), (c.TraitLevel(NewTrait(event.trait), Level(event.level), upto),))


@says(e.SlotTraded)
def _traded(event: e.SlotTraded, before: Before) -> Iterable[object]:
    yield c.TradeSlot(Character(event.character), Level(event.level))


@says(e.CharacterApproved)
def _approved(event: e.CharacterApproved, before: Before) -> Iterable[object]:
    yield c.Approve(Character(event.character))


@says(e.PointsChanged)
def _points(event: e.PointsChanged, before: Before) -> Iterable[object]:
    yield c.ChangePoints(Character(event.character), Signed(event.amount), Text(event.use))


@says(e.StatusChanged)
def _status_changed(event: e.StatusChanged, before: Before) -> Iterable[object]:
    state = StateName(event.state)
    yield c.ChangeStatus(Character(event.character), Status(event.status), state, Text(event.trigger))


@says(e.PropertyGained)
def _gained(event: e.PropertyGained, before: Before) -> Iterable[object]:
    yield c.Gain(Character(event.character), Property(event.property))


@says(e.PropertyLost)
def _lost(event: e.PropertyLost, before: Before) -> Iterable[object]:
    yield c.Lose(Character(event.character), Property(event.property))


@says(e.SheetSigned)
def _signed(event: e.SheetSigned, before: Before) -> Iterable[object]:
    yield c.Sign(Character(event.character), None if event.player is None else Player(event.player))


# --- experience ------------------------------------------------------------------------------------------------


@says(e.XpAwarded)
def _award(event: e.XpAwarded, before: Before) -> Iterable[object]:
    """What a rule brought by itself, it brings again."""
    if not event.source:
        yield c.Award((Character(event.character),), Amount(event.amount), Text(event.reason))


@says(e.XpAllocated)
def _allocation(event: e.XpAllocated, before: Before) -> Iterable[object]:
    if event.level is not None:
        yield c.Raise(Character(event.character), Trait(event.trait), permitted=True)
        return
    yield c.Spend(Character(event.character), (c.Share(Amount(event.amount), Trait(event.trait)),))


@says(e.BonusGranted)
def _bonus(event: e.BonusGranted, before: Before) -> Iterable[object]:
    """What came with a property comes with it again."""
    if not event.source or event.source not in before.copy.sheets[event.character].gifts_taken:
        yield c.Bonus(Character(event.character), Amount(event.amount), Trait(event.trait), Text(event.reason))


# --- belongings ------------------------------------------------------------------------------------------------


@says(e.ItemGiven)
def _given(event: e.ItemGiven, before: Before) -> Iterable[object]:
    loans = tuple(
        c.Loan(Signed(effect.value), Label(effect.reason), traits(effect.on), tag(effect.when))
        for effect in event.effects
    )
    yield c.Give(
        Character(event.character),
        NewItem(event.name),
        Amount(event.quantity),
        into(event.where),
        Label(event.note),
        loans,
    )


@says(e.ItemDropped)
def _dropped(event: e.ItemDropped, before: Before) -> Iterable[object]:
    yield c.Drop(Character(event.character), Item(event.name), *of(event, before))


@says(e.ItemMoved)
def _moved(event: e.ItemMoved, before: Before) -> Iterable[object]:
    who, item, out = Character(event.character), Item(event.name), event.where is None
    yield c.Move(who, item, into(event.where), *of(event, before), out=out)


@says(e.ItemPassed)
def _passed(event: e.ItemPassed, before: Before) -> Iterable[object]:
    yield c.Pass(Character(event.character), Item(event.name), Character(event.to), *of(event, before))


@says(e.ItemNoted)
def _noted(event: e.ItemNoted, before: Before) -> Iterable[object]:
    yield c.NoteCondition(Character(event.character), Item(event.name), Text(event.note))


def into(where: str | None) -> Container | None:
    """What holds things, or the place on the body, as it is typed."""
    return None if where is None else Container(where)


def of(event: e.ItemDropped | e.ItemMoved | e.ItemPassed, before: Before) -> tuple[Amount | None, Container | None]:
    """How many of a stack, unless all of it, and where it is, if there are others of its name."""
    sheet = before.state.sheets[event.character]
    stack: Stack = sheet.stacks[event.item]
    count = None if event.quantity == stack.quantity else Amount(event.quantity)
    several = len(called(sheet.stacks.values(), stack.name)) > 1
    return count, into(where(sheet, stack)) if several else None


# --- at the table ----------------------------------------------------------------------------------------------


@says(e.SessionStarted)
def _session(event: e.SessionStarted, before: Before) -> Iterable[object]:
    yield c.StartSession(Text(event.title))


@says(e.SessionEnded)
def _session_end(event: e.SessionEnded, before: Before) -> Iterable[object]:
    yield c.EndSession()


@says(e.SceneSet)
def _scene(event: e.SceneSet, before: Before) -> Iterable[object]:
    yield c.SetScene(Text(event.text))


@says(e.NoteMade)
def _note(event: e.NoteMade, before: Before) -> Iterable[object]:
    yield c.MakeNote(Text(event.text))


@says(e.DiceRolled)
def _roll(event: e.DiceRolled, before: Before) -> Iterable[object]:
    who = None if event.character is None else Character(event.character)
    dice = other_than(before.copy, before.copy.rules.check_dice, event.dice, before.copy.rules.situational)
    yield c.Roll(dice, typed(event.modifiers), who, shown(event.faces, event.roll), event.secret)


@says(e.ReactionRolled)
def _reaction(event: e.ReactionRolled, before: Before) -> Iterable[object]:
    faces = shown(event.faces, event.roll)
    yield c.React(Character(event.character), typed(event.modifiers), faces, open=not event.secret)


@says(e.CriticalDrawn)
def _critical(event: e.CriticalDrawn, before: Before) -> Iterable[object]:
    who = None if event.character is None else Character(event.character)
    yield c.Critical(who, shown(event.faces, event.roll))


@says(e.CheckResolved)
def _check(event: e.CheckResolved, before: Before) -> Iterable[object]:
    difficulty, *factors = event.difficulty_parts
    against = event.opponent is not None and event.opposing is not None
    usual = before.copy.rules.check_dice
    yield c.Check(
        Character(event.character),
        None if event.trait is None else Trait(event.trait),
        None if against or difficulty.source == "rules" else Level(difficulty.value),
        c.Opponent(Character(event.opponent or ""), Trait(event.opposing or "")) if against else None,
        Amount(event.deduction) if event.deduction else None,
        typed(event.modifiers),
        tuple(map(Tag, event.when)),
        typed(factors),
        other_than(before.copy, usual, event.dice, event.level, event.points),
        faces=None if event.roll is None else shown(event.faces, event.roll),
        secret=event.secret,
        secondary=None if event.secondary is None else Trait(event.secondary),
        default=Level(event.unmodified) if event.chosen else None,
        points=Amount(event.points) if event.points else None,
        hidden=next((Signed(part.value) for part in factors if part.source == "hidden"), None),
        succeeds=Label(event.automatic) if event.automatic and event.success else None,
        fails=Label(event.automatic) if event.automatic and not event.success else None,
    )


@says(e.ContestResolved)
def _contest(event: e.ContestResolved, before: Before) -> Iterable[object]:
    least = None if event.least is None else Level(event.least)
    rules = before.copy.rules
    dice = other_than(before.copy, rules.dice_of_contests, event.dice, None)
    if rules.npc_dice != "same" and not any(side.dice for side in event.participants):
        dice = DiceSpec(event.dice)
    yield c.Contest(tuple(map(side, event.participants)), dice, least, event.secret)


def side(entrant: e.Entrant) -> c.Side:
    """One side of a contest, with everything that was its own."""
    tags = tuple(map(Tag, entrant.when))
    faces = None if entrant.dice == "diceless" else shown(entrant.faces, entrant.roll)
    who, trait = Character(entrant.character), Trait(entrant.trait)
    return c.Side(who, trait, typed(entrant.modifiers), tags, faces, entrant.yields)


@says(e.SecretRevealed)
def _revealed(event: e.SecretRevealed, before: Before) -> Iterable[object]:
    yield c.Reveal(numbered(event.event, before))


@says(e.CheckRuled)
def _ruled(event: e.CheckRuled, before: Before) -> Iterable[object]:
    stands = event.ruling == "stands"
    yield c.Rule(numbered(event.event, before), stands, not stands, Text(event.reason))


# --- parts -----------------------------------------------------------------------------------------------------


def tag(when: str | None) -> Tag | None:
    return None if when is None else Tag(when)


def traits(names: Iterable[str]) -> tuple[Trait, ...]:
    return tuple(map(Trait, names))


def typed(parts: Sequence[e.Part]) -> tuple[c.Modifier, ...]:
    """The modifiers among some parts that were typed; what the sheet brings along comes by itself."""
    return tuple(c.Modifier(Signed(part.value), Label(part.reason)) for part in parts if part.source == "typed")


def shown(faces: tuple[int, ...], roll: int) -> Faces:
    """What the dice showed: every face, or the total where nobody knows more."""
    return faces or (roll,)


def other_than(state: State, usual: str, dice: str, level: int | None, points: int = 0) -> DiceSpec | None:
    """Dice that have to be named, for they are not those of the rules."""
    if dice in ("", usual):
        return None
    dice = re.sub(r"-\d+pt$", "", dice)
    if usual == BY_LEVEL and level is not None:
        with suppress(Refused):
            usual = re.sub(r"-\d+pt$", "", the_dice(state.rules, usual, level, points).spec)
    return None if dice == usual else DiceSpec(dice)


def numbered(seq: int, before: Before) -> EventNumber:
    """The number that an event has in the script's own log; raises Unsayable for one that was taken back."""
    if seq not in before.numbers:
        raise Unsayable(f"it is about #{seq}, which is not in the script")
    return EventNumber(before.numbers[seq])
