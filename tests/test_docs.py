"""What the pages in `docs` say is so: the way of a command, the paths, the functions, the words and the rules."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FrameType

import attrs
import pytest
from rules_coverage import rules
from source import HOUSE, OWN_KINDS, ROOT, files, nodes, short, targets, tree

from engine.registry import EVENTS, USAGES, Marks
from engine.rooms import load
from engine.rules.ruleset import Ruleset
from engine.store.own_files import FILE_MODE, FOLDER_MODE
from shell.doors.cli import main
from shell.language.grammar import all_commands

PAGES = {page.name: page.read_text("utf-8") for page in sorted(ROOT.glob("docs/*.md"))}
ARCHITECTURE = PAGES["architecture.md"]
load("events")

Call = tuple[str, str]
"""A file, and a function in it with its class."""

# --- the way of a command --------------------------------------------------------------------------------------


def drawn() -> list[Call]:
    """Return the calls that the drawing of a check names, in its order."""
    (drawing,) = (block for block in re.findall(r"```\n(.*?)```", ARCHITECTURE, re.DOTALL) if "Desk.do" in block)
    return re.findall(r"^ +│ +(\S+\.py) +([\w.]+)", drawing, re.MULTILINE)


def calls_of(path: Path, line: str) -> list[Call]:
    """Return every call in the house while a line is carried out, in order."""
    calls: list[Call] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(str(ROOT)):
            calls.append((Path(file).relative_to(ROOT).as_posix(), frame.f_code.co_qualname))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        assert main([str(path), line]) == 0
    finally:
        sys.setprofile(before)
    return calls


def test_a_check_goes_the_way_that_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "c.db"
    for line in (
        "new peupfudge",
        "define ability Perception",
        "define status Energy: Tired -1, Neutral 0 on Perception",
        "pc Kotorikh",
        "status Kotorikh Energy Tired",
    ):
        assert main([str(log), line]) == 0
    rest = iter(calls_of(log, "check kot perc vs 3"))
    out_of_order = [call for call in drawn() if call not in rest]  # `in` goes on from the call found last
    assert len(drawn()) > 30
    assert out_of_order == []
    assert "A −1 (Energy: Tired)" in capsys.readouterr().out


# --- paths and functions ---------------------------------------------------------------------------------------

TOP = "|".join((*HOUSE, "docs", "sessions", "tests"))


def named_paths(text: str) -> set[str]:
    """Return the paths in the tree that a page names in code; a log is nobody's but the reader's."""
    found = re.findall(rf"[`( ]((?:{TOP})/[\w./-]*\w)", text)
    return {path for path in found if not path.endswith(".db")}


@pytest.mark.parametrize("page", PAGES)
def test_every_path_on_a_page_is_in_the_tree(page: str) -> None:
    assert [path for path in sorted(named_paths(PAGES[page])) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", sorted(PAGES.keys() - {"rules.md"}))
def test_the_lines_of_a_page_fit_the_width_of_the_source(page: str) -> None:
    lines = [line for line in PAGES[page].splitlines() if not line.startswith("{")]
    assert lines
    assert [line for line in lines if len(line) > (140 if line.startswith("|") else 120)] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_link_on_a_page_leads_to_a_file(page: str) -> None:
    linked = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", PAGES[page])
    assert [link for link in linked if not (ROOT / "docs" / link).exists()] == []


def test_every_folder_of_the_source_is_in_the_table_of_folders_and_no_other() -> None:
    table = PAGES["architecture.md"].partition("## Folders\n")[2].partition("\n## ")[0]
    named = {path for path in re.findall(r"`([a-z/]+)`(?=[^|\n]*\| )", table) if path.split("/")[0] in HOUSE}
    folders = {short(file.parent) for file in files() if file.parent.parent.name != "concerns"}
    data = {short(file.parent) for file in ROOT.glob("engine/*/*.toml")}
    assert named == folders | data | {"engine/concerns"}


def at_the_top(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a module, those under a condition too."""
    for node in body:
        yield from at_the_top([*node.body, *node.orelse]) if isinstance(node, ast.If) else [node]


