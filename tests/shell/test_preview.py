"""What the prompt says of a line before Enter: how it is read, what can follow, and what it would come to."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

import pytest
from attrs import evolve
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from engine.state import State
from shell.language.reading import read
from shell.output import width
from shell.preview import Preview, full_reading, preview
from shell.prompt.colours import colour
from shell.prompt.completing import Offering
from shell.prompt.toolbar import toolbar
from shell.prompt.typed import LineTyped
from shell.runner import Desk


def said(desk: Desk, line: str) -> Preview:
    """Return the preview of a line at a desk."""
    if desk.campaign is None:
        desk.open(writable=True)
    return LineTyped(desk).preview(line)


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("check Kotorikh Knowledge -1 tired vs 3", "Knowledge 2 −1 tired = 1 vs 3: needs +2 or more on 4dF, 18.5%"),
        ("check Kotorikh Knowledge vs 3 -1 moon", "Knowledge 2 vs 2 (3, −1 moon): needs 0 or more on 4dF, 61.7%"),
        ("contest Kotorikh Fitness vs Nyrv", "nobody leads: Kotorikh 40.3%, Nyrv 40.3%, tie 19.3%"),
        ("kot, oba perc 2", "Kotorikh 61.7%, Obazana 18.5%"),
        ("spend Kotorikh 7 on Knowledge", "Kotorikh: Knowledge 2 → 3 (+3/8); XP to spend 17 → 10"),
        ("status Kotorikh Energy Tired", "Kotorikh: Energy Neutral → Tired"),
        ("drop Kotorikh 2 stones from pouch", "Kotorikh: stones in pouch 12 → 10"),
        ("xp 2", "2 XP each for Old Marta, Kotorikh, Obazana and Gromanno"),
        ("undo", "takes back #54 Kotorikh tries Perception against 3: failure by 1"),
        ("undo session 1", "“whatif” before it shows what it would change"),
        ("roll 4dF", None),
        ("note the king is dead", None),
        ("check Kotorikh Knowledge vs 3 with 100d100", None),
    ],
)
def test_a_whole_line_says_what_it_would_come_to(desk: Desk, line: str, result: str | None) -> None:
    found = said(desk, line).result
    assert found[0].startswith(result) if result else found == ()


LITE = """
new fudge-lite
rules points 3
rules creation free
pc Ann
npc Orc
trait Ann Magic Good
trait Orc Magic Fair
"""


@pytest.mark.rule("FL-35", "FL-108", "FL-112", "FL-121")
@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("spell Ann Magic range sight", "Magic Good vs Great: needs +1 or more on 4dF, 38.3%"),
        ("spell minor Ann Magic", "this game has no minor magic and rituals"),
        ("check Ann Magic vs Superb point success", "Ann tries Magic against Superb: success without dice"),
        ("check Ann Magic vs Orc Magic point four", "Ann tries Magic against Orc's Magic: Good Superhuman, success"),
        ("check Ann Magic vs Orc Magic point success", "a fudge point gives no success against an opponent"),
        ("spell Ann Magic range sight point four", "Ann casts with Magic against Great: Good Superhuman, success by 3"),
        ("check Ann Magic vs Great point", "fudge points cannot be spent on a roll in this game"),
    ],
)
def test_a_spell_and_a_point_say_what_enter_gives(tmp_path: Path, line: str, result: str) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        for each in LITE.strip().splitlines():
            assert desk.do(each).fault is None, each
        found = said(desk, line)
        assert (found.problem or found.result[0]).startswith(result)
        if "tries" in result:
            assert desk.do(line).as_json()["events"][0]["text"] == found.result[0]
        if found.problem:
            assert found.problem.startswith(str(desk.do(line).as_json()["error"]["message"]))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("spend Kotorikh 700 on Knowledge", "Kotorikh has 17 XP to spend, not 700"),
        ("give kot rope pouch", "“pouch” does not fit here: give WHO ... ITEM ..."),
        ("sheet Kotorix", "no character “Kotorix” — did you mean Kotorikh?"),
        ("brawl 3", "no character “3” — the order is: contest SIDE vs ..."),
    ],
)
def test_why_a_line_cannot_be_is_said_as_enter_says_it(desk: Desk, line: str, problem: str) -> None:
    desk.open(writable=True)
    found = LineTyped(desk, aliases={"brawl": "contest nyrv fitness vs"}).explain_typed(line)
    assert found.problem.startswith(problem)


def test_a_question_about_the_past_is_not_wrong_where_its_names_were_right_then(desk: Desk) -> None:
    for line in ("npc Wolf", "rename Wolf to Hound"):
        assert desk.do(line).fault is None
    assert LineTyped(desk).explain_typed("sheet Wolf at #55").problem == ""
    assert "is called Hound since #56" in LineTyped(desk).explain_typed("sheet Wolf").problem
    fault = desk.do("sheet Hound at #5").fault
    assert fault
    assert LineTyped(desk).explain_typed("sheet Hound at #5").problem in ("", str(fault))


@pytest.mark.parametrize(
    ("line", "reading"),
    [
        ("kot perc 3", "check Kotorikh Perception vs 3"),
        ("check kot perc vs", "check Kotorikh Perception vs …"),
        ("sheet Kotorikh", ""),
        ("u", "undo"),
        ("chec", ""),
    ],
)
def test_names_and_verbs_are_shown_in_full(state: State, line: str, reading: str) -> None:
    assert preview(read(line, state), state).reading == reading


def test_the_reading_has_the_words_of_the_ladder_and_reads_back_the_same(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    for line in ("new fudge Test", "pc Finn", "npc Odo", "trait Finn Climbing Great"):
        assert desk.do(line).fault is None
    for level, word in (("good", "Good"), ("superb", "Superb"), ("5", '"Superb +2"'), ("poor", "Poor")):
        shown = said(desk, f"f c {level}").reading
        assert shown == f"check Finn Climbing vs {word}"
        assert desk.do(shown).command == desk.do(f"f c {level}").command
    assert said(desk, "contest f c v o at least good").reading == "contest Finn Climbing vs Odo at least Good"
    desk.close()


def test_the_odds_say_the_same(desk: Desk) -> None:
    line = "Kotorikh Knowledge -1 tired vs 3"
    (shown,) = said(desk, f"check {line}").result
    assert desk.do(f"odds {line}").answer.text().endswith(f"\n  {shown}")  # type: ignore[union-attr]


def test_the_odds_of_a_contest_say_the_same_and_who_has_which_share(desk: Desk) -> None:
    line = "Nyrv Fitness -1 dark vs Kotorikh Perception"
    (shown,) = said(desk, f"contest {line}").result
    assert shown == "Kotorikh leads: Kotorikh 89.3%, Nyrv 3.8%, tie 6.9%"
    first, *rows = desk.do(f"odds {line}").answer.text().split("\n")  # type: ignore[union-attr]
    assert first == shown
    assert [row.split()[0] for row in rows] == ["Kotorikh", "Nyrv", "tie", "3dF"]


@pytest.mark.parametrize(
    "line",
    ["spend Kotorikh 7 on Knowledge", "xp 2", "kot perc 3", "contest Kotorikh Fitness vs Nyrv", "raise kot knowledge"],
)
def test_whatif_says_the_same_and_writes_nothing(desk: Desk, line: str) -> None:
    shown = said(desk, line).result
    assert shown
    assert said(desk, f"whatif {line}").result == shown
    outcome = desk.do(f"whatif {line}")
    rows = outcome.answer.text().split("\n")[1:]  # type: ignore[union-attr]
    assert rows[: len(shown)] == [f"  {row}" for row in shown]
    assert line == "xp 2" or len(rows) == len(shown)
    assert outcome.as_json()["result"]["lines"] == [*shown]
    assert outcome.events == ()


def test_an_undo_of_an_x_card_says_what_it_restores_and_a_redo_what_it_takes_back(desk: Desk) -> None:
    desk.do("scene The cave")
    (note,) = desk.do("note a bat").events
    card, _ = desk.do("xcard back").events
    undone, restored = f"#{card['seq']} X-card", f"#{note['seq']} a bat"
    assert said(desk, "undo").result == (f"takes back {undone}", f"restores {restored}")
    desk.do("undo")
    assert said(desk, "redo").result == (f"takes back {restored}", f"restores {undone}")


def test_whatif_asks_the_log_too(desk: Desk) -> None:
    (scene,) = desk.do("scene The cave").events
    (note,) = desk.do("note a bat").events
    card = desk.do("whatif xcard back").answer.text()  # type: ignore[union-attr]
    assert f"Undone: #{note['seq']} (X-card)" in card
    desk.do("undo")
    for seq in (scene["seq"], note["seq"]):
        tried, done = desk.do(f"whatif ruling #{seq} void").fault, desk.do(f"ruling #{seq} void").fault
        assert tried
        assert done
        assert (tried.message, tried.hint) == (done.message, done.hint)


@pytest.mark.parametrize("line", ["import logs/y.jsonl", "import logs/y.jsonl dry-run"])
def test_whatif_advises_how_an_import_is_tried(desk: Desk, line: str) -> None:
    fault = desk.do(f"whatif {line}").fault
    assert fault
    assert fault.hint == "type import logs/y.jsonl dry-run"


def test_what_has_to_be_done_first_is_advised_without_whatif(desk: Desk) -> None:
    (note,) = desk.do("note a bat").events
    desk.do("undo")
    drop = desk.do(f"whatif drop #{note['seq']}").fault
    assert drop
    assert drop.hint == f"“redo #{note['seq']}” restores it; “undo #{note['seq']} for …” records a reason"


@pytest.mark.parametrize("line", ["hit Nyrv Greed", "swap Nyrv greed for Glory"])
def test_a_key_of_somebody_else_is_refused_with_who_lacks_it(desk: Desk, line: str) -> None:
    for before in ("define key Greed", "define key Glory", "gain Kotorikh Greed"):
        desk.do(before)
    fault = desk.do(line).fault
    assert fault
    assert fault.message == "Nyrv does not have the key Greed"
    assert fault.hint == "“gain Nyrv Greed” gives it"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("define ability Knowledge", "Knowledge: defined already, nothing changed"),
        ("rules criticals off", "nothing, as it is so already"),
    ],
)
def test_whatif_says_when_nothing_would_be_recorded(desk: Desk, line: str, answer: str) -> None:
    assert desk.do(line).events == ()
    assert desk.do(f"whatif {line}").answer.text().endswith(answer)  # type: ignore[union-attr]


def test_whatif_says_what_real_dice_make_of_a_check_that_was_or_would_be(desk: Desk) -> None:
    check = "check Kotorikh Perception vs 6 rolled"
    (missed,) = desk.do(f"{check} - - - -").events
    for line in (f"{check} + + + +", f"point Kotorikh reroll #{missed['seq']} rolled + + + +"):
        desk.do("rules point-uses reroll")
        desk.do("point Kotorikh +2")
        tried = desk.do(f"whatif {line}").as_json()["result"]["lines"]
        assert desk.do(line).events[0]["text"] in tried


@pytest.mark.parametrize(
    ("line", "changed"), [("rules points 5", "Kotorikh: points none → 5"), ("award Kotorikh 3", "XP to spend 17 → 20")]
)
def test_whatif_and_a_rule_show_the_changes_of_the_sheets(desk: Desk, line: str, changed: str) -> None:
    assert changed in desk.do(f"whatif {line}").answer.text()  # type: ignore[union-attr]
    if line.startswith("rules"):
        assert changed in desk.do(line).answer.text()  # type: ignore[union-attr]


def test_whatif_lists_what_a_command_changes_and_refuses_as_it_would(desk: Desk) -> None:
    tried = desk.do("whatif spend Kotorikh 7 on Knowledge").as_json()["result"]["changes"]
    assert {"character": "Kotorikh", "field": "xp.unspent", "before": 17, "after": 10} in tried
    assert desk.do("whatif spend Kotorikh 700 on Knowledge").fault == evolve(
        desk.do("spend Kotorikh 700 on Knowledge").fault,
        place=(22, 38),  # type: ignore[type-var]
    )
    assert desk.do("whatif roll 4dF").answer.text().endswith("what the dice decide")  # type: ignore[union-attr]
    assert desk.do("whatif note the king is dead").answer.text().endswith("the king is dead")  # type: ignore[union-attr]


def test_an_empty_line_says_who_acted_last_in_the_open_session(desk: Desk) -> None:
    assert said(desk, "").result == ("Kotorikh acted last",)
    desk.do("contest Nyrv Fitness vs Gromanno")
    assert said(desk, " ").result == ("Nyrv and Gromanno acted last",)
    desk.do("undo")
    assert said(desk, "").result == ("Kotorikh acted last",)
    desk.do("session end")
    assert said(desk, "").result == ()


def test_trying_a_line_changes_nothing(desk: Desk) -> None:
    desk.open(writable=True)
    before = desk.do("sheet Kotorikh").as_json()
    for line in ("spend Kotorikh 7 on Knowledge", "pass Kotorikh pouch to Obazana", "raise Kotorikh Knowledge"):
        assert said(desk, line).result
    assert desk.do("sheet Kotorikh").as_json() == before


def test_the_next_part_is_marked(state: State) -> None:
    for line, expected in (("check Kotorikh ", ["TRAIT"]), ("status Kotorikh Energy ", ["STATE"])):
        found = preview(read(line, state), state).usage
        assert [part.text for part in found if part.next and not part.optional] == expected


@pytest.mark.parametrize("columns", [20, 60, 80, 120, 200])
def test_the_toolbar_is_never_wider_than_the_terminal(desk: Desk, columns: int) -> None:
    for line in (
        "kot knowl 3",
        "check Kotorikh ",
        "give Kotorikh 黒 in",
        "spend Kotorikh 700 on Knowledge",
        "contest ",
    ):
        rows = "".join(text for _, text, *_ in toolbar(said(desk, line), columns)).split("\n")
        assert all(width(row) <= columns for row in rows)


def test_offers_tell_levels_states_and_counts_and_nobody_twice(desk: Desk) -> None:
    desk.open(writable=False)
    at_prompt = LineTyped(desk)

    class Typing:
        completion_requested = False

    def offered(text: str) -> dict[str, str]:
        found = Offering(at_prompt).get_completions(Document(text), Typing())  # type: ignore[arg-type]
        return {each.text: each.display_meta_text for each in found}

    assert offered("check Kotorikh Kn")["Knowledge"] == "2"
    assert offered("status Kotorikh Energy ")["Tired"] == "-1"
    assert offered("drop Kotorikh vial")["vial of ink"] == "has 1"
    assert list(offered("check Kotorikh cm")) == ["Construction Magic"]
    assert "Perception" in offered("check Kotorikh percpetion")
    assert set(offered("rules criticals ")) == {"off", "natural", "margin", "both"}
    assert offered("rules check-dice ")["4dF"].startswith("now; it takes dice")
    assert "Nyrv" not in offered("contest Nyrv Fitness vs ")
    assert "award" in offered("whatif a")
    assert "audit" not in offered("whatif a")
    assert offered("whatif status Kotorikh Energy ")["Tired"] == "-1"
    assert offered("check Kotorikh Knowledge vs 3 r")["rolled"] == "what real dice showed"
    assert offered("undo #54"[:-1])["#54"].startswith("Kotorikh tries Perception")


def spliced(lines: list[str], number: int) -> list[str]:
    """Return lines that begin as one and end as another."""
    chance = random.Random(7)
    pairs = [(chance.choice(lines), chance.choice(lines)) for _ in range(number)]
    return [one[: chance.randrange(len(one) + 1)] + other[chance.randrange(len(other)) :] for one, other in pairs]


LINES = [
    "check Kotorikh Perception +1 torch vs 3 -1 dark with 4dF rolled - 0 0 + secret",
    "contest Kotorikh Fitness +1 shoes vs Nyrv -1 dark rolled +2 vs Polthova at least 2",
    "spend Kotorikh 3 on Perception, 1 on Fitness",
    "award Kotorikh, Obazana 20 for the golden teapot",
    "undo #50 cascade for a reason",
    "status Kotorikh Energy Tired for the night",
    'give Kotorikh 12 stones in pouch note "all of them"',
    "kot perc v oba char",
    "all perc 3 -1",
    'sheet "Old Marta" at start of session 1',
    "rules check-dice 3d6",
    "xp kot 3, oba 1",
]


def never_raises(desk: Desk, number: int) -> None:
    """Preview spliced lines, complete and colour them, and lay out the toolbar."""
    desk.open(writable=False)
    at_prompt = LineTyped(desk)
    for line in spliced(LINES, number):
        toolbar(at_prompt.preview(line), 80)
        list(Offering(at_prompt).get_completions(Document(line), CompleteEvent(text_inserted=True)))
        assert "".join(text for _, text, *_ in colour(line, at_prompt.read(line).marks)) == line  # type: ignore[union-attr]


def test_no_line_makes_the_prompt_fall(desk: Desk) -> None:
    never_raises(desk, 100)


@pytest.mark.slow
def test_no_line_of_many_makes_the_prompt_fall(desk: Desk) -> None:
    never_raises(desk, 1000)


@pytest.mark.heavy
def test_no_line_of_very_many_makes_the_prompt_fall(desk: Desk) -> None:
    never_raises(desk, 20_000)


@pytest.mark.parametrize(
    ("line", "full"),
    [
        ("trait ann climbing good, lore fair", "trait Ann Climbing Good, Lore Fair"),
        ("trait ann climbing good to great", "trait Ann Climbing Good to Great"),
        ('trait ann "area 51" fair', 'trait Ann "Area 51" Fair'),
        ("check ann clim default poor vs great", "check Ann Climbing default Poor vs Great"),
    ],
)
def test_a_line_in_full_has_its_levels_in_words_and_reads_the_same(line: str, full: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    for each in ("new fudge", "pc Ann", 'trait Ann Climbing Fair, Lore Fair, "Area 51" Poor'):
        assert desk.do(each).status == 0
    assert desk.campaign is not None
    state = desk.campaign.state
    parse = read(line, state)
    assert (full_reading(parse, state), read(full, state).command) == (full, parse.command)
    desk.close()
