"""The pages of the hand of the day, and a crew's results: squares, scores and times, but nothing of the hand itself."""

from collections.abc import Sequence
from typing import Final

from bot.ports import (
    MINUTE,
    MOST_TEXT,
    Accent,
    Buttons,
    Message,
    Pattern,
    Place,
    Request,
    fit_texts,
    format_timestamp,
    lay_out,
    make_button,
    make_dm_link,
    separate,
    with_buttons,
)
from bot.store import Connection, JsonObject
from bot.store.books import Crew, crews
from bot.store.tables import days, rows
from bot.store.tables.days import DailyHand, Deal, MemberHand
from bot.tables.aggregate import Table, month_of
from bot.tables.aggregate.days import date_of, find_end
from bot.tables.dailies import AHEAD, BEHIND, LEVEL, channel_of, list_hands, rank_day, rank_month, score_of
from bot.tally.books import words_of_crew
from bot.tally.books.book import rank_places
from bot.wording import Words
from bot.wording.times.days import format_day
from games import registry

SHOW: Final = "daily.show"
PLAY: Final = Pattern("daily.{way:play|instead}.{day:int}")
"""The buttons that open the hand of a day, the second in place of the practice table that is open."""
JOIN: Final = "daily.join"
QUIT: Final = "daily.quit"
HERE: Final = "daily.here"
SHARE: Final = Pattern("daily.share.{day:int}")
"""The button that shows a result of a day as a card to copy."""
CHECK: Final = "daily.check"
BACK: Final = "daily.back"
LEAVE: Final = "daily.leave"
LEAVE_NOW: Final = "daily.leave.yes"
MOST_LINES: Final = 10
"""The most people that a list names."""
_SQUARES: Final = {AHEAD: "🟩", LEVEL: "🟨", BEHIND: "⬛"}
_PLACES: Final = {AHEAD: "ahead", LEVEL: "level", BEHIND: "behind"}


def make_page(connection: Connection, deal: Deal, request: Request) -> Message:
    """The page of the hand of the day for whoever asks, with the dailies that they have joined.

    In a server its own crew comes first, with an invitation if they have not joined its daily.
    """
    words, here, user = request.words, request.location, request.user
    hand, joined = days.find_hand(connection, user, deal.day), days.crews_of(connection, user)
    begun = hand is not None or days.has_begun(connection, user, deal.day)
    title, today = registry.cover(deal.game).TITLE, format_day(date_of(deal.day), words)
    head = [words.say("daily/head", title=title, date=today), _describe_own(connection, deal, hand, begun, request)]
    groups: list[list[str]] = [[*head, words.say("daily/ends", when=format_timestamp(find_end(deal.day)))]]
    finished = (make_button(SHARE, words, day=deal.day),) if hand is not None and hand.is_finished else ()
    buttons = [*finished, make_button(CHECK, words)]
    if (last := days.find_revealed_hand(connection, user)) is not None:
        place, played = days.find_place(connection, last)
        on = format_day(date_of(last.day), words)
        groups[0].append(words.say("daily/place", date=on, place=place, played=played))
        buttons += [make_button(BACK, words)] if request.in_dm else []
    own = None
    if not request.in_dm:  # an empty crew for a server that has none yet: who joins its daily first stores a real one
        found = crews.find_at_place(connection, here.guild, here.places)
        own = found or Crew(0, here.guild, "", {}, 0)
        is_member = own.id in joined
        groups += _describe_crew(connection, own, deal, words, True) if is_member else [[words.say("daily/invite")]]
        buttons.append(make_button(QUIT, words) if is_member else make_button(JOIN, words, "primary"))
        if request.requester.admin and channel_of(own) not in (0, here.channel):
            buttons.append(make_button(HERE, words))
    for crew in (crews.find_crew(connection, number) for number in joined if own is None or number != own.id):
        groups += _describe_crew(connection, crew, deal, words, False) if crew is not None else []
    parts = separate(*([text] for text in fit_texts(groups, MOST_TEXT)))
    play = () if begun else (make_button(PLAY, words, "success", way="play", day=deal.day),)
    return lay_out(Accent.NONE, (*parts, (*play, *buttons)))


