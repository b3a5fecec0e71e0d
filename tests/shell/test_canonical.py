"""One step makes a line canonical for every door: what looks alike means the same, in the same columns."""

from __future__ import annotations

import io
import random
import sys
from pathlib import Path

import pytest
from given import log_of
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.campaign import Campaign
from engine.registry import Event
from engine.state import State
from shell.doors.cli import main
from shell.language.canonical import OTHER_SPACES, canonical
from shell.language.reading import read
from shell.output import clean
from shell.runner import Desk

SET_UP = """\
new fudge-lite "The Mill"
pc Ann by Kim
pc "Old Marta" by "Jo Ann"
trait Ann Stealth Good, "Sea Lore" Fair
define status Energy: Tired -1, Fine 0
session start
"""

LINES = [
    'check Ann "Sea Lore" +1 "old shoes" vs 3 -1 "the moon" rolled - 0 0 +',
    "check Ann Stealth -2 tired vs Good rolled -1 0 0 +1",
    'give "Old Marta" 3 "silver coins"',
    'contest Ann Stealth rolled 0 0 + + vs "Old Marta" rolled 0 - 0 0',
    "define table Loot: 1-3 nothing, 4-6 coin",
    'trait "Old Marta" Wits 2, "Kite Flying" 1',
    'define status "Inner Peace": Low -1, Fine 0, "Very High" +1',
    'pc "Bo the Brave" by "Mary Sue"',
    "roll 2d6+3 for Ann rolled 4 6",
    "log last 3",
    "why Ann Stealth at #7",
]

QUOTES = ("“”", "”“", "„“", "„”", "””", "«»", "»«", "»»", "‹›", "›‹", "‚‘", "「」", "『』", "＂＂")
DASHES = "–—‒−‐‑－"
LEADS = ("\ufeff", "\ufeff\ufeff", "> ", "- ", "* ", "• ", "1. ", "12) ", "\ufeff> ", "$ ", "\t", "\u3000")


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> State:
    path = tmp_path_factory.mktemp("canonical") / "c.db"
    path.write_bytes(log_of(SET_UP))
    with Campaign.open(path) as campaign:
        return campaign.state


def respell(line: str, chance: random.Random) -> str:
    """Write a line with other signs that look alike, and something pasted before it."""
    parts = line.split('"')
    for place in range(1, len(parts), 2):
        opens, closes = chance.choice(QUOTES)
        parts[place] = f"{opens}{parts[place]}{closes}"
    found = ""
    for sign in "".join(parts):
        wide = chr(ord(sign) + 0xFEE0)
        if sign == " ":
            found += chance.choice(f" \t{OTHER_SPACES}")
        elif sign == "-":
            found += chance.choice(f"-{DASHES}")
        else:
            found += chance.choice([sign, wide]) if sign in "0123456789+,:=#" else sign
    return chance.choice(("", *LEADS)) + found


@settings(max_examples=150, deadline=None)
@given(line=st.sampled_from(LINES), seed=st.integers(0, 10**6))
def test_every_spelling_of_a_line_is_the_same_command(state: State, line: str, seed: int) -> None:
    meant, spelling = read(line, state), respell(line, random.Random(seed))
    found = read(spelling, state)
    assert meant.problem is None, meant.problem
    assert found.problem is None, (spelling, found.problem)
    assert found.command == meant.command, spelling


PIECES = [*"".join(QUOTES), *DASHES, *LEADS, *"０３＋，：\"'\\-+ ", "check", "Ann", "第３の男", "4dF", "3"]


@settings(max_examples=300, deadline=None)
@given(line=st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join))
@example(line="> - 1. check")
def test_what_is_canonical_stays_so_in_the_same_columns(line: str) -> None:
    found = canonical(line)
    assert canonical(found) == found
    assert len(found) == len(line)


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("note the door – 3 of them – is　open", "the door – 3 of them – is　open"),
        ("note a\tb", "a b"),
        ("> note “We are lost”", "“We are lost”"),
        ("note »We are lost«", "»We are lost«"),
        ('note "We are lost"', "We are lost"),
        ("whatif note “We are lost”", None),
    ],
)
def test_a_free_text_is_kept_as_it_was_typed(tmp_path: Path, line: str, kept: str | None) -> None:
    (tmp_path / "c.db").write_bytes(log_of(SET_UP))
    desk = Desk(tmp_path / "c.db")
    outcome = desk.do(line)
    assert outcome.fault is None, outcome.fault
    assert [event["text"] for event in outcome.events] == ([] if kept is None else [kept])
    desk.close()


