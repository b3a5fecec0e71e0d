"""A report is one page that shows what the log says: the sheets at every event, and for players no secrets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from given import a_full_disk, folder
from worlds import played_out

from engine.registry import SHOWS
from engine.sheet import view
from engine.types import PLAYERS
from replay.explain.why import why
from replay.moment import Moment
from replay.retelling.report.drawing import Lollipop, lollipops
from replay.retelling.report.page import Scope, gather_page
from replay.retelling.report.rendering import render
from replay.retelling.report.writing import Written
from shell.render.retelling import report_text
from shell.runner import Desk

TABLE = """new peupfudge The mill
define ability Climbing, Wits poor 2 decent 4
define status Energy: Tired -1, Fresh 0
pc Ann by Kim
pc Ben
npc Wolf
award all 20 for years of practice
spend Ann 9 on Climbing, 3 on Wits
session start The stairs
scene Below the sails
check Ann Climbing vs 3 rolled 0 + 0 0
check Ann Climbing vs 4 rolled + + 0 0
check Ben Wits vs 2 rolled - 0 0 0
note The miller counts aloud
secret The miller is a thief
give Ann 3 candle in belt
session end
session start The loft
scene Flour everywhere
status Ann Energy Tired for the stairs
award Ann 4 for the loft
award Ben 5 for the cellar
undo for it was Ann
pass Ann candle to Ben
check Ben Wits vs Wolf Wits rolled 0 0 -
check Ann Wits vs 2 rolled + + 0 0
check Ann Wits vs 3 rolled - + 0 0
check Ben Climbing vs 3 rolled - - - 0
check Ben Climbing vs 1 rolled 0 - + -
session end
"""

#: What somebody may have typed, to be shown as it is.
HOSTILE = (
    "<script>window.pwned=1</script>",
    "</script><script>window.pwned=1</script>",
    "<!-- <img src=x onerror=window.pwned=1>",
    "__proto__",
    "javascript:window.pwned=1",
    "{{ 7 * 7 }} & &lt; ' \"!",
    "\u202eevil\u2066",
    "شخصية 👩‍👩‍👧",
    "x" * 3000,
)


def play(desk: Desk, script: str) -> None:
    """Carry out the lines of a script."""
    for line in script.splitlines():
        assert desk.do(line).fault is None, line


@pytest.fixture(scope="module")
def mill() -> Iterator[Desk]:
    """Two evenings in a mill, with a secret, a correction and an NPC whose sheet nobody showed."""
    with folder() as name:
        desk = Desk(Path(name) / "mill.db")
        play(desk, TABLE)
        yield desk
        desk.close()


def scope_of(desk: Desk, session: int | None = None, audience: str | None = None) -> Scope:
    """Return the scope of a report."""
    assert desk.campaign is not None
    return Scope.of(desk.campaign, session, audience)


def page_of(desk: Desk, session: int | None = None, audience: str | None = None) -> str:
    """Return the page of a report."""
    return render(gather_page(scope_of(desk, session, audience)))


class Reader(HTMLParser):
    """Reads a page as a browser does: what it shows, its elements, and what its script is given."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text, self.data, self.inside = "", "", ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.inside = tag if (tag, dict(attrs).get("id")) != ("script", "data") else "data"

    def handle_endtag(self, tag: str) -> None:
        self.inside = "" if tag in ("script", "style") else self.inside

    def handle_data(self, data: str) -> None:
        if self.inside == "data":
            self.data += data
        elif self.inside not in ("script", "style"):
            self.text += data

    @property
    def ids(self) -> set[str]:
        """The names of places in the page."""
        return {held["id"] or "" for _, held in self.tags if "id" in held}


# --- the sheets at every event ---------------------------------------------------------------------------------


