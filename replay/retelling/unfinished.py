"""Find what is open after an evening: countdowns, goals, rituals, who is hurt, and who left play.

It is added up from the events that the audience sees. The state would also have what secrets did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.concerns.countdowns.events import CountdownMade, CountdownTicked, TickWithdrawn
from engine.concerns.countdowns.sheet import number_of_boxes
from engine.concerns.damage.events import WOUNDS
from engine.concerns.goals.events import GoalReached, GoalSet
from engine.concerns.magic.events import RitualPerformed, RitualPlanned
from engine.concerns.tracks.events import MARKED_BOXES, Revived, TakenOut
from engine.concerns.tracks.sheet import OUT_OF_PLAY
from engine.state import Sheet, State
from engine.text import because, join_names, mark_secret
from engine.value import record
from replay.audience.rule import View
from replay.audience.secrets import is_marked
from replay.retelling.tries import Passage


@record
class SeenCountdown:
    """A countdown as far as an audience saw it: the event that made it, with its number, and the marked boxes."""

    made: CountdownMade
    number: int
    marked: int = 0

    @property
    def boxes(self) -> int:
        """All its boxes."""
        return sum(stage.boxes for stage in self.made.stages)

    @property
    def told(self) -> str:
        """How far it is, with its name."""
        return f"{self.made.name}, {max(0, min(self.marked, self.boxes))} of {number_of_boxes(self.boxes)}"

    @property
    def then(self) -> str:
        """What the next stage brings, if it says so."""
        ends = 0
        for stage in self.made.stages:
            ends += stage.boxes
            if self.marked < ends:
                return f", then “{stage.effect}”" if stage.effect else ""
        return ""


@record
class Unfinished:
    """What is open for an audience after an event, which `call` names characters."""

    view: View
    call: Callable[[str], str]

    # --- countdowns, goals, rituals ----------------------------------------------------------------------------

    def countdowns_at(self, seq: int) -> dict[str, SeenCountdown]:
        """Return the countdowns after an event."""
        found: dict[str, SeenCountdown] = {}
        for each in self.view.list_counting(CountdownMade, CountdownTicked, TickWithdrawn):
            event = each.event
            if each.seq > seq:
                break
            if isinstance(event, CountdownMade):
                found[event.name] = SeenCountdown(event, each.seq)
            elif event.countdown in found:
                found[event.countdown].marked += event.boxes if isinstance(event, CountdownTicked) else -1
        return found

    def tell_boxes(self, name: str, seq: int) -> str | None:
        """Return how far a countdown was after an event, or None if the audience did not see it being made."""
        found = self.countdowns_at(seq).get(name)
        return found.told if found else None

    def open_countdowns(self, seq: int) -> Iterator[Passage]:
        """Yield the countdowns that were not over after an event, nor was one against them."""
        found = self.countdowns_at(seq)
        full = {name for name, each in found.items() if each.marked >= each.boxes}
        closed = full | {str(found[name].made.against) for name in full}
        for name, each in found.items():
            if name not in closed and each.made.against not in full:
                yield Passage((each.number,), f"{self._mark(each.number, each.made)}{each.told}{each.then}")

    def open_goals(self, seq: int) -> Iterator[Passage]:
        """Yield the goals and rituals that nobody had reached after an event."""
        found: dict[str, Passage] = {}
        for each in self.view.list_counting(GoalSet, GoalReached, RitualPlanned, RitualPerformed):
            if each.seq > seq:
                break
            match each.event:
                case GoalSet(name=name, character=who):
                    whose = because(self.call(who)) if who else ""
                    found[name] = Passage((each.seq,), f"{self._mark(each.seq, each.event)}{name}{whose}")
                case RitualPlanned(name=name):
                    found[name] = Passage((each.seq,), name)
                case GoalReached(goal=name) | RitualPerformed(ritual=name):
                    found.pop(name, None)
        yield from found.values()

    def _mark(self, seq: int, event: object) -> str:
        """Return the mark of what the game master keeps secret still."""
        return mark_secret(not self.view.for_players and is_marked(event) and seq in self.view.secret)

    # --- who is hurt, and who left -----------------------------------------------------------------------------

    def state_at(self, seq: int) -> State:
        """Return the campaign after an event, as corrected since."""
        campaign, last = self.view.campaign, self.view.numbering.find_logged(seq)
        return campaign.state if last >= campaign.state.seq else campaign.state_at(last, corrected=True)

    def hurt_at(self, heroes: Sequence[Sheet]) -> Iterator[Passage]:
        """Yield who is hurt on their sheet, by marks and wounds that the audience saw."""
        for sheet in heroes:
            marks = [(each.state, each.name, each.number) for each in MARKED_BOXES.of(sheet)]
            marks += [(each.name, "", each.number) for each in WOUNDS.of(sheet)]
            seen = [each for each in marks if each[2] not in self.view.withheld]
            states = dict.fromkeys(state for state, _, _ in seen)
            said = [name_marks(state, [each for each in seen if each[0] == state]) for state in states]
            if said:
                numbers = {self.view.numbering.renumber(number) for _, _, number in seen if number}
                yield Passage(tuple(sorted(numbers)), f"{self.call(sheet.name)}, {join_names(said)}")

    def out_at(self, heroes: Sequence[Sheet], seq: int) -> Iterator[Passage]:
        """Yield who left play and did not come back."""
        left: dict[str, Passage] = {}
        for each in self.view.list_counting(TakenOut, Revived):
            if each.seq > seq:
                break
            left.pop(each.event.character, None)
            if isinstance(each.event, TakenOut):
                who = each.event.character
                left[who] = Passage((each.seq,), f"{self.call(who)}{because(each.event.how)}")
        yield from (left[each.name] for each in heroes if each.name in left and OUT_OF_PLAY.of(each) is not None)


def name_marks(state: str, marks: Sequence[tuple[str, str, int]]) -> str:
    """Return a state of marked boxes with their names, or with how many they are."""
    names = dict.fromkeys(name for _, name, _ in marks if name)
    if names:
        return f"{state} “{', '.join(names)}”"
    return f"{state} ({len(marks)})" if len(marks) > 1 else state
