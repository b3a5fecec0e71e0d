"""Make a page's own style sheet and script short: without remarks, without spaces that nothing needs, with short names.

They are written for people, and sent to telephones. A script must end each of its statements with a semicolon or brace,
and have no template or pair of braces within the braces of a template.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from string import ascii_lowercase

#: What stays as it is in a script: strings, patterns, and templates but for the code in them.
UNTOUCHED = re.compile(
    r'("(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=[(!= ,])/(?![/* ])(?:\\.|\[(?:\\.|[^\]])*\]|[^/\[\\\n])+/\w*)'
)
IN_TEMPLATE = re.compile(r"(?<=\$\{)[^{}]*(?=\})")
REMARK = re.compile(r"(?m)^ *//.*$|(?<=[;,{]) //.*$")

#: Where a script declares names: of variables and functions, and of what a function is given.
DECLARATIONS = re.compile(
    r"\b(?:const|let) \[?([\w, .]+)|\bfunction (\w+)\(([\w, .=\"\[\]]*)\)"
    r"|\(([\w, .=\"\[\]]*)\) =>|\b(\w+) =>|\bof \[([\w, .]+)\]"
)
#: The names of properties, which stay: behind a dot, before a colon, or alone between braces.
OF_PROPERTY = re.compile(r"(?<!\.)\.(\w+)|\b(\w+): |\{ ([^{}();]*) \}")
#: The names in a list of them, without the values that they have if none is given.
IN_LISTS = re.compile(r"(?:^|,)[ .\[]*(\w+)")
NAME = re.compile(r"(?<![\w$])(?:(?<=\.\.\.)|(?<!\.))[a-zA-Z]\w*")
KEYWORDS = frozenset(("do", "if", "in", "of"))


@cache
def terse_style(text: str) -> str:
    """Return a style sheet without the spaces that nothing needs, and with short names of its variables.

    >>> terse_style("a > b { color: var(--ink); content: '; ' }")
    "a>b{color:var(--a);content: '; '}"
    """
    names = dict(zip(dict.fromkeys(re.findall(r"--\w+", text)), short_names(), strict=False))
    text = re.sub(r"--\w+", lambda found: f"--{names[found[0]]}", re.sub(r"(?s)/\*.*?\*/", "", text))
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r" ?([{}>]) ?|(?<=[:;,]) (?!['\"])", r"\1", text)
    return re.sub(r";\}", "}", text).strip()


@cache
def terse_script(*texts: str) -> str:
    """Return scripts as one, without the spaces that nothing needs, and with short names for what they declare.

    >>> terse_script('const found = {};', 'const add = (key, many) => { found[key] = `${many} of ${key}`; };')
    'const b={};const d=(a,c)=>{b[a]=`${c} of ${a}`};'
    """
    text = REMARK.sub("", "\n".join(texts))
    code: list[str] = []

    def collect(part: str) -> str:
        code.append(part)
        return part

    map_code(text, collect)
    names = shorten_names(" ".join(code))
    return map_code(text, lambda part: drop_spaces(NAME.sub(lambda found: names.get(found[0], found[0]), part)))


def map_code(text: str, change: Callable[[str], str]) -> str:
    """Return a script with its code changed: not its strings and patterns, but the code in its templates."""
    pieces = UNTOUCHED.split(text)
    for place, each in enumerate(pieces):
        if place % 2 == 0:
            pieces[place] = change(each)
        elif each.startswith("`"):
            pieces[place] = IN_TEMPLATE.sub(lambda found: map_code(found[0], change), each)
    return "".join(pieces)


def shorten_names(code: str) -> dict[str, str]:
    """Return a short name for each that some code declares and gives to no property, the shortest for the most used."""
    declared = {name for found in DECLARATIONS.findall(code) for part in found for name in IN_LISTS.findall(part)}
    kept = {name for found in OF_PROPERTY.findall(code) for part in found for name in NAME.findall(part)}
    used = Counter(NAME.findall(code))
    changed = [name for name, _ in used.most_common() if name in declared - kept]
    return dict(zip(changed, (name for name in short_names() if name not in used.keys() - changed), strict=False))


def short_names() -> Iterator[str]:
    """Yield names, the shortest first."""
    for length in (1, 2):
        yield from (name for each in product(ascii_lowercase, repeat=length) if (name := "".join(each)) not in KEYWORDS)


def drop_spaces(code: str) -> str:
    """Return code without the spaces that nothing needs."""
    code = re.sub(r" ?([{}()\[\],;:?=<>&|*%!]) ?", r"\1", re.sub(r"\s+", " ", code))
    return re.sub(r"(?<![+-]) ?([+-]) ?(?![+-])", r"\1", code).replace(";}", "}")
