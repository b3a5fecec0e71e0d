"""How a narrator tells events about things that characters carry."""

from __future__ import annotations

from engine.concerns.belongings.events import ItemDropped, ItemGiven, ItemMoved, ItemNoted, ItemPassed
from engine.concerns.belongings.narrate import part_of_stack
from engine.patterns import pattern
from engine.retelling import ChangeTold, DeedTold, Telling, retells, says_nothing
from engine.text import count, is_plural, pair_words

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

#: Endings of words of which the plural is not sure: chief, talisman, virus, criterion, matrix, banjo.
UNSURE_ENDING = pattern(r"(?:[^f]fe?|man|us|is|um|rion|[ie]x|[aio]|z|ese)$")

#: Plurals that are not as the ending tells.
IRREGULAR = pair_words(
    "wolf wolves leaf leaves loaf loaves shelf shelves thief thieves elf elves calf calves half halves knife knives"
    " wife wives potato potatoes tomato tomatoes die dice foot feet tooth teeth mouse mice man men woman women"
    " child children ox oxen"
)

#: First letters that are not spoken as they are written: a unicorn, an hour.
SPOKEN_OTHERWISE = pattern(r"(?P<a>uni|use|usu|eu|ewe|one|once|ut[ei])|(?P<an>hour|honest|honou?r|heir)")


@retells(ItemGiven)
def _given(event: ItemGiven, telling: Telling) -> DeedTold:
    things = name_one(event.name) if event.quantity == 1 else name_several(event.quantity, event.name)
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


def name_several(quantity: int, name: str) -> str:
    """Return things with their number, a plain name in the plural, or as `count` does where the plural is not sure.

    >>> [name_several(3, each) for each in ("torch", "vial of ink", "knife", "talisman", "Glamdring", "old bread")]
    ['3 torches', '3 vials of ink', '3 knives', '3 × talisman', '3 × Glamdring', '3 × old bread']
    """
    found = PLAIN_THING.fullmatch(name)
    thing = found["thing"] if found else ""
    last = thing.split()[-1] if thing else ""
    many = make_plural(last)
    if not many or any(map(is_plural, name.split())) or STUFF.fullmatch(last) or DETERMINERS.fullmatch(name):
        return count(quantity, name)
    return f"{quantity} {thing.removesuffix(last)}{many}{name[len(thing) :]}"


def make_plural(word: str) -> str:
    """Return the plural of an English word, or "" where its ending does not tell.

    >>> make_plural("lantern"), make_plural("berry"), make_plural("box"), make_plural("wolf"), make_plural("chief")
    ('lanterns', 'berries', 'boxes', 'wolves', '')
    """
    if word in IRREGULAR:
        return IRREGULAR[word]
    if not (word.isascii() and word.isalpha()) or len(word) < 3 or UNSURE_ENDING.search(word):
        return ""
    if word[-1] == "y" and word[-2] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "z", "ch", "sh")) else f"{word}s"


def name_known(event: ItemDropped | ItemPassed) -> str:
    """Return a whole stack that somebody had with the definite article, or as it is if the name is one's own."""
    if event.quantity < event.of:
        return part_of_stack(event)
    if event.quantity > 1:
        return name_several(event.quantity, event.name)
    is_plain = PLAIN_THING.fullmatch(event.name) and not DETERMINERS.fullmatch(event.name)
    return f"the {event.name}" if is_plain else event.name
