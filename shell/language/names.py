"""Look up the campaign's names that fit a place, each with a word of explanation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain

from engine.concerns.countdowns.sheet import COUNTDOWNS
from engine.concerns.counters.events import COUNTERS
from engine.concerns.counters.sheet import counts_of
from engine.concerns.damage.sheet import arms_of
from engine.concerns.goals.sheet import GOALS, say_lacking
from engine.concerns.magic.sheet import RITUALS
from engine.concerns.properties.events import PropertyDefined
from engine.concerns.sessions.sheet import attendees
from engine.concerns.tables.sheet import every_table
from engine.concerns.tracks.sheet import boxes_by_degree, places, track_text, track_views, tracks_of, wound_rows
from engine.known import every_trait
from engine.registry import name_finders
from engine.rules.ladder import Ladder
from engine.rules.magic import SPELL_BANDS, fair_level
from engine.rules.parts import ACTOR_KINDS, BANS, CLOCKS, FULL, THIS_HIT, TIMINGS
from engine.rules.ruleset import Ruleset
from engine.state import Sheet, Stack, State
from engine.text import count_out, name_dice
from engine.types import PLAYERS
from shell.language.lookup import look_up_once, remember_once
from shell.language.parse import Offers, Scene


class Described(Mapping[str, str]):
    """Names, each described when that is first asked for, as reading a line needs the names alone."""

    def __init__(self, names: Iterable[str], describe: Callable[[str], str]) -> None:
        self.described: dict[str, str | None] = dict.fromkeys(names)
        self.describe = describe

    def __getitem__(self, name: str) -> str:
        found = self.described[name]
        if found is None:
            found = self.described[name] = self.describe(name)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self.described

    def __iter__(self) -> Iterator[str]:
        return iter(self.described)

    def __len__(self) -> int:
        return len(self.described)


def former(scene: Scene, kind: str) -> Offers:
    """Return the names of a kind that held only at the point that the line asks about."""
    found = scene.state.formerly if scene.state else None
    return {then: f"now {name}" for (each, then), name in found.items() if each == kind} if found else {}


@look_up_once
def sheets(scene: Scene) -> Offers:
    """Return every character, with the player or “npc”."""
    found = scene.state.sheets.values() if scene.state else ()
    return {**former(scene, "character"), **{sheet.name: sheet.player or sheet.kind for sheet in found}}


def characters_of(scene: Scene, player: str) -> list[str]:
    """Return the characters of a player."""
    found = scene.state.sheets.values() if scene.state else ()
    return [sheet.name for sheet in found if sheet.player == player]


@look_up_once
def sheets_and_players(scene: Scene) -> Offers:
    """Return every character, and every player by whose name a character can be meant."""
    return {**{player: f"plays {name}" for player, name in players(scene).items()}, **sheets(scene)}


def sheet_in_question(scene: Scene) -> Sheet | None:
    """Return the sheet of the line's character, or None if it has none yet."""
    return scene.state.sheets.get(scene.values.get("who", "")) if scene.state else None


def traits_known(state: State) -> list[str]:
    """Return every known trait, found once for a line."""
    return remember_once((every_trait, id(state)), lambda: (every_trait(state), state))[0]


@look_up_once
def traits(scene: Scene) -> Offers:
    """Return every known trait with the character's level, the sheet's first."""
    if scene.state is None:
        return {}
    sheet = sheet_in_question(scene)
    if sheet is None:
        return dict.fromkeys(traits_known(scene.state), "")
    known, own = traits_known(scene.state), {name for name, held in sheet.practice.items() if held.trained}
    own_first = chain((name for name in known if name in own), known)
    return Described(own_first, partial(describe_level, scene.state, sheet))


def describe_level(state: State, sheet: Sheet, trait: str) -> str:
    """Return a trait's level as a word or with its progress, or "" if it is not on the sheet."""
    from engine.rules.growth import standing_of
    from engine.rules.ladder import Ladder

    if not sheet.is_trained(trait):
        return ""
    found = standing_of(state.rules, sheet.practice[trait], trait)
    return Ladder.of(state.rules).name(found.level) or str(found)


@look_up_once
def statuses(scene: Scene) -> Offers:
    """Return every status, with its states."""
    found = scene.state.statuses if scene.state else {}
    return {
        **former(scene, "status"),
        **{name: ", ".join(step.name for step in status.states) for name, status in found.items()},
    }


def states(scene: Scene) -> Offers:
    """Return the states of the line's status, each with its modifier."""
    status = scene.state.statuses.get(scene.values.get("status", "")) if scene.state else None
    return {step.name: f"{step.modifier:+d}" if step.modifier else "0" for step in status.states} if status else {}


