"""The rules in force: every key that a table can choose, and their digest.

The log of a campaign holds its rules in full, so later versions of the files they came from change nothing.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, NewType

from engine.patterns import pattern
from engine.types import NUMBER_LIMIT, DiceSpec, Level
from engine.value import NOTHING, value

#: Stands for the dice of a check, or of the other sides.
SAME = "same"

#: The topics that a campaign settles before its first session (PF-63).
CHECKLIST = (
    "characteristics",
    "beings",
    "origins",
    "abilities",
    "statuses",
    "properties",
    "starting-xp",
    "starting-kit",
    "template",
)

#: The first version's rules.
FIRST = ("check-dice", "contest-dice", "untrained", "creation-limit", "ability-list", "xp-for-used-only", "places")

#: The scheme that allows any level for any trait.
FREE = "free"

#: Entries of the form "A = B", in the order given.
Pairs = NewType("Pairs", tuple[str, ...])


#: A state of a track, its boxes, and its penalty.
TRACK_STATE = pattern(r"(.*\S)\s+([1-9]\d?)(?:\s+([+\-−]\d{1,3}))?")


#: The default of each key of the ruleset and the rest of its declaration, in order.
DECLARED_KEYS: list[tuple[Any, Mapping[str, Any]]] = []


class KeyOfRules(NamedTuple):
    """A key of the ruleset: its field, type, default, and the rest of its declaration."""

    name: str
    type: Any
    default: Any
    metadata: Mapping[str, Any]


def declare(
    what: str,
    default: Any = NOTHING,
    most: int = NUMBER_LIMIT,
    least: int = -NUMBER_LIMIT,
    *,
    takes: str | None = None,
    ids: str = "",
) -> Any:
    """Declare a key of the ruleset, with its line in `rules` and its limits.

    The limits are the least and greatest number it takes. `takes` describes the accepted values if the type does not
    describe them fully. `ids` are the rules of the games behind it, as in `docs/rules.md`.
    """
    DECLARED_KEYS.append((default, {"line": what, "most": most, "least": least, "takes": takes, "ids": ids}))
    return default


@value(kw_only=True)
class Ruleset:
    """Every rule that a table can choose. On the screen and in files, hyphens replace the underscores of a key."""

    name: str = declare("the rules this campaign was made with")
    title: str = declare("their full name")
    book: str = declare("the game they are compared with", "")

    ladder: tuple[str, ...] = declare("words for the levels, lowest first, in any language", (), ids="FU-01, OC-37")
    ladder_from: int = declare("level of the first word", 0, 1000, -1000)
    ladder_aliases: Pairs = declare("other words for levels", ())
    beyond_ladder: Literal["counted", "held"] = declare(
        "names beyond the ladder; counted: Superb +2; held: the last word", "counted", ids="ER-19"
    )
    result_floor: Level | None = declare("lowest level of a result", None, ids="FL-10, OC-38")
    result_ceiling: Level | None = declare("highest level of a result", None, ids="FL-09, PO-36, OC-26, OC-38")
    result_top: Level | None = declare("results from this level up share its name", None, ids="PO-12")

    check_dice: DiceSpec = declare(
        "dice of a check",
        "4dF",
        takes="dice such as 4dF or 4d6-lowest, poly, or one of dice-names",
        ids="PF-44, OC-01, OC-02",
    )
    contest_dice: DiceSpec = declare(
        "dice of every side of a contest; same: those of checks",
        "3dF",
        takes="same, dice such as 3dF or 4d6-lowest, poly, or one of dice-names",
        ids="PF-56, OC-02",
    )
    contest_rolls: Literal["all", "first"] = declare(
        "who rolls in a contest: every side, or the first", "all", ids="OC-04"
    )
    npc_dice: DiceSpec = declare(
        "dice of an NPC against a PC: same, diceless, 1dF, 2dF, npc-d6",
        "same",
        takes="same, diceless, 1dF, 2dF, npc-d6 or other dice",
        ids="FU-53, OC-04",
    )
    dice_names: Pairs = declare(
        "what names of dice mean here, tables of your own included",
        (),
        takes="entries such as 3d6 = 3d6-table, or tables",
        ids="ER-15, OC-03",
    )
    polyhedral_dice: tuple[str, ...] = declare(
        "dice of the levels from polyhedral-zero up; none for a level without a die",
        ("none", "d4-2", "d4-1", "d4", "d6", "d8", "d10", "d12"),
        ids="PO-02 to PO-06, OC-28",
    )
    polyhedral_zero: Level = declare(
        "level that polyhedral results are counted from, Abysmal", -4, 1000, -1000, ids="PO-01"
    )
    exploding: bool = declare("roll the maximum of a polyhedral die again and add it", True, ids="PO-17, OC-26")
    snake_eyes: bool = declare("roll a polyhedral 1 again; a second 1 is a fumble", True, ids="PO-19, OC-26")
    fumble: Literal["below-all", "abysmal"] = declare("result of a fumble", "below-all", ids="PO-22, OC-27")
    advantage_dice: bool = declare("checks may have advantage and disadvantage dice", False, ids="FL-117, OC-24")

    default_difficulty: Level | None = declare("difficulty of a check that names none", None, ids="FU-11, OC-07")
    situational: Level | None = declare("level that a roll without a trait is counted from", None, ids="FU-32")
    untrained: Level = declare("level of a trait that is not on the sheet", 0, ids="PF-15, FU-40, OC-08")
    modifier_limit: int = declare("warn of a larger sum of modifiers; 0: never", 0, 1000, 0, ids="FU-38, OC-09")
    stacking: Literal["sum", "largest"] = declare(
        "which modifiers count: all of them, or the largest bonus and the largest penalty",
        "sum",
        ids="FL-34, OC-10",
    )
    secondary_from: Level | None = declare("a second trait helps from this level up", None, ids="FU-36")
    secondary_bonus: int = declare("what a second trait adds", 1, 100, 0)
    automatic_at: Level | None = declare("difficulties up to this need no roll, if nobody resists", None, ids="FU-07")
    certain_rolls: bool = declare("roll dice even if the result is certain", True, ids="FU-08")
    criticals: Literal["off", "natural", "margin", "both"] = declare(
        "what makes a result critical", "off", ids="FU-58, OC-05"
    )
    critical_override: bool = declare("a natural critical decides, whatever the total", False, ids="FU-62, OC-05")
    critical_dice: DiceSpec = declare("dice for the table of critical results", "2d6", ids="FU-66")
    critical_table: Pairs = declare(
        "the table of critical results; the GM decides what it has no row for",
        (),
        takes="entries such as “2 = blinded until round, 3 = falls a -2 until round, 7 = drops the weapon”",
        ids="FU-66, OC-06",
    )
    tables: Pairs = declare(
        "tables to roll on with “table”",
        (),
        takes="entries such as “Weather = 2d6: 2 storm, 3-12 clear;”",
        ids="FU-66, OC-06",
    )
    outcomes: Pairs = declare(
        "what a result is called besides, from each margin or lead on: from 0 up a success, below 0 a failure",
        (),
        takes="entries such as “0 = at a cost, 3 = with style, -3 = a disaster”",
        ids="OC-05",
    )
    reactions: Pairs = declare(
        "what a reaction roll means, from each level up",
        (),
        takes="entries such as “2 = friendly, 0 = wary, -2 = hostile”",
        ids="FU-71",
    )
    reaction_rolls: Literal["secret", "open"] = declare(
        "whether players see reaction rolls", "secret", ids="FU-68, OC-32"
    )

    growth: Literal["practice", "steps", "none"] = declare(
        "how XP raise a trait: by practice, by whole steps, or not at all", "practice", ids="PF-17, FL-38"
    )
    step_costs: tuple[int, ...] = declare(
        "XP for the step up from each level, from the ladder's first",
        (),
        takes="numbers between commas, or what they follow: 2^n, 3 * 2^n, triangular",
        ids="FL-38",
    )
    practice_costs: str = declare(
        "XP that practice needs from level n to the next",
        "2^n",
        takes="2^n or another base, also times a number such as 5 * 3^n; triangular; or a list such as 1, 2, 4, 8",
        ids="PF-17",
    )
    xp_multiplier: int = declare("factor of the costs of steps", 1, 1000, 1, ids="FL-127, OC-15")
    xp_per_session: int = declare("XP for every PC at the end of a session", 0, 1000, 0, ids="FL-37, OC-15")
    xp_on_miss: int = declare("XP for a PC's failed roll", 0, 1000, 0, ids="FL-133, OC-15")
    questions: tuple[str, ...] = declare(
        "questions at the end of a session, 1 XP for each yes", (), ids="FL-132, OC-15"
    )
    xp_for_used_only: bool = declare(
        "an award may only be spent on abilities used since the award before it", False, ids="PF-25, OC-16"
    )
    key_awards: Literal["hit", "key", "any"] = declare(
        "what brings XP for keys: each hit, or at the session's end each key that was hit, or any",
        "hit",
        ids="FL-129, OC-15",
    )

    creation: str = declare(
        "how a PC gets the levels of traits",
        "free",
        takes="free, subjective, A, B, C, D, over-the-edge, wushu, on-the-fly, or numbers such as 1 Superb, 2 Great",
        ids="FL-14, FL-80 to FL-88, OC-13",
    )
    creation_rest: Level | None = declare(
        "level of a PC's other listed traits, once one got a level of a numbered scheme; none: untrained",
        None,
        ids="FL-14",
    )
    creation_least: Level = declare("lowest level that can be given at creation", 0, 1000, -1000)
    creation_limit: Level = declare("highest level that can be given at creation", 50, 1000, -1000, ids="PF-16")
    creation_usual: Level | None = declare("warn of levels below this at creation", None, ids="PO-07")
    legendary: Literal["off", "npcs", "on"] = declare(
        "who may have traits above creation-limit", "off", ids="FU-05, FL-39, OC-11"
    )
    legendary_limit: Level = declare("highest level that can be given at all", 50, 1000, -1000)
    ability_list: Literal["listed", "open"] = declare(
        "listed: only defined abilities can be trained; open: any name will do", "listed", ids="PF-05, OC-12"
    )
    kinds: Pairs = declare(
        "kinds of traits: their level untrained, costs, default and words",
        (),
        takes="entries such as “skill = Fencing, Climbing: untrained Poor, costs 2, default Agility -2;”",
        ids="OC-08, FL-48",
    )
    trait_lists: tuple[str, ...] = declare("lists of traits that are known from the start", (), ids="RT-05, OC-12")
    ready: Pairs = declare(
        "ready-made NPCs of your own",
        (),
        takes="entries such as “Bandit = Fighting Fair to Good, Stealth Poor: gift Quick, track 2, behaviour loot;”",
        ids="FL-65, RT-11",
    )
    fault_required: bool = declare("a PC needs a fault to be ready", False, ids="FL-86, OC-14")
    approval: Literal["off", "quick", "on"] = declare(
        "which PCs the GM approves: none, those of quick schemes, or all", "quick", ids="FL-86, OC-14"
    )
    starting_properties: int = declare("properties that a PC may begin with; 0: any number", 0, 100, 0, ids="PF-65")
    points: int = declare("fudge points that a PC starts with; 0: there are none", 0, 100, 0, ids="FL-105, OC-23")
    point_uses: tuple[str, ...] = declare(
        "what a fudge point may be spent on", ("maximum",), ids="FL-106, PO-23, OC-23"
    )
    point_refresh: str = declare(
        "fudge points that a PC gets at the start of a session",
        "none",
        takes="none, flat N, or up to N",
        ids="FL-114, OC-23",
    )
    places: tuple[str, ...] = declare("where on the body an item can be", (), ids="PF-08")
    before_play: tuple[str, ...] = declare(
        "items of the checklist before the first session",
        CHECKLIST,
        takes=f"any of {', '.join(CHECKLIST)}; between commas",
        ids="PF-63",
    )
    decimals: int = declare("decimals of percentages", 1, 6, 0, ids="OC-40")

    tracks: tuple[str, ...] = declare(
        "the injury track: its states, each with its boxes or the points of a wound",
        (),
        takes="states with their boxes, such as “minor 2”, or “Hurt 1 -1” with a penalty",
        ids="FL-15, RT-14, OC-19",
    )
    full_track: Literal["dead", "incapacitated"] = declare(
        "what a full track means", "incapacitated", ids="FL-03, OC-20"
    )
    track_penalties: Literal["worst", "sum"] = declare(
        "which penalties of a track count: the worst, or all of them", "worst", ids="FL-103, OC-21"
    )
    magic: Literal["none", "bands", "minor and ritual"] = declare(
        "how magic is judged: spells by what they reach, or minor magic and rituals", "none", ids="FL-35, FL-121, OC-25"
    )
    minor_magic_boxes: int = declare(
        "boxes that a spell of minor magic may mark or clear", 1, 100, 1, ids="FL-122, FL-123, OC-25"
    )
    melee_damage: Literal["none", "1", "2"] = declare(
        "melee damage; 1: weapon and relative degree, 2: a roll of strength and weapon; others are remarked on",
        "none",
        ids="PO-26, PO-27, OC-29",
    )
    missile_damage: Literal["none", "1", "2", "3"] = declare(
        "missile damage; 1: lethality, 2: weapon and relative degree, 3: the weapon's dice; others are remarked on",
        "none",
        ids="PO-28 to PO-30, OC-29",
    )
    damage_trait: str = declare(
        "trait that the damage rating begins with; none: no rating, armour comes off the damage",
        "none",
        ids="PO-32, PO-37, OC-30",
    )
    damage_cap: int = declare(
        "the most that dice count for damage, where there is no damage rating; 0: no limit", 0, 1000, 0, ids="PO-36"
    )
    scale: int = declare("scale in the damage rating, of who has none", 0, 1000, -1000, ids="PO-33, OC-30")
    armour: Pairs = declare("what pieces of armour keep off that somebody gets, by name", (), ids="PO-31, OC-31")
    weapons: Pairs = declare(
        "what weapons add to damage that somebody gets, by name: a number, dice, or the level of their lethality",
        (),
        takes="entries such as sword = 3, musket = Great or pistol = 2d6",
        ids="PO-31, OC-31",
    )
    gm_moves: tuple[str, ...] = declare("the GM's moves", (), ids="FL-51, OC-33")
    countdowns: Literal["open", "hidden"] = declare("whether players see countdowns", "open", ids="FL-79, OC-34")
    players_see: tuple[Literal["difficulties", "npc-levels", "no-gaps"], ...] = declare(
        "what players are told in what is made for them: of checks, and whether numbers of events have gaps",
        ("difficulties",),
        takes="gaps, difficulties or npc-levels with yes or no, such as “gaps no”; or all that holds, between commas",
    )
    phones: Literal["look", "propose", "trust"] = declare(
        "what players' phones may do: look, propose lines to the GM, or have their own checks taken at once", "propose"
    )
    lines: tuple[str, ...] = declare("what never happens at this table", (), ids="FL-05, OC-35")
    veils: tuple[str, ...] = declare("what happens off-screen only", (), ids="FL-05, OC-35")
    safety_tools: tuple[str, ...] = declare("safety tools that the table agreed on", (), ids="FL-06, OC-35")
    player_conflict: str = declare("how far PCs may fight each other", "open", ids="FL-04, OC-35")
    leading_questions: bool = declare("players help to build the world", False, ids="FL-07, OC-36")

    @property
    def digest(self) -> str:
        """SHA-256 of the resolved rules in hexadecimal.

        Two campaigns with one digest play by the same rules. Rules of later versions count only if they differ from
        their default, so that old digests stay the same.
        """
        always = ("name", "title", *FIRST)
        counted = {k: v for k, v in self.as_data().items() if k in always or (k != "book" and v != _default(k))}
        return hashlib.sha256(json.dumps(counted, sort_keys=True).encode()).hexdigest()

    def as_data(self) -> dict[str, Any]:
        """Return the rules as the log holds them."""
        values = {key: getattr(self, field.name) for key, field in FIELDS.items()}
        return {key: list(v) if isinstance(v, tuple) else v for key, v in values.items()}

    def dice_of_checks(self, *, opposed: bool) -> DiceSpec:
        """Return the dice of checks, which against somebody's trait are those of contests (PF-53, PF-56)."""
        return self.dice_of_contests if opposed else self.check_dice

    @property
    def dice_of_contests(self) -> DiceSpec:
        """The dice of every side of a contest."""
        return self.check_dice if self.contest_dice == SAME else self.contest_dice

    def pairs(self, key: str) -> list[tuple[str, str]]:
        """Return the entries of a key that holds pairs."""
        return [pair(entry) for entry in getattr(self, FIELDS[key].name)]


