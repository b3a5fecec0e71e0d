"""Undo, redo, amend and rename: their changes, dependents and stale checks.

Each correction is tried: the events are folded as they would then count, and each is asked whether it still fits. So
a dependency is never guessed, and a preview shows what the correction itself would do.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from operator import itemgetter

from engine.concerns.corrections.commands import Amend, Redo, Rename, Undo
from engine.concerns.corrections.decide import bearers_of, spell_bearer
from engine.concerns.corrections.events import AwardAmended, EventsRedone, EventsUndone, Renamed
from engine.concerns.corrections.narrate import list_numbers
from engine.concerns.experience.events import Drawing, XpAllocated, XpAwarded, XpTaken
from engine.concerns.safety.events import X_CARD, AgreementMade, LimitDrawn
from engine.concerns.safety.sheet import SCENE_BEGAN
from engine.concerns.secrets.events import CharacterHidden
from engine.decide import decide
from engine.drafts import is_in_rows, is_taken
from engine.groups import say_group
from engine.history.catalog import IS_FIXED
from engine.history.counting import Correcting
from engine.history.reuse import settle_reuse
from engine.history.staleness import Stale
from engine.history.trial import Misfit, Trial, covers, last_witnessed, list_dependents
from engine.history.trier import Trier
from engine.known import positive
from engine.narrate import tell
from engine.point import event_at, group_of_session, session_span
from engine.refusal import Refused
from engine.registry import find_marked, marks
from engine.state import State
from engine.store.looks import rows
from engine.text import quote
from engine.value import evolve, record, value

#: The types of events that are no part of a scene: an X-card leaves them as they are.
OUT_OF_SCENE = frozenset(cls.__name__ for cls in (AgreementMade, LimitDrawn, CharacterHidden))


@value
class Correction:
    """A correction that is prepared but not yet recorded.

    `events` are the events that it records. `named` are those that it undoes, restores or amends. `before` and `after`
    are the campaign without and with it.
    """

    events: tuple[Correcting, ...]
    named: tuple[int, ...]
    before: State
    after: State
    stale: tuple[Stale, ...]


@record
class Corrector(Trier):
    """Prepares corrections of a campaign as it stands."""

    def plan(self, command: Undo | Redo | Amend | Rename) -> Correction:
        """Return the effects of a command. Raise Refused if it cannot be carried out."""
        match command:
            case Rename():
                return self.rename(command)
            case Undo():
                return self.undo(command)
            case Redo():
                return self.redo(command)
            case Amend():
                return self.amend(command)

    # --- undo --------------------------------------------------------------------------------------------------

    def undo(self, command: Undo) -> Correction:
        """Undo events. Their dependents are undone only with them, or leave a debt."""
        if command.cascade and command.keep:
            raise Refused("“cascade” and “keep” exclude each other", about="keep", hint="choose one of them")
        if self.gives_only_a_reason(command):
            event = EventsUndone(self.catalog.taken_with(command.event or 0, self.history), command.reason, "reason")
            return Correction((event,), event.targets, self.state, self.state.twin(), ())
        asked, restored = self.targets(command)
        if not restored:
            return self.undo_asked(command, asked)
        try:
            return self.restore_and_undo(restored, command, asked)
        except Refused as refused:
            counting = " ".join(f"#{seq}" for seq in asked if seq not in self.history.inactive)
            refused.hint = f"“undo {counting}” leaves what the X-card undid as it is"
            raise

    def restore_and_undo(self, restored: tuple[int, ...], command: Undo, asked: tuple[int, ...]) -> Correction:
        """Restore events, then undo others, as one correction (FL-06)."""
        redone = self.restore(restored)
        history = self.history.copy()
        for event in redone.events:
            history.correct(self.state.seq + 1, event)
        there = redone.after.seen_from(self.state.group)
        undone = Corrector(self.log, there, history, self.snapshots, self.catalog).undo_asked(command, asked)
        events, stale = (*redone.events, *undone.events), {each.seq: each for each in (*redone.stale, *undone.stale)}
        named = tuple(sorted({*redone.named, *undone.named}))
        return Correction(events, named, self.before(*events), undone.after, tuple(stale.values()))

    def undo_asked(self, command: Undo, asked: tuple[int, ...]) -> Correction:
        """Undo the events that a command asks for."""
        self.must_have_room(asked)
        targets, trial, others = self.try_undo(asked)
        if not others:
            return self.undone(EventsUndone(targets, command.reason), trial)
        if command.cascade:
            rest = self.rest_of_lines([*targets, *(m.seq for m in others)])
            self.must_not_be_witnessed([*others, *rest])
            if rest:
                return self.undo_asked(command, tuple(sorted({*asked, *(m.seq for m in rest)})))
            event = EventsUndone(tuple(sorted({*targets, *(m.seq for m in others)})), command.reason, "cascade")
            renames = any(isinstance(m.event, Renamed) for m in others)
            return self.undone(event, self.trial(event) if renames else trial)
        if command.keep:
            return self.leave_debt(command, targets, others)
        raise self.depending_on(command, targets, asked, others)

    def try_undo(self, asked: tuple[int, ...]) -> tuple[tuple[int, ...], Trial, list[Misfit]]:
        """Return the events undone together, the trial without them, and other events that depend on them."""
        trial = self.trial(EventsUndone(asked))
        trial.misfits += self.renamed_again(asked)
        found = {row.cmd for row in rows(self.log, min(asked) - 1, max(asked)) if row.seq in asked}
        commands = {cmd for cmd in found if not is_in_rows(cmd)}
        own = [m for m in trial.misfits if self.command_of(m.seq) in commands]
        others = [m for m in trial.misfits if m not in own]
        return tuple(sorted({*asked, *(m.seq for m in own)})), trial, others

    def rest_of_lines(self, seqs: Sequence[int]) -> list[Misfit]:
        """Return what else must go with some events, as they are of players' lines, which are undone as a whole."""
        whole = self.whole(seq for seq in seqs if is_taken(self.command_of(seq)))
        return [Misfit(seq, self.event(seq), "it is of one line") for seq in whole if seq not in seqs]

    def undo_scene(self) -> Correction:
        """Undo everything since the scene began, as one undo. Raise Refused if there is nothing to undo (FL-06).

        The group's agreements, and what is hidden from players, stay as they are.
        """
        began = SCENE_BEGAN.of(self.state)
        if began is None:
            raise Refused("there is nothing to undo")
        command = self.command_of(began)
        since = takewhile(lambda row: row.cmd == command, rows(self.log, began - 1, self.state.seq))
        found = self.between(
            max(row.seq for row in since), self.state.seq, find_marked("bounds") | OUT_OF_SCENE, self.state.group
        )
        if not found:
            raise Refused("nothing is left to undo there")
        return self.undo_asked(Undo(cascade=True, reason=X_CARD), found)

    def undone(self, event: EventsUndone, trial: Trial) -> Correction:
        """Return an undo as a correction, with the state that a trial found."""
        return Correction((event,), event.targets, self.before(event), trial.state, tuple(trial.stale))

    def leave_debt(self, command: Undo, targets: tuple[int, ...], misfits: list[Misfit]) -> Correction:
        """Leave spent XP as it is, with a balance below zero that later awards pay first."""
        other = next((m for m in misfits if not isinstance(m.event, Drawing)), None)
        if other is not None:
            said = f"only spent or taken XP can be kept, and #{other.seq} is something else: {tell(other.event)}"
            raise Refused(said, about="keep", hint=self.ways_out(command, targets, misfits))
        event, trial = self.try_debt(targets, misfits, command.reason)
        if trial.misfits:
            raise self.depending_on(command, targets, targets, trial.misfits)
        return self.undone(event, trial)

    def try_debt(
        self, targets: tuple[int, ...], misfits: Sequence[Misfit], reason: str = ""
    ) -> tuple[EventsUndone, Trial]:
        """Return the undo that leaves spent XP as a debt, and its trial."""
        event = EventsUndone(targets, reason, "keep", tuple(m.seq for m in misfits))
        return event, self.trial(event)

    def targets(self, command: Undo) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the events that an undo names, and those that it restores.

        Raise Refused for none, or for more than one way to name them.
        """
        restored: tuple[int, ...] = ()
        ways = [name for name in ("event", "last", "session", "point") if getattr(command, name) is not None]
        if len(ways) > 1:
            raise Refused("undo one thing at a time", about=ways[1])
        if command.event is not None:
            named = (self.find_counting(command.event), *(self.find_counting(seq, "others") for seq in command.others))
            return self.whole(named), restored
        if command.session is not None:
            group = group_of_session(self.state, command.session)
            found = self.between(*session_span(self.state, command.session), find_marked("bounds"), group)
        elif command.point is not None:
            after = event_at(command.point, self.state, self.log)
            found = self.between(after, self.state.seq, find_marked("bounds"), self.state.group)
        else:
            count = 1 if command.last is None else positive(command.last, "last")
            last = next(self.backwards_here(), None)
            found = () if ways or last is None else self.history.restored_by(self.event(last[0]))
            if not found:
                found, restored = self.last_commands(count)
                if command.last is None and not restored:
                    self.must_be_in_turn(found)
        if not found:
            raise self.nothing_to_undo(ways)
        return found, restored

    def nothing_to_undo(self, ways: Sequence[str]) -> Refused:
        """Return the refusal of an undo for which nothing is left, at a group where there are several."""
        if ways:
            return Refused("nothing is left to undo there")
        if not self.state.boards:
            return Refused("there is nothing to undo")
        said = f"there is nothing to undo at {say_group(self.state.group)}"
        return Refused(said, hint="“log last 5 group all” shows what others did")

    def find_counting(self, seq: int, about: str = "event") -> int:
        """Return an event that can be undone. Raise Refused for one that is missing, fixed, or undone already."""
        if not 0 < seq <= self.state.seq:
            hint = f"the last one is #{self.state.seq}"
            raise Refused(f"there is no event #{seq}", about=about, value=seq, hint=hint)
        if seq in self.history.inactive:
            restores = f"“redo #{seq}” restores it; " if self.can_redo(seq) else ""
            hint = f"{restores}“undo #{seq} for …” records a reason"
            raise Refused(f"#{seq} is undone already", about=about, value=seq, hint=hint)
        if self.catalog.is_kind(seq, IS_FIXED):
            raise Refused(f"#{seq} cannot be undone", about=about, value=seq, hint=self.other_way(seq))
        return seq

    def other_way(self, seq: int) -> str | None:
        """Return what to type instead of undoing an undo or redo, or None for other events."""
        match self.event(seq):
            case EventsUndone(targets) if self.can_redo(targets[0]):
                return f"“redo #{targets[0]}” restores what it undid"
            case EventsRedone(targets) if targets[0] not in self.history.inactive:
                return self.undo_first(targets[0], "undoes what it restored")
        return None

    # --- what depends on an undo -------------------------------------------------------------------------------

    def must_not_be_witnessed(self, misfits: Sequence[Misfit]) -> None:
        """Raise Refused if a cascade undoes an event witnessed at the table, which takes typing its number."""
        seen = last_witnessed(misfits)
        if seen is not None:
            said = f"#{seen.seq} happened at the table, so it is undone only by its number: {tell(seen.event)}"
            raise Refused(said, about="cascade", hint=self.undo_first(seen.seq), dependents=list_dependents(misfits))

    def depending_on(
        self, command: Undo, targets: tuple[int, ...], asked: Sequence[int], misfits: Sequence[Misfit]
    ) -> Refused:
        """Return the refusal of an undo that later events depend on, with those events and what to type instead."""
        what = (
            f"#{asked[0]} to #{asked[-1]}" if command.event is None and len(asked) > 1 else list_numbers(tuple(asked))
        )
        paid = all(isinstance(m.event, Drawing) and covers(m.event, asked) for m in misfits)
        several = f"{len(misfits)} later events"
        if paid:
            said = f"{what} paid for {misfits[0].text if len(misfits) == 1 else several}"
        elif len(misfits) > 1:
            said = f"{several} depend on {what}, first #{misfits[0].seq}"
        else:
            said = f"#{misfits[0].seq} depends on {what}: {tell(misfits[0].event)} (without it: {misfits[0].why})"
        hint = self.ways_out(command, targets, misfits)
        if paid:
            hint += "; “help amend” says how to correct an amount instead"
        return Refused(said, about="event", hint=hint, dependents=list_dependents(misfits))

    def ways_out(self, command: Undo, targets: tuple[int, ...], misfits: Sequence[Misfit]) -> str:
        """Return what to type for an undo that later events depend on, only lines that will be accepted."""
        seen = last_witnessed(misfits)
        if seen is not None:
            return self.undo_first(seen.seq)
        reached = self.find_reached(m.seq for m in misfits)
        if reached is not None:
            return self.ask_others(reached[1], again(command, "cascade"))
        ways = f"“{again(command, 'cascade')}” undoes {'it' if len(misfits) == 1 else 'them'} too"
        spent = all(isinstance(m.event, Drawing) for m in misfits)
        if spent and not command.keep and not self.try_debt(targets, misfits)[1].misfits:
            ways += f", “{again(command, 'keep')}” leaves a debt"
        return ways

    def undo_first(self, seq: int, effect: str = "first") -> str:
        """Return the line that undoes an event, or first its last dependent that was witnessed at the table."""
        _, _, others = self.try_undo(self.targets(Undo(seq))[0])
        seen = last_witnessed(others)
        if seen is not None:
            return self.undo_first(seen.seq)
        return f"“undo #{seq}{' cascade' if others else ''}” {effect}"

    # --- redo, amend and rename --------------------------------------------------------------------------------

    def redo_later(self) -> str:
        """Return how to restore the events undone last when other events follow."""
        last = next(filter(None, (self.catalog.taken_with(seqs[0], self.history) for seqs in self.catalog.undos())), ())
        if last and not self.trial(EventsRedone(last)).misfits:
            return f"“redo #{last[0]}” restores what was undone last"
        return "“redo #N” restores event N at any time"

    def redo(self, command: Redo) -> Correction:
        """Restore the events that an undo took away, if they still fit."""
        named = None if command.event is None else self.catalog.taken_with(command.event, self.history)
        undone, targets = self.redo_targets() if named is None else ((), named)
        if undone:
            return self.restore_and_undo(targets, Undo(cascade=True, reason=X_CARD), undone)
        if targets:
            return self.restore(targets)
        later = self.redo_later() if command.event is None or self.history.inactive else None
        if command.event is not None:
            raise Refused(f"#{command.event} is not undone", about="event", hint=later)
        hint = f"without a number, it follows an undo at once; {later}"
        raise Refused("there is nothing to redo", about="event", hint=hint)

    def restore(self, targets: tuple[int, ...]) -> Correction:
        """Restore events that were undone. Raise Refused if one would not fit any more."""
        self.must_have_room(targets)
        event = EventsRedone(targets)
        trial = self.trial(event)
        if trial.misfits:
            said = f"#{trial.misfits[0].seq} would not fit any more: {trial.misfits[0].why}"
            raise Refused(said, about="event", dependents=list_dependents(trial.misfits))
        return Correction((event,), targets, self.before(event), trial.state, tuple(trial.stale))

    def can_redo(self, seq: int) -> bool:
        """Return whether an event could be restored now."""
        try:
            self.redo(Redo(seq))
        except Refused:
            return False
        return True

    def amend(self, command: Amend) -> Correction:
        """Change the amount of an award from the time of the award on, if it still covers what was spent of it."""
        event, trial = self.try_amend(command)
        if trial.misfits:
            owing, debt = self.try_amended_debt(event, trial.misfits)
            if not command.keep or debt.misfits:
                raise self.refuse_uncovered(command, event, trial.misfits, can_keep=not debt.misfits)
            event, trial = owing, debt
        return Correction((event,), (event.award,), self.state, trial.state, tuple(trial.stale))

    def advise_lesser_award(self, who: str, less: int) -> str:
        """Return what to type to take XP off a character."""
        ways, unspent = [self.advise_amending(who, less)], self.state.sheets[who].unspent
        ways += [f"“forfeit {quote(who)} {less}” takes earned XP away"] if unspent >= less else []
        return "; ".join(ways)

    def advise_amending(self, who: str, less: int) -> str:
        """Return what to type to correct a character's last award of the session to less."""
        seq = self.last_award(who)
        amount = self.awards_of(who)[seq].amount - less if seq is not None else 0
        if seq is None or amount < 0:
            return f"“ledger {quote(who)}” lists the awards, “amend #N AMOUNT” corrects one"
        if not amount:
            return self.undo_first(seq, "takes it all back")
        keep = " keep" if self.try_amend(Amend(seq, amount))[1].misfits else ""
        return f"“amend {quote(who)} {amount}{keep}” takes it off #{seq}"

    def try_amend(self, command: Amend) -> tuple[AwardAmended, Trial]:
        """Return an amendment and its trial. Raise Refused if the command names no award, or no other amount."""
        seq = self.find_counting(command.event if command.event is not None else self.find_award(command))
        award, amount = self.event(seq), positive(command.amount or 0)
        if not isinstance(award, XpAwarded):
            raise Refused(f"#{seq} is not an award", about="event", hint="“amend” corrects awards only")
        before = self.history.amended.get(seq, award.amount)
        if amount == before:
            raise Refused(f"#{seq} is {amount} XP already", about="amount")
        event = AwardAmended(seq, award.character, before, amount, command.reason)
        return event, self.trial(event)

    def try_amended_debt(self, event: AwardAmended, misfits: Sequence[Misfit]) -> tuple[AwardAmended, Trial]:
        """Return the amendment that leaves spent XP as a debt, and its trial.

        Once an event draws more than the award holds, all later ones do that draw on it.
        """
        first, who = misfits[0].seq, event.character
        spent, taken = self.counting_of(XpAllocated, who), self.counting_of(XpTaken, who)
        drawing: list[tuple[int, Drawing]] = sorted([*spent, *taken], key=itemgetter(0))
        kept = tuple(seq for seq, each in drawing if seq >= first and covers(each, (event.award,)))
        event = evolve(event, kept=kept)
        return event, self.trial(event)

    def refuse_uncovered(
        self, command: Amend, event: AwardAmended, misfits: Sequence[Misfit], *, can_keep: bool
    ) -> Refused:
        """Return the refusal of an amount that later events have spent more of, with what to type instead."""
        texts = misfits[0].text if len(misfits) == 1 else f"{len(misfits)} later events"
        spent = next((m for m in misfits if not marks(m.event).part), misfits[0])
        hint = self.undo_first(spent.seq)
        if can_keep:
            reason = f" for {command.reason}" if command.reason else ""
            hint += f", “amend #{event.award} {event.amount} keep{reason}” leaves a debt"
        said = f"#{event.award} at {event.amount} XP would not cover {texts}"
        return Refused(said, about="amount", hint=hint, dependents=list_dependents(misfits))

    def rename(self, command: Rename) -> Correction:
        """Correct a name, as if it had been right from the start."""
        (event,) = decide(self.state, command, no_dice)
        assert isinstance(event, Renamed)
        event = self.settle(event)
        after = self.trial(event).state
        return Correction((event,), (self.state.seq + 1,), after, after, ())

    def settle(self, event: Renamed) -> Renamed:
        """Return a rename with its treatment of other things that had the new name."""
        return settle_reuse(event, self.log, self.snapshots.naming, self.catalog, self.state.seq)

    def must_have_room(self, targets: Sequence[int]) -> None:
        """Refuse to undo or redo a rename if the name is taken by now, or nothing has it."""
        again = {each.seq for each in self.renamed_again(targets)}
        for seq, event in ((seq, self.history.renames[seq]) for seq in targets if seq in self.history.renames):
            redone = seq in self.history.inactive
            name = event.after if redone else event.before
            earlier = tuple(each for each in targets if each < seq) if redone else ()
            state = self.trial(EventsRedone(earlier)).state if earlier else self.state  # with who is restored, too
            known = bearers_of(state, event.kind, event.status)
            if redone and event.before not in known:
                raise Refused(f"no {event.kind} is called {event.before} now", about="event")
            if name in known and not again and event.how != "joined":
                hint = f"“rename {spell_bearer((event.kind, event.status), name)} to …” first"
                raise Refused(f"another {event.kind} is called {name} now", about="event", hint=hint)
            if redone and event.how == "reused" and self.settle(evolve(event, how="swap")).how != "reused":
                said = f"another {event.kind} was called {name} after #{seq} was undone"
                hint = f"“rename {spell_bearer((event.kind, event.status), event.before)} to {quote(name)}” again"
                raise Refused(said, about="event", hint=hint)


def again(command: Undo, mode: str) -> str:
    """Return the line of an undo with a mode added."""
    named = {"": command.event, "last ": command.last, "session ": command.session, "to ": command.point}
    what = next((f" {word}{'#' if not word else ''}{found}" for word, found in named.items() if found is not None), "")
    what += "".join(f" #{seq}" for seq in command.others)
    return f"undo{what} {mode}{f' for {command.reason}' if command.reason else ''}"


def no_dice(sides: int) -> int:
    """Refuse to roll: corrections have no dice."""
    raise AssertionError("a correction rolls no dice")
