"""Words are found wherever they were written down, with an index or without one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from given import folder
from tampering import played

from engine.campaign import Campaign
from engine.types import NUMBER_LIMIT
from replay import search as searching
from replay.search import find_words, scan_log
from shell.runner import Desk

STORY = """
new peupfudge "The Golden Teapot"
define ability Mycology
pc Ilse by Kurt
pc "Old Märta"
scene The inn at the crossroads
note A teapot of pure gold, says the innkeeper's wife
give Ilse "vial of ink" note half-full
award Ilse 10 for the golden teapot
check Ilse Mycology +1 "torch light" vs 3 rolled +1
note 黒猫 sits on 100% of the stairs
note the teapots were false
undo
"""

SCENE, NOTE, INK, AWARD, CHECK, CAT, FALSE, UNDO = range(5, 13)


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    with folder() as name:
        yield Path(name)


@pytest.fixture(scope="module")
def original(place: Path) -> Path:
    """Make the log, to be copied."""
    return played(place / "original.db", STORY)


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make a cache folder for these tests alone."""
    with folder() as name:
        monkeypatch.setenv("XDG_CACHE_HOME", str(Path(name) / "cache"))
        yield Path(name) / "cache"


@pytest.fixture
def path(original: Path, cache: Path) -> Path:
    """Copy it beside the cache, to be played on."""
    return Path(shutil.copy(original, cache.parent / "c.db"))


@pytest.fixture
def campaign(path: Path) -> Iterator[Campaign]:
    with Campaign.open(path) as campaign:
        yield campaign


def test_a_word_finds_its_plural_even_where_it_also_stands_alone(path: Path) -> None:
    desk = Desk(path)
    for line in ("give Ilse torch", "give Ilse 3 torches", "note by torchlight"):
        assert desk.do(line).status == 0
    assert desk.campaign is not None
    for words, events in (("torch", [CHECK, 13, 14, 15]), ("torches", [14]), ('"torch"', [CHECK, 13])):
        assert find_words(desk.campaign, words) == events, words
    desk.close()


EVERYWHERE = [
    ("crossroads", [SCENE]),
    ("INNKEEPER", [NOTE]),
    ("ink", [INK]),
    ("torch", [CHECK]),
    ("failure", [CHECK]),
    ("marta", [4]),
    ("Kurt", [3]),
    ("teapot gold", [1, NOTE, AWARD]),
    ("teapot pure gold", [NOTE]),
    ("half-full", [INK]),
    ("innkeeper's", [NOTE]),
    ("黒猫", [CAT]),
    ("dragon", []),
    ('"', []),
    ("%", []),
    ("()*^:", []),
]


@pytest.mark.parametrize(("text", "events"), EVERYWHERE)
def test_words_are_found_wherever_they_were_written(campaign: Campaign, text: str, events: list[int]) -> None:
    assert find_words(campaign, text) == events


@pytest.mark.parametrize(("text", "events"), EVERYWHERE)
def test_a_plain_scan_finds_them_too(campaign: Campaign, text: str, events: list[int]) -> None:
    assert set(events) <= set(scan_log(campaign, text))
    assert bool(events) == bool(scan_log(campaign, text))


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ("teap*", [1, NOTE, AWARD, FALSE]),
        ('"golden teapot"', [1, AWARD]),
        ("teapot NOT golden", [NOTE]),
        ("ink OR torch", [INK, CHECK]),
        ("NEAR(golden teapot)", [1, AWARD]),
    ],
)
def test_whoever_knows_the_query_language_can_use_it(campaign: Campaign, text: str, events: list[int]) -> None:
    assert find_words(campaign, text) == events


@pytest.mark.parametrize(
    "text", ['golden "teapot', "golden AND teapot)", "golden: teapot", "^golden -teapot", "golden AND"]
)
def test_a_query_with_mistakes_in_it_is_read_as_words(campaign: Campaign, text: str) -> None:
    assert find_words(campaign, text) == [1, AWARD]


def test_words_are_found_by_their_beginnings_then_anywhere(campaign: Campaign) -> None:
    assert find_words(campaign, "crossr") == [SCENE]
    assert find_words(campaign, "ossroad") == [SCENE]
    assert find_words(campaign, "teapot") == [1, NOTE, AWARD, FALSE]


def test_the_log_itself_is_searched_where_sqlite_has_no_full_text_search(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "INDEX", "CREATE VIRTUAL TABLE event USING fts99(text)")
    assert find_words(campaign, "torch") == [CHECK]


def test_a_search_leaves_the_log_as_it_is_and_nothing_beside_it(path: Path) -> None:
    before = path.read_bytes()
    with Campaign.open(path, writable=False) as campaign:
        find_words(campaign, "teapot")
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == ["c.db"], "a search leaves a file behind, with secret words in it"


# --- how it is told --------------------------------------------------------------------------------------------


def test_what_was_taken_back_is_marked(path: Path) -> None:
    desk = Desk(path)
    outcome = desk.do("search teapots")
    assert outcome.answer is not None
    (event,) = outcome.answer.result["events"]
    desk.close()
    assert (event["seq"], event["type"], event["text"], event["undone"]) == (
        FALSE,
        "NoteMade",
        "the teapots were false",
        True,
    )
    assert "× the teapots were false" in outcome.answer.text()


def test_nothing_found_is_said_so(path: Path) -> None:
    desk = Desk(path)
    outcome = desk.do(f"search {NUMBER_LIMIT}")
    desk.close()
    assert outcome.answer is not None
    assert (outcome.status, outcome.answer.text()) == (0, "nothing found for “1000000000”")
    assert outcome.answer.result == {"events": []}
