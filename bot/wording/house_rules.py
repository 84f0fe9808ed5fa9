"""The names of house rules, the themes that group them, and their values in words, which are parsed as well. Only
identifiers and numbers are stored; people may type either.

The words of a rule have these keys: "house/call_mode" (its name), "house/call_mode/race" (a value that is an
identifier), and where the rule has them "house/stake:nothing" (the word for 0), "house/stake:unit" (the unit of its
numbers, singular and plural) and "house/nicknames:allowed" (its values, if the option has no list of them). Words of
values that mean the same in every rule are in "house//on". A theme has a title and a sentence about it ("theme/time",
"theme/time:plain").
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import chain
from typing import Final

from bot.wording.formatter import write_grouped
from bot.wording.game_wording import Themes, find_wording
from bot.wording.letters import simplify, simplify_words
from bot.wording.pieces import find_piece
from bot.wording.translations import find_language, name_language
from bot.wording.words import Words
from games import registry
from games.core import AnyOption, Value
from games.core.numbers import format_hundredths
from games.core.options import Preset

_SECONDS: Final = re.compile(r"_s$|_seconds$")
_MILLISECONDS: Final = re.compile(r"_ms$")
_SPANS: Final = ((86_400, "span/day"), (3_600, "span/hour"), (60, "span/minute"), (1, "span/second"))
THEMES: Final = ("time", "mistakes", "deal", "play", "cards", "hands", "points", "end", "stakes", "table")
"""The keys of the themes, in the order of the menu."""
OF_SEVERAL_GAMES: Final[Themes] = {
    "time": ("call_mode", "courtesy_seconds", "decide_timeout_s", "race_grace_ms"),
    "mistakes": ("enforcement", "mistaken_calls"),
}
OF_TABLES: Final[Themes] = {
    "time": ("tempo", "reminded_after", "vote_after", "stand_in_after", "next_hand_after"),
    "stakes": ("tally", "stake", "post", "stand_ins_score"),
    "table": ("language", "banter", "text_only", "cloth", "start", "secrets"),
}


def find_house_words(identifier: str, part: str, words: Words) -> str | None:
    """Find words of a rule: its name (""), those of a value ("/race"), or others (":unit"). None if it has none."""
    key = f"house/{identifier}{part}"
    return next((speaker.say(key) for speaker in list_speakers(words) if speaker.knows(key)), None)


def list_speakers(words: Words) -> Iterator[Words]:
    """The words of the game, or of every game if the game is unknown."""
    return iter((words,)) if words.game in registry.NAMES else map(words.about, registry.NAMES)


def name_house_rule(identifier: str, words: Words) -> str:
    """The name of a house rule, or its identifier in plain letters if it has no name."""
    return find_house_words(identifier, "", words) or identifier.replace("_", " ")


def read_house_name(name: str, words: Words) -> str:
    """Turn the typed name or identifier of a house rule into its identifier: "Call mode" into "call_mode"."""
    said = simplify_words(name, "_")
    names = (named for speaker in list_speakers(words) for named in speaker.list_below("house/").items())
    found = (identifier for identifier, spoken in names if simplify(spoken) == said and identifier.isidentifier())
    return next(found, said.replace(" ", "_"))


def describe_house_rule(option: AnyOption, words: Words) -> str:
    """A sentence about a house rule."""
    return words.say_known(f"option/{option.name}") or option.description


def name_preset(preset: str, words: Words) -> str:
    """The name of a preset of house rules as menus show it."""
    return words.say_known(f"preset/{preset}") or preset.replace("_", " ").capitalize()


def describe_preset(preset: Preset, words: Words) -> str:
    """A sentence about a preset of house rules."""
    return words.say_known(f"preset/{preset.name}:plain") or preset.description


def list_house_rules(words: Words) -> tuple[str, ...]:
    """The identifiers of the rules of a game and of its tables, in the order in which menus show them."""
    several, *own, tables = (chain(*themes.values()) for themes in _list_themes(words))
    return tuple(dict.fromkeys(chain(several, *own, tables)))


def theme_of(identifier: str, words: Words) -> str:
    """The key of the theme of a house rule, or the last theme if no theme has the rule."""
    found = (theme for themes in _list_themes(words) for theme, rules in themes.items() if identifier in rules)
    return next(found, THEMES[-1])


def _list_themes(words: Words) -> list[Themes]:
    """The rules of several games; those of the game, or of every game if the game is unknown; those of tables."""
    return [OF_SEVERAL_GAMES, *(find_wording(speaker.game).themes for speaker in list_speakers(words)), OF_TABLES]


def describe_value(name: str, value: Value, words: Words) -> str:
    """Word the value of a house rule: "on", "20 seconds", "50 a bit", "by vote", "Snoopy (Jimmy Rick)"."""
    if isinstance(value, bool):
        return words.say("house//on" if value else "house//off")
    if isinstance(value, Mapping):
        return ", ".join(_describe_nickname(words, code, nickname) for code, nickname in value.items()) or words.say(
            "fact/none"
        )
    if isinstance(value, int):
        return _describe_number(name, value, words)
    known = find_house_words(name, f"/{value}", words) or find_house_words("", f"/{value}", words)
    if known is None and name == "language":
        return name_language(value)
    if known is None:
        for speaker in list_speakers(words):
            if name in (tellers := find_wording(speaker.game).tellers):
                key, facts = tellers[name](value)
                return speaker.say(key, **facts)
    return value.replace("_", " ") if known is None else known


def describe_stored_value(name: str, text: str, words: Words) -> str:
    """Word the value of a house rule from its text in an event ("True", "20")."""
    option = _find_option(words.game, name)
    if text in ("True", "False"):
        return describe_value(name, text == "True", words)
    if option is not None and isinstance(option.default, Mapping):
        pairs = (pair.partition("=") for pair in re.sub(r"[{}']", "", text).replace(": ", "=").split(", ") if pair)
        return describe_value(name, {code: nickname for code, _, nickname in pairs}, words)
    if re.fullmatch(r"-?\d{1,18}", text, re.ASCII):
        return describe_value(name, int(text), words)
    return describe_value(name, text, words)


_NICKNAME: Final = re.compile(r"(?<![^,]) *([^,= ][^,=]*?) *\(([^,=()]+)\) *(?![^,])")
"""Matches a name of a piece between commas, as `_describe_nickname` writes it. The name may have brackets, too."""


def parse_spoken_value(name: str, typed: str, words: Words) -> str:
    """Turn a value in words into its stored text: "20 seconds" into "20", "by vote" into "vote", "Snoopy (Jimmy Rick)"
    into "Jimmy Rick=Snoopy".

    Any other text is returned as it is.
    """
    said, option = simplify_words(typed), _find_option(words.game, name)
    if option is not None and isinstance(option.default, Mapping):
        none = map(words.say, ("fact/none", "house//off"))
        return "" if said in map(simplify, none) else _NICKNAME.sub(r"\2=\1", typed)
    for speaker in list_speakers(words):
        for value, spoken in {**speaker.list_below("house//"), **speaker.list_below(f"house/{name}/")}.items():
            if simplify(spoken) == said:
                return value
    if name == "language":
        with suppress(KeyError):
            return find_language(typed)
    if said and said == simplify(find_house_words(name, ":nothing", words) or ""):
        return "0"
    number, _, unit = said.partition(" ")
    number = re.sub(rf"(?<=\d){re.escape(words.say('number/group'))}(?=\d\d\d)", "", number)
    if re.fullmatch(r"\d[\d,]*", number, re.ASCII):
        if _SECONDS.search(name):
            for seconds, span in _SPANS:
                if unit in simplify(words.say(span)).split("|"):
                    return str(int(number.replace(",", "")) * seconds)
        if not unit or unit in simplify(_find_forms(name, words)).split("|"):
            return number
    return typed


def describe_allowed_values(option: AnyOption, words: Words) -> str:
    """Word the values that a house rule may have."""
    if values := (True, False) if isinstance(option.default, bool) else option.values:
        return ", ".join(describe_value(option.name, value, words) for value in values)
    if allowed := find_house_words(option.name, ":allowed", words):
        return allowed
    forms = words.say("span/second") if _SECONDS.search(option.name) else _find_forms(option.name, words)
    unit = words.choose_form(None, forms)
    allowed = _describe_bounds(option, words)
    return f"{allowed} {unit}" if unit and isinstance(option.default, int) else allowed


def _describe_bounds(option: AnyOption, words: Words) -> str:
    """Word the values of a house rule that has no list of them."""
    if option.pattern or not isinstance(option.default, int):
        return option.pattern or words.say("allowed/names" if isinstance(option.default, Mapping) else "allowed/text")
    least, most = (_write_bound(option, bound, words) for bound in (option.least, option.most))
    key = "number" if least is None else "least" if most is None else "range"
    return words.say(f"allowed/{key}", least=least, most=most)


def _write_bound(option: AnyOption, bound: int | None, words: Words) -> str | None:
    if bound is None:
        return None
    return format_hundredths(bound) if option.hundredths else write_grouped(bound, words)


def describe_allowed_by_name(name: str, allowed: str, words: Words) -> str:
    """Word the values that a house rule may have: those that the game allows, or else the list in `allowed`."""
    option = _find_option(words.game, name)
    if option is not None:
        return describe_allowed_values(option, words)
    return ", ".join(
        describe_stored_value(name, text.capitalize() if text in ("true", "false") else text, words)
        for text in allowed.split(", ")
    )


def _find_forms(name: str, words: Words) -> str:
    """The forms of the unit of a rule's numbers; "" if the rule's name in menus already says the unit."""
    return words.say("span/millisecond") if _MILLISECONDS.search(name) else find_house_words(name, ":unit", words) or ""


def _describe_number(name: str, value: int, words: Words) -> str:
    if value == 0 and (nothing := find_house_words(name, ":nothing", words)):
        return nothing
    option = _find_option(words.game, name)
    if option is not None and option.hundredths:
        return str(option.to_spoken(value))
    if _SECONDS.search(name) and value >= 0:
        size, span = next((size, span) for size, span in _SPANS if size == 1 or (value and value % size == 0))
        return f"{write_grouped(value // size, words)} {words.choose_form(value // size, words.say(span))}"
    unit = words.choose_form(value, _find_forms(name, words))
    return f"{write_grouped(value, words)} {unit}" if unit else write_grouped(value, words)


def _describe_nickname(words: Words, code: str, nickname: str) -> str:
    found = find_piece(words.game, code)
    return f"{nickname} ({code if found is None else found[0].name(found[1], words.talk)})"


def _find_option(game: str, name: str) -> AnyOption | None:
    options = registry.game(game).OPTIONS if game in registry.NAMES else ()
    return next((known for known in options if known.name == name), None)
