"""Summarize an evening: scenes, notes in their own words, and actions, all with their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from engine.campaign import Campaign
from engine.clock import TableTime, table_time
from engine.concerns.campaign.events import CampaignCreated, ChecklistAnswered
from engine.concerns.characters.events import CharacterApproved, CharacterCreated, CharacteristicSet
from engine.concerns.clocks.events import RoundBegan
from engine.concerns.corrections.events import CheckRuled, SheetSigned
from engine.concerns.countdowns.events import TickWithdrawn
from engine.concerns.damage.events import ScaleSet
from engine.concerns.effects.events import EffectEnded
from engine.concerns.experience.events import PracticeRateFixed, QuestionDenied
from engine.concerns.points.events import PointsChanged
from engine.concerns.rolls.events import DiceRolled, SecretRevealed
from engine.concerns.safety.events import AgreementMade, LimitDrawn, SessionZeroHeld, XCardShown
from engine.concerns.secrets.events import CharacterHidden, CharacterShown, SecretNoted
from engine.concerns.sessions.events import NoteMade, SceneSet, SessionEnded, SessionStarted
from engine.concerns.sessions.sheet import was_away
from engine.concerns.tables.events import TableDefined
from engine.concerns.tracks.events import TrackGiven
from engine.concerns.traits.events import TraitGiven
from engine.players import is_in_the_open
from engine.point import session_span
from engine.refusal import Refused
from engine.registry import marks
from engine.state import State
from engine.text import mark_secret
from engine.value import value
from replay.audience.rule import View, Visible
from replay.retelling.runs import key_of, tell_run

#: Events of bookkeeping, which a story leaves out.
BOOKKEEPING = (
    *(CampaignCreated, ChecklistAnswered, CharacterApproved, SessionStarted, SessionEnded, RoundBegan),
    *(CheckRuled, SheetSigned, TickWithdrawn, EffectEnded, PracticeRateFixed, QuestionDenied),
    *(CharacterHidden, CharacterShown, SessionZeroHeld, AgreementMade, LimitDrawn, XCardShown, TableDefined),
)

#: Events that make a character, which a story leaves out in the session when the character joins.
SET_UP = (TraitGiven, CharacteristicSet, ScaleSet, TrackGiven)

SCENE, NOTE, DEED = "scene", "note", "deed"

#: The heading for events between an evening and the next.
AFTERWARDS = "After the evening"


@value
class Line:
    """A scene, note or action of an evening, with its events. `after` is true if it came after the evening."""

    kind: str
    seq: tuple[int, ...]
    text: str
    after: bool = False


@value
class Recap:
    """A session in short.

    `begun` is when it began, and `players` names who played whom. `own` are the events of the characters of the
    `player` for whom it is written, which are among the `lines` too.
    """

    session: int
    title: str
    begun: TableTime
    players: tuple[str, ...]
    lines: tuple[Line, ...]
    player: str | None = None
    own: tuple[Line, ...] = ()


def recap(campaign: Campaign, number: int | None = None, audience: str | None = None) -> Recap:
    """Return what happened in a session, by default the last one. Raise Refused if there is none."""
    return recap_in(View.of(campaign, audience), number)


def recaps(
    campaign: Campaign, first: int | None = None, last: int | None = None, audience: str | None = None
) -> tuple[Recap, ...]:
    """Return what happened in several sessions, from the first and to the last there is unless they are named.

    Raise Refused if there is none, or not the first or last of them.
    """
    view, state = View.of(campaign, audience), campaign.state
    must_be_played(state)
    for number, field in ((first, "first" if last is None else "range"), (last, "range")):
        if number is not None:
            session_span(state, number, field)
    if first is not None and last is not None and first > last:
        raise Refused(
            f"session {first} comes after session {last}", about="range", hint=f"type recap session {last}..{first}"
        )
    numbers = [each.number for each in state.sessions]
    begin, end = numbers[0] if first is None else first, numbers[-1] if last is None else last
    return tuple(recap_in(view, number) for number in numbers if begin <= number <= end)


def must_be_played(state: State) -> None:
    """Raise Refused before the first session."""
    if not state.sessions:
        raise Refused("nothing has been played yet", about="session", hint="“session start” opens a session")


def recap_in(view: View, number: int | None = None) -> Recap:
    """Return what an audience saw of a session, by default the last one. Raise Refused if there is none."""
    state, player = view.campaign.state, view.player
    must_be_played(state)
    after, last = session_span(state, state.session if number is None else number)
    session = next(each for each in state.sessions if each.start == after + 1)
    begun, *found = [each for each in view.read_seen(after, last) if each.counts]
    elsewhere = find_revealed(view) | find_set_up(found)
    found = [each for each in found if each.seq not in elsewhere]
    end = view.numbering.renumber(last if session.end is None else session.end)
    told = [*tell_lines(view, [each for each in found if each.seq <= end], after, late=False)]
    told += tell_lines(view, [each for each in found if each.seq > end], after, late=True)
    there = tuple(players_there(view, session.number, end))
    own = tell_lines(view, [each for each in found if happened_to_own(view, each.event)], after, late=False)
    when = table_time(state, begun.logged, begun.at)
    return Recap(session.number, session.title, when, there, tuple(told), player, tuple(own))


def happened_to_own(view: View, event: object) -> bool:
    """Return whether something besides a roll happened to a character of the player who reads."""
    return not is_in_the_open(event) and view.touches_own(event)


def find_revealed(view: View) -> frozenset[int]:
    """Return the revealed secrets for players, who read of them where they were revealed, or none for the GM."""
    return view.revealed if view.for_players else frozenset()


def find_set_up(found: Sequence[Visible]) -> set[int]:
    """Return the events that make the characters who join in a session.

    If a template brings characters, these are all its events except their joining.
    """
    joined = {each.event.name: each.cmd for each in found if isinstance(each.event, CharacterCreated)}
    brought = Counter(joined.values())
    return {
        each.seq
        for each in found
        if (brought[each.cmd] > 1 and not isinstance(each.event, CharacterCreated))
        or (isinstance(each.event, SET_UP) and each.event.character in joined)
    }


def players_there(view: View, number: int, end: int) -> Iterator[str]:
    """Yield who played in a session, and whom.

    The sheet is not asked when somebody came into play: a secret check could have caused it.
    """
    for name, seq in view.joined.items():
        sheet = view.campaign.state.sheets.get(name)
        if seq <= end and sheet is not None and sheet.kind == "pc" and not was_away(sheet, number):
            yield f"{sheet.name} ({sheet.player})" if sheet.player else sheet.name


def tell_lines(view: View, events: Sequence[Visible], after: int, *, late: bool) -> Iterator[Line]:
    """Yield the lines for some events of a session that began after number `after`."""
    worth_telling = [each for each in events if is_told(view, each, after)]
    for key, run in groupby(worth_telling, key=key_of):
        together = list(run)
        if key is not None and (folded := tell_run(together)) is not None:
            yield Line(DEED, tuple(each.seq for each in together), folded, late)
        else:
            yield from (tell_line(view, each, late) for each in together)


def is_told(view: View, each: Visible, after: int) -> bool:
    """Return whether a tale mentions an event: corrections and rules are left out."""
    found, event = marks(each.type), each.event
    if isinstance(event, SecretRevealed):
        known = view.find(event.event)
        if known is not None and isinstance(known.event, BOOKKEEPING):
            return False
        return view.for_players or event.event <= after  # the game master reads this evening's secrets in their place
    if found.corrects or found.branches or found.for_all or isinstance(event, BOOKKEEPING):
        return False
    return not (isinstance(event, PointsChanged) and event.source)


def tell_line(view: View, each: Visible, late: bool) -> Line:
    """Return the line of one event."""
    match each.event:
        case SceneSet(text=text):
            return Line(SCENE, (each.seq,), each.text.replace(f"Scene: {text}", text), late)
        case NoteMade() | SecretNoted():
            return Line(NOTE, (each.seq,), each.text, late)
        case SecretRevealed(event=number):
            return Line(DEED, (number, each.seq), f"Now known: {find_sentence(view, number) or each.text}", late)
        case DiceRolled(character=None):
            mark = mark_secret(each.event.secret)
            return Line(DEED, (each.seq,), f"{mark}Rolled: {each.text.removeprefix(mark)}", late)
    return Line(DEED, (each.seq,), each.text, late)


def find_sentence(view: View, number: int) -> str:
    """Return the sentence of an event, or nothing if it is not seen."""
    found = view.find(number)
    return found.text if found else ""


def last_scene(lines: Iterable[Line]) -> str:
    """Return the last scene of an evening, or nothing if none was set."""
    return next((line.text for line in reversed([*lines]) if line.kind == SCENE), "")
