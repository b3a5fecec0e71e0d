"""Answers of the program about itself."""

from __future__ import annotations

from engine.refusal import Refused, nearest
from shell.commands import Help, Quit
from shell.language.grammar import heads, usages
from shell.language.manual import manual, page
from shell.render import Answer, Asked, answers


@answers(Help)
def answer_help(asked: Asked) -> Answer:
    """Answer with the manual, or the page of one command."""
    about = asked.command.about.split()
    if not about:
        return Answer({"commands": heads(asked.takes)}, lambda: manual(asked.takes))
    found = [phrase for phrase in usages(about[0].casefold()) if asked.takes(phrase.cls)]
    if not found:
        close = nearest(about[0], heads(asked.takes))
        raise Refused(f"no command “{about[0]}”", about="about", hint=f"did you mean {close}?" if close else None)
    narrowed = [p for p in found if p.line.casefold().startswith(asked.command.about.casefold())] or found
    return Answer({"usages": [phrase.line for phrase in narrowed]}, lambda: page(narrowed))


@answers(Quit)
def answer_quit(asked: Asked) -> Answer:
    """Say good night."""
    return Answer({}, lambda: "")
