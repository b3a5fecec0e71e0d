"""Answer the commands that look back on recorded events."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from engine.campaign import Campaign, Recorded
from engine.clock import table_time
from engine.concerns.chronicle.commands import (
    AskWhy,
    Diff,
    ExplainEvent,
    ExplainLastRoll,
    Replay,
    RunAudit,
    Search,
    ShowEvent,
    ShowHead,
    ShowLastSession,
    ShowLog,
)
from engine.groups import group_called
from engine.known import positive
from engine.naming import names_in
from engine.narrate import tell
from engine.point import session_span
from engine.refusal import Refused
from engine.state import State
from engine.store import codec
from engine.text import number_of_events, with_sign
from engine.types import EVERY_GROUP
from engine.value import evolve
from replay.audit.findings import NOTE, OPEN, WRONG, Audit, Finding
from replay.compare.changes import Change
from replay.compare.diff import Caused
from replay.explain.answer import Why
from replay.explain.causes import PAID_BY, Cause
from replay.whose_lines import with_own_lines
from shell.output import PLAIN
from shell.render import Answer, Asked, answers
from shell.render.events import change_line, change_lines
from shell.render.log import events_json, lay_out, log_lines, log_text, read_json
from shell.render.proof import checkpoint_line, checkpoint_text, is_sealed, verified_json, verified_text
from shell.render.readings import format_heading, moment

#: The most events that `log` alone shows at the prompt before the first session.
MOST_AT_PROMPT = 40

#: The most events of a log in memory. More are read for the layout, and again to be printed.
MOST_EVENTS_HELD = 1000


@answers(ShowLog)
def answer_log(asked: Asked) -> Answer:
    """Answer with all recorded events or a part of them. At the prompt, `log` alone shows the last ones."""
    campaign, command = asked.campaign, asked.command
    state, history, last = campaign.state, campaign.history, campaign.state.seq
    left = earlier(state) if asked.at_prompt and command == ShowLog() else 0

    def read() -> Iterator[Recorded]:
        return campaign.events(left, last) if left else chosen(campaign, command)

    find_shown = hold_few(read)
    layout = lay_out(find_shown(), state, history)

    def items() -> Iterator[dict[str, Any]]:
        return read_json(chosen(campaign, command) if left else find_shown(), campaign)

    def lines() -> Iterator[str]:
        yield from log_lines(find_shown(), state, history, layout)
        if left:
            yield f"\n{left} earlier event{'s' if left > 1 else ''}: “log all” shows everything"

    return Answer({}, lambda: "\n".join(lines()), lines=lines, items=("events", items))


def hold_few(read: Callable[[], Iterable[Recorded]]) -> Callable[[], Iterable[Recorded]]:
    """Return a function that reads events any number of times, from memory if they are few."""
    few = [*islice(read(), MOST_EVENTS_HELD + 1)]
    return read if len(few) > MOST_EVENTS_HELD else lambda: few


def earlier(state: State) -> int:
    """Return how many events came before the last session, or before the last few events without a session."""
    last = state.last_session
    return last.start - 1 if last else max(0, state.seq - MOST_AT_PROMPT)


@answers(ShowLastSession)
def answer_last_session(asked: Asked) -> Answer:
    """Answer with what was recorded since the last session began. Raise Refused before the first one."""
    last, command = asked.state.last_session, asked.command
    if last is None:
        raise Refused("no session has started yet", hint="“log” shows what was recorded so far")
    return answer_log(evolve(asked, command=ShowLog(last.number, command.who, type=command.type)))


def chosen(campaign: Campaign, command: ShowLog) -> Iterator[Recorded]:
    """Yield the events that a `log` command asks for."""
    first, last = 0, campaign.state.seq
    if command.last is not None:
        positive(command.last, "last")
    if command.session is not None:
        first, last = session_span(campaign.state, command.session)
    found = campaign.events(first, last)
    apart = command.group not in (None, EVERY_GROUP) or (command.session is not None and campaign.state.boards)
    if command.who is None and command.type is None and command.last is not None and not apart:
        found = campaign.events(max(first, last - 2 * command.last), last)  # each may end in whose line it was
    kept = with_own_lines(found, lambda each: is_chosen(each, command) and is_where(campaign.state, each.seq, command))
    for together in deque(kept, command.last) if command.last else kept:
        yield from together


def is_where(state: State, seq: int, command: ShowLog) -> bool:
    """Return whether a `log` command asks for an event by the group and the session in which it was recorded."""
    if not state.boards:
        return True
    in_session = command.session in (None, state.session_at(seq))
    return in_session and (command.group in (None, EVERY_GROUP) or group_called(command.group) == state.group_at(seq))


def is_chosen(recorded: Recorded, command: ShowLog) -> bool:
    """Return whether a `log` command asks for an event by its type and by whom it is about."""
    is_of_type = command.type in (None, recorded.type)
    return is_of_type and (command.who is None or command.who in names_in(recorded.event, "character"))


@answers(AskWhy)
def answer_why(asked: Asked) -> Answer:
    """Answer with the events behind a value."""
    from replay.explain.why import why as explained

    found = explained(moment(asked), asked.command.who, asked.command.name)
    result = codec.plain_data(found)
    result |= result.pop("details") | verified_json(asked.campaign)
    said = verified_text(asked.campaign)
    return Answer(result, lambda: format_heading(asked.campaign, asked.command) + why_text(found) + said)


@answers(ExplainEvent, ShowEvent, ExplainLastRoll)
def answer_event(asked: Asked) -> Answer:
    """Answer with everything known about an event. For `log` it is also a list of one."""
    from replay.explain.events import look_up_event, look_up_last_roll
    from shell.render.looked_up import event_answer_json, event_answer_text

    campaign, command = asked.campaign, asked.command
    if isinstance(command, ExplainLastRoll):
        found = look_up_last_roll(campaign, command.who, command.audience)
    else:
        found = look_up_event(campaign, command.event, command.audience)
    result = event_answer_json(found, campaign)
    more = {"events": [result]} if isinstance(command, ShowEvent) else {}
    proof = verified_json(campaign) if found.audience is None else {}  # players do not learn how long the log is
    said = verified_text(campaign) if found.audience is None else ""
    return Answer(result | more | proof, lambda: event_answer_text(found, campaign) + said)


@answers(Diff)
def answer_diff(asked: Asked) -> Answer:
    """Answer with the changes between two points."""
    from replay.compare.diff import diff as compared

    first, second = asked.campaign.point(asked.command.first), asked.campaign.point(asked.command.second)
    found = compared(asked.campaign, first, second)
    result = {"from": first, "to": second, "changes": codec.plain_data(found)} | verified_json(asked.campaign)
    said = verified_text(asked.campaign)
    return Answer(result, lambda: diff_text(found) + said)


@answers(ShowHead)
def answer_head(asked: Asked) -> Answer:
    """Answer with the length of the log, and its hash."""
    asked.campaign.prove(whole=False)
    found, said = asked.campaign.proof.upto, verified_text(asked.campaign)
    sealed = None
    if is_sealed(asked.campaign):
        from shell.render.seals import last_seal  # loads much that few heads need

        sealed = last_seal(asked.campaign)
    result = {"events": found.seq, "head": found.hash.hex(), "words": checkpoint_text(found.hash), "seal": sealed}
    result |= verified_json(asked.campaign)
    last = f"\nlast sealed at #{sealed['seq']}: {' '.join(sealed['words'])}" if sealed else ""
    return Answer(result, lambda: f"{number_of_events(found.seq)}, {checkpoint_line(found.hash)}{last}{said}")


@answers(RunAudit)
def answer_audit(asked: Asked) -> Answer:
    """Answer with the findings of an audit."""
    from replay.audit.auditor import audit as checked
    from shell.progress import report_progress

    with report_progress() as progress:
        found = checked(asked.campaign, progress)
    result, said = audit_json(found) | verified_json(asked.campaign), verified_text(asked.campaign)
    return Answer(result, lambda: audit_text(found) + said, failed=not found.ok)


@answers(Search)
def answer_search(asked: Asked) -> Answer:
    """Answer with the events that contain some words, undone ones marked."""
    from replay.search import search as events_with

    campaign, text = asked.campaign, asked.command.text
    found = events_with(campaign, text)

    def result() -> dict[str, Any]:
        events = [e | {"undone": e["undone_by"] is not None} for e in events_json(found, campaign)]
        return {"events": events}

    said = f"nothing found for “{text}”"
    return Answer(result, lambda: log_text(found, campaign.state, campaign.history) if found else said)


@answers(Replay)
def answer_replay(asked: Asked) -> Answer:
    """Step through the history on a full screen, or print it event after event where there is none."""
    from replay.stepping import find_beginning, is_about, walk

    campaign, who = asked.campaign, asked.command.who
    first = find_beginning(campaign, asked.command.point)
    if on_a_screen():
        return Answer({"from": first, "to": campaign.state.seq}, lambda: step_through(campaign, first, who))
    found = [each for each in walk(campaign, first) if who is None or is_about(each[0].event, who)]

    def result() -> dict[str, Any]:
        changed = ({"changes": codec.plain_data(changes)} for _, changes in found)
        shown = events_json((each for each, _ in found), campaign)
        events = [each | more for each, more in zip(shown, changed, strict=True)]
        return {"from": first, "to": campaign.state.seq, "events": events}

    return Answer(result, lambda: replay_text(found, campaign.state))


def on_a_screen() -> bool:
    """Return whether somebody sits at a terminal that can show a full screen."""
    drawn = os.environ.get("TERM", "dumb") not in ("dumb", "") and not PLAIN.get()
    return drawn and sys.stdin.isatty() and sys.stdout.isatty()


def step_through(campaign: Campaign, first: int, who: str | None = None) -> str:
    """Step through all events, or those of a character, on a full screen, and return nothing to print."""
    from replay.stepping import Stepper
    from shell.doors.screen import run_screen
    from shell.progress import reporting

    with reporting(None):  # nothing else may write on the screen
        stepper = Stepper(campaign, first)
        if who is not None:
            stepper.keep_to(who)
        run_screen(stepper)
    return ""


HEADINGS = {WRONG: "Wrong", OPEN: "To settle at the table", NOTE: "Notes"}

#: Rules of an audit that find nothing wrong: what is left to do is counted in one line.
REMINDERS = ("unsigned", "not-allocated")

#: The most like findings that are listed one by one. More become one line that names the first.
MOST_LISTED_ALIKE = 5


def audit_json(found: Audit) -> dict[str, Any]:
    """Return the audit as the contract of `--json` promises. `wrong` marks the impossible."""
    return {"ok": found.ok, "checked": found.checked, "findings": [finding_json(each) for each in found.findings]}


def finding_json(finding: Finding) -> dict[str, Any]:
    """Return a finding as the contract of `--json` promises."""
    plain = codec.plain_data(finding)
    del plain["many"]  # for people only
    return {**plain, "wrong": finding.weight == WRONG}


def audit_text(found: Audit) -> str:
    """Write the whole audit."""
    return "\n".join(_lines(found))


def _lines(found: Audit) -> Iterator[str]:
    yield summary(found)
    for weight, title in HEADINGS.items():
        findings = [each for each in found.findings if each.weight == weight and each.rule not in REMINDERS]
        if findings:
            yield f"\n{title}"
        for alike in group_findings(findings):
            yield from finding_lines(alike)
    reminders = [each for each in found.findings if each.rule in REMINDERS]
    if reminders:
        yield f"\nReminders: {'; '.join(count_reminders(reminders))}"


def count_reminders(found: Iterable[Finding]) -> Iterator[str]:
    """Yield how many findings there are of each kind that finds nothing wrong, or the message of a single one."""
    kinds: dict[str, list[Finding]] = {}
    for each in found:
        kinds.setdefault(each.many, []).append(each)
    yield from (f"{len(alike)} {many}" if len(alike) > 1 else alike[0].message for many, alike in kinds.items())


def group_findings(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Group like findings that are too many to list one by one, each group in the place of its first."""
    groups: dict[object, list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.rule, finding.many), []).append(finding)
    split = {id(each): [each] for group in groups.values() if len(group) <= MOST_LISTED_ALIKE for each in group}
    split |= {id(group[0]): group for group in groups.values() if len(group) > MOST_LISTED_ALIKE}
    return sorted(split.values(), key=lambda group: group[0].seq)