def definitions(tree: ast.Module) -> Iterator[str]:
    """Yield what a file defines: names it assigns, functions and classes, and the methods with their class."""
    for node in at_the_top(tree.body):
        yield from (each.id for target in targets(node) for each in ast.walk(target) if isinstance(each, ast.Name))
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        if isinstance(node, ast.ClassDef):
            yield from (f"{node.name}.{each.name}" for each in node.body if isinstance(each, ast.FunctionDef))


@cache
def defined() -> dict[str, set[str]]:
    """Return what each file of the house defines."""
    return {short(file): set(definitions(tree(file))) for file in files()}


def test_every_function_that_is_drawn_is_where_it_is_said_to_be() -> None:
    assert [call for call in drawn() if call[1] not in defined()[call[0]]] == []


#: The pages that name functions and the files they are in.
ON_THE_SOURCE = ["architecture.md", "loading.md"]


@pytest.mark.parametrize("page", ON_THE_SOURCE)
def test_every_function_said_to_be_in_a_file_is_there(page: str) -> None:
    said = re.findall(r"`([\w.]+)`(?: and `([\w.]+)`)?,?(?: both)? in\s+`([\w/]+\.py)`", PAGES[page])
    found = [(name, file) for *names, file in said for name in names if name]
    assert len(found) > 10
    assert [each for each in found if each[0] not in defined()[each[1]]] == []


def libraries() -> set[str]:
    """Return the names under which what the program is made of is imported."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    return {re.split(r"\W", each.replace("-", "_"))[0] for each in needed} | sys.stdlib_module_names


@pytest.mark.parametrize("page", ON_THE_SOURCE)
def test_every_name_on_a_page_is_defined_or_typed(page: str) -> None:
    named = set(re.findall(r"`@?([A-Za-z_]\w*)(?:\([^`]*\))?`", PAGES[page]))
    fields = {name for cls in (Marks, *EVENTS.values()) for name in attrs.fields_dict(cls)}
    typed = {word for cls in all_commands() for line in USAGES[cls] for word in re.findall(r"[a-z]+", line)}
    known = set().union(*defined().values(), fields, typed, TOP.split("|"), libraries(), {"cache", "TYPE_CHECKING"})
    assert len(named) > 20
    assert named - known == set()


def test_every_method_that_a_page_names_is_in_its_class() -> None:
    everything = set().union(*defined().values())
    named = {name for page in PAGES.values() for name in re.findall(r"`([A-Z]\w+\.\w+)`", page)}
    assert named
    assert named - everything == set()


# --- files -----------------------------------------------------------------------------------------------------


def test_every_file_that_the_program_keeps_for_itself_is_on_the_page_of_files() -> None:
    page = PAGES["files.md"]
    assert [kind for kind in OWN_KINDS if f"| `~/{kind.usual}/{kind.folder}/" not in page] == []
    assert page.count("| `~/") == len(OWN_KINDS)
    assert f"the mode {FILE_MODE:04o} and their folders {FOLDER_MODE:04o}" in page


# --- what the source says of itself ----------------------------------------------------------------------------


def docstrings(file: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the lines of every docstring in a file, with the name of what it is about, except the help pages."""
    for node in nodes(file):
        is_help = isinstance(node, ast.ClassDef) and file.name == "commands.py"
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not is_help:
            text = ast.get_docstring(node)
            if text is not None:
                yield getattr(node, "name", "the file"), text.splitlines()


def is_torn(lines: list[str]) -> bool:
    """Return whether a docstring is a short line, a blank one and a stub, which one line could say."""
    return len(lines) == 3 and not lines[1] and len(lines[0]) <= 80 and len(lines[2]) <= 60


def test_no_docstring_is_a_short_line_and_a_stub() -> None:
    found = [(short(file), name, lines) for file in files() for name, lines in docstrings(file)]
    assert len(found) > 3000
    assert [each for each in found if is_torn(each[-1])] == []


# --- the glossary ----------------------------------------------------------------------------------------------

ENTRIES = re.findall(r"^\| ([^|]+) \| ([^|]+) \| `([\w.]+)` \|$", PAGES["glossary.md"], re.MULTILINE)

#: Class names that say what they are, so that the glossary can leave them out.
PLAIN = {
    *("Found", "Offers", "Progress", "Session", "Takes", "Table"),
    *("Checker", "Compiler", "Corrector", "Hasher", "Upcaster"),  # what checks, compiles, corrects ...
    *("Anywhere", "Damage", "Defined", "Moved", "Opened", "Patient", "Where"),
}


