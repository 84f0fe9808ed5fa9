"""Sentences about what a crew keeps to remember: moving pictures of hands, links to messages, and a year ago."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "button/replay.keep": "Keep",
    "button/keep.post": "Post it",
    "button/keep.gallery": "Gallery",
    "button/keep.drop": "Let it go",
    "button/keep.earlier": "Earlier",
    "button/keep.newest": "Newest",
    "form/keep": "Keep hand {number}",
    "form/keep_line": "What the crew should remember of it",
    "form/keep_example": "The night the wind was always against us",
    "keep/alt": (
        "{title}, hand {number}, as everybody saw it: {count:picture|pictures} from the deal to the end, where {board}"
    ),
    "keep/line": "“{line}”",
    "keep/kept": "Kept in the crew's gallery.",
    "keep/hand": "**{title}**, hand {hand} at table {table}, {on}",
    "keep/by": "-# Kept by {by}",
    "keep/by_with": "-# Kept by {by}; with {people}",
    "keep/no_picture": "-# The picture could not be drawn just now; open it again in a moment.",
    "keep/posted": "It is posted in {place}.",
    "keep/posted_by": "{name} shows a hand from the gallery:",
    "keep/dropped": "It is no longer in the gallery.",
    "form/keep_message": "Remember this",
    "form/keep_message_line": "Why the crew should remember it",
    "keep/message": "**A message in {place}**, {on}: {link}",
    "keep/message_kept": "Kept in the crew's gallery: a link and your line, and nothing of the message itself.",
    "keep/deleted": (
        "-# That message is no longer there: its author or somebody else deleted it. Only the line about it is left; "
        "**{button:keep.drop}** takes that away too."
    ),
    "keep/gallery": "**What the crew remembers**",
    "keep/gallery_found": "**What the crew remembers** ({filters})",
    "keep/item": "{on} · {what}: “{line}”",
    "keep/item_hand": "{title}, table {table}, hand {hand}",
    "keep/item_message": "a message",
    "keep/choose": "Open one of these",
    "keep/empty": (
        "Nothing is kept yet. **{button:replay.keep}** below a replay keeps a hand that is over, and *Remember this* "
        "in the menu of a message keeps a link to it."
    ),
    "keep/none_found": "Nothing that is kept fits.",
    "KEEP/private": "Not everybody in this channel can see that message, so it stays where it is.",
    "memory/entry": "Tonight in {year}: {line} ({amounts})",
    "memory/hand": "Tonight in {year}, {title}: “{line}” (kept by {by})",
    "memory/message": "Tonight in {year}: “{line}” (a message that {by} kept)",
    "KEEP/alone": "A hand that one person plays alone has nobody else to remember it, so it is not kept.",
    "KEEP/gone": "That is no longer in the gallery.",
    "KEEP/not_yours": "Only whoever kept it, the scorer or an admin may let it go.",
    "KEEP/too_many": "You keep {most} things, which is the most that one person may; let one of them go first.",
    "KEEP/no_picture": "The picture could not be drawn just now; please try again in a moment.",
}
