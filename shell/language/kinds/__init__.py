"""How each type of the game is read, offered and spelled: one kind a type.

`read` gives a value and where it ends, or a `Misreading`; `offers` says what could stand here, with a word beside it;
`spell` writes a value so that it reads back the same; `begins` tells whether something optional starts here, and
`open` whether any word will do.
"""

from __future__ import annotations

from typing import Any, Protocol

from engine import types as words
from shell.language import names
from shell.language.kinds.dice import DiceKind, FacesKind
from shell.language.kinds.files import FileName, GameName
from shell.language.kinds.free import NEW, Open, Rest
from shell.language.kinds.known import EventTypeKind, Known, KnownOrNew, OrNothing, TraitKind
from shell.language.kinds.levels import LevelKind
from shell.language.kinds.shaped import Shaped, beginnings, number, signed_text
from shell.language.parse import Found, Misreading, Offers, Scene


class Kind(Protocol):
    """What the grammar asks of a type."""

    @property
    def name(self) -> str: ...
    @property
    def open(self) -> bool: ...
    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading: ...
    def begins(self, text: str, at: int, scene: Scene) -> bool: ...
    def offers(self, scene: Scene) -> Offers: ...
    def spell(self, value: Any) -> str: ...


WHOLE = r"[+\-−]?\d+"

#: A point of the history: an event, the end or the start of a session, or a date and time.
POINT = (
    r"(?:#\d+|(?:start of )?session \d+"
    r"|\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+\-]\d\d:\d\d)?)?)"
)

BEGUN_NUMBER = r"[+\-−±]?"

TRAIT = TraitKind("ability", names.traits, "“define ability NAME” adds it to the campaign's list")

AMOUNT = Shaped("number", WHOLE, BEGUN_NUMBER, number)

KINDS: dict[Any, Kind] = {
    words.Character: Known("character", names.sheets, "“pc NAME” or “npc NAME” adds one"),
    words.Trait: TRAIT,
    words.Trait | None: OrNothing("ability", TRAIT),
    words.NewTrait: KnownOrNew("ability", names.traits),
    words.Status: Known("status", names.statuses, "“define status” adds one"),
    words.StateName: Known("state", names.states),
    words.Property: Known("property", names.properties, "“define property NAME” adds one"),
    words.Item: Known("item", names.items),
    words.NewItem: KnownOrNew("item", names.items),
    words.Container: Known("container", names.containers, "give the character one first"),
    words.KnownName: Known("name", names.everything, lacking="nothing is called “{1}”"),
    words.NameKind: Known("kind of name", names.name_kinds, whole=True),
    words.RuleKey: Known("rule", names.rule_keys),
    words.Topic: Known("checklist item", names.topics),
    words.SheetValue: KnownOrNew("name on the sheet", names.sheet_values),
    words.EventType: EventTypeKind("kind of event", names.event_types, whole=True),
    words.RulesetName: GameName("game", True, names.rulesets),
    words.Name: NEW,
    words.Characteristic: KnownOrNew("characteristic", names.characteristics),
    words.Tag: KnownOrNew("kind of action", names.tags),
    words.Player: KnownOrNew("player", names.players),
    words.TraitList: Known("list of traits", names.trait_lists),
    words.ReadyNpc: Known("ready character", names.ready_npcs),
    words.Unit: Open("unit of time"),
    words.Label: Open("reason"),
    words.Text: Rest("text"),
    words.File: FileName(),
    words.Level: LevelKind(),
    words.Amount: AMOUNT,
    words.Signed: Shaped(
        "number with its sign", r"[+\-−]\d+|±0", BEGUN_NUMBER, number, "{:+d}".format, advice="such as +1 or -2"
    ),
    words.Offset: Shaped("number", r"[+\-−]?\d+|±0", BEGUN_NUMBER, number, signed_text),
    words.Percent: Shaped(
        "percentage", r"\d+%?", "", lambda t: int(t[:20].rstrip("%")), "{}%".format, advice="such as 50%"
    ),
    words.EventNumber: Shaped(
        "event number", r"#?\d+", "#", lambda t: number(t.lstrip("#")), "#{}".format, advice="such as #57"
    ),
    words.Point: Shaped(
        "time",
        rf'(?i)(?P<quote>"?){POINT}(?P=quote)',
        rf"(?i)#|{beginnings('start of session ')}|{beginnings('session ')}|\d[\d\-+T:.Z ]*",
        lambda t: t.strip('"'),
        hints={"#": "an event", "session": "its end", "start of session": ""},
        advice="such as #57, session 3, start of session 3 or 2026-11-21",
    ),
    words.DiceSpec: DiceKind(),
    words.Faces: FacesKind(),
}