def public_classes(*folders: str) -> set[str]:
    """Return the public class names in some folders that are one word, but for commands and events."""
    names = {name for file, found in defined().items() if file.startswith(folders) for name in found}
    words = {name for name in names if re.fullmatch(r"[A-Z][a-z]+", name)}
    return words - {cls.__name__ for cls in (*EVENTS.values(), *all_commands())}


def test_the_glossary_is_in_order_and_has_each_word_once() -> None:
    words = [word.casefold() for word, _, _ in ENTRIES]
    assert len(words) > 100
    assert words == sorted(set(words))


def test_no_row_of_the_glossary_is_lost() -> None:
    assert len(ENTRIES) == PAGES["glossary.md"].count("\n| ") - 1  # its heading


def test_every_word_of_the_glossary_is_in_the_source() -> None:
    everything = set().union(*defined().values())
    assert [(word, name) for word, _, name in ENTRIES if name not in everything] == []


def test_every_class_with_a_name_of_its_own_is_in_the_glossary() -> None:
    explained = {name.partition(".")[0] for _, _, name in ENTRIES}
    wanted = public_classes("engine/history", "engine/store", "engine/campaign", "engine/registry", "engine/state")
    wanted |= public_classes("shell/language/parse", "shell/language/grammar", "shell/runner", "replay/moment")
    assert wanted - explained - PLAIN == set()


# --- the rules -------------------------------------------------------------------------------------------------

RULES_PAGE = PAGES["rules.md"]
ENTRY = re.compile(r"^- <a id=\"[\w.-]+\"></a>\*\*([\w.-]+)\*\*\s+\*([^*]+)\.\*", re.MULTILINE)
EXPLAINED = {id: " ".join(says.split()) for id, says in ENTRY.findall(RULES_PAGE)}
LISTED = {rule.id: rule.says for group in rules.read(rules.LISTED.read_text("utf-8")) for rule in group.rules}
OF_A_GAME = re.compile(r"\b(?:(?:PF|FU|PO|FL|RT|DT|ER|OC|EV)-\d+|WX-(?:PF|FU|PO|FL)-\d+)\b")


def cited_in_the_source() -> set[str]:
    """Return the rules that the house cites, in its code and in the data of its games."""
    files = [file for package in HOUSE for file in (ROOT / package).rglob("*") if file.suffix in (".py", ".toml")]
    return {id for file in files for id in OF_A_GAME.findall(file.read_text("utf-8"))}


def cited_by_tests() -> set[str]:
    """Return the rules and promises that the marks of the tests name."""
    texts = [file.read_text("utf-8") for file in files("tests")]
    marks = [mark for text in texts for mark in re.findall(r"pytest\.mark\.rule\(([^)]*)\)", text)]
    return {id for mark in marks for id in re.findall(r'"([^"]+)"', mark)}


def test_every_rule_that_is_cited_is_explained() -> None:
    assert len(cited_by_tests()) > 300
    assert sorted((cited_in_the_source() | cited_by_tests()) - EXPLAINED.keys()) == []


def test_every_rule_that_is_explained_is_listed_under_the_same_words() -> None:
    assert len(EXPLAINED) == RULES_PAGE.count("<a id=")
    of_games = {id: says for id, says in EXPLAINED.items() if not rules.is_elsewhere(id)}
    assert {id: says for id, says in of_games.items() if LISTED.get(id) != says} == {}


def test_every_promise_that_is_explained_is_cited_by_a_test() -> None:
    assert {id for id in EXPLAINED if rules.is_elsewhere(id)} - cited_by_tests() == set()


def test_every_rule_has_the_anchor_that_its_id_says() -> None:
    anchors = re.findall(r"<a id=\"([\w.-]+)\"></a>\*\*([\w.-]+)\*\*", RULES_PAGE)
    assert [pair for pair in anchors if pair[0] != pair[1].lower()] == []


def test_every_rule_key_that_the_open_choices_name_is_one() -> None:
    choices = RULES_PAGE.split("(OC)")[1].split("## ")[0]
    keys = {name.replace("_", "-") for name in attrs.fields_dict(Ruleset)}
    named = {name for name in re.findall(r"`([a-z-]+)`", choices) if name not in ("secret", "rules")}
    assert named
    assert named - keys == set()
