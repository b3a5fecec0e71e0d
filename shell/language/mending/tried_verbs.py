"""Explain verbs that people try, with those that do their work."""

from __future__ import annotations

from collections.abc import Iterator

from engine.heads import is_head
from engine.patterns import pattern
from engine.state import State
from engine.text import pair_words
from engine.value import evolve
from shell.language.grammar import Takes
from shell.language.mending.advisable import is_accepted
from shell.language.parse import Misreading, Parse

WHO_IS_FIRST = "“contest” shows who acts first, “fight start” begins to count rounds"
GIVE_OR_PASS = "“give” adds new things, “pass” hands one over"
ROUNDS = "“round” begins the next round, “spotlight” shows whose turn it might be"
CARRIED = "“sheet” shows what a character carries"

#: Words that begin a question.
QUESTION_WORDS = ("who", "whose", "what", "which", "where", "how")

#: Where one of them asks for something: by the verb behind it, or by a question mark.
ASKING = pattern(
    r"(?i)\w+ +(is|are|was|were|has|have|had|do|does|did|can|could|will|would|shall|should|may|might|much|many)\b.*"
    r"|.*\? *"
)

#: Verbs that people try: the lines that may do it, tried with the rest of the line in place of a star or at the end,
#: and the advice if none does.
TRIED: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("add create make", ("", "define"), "“pc” and “npc” add characters, “give” things, “gain” properties"),
    (
        "attack strike stab shoot defend dodge parry block",
        ("check", "contest"),
        "“check” is against a difficulty, “contest” against somebody who acts too",
    ),
    ("attempt try", ("check",), "“check” tries a trait against a difficulty"),
    ("begin open", ("start", "* start"), "“session start” begins an evening, “fight start” a fight, “new” a campaign"),
    ("bring find get grab loot obtain pick receive takes took", ("give",), GIVE_OR_PASS),
    ("buy", ("raise", "give"), f"{GIVE_OR_PASS}; “drop” takes away what is paid"),
    ("bye", ("quit",), "“session end” ends an evening, “quit” leaves"),
    ("cancel oops revert", ("undo",), "“undo” takes back the last command, “log last 5” shows the numbers of others"),
    ("cast", ("spell",), "“spell” casts a spell where the game has magic; elsewhere that is a “check”"),
    ("clock", ("countdown",), "“countdown” makes a clock, “tick” marks its boxes"),
    ("combat battle", ("fight",), "“fight start” begins a fight"),
    ("dice", ("roll",), "“roll” rolls dice, “odds” says what they can show"),
    ("die dead dying kill slay", ("out * dead",), "“out WHO” takes somebody out of play"),
    ("explain details inspect", ("why",), "“why WHO NAME” explains a value, “why #57” an event"),
    ("experience earn", ("award",), "“award” gives XP, “ledger” shows where they went"),
    ("fate bennie", ("point",), "“point WHO CHANGE” spends or gives fudge points"),
    ("flee run escape", ("out * fled",), "“out” takes somebody out of play; without leaving, it is a “check”"),
    ("for", (), "a reason stands at the end of a line; “note” keeps any text"),
    ("hand", ("pass",), GIVE_OR_PASS),
    ("heal", ("status", "clear"), "“clear” clears boxes of a track, “status” moves a status"),
    ("history", ("log",), "“log” shows the events, “recap” tells a session"),
    ("hp", ("status",), "“status” moves a status; “define counter” makes one that is a number"),
    ("hurt injure wound", ("mark", "damage"), "“mark” crosses off boxes of a track, “status” moves a status"),
    ("init initiative", ("contest",), WHO_IS_FIRST),
    ("inv inventory items stuff", ("sheet",), CARRIED),
    ("improve level levelup advance train", ("raise",), "“raise” takes a trait up a level, “spend” puts XP into it"),
    (
        "join enter arrive",
        ("group", "pc", "npc"),
        "“pc” adds a player's character, “npc” anybody else, “show” an NPC's sheet",
    ),
    ("sit", ("group",), "“group NAME” sits down at a group, “groups” lists them"),
    ("list", ("",), "“party” lists the characters, “log” the events, “rules” the rules, “help” the commands"),
    ("look", ("sheet",), "“sheet” shows a character, “party” all, “log” what happened"),
    ("next", ("round", "*"), ROUNDS),
    ("remember", ("note",), "“note” keeps any text"),
    ("say", (), "“note” keeps any text"),
    ("secretly", ("* secret",), "“secret” stands at the end of a roll, or before a note"),
    ("spawn summon", ("npc",), "“npc” adds somebody"),
    ("remove delete", ("drop", "lose"), "“drop” takes things away, “lose” properties, “undo” what should not be there"),
    ("rest sleep", (), "“recover” mends injuries, “status” moves a status, “clear” clears boxes of a track"),
    ("repeat reroll", (), "type the line again; “point” rolls again for a fudge point"),
    (
        "save saving resist",
        ("check",),
        "everything marked ✓ is saved; “backup” makes a copy; a roll to resist is a “check”",
    ),
    ("sell consume pay eat drink", ("drop",), "“drop” takes away one of what a character carries"),
    (
        "stop close finish over done",
        ("end", "* end"),
        "“session end” ends an evening, “quit” leaves",
    ),
    ("surrender", ("out * surrendered",), "“out” takes somebody out of play"),
    ("take", ("drop", "give"), "“drop” takes things away, “pass” hands them to somebody, “give” adds new ones"),
    ("turn", ("round",), ROUNDS),
    ("use", (), "“drop” takes away what is used up, “status” moves a counter; “note” keeps what happens"),
    ("untick unmark", ("clear",), "“clear” clears boxes of a track, “undo” takes back a tick"),
    (
        " ".join(QUESTION_WORDS),
        ("party", "sheet"),
        "“sheet” shows a character, “party” all, “search” finds words in the log, “why” explains a value",
    ),
)
TRIED_VERBS = {word: (lines, advice) for words, lines, advice in TRIED for word in words.split()}

