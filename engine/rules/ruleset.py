"""The rules in force: every key that a table can choose, and how they stand in the log, with a digest.

What a campaign was made with stands in its log, so later versions of the files it came from change nothing about it.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Literal, NewType

import attrs

from engine.types import NUMBER_LIMIT, DiceSpec, Level
from engine.value import value

#: Dice that are not named anew: those of a check, or of the other sides.
SAME = "same"

#: What a campaign settles before it begins (PF-63).
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

#: The rules of the first version.
FIRST = ("check-dice", "contest-dice", "untrained", "creation-limit", "ability-list", "xp-for-used-only", "places")

#: The way of giving traits in which anything goes.
FREE = "free"

#: Entries of the form "A = B", in the order in which they were given.
Pairs = NewType("Pairs", tuple[str, ...])


def rule(
    what: str,
    default: Any = attrs.NOTHING,
    most: int = NUMBER_LIMIT,
    least: int = -NUMBER_LIMIT,
    takes: str | None = None,
) -> Any:
    """A key of the ruleset, with the line that `rules` shows beside it and the least and greatest number it can be.

    `takes` says what it can be where its type does not say all.
    """
    return attrs.field(default=default, metadata={"what": what, "most": most, "least": least, "takes": takes})


@value(kw_only=True)
class Ruleset:
    """Every rule that a table can choose. Keys are spelled with hyphens where people meet them.

    Keys that say “on record” keep what the table agreed on; the program shows it and does nothing else with it.
    """

    name: str = rule("the rules this campaign was made with")
    title: str = rule("their name in full")
    book: str = rule("the game they are compared with", "")

    ladder: tuple[str, ...] = rule("words for the levels, lowest first, in any language (FU-01, OC-37)", ())
    ladder_from: int = rule("level of the first word", 0, 1000, -1000)
    ladder_aliases: Pairs = rule("more words that are understood as levels", ())
    beyond_ladder: Literal["counted", "held"] = rule("counted: Superb +2; held: the last word (ER-19)", "counted")
    result_floor: Level | None = rule("no result falls below this level (FL-10, OC-38)", None)
    result_ceiling: Level | None = rule("no result rises above this level (FL-09, PO-36, OC-26, OC-38)", None)
    result_top: Level | None = rule("results from here on have one name (PO-12)", None)

    check_dice: DiceSpec = rule(
        "dice of a check (PF-44, OC-01, OC-02)",
        "4dF",
        takes="dice such as 4dF or 4d6-lowest, poly, or one of dice-names",
    )
    contest_dice: DiceSpec = rule(
        "dice of every side of a contest; same: those of checks (PF-56, OC-02)",
        "3dF",
        takes="same, dice such as 3dF or 4d6-lowest, poly, or one of dice-names",
    )
    contest_rolls: Literal["all", "first"] = rule("who rolls in a contest: every side, or the first (OC-04)", "all")
    npc_dice: DiceSpec = rule(
        "dice of an NPC against a PC: same, diceless, 1dF, 2dF, npc-d6 (FU-53, OC-04)",
        "same",
        takes="same, diceless, 1dF, 2dF, npc-d6 or other dice",
    )
    dice_names: Pairs = rule(
        "what names of dice mean here, tables of the table's own included (ER-15, OC-03)",
        (),
        takes="entries such as 3d6 = 3d6-table, or tables",
    )
    polyhedral_dice: tuple[str, ...] = rule(
        "dice of the levels from polyhedral-zero on; none where there is none (PO-02 to PO-06, OC-28)",
        ("none", "d4-2", "d4-1", "d4", "d6", "d8", "d10", "d12"),
    )
    polyhedral_zero: Level = rule("level that polyhedral results are counted from, Abysmal (PO-01)", -4, 1000, -1000)
    exploding: bool = rule("a polyhedral maximum is rolled again and added (PO-17, OC-26)", True)
    snake_eyes: bool = rule("a polyhedral 1 is rolled again, and a second 1 is a fumble (PO-19, OC-26)", True)
    fumble: Literal["below-all", "abysmal"] = rule("where a fumble puts the result (PO-22, OC-27)", "below-all")
    advantage_dice: bool = rule("checks may have advantage and disadvantage dice (FL-117, OC-24)", False)

    default_difficulty: Level | None = rule("difficulty where none is named (FU-11, OC-07)", None)
    situational: Level | None = rule("level that a roll without a trait is counted from (FU-32)", None)
    untrained: Level = rule("level of a trait that is not on the sheet (PF-15, FU-40, OC-08)", 0)
    modifier_limit: int = rule("a sum of modifiers beyond this is remarked on; 0: never (FU-38, OC-09)", 0, 1000, 0)
    stacking: Literal["sum", "largest"] = rule(
        "modifiers: their sum, or the largest bonus and the largest penalty (FL-34, OC-10)", "sum"
    )
    secondary_from: Level | None = rule("a second trait helps from this level on (FU-36)", None)
    secondary_bonus: int = rule("what it adds then", 1, 100, 0)
    automatic_at: Level | None = rule("difficulties up to this are met without dice (FU-07)", None)
    certain_rolls: bool = rule("dice are rolled although nothing depends on them (FU-08)", True)
    criticals: Literal["off", "natural", "margin", "both"] = rule("what makes a result critical (FU-58, OC-05)", "off")
    critical_override: bool = rule("a natural critical decides whatever the degree (FU-62, OC-05)", False)
    critical_dice: DiceSpec = rule("dice for the table of critical results (FU-66)", "2d6")
    critical_table: Pairs = rule("the table of critical results (FU-66, OC-06)", ())
    reactions: Pairs = rule("what a reaction roll means, from each level on (FU-71)", ())
    reaction_rolls: Literal["secret", "open"] = rule("whether the players see reaction rolls (FU-68, OC-32)", "secret")

    growth: Literal["practice", "steps", "none"] = rule(
        "how XP raise a trait: by practice (PF-17), by whole steps (FL-38), or not at all", "practice"
    )
    step_costs: tuple[int, ...] = rule("XP for each step up from the ladder's first level (FL-38)", ())
    xp_multiplier: int = rule("what the costs of steps are multiplied by (FL-127, OC-15)", 1, 1000, 1)
    xp_per_session: int = rule("XP that every player character gets when a session ends (FL-37, OC-15)", 0, 1000, 0)
    xp_on_miss: int = rule("XP for a failed roll of a player character (FL-133, OC-15)", 0, 1000, 0)
    questions: tuple[str, ...] = rule("questions at a session's end, 1 XP for each yes (FL-132, OC-15)", ())
    xp_for_used_only: bool = rule(
        "an award may only be spent on abilities used since the one before (PF-25, OC-16)", False
    )
    key_awards: Literal["hit", "key", "any"] = rule("on record: what brings XP for keys (FL-129, OC-15)", "hit")

    creation: str = rule(
        "how traits are given to player characters (FL-14, FL-80 to FL-88, OC-13)",
        "free",
        takes="free, subjective, A, B, C, D, over-the-edge, wushu, on-the-fly, or numbers such as 1 Superb, 2 Great",
    )
    creation_least: Level = rule("lowest level that can be given at creation", 0, 1000, -1000)
    creation_limit: Level = rule("highest level that can be given at creation (PF-16)", 50, 1000, -1000)
    creation_usual: Level | None = rule("levels below this are remarked on (PO-07)", None)
    legendary: Literal["off", "npcs", "on"] = rule("who may have traits above that (FU-05, FL-39, OC-11)", "off")
    legendary_limit: Level = rule("highest level that can be given at all", 50, 1000, -1000)
    ability_list: Literal["listed", "open"] = rule(
        "listed: only defined abilities can be trained; open: any name will do (PF-05, OC-12)", "listed"
    )
    trait_lists: tuple[str, ...] = rule("lists of traits that are known from the start (RT-05, OC-12)", ())
    fault_required: bool = rule("a player character needs a fault to be ready (FL-86, OC-14)", False)
    approval: Literal["off", "quick", "on"] = rule(
        "the GM approves player characters: never, those of quick schemes, or all (FL-86, OC-14)", "quick"
    )
    points: int = rule("fudge points that a player character starts with; 0: there are none (FL-105, OC-23)", 0, 100, 0)
    point_uses: tuple[str, ...] = rule("what a fudge point may be spent on (FL-106, PO-23, OC-23)", ("maximum",))
    places: tuple[str, ...] = rule("where on the body an item can be (PF-08)", ())
    before_play: tuple[str, ...] = rule(
        "what the checklist asks before the first session (PF-63)",
        CHECKLIST,
        takes=f"any of {', '.join(CHECKLIST)}; between commas",
    )
    decimals: int = rule("decimals of the percentages that are shown (OC-40)", 1, 6, 0)

    tracks: tuple[str, ...] = rule("on record: injury tracks and their boxes (FL-15, RT-14, OC-19)", ())
    full_track: Literal["dead", "incapacitated"] = rule(
        "on record: what a full track means (FL-03, OC-20)", "incapacitated"
    )
    track_penalties: Literal["worst", "sum"] = rule("on record: how penalties of one track add up (OC-21)", "worst")
    magic: Literal["none", "bands", "minor and ritual"] = rule("on record: how magic is judged (OC-25)", "none")
    melee_damage: Literal["none", "1", "2"] = rule("on record: method for melee damage (PO-26, OC-29)", "none")
    missile_damage: Literal["none", "1", "2", "3"] = rule("on record: method for missile damage (OC-29)", "none")
    damage_trait: str = rule("on record: the trait behind the damage rating (PO-32, OC-30)", "none")
    scale: int = rule("on record: scale in the damage rating (PO-33, OC-30)", 0, 1000, -1000)
    armour: Pairs = rule("on record: what weapons and armour count (PO-31, OC-31)", ())
    gm_moves: tuple[str, ...] = rule("on record: the GM's moves (FL-51, OC-33)", ())
    countdowns: Literal["open", "hidden"] = rule("on record: whether countdowns are open (FL-79, OC-34)", "open")
    lines: tuple[str, ...] = rule("on record: what never happens at this table (FL-05, OC-35)", ())
    veils: tuple[str, ...] = rule("on record: what happens off-screen only (FL-05, OC-35)", ())
    safety_tools: tuple[str, ...] = rule("on record: the safety tools that were agreed on (FL-06, OC-35)", ())
    player_conflict: str = rule("on record: how far player characters may fight each other (FL-04, OC-35)", "open")
    leading_questions: bool = rule("on record: players help to build the world (FL-07, OC-36)", False)

    @property
    def digest(self) -> str:
        """SHA-256 of the resolved rules, in hexadecimal: two campaigns with one digest play by the same rules.

        Rules that later versions brought count only where they are not as they always were, so that old digests hold.
        """
        always = ("name", "title", *FIRST)
        told = {k: v for k, v in self.recorded().items() if k in always or (k != "book" and v != _default(k))}
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()

    def recorded(self) -> dict[str, Any]:
        """The resolved rules as they are written into the log."""
        values = attrs.asdict(self, recurse=False)
        return {hyphened(key): list(v) if isinstance(v, tuple) else v for key, v in values.items()}

    @property
    def dice_of_contests(self) -> DiceSpec:
        """The dice of every side of a contest."""
        return self.check_dice if self.contest_dice == SAME else self.contest_dice

    @property
    def asks_approval(self) -> bool:
        """Whether player characters made by these rules need the GM's approval (FL-86)."""
        if self.approval != "quick" or self.creation == FREE:
            return self.approval == "on"
        from engine.rules.creation import scheme  # few tables make characters by a scheme

        return scheme(self).quick

    def pairs(self, key: str) -> list[tuple[str, str]]:
        """The entries of a key that holds pairs."""
        return [pair(entry) for entry in getattr(self, FIELDS[key].name)]


FIELDS = {field.name.replace("_", "-"): field for field in attrs.fields(Ruleset)}
FIXED_KEYS = ("name", "title", "book")
LEVELS = (Level, Level | None)


def _default(key: str) -> Any:
    """What a key is where nobody set it, as it is recorded."""
    default = FIELDS[key].default
    return list(default) if isinstance(default, tuple) else default


def hyphened(name: str) -> str:
    """A field's name as people type it."""
    return name.replace("_", "-")


def pair(entry: str) -> tuple[str, str]:
    """The two sides of an entry."""
    first, _, second = entry.partition("=")
    return first.strip(), second.strip()


def described() -> dict[str, str]:
    """Every key with a line about it, in the order of the declaration."""
    return {key: field.metadata["what"] for key, field in FIELDS.items()}


def from_recorded(values: Mapping[str, Any]) -> Ruleset:
    """The rules as a log recorded them. Keys of a newer program are passed over: a reader may still look."""
    known: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items() if k in FIELDS}
    return Ruleset(**{key.replace("-", "_"): value for key, value in known.items()})
