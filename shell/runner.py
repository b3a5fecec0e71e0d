"""Carry out lines on one campaign file, each with one outcome, the same for every door."""

from __future__ import annotations

import os
import re
from collections import Counter
from contextlib import nullcontext, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.campaign import GM, Campaign, Recorded
from engine.drafts import is_taken
from engine.each import command_class
from engine.heads import is_head
from engine.naming import rename
from engine.patterns import pattern
from engine.refusal import Refused
from engine.registry import Anywhere, Ask, OfTheFile
from engine.store.door import LogError, Parted, Place, UnfinishedLog, Where, after_storing
from engine.store.files import locate
from engine.value import Factory, evolve, record
from shell.commands import Help, Quit
from shell.former_names import POINTS_AT_END, state_with_names, with_present_names
from shell.language.grammar import FirstWord, compile_usages, find_first_word
from shell.language.kinds.known import Known
from shell.language.kinds.text import without_comment
from shell.language.names import sheets
from shell.language.parse import QUOTES, Misreading, Parse, Scene
from shell.language.reading import find_begun_name, read
from shell.options import DEFAULT_FILE, ExitStatus
from shell.outcome import Fault, LineOutcome, internal_error, refusal_fault, show_details
from shell.render import Answer, Asked, answer, way_of

if TYPE_CHECKING:
    from engine.concerns.phones.events import LineTaken

ACCEPTING = "“accept” keeps the log as it is and records that. Until then, this note appears at every opening."

#: An event's number as it is typed.
NUMBERED_EVENT = pattern(r"#[0-9]{1,15}")

#: How many of a table's most used verbs `help` names.
MOST_USED = 8
KNOWN_TO_ALL = ("help", "quit", "exit", "q", "new")


