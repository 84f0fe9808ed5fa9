"""Sentences about messages that Discord does not take."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "table/refused": (
        "I cannot post in {place} at present: {reason}. I keep trying, every few minutes at first and every few hours "
        "later; `/table show` there tries at once. I will tell you when I can post again. (Discord says: {detail})"
    ),
    "table/taken_again": "Discord takes my messages in {place} again.",
    "night/kept": (
        "I was removed from a server in which you planned a game night, so the night waits. Once I am invited there "
        "again, it goes on. If that does not happen by {until}, it is over."
    ),
    "night/refused": (
        "I cannot post the message of your game night in {place}: {reason}. I keep trying, and will tell you when it "
        "is posted."
    ),
    "night/taken_again": "The message of your game night is in {place} now.",
    "lobby/slow_mode": (
        "Slow mode is on in this channel ({seconds:second|seconds}), so Discord may refuse people's commands and "
        "presses. An admin can switch it off in the channel's settings."
    ),
    "tally/lost": (
        "-# The tally's channel {place} takes nothing from me: {reason}. Until an admin mends that, or chooses another "
        "channel with `/boneyard settings`, each change is announced where it was made."
    ),
    "tally/lost_channel": "{place} (takes nothing from me: {reason})",
    "tally/lost_letter": (
        "I cannot announce the tally's changes in {place}: {reason}. Until somebody who manages the server mends that "
        "or chooses another channel with `/boneyard settings`, each change is announced where it was made."
    ),
    "tally/found_letter": "The changes of the tally are announced in {place} again.",
    "thread/refused": (
        "I cannot put your hand in a thread here: {reason}. **{button:hand.show}** shows it to you alone; or allow "
        "direct messages from me."
    ),
    "refused/busy": "Discord is overloaded",
    "refused/blocked": "Discord's own network turns my message away; nothing is wrong with the channel",
    "refused/closed": "the direct messages are closed",
    "refused/left": "we share no server",
    "refused/forbidden": "I lack a permission, or a filter of the server is against it; `/boneyard doctor` says more",
    "refused/full": "the server has as many active threads as Discord allows; archive one, or use a channel",
    "refused/wrong": "channels of this kind do not allow it",
    "refused/gone": "it was deleted",
    "refused/nowhere": "the channel or thread was deleted",
    "refused/expired": "my answer came too late",
    "refused/old": "the message was edited too often",
    "refused/asleep": "the thread is archived and locked, and only somebody who manages threads can open it",
    "refused/bad": "Discord finds a fault in my message, and that is a mistake of mine",
}
