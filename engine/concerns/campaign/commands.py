"""Commands about the campaign, its rules and its checklist."""

from __future__ import annotations

from engine.registry import Anywhere, Ask, chapter, command
from engine.types import RuleKey, RulesetName, Setting, TemplateName, Text, Title, Topic
from engine.value import value

chapter(140, "The campaign and its rules", __name__)


@command("new RULES [TITLE]")
@value
class CreateCampaign:
    """Begin a campaign in a new file.

    RULES is peupfudge, fudge, polyhedral, fudge-lite, or a file of your rules that ends in .toml. TITLE is the name
    of the campaign.

    new peupfudge "The Golden Teapot"
    """

    rules: RulesetName
    title: Title = ""


@command("rules", "rules KEY")
@value
class ShowRules(Ask):
    """List the rules, or explain one and the values it accepts.

    KEY is the name of a rule.

    rules untrained
    """

    key: RuleKey | None = None


@command("rules KEY VALUE")
@value
class ChangeRule:
    """Change one rule from now on.

    KEY is the name of a rule, and “rules KEY” shows what VALUE can be. Earlier rolls keep the rules they were rolled
    under.

    rules contest-dice 4dF
    rules dice-names best = 5dF
    """

    key: RuleKey
    value: Setting


@command("setup")
@value
class ShowWorlds(Anywhere, Ask):
    """List the ready-made worlds for each game.

    A world has definitions, characters and their belongings.
    """


@command("setup FILE")
@value
class Setup:
    """Set up a ready-made world, or a template of your own.

    FILE is one of the worlds that “setup” lists, or a template in TOML. Everything in it is recorded in one go, or
    nothing.

    setup ferry
    setup sessions/kotorikh.toml
    """

    file: TemplateName


@command("checklist")
@value
class ShowChecklist(Ask):
    """Show what the campaign still lacks before its first session."""


@command("checklist TOPIC TEXT")
@value
class AnswerChecklist:
    """Answer a topic of the checklist in words.

    “checklist” alone shows every TOPIC. TEXT is what you agreed on.

    checklist beings humans, hobbits and the odd ant
    """

    topic: Topic
    text: Text
