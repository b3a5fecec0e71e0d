"""Answers of the program about itself."""

from __future__ import annotations

from itertools import dropwhile
from typing import TYPE_CHECKING

from engine.campaign import GM
from engine.groups import say_group
from engine.refusal import Refused, did_you_mean, near_miss, nearest
from engine.registry import USAGES
from engine.rules.ruleset import Ruleset
from engine.text import quote, speaker
from shell.commands import ChangeSetting, Help, Quit, ShowCompletions, ShowConfig, SpeakAs
from shell.language.evening import evening_lines
from shell.language.fitting import fit_page
from shell.language.grammar import Phrase, Takes, find_first_word, heads, usages
from shell.language.kinds.plausible import split_words
from shell.language.manual import (
    HELP_TOPICS,
    KEYS_PAGE,
    SHORT_PAGE,
    chapter_page,
    chapters,
    find_chapter,
    find_mentions,
    manual,
    mentions_page,
    overview,
    page,
)
from shell.language.mending.tried_verbs import TRIED_VERBS
from shell.output import page_columns
from shell.render import Answer, Asked, answers, carries_out
from shell.settings import change_setting, read_settings, settings_file, settings_text, toml_text

if TYPE_CHECKING:
    from shell.runner import Desk

#: The pages about more than one command.
PAGES = {"short": SHORT_PAGE, "keys": KEYS_PAGE, **HELP_TOPICS}


#: Words of somebody who asks for help, before what it is about.
BEFORE_TOPIC = split_words("me us please with about on how to do i")


@answers(Help)
def answer_help(asked: Asked) -> Answer:
    """Answer with the commands, in short or one to a line, with a chapter, or with the page of one command."""
    words = [*dropwhile(lambda word: word.casefold() in BEFORE_TOPIC, asked.command.about.split())]
    typed = " ".join(words)
    if not typed:
        evening = evening_lines(asked.state if asked.campaign else None, asked.takes)
        listed = {"commands": heads(asked.takes), "evening": [line.strip() for line in evening]}
        return Answer(listed, lambda: overview(page_columns(), asked.takes, asked.used, evening))
    if typed.strip().casefold() == "all":
        return Answer({"commands": heads(asked.takes)}, lambda: manual(asked.takes))
    rules = asked.state.rules if asked.campaign else None
    if typed.strip().casefold() in PAGES:
        return general_page(typed.strip().casefold(), asked.takes, rules)
    found = find_pages(typed, asked.takes)
    narrowed = [phrase for phrase in found if phrase.line.casefold().startswith(typed.casefold())] or found
    title = None if found else find_chapter(typed, asked.takes)
    if title is not None:
        return Answer(
            {"usages": [line for cls in chapters(asked.takes)[title] for line in USAGES[cls]]},
            lambda: chapter_page(title, asked.takes),
        )
    if not found:
        return explain_word(typed, asked.takes)
    result = {"usages": [phrase.line for phrase in narrowed]}
    return Answer(result, lambda: page(narrowed, page_columns(), rules) + other_forms(found, narrowed))


def other_forms(found: list[Phrase], shown: list[Phrase]) -> str:
    """Say how to see other commands with the same first word, if there are any."""
    head = found[0].line.split()[0]
    more = {phrase.cls for phrase in usages(head)} - {phrase.cls for phrase in shown}
    return f"\n\n“help {head}” explains the other forms of “{head}”." if more else ""


def general_page(name: str, takes: Takes, rules: Ruleset | None) -> Answer:
    """Answer with a page about several commands, followed by that of the command with its name, if any."""
    found = [phrase for phrase in usages(name) if takes(phrase.cls)]
    said = fit_page(PAGES[name], rules)
    own = f"\n\n{page(found, page_columns(), rules)}" if found else ""
    return Answer({"text": said, "usages": [phrase.line for phrase in found]}, lambda: said + own)


