"""Find mistakes that explain why a player remembers another XP balance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from itertools import groupby

from attrs import define

from engine.campaign import Recorded
from engine.concerns.characters.events import CharacterCreated
from engine.concerns.corrections.commands import Amend, Redo, Undo
from engine.concerns.corrections.events import AwardAmended, SheetSigned
from engine.concerns.experience.events import XpAllocated, XpAwarded
from engine.refusal import Refused
from engine.text import because, join_names, quote, with_sign
from engine.value import value
from replay.accounts.ledger import Entry, draw_up
from replay.moment import Moment

#: The likeness, from 0 to 1, of two names that get mistaken for each other.
ALIKE_CLUES = 0.7
RECENT_EVENTS = 6
#: How likely somebody missed another's award.
OTHERS_CLUE = 86


@value
class Clue:
    """A possible mistake.

    `moves` is how much higher the balance would be without the mistake. `likely` puts clues in order (0 to 100),
    `remedy` is the line that would correct the log, if it is the log that is wrong. A clue that does not `stand` counts
    only if it explains the whole difference. `source` is the kind of mistake, so that several of a kind can be listed
    together. `tried` is the correction in the remedy, which is offered only if it is accepted. `same` are further
    events about the same award: no other clue about them may be added to this one.
    """

    text: str
    events: tuple[int, ...]
    moves: int
    likely: int
    remedy: str = ""
    stands: bool = True
    source: str = ""
    tried: Undo | Redo | Amend | None = None
    same: tuple[int, ...] = ()


@value
class Signature:
    """The last signature under a sheet: its event, the XP that were unspent then, and who signed."""

    seq: int
    unspent: int
    player: str | None


@define(eq=False, slots=False)
class Case:
    """A character's account, and everybody's awards to compare it with."""

    moment: Moment
    who: str

    def clues(self) -> Iterator[Clue]:
        """Yield every clue, of each kind of mistake."""
        yield from self.find_missed()
        yield from self.undone()
        yield from self.find_amended()
        yield from self.mistaken_names()
        yield from self.of_others()
        yield from self.quiet_sessions()
        yield from self.lesser_sessions()
        yield from self.entered_twice()
        yield from self.forgotten_spending()
        yield from self.forgotten_awards()
        yield from self.free_practice()

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The lines of the character's ledger."""
        return draw_up(self.moment, self.who).entries

    @cached_property
    def awards(self) -> list[tuple[Recorded, XpAwarded]]:
        """Everybody's awards that count."""
        found = self.moment.read_counting(XpAwarded)
        return [(each, each.event) for each in found if isinstance(each.event, XpAwarded)]

    @cached_property
    def given(self) -> set[tuple[int, str]]:
        """Amounts and reasons of the character's own awards that count."""
        return {(award.amount, award.reason.casefold()) for _, award in self.awards if award.character == self.who}

    @cached_property
    def lost(self) -> list[tuple[Entry, str]]:
        """The character's own awards that were undone and not given again, each with the number of its command."""
        undone = [each for each in self.entries if each.kind == "undone" and each.was == "award"]
        if not undone:
            return []
        cmds = {each.seq: each.cmd for each in self.moment.read(XpAwarded, about=self.who)}
        return [(each, cmds[each.seq]) for each in undone if self.came_again(each) is None]

    def came_again(self, entry: Entry) -> Entry | None:
        """Return the later counting line that repeats an undone one, or None."""
        later = (each for each in self.entries if each.seq > entry.seq and each.kind == each.was)
        return next((each for each in later if key_of_entry(each) == key_of_entry(entry)), None)

    def was_in(self, group: Iterable[tuple[Recorded, XpAwarded]]) -> bool:
        """Return whether the character lost a share in these awards by an undo, which then explains the difference."""
        ours = {cmd for _, cmd in self.lost}
        reasons = {(x.session, x.amount, x.reason.casefold()) for x, _ in self.lost if x.reason}
        return any(
            each.cmd in ours or (self.session(each.seq), award.amount, award.reason.casefold()) in reasons
            for each, award in group
        )

    def lost_in(self, session: int, amount: int | None = None) -> tuple[int, ...]:
        """Return the character's undone awards of a session, of one amount if given."""
        return tuple(x.seq for x, _ in self.lost if x.session == session and amount in (None, x.amount))

    def accepts(self, clue: Clue) -> bool:
        """Return whether the remedy of a clue would be accepted now."""
        corrector = self.moment.campaign.corrector()
        try:
            if isinstance(clue.tried, Undo):  # wording a refusal, with a hint, takes twice as long
                targets, _ = corrector.targets(clue.tried)
                return not corrector.try_undo(targets)[2]
            if clue.tried is not None:
                corrector.plan(clue.tried)
        except Refused:
            return False
        return bool(clue.remedy)

    @cached_property
    def joined(self) -> int:
        """The number of the event that created the character."""
        found = self.moment.read_counting(CharacterCreated, about=self.who)
        return next(x.seq for x in found if isinstance(x.event, CharacterCreated) and x.event.name == self.who)

    @cached_property
    def signed(self) -> Signature | None:
        """The last signature under the sheet, or None if there is none with a balance."""
        found = [x for x in self.moment.read_counting(SheetSigned, about=self.who) if isinstance(x.event, SheetSigned)]
        mine = [(x.seq, x.event) for x in found if isinstance(x.event, SheetSigned) and x.event.character == self.who]
        if not mine or not isinstance(mine[-1][1].values.get("xp.unspent"), int):
            return None
        seq, event = mine[-1]
        return Signature(seq, event.values["xp.unspent"], event.player)

    def session(self, seq: int) -> int:
        """Return the session of an event."""
        return self.moment.state.session_at(seq)

    # --- what others got -----------------------------------------------------------------------------------------

    def group_together(self) -> Iterator[list[tuple[Recorded, XpAwarded]]]:
        """Yield awards given together: by one command, or in a row for one reason."""
        group: list[tuple[Recorded, XpAwarded]] = []
        for each in self.awards:
            again = any(award.character == each[1].character for _, award in group)
            if group and (again or not self.one_breath(group[-1], each)):
                yield group
                group = []
            group.append(each)
        if group:
            yield group

    def one_breath(self, one: tuple[Recorded, XpAwarded], other: tuple[Recorded, XpAwarded]) -> bool:
        """Return whether two consecutive awards were given together."""
        if one[0].cmd == other[0].cmd:
            return True
        same = one[1].reason.casefold() == other[1].reason.casefold() != ""
        return same and self.session(one[0].seq) == self.session(other[0].seq)

    def find_missed(self) -> Iterator[Clue]:
        """Yield awards that several others got together and this character did not."""
        for group in self.group_together():
            names = list(dict.fromkeys(award.character for _, award in group))
            if self.who in names or len(names) < 2 or group[0][0].seq < self.joined or self.was_in(group):
                continue
            amount, _ = Counter(award.amount for _, award in group).most_common(1)[0]
            reason, events = group[0][1].reason, tuple(each.seq for each, _ in group)
            if self.count_missing(*next(each for each in group if each[1].amount == amount)) < amount:
                continue
            text = f"{join_names(names)} were awarded {amount} XP{because(reason)} by {number_clues(events)}"
            remedy = self.give(amount, reason)
            yield Clue(f"{text}, and {self.who} was not", events, amount, 90, remedy, source="others")

    def is_made_good(self, recorded: Recorded, award: XpAwarded) -> bool:
        """Return whether the character got another's award by a different event."""
        return not self.count_missing(recorded, award)

    def count_missing(self, recorded: Recorded, award: XpAwarded) -> int:
        """Return how many XP of another's award the character did not get too.

        A session's questions can be answered one by one or by a number, so their sum counts (FL-132).
        """
        if not award.answers:
            given = bool(award.reason) and (award.amount, award.reason.casefold()) in self.given
            return 0 if given else award.amount
        theirs = self.find_answers(recorded, award.character)
        asked = {each.question for each in theirs}
        mine = [x for x in self.find_answers(recorded, self.who) if not x.question or asked & {"", x.question}]
        if award.question and award.question in {each.question for each in mine}:
            return 0
        less = sum(each.amount for each in theirs) - sum(each.amount for each in mine)
        return min(award.amount, max(0, less))

    def find_answers(self, recorded: Recorded, character: str) -> list[XpAwarded]:
        """Return the XP that a character got for the questions of an event's session."""
        session = self.session(recorded.seq)
        mine = [(each.seq, award) for each, award in self.awards if award.answers and award.character == character]
        return [award for seq, award in mine if self.session(seq) == session]

    def of_others(self) -> Iterator[Clue]:
        """Yield other characters' awards from a command that gave this one nothing."""
        known = {clue.events for clue in self.find_missed()}
        for _, command in groupby(self.awards, key=lambda each: each[0].cmd):
            group = list(command)
            if self.who in [award.character for _, award in group] or self.was_in(group):
                continue
            if group[0][0].seq < self.joined:
                continue
            group = [each for each in group if not (each[1].answers and self.is_made_good(*each))]
            for amount in dict.fromkeys(award.amount for _, award in group):
                some = [(each, award) for each, award in group if award.amount == amount]
                if tuple(each.seq for each, _ in some) not in known:
                    yield self.of_another(some)

    def of_another(self, some: Sequence[tuple[Recorded, XpAwarded]]) -> Clue:
        """Return a clue for an award that others got. It is doubtful if this character got as much another time."""
        events, names = tuple(each.seq for each, _ in some), join_names([award.character for _, award in some])
        amount, reason, missing = some[0][1].amount, some[0][1].reason, self.count_missing(*some[0])
        text = f"{names} got {amount} XP{because(reason)} by {number_clues(events)}"
        if not missing:
            text += f", as {self.who} did at another time"
        else:
            text += f", and {self.who} did not" if missing == amount else f", and {self.who} {missing} less"
        likely, amount = OTHERS_CLUE if missing else 79, missing or amount
        remedy, same = self.give(amount, reason), self.lost_in(self.session(events[0]), amount)
        return Clue(text, events, amount, likely, remedy, stands=False, source="others", same=same)

    def quiet_sessions(self) -> Iterator[Clue]:
        """Yield sessions in which others got XP and this character none."""
        known = {clue.events for clue in self.find_missed()}
        for session, group in groupby(self.awards, key=lambda each: self.session(each[0].seq)):
            apart = [x for x in group if x[0].seq > self.joined and not self.was_in([x])]
            if any(award.character == self.who for _, award in apart):
                continue
            found = [x for x in apart if not self.is_made_good(*x)]
            sums: Counter[str] = Counter()
            for _, award in found:
                sums[award.character] += award.amount
            events = tuple(each.seq for each, _ in found)
            if not session or not sums or events in known:
                continue
            amount, _ = Counter(sums.values()).most_common(1)[0]
            text = f"in session {session} {list_awarded(sums)} ({number_clues(events)}), and {self.who} none"
            likely, remedy = 88 if len(sums) > 1 else 60, self.give(amount, f"session {session}")
            yield Clue(text, events, amount, likely, remedy, source="others", same=self.lost_in(session))

    def lesser_sessions(self) -> Iterator[Clue]:
        """Yield sessions in which the others all got the same, and this character less."""
        for session, group in groupby(self.awards, key=lambda each: self.session(each[0].seq)):
            found, sums = list(group), Counter[str]()
            for _, award in found:
                sums[award.character] += award.amount
            own = sums.pop(self.who, 0)
            if session and own and len(set(sums.values())) == 1:
                amount = next(iter(sums.values()))
                text = f"in session {session} {list_awarded(sums)}, and {self.who} {own}"
                events = tuple(each.seq for each, award in found)
                remedy = self.give(max(1, amount - own), f"session {session}")
                yield Clue(text, events, amount - own, 58, remedy, stands=False, same=self.lost_in(session))

    def mistaken_names(self) -> Iterator[Clue]:
        """Yield awards to somebody with a similar name."""
        mine = {each.cmd for each, award in self.awards if award.character == self.who}
        for each, award in self.awards:
            other = award.character
            if other != self.who and alike(other, self.who) and each.cmd not in mine:
                text = f"{award.amount} XP{because(award.reason)} went to {other} by #{each.seq}: a name much like it"
                remedy = f"undo #{each.seq}; {self.give(award.amount, award.reason)}"
                yield Clue(text, (each.seq,), award.amount, 87, remedy, source="others", tried=Undo(each.seq))

    def give(self, amount: int, reason: str) -> str:
        """Return the line that awards XP to this character."""
        return f"award {quote(self.who)} {amount}{f' for {reason}' if reason else ''}"

    # --- what was corrected --------------------------------------------------------------------------------------

    def undone(self) -> Iterator[Clue]:
        """Yield the character's undone awards, and undone allocations whose XP came back."""
        for entry in self.entries:
            if entry.kind != "undone" or entry.was == "bonus":
                continue
            if (again := self.came_again(entry)) is not None:
                yield self.explain_repeated(entry, again)
                continue
            events = (entry.seq, self.moment.undone_by[entry.seq][0])
            remedy, tried = f"redo #{entry.seq}", Redo(entry.seq)
            if entry.was == "award":
                text = f"{describe_entry(entry)} and was {entry.notes[-1]}"
                yield Clue(text, events, entry.amount, 85, remedy, source="corrected", tried=tried)
            else:
                text = f"{describe_entry(entry)}; that came back: {entry.notes[-1]}"
                yield Clue(text, events, -entry.amount, 70, remedy, tried=tried)

    def explain_repeated(self, entry: Entry, again: Entry) -> Clue:
        """Return a clue for a line that was undone and recorded again, where only a player's memory can be wrong."""
        text = f"{describe_entry(entry)} and was {entry.notes[-1]}; #{again.seq} did the same again"
        moves = entry.amount if entry.was == "award" else -entry.amount
        events = (entry.seq, self.moment.undone_by[entry.seq][0], again.seq)
        return Clue(text, events, moves, 40, stands=False)

    def find_amended(self) -> Iterator[Clue]:
        """Yield the character's awards whose amount was amended."""
        for entry in self.entries:
            if entry.kind == "award" and entry.amount != entry.recorded:
                text = f"#{entry.seq}{because(entry.reason)} is {entry.amount} XP now, {entry.notes[0]}"
                remedy = f"amend #{entry.seq} {entry.recorded}"
                events, moves = (entry.seq, entry.corrections[0]), entry.recorded - entry.amount
                tried = Amend(entry.seq, entry.recorded)
                yield Clue(text, events, moves, 85, remedy, source="corrected", tried=tried)
        yield from self.find_amended_again()

    def find_amended_again(self) -> Iterator[Clue]:
        """Yield amounts that an award had between two amendments."""
        awards = {entry.seq: entry for entry in self.entries if entry.kind == "award"}
        for each in self.moment.read_counting(AwardAmended, about=self.who):
            if not isinstance(each.event, AwardAmended):
                continue
            entry, before = awards.get(each.event.award), each.event.before
            if entry is None or before in (entry.amount, entry.recorded):
                continue
            text = f"#{entry.seq}{because(entry.reason)} is {entry.amount} XP now, and was {before} until #{each.seq}"
            remedy, tried = f"amend #{entry.seq} {before}", Amend(entry.seq, before)
            events, moves = (entry.seq, each.seq), before - entry.amount
            yield Clue(text, events, moves, 84, remedy, source="corrected", tried=tried)

    def entered_twice(self) -> Iterator[Clue]:
        """Yield awards that may have been typed twice."""
        last: dict[tuple[int, str, int], Entry] = {}
        for other in (entry for entry in self.entries if entry.kind == "award" and entry.reason):
            key = (other.amount, other.reason, other.session)
            one, last[key] = last.get(key), other
            if one is not None:
                text = f"#{one.seq} and #{other.seq} are both {one.amount} XP{because(one.reason)}: one may be too many"
                yield Clue(text, (one.seq, other.seq), -one.amount, 75, f"undo #{other.seq}", tried=Undo(other.seq))

    # --- what was forgotten --------------------------------------------------------------------------------------

    def forgotten_spending(self) -> Iterator[Clue]:
        """Yield recent spending, command by command."""
        spent = [entry for entry in self.entries if entry.kind == "spend"]
        cmds = {each.seq: each.cmd for each in self.moment.read_counting(XpAllocated, about=self.who)}
        commands = [list(group) for _, group in groupby(spent, key=lambda entry: cmds[entry.seq])]
        for age, group in enumerate(reversed(self.recent(commands))):
            yield self.explain_forgotten([*group], 50 - age)
            if len(group) > 1:
                yield from (self.explain_forgotten([entry], 45 - age) for entry in group)

    def recent(self, commands: Sequence[list[Entry]]) -> Sequence[list[Entry]]:
        """Return the commands since the sheet was signed, and at least a few."""
        since = self.signed.seq if self.signed else 0
        older = [group for group in commands if group[0].seq <= since]
        return commands[min(len(older), max(0, len(commands) - RECENT_EVENTS)) :]

    def explain_forgotten(self, group: list[Entry], likely: int) -> Clue:
        """Return a clue for spending that the player may have forgotten."""
        parts = [f"{entry.amount} XP on {entry.trait} (#{entry.seq})" for entry in group]
        total = sum(entry.amount for entry in group)
        return Clue(f"{self.who} spent {join_names(parts)}", events_of(group), total, likely, stands=False)

    def forgotten_awards(self) -> Iterator[Clue]:
        """Yield recent awards that the player may have forgotten."""
        for entry in [each for each in self.entries if each.kind == "award"][-RECENT_EVENTS:]:
            text = f"{self.who} was awarded {entry.amount} XP{because(entry.reason)} by #{entry.seq}"
            yield Clue(text, (entry.seq,), -entry.amount, 35, stands=False)

    def free_practice(self) -> Iterator[Clue]:
        """Yield free practice, which was never to spend."""
        for entry in self.entries:
            if entry.kind == "bonus":
                text = f"#{entry.seq} gave {entry.amount} XP of free practice in {entry.trait}, never to spend"
                yield Clue(text, (entry.seq,), entry.amount, 40, stands=False)

    def as_it_was(self, claimed: int) -> Iterator[Clue]:
        """Yield when the balance last was the remembered one, signed or not."""
        counted = [entry for entry in self.entries if entry.moves]
        logged = counted[-1].balance if counted else 0
        if self.signed and self.signed.unspent == claimed:
            seq, player = self.signed.seq, self.signed.player
            since = [entry for entry in counted if entry.seq > seq]
            text = f"{player or 'the player'} agreed to {claimed} XP in #{seq}; {describe_moves(since)}"
            yield Clue(text, (seq, *events_of(since)), claimed - logged, 78, stands=False)
        then = [place for place, entry in enumerate(counted) if entry.balance == claimed][-1:]
        for place in then:
            since = counted[place + 1 :]
            text = f"{self.who} had {claimed} XP to spend after #{counted[place].seq}; {describe_moves(since)}"
            yield Clue(text, events_of(since), claimed - logged, 55 - min(len(since), 30), stands=False)


