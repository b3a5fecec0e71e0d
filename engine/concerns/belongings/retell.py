"""How a narrator tells events about things that characters carry."""

from __future__ import annotations

from engine.concerns.belongings.events import ItemDropped, ItemGiven, ItemMoved, ItemNoted, ItemPassed
from engine.concerns.belongings.narrate import part_of_stack
from engine.patterns import pattern
from engine.retelling import ChangeTold, DeedTold, Telling, retells, says_nothing
from engine.text import count, is_plural

says_nothing(ItemMoved)

#: A name of one plain thing, in small letters: what it is, and of what, for whom or where from.
PLAIN_THING = pattern(r"(?P<thing>[^\W\d_A-Z][^\d:;(),]*?)(?: (?:of|to|from|for|with|in|on|by|against|without) .+)?")

#: Words that a name begins with in place of an article.
DETERMINERS = pattern(
    r"(?:an?|the|some|no|any|this|that|these|those|my|your|his|her|its|our|their|another|each|every|all|both|half)\b.*"
)

#: Words for stuff, which is not counted by itself.
STUFF = pattern(
    r"ale|armor|armour|ash|beer|blood|brandy|bread|bronze|butter|cash|chalk|charcoal|cheese|cider|cloth"
    r"|clothing|coal|coffee|copper|dirt|dust|equipment|evidence|firewood|fish|flesh|flour|fodder|food|fruit"
    r"|fuel|gear|glue|gold|grain|gunpowder|hay|honey|ice|incense|information|ink|iron|ivory|jewellery|jewelry"
    r"|junk|lace|lead|leather|linen|loot|luggage|mail|mead|meat|medicine|milk|money|mud|oil|paint|paper"
    r"|parchment|pepper|poison|powder|rice|rubbish|rum|salt|sand|silk|silver|snow|soap|soup|spice|steel|straw"
    r"|string|sugar|tar|tea|timber|tobacco|treasure|venom|vinegar|water|wax|wheat|whiskey|whisky|wine|wire|wood"
    r"|wool|yarn"
)

#: First letters that are not spoken as they are written: a unicorn, an hour.
SPOKEN_OTHERWISE = pattern(r"(?P<a>uni|use|usu|eu|ewe|one|once|ut[ei])|(?P<an>hour|honest|honou?r|heir)")


@retells(ItemGiven)
def _given(event: ItemGiven, telling: Telling) -> DeedTold:
    things = name_one(event.name) if event.quantity == 1 else count(event.quantity, event.name)
    return DeedTold(event.character, "got", things)


@retells(ItemDropped)
def _dropped(event: ItemDropped, telling: Telling) -> DeedTold:
    return DeedTold(event.character, "dropped", name_known(event))


@retells(ItemPassed)
def _passed(event: ItemPassed, telling: Telling) -> DeedTold:
    return DeedTold(event.character, "handed", name_known(event), f" to {telling.call(event.to)}")


@retells(ItemNoted)
def _noted(event: ItemNoted, telling: Telling) -> ChangeTold:
    return ChangeTold(event.character, event.name, f"is now {event.note}")


def name_one(name: str) -> str:
    """Return the name of one thing with its indefinite article, or as it is where none can be known.

    >>> [name_one(each) for each in ("golden teapot", "vial of ink", "old bread", "Glamdring", "gloves", "unicorn")]
    ['a golden teapot', 'a vial of ink', 'old bread', 'Glamdring', 'gloves', 'a unicorn']
    """
    found = PLAIN_THING.fullmatch(name)
    words = found["thing"].split() if found else []
    if not words or is_plural(words[-1]) or STUFF.fullmatch(words[-1]) or DETERMINERS.fullmatch(name):
        return name
    spoken = SPOKEN_OTHERWISE.match(name)
    begins_open = name[0] in "aeiou" if spoken is None else spoken["an"] is not None
    return f"{'an' if begins_open else 'a'} {name}"


def name_known(event: ItemDropped | ItemPassed) -> str:
    """Return a whole stack that somebody had with the definite article, or as it is if the name is one's own."""
    said = part_of_stack(event)
    plain = PLAIN_THING.fullmatch(event.name)
    is_whole = plain is not None and event.quantity == event.of and event.quantity == 1
    return f"the {said}" if is_whole and not DETERMINERS.fullmatch(event.name) else said
