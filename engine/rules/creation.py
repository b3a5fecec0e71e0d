"""Making characters: lists of traits, ways to set levels, and ready NPCs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any

from engine.known import listed_traits
from engine.refusal import Refused, did_you_mean, nearest
from engine.rules.ladder import Ladder
from engine.rules.ready import ReadyCharacter, house_npcs
from engine.rules.ruleset import FREE
from engine.text import quote
from engine.value import Factory, value

if TYPE_CHECKING:
    from engine.rules.ruleset import Ruleset
    from engine.state import Sheet, State


#: The words of Fudge's own ladder, and how far the first is from Fair.
FUDGE_WORDS, FUDGE_LEAST = ("Terrible", "Poor", "Mediocre", "Fair", "Good", "Great", "Superb"), -3

#: The steps from Fair to Poor, from which down traits have any number at creation (FL-14), and to Superb.
POOR, SUPERB = -2, 3


@value
class Scheme:
    """A way to give traits their levels at creation.

    `slots` are how many traits may have each level, without a limit from Poor down, or None for no limit at all.
    `roles` are how many traits have each role in the character, and `fixed` the levels of those roles that have one. A
    `quick` scheme needs the GM's approval. With `in_play` a trait gets its level when it is first checked.
    """

    name: str
    slots: dict[int, int] | None = None
    roles: dict[str, int] = Factory(dict)
    fixed: dict[str, int] = Factory(dict)
    quick: bool = False
    in_play: bool = False


@cache
def _data() -> dict[str, Any]:
    import tomllib
    from pathlib import Path

    return tomllib.loads(Path(__file__).with_name("creation.toml").read_text("utf-8"))


def fair(rules: Ruleset) -> int:
    """Return the level that others are counted from."""
    return rules.situational or 0


def step_from_fair(rules: Ruleset, steps: int) -> int:
    """Return the level of Fudge's own word that many steps from Fair, or as many steps away if it is not used here."""
    ladder = Ladder.of(rules)
    word = FUDGE_WORDS[steps - FUDGE_LEAST] if FUDGE_LEAST <= steps < FUDGE_LEAST + len(FUDGE_WORDS) else ""
    found = ladder.level(word) if fair(rules) == ladder.level("Fair") else None
    return fair(rules) + steps if found is None else found


def trait_list(name: str) -> tuple[str, ...]:
    """Return the traits of a list that comes with the program. Raise Refused for an unknown name (RT-05, RT-06)."""
    lists = _data()["lists"]
    if name not in lists:
        close = nearest(name, lists)
        hint = did_you_mean(close) if close else f"there are {', '.join(lists)}"
        raise Refused(f"no list of traits “{name}”", about="lists", value=name, hint=hint)
    return tuple(lists[name])


def known_traits(name: str) -> tuple[str, ...]:
    """Return the traits of a list, none for a list of another program version."""
    return tuple(_data()["lists"].get(name, ()))


def trait_lists() -> dict[str, str]:
    """Return every list with its traits."""
    return {name: ", ".join(traits) for name, traits in _data()["lists"].items()}


def ready_npcs(rules: Ruleset | None = None) -> dict[str, ReadyCharacter]:
    """Return the ready non-player characters by name (RT-11).

    Those of some rules come before those of the game, which need a ladder. Without rules, levels count from Fair.
    """
    own = {} if rules is None else {npc.name: npc for npc in house_npcs(rules)}
    taken = {name.casefold() for name in own}
    if rules is not None and not rules.ladder:
        return own
    return own | {name: npc for name, npc in _of_the_game(rules).items() if name.casefold() not in taken}


@lru_cache(maxsize=16)
def _of_the_game(rules: Ruleset | None) -> dict[str, ReadyCharacter]:
    found = {}
    for name, each in _data()["npcs"].items():
        ranges = {trait: (n, n) if isinstance(n, int) else n for trait, n in each["traits"].items()}
        level = (lambda steps: steps) if rules is None else partial(step_from_fair, rules)
        traits = {trait: (level(low), level(high)) for trait, (low, high) in ranges.items()}
        gifts, faults, does = (tuple(each.get(key, ())) for key in ("gifts", "faults", "behaviours"))
        boxes, setting, description = each.get("track", 2), each.get("setting", ""), each.get("description", "")
        found[name] = ReadyCharacter(name, traits, gifts, faults, boxes, does, setting, description)
    return found


