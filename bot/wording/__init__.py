"""Every sentence of the bot, by key, language, game and talk. `Words` says the sentences in their reader's language.

A talk is a style of speaking, such as "civil" or "messdeck". A house rule sets it for a table. Keys have these forms:

- "PB-45/too_late": a refusal, by rule and reason;
- "log/pussers.called": the public log line of an event; empty for an event without a line;
- "added/lombardy.called/right": what an event adds to the line of its player's move before it, for players;
- "own/pussers.plucked": the line of an event for the player who made it, if the log tells the other players less;
- "receipt/<line>" and "receipt_title/<receipt>", "button/<verb>", "phase/<phase>", "help/<game>".

All other keys are the bot's own. The English sentences are in `translations/en`, a key and its sentence per line, each
game's in the files with its name.
"""

from bot.wording.event_text import (
    describe_moment,
    facts_of,
    list_remarks,
    name_argument,
    name_move,
    word_addition,
    word_advice,
    word_cost,
    word_facts,
    word_label,
    word_log_line,
    word_move,
    word_private_line,
    word_reason,
    word_receipt,
    word_short_label,
    word_short_line,
)
from bot.wording.house_rules import (
    THEMES,
    describe_allowed_values,
    describe_house_rule,
    describe_preset,
    describe_stored_value,
    describe_value,
    list_house_rules,
    name_house_rule,
    name_preset,
    parse_spoken_value,
    read_house_name,
    theme_of,
)
from bot.wording.languages import ENGLISH, Language, choose_language
from bot.wording.refusals import word_refusal, word_unreadable
from bot.wording.words import HOST, Words
