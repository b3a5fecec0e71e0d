"""The topics that a campaign should settle before its first session (PF-63)."""

from __future__ import annotations

from collections.abc import Callable

from engine.known import listed_traits
from engine.rules import creation
from engine.rules.ladder import Ladder
from engine.state import State
from engine.value import value


@value
class ChecklistTopic:
    """A topic of the checklist. `shown` finds in the state a few words on it, or nothing."""

    question: str
    shown: Callable[[State], str] = lambda state: ""


def _names(names: object) -> str:
    return ", ".join(names) if isinstance(names, dict) else ""


def _characteristics(state: State) -> str:
    return _names({name: 1 for sheet in state.sheets.values() for name in sheet.characteristics})


def _abilities(state: State) -> str:
    """Return the known traits; in a closed list, only those with words for levels."""
    if state.rules.ability_list == "listed":
        return _names({name: 1 for name, ability in state.abilities.items() if ability.labels})
    return ", ".join([*(f"the list {name}" for name in state.rules.trait_lists), *state.abilities])


def _properties(state: State) -> str:
    """Return the properties that change levels, or in games without practice the gifts and faults."""
    if _by_practice(state):
        return _names({n: p for n, p in state.properties.items() if any(e.target == "level" for e in p.effects)})
    return _names({name: each for name, each in state.properties.items() if each.kind != "property"})


def _by_practice(state: State) -> bool:
    return state.rules.growth == "practice"


def _kit(state: State) -> str:
    return _names({name: 1 for name, sheet in state.sheets.items() if sheet.stacks})


def _starting_xp(state: State) -> str:
    awarded = {f"{n} {s.awarded}": 1 for n, s in state.sheets.items() if s.kind == "pc" and s.awarded}
    return _names(awarded)


TOPICS: dict[str, ChecklistTopic] = {
    "characteristics": ChecklistTopic("which characteristics stand on a sheet", _characteristics),
    "beings": ChecklistTopic("what kinds of beings the player characters can be"),
    "origins": ChecklistTopic("what origins they can have"),
    "abilities": ChecklistTopic("the abilities, with words for their levels", _abilities),
    "statuses": ChecklistTopic(
        "the statuses: states, what moves them, what they do", lambda state: _names(state.statuses)
    ),
    "properties": ChecklistTopic("properties that change levels, hence the standard beings", _properties),
    "starting-xp": ChecklistTopic("the XP to start with, and how it varies", _starting_xp),
    "starting-kit": ChecklistTopic("how first inventory and first states are found", _kit),
    "template": ChecklistTopic("what the character sheet looks like"),
}


@value
class Unready:
    """An unfinished player character: which parts are `lacking`, and how many traits each level leaves `open`."""

    name: str
    lacking: tuple[str, ...]
    open: dict[str, int]


def unready(state: State) -> list[Unready]:
    """Return the player characters that are not finished (FL-14, FL-86).

    Where the rest has a level, a character whose listed traits all got one is complete.
    """
    ladder = Ladder.of(state.rules)
    found = []
    for sheet in (each for each in state.sheets.values() if each.kind == "pc"):
        lacking = creation.list_lacking(state.rules, sheet, len(state.list_held(sheet, "fault")))
        complete = creation.has_rest(state.rules) and all(map(sheet.is_trained, listed_traits(state)))
        left = {} if complete else creation.count_unfilled(state.rules, sheet)
        if lacking or left:
            words = {ladder.name_of(level): count for level, count in left.items()}
            found.append(Unready(sheet.name, tuple(lacking), words))
    return found


@value
class ChecklistItem:
    """A topic of the checklist and its answer, which is empty while it is open."""

    topic: str
    question: str
    answer: str

    @property
    def done(self) -> bool:
        """Whether the topic has an answer."""
        return bool(self.answer)


def checklist(state: State) -> list[ChecklistItem]:
    """Return the topics that the rules or the GM ask for, each with the answer given or what the log shows."""
    shown = [name for name in TOPICS if name in state.rules.before_play or name in state.checklist]
    return [
        ChecklistItem(name, _question(state, name), state.checklist.get(name) or TOPICS[name].shown(state))
        for name in shown
    ]


def _question(state: State, name: str) -> str:
    """Return a topic's question, in the words of the game."""
    if name == "abilities" and state.rules.ability_list == "open":
        return "the traits that characters can have"
    if name == "properties" and not _by_practice(state):
        return "the gifts and faults that they can have"
    return TOPICS[name].question
