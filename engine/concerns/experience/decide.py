"""Decide commands about XP and free practice, and raise traits that waited for a goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.attendance import those_there
from engine.concerns.experience.commands import (
    AnswerQuestion,
    AnswerQuestions,
    Award,
    AwardEach,
    Bonus,
    FixPracticeRate,
    Forfeit,
    Raise,
    Share,
    Spend,
)
from engine.concerns.experience.events import (
    BEFORE,
    LOST,
    BonusGranted,
    PracticeRateFixed,
    QuestionDenied,
    TraitRaised,
    XpAllocated,
    XpAwarded,
    XpTaken,
)
from engine.concerns.experience.sheet import PENDING_LEVELS, must_be_unpaid
from engine.concerns.goals.events import GoalReached
from engine.concerns.goals.sheet import must_be_reached
from engine.concerns.traits.events import TraitGiven
from engine.dice import Draw
from engine.known import positive, the_sheet, the_sheets, the_trait
from engine.refusal import Refused
from engine.registry import Event, decides, follows
from engine.rules import creation, growth
from engine.rules.files import load_rules
from engine.rules.ladder import Ladder
from engine.rules.modifiers import ability
from engine.rules.ruleset import Ruleset
from engine.state import Sheet, State
from engine.text import count_out, quote
from engine.value import evolve


@decides(FixPracticeRate)
def fix_practice_rate(state: State, command: FixPracticeRate, draw: Draw) -> list[Event]:
    """Fix the practice that one XP stands for, which later awards use until the GM changes it (PF-26)."""
    return [PracticeRateFixed(command.amount, command.unit, command.xp)]


@decides(Award)
def award(state: State, command: Award, draw: Draw) -> list[Event]:
    """Award XP to each of the named characters, or to every player character (PF-24)."""
    sheets = the_sheets(state, command.whos, "whos", everyone=command.all)
    if command.all:
        sheets = those_there(state, sheets) or sheets
    if command.all and (active := [sheet for sheet in sheets if not _is_idle(state, sheet)]):
        sheets = active
    return [XpAwarded(sheet.name, command.amount, command.reason, _only(state, sheet)) for sheet in sheets]


@decides(AwardEach)
def award_each(state: State, command: AwardEach, draw: Draw) -> list[Event]:
    """Award each character a separate amount (PF-24)."""
    prizes = (command.prize, *command.more)
    the_sheets(state, [prize.who for prize in prizes], "more", everyone=False)
    return [each for prize in prizes for each in award(state, Award((prize.who,), prize.amount, command.reason), draw)]


@decides(AnswerQuestions)
def decide_question_answers(state: State, command: AnswerQuestions, draw: Draw) -> list[Event]:
    """Award XP for the session's questions that were answered with yes (FL-132)."""
    asked = len(state.rules.questions)
    if not 1 <= command.count <= asked:
        if not asked:
            hint = "“rules questions FIRST, SECOND” sets them"
            raise Refused("this game has no questions", about="count", hint=hint)
        raise Refused(
            f"there {'is' if asked == 1 else 'are'} {count_out(asked, 'question')}, not {command.count}", about="count"
        )
    reason = f"{command.count} of {asked} questions"
    awards = award(state, Award(command.whos, command.count, reason, command.all), draw)
    return [evolve(each, answers=command.count) if isinstance(each, XpAwarded) else each for each in awards]


@decides(AnswerQuestion)
def answer_question(state: State, command: AnswerQuestion, draw: Draw) -> list[Event]:
    """Award 1 XP for a question answered with yes, or note a no (FL-132)."""
    sheet = the_sheet(state, command.who)
    if command.no:
        return [QuestionDenied(sheet.name, command.question)]
    only = _only(state, sheet)
    return [XpAwarded(sheet.name, 1, command.question, only, answers=1, question=command.question)]


def _is_idle(state: State, sheet: Sheet) -> bool:
    """Return whether a character gets no XP now because no ability was used since the last award (PF-25)."""
    return _limits_awards(state) and not sheet.used


def _limits_awards(state: State) -> bool:
    """Return whether awards are for used abilities only. Nobody knows which were used in what is from notes."""
    from_notes = state.session_open and state.last_session and state.last_session.held
    brought = any(first <= state.seq + 1 <= last for first, last in state.brought[-1:])
    return state.rules.xp_for_used_only and bool(state.session) and not (from_notes or brought)


def _only(state: State, sheet: Sheet) -> tuple[str, ...] | None:
    """Return the traits that the rules limit an award to, or None. XP from before play has no limit (PF-25)."""
    if not _limits_awards(state):
        return None
    if _is_idle(state, sheet):
        hint = "“rules xp-for-used-only off” lifts the limit"
        raise Refused(f"{sheet.name} has used no ability since the last award", about="whos", hint=hint)
    return tuple(sorted(sheet.used))


