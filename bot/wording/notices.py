"""Sentences about turns and starts, and when people are told of them."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "TABLE/start_again": "Everybody here was called a short while ago; name a start after {when}.",
    "notify/usual": ("You are told when the table reminds you, and by correspondence also when your turn begins."),
    "notify/off": "Your direct messages do not tell you of your turns. A reminder in the channel still names you.",
    "notify/every": "You are told when each of your turns begins, and when the table reminds you.",
    "notify/daily": (
        "By correspondence you are told once a day, at 18:00 in your time zone; at live tables when "
        "the table reminds you."
    ),
    "notify/after": (
        "You are told when a table has waited {seconds:second|seconds} for you, and at its second reminder at "
        "the latest."
    ),
    "digest/head": "These tables wait for you. **My hand** there brings your moves:",
    "digest/line": "{title} in {place}: waiting since {since}; a robot plays your seat from {stand_in}.",
    "digest/more": "{count:more|more}",
}
