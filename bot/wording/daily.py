"""Sentences about the hand of the day: its page, its table, and what crews read of it."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "button/daily.show": "Hand of the day",
    "button/daily.play": "Play it now",
    "button/daily.instead": "Close practice and play it",
    "button/daily.join": "Join our daily",
    "button/daily.quit": "Leave our daily",
    "button/daily.here": "Post here",
    "button/daily.check": "Check the deals",
    "button/daily.back": "Look back",
    "button/daily.leave": "Leave it",
    "button/daily.leave.yes": "Leave it for good",
    "daily/head": "**Hand of the day: {title}**, {date}",
    "daily/plain": (
        "Everybody is dealt the same hand today. You play it alone in your DM, with three robots, when you have ten "
        "minutes. You have one attempt: there are no hints, nothing is taken back, and leaving counts."
    ),
    "daily/under_way": "Your hand is under way: {link}",
    "daily/earlier": "You are still playing the hand of {date}: {link} Finish it first.",
    "daily/done": "You have played it. {result}",
    "daily/erased": "You have had your attempt, and what you did in it was erased. There is another tomorrow.",
    "daily/left": "You left it, which was your attempt. There is another tomorrow.",
    "daily/ends": (
        "-# This day is over everywhere {when}. Then its secret opens, and with it every seat's view, the robots' "
        "reasons and `/replay verify`."
    ),
    "daily/result": "{squares} **{score}** in {minutes:minute|minutes}",
    "daily/result/streak": "{squares} **{score}** in {minutes:minute|minutes}, {streak:day|days} in a row",
    "daily/score": "{score:+}",
    "daily/legend": "-# A square for each side against you: 🟩 you came out ahead of it, 🟨 level, ⬛ behind.",
    "daily/crew": "**Our daily, {date}**",
    "daily/crew_in": "**{place}, {date}**",
    "daily/nobody": "Nobody in it has played this hand yet.",
    "daily/line": "**{place}** · {name}: {result}",
    "daily/line/left": "{name} left it.",
    "daily/month": "**{month}**",
    "daily/standing": "**{place}** · {name}: {points:point|points}, {played:hand|hands}",
    "daily/scored": (
        "-# A finished hand is worth a point, and one more for each of the crew who did worse with it or left it."
    ),
    "daily/invite": (
        "**{button:daily.join}** lets your results of this hand and later ones be posted for this crew: squares, score "
        "and time, and nothing of the hand. Nobody is in it unasked."
    ),
    "daily/posted_in": "-# Results are posted in {place}.",
    "daily/month_name": "{month} {year}",
    "daily/post": "**{name}** has played the hand of the day: {title}, {date}\n{result}",
    "daily/won": ("**{month} is over.** {names} had the most points in our daily: {points}. Well played!"),
    "daily/greeting": (
        "**Hand of the day: {title}.** Everybody is dealt the same. You play it once, with three old hands: there are "
        "no hints and nothing is taken back. **{button:daily.leave}** ends it, and counts as your attempt."
    ),
    "daily/opened": "Your hand of the day is in your DM: {link}",
    "daily/another": (
        "You have a practice table of {title} open: {link} A DM has room for one table, so close it to play the hand "
        "of the day."
    ),
    "daily/leave": "Leave the hand of the day? It counts as your attempt, and the next hand comes tomorrow.",
    "daily/gone": "You have left the hand of the day. `/daily` shows how the others did.",
    "daily/line_of_table": "-# Hand of the day: one attempt, without hints. The day is over everywhere {when}.",
    "daily/over": "-# The hand of the day is over: {squares} **{score}**. Its secret opens {when}.",
    "daily/over/left": "-# You left the hand of the day. Its secret opens {when}.",
    "daily/check": (
        "**The deals of the days.** Everybody's hand of a day is dealt from one secret. Its SHA-256, the commitment, "
        "stands here before the day begins; the secret stands here once the day is over everywhere."
    ),
    "daily/check/coming": "{date} (not yet begun): commitment `{commitment}`",
    "daily/check/shut": "{date}: commitment `{commitment}`; the secret opens {when}",
    "daily/check/open": "{date}: commitment `{commitment}`, secret `{secret}`",
    "replay/why_day": "-# The robots give their reasons once the day is over everywhere; others still play this hand.",
    "help/more_daily": (
        "-# **{button:rules}** explains {title}. In the hand of the day there are no hints, and "
        "**{button:daily.leave}** counts as your attempt."
    ),
    "mydata/about/daily": (
        "daily: your hands of the day, and the dailies that you joined. What was played in a hand whose day is not "
        "over is not here yet, since others still have it before them."
    ),
    "TABLE/day_again": "`/daily` shows the hand of the day; there is a new one tomorrow.",
    "TABLE/day_over": "This day is over everywhere, so its hand has ended. `/daily` shows today's.",
    "TABLE/day_dealing": "The robots go first here, so that everybody is dealt the same. Try again in a moment.",
    "TABLE/day_undo": "Nothing is taken back in the hand of the day.",
    "TABLE/day_alone": "You play the hand of the day yourself: nobody plays it for you.",
    "TABLE/day_leave": "**{button:daily.leave}** below the board ends the hand of the day, and counts as your attempt.",
    "TABLE/day_shut": "Others still play this hand of the day, so that opens when the day is over everywhere, {when}.",
    "TABLE/day_why": (
        "In the hand of the day nothing is explained while others still play it. That is over everywhere {when}; "
        "**{button:rules}** explains the game."
    ),
    "TABLE/day_hint": "There are no hints in the hand of the day; `/practice` opens a table that gives them.",
    "TABLE/day_under_way": "You are playing the hand of the day in your DM; finish it first. `/daily` finds it.",
    "TABLE/day_played": "You have had your attempt at today's hand; there is another tomorrow.",
    "TABLE/day_past": "That day is over for you; `/daily` shows today's hand.",
    "TABLE/day_none": "You cannot look back at a hand yet; each opens once its day is over everywhere.",
    "TABLE/day_server": "A crew's daily is joined in a channel of its server.",
    "TABLE/day_crews": "You can be in the dailies of {most} crews; leave one first.",
    "TABLE/day_not_joined": "You are not in this crew's daily.",
    "TABLE/day_admin": "Only an admin may choose another channel for the daily's results.",
    "TABLE/day_look_in_dm": "Your hand of the day lies in your DM: use `/daily` there to look back at it.",
}
