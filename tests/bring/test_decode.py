"""What a file's bytes are: UTF-8 or UTF-16, and nothing that is guessed."""

from __future__ import annotations

import pytest
from brought import Table, Write

LIST = "date,character,xp\n2024-03-09,Zoë Müller,3\n"


@pytest.mark.parametrize(
    ("raw", "encoding"),
    [
        (LIST.encode(), "UTF-8"),
        (LIST.encode("utf-8-sig"), "UTF-8"),
        (LIST.encode("utf-16"), "UTF-16"),
        (LIST.encode("utf-16-le"), "UTF-16"),
        (LIST.encode("utf-16-be"), "UTF-16"),
        (LIST.replace("\n", "\r\n").encode(), "UTF-8"),
        (LIST.replace("\n", "\r").encode(), "UTF-8"),
    ],
)
def test_a_list_in_utf_8_or_utf_16_is_read_with_its_accents(
    table: Table, write: Write, raw: bytes, encoding: str
) -> None:
    write("xp.csv", raw)
    assert table.do("import xp.csv dry-run")["encoding"] == encoding
    table.do("import xp.csv")
    assert table.xp() == {"Zoë Müller": (3, 0, 0)}


def test_another_encoding_is_refused_with_the_line_and_the_cure(table: Table, write: Write) -> None:
    write("xp.csv", "date,character,xp\n2024-03-09,Ana,1\n2024-03-09,Zoë,3\n".encode("cp1252"))
    assert table.says("import xp.csv") == "line 3 is not UTF-8 — save it as UTF-8 (in a spreadsheet: “CSV UTF-8”)"


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"PK\x03\x04\x00\x00", "xp.csv is a document, not text"),
        (b"date,xp\n\x00\x01", "line 2 holds a zero byte: xp.csv is no text"),
        (b"", "xp.csv is empty"),
        (b" \n\n", "xp.csv is empty"),
        (b"\xff\xfe\x00", "line 1 is not UTF-16"),
        (b"x" * 5_000_001, "xp.csv has 5,000,001 bytes: the limit is 5,000,000"),
    ],
)
def test_what_is_no_text_is_refused(table: Table, write: Write, raw: bytes, said: str) -> None:
    write("xp.csv", raw)
    assert table.says("import xp.csv").startswith(said)
    assert table.says("import xp.csv dry-run").startswith(said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("import none.csv", "there is no file none.csv"),
        ("import folder.csv", "folder.csv is a folder"),
        ("import a.toml", "a.toml is a template — “setup a.toml” carries it out"),
        ("import a.docx", "a.docx: this kind of file has no reader"),
        ("import xp.csv as xp secret", "xp.csv: only notes can be secret"),
        ("import xp.csv as what", "no kind of file “what”"),
        ("import a.jsonl as xp", "a.jsonl is a log, which is imported as it is"),
    ],
)
def test_a_file_that_cannot_be_meant_is_refused(table: Table, write: Write, line: str, said: str) -> None:
    write("a.toml", "x = 1")
    write("a.docx", "x")
    write("a.jsonl", "x")
    write("xp.csv", LIST)
    (write("x", "").parent / "folder.csv").mkdir()
    assert said in table.says(line)


def test_a_file_needs_a_campaign(table: Table, write: Write) -> None:
    write("xp.csv", LIST)
    other = Table(table.desk.place.file.with_name("none.db"), "")
    said = "there is no campaign yet to bring it into — “new” begins one, such as “new fudge”"
    assert [other.says("import xp.csv"), other.says("import xp.csv dry-run")] == [said, said]


def test_ten_thousand_rows_are_the_limit(table: Table, write: Write) -> None:
    write("xp.csv", "date,character,xp\n" + "2024-03-09,Ana,1\n" * 10_001)
    assert table.says("import xp.csv").startswith("xp.csv: 10,001 rows are too many: the limit is 10,000")
