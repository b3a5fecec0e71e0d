"""Seals: five words that prove a log up to the end of an evening."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from forging import rechained
from given import log_of
from hypothesis import given
from hypothesis import strategies as st
from spoiling import tampered

from engine.campaign import Campaign
from engine.heads import find_head
from engine.store import opening
from engine.store.door import Head, Row, beginning_of, chain_rows
from engine.store.log import SqliteLog
from engine.store.own_files import SEALS, find_folder
from replay.seal import words as seal_words_module
from replay.seal.checker import checker
from replay.seal.words import TypedWords, is_one_off, seal_words, word_list

EVENING = """\
new fudge-lite The mill
pc Ann by Kim
pc Bea by Lou
npc Wolf
session start Night
secret the miller is the thief
npc Olaf
award Ann 3 for courage
award Bea 1
trait Ann Stealth Fair
note a quiet night
session end
seal 4417 by Kim
award Bea 2 for homework
"""

SEALED = 15


@pytest.fixture(autouse=True, scope="module")
def words_are_computed_once() -> Iterator[None]:
    """Compute the words of each head once for all tests, which takes a tenth of a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("replay.seal.known.seal_words", cache(seal_words))
        yield


@pytest.fixture
def mill(home: Path) -> Path:
    """Play an evening that is sealed, and an award after it."""
    path = Path("mill.db")
    path.write_bytes(log_of(EVENING))
    return path


@pytest.fixture
def words(mill: Path, do: Callable[..., Any]) -> list[str]:
    """Return the words of its seal."""
    (seal,) = do(mill, "seals").answer.result["seals"]
    return list(seal["words"])


def begun(words: list[str]) -> str:
    """Return three letters of each word."""
    return " ".join(word[:3] for word in words)


# --- the words -------------------------------------------------------------------------------------------------


def test_the_words_are_made_from_campaign_number_and_hash() -> None:
    """The page of a report makes them a second time, in another language."""
    hash = bytes(range(32))
    assert " ".join(seal_words("campaign-0001", Head(131, hash))) == "ambulance oxygen body superstore woolworker"
    assert seal_words("campaign-0001", Head(132, hash)) != seal_words("campaign-0001", Head(131, hash))
    assert seal_words("campaign-0002", Head(131, hash)) != seal_words("campaign-0001", Head(131, hash))


def distance(one: str, other: str) -> int:
    """Return how many letters have to be added, taken out or changed to make one word of another."""
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, start=1):
        before, row = row, [place]
        for column, (other_letter, (left, above)) in enumerate(zip(other, pairwise(before), strict=True)):
            row.append(min(row[column] + 1, above + 1, left + (letter != other_letter)))
    return row[-1]


def test_three_letters_tell_a_word_from_all_others_and_no_slip_makes_one_of_another() -> None:
    found = word_list()
    assert len(found) == len(set(found)) == len({word[:3] for word in found}) == 1296
    assert all(word.isascii() and word.isalpha() and word.islower() for word in found)
    shortened: dict[str, set[str]] = defaultdict(set)
    for word in found:
        for first, second in combinations(range(len(word)), 2):
            shortened[word[:first] + word[first + 1 : second] + word[second + 1 :]].add(word)
        for place in range(len(word)):
            shortened[word[:place] + word[place + 1 :]].add(word)
        shortened[word].add(word)
    pairs = {pair for words in shortened.values() for pair in combinations(sorted(words), 2)}
    assert len(pairs) > 100, "words that share what is left of them without two letters"
    near = [pair for pair in pairs if distance(*pair) < 3]
    assert near == []


@given(st.sampled_from(word_list()), st.data())
def test_one_letter_more_less_or_other_is_a_slip_and_two_are_none(word: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(word) - 1))
    letter = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz"))
    for typed in (word[:place] + word[place + 1 :], word[:place] + letter + word[place:]):
        assert is_one_off(typed, word) or word.startswith(typed)
    other = data.draw(st.sampled_from(word_list()))
    assert other == word or not is_one_off(other, word)


# --- what a seal shows -----------------------------------------------------------------------------------------


