"""Sentences about turns and starts, and when people are told of them."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "TABLE/start_again": (
        "Everybody here was called a short while ago; set a start at least {minutes} minutes after that call."
    ),
    "notify/usual": "when you are reminded; by correspondence also when your turn begins",
    "notify/off": "never by a message of your own",
    "notify/every": "when each turn begins",
    "notify/daily": "by correspondence once a day; at live tables when you are reminded",
    "notify/after": "when a table has waited {seconds:second|seconds} for you",
    "notify/choice": "You are told of your turns {when}.",
    "digest/head": "These tables wait for you:",
    "digest/line": "{title} in {place}: the table began to wait for you {since}; a robot plays your seat {stand_in}.",
    "digest/more": "{count:more|more}",
}
