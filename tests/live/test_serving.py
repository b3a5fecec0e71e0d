"""Pages that are served: who follows, who gets a seat, and what strangers and broken clients get."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Barrier, Thread
from types import SimpleNamespace

import pytest
from served import EVENING, PATIENCE, Table, free_port, served, soon
from starlette.requests import Request

from engine.concerns.phones.commands import ServePages
from engine.refusal import Refused
from shell.render import phones
from shell.render.phones import ON_THIS_COMPUTER
from shell.runner import Desk
from shell.serving import addresses
from shell.serving.addresses import USUAL_PORT
from shell.serving.app import SEAT, follow
from shell.serving.asking import NOBODY_CAME, remark_on
from shell.serving.folder import ChangeWatch, LiveFolder
from shell.serving.guard import LONGEST_TARGET, MOST_OF_ADDRESS, REQUEST_WITHIN
from shell.serving.links import last_port, new_link, table_link
from shell.serving.parent import STARTED, NotServed, Served, find_served, leave_order, start_serving, stop_serving
from shell.serving.seats import MOST_ASKING
from shell.serving.server import OPENED_WITHIN, Server
from shell.serving.streams import MOST_STREAMS, Stream

# --- following -------------------------------------------------------------------------------------------------


def test_a_phone_gets_all_sections_first_and_then_those_that_changed(table: Table) -> None:
    phone = table.follow()
    phone.sees(lambda has: has["head"]["scene"] == "Under the mill")
    assert {"head", "rolls", "countdowns", "party", "lines", "proof", "ended"} <= phone.has.keys()
    table.play("scene The attic")
    phone.sees(lambda has: has["head"]["scene"] == "The attic")
    assert phone.messages[1].keys() == {"head", "lines", "proof"}


def test_a_phone_misses_nothing_that_happens_as_it_begins_to_follow(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "mill.db")
    for line in EVENING.splitlines():
        assert desk.do(line).fault is None, line
    server = Server(desk.place.file or tmp_path, lan=False)
    cookie, code = server.seats.ask("Kim", "", 1)
    request = Request(
        {
            "type": "http",
            "app": SimpleNamespace(state=SimpleNamespace(server=server)),
            "headers": [(b"cookie", f"{SEAT}={cookie}".encode())],
        }
    )

    async def first_message() -> object:
        messages = (await follow(request)).body_iterator  # type: ignore[attr-defined]
        server.seats.answer(code, {"taken": True})
        found = await anext(messages)
        await messages.aclose()
        return found

    assert b'event: seat\ndata: {"player":"Kim"}' in asyncio.run(first_message())  # type: ignore[operator]
    server.reader.shutdown()


def test_a_secret_sends_nothing_and_what_comes_after_it_is_sent(table: Table) -> None:
    phone = table.follow()
    phone.sees(lambda has: True)
    table.play("secret the miller is the thief", "check Ann Lore vs Fair secret", "note A bell rings")
    phone.sees(lambda has: has["lines"][-1]["text"] == "A bell rings")
    told = str(phone.messages)
    assert len(phone.messages) == 2
    assert "thief" not in told
    assert "Lore against" not in told


def test_a_phone_that_comes_late_shows_the_same_as_one_that_was_there(table: Table) -> None:
    early = table.follow()
    early.sees(lambda has: True)
    table.play("check Ben Stealth vs Good rolled - - 0 0", "undo", "award all 1")
    early.sees(lambda has: "award" in has["lines"][-1]["text"])
    late = table.follow()
    late.sees(lambda has: True)
    assert late.has == early.has


def test_a_server_that_was_killed_is_replaced_and_keeps_link_and_seats(own: Table) -> None:
    cookie, code = own.join("Kim")
    own.play(f"take {code}")
    soon(lambda: bool(own.folder.read("seats")))
    os.kill(own.folder.read("serving")["pid"], signal.SIGKILL)
    soon(lambda: find_served(own.folder) is None)
    soon(lambda: own.folder.read_serving() == {})
    assert own.desk.do("waiting").status == 0
    link = own.link
    own.served = start_serving(own.file, own.folder, lan=False, port=None)
    assert own.link == link
    phone = own.follow(cookie)
    phone.sees(lambda has: True)
    soon(lambda: bool(phone.seat) or bool(phone.reads()))
    assert phone.seat[0] == {"seat": {"player": "Kim"}}


def test_the_hash_of_an_event_is_told_up_to_the_last_one_that_players_see(table: Table) -> None:
    last = table.play("note A bell rings")
    table.play("secret the miller is the thief")
    soon(lambda: table.ask("GET", f"{table.link}at/{last}")[0] == 200)
    assert table.desk.campaign is not None
    row = table.desk.campaign.log.at(last)
    assert row is not None
    assert table.ask("GET", f"{table.link}at/{last}")[1] == {"hash": row.hash.hex()}
    assert table.ask("GET", f"{table.link}at/{last + 1}")[0] == 404


def test_the_players_report_can_be_kept(table: Table) -> None:
    status, page, headers = table.ask("GET", f"{table.link}report")
    assert (status, "Under the mill" in page, "Shade" in page) == (200, True, False)
    assert headers["content-disposition"] == 'attachment; filename="evening.html"'


# --- seats -----------------------------------------------------------------------------------------------------


def test_a_seat_is_given_to_the_phone_that_shows_the_digits(table: Table) -> None:
    cookie, code = table.join("Kim")
    waiting = table.desk.do("waiting").answer
    assert waiting is not None
    (line,) = waiting.result["lines"]
    assert (line["number"], line["player"], line["kind"]) == (code, "Kim", "seat")
    phone = table.follow(cookie)
    phone.sees(lambda has: True)
    assert table.desk.do(f"take {10 + (code - 9) % 90}").fault is not None
    table.play(f"take {code}")
    while {"seat": {"player": "Kim", "refused": False, "said": ""}} not in phone.seat:
        phone.reads()


def test_a_refused_phone_gets_no_seat_and_reads_why(table: Table) -> None:
    cookie, code = table.join("Jo")
    phone = table.follow(cookie)
    phone.sees(lambda has: True)
    table.play(f"decline {code} because Jo sits beside me")
    while {"seat": {"player": None, "refused": True, "said": "Jo sits beside me"}} not in phone.seat:
        phone.reads()
    assert table.folder.read("seats").get("seats", {}) == {}


def test_a_seat_follows_a_rename_and_can_be_dropped(own: Table) -> None:
    _, code = own.join("Kim")
    own.play(f"take {code}", "rename Kim to Kimberly")
    soon(lambda: [each["player"] for each in own.folder.read("serving")["seats"]] == ["Kimberly"])
    own.play("serve drop Kimberly")
    soon(lambda: own.folder.read("serving")["seats"] == [])


def test_another_link_ends_every_page_and_every_seat(own: Table) -> None:
    cookie, code = own.join("Kim")
    own.play(f"take {code}")
    phone, before = own.follow(cookie), own.link
    phone.sees(lambda has: True)
    leave_order(own.folder, {"new link": True})
    while not phone.ended:
        phone.reads()
    assert {"gone": {}} in phone.seat
    assert own.ask("GET", before)[0] == 404
    found = find_served(own.folder)
    assert found is not None
    assert found.urls[0].split("/")[3] not in before
    assert found.seats == ()


def test_whoever_has_no_link_may_ask_and_learns_nothing_before(table: Table) -> None:
    status, page, _ = table.ask("GET", "/")
    assert (status, "mill" in page) == (200, False)
    status, answer, headers = table.ask("POST", "/ask")
    cookie = headers["set-cookie"].partition(";")[0]
    assert table.ask("GET", "/asked", Cookie=cookie)[1] == {}
    table.play(f"take {answer['code']}")
    soon(lambda: table.ask("GET", "/asked", Cookie=cookie)[1] == {"link": table.link})
    assert table.ask("GET", "/asked", Cookie="door=another")[1] == {}


def test_few_phones_ask_at_a_time_and_one_address_not_again_at_once(table: Table) -> None:
    table.join("Kim")
    status, answer, _ = table.ask("POST", f"{table.link}join", {"player": "Jo"})
    assert (status, "moment" in answer["message"]) == (429, True)
    assert len(table.folder.names("ask-")) == 1 <= MOST_ASKING


def test_nobody_asks_for_the_seat_of_somebody_whom_the_page_does_not_name(table: Table) -> None:
    assert table.ask("POST", f"{table.link}join", {"player": "Shade"})[0] == 404


# --- strangers and broken clients ------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "live", "at/1", "report", "../", "%2e%2e/", "x", "static/live.js"])
def test_without_the_link_nothing_is_there(table: Table, path: str) -> None:
    assert table.ask("GET", f"/AAAAAAAAAAAAAAAA/{path}")[0] == 404


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil:80", ""])
def test_another_host_is_not_answered(table: Table, host: str) -> None:
    assert table.ask("GET", table.link, Host=host)[0] in (400, 421)


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        ({"player": "Kim"}, {"Origin": "http://evil.example"}, 403),
        ({"player": "Kim"}, {"Origin": "null"}, 403),
        ({"player": "Kim"}, {"Content_Type": "text/plain"}, 400),
        (["Kim"], {}, 400),
        ({"player": "K" * 5000}, {}, 400),
        ({"player": {"__proto__": 1}}, {}, 404),
        (None, {}, 400),
    ],
)
def test_a_body_that_no_page_of_ours_sends_is_refused(
    table: Table, body: object, headers: dict[str, str], status: int
) -> None:
    assert table.ask("POST", f"{table.link}join", body, **headers)[0] == status
    assert table.folder.names("ask-") == []


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_other_methods_are_refused(table: Table, method: str) -> None:
    assert table.ask(method, table.link)[0] == 405


def test_a_long_request_is_refused(table: Table) -> None:
    assert table.ask("GET", f"{table.link}{'x' * LONGEST_TARGET}")[0] == 414
    assert LONGEST_TARGET == 300
    with socket.create_connection(("127.0.0.1", table.served.port)) as asking:
        asking.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 70_000 + b"\r\n\r\n")
        assert asking.recv(100).startswith(b"HTTP/1.1 4")


def test_every_answer_has_the_headers_of_caution(table: Table) -> None:
    for path in (table.link, "/", "/nowhere", f"{table.link}at/1", f"{table.link}report"):
        headers = {name.lower(): held for name, held in table.ask("GET", path)[2].items()}
        assert headers["cache-control"] == "no-store"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["content-security-policy"].startswith(("default-src 'none'", "sandbox"))
        assert "server" not in headers
        assert "access-control-allow-origin" not in headers


@pytest.mark.slow
def test_a_request_that_does_not_come_whole_is_ended(table: Table) -> None:
    assert REQUEST_WITHIN == 10
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", table.served.port), timeout=20) as asking:
        asking.sendall(b"GET / HTTP/1.1\r\nHost:")
        assert received(asking) == b""
    assert REQUEST_WITHIN - 1 < time.monotonic() - began < REQUEST_WITHIN + 5


def received(asking: socket.socket) -> bytes | None:
    """Return what comes, nothing from a connection that is closed, or None if nothing comes now."""
    try:
        return asking.recv(100)
    except ConnectionResetError:
        return b""
    except BlockingIOError:
        return None


def test_one_address_cannot_take_all_connections(table: Table) -> None:
    assert MOST_OF_ADDRESS == 64
    held = [
        socket.create_connection(("127.0.0.1", table.served.port), source_address=("127.0.0.2", 0)) for _ in range(300)
    ]
    try:
        held[-1].setblocking(False)
        soon(lambda: received(held[-1]) == b"")
        assert table.ask("GET", table.link)[0] == 200
    finally:
        for each in held:
            each.close()


def test_so_many_screens_follow_and_no_more(table: Table) -> None:
    phones = [table.follow() for _ in range(MOST_STREAMS)]
    soon(lambda: table.folder.read("serving")["followers"] == MOST_STREAMS)
    assert table.follow().status == 503
    table.play("note A bell rings")
    for phone in phones:
        phone.sees(lambda has: has["lines"][-1]["text"] == "A bell rings")
        phone.hangs_up()
    soon(lambda: table.folder.read("serving")["followers"] == 0)


def test_a_body_in_pieces_without_end_is_cut_off(table: Table) -> None:
    with socket.create_connection(("127.0.0.1", table.served.port), timeout=20) as asking:
        head = f"POST {table.link}join HTTP/1.1\r\nHost: {table.host}\r\nOrigin: http://{table.host}\r\n"
        asking.sendall(f"{head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
        answer = b""
        with suppress(OSError):
            for _ in range(2000):
                asking.sendall(b"400\r\n" + b"[" * 1024 + b"\r\n")
        with suppress(OSError):
            answer = asking.recv(100)
        assert answer.startswith(b"HTTP/1.1 400") or not answer
    assert table.ask("GET", table.link)[0] == 200


@pytest.mark.parametrize("target", ["/" + "x" * 9000, "/../../etc/passwd", "http://evil.example/", "*", "//"])
def test_a_strange_target_leads_nowhere(table: Table, target: str) -> None:
    with socket.create_connection(("127.0.0.1", table.served.port), timeout=20) as asking:
        asking.sendall(f"GET {target} HTTP/1.1\r\nHost: {table.host}\r\nConnection: close\r\n\r\n".encode())
        assert asking.recv(12)[9:] in (b"400", b"404", b"414")


@pytest.mark.slow
def test_while_one_address_holds_half_requests_open_another_is_served(table: Table) -> None:
    held = []
    for _ in range(300):
        each = socket.create_connection(("127.0.0.1", table.served.port), source_address=("127.0.0.3", 0))
        with suppress(OSError):
            each.sendall(b"GET / HTTP/1.1\r\nHost:")
        held.append(each)
    try:
        phone = table.follow()
        phone.sees(lambda has: True)
        assert phone.status == 200
    finally:
        for each in held:
            each.close()


def test_texts_that_look_like_markup_or_messages_stay_texts(table: Table) -> None:
    phone = table.follow()
    phone.sees(lambda has: True)
    for hostile in ("</script><script>x</script>", "__proto__", "a\u202etxet", "event: gone", "data: {}"):
        table.play(f"note {hostile}")
        phone.sees(lambda has, hostile=hostile: has["lines"][-1]["text"] == hostile)  # type: ignore[misc]
    assert all("gone" not in each for each in phone.seat)


# --- phones that want a seat without being given one ----------------------------------------------------------------


def test_a_phone_that_asks_has_no_seat_until_its_own_digits_are_typed(table: Table) -> None:
    cookie, code = table.join("Kim")
    wrong = 10 + (code - 9) % 90
    refused = table.desk.do(f"take {wrong}").fault
    assert refused is not None
    assert refused.message == f"no phone shows {wrong}"
    phone = table.follow(cookie)
    phone.sees(lambda has: True)
    while not phone.seat:
        phone.reads()
    assert phone.seat == [{"seat": {"player": None}}]
    assert table.folder.read("serving")["seats"] == []


def test_a_made_up_cookie_and_one_of_another_table_have_no_seat(table: Table, tmp_path: Path) -> None:
    (tmp_path / "second").mkdir()
    with served(tmp_path / "second") as second:
        cookie, code = second.join("Kim")
        second.play(f"take {code}")
        soon(lambda: bool(second.folder.read("seats")))
        for given in (cookie, "seat=made-up", "seat=", "seat=" + "x" * 4000):
            phone = table.follow(given)
            phone.sees(lambda has: True)
            while not phone.seat:
                phone.reads()
            assert phone.seat == [{"seat": {"player": None}}]


def test_many_phones_that_ask_are_turned_away_and_the_first_keeps_its_digits(table: Table) -> None:
    _, code = table.join("Kim")
    asked = [table.ask("POST", f"{table.link}join", {"player": "Jo"})[0] for _ in range(100)]
    assert set(asked) == {429}
    assert table.folder.names("ask-") == [f"ask-{code}"]


def test_a_second_phone_of_a_player_is_told(table: Table) -> None:
    _, code = table.join("Kim")
    table.play(f"take {code}")
    soon(lambda: bool(table.folder.read("serving")["seats"]))
    table.folder.write("ask-47", {"player": "Kim", "at": 0})
    answer = table.desk.do("take 47").answer
    assert answer is not None
    assert answer.text() == "✓ Kim's phone has a seat. Kim has another phone here already"


# --- what is typed ---------------------------------------------------------------------------------------------


def said(table: Table, line: str) -> str:
    """Return the answer to a line."""
    answer = table.desk.do(line).answer
    assert answer is not None, line
    return str(answer.text())


def refusal(desk: Desk, line: str) -> tuple[str, str | None]:
    """Return the message and the hint of a refused line."""
    fault = desk.do(line).fault
    assert fault is not None, line
    return fault.message, fault.hint


def test_pages_that_are_on_already_show_their_link_also_elsewhere(table: Table) -> None:
    elsewhere = Desk(table.file)
    answer = elsewhere.do("serve lan").answer
    assert answer is not None
    assert answer.text().splitlines()[0] == f"Players follow at {table.served.urls[0]}"
    assert answer.data["url"] == table.served.urls[0]  # type: ignore[index]
    elsewhere.close()


def test_pages_that_only_this_computer_shows_say_how_phones_come_in(table: Table) -> None:
    assert said(table, "serve lan").splitlines()[-1].strip() == ON_THIS_COMPUTER


def test_dropping_somebody_without_a_seat_names_those_who_have_one(table: Table) -> None:
    assert refusal(table.desk, "serve drop Jo") == ("no player “Jo” follows", "nobody has a seat")
    _, code = table.join("Kim")
    table.play(f"take {code}")
    soon(lambda: bool(table.folder.read("serving")["seats"]))
    assert refusal(table.desk, "serve drop Jo") == ("no player “Jo” follows", "seats: Kim")


@pytest.mark.parametrize("line", ["serve stop", "serve new link", "serve drop Kim"])
def test_what_is_not_served_cannot_be_changed(tmp_path: Path, line: str) -> None:
    desk = Desk(tmp_path / "mill.db")
    for each in EVENING.splitlines():
        desk.do(each)
    assert refusal(desk, line) == ("nothing is served", "“serve lan” lets players follow on their phones")
    assert refusal(desk, "take 46")[0] == "nothing waits"
    desk.close()


@contextmanager
def in_use(port: int) -> Iterator[None]:
    """Listen at a port, unless somebody else does anyway."""
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(OSError):
            taken.bind(("127.0.0.1", port))
            taken.listen()
        yield


def test_a_named_port_that_is_in_use_is_refused_with_the_next(own: Table) -> None:
    port = own.served.port
    own.desk.do("serve stop")
    with in_use(port):
        found = refusal(own.desk, f"serve {port}")
        assert found == (f"port {port} cannot be used", f"“serve {port + 1}” tries the next")


def test_the_usual_port_in_use_is_told_and_the_next_free_one_taken(own: Table) -> None:
    own.desk.do("serve stop")
    own.folder.remove("link")  # else the last port comes first
    with in_use(USUAL_PORT):
        first, *_ = said(own, "serve").splitlines()
        found = find_served(own.folder)
        assert found is not None
        assert first == f"Port {USUAL_PORT} is in use; serving at {found.port}."


def test_the_port_of_the_last_server_is_the_first_to_be_tried(own: Table) -> None:
    (last,) = own.served.urls
    os.kill(own.folder.read("serving")["pid"], signal.SIGKILL)
    soon(lambda: find_served(own.folder) is None)
    assert said(own, "serve").splitlines()[0] == f"✓ Players follow at {last}"
    own.desk.do("serve new link")
    own.desk.do("serve stop")
    assert said(own, "serve").splitlines()[0].startswith(f"✓ Players follow at http://127.0.0.1:{own.served.port}/")


def test_the_last_port_in_use_is_told_and_forgotten(own: Table) -> None:
    port = own.served.port
    own.desk.do("serve stop")
    with in_use(port):
        first, second, *_ = said(own, "serve").splitlines()
    found = find_served(own.folder)
    assert found is not None
    assert (first, second) == (
        f"Port {port} is in use; serving at {found.port}.",
        f"✓ Players follow at {found.urls[0]}",
    )
    own.desk.do("serve stop")
    assert said(own, "serve").splitlines()[0] == second


@pytest.mark.parametrize("noted", [0, 65536, "8418", None, True])
def test_a_noted_port_that_is_none_is_not_tried(tmp_path: Path, noted: object) -> None:
    folder = LiveFolder("mill")
    held = {"link": new_link(folder, 8418), "made": int(time.time())}
    assert last_port(folder) == 8418
    folder.write("link", held | {"port": noted})
    assert last_port(folder) is None
    assert table_link(folder, 8419) == held["link"]
    assert last_port(folder) == 8419


def test_without_a_network_nothing_is_served_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones, "own_addresses", list)
    desk = Desk(tmp_path / "mill.db")
    desk.do("new fudge")
    hint = "“serve” shows the pages on this computer alone"
    assert refusal(desk, "serve lan") == ("this computer is in no network", hint)
    desk.close()


def test_what_keeps_pages_from_being_served_is_told(tmp_path: Path) -> None:
    ended = phones.not_served(ServePages(), NotServed("it ended at once", port=False))
    assert ended.message == "the pages cannot be served: it ended at once"
    full = phones.not_served(ServePages(), NotServed("in use", port=True))
    assert (full.message, full.hint) == ("no port is free for the pages", "“serve 9000” names one")


def test_phones_follow_no_log_that_is_not_a_file() -> None:
    on_a_server = SimpleNamespace(place=SimpleNamespace(file=None))
    with pytest.raises(Refused, match="phones follow a log that is a file"):
        phones.served_file(on_a_server)  # type: ignore[arg-type]


def test_of_several_addresses_the_first_has_the_code_and_the_others_stand_below() -> None:
    urls = ("http://192.168.1.5:8417/K7QD3XPZ9LMN4RTA/", "http://8.8.8.8:8417/K7QD3XPZ9LMN4RTA/")
    lines = list(phones.started_lines(Served(8417, True, urls)))
    assert lines[0] == f"✓ Players follow at {urls[0]}"
    assert f"  Also at {urls[1]}" in lines
    assert sum(line[-1] in "█▀▄" for line in lines) == 15


def test_a_private_address_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    found = iter(["8.8.8.8", "192.168.1.5", None, "127.0.0.1"])
    monkeypatch.setattr(addresses, "address_towards", lambda target: next(found))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: [])
    assert addresses.own_addresses() == ["192.168.1.5", "8.8.8.8"]


# --- where nobody comes, and where this computer moves to -------------------------------------------------------------


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Make a server that does not run, for the network."""
    desk = Desk(tmp_path / "mill.db")
    assert desk.do("new fudge-lite").fault is None
    desk.close()
    found = Server(tmp_path / "mill.db", lan=True)
    found.listen(free_port())
    yield found
    found.opened[0].close()
    found.folder.remove("serving")
    found.reader.shutdown()


