"""Try what could bring the claimed number, so that only a remedy that does is offered."""

from __future__ import annotations

from engine.concerns.corrections.commands import Amend, Redo, Undo
from engine.concerns.experience.commands import Award
from engine.decide import try_out
from engine.history.corrections import no_dice
from engine.refusal import Refused
from engine.state import State
from engine.value import record
from replay.accounts.case import Case, Clue, Remedy


@record
class Trials:
    """Tries remedies on the campaign as it stands: of those that fold the log again, only one."""

    case: Case
    claimed: int
    folded: bool = False

    def find_remedy(self, clue: Clue) -> tuple[str, ...]:
        """Return the lines that bring the claimed number, or none if they were not tried or do not bring it."""
        moment = self.case.moment
        if clue.remedy is None or moment.state.seq != moment.campaign.state.seq or moment.state.unknown:
            return ()
        folds = any(not isinstance(each, Award) for each in clue.remedy.commands)
        if folds and self.folded:
            return ()
        self.folded |= folds
        return clue.remedy.lines if self.brings_claim(clue.remedy) else ()

    def brings_claim(self, remedy: Remedy) -> bool:
        """Return whether a remedy is accepted, and leaves the character with the claimed number."""
        state = self.case.moment.campaign.state
        for command in remedy.commands:
            after = self.carry_out(command, state)
            if after is None:
                return False
            state = after
        return state.sheets[self.case.who].unspent == self.claimed

    def carry_out(self, command: Undo | Redo | Amend | Award, state: State) -> State | None:
        """Return the campaign after a command, or None if it is refused. Awards follow `state`, the others the log."""
        corrector = self.case.moment.campaign.corrector()
        try:
            if isinstance(command, Award):
                return try_out(state, command, no_dice)
            if isinstance(command, Redo):
                return corrector.redo(command).after
            if isinstance(command, Amend):  # to word a refusal folds the log again
                trial = corrector.try_amend(command)[1]
                return None if trial.misfits else trial.state
            _, trial, others = corrector.try_undo(corrector.targets(command)[0])
        except Refused:
            return None
        return None if others else trial.state