FIELDS = {
    name.replace("_", "-"): KeyOfRules(name, kind, *declared)
    for (name, kind), declared in zip(Ruleset.__annotations__.items(), DECLARED_KEYS, strict=True)
}
FIXED_KEYS = ("name", "title", "book")
LEVELS = (Level, Level | None)


def _default(key: str) -> Any:
    """Return the default of a key, as the log would hold it."""
    default = FIELDS[key].default
    return list(default) if isinstance(default, tuple) else default


def with_hyphens(name: str) -> str:
    """Return a field's name as people type it."""
    return name.replace("_", "-")


def pair(entry: str) -> tuple[str, str]:
    """Return the two sides of an entry."""
    first, _, second = entry.partition("=")
    return first.strip(), second.strip()


#: The most boxes that a track can have.
MOST_BOXES = 100


def track_states(entries: tuple[str, ...]) -> list[tuple[str, int, int]] | None:
    """Return a track's states with their boxes and penalties, or None for a table of wounds.

    The entries read like `Hurt 1 -1`. A list with an entry that has no number is a table of wounds.
    """
    found = [TRACK_STATE.fullmatch(entry.strip()) for entry in entries]
    if not all(found):
        return None
    parts = [each.groups() for each in found if each]
    return [(name, int(boxes), int((modifier or "0").replace("−", "-"))) for name, boxes, modifier in parts]


def describe_rules() -> dict[str, str]:
    """Return every key with a line about it, in the order of the declaration."""
    return {key: field.metadata["line"] for key, field in FIELDS.items()}


def from_recorded(values: Mapping[str, Any]) -> Ruleset:
    """Return the rules in a log. Keys of a newer program are ignored, so that its log can be read."""
    known: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items() if k in FIELDS}
    return Ruleset(**{key.replace("-", "_"): value for key, value in known.items()})