@record
class Desk:
    """Carries out lines on one campaign.

    `where` names the log, which is opened when the first line needs it, and `by` is who speaks, who `is_named` if that
    was said. `pending_notes` are remarks about the log to be printed, `shown_notes` those that were, and `said_of_log`
    what the log itself says. `at_prompt`: a person types the lines at the prompt. `for_one_line`: no other line
    follows. `used` counts the verbs typed, at the prompt also on earlier evenings. `meant` is what is done with a
    misread line that can mean only one thing (see `shell/meaning.py`). `proposed` says whose line is carried out, if a
    player proposed it.
    """

    where: Where
    by: str = GM
    campaign: Campaign | None = None
    pending_notes: tuple[str, ...] = ()
    shown_notes: frozenset[str] = frozenset()
    said_of_log: tuple[str, ...] = ()
    at_prompt: bool = False
    for_one_line: bool = False
    used: Counter[str] = Factory(Counter)
    meant: str = "do"
    proposed: LineTaken | None = None
    is_named: bool = True

    @cached_property
    def place(self) -> Place:
        """Where the log is."""
        return locate(self.where)

    def takes(self, command: type) -> bool:
        """Return whether a class of commands is carried out here."""
        return True

    def close(self) -> None:
        """Close the log."""
        if self.campaign is not None:
            self.campaign.close()

    def start_over(self) -> None:
        """Close the log and discard cached state. The next line reopens the log."""
        self.close()
        self.campaign = None

    def do(self, line: str, proposed: LineTaken | None = None) -> LineOutcome:
        """Read a line, carry it out and return the outcome, which may be a refusal or a fault.

        It may be a `proposed` one: then it is recorded as its player's, and must read as it stands.
        """
        self.proposed = proposed
        try:
            outcome = self.attempt(line)
        finally:
            self.proposed = None
        if self.campaign is not None:
            self.note_of_log(self.campaign.log.notes)
        return evolve(outcome, notes=self.take_notes()) if self.pending_notes else outcome

    def note_of_log(self, notes: tuple[str, ...]) -> None:
        """Note what the log says of itself, once for as long as it says so."""
        self.shown_notes -= {*self.said_of_log} - {*notes}
        self.pending_notes += notes
        self.said_of_log = notes

    def take_notes(self) -> tuple[str, ...]:
        """Return the remarks about the log still to print, and mark them printed."""
        notes = tuple(note for note in dict.fromkeys(self.pending_notes) if note not in self.shown_notes)
        self.shown_notes, self.pending_notes = self.shown_notes | set(notes), ()
        return notes

    def attempt(self, line: str) -> LineOutcome:
        """Return the outcome of a line. A fault of the program fails this line alone."""
        try:
            return self.read_and_carry_out(line, find_first_word(line))
        except OSError:  # a file or the output, not this line
            raise
        except Exception as error:
            show_details(error)
            self.start_over()
            return LineOutcome(line, line.strip(), fault=Fault(ExitStatus.NO_LOG, internal_error(error)))

    def read_and_carry_out(self, line: str, first: FirstWord) -> LineOutcome:
        """Read a line that begins with a word, and carry it out."""
        seen = self.campaign.state.seq if self.campaign else None
        try:
            parse = self.read(line, first)
        except LogError as error:
            return LineOutcome(line, line.strip(), fault=log_fault(first, error))
        if parse.problem is not None and self.proposed is not None:
            return LineOutcome(line, line.strip(), fault=self.explain_misreading(parse))
        if parse.problem is not None:
            from shell.meaning import carry_out_meaning  # most lines read as they stand

            return carry_out_meaning(self, line, parse)
        if self.at_prompt and seen is not None and (moved := self.find_moved_target(parse, seen)) is not None:
            return LineOutcome(line, line.strip(), fault=moved)
        return self.carry_out(line, parse)

    def read(self, line: str, first: FirstWord | None = None) -> Parse:
        """Read a line in the present campaign. Raise LogError if it needs a campaign and there is none."""
        first = first or find_first_word(line)
        if self.campaign is None and not begins_campaign(first) and not self.needs_no_campaign(line, first):
            try:
                self.open(writable=not only_looks(first))
            except LogError:
                if not isinstance(read(line, None, first=first).command, Help | Quit):
                    raise
        if self.campaign is not None and not is_about_the_program(first):
            try:
                self.refresh(self.campaign)
            except LogError as error:
                if isinstance(error, Parted) or not is_of_the_file(first):
                    raise
        return self.read_as_it_stands(line, first)

    def read_as_it_stands(self, line: str, first: FirstWord | None = None) -> Parse:
        """Read the line in the campaign as it was last seen, or in none."""
        first = first or find_first_word(line)
        state = state_with_names(self.campaign, line, first) if self.campaign else None
        return with_present_names(read(line, state, entered=True, first=first), state)

    def refresh(self, campaign: Campaign) -> None:
        """Fold in what other programs recorded, and at the prompt note it for the person there."""
        before = campaign.state.seq
        campaign.refresh()
        if self.at_prompt:
            self.note_others(before)

    def note_others(self, seen: int) -> None:
        """Note that other programs recorded events after number `seen`, if they did."""
        assert self.campaign is not None
        numbers = self.list_here(seen)
        if numbers:
            first, last = numbers[0], numbers[-1]
            said = f"#{first} was recorded elsewhere. “log #{first}” shows it."
            if first != last:
                said = f"#{first}–#{last} were recorded elsewhere. “log” shows them."
            self.pending_notes += (said,)

    def list_here(self, seen: int) -> list[int]:
        """Return the events after number `seen` at the group of who speaks."""
        assert self.campaign is not None
        state = self.campaign.state
        return [seq for seq in range(seen + 1, state.seq + 1) if not state.boards or state.group_at(seq) == state.group]

    def needs_no_campaign(self, line: str, first: FirstWord) -> bool:
        """Return whether a line needs no campaign, or works on a damaged file."""
        if not line.strip() or is_of_the_file(first):
            return True
        return not self.place.is_there() and isinstance(read(line, None, first=first).command, Anywhere)

    def open(self, *, writable: bool) -> None:
        """Open the log, for reading only if no more is asked or allowed."""
        self.take_name()
        self.campaign = Campaign.open(self.place, writable=writable)
        self.campaign.speaker = self.by
        self.pending_notes = (*self.campaign.notes, *((ACCEPTING,) if self.campaign.disputed else ()))

    def take_name(self) -> None:
        """Speak as the first of the names that the log lets its user have, unless a name was said."""
        if not self.is_named:
            self.by = next(iter(self.place.speakers()), self.by)

    def foresee_fault(self, parse: Parse) -> Fault | None:
        """Return why a line would not be carried out in the campaign as last seen.

        Return None if it would be, or if more than the state has to be looked at.
        """
        from engine.concerns.experience.commands import Award  # these are needed only for a refusal
        from shell.language.mending.advisable import find_refusal

        if parse.problem is not None:
            from shell.meaning import foresee

            return foresee(self, parse)[1]
        if isinstance(parse.command, Award) and parse.command.amount < 0:
            return None  # what to type instead is found in the log
        refused = find_refusal(self.campaign.state, parse.command) if self.campaign else None
        return refusal_fault(refused, parse) if refused else None

    def find_moved_target(self, parse: Parse, seen: int) -> Fault | None:
        """Return why an undo of the latest command would undo more than its preview showed, or None.

        Other programs have recorded something since. The line is accepted when it is typed again.
        """
        assert self.campaign is not None
        last, start = self.campaign.state.seq, parse.place("last")
        named = parse.values.keys() - {"last", "cascade", "keep", "reason"}
        if not self.list_here(seen) or parse.phrase is None or parse.phrase.head != "undo" or named:
            return None
        said = f"#{last} was recorded elsewhere before this undo, which would take that back"
        return Fault(ExitStatus.REFUSED, said, start, "type it again to undo that too, or give the number: undo #N")

    def explain_misreading(self, parse: Parse) -> Fault:
        """Return the fault of a line that was misread."""
        from shell.language.mending.problems import explain_problem  # needed only for a refusal
        from shell.language.mending.prose import tell_as_note

        state = state_with_names(self.campaign, parse.text, parse.first) if self.campaign else None
        problem = explain_problem(parse, state, self.takes)
        if self.campaign or self.place.is_there():
            problem = tell_as_note(problem, parse, state)
        status = ExitStatus.REFUSED if problem.refused else ExitStatus.NOT_UNDERSTOOD
        place = problem.start, max(problem.end, problem.start + 1)
        explained = self.explain_name(problem, parse.text[problem.start :]) or self.explain_number(problem, parse)
        if explained:
            return Fault(status, problem.said, place, explained)
        return Fault(status, problem.said, place, problem.hint, cured=problem.find_cure(parse.text))

    def explain_name(self, problem: Misreading, text: str) -> str | None:
        """Return a hint for the name that text begins with, or None.

        The name was changed since, or nobody had it yet at the point that the text ends with.
        """
        if self.campaign is None:
            return None
        for seq, event in self.campaign.history.renames.items():
            if seq not in self.campaign.history.inactive and begins_with(text, event.before):
                now = rename(self.campaign.names_at(seq - 1), event.kind, event.before, event.status)
                return f"{event.before} is called {now} since #{seq}"
        if problem.kind != "no character" or not POINTS_AT_END.search(without_comment(text)):
            return None
        found = Known("character", sheets).read(text, 0, Scene(self.campaign.state))
        return f"{found[0]} was not there at that point" if isinstance(found, tuple) else None

    def explain_number(self, problem: Misreading, parse: Parse) -> str | None:
        """Return a hint for the number of an event in the place of a character."""
        if self.campaign is None or problem.kind != "no character" or not NUMBERED_EVENT.fullmatch(problem.typed):
            return None
        seq = int(problem.typed[1:])
        if not 0 < seq <= self.campaign.state.seq:
            return f"the last event is #{self.campaign.state.seq}"
        looks = f"“why {problem.typed}” tells what it was"
        if parse.phrase is None or parse.phrase.head != "show":
            return looks
        is_secret = seq in self.campaign.state.secrets
        return f"{looks}; “reveal {problem.typed}” shows it to the players" if is_secret else looks

    def carry_out(self, line: str, parse: Parse) -> LineOutcome:
        """Carry out a line that was read whole."""
        command = parse.command
        try:
            asked = self.execute(command)
            with after_storing(asked.events[-1].seq) if asked.events else nullcontext():
                said = self.answer(asked)
        except Refused as refused:
            return LineOutcome(line, command, fault=self.explain_refusal(refused, parse))
        except LogError as error:
            return LineOutcome(line, command, fault=log_fault(parse.first, error))
        self.used[compile_usages(command_class(command))[0].head] += 1
        if (name := find_begun_name(parse)) is not None:
            self.pending_notes += (f"“{parse.first.typed}” was read as {name}, whose name begins so.",)
        if self.at_prompt and (left_out := comment_of_text(parse)):
            self.pending_notes += (f"“{left_out}” was read as a comment: it stands behind a text in quotes.",)
        return LineOutcome(line, asked.command, said, asked=asked)

    def explain_refusal(self, refused: Refused, parse: Parse) -> Fault:
        """Return a refusal as a fault. A sentence that is no command gets a note for its cure."""
        from shell.language.mending.prose import note_of_sentence  # needed only for a refusal

        fault = refusal_fault(refused, parse)
        state = self.campaign.state if self.campaign else None
        note = note_of_sentence(parse, state) if state or self.place.is_there() else None
        return evolve(fault, hint=f"type {note}", cured=note) if note else fault

    def execute(self, command: Any) -> Asked:
        """Carry out a command, and return it with its events and the state before them."""
        if issubclass(command_class(command), Ask):
            return self.ask(self.campaign, command)
        own_way = way_of(command)
        if own_way is not None:
            return own_way(self, command)
        campaign = self.for_writing()
        before = campaign.state
        return Asked(campaign, command, self.record(campaign, command), before, at_prompt=self.at_prompt)

    def record(self, campaign: Campaign, command: Any) -> tuple[Recorded, ...]:
        """Record a command of whoever speaks, or of the player who proposed it, and return its events."""
        taken = self.proposed
        if taken is None:
            return campaign.execute(command, by=self.by, refreshed=True)
        from engine.planning import plan_taken  # few lines are proposed

        return campaign.record(lambda: plan_taken(campaign, command, taken), by=self.by, refreshed=True)

    def answer(self, asked: Asked) -> Answer:
        """Return the answer to a command that was carried out, with whose line it was."""
        if not asked.events or not is_taken(asked.events[-1].cmd):
            return answer(asked)
        from shell.render.taken import answer_taken  # few lines are proposed

        return answer_taken(asked)

    def for_writing(self) -> Campaign:
        """Return the campaign, reopened if it was opened only to look."""
        if self.campaign is None or not self.campaign.log.writable:
            self.start_over()  # if it cannot be opened now, the next line tries again
            self.open(writable=True)
        assert self.campaign is not None
        return self.campaign

    def ask(self, campaign: Campaign | None, command: Any) -> Asked:
        """Return a question with all that its answer may look at. Some need no campaign."""
        asked = Asked(campaign, command, place=self.place, by=self.by, takes=self.takes)  # type: ignore[arg-type]
        return evolve(asked, at_prompt=self.at_prompt, used=self.most_used() if self.at_prompt else ())

    def most_used(self) -> tuple[str, ...]:
        """Return the verbs that were typed most, except those that everybody knows."""
        return tuple(verb for verb, _ in self.used.most_common() if verb not in KNOWN_TO_ALL)[:MOST_USED]

    def begin(self, rules: str, title: str) -> Campaign:
        """Begin a new campaign in this file. Raise Refused if it exists already."""
        try:
            self.place.must_be_free()
            self.take_name()
            if self.campaign is not None:
                raise self.refuse_another(rules, title)
            if str(self.place) == DEFAULT_FILE:
                with suppress(OSError):  # creating the log then fails with the reason
                    os.makedirs(os.path.dirname(DEFAULT_FILE), exist_ok=True)
            self.campaign = Campaign.create(self.place, rules, title, by=self.by)
            self.campaign.speaker = self.by
        except LogError as error:
            if error.kind == "misnamed":
                raise Refused(error.message, hint=error.hint) from None
            if error.kind == "taken":
                raise self.refuse_another(rules, title) from None
            raise
        return self.campaign

    def refuse_another(self, rules: str, title: str) -> Refused:
        """Return the refusal of another campaign in this place, or of “new” before a verb that needs none."""
        if not is_head(rules):
            return place_taken(self.place)
        said = "“new” begins a campaign, and there is one already"
        return Refused(said, hint=f"without “new”: {rules} {title}".rstrip())