def summary(found: Audit) -> str:
    """Return the result of an audit in a sentence."""
    told = [each for each in found.findings if each.rule not in REMINDERS]
    counts = {weight: sum(each.weight == weight for each in told) for weight in HEADINGS}
    wrong = f"{counts[WRONG]} wrong" if counts[WRONG] else "everything adds up"
    others = [f"{counts[OPEN]} to settle"] * bool(counts[OPEN])
    others += [f"{counts[NOTE]} note{'s' if counts[NOTE] > 1 else ''}"] * bool(counts[NOTE])
    events = number_of_events(found.checked)
    return f"{events} checked: {', '.join([wrong, *others])}"


def finding_lines(alike: Sequence[Finding]) -> Iterator[str]:
    """Yield a finding, with its advice below it. Many like findings become one line, with the first one's advice."""
    first, *others = alike
    if not others:
        yield f"  #{first.seq} {first.message}"
    elif first.many:
        yield f"  {len(alike)} {first.many}: {numbers(alike)}"
    else:
        yield from (f"  #{each.seq} {each.message}" for each in alike[:MOST_LISTED_ALIKE])
        yield f"  … and {len(alike) - MOST_LISTED_ALIKE} more like these"
    if first.advice:
        yield f"      {first.advice}"


def numbers(alike: Sequence[Finding]) -> str:
    """Name the first events of many findings, and count the rest."""
    named = ", ".join(f"#{each.seq}" for each in alike[:MOST_LISTED_ALIKE])
    return f"{named} and {len(alike) - MOST_LISTED_ALIKE} more"


