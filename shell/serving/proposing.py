"""Read a line that a player proposes, and refuse what players do not propose.

The line is read by the one grammar, with these commands alone, in what players know. What the rules say of it is asked
when the game master takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.attendance import find_busy, is_present
from engine.concerns.checks.commands import Check
from engine.concerns.contests.commands import Contest, Side
from engine.concerns.corrections.commands import Sign
from engine.concerns.experience.commands import AnswerQuestion, Raise, Spend
from engine.concerns.points.commands import ChangePoints
from engine.concerns.properties.commands import Gain, Lose
from engine.concerns.rolls.commands import Roll
from engine.concerns.rolls.events import Act
from engine.concerns.sessions.commands import MakeNote
from engine.concerns.tracks.commands import Clear, Mark
from engine.concerns.uses.commands import AlterRoll, EaseCondition, RerollCheck, TurnToSuccess
from engine.groups import say_group
from engine.naming import renumber_in
from engine.patterns import pattern
from engine.rules.ruleset import Ruleset
from engine.state import Sheet, State
from engine.value import evolve, value
from shell.language.fitting import say_levels
from shell.language.kinds.known import Known
from shell.language.kinds.text import word_end
from shell.language.mending.advisable import find_refusal
from shell.language.nodes import Slot
from shell.language.parse import QUOTES, Misreading, Parse
from shell.language.reading import read
from shell.language.spelling import spell, spell_exactly
from shell.output import clean_line
from shell.serving.tray import OPEN_DIFFICULTY

#: The commands that players propose.
PROPOSABLE = (
    *(Check, Contest, Roll, MakeNote, ChangePoints, RerollCheck, AlterRoll, TurnToSuccess, EaseCondition),
    *(Mark, Clear, Lose, Gain, Spend, Raise, AnswerQuestion, Sign),
)

NOT_FOR_PLAYERS = "Players propose checks, notes, points and what is on their own sheet"

#: Fields by which a command is more than a player's.
OF_THE_GAME_MASTER = ("secret", "anyway", "all", "others", "succeeds", "fails", "critical", "permitted", "permanent")

#: The longest line, in letters.
LONGEST_PROPOSED = 400

#: The level that stands in the place of a difficulty that the game master says, while the line is read.
GAP_LEVEL = 77
FILLED_GAP = pattern(rf"(?<= vs ){GAP_LEVEL}(?= |$)")


#: Fudge dice as they are typed, and as faces are spelled.
SIGNS_ROLLED = pattern(r"\brolled(?: [+\-0])+(?= |$)")
FACES_ROLLED = pattern(r"\brolled(?: -?[01])+(?= |$)")


class NotProposed(Exception):
    """A line that is not proposed. The message is for the player."""


@value
class PlayersLine:
    """A line that a player may propose, with the log's numbers.

    `exact` has all names in quotes, so that it reads the same where more names are known. `gap`: the game master says
    the difficulty. It `may_be_trusted` if it could be taken without a key.
    """

    line: str
    exact: str
    gap: bool
    may_be_trusted: bool


def read_proposal(
    text: str, player: str, state: State, find_logged: Callable[[int], int], rolls: Callable[[int], Any]
) -> PlayersLine:
    """Return a player's line, read in the `state` that players know. Raise NotProposed.

    `find_logged` returns the log's number of an event by the one that players know. `rolls` returns the event that
    players see under a number, or None.
    """
    line, gap = clean_line(text.strip()), False
    if not line or len(line) > LONGEST_PROPOSED:
        raise NotProposed(f"A line has at most {LONGEST_PROPOSED} letters" if line else NOT_FOR_PLAYERS)
    if OPEN_DIFFICULTY in line:
        line, gap = line.replace(OPEN_DIFFICULTY, f"vs {GAP_LEVEL}", 1), True
    parse = read(line, state, is_for_players, entered=True)
    if parse.problem is not None:
        raise NotProposed(tell_problem(parse, parse.problem))
    command = with_signer(parse.command, player)
    must_be_own(command, player, state)
    must_be_seen(command, state, rolls)
    command = renumber_in(command, find_logged)
    spelled, exact = spell(command), spell_exactly(command)
    if gap:
        spelled, exact = (FILLED_GAP.sub("?", each, count=1) for each in (spelled, exact))
    shown = say_as_typed(spelled, line, state.rules)
    return PlayersLine(shown, exact, gap, not gap and is_plain_roll(command))


def say_as_typed(spelled: str, line: str, rules: Ruleset) -> str:
    """Return a spelled line with levels in the words of the game, and Fudge dice by their signs as they were typed."""
    said, signs = say_levels(spelled, rules), SIGNS_ROLLED.search(line)
    return FACES_ROLLED.sub(lambda _: signs[0], said) if signs else said


def is_for_players(command: type) -> bool:
    """Return whether players propose commands of a class."""
    return command in PROPOSABLE


def tell_problem(parse: Parse, problem: Misreading) -> str:
    """Return what a player is told of a misread line: the same of a hidden name and of nobody's."""
    if problem.kind == "no command":
        return NOT_FOR_PLAYERS
    wanted = [want.node.kind for want in parse.wants if want.at == problem.start and isinstance(want.node, Slot)]
    is_name = problem.refused or any(isinstance(kind, Known) and kind.name == "character" for kind in wanted)
    typed = parse.text[problem.start : word_end(parse.text, problem.start)].strip(QUOTES)
    if is_name and not problem.several and any(map(str.isalpha, typed)):
        return f"There is no {typed} that you know of"
    return problem.said