def test_after_a_minute_it_is_said_that_nobody_opened_the_page(server: Server) -> None:
    server.note()
    assert remark_on(server.folder.read("serving")) == ""
    server.began -= OPENED_WITHIN
    server.note()
    assert remark_on(server.folder.read("serving")) == NOBODY_CAME.format(server.port)
    server.begin(Stream("phone"), None)
    assert remark_on(server.folder.read("serving")) == ""


def test_a_log_is_read_also_where_its_times_say_nothing(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shell.serving.server.READ_EVERY", 0.05)
    monkeypatch.setattr("shell.serving.folder.changed_at", lambda place: 1)
    reads = []

    async def count() -> None:
        reads.append(time.monotonic())
        if len(reads) == 3:
            raise EOFError

    monkeypatch.setattr(server, "look_at_log", count)
    with pytest.raises(EOFError):
        asyncio.run(asyncio.wait_for(server.keep_looking(), PATIENCE))


def test_what_changed_a_moment_ago_may_have_changed_again(tmp_path: Path) -> None:
    watch = ChangeWatch(tmp_path, tmp_path / "none")
    assert watch.has_changed()
    os.utime(tmp_path, ns=(0, time.time_ns()))
    assert watch.has_changed()
    assert watch.has_changed()
    os.utime(tmp_path, ns=(0, 1_000_000_000))
    assert (watch.has_changed(), watch.has_changed()) == (True, False)


def test_another_address_is_told_until_the_new_link_was_shown(server: Server) -> None:
    server.move([])
    server.note()
    assert remark_on(server.folder.read("serving")) == ""
    server.move(["192.0.2.9"])
    server.note()
    said = f"this computer's address is now 192.0.2.9:{server.port}: “serve” shows the new link"
    assert remark_on(server.folder.read("serving")) == said
    assert f"192.0.2.9:{server.port}" in server.hosts
    server.carry_out({"shown": True})
    server.note()
    assert remark_on(server.folder.read("serving")) == ""


# --- beginning and ending --------------------------------------------------------------------------------------


def test_the_server_ends_with_whoever_started_it_and_leaves_no_file(tmp_path: Path) -> None:
    with served(tmp_path) as table:
        port = table.served.port
        stop_serving(table.folder)
        assert table.folder.names("serving") == []
        with pytest.raises(OSError, match=r"refused|reset"):
            socket.create_connection(("127.0.0.1", port), 1)


def test_a_server_that_ends_leaves_the_file_of_the_one_after_it(tmp_path: Path) -> None:
    with served(tmp_path) as table:
        table.folder.write("serving", {**table.folder.read("serving"), "pid": os.getpid()})
        leave_order(table.folder, {"stop": True})
        assert STARTED[table.folder].wait(PATIENCE) == 0
        assert table.folder.read("serving").get("pid") == os.getpid()
        assert table.folder.remove("serving")


def test_a_port_in_use_is_refused_if_it_was_named(table: Table, tmp_path: Path) -> None:
    with pytest.raises(NotServed) as refused:
        start_serving(table.file, LiveFolder("another"), lan=False, port=table.served.port)
    assert refused.value.port


def test_the_link_of_another_log_of_the_same_campaign_is_not_passed_off_as_its_own(table: Table) -> None:
    copy = table.file.with_name("copy.db")
    table.play(f"backup {copy}")
    desk = Desk(copy)
    refused = desk.do("serve").fault
    assert refused is not None
    assert refused.message == f"another log of this campaign is served: {table.file.resolve()}"
    desk.close()


def test_the_files_of_the_pages_are_the_users_alone(table: Table) -> None:
    table.join("Kim")
    place = Path(os.environ["HOME"]) / ".local/state/fudgelog/live"
    assert place.stat().st_mode & 0o777 == 0o700
    names = {each.name for each in place.iterdir()}
    assert {table.folder.call(name) for name in ("link", "serving")} <= names
    own = [each for each in place.iterdir() if each.name.startswith(table.folder.call(""))]
    assert own
    assert {each.name: each.stat().st_mode & 0o777 for each in own} == dict.fromkeys((each.name for each in own), 0o600)


def test_a_forged_name_of_a_campaign_leads_to_no_other_folder() -> None:
    folder = LiveFolder("../../../outside")
    folder.write("serving", {"port": 1})
    assert folder.read("serving") == {"port": 1}
    assert "/" not in folder.call("serving")
    assert folder.remove("serving")


def test_of_two_that_begin_to_serve_at_once_one_serves_and_the_other_shows_its_link(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "mill.db")
    for line in EVENING.splitlines():
        assert desk.do(line).fault is None
    assert desk.campaign is not None
    folder, links = LiveFolder.of(desk.campaign), [""] * 2
    together = Barrier(len(links))

    def begin(place: int) -> None:
        together.wait()
        links[place] = start_serving(tmp_path / "mill.db", folder, lan=False, port=None).urls[0]

    both = [Thread(target=begin, args=(place,)) for place in range(len(links))]
    for each in both:
        each.start()
    for each in both:
        each.join()
    found = find_served(folder)
    assert found is not None
    assert set(links) == set(found.urls)
    stop_serving(folder)
    assert find_served(folder) is None
    desk.close()