@pytest.mark.parametrize("marks", ['"”', '“"', '„"', '"«', '»"'])
def test_a_straight_quotation_mark_goes_with_any_other(state: State, marks: str) -> None:
    opens, closes = marks
    assert read(f"pc {opens}Bo the Brave{closes} by Kim", state).values == {"name": "Bo the Brave", "player": "Kim"}


@pytest.mark.parametrize("name", ["第３の男", "O’Brien", "Jean–Luc", "Anna－Lena"])
def test_a_name_keeps_the_signs_in_it(state: State, name: str) -> None:
    assert read(f"pc {name}", state).values["name"] == name


@pytest.mark.parametrize(
    "line", ["give »Old Marta« ３ “silver coins”", "> check Ann Stealth –2 tired vs\u00a03 rolled –1"]
)
def test_a_line_means_the_same_through_every_door(
    tmp_path: Path, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def through_stdin(path: Path) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"\ufeff{line}\r\n".encode())))
        assert main([str(path)]) == 0

    def through_desk(path: Path) -> None:
        desk = Desk(path, at_prompt=True)
        assert desk.do(line).status == 0
        desk.close()

    doors = {
        "one line": lambda path: main([str(path), line]) or None,
        "its words": lambda path: main([str(path), *line.removeprefix("> ").split()]) or None,
        "a script": through_stdin,
        "the prompt": through_desk,
    }
    found: dict[str, Event] = {}
    for door, enter in doors.items():
        path = tmp_path / f"{door}.db"
        path.write_bytes(log_of(SET_UP))
        assert enter(path) is None
        with Campaign.open(path) as campaign:
            found[door] = [*campaign.events()][-1].event
    assert len({*map(repr, found.values())}) == 1, found


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("options", [[], ["--keep-going"]])
def test_a_script_in_utf_16_gets_one_sentence_and_the_cure(
    tmp_path: Path,
    encoding: str,
    options: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "c.db"
    path.write_bytes(log_of(SET_UP))
    before = path.read_bytes()
    script = io.BytesIO("note one\nnote two\n".encode(encoding))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(script))
    assert main([*options, str(path)]) == 1
    assert capsys.readouterr().err == "line 1:\nthis text is UTF-16, not UTF-8\n  save it as UTF-8\n"
    assert path.read_bytes() == before


def test_spaces_of_every_kind_are_shown_as_spaces() -> None:
    assert clean(f"a{OTHER_SPACES}b") == f"a{' ' * len(OTHER_SPACES)}b"
    assert clean("a\tb\ufeff\u2028") == r"a\tb\ufeff\u2028"


NAMES = """\
new fudge-lite "The Mill"
pc "Zoë Müller"
pc "Işık Öz"
pc İlayda
pc Émil
pc Emîl
pc Émilie
"""


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("zoe", "Zoë Müller"),
        ("muller", "Zoë Müller"),
        ("ZOE MULL", "Zoë Müller"),
        ('"Zoe Muller"', "Zoë Müller"),
        ("ışık", "Işık Öz"),
        ("IŞIK", "Işık Öz"),
        ("isik", "Işık Öz"),
        ("ilayda", "İlayda"),
        ("İLAYDA", "İlayda"),
        ("ILAYDA", "İlayda"),
        ("ılayda", "İlayda"),
        ("emili", "Émilie"),
        ("émil", "Émil"),
    ],
)
def test_a_name_is_found_without_its_accents_and_with_the_letters_of_turkish(
    tmp_path: Path, typed: str, meant: str
) -> None:
    (tmp_path / "c.db").write_bytes(log_of(NAMES))
    with Campaign.open(tmp_path / "c.db") as campaign:
        assert read(f"sheet {typed}", campaign.state).values.get("who") == meant


@pytest.mark.parametrize("typed", ["emil", "zoé", "isık ö z", "mùll"])
def test_what_several_names_are_without_accents_or_what_has_others_is_none_of_them(tmp_path: Path, typed: str) -> None:
    (tmp_path / "c.db").write_bytes(log_of(NAMES))
    with Campaign.open(tmp_path / "c.db") as campaign:
        assert read(f"sheet {typed}", campaign.state, entered=True).problem is not None
        assert read(f"pc {typed.split()[0]}", campaign.state).values["name"] == typed.split()[0]
