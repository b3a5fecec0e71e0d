"""Tell an evening as a story: scenes, notes in their own words, and deeds in paragraphs, all with their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from engine.campaign import Campaign
from engine.clock import TableTime, table_time
from engine.concerns.sessions.sheet import was_away
from engine.groups import say_group
from engine.point import session_span
from engine.refusal import Refused
from engine.retelling import (
    ChangeTold,
    ClauseTold,
    DeedTold,
    DiceTold,
    DuelTold,
    FightOverTold,
    FightTold,
    HeadingTold,
    NewsTold,
    RoundTold,
    SheetTold,
    TickTold,
    TryTold,
    TurnTold,
    WordsTold,
)
from engine.state import State
from engine.text import mark_secret
from engine.value import Factory, evolve, record, value
from replay.audience.rule import View
from replay.retelling.calling import Calling
from replay.retelling.fights import FightPlan, RoundTeller
from replay.retelling.runs import Joiner, begin_sentence
from replay.retelling.standing import IN_THE_LIST, Aftermath
from replay.retelling.strands import Strand, StrandReader
from replay.retelling.tries import Party
from replay.retelling.unfinished import Unfinished

SCENE, NOTE, NEWS, FIGHT, DEED, STANDING = "scene", "note", "news", "fight", "deed", "standing"

#: The heading for events between an evening and the next.
AFTERWARDS = "After the evening"

#: The heading of the list at the end.
WHERE_IT_STANDS = "Where it stands"


@value
class Line:
    """A scene, note, piece of news or sentence of an evening, with its events.

    `head` are the first words of the text, of a fight or in the list at the end. `after` is true if it came after the
    evening, and `own` if it is about a character of the player who reads.
    """

    kind: str
    seq: tuple[int, ...]
    text: str
    after: bool = False
    head: str = ""
    own: bool = False


@value
class Recap:
    """A session in short.

    `begun` is when it began, and `players` names who played whom. `own` are the names by which the lines call the
    characters of the `player` for whom it is written, and `called` is what they call each character.
    """

    session: int
    title: str
    begun: TableTime
    players: tuple[str, ...]
    lines: tuple[Line, ...]
    player: str | None = None
    own: tuple[str, ...] = ()
    called: dict[str, str] = Factory(dict)
    group: str = ""

    @property
    def dated(self) -> str:
        """When the evening was, as its heading has it."""
        return self.begun.told_day


def recap(campaign: Campaign, number: int | None = None, audience: str | None = None) -> Recap:
    """Return what happened in a session, by default the last one. Raise Refused if there is none."""
    return recap_in(View.of(campaign, audience), number)


def recaps(
    campaign: Campaign,
    first: int | None = None,
    last: int | None = None,
    audience: str | None = None,
    group: str | None = None,
) -> tuple[Recap, ...]:
    """Return what happened in several sessions, from the first and to the last there is unless they are named.

    They are those of a group, or of all for None. All of them begin with what was written before play, as session 0, if
    that is anything. Raise Refused if there is no session, or not the first or last of them.
    """
    view, state = View.of(campaign, audience), campaign.state
    must_be_played(state, group)
    for number, field in ((first, "first" if last is None else "range"), (last, "range")):
        if number is not None:
            session_span(state, number, field)
    if first is not None and last is not None and first > last:
        raise Refused(
            f"session {first} comes after session {last}", about="range", hint=f"type recap session {last}..{first}"
        )
    numbers = [each.number for each in state.sessions if group in (None, each.group)]
    begin, end = numbers[0] if first is None else first, numbers[-1] if last is None else last
    told = tuple(recap_in(view, number) for number in numbers if begin <= number <= end)
    if group or first is not None or last is not None:
        return told
    return *recap_before_play(view.of_group(group)), *told


def recap_before_play(view: View) -> Iterator[Recap]:
    """Yield the notes, scenes and news from before the first session, if there are any. Deeds were none yet."""
    end = view.campaign.state.sessions[0].start - 1
    begun, *found = [each for each in view.read_seen(0, end) if each.counts]  # the campaign's beginning is first
    calling = Calling.of(view, found)
    strands = StrandReader(view, calling.call, 0).gather(begun, found, end)
    kinds = {HeadingTold: SCENE, WordsTold: NOTE, NewsTold: NEWS}
    lines = tuple(
        Line(kinds[type(each.told)], each.seqs, f"{mark_secret(each.secret)}{each.told.text}", own=is_own(view, each))
        for each in strands
        if isinstance(each.told, HeadingTold | WordsTold | NewsTold)
    )
    own = tuple(calling.call(name) for name in calling.names if view.owns(name))
    when = table_time(view.campaign.state, begun.logged, begun.at)
    if lines:
        yield Recap(0, "", when, (), lines, view.player, own, dict(calling.short))


def is_own(view: View, strand: Strand) -> bool:
    """Return whether an event is about a character of the player who reads."""
    return any(map(view.owns, strand.names))


def recap_latest(campaign: Campaign, audience: str | None = None) -> tuple[Recap, ...]:
    """Return what happened in the latest session of each group. Raise Refused if there is none."""
    must_be_played(campaign.state, None)
    latest = {each.group: each.number for each in campaign.state.sessions}
    return tuple(recap_in(View.of(campaign, audience), number) for number in sorted(latest.values()))


def must_be_played(state: State, group: str | None) -> None:
    """Raise Refused before the first session, of a group or of any for None."""
    if not any(group in (None, each.group) for each in state.sessions):
        at = f" at {say_group(group)}" if state.boards and group is not None else ""
        raise Refused(f"nothing has been played yet{at}", about="session", hint="“session start” opens a session")


def recap_in(view: View, number: int | None = None, only: str | None = None) -> Recap:
    """Return what an audience saw of a session, by default the last one. Raise Refused if there is none.

    Of `only` one character, these are the deeds of and with that one.
    """
    state = view.campaign.state
    must_be_played(state, state.group if number is None else None)
    after, last = session_span(state, state.session if number is None else number)
    session = next(each for each in state.sessions if each.start == after + 1)
    view = view.of_group(session.group) if state.boards else view
    begun, *found = [each for each in view.read_seen(after, last) if each.counts]
    end = view.numbering.renumber(last if session.end is None else session.end)
    there = list(players_there(view, session.number, end))
    calling = Calling.of(view, found)
    teller = Teller.of(view, calling, frozenset(name for name, _ in there), after, view.numbering.renumber(last))
    strands = StrandReader(view, calling.call, after).gather(begun, found, end)
    lines = teller.tell([each for each in strands if only is None or only in each.names])
    lines = lines if only is None else [line for line in lines if line.kind == DEED]
    when = table_time(state, begun.logged, begun.at)
    own = tuple(calling.call(name) for name in calling.names if view.owns(name))
    players = tuple(f"{name} ({player})" if player else name for name, player in there)
    return Recap(
        session.number, session.title, when, players, tuple(lines), view.player, own, dict(calling.short), session.group
    )


def players_there(view: View, number: int, end: int) -> Iterator[tuple[str, str | None]]:
    """Yield the characters played in a session, and who played them.

    The sheet is not asked when somebody came into play: a secret check could have caused it.
    """
    for name, seq in view.joined.items():
        sheet = view.campaign.state.sheets.get(name)
        if seq <= end and sheet is not None and sheet.kind == "pc" and not was_away(sheet, number):
            yield sheet.name, sheet.player


def last_scene(lines: Iterable[Line]) -> str:
    """Return the last scene of an evening, or nothing if none was set."""
    return next((line.text for line in reversed([*lines]) if line.kind == SCENE), "")


@value
class LineGroup:
    """The kind of lines that stand together, and whether they are the first after the evening."""

    kind: str
    begins_after: bool = False


def group_lines(lines: Iterable[Line]) -> Iterator[tuple[LineGroup, list[Line]]]:
    """Yield the lines that stand together: the deeds of a paragraph, the list at the end, and each other one alone."""
    late = False
    for key, run in groupby(lines, key=lambda each: (each.after, block_of(each))):
        after, (kind, _) = key
        yield LineGroup(kind, after and not late), list(run)
        late = after


def block_of(line: Line) -> tuple[str, object]:
    """Return what lines of one block have in common."""
    kind = DEED if line.kind == FIGHT else line.kind
    return kind, None if kind in (DEED, STANDING) else line.seq


# --- from events to lines --------------------------------------------------------------------------------------

#: What shows that a table plays on after the evening.
PLAYED = (HeadingTold, WordsTold, NewsTold, FightTold, TryTold, DuelTold, TurnTold, DiceTold)


@record
class Teller:
    """Tells the events of an evening line by line, what lies between two notes joined into sentences."""

    view: View
    calling: Calling
    joiner: Joiner
    standing: Aftermath
    lines: list[Line] = Factory(list)
    stretch: list[Strand] = Factory(list)
    rounds: RoundTeller | None = None
    number: int = 0
    begins: bool = False
    named: dict[int, tuple[str, ...]] = Factory(dict)

    @classmethod
    def of(cls, view: View, calling: Calling, present: frozenset[str], after: int, last: int) -> Teller:
        """Return a teller of the events above number `after`, up to `last`."""
        unfinished = Unfinished(view, calling.call)
        joiner = Joiner(Party(calling.call, present, calling.kept), unfinished.tell_boxes)
        return cls(view, calling, joiner, Aftermath(view, joiner, unfinished, calling.heroes, after, last))

    def tell(self, strands: Sequence[Strand]) -> list[Line]:
        """Return the lines of an evening, last where it leaves things."""
        if not strands:
            return []
        strands = [self._place(each) for each in strands]
        plays_on = any(each.late and isinstance(each.told, PLAYED) for each in strands)
        books = [each for each in strands if is_in_the_list(each, plays_on)]
        story = [each for each in strands if not is_in_the_list(each, plays_on)]
        self.named = {seq: each.names for each in strands for seq in each.seqs}
        late = False
        for place, strand in enumerate(story):
            if strand.late and not late:
                self._end_stretch(late)
                self.rounds, late = None, True
            self._take(strand, story[place + 1 :])
        self._end_stretch(late)
        scenes = [each.seqs[0] for each in story if isinstance(each.told, HeadingTold)]
        for label, clause in self.standing.tell(books, story, scenes):
            self.lines.append(self._line(STANDING, clause.seqs, f"{label}: {clause.text}", head=f"{label}:"))
        return self.lines

    def _place(self, strand: Strand) -> Strand:
        """Return what was written on the sheet of a player's character in play as a deed."""
        told = strand.told
        if isinstance(told, SheetTold) and told.who in self.calling.heroes:
            return evolve(strand, told=DeedTold(told.who, told.did, told.what))
        return strand

    def _take(self, strand: Strand, rest: Sequence[Strand]) -> None:
        """Take in the next event of the story."""
        match strand.told:
            case HeadingTold(text=text):
                self._end_stretch(strand.late)
                self.rounds = None
                self._add(SCENE, strand, text)
            case WordsTold(text=text):
                self._end_stretch(strand.late)
                self._add(NOTE, strand, text)
            case NewsTold():
                self._take_news(strand, strand.told)
            case FightTold(title=title):
                self._begin_fight(strand, title, rest)
            case RoundTold(number=number):
                self._end_stretch(strand.late)
                self.number, self.begins = number, True
            case FightOverTold():
                self._end_stretch(strand.late)
                self.rounds = None
            case (
                TurnTold() | TryTold() | DuelTold() | ChangeTold() | TickTold() | DeedTold() | DiceTold() | ClauseTold()
            ):
                self.stretch.append(self._find_roll(strand))

    def _take_news(self, strand: Strand, news: NewsTold) -> None:
        """Add a piece of news, with the tick right before it that brought it."""
        text, seqs = news.text, strand.seqs
        if news.countdown:
            last = self.stretch[-1] if self.stretch else None
            ticked = last.told if last else None
            brought = isinstance(ticked, TickTold) and ticked.countdown == news.countdown and not ticked.reason
            boxes = self.joiner.boxes(news.countdown, strand.seqs[-1]) if brought else None
            if last is not None and brought:
                self.stretch.pop()
                seqs = (*last.seqs, *seqs)
            text = text if news.countdown in text and not boxes else f"{text.rstrip('.')} ({boxes or news.countdown})"
        self._end_stretch(strand.late)
        self._add(NEWS, evolve(strand, seqs=seqs), begin_sentence(text, self.calling.kept))

    def _begin_fight(self, strand: Strand, title: str, rest: Sequence[Strand]) -> None:
        """Begin a fight, of which the title says what all rounds have in common."""
        self._end_stretch(strand.late)
        fight = FightPlan.of(title, rest, self.calling.heroes)
        self.rounds, self.number, self.begins = RoundTeller(fight, self.joiner, self.calling.heroes), 1, True
        self.lines.append(
            self._line(FIGHT, strand.seqs, fight.tell_opening(self.joiner), after=strand.late, head=fight.head)
        )

    def _find_roll(self, strand: Strand) -> Strand:
        """Return another result of a roll with its roll, if that was told before this stretch."""
        turn = strand.told
        if not isinstance(turn, TurnTold) or any(turn.of in each.seqs for each in self.stretch):
            return strand
        roll = self.view.find(turn.of)
        found = None if roll is None else StrandReader(self.view, self.calling.call, 0).tell(roll)
        if found is None or not isinstance(found.told, TryTold | DuelTold):
            return evolve(
                strand, told=ClauseTold(turn.clause or f"{turn.means}, {self.calling.call(turn.who)} {turn.verb} it")
            )
        return evolve(strand, told=found.told, turn=turn, alone=True)

    def _end_stretch(self, late: bool) -> None:
        """Add the sentences for what happened since the last note."""
        stretch, self.stretch = self.stretch, []
        if not stretch:
            return
        if self.rounds is not None:
            clauses = list(self.rounds.tell(stretch, self.number, begins=self.begins))
            self.begins = False
        else:
            clauses = list(self.joiner.join(stretch))
        late = stretch[0].late
        self.lines += [self._line(DEED, each.seqs, each.text, after=late) for each in clauses]

    def _add(self, kind: str, strand: Strand, text: str) -> None:
        text = f"{mark_secret(strand.secret)}{text}"
        self.lines.append(self._line(kind, strand.seqs, text, after=strand.late))

    def _line(self, kind: str, seqs: tuple[int, ...], text: str, *, after: bool = False, head: str = "") -> Line:
        return Line(kind, seqs, text, after, head, self._is_own(seqs))

    def _is_own(self, seqs: Sequence[int]) -> bool:
        """Return whether an event is about a character of the player who reads."""
        return any(map(self.view.owns, (name for seq in seqs for name in self.named.get(seq, ()))))


def is_in_the_list(strand: Strand, plays_on: bool) -> bool:
    """Return whether an event stands in the list at the evening's end, and not in the story."""
    return isinstance(strand.told, IN_THE_LIST) or (strand.late and not plays_on)
