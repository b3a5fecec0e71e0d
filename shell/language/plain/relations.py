"""The relations between what was typed and what is read, and the finders that follow them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from shell.language.plain import counts, guesses, names, printed, signs, verbs, words
from shell.language.plain.account import AS_TYPED, BEGINNING, NEW_NAME, Wording
from shell.language.plain.stuck import Stuck

Follow = Callable[[Stuck], Iterator[Wording]]

#: The relations that leave no doubt: a line in which there are no others is carried out.
DONE = frozenset(
    {
        AS_TYPED,
        BEGINNING,
        signs.TYPED_SIGN,
        words.SMALL_WORD_LESS,
        words.UNIT_LESS,
        words.GRAMMAR_WORD,
        words.WORD_ADDED,
        words.JOINED_NAME,
        words.PLURAL,
        words.LATEST_ROLL,
        verbs.TURNED,
        verbs.VERB_LEFT_OUT,
        counts.TYPED_COUNT,
        counts.OWN_OUTPUT,
        NEW_NAME,
    }
)

#: The relations of what is a new name or free text, whose words stay as they are.
MAY_QUOTE = frozenset({AS_TYPED, signs.TYPED_SIGN, NEW_NAME})

#: The roles of new names that may follow a segment that is not as typed, by its relation.
MAY_LEAD = {
    signs.TYPED_SIGN: {"reason"},
    words.GRAMMAR_WORD: {"item", "name", "player"},
    words.SMALL_WORD_LESS: {"item"},
    words.UNIT_LESS: {"reason"},
    counts.TYPED_COUNT: {"item", "name"},
    NEW_NAME: {"name"},
    guesses.OTHER_WORK: {"text"},
}

#: Everything that is tried on a line that is stuck.
FINDERS: tuple[Follow, ...] = (
    signs.drop_lead,
    signs.requote,
    signs.drop_end,
    signs.drop_owner,
    signs.drop_colon,
    signs.drop_comma,
    signs.drop_commas_of_faces,
    signs.join_parts,
    signs.close_up_dice,
    signs.close_up_sign,
    words.say_in_grammar,
    words.name_all_there,
    words.leave_out_small,
    words.leave_out_unit,
    words.add_word,
    words.find_joined,
    words.find_singular,
    words.add_latest_roll,
    words.leave_out_kind,
    verbs.turn_round,
    verbs.add_verb,
    counts.count_otherwise,
    counts.read_own_output,
    names.quote_name,
    printed.leave_out_brackets,
    printed.read_shown_state,
    printed.name_each_event,
    guesses.turn_to_passing,
)
