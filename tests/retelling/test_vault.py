"""`export FOLDER/`: notes for Obsidian, in which what others wrote stays as it is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from given import a_full_disk

from replay.retelling.vault.names import file_name, free_name
from replay.retelling.vault.notes import plain_text
from replay.retelling.vault.writing import MARK
from shell.outcome import LineOutcome
from shell.runner import Desk

NIGHT = """\
new fudge-lite "The mill"
pc Ann by Kim
pc Ben by Lee
npc Wolf
trait Ann Stealth Good
give Ann 2 torches
session start Night
scene At the weir
check Ann Stealth vs Fair rolled 0 0 0 0
note Ann waits
secret Ben is the thief
"""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """Play an evening, and stand in its folder."""
    monkeypatch.chdir(tmp_path)
    with closing(Desk(tmp_path / "mill.db")) as desk:
        for line in NIGHT.splitlines():
            do(desk, line)
        yield desk


def do(desk: Desk, line: str) -> LineOutcome:
    """Carry out a line."""
    outcome = desk.do(line)
    assert outcome.fault is None, (line, outcome.fault)
    return outcome


def files() -> dict[str, str]:
    """Return the files of the vault."""
    found = sorted(each for each in Path("notes").rglob("*") if each.is_file())
    return {str(each.relative_to("notes")): each.read_text("utf-8") for each in found}


def refusal(desk: Desk, line: str) -> str:
    """Return why a line is refused."""
    fault = desk.do(line).fault
    assert fault is not None
    return fault.message


def test_there_is_a_note_for_the_campaign_each_evening_and_each_character(desk: Desk) -> None:
    do(desk, "export notes/")
    found = files()
    assert [*found] == [
        "Characters/Ann.md",
        "Characters/Ben.md",
        "Evenings/Session 01 Night.md",
        "NPCs/Wolf.md",
        "The mill.md",
    ]
    evening = found["Evenings/Session 01 Night.md"]
    assert "## At the weir\n\n[[Characters/Ann|Ann]] made Stealth. #9 ^e9" in evening
    assert "> [[Characters/Ann|Ann]] waits. #10\n\n^e10\n" in evening
    assert "- Stealth: Good" in found["Characters/Ann.md"]
    assert "- 2 torches" in found["Characters/Ann.md"]
    assert "[[Evenings/Session 01 Night#^e9|#9]]" in found["Characters/Ann.md"]


def test_every_link_leads_to_a_note_and_to_a_line_in_it(desk: Desk) -> None:
    do(desk, "export notes/")
    found = files()
    links = [link for text in found.values() for link in re.findall(r"\[\[([^\]|]+)\|", text)]
    assert len(links) > 8
    for link in links:
        note, _, block = link.partition("#")
        assert f"{note}.md" in found
        assert not block or re.search(rf"(^| ){re.escape(block)}$", found[f"{note}.md"], re.MULTILINE)


def test_what_others_wrote_stays_and_the_rest_is_made_again(desk: Desk) -> None:
    do(desk, "export notes/")
    ann, foreign = Path("notes/Characters/Ann.md"), Path("notes/Characters/Cid.md")
    ann.write_text(ann.read_text().replace("---\n\n# Ann", "tags:\n  - hero\n---\n\n# Ann") + "My own words\n")
    foreign.write_text("not yours")
    moved = Path("notes/Ben, a thief.md")
    Path("notes/Characters/Ben.md").rename(moved)
    do(desk, "pc Cid")
    do(desk, "rename Ann to Anna")
    outcome = do(desk, "export notes/")
    found = files()
    assert outcome.answer is not None
    assert outcome.answer.result["removed"] == 0
    assert found["Characters/Ann.md"].endswith(f"{MARK}\nMy own words\n")
    assert "tags:\n  - hero\n---\n\n# Anna\n" in found["Characters/Ann.md"]
    assert found["Characters/Cid.md"] == "not yours"
    assert "# Cid" in found["Characters/Cid 2.md"]
    assert "[[Ben, a thief|Ben]]" in found["The mill.md"]
    again = do(desk, "export notes/")
    assert (files(), again.answer and again.answer.result["written"]) == (found, 0)


def test_notes_of_what_is_not_seen_any_more_go_but_for_what_was_written_in_them(desk: Desk) -> None:
    do(desk, "show Wolf")
    do(desk, "npc Owl")
    do(desk, "show Owl")
    do(desk, "export notes/ for players")
    owl = Path("notes/NPCs/Owl.md")
    owl.write_text(owl.read_text() + "We fear the owl\n")
    do(desk, "hide Wolf, Owl")
    do(desk, "export notes/ for players")
    assert "NPCs/Wolf.md" not in files()
    assert files()["NPCs/Owl.md"] == "We fear the owl\n"


def test_the_properties_of_notes_lead_to_others_and_have_numbers_as_numbers(desk: Desk) -> None:
    for line in ("award Ann 3", "npc Owl", "session end", "session start", "check Ann Stealth vs Owl Wits rolled 0"):
        do(desk, line)
    do(desk, "export notes/")
    found = {name: front(text) for name, text in files().items()}
    first, second = found["Evenings/Session 01 Night.md"], found["Evenings/Session 02.md"]
    assert (first["session"], second["session"]) == (1, 2)
    assert second["characters"] == ["[[Characters/Ann|Ann]]", "[[NPCs/Owl|Owl]]"]
    assert (first.get("met"), second["met"]) == (None, ["[[NPCs/Owl|Owl]]"])
    ann = found["Characters/Ann.md"]
    assert (ann["xp_awarded"], ann["xp_unspent"]) == (4, 4)
    assert ann["evenings"][0] == "[[Evenings/Session 01 Night|Session 1: Night]]"
    assert "aliases" not in ann


def front(text: str) -> dict[str, Any]:
    """Return the properties of a note."""
    lines = text.partition("---\n")[2].partition("\n---")[0].splitlines()
    return {key: json.loads(held) for key, _, held in (line.partition(": ") for line in lines)}


def test_a_renamed_character_keeps_the_former_name_beside_those_that_the_reader_gave(desk: Desk) -> None:
    do(desk, "export notes/")
    ann = Path("notes/Characters/Ann.md")
    ann.write_text(ann.read_text().replace('name: "Ann"', 'aliases:\n  - Annie\n  - "the Fox"\nname: "Ann"'))
    do(desk, "rename Ann to Anna")
    do(desk, "export notes/")
    assert front(ann.read_text())["aliases"] == ["Ann", "Annie", "the Fox"]
    do(desk, "undo")
    do(desk, "export notes/")
    assert front(ann.read_text())["aliases"] == ["Annie", "the Fox"]


def test_numbered_npcs_share_a_note(desk: Desk) -> None:
    do(desk, "npc 1 Bandit")
    do(desk, "check Ann Stealth vs Bandit 1 Wits rolled 0")
    do(desk, "export notes/")
    assert "NPCs/Bandit 1.md" in files()
    do(desk, "npc 2 Bandit")
    do(desk, "trait Bandit 3 Wits Great")
    do(desk, "check Ann Stealth vs Bandit 3 Wits rolled 0")
    do(desk, "export notes/")
    found = files()
    assert [name for name in found if "Bandit" in name] == ["NPCs/Bandit 1.md"], "the note stays where it was"
    note = found["NPCs/Bandit 1.md"]
    assert (front(note)["aliases"], front(note)["count"]) == (["Bandit 1", "Bandit 2", "Bandit 3"], 3)
    assert "## Bandit 3\n\n### Traits\n\n- Wits: Great" in note
    assert "Stealth" in note
    evening = found["Evenings/Session 01 Night.md"]
    assert "[[NPCs/Bandit 1|Bandit 3]]" in evening
    assert found["The mill.md"].count("Bandit") == 2
    again = do(desk, "export notes/")
    assert again.answer is not None
    assert again.answer.result["written"] == 0


def test_players_notes_hold_no_secrets_and_do_not_mix_with_the_game_masters(desk: Desk) -> None:
    do(desk, "export notes/ for Kim")
    assert [*files()] == [
        "Characters/Ann.md",
        "Characters/Ben.md",
        "Evenings/Session 01 Night.md",
        "The mill.md",
    ]
    assert "thief" not in "".join(files().values())
    assert refusal(desk, "export notes/") == "notes holds notes for Kim, not for you"
    assert refusal(desk, "export notes/ for players") == "notes holds notes for Kim, not for all players"


def test_a_folder_that_cannot_be_is_refused(desk: Desk) -> None:
    Path("taken").write_text("a file")
    assert refusal(desk, "export taken/") == "taken is a file, not a folder"
    assert refusal(desk, "export nowhere/notes/").startswith("nowhere/notes cannot be made: ")


def test_a_note_names_learned_traits_alone_and_leads_to_the_evenings_around(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "small.db")) as desk:
        setting = ("new peupfudge", "define ability Wits, Muscle", "pc Ann", "award all 5", "spend Ann 3 on Wits")
        for line in (*setting, *3 * ("session start", "session end")):
            do(desk, line)
        do(desk, f"export {tmp_path}/v/")
    ann, second = (
        (tmp_path / "v" / each).read_text("utf-8") for each in ("Characters/Ann.md", "Evenings/Session 02.md")
    )
    assert "- Wits: 2" in ann
    assert "Muscle" not in ann
    assert "← [[Evenings/Session 01|Session 1]] · [[Evenings/Session 03|Session 3]] →" in second


def test_on_a_full_disk_each_note_is_as_it_was_or_as_it_should_be(desk: Desk) -> None:
    do(desk, "export notes/")
    before = files()
    do(desk, f"note {'a long night ' * 200}")
    with a_full_disk(2000):
        assert refusal(desk, "export notes/").endswith("cannot be written: File too large")
    assert files() == before
    do(desk, "export notes/")
    assert len(files()) == len(before)


def test_before_the_first_evening_there_are_characters_and_an_empty_evening_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(Desk(tmp_path / "new.db")) as desk:
        do(desk, "new peupfudge")
        do(desk, "export notes/")
        assert [*files()] == ["Campaign.md"]
        do(desk, "session start")
        do(desk, "export notes/")
        assert "Nothing was recorded in this evening." in files()["Evenings/Session 01.md"]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("../../etc/passwd", "etc passwd"),
        ("..", "Npc"),
        ("con.txt", "con (name).txt"),
        ('a<b>:"c|d?*', "a b c d"),
        ("[[Ann]]#^x", "Ann x"),
        ("trailing. ", "trailing"),
        ("turned\u202etxt", "turned txt"),
        ("x" * 300, "x" * 80),
        ("黒" * 80, "黒" * 60),
    ],
)
def test_hostile_names_become_names_that_any_disk_takes(name: str, file: str) -> None:
    assert file_name(name, "Npc") == file
    assert free_name(file, {file.casefold()}) == f"{file} 2"


#: As Windows documents them: a file cannot have one up to its first dot, in any case.
KEPT_FOR_DEVICES = (
    "CON",
    "PRN",
    "AUX",
    "NUL",
    "CONIN$",
    "CONOUT$",
    *(f"{port}{n}" for port in ("COM", "LPT") for n in "0123456789¹²³"),
)


@pytest.mark.parametrize("behind", ["", ".txt", ".tar.gz", " .md", "  ", ".", ". x", ".con", ":stream"])
def test_no_note_is_called_as_a_device_whatever_stands_behind_that(behind: str) -> None:
    for name in KEPT_FOR_DEVICES:
        for text in (name + behind, (name + behind).lower(), f" {name}{behind}"):
            note = f"{file_name(text, 'Npc')}.md"
            assert note.partition(".")[0].strip().upper() not in KEPT_FOR_DEVICES, text
            assert note.upper().startswith(name), text


@pytest.mark.parametrize("name", ["Conan", "Nulla", "Auxilia", "Com", "COM10", "Lpt.", "x.con", "a nul"])
def test_names_that_only_look_like_a_device_stay(name: str) -> None:
    assert file_name(name, "Npc") == name.rstrip(".")


@pytest.mark.parametrize("folder", ["Characters", "Evenings"])
def test_a_link_to_another_folder_is_not_followed(desk: Desk, folder: str) -> None:
    Path("elsewhere").mkdir()
    Path("elsewhere/mine.md").write_text("mine")
    Path("notes").mkdir()
    Path("notes", folder).symlink_to(Path("elsewhere").absolute())
    assert refusal(desk, "export notes/").startswith(f"notes/{folder} is a link to another folder")
    assert [each.name for each in Path("elsewhere").iterdir()] == ["mine.md"]
    assert not [each for each in Path("notes").rglob("*") if each.is_file() and not each.is_symlink()]


def test_notes_that_lie_behind_a_link_are_not_ours(desk: Desk) -> None:
    """They are neither read, written nor removed."""
    do(desk, "export notes/")
    Path("notes/Characters").rename("elsewhere")
    before = {each: each.read_bytes() for each in Path("elsewhere").iterdir()}
    Path("notes/behind").symlink_to(Path("elsewhere").absolute())
    do(desk, "note it rains")
    do(desk, "export notes/")
    assert {each: each.read_bytes() for each in Path("elsewhere").iterdir()} == before
    assert Path("notes/Characters").is_dir()


def test_the_folder_itself_may_be_a_link(desk: Desk) -> None:
    Path("elsewhere").mkdir()
    Path("notes").symlink_to(Path("elsewhere").absolute())
    do(desk, "export notes/")
    assert list(Path("elsewhere").glob("*.md"))


def test_hostile_texts_stay_texts(desk: Desk) -> None:
    for line in (
        f"note {MARK}",
        "note ![[secret]] <script> $x$ ==y== #tag `z` ^e9",
        'npc "../[[x]] --- |"',
        "scene ---",
    ):
        do(desk, line)
    do(desk, "export notes/")
    found = files()
    assert all(text.count(f"\n{MARK}\n") == 1 for text in found.values())
    assert plain_text("![[secret]] <script>") in found["Evenings/Session 01 Night.md"]
    assert not re.search(r"(?<!\\)(<script|!\[\[|==)", "".join(found.values()))
    assert "NPCs/x --- .md" in found or "NPCs/x ---.md" in found
