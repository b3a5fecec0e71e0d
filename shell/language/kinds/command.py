"""A command in another one, as in “whatif award all 2”."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from engine.concerns.files.commands import Import
from engine.registry import Anywhere, Ask
from engine.state import State
from engine.value import evolve, value
from shell.language.kinds.text import word_end
from shell.language.parse import Found, Misreading, Offers, Scene

if TYPE_CHECKING:
    from shell.language.parse import Parse


def may_record(command: type) -> bool:
    """Return whether commands of a class may record something."""
    return not issubclass(command, Anywhere | Ask)


def explain_untried(text: str, at: int, state: State | None, found: Sequence[type]) -> Misreading:
    """Return the problem of a command, of some classes, that `whatif` does not take."""
    from shell.language.grammar import is_about_files, take_all
    from shell.language.reading import read_line

    end, rest = word_end(text, at), text[at:].strip()
    line, said = "", "has no preview"
    advice: str | None = "whatif shows what the table's own commands would do"
    if Import in found:
        line = f"{rest.removesuffix(' dry-run')} dry-run" if text[end:].strip() else ""
        said, advice = "is tried with dry-run, not with whatif", "“import FILE dry-run” shows what a file would bring"
    elif all(issubclass(each, Ask) and not is_about_files(each) for each in found):
        line, said, advice = rest, "records nothing, and needs no whatif", None
    cures = (line,) if line and read_line(line, state, take_all).problem is None else ()
    return Misreading(at, end, f"“{text[at:end]}” {said}", cures=cures, advice=advice, sure=True)


@value
class CommandKind:
    """A whole command, read as a line is."""

    name: ClassVar[str] = "command"
    open: ClassVar[bool] = False

    def parse(self, text: str, at: int, state: State | None) -> Parse:
        """Return the reading of the rest of a line, with its places in the whole line."""
        from shell.language.grammar import usages_of  # it compiles kinds
        from shell.language.reading import read_line

        parse = evolve(read_line(f"{' ' * at}{text[at:]}", state, may_record), text=text)
        found = [phrase.cls for phrase in usages_of(text[at:])]
        if found and not any(map(may_record, found)):
            return evolve(parse, problem=explain_untried(text, at, state, found))
        if parse.phrase is None and parse.problem is not None:
            return evolve(parse, problem=evolve(parse.problem, sure=True))
        return parse

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the command in the rest of the line, or why there is none."""
        parse = self.parse(text, at, scene.state)
        return parse.problem or (parse.command, len(text))

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        """Return whether anything is left."""
        return bool(text[at:].strip())

    def offers(self, scene: Scene) -> Offers:
        """Return nothing: what a line can begin with is offered there."""
        return {}

    def spell(self, value: Any) -> str:
        """Return the command as a line."""
        from shell.language.spelling import spell  # it spells kinds

        return spell(value)
