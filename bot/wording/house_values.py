"""Put the values of house rules into words, and parse such words. The stored identifiers and numbers may be typed
too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from bot.wording.house_rule import HouseRule
from bot.wording.house_rules import find_house_rule
from bot.wording.languages import read_catalogues
from bot.wording.letters import simplify, simplify_words
from bot.wording.pieces import pieces_of, read_code
from games import registry
from games.core.numbers import format_hundredths, group_digits
from games.core.options import AnyOption, Value

if TYPE_CHECKING:
    from bot.wording.words import Words

_SECONDS: Final = re.compile(r"_s$|_seconds$")
_MILLISECONDS: Final = re.compile(r"_ms$")
_NO_WORDS: Final = HouseRule("", "")
_SPANS: Final = ((86_400, "span/day"), (3_600, "span/hour"), (60, "span/minute"), (1, "span/second"))


def describe_value(name: str, value: Value, words: Words) -> str:
    """Word the value of a house rule: "on", "20 seconds", "50 a bit", "by vote", "Snoopy (Jimmy Rick)"."""
    if isinstance(value, bool):
        return read_catalogues(words.spoken).values["on" if value else "off"]
    if isinstance(value, Mapping):
        return ", ".join(_describe_nickname(words, code, nickname) for code, nickname in value.items()) or words.say(
            "fact/none"
        )
    if isinstance(value, int):
        return _describe_number(name, value, words)
    rule = find_house_rule(name, words) or _NO_WORDS
    known = {**read_catalogues(words.spoken).values, **rule.values}.get(value)
    if known is None and rule.tell is not None:
        key, facts = rule.tell(value)
        return words.say(key, **facts)
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


def parse_spoken_value(name: str, typed: str, words: Words) -> str:
    """Turn a value in words into its stored text: "20 seconds" into "20", "by vote" into "vote".

    Any other text is returned as it is.
    """
    said, rule = simplify_words(typed), find_house_rule(name, words) or _NO_WORDS
    for value, spoken in {**read_catalogues(words.spoken).values, **rule.values}.items():
        if simplify(spoken) == said:
            return value
    if said and said == simplify(rule.nothing):
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
    if isinstance(option.default, bool):
        return ", ".join(describe_value(option.name, value, words) for value in (True, False))
    if option.values:
        return ", ".join(describe_value(option.name, value, words) for value in option.values)
    rule = find_house_rule(option.name, words)
    if rule is not None and rule.allowed:
        return rule.allowed
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
    return format_hundredths(bound) if option.hundredths else _group_digits(bound, words)


def _group_digits(number: int, words: Words) -> str:
    return group_digits(number).replace(",", words.say("number/group"))


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
    rule = find_house_rule(name, words) or _NO_WORDS
    return words.say("span/millisecond") if _MILLISECONDS.search(name) else rule.unit


def _describe_number(name: str, value: int, words: Words) -> str:
    rule = find_house_rule(name, words)
    if value == 0 and rule is not None and rule.nothing:
        return rule.nothing
    option = _find_option(words.game, name)
    if option is not None and option.hundredths:
        return str(option.to_spoken(value))
    if _SECONDS.search(name) and value >= 0:
        size, span = next((size, span) for size, span in _SPANS if size == 1 or (value and value % size == 0))
        return f"{_group_digits(value // size, words)} {words.choose_form(value // size, words.say(span))}"
    unit = words.choose_form(value, _find_forms(name, words))
    return f"{_group_digits(value, words)} {unit}" if unit else _group_digits(value, words)


def _describe_nickname(words: Words, code: str, nickname: str) -> str:
    pieces = pieces_of(words.game)
    piece = None if pieces is None else read_code(pieces, code)
    return f"{nickname} ({code})" if pieces is None or piece is None else f"{nickname} ({pieces.name(piece, '')})"


def _find_option(game: str, name: str) -> AnyOption | None:
    options = registry.game(game).OPTIONS if game in registry.NAMES else ()
    return next((known for known in options if known.name == name), None)