def explain_word(typed: str, takes: Takes) -> Answer:
    """Answer with the commands that mention a word. Raise Refused if none does."""
    mentions = find_mentions(typed, takes)
    if not mentions:
        raise no_page(typed, takes)
    return Answer(
        {"usages": [line for cls in mentions for line in USAGES[cls]]}, lambda: mentions_page(typed, mentions)
    )


def find_pages(typed: str, takes: Takes) -> list[Phrase]:
    """Return the usages that a word means. A chapter's title wins over a word that is short for another."""
    titles = [title.casefold() for title in chapters(takes)]
    whole = usages(typed.split()[0].casefold())
    meant = whole or (() if typed.strip().casefold() in titles else find_first_word(typed).usages)
    return [phrase for phrase in meant if takes(phrase.cls)]


def no_page(typed: str, takes: Takes) -> Refused:
    """Return the refusal of help on a word that is no command and no chapter."""
    tried = TRIED_VERBS.get(typed.casefold()) or TRIED_VERBS.get(typed.casefold().removesuffix("s"))
    close = None if tried else nearest(typed, [*heads(takes), *chapters(takes)])
    said = f"no command or chapter “{typed}”"
    return Refused(
        said, about="about", hint=did_you_mean(close) if close else tried[1] if tried else "“help” lists them"
    )


@answers(ShowConfig)
def answer_config(asked: Asked) -> Answer:
    """Answer with the settings, as their file would hold them."""
    held = read_settings()
    path = settings_file()
    result = {"file": str(path), "exists": path.is_file(), "settings": held.values(), "problems": list(held.problems)}
    return Answer(result, lambda: settings_text(held))


@answers(ChangeSetting)
def answer_changed_setting(asked: Asked) -> Answer:
    """Change a setting, and answer with all of them."""
    name = asked.command.setting
    change_setting(name, asked.command.value)
    held = read_settings()
    result = {"file": str(settings_file()), "settings": held.values(), "problems": list(held.problems)}
    when = "" if name == "pager" else ", from the next start of the prompt on"
    return Answer(result, lambda: f"✓ {name} = {toml_text(getattr(held, name))}{when}")


@answers(ShowCompletions)
def answer_completions(asked: Asked) -> Answer:
    """Answer with the script for a shell."""
    from shell.doors.shell_completion import SCRIPTS  # the door imports this package

    script = next(text for shell, text in SCRIPTS.items() if getattr(asked.command, shell))
    return Answer({"text": script}, lambda: script)


@answers(Quit)
def answer_quit(asked: Asked) -> Answer:
    """Answer nothing: the door closes."""
    return Answer({}, lambda: "")


@carries_out(SpeakAs)
def speak_as(desk: Desk, command: SpeakAs) -> Asked:
    """Let somebody speak from now on. Raise Refused where no line follows, and for what cannot be a name."""
    name = speaker(command.name)
    if desk.for_one_line:
        hint = f"“fudgelog FILE --as {quote(name)} COMMAND” says who speaks in one call"
        raise Refused("“as” holds for the lines that follow, and here none does", about="name", hint=hint)
    desk.by = name
    if desk.campaign is not None:
        desk.campaign.speaker = name
    return desk.ask(desk.campaign, command)


@answers(SpeakAs)
def answer_speaker(asked: Asked) -> Answer:
    """Answer with who speaks now, at which group, and whether nothing of theirs was recorded yet."""
    campaign, name = asked.campaign, asked.by
    if campaign is None:
        return Answer({"by": name, "group": "", "new": True}, lambda: f"{name} speaks")
    state = campaign.state
    heard = dict.fromkeys([GM, *(row.actor for row in campaign.log.read(upto=state.seq))])
    near = near_miss(name, heard)
    if near is None and (group := nearest(name, state.groups)) is not None:
        near = f"group {group}"
    is_new = f"\n  {name} is new here{f'; {did_you_mean(near)}' if near else ''}" if name not in heard else ""
    at = f" at {say_group(state.group)}" if state.boards else ""
    return Answer({"by": name, "group": state.group, "new": name not in heard}, lambda: f"{name} speaks{at}{is_new}")