def _describe_own(connection: Connection, deal: Deal, hand: DailyHand | None, begun: bool, request: Request) -> str:
    """Say how far the reader has come with the hand of the day, or that they still play an earlier one."""
    words, under_way = request.words, days.find_hand_under_way(connection, request.user)
    if under_way is not None:
        channel = rows.load(connection, under_way.table).channel
        if under_way.day != deal.day:
            return describe_earlier(under_way, channel, words)
        return words.say("daily/under_way", link=make_dm_link(channel))
    if hand is None:
        return words.say("daily/erased" if begun else "daily/plain")
    if not hand.is_finished:
        return words.say("daily/left")
    return words.say("daily/done", result=describe_result(hand, deal.game, words))


def describe_earlier(hand: DailyHand, channel: int, words: Words) -> str:
    """The sentence about the hand of an earlier day that its player has not ended, in their DM `channel`."""
    return words.say("daily/earlier", date=format_day(date_of(hand.day), words), link=make_dm_link(channel))


def _describe_crew(connection: Connection, crew: Crew, deal: Deal, words: Words, here: bool) -> list[list[str]]:
    """The groups of lines about the day and the month of a crew's daily. `here` is True in the crew's own server."""
    key, place = ("daily/crew" if here else "daily/crew_in"), f"<#{channel_of(crew)}>"
    today = list_day(list_hands(connection, crew.id, deal.day, deal.day), deal.game, words)
    date = format_day(date_of(deal.day), words)
    lines = [words.say(key, date=date, place=place), *today] if today else []
    if here:
        lines.append(words.say("daily/posted_in", place=place))
    played = list_hands(connection, crew.id, *month_of(deal.day))
    head = words.say("daily/month", month=name_month(deal.day, words))
    month = [head, *list_month(played, words), words.say("daily/scored")]
    return [*([lines] if lines else []), *([month] if played else [])]


def name_month(day: int, words: Words) -> str:
    """The name of a day's month: "Mar 2024"."""
    first_date = date_of(day)
    return words.say("daily/month_name", month=words.say(f"date/month/{first_date.month}"), year=first_date.year)


def describe_result(hand: DailyHand, game: str, words: Words) -> str:
    """A finished hand without spoilers: its squares, its score, its time, and the player's days in a row if there are
    two or more."""
    took = (hand.ended_at or hand.begun_at) - hand.begun_at
    key = "daily/result/streak" if hand.streak > 1 else "daily/result"
    squares = draw_squares(hand.squares, words)
    minutes = max(1, round(took / MINUTE))
    return words.say(
        key, squares=squares, score=_write_score(hand.score or 0, game, words), minutes=minutes, streak=hand.streak
    )


def draw_squares(squares: str, words: Words) -> str:
    """The squares of a result as emojis, one for each opposing side, and in words."""
    drawn = "".join(_SQUARES.get(square, "") for square in squares)
    sides = tuple(
        words.say(f"daily/{said}", count=squares.count(square)) for square, said in _PLACES.items() if square in squares
    )
    return words.say("daily/squares", squares=drawn, sides=sides)


def make_card(hand: DailyHand, game: str, words: Words) -> str:
    """A finished hand as a card to copy, without spoilers."""
    result = describe_result(hand, game, words).replace("**", "")
    facts = {"title": registry.cover(game).TITLE, "date": format_day(date_of(hand.day), words)}
    return words.say("daily/card", result=result, **facts)


def _write_score(score: int, game: str, words: Words) -> str:
    return words.about(game).say("daily/score", score=score)


def list_day(hands: Sequence[MemberHand], game: str, words: Words) -> list[str]:
    """The lines of a crew's ended hands of one day, the best first; none while nobody has played it."""
    ranked = rank_day(hands)[:MOST_LINES]
    finished = [member for member in ranked if member.hand.score is not None]
    places = rank_places([member.hand.score or 0 for member in finished])
    lines = [
        words.say("daily/line", place=place, name=member.name, result=describe_result(member.hand, game, words))
        for place, member in zip(places, finished, strict=True)
    ]
    return lines + [words.say("daily/line/left", name=member.name) for member in ranked if member.hand.score is None]


