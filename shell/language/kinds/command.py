"""A command in another one, as in “whatif award all 2”."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from engine.registry import Anywhere, Ask
from engine.state import State
from engine.value import evolve, value
from shell.language.kinds.text import word_end
from shell.language.parse import Found, Misreading, Offers, Scene

if TYPE_CHECKING:
    from shell.language.parse import Parse


def may_record(command: type) -> bool:
    """Tell whether commands of a class may record something."""
    return not issubclass(command, Anywhere | Ask)


@value
class CommandKind:
    """A whole command, read as a line is."""

    name: ClassVar[str] = "command"
    open: ClassVar[bool] = False

    def parse(self, text: str, at: int, state: State | None) -> Parse:
        """Return the reading of the rest of a line, with its places in the whole line."""
        from shell.language.grammar import is_about_files, take_all, usages_of  # it compiles kinds
        from shell.language.reading import read_line

        parse = evolve(read_line(f"{' ' * at}{text[at:]}", state, may_record), text=text)
        found, end = usages_of(text[at:]), word_end(text, at)
        if found and not any(may_record(each.cls) for each in found):
            looks = all(issubclass(each.cls, Ask) and not is_about_files(each.cls) for each in found)
            alone = read_line(text[at:].strip(), state, take_all)
            cures = (alone.text,) if looks and alone.problem is None else ()
            said = "records nothing, and needs no whatif" if looks else "has no preview"
            advice = (
                None if looks else "“import FILE dry-run” shows what a file would bring; whatif shows the table's own"
            )
            problem = Misreading(at, end, f"“{text[at:end]}” {said}", cures=cures, advice=advice, sure=True)
            return evolve(parse, problem=problem)
        if parse.phrase is None and parse.problem is not None:
            return evolve(parse, problem=evolve(parse.problem, sure=True))
        return parse

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the command in the rest of the line, or why there is none."""
        parse = self.parse(text, at, scene.state)
        return parse.problem or (parse.command, len(text))

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        """Tell whether anything is left."""
        return bool(text[at:].strip())

    def offers(self, scene: Scene) -> Offers:
        """Return nothing: what a line can begin with is offered there."""
        return {}

    def spell(self, value: Any) -> str:
        """Return the command as a line."""
        from shell.language.spelling import spell  # it spells kinds

        return spell(value)
