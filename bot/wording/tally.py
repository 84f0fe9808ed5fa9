"""Sentences about the crew's tally."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    # Refusals.
    "TALLY/no_dm": "The tally belongs to a server; ask for it in one of its channels.",
    "TALLY/not_scorer": "Only the scorer, or an admin of the server, may do that.",
    "TALLY/not_admin": "Only an admin of the server may do that.",
    "TALLY/no_speech": "I may not post in this channel; `/boneyard doctor` says what is missing.",
    "TALLY/empty": "Please add a {what}.",
    "TALLY/long": "That {what} is too long; the limit is {most} letters.",
    "TALLY/money": "“{word}” is about money, and the tally is not; leave it out of the {what}.",
    "TALLY/name": "“{name}” cannot be a name in the books.",
    "TALLY/taken": "{by} already has the name {name}.",
    "TALLY/namesake": "There is a {by} in the books already.",
    "TALLY/aliases": "Nobody can have more than {most} other names.",
    "TALLY/nobody": (
        "Nobody called {name} is in the books; `/books guests` enters people who have played no hand here."
    ),
    "TALLY/known": "{person} is in the books already, as {name}; `/books names` gives them another name.",
    "TALLY/page_old": "That player has another name in the books now; `/tally player` finds them.",
    "TALLY/page_elsewhere": (
        "This channel no longer belongs to the books on this page; `/tally show` opens the ones that it belongs to."
    ),
    "TALLY/stranger": (
        "{name} is not in the books yet; their first hand here enters them. If they are there as a guest, "
        "the scorer can say so with `/books guests`."
    ),
    "TALLY/you": (
        "You are not in the books yet; your first hand here enters you. If you are there as a guest, the "
        "scorer can say so with `/books guests`."
    ),
    "TALLY/several": "More than one is called {name}: {names}. Say which.",
    "TALLY/paid_alone": "Say who the other one is: `from:` whoever handed it over, or `to:` whoever got it.",
    "TALLY/same": "{name} cannot be on both sides.",
    "TALLY/weights": (
        "“{given}” is not a weight; write a game and a number from 1/10000 to 1000, such as “bonedoneskis 1/100”, or "
        "{keyword:even}, or {keyword:none}. The games: {games}."
    ),
    "TALLY/idle_guests": (
        "{most} guests have no entry yet, so only the scorer can add more; `/books guests … out:True` takes one out."
    ),
    "TALLY/own_idle_guests": (
        "{most} of the guests that you entered have no entry yet; `/books adjust` gives them one."
    ),
    "TALLY/crossed": "{name} has crossed the bar and stays in the books.",
    "TALLY/former": "{name} has no name to honour; only people with a name can be marked.",
    "TALLY/guest_in_use": "{name} has entries in the books and has to stay.",
    "TALLY/guest_aliases": "{name} has {most} other names; only the scorer can give a guest more.",
    "TALLY/no_alias": "{name} is not called “{given}” here; `/tally player` lists the other names.",
    "TALLY/own_name": (
        "{name} is that player's name in the books, so it needs another in its place: the scorer sets that with "
        "`/books names` and `main:True`. {name} is then one of their other names, which `out:True` takes away."
    ),
    "TALLY/two_people": "{names} are two people on Discord, or one of them was erased; they cannot be joined.",
    "TALLY/join_over": "Nobody asks that any more.",
    "TALLY/join_own": "You asked that yourself, so it takes the word of others.",
    "TALLY/not_joined": "Nobody called {name} was joined to somebody else in these books.",
    "TALLY/not_asked": "The scorer has named somebody else for {name}.",
    "TALLY/no_guest": "{name} is not a guest.",
    "TALLY/amount": "An amount is a whole number from 1 to {most}.",
    "TALLY/too_large": "That is too large for the books: somebody's total would pass 1,000,000,000,000,000.",
    "TALLY/entry": "There is no entry {given} in this book.",
    "TALLY/void": "Entry {number} has been struck out already.",
    "TALLY/undone": "Entry {number} has already been taken back, by entry {entry}.",
    "TALLY/paper_busy": "A paper is being entered or taken back here at the moment; please try again in a minute.",
    "TALLY/paper_undone": "All of {paper} has already been taken back.",
    "TALLY/not_pending": "Entry {number} is not waiting to be confirmed; the scorer can take it back.",
    "TALLY/season": "There is no season {given}; choose one of {seasons}.",
    "TALLY/season_name": "There is a season called {name} already.",
    "TALLY/ruled_off": "{season} is closed already.",
    "TALLY/no_sheet": "That sheet belongs to another server.",
    "TALLY/dissolved": (
        "No channel is set aside for {group} any more, so its sheet stays as it is. An admin can set one aside again "
        "with `/boneyard settings group:`; then its season can be closed there."
    ),
    "TALLY/empty_sheet": "This sheet is still empty; there is no season to close.",
    "TALLY/no_vote": (
        "Only people with confirmed results on {days} days of the last {recent} have a vote on closing the season; the "
        "scorer closes it alone."
    ),
    "TALLY/date": "{given} is not a date; write 2024-03-01 or 1/3/2024 (the day before the month).",
    "TALLY/dates": "{since} is after {until}; there are no days between them.",
    "TALLY/call_quiet": "I cannot read {given} as hours; say 22-7, 22:30-7:00 or {keyword:off}.",
    "TALLY/minutes": "A hand can wait for 0 to {most} minutes.",
    "TALLY/no_id": "That is not a {what} on this server.",
    "TALLY/format": "The books come as {allowed}, not as {given}.",
    "TALLY/paper_none": "Attach a file with the lines of your paper tally, or press the button to paste them.",
    "TALLY/paper_fetch": "Discord would not give me that file; try again, or paste its lines.",
    "TALLY/paper_size": "That file is too large; the limit is {most} MB.",
    "TALLY/paper_empty": "There is nothing to enter: the first line names the columns, every other one is an entry.",
    "TALLY/paper_long": "That paper is too long; the limit is {most} lines at a time.",
    "TALLY/paper_form": "Line {line} cannot be read as a table; is a quotation mark missing?",
    "TALLY/paper_date": "The first line must name the columns, one of them “date”; it says {given}.",
    "TALLY/paper_players": "The first line must name 2 to {most} players; it names {count}.",
    "TALLY/paper_twice": "{name} has two columns.",
    "TALLY/paper_wrong": "{count:line is|lines are} wrong, the first of them line {line}; nothing was entered.",
    "TALLY/paper_known": "That paper is in the books already ({paper}).",
    "TALLY/paper_years": "The days of that paper can be read in two ways. Send it to me again, and choose one.",
    "TALLY/paper_nothing_new": "Every line of that paper is in the books already.",
    "TALLY/books_file": (
        "I cannot read that file of books. It is damaged, or a newer Boneyard has written it; export the books again."
    ),
    "TALLY/books_newer": (
        "A newer Boneyard, {theirs}, has written those books, and this one, {own}, cannot read all of them. Bring them "
        "in once its host has updated it."
    ),
    "TALLY/books_whole": "Books move as a whole; leave out `season`, `game`, the days and `player`.",
    "TALLY/paper_gone": "I no longer have that paper; send it to me again.",
    # Standings and statements.
    "tally/robots": "the robots",
    "tally/nobody": "somebody",
    "tally/that_person": "That person",
    "tally/the_crew": "The crew",
    "tally/all_seasons": "all seasons",
    "tally/season": "Season {number}",
    "tally/title": "**Tally** · {what}",
    "tally/what": "{what} (in {unit})",
    "tally/dates": "{since} to {until}",
    "tally/empty": (
        "Nothing is in the books here yet. Finished hands and games of "
        "dominoes are entered; one that is broken off is not."
    ),
    "tally/standing": "{place}. **{name}** {amount} ({entries:entry|entries})",
    "tally/standing_by_game": "{place}. **{name}** {amount} ({entries:entry|entries}): {games}",
    "tally/waits": (
        "-# 1 entry waits to be confirmed by {who} (`/tally confirm`). If nobody disputes it, it counts anyway {when}."
    ),
    "tally/wait": (
        "-# {count} entries wait to be confirmed by {who} (`/tally confirm`). If nobody disputes them, they count "
        "anyway, the last one {when}."
    ),
    "tally/asked": "**Is it right?** {entry}",
    "tally/players_or_scorer": "{names}, or by the scorer",
    "tally/the_scorer": "the scorer",
    "tally/in_dispute": (
        "-# {count:entry is|entries are} disputed: such an entry counts only once everyone who played it, or the "
        "scorer, confirms it (`/tally confirm`). The scorer can also strike it out (`/books undo`)."
    ),
    "tally/choice_disputed": "disputed: {entry}",
    "tally/choice_whole": "everything that came as {mark}",
    "tally/rest": "rest",
    "tally/others": "{{count}} more",
    "tally/short/other": "Other",
    "tally/short/all": "All",
    "tally/player": "**{name}** · {what}",
    "tally/player_game": "{title}: {amount}",
    "tally/player_total": "In all **{amount}** {unit} in {entries:entry|entries}.",
    "tally/aliases": "-# Also called {names}.",
    "tally/no_game": "Other entries",
    "tally/head": "**{one} and {other}** · {what}",
    "tally/head_game": (
        "{title}: {entries:entry|entries} together; {one} came out ahead in {ahead}, {other} in {behind}. "
        "{one} {mine}, {other} {theirs}."
    ),
    "tally/head_partners": (
        "{title}, as partners: {entries:entry|entries} together; they gained in {ahead} and lost in {behind}. "
        "{one} {mine}, {other} {theirs}."
    ),
    "tally/never_together": "They have no entry together.",
    "tally/settle": "**Who owes whom** · {what}",
    "TALLY/not_owed": "That has changed: {giver} no longer has to hand {taker} so many. Open `/tally settle` again.",
    "TALLY/no_payment": "That belongs to the books of another server.",
    "TALLY/payment_answered": "That has been answered already; `/tally settle` shows what is owed now.",
    "TALLY/payments_wait": "{most} of your hand-overs wait to be confirmed; they come first.",
    "TALLY/not_your_payment": "That is for {giver}, {taker} and the scorer to say, and each side for the other.",
    "TALLY/not_yours_to_forgive": "Only {name} can forgive that. The scorer can, where a side is not on Discord.",
    "tally/payment/paid": "{giver} handed {taker} {amount}",
    "tally/payment/forgiven": "{taker} forgave {giver} {amount}",
    "tally/payment/line": "-# {what}. {state}",
    "tally/payment/asked": "**Is it right?** {what}.",
    "tally/payment/waits": "It changes what is owed once {who} says that it is right.",
    "tally/payment/counts": "It counts: it changes what is owed, and no standing.",
    "tally/payment/void": "It counts for nothing.",
    "tally/said/payment": "{by} says: {what}.",
    "tally/brought_forward": "-# Brought forward: {amounts} (`/tally settle`).",
    "tally/pay_whom": "{giver} to {taker}",
    "tally/owes": "{giver} hands {taker} {amount}.",
    "tally/even": "Everybody is even.",
    "tally/fewest": "-# {count:hand-over makes|hand-overs make} everybody even; fewer cannot.",
    "tally/few": "-# {count:hand-over makes|hand-overs make} everybody even.",
    "tally/records": "**Records** · {what}",
    "tally/no_records": "No hand that could be a record is in the books here yet.",
    "tally/record/biggest": "Biggest hand: {names} {most} ({where}, {on})",
    "tally/record/hands": "Most hands played: {names}, {most}",
    "tally/feat/hands": "Hands",
    "tally/feat/run": "Longest winning run",
    "tally/feats": "-# {feats}",
    "tally/feat_of": "{title} {amount}",
    "tally/feat_share": "{title} {amount} of {tries} ({percent} %), longest run {run}",
    "tally/feat_sorts": "{told} ({sorts})",
    "tally/luck/above": (
        "-# {title}: {good}. If all played equally well, {name} would have about {expected}, and 19 times in 20 "
        "between {low} and {high}. That is more than luck alone explains."
    ),
    "tally/luck/within": (
        "-# {title}: {good}. If all played equally well, {name} would have about {expected}, and 19 times in 20 "
        "between {low} and {high}. Luck alone can explain that."
    ),
    "tally/luck/below": (
        "-# {title}: {good}. If all played equally well, {name} would have about {expected}, and 19 times in 20 "
        "between {low} and {high}. That is fewer than luck alone explains."
    ),
    "tally/each_hand": "{average} a hand",
    "tally/best_hand": "best hand {amount}",
    "tally/partner": "Most often with {name}: {good} of {tries} won.",
    "tally/worth": "{amount}",
    "tally/leaders": "**{title}** · {what}",
    "tally/choose_hand": "Replay a hand …",
    "tally/choose_feat": "Leaderboards …",
    "tally/leader": "{place}. **{name}** {amount}",
    "tally/leader_you": "-# {place}. You: {amount}",
    "tally/nobody_yet": "Nobody has this yet.",
    "tally/partners": "**Partners** · {what}",
    "tally/pair": "{place}. **{names}** {good} of {tries} won ({percent} %)",
    "tally/no_pairs": "Nobody has played as partners here yet.",
    "card/place": "{place}.",
    "card/dates": "{first} to {last}",
    "card/biggest": "Biggest hand",
    "card/of_game": "{title} · {short}",
    "wall/title": "Champions",
    "wall/season": "{season} · wooden spoon: {names} {figure}",
    "wall/line": "{season}: {names}, {figure}. Wooden spoon: {last}, {lowest}",
    "wall/seasons": "{count:season|seasons}",
    "wall/empty": "No season has been closed with somebody ahead yet; `/tally season` closes one.",
    "card/champion": "Champion: **{names}**, {figure}.",
    "card/runner_up": "{place} {name} {figure}",
    "TALLY/card": "A card shows one season: name it in `season:`, or leave that out for the open one.",
    "TALLY/feat": "There is no feat “{given}”; choose one of {feats}.",
    "TALLY/no_partners": "Nobody plays with a partner in {title}.",
    # Entries.
    "tally/entry": "**#{number}** {where}: {line}. {amounts}",
    "tally/where": "{title}, table {table}, hand {hand}",
    "tally/where_moved": "{title}, table {table}, hand {hand}, before the move",
    "tally/where_session_moved": "{title}, table {table}, before the move",
    "tally/where_session": "{title}, table {table}",
    "tally/line/paper": "from paper",
    "tally/line/session": "a whole session with {count:result|results}",
    "tally/line/reverses": "takes back #{number} ({reason})",
    "tally/line/game_points": "a game's points, less the mean",
    "tally/pending": "-# It counts {when}, unless somebody disputes it.",
    "tally/disputed": (
        "-# It is disputed: it counts only once everyone who played it, or the scorer, says that it is right."
    ),
    "tally/void": "-# It counts for nothing.",
    "tally/confirmed": "-# Confirmed by {by}.",
    "tally/undisputed": "-# Nobody disputed it.",
    # Announcements.
    "tally/said/adjusted": "{by} made an entry.",
    "tally/said/undone": "{by} took an entry back.",
    "tally/said/voided": "{by} struck out an entry that was not confirmed: {reason}",
    "tally/said/too_large": "A hand was too large for the books; it counts for nothing, and the game continues.",
    "tally/said/disputed": "{by} disputes an entry: {reason}",
    "tally/said/guest": "{by} entered a guest in the books: {name}.",
    "tally/said/entered": "{by} entered a member of the server in the books: {name}.",
    "tally/said/crossed": "{by} notes: {name} has crossed the bar. The row, the name and the records stay.",
    "tally/said/not_crossed": "{by} takes back the note that {name} has crossed the bar.",
    "tally/said/guest_out": "{by} took a guest out of the books: {name}.",
    "tally/said/alias_gone": "{by} says that {name} is not called {alias} any more.",
    "tally/said/known": "{by} says that {guest} is {name}; what stood under that name is now {name}'s.",
    "tally/said/linked": "{by} says that {name} is {person}, to whom what stands under that name belongs now.",
    "tally/said/join": (
        "{by} takes {name} and {other} for one person. They are joined once {other} says so, or two others who are in "
        "the books."
    ),
    "tally/said/parted": "{by} parted {name} from {other} again, each with their own entries.",
    "tally/said/claim": "{by} takes {person} for {name}. What is owed and won there is joined only by their own word.",
    "tally/said/alias": "{by} says that {name} is also called {alias}.",
    "tally/said/paper": "{by} entered a paper of {lines:line|lines} in {season} ({paper}).",
    "tally/said/moved": "{by} brought in the books of a crew, with {entries:entry|entries} ({paper}).",
    "tally/said/paper_undone": "{by} took {entries:entry|entries} of {paper} back: {reason}",
    "tally/vote_over": "Votes on closing {season} are counted further down.",
    "tally/said/vote": (
        "{by} wants {season} closed: {votes} of {voters} with a vote say so; more than half are needed."
    ),
    "tally/said/ruled_off": "{by} closed {season}. The next season is {next}.",
    "tally/said/house_kept": "{by} set our house rules for {title}, {pace}; new tables begin with them. {changed}",
    "tally/said/house_forgotten": (
        "{by} took back our house rules for {title}, {pace}; new tables go by the rulebook again."
    ),
    "tally/said/set": "{by} set “{name}” in the tally: {value}.",
    # Answers to changes.
    "tally/done": "Entry #{number} is in the books, on the sheet of {season}. It changes the standing there. To say "
    "that a debt was handed over, use `/tally paid`, which changes no standing.",
    "tally/undone": "Taken back: {count:entry|entries}.",
    "tally/struck": "Struck out; it counts for nothing.",
    "tally/counts": "Entry #{number} counts.",
    "tally/agreed": "You agreed to entry #{number}; {left:player has|players have} not yet.",
    "tally/by_button": "by the button",
    "tally/noted": (
        "Entry #{number} is disputed: it counts only once everyone who played it, including you, or the scorer says "
        "that it is right."
    ),
    "tally/is_guest": "{name} is in the books.",
    "tally/is_out": "{name} is out of the books.",
    "tally/is_no_alias": "{name} is not called {alias} any more.",
    "tally/is_known": "The guest is {name} now.",
    "tally/is_linked": "{name} is no longer a guest: those entries belong to their account on Discord now.",
    "tally/join_asked": "{gone} and {kept} are joined once {kept} says so, or two others who are in the books.",
    "tally/join_done": "{gone} and {kept} are one person in the books now.",
    "tally/is_parted": "{name} stands apart from {other} again, each with their own entries.",
    "tally/is_asked": "{name} is asked; they are joined only by their own word.",
    "tally/is_back": "You are {name} in the books, with what stood under that number.",
    "tally/crossed": "⚓ {name} has crossed the bar.",
    "tally/crossed_label": "{name} (crossed the bar)",
    "tally/is_crossed": "{name} has crossed the bar, and stays in the books with honour.",
    "tally/is_not_crossed": "{name} is no longer noted as having crossed the bar.",
    "tally/guest_label": "{name} (guest)",
    "tally/is_renamed": "{name} is {new} in the books now; both names find them.",
    "tally/follows": "The name of {name} follows Discord's again from when they next sit down.",
    "tally/said/renamed": "{by} calls {name} “{new}” in the books.",
    "tally/is_alias": "{name} is also called {alias}.",
    "tally/voted": "Your vote counts: {votes} of {voters} so far; more than half are needed.",
    "tally/closed": "{season} is closed.",
    "tally/shared": "Posted in this channel.",
    "tally/exported": "Here are the books.",
    "tally/house": "**The tally counts in {unit}**",
    "tally/house_line": "{name}: {value}",
    "tally/house_tables": "**New tables begin with**",
    "tally/setting/unit": "Unit",
    "tally/setting/channel": "Channel of the tally",
    "tally/setting/scorer": "Scorer's role",
    "tally/setting/confirm": "Minutes to confirm",
    "tally/setting/group": "Group of this channel",
    "tally/setting/call_role": "Role to call for players",
    "tally/setting/call_quiet": "Hours without calls",
    "tally/setting/weights": "Weights of games",
    "tally/setting/language": "Language in channels",
    "tally/language_of_server": "as in the server",
    "TALLY/language": "I do not speak {given}; `/boneyard settings` lists the languages.",
    "tally/setting/robots": "Hands with robots",
    "tally/setting/memories": "A year ago tonight",
    "tally/memories": "in {place} at {hour}:00, {zone}",
    "tally/robots/apart": "stand apart, and count in no balance",
    "tally/robots/people": "count between the people alone",
    "tally/apart": "-# Against robots: {amount} in {entries:entry|entries}. It stands apart, in no balance.",
    "TALLY/apart": "Entry {number} stands apart already, since robots have a part in it.",
    "tally/weight": "{title} ×{weight}",
    "tally/unit": "match|matches",
    "tally/usual": "the host's default",
    "tally/none": "none",
    # Papers.
    "tally/paper/title": "**I understood {lines:line|lines}**, from {first} to {last}, in {season}.",
    "tally/paper/title_day": "**I understood {lines:line|lines}**, of {first}, in {season}.",
    "tally/paper/grows": "The sheet {season} came from an earlier paper. It grows by what is new.",
    "tally/paper/years": "-# Years of two digits: {days}.",
    "tally/paper/day": "“{given}” is {day}",
    "tally/paper/order": "Which number is the year?",
    "tally/paper/order/day": "The last one: {given} is {day}",
    "tally/paper/order/year": "The first one: {given} is {day}",
    "tally/paper/ask_years": "Nothing is entered yet. Choose in the menu which number of a day is the year.",
    "tally/paper/known": "{name} is {member}: {amount}",
    "tally/paper/new": "{name} is a new guest: {amount}",
    "tally/paper/line": "-# line {number}: {on}, {reason}: {amounts}",
    "tally/paper/wrong": "**{count:line is|lines are} wrong**, and nothing is entered until every line is right:",
    "tally/paper/why": "line {number}: {why}",
    "tally/paper/more": "… and {count} more",
    "tally/paper/why/sum": "its amounts sum to {total}, not to 0",
    "tally/paper/why/date": "“{given}” is not a date; write 2024-03-01 or 1/3/2024, the day before the month",
    "tally/paper/why/no_date": "it has no day; write 2024-03-01 or 1/3/2024, the day before the month",
    "tally/paper/why/future": "its day, {day}, is still to come",
    "tally/paper/why/amount": "“{given}” for {name} is not a whole number; write 1000, -3 or (3)",
    "tally/paper/why/large": "“{given}” for {name} is more than {most}",
    "tally/paper/why/money": "“{word}” is money",
    "tally/paper/why/long": "what happened is longer than {most} letters",
    "tally/paper/why/game": "“{given}” is not a game; choose one of {games}",
    "tally/paper/why/cells": "it has {count:cell|cells}, and the first line has {width}",
    "tally/paper/ends": "-# With it, the chart ends at {amounts}.",
    "tally/paper/in_books": "**{count:line is|lines are} in the books already**, with the same day, amounts and "
    "reason.",
    "tally/paper/ask_known": "Nothing is entered yet. What is in the books already stays out, unless you press "
    "*{button:tally.paper.all}*.",
    "tally/paper/ask": "Nothing is entered yet. Is it right?",
    "tally/paper/kept": "-# I keep it for {count:day|days}; then send it to me again.",
    "tally/paper/entered": "{lines:line of paper is|lines of paper are} in the books ({paper}).",
    "tally/moved/title": (
        "**{entries:new entry|new entries}** in {seasons:season|seasons}, with {handed:hand-over|hand-overs}."
    ),
    "tally/moved/units": "Those books count in {unit}, and these in {own}.",
    "tally/moved/known": "{name} is {member}",
    "tally/moved/new": "{name} is new here",
    "tally/moved/former": "{count:former member|former members}",
    "tally/moved/in_books": "{count:entry is|entries are} in the books already, and stay out.",
    "tally/moved/waiting": (
        "{count:entry waited|entries waited} to be confirmed there, and stayed behind; confirm them and export again."
    ),
    "tally/moved/nothing": "Everything in that file is in the books already.",
    "tally/moved/entered": "{entries:entry|entries} of those books are in these now ({paper}).",
    "tally/paper/left": "Nothing was entered.",
    "form/tally": "A paper tally",
    "form/tally_field": "Its lines: columns, then entries",
    "form/tally_file": "Or the file itself",
    "form/tally_example": "date, entry, Bear, Bull, Wally",
    "form/tally_season": "Its own season, closed (or leave empty)",
    "button/tally.page.show": "Standings",
    "button/tally.page.player": "Player",
    "button/tally.page.sheet": "Sheet",
    "button/tally.page.chart": "Chart",
    "button/tally.page.earlier": "◀ Earlier",
    "button/tally.page.later": "Later ▶",
    "button/tally.page.records": "Records",
    "button/tally.confirm": "It is right",
    "button/tally.dispute": "Dispute",
    "button/tally.pay": "Paid",
    "button/tally.debts.before": "◀ Back",
    "button/tally.debts.after": "More ▶",
    "button/tally.join": "One person",
    "button/tally.me": "That is me",
    "button/tally.handed.yes": "It is right",
    "button/tally.handed.no": "It is not",
    "button/tally.ruleoff": "Close the season",
    "button/tally.paste": "Paste lines",
    "button/tally.paper.enter": "Enter it",
    "button/tally.paper.all": "Enter all lines",
    "button/tally.paper.leave": "Cancel",
}