def tracks(scene: Scene) -> Offers:
    """Return the tracks of the line's character, each with its marks."""
    sheet = sheet_in_question(scene)
    found = track_views(scene.state, sheet) if scene.state and sheet else {}
    return {**former(scene, "track"), **{name: track_text(states) for name, states in found.items()}}


@look_up_once
def degrees(scene: Scene) -> Offers:
    """Return the words of the ladder, each with how many boxes it marks."""
    found = boxes_by_degree(scene.state.rules) if scene.state else {}
    return {word: count_out(boxes, "box") for word, boxes in found.items()}


def actor_kinds(scene: Scene) -> Offers:
    """Return the kinds of actors that a track can be for."""
    return {**ACTOR_KINDS, "all": "everybody"}


def full_meanings(scene: Scene) -> Offers:
    """Return the meanings of a full track, each with what then happens."""
    return FULL


def track_names(scene: Scene) -> Offers:
    """Return the tracks of the line's character, and their states alone or with their track."""
    sheet = sheet_in_question(scene)
    found = places(tracks_of(scene.state, sheet)) if scene.state and sheet else ()
    wounds = {row.name: "a wound" for row in wound_rows(scene.state.rules.tracks)} if scene.state else {}
    return {**wounds, **dict.fromkeys(found, ""), **tracks(scene)}


@look_up_once
def sheet_values(scene: Scene) -> Offers:
    """Return all values on the sheet with a history: XP, traits, items, statuses, properties and concerns' values."""
    sheet = sheet_in_question(scene)
    own = (
        {
            **sheet.characteristics,
            **sheet.statuses,
            **counters(scene),
            **dict.fromkeys(sheet.properties, ""),
            **own_value_offers(scene),
        }
        if sheet
        else {}
    )
    own = {**former_values(scene), **tracks(scene), **own}
    return {"xp": "what is left to spend", **traits(scene), **own, **items(scene)}


def former_values(scene: Scene) -> Offers:
    """Return the former names of values on a sheet, as of the line's point."""
    found = scene.state.formerly if scene.state else {}
    return {then: f"now {name}" for (kind, then), name in found.items() if kind not in ("character", "state")}


def own_value_offers(scene: Scene) -> Offers:
    """Return the concerns' values on the character's sheet by name, described."""
    sheet = sheet_in_question(scene)
    if scene.state is None or sheet is None:
        return {}
    from engine.sheet import own_values

    return {name: str(held) for name, held in own_values(scene.state, sheet).items() if held is not None}


def properties(scene: Scene) -> Offers:
    """Return every property that is defined."""
    return {**former(scene, "property"), **(dict.fromkeys(scene.state.properties, "") if scene.state else {})}


def keys(scene: Scene) -> Offers:
    """Return the keys of the line's character, each with what hits it."""
    sheet = sheet_in_question(scene)
    if scene.state is None or sheet is None:
        return {}
    held = scene.state.list_held(sheet, "key")
    return {**former(scene, "property"), **{name: scene.state.properties[name].cause for name in held}}


def other_keys(scene: Scene) -> Offers:
    """Return the defined keys that the character does not have."""
    held = keys(scene)
    return {name: cause for name, cause in every_key(scene).items() if name not in held}


def every_key(scene: Scene) -> Offers:
    """Return every key that is defined, each with what hits it."""
    known = scene.state.properties.values() if scene.state else ()
    return {each.name: each.cause for each in known if each.kind == "key"}


@look_up_once
def items(scene: Scene) -> Offers:
    """Return the things that the character carries, with their numbers."""
    sheet = sheet_in_question(scene)
    return {
        **former(scene, "item"),
        **({stack.name: f"has {stack.quantity}" for stack in sheet.heaps()} if sheet else {}),
    }


@look_up_once
def weapons(scene: Scene) -> Offers:
    """Return the weapons that characters carry, each with its bearer."""
    if scene.state is None:
        return {}
    arms = ((each, sheet) for sheet in scene.state.sheets.values() for each in arms_of(sheet))
    return {each.name: f"{sheet.name} has one" for each, sheet in arms if each.is_weapon}


def containers(scene: Scene) -> Offers:
    """Return the places on the body, and the things that the character carries."""
    places = scene.state.rules.places if scene.state else ()
    return {**dict.fromkeys(places, "on the body"), **items(scene)}


@look_up_once
def characteristics(scene: Scene) -> Offers:
    """Return the characteristics of all sheets."""
    found = scene.state.sheets.values() if scene.state else ()
    return {name: "" for sheet in found for name in sheet.characteristics}


