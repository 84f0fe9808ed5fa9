"""The values of house rules in words, and back. Identifiers and bare numbers stay what is stored, and can be typed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from bot.wording.pieces import pieces_of, read_code
from games import registry
from games.core.numbers import group_digits
from games.core.options import Option, Value

_WAITS: Final = {
    "usual": "as usual at this pace",
    "20s": "20 seconds",
    "45s": "45 seconds",
    "2m": "2 minutes",
    "5m": "5 minutes",
    "15m": "15 minutes",
    "1h": "1 hour",
    "4h": "4 hours",
    "8h": "8 hours",
    "24h": "24 hours",
    "48h": "48 hours",
    "7d": "7 days",
    "never": "never",
}
_WAITING: Final = ("reminded_after", "vote_after", "stand_in_after", "next_hand_after")
"""The house rules with these values."""
_WORDS: Final = {
    **{f"{name}/{code}": words for name in _WAITING for code, words in _WAITS.items()},
    "allowed": "allowed",
    "not_allowed": "not allowed",
    "as_enforcement": "as the rule on mistakes says",
    # The table.
    "start/button": "by the button",
    "start/full": "also when all seats are taken",
    "secrets/session": "when the session ends",
    "secrets/hand": "after every hand",
    "stand_ins_score/player": "the player who began it",
    "stand_ins_score/robot": "whoever ended it",
    "stand_ins_score/split": "half each",
    "tally/stake": "a fixed stake",
    "tally/points": "points less the mean",
    "post/hand": "after each hand or game",
    "post/session": "in one entry at the end",
    "tempo/calm": "calm",
    "tempo/brisk": "brisk",
    "tempo/at_once": "at once",
    "call_mode/race": "a race",
    "call_mode/courtesy": "the same few seconds for every call",
    "call_mode/everyone-decides": "until everyone has answered",
    "enforcement/guarded": "the bot prevents them",
    "enforcement/faithful": "they can be made, and cost",
    "mistaken_calls/on": "can be made",
    "mistaken_calls/off": "are prevented",
    # Pussers Bones.
    "three_player_seats/floating": "Normie's stays empty",
    "three_player_seats/fixed_chair": "one chair stays empty",
    "talk/civil": "civil",
    "talk/messdeck": "mess deck",
    "talk/civvy": "civvy",
    "eddie_repluck/tied_only": "those who tied",
    "eddie_repluck/all": "everybody",
    "break_choice/eddie": "Eddie",
    "break_choice/random": "chance",
    "own_wall_scope/deal": "Eddie's whole deal",
    "own_wall_scope/break_only": "the break alone",
    "own_wall_due/at_once": "at once",
    "own_wall_due/end_of_hand": "at the end of the hand",
    "loose/tail": "the wall's other end",
    "loose/box": "a box of 14 bones",
    "first_pretty_from/eddies_one": "from Eddie's One on",
    "first_pretty_from/after_sort": "once the hands are sorted",
    "yes_closes/next_action": "with the next action",
    "yes_closes/next_discard": "with the next throw",
    "after_shit_tie_up/eddie_stays": "Eddie stays",
    "after_shit_tie_up/eddie_moves": "Eddie moves on",
    "eddie_after_no_winner/stays": "stays",
    "eddie_after_no_winner/moves": "moves on",
    "suits/one_suit": "one suit",
    "suits/any": "any suits",
    "majors/fixed": "a hand with a fixed score",
    "majors/counted": "a hand that is counted",
    "fixed_hands/fixed": "their fixed score",
    "fixed_hands/better_of": "their fixed score or their count, whichever is higher",
    "plucked_do_when/any_pluck": "after any pluck",
    "plucked_do_when/last_bone": "only as the last bone",
    "tie_up_reading/x2_is_the_double": "the double for tying up",
    "tie_up_reading/x2_as_well": "one more double",
    "tie_up_reading/no_double": "no double",
    "pure_and_concealed/stack": "both count",
    "pure_and_concealed/larger_only": "the larger one counts",
    "concealed_hand/no_open_pairs": "one without open pairs",
    "concealed_hand/plucked_throughout": "one that was plucked throughout",
    "concealed_hand/nothing_called_before_do": "one with nothing called before the Do bone",
    "minimum_basis/final_score": "the score",
    "minimum_basis/raw_points": "the points before doubling",
    "rounding/half_up": "halves up",
    "rounding/half_down": "halves down",
    "rounding/floor": "always down",
    "squints_set/full_set": "one full set",
    "squints_set/any_four": "any four pretties",
    "squints_due/tie_up": "when somebody ties up",
    "squints_due/on_completion": "as soon as they are complete",
    "double_squints/replaces": "they take the place of two Squints",
    "double_squints/adds": "they count beside two Squints",
    "rule_off/vote": "by vote",
    # Lombardy Bones.
    "lead/answers": "doubles are answered",
    "lead/forced": "the table lays the highest double",
    "scores/called": "are called",
    "scores/automatic": "are written by the table",
    "reneges/on": "can be called",
    "reneges/off": "cannot be called",
    "spinner_ends_count/when_played": "once a bone lies on them",
    "spinner_ends_count/when_open": "as soon as they are open",
    "all_pass/ends_hand": "the hand ends",
    "all_pass/goes_on": "the hand goes on",
    "score_closes/next_play": "with the next bone",
    "score_closes/next_action": "with the next action",
    "missed_doubles/highest": "the highest alone counts",
    "missed_doubles/every": "each of them counts",
    "drawn_double/renege": "cannot be laid above the spinner",
    "drawn_double/innocent": "may be laid above the spinner",
    "renege_closes/by_kind": "by the kind of renege",
    "renege_closes/next_play": "with the next bone",
    "renege_closes/count": "with the count",
    "renege_closes/showing": "when the bones are shown",
    "restart_scores/undone": "are undone",
    "restart_scores/stand": "stand",
    "restart_scores/offenders_undone": "are undone for whoever reneged",
    "tie_share/five": "in fives",
    "tie_share/whole": "in whole points",
    "zero_floor/end_of_hand": "those at the end of a hand",
    "zero_floor/always": "all of them",
    "target_check/touched": "as soon as a score touches them",
    "target_check/hand_end": "at the end of a hand",
    "game_tie/shared": "is shared",
    "game_tie/play_on": "is played on",
    # Duo Dominoes.
    "next_starter/right": "the player on the right",
    "next_starter/winner": "the winner",
    "new_game_start/double_six": "whoever holds the double six",
    "new_game_start/rotate": "each in turn",
    "out_counts/adversaries": "the adversaries' tiles",
    "out_counts/all_others": "everybody else's tiles",
    # Bonedoneskis.
    "nighty_night/strict": "the bot says nothing",
    "nighty_night/reminders": "the bot reminds",
    "duty_callers/anyone": "anyone",
    "duty_callers/holder": "only the holder",
    "trade_nine/9h": "9♥",
    "trade_nine/9d": "9♦",
    "trade_nine/both": "9♥ and 9♦",
    "bring_in_reading/best": "the board at its best",
    "bring_in_reading/wild_only": "the board with wild cards alone",
    "schizo_basis/face_up": "any that lies face up",
    "schizo_basis/dealt_up": "only one that was dealt face up",
    "nuts_substitutes/all": "all of them",
    "nuts_substitutes/wild_only": "wild cards alone",
    "nuts_substitutes/none": "none",
}
"""By house rule and value, or by value alone where it means the same in every rule."""

_NOTHING: Final = {
    "decide_timeout_s": "no limit",
    "call_window_s": "until all are done",
    "choice_s": "no limit",
    "bet_s": "no limit",
    "cap_a_bit": "no limit",
    "own_wall_a_bit": "nothing",
    "mistaken_yes_a_bit": "nothing",
    "first_pretty_a_bit": "nothing",
    "minimum_score": "none",
    "redeal_doubles": "never",
    "match_games": "no end",
}
"""Words for 0."""

_SECONDS: Final = re.compile(r"_s$|_seconds$")
_UNITS: Final = (  # where the name of the rule does not say it
    (re.compile(r"_ms$"), "millisecond|milliseconds"),
    (re.compile(r"_a_bit$"), "a bit|a bit"),
    (re.compile(r"_penalty$"), "point|points"),
)
_SPANS: Final = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))


def house_value(name: str, value: Value, game: str = "") -> str:
    """The value of a house rule in words: "on", "20 seconds", "50 a bit", "by vote", "Snoopy (Jimmy Rick)"."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, Mapping):
        return ", ".join(_named(game, code, nickname) for code, nickname in value.items()) or "none"
    if isinstance(value, int):
        return _number(name, value, game)
    if name == "rule_off" and ":" in value:
        kind, _, amount = value.partition(":")
        return f"at {amount} UTC" if kind == "clock" else f"after {amount} {'round' if amount == '1' else 'rounds'}"
    return _WORDS.get(f"{name}/{value}", _WORDS.get(value, value.replace("_", " ")))