# --- schemes ---------------------------------------------------------------------------------------------------


def scheme(rules: Ruleset) -> Scheme:
    """Return the scheme in force, by name or by counts such as `1 Superb, 2 Great`. Raise Refused for others."""
    return scheme_of(rules.creation, rules)


def roles() -> dict[str, str]:
    """Return every role that a trait can have, with the scheme of creation that has it."""
    return {role: name for name, found in _data()["schemes"].items() for role in found.get("roles", ())}


def scheme_of(typed: str, rules: Ruleset) -> Scheme:
    """Return the scheme of that name, or of the typed counts. Raise Refused for others."""
    if typed == FREE:
        return Scheme(FREE)
    schemes = _data()["schemes"]
    name = next((name for name in schemes if name.casefold() == typed.casefold()), None)
    if name is None:
        return Scheme(typed, _down_to_poor(_counts(typed, rules), rules))
    found = schemes[name]
    counts = _on_ladder({int(n): count for n, count in found.get("slots", {}).items()}, rules)
    slots = _down_to_poor(counts, rules) if counts else None
    fixed = {role: step_from_fair(rules, n) for role, n in found.get("fixed", {}).items()}
    return Scheme(name, slots, found.get("roles", {}), fixed, found.get("quick", False), found.get("in-play", False))


def _on_ladder(slots: Mapping[int, int], rules: Ruleset) -> dict[int, int]:
    """Return slots by levels. Those above the last word of a short ladder go to it, those at Poor have no number."""
    found, last = Counter[int](), Ladder.of(rules).greatest if rules.ladder else None
    poor = step_from_fair(rules, POOR)
    for steps, count in slots.items():
        level = step_from_fair(rules, steps)
        if steps <= POOR or level > poor:
            found[level if last is None else min(level, last)] += count
    return dict(found)


def _down_to_poor(slots: dict[int, int], rules: Ruleset) -> dict[int, int]:
    """Return the slots, with none at a level above Poor that has no number (FL-14)."""
    above = range(step_from_fair(rules, POOR) + 1, max(slots, default=0))
    return {level: 0 for level in above if level not in slots} | slots


def _counts(typed: str, rules: Ruleset) -> dict[int, int]:
    """Return slots from typed numbers, each with a word of the ladder."""
    slots = {}
    for entry in typed.split(","):
        count, _, word = entry.strip().partition(" ")
        level = Ladder.of(rules).level(word)
        if not count.isdecimal() or len(count) > 3 or level is None:
            names = ", ".join(_data()["schemes"])
            hint = f"there are {names}, or numbers of traits such as 1 Superb, 2 Great"
            raise Refused(f"creation: “{typed}” is no way to give levels", about="value", hint=hint)
        if level in slots:
            raise Refused(f"creation: “{typed}” names {word} twice", about="value")
        slots[level] = int(count)
    return slots


def open_slots(rules: Ruleset, sheet: Sheet) -> dict[int, int] | None:
    """Return how many traits may still get each level, trades included, or None if there is no limit."""
    found = scheme(rules)
    if found.slots is None or sheet.kind != "pc":
        return None
    left = Counter(found.slots)
    for level in sheet.trades:
        left[level] -= 1
        left[level - 1] += 2
    left.subtract(practice.given for practice in sheet.practice.values() if practice.given is not None)
    lowest = min(found.slots, default=0)
    return {level: left[level] for level in sorted(left, reverse=True) if level >= lowest}


def open_roles(rules: Ruleset, sheet: Sheet) -> dict[str, int]:
    """Return how many traits may still get each role in the character (FL-83, FL-85)."""
    if sheet.kind != "pc":
        return {}
    taken = Counter(practice.role for practice in sheet.practice.values())
    return {role: count - taken[role] for role, count in scheme(rules).roles.items()}