def turned(data: dict[str, Any], upto: int, *, corrected: bool = False) -> dict[str, dict[tuple[str, ...], list[Any]]]:
    """Return every sheet after an event, as the page's script makes it of its data."""
    sheets: list[dict[int, list[Any]]] = [{} for _ in data["people"]]
    seqs = [first + more for first, many in data["seqs"] for more in range(many)]
    for seq in seqs:
        found = data["d"].get(str(seq), [])
        if corrected and str(seq) in data["c"]:
            found = data["c"][str(seq)] or []
        for who, row, *cell in found if seq <= upto else ():
            sheets[who].pop(row, None)
            if cell:
                sheets[who][row] = cell
    names = [name for name, _ in data["people"]]
    keys = [tuple(key) for key in data["keys"]]
    rows = ({keys[row]: cell for row, cell in sheet.items()} for sheet in sheets)
    return {name: sheet for name, sheet in zip(names, rows, strict=True) if sheet}


def said_by(sheet: dict[str, Any]) -> dict[tuple[str, ...], Any]:
    """Return what a sheet says as JSON, by the rows of a page: words where there are any, else numbers."""
    found: dict[tuple[str, ...], Any] = {("about", name, ""): text for name, text in sheet["characteristics"].items()}
    for name, trait in sheet["traits"].items():
        found["traits", name, ""] = trait["level_name"] or trait["level"]
    found |= {("statuses", name, ""): each for name, each in {**sheet["statuses"], **sheet["counters"]}.items()}
    for name, states in sheet["tracks"].items():
        found["tracks", name, ""] = ", ".join(f"{each['state']} {each['marked']}/{each['boxes']}" for each in states)
    for kind in ("properties", "gifts", "faults", "keys"):
        found |= {(kind, name, ""): "" for name in sheet[kind]}
    containers = {each["item"] for each in sheet["inventory"]}
    for item in sheet["inventory"]:
        where = item["in"] or ""
        key = ("carried", item["item"], f"in {where}" if where in containers else where and f"({where})")
        found[key] = found.get(key, 0) + item["quantity"]
    found |= {("more", SHOWS[name].label, ""): sheet[name] for name in SHOWS if sheet.get(name) is not None}
    labels = {"awarded": "awarded", "spent": "spent", "taken": "taken", "unspent": "to spend", "bonus": "free"}
    for field, label in labels.items():
        if sheet["xp"][field] or (any(sheet["xp"].values()) and field not in ("bonus", "taken")):
            found["xp", label, ""] = sheet["xp"][field]
    return {key: str(each).replace("-", "−") if type(each) is int else each for key, each in found.items()}


def must_turn_as_the_engine_does(desk: Desk, stride: int = 1) -> int:
    """Compare each sheet of a page at every so many events with the engine's, as it stood and as corrected."""
    campaign = desk.campaign
    assert campaign is not None
    data = json.loads(Reader(page_of(desk)).data)
    compared = 0
    for seq in range(campaign.state.seq, 0, -stride):
        for corrected in (False, True):
            state = campaign.state_at(seq, corrected=corrected)
            made = turned(data, seq, corrected=corrected)
            assert made.keys() == state.sheets.keys(), seq
            for name, rows in made.items():
                sheet = view(state, name)
                shown = {key: cell[0] for key, cell in rows.items() if key[0] != "who"}
                assert shown == said_by(sheet.as_json()), (seq, corrected, name)
                compared += 1
    return compared


def test_the_slider_turns_every_sheet_as_the_engine_does(mill: Desk) -> None:
    assert must_turn_as_the_engine_does(mill) > 100


@pytest.mark.slow
def test_the_slider_turns_every_sheet_with_every_kind_of_event() -> None:
    compared = 0
    with played_out() as (last, _):
        for name in ("ford", "ambush", "watch", "fork", "inn"):
            desk = Desk(last.place.file.with_name(f"{name}.db"))
            desk.open(writable=False)
            assert desk.campaign is not None
            compared += must_turn_as_the_engine_does(desk, 4) if desk.campaign.state.sessions else 0
            desk.close()
    assert compared > 200


