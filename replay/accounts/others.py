"""Find reasons for a disputed balance in what others were awarded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby

from engine.campaign import Recorded
from engine.concerns.experience.events import XpAwarded
from engine.text import because, join_names
from engine.value import evolve
from replay.accounts.case import Awards, Case, Clue, Remedy, offer_amend, offer_undo

#: The likeness, from 0 to 1, of two names that get mistaken for each other.
ALIKE = 0.7
#: How likely an award is the missing one, if the character got as much that session, or the same another time.
DOUBTFUL = 45


def others_clues(case: Case) -> Iterator[Clue]:
    """Yield the clues in what others were awarded."""
    missed = list(awards_missed(case))
    yield from missed
    yield from find_mistaken_names(case)
    yield from find_unequal_shares(case)
    yield from find_quiet_sessions(case, {clue.events for clue in missed})
    yield from find_lesser_sessions(case)


def awards_missed(case: Case) -> Iterator[Clue]:
    """Yield awards that others got and this character did not: given together, or by one command."""
    known = set()
    for clue in find_missed(case):
        known.add(clue.events)
        yield clue
    yield from (clue for clue in find_given_to_others(case) if clue.events not in known)


def find_missed(case: Case) -> Iterator[Clue]:
    """Yield awards that several others got together and this character did not."""
    for group in case.group_together():
        names = list(dict.fromkeys(award.character for _, award in group))
        if case.who in names or len(names) < 2 or group[0][0].seq < case.joined or case.was_in(group):
            continue
        amount, _ = Counter(award.amount for _, award in group).most_common(1)[0]
        reason, events = group[0][1].reason, tuple(each.seq for each, _ in group)
        if count_missing(case, *next(each for each in group if each[1].amount == amount)) < amount:
            continue
        text = f"{join_names(names)} were awarded {amount} XP{because(reason)} by {name_events(events)}"
        found = Clue(
            f"{text}, and {case.who} was not", events, amount, 78, case.offer_award(amount, reason), stands=True
        )
        yield doubt_award(case, found, text, group)


def find_given_to_others(case: Case) -> Iterator[Clue]:
    """Yield other characters' awards from a command that gave this one nothing."""
    for _, command in groupby(case.awards, key=lambda each: each[0].cmd):
        group = list(command)
        if case.who in [award.character for _, award in group] or case.was_in(group):
            continue
        if group[0][0].seq < case.joined:
            continue
        group = [each for each in group if not (each[1].answers and not count_missing(case, *each))]
        for amount in dict.fromkeys(award.amount for _, award in group):
            yield tell_given_to_others(case, [each for each in group if each[1].amount == amount])


def tell_given_to_others(case: Case, some: Awards) -> Clue:
    """Return a clue for an award that others got. It is doubtful if this character got it another time."""
    events, names = tuple(each.seq for each, _ in some), join_names([award.character for _, award in some])
    amount, reason, missing = some[0][1].amount, some[0][1].reason, count_missing(case, *some[0])
    text = f"{names} got {amount} XP{because(reason)} by {name_events(events)}"
    same = case.lost_in(case.session(events[0]), amount)
    if not missing:
        return Clue(f"{text}, as {case.who} did at another time", events, amount, DOUBTFUL, same=same)
    ending = f", and {case.who} did not" if missing == amount else f", and {case.who} {missing} less"
    found = Clue(f"{text}{ending}", events, missing, 74, case.offer_award(missing, reason), same=same)
    return doubt_award(case, found, text, some)


def doubt_award(case: Case, clue: Clue, text: str, group: Awards) -> Clue:
    """Return a clue, doubtful if the character was awarded as much in that session as those in the group."""
    session = case.session(group[0][0].seq)
    sums = case.by_session[session]
    if sums[case.who] < max(sums[award.character] for _, award in group):
        return clue
    when = f"in session {session}" if session else "before play"
    text = f"{text}, but in all {case.who} got no less {when}: {sums[case.who]} XP"
    return evolve(clue, text=text, likely=DOUBTFUL + 1, remedy=None)


def count_missing(case: Case, recorded: Recorded, award: XpAwarded) -> int:
    """Return how many XP of another's award the character did not get too.

    A session's questions can be answered one by one or by a number, so their sum counts (FL-132).
    """
    if not award.answers:
        given = bool(award.reason) and (award.amount, award.reason.casefold()) in case.given
        return 0 if given else award.amount
    theirs = find_answers(case, recorded, award.character)
    asked = {each.question for each in theirs}
    mine = [x for x in find_answers(case, recorded, case.who) if not x.question or asked & {"", x.question}]
    if award.question and award.question in {each.question for each in mine}:
        return 0
    less = sum(each.amount for each in theirs) - sum(each.amount for each in mine)
    return min(award.amount, max(0, less))