@decides(Spend)
def spend(state: State, command: Spend, draw: Draw) -> list[Event]:
    """Allocate XP, each time with the awards that pay for it (PF-19, PF-22, PF-23)."""
    sheet = the_sheet(state, command.who)
    if state.rules.growth != "practice":
        (share,) = _one_by_one(command.shares)
        bought = _whole_step(state, sheet, share, command.permitted)
        return [*from_the_rest(state, sheet, bought.trait), bought]
    if not command.permitted:
        for share in command.shares:
            must_be_unpaid(state, sheet, share.trait, "shares")
    asked = sum(positive(share.amount, "shares") for share in command.shares)
    if asked > sheet.unspent:
        raise _too_little(sheet, asked)
    left = sheet.free_lots()
    return [_allocate(state, sheet, share, left) for share in command.shares]


def _too_little(sheet: Sheet, asked: int) -> Refused:
    enough = f"“award {quote(sheet.name)} {asked - sheet.unspent}” would make it enough" if sheet.unspent < 1 else None
    has = f"{sheet.name} has {max(0, sheet.unspent)} XP to spend, not {asked}"
    return Refused(f"{has}{_debt(sheet)}", about="shares", hint=enough)


def _debt(sheet: Sheet) -> str:
    """Say that later awards first pay the XP that a character owes, or return "" without a debt."""
    return f": there is a debt of {-sheet.unspent}, which later awards pay first" if sheet.unspent < 0 else ""


def _allocate(state: State, sheet: Sheet, share: Share, left: dict[int, int]) -> XpAllocated:
    trait = the_trait(state, share.trait, "shares")
    draws = _draw(sheet, trait, share.amount, left)
    paid = sum(amount for _, amount in draws)
    if paid < share.amount:
        raise Refused(
            f"only {paid} of {share.amount} XP can go to {trait}",
            about="shares",
            value=trait,
            hint=f"the rest is for traits that {sheet.name} had used when it was awarded",
        )
    return XpAllocated(sheet.name, trait, share.amount, draws)


