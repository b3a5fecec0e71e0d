"""Fold events that hide and reveal, and check their preconditions."""

from __future__ import annotations

from engine.concerns.rolls.events import SecretRevealed
from engine.concerns.secrets.events import CharacterHidden, CharacterShown, SecretNoted
from engine.concerns.secrets.sheet import SIGHT, Sight, is_nameless, is_unseen
from engine.concerns.sessions.events import SceneSet
from engine.known import the_sheet
from engine.refusal import Refused
from engine.registry import always_fits, projects, requires
from engine.state import Sheet, State
from engine.text import quote


@projects(SecretNoted, SceneSet)
def kept_secret(state: State, event: SecretNoted | SceneSet, seq: int) -> None:
    """Remember a note or a scene that is secret."""
    if event.secret:
        state.secrets.add(seq)


@projects(CharacterHidden)
def character_hidden(state: State, event: CharacterHidden, seq: int) -> None:
    """Hide an NPC. That it is hidden is a secret too."""
    state.sheets[event.character].own[SIGHT] = Sight(shown=False, event=seq, fully=event.fully)
    state.secrets.add(seq)


@projects(CharacterShown)
def character_shown(state: State, event: CharacterShown, seq: int) -> None:
    """Show an NPC. That it was hidden is no secret any more."""
    show(state, state.sheets[event.character], seq)


def show(state: State, sheet: Sheet, seq: int) -> None:
    """Show an NPC from event `seq` on."""
    before = SIGHT.of(sheet)
    if before is not None:
        state.secrets.discard(before.event)
    sheet.own[SIGHT] = Sight(shown=True, event=seq)


@projects(SecretRevealed)
def hiding_revealed(state: State, event: SecretRevealed, seq: int) -> None:
    """Show the NPC whose hiding is revealed."""
    for sheet in state.sheets.values():
        sight = SIGHT.of(sheet)
        if sight is not None and not sight.shown and sight.event == event.event:
            show(state, sheet, seq)


@requires(CharacterHidden)
def can_be_hidden(state: State, event: CharacterHidden) -> None:
    """Refuse to hide a player character, or an NPC who is hidden already, unless the name is to be hidden too."""
    sheet = the_npc(state, event.character)
    if is_unseen(sheet) and (is_nameless(sheet) or not event.fully):
        raise Refused(f"{event.character} is hidden already", about="who", hint="“show” shows an NPC again")


@requires(CharacterShown)
def can_be_shown(state: State, event: CharacterShown) -> None:
    """Refuse to show a player character, or an NPC who is shown already."""
    sight = SIGHT.of(the_npc(state, event.character))
    if sight is not None and sight.shown:
        raise Refused(f"{event.character} is shown already, since #{sight.event}", about="who")


def the_npc(state: State, name: str) -> Sheet:
    """Return an NPC's sheet. Raise Refused for a player character."""
    sheet = the_sheet(state, name, "character")
    if sheet.kind != "npc":
        said, hint = f"{name} is a player character: players always see those", f"“sheet {quote(name)}” shows the sheet"
        raise Refused(said, about="who", value=name, hint=hint)
    return sheet


always_fits(SecretNoted)