def describe_stored_value(name: str, text: str, game: str) -> str:
    """The same for a value as an event has it, which is text."""
    option = _option(game, name)
    if text in ("True", "False"):
        return house_value(name, text == "True", game)
    if option is not None and isinstance(option.default, Mapping):
        pairs = (pair.partition("=") for pair in re.sub(r"[{}']", "", text).replace(": ", "=").split(", ") if pair)
        return house_value(name, {code: nickname for code, _, nickname in pairs}, game)
    if re.fullmatch(r"-?\d{1,18}", text, re.ASCII):
        return house_value(name, int(text), game)
    return house_value(name, text, game)


def parse_spoken_value(name: str, words: str) -> str:
    """The value that is typed in words, "20 seconds" or "by vote", as it is read: "20", "vote"."""
    said = " ".join(words.lower().split())
    for key, told in _WORDS.items():
        if told.lower() == said and (key.startswith(f"{name}/") or "/" not in key):
            return key.rpartition("/")[2]
    if said == _NOTHING.get(name):
        return "0"
    number, _, unit = said.partition(" ")
    if re.fullmatch(r"\d[\d,]*", number, re.ASCII):
        if _SECONDS.search(name):
            for seconds, span in _SPANS:
                if unit in (span, f"{span}s"):
                    return str(int(number.replace(",", "")) * seconds)
        if any(fits.search(name) and unit in forms.split("|") for fits, forms in _UNITS):
            return number
    return words


