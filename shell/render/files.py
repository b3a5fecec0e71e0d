"""Answer the commands about the log as a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.campaign import Campaign
from engine.concerns.files.commands import (
    Accept,
    Backup,
    Compare,
    Convert,
    Export,
    Fork,
    Import,
    Rescue,
    Resend,
    TryImport,
    Verify,
)
from engine.patterns import pattern
from engine.refusal import Refused
from engine.store.door import LogError, Place
from engine.store.files import locate, past, printable
from engine.text import join_names, number_of_events
from shell.progress import report_progress
from shell.render import Answer, Asked, answers, carries_out
from shell.render.events import recorded_text
from shell.render.log import events_json
from shell.render.proof import (
    SEALS_HOLD,
    SEALS_SHARED,
    UNCOMPARED,
    about_seals,
    checkpoint_text,
    head_text,
    problem_json,
    report_json,
    slip_text,
)

if TYPE_CHECKING:
    from replay.compare.parting import LogSide, Parting
    from replay.files.rescue import Rescued
    from replay.files.transfer import Imported
    from replay.files.verify import Noticed, Verdict
    from shell.runner import Desk


#: How many events with hidden signs are named. The others are counted.
MOST_NUMBERS_NAMED = 5


@answers(Verify)
def answer_verified(asked: Asked) -> Answer:
    """Answer whether the log is what was recorded, and whether it holds the checkpoint that was noted."""
    from replay.files.verify import is_players_copy, verify
    from replay.seal.finding import SEALS_TRIED, Matched

    if asked.place.file is not None and is_players_copy(asked.place.file):
        from shell.render.copies import answer_copy_verified

        return answer_copy_verified(asked.place.file, asked.command.hash)
    with report_progress() as progress, report_progress(SEALS_TRIED) as trying:
        found = verify(asked.place, asked.command.hash, progress, trying)
    report = found.report
    if not report.ok:
        distrust(asked, report.problems[0].message)
    result = report_json(report, found.ok)
    notes = worth_knowing(asked.place, found.noticed) if report.ok else ()
    result |= {"notes": list(notes)} if notes else {}
    if found.matches is False:
        result["problems"].append({"seq": found.at, "kind": "expect", "message": noted_lines(found)[0]})
    if found.noted is not None:
        result |= {"matches": found.matches, "at": found.at}
    if isinstance(found.sealed, Matched):
        result |= {"words": list(found.sealed.words)}
    return Answer(result, lambda: "\n".join([*report_lines(found), *noted_lines(found), *notes]), failed=not found.ok)


def worth_knowing(place: Place, noticed: Noticed) -> tuple[str, ...]:
    """Return notes on a sound log: unknown events, hidden signs, past differences."""
    said = "was recorded by a newer version of the program; this version skips it, and what depends on it"
    newer = () if noticed.newer is None else (f"#{noticed.newer[0]} ({printable(noticed.newer[1])}) {said}",)
    with closing(place.open(writable=False)) as log:
        return (*newer, *hidden_text(noticed.hidden), *past(log))


def hidden_text(found: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    """Return a line about events with signs that are invisible or reverse text, if any."""
    if not found:
        return ()
    named = join_names([f"#{seq} ({sign})" for seq, sign in found[:MOST_NUMBERS_NAMED]])
    more = f" and {len(found) - MOST_NUMBERS_NAMED} more" if len(found) > MOST_NUMBERS_NAMED else ""
    return (f"signs that cannot be seen or turn the text: {named}{more}; they are shown here by number",)


def distrust(asked: Asked, damage: str) -> None:
    """Distrust a damaged log: its next opening checks all of it, and nothing is added to it."""
    from engine.store.memo import doubt

    doubt(asked.place.key)
    if asked.campaign is not None:
        asked.campaign.distrust(damage)


def report_lines(found: Verdict) -> list[str]:
    """Return the findings of an inspection, one to a line."""
    report = found.report
    if report.ok:
        if found.noted is not None:
            return [f"Intact: {number_of_events(report.events)}"]
        return [f"Intact: {number_of_events(report.events)}, {checkpoint_text(report.head)}", UNCOMPARED]
    lines = [f"  {problem.message}" for problem in report.problems]
    first = next((problem.seq for problem in report.problems if problem.seq), None)
    where = f", first problem at #{first}" if first else ""
    if not report.sound:
        return [f"Not intact{where}", *lines, "no event in it can be proven"]
    sound = "event 1 is sound" if report.sound == 1 else f"events 1 to {report.sound} are sound"
    saves = f"“rescue saved.db” saves {'it' if report.sound == 1 else 'them'} in a new file"
    return [f"Not intact{where}", *lines, f"{sound}; {saves}"]


def noted_lines(found: Verdict) -> list[str]:
    """Return the description of a noted hash, or of noted words, line by line."""
    from replay.files.verify import Noted
    from replay.seal.finding import Unmatched

    if found.noted is None:
        return []
    if isinstance(found.sealed, Unmatched):
        return [f"Does not match: {found.sealed.reason}"]
    if found.matches:
        slip = slip_text(found.sealed) if found.sealed else ""
        return [f"Matches at #{found.at}{slip}: events 1 to {found.at} are exactly what they were"]
    assert isinstance(found.noted, Noted)
    if found.at is not None:
        return [f"Does not match: {found.noted.digits} is the hash of #{found.at}, not of #{found.noted.seq}"]
    return [f"Does not match: no sound event here has the hash {found.noted.digits}"]


@answers(Rescue)
def answer_rescued(asked: Asked) -> Answer:
    """Answer with the events of a damaged log that could be saved, and the rest."""
    from replay.files.rescue import rescue

    file = Path(asked.command.file)
    backup = Path(asked.command.backup) if asked.command.backup else None
    found = rescue(asked.place, file, backup)
    first = problem_json(found.first) if found.first else None
    result: dict[str, Any] = {"saved": found.saved, "left": found.left, "first": first, "read_to_end": found.ends}
    result |= {"filled": list(found.filled), "lost": list(found.lost), "kept": found.set_aside}
    result |= {"file": str(file), "rest": str(found.rest) if found.rest else None}
    return Answer(result, lambda: "\n".join(rescue_lines(found, file)))


def rescue_lines(found: Rescued, file: Path) -> list[str]:
    """Return how many events were saved, why no more, and which were left out."""
    lines = [f"{file} holds the first {'event' if found.saved == 1 else f'{found.saved} events'}, and verifies"]
    if found.filled:
        lines.append(f"filled from the backup: {event_numbers(found.filled)}")
    if found.first is None:
        return [*lines, "nothing was left out: the log is sound"]
    if found.first.seq is None and found.ends and not found.left:
        return [*lines, f"nothing was left out; only the file was damaged: {found.first.message}"]
    lines.append(f"first problem: {found.first.message}")
    if found.rest is not None:
        lines.append(
            f"lost: {event_numbers(found.lost)}; {found.set_aside} intact events after that are in {found.rest}"
        )
        lines.append("a backup that holds what is lost fills it in: rescue FILE from BACKUP")
    more = "" if found.ends else ", and any in the part that cannot be read"
    if not found.left and found.ends:
        return lines
    return [*lines, f"left out: {found.left} event{'s' * (found.left != 1)} that could be read{more}"]


def event_numbers(numbers: Sequence[int]) -> str:
    """List event numbers, the first five and a count."""
    more = f" and {len(numbers) - 5} more" if len(numbers) > 5 else ""
    return ", ".join(f"#{seq}" for seq in numbers[:5]) + more


@answers(Export)
def answer_exported(asked: Asked) -> Answer:
    """Write the campaign into a file of the kind that its name ends in."""
    from shell.render.copies import answer_export

    return answer_export(asked.campaign, asked.command)


@answers(Import, TryImport)
def answer_imported(asked: Asked) -> Answer:
    """Answer with the imported events, or with those that would be."""
    from replay.bring.decode import holds_events

    dry, file = isinstance(asked.command, TryImport), Path(asked.command.file)
    if not holds_events(file):
        from shell.render.bringing import answer_tried

        return answer_tried(asked)
    from replay.files.transfer import import_into, import_new

    must_stand_alone(asked.command)
    with report_progress() as progress:
        if asked.campaign is None:
            found = import_new(file, asked.place, dry=dry, progress=progress)
        else:
            found = import_into(asked.campaign, file, dry=dry, progress=progress)
    result = {
        "events": found.events,
        "added": found.added,
        "there": found.there,
        "head": found.head.hash.hex(),
        "new_log": found.made,
        "dry_run": dry,
    }
    return Answer(result, lambda: import_text(found, asked.place, dry))


def must_stand_alone(command: Import | TryImport) -> None:
    """Raise Refused for words behind a log that are about files from before it."""
    given = {"kind": command.kind, "secret": command.secret, "rounding": command.rounding, "order": command.order}
    odd = next((field for field, held in given.items() if held), None)
    if odd is not None:
        raise Refused(f"{command.file} is a log, which is imported as it is", about=odd, hint=f"import {command.file}")


def import_text(found: Imported, place: Place, dry: bool) -> str:
    """Say which events an import added, or would add."""
    if found.made:
        holds = "would hold" if dry else "holds"
        line = f"{place} {holds} {number_of_events(found.added)}, checkpoint {head_text(found.head)}"
    elif found.added:
        first, last = found.there + 1, found.there + found.added
        there = "1 event was" if found.there == 1 else f"{found.there} events were"
        line = f"#{first} to #{last} {'would be' if dry else 'are'} added; {there} there already"
    else:
        all_there = "its one event is" if found.events == 1 else f"all {found.events} events are"
        line = f"nothing is new: {all_there} there already"
    return f"{line}; nothing was written" if dry else line


#: The name of a file for somebody who wants a copy for players.
FOR_PLAYERS = pattern(r"(?:.*\s)?for players?(?:\.\w+)?", re.IGNORECASE)


def must_keep_secrets(name: str) -> None:
    """Refuse to copy a log for players: all secrets are in the copy."""
    if FOR_PLAYERS.fullmatch(name):
        hint = "“export FILE.jsonl for players” makes a copy that they may have"
        raise Refused("a copy of the log has all secrets in it", about="file", hint=hint)


def named_place(command: Any) -> Place:
    """Return the place that FILE of a command names. Raise Refused for one where no log can be."""
    try:
        return locate(command.file)
    except LogError as error:
        raise Refused(error.message, about="file", hint=error.hint) from None


@answers(Backup)
def answer_backed_up(asked: Asked) -> Answer:
    """Answer with a checked copy."""
    from replay.files.backup import backup

    must_keep_secrets(asked.command.file)
    place = named_place(asked.command)
    with report_progress() as progress:
        head = backup(asked.campaign.log, place, progress)
    result = {"file": str(place), "events": head.seq, "head": head.hash.hex()}
    return Answer(
        result,
        lambda: (
            f"{place} is a copy of all {number_of_events(head.seq)}, and verifies; checkpoint {head_text(head)}"
            f"{about_seals(asked.campaign, SEALS_HOLD)}"
        ),
    )


@answers(Fork)
def answer_forked(asked: Asked) -> Answer:
    """Answer with another log that begins as this one."""
    from replay.files.fork import fork

    must_keep_secrets(asked.command.file)
    campaign, place, point = asked.campaign, named_place(asked.command), asked.command.point
    upto = campaign.state.seq if point is None else campaign.point(point)
    shared, head = fork(campaign, place, upto, by=asked.by)
    result = {
        "file": str(place),
        "shared": shared.seq,
        "shared_head": shared.hash.hex(),
        "events": head.seq,
        "head": head.hash.hex(),
    }
    return Answer(
        result,
        lambda: (
            f"{place} begins with events 1 to {shared.seq} ({head_text(shared)}) and goes on from there"
            f"{about_seals(campaign, SEALS_SHARED.format(shared.seq))}"
        ),
    )


@answers(Convert)
def answer_converted(asked: Asked) -> Answer:
    """Say that the log was converted to the newest format, with both heads."""
    from replay.files.convert import convert

    place = named_place(asked.command)
    old, new = convert(asked.campaign, place, by=asked.by)
    result = {
        "file": str(place),
        "carried": old.seq,
        "old_head": old.hash.hex(),
        "events": new.seq,
        "head": new.hash.hex(),
    }
    return Answer(
        result,
        lambda: (
            f"{place} holds all {old.seq} events in the newest format, checkpoint {head_text(new)};"
            f" play on there. This log stays as it is, checkpoint {head_text(old)}"
            f"{about_seals(asked.campaign, SEALS_HOLD)}"
        ),
    )


@answers(Compare)
def answer_compared(asked: Asked) -> Answer:
    """Answer with where two logs part ways."""
    from replay.compare.parting import compare, other_log

    place = named_place(asked.command)
    with other_log(place) as other:
        found = compare(asked.campaign, other)
        result = {
            "relation": found.relation,
            "same": found.same,
            "parted": found.same + 1 if found.relation == "parted" else None,
            "here": side_json(found.here, asked.campaign),
            "there": side_json(found.there, other),
        }
    return Answer(result, lambda: "\n".join(parting_lines(found, asked.place, place)))


def side_json(side: LogSide, campaign: Campaign) -> dict[str, Any]:
    """Return one of two logs, with its events after the common ones."""
    return {"events": side.events, "next": events_json(side.next, campaign)}


def parting_lines(found: Parting, here: Place, there: Place) -> list[str]:
    """Return how far two logs agree, and the first events that only one has."""
    same = "event 1 is the same" if found.same == 1 else f"events 1 to {found.same} are the same"
    lines = {
        "other-campaign": [f"{there} is the log of another campaign: no event is the same"],
        "equal": [f"{there} is the same log: {same}, and there are no others"],
        "longer": [f"this log continues {there}: {same}"],
        "shorter": [f"{there} continues this log: {same}"],
        "parted": [f"the logs differ from #{found.same + 1} on: {same}"],
    }[found.relation]
    for place, side in ((here, found.here), (there, found.there)):
        lines += side_lines(place, side, side.events - found.same)
    return lines


def side_lines(place: Place, side: LogSide, count: int) -> list[str]:
    """List the first of the events that only one of two logs has, and count the rest."""
    if not side.next:
        return []
    more = count - len(side.next)
    events = indent_lines(recorded_text(side.next, "#{} "))
    return [f"only in {place}:", *events, *([f"  and {more} more, up to #{side.events}"] if more else [])]


def indent_lines(text: str) -> list[str]:
    """Indent every line of a text."""
    return [f"  {line}" for line in text.splitlines()]


@carries_out(Import)
def import_events(table: Desk, command: Import) -> Asked:
    """Read events in, into a campaign that is there or a new one; or bring in a file from before the log."""
    from replay.bring.decode import holds_events

    if not holds_events(Path(command.file)):
        from shell.render.bringing import bring_in

        return bring_in(table, command)
    return table.ask(table.for_writing() if table.place.is_there() else None, command)


@carries_out(Accept)
def accept_log(table: Desk, command: Accept) -> Asked:
    """Accept the log, in any relation to the one this computer last saw."""
    from replay.files.accept import accept

    campaign = table.for_writing()
    return Asked(campaign, command, accept(campaign, command.reason, by=table.by))


@carries_out(Resend)
def resend_lost(table: Desk, command: Resend) -> Asked:
    """Put back what the server lost, once the answer is asked for."""
    return table.ask(table.for_writing(), command)


@answers(Resend)
def answer_resent(asked: Asked) -> Answer:
    """Put back what the server lost, and answer with the events."""
    from replay.files.resend import resend

    rows = resend(asked.campaign)
    back = tuple(asked.campaign.events(rows[0].seq - 1, rows[-1].seq))
    return Answer(
        {"events": events_json(back, asked.campaign)},
        lambda: f"{number_of_events(len(back))} put back:\n" + "\n".join(indent_lines(recorded_text(back, "#{} "))),
    )
