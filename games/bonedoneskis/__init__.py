"""Bonedoneskis: six-card stud with twenty-nine house rules (docs/rules/bonedoneskis.md)."""

from typing import Final

from games.core.moves import Verb

NAME: Final = "bonedoneskis"
TITLE: Final = "Bonedoneskis"
SHORT_TITLE: Final = "Stud"
NOUN: Final = "card"
SEATS: Final = (2, 8)
RULES_VERSION: Final = 1
EVENT_PREFIX: Final = "bonedoneskis"
SORTS: Final[tuple[str, ...]] = ()
VERBS: Final = (
    Verb("check", "BD-13", "Stay in without betting; nothing is owed", shouted=True),
    Verb("bet", "BD-13", "Open the betting", shouted=True),
    Verb("call", "BD-12", "Put in what you owe, and stay in", shouted=True),
    Verb("complete", "BD-12", "Raise the bring-in to a full small bet"),
    Verb("raise", "BD-14", "Raise by a full bet", shouted=True),
    Verb("allin", "BD-14", "Put in all that you have left, and stay in"),
    Verb("fold", "BD-19", "Give up the hand", gives_up=True, final=True, shouted=True),
    Verb("pay", "SM-10", "Pay the fee you owe for a jack or a fishing hook"),
    Verb("claim", "SM-1", "Speak up for a rule: its name, and a card if you hold several", "text", claims=True),
    Verb("buy", "R14", "Speak up for the 8 Ball: buy a trade with the 8 of spades", claims=True),
    Verb("sell", "R7", "Speak up to sell a 3", "piece", optional=True, claims=True),
    Verb("done", "SM-1", "Say that you have nothing more to claim", declines_in=("calling",)),
    Verb("trade", "R12", "Swap your trade card for this card", "piece"),
    Verb("steal", "R4", "Take this 2 or 5 with the 2 of spades", "piece"),
    Verb("turn", "R17", "Turn a card: seat.place to turn up (3.1), or a card to turn down (4c)", "piece"),
    Verb("combine", "R20", "Joined 2s count by themselves; there's nothing to declare"),
    Verb("show", "BD-20", "Show your cards after the hand"),
    Verb("muck", "BD-20", "Keep your cards hidden after the hand; they open when the session ends"),
    Verb("next", "BD-1", "Deal the next hand", deals=True),
    Verb("topup", "BD-17", "Add chips between hands, up to the buy-in", "amount", optional=True),
)
