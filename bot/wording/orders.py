"""Sentences about moves that the table makes for a player: standing orders, *Pass until my turn*, and late moves."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "rack/time_ran_out": "Your time ran out, so the table acted for you.",
    "rack/said": "You said: {said}.",
    "plain/until_turn": "Keep saying this for you until your own turn; nobody else is told",
    "button_until_turn": "{verb} until my turn",
    "orders/on": "{move} on {topics}",
    "orders/unless": "{move} unless {topics}",
    "orders/until": "{move} until your turn",
    "orders/or": " or ",
    "ordered/unless": "unless; except",
    "ordered/until": "until",
    "ordered/my_turn": "my turn; my own turn; my next turn",
    "ordered/any": "any",
    "ordered/on": "on",
    "ordered/if": "if",
    "ordered/or": "or; and",
    "ordered/always": "always",
    "orders/holds": (
        "-# **{verb}** is said for you until your own turn comes; **{button:orders}** shows it and can cancel it."
    ),
    "orders/none": (
        "You have no standing orders. A standing order is a line such as “{example}”; it ends with the hand."
    ),
    "orders/title": "Your standing orders for this hand, which only you see (“{keyword:drop}” cancels them):",
}
