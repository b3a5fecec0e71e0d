"""What strangers, broken clients and rude players send to where lines are proposed: nothing of it is recorded."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from at_prompt import ENTER, GameMaster, at_prompt
from served import EVENING, Table, served, soon
from test_lines_served import propose, take_seat, waiting

from shell.serving.bodies import LONGEST_BODY
from shell.serving.lines import MOST_WAITING
from shell.serving.parent import find_served
from shell.serving.tray import Tray

LINE = "check Ann Stealth vs Good rolled + 0 0 -"
BODY = {"id": "first1", "line": LINE}
WITHOUT_SEAT = {"message": "Only players with a seat propose lines"}


@pytest.fixture
def seated(table: Table) -> Iterator[tuple[Table, str]]:
    """Give Kim a seat. Whatever a test proposes, the log stays as it is and nothing is left in the tray."""
    cookie = take_seat(table, "Kim")
    assert table.desk.campaign is not None
    table.desk.campaign.refresh()
    before = table.desk.campaign.state.seq
    yield table, cookie
    table.desk.campaign.refresh()
    assert table.desk.campaign.state.seq == before
    for line in Tray(table.folder).find_lines():
        assert table.desk.do(f"decline {line.number}").fault is None
    assert waiting(table) == []


#: What no page of ours sends to propose a line: bodies and headers, with the status of the answer.
NOT_OURS = [
    (BODY, {"Origin": "http://evil.example"}, 403),
    (BODY, {"Origin": "null"}, 403),
    (BODY, {"Origin": ""}, 403),
    (BODY, {"Origin": "https://{host}"}, 403),
    (BODY, {"Content_Type": "text/plain"}, 400),
    (BODY, {"Content_Type": "application/x-www-form-urlencoded"}, 400),
    ({"id": "first1", "line": "note " + "x" * 9000}, {}, 400),
    ({"id": "first1", "line": {"__proto__": LINE}}, {}, 400),
    ({"id": "__proto__/../x", "line": LINE}, {}, 400),
    ({"id": "first1"}, {}, 400),
    ([LINE], {}, 400),
    (None, {}, 400),
]


def test_a_line_that_no_page_of_ours_sends_is_refused(seated: tuple[Table, str]) -> None:
    table, cookie = seated
    for body, headers, status in NOT_OURS:
        given = {name: held.format(host=table.host) for name, held in headers.items()}
        answered = table.ask("POST", f"{table.link}propose", body, Cookie=cookie, **given)[0]
        assert (answered, waiting(table)) == (status, []), (body, headers)
    assert propose(table, cookie, LINE)[0] == 200


def test_a_line_in_pieces_without_end_is_cut_off(seated: tuple[Table, str]) -> None:
    table, cookie = seated
    with socket.create_connection(("127.0.0.1", table.served.port), timeout=20) as asking:
        head = f"POST {table.link}propose HTTP/1.1\r\nHost: {table.host}\r\nOrigin: http://{table.host}\r\n"
        sent = f"{head}Cookie: {cookie}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        asking.sendall(sent.encode())
        answer = b""
        with suppress(OSError):
            for _ in range(2 * LONGEST_BODY // 1024 + 200):
                asking.sendall(b"400\r\n" + b"[" * 1024 + b"\r\n")
        with suppress(OSError):
            answer = asking.recv(100)
        assert answer.startswith(b"HTTP/1.1 400") or not answer
    assert table.ask("GET", table.link)[0] == 200


def test_deep_json_is_no_line(seated: tuple[Table, str]) -> None:
    table, cookie = seated
    for nested in (b"[" * 4000, b'{"line":' * 500, b'{"id":"first1","line":' + b"[" * 1900 + b"]" * 1900 + b"}"):
        assert table.ask("POST", f"{table.link}propose", nested, Cookie=cookie)[0] == 400


def test_a_cookie_of_another_link_or_made_up_proposes_nothing(table: Table) -> None:
    for cookie in ("seat=made-up", "seat=", "seat=" + "x" * 3000, "door=made-up", "seat=\x7f;seat=a"):
        assert propose(table, cookie, LINE) == (403, WITHOUT_SEAT)
    assert waiting(table) == []


@pytest.mark.slow
def test_a_cookie_of_another_table_or_of_the_link_before_proposes_nothing(own: Table, table: Table) -> None:
    cookie = take_seat(own, "Kim")
    assert propose(table, cookie, LINE) == (403, WITHOUT_SEAT)
    before = own.link
    own.play("serve new link")
    assert own.ask("POST", f"{before}propose", BODY, Cookie=cookie)[0] == 404
    found = find_served(own.folder)
    assert found is not None
    own.served = found
    assert propose(own, cookie, LINE) == (403, WITHOUT_SEAT)
    assert waiting(own) == waiting(table) == []


def test_who_asked_for_a_seat_and_was_not_given_it_proposes_nothing(table: Table) -> None:
    cookie, code = table.join("Kim")
    assert propose(table, cookie, LINE) == (403, WITHOUT_SEAT)
    assert table.desk.do(f"take {10 + (code - 9) % 90}").fault is not None
    assert propose(table, cookie, LINE) == (403, WITHOUT_SEAT)
    table.play(f"decline {code}")
    soon(lambda: table.folder.names("a") == [])
    assert propose(table, cookie, LINE) == (403, WITHOUT_SEAT)
    for path in ("xcard", "withdraw"):
        assert table.ask("POST", f"{table.link}{path}", {"id": "first1"}, Cookie=cookie)[0] == 403


@pytest.mark.slow
def test_of_a_thousand_lines_few_wait_and_pages_are_served_meanwhile(seated: tuple[Table, str]) -> None:
    table, cookie = seated
    phone = table.follow()
    found = [propose(table, cookie, f"note {number}", f"line-{number}")[0] for number in range(1000)]
    assert set(found) == {200, 429}
    assert 1 <= found.count(200) <= MOST_WAITING
    assert len(waiting(table)) == found.count(200)
    phone.sees(lambda has: True)


#: What no terminal may get from a player, and what this one would have.
SIGNS = ("\x9b", "\x00", "\x08", "\x7f", "\u202e", "\u2066")
PWNED = ("\x1b]0;pwned", "\x1b[2J\x1b[31mred")

RUDE = [
    "</script><script>window.pwned=1</script>",
    "__proto__ constructor",
    "abc\u202edef\u2066ghi",
    "\x1b]0;pwned\x07\x1b[2J\x1b[31mred",
    "\x9b31m\x00\x08\x7f",
    "'; drop table event; --",
    "#{system} $(reboot) `id`",
    '"; take 1; undo',
]


@pytest.mark.parametrize("text", RUDE)
def test_a_rude_note_waits_as_a_note_whose_signs_are_written_out(seated: tuple[Table, str], text: str) -> None:
    table, cookie = seated
    status, answer = propose(table, cookie, f"note {text}")
    assert status == 200, answer
    (line,) = waiting(table)
    assert line.startswith("note ")
    assert not any(sign in line for sign in ("\x1b", "\x07", *SIGNS))
    listed = table.desk.do("waiting").answer
    assert listed is not None
    assert not any(sign in listed.text() for sign in ("\x1b", "\x07", *SIGNS))


@pytest.mark.parametrize(
    "line",
    ["note a\nundo", "note a\r\ntake", "undo", "--json note a", "note a --json", "# note", "note", "\x1b", "as GM"],
)
def test_what_would_be_more_than_a_line_of_ones_own_is_no_line(seated: tuple[Table, str], line: str) -> None:
    table, cookie = seated
    status, answer = propose(table, cookie, line)
    assert status == 403 or [answer["line"]] == waiting(table)
    assert all(each.startswith("note ") and "\n" not in each and "\r" not in each for each in waiting(table))


# --- at the prompt ---------------------------------------------------------------------------------------------------


@pytest.fixture
def gm(tmp_path: Path) -> Iterator[tuple[Table, GameMaster]]:
    """Sit down at the prompt of a mill that is served."""
    with served(tmp_path, lines=EVENING) as table, at_prompt(table.file, "mill 1>") as found:
        yield table, found


@pytest.mark.slow
def test_no_seat_is_given_by_enter_alone_or_by_other_digits(gm: tuple[Table, GameMaster]) -> None:
    table, prompt = gm
    cookie, code = table.join("Kim")
    prompt.sees("Kim's phone asks for a seat")
    time.sleep(0.9)
    prompt.types(ENTER)
    prompt.types(f"{10 + (code - 9) % 90}{ENTER}")
    prompt.sees("no phone shows")
    assert table.folder.read("serving")["seats"] == []
    assert propose(table, cookie, LINE) == (403, WITHOUT_SEAT)
    prompt.types("\x15")  # the refused line stands there to be changed
    prompt.types(f"{code}{ENTER}")
    prompt.sees("Kim's phone has a seat")
    soon(lambda: table.folder.read("serving")["seats"] != [])


@pytest.mark.slow
def test_the_terminal_stays_clean_whatever_waits(gm: tuple[Table, GameMaster]) -> None:
    table, prompt = gm
    cookie = take_seat(table, "Kim")
    for number, text in enumerate(RUDE[2:5]):
        prompt.wrote.clear()
        assert propose(table, cookie, f"note X{text}Y", f"line-{number}")[0] == 200
        prompt.sees("Kim: note X", "Enter takes it")
        time.sleep(0.9)
        prompt.types(ENTER)
        prompt.sees("Kim's line")
        prompt.types("waiting" + ENTER)
        prompt.sees("nothing waits")
        raw = bytes(prompt.wrote).decode("utf-8", "replace")
        assert not [sign for sign in (*PWNED, "\x9b", "\x00", "\u202e", "\u2066") if sign in raw]
        time.sleep(1.2)
    assert prompt.screen.title != "pwned"