def test_a_seal_answers_with_its_card_on_which_nothing_is_secret(mill: Path, do: Callable[..., Any]) -> None:
    outcome = do(mill, "seal 12 by Lou")
    said = outcome.answer.result
    assert {name: said[name] for name in ("seq", "number", "by")} == {"seq": SEALED + 2, "number": 12, "by": "Lou"}
    assert {name: each["xp"] for name, each in said["sheets"].items()} == {"Ann": 4, "Bea": 4}
    assert "Stealth none → Fair" in said["sheets"]["Ann"]["changed"]
    assert len(said["words"]) == 5
    assert " ".join(said["words"]) in said["line"]
    with Campaign.open(mill) as campaign:
        assert campaign.log.head.hash.hex() in said["line"]
    text = outcome.answer.text()
    assert "│   number 12, said by Lou" in text
    assert "│ Ann 4 XP awarded (+4) · " in text
    assert "Olaf" not in text
    assert "miller" not in text
    assert "nothing up to here was changed" in text


def test_the_card_of_a_campaign_without_a_title_begins_with_its_session(tmp_path: Path, do: Callable[..., Any]) -> None:
    lines = ("new fudge", "pc Ann by Lou", "session start", "session end", "seal 12 by Lou")
    *_, outcome = (do(tmp_path / "c.db", line) for line in lines)
    assert outcome.answer.result["line"].startswith("fudgelog seal/2 · session 1 · #5 · ")
    assert "┌ session 1 · " in outcome.answer.text()


def test_a_seal_without_a_number_says_what_it_lacks(mill: Path, do: Callable[..., Any]) -> None:
    outcome = do(mill, "seal by Lou")
    assert outcome.answer.result["number"] is None
    assert "not against two" in outcome.answer.text()


def test_a_card_numbers_nothing_if_players_must_not_learn_how_much_there_is(mill: Path, do: Callable[..., Any]) -> None:
    assert do(mill, "rules players-see gaps no").status == 0
    outcome = do(mill, "seal 5 by Kim")
    card = outcome.answer.text().partition("\n")[2]
    assert f"#{outcome.answer.result['seq']}" not in card


@pytest.mark.parametrize("typed", ["{0}", "{1}", "{2}"])
def test_words_or_three_letters_of_each_prove_the_log(
    mill: Path, words: list[str], do: Callable[..., Any], typed: str
) -> None:
    line = typed.format(" ".join(words), begun(words), " · ".join(words).upper())
    outcome = do(mill, f"verify expect {line}")
    assert outcome.status == 0
    assert outcome.answer.result["matches"] is True
    assert outcome.answer.result["at"] == SEALED
    assert outcome.answer.result["words"] == words
    since = do(mill, f"since {line}").answer
    assert [each["seq"] for each in since.result["since"]] == [SEALED + 1]
    assert since.text().startswith(f"✓ #1 to #{SEALED} are exactly what Kim noted on 2")
    assert "Bea is awarded 2 XP (homework)" in since.text()


def test_one_letter_off_is_mended_and_said(mill: Path, words: list[str], do: Callable[..., Any]) -> None:
    slip = [words[0][:-1] + ("x" if words[0][-1] != "x" else "y"), *words[1:]]
    outcome = do(mill, f"verify expect {' '.join(slip)}")
    assert outcome.status == 0
    assert f"(“{slip[0]}” read as “{words[0]}”)" in outcome.answer.text()
    two = [slip[0], words[1][:-1] + ("x" if words[1][-1] != "x" else "y"), *words[2:]]
    assert do(mill, f"verify expect {' '.join(two)}").answer.result["matches"] is False


def test_the_right_words_in_another_order_are_told_as_such(
    mill: Path, words: list[str], do: Callable[..., Any]
) -> None:
    turned = " ".join([words[1], words[0], *words[2:]])
    assert turned.split() != words
    outcome = do(mill, f"verify expect {turned}")
    assert outcome.status == 1
    assert f"these are the words of #{SEALED}, but in another order" in outcome.answer.text()
    refused = do(mill, f"since {turned}")
    assert refused.status == 1
    assert "in another order" in refused.fault.message