def test_a_trait_that_was_given_at_its_level_is_no_rise(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    play(desk, "new peupfudge\ndefine ability Climbing, Wits\npc Ann\ntrait Ann Wits 4\nsession start\nsession end")
    play(desk, "session start\npc Ben\ntrait Ben Climbing 6\naward Ben 2\nspend Ben 2 on Climbing")
    told = [each.kind for each in gather_page(scope_of(desk))["moments"]]
    desk.close()
    assert told == []


@pytest.mark.parametrize("audience", [None, PLAYERS])
def test_a_report_of_one_evening_begins_with_the_sheets_before_it(mill: Desk, audience: str | None) -> None:
    scope = scope_of(mill, 2, audience)
    data = json.loads(Reader(render(gather_page(scope))).data)
    for seq in (scope.span.after + 1, scope.span.last):
        state = scope.campaign.state_at(seq)
        for name, rows in turned(data, seq).items():
            assert {key: cell[0] for key, cell in rows.items() if key[0] != "who"} == said_by(
                view(state, name).as_json()
            )
    assert min(seq for seq, _ in data["seqs"]) == scope.span.after


def test_the_events_behind_a_number_are_those_of_why(mill: Desk) -> None:
    """The script adds up what each event changed of a row, as corrected: what `why` says of the value."""
    campaign = mill.campaign
    assert campaign is not None
    data = json.loads(Reader(page_of(mill)).data)
    asked = [("Ann", "traits", "Climbing"), ("Ann", "xp", "awarded"), ("Ann", "xp", "to spend"), ("Ben", "xp", "spent")]
    for who, section, name in [*asked, ("Ann", "carried", "candle"), ("Ben", "carried", "candle")]:
        found = why(Moment.of(campaign), who, {"to spend": "unspent"}.get(name, name))
        rows = [row for row, key in enumerate(data["keys"]) if key[:2] == [section, name]]
        effects: dict[int, int] = {}
        held = dict.fromkeys(rows, 0)
        for seq in range(1, campaign.state.seq + 1):
            changed = data["c"].get(str(seq), data["d"].get(str(seq), [])) or []
            for person, row, *cell in changed:
                if data["people"][person][0] == who and row in held:
                    now = cell[2] if len(cell) > 2 else int(cell[0]) if cell else 0
                    effects[seq] = effects.get(seq, 0) + now - held[row]
                    held[row] = now
        assert {seq: effect for seq, effect in effects.items() if effect} == {
            cause.seq: cause.effect for cause in found.because if cause.effect
        }
        assert sum(effects.values()) == found.value


def test_a_spending_names_the_awards_that_paid_for_it(mill: Desk) -> None:
    data = json.loads(Reader(page_of(mill)).data)
    award = next(each.seq for each in scope_of(mill).seen if each.type == "XpAwarded" and each.event.character == "Ann")
    assert list(data["awards"].values()) == [[[award, 9]], [[award, 3]]]


# --- the page --------------------------------------------------------------------------------------------------

#: Everything that a page has once enough was played.
PARTS = ("checks", "recap", "moments", "earlier", "party", "sheets", "why", "dice", "spotlight", "xp", "used")


def test_a_page_has_all_its_parts_and_every_link_in_it_leads_somewhere(mill: Desk) -> None:
    page = Reader(page_of(mill))
    assert {*PARTS, "corrected", "log", "proof", "slider"} <= page.ids
    links = {held["href"] or "" for tag, held in page.tags if tag == "a"}
    assert {link for link in links if not link.startswith("#")} == set()
    assert {link[1:] for link in links if "=" not in link} <= page.ids
    said = " ".join(page.text.split())
    for told in ("The miller counts aloud", "it was Ann", "Worst roll", "a verdict takes 30 checks"):
        assert told in said
    assert "The program’s dice" not in said, "only real dice fell"


def test_moments_tell_who_rose_who_came_back_and_what_was_given(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    play(desk, "new peupfudge\ndefine ability Climbing, Wits\npc Ann\npc Ben\naward all 9\nspend Ann 4 on Climbing")
    play(desk, "spend Ben 4 on Wits\ngive Ann 9 coin\nsession start\nsession end\nsession start")
    play(desk, "check Ann Wits vs 2 rolled 0 0 0 0\nspend Ann 5 on Climbing")
    play(desk, "pass Ann 2 coin to Ben\npass Ann 3 coin to Ben")
    for faces in (*7 * ("0 0 0 0",), "+ + + 0", "- - - 0"):
        play(desk, f"check Ben Wits vs 2 rolled {faces}")
    play(desk, "check Ann Wits vs 2 rolled 0 0 0 0")
    told = {each.kind: (each.text, each.chance) for each in gather_page(scope_of(desk))["moments"]}
    desk.close()
    assert told["first time at a level"] == ("Ann is the first with Climbing at 3", "")
    assert told["longest wait before a return"][1] == "after 9 turns of others"
    assert "3" in told["most generous gift"][0]
    assert len(told) == 5


@pytest.mark.parametrize("audience", [None, PLAYERS])
def test_a_page_asks_for_nothing_and_runs_nothing_but_its_own_script(mill: Desk, audience: str | None) -> None:
    page = Reader(page_of(mill, audience=audience))
    assert [held for tag, held in page.tags if {"src", "srcset", "data", "action", "style"} & held.keys()] == []
    assert [held for _, held in page.tags if any(key.startswith("on") for key in held)] == []
    assert {tag for tag, _ in page.tags} & {"link", "iframe", "object", "embed", "img", "base"} == set()
    policy = next(held["content"] for _, held in page.tags if held.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert re.fullmatch(
        r"default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; img-src data:;"
        r" base-uri 'none'; form-action 'none'",
        policy,
    )


def test_hostile_texts_stay_texts(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "hostile.db")
    play(desk, "new peupfudge {{ 7 * 7 }} <b>\npc __proto__ by <i>\npc Ann\nsession start </title><script>")
    for text in HOSTILE:
        name = text[:150].replace('"', "'").strip("\u202e\u2066")
        play(desk, f'note {text}\nscene {text}\ngive Ann "{name}"')
    found = page_of(desk)
    desk.close()
    page = Reader(found)
    plain = Reader(page_of_empty(tmp_path))
    assert [tag for tag, _ in page.tags if tag == "script"] == ["script", "script"]
    assert {tag for tag, _ in page.tags} - {tag for tag, _ in plain.tags} <= {"blockquote", "h3", "s", "em"}
    assert found.count("</script>") == 2
    for text in HOSTILE[:5]:
        assert text in page.text
    assert "[U+202E]evil" in page.text
    assert "{{ 7 * 7 }}" in page.text
    assert json.loads(page.data)["people"][0][0] == "__proto__"


def page_of_empty(place: Path) -> str:
    """Return the page of a campaign in which hardly anything was played."""
    desk = Desk(place / "empty.db")
    play(desk, "new peupfudge\npc Ann\ngive Ann hat\nsession start\nscene a\nnote b\naward Ann 1")
    found = page_of(desk)
    desk.close()
    return found


def test_players_get_no_secrets_and_no_sheets_that_were_not_shown(mill: Desk) -> None:
    page = page_of(mill, audience=PLAYERS)
    assert "thief" not in page
    assert "Wolf" in page, "players saw the check against it"
    assert "Wolf" not in {name for name, _ in json.loads(Reader(page).data)["people"]}
    assert "thief" in page_of(mill)


def test_the_same_log_makes_the_same_page(mill: Desk) -> None:
    assert page_of(mill) == page_of(mill)


def test_an_evening_without_events_is_said_to_be_empty(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    play(desk, "new fudge-lite\nsession start\nsession end")
    assert "Nothing was recorded in this evening." in Reader(page_of(desk)).text
    desk.close()


# --- the command -----------------------------------------------------------------------------------------------


def test_report_writes_a_file_and_says_what_is_left_out_of_it(mill: Desk, tmp_path: Path) -> None:
    outcome = mill.do(f"report {tmp_path}/party.html for players")
    assert outcome.fault is None
    assert outcome.answer is not None
    result = outcome.answer.result
    file = tmp_path / "party.html"
    assert result["bytes"] == file.stat().st_size
    assert (result["file"], result["withheld"]) == (str(file), 2)
    assert "left out: 2 events kept by you, 1 NPC not shown" in outcome.answer.text()
    assert mill.campaign is not None
    nothing = Written(file, 9, 2, 0, 0, mill.campaign.log.head)
    *_, left_out, head = report_text(nothing, PLAYERS).splitlines()
    assert left_out == "  left out: nothing"
    noted = json.loads(json.dumps(mill.do("head").as_json()))["result"]
    assert head == f"  as the log stands at #{noted['events']} {noted['words']}"


def test_again_writes_over_a_report_and_over_nothing_else(mill: Desk, tmp_path: Path) -> None:
    line = f"report {tmp_path}/party.html"
    assert mill.do(line).fault is None
    assert fault_of(mill, line) == (
        f"there is a report {tmp_path}/party.html already",
        "“again” at the end writes over it",
    )
    (tmp_path / "party.html").write_bytes((tmp_path / "party.html").read_bytes()[:2000])
    assert mill.do(f"{line} for Kim again").fault is None
    assert "copy for <bdi>Kim</bdi>" in (tmp_path / "party.html").read_text("utf-8")
    (tmp_path / "mine.html").write_text("<p>my own page")
    assert fault_of(mill, f"report {tmp_path}/mine.html again")[0] == f"there is a file {tmp_path}/mine.html already"
    assert [each.name for each in tmp_path.iterdir()].count("party.html") == 1


def fault_of(desk: Desk, line: str) -> tuple[str, str | None]:
    """Return why a line is refused, and its hint."""
    fault = desk.do(line).fault
    assert fault is not None
    return fault.message, fault.hint


def test_sheets_alone_are_printed_of_all_of_some_or_of_one_player(mill: Desk, tmp_path: Path) -> None:
    found: dict[str, list[str]] = {}
    for number, asked in enumerate(("", " Ben, Ann", " Wolf", " for players", " for Kim", " session 1")):
        outcome = mill.do(f"report {tmp_path}/{number}.html sheets{asked}")
        assert outcome.answer is not None
        page = Reader((tmp_path / f"{number}.html").read_text("utf-8"))
        found[asked] = outcome.answer.result["sheets"]
        assert [held.get("class") for tag, held in page.tags if tag == "article"] == ["paper"] * len(found[asked])
        assert "script" not in {tag for tag, _ in page.tags}
    assert found == {
        "": ["Ann", "Ben", "Wolf"],
        " Ben, Ann": ["Ben", "Ann"],
        " Wolf": ["Wolf"],
        " for players": ["Ann", "Ben"],
        " for Kim": ["Ann"],
        " session 1": ["Ann", "Ben", "Wolf"],
    }
    assert fault_of(mill, f"report {tmp_path}/x.html sheets Wolf for players")[0] == "players do not see Wolf's sheet"
    before, after = ((tmp_path / f"{number}.html").read_text("utf-8") for number in (5, 0))
    assert "session 1" in before
    assert (before.count("candle"), after.count("candle")) == (1, 1)


def test_the_party_and_the_sheets_name_injuries(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    play(desk, 'new fudge-lite\npc Ann\nsession start\nmark Ann as "cracked ribs"\nmark Ann serious permanent')
    play(desk, f"report {tmp_path}/x.html\nreport {tmp_path}/s.html sheets")
    desk.close()
    assert "cracked ribs, 1 permanent" in (tmp_path / "x.html").read_text("utf-8")
    sheet = (tmp_path / "s.html").read_text("utf-8")
    assert "<small dir=auto>cracked ribs</small>" in sheet
    assert "<small dir=auto>1 permanent</small>" in sheet


def test_sheets_can_be_printed_before_anything_is_played(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    play(desk, "new fudge-lite")
    assert fault_of(desk, f"report {tmp_path}/x.html sheets")[0] == "there are no sheets to print"
    assert fault_of(desk, f"report {tmp_path}/x.html")[0] == "nothing has been played yet"
    play(desk, f"npc Rat\nreport {tmp_path}/x.html sheets")
    desk.close()


@pytest.mark.parametrize("asked", ["report {}.html", "report {}.html sheets", "export {}.jsonl for players"])
def test_a_page_or_a_copy_is_whole_or_not_there(mill: Desk, tmp_path: Path, asked: str) -> None:
    assert fault_of(mill, asked.format(f"{tmp_path}/nowhere/x"))[0].endswith(
        "cannot be written: No such file or directory"
    )
    with a_full_disk(3000):
        refused = fault_of(mill, asked.format(f"{tmp_path}/x"))[0]
    assert refused.endswith("cannot be written: File too large")
    assert list(tmp_path.iterdir()) == []


def test_a_report_of_one_event_or_without_dice_has_no_luck(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    play(
        desk,
        "new fudge-lite\nrules automatic-at 3\nrules certain-rolls off\npc Ann\nsession start\ncheck Ann climb vs 1",
    )
    page = Reader(page_of(desk))
    assert "without dice" in page.text
    assert not {"dice", "checks"} & page.ids
    desk.close()


def test_what_is_too_few_for_a_picture_is_said_in_words(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    play(
        desk,
        "new polyhedral\npc Ann by Kim\nnpc Rat\ntrait Ann Run Good\nsession start\ncheck Ann Run vs Fair rolled 1 1",
    )
    for faces in ("0 0 0 0", "+ 0 0 0", "- 0 0 0", "0 0 0 0"):
        play(desk, f"roll 4dF rolled {faces}")
    said = " ".join(Reader(page_of(desk)).text.split())
    assert "4dF, 4 rolls with real dice: −1, 0, 0, +1" in said
    assert "d8, 1 roll with real dice: fumble" in said
    assert "Kim 0 of 1 check made, 0.6 expected" in said
    assert "A bar is how often" not in said
    assert "Of the whole campaign so far" not in said, "there is one evening only"
    assert "to spend" not in {label for sheet in gather_page(scope_of(desk))["sheets"] for label, _ in sheet.sums}
    play(desk, "roll 4dF rolled 0 0 0 0")
    assert "A bar is how often" in Reader(page_of(desk)).text
    desk.close()


def test_of_scenes_between_the_same_checks_a_picture_names_the_last() -> None:
    checks = [
        Lollipop(1, 1, True, "A", "made"),
        Lollipop(2, -1, False, "B", "missed"),
        Lollipop(3, 0, True, "A", "bare"),
    ]
    drawn = lollipops(checks, [0, 1, 1], "three scenes")
    assert re.findall(r"class=scene>(\w+)<", drawn) == ["i", "iii"]


def test_the_picture_of_an_evening_says_how_many_checks_its_count_leaves_out(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    play(desk, "new fudge-lite\npc Ann\ntrait Ann Climb Good\nsession start\ncheck Ann Climb vs Fair rolled 0 0 0 0")
    assert "1 of 1 check made, 0.8 expected" in Reader(page_of(desk)).text
    play(desk, "check Ann Climb vs Fair hidden +3 rolled 0 0 0 0\ncheck Ann Climb vs Poor hidden +1 rolled 0 0 0 0")
    told = Reader(page_of(desk, audience=PLAYERS)).text
    assert "1 of 1 check made, 0.8 expected; 2 left out: 2 partly hidden" in told
    assert "1 of 1 made, 0.8 expected (2 left out)" in told, "no result stands in for a chance that is withheld"
    assert "left out" not in Reader(page_of(desk)).text
    desk.close()


def test_a_log_that_is_too_long_for_a_page_is_told_by_evenings(mill: Desk, tmp_path: Path) -> None:
    with patch("replay.retelling.report.page.MOST_EVENTS", 20):
        outcome = mill.do(f"report {tmp_path}/long.html")
        assert outcome.fault is not None
        assert outcome.fault.message.endswith("events are too many for one page")
        assert outcome.fault.hint == "choose one evening, such as session 2"
        assert mill.do(f"report {tmp_path}/long.html session 2").fault is None


def test_a_report_of_a_damaged_log_is_refused_and_leaves_no_file(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    play(desk, "new fudge-lite\npc Ann\nsession start\nnote all is well")
    desk.close()
    held = (tmp_path / "c.db").read_bytes()
    assert held.count(b"all is well") == 1
    (tmp_path / "c.db").write_bytes(held.replace(b"all is well", b"all is hell"))
    outcome = Desk(tmp_path / "c.db").do(f"report {tmp_path}/x.html")
    assert outcome.fault is not None
    assert "damaged" in outcome.fault.message
    assert not list(tmp_path.glob("*.html"))