def describe_allowed_values(option: Option, game: str = "") -> str:
    """The values that a house rule may have, in words."""
    if isinstance(option.default, bool):
        return "on, off"
    if option.values:
        return ", ".join(house_value(option.name, value, game) for value in option.values)
    if isinstance(option.default, Mapping):
        return "names by piece, such as “Jimmy Rick=Snoopy, Blood=Claret”"
    unit = _unit(option.name)
    return f"{option.allowed} {unit}" if unit and isinstance(option.default, int) else option.allowed


def describe_allowed_by_name(name: str, allowed: str, game: str) -> str:
    """The same for the rule of a game with this name; for others `allowed` in plain letters."""
    option = _option(game, name)
    return allowed.replace("_", " ") if option is None else describe_allowed_values(option, game)


def _unit(name: str) -> str:
    if _SECONDS.search(name):
        return "seconds"
    return next((forms.partition("|")[2] for fits, forms in _UNITS if fits.search(name)), "")


def _number(name: str, value: int, game: str) -> str:
    if value == 0 and name in _NOTHING:
        return _NOTHING[name]
    option = _option(game, name)
    if option is not None and option.hundredths:
        return str(option.to_spoken(value))
    if _SECONDS.search(name) and value >= 0:
        size, span = next((size, span) for size, span in _SPANS if size == 1 or (value and value % size == 0))
        return f"{group_digits(value // size)} {span}{'' if value == size else 's'}"
    forms = next((forms for fits, forms in _UNITS if fits.search(name)), "")
    if not forms:
        return group_digits(value)
    return f"{group_digits(value)} {forms.split('|')[value != 1]}"


def _named(game: str, code: str, nickname: str) -> str:
    pieces = pieces_of(game)
    piece = None if pieces is None else read_code(pieces, code)
    return f"{nickname} ({code})" if pieces is None or piece is None else f"{nickname} ({pieces.spoken(piece, '')})"


def _option(game: str, name: str) -> Option | None:
    options = registry.game(game).OPTIONS if game in registry.NAMES else ()
    return next((known for known in options if known.name == name), None)