def has_rest(rules: Ruleset) -> bool:
    """Return whether listed traits without a level have one once others do: in a scheme with numbers (FL-14).

    Schemes of roles, and those that give levels in play, leave no rest.
    """
    if rules.creation_rest is None:
        return False
    named = {name.casefold(): found for name, found in _data()["schemes"].items()}
    found = named.get(rules.creation.casefold(), {"slots": rules.creation})
    return bool(found.get("slots")) and not found.get("quick") and not found.get("in-play")


def list_rest(state: State, sheet: Sheet) -> tuple[str, ...]:
    """Return a player character's listed traits without a level, once one has a level of creation (FL-14)."""
    if not has_rest(state.rules) or sheet.kind != "pc":
        return ()
    if all(practice.given is None for practice in sheet.practice.values()):
        return ()
    return tuple(trait for trait in listed_traits(state) if not sheet.is_trained(trait))


def may_follow_others(rules: Ruleset) -> bool:
    """Return whether a trait's level may follow another trait: as one of a kind (FL-48), or of the rest (FL-14)."""
    return bool(rules.kinds) or rules.creation_rest is not None


def shown_traits(state: State, sheet: Sheet) -> list[str]:
    """Return the traits on a sheet: those that are defined or have practice, then the rest."""
    return [*state.traits_of(sheet), *(trait for trait in list_rest(state, sheet) if trait not in state.abilities)]


def limit(rules: Ruleset, sheet: Sheet) -> int:
    """Return the highest level that a character may have (FU-05, FL-39)."""
    beyond = rules.legendary == "on" or (rules.legendary == "npcs" and sheet.kind == "npc")
    return max(rules.legendary_limit, rules.creation_limit) if beyond else rules.creation_limit


def count_unfilled(rules: Ruleset, sheet: Sheet) -> Mapping[int, int]:
    """Return the levels above the lowest with room for more traits, each with how many."""
    return {level: left for level, left in (open_slots(rules, sheet) or {}).items() if left > 0}


def asks_approval(rules: Ruleset) -> bool:
    """Return whether player characters made by these rules need the GM's approval (FL-86)."""
    if rules.approval != "quick" or rules.creation == FREE:
        return rules.approval == "on"
    return scheme(rules).quick


def list_lacking(rules: Ruleset, sheet: Sheet, faults: int) -> list[str]:
    """Return the requirements that a player character lacks before play (FL-86)."""
    if sheet.kind != "pc":
        return []
    needs = ["a fault"] if rules.fault_required and not faults else []
    return [*needs, *(["the GM's approval"] if asks_approval(rules) and not sheet.approved else [])]


# --- before play -----------------------------------------------------------------------------------------------


def must_be_ready(state: State, sheet: Sheet) -> None:
    """Refuse a character who is not ready for play (FL-86)."""
    needs = list_lacking(state.rules, sheet, len(state.list_held(sheet, "fault")))
    if needs:
        hint = f"“approve {quote(sheet.name)}” gives it" if needs == ["the GM's approval"] else "“gain” adds a fault"
        raise Refused(f"{sheet.name} is not ready: it lacks {' and '.join(needs)}", about="who", hint=hint)


def is_in_play(state: State, sheet: Sheet, trait: str) -> bool:
    """Return whether a player character's trait is in play (PF-30), so that it has no level of creation any more.

    It is in play from the first session or the first roll in one, or once XP were spent on the trait. In schemes that
    give traits their levels in play, a new trait still counts as one of creation (FL-88).
    """
    held = sheet.practice.get(trait)
    if sheet.kind != "pc" or not (sheet.played or (held and held.raised)):
        return False
    return sheet.is_trained(trait) or not scheme(state.rules).in_play


def must_be_placed(state: State, sheet: Sheet, trait: str, about: str = "trait") -> None:
    """Refuse to check a trait without a level if levels are given in play (FL-88)."""
    if sheet.kind != "pc" or sheet.is_trained(trait) or not scheme(state.rules).in_play:
        return
    ladder = Ladder.of(state.rules)
    left = count_unfilled(state.rules, sheet)
    named = ", ".join(f"{ladder.name_of(level)} ({count})" for level, count in left.items())
    raise Refused(
        f"{sheet.name}'s {trait} needs a level now",
        about=about,
        value=trait,
        hint=f"“trait {quote(sheet.name)} {quote(trait)} LEVEL”; open are {named}" if named else "no slot is left",
    )
