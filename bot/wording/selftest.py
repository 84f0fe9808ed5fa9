"""Sentences of `boneyard selftest`, and of the messages that it posts and deletes again."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "selftest/ok": "{topic}: ok",
    "selftest/ok_but": "{topic}: ok, but {note}",
    "selftest/failed": "{topic}: failed: {trouble}",
    "selftest/no_channel": (
        "Name a channel to try things out in: `boneyard selftest --channel ID`; for its ID, switch on Developer Mode "
        "in Discord (User Settings, Advanced), right-click the channel, and choose Copy Channel ID."
    ),
    "selftest/channel_gone": (
        "the bot does not see the channel {channel}. Check the ID, invite the bot to that server, and allow View "
        "Channel there."
    ),
    "selftest/channel_other": "{channel} is not a text channel. Take the ID of one.",
    "selftest/silent": (
        "Discord has not answered within {seconds} seconds. Look at Discord's status page, and at the network of this "
        "machine."
    ),
    "selftest/no_message": "there is no test message to work with. First solve the trouble with the picture.",
    "selftest/picture_refused": (
        "Discord refused a message with a picture ({reason}). Allow Send Messages and Attach Files in the channel."
    ),
    "selftest/edit_refused": (
        "Discord refused to change the bot's own message ({reason}). Check whether somebody or another bot deletes "
        "messages in the channel."
    ),
    "selftest/history_refused": (
        "the bot does not find its own message in the channel's history ({reason}). Allow Read Message History in the "
        "channel."
    ),
    "selftest/history_missing": (
        "the channel's history does not have the bot's own message. Allow Read Message History in the channel, and "
        "check whether somebody or another bot deletes messages there."
    ),
    "selftest/layout_refused": (
        "Discord refused a message with a frame, as boards are ({reason}). Allow Send Messages and Attach Files in the "
        "channel."
    ),
    "selftest/thread_refused": (
        "Discord refused a thread, or a message in it ({reason}). Allow Create Public Threads and Send Messages in "
        "Threads in the channel."
    ),
    "selftest/event_refused": (
        "Discord refused an event in the server's calendar ({reason}). Allow Create Events for the bot's role, and let "
        "everybody see the channel; otherwise game nights are announced in the channel alone."
    ),
    "selftest/direct_message_refused": (
        "no direct message reaches the user {user} ({reason}). They have to be in a server with the bot, and allow "
        "direct messages in its privacy settings."
    ),
    "selftest/left": "not everything could be deleted. Delete by hand: {things}.",
    "selftest/archived": (
        "the thread {link} is archived and empty, since only Manage Threads would let the bot delete it. Delete it by "
        "hand; the bot needs that permission for nothing else."
    ),
    "selftest/interrupted": "Interrupted; what the test had made is deleted.",
    "selftest/interrupted_left": "Interrupted.",
    "selftest/text": "{title} tries a message with a picture. It is deleted in a moment.",
    "selftest/text_edited": "{title} has changed this message. It is deleted in a moment.",
    "selftest/text_layout": "{title} tries a message with a frame. It is deleted in a moment.",
    "selftest/text_thread": "{title} tries a thread. It is deleted in a moment.",
    "selftest/text_dm": "{title} tries a direct message. It is deleted in a moment.",
    "selftest/text_event": "A test of the calendar, which is deleted in a moment.",
    "selftest/alt": "four bones: a test",
}
