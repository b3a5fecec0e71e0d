"""Show how a line continues: the parts of its usage, with the next ones marked."""

from __future__ import annotations

from collections.abc import Iterator

from engine.value import value
from shell.language.grammar import Phrase
from shell.language.manual import node_text
from shell.language.nodes import Bag, Literal, Many, Node, Seq, Slot
from shell.language.parse import Parse


@value
class UsagePart:
    """A part of a usage line.

    It is `next` if it can be typed now, `optional` if it may be left out, and `usual` if tables type it every evening.
    """

    text: str
    next: bool = False
    optional: bool = False
    usual: bool = False


#: The beginnings of options that tables type every evening.
EVERYDAY_OPTIONS = ("[rolled", "[MODIFIER", "[secret")


def mark_usage(parse: Parse) -> tuple[UsagePart, ...]:
    """Return the usage parts of a line, each with whether it can come next."""
    if parse.phrase is None:
        return ()
    place = parse.problem.start if parse.problem else len(parse.text)
    wanted: list[Node] = [
        want.node for want in parse.wants if want.at >= place and (want.end is None or want.end == want.at)
    ]
    return tuple(parts_of(parse.phrase, wanted))


def parts_of(phrase: Phrase, wanted: list[Node]) -> Iterator[UsagePart]:
    """Yield the parts of a usage line, one for each option that can come in any order."""
    for node in phrase.body.nodes:
        if isinstance(node, Bag):
            for option in node.options:
                text = f"[{node_text(option, phrase.line)}]"
                yield UsagePart(text, may_begin(option, wanted), True, text.startswith(EVERYDAY_OPTIONS))
        else:
            yield UsagePart(node_text(node, phrase.line), may_begin(node, wanted))


def may_begin(node: Node, wanted: list[Node]) -> bool:
    """Return whether one of the parts that could come next is in a node."""
    match node:
        case Literal(word):
            return any(isinstance(each, Literal) and each.word == word for each in wanted)
        case Slot(_, _, None):
            return any(node is each for each in wanted)
        case Slot(_, _, Phrase(_, _, body)):
            return may_begin(body, wanted)
        case Seq(nodes):
            return any(may_begin(child, wanted) for child in nodes)
        case Bag(options):
            return any(may_begin(option, wanted) for option in options)
        case Many(slot):
            return may_begin(slot, wanted)
    return False
