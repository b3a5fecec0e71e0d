"""The tables of logs on a server: make and check them, and say who may do what with which log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from hashlib import md5
from pathlib import Path
from typing import Any

from engine.store.errors import LogError
from engine.store.postgres_connecting import LOG_NAME, DatabaseUrl, psycopg, read_url
from engine.store.postgres_server import ServerConnection

#: The version of the tables_sql that this program knows.
SCHEMA_VERSION = 1

#: What keeps events as they are: the triggers with their state, the tables with row-level security, the policies, and
#: the functions with a digest of each.
GUARDS = """
SELECT 'trigger ' || t.tgname || ' ' || t.tgenabled::text FROM pg_catalog.pg_trigger t
WHERE t.tgrelid IN ('fudgelog.event'::regclass, 'fudgelog.log'::regclass) AND NOT t.tgisinternal
UNION ALL SELECT 'rows of ' || c.relname FROM pg_catalog.pg_class c
WHERE c.relnamespace = 'fudgelog'::regnamespace AND c.relrowsecurity
UNION ALL SELECT 'policy ' || p.polname || ' ' || c.relname || ' ' || p.polcmd::text FROM pg_catalog.pg_policy p
JOIN pg_catalog.pg_class c ON c.oid = p.polrelid WHERE c.relnamespace = 'fudgelog'::regnamespace
UNION ALL SELECT 'function ' || f.proname || ' ' || md5(f.prosrc) FROM pg_catalog.pg_proc f
WHERE f.pronamespace = 'fudgelog'::regnamespace
"""

POLICY_LETTERS = {"SELECT": "r", "INSERT": "a", "UPDATE": "w"}


@cache
def tables_sql() -> str:
    """Return the statements that make the tables."""
    return Path(__file__).with_name(f"schema-postgresql-{SCHEMA_VERSION}.sql").read_text("utf-8")


@cache
def right_guards() -> frozenset[str]:
    """Return the guards that the tables_sql makes, as `GUARDS` finds them."""
    text = tables_sql()
    triggers = re.findall(r"CREATE TRIGGER (\w+)", text)
    policies = re.findall(r"CREATE POLICY (\w+) ON fudgelog\.(\w+) FOR (\w+)", text)
    functions = re.findall(r"CREATE FUNCTION fudgelog\.(\w+)\(.*?\$\$(.*?)\$\$", text, re.DOTALL)
    return frozenset(
        [
            *(f"trigger {name} O" for name in triggers),
            *(f"rows of {table}" for table in re.findall(r"TABLE fudgelog\.(\w+) ENABLE ROW LEVEL", text)),
            *(f"policy {name} {table} {POLICY_LETTERS[command]}" for name, table, command in policies),
            *(f"function {name} {md5(body.encode(), usedforsecurity=False).hexdigest()}" for name, body in functions),
        ]
    )


def the_guards(server: ServerConnection) -> frozenset[str]:
    """Return the guards that a database has."""
    return frozenset(found for (found,) in server.ask(GUARDS))


def find_faults(found: frozenset[str]) -> str:
    """Return which guards are missing, changed or none of ours, or ""."""
    return ", ".join(sorted({" ".join(each.split()[:2]) for each in found ^ right_guards()}))


class PostgresDatabase:
    """A database for logs, as its owner and those who look for a log see it."""

    def __init__(self, url: DatabaseUrl) -> None:
        self.url, self.server = url, ServerConnection(url)

    def __str__(self) -> str:
        return str(self.url)

    def list_logs(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """Return the logs that the user may see, each with what the user may do and the names to speak as."""
        query = """
        SELECT l.name, coalesce(m.may, ''), coalesce(m.names, '{}') FROM fudgelog.log l
        LEFT JOIN fudgelog.member m ON m.log = l.name AND m.role = session_user ORDER BY l.name
        """
        return [(name, may, tuple(names)) for name, may, names in self.server.ask(query)]

    def spell(self, log: str) -> str:
        """Return what is typed for a log of this database."""
        return self.url.spell(log)

    def prepare(self) -> bool:
        """Make the tables of logs, or check them. Return whether they were made. Raise LogError."""
        if self.server.ask("SELECT FROM pg_catalog.pg_namespace WHERE nspname = 'fudgelog'"):
            ((version,),) = self.server.ask("SELECT version FROM fudgelog.version")
            if version != SCHEMA_VERSION:
                raise LogError(f"{self} was prepared by a newer version of the program", None, "unprepared")
            if faults := find_faults(the_guards(self.server)):
                raise LogError(f"the guards of {self} were changed: {faults}", None, "damaged")
            return False
        ((encoding,),) = self.server.ask("SELECT pg_catalog.current_setting('server_encoding')")
        if encoding != "UTF8":
            said = f"{self} stores text as {encoding}, which cannot hold every name"
            raise LogError(said, "make a database with encoding UTF8", "unprepared")
        change(self.server, tables_sql(), (), "only the owner of the database can prepare it")
        return True

    def grant(self, role: str, may: str, log: str, names: Sequence[str]) -> None:
        """Let a role read a log, or write to it as some speakers, whether or not it is there yet. Raise LogError."""
        if not LOG_NAME.fullmatch(log):
            said = f"“{log}” cannot be the name of a log on a server"
            raise LogError(said, "up to 63 letters, digits, - and _", "misnamed")
        if not self.server.ask("SELECT FROM pg_catalog.pg_roles WHERE rolname = %s", (role,)):
            hint = f"its administrator makes one: CREATE ROLE {role} LOGIN"
            raise LogError(f"the server knows no role {role}", hint, "there-is-none")
        query = """
        INSERT INTO fudgelog.member (log, role, names, may) VALUES (%s, %s, %s, %s)
        ON CONFLICT (log, role) DO UPDATE SET names = excluded.names, may = excluded.may
        """
        change(self.server, query, (log, role, list(names), may), "only the owner of the tables grants a log")

    def revoke(self, role: str, log: str) -> None:
        """Take from a role what it may do with a log. Raise LogError if it may nothing."""
        query = "DELETE FROM fudgelog.member WHERE log = %s AND role = %s"
        if not change(self.server, query, (log, role), "only the owner of the tables revokes a grant"):
            raise LogError(f"{role} has no grant for {log}", None, "there-is-none")


def database_named(text: str) -> PostgresDatabase | None:
    """Return the database that a URL names, or None if it names a log in it. Raise LogError for another URL."""
    url, log = read_url(text)
    return None if log else PostgresDatabase(url)


def change(server: ServerConnection, query: str, values: Sequence[object], denied: str) -> int:
    """Carry out a statement in one transaction, and return how many rows it changed. Raise LogError."""
    try:
        with server.transaction():
            cursor: Any = server.ensure_connection().execute(query, values or None)
            changed: int = cursor.rowcount
    except psycopg.Error as error:
        if not server.is_lost(error) and getattr(error, "sqlstate", None) in ("42501", "25006"):
            raise LogError(denied, "name its owner in the URL: OWNER@HOST", "forbidden") from error
        raise server.in_words(error) from error
    return changed
