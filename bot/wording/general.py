"""The bot's own sentences, the same for every game."""

from typing import Final

from bot.wording import buttons, evening, moments, real_table, table_log

REFUSALS: Final[dict[str, str]] = {
    "QUOTA/requests": "That was more than {most} requests in a minute; wait a moment and try again.",
    "QUOTA/pictures": "That was more than {most} pictures in a minute; wait a moment and ask again.",
    "QUOTA/openings": "You opened {most} tables within a minute; wait a moment and try again.",
    "QUOTA/changes": "You changed tables {most} times within a minute; wait a moment and try again.",
    "QUOTA/uploads": "That was more than {most} uploads in a minute; wait a moment and upload it again.",
    "QUOTA/own_announcements": (
        "You made {most} announcements within a minute; wait a moment, so that others have their turn."
    ),
    "QUOTA/announcements": "Your server has made {most} announcements in the last minute; wait a moment and try again.",
    "QUOTA/person_tables": "You have opened {most} tables that are still open; close one of them first.",
    "QUOTA/person_lobbies": "You have opened {most} tables that have not started; start or close one of them first.",
    "QUOTA/server_tables": "Your server has {most} open tables; close one of them first.",
    "QUOTA/tables": "This bot has {most} open tables, which is the limit; try again when some are closed.",
    "QUOTA/guests": "Your tally has {most} guests, which is the limit.",
    "TABLE/unknown": "That table is gone; `/table open` opens another.",
    "TABLE/damaged": "This table's record is damaged, so it cannot be played any more. The bot's host has been told.",
    "TABLE/newer": "This table was opened by a newer Boneyard, which is being installed; try again in a few minutes.",
    "TABLE/out_of_sight": (
        "I have no table {number} for you to look back at; I show this crew's tables in the channels that you can see, "
        "and the tables where you have a seat."
    ),
    "TABLE/elsewhere": "That button belongs to a table in another channel; go there to press it.",
    "TABLE/busy": "The table was busy; please try again.",
    "TABLE/closed": "This table is closed; `/table open` opens another.",
    "TABLE/not_started": "The game has not begun; press **{button:lobby.start}** in the lobby.",
    "TABLE/leave_started": "The game has begun; press **{button:table.leave}** once more.",
    "TABLE/leave_practice": "Nobody is waiting for you at a practice table; **{button:practice.close}** ends it.",
    "TABLE/started": "The game has begun; you can only do that before it starts.",
    "TABLE/paused": "The table is paused; press **{button:resume}** to continue.",
    "TABLE/paused_already": "The table is paused already; press **{button:resume}** to continue.",
    "TABLE/not_paused": "The table is not paused.",
    "TABLE/lost": "I was removed from this table's server; the table goes on as soon as I am invited there again.",
    "TABLE/not_live": "No game is under way here.",
    "TABLE/no_next": "There is no next hand to deal.",
    "TABLE/channel_taken": (
        "This channel has a table already: `/table close` closes it, and `/table open thread:True` opens one in a "
        "thread of its own."
    ),
    "TABLE/seated": "You have a seat here already, so there is nothing to join.",
    "TABLE/seated_other": "{name} sits at this table already.",
    "TABLE/not_seated": (
        "You do not sit at this table. **{button:lobby.join}** takes a free seat or a place in the queue; anyone who "
        "sits here can also offer you a seat with `/table sub`."
    ),
    "TABLE/not_host": "Only the person who opened the table, or an admin of the server, may do that.",
    "TABLE/full": "All {most} seats are taken.",
    "TABLE/too_few": (
        "It takes {fewest:player|players} to start, and {players:is|are} here; **{button:lobby.robot+}** fills a seat."
    ),
    "TABLE/house_started": (
        "The game has begun, so its house rules can no longer change; "
        "close this table and open another to play by different ones."
    ),
    "TABLE/time_words": "I cannot read {given} as a time; say 20:30, tomorrow 8pm, 2026-12-24 18:00 or in 2h.",
    "TABLE/time_past": "{given} has already passed; name a later time.",
    "TABLE/time_far": "That time is too far off; name one within {days:day|days}.",
    "TABLE/alone": "Nobody else is sitting here yet.",
    "TABLE/no_robot": "No robot sits here.",
    "TABLE/nobody_named": "Say whose seat it is (`player:`), or who takes a robot's (`to:`).",
    "TABLE/nobody_there": "Nobody of that name has a seat in a game under way here.",
    "TABLE/their_seat": (
        "Only {name} can hand that seat over. Once a robot plays it because they are away, the others may vote to hand "
        "it over."
    ),
    "TABLE/offered": (
        "That seat has already been offered to {name}; **{button:offer.no}** under that offer withdraws it."
    ),
    "TABLE/offered_other": "{name} already has an unanswered offer of a seat here.",
    "TABLE/robots_offered": "Every robot's seat has already been offered to somebody; wait for the answers.",
    "TABLE/offer_over": "That offer is over.",
    "TABLE/offer_of_another": "The seat was offered to {name}; only they can answer.",
    "TABLE/offer_accepted": "You have accepted already; the seat is yours with the next deal, or once all agree.",
    "TABLE/offer_not_asked": "Nobody is asking you about that seat.",
    "TABLE/no_vote": (
        "There is nothing to vote on for that seat: a vote opens once the table has waited a long time for that seat "
        "alone."
    ),
    "TABLE/own_vote": "The others are voting on your seat; play to keep it.",
    "TABLE/voted": "You have voted already.",
    "TABLE/no_dm": "Tables open in a server's channels, not here.",
    "TABLE/server_only": "That only works in a server; use it in one of its channels.",
    "TABLE/in_thread": "A thread cannot have its own threads; open the table in the channel.",
    "TABLE/not_posted_in_thread": "I cannot post in a thread of {place}: {why}. So no table is open.",
    "TABLE/not_posted": "I cannot post in {place}: {why}. So no table is open.",
    "TABLE/no_thread": (
        "I cannot open a thread here: {why}. Ask an admin to change that, or open the table without a thread."
    ),
    "TABLE/pace": "{given} is not a pace; choose one from the list.",
    "TABLE/game": "There is no game called {given}.",
    "TABLE/no_button": "That button does nothing any more.",
    "TABLE/no_rule_off": "This game has no sheet to rule off; close the table instead.",
    "TABLE/dealt": "This shuffle can no longer be salted; salt the next one between hands.",
    "TABLE/dealing": (
        "The deal has begun, so nothing about this table may change: press **{button:lobby.start}** to finish the deal."
    ),
    "TABLE/salt": "A salt is 1 to {most} characters.",
    "TABLE/no_shuffle": "There was no hand {number} at this table.",
    "TABLE/prepared": "This hand was prepared for beginners: nothing was shuffled, so there is nothing to check.",
    "TABLE/no_replay": "Hand {number} is not over, or was never dealt; only finished hands can be replayed.",
    "TABLE/no_hand": "No hand is under way; standing orders are for one hand and end with it.",
    "TABLE/orders_full": "You can have {most} standing orders at most; “{keyword:drop}” cancels them all.",
    "TABLE/undo_asked": "Somebody has already asked to take back a move; answer that first.",
    "HOUSE/preset_same": "This table has the rules of the preset “{name:plain}” already.",
    "TABLE/undo_nothing": "You have made no move that could be taken back.",
    "TABLE/undo_revealed": "Something hidden has been seen since, so the move cannot be taken back.",
    "TABLE/undo_scored": "The move has been scored, so it cannot be taken back.",
    "TABLE/undo_wait": "The others said no; ask again in {seconds:second|seconds}.",
    "TABLE/undo_moved": "The table has moved on; ask again if you still want to take your move back.",
    "TABLE/undo_none": "Nobody is asking to take a move back.",
    "TABLE/undo_old": "That button was about an earlier request; answer the new one below the board.",
    "TABLE/undo_said": "You have agreed already.",
    "TABLE/done_already": "You have done that already: it counted the first time.",
    "TABLE/overtaken": "The table had moved on before your message arrived; the board shows where it is now.",
    "HOUSE/option_name": "There is no house rule “{name:plain}”; choose one of {allowed:plain}.",
    "HOUSE/option": "{name} cannot be “{given}”; it may be {allowed:plain}.",
    "HOUSE/preset": "There is no preset {name}; choose one of {allowed}.",
    "*/option": "{name} cannot be “{given}”; it may be {allowed:plain}",
}