def describe_entry(entry: Entry) -> str:
    """Describe an award or a spending by its number."""
    if entry.was == "award":
        return f"#{entry.seq} gave {entry.amount} XP{because(entry.reason)}"
    return f"#{entry.seq} spent {entry.amount} XP on {entry.trait}"


def key_of_entry(entry: Entry) -> tuple[str, int, str | None, str]:
    """Return the key by which two lines of an account are the same."""
    return entry.was, entry.amount, entry.trait, entry.reason.casefold()


def describe_moves(entries: Sequence[Entry]) -> str:
    """Describe the moves of an account since."""
    if len(entries) > RECENT_EVENTS:
        return f"since then {len(entries)} entries made it {with_sign(sum(entry.moves for entry in entries))}"
    moves = [
        f"{with_sign(entry.moves)} by #{entry.seq}{because(entry.reason or entry.trait or '')}" for entry in entries
    ]
    return f"since then {join_names(moves)}" if moves else "what changed since is a correction of something older"


def events_of(entries: Iterable[Entry]) -> tuple[int, ...]:
    """Return the event numbers of some lines."""
    return tuple(entry.seq for entry in entries)


def list_awarded(sums: Counter[str]) -> str:
    """Say who got how much."""
    if len(set(sums.values())) == 1:
        return f"{join_names(list(sums))} got {next(iter(sums.values()))} XP"
    return join_names([f"{name} got {amount} XP" for name, amount in sums.items()])


def number_clues(events: Sequence[int]) -> str:
    """List event numbers in a sentence."""
    return join_names([f"#{seq}" for seq in events])


def alike(one: str, other: str) -> bool:
    """Return whether two names are easily confused."""
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    if len(short) >= 3 and long.startswith(short):
        return True
    return SequenceMatcher(None, short, long).ratio() >= ALIKE_CLUES
