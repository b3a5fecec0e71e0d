"""What may be asked: the campaign, its rules and its checklist."""

from __future__ import annotations

from engine.registry import Ask, chapter, command
from engine.types import File, Label, RuleKey, RulesetName, Text, Topic
from engine.value import value

chapter(140, "The campaign and its rules", __name__)


@command("new RULES [TITLE]")
@value
class CreateCampaign:
    """Begin a campaign in a new file.

    new peupfudge "The Golden Teapot"
    """

    rules: RulesetName
    title: Label = ""


@command("rules", "rules KEY")
@value
class ShowRules(Ask):
    """Show the rules in force, or one of them with what it takes.

    rules untrained
    """

    key: RuleKey | None = None


@command("rules KEY VALUE")
@value
class ChangeRule:
    """Change one rule, from now on; what was rolled before keeps the rules it was rolled under.

    rules contest-dice 4dF
    """

    key: RuleKey
    value: Text


@command("setup FILE")
@value
class Setup:
    """Read a campaign template: definitions, characters and starting kit, in one go.

    setup sessions/kotorikh.toml
    """

    file: File


@command("checklist")
@value
class ShowChecklist(Ask):
    """Show what the campaign still lacks before its first session."""


@command("checklist TOPIC TEXT")
@value
class AnswerChecklist:
    """Settle an item of the set-up checklist in words.

    checklist beings humans, hobbits and the odd ant
    """

    topic: Topic
    text: Text