def test_words_of_another_campaign_and_of_another_copy_are_told_as_such(
    mill: Path, words: list[str], do: Callable[..., Any]
) -> None:
    for line in ("new fudge-lite Other", "pc Kim by Kim", "session start", "seal 4417 by Kim"):
        outcome = do("other.db", line)
        assert outcome.status == 0
    others = " ".join(outcome.answer.result["words"])
    assert "these are words of another campaign" in do(mill, f"verify expect {others}").answer.text()
    assert "other.db" in do(mill, f"since {others}").fault.message
    assert do(mill, "fork later.db").status == 0
    forked = " ".join(do("later.db", "seal 7 by Kim").answer.result["words"])
    assert f"sealed #{SEALED + 3} of another copy of this campaign" in do(mill, f"since {forked}").fault.message
    assert do("later.db", f"verify expect {begun(words)}").status == 0


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("seal -4 by Kim", "expected a number of one to four digits"),
        ("seal 12345 by Kim", "expected a number of one to four digits"),
        ("seal ١٢ by Kim", "expected a number of one to four digits"),
        ("seal 4 by Nobody", "no player “Nobody”"),
        ("seal 4", "this needs “by”"),
        ("since oct mag ost lan", "4 words: a seal has five"),
        ("since oct mag ost la tug", "“la” is too short"),
        ("since #99", "there is no event #99"),
        ("verify expect octopus magazine ostrich", "3 words: a seal has five"),
        ("since octopus magazine ostrich lantern tugboat", "no seal of this log has these words"),
    ],
)
def test_bad_input_gets_a_sentence_and_writes_nothing(
    mill: Path, do: Callable[..., Any], line: str, message: str
) -> None:
    before = mill.read_bytes()
    outcome = do(mill, line)
    assert outcome.status in (1, 2)
    assert message in outcome.fault.message
    assert mill.read_bytes() == before


def test_nothing_is_sealed_before_a_session_or_without_a_player(home: Path, do: Callable[..., Any]) -> None:
    do("new.db", "new fudge-lite The mill")
    do("new.db", "pc Ann")
    assert "there is no evening to seal yet" in do("new.db", "seal 4 by Kim").fault.message
    do("new.db", "session start")
    refused = do("new.db", "seal 4 by Kim").fault
    assert "nobody is known as a player" in refused.message
    assert refused.hint == "“pc NAME by PLAYER” adds one"
    assert do("new.db", "seals").answer.text().startswith("nothing is sealed yet")
    assert do("new.db", "head").answer.result["seal"] is None


# --- what changes the words, and what does not -----------------------------------------------------------------


def changes(row: Row) -> dict[str, Row]:
    """Return an event with one thing about it changed, in each way that there is."""
    salt = bytes([row.salt[0] ^ 1, *row.salt[1:]])
    return {
        "body": row._replace(body=row.body.replace("}", " }")),
        "salt": row._replace(salt=salt),
        "time": row._replace(ts=row.ts[:-2] + ("1Z" if row.ts[-2] != "1" else "2Z")),
        "speaker": row._replace(actor=f"{row.actor}x"),
    }


