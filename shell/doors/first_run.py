"""The first run: a campaign from a few questions, up to its first check.

Enter takes the offered answer. Every answer is shown as the command that it becomes, and carried out. The campaign is
made beside its file and takes its place at the end, so that Ctrl-C leaves nothing behind.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from tempfile import TemporaryDirectory

from engine.concerns.campaign.commands import CreateCampaign
from engine.heads import is_head
from engine.known import every_trait
from engine.refusal import names_beginning
from engine.registry import Anywhere
from engine.rules.ladder import Ladder
from engine.sheet import view
from engine.state import State
from engine.store.door import LogError
from engine.store.placing import refuse_place
from engine.template import World, shipped_worlds
from engine.text import in_quotes
from engine.value import Factory, record
from shell.doors.voice import Voice, carry_out_line
from shell.language.kinds.text import spelled_name
from shell.language.reading import read
from shell.options import DEFAULT_FILE
from shell.output import clean_line, for_reading
from shell.runner import Desk

#: Facts about each game for newcomers.
GAMES = {
    "peupfudge": "levels are numbers, and grow with what you put into them",
    "fudge": "levels are words, from Terrible to Superb, and four Fudge dice",
    "polyhedral": "a die for every level, d4 to d20",
    "fudge-lite": "Fudge with ready-made traits, gifts and faults",
}

EMPTY = "empty"

#: The character, trait and difficulty offered in a campaign without characters.
NAME, TRAIT = "Ann", "Climbing"
LEVEL, DIFFICULTY = ("Good", "4"), ("Fair", "3")

#: The explanation of how to answer.
HOW = "Enter takes what stands in [ ]. Ctrl-C leaves, and leaves no file."

#: Answers that leave. “q” may be somebody's name.
LEAVING_WORDS = ("quit", "exit")

Questioner = Callable[[str], str]


def is_first_run(desk: Desk) -> bool:
    """Return whether to begin with questions: the file was named, does not exist, and can be written."""
    place = desk.place
    if str(place) == DEFAULT_FILE or not desk.takes(CreateCampaign):
        return False
    with suppress(LogError):  # opening it then fails with the reason
        return place.invites_a_log()
    return False


def begin_with_questions(desk: Desk, ask: Questioner) -> tuple[list[str], list[str]]:
    """Begin the campaign of a desk. Return the lines that did it, and pasted lines that are still to be carried out.

    Raise Refused if its file cannot be made. KeyboardInterrupt and EOFError, from `ask`, leave no file, and neither
    does OwnWay.
    """
    file = clean_line(str(desk.place))
    say(f"There is no campaign {file} yet. A few questions begin one, each shown as the command that it becomes.")
    say(HOW)
    say("Until the campaign has begun, a command ends the questions.")
    desk.take_name()
    with refuse_place(), TemporaryDirectory(prefix="fudgelog-") as folder:
        run = FirstRun(Desk(os.path.join(folder, "log.db"), desk.by, at_prompt=True), ask)
        try:
            run.play(desk.place.title)
            assert run.desk.campaign is not None
            desk.place.copy(run.desk.campaign.log, lambda copy: None)
        finally:
            run.desk.close()
    desk.open(writable=True)
    return run.lines, run.pasted


class OwnWay(Exception):
    """The user typed commands instead of an answer before the campaign began."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(*lines)
        self.lines = lines


class LinesPasted(Exception):
    """The user pasted commands instead of an answer after the campaign began, so no more questions are asked."""


def say(text: str) -> None:
    """Print a text."""
    print(for_reading(text))


