"""Find in a log what a correction names, with whatever goes with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TypeVar

from engine.concerns.corrections.commands import Amend, Undo
from engine.concerns.corrections.events import CheckRuled, EventsUndone
from engine.concerns.experience.events import XpAwarded
from engine.concerns.safety.events import XCardShown
from engine.groups import say_group
from engine.history.brought import restored_with_cards, undone_with_cards, whole
from engine.history.catalog import Catalog
from engine.history.counting import History
from engine.history.fold import read_event
from engine.history.snapshots import Snapshots
from engine.history.trial import Misfit
from engine.known import the_sheet
from engine.refusal import Refused
from engine.registry import marks
from engine.state import Session, State
from engine.store.door import Log
from engine.store.looks import backwards, the_row
from engine.text import because, join_names, quote
from engine.value import record

T = TypeVar("T")

#: How many awards are listed at most, and how many events are named in a line to type.
MOST_AWARDS_LISTED = 5


@record
class Finder:
    """Looks up events in the log of a campaign as it stands, to be corrected."""

    log: Log
    state: State
    history: History
    snapshots: Snapshots
    catalog: Catalog

    def last_commands(self, count: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the events of the last commands that count, and the scenes to restore.

        A scene that an X-card undid counts again without the card, so it can be among the last.
        """
        restored: frozenset[int] = frozenset()
        while True:
            found = self.history.last_commands(count, self.backwards_here(), restored)
            scenes = undone_with_cards(self.log, found)
            more = restored.union(*(each for each in scenes if self.catalog.taken_with(each[0], self.history) == each))
            if more == restored:
                return found, tuple(sorted(restored))
            restored = more

    def gives_only_a_reason(self, command: Undo) -> bool:
        """Return whether an undo names an event that is undone already, and gives a reason."""
        modes = command.cascade or command.keep or command.others
        return command.event in self.history.inactive and bool(command.reason) and not modes

    def must_be_in_turn(self, found: Sequence[int]) -> None:
        """Refuse a plain undo of the last command right after the undo of an earlier one, as either may be meant."""
        earlier = (self.event(seq) for seq, _, _ in self.backwards_here())
        last = next((each for each in earlier if getattr(each, "mode", "") != "reason"), None)
        taken = last.targets if isinstance(last, EventsUndone) else ()
        if not found or not taken or found[-1] < taken[0]:
            return
        command = f"undo {' '.join(f'#{seq}' for seq in found)}" if len(found) <= MOST_AWARDS_LISTED else "undo last 1"
        said = f"#{taken[0]} was undone last, and later commands still count"
        raise Refused(said, hint=f"“redo #{taken[0]}” restores it, “{command}” undoes the last command that counts")

    def last_award(self, who: str) -> int | None:
        """Return a character's last award that was typed since the session began or ended, or None."""
        session = self.state.last_session
        since = (session.end or session.start) if session else 0
        awards = self.awards_of(who).items()
        recent = [seq for seq, award in awards if seq > since and not award.source and not award.answers]
        return recent[-1] if recent else None

    def find_award(self, command: Amend) -> int:
        """Return the award that an amendment by name means: the last one typed since the session began or ended.

        Raise Refused with the character's awards for none, or if no amount is given.
        """
        who = the_sheet(self.state, command.who or "", "who").name
        session, awards, recent = self.state.last_session, self.awards_of(who), self.last_award(who)
        if recent is not None and command.amount is not None:
            return recent
        if not awards:
            raise Refused(f"{who} has no award", about="who", hint=f"“award {quote(who)} AMOUNT” gives XP")
        what = f"which award of {who}'s?"
        if recent is None and session is not None:
            what = f"{who} has no award since session {session.number} {'ended' if session.end else 'began'}"
        latest = [*awards.items()][: -MOST_AWARDS_LISTED - 1 : -1]
        listed = join_names([f"#{seq} of {award.amount} XP{because(award.reason)}" for seq, award in latest])
        amount = "AMOUNT" if command.amount is None else command.amount
        more = f"; “ledger {quote(who)}” lists more" if len(awards) > MOST_AWARDS_LISTED else ""
        raise Refused(what, about="who", hint=f"“amend #N {amount}” corrects one of {listed}{more}")

    def awards_of(self, who: str) -> dict[int, XpAwarded]:
        """Return a character's awards that count, with their present amounts, the last one last."""
        return {seq: self.history.put_amount(each, seq) for seq, each in self.counting_of(XpAwarded, who)}

    def counting_of(self, kind: type[T], who: str) -> Iterator[tuple[int, T]]:
        """Yield a character's events of a type that count, in the order of the log."""
        naming = self.snapshots.naming
        for row in self.log.of_types([kind.__name__], self.state.seq, "" if naming else who):
            event = read_event(naming, row.seq, row.type, row.v, row.body)
            if row.seq not in self.history.inactive and event.character == who:
                yield row.seq, event

    def whole(self, seqs: Iterable[int]) -> tuple[int, ...]:
        """Return events with those that go with each and still count, in order."""
        found = {each for seq in seqs for each in whole(self.log, self.snapshots.naming, seq)}
        return tuple(sorted(found.difference(self.history.inactive)))

    def between(self, after: int, last: int, spared: frozenset[str], group: str) -> tuple[int, ...]:
        """Return a group's events in a stretch of the log that count and can be undone, without the `spared` types."""
        found = [
            (seq, marks(name).part)
            for seq, name, _, _ in self.log.bodies(after, last)
            if seq not in self.history.inactive and not marks(name).fixed and name not in spared
            if not self.state.boards or self.state.group_at(seq) == group
        ]
        parts = self.whole(seq for seq, is_part in found if is_part)
        return tuple(sorted({*parts, *(seq for seq, _ in found)}))

    def backwards(self) -> Iterator[tuple[int, str, str]]:
        """Yield number, command and type of the events, the last one first."""
        return ((row.seq, row.cmd, row.type) for row in backwards(self.log, self.state.seq + 1))

    def backwards_here(self) -> Iterator[tuple[int, str, str]]:
        """Yield the same of the group's events alone."""
        return (
            each
            for each in self.backwards()
            if not self.state.boards or self.state.group_at(each[0]) == self.state.group
        )

    def redo_targets(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the events that a plain redo undoes and those that it restores, both perhaps empty."""
        restored = self.find_redoable() if self.state.boards else self.history.redoable(self.backwards())
        return restored_with_cards(self.log, self.catalog, restored), restored

    def find_redoable(self) -> tuple[int, ...]:
        """Return what a plain redo restores at this group, whose corrections follow each other without the others'."""

        def is_correction(each: tuple[int, str, str]) -> bool:
            return marks(each[2]).corrects or each[2] == XCardShown.__name__

        last, turns = list(takewhile(is_correction, self.backwards_here())), History()
        for number, (seq, _, name) in enumerate(reversed(last), start=2):
            if marks(name).corrects:
                turns.correct(number, self.event(seq))
        numbered = ((len(last) + 1 - place, cmd, name) for place, (_, cmd, name) in enumerate(last))
        found = turns.redoable(numbered)
        return found if self.history.inactive.issuperset(found) else ()

    def find_reached(self, seqs: Iterable[int]) -> tuple[int, Session] | None:
        """Return the first of some events that is in an open session of another group, with that session, or None."""
        for seq in sorted(seqs) if self.state.boards else ():
            session = self.state.session_around(seq)
            if session is not None and session.end is None and session.group != self.state.group:
                return seq, session
        return None

    def must_leave_others(self, seqs: Iterable[int], line: str) -> None:
        """Refuse a correction that reaches into an open session of another group."""
        reached = self.find_reached(seqs)
        if reached is not None:
            seq, session = reached
            said = f"#{seq} is in session {session.number}, which {say_group(session.group)} plays now"
            raise Refused(said, about="cascade", hint=self.ask_others(session, line))

    def ask_others(self, session: Session, line: str) -> str:
        """Return what to do instead of a correction that reaches into an open session of another group."""
        seats = self.state.seats.items()
        who = join_names([who for who, group in seats if group == session.group]) or "its game master"
        return f"ask {who}, or wait for its end; “whatif {line}” shows it all"

    def renamed_again(self, targets: Sequence[int]) -> list[Misfit]:
        """Return the later corrections of a name that was itself made by one of these."""
        made = {(e.kind, e.status, e.after): seq for seq, e in self.history.renames.items() if seq in targets}
        return [
            Misfit(seq, event, f"{event.before} was renamed again")
            for seq, event in self.history.renames.items()
            if seq not in self.history.inactive and seq not in targets
            if made.get((event.kind, event.status, event.before), seq) < seq
        ]

    def event(self, seq: int) -> object:
        """Return an event by its number."""
        row = the_row(self.log, seq)
        return read_event(self.snapshots.naming, seq, row.type, row.v, row.body)

    def command_of(self, seq: int) -> str:
        """Return the id of the command that recorded an event."""
        return the_row(self.log, seq).cmd

    def find_ruling(self, roll: int) -> int:
        """Return the number of the last ruling on a roll that counts, or 0 if there is none."""
        for seq, _, name in self.backwards():
            if name == CheckRuled.__name__ and seq not in self.history.inactive:
                ruling = self.event(seq)
                if isinstance(ruling, CheckRuled) and ruling.event == roll:
                    return seq
        return 0