def list_month(hands: Sequence[MemberHand], words: Words) -> list[str]:
    """The lines of a crew's month, the best first."""
    ranked = rank_month(hands)[:MOST_LINES]
    places = rank_places([standing.points for standing in ranked])
    return [
        words.say("daily/standing", place=place, name=standing.name, points=standing.points, played=standing.played)
        for place, standing in zip(places, ranked, strict=True)
    ]


def make_announcement(connection: Connection, payload: JsonObject) -> tuple[Place, Message] | None:
    """Make the announcement of a result, or of a month's winner, from its stored payload. None if its player has left
    the daily or was erased since, or if there is nothing to tell."""
    crew = crews.find_crew(connection, payload["crew"])
    if crew is None or not channel_of(crew):
        return None
    words, place = words_of_crew(crew), Place(channel_of(crew), crew.guild)
    if "month" in payload:
        groups = _list_month_lines(connection, crew, payload["month"], words)
    else:
        groups = _list_result_lines(connection, crew, payload["table"], words)
    parts = separate(*([text] for text in fit_texts(groups, MOST_TEXT)))
    row = (make_button(SHOW, words),)
    return (place, lay_out(Accent.FINISHED, (*parts, row))) if parts else None


def _list_result_lines(connection: Connection, crew: Crew, table: int, words: Words) -> list[list[str]]:
    hand = days.find_hand_at(connection, table)
    deal = days.find_deal(connection, hand.day) if hand is not None else None
    of_day = list_hands(connection, crew.id, deal.day, deal.day) if deal is not None else []
    own = next((known for known in of_day if known.hand.table == table), None)
    if own is None or deal is None:
        return []
    facts = {"title": registry.cover(deal.game).TITLE, "date": format_day(date_of(deal.day), words)}
    post = words.say("daily/post", name=own.name, result=describe_result(own.hand, deal.game, words), **facts)
    return [[post], list_day(of_day, deal.game, words)] if len(of_day) > 1 else [[post]]


def _list_month_lines(connection: Connection, crew: Crew, first: int, words: Words) -> list[list[str]]:
    hands = list_hands(connection, crew.id, *month_of(first))
    ranked = rank_month(hands)
    if not ranked:
        return []
    best = tuple(known.name for known in ranked if known.points == ranked[0].points)
    won = words.say("daily/won", month=name_month(first, words), names=best, points=ranked[0].points)
    return [[won], [*list_month(hands, words), words.say("daily/scored")]]


def describe_checks(deals: Sequence[Deal], newest: int, words: Words) -> str:
    """The commitments of these days, each with its secret once that is public."""
    lines = [words.say("daily/check")]
    for deal in deals:
        opened = deal.opened_at is not None
        key = "open" if opened else "coming" if deal.day > newest else "shut"
        facts = {"date": format_day(date_of(deal.day), words), "commitment": deal.commitment}
        facts |= {"secret": deal.secret} if opened else {"when": format_timestamp(find_end(deal.day))}
        lines.append(words.say(f"daily/check/{key}", **facts))
    return "\n".join(lines)


def ask_to_leave(table: Table, words: Words) -> Message:
    """Ask for a confirmation before somebody leaves the hand of the day."""
    return with_buttons(words.say("daily/leave"), make_button(LEAVE_NOW, words, "danger"), table=table.id)


def describe_table(table: Table, words: Words) -> str:
    """The line that says what this table is, or when its secret opens."""
    key = "line_of_table" if not table.is_closed else "over/left" if score_of(table) is None else "over"
    return words.say(f"daily/{key}", when=format_timestamp(table.kind.opens_at(table.row) or 0))


def tell_result(table: Table, words: Words) -> str:
    """The result of the day, which stands above the hand's verdict; "" if the hand is under way, or was left."""
    found = score_of(table) if table.is_closed else None
    if found is None:
        return ""
    score, squares = found
    told = {"squares": draw_squares(squares, words), "score": _write_score(score, table.row.game, words)}
    return words.say("daily/told", **told)


def make_page_buttons(table: Table, words: Words) -> Buttons:
    """The buttons after the hand of the day: a card to copy, and the page."""
    page = make_button(SHOW, words, "success")
    if table.row.day is None or score_of(table) is None:
        return (page,)
    return make_button(SHARE, words, day=table.row.day), page