@record
class FirstRun:
    """Asks and carries out. `lines` are the commands so far, `pasted` are lines that were pasted behind an answer."""

    desk: Desk
    ask: Questioner
    lines: list[str] = Factory(list)
    pasted: list[str] = Factory(list)

    def play(self, name: str) -> None:
        """Ask all the questions, up to where commands were pasted."""
        self.begin(name)
        with suppress(LinesPasted):
            self.ask_of_the_world()

    def ask_of_the_world(self) -> None:
        """Ask all questions of a campaign that has begun."""
        self.choose_world()
        who, is_untrained = self.choose_character()
        if is_untrained:
            self.train(who)
        self.check(who)

    @property
    def state(self) -> State:
        """The campaign so far."""
        assert self.desk.campaign is not None
        return self.desk.campaign.state

    def do(self, line: str) -> bool:
        """Show a command, carry it out, and return whether it was accepted."""
        voice = Voice()
        voice.print(voice.echo(line))
        outcome = carry_out_line(self.desk, line, voice)
        if not outcome.status:
            self.lines.append(line)
        return not outcome.status

    def answer(self, question: str, offered: str) -> str:
        """Return the answer to a question, the offered one for an empty line."""
        say("")
        return self.ask_for(question, offered) or offered

    def ask_for(self, question: str, offered: str) -> str:
        """Return the answer to a question. Raise EOFError for a word that leaves.

        “?” is no answer, and neither is “help” once the campaign has begun.
        """
        while (typed := self.next_line(f"{question} [{clean_line(offered)}] ")) == "?" or (
            self.lines and typed.casefold() == "help"
        ):
            say(HOW)
        if typed.casefold() in LEAVING_WORDS:
            raise EOFError
        return typed

    def next_line(self, question: str) -> str:
        """Return the next line that was typed or pasted. Raise LinesPasted for a pasted command."""
        if not self.pasted:
            first, *self.pasted = self.ask(question).strip().splitlines() or [""]
            return first.strip()
        if self.lines and read(self.pasted[0], self.state).command is not None:
            raise LinesPasted
        return self.pasted.pop(0).strip()

    def one_of(self, question: str, known: dict[str, str]) -> str:
        """Ask until the answer is one of a few things, and return it. Enter alone chooses the first."""
        names, columns = list(known), max(map(len, known))
        say("\n" + "\n".join(f"  {row}  {name.ljust(columns)}  {known[name]}" for row, name in enumerate(names, 1)))
        while True:
            typed = self.ask_for(question, names[0])
            numbered = [name for row, name in enumerate(names, 1) if typed == str(row)]
            found = numbered or (names_beginning("-".join(typed.split()), known) if typed else names[:1])
            if len(found) == 1:
                return found[0]
            if not self.lines and typed and is_head(typed.split()[0]):
                raise OwnWay([typed, *self.pasted])
            say(f"“{clean_line(typed)}” is none of these: type a name, the beginning of one, or a number.")

    def begin(self, name: str) -> None:
        """Begin the campaign with a game and a title."""
        while True:
            game = self.one_of("Which game?", GAMES)
            offered = name.replace("-", " ").replace("_", " ").title()
            title = self.answer("What is the campaign called?", offered)
            if title != offered and isinstance(read(title, None).command, Anywhere | CreateCampaign):
                raise OwnWay([title, *self.pasted])
            if self.pasted and is_head(title.split()[0]):  # the lines of a campaign, and no title among them
                self.pasted.insert(0, title)
                title = offered
            if self.do(f"new {game} {in_quotes(title)}"):
                return

    def choose_world(self) -> None:
        """Set up a world of the game, or none."""
        worlds: list[World] = [world for world in shipped_worlds() if world.game == self.state.rules.book]
        known = {**{world.name: world.title for world in worlds}, EMPTY: "your own, from the first name on"}
        world = self.one_of("Which world to start in?", known)
        if world != EMPTY:
            self.do(f"setup {world}")

    def choose_character(self) -> tuple[str, bool]:
        """Return who makes the first check, and whether it has no traits yet."""
        while True:
            own = [sheet.name for sheet in self.state.sheets.values() if sheet.kind == "pc"]
            who = self.answer("Who tries something first? A new name makes a character.", (own or [NAME])[0])
            found = names_beginning(who, own)
            if len(found) == 1:
                return found[0], not self.state.sheets[found[0]].practice
            if self.goes_own_way(who):
                continue
            if self.do(f"pc {spelled_name(who)}"):
                return list(self.state.sheets)[-1], True

    def goes_own_way(self, typed: str) -> bool:
        """Carry out a command typed in place of a name, and return whether it was one."""
        first, *more = typed.split()
        if not more or not is_head(first) or read(typed, self.state).command is None:
            return False
        self.do(typed)
        return True

    def train(self, who: str) -> None:
        """Give a new character a trait."""
        defined = list(self.state.abilities)
        while True:
            typed = self.answer(f"What is {who} good at?", (defined or [TRAIT])[0])
            if self.goes_own_way(typed):
                return
            known = names_beginning(typed, every_trait(self.state))
            trait = known[0] if len(known) == 1 else typed
            if not known and not self.do(f"define ability {spelled_name(trait)}"):
                continue
            if self.do(f"trait {spelled_name(who)} {spelled_name(trait)} {self.fit_level(LEVEL)}"):
                return

    def check(self, who: str) -> None:
        """Make the first check, as offered or as typed."""
        traits = view(self.state, who).traits
        best = max(traits, key=lambda name: traits[name].level, default=TRAIT)
        offered = f"check {spelled_name(who)} {spelled_name(best)} vs {self.fit_level(DIFFICULTY)}"
        while not self.do(self.answer("The first check. Enter rolls it, or type another:", offered)):
            continue

    def fit_level(self, words: tuple[str, str]) -> str:
        """Return the word of a level if the game has it, or else the number."""
        word, number = words
        return word if Ladder.of(self.state.rules).level(word) is not None else number
