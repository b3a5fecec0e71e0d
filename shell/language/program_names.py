"""Look up the names that come from the rules and the program, each with a word of explanation."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, get_args, get_origin

from engine.registry import MARKS, event_classes
from engine.rooms import room_by_room
from shell.language.lookup import look_up_once
from shell.language.parse import Offers, Scene

#: The user's settings by name, each with its purpose and the function that finds its values. `shell/settings.py` fills
#: it.
KNOWN_SETTINGS: dict[str, tuple[str, Callable[[], tuple[str, ...]]]] = {}


@look_up_once
def rule_keys(scene: Scene) -> Offers:
    """Return every rule that can be changed, with its description."""
    from engine.rules.ruleset import FIXED_KEYS, describe_rules

    return {key: what for key, what in describe_rules().items() if key not in FIXED_KEYS}


def rule_values(scene: Scene) -> Offers:
    """Return the present value of the line's rule, and the words that it takes."""
    from engine.rules.ruleset import FIELDS, Pairs
    from engine.rules.structure import PLAYERS_SEE_SWITCHES
    from engine.rules.values import describe_allowed, spoken

    key = scene.values.get("key")
    if scene.state is None or key not in FIELDS:
        return {}
    kind = FIELDS[key].type
    words = get_args(kind) if get_origin(kind) is Literal else ("on", "off") if kind is bool else ()
    held = {spoken(scene.state.rules.as_data()[key]): f"now; it takes {describe_allowed(key)}"}
    if key == "players-see":
        return {**{f"{word} {way}": "or" for word in PLAYERS_SEE_SWITCHES for way in ("yes", "no")}, **held}
    if kind is not Pairs:
        return {**dict.fromkeys(words, "or"), **held}
    example = re.search("“(.+)”", describe_allowed(key))
    dropped = {f"{name} = none": f"drops {said}" for name, said in scene.state.rules.pairs(key)}
    return {**dict.fromkeys(example.groups() if example else (), "for example"), **dropped, **held}


def setting_names(scene: Scene) -> Offers:
    """Return the user's settings for the prompt, each with its purpose."""
    return {name: meaning for name, (meaning, _) in KNOWN_SETTINGS.items()}


def setting_values(scene: Scene) -> Offers:
    """Return the words that the setting that the line names takes."""
    _, words = KNOWN_SETTINGS[scene.values["setting"]]
    return dict.fromkeys(words(), "value")


def questions(scene: Scene) -> Offers:
    """Return the questions of the session's end, each with its number."""
    found = scene.state.rules.questions if scene.state else ()
    return {question: str(number) for number, question in enumerate(found, start=1)}


def gm_moves(scene: Scene) -> Offers:
    """Return the game master's moves, with their numbers."""
    from engine.concerns.moves.sheet import moves

    return {move: str(number) for number, move in enumerate(moves(scene.state), start=1)} if scene.state else {}


def agenda(scene: Scene) -> Offers:
    """Return the topics of session zero, with their questions."""
    from engine.concerns.safety.sheet import AGENDA

    return dict(AGENDA)


def topics(scene: Scene) -> Offers:
    """Return the items of the set-up checklist, with their questions."""
    from engine.checklist import TOPICS

    return {name: topic.question for name, topic in TOPICS.items()}


def called_events() -> dict[str, str]:
    """Return the table's words for the most wanted events, with their types."""
    classes = event_classes().values()
    return {
        found.called: cls.__name__
        for cls, found in sorted(((cls, MARKS[cls]) for cls in classes), key=lambda each: each[1].called or "")
        if found.called
    }


@look_up_once
def event_types(scene: Scene) -> Offers:
    """Return every type of event, with the first sentence of its docstring."""
    return {cls.__name__: (cls.__doc__ or "").split(".")[0] for cls in room_by_room(event_classes().values())}


def offer_trait_lists(scene: Scene) -> Offers:
    """Return the ready-made lists of traits."""
    from engine.rules import creation

    return creation.trait_lists()


def role_names(scene: Scene) -> Offers:
    """Return the roles of traits in the scheme of creation in force, or in any if that has none."""
    from engine.rules import creation  # few games have them

    own = creation.scheme(scene.state.rules).roles if scene.state else {}
    return dict.fromkeys(own, "") or creation.roles()


def offer_ready_npcs(scene: Scene) -> Offers:
    """Return the game master's ready-made characters, with their traits."""
    from engine.rules import creation

    known = (creation.ready_npcs(scene.state.rules) if scene.state else {}) or creation.ready_npcs()
    return {name: ", ".join(npc.traits) for name, npc in known.items()}


def rulesets(scene: Scene) -> Offers:
    """Return the games that come with the program."""
    from engine.rules.files import BUILT_IN

    return dict.fromkeys(BUILT_IN, "")


def worlds(scene: Scene) -> Offers:
    """Return the built-in worlds with descriptions; only those of a campaign's game."""
    from engine.template import shipped_worlds  # reads files

    book = scene.state.rules.book if scene.state else None
    return {world.name: world.title for world in shipped_worlds() if book in (None, world.game)}
