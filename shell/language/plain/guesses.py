"""Finders for lines that are proposed and never carried out unasked: they guess a word."""

from __future__ import annotations

from collections.abc import Iterator

from engine.refusal import nearest
from engine.value import evolve
from shell.language import names
from shell.language.kinds.text import fold_case, spelled_name
from shell.language.parse import QUOTES, Scene, Span
from shell.language.plain.account import AS_TYPED, OF_OWNERS, Segment, Wording
from shell.language.plain.stuck import Stuck
from shell.language.plain.words import names_of_party

NEAR_NAME = "nearly the name"
ALL_OTHERS = "all but some"
THEIR_PLAYER = "their player"
OTHER_WORK = "verb of the same work"

#: Words between “all” and who is left out.
BUT = frozenset({"but", "except", "without"})

#: Verbs of somebody who tends somebody else.
HEALS = frozenset({"heal", "heals", "bandage", "bandages", "tends", "treats"})

#: Verbs of somebody who takes something.
TAKES = frozenset({"take", "takes", "took", "grabs", "steals", "stole", "gets", "got"})

#: The least likeness of a name of several words.
LIKE_A_NAME = 0.75


def find_near_name(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with a known name of several words for one that is nearly it."""
    before = stuck.mark_of(stuck.before(stuck.at))
    if before is None or not isinstance(before.value, str) or before.open or stuck.at >= len(stuck.segments):
        return
    first, words = stuck.wording.find(before.start), before.value.split()
    if first + len(words) > stuck.at and is_nearly_name(stuck.parse.text, before):
        yield from stuck.wording.change(first, first + len(words), spelled_name(before.value), NEAR_NAME)


def is_nearly_name(text: str, begun: Span) -> bool:
    """Return whether the beginning of a name of several words, and what stands behind it, are nearly that name."""
    name, typed = str(begun.value), text[begun.start : begun.end]
    words = name.split()
    whole = fold_case(typed.strip(QUOTES)) == fold_case(name)
    longer = " ".join(text[begun.start :].split()[: len(words)])
    return not whole and len(words) > 1 and longer != typed and nearest(longer, [name], LIKE_A_NAME) is not None


def name_character_of(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with the only character of a player for that player's name."""
    wanted = stuck.at == 0 or any(slot.name == "character" for slot, _ in stuck.slots_wanted())
    scene, typed = Scene(stuck.state), stuck.word(stuck.at)
    for player in names.players(scene) if wanted and typed else ():
        if fold_case(player) == typed and len(theirs := names.characters_of(scene, player)) == 1:
            yield from stuck.wording.change(stuck.at, stuck.at + 1, spelled_name(theirs[0]), THEIR_PLAYER)


def name_all_others(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line with the names of all player characters but one, for “all but” that one."""
    for index in stuck.near:
        if stuck.word(index) != "all" or stuck.word(index + 1) not in BUT or stuck.state is None:
            continue
        left_out = stuck.read_somebody(index + 2)
        party = names_of_party(stuck.state)
        if left_out is not None and left_out[0] in party:
            others = ", ".join(spelled_name(name) for name in party if name != left_out[0])
            yield from stuck.wording.change(index, left_out[1], others, ALL_OTHERS)


def turn_to_tending(stuck: Stuck) -> Iterator[Wording]:
    """Yield “tend” with both people for a line in which one heals the other."""
    verb = stuck.find_word(HEALS)
    healer, other = stuck.read_somebody(0), stuck.read_somebody(verb + 1)
    if verb and healer and other and healer[1] == verb and other[1] == len(stuck.segments):
        by, tend = Segment("", "by", OTHER_WORK, " "), evolve(stuck.segments[verb], became="tend", relation=OTHER_WORK)
        moved = [evolve(each, relation=OTHER_WORK, gap=" ") for each in stuck.segments[:verb]]
        if all(each.relation == AS_TYPED for each in stuck.segments):
            yield Wording((tend, *stuck.segments[verb + 1 :], by, *moved))


def turn_to_reroll(stuck: Stuck) -> Iterator[Wording]:
    """Yield “point WHO reroll” for “reroll WHO”."""
    if stuck.word(0) == "reroll" and stuck.somebody_at(1):
        for turned in stuck.wording.move(0, len(stuck.segments) - 1, "reroll", OTHER_WORK):
            yield turned.insert(0, "point", OTHER_WORK)


def turn_to_passing(stuck: Stuck) -> Iterator[Wording]:
    """Yield “pass” for a line in which somebody takes what is another's, or is given it: “give ana ben's rope”."""
    is_given = stuck.word(0) == "give"
    taker = stuck.read_somebody(1 if is_given else 0)
    if taker is None or not (is_given or stuck.word(taker[1]) in TAKES):
        return
    first = taker[1] + (not is_given)
    owner = stuck.find_word(OF_OWNERS, first + 1)
    if owner and stuck.is_somebody(owner) and all(each.relation == AS_TYPED for each in stuck.segments):
        other, thing = stuck.segments[first:owner], stuck.segments[owner + 1 :]
        verb = stuck.segments[0 if is_given else taker[1]]
        lead = evolve(verb, became="pass", relation=OTHER_WORK, gap="")
        to = Segment(stuck.segments[owner].typed, "to", OTHER_WORK, " ")
        who = [evolve(each, gap=" ", relation=OTHER_WORK) for each in stuck.segments[int(is_given) : taker[1]]]
        yield Wording((lead, *other, *thing, to, *who))


def turn_to_speech(stuck: Stuck) -> Iterator[Wording]:
    """Yield “secret” for “gm:” before a text, and “group NAME” for “as group NAME”."""
    if stuck.word(0) in ("gm", "dm") and stuck.word(1) == ":" and len(stuck.segments) > 2:
        yield from stuck.wording.change(0, 2, "secret", OTHER_WORK)
    if (stuck.word(0), stuck.word(1)) == ("as", "group"):
        yield from stuck.wording.leave_out(0, OTHER_WORK)


def turn_to_trait(stuck: Stuck) -> Iterator[Wording]:
    """Yield “trait” before somebody, a new trait and a level in words, or behind = or a colon."""
    end, somebody = len(stuck.segments) - 1, stuck.read_somebody(0)
    is_said = stuck.is_number(end) and (not stuck.word(end)[-1:].isdecimal() or stuck.word(end - 1) in ("=", ":"))
    if somebody is not None and end > somebody[1] and is_said:
        named = fold_case(stuck.wording.text[stuck.starts[somebody[1]] : stuck.starts[end]].rstrip(" =:"))
        if named not in map(fold_case, names.everything(Scene(stuck.state))):
            yield stuck.wording.insert(0, "trait", OTHER_WORK)


def turn_to_gain(stuck: Stuck) -> Iterator[Wording]:
    """Yield “gain” before somebody and a property."""
    somebody = stuck.read_somebody(0)
    if somebody is None or somebody[1] >= len(stuck.segments) or stuck.state is None:
        return
    if fold_case(stuck.text_from(somebody[1])) in map(fold_case, stuck.state.properties):
        yield stuck.wording.insert(0, "gain", OTHER_WORK)


def turn_to_counter(stuck: Stuck) -> Iterator[Wording]:
    """Yield the line for a number with a sign before what it moves: a counter, XP or things (“ana -1 vigour”)."""
    somebody = stuck.read_somebody(0)
    if somebody is None or stuck.state is None or len(stuck.segments) < somebody[1] + 2:
        return
    at = somebody[1]
    number, behind = stuck.word(at), fold_case(stuck.text_from(at + 1))
    if number[:1] not in ("+", "-", "−") or not number[1:].isdecimal():
        return
    who, behind_number = stuck.segments[:at], stuck.segments[at + 1 :]
    bare = evolve(stuck.segments[at], became=number[1:], relation=OTHER_WORK)
    things = {fold_case(stack.name) for stack in stuck.state.sheets[somebody[0]].stacks.values()}
    if behind in map(fold_case, names.counters(Scene(stuck.state))):
        moved = evolve(stuck.segments[at], relation=OTHER_WORK, gap=" ")
        yield Wording((*who, *behind_number, moved)).insert(0, "status", OTHER_WORK)
    elif behind == "xp" and number[0] != "+":
        unit = evolve(behind_number[0], became="", relation=OTHER_WORK)
        yield Wording((*who, bare, unit)).insert(0, "forfeit", OTHER_WORK)
    elif behind in things and number[0] != "+":
        yield Wording((*who, bare, *behind_number)).insert(0, "drop", OTHER_WORK)


def turn_to_roll(stuck: Stuck) -> Iterator[Wording]:
    """Yield “roll for WHO” for a line that says what somebody rolled, and not for what."""
    somebody = stuck.read_somebody(0)
    if somebody is not None and stuck.word(somebody[1]) == "rolled":
        yield stuck.wording.insert(0, "for", OTHER_WORK).insert(0, "roll", OTHER_WORK)


GUESSES = (
    find_near_name,
    name_character_of,
    name_all_others,
    turn_to_tending,
    turn_to_reroll,
    turn_to_counter,
    turn_to_roll,
    turn_to_speech,
    turn_to_trait,
    turn_to_gain,
)
