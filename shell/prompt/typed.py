"""The line at the prompt, read once for each key and shared by completion, colours and toolbar."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from prompt_toolkit.document import Document

from engine.campaign import Recorded
from engine.concerns.campaign.commands import CreateCampaign
from engine.concerns.corrections.commands import Redo, Undo
from engine.narrate import tell
from engine.planning import named_by
from engine.refusal import Refused
from engine.registry import USAGES, Anywhere, OfTheFile
from engine.rules.files import OTHER_GAMES
from engine.state import State
from engine.store.door import LogError
from engine.value import evolve
from shell.aliases import expand_alias
from shell.language.kinds.free import Rest
from shell.language.lookup import looking_up
from shell.language.nodes import Slot
from shell.language.offers import Offer, may_go_on, offers
from shell.language.parse import Parse
from shell.language.reading import read
from shell.outcome import refusal_fault
from shell.preview import Preview, preview
from shell.prompt.waiting import Waiting
from shell.runner import Desk

#: How many of the last events and rolls are offered by number, and how many commands an undo may name.
LAST_EVENTS = 12
LAST_ROLLS = 4
MOST_UNDONE = 20

#: For a line that needs a campaign when there is none.
NO_CAMPAIGN = f"There is no campaign yet: “new peupfudge” begins one {OTHER_GAMES}."

#: The longest line that is read with every key.
LONGEST_READ = 2_000


class LineTyped:
    """Reads the line at the prompt of a desk.

    Its look-ups hold as long as the campaign stays as it is. `refused` is the line that was given back and is
    untouched, or empty. `advised` is the line that was probably meant by it. If it `replaces`, typing replaces such a
    line. While `searching`, the typed text are letters of an earlier line. `waiting` is what phones ask.
    """

    def __init__(self, desk: Desk, *, replaces: bool = True, aliases: Mapping[str, str] | None = None) -> None:
        self.desk, self.replaces, self.aliases = desk, replaces, aliases or {}
        self.waiting = Waiting(desk)
        self._of: tuple[int, int] = (0, 0)
        self._found: dict[Any, Any] = {}
        self._parse: Parse | None = None
        self._preview: Preview | None = None
        self._meant: Preview | None = None
        self.refused = Document()
        self.advised: str | None = None
        self.searching = False

    def touch(self) -> None:
        """Treat the line in the prompt as one that is being typed."""
        self.refused = Document()

    @property
    def is_selected(self) -> bool:
        """Whether typing would replace the refused line in the prompt."""
        return self.replaces and bool(self.refused.text)

    @property
    def state(self) -> State | None:
        """The campaign as it stands, or None if there is none."""
        state = self.desk.campaign.state if self.desk.campaign else None
        of = (id(state), state.seq if state else 0)
        if of != self._of:
            self._of, self._found, self._parse, self._preview, self._meant = of, {}, None, None, None
        return state

    def read(self, text: str) -> Parse | None:
        """Return the reading of text, or None if it is too long, has several lines, or begins with an alias."""
        state = self.state
        if len(text) > LONGEST_READ or "\n" in text or self.expand(text) != text:
            return None
        if self._parse is None or self._parse.text != text:
            with looking_up(self._found):
                self._parse, self._preview, self._meant = read(text, state, self.desk.takes), None, None
        return self._parse

    def expand(self, text: str) -> str:
        """Return a text with the alias that it begins with written out, or what a waiting phone's digits stand for."""
        return self.waiting.expand(expand_alias(text, self.aliases))

    def preview(self, text: str) -> Preview:
        """Return the effect of text if it is entered."""
        if self.expand(text) != text:
            return evolve(self.preview(self.expand(text)), reading=self.expand(text))
        parse = self.read(text)
        if parse is None:
            return Preview()
        if self._preview is None:
            with looking_up(self._found):
                found = preview(parse, self._state_to_try, self.past)
            if found.refusal is not None:
                found = evolve(found, problem=str(refusal_fault(found.refusal, parse)))
            self._preview = evolve(found, problem=NO_CAMPAIGN) if self.lacks_campaign(parse) else found
        return self._preview

    def foresee_proposed(self, line: str) -> str:
        """Return what a player's line would do if it is taken, or why it would be refused."""
        found = self.preview(line)
        return found.problem or " → ".join(found.result[:2])

    def explain_typed(self, text: str) -> Preview:
        """Return what a line would do, or why it cannot, as Enter says it. That may take longer than a key."""
        found = self.preview(text)
        if found.problem or not self.is_at_an_end(text):
            return found
        if self._meant is None:
            with looking_up(self._found):
                self._meant = self.foresee_meaning(self.expand(text), found)
        return self._meant

    def is_at_an_end(self, text: str) -> bool:
        """Return whether text is a complete line, or one that no more text could make right."""
        parse = self.read(self.expand(text))
        return parse is not None and (parse.problem is None or not parse.problem.unfinished)

    def foresee_meaning(self, line: str, found: Preview) -> Preview:
        """Return the preview of a line with why it would be refused, or with what it would be carried out as."""
        from shell.meaning import foresee, say_in_full  # most lines are never at rest while they are wrong

        try:
            parse = self.desk.read_as_it_stands(line)
            only = foresee(self.desk, parse)[0] if parse.problem is not None else None
            if only is not None:
                meant = preview(only.parse, self._state_to_try, self.past)
                return evolve(meant, reading="", usage=found.usage, read_as=say_in_full(self.desk, only))
            why = str(self.desk.foresee_fault(parse) or "")
        except LogError:
            return found
        return evolve(found, problem=why, result=()) if why else found

    def lacks_campaign(self, parse: Parse) -> bool:
        """Return whether a line needs a campaign, and there is none yet."""
        if self.desk.campaign is not None or parse.phrase is None:
            return False
        return not issubclass(parse.phrase.cls, Anywhere | OfTheFile | CreateCampaign)

    @property
    def _state_to_try(self) -> State | None:
        state = self.state
        return None if state is None or state.unknown else state

    def offers(self, text: str) -> list[Offer]:
        """Return the texts that can be typed next."""
        parse = self.read(text)
        if parse is None:
            return []
        with looking_up(self._found):
            found = offers(text, self.state, self.desk.takes, parse, self.event_offers)
        return found if " " in text.lstrip() else [*self.alias_offers(text), *self.most_used_first(found)]

    def alias_offers(self, text: str) -> Iterator[Offer]:
        """Yield the aliases that a line with one word could begin with."""
        typed = text.strip().casefold()
        for name, whole in self.aliases.items():
            if typed and name.startswith(typed):
                yield Offer(name, len(text) - len(text.lstrip()), whole)

    def most_used_first(self, found: list[Offer]) -> list[Offer]:
        """Return the offers for a line's first word, the table's most used first."""
        return sorted(found, key=lambda offer: -self.desk.used[offer.text])

    def may_go_on(self, text: str) -> bool:
        """Return whether something may follow a text."""
        state = self.state
        with looking_up(self._found):
            return may_go_on(text, state, self.desk.takes)

    def ends_whole(self, text: str) -> bool:
        """Return whether the last word is whole, and only a space leads on."""
        return ends_in_word(text) and not self.endings(text) and self.may_go_on(text)

    def endings(self, text: str) -> list[Offer]:
        """Return what Tab could make of the last word, or put behind a space.

        A sign right behind a word, such as a comma, is left to be typed.
        """
        return [each for each in self.offers(text) if each.start < len(text) or not ends_in_word(text)]

    def help_page(self, text: str) -> str:
        """Return the help page for a text: its form, or the keys if nothing is typed."""
        parse = self.read(text)
        if parse is None or parse.phrase is None:
            return "" if text.strip() else "keys"
        return USAGES[parse.phrase.cls][0]

    def takes_text(self, text: str) -> bool:
        """Return whether free text could stand at the end of a line."""
        parse = self.read(text)
        if parse is None or (parse.problem and not parse.problem.unfinished):
            return True
        words_end = len(text.rstrip())
        slots = [(want, want.node.kind) for want in parse.wants if isinstance(want.node, Slot) and want.node.kind]
        going_on = any(isinstance(kind, Rest) and (want.end or 0) >= words_end for want, kind in slots)
        begun = any((kind.open or isinstance(kind, Rest)) and want.at == len(text) for want, kind in slots)
        in_quotes = parse.problem is not None and parse.problem.start < words_end
        return going_on or begun or in_quotes

    def past(self, command: object) -> tuple[Sequence[Recorded], Sequence[Recorded]]:
        """Return the events that an undo or redo would undo, and those it would restore."""
        assert isinstance(command, Undo | Redo)
        campaign = self.desk.campaign
        if campaign is None or (isinstance(command, Undo) and (command.last or 0) > MOST_UNDONE):
            return (), ()
        try:
            return named_by(campaign, command)
        except LogError:
            return (), ()

    def event_offers(self, typed: str) -> dict[str, str]:
        """Return the numbers of the last events, rolls and the typed one, with sentences."""
        campaign = self.desk.campaign
        if campaign is None:
            return {}
        last = campaign.state.seq
        try:
            earlier = sorted(
                seq for seq in islice(reversed(campaign.state.rolls), LAST_ROLLS) if seq <= last - LAST_EVENTS
            )
            found = [each for seq in earlier for each in campaign.events(seq - 1, seq)]
            found += campaign.events(max(0, last - LAST_EVENTS), last)
            number = typed.lstrip("#")
            if number.isdecimal() and 0 < int(number[:9]) <= last - LAST_EVENTS:
                found = [*campaign.events(int(number[:9]) - 1, int(number[:9])), *found]
        except (LogError, Refused):
            return {}
        counting = (each for each in reversed(found) if each.seq not in campaign.history.inactive)
        return {f"#{each.seq}": tell(each.event) for each in counting}


def ends_in_word(text: str) -> bool:
    """Return whether no space follows the last word of text."""
    return bool(text) and not text[-1].isspace()
