"""Text is only text: nothing that is typed or stored moves a terminal, is lost, runs anything or brings it down."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest
from faulty import a_log, environment, heavy, rows, run, side_by_side, start, texts, tried
from given import one_in

from engine import Campaign, Refused
from engine.clock import local_now
from engine.commands import CreateNpc, CreatePc
from engine.drafts import make_drafts, make_rows
from engine.events import AbilityDefined, CharacterCreated, CharacteristicSet, NoteMade, SceneSet, TraitGiven, XpAwarded
from engine.store.inspection import inspect
from engine.store.log import SqliteLog as Log
from shell.output import clean, clean_line, json_line, pad, width

# --- what could move a terminal --------------------------------------------------------------------------------

SEQUENCES = (
    "\x1b[2J",
    "\x1b]0;owned\x07",
    "\x1b]8;;http://x\x1b\\",
    "\x1b]52;c;b3duZWQ=\x07",
    "\x1b[31m",
    "\x9b2J",
    "\x90q",
)
CONTROLS = tuple("\x00\x07\x08\t\n\x0b\x0c\r\x0e\x1b\x1f\x7f\x80\x85\x9b\x9d\x9f")
FORMATS = tuple("\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\U000e0041")
BREAKS = ("\u2028", "\u2029")
DANGEROUS = (*SEQUENCES, *CONTROLS, *FORMATS, *BREAKS)
KEPT = tuple(text for text in DANGEROUS if all(unicodedata.category(each) == "Cf" for each in text))


def must_be_harmless(out: str) -> None:
    """Nothing but what can be seen, and ends of lines."""
    harmful = {each for each in out if each != "\n" and not each.isprintable()}
    assert not harmful, harmful


def written_by_others(path: Path, texts: Iterable[str]) -> Path:
    """Write a sound log as a program without limits would: dangerous text in every field that holds any."""
    a_log(path)
    with closing(Log.open(path)) as log:
        for number, text in enumerate(texts):
            name = f"N{number}{text}x"
            events = [
                AbilityDefined(f"A{name}", ()),
                CharacterCreated(name, "pc", f"P{text}"),
                CharacteristicSet(name, f"C{text}", f"V{text}v"),
                TraitGiven(name, f"A{name}", 3),
                XpAwarded(name, 3, f"for {text}"),
                NoteMade(f"a{text}b"),
                SceneSet(f"a{text}b"),
            ]
            log.append(log.head, make_rows(log, log.head, make_drafts(events, "GM", local_now())))
    return path


@pytest.mark.slow
@pytest.mark.rule("P12", "B4-18")
@pytest.mark.parametrize("json_too", [pytest.param(False, id="text"), pytest.param(True, id="json", marks=heavy)])
@pytest.mark.parametrize("verb", ["log", "party", "sheet", "ledger", "audit", "search a", "stats", "recap"])
def test_nothing_that_a_log_holds_moves_a_terminal(quick: Path, verb: str, json_too: bool) -> None:
    path = written_by_others(quick / "log.db", DANGEROUS)
    with Campaign.open(path) as campaign:
        names = [name for name in campaign.state.sheets if name.startswith("N")]
    typeable = [name for name in names if "\n" not in name]
    lines = [f'{verb} "{name}"' for name in typeable] if verb in ("sheet", "ledger") else [verb]
    done = run(*["--json"] * json_too, "--keep-going", path, stdin="".join(f"{line}\n" for line in lines))
    must_be_harmless(done.out)
    must_be_harmless(done.err)
    if json_too and verb == "log":
        events = json.loads(done.out)["result"]["events"]
        assert [e["text"] for e in events if e["type"] == "NoteMade"] == [f"a{text}b" for text in DANGEROUS]
    elif verb in ("log", "party") and not json_too:
        assert r"\x1b[2J" in done.out
        assert r"\u202e" in done.out
    tried(18, len(DANGEROUS))


FIELDS = (
    "pc Q{}x",
    'pc "Q{}x"',
    "npc Z{} by {}",
    "note a{}b",
    "scene a{}b",
    "award Ilse 1 for a{}b",
    'give Ilse "r{}pe"',
    "define ability L{}re",
    "set Ilse C{} = V{}",
    "sheet {}",
    "frobnicate{}",
    "check Ilse {} vs 3",
    "roll 1d{}6",
    "undo for a{}b",
    'help "{}"',
    "compare {}.db",
    "verify expect {}",
    "new {}",
)


@pytest.mark.slow
@pytest.mark.rule("P12", "B4-18")
@pytest.mark.parametrize("json_too", [False, True], ids=["text", "json"])
def test_nothing_that_is_typed_moves_a_terminal(quick: Path, json_too: bool) -> None:
    path = a_log(quick / "log.db")
    typed = [field.replace("{}", text) for text in DANGEROUS for field in FIELDS]
    script = "".join(f"{line}\n" for line in typed)
    done = run(*["--json"] * json_too, "--keep-going", path, stdin=script)
    must_be_harmless(done.out)
    must_be_harmless(done.err)
    stored = [row for row in rows(path) if row.seq > 4]
    assert len([text for text in texts(stored) if text in [f"a{kept}b" for kept in KEPT]]) >= 2 * len(KEPT)
    assert not any(unicodedata.category(each) == "Cc" for row in stored for each in json.dumps(row.body))
    tried(18, len(typed))


@pytest.mark.slow
@pytest.mark.rule("P12", "B4-18")
def test_nothing_on_the_command_line_moves_a_terminal(quick: Path) -> None:
    path = a_log(quick / "log.db")
    texts = (*SEQUENCES[:3], "\u202e")
    calls = [call for text in texts for call in (
        (path, "note", text), (path, text), (f"{text}.db", "log"), (f"--{text}",), ("--as", text, path, "note x"),
    )]  # fmt: skip
    for done in side_by_side(lambda words: run(*words), calls):
        must_be_harmless(done.out)
        must_be_harmless(done.err)
        tried(18)


def test_emoji_are_shown_as_they_are_and_joiners_elsewhere_are_not() -> None:
    for shown in ("👨‍👩‍👧", "❤️", "🏳️‍🌈", "🇩🇪", "👍🏽", "é", "n\u0303"):
        assert clean(shown) == shown
    for hidden in ("a\u200db", "\u200d", "a\ufe0f\u200db", "👍\u200dx", "e\u0301\u200dx"):
        assert r"\u200d" in clean(hidden)
    assert clean_line("a\nb") == r"a\nb"
    assert json.loads(json_line(["\x9b", "\u2028", "\U000e0041", "ü"])) == ["\x9b", "\u2028", "\U000e0041", "ü"]


# --- what is no text -------------------------------------------------------------------------------------------

LOCALES = {"C": "C", "POSIX": "POSIX", "UTF-8": "C.UTF-8", "no UTF-8 mode": "C"}
OTHER_LOCALES = [each for each in LOCALES if each != "C"]
NO_TEXT = {
    "NUL": (b"note a\0b", "a control character (U+0000) at character 2 of the text"),
    "a byte of no text": (b"note a\xffb", "byte 7 of the line is not UTF-8"),
    "half a surrogate": (b"note a\xed\xa0\xbdb", "byte 7 of the line is not UTF-8"),
}


@pytest.mark.rule("P12", "B4-19")
@pytest.mark.parametrize("locale", one_in(4, LOCALES, heavy))
@pytest.mark.parametrize("what", one_in(3, NO_TEXT))
def test_bytes_that_are_no_text_are_refused_with_their_place(tmp_path: Path, what: str, locale: str) -> None:
    line, said = NO_TEXT[what]
    path = a_log(tmp_path / "log.db")
    env = environment(LC_ALL=LOCALES[locale], LANG=LOCALES[locale])
    if locale == "no UTF-8 mode":
        env |= {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    before = path.read_bytes()
    done = run(path, stdin=line + b"\n", env=env)
    assert (done.status, said in done.err) == (1, True), done
    if what != "NUL":
        done = run(path, *line.split(b" ", 1), env=env)
        assert done.status == 1
        assert "half a character (U+DC" in done.err
    assert path.read_bytes() == before
    tried(19)


@pytest.mark.slow
@pytest.mark.rule("P12", "B4-19")
def test_in_any_locale_what_cannot_be_shown_is_escaped(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db")
    env = environment(LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", PYTHONIOENCODING="ascii")
    done = run(path, stdin="note Ægir 黒猫 👍\n".encode(), env=env)
    assert done.status == 0
    assert r"\u2713 #5 \xc6gir \u9ed2\u732b \U0001f44d" in done.out
    found = json.loads(run("--json", path, "log", "last", "1", env=env).out)
    assert found["result"]["events"][0]["text"] == "Ægir 黒猫 👍"


# --- names of every script -------------------------------------------------------------------------------------

NAMES = (
    *(
        "👨‍👩‍👧‍👦",
        "🇩🇪",
        "👍🏽",
        "شهرزاد",
        "דבורה",
        "Ñandú",
        "Nǎi Nai",
        "黒猫",
        "고양이",
        "ﾈｺ",
        "Ωmega",
        "Ægir",
        "Straße",
    ),
    *("İpek", "ılgaz", "Nguyễn", "ไทย", "Q̃ara", "Ž̈ivko", "Δelta"),
)


@pytest.mark.rule("P12", "B4-20")
def test_names_of_every_script_are_stored_as_typed_found_in_any_case_and_stand_in_line(quick: Path) -> None:
    path = a_log(quick / "log.db")
    script = "".join(f'npc "{name}"\nsheet "{other(name)}"\n' for name in NAMES)
    done = run(path, stdin=script)
    assert done.status == 0, done.err
    stored = [json.loads(row.body)["name"] for row in rows(path) if row.type == "CharacterCreated"][3:]
    assert stored == [unicodedata.normalize("NFC", name) for name in NAMES]
    tried(20, len(NAMES))


def other(name: str) -> str:
    """Return the name as somebody else might type it: in small letters, and in pieces."""
    return unicodedata.normalize("NFD", name.casefold())


@pytest.mark.rule("P12", "B4-20")
def test_tables_stand_in_line_whatever_the_names(quick: Path) -> None:
    path = a_log(quick / "log.db")
    script = "".join(f'define ability "{name}"\ntrait Ilse "{name}" 3\n' for name in NAMES)
    assert run(path, stdin=script).status == 0
    lines = run(path, "sheet", "Ilse").out.splitlines()
    table = [line for line in lines if line.endswith("  3")]
    assert len(table) == len(NAMES)
    assert len({width(line[: line.rindex("  3")]) for line in table}) == 1, table
    assert {width(pad(name, 20)) for name in NAMES} == {20}


TWINS = {
    "Kotorikh": (
        "kotorikh",
        "KOTORIKH",
        "Кotorikh",
        "Kоtorikh",
        "Kotorikh\u200b",
        "\u2060Kotorikh",
        "Ｋotorikh",
        "Κotorikh",
    ),
    "Ångström": ("A\u030angstro\u0308m", "ångström", "\u212bngström"),
    "Straße": ("STRASSE", "strasse", "Strаße"),
    "d'Artagnan": ("d’Artagnan", "D’artagnan"),
    "Old Marta": ("Old\u00a0Marta", "old marta", "Оld Marta"),
}


@pytest.mark.rule("P12", "B4-20")
@pytest.mark.parametrize(("name", "twin"), [(name, twin) for name, twins in TWINS.items() for twin in twins])
def test_a_new_name_that_looks_like_another_is_refused(quick: Path, name: str, twin: str) -> None:
    with Campaign.create(quick / "log.db") as campaign:
        campaign.execute(CreatePc(name))
        with pytest.raises(Refused, match=r"already|looks just like|spaces to spare"):
            campaign.execute(CreateNpc(twin))
        assert campaign.state.seq == 2
    tried(20)


@pytest.mark.rule("P12", "B4-20")
@pytest.mark.parametrize(
    "line",
    one_in(
        4,
        ['define ability "Mусology"', 'define property "Mycоlogy"', 'give Ilse "rоpe"', 'trait Ilse "Mycolоgy" 3'],
        heavy,
    ),
)
def test_so_is_an_ability_a_property_or_a_thing(quick: Path, line: str) -> None:
    path = a_log(quick / "log.db")
    assert run(path, stdin="rules ability-list open\ndefine ability Mycology\ngive Ilse rope\n").status == 0
    done = run(path, line)
    assert done.status == 1
    assert "looks just like “" in done.err


@pytest.mark.parametrize("name", ["\u200b", "\u3164", "\u2060\ufeff", "\u00a0"])
def test_a_name_that_cannot_be_seen_is_none(quick: Path, name: str) -> None:
    with Campaign.create(quick / "log.db") as campaign, pytest.raises(Refused, match=r"needs a (visible )?name|spaces"):
        campaign.execute(CreatePc(name))


# --- what means something to SQL -------------------------------------------------------------------------------

SQL = (
    *("'; DROP TABLE event;--", "' OR '1'='1", "%", "_", "''", "`", "``", "[x]", "/* x */", "-- x", "x'00'", "NULL"),
    *("1; DELETE FROM event", "Robert'); DROP TABLE event;--", "\\'", "$1", "?1", ":name", "@name", "{0} %s %d"),
)
SQL_FIELDS = (
    'npc "N{}"',
    'set Ilse "C{}" = "V{}"',
    'note "{}"',
    'scene "{}"',
    'award Ilse 1 for "{}"',
    'give Ilse "I{}"',
)


@pytest.mark.slow
@pytest.mark.rule("P12", "B4-21")
def test_what_means_something_to_sql_is_stored_to_the_letter(quick: Path) -> None:
    path = a_log(quick / "log.db")
    quoted = [text.replace("\\", "\\\\") for text in SQL]
    typed = [field.replace("{}", text) for text in quoted for field in SQL_FIELDS]
    done = run(path, stdin="".join(f"{line}\n" for line in typed))
    assert done.status == 0, done.err
    stored = [json.loads(row.body) for row in rows(path)[4:]]
    assert [body["text"] for body in stored if set(body) <= {"secret", "text"}] == [text for text in SQL for _ in "ns"]
    assert {body["reason"] for body in stored if "reason" in body} == set(SQL)
    assert {f"N{text}" for text in SQL} <= {body.get("name") for body in stored}
    searched = run("--json", path, stdin="".join(f'search "{text}"\n' for text in quoted)).out.splitlines()
    for text, found in zip(SQL, map(json.loads, searched), strict=True):
        assert found["ok"], found
        assert any(event.get("text") == text for event in found["result"]["events"]) == bool(re.search(r"\w", text))
    assert inspect(path).ok
    tried(21, len(typed))


# --- too much --------------------------------------------------------------------------------------------------

TOO_MUCH = {
    "a text of 10 MB": (f"note {'x' * 10_000_000}", 2, "the line is too long: the limit is 100,000 bytes"),
    "a text of 10,001 characters": (f"note {'x' * 10_001}", 1, "the limit is 10,000"),
    "a name of 10,001 characters": (f"npc {'x' * 10_001}", 1, "the limit is 10,000"),
    "a million dice": ("roll 1000000d6", 1, "1,000,000 dice are too many: 100 at once is the limit"),
    "dice of a billion sides": ("roll 1d1000000000", 1, "a die has 2 to 1,000,000 sides"),
    "more than a billion XP": ("award Ilse 1000000001", 1, "numbers go to ±1,000,000,000"),
    "a number of 5,000 digits": (f"award Ilse {'9' * 5000}", 1, "numbers go to ±1,000,000,000"),
    "fewer XP than none": ("award Ilse -5", 1, "−5 is too small: it must be 1 or more"),
    "no XP": ("award Ilse 0", 1, "0 is too small: it must be 1 or more"),
    "a difficulty beyond all": ("check Ilse nothing vs -1000000001", 1, "numbers go to ±1,000,000,000"),
    "ten thousand words": (f"check Ilse {'x ' * 10_000} vs 3", None, ""),
    "ten thousand quotes": ("note " + '"' * 10_000, None, ""),
    "a thousand sides": ("contest " + " vs ".join(["Ilse Mycology"] * 1000), None, ""),
}


@pytest.mark.rule("B4-24")
@pytest.mark.parametrize("what", one_in(5, TOO_MUCH, heavy))
def test_too_much_is_refused_with_the_limit(quick: Path, what: str) -> None:
    line, status, said = TOO_MUCH[what]
    path = a_log(quick / "log.db")
    before = path.read_bytes()
    done = run(path, stdin=f"{line}\n")
    assert done.status == status if status is not None else done.status in (0, 1, 2)
    assert said in done.err
    if status is not None:
        assert path.read_bytes() == before
    assert len(done.err) < 2000
    tried(24)


@pytest.mark.slow
@pytest.mark.rule("B4-24")
@pytest.mark.parametrize("lines", [100_000, pytest.param(1_000_000, marks=heavy)])
def test_a_script_of_very_many_lines_is_read_as_it_comes(quick: Path, lines: int) -> None:
    import subprocess

    path = a_log(quick / "log.db")
    program = start(path, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert program.stdin
    program.stdin.write(b"# nothing but talk\n" * lines)
    program.stdin.flush()
    peak = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{program.pid}/status").read_text())
    out, _ = program.communicate(b"note the end\n")
    assert program.returncode == 0
    assert out.decode().endswith("✓ #5 the end (no session is open: “session start” begins one)\n")
    assert peak
    assert int(peak[1]) < 60_000  # kB
    tried(24)
