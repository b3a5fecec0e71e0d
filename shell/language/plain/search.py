"""Search for what a misread line means: a few small steps, and at most so many lines read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from itertools import product
from operator import attrgetter

from engine.concerns.campaign.commands import CreateCampaign
from engine.concerns.corrections.commands import Redo, Undo
from engine.each import command_class
from engine.refusal import Refused
from engine.registry import Anywhere, OfFiles
from engine.state import State
from engine.value import value
from shell.language import names
from shell.language.kinds.free import WayOutKind
from shell.language.kinds.plausible import OUT_WORDS
from shell.language.kinds.text import fold_case
from shell.language.nodes import Slot, walk_nodes
from shell.language.parse import QUOTES, Offers, Parse, Scene, Span
from shell.language.plain.account import AS_TYPED, Segment, Wording, account_for, split_line
from shell.language.plain.counts import TYPED_COUNT
from shell.language.plain.guesses import GUESSES
from shell.language.plain.names import NEVER_IN_NAME
from shell.language.plain.relations import DONE, FINDERS, MAY_LEAD, MAY_QUOTE, Follow
from shell.language.plain.signs import TYPED_SIGN
from shell.language.plain.stuck import Stuck, is_slip_of
from shell.language.plain.verbs import TURNED, VERB_LEFT_OUT
from shell.language.plain.words import DEMANDED

#: How many steps a reading may need, and how many lines and letters are read on the way.
MOST_CHANGES_MADE = 4
MOST_LINES_READ = 300
MOST_LETTERS_READ = 6_000

#: The longest line that is searched, in segments.
LONGEST_SEARCHED = 40

#: Commands that are never carried out for a line that is not written so: an undo could not be undone by “u”.
ALWAYS_ASKED = (Undo, Redo, OfFiles, Anywhere, CreateCampaign)

#: The kinds of values that name people.
OF_PEOPLE = frozenset({"character", "player"})

ReadLine = Callable[[str], Parse]
RefuseLine = Callable[[Parse], Refused | None]


@value
class Interpretation:
    """A line that a misread one may mean: its wording and its parse, and why the campaign would refuse it, or None."""

    wording: Wording
    parse: Parse
    refused: Refused | None

    @property
    def steps(self) -> int:
        """How many segments are not as typed."""
        return sum(each.relation != AS_TYPED for each in self.wording.segments)

    @property
    def account(self) -> tuple[Segment, ...]:
        """The account of each typed word."""
        return account_for(self.wording, self.parse)

    @property
    def is_done(self) -> bool:
        """Whether the line is one to carry out without asking."""
        related = all(each.relation in DONE for each in self.wording.segments)
        return related and not issubclass(command_class(self.parse.command), ALWAYS_ASKED)


@value
class Meaning:
    """What a misread line may mean: the interpretations that differ, at most two. It is `sure` if none was missed."""

    found: tuple[Interpretation, ...] = ()
    sure: bool = True

    @cached_property
    def only(self) -> Interpretation | None:
        """The only interpretation, or None for none or several."""
        taken = [each for each in self.found if each.refused is None]
        most = taken or list(self.found)
        return most[0] if len(most) == 1 and self.sure else None


def find_meaning(
    parse: Parse,
    state: State | None,
    read: ReadLine,
    refuse: RefuseLine,
    most: int = MOST_LINES_READ,
    *,
    guess: bool = False,
) -> Meaning:
    """Return what a misread line may mean, reading at most so many lines, or with `guess` what may be proposed."""
    start = split_line(parse)
    if state is None or len(start.segments) > LONGEST_SEARCHED:
        return Meaning()
    found: list[Interpretation] = []
    read_so_far, letters = 0, 0
    for wording, again in follow(Stuck(start, parse, state), (*FINDERS, *GUESSES) if guess else FINDERS, read):
        read_so_far, letters = read_so_far + 1, letters + len(wording.text)
        if read_so_far >= most or letters > MOST_LETTERS_READ:
            return Meaning(tuple(found), sure=False)
        if again.problem is None and keeps_text(wording, again, state) and is_another(wording, again, found):
            found.append(Interpretation(wording, again, refuse(again)))
            if sum(each.refused is None for each in found) > 1:
                break
    return Meaning(tuple(found))


def follow(first: Stuck, finders: Sequence[Follow], read: ReadLine) -> Iterator[tuple[Wording, Parse]]:
    """Yield what the finders make of a line, and of what is stuck further on, each once and as it is read."""
    layer, seen = [first], {first.wording.text}
    for _ in range(MOST_CHANGES_MADE):
        further: list[Stuck] = []
        for stuck, finder in product(layer, finders):
            for wording in finder(stuck):
                if wording.text in seen:
                    continue
                seen.add(wording.text)
                again = read(wording.text)
                yield wording, again
                if again.problem is not None and goes_further(stuck, after := Stuck(wording, again, first.state)):
                    further.append(after)
        layer = further


def goes_further(before: Stuck, after: Stuck) -> bool:
    """Return whether a line is stuck no earlier than the one that it was made of."""
    return left_over(after) <= left_over(before)


def left_over(stuck: Stuck) -> int:
    """Return how many typed segments stand from the problem on."""
    return sum(bool(each.typed) for each in stuck.segments[stuck.at :])


def is_another(wording: Wording, parse: Parse, found: list[Interpretation]) -> bool:
    """Return whether a line reads as another command than each that was found, and not for more changes than that."""
    changed = changes_of(wording)
    return all(parse.command != each.parse.command and not changes_of(each.wording) < changed for each in found)


def changes_of(wording: Wording) -> frozenset[Segment]:
    """Return the segments that are not as typed."""
    return frozenset(each for each in wording.segments if each.relation != AS_TYPED)


def keeps_text(wording: Wording, parse: Parse, state: State) -> bool:
    """Return whether new names and free text are as they were typed, and begin where they did."""
    known = names.everything(Scene(state))
    if any(stands_by_a_letter(wording, index) for index, each in enumerate(wording.segments) if not each.typed):
        return False
    if lands_in_a_name(wording, parse):
        return False
    new = [mark for mark in parse.marks if is_new(mark, known)]
    return all(is_as_typed(wording, parse, mark, known) for mark in new) and not joins_in_doubt(wording, parse, new)


def joins_in_doubt(wording: Wording, parse: Parse, new: list[Span]) -> bool:
    """Return whether two names became a list by a comma that was not typed, where the second may be something else.

    It may be what a verb is done to, as in “Ann checks Bob”, or begin the new name behind it, as in “rose water”.
    """
    added = {index + 1 for index, each in enumerate(wording.segments) if not each.typed and each.became == ","}
    if not added:
        return False
    if takes_another_person(parse) or any(each.relation in (TURNED, VERB_LEFT_OUT) for each in wording.segments):
        return True
    before = [
        max((mark for mark in parse.marks if mark.end <= each.start), key=attrgetter("end"), default=each)
        for each in new
    ]
    return any(added & set(wording.between(mark.start, mark.end)) for mark in before)


def takes_another_person(parse: Parse) -> bool:
    """Return whether a line could still name one more person who does something else than those of its list."""
    nodes = walk_nodes(parse.phrase.body) if parse.phrase else ()
    slots = [node for node in nodes if isinstance(node, Slot) and node.field not in parse.values]
    return any(slot.name in OF_PEOPLE or isinstance(slot.kind, WayOutKind) for slot in slots)


def lands_in_a_name(wording: Wording, parse: Parse) -> bool:
    """Return whether a word of the grammar that was not typed is read as part of a name, as “vs” for “Ride vs Run”."""
    words = {
        index for index, each in enumerate(wording.segments) if each.relation != AS_TYPED and each.became in DEMANDED
    }
    keywords = (mark for mark in parse.marks if mark.role == "keyword")
    return not words.issubset(index for mark in keywords for index in wording.between(mark.start, mark.end))


def stands_by_a_letter(wording: Wording, index: int) -> bool:
    """Return whether a single letter stands beside an added word, which may be that word with a slip."""
    beside = (wording.segments[each].typed for each in (index - 1, index + 1) if 0 <= each < len(wording.segments))
    return any(len(typed) == 1 and typed.isalpha() for typed in beside)


def is_as_typed(wording: Wording, parse: Parse, mark: Span, known: Offers) -> bool:
    """Return whether a new name or text is as it was typed, begins where it did, and has no slip of the grammar."""
    inside = wording.between(mark.start, mark.end)
    leads = find_lead(wording, inside)
    if wording.segments[0].relation == VERB_LEFT_OUT and not (leads and leads.typed.casefold() == "for"):
        return parse.text[mark.start : mark.end].casefold() in OUT_WORDS
    may_be = MAY_QUOTE | ({TYPED_COUNT} if mark.role == "item" else set())  # as in arrow×20
    if not all(wording.segments[index].relation in may_be for index in inside):
        return False
    if mark.role == "item" and fold_case(str(mark.value)) in NEVER_IN_NAME:
        return False  # “a point” is no thing
    stops = parse.phrase.stops if parse.phrase else ()
    quoted = parse.text[mark.start] in QUOTES
    if mark.role == "reason" and fold_case(str(mark.value)) in map(fold_case, known):
        return False  # a word before it may be missing, as in “−3 Fencing”
    if not quoted and any(
        is_slip_of(word, stop) for word in parse.text[mark.start : mark.end].split() for stop in stops
    ):
        return False
    names_anew = leads is not None and leads.became == "to" and mark.field == "new"
    return leads is None or leads.relation == AS_TYPED or mark.role in MAY_LEAD.get(leads.relation, ()) or names_anew


def find_lead(wording: Wording, inside: list[int]) -> Segment | None:
    """Return the segment before some others, or the one before that if it was a sign that was left out, or None."""
    before = inside[0] - 1 if inside else -1
    if before > 0 and not wording.segments[before].became and wording.segments[before].relation == TYPED_SIGN:
        before -= 1
    return wording.segments[before] if before >= 0 else None


def is_new(mark: Span, known: Collection[str]) -> bool:
    """Return whether a mark is free text, or a name that nothing has."""
    if mark.role == "ability":
        return isinstance(mark.value, str) and mark.value not in known
    return mark.open or mark.role in ("text", "value", "reason")
