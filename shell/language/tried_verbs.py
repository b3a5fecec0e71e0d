"""Explain verbs that people try, with those that do their work."""

from __future__ import annotations

from engine.state import State
from engine.value import evolve
from shell.language.advisable import is_accepted
from shell.language.grammar import Takes
from shell.language.parse import Misreading, Parse

#: Verbs that people try: the verbs that may do it, tried with the rest of the line, and what to say where none does.
TRIED_VERBS: dict[str, tuple[tuple[str, ...], str]] = {
    "add": (("", "define"), "“pc” and “npc” add characters, “give” things, “gain” properties"),
    "attack": (("check", "contest"), "“check” is against a difficulty, “contest” against somebody who acts too"),
    "begin": (("start",), "“session start” begins an evening, “fight start” a fight, “new” a campaign"),
    "dice": (("roll",), "“roll” rolls dice, “odds” says what they can show"),
    "for": ((), "a reason stands at the end of a line; “note” keeps any text"),
    "heal": (("status", "clear"), "“clear” clears boxes of a track, “status” moves a status"),
    "hp": (("status",), "“status” moves a status; “define counter” makes one that is a number"),
    "init": (("contest",), "“contest” shows who acts first, “fight start” begins to count rounds"),
    "initiative": (("contest",), "“contest” shows who acts first, “fight start” begins to count rounds"),
    "inv": (("sheet",), "“sheet” shows what a character carries"),
    "inventory": (("sheet",), "“sheet” shows what a character carries"),
    "items": (("sheet",), "“sheet” shows what a character carries"),
    "list": (("",), "“party” lists the characters, “log” the events, “rules” the rules, “help” the commands"),
    "look": (("sheet",), "“sheet” shows a character, “party” all, “log” what happened"),
    "remove": (("drop", "lose"), "“drop” takes things away, “lose” properties, “undo” what should not be there"),
    "save": ((), "everything marked ✓ is saved; “backup” makes a copy"),
    "stop": (("end",), "“session end” ends an evening, “fight end” a fight, “quit” leaves"),
    "take": (("drop", "give"), "“drop” takes things away, “pass” hands them to somebody, “give” adds new ones"),
    "use": (("drop",), "“drop” takes away one of what a character carries"),
    "wound": (("mark",), "“mark” crosses off boxes of a track, “status” moves a status"),
    "who": (("party", "sheet"), "“party” shows everybody, “sheet” one character"),
}


def explain_tried_verb(parse: Parse, problem: Misreading, state: State | None, takes: Takes) -> Misreading:
    """Return the problem of a verb whose work another verb does.

    It has whole lines if the rest fits them.
    """
    verbs, advice = TRIED_VERBS[problem.typed.casefold()]
    before, rest = parse.text[: problem.start], parse.text[problem.end :].strip()
    lines = [f"{verb} {rest}".strip() for verb in verbs]
    cures = tuple(f"{before}{line}".strip() for line in lines if is_accepted(line, state, takes))
    return evolve(problem, typed="", cures=cures, advice=advice)
