"""Read, offer and spell the values of each type: one kind for each type.

`read` returns a value and where it ends, or a `Misreading`. `offers` returns the texts that could be typed here, each
with an explanation. `spell` writes a value so that it reads back the same. `begins` tells whether an optional value
starts here, `open` whether any word will do.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

from engine import types as words
from shell.language import group_names, names, program_names
from shell.language.kinds import files
from shell.language.kinds.dice import DiceKind, FacesKind
from shell.language.kinds.files import FileName, GameName, NewLogName, WorldName
from shell.language.kinds.free import (
    NEW,
    CommandKind,
    NamedTitleKind,
    Open,
    ReasonKind,
    Rest,
    StageEventKind,
    TitleKind,
    Trailing,
    UntoldKind,
    WayOutKind,
)
from shell.language.kinds.known import (
    EventTypeKind,
    GroupKind,
    KeyKind,
    Known,
    KnownOfFew,
    KnownOrNew,
    Numbered,
    OrNothing,
    PlainWords,
    PlayedKind,
    PropertyKind,
    TrackPart,
    TraitKind,
    TraitOrNew,
)
from shell.language.kinds.levels import LevelKind
from shell.language.kinds.plausible import GOING_ON, LEADING_ON
from shell.language.kinds.shaped import (
    EventNumberKind,
    Shaped,
    bounds,
    bounds_text,
    number,
    pattern_of_beginnings,
    row_ends,
    row_ends_text,
    signed_text,
)
from shell.language.kinds.things import ContainerKind, NewThing, SheetValueKind, ThingKind
from shell.language.parse import Found, Misreading, Offers, Scene


class Kind(Protocol):
    """The functions that the grammar needs for a type."""

    @property
    def name(self) -> str:
        """The word for a value in a message."""

    @property
    def open(self) -> bool:
        """Whether any word will do."""

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the value that stands at a place and where it ends, or why there is none."""

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        """Return whether an optional value starts at a place."""

    def offers(self, scene: Scene) -> Offers:
        """Return the texts that could be typed, each with an explanation."""

    def spell(self, value: Any) -> str:
        """Return a value as text that reads back the same."""


WHOLE = r"[+\-−]?\d+"

OFFSET_SPELLED = r"[+\-−]\d\d:\d\d"

#: A point of the history: an event, the end or the start of a session, or a date and time, perhaps with a zone.
POINT_SPELLED = (
    r"(?:#\d+|(?:start of )?session \d+"
    rf"|\d{{4}}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|{OFFSET_SPELLED})?)?"
    rf"(?: (?:UTC|{OFFSET_SPELLED}|\({OFFSET_SPELLED}\)))?)"
)

#: The numbers of a row: 7, 9-12 or -4..-2.
SPAN = rf"{WHOLE}(?:(?:-|\.\.){WHOLE})?"

BEGUN_NUMBER = r"[+\-−±]?"

BEGUN_SPAN = rf"{BEGUN_NUMBER}(?:\d+(?:-|\.\.?)?[+\-−]?)?"


#: What to type for a character that is not there.
TO_ADD_ONE = "“pc NAME” or “npc NAME” adds one"


@cache
def find_kind(type: Any) -> Kind:
    """Return the kind of a type that has one."""
    return KINDS[type]()


def trait_kind() -> TraitKind:
    """Return the kind of the name of a trait."""
    return TraitKind("ability", names.traits, "“define ability NAME” adds it to the campaign's list")


def date_kind() -> Kind:
    """Return the kind of a date."""
    from shell.language.kinds.dates import DateKind  # few lines have one

    return DateKind()


