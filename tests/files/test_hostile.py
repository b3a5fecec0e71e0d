"""Files to import that somebody made up, or broke: each is refused with its line and a reason, nothing is written."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from forging import CAMPAIGN, body, forged, json, text_of
from given import BEGINNING

from engine import events as e
from engine.refusal import Refused
from engine.store.door import Row
from replay.files import transfer
from replay.files.transfer import import_new

#: A campaign of which each forgery below is the next event, #9.
FIRST = [
    body(BEGINNING),
    body(e.AbilityDefined("Muscle")),
    body(e.StatusDefined("Energy", (e.StatusState("Tired", -1), e.StatusState("Fine")), (), "Fine")),
    body(e.CharacterCreated("Kotorikh", "pc")),
    body(e.XpAwarded("Kotorikh", 10)),
    body(e.ItemGiven("Kotorikh", "pouch", 1)),
    body(e.EventsUndone((6,))),
    body(e.ItemGiven("Kotorikh", "pack", 1)),
]
NEXT = len(FIRST) + 1
DEEP = 100_000


def refusal(home: Path, data: bytes) -> str:
    """Why a file is refused; it is, it says which line, and nothing is left of the try."""
    file = home / "a.jsonl"
    file.write_bytes(data)
    with pytest.raises(Refused) as refused:
        import_new(file, home / "new.db")
    assert [path.name for path in home.iterdir()] == ["a.jsonl"]
    assert "\n" not in refused.value.message
    assert len(refused.value.message) < 500
    return refused.value.message


def good() -> list[Row]:
    return forged(*FIRST, body(e.NoteMade("x")), body(e.NoteMade("y")))


def lines() -> list[bytes]:
    return text_of(good()).splitlines(keepends=True)


def test_what_the_forgeries_are_made_from_is_imported(home: Path) -> None:
    (home / "a.jsonl").write_bytes(b"".join(lines()))
    assert import_new(home / "a.jsonl", home / "new.db").added == NEXT + 1


# --- broken lines ----------------------------------------------------------------------------------------------


def replaced(line: int, old: bytes, new: bytes) -> Callable[[], bytes]:
    def make() -> bytes:
        found = lines()
        assert old in found[line - 1]
        found[line - 1] = found[line - 1].replace(old, new, 1)
        return b"".join(found)

    return make


def ordered(*numbers: int) -> Callable[[], bytes]:
    return lambda: b"".join(lines()[number - 1] for number in numbers)


HUGE = b"1" * 5000
BROKEN: dict[str, tuple[Callable[[], bytes], int, str]] = {
    "byte order mark": (lambda: b"\xef\xbb\xbf" + b"".join(lines()), 1, "byte order mark"),
    "CR LF": (lambda: b"".join(lines()).replace(b"\n", b"\r\n"), 1, "CR LF"),
    "CR LF once": (replaced(3, b"\n", b"\r\n"), 3, "CR LF"),
    "last line cut": (lambda: b"".join(lines())[:-30], 10, "cut off"),
    "last line break missing": (lambda: b"".join(lines())[:-1], 10, "cut off"),
    "empty line": (lambda: b"".join([*lines()[:4], b"\n", *lines()[4:]]), 5, "empty"),
    "blank line": (lambda: b"".join([*lines()[:4], b"  \n", *lines()[4:]]), 5, "empty"),
    "empty line at the end": (lambda: b"".join([*lines(), b"\n"]), 11, "empty"),
    "no JSON": (lambda: b"Dear diary\n", 1, "no event"),
    "a list": (lambda: b"[1,2]\n", 1, "no event"),
    "two on a line": (lambda: b"".join(lines()[:1]).strip() * 2 + b"\n", 1, "no event"),
    "NUL byte": (replaced(3, b'"GM"', b'"G\0M"'), 3, "no event"),
    "NUL escaped": (replaced(3, b'"GM"', b'"G\\u0000M"'), 3, "a control character (U+0000)"),
    "invalid UTF-8": (replaced(3, b'"GM"', b'"G\xffM"'), 3, "no event"),
    "UTF-8 surrogate": (replaced(3, b'"GM"', b'"G\xed\xa0\xbdM"'), 3, "no event"),
    "lone surrogate": (replaced(3, b'"GM"', b'"G\\ud83dM"'), 3, "no event"),
    "key doubled": (replaced(3, b'{"seq":3', b'{"seq":9999,"seq":3'), 3, "not as it was exported"),
    "key unknown": (replaced(3, b'{"seq":3', b'{"colour":1,"seq":3'), 3, "not as it was exported"),
    "key missing": (replaced(3, b'"actor":"GM",', b""), 3, "no event"),
    "keys in another order": (replaced(3, b'{"seq":3,', b"{"), 3, "no event"),
    "space": (replaced(3, b'"seq":3', b'"seq": 3'), 3, "not as it was exported"),
    "escaped letter": (replaced(3, b'"GM"', b'"\\u0047M"'), 3, "not as it was exported"),
    "number as text": (replaced(3, b'"seq":3', b'"seq":"3"'), 3, "no event"),
    "number as float": (replaced(3, b'"seq":3', b'"seq":3.0'), 3, "no event"),
    "number of 5,000 digits": (replaced(3, b'"seq":3', b'"seq":' + HUGE), 3, "no event"),
    "number of 2^63": (replaced(3, b'"seq":3', b'"seq":9223372036854775808'), 3, "events are missing"),
    "negative number": (replaced(3, b'"seq":3', b'"seq":-3'), 3, "events are missing"),
    "version 0": (replaced(3, b'"v":1', b'"v":0'), 3, "version 0"),
    "version 2^40": (replaced(3, b'"v":1', b'"v":1099511627776'), 3, "version"),
    "no time": (replaced(3, b"2026-11-21T20", b"2026-11-21 20"), 3, "time"),
    "no id": (replaced(3, b'"id":"0', b'"id":"../0'), 3, "id"),
    "capital hash": (lambda: capital(lines()), 3, "hash"),
    "short hash": (replaced(3, b'"prev":"', b'"prev":"0'), 3, "prev"),
    "salt that is none": (replaced(3, b'"salt":"7', b'"salt":"g'), 3, "salt"),
    "text changed": (replaced(9, b'"text":"x"', b'"text":"z"'), 9, "does not say what was recorded"),
    "actor changed": (replaced(9, b'"GM"', b'"Kurt"'), 9, "does not say what was recorded"),
    "chain of another past": (lambda: spliced(), 9, "chain is broken"),
    "reordered": (ordered(1, 2, 4, 3, 5), 3, "another order"),
    "one missing": (ordered(1, 2, 4, 5), 3, "events are missing"),
    "one doubled": (ordered(1, 2, 2, 3), 3, "another order"),
    "beginning missing": (ordered(2, 3, 4), 1, "not the beginning"),
    "unending depth": (lambda: b"".join(lines()[:2]) + b'{"seq":' * DEEP + b"1" + b"}" * DEEP + b"\n", 3, "no event"),
}


def capital(found: list[bytes]) -> bytes:
    found[2] = re.sub(rb'"hash":"(\w+)"', lambda m: b'"hash":"' + m[1].upper() + b'"', found[2])
    return b"".join(found)


def spliced() -> bytes:
    other = text_of(forged(*FIRST[:-1], body(e.NoteMade("else")), body(e.NoteMade("x")))).splitlines(keepends=True)
    return b"".join([*lines()[:8], other[8]])


@pytest.mark.rule("B4-23", "P2")
@pytest.mark.parametrize(("make", "line", "saying"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_line_is_refused_by_its_number(home: Path, make: Callable[[], bytes], line: int, saying: str) -> None:
    message = refusal(home, make())
    assert f"line {line} of " in message
    assert saying in message


def test_an_empty_file_holds_no_events(home: Path) -> None:
    assert "holds no events" in refusal(home, b"")


@pytest.mark.rule("B4-23")
def test_lines_are_split_at_line_feeds_and_nowhere_else(home: Path) -> None:
    separators = "a\u2028b\u2029c\x85d\x0be\x0cf"
    data = text_of(forged(*FIRST, ("NoteMade", json({"text": separators})), body(e.NoteMade("y"))))
    assert f"line {NEXT} of " in refusal(home, data)


# --- well chained, and no event of ours ------------------------------------------------------------------------


def note(text: str) -> tuple[str, str]:
    return "NoteMade", text


def check(**changed: Any) -> tuple[str, str]:
    """Return a check with something wrong in it."""
    fields: dict[str, Any] = {
        "character": "Kotorikh",
        "trait": "Muscle",
        "unmodified": 0,
        "level_modifiers": [],
        "deduction": 0,
        "level": 0,
        "modifiers": [],
        "when": [],
        "dice": "4dF",
        "faces": [0, 0, 0, 1],
        "roll": 1,
        "physical": True,
        "total": 1,
        "difficulty": 1,
        "difficulty_parts": [{"reason": "difficulty", "source": "typed", "value": 1}],
        "opponent": None,
        "opposing": None,
        "margin": 0,
        "success": True,
        "degree": None,
        "critical": None,
        "automatic": None,
        "secret": False,
    }
    return "CheckResolved", json(fields | changed)


def rules(**changed: Any) -> tuple[str, str]:
    known = BEGINNING.rules | {key.replace("_", "-"): each for key, each in changed.items()}
    return "RulesChanged", json({"key": "untrained", "value": 1, "before": 0, "rules": known, "digest": "x"})


DEEP_LIST = "[" * DEEP + "]" * DEEP
FORGED: dict[str, tuple[Any, str]] = {
    "keys doubled": (note('{"text":"one","text":"two"}'), "keys doubled"),
    "keys unsorted": (("XpAwarded", '{"reason":"","character":"Kotorikh","amount":1,"only":null}'), "not written as"),
    "space": (note('{"text": "x"}'), "not written as"),
    "NaN": (("XpAwarded", '{"amount":NaN,"character":"Kotorikh"}'), "no event"),
    "Infinity": (("XpAwarded", '{"amount":Infinity,"character":"Kotorikh"}'), "no event"),
    "-Infinity": (("XpAwarded", '{"amount":-Infinity,"character":"Kotorikh"}'), "no event"),
    "1e400": (("XpAwarded", '{"amount":1e400,"character":"Kotorikh"}'), "cannot be read"),
    "1e400 among the rules": (("SheetSigned", '{"character":"Kotorikh","player":null,"values":{"a":1e400}}'), "read"),
    "float": (("XpAwarded", '{"amount":1.5,"character":"Kotorikh"}'), "cannot be read"),
    "float that is whole": (("XpAwarded", '{"amount":1.0,"character":"Kotorikh"}'), "XpAwarded"),
    "float where anything may be": (
        ("SheetSigned", '{"character":"Kotorikh","player":null,"values":{"a":0.5}}'),
        "number",
    ),
    "5,000 digits": (("XpAwarded", f'{{"amount":{"1" * 5000},"character":"Kotorikh"}}'), "cannot be read"),
    "2^63": (("XpAwarded", '{"amount":9223372036854775808,"character":"Kotorikh"}'), "number"),
    "2^63 where anything may be": (
        ("SheetSigned", '{"character":"Kotorikh","player":null,"values":{"a":9223372036854775808}}'),
        "number",
    ),
    "depth": (
        ("SheetSigned", f'{{"character":"Kotorikh","player":null,"values":{{"a":{DEEP_LIST}}}}}'),
        "nested too deeply",
    ),
    "depth below that of a parser": (
        ("SheetSigned", f'{{"character":"Kotorikh","player":null,"values":{{"a":{"[" * 900 + "]" * 900}}}}}'),
        "nested too deeply",
    ),
    "NUL": (note('{"text":"a\\u0000b"}'), "control character"),
    "escape": (note('{"text":"\\u001b[2J"}'), "control character"),
    "U+2028": (note('{"text":"a\u2028b"}'), "line break"),
    "lone surrogate": (note('{"text":"\\ud83d"}'), "no event"),
    "text too long": (note(json({"text": "x" * 10_001})), "too long"),
    "unknown type": (("HatEaten", '{"text":"x"}'), "type that this program does not know"),
    "unknown field": (note('{"colour":"red","text":"x"}'), "field that it does not have"),
    "unknown field within": (
        ("AbilityDefined", '{"labels":[{"colour":"red","level":1,"word":"x"}],"name":"X"}'),
        "field that it does not have",
    ),
    "field missing": (("XpAwarded", '{"amount":1}'), "cannot be read"),
    "another kind": (note('{"text":7}'), "cannot be read"),
    "null": (note("null"), "cannot be read"),
    "unknown character": (body(e.XpAwarded("Nobody", 1)), "no character “Nobody”"),
    "unknown character checks": (check(character="Nobody"), "no character “Nobody”"),
    "unknown opponent": (check(opponent="Nobody", opposing="Muscle"), "no character “Nobody”"),
    "unknown receiver": (body(e.ItemPassed("Kotorikh", "Nobody", 8, "pack", 1)), "no character “Nobody”"),
    "character twice": (body(e.CharacterCreated("Kotorikh", "npc")), "already"),
    "status that is none": (body(e.StatusChanged("Kotorikh", "Hunger", "a", "b")), "no status"),
    "state that is none": (body(e.StatusChanged("Kotorikh", "Energy", "Fine", "Hungry")), "no state"),
    "property that is none": (body(e.PropertyGained("Kotorikh", "wealthy")), "no property"),
    "a later award pays": (body(e.XpAllocated("Kotorikh", "Muscle", 1, ((10, 1),))), "#10"),
    "no award pays": (body(e.XpAllocated("Kotorikh", "Muscle", 1, ((4, 1),))), "#4"),
    "more is paid than awarded": (body(e.XpAllocated("Kotorikh", "Muscle", 11, ((5, 11),))), "#5"),
    "less is paid than spent": (body(e.XpAllocated("Kotorikh", "Muscle", 5, ((5, 1),))), "draws"),
    "negative payment": (body(e.XpAllocated("Kotorikh", "Muscle", 0, ((5, 1), (5, -1)))), "0 is too small"),
    "negative award": (body(e.XpAwarded("Kotorikh", -5)), "−5 is too small"),
    "negative quantity": (body(e.ItemGiven("Kotorikh", "stone", -5)), "−5 is too small"),
    "item that is not there": (body(e.ItemDropped("Kotorikh", 3, "pack", 1)), "Kotorikh has no pack"),
    "item that was taken back": (body(e.ItemDropped("Kotorikh", 6, "pouch", 1)), "Kotorikh has no pouch"),
    "more than there are": (body(e.ItemDropped("Kotorikh", 8, "pack", 2)), "not 2"),
    "item within a later one": (body(e.ItemGiven("Kotorikh", "stone", 1, None, 10, "bag")), "#10"),
    "item onto a later one": (body(e.ItemGiven("Kotorikh", "pack", 1, 10)), "it names #10, which is not there"),
    "item onto what is none": (body(e.ItemGiven("Kotorikh", "pack", 1, 3)), "#3 made no item"),
    "session out of order": (body(e.SessionStarted(0)), "session 0 has begun already"),
    "item within itself": (body(e.ItemMoved("Kotorikh", 8, "pack", 1, 8, "pack")), "itself"),
    "undo of a later event": (body(e.EventsUndone((10,))), "#10"),
    "undo of itself": (body(e.EventsUndone((NEXT,))), f"#{NEXT}"),
    "undo of #0": (body(e.EventsUndone((0,))), "#0"),
    "undo of #-1": (body(e.EventsUndone((-1,))), "#-1"),
    "undo of the beginning": (body(e.EventsUndone((1,))), "#1 cannot be undone"),
    "undo of an undo": (body(e.EventsUndone((7,))), "#7 cannot be undone"),
    "undo of what is taken back": (body(e.EventsUndone((6,))), "already"),
    "undo twice over": (body(e.EventsUndone((5, 5))), "twice"),
    "undo of nothing": (body(e.EventsUndone(())), "nothing"),
    "undo that leaves others without ground": (body(e.EventsUndone((4,))), "cannot"),
    "redo of what counts": (body(e.EventsRedone((5,))), "not undone"),
    "redo of nothing": (body(e.EventsRedone(())), "nothing"),
    "amended, but no award": (body(e.AwardAmended(8, "Kotorikh", 1, 2)), "no award"),
    "amended later award": (body(e.AwardAmended(10, "Kotorikh", 1, 2)), "#10"),
    "secret that is none": (body(e.SecretRevealed(4)), "not secret"),
    "ruling on a later check": (body(e.CheckRuled(10, "stands")), "#10"),
    "session that never began": (body(e.SessionEnded(1)), "no session"),
    "dice that cannot be": (check(dice="9999d9999"), ""),
    "dice that are none": (check(dice="hat"), "hat"),
    "face that no die has": (check(faces=[0, 0, 0, 7]), "7"),
    "too many faces": (check(faces=[0] * 5), "5"),
    "level beyond all rules": (body(e.TraitGiven("Kotorikh", "Muscle", 1_000_000_000)), "out of range"),
    "rules that cannot be": (rules(check_dice=17), "check-dice"),
    "rules with no number": (rules(untrained="high"), "untrained"),
    "another beginning": (body(BEGINNING), "another campaign"),
}


@pytest.mark.rule("B4-23", "P2")
@pytest.mark.parametrize(("forgery", "saying"), FORGED.values(), ids=FORGED.keys())
def test_a_forged_event_is_refused_though_every_hash_is_right(home: Path, forgery: Any, saying: str) -> None:
    message = refusal(home, text_of(forged(*FIRST, forgery, body(e.NoteMade("after")))))
    assert f"line {NEXT} of " in message
    assert saying in message


@pytest.mark.rule("B4-23")
def test_a_bad_line_is_refused_before_the_rest_of_a_long_file_is_read(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, "FIRST_LINES", NEXT)
    rows = forged(*FIRST, body(e.SessionEnded(1)), *[body(e.NoteMade("after"))] * NEXT)
    assert f"line {NEXT} of " in refusal(home, text_of(rows) + b"this is no event\n")


@pytest.mark.rule("B4-23")
def test_an_id_is_used_once(home: Path) -> None:
    from engine.store.door import Draft, beginning_of, chain_rows

    ids = [*range(1, 700), 3]
    texts = [BEGINNING, *(e.NoteMade(str(number)) for number in ids[1:])]
    drafts = [
        Draft(f"{id:032x}", "2026-11-21T20:00:00.000Z", "c", "GM", *body(event)[:1], 1, body(event)[1], b"s" * 16)
        for id, event in zip(ids, texts, strict=True)
    ]
    message = refusal(home, text_of(list(chain_rows(CAMPAIGN, beginning_of(CAMPAIGN, 1), drafts, 1))))
    assert "line 700 of " in message
    assert "has the id of line 3" in message


@pytest.mark.rule("P12", "B4-22")
@pytest.mark.parametrize("name", ["../../x", "", "x" * 32, "0123456789ABCDEF0123456789ABCDEF", "/etc/passwd"])
def test_a_campaign_cannot_be_named_like_a_path(home: Path, name: str) -> None:
    from attrs import evolve

    data = text_of(forged(body(evolve(BEGINNING, campaign=name)), campaign=name))
    assert "names a campaign as none is named" in refusal(home, data)


# --- however large ---------------------------------------------------------------------------------------------

MEASURED = """
import re, sys
from shell.doors.cli import main
status = main(sys.argv[1:])
peak = int(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1])
print(status, peak)
"""
MOST_MEMORY = 64 * 1024


def measured(*arguments: object) -> tuple[int, int, str]:
    """Status, most memory in KiB, and complaints of the program in a process of its own."""
    found = subprocess.run(
        [sys.executable, "-c", MEASURED, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=True
    )
    status, peak = map(int, found.stdout.split()[-2:])
    return status, peak, found.stderr


linux = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells how much memory was used")


@linux
@pytest.mark.rule("B4-23")
@pytest.mark.parametrize("beginning", [b"", b'{"seq":1,"id":"'])
def test_a_line_of_a_gigabyte_is_refused_in_little_memory(home: Path, beginning: bytes) -> None:
    with (home / "a.jsonl").open("wb") as file:
        file.write(beginning)
        file.truncate(10**9)
    status, peak, said = measured("new.db", "import", "a.jsonl")
    assert status == 1
    assert "line 1 of a.jsonl is longer than any event" in said
    assert peak <= MOST_MEMORY
    assert sorted(path.name for path in home.iterdir()) == ["a.jsonl"]


@pytest.mark.slow
@linux
@pytest.mark.rule("B4-23")
def test_a_long_log_is_imported_in_little_memory(home: Path) -> None:
    texts = [body(e.NoteMade(f"{number} {'x' * 2000}")) for number in range(4_000)]
    (home / "a.jsonl").write_bytes(text_of(forged(body(BEGINNING), *texts)))
    status, peak, said = measured("new.db", "import", "a.jsonl")
    assert (status, said) == (0, "")
    assert peak <= MOST_MEMORY


@pytest.mark.slow
@pytest.mark.rule("B4-23")
def test_no_accident_to_a_file_makes_an_import_stumble(home: Path) -> None:
    data = b"".join(lines())
    rng = random.Random(2)
    file, messages = home / "a.jsonl", []
    for _ in range(600):
        broken = bytearray(data)
        for _ in range(rng.choice((1, 1, 3))):
            place = rng.randrange(len(broken))
            match rng.randrange(4):
                case 0:
                    broken[place] ^= 1 << rng.randrange(8)
                case 1:
                    del broken[place : place + rng.randrange(1, 40)]
                case 2:
                    broken[place:place] = broken[max(0, place - rng.randrange(1, 40)) : place]
                case _:
                    broken[place:place] = rng.choice([b'"', b"{", b"\n", b"\\", b"\xff", b"1e400", b"\xe2\x80\xa8"])
        file.write_bytes(broken)
        try:
            import_new(file, home / "new.db")
        except Refused as refusal:
            messages.append(refusal.message)
        else:
            (home / "new.db").unlink()
        assert [path.name for path in home.iterdir()] == ["a.jsonl"]
    assert len(messages) > 500
    assert [each for each in messages if not re.search(r"line \d+ of |holds no events", each)] == []