@look_up_once
def tags(scene: Scene) -> Offers:
    """Return the kinds of action for which some property or item counts."""
    if scene.state is None:
        return {}
    carried = [stack for sheet in scene.state.sheets.values() for stack in sheet.stacks.values()]
    bearers: list[PropertyDefined | Stack] = [*scene.state.properties.values(), *carried]
    return {effect.when: bearer.name for bearer in bearers for effect in bearer.effects if effect.when}


def timings(scene: Scene) -> Offers:
    """Return the times of an effect that name no clock, each with when that is."""
    return TIMINGS


def bans(scene: Scene) -> Offers:
    """Return what an effect can forbid, each with what that means."""
    return BANS


def single_hits(scene: Scene) -> Offers:
    """Return how a line can say that all in it is for one hit."""
    return dict.fromkeys(("for this hit", THIS_HIT), "as without it")


def clocks(scene: Scene) -> Offers:
    """Return the clocks that can end an effect, each with when that is."""
    return {clock: until for clock, (until, _) in CLOCKS.items()}


def countdown_names(scene: Scene) -> Offers:
    """Return every countdown, with its boxes."""
    found = COUNTDOWNS.of(scene.state).values() if scene.state else ()
    boxes = {each.name: f"{each.marked} of {each.boxes}" for each in found}
    return {**former(scene, "countdown"), **boxes}


def table_names(scene: Scene) -> Offers:
    """Return every table that can be rolled on, with its dice."""
    found = every_table(scene.state).values() if scene.state else ()
    return {**former(scene, "table"), **{each.name: name_dice(each.dice) for each in found}}


def spell_words(kind: str) -> Callable[[Scene], Offers]:
    """Return the function that looks up spells' ranges, durations or areas, each with its band's least level."""

    def find(scene: Scene) -> Offers:
        rules = scene.state.rules if scene.state else Ruleset(name="", title="")
        return {getattr(band, kind): Ladder.of(rules).name_of(fair_level(rules) + band.least) for band in SPELL_BANDS}

    return find


def rituals(scene: Scene) -> Offers:
    """Return every planned ritual, with the needs that it lacks."""
    found = RITUALS.of(scene.state).values() if scene.state else ()
    return {**former(scene, "ritual"), **{each.name: ", ".join(each.unmet) or "ready" for each in found}}


def needs(scene: Scene) -> Offers:
    """Return the needs that the line's ritual still lacks."""
    found = RITUALS.of(scene.state).get(scene.values.get("name", "")) if scene.state else None
    return dict.fromkeys(found.unmet, "") if found else {}


def goals(scene: Scene) -> Offers:
    """Return every goal, with the needs that it still lacks."""
    found = GOALS.of(scene.state).values() if scene.state else ()
    said = {each.name: "reached" if each.reached else f"needs {say_lacking(each)}" for each in found}
    return {**former(scene, "goal"), **said}


def complications(scene: Scene) -> Offers:
    """Return the complications that the line's goal still needs."""
    found = GOALS.of(scene.state).get(scene.values.get("name", "")) if scene.state else None
    return dict.fromkeys(found.unmet, "") if found else {}


def counters(scene: Scene) -> Offers:
    """Return every counter, with the character's number."""
    if scene.state is None:
        return {}
    sheet = sheet_in_question(scene)
    numbers = counts_of(scene.state, sheet) if sheet else dict.fromkeys(COUNTERS.of(scene.state), "")
    return {**former(scene, "counter"), **{name: str(number) for name, number in numbers.items()}}


@look_up_once
def players(scene: Scene) -> Offers:
    """Return the players, each with a character of theirs."""
    found = scene.state.sheets.values() if scene.state else ()
    return {sheet.player: sheet.name for sheet in found if sheet.player}


def audiences(scene: Scene) -> Offers:
    """Return for whom something can be made: for all players, or for one of them."""
    return {**players(scene), PLAYERS: "what players may see"}


@look_up_once
def attendees_named(scene: Scene) -> Offers:
    """Return who can be there in a session: every player, and every character."""
    return dict(attendees(scene.state)) if scene.state else {}


@look_up_once
def everything(scene: Scene) -> Offers:
    """Return every name, with the kinds of things that have it."""
    found: dict[str, list[str]] = {}
    if scene.state is None:
        return {}
    wanted = scene.values.get("kind")
    finders = {**name_finders(), "trait": traits_known}  # these are on hundreds of sheets
    for kind, find in finders.items():
        for name in find(scene.state) if wanted in (None, kind) else ():
            found.setdefault(name, []).append(kind)
    return {name: ", ".join(kinds) for name, kinds in found.items()}


def name_kinds(scene: Scene) -> Offers:
    """Return the kinds of things that have names."""
    return dict.fromkeys(name_finders(), "")
