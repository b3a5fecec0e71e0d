"""Administer a database for logs: list its logs, prepare it, and say who may do what with which log."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from engine.refusal import Refused
from engine.store.door import Database, LogError
from engine.text import join_names, speaker
from shell.doors.voice import Voice
from shell.options import Call, ExitStatus
from shell.outcome import Fault, LineOutcome
from shell.render import Answer

#: How each verb for a database is typed.
DATABASE_VERBS = ("prepare", "grant ROLE read|write LOG [as NAME, ...]", "revoke ROLE LOG")


class NoSuchVerb(Exception):
    """A line for a database that is none of its verbs."""


def administer(database: Database, call: Call) -> ExitStatus:
    """Carry out a call that names a database without a log, and return the exit status."""
    line = " ".join(call.words)
    try:
        outcome = LineOutcome(line, line, answer=carry_out_verb(database, words_of_call(call.words)))
    except NoSuchVerb:
        said = f"{database} names a database, but no log in it"
        hint = f"name a log: {database.spell('LOG')}; a database takes “{'”, “'.join(DATABASE_VERBS)}”"
        outcome = LineOutcome(line, line, fault=Fault(ExitStatus.NO_LOG, said, None, hint))
    except Refused as refused:
        outcome = LineOutcome(line, line, fault=Fault(ExitStatus.REFUSED, refused.message, None, refused.hint))
    except LogError as error:
        outcome = LineOutcome(line, line, fault=Fault(ExitStatus.NO_LOG, error.message, None, error.hint))
    return Voice(call.json).tell(outcome)


def words_of_call(words: Sequence[str]) -> list[str]:
    """Return the words of a line, which may have been typed as one. Raise NoSuchVerb for quotes that do not end."""
    try:
        return shlex.split(words[0]) if len(words) == 1 else list(words)
    except ValueError:
        raise NoSuchVerb from None


def carry_out_verb(database: Database, words: Sequence[str]) -> Answer:
    """Carry out one of the verbs, or list the logs. Raise NoSuchVerb for anything else, LogError or Refused."""
    match words:
        case []:
            return answer_logs(database)
        case ["prepare"]:
            made = database.prepare()
            said = "is prepared: “grant” says who may write which log" if made else "is as it was prepared"
            return Answer({"made": made}, lambda: f"{database} {said}")
        case ["grant", role, ("read" | "write") as may, log, *behind] if not behind or behind[0] == "as":
            return answer_granted(database, role, may, log, names_of(behind[1:]))
        case ["revoke", role, log]:
            database.revoke(role, log)
            return Answer({"role": role, "log": log}, lambda: f"{role} may do nothing with {log} any more")
    raise NoSuchVerb


def names_of(words: Sequence[str]) -> list[str]:
    """Return the speakers that words name, with commas between them, or the game master. Raise Refused for no name."""
    named = [each.strip() for each in " ".join(words).split(",") if each.strip()]
    return list(dict.fromkeys(map(speaker, named))) or ["GM"]


def answer_granted(database: Database, role: str, may: str, log: str, names: list[str]) -> Answer:
    """Grant a log, and answer with what the role may do now."""
    database.grant(role, may, log, names)
    said = f"may write {log} as {join_names(names)}" if may == "write" else f"may read {log}"
    result = {"role": role, "may": may, "log": log, "names": names if may == "write" else []}
    return Answer(result, lambda: f"{role} {said}: {database.spell(log)}")


def answer_logs(database: Database) -> Answer:
    """Answer with the logs that the user may see."""
    found = database.list_logs()
    logs: list[dict[str, Any]] = [
        {"log": database.spell(log), "may": may or "own", "names": list(names) if may == "write" else []}
        for log, may, names in found
    ]
    return Answer({"logs": logs}, lambda: "\n".join(map(tell_log, logs)) or f"{database} holds no log that you may see")


def tell_log(log: dict[str, Any]) -> str:
    """Return a log with what its user may do."""
    writes = f"you write as {join_names(log['names'])}" if log["names"] else ""
    return f"{log['log']}   {writes or ('you read' if log['may'] == 'read' else 'you own its tables')}"
