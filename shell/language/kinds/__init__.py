"""Read, offer and spell the values of each type: one kind a type.

`read` returns a value and where it ends, or a `Misreading`. `offers` returns what could be typed here, each with a
word of explanation. `spell` writes a value so that it reads back the same. `begins` tells whether an optional value
starts here, `open` whether any word will do.
"""

from __future__ import annotations

from typing import Any, Protocol

from engine import types as words
from shell.language import names
from shell.language.kinds.dice import DiceKind, FacesKind
from shell.language.kinds.files import FileName, GameName, WorldName
from shell.language.kinds.free import NEW, Open, Rest
from shell.language.kinds.known import (
    ContainerKind,
    EventTypeKind,
    Known,
    KnownOfFew,
    KnownOrNew,
    NewThing,
    Numbered,
    OrNothing,
    ThingKind,
    TrackPart,
    TraitKind,
)
from shell.language.kinds.levels import LevelKind
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
from shell.language.parse import Found, Misreading, Offers, Scene


class Kind(Protocol):
    """What the grammar asks of a type."""

    @property
    def name(self) -> str:
        """What a value is called in a message."""

    @property
    def open(self) -> bool:
        """Whether any word will do."""

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the value that stands at a place and where it ends, or why there is none."""

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        """Tell whether an optional value starts at a place."""

    def offers(self, scene: Scene) -> Offers:
        """Return what could be typed, each with a word of explanation."""

    def spell(self, value: Any) -> str:
        """Return a value as text that reads back the same."""


WHOLE = r"[+\-−]?\d+"

#: A point of the history: an event, the end or the start of a session, or a date and time.
POINT = (
    r"(?:#\d+|(?:start of )?session \d+"
    r"|\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+\-]\d\d:\d\d)?)?)"
)

#: The numbers of a row: 7, 9-12 or -4..-2.
SPAN = rf"{WHOLE}(?:(?:-|\.\.){WHOLE})?"

BEGUN_NUMBER = r"[+\-−±]?"

BEGUN_SPAN = rf"{BEGUN_NUMBER}(?:\d+(?:-|\.\.?)?[+\-−]?)?"

TRAIT = TraitKind("ability", names.traits, "“define ability NAME” adds it to the campaign's list")

AMOUNT = Shaped("number", WHOLE, BEGUN_NUMBER, number)

KINDS: dict[Any, Kind] = {
    words.Character: Known("character", names.sheets, "“pc NAME” or “npc NAME” adds one"),
    words.Trait: TRAIT,
    words.Trait | None: OrNothing("ability", TRAIT),
    words.NewTrait: KnownOrNew("ability", names.traits),
    words.Status: Known("status", names.statuses, "“define status” adds one"),
    words.StateName: Known("state", names.states),
    words.TrackOrState: TrackPart(
        "track or state", names.track_names, "“define track Injury: minor 2, serious 2” adds one"
    ),
    words.Property: Known("property", names.properties, "“define property NAME” adds one"),
    words.Key: Known("key", names.keys, "“define key NAME” adds one"),
    words.Item: ThingKind("item", names.items),
    words.Weapon: ThingKind("weapon", names.weapons, "“give” says what a thing is as a weapon"),
    words.NewItem: NewThing("item", names.items),
    words.Container: ContainerKind("container", names.containers, "“give WHO NAME” comes first"),
    words.Countdown: Known("countdown", names.countdown_names, "“countdown NAME 4” makes one of four boxes"),
    words.Counter: Known("counter", names.counters, "“define counter NAME 0..10” adds one"),
    words.Table: KnownOfFew("table", names.table_names, "“define table NAME: 1-3 one, 4-6 other” adds one"),
    words.Ritual: KnownOfFew(
        "ritual", names.rituals, "“ritual NAME needs NEED” plans one", lacking="no {} “{}” is still to be performed"
    ),
    words.Need: KnownOfFew("need", names.needs),
    words.Goal: KnownOfFew("goal", names.goals, "“goal NAME needs NEED” sets one"),
    words.Complication: KnownOfFew("complication", names.complications),
    words.SpellRange: KnownOfFew("range", names.spell_words("reach")),
    words.SpellDuration: KnownOfFew("duration", names.spell_words("duration")),
    words.SpellArea: KnownOfFew("area", names.spell_words("area")),
    words.KnownName: Known("name", names.everything, lacking="nothing is called “{1}”"),
    words.NameKind: Known("kind of name", names.name_kinds, whole=True),
    words.RuleKey: Known("rule", names.rule_keys),
    words.Topic: Known("checklist item", names.topics),
    words.AgendaTopic: KnownOfFew("topic", names.agenda),
    words.SheetValue: NewThing("name on the sheet", names.sheet_values),
    words.Question: Numbered("question", names.questions, "“questions” lists them"),
    words.EventType: EventTypeKind("kind of event", names.event_types, whole=True),
    words.RulesetName: GameName("game", True, names.rulesets),
    words.Name: NEW,
    words.Characteristic: KnownOrNew("characteristic", names.characteristics),
    words.Tag: KnownOrNew("kind of action", names.tags),
    words.Player: KnownOrNew("player", names.players),
    words.Audience: Known("player", names.audiences, "“for players” is for all of them"),
    words.Attendee: Known("player or character", names.attendees_named, "“pc NAME by PLAYER” adds one"),
    words.TraitList: Known("list of traits", names.trait_lists),
    words.GmMove: Numbered("move", names.gm_moves, "“gm” lists them"),
    words.Role: Known("role", names.role_names),
    words.ReadyNpc: Known("ready-made character", names.ready_npcs),
    words.Unit: Open("unit of time"),
    words.Clock: Known("end", names.clocks, "an effect can last until next roll, round, fight, scene or session"),
    words.Label: Open("reason"),
    words.Text: Rest("text"),
    words.Title: Rest("text", closes=True),
    words.Setting: Rest("value", comments=True),
    words.File: FileName(),
    words.TemplateName: WorldName(known=names.worlds),
    words.Level: LevelKind(),
    words.Amount: AMOUNT,
    words.Count: Shaped("number", r"[-−]?\d+", r"[-−]?\d*", number),
    words.Signed: Shaped(
        "number with its sign", r"[+\-−]\d+|±0", BEGUN_NUMBER, number, "{:+d}".format, advice="such as +1 or −2"
    ),
    words.Offset: Shaped("number", r"[+\-−]?\d+|±0", BEGUN_NUMBER, number, signed_text),
    words.Quantity: Shaped(
        "number", r"\d{1,9}(?:\.\d{1,3})?", r"\d{1,9}\.?", float, "{:.12g}".format, advice="such as 12 or 1.5"
    ),
    words.Percent: Shaped(
        "percentage", r"\d+%?", "", lambda t: int(t[:20].rstrip("%")), "{}%".format, advice="such as 50%"
    ),
    words.Bounds: Shaped(
        "range", rf"{WHOLE}\.\.{WHOLE}", r"[+\-−]?\d*\.{0,2}[+\-−]?\d*", bounds, bounds_text, advice="such as 0..10"
    ),
    words.Span: Shaped("number or range", SPAN, BEGUN_SPAN, row_ends, row_ends_text, advice="such as 7 or 9-12"),
    words.EventNumber: EventNumberKind(
        "event number", r"#\d+", "#", lambda t: number(t.lstrip("#")), "#{}".format, advice="such as #57"
    ),
    words.OtherEvent: Shaped(
        "event number", r"(?:,\s*)?#\d+", r"(?:,\s*)?#?", lambda t: number(t.lstrip(", #")), "#{}".format
    ),
    words.Point: Shaped(
        "time",
        rf'(?i)(?P<quote>"?){POINT}(?P=quote)',
        rf"(?i)#|{pattern_of_beginnings('start of session ')}|{pattern_of_beginnings('session ')}|\d[\d\-+T:.Z ]*",
        lambda t: t.strip('"'),
        hints={"#": "an event", "session": "its end", "start of session": ""},
        advice="such as #57, session 3, start of session 3 or 2026-11-21",
    ),
    words.DiceSpec: DiceKind(),
    words.Faces: FacesKind(),
}
