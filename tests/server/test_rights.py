"""Who may do what with a log on a server, as commands and as SQL, and what each is told."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from postgres import ADMINISTRATOR, DATABASE, OWNER, TestServer

psycopg = pytest.importorskip("psycopg")

Typed = Callable[..., tuple[int, str, str]]


@pytest.fixture
def table(server: TestServer, typed: Typed, request: pytest.FixtureRequest) -> str:
    """Make a log that Mara and Jon write and another reads, with a few events."""
    name = f"table-{abs(hash(request.node.name)) % 10**9}"
    owner = server.url(role=OWNER)
    for words in (
        f"grant mara write {name} as Mara, GM",
        f"grant jon write {name} as Jon",
        f"grant reader read {name}",
    ):
        assert typed(owner, words)[0] == 0
    mara = server.url(name)
    for line in ("new peupfudge", "pc Ada", "note it rains"):
        assert typed(mara, line)[0] == 0
    return name


def refused(server: TestServer, role: str, query: str) -> str:
    """Return the code with which a role's statement is refused."""
    with pytest.raises(psycopg.Error) as caught:
        server.sql(query, role=role)
    return caught.value.sqlstate or ""


EVENT = """
INSERT INTO fudgelog.event (log, seq, id, ts, cmd, actor, type, v, body, salt, prev, hash)
SELECT e.log, e.seq + 1, 'forged', e.ts, 'c', '{actor}', '{type}', 1, '{{}}', e.salt, e.hash, sha256(e.hash)
FROM fudgelog.event e JOIN fudgelog.log l USING (log) WHERE l.name = '{name}' ORDER BY e.seq DESC LIMIT 1
"""


def test_the_one_who_owns_the_tables_sees_all_and_plays_nothing(server: TestServer, typed: Typed, table: str) -> None:
    owner = server.url(table, OWNER)
    assert typed(owner, "log")[0] == 0
    status, _, said = typed(owner, "note x")
    assert (status, "can only be read" in said) == (3, True)
    assert "nothing was recorded" in said


def test_a_writer_reads_and_appends_as_who_was_granted(server: TestServer, typed: Typed, table: str) -> None:
    mara, jon = server.url(table), server.url(table, "jon")
    for url, by in ((mara, "Mara"), (jon, "Jon")):
        assert typed(url, "note x")[0] == 0
        (last,) = json.loads(typed("--json", url, "log last 1")[1])["result"]["events"]
        assert last["by"] == by
    assert typed("--as", "GM", mara, "note x")[0] == 0
    status, _, said = typed("--as", "GM", jon, "note x")
    assert status == 3
    assert "your role may not speak as GM: nothing was recorded" in said
    assert "your role may speak as Jon: --as Jon" in said
    assert refused(server, "jon", EVENT.format(name=table, actor="Mara", type="NoteMade")) == "FL002"
    assert server.sql("SELECT DISTINCT role FROM fudgelog.event WHERE actor = 'Jon'", role="jon") == [("jon",)]


@pytest.mark.rule("FL-06")
def test_the_x_card_and_what_it_takes_back_are_the_game_masters_whoever_shows_it(
    server: TestServer, typed: Typed, table: str
) -> None:
    jon = server.url(table, "jon")
    for line in ("session start", "scene The inn", "award Ada 1", "x back"):
        assert typed(jon, line)[0] == 0, line
    found = server.sql(
        "SELECT type, actor FROM fudgelog.event e JOIN fudgelog.log l USING (log) WHERE l.name = %s"
        " ORDER BY seq DESC LIMIT 2",
        (table,),
        role="jon",
    )
    assert sorted(found) == [("EventsUndone", "GM"), ("XCardShown", "GM")]
    assert refused(server, "jon", EVENT.format(name=table, actor="GM", type="EventsUndone")) == "FL002"


def test_a_reader_reads_and_is_told_that_no_more_is_granted(server: TestServer, typed: Typed, table: str) -> None:
    reader = server.url(table, "reader")
    assert typed(reader, "log")[0] == 0
    status, _, said = typed(reader, "note x")
    assert status == 3
    assert "can only be read: nothing was recorded" in said
    assert "was replaced" not in said
    for actor in ("GM", "Mara", "reader"):
        assert refused(server, "reader", EVENT.format(name=table, actor=actor, type="NoteMade")) in ("42501", "FL002")
    held = "SELECT log FROM fudgelog.log WHERE name = %s FOR UPDATE"
    assert server.sql(held, (table,), role="reader") == []


def test_a_stranger_is_told_the_same_of_a_log_that_is_there_and_of_one_that_is_not(
    server: TestServer, typed: Typed, table: str
) -> None:
    said = {}
    for name in (table, "nothing-here"):
        for line in ("log", "note x", "new peupfudge"):
            status, out, err = typed(server.url(name, "stranger"), line)
            assert (status, out) == (3, "")
            said[name, line] = err.replace(name, "NAME").replace(": nothing was recorded", "")
    assert len(set(said.values())) == 1
    for query in ("SELECT * FROM fudgelog.log", "SELECT * FROM fudgelog.event", "SELECT * FROM fudgelog.member"):
        assert server.sql(query, role="stranger") == []
    assert refused(
        server,
        "stranger",
        f"INSERT INTO fudgelog.log (id, campaign, format, name) VALUES (sha256('x'), '', 2, '{table}')",
    )
    assert typed(server.url(role="stranger"))[1].endswith("holds no log that you may see\n")