def test_any_change_of_any_sealed_event_changes_the_words(mill: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words are made from the hash, so it is enough that each change makes another hash."""
    with closing(SqliteLog.open(mill, writable=False)) as log:
        rows = list(log.read(None, SEALED))
        campaign, begin = log.campaign, beginning_of(log.campaign)
    heads = {rows[-1].hash}
    tried = 0
    for place, row in enumerate(rows):
        others = [[*rows[:place], other, *rows[place + 1 :]] for other in changes(row).values()]
        others.append([*rows[:place], *rows[place + 1 :]])
        if place + 1 < len(rows):
            others.append([*rows[:place], rows[place + 1], row, *rows[place + 2 :]])
        for changed in others:
            *_, last = chain_rows(campaign, begin, (each[1:9] for each in changed))  # type: ignore[misc]
            heads.add(last.hash)
            tried += 1
    assert len(heads) == tried + 1 == 6 * SEALED


def test_a_forged_past_with_right_hashes_has_other_words(mill: Path, words: list[str], do: Callable[..., Any]) -> None:
    forged = rechained(mill, "forged.db", lambda row: row._replace(body=row.body.replace('"amount":3', '"amount":4')))
    assert do(forged, "verify").status == 0
    outcome = do(forged, f"verify expect {begun(words)}")
    assert outcome.status == 1
    assert outcome.answer.result["matches"] is False


def test_what_was_sealed_can_be_corrected_and_stays_provable(
    mill: Path, words: list[str], do: Callable[..., Any]
) -> None:
    for line in ("undo", "undo #9 for it was Bea", "redo", "rename Ann to Anna", "rename Kim to Kimberly"):
        outcome = do(mill, line)
        assert outcome.status == 0, (line, outcome.fault)
        assert do(mill, f"verify expect {begun(words)}").status == 0
    assert do(mill, f"undo #{SEALED}").status == 1
    assert do(mill, "seals").answer.result["seals"][0]["by"] == "Kimberly"


def test_a_seal_holds_though_its_player_is_undone(mill: Path, words: list[str], do: Callable[..., Any]) -> None:
    """A cascade leaves it, so that the log opens again, and an audit finds nothing wrong with it."""
    for line in ("undo #2 cascade for Kim never came", "undo #3 cascade for nor did Lou"):
        outcome = do(mill, line)
        assert outcome.status == 0, (line, outcome.fault)
        assert SEALED not in outcome.answer.result["undone"]
        assert do(mill, f"verify expect {begun(words)}").status == 0
    assert do(mill, "seals").answer.result["seals"][0]["by"] == "Kim"
    assert SEALED not in {found["seq"] for found in do(mill, "audit").answer.result["findings"]}
    for _ in range(2):
        assert do(mill, "redo").status == 0


def test_a_plain_undo_passes_over_a_seal(mill: Path, do: Callable[..., Any]) -> None:
    assert do(mill, "undo").answer.result["undone"] == [SEALED + 1]
    assert do(mill, "undo").answer.result["undone"] == [12, 13, 14], "the end of the session, with its XP"


def test_copies_of_a_log_keep_its_words(mill: Path, words: list[str], do: Callable[..., Any]) -> None:
    assert do(mill, "backup copy.db").status == 0
    assert do(mill, "export all.jsonl").status == 0
    assert do("imported.db", "import all.jsonl").status == 0
    assert do(mill, "export some.jsonl for players").status == 0
    for file in ("copy.db", "imported.db", "some.jsonl"):
        assert do(file, f"verify expect {begun(words)}").status == 0, file


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("backup copy.db", "The words of its seals prove this copy too."),
        ("export all.jsonl", "The words of its seals prove this copy too."),
        ("fork other.db at #16", "Words of seals up to #16 prove both logs, later ones only the log that was sealed."),
        ("export again.session", "The words of seals do not prove a log that this plays: seal that one again."),
    ],
)
def test_what_is_made_of_a_sealed_log_says_what_the_words_prove_of_it(
    mill: Path, do: Callable[..., Any], line: str, said: str
) -> None:
    assert said in do(mill, line).answer.text().splitlines()


def test_a_log_without_seals_says_nothing_of_them(home: Path, do: Callable[..., Any]) -> None:
    do("new.db", "new fudge-lite The mill")
    assert "seal" not in do("new.db", "backup copy.db").answer.text()


def test_a_script_of_a_sealed_log_seals_what_it_plays(mill: Path, words: list[str], do: Callable[..., Any]) -> None:
    assert do(mill, "export again.session").status == 0
    for line in Path("again.session").read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            assert do("again.db", line).status == 0, line
    (seal,) = do("again.db", "seals").answer.result["seals"]
    assert (seal["number"], seal["by"]) == (4417, "Kim")
    assert seal["words"] != words


def test_a_seal_keeps_its_words_when_the_log_is_converted(home: Path, do: Callable[..., Any]) -> None:
    old = Path(__file__).parents[1] / "logs" / "0.1.0-demo.db"
    shutil.copy(old, "old.db")
    player = "Kurt"
    assert do("old.db", f"seal 7 by {player}").status == 0
    words = do("old.db", "seals").answer.result["seals"][0]["words"]
    assert do("old.db", "convert new.db").status == 0
    assert do("new.db", "seals").answer.result["seals"][0]["words"] == words
    assert do("new.db", f"verify expect {begun(words)}").status == 0
    assert do("new.db", f"since {begun(words)}").answer.result["matches"] is True


# --- the players' program --------------------------------------------------------------------------------------


@pytest.fixture
def check(mill: Path, do: Callable[..., Any]) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a way to run the players' program on a copy, in a Python with nothing but its own library."""
    assert do(mill, "export copy.jsonl for players").status == 0
    Path("check.py").write_text(do(mill, "seal checker").answer.result["program"], "utf-8")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", "-S", "check.py", *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    return run


def test_the_players_program_has_under_80_lines() -> None:
    assert len(checker().splitlines()) < 80


def test_the_players_program_proves_a_copy(
    words: list[str], check: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    found = check("copy.jsonl", *words)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith(f"The words are those of #{SEALED}: nothing up to there was changed.")
    assert check("copy.jsonl", *begun(words).upper().split()).returncode == 0
    assert check("copy.jsonl", *words[::-1]).returncode == 1
    assert check("copy.jsonl", *words[:4]).returncode == 1


def test_the_players_program_refuses_a_copy_with_any_line_changed_moved_or_gone(
    words: list[str], check: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    lines = Path("copy.jsonl").read_text("utf-8").splitlines(keepends=True)
    digit = {"0": "1"}
    changed = [
        [*lines[:5], lines[5].replace('"hash":"', '"hash":"0'), *lines[6:]],
        [line.replace('"amount":3', '"amount":4') for line in lines],
        [*lines[:4], *lines[5:]],
        [*lines[:4], lines[5], lines[4], *lines[6:]],
        [lines[0].replace(lines[0][50], digit.get(lines[0][50], "0"), 1), *lines[1:]],
        [*lines[:3], "{}\n", *lines[4:]],
        [*lines[:3], "nonsense\n", *lines[4:]],
    ]
    for each in changed:
        Path("changed.jsonl").write_text("".join(each), "utf-8")
        found = check("changed.jsonl", *words)
        assert found.returncode == 1
        assert "Traceback" not in found.stderr


def test_a_change_behind_the_program_is_found_before_a_seal_is(
    mill: Path, words: list[str], do: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Find it in a log that is too long to be read whole every time, before the point where it was found right."""
    monkeypatch.setattr(opening, "CHECKED_WHOLE", 10)
    assert do(mill, "head").answer.result["verified"]["from"] > SEALED
    tampered(mill, "UPDATE event SET actor = 'Kurt' WHERE seq = 7")
    assert do(mill, f"since #{SEALED}").status == 0, "no words are proven then"
    outcome = do(mill, f"since {begun(words)}")
    assert outcome.status == 3
    assert "#7" in outcome.fault.message


# --- what this computer remembers ------------------------------------------------------------------------------


def test_words_are_computed_once_and_a_spoiled_memory_never_makes_a_wrong_answer(
    mill: Path, words: list[str], do: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[Head] = []
    monkeypatch.setattr("replay.seal.known.seal_words", lambda campaign, head: computed.append(head) or tuple(words))
    assert do(mill, "seals").answer.result["seals"][0]["words"] == words
    assert computed == []
    (file,) = find_folder(SEALS).iterdir()
    sound = file.read_bytes()
    for place in range(0, len(sound), 7):
        file.write_bytes(sound[:place] + bytes([sound[place] ^ 4]) + sound[place + 1 :])
        assert do(mill, "seals").answer.result["seals"][0]["words"] == words, place
    assert computed


def test_remembered_words_are_computed_again_before_they_prove_anything(
    mill: Path, words: list[str], do: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("replay.seal.known.seal_words", lambda campaign, head: ("octopus",) * 5)
    assert do(mill, f"verify expect {begun(words)}").status == 1


# --- first words that came later -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "head"),
    [("seal", "seal"), ("seals", "seals"), ("since", "since"), ("sea", "search"), ("sinc", None), ("si", "sign")],
)
def test_a_later_first_word_takes_no_beginning_from_another(typed: str, head: str | None) -> None:
    assert find_head(typed) == head


def test_typed_words_may_be_separated_by_anything() -> None:
    typed = seal_words_module.read_words("Octopus, magazine - ostrich·lantern\ttugboat")
    assert typed == TypedWords(("octopus", "magazine", "ostrich", "lantern", "tugboat"))


def test_a_word_that_begins_like_none_is_named(mill: Path, do: Callable[..., Any]) -> None:
    refused = do(mill, "since octopus magazine ostrich lantern xqz").fault
    assert refused.message == "no word of a seal begins like “xqz”"


def test_the_line_that_a_player_posts_proves_the_log_as_its_words_do(mill: Path, do: Callable[..., Any]) -> None:
    line = do(mill, "seal 12 by Lou").answer.result["line"]
    assert do(mill, f"since {line}").status == 0
    assert do(mill, f"verify expect {line}").answer.result["matches"] is True