#: What stands where a log could be, but is none.
NO_LOG = ("not-a-log", "unreachable", "misnamed")


def place_taken(place: Place) -> Refused:
    """Return the refusal to begin a campaign where something of any kind exists."""
    another = f"give the new campaign {'a file of its own' if place.file else 'another name'}"
    try:
        place.open(writable=False).close()
    except UnfinishedLog as error:
        return Refused(error.message, hint=error.hint)
    except LogError as error:
        if error.kind == "there-is-none":
            return Refused(f"{place} is there already: a link to a file that is not", hint=another)
        if error.kind in NO_LOG:
            said = f"there is something else already: {error.message}"
            return Refused(said, hint=f"{another}, or move that one away")
    return Refused(f"there is a campaign {place} already", hint=f"“fudgelog {place}” plays on with it; or {another}")


def log_fault(first: FirstWord, error: LogError) -> Fault:
    """Return a fault of the log, which mentions that nothing was recorded unless the line only looks."""
    message = error.without_recording if only_looks(first) else error.message
    return Fault(ExitStatus.NO_LOG, message, None, error.hint)


def only_looks(first: FirstWord) -> bool:
    """Return whether a line that begins with this word can only look."""
    return all(issubclass(each, Ask) for each in first.commands)


def is_of_the_file(first: FirstWord) -> bool:
    """Return whether a line that begins with this word may be about the file, with any content."""
    return any(issubclass(each, OfTheFile) for each in first.commands)


def is_about_the_program(first: FirstWord) -> bool:
    """Return whether a line that begins with this word asks for help or leaves, which needs no log."""
    return bool(first.usages) and all(issubclass(each, Anywhere) for each in first.commands)


def begins_campaign(first: FirstWord) -> bool:
    """Return whether a line that begins with this word begins a new campaign, so that none is needed."""
    return any(phrase.head == "new" for phrase in first.usages)


def comment_of_text(parse: Parse) -> str:
    """Return the comment behind a text in quotes, or ""."""
    last = parse.marks[-2:]
    is_meant = [mark.role for mark in last] == ["text", "comment"]
    return parse.text[last[1].start :].strip() if is_meant else ""


def begins_with(text: str, name: str) -> bool:
    """Return whether a text begins with a name, in any case, with or without quotes."""
    return re.match(rf"[{QUOTES}]?{re.escape(name)}(?=[\s{QUOTES}]|$)", text, re.IGNORECASE) is not None
