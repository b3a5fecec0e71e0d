"""Of a line that two people may read otherwise, nothing is recorded, and nothing is advised that it does not say."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from shell.language.kinds.plausible import OF_DEGREE, OUT_WORDS
from shell.language.plain.verbs import OF_THE_SUBJECT, inflect
from shell.runner import Desk

#: What may stand behind two names.
ENDINGS = ("", " 2", " torch", " energy tired", " sneaking vs 3")

#: Sentences that say something else than that Odo is dead.
DOUBTED = (
    "is odo dead",
    "is odo dead?",
    "odo dead?",
    "odo not dead",
    "odo is nearly dead",
    "odo dead # no",
    "odo - dead",
)


@pytest.fixture
def harbour(tables: dict[str, Path], tmp_path: Path) -> Iterator[Desk]:
    """Return a desk at a copy of a table of five people."""
    with closing(Desk(Path(shutil.copy(tables["harbour"], tmp_path / "c.db")))) as desk:
        desk.do("head")
        yield desk


def assert_is_refused(desk: Desk, typed: str) -> str:
    """Assert that a line records nothing, and return what is advised."""
    assert desk.campaign is not None
    seq = desk.campaign.state.seq
    outcome = desk.do(typed)
    assert outcome.fault is not None, f"{typed} was read as {outcome.command}"
    assert desk.campaign.state.seq == seq
    return outcome.fault.hint or ""


@pytest.mark.parametrize("verb", [*map(inflect, OF_THE_SUBJECT), "hurts", "awards", "marks"])
def test_who_does_something_and_to_whom_are_no_list(harbour: Desk, verb: str) -> None:
    for ending in ENDINGS:
        assert "tamsin, odo" not in assert_is_refused(harbour, f"tamsin {verb} odo{ending}")


@pytest.mark.parametrize("new", ["water", "old rope", "the water"])
def test_a_name_before_a_new_one_may_be_its_beginning(harbour: Desk, new: str) -> None:
    assert_is_refused(harbour, f"give tamsin odo {new}")
    assert_is_refused(harbour, f"trait tamsin odo {new.split()[-1]} 3")


@pytest.mark.parametrize("way", sorted(OUT_WORDS))
def test_two_names_without_a_comma_are_not_both_taken_out(harbour: Desk, way: str) -> None:
    assert_is_refused(harbour, f"tamsin odo {way}")


@pytest.mark.parametrize("word", sorted(OF_DEGREE))
def test_a_word_of_degree_before_a_level_is_in_no_name(harbour: Desk, word: str) -> None:
    assert f'"climbing {word}"' not in assert_is_refused(harbour, f"trait tamsin climbing {word} decent")


@pytest.mark.parametrize("way", sorted(OUT_WORDS))
def test_no_new_name_ends_in_a_way_out(harbour: Desk, way: str) -> None:
    assert_is_refused(harbour, f"npc orc {way}")


@pytest.mark.parametrize("typed", DOUBTED)
def test_nobody_is_taken_out_for_a_question_or_a_denial(harbour: Desk, typed: str) -> None:
    assert "out odo" not in assert_is_refused(harbour, typed)
