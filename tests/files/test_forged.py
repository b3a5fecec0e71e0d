"""Find forged events whose chain is right, by `verify`, by importing and by the audit alike."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from forging import json, rechained, text_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from worlds import STORIES, a_campaign, tell

from engine import Campaign, Refused
from engine.commands import ChangeRule, Check, Contest, EndSession, Roll, SetScene, Side, Sign
from engine.dice import DiceError, read_dice
from engine.history.catalog import kind
from engine.store.door import LogError, Row
from engine.store.log import SqliteLog as Log
from replay.audit.auditor import audit
from replay.files.transfer import import_new
from replay.files.verify import verify


def rolled_again(body: dict[str, Any]) -> list[Any]:
    """Return the sides of a contest with other faces for the first."""
    first, *others = body["participants"]
    return [first | {"faces": [-1, -1, -1]}, *others]


#: A type of event, and what a forger makes of its body.
FORGERIES: dict[str, tuple[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {
    "dice that are none": ("DiceRolled", lambda body: {"dice": "4dFx"}),
    "dice of a check that are none": ("CheckResolved", lambda body: {"dice": "4dFx"}),
    "a check of the program's without faces": ("CheckResolved", lambda body: {"faces": [], "physical": False}),
    "a roll of the program's without faces": ("DiceRolled", lambda body: {"faces": [], "physical": False}),
    "a contest with nobody": ("ContestResolved", lambda body: {"participants": []}),
    "a contest of one": ("ContestResolved", lambda body: {"participants": body["participants"][:1]}),
    "a signature of nothing": ("SheetSigned", lambda body: {"values": {}}),
    "faces that give another result": ("CheckResolved", lambda body: {"faces": [1, 1, 1, 1]}),
    "a side whose faces give another result": ("ContestResolved", lambda body: {"participants": rolled_again(body)}),
    "dice without a result": ("CheckResolved", lambda body: {"roll": None}),
    "a digest of other rules": ("CampaignCreated", lambda body: {"digest": "0" * 64}),
    "a digest of other rules in a change": ("RulesChanged", lambda body: {"digest": "0" * 64}),
    "rules that lack most of them": ("RulesChanged", lambda body: {"rules": {"name": "mine"}}),
    "a session below one": ("SessionStarted", lambda body: {"number": -6}),
    "a session that skips one": ("SessionStarted", lambda body: {"number": 2}),
    "the end of another session": ("SessionEnded", lambda body: {"number": 2}),
    "a kind of character": ("CharacterCreated", lambda body: {"kind": "pcx"}),
    "an escape sequence": ("SceneSet", lambda body: {"text": "\x1b[2J"}),
    "a sign of C1": ("SceneSet", lambda body: {"text": "\x9b2J"}),
}


@pytest.fixture
def forged(log: Path, request: pytest.FixtureRequest) -> tuple[Path, int]:
    """Return a log whose chain is right around one forged event, and the number of that event."""
    type_name, forge = FORGERIES[request.param]
    chosen: list[int] = []

    def change(row: Row) -> Row:
        if row.type != type_name or (chosen and chosen != [row.seq]):
            return row
        chosen.append(row.seq)
        body = msgspec.json.decode(row.body)
        return row._replace(body=json(body | forge(body)))

    return rechained(log, "forged.db", change), chosen[0]


@pytest.mark.rule("P5", "B4-23")
@pytest.mark.parametrize("forged", FORGERIES, indirect=True)
def test_verify_and_audit_find_the_same_forgery(forged: tuple[Path, int], do: Callable[..., Any]) -> None:
    """Name the forged event first in both, and never fail over it."""
    path, seq = forged
    found = do(path, "verify")
    assert found.status == 1
    assert found.answer.result["problems"][0]["seq"] == seq
    audited = do(path, "audit")
    if audited.fault is None:  # such a log may be refused when it is opened
        assert seq in [each["seq"] for each in audited.answer.result["findings"] if each["wrong"]]
    else:
        assert f"#{seq}" in audited.fault.message


@pytest.mark.rule("P5", "B4-23")
@pytest.mark.parametrize("forged", FORGERIES, indirect=True)
def test_a_forgery_is_not_imported(forged: tuple[Path, int], do: Callable[..., Any]) -> None:
    """Refuse the file that holds it, and make no log."""
    path, _ = forged
    log = Log.open(path, writable=False)
    Path("forged.jsonl").write_bytes(text_of(list(log.read()), log.format))
    log.close()
    assert do("new.db", "import forged.jsonl").status == 1
    assert not Path("new.db").exists()


@pytest.mark.rule("P5", "B4-23")
@pytest.mark.parametrize("name", ["\u202eMG", "G\x1bM", " GM", ""])
def test_a_speaker_whom_no_program_records_is_found(log: Path, do: Callable[..., Any], name: str) -> None:
    path = rechained(log, "forged.db", lambda row: row._replace(actor=name) if row.seq == 27 else row)
    assert do(path, "verify").answer.result["problems"][0]["seq"] == 27
    assert "#27" in do(path, "audit").fault.message


@pytest.mark.rule("P5")
@pytest.mark.parametrize("written", ["\u202e", "\u200b", "\u2066"])
@pytest.mark.parametrize("plain", [True, False])
def test_signs_that_hide_or_turn_text_are_named(log: Path, do: Callable[..., Any], written: str, plain: bool) -> None:
    """Name them by verify and by the audit, however they are stored, and call nothing wrong: a note may hold them."""
    text = f"left {written}right"
    stored = json({"text": text}) if plain else f'{{"text":"left \\u{ord(written):04x}right"}}'
    path = rechained(log, "turned.db", lambda row: row._replace(body=stored) if row.seq == 27 else row)
    found = do(path, "verify").answer
    assert found.result["ok"]
    assert f"#27 (U+{ord(written):04X})" in found.result["notes"][0]
    audited = do(path, "audit").answer
    assert not audited.failed
    (finding,) = [each for each in audited.result["findings"] if each["rule"] == "hidden-sign"]
    assert finding["seq"] == 27


@pytest.mark.rule("P5")
def test_a_note_that_cannot_be_read_is_named_where_it_is_asked_for(log: Path, do: Callable[..., Any]) -> None:
    """Play on past it, as nothing on any sheet comes from a note; `verify` and `audit` find it."""
    path = rechained(log, "forged.db", lambda row: row._replace(body="{}") if row.type == "NoteMade" else row)
    with Campaign.open(path, writable=False) as campaign:
        seq = campaign.catalog.kinds.index(kind("NoteMade", 1), 1)
    assert do(path, "party").fault is None
    shown = do(path, "log all").fault
    assert shown.message.startswith(f"#{seq} cannot be read: NoteMade: ")
    assert shown.hint == "“verify” shows more"
    assert do(path, "verify").answer.result["problems"][0]["seq"] == seq
    assert f"#{seq}" in str(do(path, "audit"))


# --- any log, one field of any event ---------------------------------------------------------------------------

#: What leaves an event of every kind that the forger below changes.
KINDS = (
    ChangeRule("untrained", "-1"),
    SetScene("a cave"),
    Check("Ada", "Chess", 1),
    Roll("2d6"),
    Contest((Side("Ada", "Chess"), Side("Bo"))),
    Sign("Ada"),
    EndSession(),
)

FORBIDDEN = ("a\x1b[2J", "a\x9b", "\x7f", "a\nb", "a\u2028")
HIDDEN = ("a\u202eb", "a\u200bb", "a\u2066b")


def is_rolled(roll: dict[str, Any], usual: str = "") -> bool:
    """Return whether its dice give a roll; a side of a contest without dice of its own has the usual ones."""
    try:
        dice = read_dice(roll.get("dice") or usual)
    except DiceError:
        return False
    faces = tuple(roll["faces"])
    if roll["physical"] and not faces:
        return dice.refuse_total(roll["roll"]) is None
    return dice.refuse(faces) is None and dice.total(faces) == roll["roll"]


def changes(event: str, body: dict[str, Any], chance: random.Random) -> Iterator[tuple[dict[str, Any], bool]]:
    """Yield an event with one field changed, and whether it could have happened by what it says itself."""
    rolled = [body, *body.get("participants", ())]
    one = chance.choice([each for each in rolled if each.get("faces")] or [{}])
    for roll in [one] if one else ():
        usual = "" if one is body else body["dice"]
        faces = [*roll["faces"]]
        place = chance.randrange(len(faces))
        shown = (
            {"dice": chance.choice(["4dFx", "", "3dF", "2d6", "1d6+1d6", "poly"])},
            {"faces": [*faces[:place], chance.randint(-2, 7), *faces[place + 1 :]]},
            {"faces": chance.choice([[], faces[:-1], [*faces, 0], faces[::-1]])},
            {"roll": chance.randint(-5, 13)},
        )
        for fields in shown:
            other = roll | fields
            sides = [other if each is roll else each for each in body.get("participants", ())]
            yield (body | {"participants": sides} if sides else other), is_rolled(other, usual)
    if event == "ContestResolved":
        yield body | {"participants": body["participants"][: chance.randint(0, 1)]}, False
    if event == "CharacterCreated":
        yield body | {"kind": "npc"}, True
        yield body | {"kind": chance.choice(["", "PC", "pcx"])}, False
    if "digest" in body:
        yield body | {"digest": body["digest"][::-1]}, False
    if event in ("SessionStarted", "SessionEnded"):
        yield body | {"number": body["number"] + chance.choice([-7, -1, 1, 2])}, False
    if event == "SheetSigned":
        yield body | {"values": {}}, False
    if event in ("SceneSet", "NoteMade"):
        yield body | {"text": chance.choice(FORBIDDEN)}, False
        yield body | {"text": chance.choice(HIDDEN)}, True


def found_by_audit(path: Path) -> bool:
    """Return whether an audit finds something wrong, or the log does not even open."""
    try:
        with Campaign.open(path, writable=False) as campaign:
            return not audit(campaign).ok
    except LogError:
        return True


def found_by_import(path: Path, into: Path) -> bool:
    """Return whether a log is refused as a file to import."""
    file = into.with_suffix(".jsonl")
    with closing(Log.open(path, writable=False)) as log:
        file.write_bytes(text_of(list(log.read()), log.format))
    try:
        import_new(file, into)
    except Refused:
        return True
    return False


@pytest.mark.slow
@pytest.mark.rule("P5", "B4-23")
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(story=STORIES, seed=st.integers(0, 2**32))
def test_one_changed_field_is_found_by_all_or_could_have_happened(story: list[object], seed: int) -> None:
    """Change one field of one event of any log, chain it again, and ask verify, audit and import."""
    chance = random.Random(seed)
    with a_campaign() as campaign:
        tell(campaign, [*story, *KINDS])
        rows = list(campaign.log.read())
        forgeries = [
            (row, *change)
            for row in rows
            for change in changes(row.type, msgspec.json.decode(row.body), chance)
            if change[0] != msgspec.json.decode(row.body)
        ]
        for number, (row, body, honest) in enumerate(chance.sample(forgeries, min(5, len(forgeries)))):
            forged = row._replace(body=json(body))
            path = rechained(campaign.log.path, f"{number}.db", lambda each, f=forged: f if each.seq == f.seq else each)
            found = verify(path).report.problems
            assert bool(found) == found_by_import(path, path.with_name(f"in{number}.db")), (row.type, body)
            assert not found or found_by_audit(path), (row.type, body)
            assert honest or (found and found[0].seq == row.seq), (row.type, body)
            assert not (honest and found and found[0].seq == row.seq), (row.type, body, found)


@pytest.mark.parametrize(
    ("type_name", "forged", "line", "status"),
    [
        ("CharacterCreated", {"kind": "pcx"}, "export notes/", 0),
        ("CheckResolved", {"margin": 10**30}, "export tables.db", 1),
    ],
)
def test_what_no_command_writes_breaks_no_export(
    log: Path, do: Callable[..., Any], type_name: str, forged: dict[str, Any], line: str, status: int
) -> None:
    def forge(row: Row) -> Row:
        body = msgspec.json.decode(row.body)
        return row._replace(body=json(body | forged)) if row.type == type_name else row

    outcome = do(rechained(log, "forged.db", forge), line)
    assert outcome.status == status
    assert "Internal error" not in str(outcome.fault)
    assert not list(Path().glob("tables*"))