def find_answers(case: Case, recorded: Recorded, character: str) -> list[XpAwarded]:
    """Return the XP that a character got for the questions of an event's session."""
    session = case.session(recorded.seq)
    mine = [(each.seq, award) for each, award in case.awards if award.answers and award.character == character]
    return [award for seq, award in mine if case.session(seq) == session]


def find_unequal_shares(case: Case) -> Iterator[Clue]:
    """Yield the character's awards beside those of another amount that others got in the session, for one reason."""
    theirs: dict[tuple[int, str], Awards] = {}
    for each, award in case.awards:
        if award.character != case.who and not award.answers:
            theirs.setdefault((case.session(each.seq), award.reason.casefold()), []).append((each, award))
    for mine, own in case.own:
        if own.answers or own.source:
            continue
        known: set[int] = {own.amount}
        for each, award in theirs.get((case.session(mine.seq), own.reason.casefold()), ()):
            if award.amount in known or (award.amount > own.amount and not case.one_breath((mine, own), (each, award))):
                continue
            known.add(award.amount)
            got = f"{award.character} got {award.amount} XP{because(award.reason)} by #{each.seq}"
            text, moves = f"{got}, and {case.who} {own.amount} by #{mine.seq}", award.amount - own.amount
            likely = 80 if each.cmd == mine.cmd else 73
            yield Clue(text, (each.seq, mine.seq), moves, likely, offer_amend(mine.seq, award.amount))


def find_quiet_sessions(case: Case, known: set[tuple[int, ...]]) -> Iterator[Clue]:
    """Yield sessions in which others got XP and this character none, except with awards that are known as missed."""
    for session, group in groupby(case.awards, key=lambda each: case.session(each[0].seq)):
        apart = [x for x in group if x[0].seq > case.joined and not case.was_in([x])]
        if any(award.character == case.who for _, award in apart):
            continue
        found = [x for x in apart if count_missing(case, *x)]
        sums: Counter[str] = Counter()
        for _, award in found:
            sums[award.character] += award.amount
        events = tuple(each.seq for each, _ in found)
        if not session or not sums or events in known:
            continue
        amount, _ = Counter(sums.values()).most_common(1)[0]
        text = f"in session {session} {list_awarded(sums)} ({name_events(events)}), and {case.who} none"
        remedy, same = case.offer_award(amount, f"session {session}"), case.lost_in(session)
        yield Clue(text, events, amount, 77 if len(sums) > 1 else 66, remedy, stands=True, same=same)


def find_lesser_sessions(case: Case) -> Iterator[Clue]:
    """Yield sessions in which the others all got the same, and this character less or more."""
    for session, group in groupby(case.awards, key=lambda each: case.session(each[0].seq)):
        found, sums = list(group), Counter[str]()
        for _, award in found:
            sums[award.character] += award.amount
        own = sums.pop(case.who, 0)
        if session and own and len(set(sums.values())) == 1:
            amount = next(iter(sums.values()))
            text = f"in session {session} {list_awarded(sums)}, and {case.who} {own}"
            events = tuple(each.seq for each, _ in found)
            remedy = case.offer_award(amount - own, f"session {session}") if amount > own else None
            yield Clue(text, events, amount - own, 65, remedy, same=case.lost_in(session))


def find_mistaken_names(case: Case) -> Iterator[Clue]:
    """Yield awards to somebody with a similar name."""
    mine = {each.cmd for each, _ in case.own}
    names = {award.character for _, award in case.awards} - {case.who}
    similar = {name for name in names if alike(name, case.who)}
    for each, award in case.awards:
        other = award.character
        if other in similar and each.cmd not in mine:
            text = f"{award.amount} XP{because(award.reason)} went to {other} by #{each.seq}: a name much like it"
            back, given = offer_undo(each.seq), case.offer_award(award.amount, award.reason)
            remedy = Remedy((*back.lines, *given.lines), (*back.commands, *given.commands))
            yield Clue(text, (each.seq,), award.amount, 76, remedy, stands=True)


def list_awarded(sums: Counter[str]) -> str:
    """Say who got how much."""
    if len(set(sums.values())) == 1:
        return f"{join_names(list(sums))} got {next(iter(sums.values()))} XP"
    return join_names([f"{name} got {amount} XP" for name, amount in sums.items()])


def name_events(events: Sequence[int]) -> str:
    """List event numbers in a sentence."""
    return join_names([f"#{seq}" for seq in events])


def alike(one: str, other: str) -> bool:
    """Return whether two names are easily confused."""
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    if len(short) >= 3 and long.startswith(short):
        return True
    return SequenceMatcher(None, short, long).ratio() >= ALIKE
