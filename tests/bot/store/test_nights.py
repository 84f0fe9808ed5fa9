"""The rows of game nights: standing answers are carried over, and the regulars are known by their past dates."""

from bot.store import Connection, Store, StoredSeat
from bot.store.tables import nights, rows
from bot.store.tables.nights import IN, OUT, NewPlan
from tests.bot.store.sample import AT, CHANNEL, GUILD, open_tables


def fill(connection: Connection) -> tuple[int, list[tuple[int, str]]]:
    """Store a night of three dates. Returns its number, and the regulars who have not answered the third."""
    table = open_tables(connection, 1)[0]
    night = nights.add(connection, NewPlan(GUILD, CHANNEL, 1, "duo", "", "", "", "2026-12-24T20:00", True, AT, "en"))
    for week in range(3):
        nights.add_date(connection, (night, week), AT + week, "" if week < 2 else "open", AT + week)
        for user, name, answer, standing in ((1, "Standing", OUT, True), (2, "Ned", IN, False)):
            if week == 0 or (user, week) == (1, 1):
                nights.put_answer(
                    connection, (night, week), nights.NightAnswer(user, name, answer, AT + user, standing)
                )
    nights.put_answer(connection, (night, 0), nights.NightAnswer(3, "Old name", OUT, AT, False))
    nights.change(connection, (night, 1), table=table)
    seats = [StoredSeat(0, "Wally", AT, 3), StoredSeat(1, "able", AT, robot="able"), StoredSeat(2, "Once", AT, 4)]
    rows.put_seats(connection, table, seats)
    ended = nights.find_date(connection, (night, 1))
    assert ended is not None
    nights.carry_standing_answers(connection, ended, 2)
    date = nights.find_date(connection, (night, 2))
    assert date is not None
    return night, nights.list_unanswered(connection, date)


async def test_a_standing_answer_is_carried_over_and_regulars_answered_or_played_twice(store: Store) -> None:
    night, unanswered = await store.write(fill)
    carried = await store.read(nights.list_answers, (night, 2))
    assert [(answer.name, answer.answer, answer.standing) for answer in carried] == [("Standing", IN, True)]
    assert unanswered == [(3, "Wally")]