def with_signer(command: Any, player: str) -> Any:
    """Return a command that its player signs, if it is a signature."""
    return evolve(command, player=player) if isinstance(command, Sign) and command.player is None else command


def must_be_own(command: Any, player: str, state: State) -> None:
    """Raise NotProposed for a command that players do not propose, or that is about somebody else's character."""
    if not isinstance(command, PROPOSABLE) or says_more(command):
        raise NotProposed(NOT_FOR_PLAYERS)
    if isinstance(command, Sign) and command.player != player:
        raise NotProposed(f"Only {command.player} signs as {command.player}")
    if isinstance(command, Roll) and command.who is None:
        raise NotProposed("Say who rolls, as in “roll 4dF for NAME”")
    for name in find_doers(command):
        sheet = state.sheets.get(name)
        if sheet is None or sheet.player != player:
            whose = f"{name} is {sheet.player}'s" if sheet and sheet.player else f"{name} is not yours"
            raise NotProposed(whose)
        if state.boards:
            must_be_here(state, sheet)


def must_be_here(state: State, sheet: Sheet) -> None:
    """Raise NotProposed for a character who is not at the group, or plays at another one now."""
    elsewhere = find_busy(state).get(sheet.name)
    if elsewhere is not None:
        raise NotProposed(f"{sheet.name} plays at {say_group(elsewhere.group)} now")
    if not is_present(state, sheet):
        raise NotProposed(f"{sheet.name} is not at {say_group(state.group)}")


def find_doers(command: Any) -> Iterator[str]:
    """Yield the characters for whom a command is proposed."""
    if isinstance(command, Contest):
        yield command.sides[0].who
    elif isinstance(command, Roll):
        yield command.who or ""
    elif not isinstance(command, MakeNote):
        yield command.who


def says_more(command: Any) -> bool:
    """Return whether a command keeps something secret, names others who act, or says what only a game master does."""
    if getattr(command, "hidden", None) is not None or any(getattr(command, name, ()) for name in OF_THE_GAME_MASTER):
        return True
    sides = command.sides if isinstance(command, Contest) else ()
    if any(side.hidden is not None for side in sides[:1]):
        return True
    return any(side != Side(side.who, side.trait) for side in sides[1:])


def must_be_seen(command: Any, state: State, rolls: Callable[[int], Any]) -> None:
    """Raise NotProposed for what is not on the sheet, and for a roll that players do not see or that is another's."""
    if isinstance(command, Lose) and command.property not in state.sheets[command.who].properties:
        raise NotProposed(f"{command.who} has no {command.property}")
    if getattr(command, "event", None) is not None:
        raise NotProposed(NOT_FOR_PLAYERS)
    number = getattr(command, "roll", None)
    if number is None:
        return
    found = rolls(number)
    if not isinstance(found, Act) or command.who not in (getattr(side, "character", "") for side in found.sides):
        raise NotProposed(f"#{number} is no roll of {command.who}'s that you know of")


def is_plain_roll(command: Any) -> bool:
    """Return whether a command is a check or a roll that a trusted phone makes by itself."""
    if not isinstance(command, Check | Roll):
        return False
    spends = command.point or command.points is not None
    if isinstance(command, Roll):
        return not spends
    uses = command.ticks or command.success or command.four or command.maximum
    return not (spends or uses or command.dice is not None)


def foresee_refusal(exact: str, state: State) -> str:
    """Return why the rules of a state refuse a line, "" if they do not."""
    command = read(exact, state, entered=True).command
    refused = find_refusal(state, command) if command is not None else None
    return refused.message if refused else ""


# --- a line that the game master changed --------------------------------------------------------------------------


def may_be_players(command: Any, player: str, state: State) -> bool:
    """Return whether a player could have proposed a command, apart from secrecy and the situation's part."""
    try:
        must_be_own(players_part(command), player, state)
    except NotProposed:
        return False
    return True


def players_part(command: Any) -> Any:
    """Return a command without what only the game master adds: that it is secret, and the situation."""
    if isinstance(command, Check):
        return evolve(command, secret=False, hidden=None, difficulty=None, opponent=None, factors=(), ships=())
    if isinstance(command, Contest):
        return evolve(command, secret=False, sides=(command.sides[0], *map(plain_side, command.sides[1:])))
    return evolve(command, secret=False) if hasattr(command, "secret") else command


def plain_side(side: Side) -> Side:
    """Return a side of a contest with nothing but who it is."""
    return Side(side.who, side.trait)


def fills_gap(command: Any, line: str, read_line: Callable[[str], Any]) -> bool:
    """Return whether a command is a line as it was proposed, with its difficulty said, or kept secret besides."""
    proposed = read_line(line.replace(OPEN_DIFFICULTY, f"vs {GAP_LEVEL}", 1))
    if type(proposed) is not type(command):
        return False
    same: Iterable[Any] = (command, proposed)
    if OPEN_DIFFICULTY in line:
        return len({players_part(each) for each in same}) == 1
    return len({evolve(each, secret=False) if hasattr(each, "secret") else each for each in same}) == 1