#: From a type to the function that makes its kind. `find_kind` calls each once, as most lines need only a few.
KINDS: dict[Any, Callable[[], Kind]] = {
    words.Character: lambda: Known("character", names.sheets, TO_ADD_ONE),
    words.CharacterOfPlayer: lambda: PlayedKind("character", names.sheets_and_players, TO_ADD_ONE),
    words.Trait: trait_kind,
    words.Trait | None: lambda: OrNothing("ability", trait_kind()),
    words.ActionOrTrait | None: lambda: OrNothing("ability", trait_kind(), "a", "every action"),
    words.NewTrait: lambda: TraitOrNew("ability", names.traits),
    words.Status: lambda: Known("status", names.statuses, "“define status” adds one"),
    words.StateName: lambda: Known("state", names.states),
    words.Track: lambda: Known("track", names.tracks),
    words.Degree: lambda: KnownOfFew("degree", names.degrees),
    words.ActorKind: lambda: KnownOfFew("kind of actor", names.actor_kinds),
    words.FullTrack: lambda: KnownOfFew("meaning", names.full_meanings, lacking="a full track cannot mean “{1}”"),
    words.TrackOrState: lambda: TrackPart(
        "track or state", names.track_names, "“define track Injury: minor 2, serious 2” adds one"
    ),
    words.Property: lambda: PropertyKind("property", names.properties, "“define property NAME” adds one"),
    words.Key: lambda: KeyKind("key", names.keys, "“define key NAME” adds one"),
    words.OtherKey: lambda: KeyKind("key", names.other_keys, "“define key NAME” adds one"),
    words.Item: lambda: ThingKind("item", names.items),
    words.Weapon: lambda: ThingKind("weapon", names.weapons, "“give” says what a thing is as a weapon"),
    words.NewItem: lambda: NewThing("item", names.items),
    words.Container: lambda: ContainerKind("container", names.containers, "“give WHO NAME” comes first"),
    words.Countdown: lambda: Known("countdown", names.countdown_names, "“countdown NAME 4” makes one of four boxes"),
    words.Counter: lambda: Known("counter", names.counters, "“define counter NAME 0..10” adds one"),
    words.Table: lambda: KnownOfFew("table", names.table_names, "“define table NAME: 1-3 one, 4-6 other” adds one"),
    words.Ritual: lambda: KnownOfFew(
        "ritual", names.rituals, "“ritual NAME needs NEED” plans one", lacking="no {} “{}” is still to be performed"
    ),
    words.Need: lambda: KnownOfFew("need", names.needs),
    words.Group: lambda: GroupKind("group", group_names.groups, "“group new NAME” makes one", whole=True),
    words.AnyGroup: lambda: Known("group", group_names.groups_or_all, "“groups” lists them", whole=True),
    words.Speaker: lambda: KnownOrNew("speaker", group_names.speakers),
    words.Goal: lambda: KnownOfFew("goal", names.goals, "“goal NAME needs NEED” sets one"),
    words.Complication: lambda: KnownOfFew("complication", names.complications),
    words.SpellRange: lambda: KnownOfFew("range", names.spell_words("reach")),
    words.SpellDuration: lambda: KnownOfFew("duration", names.spell_words("duration")),
    words.SpellArea: lambda: KnownOfFew("area", names.spell_words("area")),
    words.KnownName: lambda: Known("name", names.everything, lacking="nothing is called “{1}”"),
    words.NameKind: lambda: Known("kind of name", names.name_kinds, whole=True),
    words.SettingName: lambda: Known("setting", program_names.setting_names),
    words.RuleKey: lambda: Known("rule", program_names.rule_keys),
    words.Topic: lambda: Known("checklist item", program_names.topics),
    words.AgendaTopic: lambda: KnownOfFew("topic", program_names.agenda),
    words.SheetValue: lambda: SheetValueKind("name on the sheet", names.sheet_values),
    words.Question: lambda: Numbered("question", program_names.questions, "“questions” lists them"),
    words.EventType: lambda: EventTypeKind("kind of event", program_names.event_types, whole=True),
    words.RulesetName: lambda: GameName("game", True, program_names.rulesets),
    words.Name: lambda: NEW,
    words.Characteristic: lambda: KnownOrNew("characteristic", names.characteristics),
    words.Tag: lambda: KnownOrNew("kind of action", names.tags),
    words.Player: lambda: KnownOrNew("player", names.players),
    words.HeldKind: lambda: KnownOfFew("kind of file", files.held_kinds),
    words.Rounding: lambda: KnownOfFew("way of rounding", files.roundings),
    words.DayOrder: lambda: KnownOfFew("order of day and month", files.day_orders),
    words.Audience: lambda: Known("player", names.audiences, "“for players” is for all of them"),
    words.Attendee: lambda: Known("player or character", names.attendees_named, "“pc NAME by PLAYER” adds one"),
    words.TraitList: lambda: Known("list of traits", program_names.offer_trait_lists),
    words.GmMove: lambda: Numbered("move", program_names.gm_moves, "“gm” lists them"),
    words.Role: lambda: Known("role", program_names.role_names),
    words.ReadyNpc: lambda: Known("ready-made character", program_names.offer_ready_npcs),
    words.Unit: lambda: Open("unit of time"),
    words.Clock: lambda: Known(
        "end", names.clocks, "an effect can last until next roll, round, next round, fight, scene, session or hit"
    ),
    words.Timing: lambda: PlainWords("time of an effect", names.timings, whole=True),
    words.Ban: lambda: PlainWords("ban", names.bans, whole=True),
    words.Once: lambda: PlainWords("words for a single hit", names.single_hits, whole=True),
    words.Label: lambda: Open("reason"),
    words.StageEvent: lambda: StageEventKind("reason"),
    words.WayOut: lambda: WayOutKind("text", going_on=GOING_ON - {"and", "of"}, there=names.sheets),
    words.TitleBeforeNames: lambda: NamedTitleKind("title", names.attendees_named),
    words.Reason: lambda: ReasonKind("reason"),
    words.Command: lambda: CommandKind("command"),
    words.Remark: lambda: Trailing("reason"),
    words.Text: lambda: Rest("text"),
    words.Limit: lambda: UntoldKind("text", going_on=LEADING_ON, told=True),
    words.SceneText: lambda: UntoldKind("text"),
    words.Title: lambda: Rest("text", closes=True),
    words.SessionTitle: lambda: TitleKind("text", closes=True, there=names.attendees_named),
    words.Setting: lambda: Rest("value", comments=True),
    words.SealWords: lambda: Rest("list of five words", comments=True),
    words.File: FileName,
    words.NewLog: NewLogName,
    words.TemplateName: lambda: WorldName(known=program_names.worlds),
    words.Level: LevelKind,
    words.Amount: lambda: Shaped("number", WHOLE, BEGUN_NUMBER, number),
    words.Count: lambda: Shaped("number", r"[-−]?\d+", r"[-−]?\d*", number),
    words.Signed: lambda: Shaped(
        "number with its sign", r"[+\-−]\d+|±0", BEGUN_NUMBER, number, "{:+d}".format, advice="such as +1 or −2"
    ),
    words.SealNumber: lambda: Shaped(
        "number of one to four digits", "[0-9]{1,4}", "", int, advice="a player says any number from 0 to 9999"
    ),
    words.Offset: lambda: Shaped("number", r"[+\-−]?\d+|±0", BEGUN_NUMBER, number, signed_text),
    words.Quantity: lambda: Shaped(
        "number", r"\d{1,9}(?:\.\d{1,3})?", r"\d{1,9}\.?", float, "{:.12g}".format, advice="such as 12 or 1.5"
    ),
    words.Percent: lambda: Shaped(
        "percentage", r"\d+%?", "", lambda t: int(t[:20].rstrip("%")), "{}%".format, advice="such as 50%"
    ),
    words.Bounds: lambda: Shaped(
        "range", rf"{WHOLE}\.\.{WHOLE}", r"[+\-−]?\d*\.{0,2}[+\-−]?\d*", bounds, bounds_text, advice="such as 0..10"
    ),
    words.RowSpan: lambda: Shaped(
        "number or range", SPAN, BEGUN_SPAN, row_ends, row_ends_text, advice="such as 7 or 9-12"
    ),
    words.EventNumber: lambda: EventNumberKind(
        "event number", r"#\d+", "#", lambda t: number(t.lstrip("#")), "#{}".format, advice="such as #57"
    ),
    words.OtherEvent: lambda: Shaped(
        "event number", r"(?:,\s*)?#\d+", r"(?:,\s*)?#?", lambda t: number(t.lstrip(", #")), "#{}".format
    ),
    words.Point: lambda: Shaped(
        "time",
        rf'(?i)(?P<quote>"?){POINT_SPELLED}(?P=quote)',
        rf"(?i)#|{pattern_of_beginnings('start of session ')}|{pattern_of_beginnings('session ')}|\d[\d\-−+T:.ZUC() ]*",
        lambda t: t.strip('"'),
        hints={"#": "an event", "session": "its end", "start of session": ""},
        advice="such as #57, session 3, start of session 3 or 2026-11-21",
    ),
    words.Date: date_kind,
    words.DiceSpec: DiceKind,
    words.Faces: FacesKind,
}