#: What no role may do that only plays.
FORBIDDEN = [
    "UPDATE fudgelog.event SET body = '{}'",
    "DELETE FROM fudgelog.event",
    "TRUNCATE fudgelog.event",
    "UPDATE fudgelog.log SET name = 'x'",
    "DELETE FROM fudgelog.log",
    "ALTER TABLE fudgelog.event DISABLE TRIGGER event_stays",
    "DROP TRIGGER event_follows ON fudgelog.event",
    "DROP POLICY append ON fudgelog.event",
    "INSERT INTO fudgelog.member VALUES ('x', current_user, '{GM}', 'write')",
    "UPDATE fudgelog.member SET may = 'write'",
    "CREATE OR REPLACE FUNCTION fudgelog.refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
]


@pytest.mark.parametrize("role", ["mara", "reader", "stranger"])
def test_nobody_who_plays_changes_events_rights_or_guards(server: TestServer, table: str, role: str) -> None:
    assert {query: refused(server, role, query) for query in FORBIDDEN} == dict.fromkeys(FORBIDDEN, "42501")


@pytest.mark.parametrize("role", ["mara", "reader", "stranger"])
def test_the_column_that_lets_a_writer_hold_the_log_never_changes(server: TestServer, table: str, role: str) -> None:
    query = "UPDATE fudgelog.log SET taken = 1 WHERE name = %s"
    if role == "mara":
        with pytest.raises(psycopg.Error):
            server.sql(query, (table,), role=role)
    else:
        server.sql(query, (table,), role=role)
    assert server.sql("SELECT taken FROM fudgelog.log WHERE name = %s", (table,)) == [(0,)]


def test_even_the_owner_changes_no_event_while_the_guards_stand(server: TestServer, table: str) -> None:
    for query in ("UPDATE fudgelog.event SET body = '{}'", "DELETE FROM fudgelog.event", "TRUNCATE fudgelog.event"):
        assert refused(server, OWNER, query) == "FL003"


def test_a_row_that_follows_no_other_is_refused_by_the_database(server: TestServer, table: str) -> None:
    forged = EVENT.format(name=table, actor="Mara", type="NoteMade")
    assert refused(server, "mara", forged.replace("e.seq + 1", "e.seq + 2")) == "FL001"
    assert refused(server, "mara", forged.replace("e.salt, e.hash,", "e.salt, e.prev,")) == "FL001"


def test_rights_that_are_taken_away_end_at_once(server: TestServer, typed: Typed, table: str) -> None:
    jon, owner = server.url(table, "jon"), server.url(role=OWNER)
    assert typed(jon, "note x")[0] == 0
    assert typed(owner, f"revoke jon {table}") == (0, f"jon may do nothing with {table} any more\n", "")
    status, _, said = typed(jon, "note x")
    assert (status, "or your role may not see it" in said) == (3, True)
    status, _, said = typed(owner, f"revoke jon {table}")
    assert (status, f"jon has no grant for {table}" in said) == (3, True)


def test_only_the_owner_prepares_grants_and_revokes(server: TestServer, typed: Typed, table: str) -> None:
    mara = server.url()
    assert typed(server.url(role=OWNER), "prepare")[0] == 0
    for line in (f"grant jon write {table}", f"revoke jon {table}"):
        status, _, said = typed(mara, line)
        assert (status, "only the owner" in said) == (3, True)
    status, _, said = typed(server.url(role=OWNER), f"grant nobody-here write {table}")
    assert (status, "the server knows no role nobody-here" in said) == (3, True)


def test_a_database_lists_the_logs_that_one_may_see(server: TestServer, typed: Typed, table: str) -> None:
    for role, may in (("mara", "you write as Mara and GM"), ("reader", "you read"), (OWNER, "you own its tables")):
        lines = typed(server.url(role=role))[1].splitlines()
        assert f"{server.url(table, role)}   {may}" in lines
    logs = json.loads(typed("--json", server.url(role="jon"))[1])["result"]["logs"]
    assert {"log": server.url(table, "jon"), "may": "write", "names": ["Jon"]} in logs


def test_a_grant_for_a_log_to_come_lets_its_writer_make_it(server: TestServer, typed: Typed) -> None:
    owner = server.url(role=OWNER)
    assert typed(owner, "grant", "jon", "write", "to-come", "as", "Jon,", "GM")[0] == 0
    assert typed(owner, "grant", "reader", "read", "to-come")[0] == 0
    assert "can only be read" in typed(server.url("to-come", "reader"), "new peupfudge")[2]
    assert typed(server.url("to-come", "jon"), "new peupfudge Hello")[0] == 0
    status, _, said = typed(server.url("to-come", "jon"), "new peupfudge Again")
    assert (status, "there is a campaign" in said) == (1, True)


def test_a_role_in_the_url_is_who_plays(server: TestServer) -> None:
    assert server.sql("SELECT current_database()", role=ADMINISTRATOR) == [(DATABASE,)]