def _draw(sheet: Sheet, trait: str | None, amount: int, left: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """Return pairs of award and amount that pay, oldest first, and deduct the amounts from `left`.

    With a trait, only awards that may be spent on it pay.
    """
    draws = []
    for award in left:
        taken = min(amount, left[award])
        if taken > 0 and (trait is None or trait in sheet.limits.get(award, (trait,))):
            draws.append((award, taken))
            left[award] -= taken
            amount -= taken
    return tuple(draws)


@decides(Forfeit)
def forfeit(state: State, command: Forfeit, draw: Draw) -> list[Event]:
    """Take XP from the oldest awards."""
    sheet, amount = the_sheet(state, command.who), positive(command.amount, "amount")
    if amount > sheet.unspent:
        hint = f"“forfeit {quote(sheet.name)} {sheet.unspent}” takes all of them" if sheet.unspent > 0 else None
        has = f"{sheet.name} has {max(0, sheet.unspent)} XP to take, not {amount}"
        raise Refused(f"{has}{_debt(sheet)}", about="amount", hint=hint)
    draws = _draw(sheet, None, amount, sheet.free_lots())
    return [XpTaken(sheet.name, amount, draws, command.reason, BEFORE if command.before else LOST)]


def _one_by_one(shares: Sequence[Share]) -> Sequence[Share]:
    """Refuse to buy several steps at once, and return the shares otherwise (FL-40)."""
    if len(shares) > 1:
        raise Refused(
            "levels are bought one at a time", about="shares", value=shares[1].trait, hint="spend on one trait"
        )
    return shares


def _whole_step(state: State, sheet: Sheet, share: Share, permitted: bool) -> XpAllocated:
    """Allocate XP that are exactly the cost of the next step (FL-40)."""
    trait = the_trait(state, share.trait, "shares")
    bought = step(state, sheet, trait, "shares", permitted=permitted)
    if share.amount != bought.amount:
        raise Refused(
            f"the next level of {trait} costs exactly {bought.amount} XP, not {share.amount}",
            about="shares",
            value=trait,
            hint=f"“raise {quote(sheet.name)} {quote(trait)}” buys it",
        )
    return bought


def step(state: State, sheet: Sheet, trait: str, about: str, *, permitted: bool, free: bool = False) -> XpAllocated:
    """Buy the next step of a trait (FL-38). Beyond the usual limit, it takes the GM's permission (FL-39)."""
    rules, ladder = state.rules, Ladder.of(state.rules)
    if rules.growth == "none":
        hint = f"to change that, “rules step-costs {growth.enough_costs(rules)}”, then “rules growth steps”"
        raise Refused("XP doesn't raise traits in this game", about=about, hint=hint)
    if not sheet.is_trained(trait) and trait not in creation.list_rest(state, sheet):
        hint = f"“trait {quote(sheet.name)} {quote(trait)} LEVEL” adds it"
        raise Refused(f"{trait} is not on {sheet.name}'s sheet", about=about, value=trait, hint=hint)
    level = ability(state, sheet, trait).standing.level
    cost, name = growth.step_cost(rules, level, trait), ladder.name_of(level + 1)
    if cost is None or level >= max(rules.legendary_limit, rules.creation_limit):
        raise beyond_price(rules, trait, level, about)
    if cost > sheet.unspent and not free:
        has = f"{sheet.name} has {max(0, sheet.unspent)} to spend{_debt(sheet)}"
        raise Refused(f"{trait} to {name} costs {cost} XP; {has}", about=about, value=trait)
    if level >= creation.limit(rules, sheet) and not permitted:
        hint = f"“raise {quote(sheet.name)} {quote(trait)} permitted” if the GM agrees"
        raise Refused(f"{trait} at {name} needs the GM's permission", about=about, value=trait, hint=hint)
    return XpAllocated(sheet.name, trait, cost, _draw(sheet, trait, cost, sheet.free_lots()), level + 1, name)


def from_the_rest(state: State, sheet: Sheet, trait: str) -> Iterator[TraitGiven]:
    """Yield the level that a trait has as one of the rest, from which it is raised (FL-14)."""
    if trait in creation.list_rest(state, sheet):
        level = ability(state, sheet, trait).unmodified
        yield TraitGiven(sheet.name, trait, level, word=Ladder.of(state.rules).name(level))


def beyond_price(rules: Ruleset, trait: str, level: int, about: str) -> Refused:
    """Return the refusal of a step that nothing prices, or beyond the last one."""
    ladder, last = Ladder.of(rules), max(rules.legendary_limit, rules.creation_limit)
    if level >= last or (rules.book and rules.step_costs == load_rules(rules.book).step_costs):
        said, hint = f"{trait} is at {ladder.name_of(level)}, the highest level that XP can buy", None
    else:
        said = f"step-costs has no price from {ladder.name_of(level)} to {ladder.name_of(level + 1)}"
        hint = f"“rules step-costs {growth.enough_costs(rules)}” prices every step"
    return Refused(said, about=about, value=trait, hint=hint)


@decides(Raise)
def raise_(state: State, command: Raise, draw: Draw) -> Sequence[Event]:
    """Spend the XP missing to the next level (PF-17, FL-38)."""
    sheet = the_sheet(state, command.who)
    trait = the_trait(state, command.trait)
    if command.goal is not None:
        must_be_due(state, command, command.goal)
    if state.rules.growth != "practice":
        bought = step(state, sheet, trait, "trait", permitted=command.permitted, free=command.free)
        return [*from_the_rest(state, sheet, trait), *after_goal(command, bought)]
    standing = ability(state, sheet, trait).standing
    if not command.permitted:
        must_be_unpaid(state, sheet, trait)
    missing = standing.needed - standing.progress
    if missing > sheet.unspent:
        raise Refused(
            f"{trait} {standing} needs {missing} XP to reach {standing.level + 1};"
            f" {sheet.name} has {max(0, sheet.unspent)} to spend{_debt(sheet)}",
            about="trait",
        )
    return after_goal(command, _allocate(state, sheet, Share(missing, command.trait), sheet.free_lots()))


def must_be_due(state: State, command: Raise, goal: str) -> None:
    """Refuse a level before its goal is reached, unless the XP are paid now (FL-135)."""
    if command.free and command.pending:
        raise Refused("a free level has nothing to pay now", about="pending", hint="leave out “pending”")
    if command.free and state.rules.growth == "practice":
        raise Refused("free practice is given as XP in this game", about="free", hint="“help bonus” says how")
    if not command.pending:
        line = f"raise {quote(command.who)} {quote(command.trait)} after {quote(goal)} pending"
        must_be_reached(state, goal, "goal", None if command.free else f"“{line}” pays now")


def after_goal(command: Raise, bought: XpAllocated) -> list[Event]:
    """Return a step bought in advance for a goal, or, if it costs no XP, that the trait rises (FL-135)."""
    if command.free:
        return [TraitRaised(bought.character, bought.trait, 0, None, bought.level, bought.word, command.goal)]
    return [evolve(bought, after=command.goal, pending=command.pending)]


@decides(Bonus)
def bonus(state: State, command: Bonus, draw: Draw) -> list[Event]:
    """Grant free practice (PF-31)."""
    sheet = the_sheet(state, command.who)
    if state.rules.growth != "practice":
        raise Refused("this game has no free practice", about="trait", hint="“award” gives XP")
    trait = the_trait(state, command.trait)
    return [BonusGranted(sheet.name, trait, command.amount, command.reason)]


# --- what happens at once --------------------------------------------------------------------------------------


@follows(GoalReached)
def raise_what_waited(state: State, event: GoalReached) -> Iterator[TraitRaised]:
    """Yield the levels that were paid for and waited for the goal (FL-135)."""
    for sheet in state.sheets.values():
        for each in PENDING_LEVELS.of(sheet):
            if each.goal == event.goal:
                yield TraitRaised(sheet.name, each.trait, each.amount, each.number, each.level, each.word)
