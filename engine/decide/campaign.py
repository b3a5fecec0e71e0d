"""The campaign: its beginning, its rules, and what the game master defines for it."""

from __future__ import annotations

import itertools

from engine.checklist import TOPICS
from engine.commands import (
    AnswerChecklist,
    ChangeRule,
    CreateCampaign,
    DefineAbilities,
    DefineAbility,
    DefineFault,
    DefineGift,
    DefineProperty,
    DefineStatus,
    FixPracticeRate,
)
from engine.decide.registry import decides
from engine.dice import Draw
from engine.events import (
    AbilityDefined,
    CampaignCreated,
    ChecklistAnswered,
    Effect,
    Event,
    Gift,
    LevelLabel,
    PracticeRateFixed,
    PropertyDefined,
    RulesChanged,
    StatusDefined,
    StatusState,
)
from engine.known import new_name, positive, trait_to_be, traits_to_be
from engine.limits import within_limits
from engine.refusal import Refused, article, unknown
from engine.rules import creation
from engine.rules.files import load
from engine.rules.values import changed
from engine.state import State


def begin(rules: str, title: str, campaign: str) -> CampaignCreated:
    """The first event of a campaign with this identity; raises Refused for rules that are not there or wrong."""
    command = within_limits(CreateCampaign(rules, title))
    chosen = load(command.rules)
    return CampaignCreated(campaign, command.title, chosen.name, chosen.recorded(), chosen.digest)


@decides(ChangeRule)
def change_rule(state: State, command: ChangeRule, draw: Draw) -> list[Event]:
    """One rule set anew, from here on (PF-69)."""
    rules = changed(state.rules, command.key, command.value)
    raised = next((s.name for s in state.sheets.values() if any(p.raised for p in s.practice.values())), None)
    if rules.growth != state.rules.growth and raised is not None:
        hint = f"undo them first, or begin another campaign: {raised}'s levels were bought with “{state.rules.growth}”"
        raise Refused("growth cannot change once XP were put into traits", about="value", hint=hint)
    before, after = state.rules.recorded()[command.key], rules.recorded()[command.key]
    return [RulesChanged(command.key, after, before, rules.recorded(), rules.digest)]


@decides(DefineAbility)
def define_ability(state: State, command: DefineAbility, draw: Draw) -> list[Event]:
    """Abilities for the campaign's list; naming one again gives it new labels (PF-37)."""
    labels = tuple(LevelLabel(label.word, label.level) for label in command.labels)
    if any(low.level >= high.level for low, high in itertools.pairwise(labels)):
        raise Refused("labels go from the lowest level to the highest", about="labels")
    return [AbilityDefined(_spelling(state, "ability", name, "names"), labels) for name in command.names]


@decides(DefineAbilities)
def define_abilities(state: State, command: DefineAbilities, draw: Draw) -> list[Event]:
    """The traits of ready-made lists, each once, but for those left out (FL-11, FL-12)."""
    listed = dict.fromkeys(trait for name in command.lists for trait in creation.trait_list(name))
    odd = next((name for name in command.names if name.casefold() not in map(str.casefold, listed)), None)
    if odd is not None:
        raise unknown("trait", odd, listed, about="names", hint=f"the lists have {', '.join(listed)}")
    without = {name.casefold() for name in command.names}
    return [AbilityDefined(name) for name in listed if name.casefold() not in without and name not in state.abilities]


@decides(DefineGift)
def define_gift(state: State, command: DefineGift, draw: Draw) -> list[Event]:
    """Gifts, which are text (FL-61, FL-81)."""
    return [PropertyDefined(_spelling(state, "gift", name, "names"), kind="gift") for name in command.names]


@decides(DefineFault)
def define_fault(state: State, command: DefineFault, draw: Draw) -> list[Event]:
    """Faults, which are text (FL-61, FL-81)."""
    return [PropertyDefined(_spelling(state, "fault", name, "names"), kind="fault") for name in command.names]


@decides(DefineStatus)
def define_status(state: State, command: DefineStatus, draw: Draw) -> list[Event]:
    """A status, its states worst first (PF-11, PF-12)."""
    names = [step.state for step in command.steps]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise Refused(f"the state {twice} is named twice", about="steps", value=twice)
    start = command.start or next((s.state for s in command.steps if s.modifier == 0), names[-1])
    if start not in names:
        raise unknown("state", start, names, about="start", hint=f"the states are {', '.join(names)}")
    return [
        StatusDefined(
            _spelling(state, "status", command.name, "name"),
            tuple(StatusState(step.state, step.modifier) for step in command.steps),
            traits_to_be(state, command.traits),
            start,
            command.cause,
        )
    ]


@decides(DefineProperty)
def define_property(state: State, command: DefineProperty, draw: Draw) -> list[Event]:
    """A property with what it does to levels and to A, and the XP that comes with it (PF-14)."""
    if command.action is None and command.traits:
        raise Refused("“on” says for which traits A changes, so A needs a number", about="traits")
    levels = [
        Effect("level", change.change, (trait_to_be(state, change.trait, "changes"),), command.tag)
        for change in command.changes
    ]
    action = [] if command.action is None else [_action(state, command, command.action)]
    gifts = (_gift(state, command),) if command.bonus is not None else ()
    name = _spelling(state, "property", command.name, "name")
    return [PropertyDefined(name, (*levels, *action), gifts)]


def _action(state: State, command: DefineProperty, value: int) -> Effect:
    return Effect("A", value, traits_to_be(state, command.traits), command.tag)


def _gift(state: State, command: DefineProperty) -> Gift:
    if state.rules.growth != "practice":
        raise Refused("a property brings XP only in games that grow by practice", about="bonus")
    trait = trait_to_be(state, command.practice or "", "practice")
    return Gift(trait, positive(command.bonus or 0, "bonus"))


def _spelling(state: State, kind: str, name: str, about: str) -> str:
    """The name as it is spelled already, whatever the case it was typed in, or as a new one of its kind (PF-04)."""
    taken = {"ability": list(state.abilities), "status": list(state.statuses)}
    for each in ("property", "gift", "fault"):
        taken[each] = [known.name for known in state.properties.values() if known.kind == each]
    for other, known in taken.items():
        same = next((each for each in known if each.casefold() == name.casefold()), None)
        if same is not None and other != kind:
            raise Refused(f"{same} is {article(other)} already", about=about, value=name, hint="a trait is of one kind")
        if same is not None:
            return same
    return new_name(kind, name, [each for known in taken.values() for each in known], about)


@decides(AnswerChecklist)
def answer_checklist(state: State, command: AnswerChecklist, draw: Draw) -> list[Event]:
    """An item of the set-up checklist, settled in words (PF-63)."""
    if command.topic not in TOPICS:
        raise unknown("checklist item", command.topic, TOPICS, about="topic", hint=f"there are {', '.join(TOPICS)}")
    return [ChecklistAnswered(command.topic, command.text)]


@decides(FixPracticeRate)
def fix_practice_rate(state: State, command: FixPracticeRate, draw: Draw) -> list[Event]:
    """What one XP is worth; it is fixed once, and later awards stay true to it (PF-26)."""
    rate = state.practice_rate
    if rate is not None:
        raise Refused(
            f"the rate is fixed already: {rate.amount} {rate.unit} of dedicated practice is {rate.xp} XP",
            about="amount",
            hint="“undo” takes it back if it was just typed",
        )
    return [PracticeRateFixed(positive(command.amount), command.unit, positive(command.xp, "xp"))]
