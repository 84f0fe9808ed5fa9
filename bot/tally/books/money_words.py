"""The rejection of money words in the tally's texts, because units (matches, paper clips) are worth nothing."""

import re
import unicodedata
from typing import Final

from bot.ports import clean as cleaned
from games.core import Refused
from render.base.plain_text import close_direction

_WORDS: Final = (
    "aud baht bitcoin bitcoins btc bucks cad cash cent cents chf cny crypto dollar dollars dollarydoos ether ethereum "
    "eth eur euro euros fiver fivers franc francs gbp grand inr jpy kr krona krone kroner loonie money nok nzd payment "
    "payments paypal paypay payid pence peso pesos pounds quid rand rands revolut rmb rouble roubles ruble rubles "
    "rupee rupees satoshi satoshis sek sgd shekel shekels shilling shillings sterling tenner tenners usd usdt venmo "
    "wage wager wagers won yen yuan zelle zloty bizum brl centavo centavos centimo céntimo centimos céntimos dinero "
    "dinheiro mxn pix reais"
)
_MONEY: Final = frozenset(_WORDS.split()) - {"won", "grand"}
"""Money words, in the languages that crews have used so far. "Won" and "grand" are also ordinary English words."""

_WORD_OR_SIGN: Final = re.compile(r"[^\W\d_]+|\S")
MOST: Final = 100
"""The most characters of a text if the caller sets no limit."""
MOST_OF_PERSON: Final = 80
"""The most characters of a name that somebody types. Names on Discord have at most 32."""


def find_money(text: str) -> str | None:
    """The first money sign or money word in `text`, or None."""
    for token in _WORD_OR_SIGN.findall(unicodedata.normalize("NFKC", text)):
        if unicodedata.category(token[0]) == "Sc" or token.casefold() in _MONEY:
            return str(token)
    return None


def clean_words(text: str, kind: str, most: int = MOST) -> str:
    """Put `text` on one line without markup. `kind` ("reason", "unit", "name") says in refusals what the text is.

    Raises Refused with the reason "empty", "long" or "money".
    """
    clean = _clean(text, kind, most)
    money = find_money(clean)
    if money is not None:
        raise Refused("TALLY", "money", what=kind, word=money)
    return clean


def clean_person(text: str) -> str:
    """Put a person's name on one line without markup. People are called Cash and Penny, so no word is refused.

    Raises Refused with the reason "empty" or "long".
    """
    return close_direction(_clean(text, "name", MOST_OF_PERSON))


def _clean(text: str, kind: str, most: int) -> str:
    clean = cleaned(text)
    if not clean:
        raise Refused("TALLY", "empty", what=kind)
    if len(clean) > most:
        raise Refused("TALLY", "long", what=kind, most=most)
    return clean
