"""A new name of several words needs no quotes, and no slip or lost word becomes one."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from shell.meaning import interpret
from shell.runner import Desk

CORPUS = tomllib.loads(Path(__file__).with_name("lines.toml").read_text("utf-8"))

#: Right lines at two tables, with brackets round the new names of several words.
RIGHT = {
    "harbour": [
        "pc [Captain Vane] by Ben",
        "pc [Old Marta]",
        "npc [Karim the Fox]",
        "npc [Grey Wolf], [Red Wolf]",
        "npc [Long Jack] track 4",
        "npc 3 [Grey Rat]",
        "give finn [iron hook] in pack",
        "give hroth [sea charts]",
        "give odo [lead boots] -3 on Fencing",
        "give tamsin [brass lamp] +1 on Sneaking when dark",
        "give bram 3 [wax candle]",
        "give odo, bram [lucky coin]",
        "give finn [round shield] armour 2",
        "give tamsin [long knife] weapon 2 note rusty",
        "countdown [Watch arrives] 3",
        "countdown Storm 4 [the mast goes]",
        "countdown [Slow Leak] 6 hidden",
        "define gift [Cold Iron]",
        "define fault [Hot Headed]",
        "define key [Keep the oath]",
        "define property [talented observer]: xp 7 Wits",
        "define ability [Rope Work] poor 2 decent 4 great 6",
        "define counter [Ship Supplies] 0..10",
        'rename "Bandit 1" to [Grell the Knife]',
        "rename eel to [Silent Harker]",
        "set hroth [home town] = Dunmere",
        "goal [Patch the hull] needs tar or rope",
        "check tam sneaking +1 [thick fog] vs 3 rolled 0",
        "hroth fitness +1 [good boots] vs 3",
        "trait hroth [Knot Tying] 3",
        "effect tam [badly shaken] a -1 until scene",
        "ship [Grey Gull] track 6",
    ],
    "watch": [
        "pc [Old Marta] by [Jo Ann]",
        "give cee [silver ring]",
        "trait thug 3 [dirty tricks] good",
        "rename karg to [Karg the Red]",
        "give boro [grey cloak] note torn",
        "npc [Zane the Bold] as Troll",
        "countdown [River rises] 5 against Flood",
        "ritual [Wake the stone] needs salt, blood",
    ],
}

#: Lines that lost a word which nobody can see is gone.
UNSEEN = {"give boro grey cloak torn"}

#: Lines whose new words may be a name or something else.
UNCLEAR = [
    ("harbour", "give finn hook pack"),
    ("harbour", "give odo lead boots -3 Fencing"),
    ("harbour", "give tamsin rope notee torn"),
    ("harbour", "give hroth rope from tamsin"),
    ("harbour", "give hroth two ropes each"),
    ("harbour", "pc Bruni bby Olga"),
    ("harbour", "pc Marta Finn"),
    ("harbour", "npc Grey Wolf Red Wolf"),
    ("harbour", "give bram e wax candle"),
    ("watch", "trait cee Good Luck fair"),
    ("watch", "npc Zane the Bold Troll"),
    ("watch", "give ana 10 m rope"),
    ("watch", "countdown River rises 5 Flood"),
    ("watch", "ritual Wake the stone needs salt blood"),
]


@pytest.fixture(scope="module")
def desks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Desk]]:
    """Play the lines of each table, where nothing more is recorded."""
    folder = tmp_path_factory.mktemp("tables")
    made = {name: Desk(folder / f"{name}.db") for name in RIGHT}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(folder))
        for name, desk in made.items():
            for line in CORPUS["tables"][name]["lines"].strip().splitlines():
                assert desk.do(line).fault is None, line
    yield made
    for desk in made.values():
        desk.close()


def names_made(desk: Desk, line: str) -> set[str] | None:
    """Return the names of several words that a line is given quotes for if it is carried out, or None if it is not."""
    parse = desk.read_as_it_stands(line)
    if parse.problem is None:
        return set()
    only = interpret(desk, parse).only
    if only is None or not only.is_done:
        return None
    return {each.became.strip('"') for each in only.wording.segments if each.relation == "new name"}


def slips(word: str) -> set[str]:
    """Return a word with one letter too few, doubled, wrong, or changed with the next one."""
    found = set()
    for at in range(len(word)):
        before, letter, after = word[:at], word[at], word[at + 1 :]
        found |= {before + after, before + letter * 2 + after, f"{before}e{after}", f"{before}t{after}"}
        found.add(f"{before}{after[:1]}{letter}{after[1:]}")
    return found - {word, ""}


def worsened(line: str) -> Iterator[str]:
    """Yield a right line with one slip in, or without, each word that is in no new name."""
    for found in re.finditer(r"\[[^\]]*\]|[^\s\[\]]+", line):
        if found[0][0] != "[":
            for other in ("", *sorted(slips(found[0]))):
                worse = f"{line[: found.start()]}{other}{line[found.end() :]}"
                yield " ".join(worse.replace("[", "").replace("]", "").split())


LINES = [(table, line) for table, lines in RIGHT.items() for line in lines]

#: Every fifth of them for every run.
SOME_LINES = [pytest.param(*each, marks=pytest.mark.slow if place % 5 else ()) for place, each in enumerate(LINES)]


@pytest.mark.parametrize(("table", "line"), LINES)
def test_a_new_name_is_closed_by_a_word_of_the_line_a_number_a_sign_or_the_end(
    desks: dict[str, Desk], table: str, line: str
) -> None:
    typed = line.replace("[", "").replace("]", "")
    assert names_made(desks[table], typed) == set(re.findall(r"\[([^\]]*)\]", line))


@pytest.mark.parametrize(("table", "line"), SOME_LINES)
def test_no_slip_and_no_lost_word_becomes_part_of_a_name(desks: dict[str, Desk], table: str, line: str) -> None:
    right = set(re.findall(r"\[([^\]]*)\]", line))
    wrong = {worse: made for worse in worsened(line) if (made := names_made(desks[table], worse) or set()) - right}
    assert wrong.keys() <= UNSEEN, wrong


@pytest.mark.parametrize(("table", "line"), UNCLEAR)
def test_words_that_may_be_something_else_are_no_name(desks: dict[str, Desk], table: str, line: str) -> None:
    assert not names_made(desks[table], line)


def test_a_name_in_quotes_as_it_was_meant_is_recorded(tmp_path: Path, desks: dict[str, Desk]) -> None:
    with closing(Desk(Path(shutil.copy(desks["watch"].place.file, tmp_path / "c.db")))) as desk:
        outcome = desk.do("pc Old Marta by Jo Ann")
        assert (outcome.fault, outcome.command) == (None, 'pc "Old Marta" by "Jo Ann"')
        assert [each["character"] if "character" in each else each["name"] for each in outcome.events] == ["Old Marta"]
        assert desk.do("u").fault is None
