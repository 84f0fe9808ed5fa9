"""The English sentences of every part, by key: the source of each language's files."""

from bot import acts
from bot.edge.sync import list_texts
from bot.tables.lobby.house_rules import list_table_options
from bot.wording.game_wording import find_wording
from bot.wording.times.vocabulary import TIMES
from bot.wording.translations import BOT, COMMANDS, read_english
from games import registry
from games.core import AnyOption

MOST_LABEL = 80
"""The longest label of a button that Discord takes."""
MOST_FIELD = 45
"""The longest title or label of a form that Discord takes."""
MOST_DESCRIPTION = 100
"""The longest description or choice that Discord takes."""


def list_parts() -> tuple[str, ...]:
    """The parts of a language, each a file in its folder."""
    return (BOT, COMMANDS, TIMES, *registry.NAMES)


def list_source(part: str) -> dict[str, str]:
    """The English sentences of a part, by key."""
    if part == BOT:
        return _list_own()
    if part == TIMES:
        return dict(read_english(TIMES))
    if part == COMMANDS:
        return {key: str(command[field]) for key, field, command in list_texts(acts.register().make_payload())}
    return _list_of_game(part)


def _list_own() -> dict[str, str]:
    return {key: text for key, text in {**read_english(BOT), **_list_settings()}.items() if text.strip()}


def _list_of_game(name: str) -> dict[str, str]:
    game, wording = registry.game(name), find_wording(name)
    sentences = {"short_title": game.SHORT_TITLE, **{f"plain/{verb.name}": verb.description for verb in game.VERBS}}
    sentences |= {**wording.list_all(), **_list_descriptions(game.OPTIONS)}
    for preset in game.PRESETS:
        sentences[f"preset/{preset.name}"] = preset.name.replace("_", " ").capitalize()
        sentences[f"preset/{preset.name}:plain"] = preset.description
    return {key: text for key, text in sentences.items() if text.strip()}


def _list_settings() -> dict[str, str]:
    found: dict[str, str] = {}
    for name in registry.NAMES:
        found |= _list_descriptions(list_table_options(registry.game(name)))
    return found


def _list_descriptions(options: tuple[AnyOption, ...]) -> dict[str, str]:
    return {f"option/{option.name}": option.description for option in options}


def find_limit(part: str, key: str) -> int | None:
    """The greatest length that Discord takes for a sentence; None for a sentence without a limit of its own."""
    if part == COMMANDS:
        return MOST_DESCRIPTION
    if key.startswith("form/") and not key.endswith("_example"):
        return MOST_FIELD
    return MOST_LABEL if key.startswith("button/") else None
