"""Sentences about messages that Discord does not take."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "table/refused": (
        "I cannot post in {place} at present: {reason}. I try again by myself, after minutes at first, later after "
        "hours; `/table show` there tries at once. I tell you when it is over."
    ),
    "table/taken_again": "Discord takes my messages in {place} again.",
    "refused/busy": "Discord is overloaded ({detail})",
    "refused/blocked": "Discord's own network turns it away ({detail}); nothing is wrong with the place",
    "refused/closed": "the direct messages are closed",
    "refused/left": "we share no server",
    "refused/forbidden": "I lack a permission, or a filter of the server is against it ({detail}); `/doctor` says more",
    "refused/full": "the server has as many active threads as Discord allows; archive one, or use a channel",
    "refused/wrong": "channels of this kind do not allow it ({detail})",
    "refused/gone": "it was deleted",
    "refused/nowhere": "the channel or thread was deleted",
    "refused/expired": "it came too late",
    "refused/old": "the message was edited too often",
    "refused/asleep": "the thread is archived and locked, and only somebody who manages threads can open it",
    "refused/bad": "Discord finds a fault in it ({detail})",
}
