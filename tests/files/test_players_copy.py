"""`export FILE.jsonl for players`: secrets left out, and proof that nothing else was changed or left out."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from given import log_of

from engine.campaign import Campaign
from engine.events import EventsUndone, Renamed
from engine.players import reduce_event
from engine.types import PLAYERS
from replay.audience.rule import View
from replay.audience.seeing import Seeing

OLD = Path(__file__).parents[1] / "logs" / "0.1.0-demo.db"

NIGHT = """\
new fudge-lite The mill
pc Ann by Kim
npc Wolf
npc Traitor
rename Traitor to Olaf
trait Wolf Wits Great
session start Night
secret the miller is the thief
check Ann Stealth vs Wolf Wits rolled 0 0 0 +
contest Ann Stealth rolled 0 0 0 0 vs Olaf Wits rolled 0 0 0 0
note a quiet night
"""


@pytest.fixture
def night(home: Path) -> Path:
    """Play an evening with a secret, and NPCs whom players met but whose sheets they do not see."""
    path = Path("night.db")
    path.write_bytes(log_of(NIGHT))
    return path


@pytest.fixture
def copy(night: Path, do: Callable[..., Any]) -> list[str]:
    """Return the lines of its copy for players."""
    assert do(night, "export copy.jsonl for players").status == 0
    return Path("copy.jsonl").read_text("utf-8").splitlines(keepends=True)


def verified(lines: list[str], do: Callable[..., Any], line: str = "verify") -> Any:
    """Return the answer to a copy of these lines."""
    Path("other.jsonl").write_text("".join(lines), "utf-8")
    return do("other.jsonl", line)


def test_players_prove_a_copy_with_the_checkpoint_that_they_noted(
    night: Path, copy: list[str], do: Callable[..., Any]
) -> None:
    with Campaign.open(night) as campaign:
        head = campaign.log.head.hash.hex()
    outcome = verified(copy, do, f"verify expect {head[:32]} #11")
    assert outcome.status == 0
    result = outcome.answer.result
    assert (result["ok"], result["matches"], result["at"], result["head"]) == (True, True, 11, head)
    assert (result["full"], result["in_part"], result["withheld"]) == (4, 2, 5)
    assert "Matches at #11: up to there nothing else was changed or left out" in outcome.answer.text()
    other = verified(copy, do, f"verify expect {head[::-1][:32]}")
    assert (other.status, other.answer.result["matches"]) == (1, False)


def test_a_copy_holds_hashes_where_the_log_holds_secrets(copy: list[str]) -> None:
    text = "".join(copy)
    assert [word for word in ("miller", "Traitor") if word in text] == []
    secret, against, contest = (json.loads(copy[number]) for number in (8, 9, 10))
    assert [*secret] == ["seq", "payload", "prev", "hash"]
    assert against["shown"]["text"] == "Ann tries Stealth against Wolf's Wits: Good, failure"
    assert not {"difficulty", "margin", "against"} & against["shown"]["event"].keys()
    assert "Olaf" in contest["shown"]["text"]


def test_no_event_that_is_withheld_or_has_a_part_left_out_is_shown_as_stored(
    night: Path, do: Callable[..., Any]
) -> None:
    """Not even where all that is left out is nothing, by which its level would be known."""
    assert do(night, "trait Wolf Stealth Fair").status == 0
    automatic = do(night, 'check Wolf Stealth vs Good fails "it howls"').events[0]
    assert (automatic["level"], automatic["modifiers"], automatic["roll"]) == (0, (), None)
    with Campaign.open(night) as campaign:
        view = View.of(campaign, PLAYERS)
        stored = {row.seq for row in campaign.log.read() if view.shows_as_stored(row)}
        shown = {each.logged for each in view.read_seen() if not each.blanks}
    assert view.withheld
    assert automatic["seq"] in view.reduced
    assert stored <= shown - view.withheld
    assert len(stored) == 4


def test_the_digest_of_rules_that_only_the_game_master_knows_is_left_out_with_them(night: Path) -> None:
    """From it, the names of moves and NPCs could be guessed."""
    with Campaign.open(night) as campaign:
        created = next(campaign.events()).event
        seeing = Seeing.through(campaign)
    as_in_the_book = reduce_event(created, seeing)
    assert as_in_the_book is not None
    assert as_in_the_book.event.digest == created.digest != ""
    own = evolve(created, rules={**created.rules, "gm-moves": ("drown the mill",)})
    reduced = reduce_event(own, seeing)
    assert reduced is not None
    assert ("gm-moves" in reduced.event.rules, reduced.event.digest) == (False, "")


def test_a_correction_names_nothing_that_is_withheld_by_its_own_rule_too(night: Path) -> None:
    """Whatever the rules for all events leave out besides."""
    with Campaign.open(night) as campaign:
        seeing = Seeing.through(campaign)
    secret, note = 8, 11
    undone = reduce_event(EventsUndone((note,), "", "keep", (secret, note)), seeing)
    assert undone is not None
    assert undone.event.kept == (note,)
    assert reduce_event(Renamed("character", "Wolf", "Fenris"), seeing) is None
    assert reduce_event(Renamed("character", "Ann", "Anna"), seeing) is None  # nobody is called so
    assert reduce_event(Renamed("character", "Anna", "Ann"), seeing) is not None


@pytest.mark.parametrize(
    ("change", "seq", "kind"),
    [
        (lambda lines: [*lines[:11], lines[11].replace("quiet", "noisy")], 11, "changed"),
        (lambda lines: [*lines[:8], *lines[9:]], 8, "gap"),
        (lambda lines: lines[:-1], 11, "gap"),
        (lambda lines: [*lines[:8], lines[8].replace('"payload":"', '"payload": "')], 8, "unreadable"),
        (lambda lines: [*lines[:8], lines[8].replace('"hash"', '"salt"')], 8, "unreadable"),
        (lambda lines: [*lines[:8], lines[8].replace('"seq":8', '"seq":"8"')], 8, "unreadable"),
        (lambda lines: [*lines[:8], lines[8].replace('"seq":8', '"seq":true')], 8, "unreadable"),
        (lambda lines: [*lines[:8], "[]\n"], 8, "unreadable"),
        (lambda lines: [lines[0].replace('"campaign":"', '"campaign":"0'), *lines[1:]], 1, "unreadable"),
        (lambda lines: [lines[0].replace("players/1", "players/2"), *lines[1:]], 1, "unreadable"),
        (lambda lines: [lines[0].replace('"events":11', '"events":"x"'), *lines[1:]], 1, "unreadable"),
        (lambda lines: [lines[0].replace('"players"', '"Kim\\nIntact"'), *lines[1:]], 1, "unreadable"),
        (lambda lines: [lines[0].replace('"players"', '" "'), *lines[1:]], 1, "unreadable"),
    ],
)
def test_whatever_was_done_to_a_copy_verify_says_where(
    copy: list[str], do: Callable[..., Any], change: Callable[[list[str]], list[str]], seq: int, kind: str
) -> None:
    outcome = verified(change(copy), do)
    (problem,) = outcome.answer.result["problems"]
    assert (outcome.status, problem["seq"], problem["kind"]) == (1, seq, kind)
    assert outcome.answer.text().startswith("Not intact: line ")


def test_verify_says_that_nothing_proves_for_whom_a_copy_is(copy: list[str], do: Callable[..., Any]) -> None:
    said = verified([copy[0].replace('"players"', '"Kim"'), *copy[1:]], do).answer.text()
    assert "that it is for Kim is what its first line says, and is not proven" in said


def test_a_line_of_another_copy_does_not_fit(night: Path, copy: list[str], do: Callable[..., Any]) -> None:
    do(night, "fork other.db at #10")
    do("other.db", "note a noisy night")
    do("other.db", "export fork.jsonl for Kim")
    fork = Path("fork.jsonl").read_text("utf-8").splitlines(keepends=True)
    assert json.loads(fork[0])["audience"] == "Kim"
    outcome = verified([*copy[:11], fork[12]], do)
    assert outcome.answer.result["problems"][0]["kind"] == "gap"
    swapped = json.loads(copy[8]) | {"prev": json.loads(copy[7])["prev"]}
    outcome = verified([*copy[:8], json.dumps(swapped, separators=(",", ":")) + "\n"], do)
    assert outcome.answer.result["problems"][0]["kind"] == "changed"


def test_a_copy_is_no_log_to_import_or_to_play_on(copy: list[str], do: Callable[..., Any]) -> None:
    outcome = do("new.db", "import copy.jsonl")
    assert outcome.status == 1
    assert "this is a copy for players: events are left out of it" in outcome.fault.message


def test_nothing_can_be_left_out_of_a_log_of_format_1(home: Path, do: Callable[..., Any]) -> None:
    shutil.copy(OLD, "old.db")
    outcome = do("old.db", "export copy.jsonl for players")
    assert outcome.fault.message == "no event can be left out of a log of format 1"
    assert do("old.db", "convert new.db").status == 0
    assert do("new.db", "export copy.jsonl for players").status == 0


# --- scripts for players ---------------------------------------------------------------------------------------


def test_a_script_for_players_plays_what_they_saw_and_notes_the_rest(night: Path, do: Callable[..., Any]) -> None:
    do(night, "give Ann lamp")
    do(night, "pass Ann lamp to Wolf")
    do(night, "pass Wolf lamp to Ann")
    assert do(night, "export told.session for players").status == 0
    assert Path("told.session").read_text("utf-8").splitlines()[1:] == [
        "new fudge-lite The mill",
        "pc Ann by Kim",
        "",
        "session start Night",
        "note Ann tries Stealth against Wolf's Wits: Good, failure",
        "note Ann and Olaf tie: Ann's Stealth reaches Fair, Olaf's Wits reaches Fair",
        "note a quiet night",
        "give Ann lamp",
        "npc Wolf",
        "pass Ann lamp to Wolf",
        "pass Wolf lamp to Ann",
    ]


def test_a_script_for_players_gives_what_npcs_hand_over_that_nobody_saw_with_them(
    night: Path, do: Callable[..., Any]
) -> None:
    for line in ("give Olaf 2 arrows", "pass Olaf arrows to Ann", "drop Ann arrow", "rename Ann to Anna"):
        assert do(night, line).status == 0, line
    assert do(night, "export told.session for players").status == 0
    told = Path("told.session").read_text("utf-8").splitlines()
    assert told[-2:] == ["give Anna 2 arrows", "drop Anna 1 arrows"]
    assert [line for line in told if line.startswith("npc")] == ["npc Olaf"]


def test_a_script_for_players_has_no_numbers_that_mean_nothing_there(night: Path, do: Callable[..., Any]) -> None:
    for line in ("rules point-uses reroll", "rules points 3", "secret a trap", "point Ann", "xcard back"):
        do(night, line)
    assert do(night, "export told.session for players").status == 0
    told = Path("told.session").read_text("utf-8").splitlines()
    assert "xcard" in told
    assert [line for line in told if "#" in line and not line.startswith("#")] == []


def test_a_script_for_players_notes_a_roll_that_would_come_to_something_else(
    night: Path, do: Callable[..., Any]
) -> None:
    for line in ("rules tables Fog = 1d6: 1-6 cursed a -1 until scene;", "trait Ann Wits Good"):
        assert do(night, line).status == 0, line
    for line in ("table Fog for Ann rolled 1 secret", "check Ann Wits vs Fair rolled 0 0 0 0"):
        assert do(night, line).status == 0, line
    assert do(night, "export told.session for players").status == 0
    assert (
        Path("told.session").read_text("utf-8").splitlines()[-1]
        == "note Ann tries Wits against Fair: Fair, bare success"
    )


def test_a_script_for_players_notes_a_tick_that_would_reach_another_stage(night: Path, do: Callable[..., Any]) -> None:
    for line in ("trait Ann Sailing Fair", "countdown Storm 1 gusts, 1 thunder", "tick Storm", "undo"):
        assert do(night, line).status == 0, line
    assert do(night, "check Ann Sailing vs Fair ticks Storm secret rolled 0 0 0 0").status == 0
    assert do(night, "tick Storm").status == 0
    assert do(night, "export told.session for players").status == 0
    assert Path("told.session").read_text("utf-8").splitlines()[-2:] == [
        "countdown Storm 1 gusts, 1 thunder",
        "note Storm: 1 box marked",
    ]


def test_the_game_masters_moves_and_tables_are_in_no_file_for_players(night: Path, do: Callable[..., Any]) -> None:
    for line in ("rules gm-moves ZAP", "rules tables Weather = 2d6: 2 ZIP, 3-12 clear;", "rules untrained 1"):
        assert do(night, line).status == 0, line
    for name in ("told.session", "told.jsonl", "told.csv", "told.db"):
        assert do(night, f"export {name} for players").status == 0
        assert [word for word in (b"ZAP", b"ZIP") if word in Path(name).read_bytes()] == []
    assert Path("told.session").read_text("utf-8").splitlines()[-1] == "rules untrained 1"