#: Verbs whose past has no ending.
PAST = pair_words(
    "ate eat bought buy drank drink fled flee found find gave give got get lost lose paid pay slept sleep sold sell"
    " spent spend threw drop"
)

#: Endings of inflected verbs, with those of the verbs themselves.
BENT = (("ies", "y"), ("ied", "y"), ("es", ""), ("s", ""), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"))


def unbend(word: str) -> Iterator[str]:
    """Yield a word, and what it may be a form of.

    >>> list(unbend("dropped"))
    ['dropped', 'dropp', 'drop', 'droppe']
    """
    word = word.casefold()
    yield word
    yield from (PAST[word],) if word in PAST else ()
    for end, own in BENT:
        bare = f"{word.removesuffix(end)}{own}"
        if word.endswith(end) and len(bare) > 2:
            yield bare
            if len(bare) > 3 and bare[-1] == bare[-2]:
                yield bare[:-1]


def begins_question(parse: Parse) -> bool:
    """Return whether a line begins as a question does, and with no command."""
    return parse.first.typed.casefold() in QUESTION_WORDS


def asks(text: str) -> bool:
    """Return whether a line that begins as a question does is one."""
    return ASKING.fullmatch(text) is not None


def find_verb(word: str) -> str | None:
    """Return the verb that a word is a form of, a command's or a tried one."""
    found = (each for each in unbend(word) if is_head(each) or each in TRIED_VERBS)
    return next((each for each in found if each != "for"), None)


def lines_for(verb: str, rest: str) -> Iterator[str]:
    """Yield the lines that may do the work of a verb with the rest of its line."""
    for line in TRIED_VERBS[verb][0] if verb in TRIED_VERBS else (verb,):
        yield (line.replace("*", rest) if "*" in line else f"{line} {rest}").strip()


def explain_tried_verb(parse: Parse, problem: Misreading, state: State | None, takes: Takes) -> Misreading:
    """Return the problem of a verb whose work another verb does, with whole lines that the rest fits."""
    verb = problem.typed.casefold()
    before, rest = parse.text[: problem.start], parse.text[problem.end :].strip()
    lines = [line for line in lines_for(verb, rest) if is_accepted(line, state, takes)]
    cures = tuple(f"{before}{line}".strip() for line in lines)
    return evolve(problem, typed="", cures=cures, advice=TRIED_VERBS[verb][1])