def replay_text(steps: Iterable[tuple[Recorded, Sequence[Change]]], state: State) -> str:
    """Write every event in a sentence, and under it every value that it changed. `state` is the campaign's."""
    lines: list[str] = []
    for recorded, changes in steps:
        when = table_time(state, recorded.seq, recorded.at)
        lines.append(f"#{recorded.seq} {when.told} {tell(recorded.event)}")
        lines += [f"  {line}" for line in change_lines(changes)]
    return "\n".join(lines)


def why_text(found: Why) -> str:
    """Write a value, then its events, each with its change and the result."""
    shown = [cause for cause in found.because if cause.effect or cause.type == "TraitGiven" or not adds_up(found)]
    width = max((len(f"#{cause.seq}") for cause in shown), default=0)
    lines = [_cause(cause, width, adds_up(found)) for cause in shown]
    return "\n".join([f"{found.said}{':' if lines else ''}", *lines, *(f"  {note}" for note in found.notes)])


def adds_up(found: Why) -> bool:
    """Return whether a value is a sum."""
    return found.kind in ("account", "trait", "modified", "points", "item")


def _cause(cause: Cause, width: int, summed: bool) -> str:
    effect = f"{with_sign(cause.effect):>5}  " if summed else ""
    when = f"session {cause.session}" if cause.session else "before play"
    what, paid, awards = cause.text.partition(PAID_BY)
    start = f"  {f'#{cause.seq}':>{width}}  {when:<11}  {effect}"
    return f"{start}{what}" + (f"\n{' ' * len(start)}{paid.removeprefix(', ')}{awards}" if paid else "")


def diff_text(found: Sequence[Caused]) -> str:
    """Write the changes, one value to a line, with the numbers of the events behind each."""
    shown = [each for each in found if not (each.before is None and each.after == 0 and each.field.startswith("xp."))]
    return "\n".join(f"{change_line(each)}  {_by(each.events)}".rstrip() for each in shown) or "no sheet changed"


def _by(events: Sequence[int]) -> str:
    shown = " ".join(f"#{seq}" for seq in events[-8:])
    return f"({'… ' if len(events) > 8 else ''}{shown})" if events else ""