MESSAGES: Final[dict[str, str]] = {
    "board/title": "{title} · hand {hand}",
    "board/head": "**{what}**",
    "board/about": "-# {parts}",
    "board/scores": "{scores}",
    "board/hint": "-# Your hand and your buttons come as a direct message; **{button:hand.show}** shows them here.",
    "board/away": "A robot is playing for {names}; **{button:hand.show}** gives them their seat back.",
    "board/votes": "A robot for {name}: {cast} of {needed:vote|votes}.",
    "board/nothing_to_call": "Nothing for you to call here; the robots answer",
    "board/closed": "This table is closed.",
    "board/paused": "The table is paused; press {button:resume} to continue.",
    "board/lost": "I was removed from this server; the table waits for me until {until}.",
    "board/until": "deadline {when}",
    "board/score": "{name} {score}",
    "board/calls": "Last called: {calls}",
    "board/call": "{said} by {name}, {after} after the {noun} {outcome}",
    "board/call_late": "{said} by {name} {outcome}",
    "lobby/title": "**{title}** · *{name}* · {pace}",
    "lobby/seats": "{count:player|players} so far; it takes {fewest} to start, and there is room for {most}.",
    "lobby/ready": "{count} of {most} seats are taken. **{button:lobby.start}** deals the first hand.",
    "lobby/ready_held": (
        "{count} of {most} seats are taken. Somebody has not answered yet, so **{button:lobby.start}** asks before it "
        "deals the first hand."
    ),
    "lobby/ready_once_agreed": "{count} of {most} seats are taken.",
    "lobby/seats_exact": "{count:player|players} so far; it takes {most}.",
    "lobby/person": "{number}. {name}",
    "lobby/robot": "{number}. {name} (robot, {level})",
    "lobby/house_default": "House rules: as in the rulebook.",
    "lobby/house": "House rules: {changed}",
    "lobby/full": "-# The game starts by itself when all seats are taken.",
    "lobby/at": "-# The game starts by itself {when}, if enough players have joined.",
    "start/set": (
        "The game starts {when}, if enough players have joined. I read that as {zone} time; `/me zone` sets yours."
    ),
    "start/off": "The game starts when somebody presses **{button:lobby.start}**.",
    "start/began": "It is time: {title} begins. {mentions}",
    "start/too_few": (
        "It is time, but it takes {fewest:player|players} to start {title}. The table stays open: "
        "**{button:lobby.join}**, or **{button:lobby.robot+}**, and then press **{button:lobby.start}**. {mentions}"
    ),
    "start/was_too_few": "-# It was time to start {title}, but not enough players had joined.",
    "lobby/offer": "-# To begin with, press **{name}**. {description}.",
    "lobby/offer_button": "{name}",
    "lobby/new": "-# New to {title}? **{button:learn}** teaches it step by step, for you alone.",
    "lobby/words": "-# If you cannot see pictures, `/me text value:on` gives you everything in words.",
    "lobby/closed": "**{title}**: this table was closed before it began.",
    "lobby/opened": "A table of {title} is open in {place}.",
    "lobby/thread": "{title} with {name}",
    "pace/live": "live",
    "pace/correspondence": "by correspondence",
    "rack/place": "-# {title} · table in {place}",
    "rack/waited": "-# The table started waiting for you {since}.",
    "rack/stand_in": "A robot is playing your seat; press **{button:hand.back}** to return.",
    "rack/copy_over": "-# The table has moved on. **{button:hand.show}** shows your hand as it is now.",
    "rack/copy": "-# This is from {when}; **{button:hand.show}** shows the current one.",
    "rack/closed": (
        "{mention}, I cannot send you direct messages. **{button:hand.show}** shows your hand here, to you alone. "
        "**{button:hand.thread}** puts it in a private thread, once you have read who else can read that."
    ),
    "rack/closed_in_thread": (
        "{mention}, I cannot send you direct messages. **{button:hand.show}** shows your hand here, to you alone."
    ),
    "thread/readers": (
        "A private thread is not only yours to read. It can be read by {readers}, and by anyone they let in. "
        "None of them sits at this table; if one sits down, your hand is taken out of the thread."
    ),
    "thread/unsafe": (
        "Your hand stays out of a thread, because {names} could read it there. **{button:hand.show}** shows it to you "
        "alone; or allow direct messages from me."
    ),
    "thread/impossible": (
        "I cannot put your hand in a thread here. **{button:hand.show}** shows it to you alone; or allow direct "
        "messages from me."
    ),
    "thread/opened": "Your hand is in the thread now.",
    "rack/thread": "{title}, table {number}: your hand",
    "offer/own": (
        "{mention}, {name} offers you their seat at {title}. **{button:offer.yes}** takes it, **{button:offer.no}** "
        "leaves it."
    ),
    "offer/robots": (
        "{mention}, {by} offers you the seat of {name}, a robot, at {title}. **{button:offer.yes}** takes it, "
        "**{button:offer.no}** leaves it."
    ),
    "offer/away": (
        "{mention}, {by} offers you the seat of {name}, who is away, at {title}. **{button:offer.yes}** takes it, "
        "**{button:offer.no}** leaves it."
    ),
    "offer/to_robot": "{by} asks to leave the seat of {name}, who is away, to a robot for good.",
    "offer/accepted": "{name} accepts.",
    "offer/votes": (
        "**{button:offer.agree}** votes for it: {cast} of {needed:vote|votes} so far. {name} keeps the seat if they "
        "come back."
    ),
    "offer/next": "The seat changes hands with the next deal.",
    "offer/has_seen": "{name} has seen a hand of this deal, so the seat changes hands with the next one.",
    "offer/agree": (
        "The seat changes hands with the next deal, or in the middle of this hand once everyone agrees. "
        "Still to press **{button:offer.agree}**: {names}."
    ),
    "offer/taken": "-# {name} has the seat now.",
    "offer/over": "-# {name}'s seat is no longer on offer.",
    "offer/made": "I asked {name}; the seat is theirs only after **{button:offer.yes}**.",
    "offer/seated": "The seat is yours.",
    "offer/waits": (
        "You have accepted; the seat is yours with the next deal, or as soon as everyone who has to agree does."
    ),
    "gone/channel": "The channel of {title} (table {number}) was deleted, so the table is closed.",
    "gone/thread": "The thread of {title} (table {number}) was deleted, so the table is closed.",
    "gone/server": "I am no longer in the server of {title} (table {number}), so the table is closed.",
    "gone/kept": (
        "I was removed from the server of {title} (table {number}), so the table is paused, and nobody loses any time. "
        "Once I am invited there again, it goes on as it stood. If that does not happen by {until}, it is closed."
    ),
    "gone/host": "{reason} What was entered in the tally stays. `/table open` opens another table.",
    "table/shown": "The table is in {place}; its messages are up to date now.",
    "panel/old": "That button is out of date; use the ones on the board.",
    "panel/old_hand": "That button is out of date and did nothing; your hand here is up to date.",
    "note/on": "on {at}",
    "note/waited": "{mention}, the table started waiting for you {since}.",
    "note/vote": ("The others may vote for a robot to play your seat {vote}; without a vote, one plays it {stand_in}."),
    "note/voting": (
        "The others may now vote for a robot to play your seat; without a vote, one plays it {stand_in}. "
        "You can take it back at any time with **{button:hand.show}**."
    ),
    "note/no_vote": "A robot plays your seat {stand_in}; you can take it back at any time with **{button:hand.show}**.",
    "note/stood_in": "-# A robot is playing for {name} now; **{button:hand.show}** gives them their seat back.",
    "note/settled": "-# The table is no longer waiting for {name}.",
    "sheet/broken_off_game": "-# The last game was broken off, so it adds nothing to the tally.",
    "sheet/broken_off_hand": "-# The last hand was broken off before its end.",
    "sheet/final": "**{title}** is over: {scores}",
    "menu/pick": "{verb} …",
    "tap/holder": "{piece} ({name})",
    "menu/holder": "Lies before {name}",
    "menu/holder/cost": "Lies before {name}; it costs you {amount:chips}",
    "menu/page": "{verb} {first} to {last} …",
    "unreadable/unreadable": "I cannot read “{words}”; try {expected}.",
    "unreadable/ambiguous": "“{words}” could be several things; say which: {candidates}",
    "expected/one_of": "one of {names}",
    "expected/order": "an order such as “{example}”",
    "expected/order_unless": "“{verb} unless” and a piece",
    "expected/order_until": "“{verb} until my turn”",
    "house/own_rule": "HOUSE",
    "house/of_theme": "**{title}**: {description}",
    "house/one": "**{name}**: {value} ({rule}). {description}. It may be: {allowed}",
    "house/set": "The rule is set. {name}: {value}.",
    "house/item": "{name}: {value}",
    "house/preset": "Choose a preset …",
    "house/theme": "Or look at the rules by theme …",
    "house/rule": "Choose a rule to read about it, or to change it …",
    "house/pick": (
        "Choose a preset to set many rules at once, or a theme to read about its rules and change them before the "
        "first hand."
    ),
    "house/pick_begun": "Choose a theme to read about its rules.",
    "house/preset_set": "The rules are now those of “{name}”. {description}.",
    "house/ours": (
        "**This crew's own house rules for {title}, {pace}**: {changed}\n"
        "New tables start with them; rules set at a table, or by a preset, override them."
    ),
    "house/not_ours": "This crew has no house rules of its own for {title}, {pace}; new tables go by the rulebook.",
    "house/keeping": (
        "-# To change them, set the rules in a lobby and press **{button:lobby.ours.keep}**; only the scorer or an "
        "admin can."
    ),
    "house/value": "Choose its value …",
    "rules/nothing": "I found nothing about “{query}” in the guides and rulebooks; try other words, or fewer.",
    "guide/which": "Choose a game to read its guide, or ask: `/rules about: how do I win`.",
    "guide/gone": "That page is gone; `/rules` finds what replaced it.",
    "guide/head": "-# {place}",
    "guide/title": "**{title}**",
    "guide/section": "{title} · guide",
    "guide/word": "{title} · word",
    "guide/rule": "{title} · rulebook",
    "guide/quote": "> **{title}**\n> {text}",
    "guide/in_english": "-# The rulebook itself is in English:",
    "guide/guide_in_english": "-# The guide is in English:",
    "guide/elsewhere": "-# Elsewhere: {words}",
    "guide/contents": "The guide to {title} …",
    "guide/example": "It may look like this:\n{words}",
    "guide/example_drawn": "It may look like this:",
    "guide/more": "More about it …",
    "guide/elsewhere_too": "In other games, and more …",
    "guide/behind": "The rules behind it …",
    "front/greeting": (
        "**G'day! I deal bones.** **{button:learn.game}** teaches a game in some minutes, **{button:practice.begin}** "
        "opens a table with robots in your DM, and **{button:table.open}** opens a table here. If you cannot see "
        "pictures, `/me text value:on` gives you everything in words."
    ),
    "button/learn.game": "Learn",
    "button/table.open": "Play",
    "learn/list": (
        "**Lessons**, of five to ten minutes each. Leave whenever you like: `/learn` remembers how far you got."
    ),
    "learn/game": "**{title}**",
    "learn/in_english": "Lesson {number}, in English",
    "learn/line/new": "▫️ {title}",
    "learn/line/under_way": "▶️ {title}: step {step} of {steps}",
    "learn/line/done": "✅ {title}",
    "learn/plain/new": "{of} · {minutes} minutes",
    "learn/plain/under_way": "{of} · step {step} of {steps}",
    "learn/plain/done": "{of} · finished; begin it again",
    "learn/pick": "Choose a lesson …",
    "learn/go_on": "Continue: {title}",
    "learn/none": "There are no lessons here; `/rules` opens the guides.",
    "learn/opened": "Your lesson is in your DM: {link}",
    "learn/head": "-# {of} · {title} · {step} of {steps}",
    "learn/step": "**{title}**",
    "learn/right": "> ✅ **{label}** · {said}",
    "learn/wrong": "> ❌ **{label}** · {said}",
    "learn/done": "**{title}**: you have finished this lesson of {of}.",
    "learn/first_hand": (
        "👉 **{button:practice.first}**: a prepared hand in this DM, which takes two minutes and which you can win."
    ),
    "learn/next": (
        "Next comes **{title}**, {minutes} minutes; or **{button:practice.begin}** with robots, where nothing counts."
    ),
    "learn/play": (
        "That was the last one: you can play {title}. **{button:practice.begin}** deals you a hand with robots, where "
        "nothing counts. In a channel `/table open` opens a table, **{button:lobby.robot+}** fills its seats, and "
        "**{button:lobby.start}** deals."
    ),
    "help/lobby": "**{title}** has not begun: {count:seat is|seats are} taken, and it takes {fewest} to start.",
    "help/lobby_enough": (
        "**{title}** has not begun; {count:seat is|seats are} taken, which is enough: **{button:lobby.start}** deals "
        "the first hand."
    ),
    "help/more": (
        "-# **{button:hand.show}** shows you your hand, **{button:rules}** explains {title}, and `/why` explains the "
        "last score."
    ),
    "help/hint": "-# **{button:hint}** says what an old hand would do.",
    "help/more_practice": (
        "-# **{button:why}** explains this moment and the last score, **{button:rules}** explains {title}, and "
        "**{button:practice.close}** ends practice."
    ),
    "help/place": "-# Your table of {title} is in {place}.",
    "help/more_lobby": (
        "-# **{button:learn}** teaches {title}, and **{button:rules}** explains it. `/table start at:` names a time to "
        "begin."
    ),
    "help/games": "No table is open here. I deal {count:game|games}:",
    "help/begin": (
        "At a table, **{button:lobby.join}** takes a seat, **{button:lobby.robot+}** fills an empty one, and "
        "**{button:lobby.start}** deals. You can begin with:"
    ),
    "help/command": "- `/{command}`: {description}",
    "button/me.erase": "Erase me anyway",
    "form/orders": "Standing order",
    "form/orders_field": "What to say for you in this hand",
    "form/house": "House rule",
    "form/house_option": "Which rule",
    "form/house_value": "Its value",
    "form/salt": "Salt the shuffle",
    "form/salt_field": "Any words you like",
    "button_vote": "Robot for {seat}",
    "piece/unknown": "a hidden one",
    "unit/": "",
    "unit/points": "{amount:point|points}",
}

SENTENCES: Final[dict[str, str]] = {
    **REFUSALS,
    **table_log.LOG,
    **MESSAGES,
    **buttons.LABELS,
    **moments.GENERAL,
    **evening.GENERAL,
    **real_table.GENERAL,
}
