"""The group's agreements, and the beginning of the scene."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.own import OfGroup, Own
from engine.state import State
from engine.types import AgendaTopic, Characteristic, EventNumber
from engine.value import evolve, value

#: The topics of session zero, each with the question that it answers (RT-10).
AGENDA: dict[AgendaTopic, str] = {
    "genre": "what kind of story it is",
    "experience": "what to look for: themes and tone, and what to avoid",
    "seriousness": "how serious it is",
    "death": "whether a full injury track kills or incapacitates",
    "pvp": "whether player characters may fight each other, and how far",
    "limits": "lines and veils: “line” and “veil” add them",
    "tools": "the safety tools: “xcard” is one",
    "alcohol": "whether there is alcohol at the table",
    "length": "how long a session is",
    "phones": "what is done with phones",
    "world-building": "whether players help to build the world",
}

#: The questions about a new character, by the characteristic that answers each (RT-12).
CONCEPT: dict[Characteristic, str] = {
    "Goal": "what they want most",
    "Strengths": "what they are good at",
    "Weaknesses": "what they are bad at",
    "Livelihood": "what they live on",
    "Contacts": "who their friends and contacts are",
    "Enemies": "who their enemies are",
    "Party": "how they know the others, and why they trust them",
}

#: The rule “player-conflict” for a group that has not decided.
OPEN = "open"


@value
class Agreements:
    """The group's agreements: answers by topic, lines and veils, and whether session zero was held."""

    answers: Mapping[AgendaTopic, str] = MappingProxyType({})
    lines: tuple[str, ...] = ()
    veils: tuple[str, ...] = ()
    held: bool = False

    @property
    def limits(self) -> str:
        """The lines and veils in a few words, nothing if there are none."""
        each = (("lines", self.lines), ("veils", self.veils))
        return "; ".join(f"{name}: {', '.join(texts)}" for name, texts in each if texts)

    def answer(self, topic: AgendaTopic) -> str:
        """Return the agreement on a topic, or "" while it is open."""
        said = self.answers.get(topic, "")
        return "; ".join(filter(None, (said, self.limits))) if topic == "limits" else said

    @property
    def open(self) -> tuple[AgendaTopic, ...]:
        """The topics that nothing was agreed on yet."""
        return tuple(topic for topic in AGENDA if not self.answer(topic))


#: What the group agreed on, without what the rules say.
AGREED: Own[Agreements] = Own("agreements", Agreements())

#: The event that began the scene, or the session before its first scene; None before both.
SCENE_BEGAN: OfGroup[EventNumber | None] = OfGroup("scene-began", None)


def agreements(state: State) -> Agreements:
    """Return the group's agreements so far, with those of the rules."""
    found, rules = AGREED.of(state), state.rules
    said = {
        "pvp": rules.player_conflict if rules.player_conflict != OPEN else "",
        "tools": ", ".join(rules.safety_tools),
        "world-building": "yes" if rules.leading_questions else "",
    }
    answers = {**{topic: text for topic, text in said.items() if text}, **found.answers}
    lines, veils = (*rules.lines, *found.lines), (*rules.veils, *found.veils)
    return evolve(found, answers=answers, lines=lines, veils=veils)
