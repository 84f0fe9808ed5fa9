"""Sentences about game nights."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "button/night.in": "In: keep me a seat",
    "button/night.maybe": "Maybe",
    "button/night.out": "Out",
    "button/night.weekly": "In every week",
    "night/head": "**{title}**: game night",
    "night/head_weekly": "**{title}**: game night, every week",
    "night/planned_by": "Planned by {by}.",
    "night/somebody": "somebody who has left",
    "night/moved": "Moved from {when}. The answers stand; press **{button:night.out}** if you cannot come now.",
    "night/preset": "House rules: {preset}.",
    "night/said/in": "**In** ({count}): {names}",
    "night/said/maybe": "**{button:night.maybe}** ({count}): {names}",
    "night/said/out": "**{button:night.out}** ({count}): {names}",
    "night/unanswered": "**Not answered yet** ({count}): {names}",
    "night/others": "{count:other|others}",
    "night/promise": "-# **In** agrees to a seat on this date, or to a place in the queue if the seats are taken.",
    "night/promise_weekly": "**{button:night.weekly}** agrees to that for each date, until you press it again.",
    "night/promise_reminder": "An hour before, those who are in are reminded, outside their quiet hours.",
    "night/state/open": "The table is open in {place}.",
    "night/state/skipped": "This date is skipped; the next one is announced here.",
    "night/state/skipped_last": "This date is skipped, and it was the last: the night is cancelled.",
    "night/state/cancelled": "This night is cancelled.",
    "night/state/gone": "This night is cancelled, since its channel is gone.",
    "night/state/missed": "The bot was away at this hour, so no table was opened. `/table open` opens one.",
    "night/state/nobody": "Nobody was in, so no table was opened.",
    "night/state/refused": "The table could not be opened automatically. `/table open` says why.",
    "time/day/0": "Mon",
    "time/day/1": "Tue",
    "time/day/2": "Wed",
    "time/day/3": "Thu",
    "time/day/4": "Fri",
    "time/day/5": "Sat",
    "time/day/6": "Sun",
    "time/understood": "{day} {date} {clock} ({zone})",
    "time/understood_weekly": "every week from {day} {date} {clock} ({zone})",
    "night/planned": (
        "Game night {number} is planned: {title}, {when}. It is announced in this channel. Your time zone is {zone}; "
        "`/me zone` changes it for later plans."
    ),
    "night/planned_weekly": (
        "Game night {number} is planned: {title}, first {when}, then every week at that time of day in {zone}. It is "
        "announced in this channel. `/me zone` changes your time zone for later plans."
    ),
    "night/line": "**Night {number}**: {title} in {place}, {when}: {count} in{rules}",
    "night/line_weekly": "**Night {number}**: {title} in {place}, every week, next {when}: {count} in{rules}",
    "night/suggested": "{number}: {title}, {when}",
    "night/skipped": "{title}, {when}, is skipped. Everyone who said **In** is told.",
    "night/moved_to": "{title} is moved from {before} to {when}. The answers stand, and the announcement says so.",
    "night/cancelled": "The game night is cancelled: {title}, {when}. Everyone who said **In** is told.",
    "night/answered/in": (
        "You are in: {title}, {when}. When the table opens, you have a seat, or a place in the queue if the seats "
        "are taken. Press **{button:night.out}** if you cannot come."
    ),
    "night/answered/queue": (
        "You are in: {title}, {when}. The {seats:seat|seats} went to those who said so before you, so you have place "
        "{place} in the queue, and move up whenever somebody presses **{button:night.out}**."
    ),
    "night/answered/maybe": "You may come: {title}, {when}. No seat is kept for you; press **In** if you will come.",
    "night/answered/out": "You are out: {title}, {when}.",
    "night/answered/standing": (
        "You are in: {title}, {when}, and on every later date. Press **{button:night.out}** to miss one date, and "
        "**{button:night.weekly}** again to take this back. On each date you have a seat, or a place in the queue if "
        "the seats are taken."
    ),
    "night/answered/standing_ended": (
        "Later dates of {title} are no longer answered for you. Your answer for {when} stays as it is."
    ),
    "night/answered/still_standing": (
        "You are still in on every later date; press **{button:night.weekly}** to take that back."
    ),
    "night/notice/asked": (
        "{mentions}: {title} begins {when}, and you have not answered. Press a button at its announcement above."
    ),
    "night/notice/reminder": (
        "{title} in {place} begins {when}. You said that you are in: a seat waits for you, or a place in the "
        "queue if more came first. Press **{button:night.out}** there if you cannot come."
    ),
    "night/notice/skipped": "{title} in {place} on {when} is skipped. You had said you were in.",
    "night/notice/cancelled": "{title} in {place} on {when} is cancelled. You had said you were in.",
    "night/notice/opened": (
        "{mentions}: the table for {title} is open. You have a seat there, or a place in its queue. "
        "**{button:lobby.start}** begins."
    ),
    "night/thread": "{title}: game night",
    "night/event_plain": (
        "Say in the channel whether you are in: a seat waits for you, or a place in the queue if more came first."
    ),
    "TABLE/nights_server": "This server has {most} game nights planned; `/night cancel` makes room for another.",
    "TABLE/nights_person": "You have {most} game nights planned here; `/night cancel` makes room for another.",
    "TABLE/nights_day": "You have planned {most} game nights here within a day; plan the next one tomorrow.",
    "TABLE/night_unknown": "There is no game night of that number here; `/night list` shows them.",
    "TABLE/night_none": "No game night is planned here; `/night plan` plans one.",
    "TABLE/night_which": "Several game nights are planned here; say which one. `/night list` shows their numbers.",
    "TABLE/night_not_yours": "Only the person who planned a game night, or an admin, may move, skip or cancel it.",
    "TABLE/night_begins": (
        "This game night has begun and cannot be moved, skipped or cancelled now; `/table close` closes its table."
    ),
    "TABLE/night_same": "It is planned for {when} already.",
    "TABLE/night_unannounced": "The next date, {when}, is not announced yet; skip it once it is.",
    "TABLE/night_once": ("This night has only one date; `/night cancel` cancels it."),
    "TABLE/night_cancelled": "This game night is cancelled; `/night list` shows the others.",
    "TABLE/night_skipped": "This date is skipped; `/night list` shows the next one.",
    "TABLE/night_over": "This game night is over; `/night list` shows the next ones.",
    "TABLE/night_opening": "Its table is opening; join or leave there.",
    "TABLE/night_open": (
        "The table of this night is open in {place}; **{button:lobby.join}** takes a seat or a place in the queue."
    ),
    "TABLE/night_full": (
        "{most} people have answered, which is the limit; **{button:lobby.join}** at the table takes a place in its "
        "queue."
    ),
}
