"""One word for each thing, whichever document says it: what was made and expected, and an evening."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from given import seated
from test_report import Reader, page_of

from replay.audience.rule import View
from replay.files.database import SCHEMA, VIEWS
from replay.retelling.vault.notes import Notes
from replay.retelling.vault.writing import Vault
from shell.runner import Desk

ROOT = Path(__file__).parents[2]

#: Two evenings, with enough checks of one player for every picture.
STORY = (
    "new fudge-lite The mill\npc Ann by Kim\npc Ben\ntrait Ann Run Good\naward Ann 3\nsession start Night\n"
    + "check Ann Run vs Fair rolled 0 0 0 0\ncheck Ann Run vs Superb rolled + + 0 0\n" * 16
    + "session end\nsession start\nscene The loft\ncheck Ben Run vs Fair rolled - - - 0\n"
)

#: Words that say the same as “made”, “expected” and “evening”.
REPLACED = re.compile(r"\b(came|deserved|succeeded|succeeds)\b", re.IGNORECASE)

#: An evening is called a session only as it is typed, by its number, or where it is said that one begins or ends.
UNNUMBERED = re.compile(r"\bsessions?\b(?! \d)", re.IGNORECASE)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Play two evenings."""
    with closing(seated(tmp_path / "mill.db", STORY)) as played:
        yield played


def documents(desk: Desk) -> dict[str, str]:
    """Return what people read of the campaign."""
    assert desk.campaign is not None
    vault, notes = Vault(Path("/nowhere"), "", ""), Notes(View.of(desk.campaign))
    vault.find_places(found := list(notes.all()))
    answers = {line: desk.do(line).answer for line in ("stats", "stats for players", "recap", "spotlight")}
    told = {line: answer.text() for line, answer in answers.items() if answer is not None}
    assert len(told) == len(answers)
    told["page"] = Reader(page_of(desk)).text
    told["pictures"] = " ".join(map(str, re.findall(r"<title>([^<]*)|aria-label=\"([^\"]*)", page_of(desk))))
    told["vault"] = "\n".join(notes.body(note, vault.link) for note in found)
    return told


def test_no_document_has_another_word_for_what_was_made_and_expected(desk: Desk) -> None:
    told = documents(desk)
    assert "made" in told["stats"]
    assert "made" in told["page"]
    assert {name: found for name, text in told.items() if (found := REPLACED.findall(text))} == {}


def test_an_evening_is_called_a_session_by_its_number_alone(desk: Desk) -> None:
    found = {name: UNNUMBERED.findall(text) for name, text in documents(desk).items()}
    assert {name: words for name, words in found.items() if words} == {}


def test_tables_and_their_page_have_the_same_words() -> None:
    columns = [name for fields, _, _ in SCHEMA.values() for name in fields]
    text = " ".join([*columns, *VIEWS, *VIEWS.values(), (ROOT / "docs/queries.md").read_text("utf-8")])
    assert re.search(r"\bmade\b.*\bexpected\b|\bexpected\b.*\bmade\b", text, re.DOTALL)
    assert REPLACED.findall(text) == []
    assert not re.search(r"\b(got|deserved)\b", " ".join([*columns, *VIEWS.values()]))
