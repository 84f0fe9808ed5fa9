"""The wording of a table: its game, its players' names, and the talk and nicknames in its house rules."""

from collections.abc import Mapping

from bot.ports import clean_name
from bot.store import StoredSeat
from bot.tables.aggregate import Table
from bot.tables.aggregate.outsiders import outsiders_of
from bot.tables.history.entries import find_level
from bot.wording import Language, Words, choose_language
from bot.wording.pieces import Nicknames
from games.core import AnyGame, Options


def talk_of(game: AnyGame, options: Options) -> str:
    """The style of talk in the house rules ("messdeck"); "" in games without a choice."""
    return next((str(options.get(option.name, "")) for option in game.OPTIONS if option.names_talk), "")


def nicknames_of(game: AnyGame, options: Options) -> Nicknames:
    """The names of pieces in the house rules, by code; empty in games without a choice."""
    values = [options.get(option.name) for option in game.OPTIONS if option.names_pieces]
    return tuple(
        (code, clean_name(name))
        for nicknames in values
        if isinstance(nicknames, Mapping)
        for code, name in nicknames.items()
    )


def words_of(table: Table, language: Language | None = None) -> Words:
    """The wording of a table: its game, its players' names, its talk and its nicknames.

    It is in `language`, for one reader, or else in the language of the table's crew, for everybody in the channel.
    """
    spoken = choose_language(table.settings.spoken)
    return Words(
        language or spoken,
        table.row.game,
        table.names,
        talk_of(table.game, table.row.options),
        nicknames_of(table.game, table.row.options),
        outsiders=outsiders_of(table),
        channels=(spoken,),
    )


def name_level(table: Table, taken: StoredSeat, words: Words) -> str:
    """Name the level at which a seat's robot plays. If its level was withdrawn, say so; an *old hand* plays instead."""
    stored = find_level(taken.robot)
    level_name = words.say(f"level/{stored}")
    return level_name if stored in table.game.LEVELS else words.say("level/withdrawn", level=level_name)


def find_last_hand_key(table: Table) -> str:
    """The part of a sentence's key that says which hand is the last: this one, the next one, or this game's."""
    if table.public_view.game_open:
        return "last/game"
    return "last" if table.hand_open else "last/next"


def cover_words(text: str, spoiler: bool) -> str:
    """Put spoiler marks around words about a hand if `spoiler`."""
    return f"||{text}||" if spoiler and text else text
