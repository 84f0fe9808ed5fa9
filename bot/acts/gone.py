"""Commands of older releases. Discord's clients may still show them for some time.

The answer to such a command names the present command.
"""

from typing import Final

GONE: Final = {
    "orders": "hand orders",
    "verify": "replay verify",
    "replay": "replay show",
    "privacy": "me privacy",
    "mydata export": "me export",
    "mydata erase": "me erase",
    "doctor": "boneyard doctor",
    "table channels": "boneyard channels",
    "tally set": "boneyard settings",
    "tally adjust": "books adjust",
    "tally undo": "books undo",
    "tally guest": "books guests",
    "tally alias": "books names",
    "tally import": "books import",
    "tally head-to-head": "tally versus",
    "tally rule-off": "tally season",
}
"""By the words of each old command, the words of the command that has replaced it."""
