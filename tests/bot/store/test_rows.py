"""Crews, tables, seats, secrets, messages and key-values are read back as they were written."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text

from bot.store import (
    Conflict,
    MessageData,
    MessageKey,
    MessageKind,
    NewMessage,
    Pace,
    Projection,
    Status,
    Store,
    StoredSeat,
    StoredSettings,
    Waiter,
    key_values,
)
from bot.store.books import crews, houses
from bot.store.database import schema
from bot.store.database.errors import UnknownTable
from bot.store.messages import outbox, projections
from bot.store.messages.message_data import Posting, ReplacedPosting
from bot.store.messages.message_keys import BOARD, LOG, SHEET
from bot.store.tables import rows
from bot.store.tables.rows import NewTable
from games.core import Seat
from tests.bot.store.sample import AT, BEAR, BULL, CHANNEL, GUILD, make_commit, open_table, open_tables, set_row
from tests.databases import on_sqlite_at_least

_NO_TEXT = "!7B22FF227D"
"""A mark, and then in hexadecimal the bytes of a JSON object that is not valid UTF-8."""


@on_sqlite_at_least
async def test_a_crew_is_made_once_and_has_a_season(store: Store) -> None:
    crew = await store.write(crews.ensure, GUILD, AT)
    assert await store.write(crews.ensure, GUILD, AT + 1) == crew
    group = await store.write(crews.ensure, GUILD, AT, "stokers")
    assert await store.read(crews.list_crews, GUILD) == [crew, group]
    assert (await store.read(crews.find_open_season, crew.id)).number == 1
    await store.write(crews.change_settings, crew.id, {"unit": "matches"})
    found = await store.read(crews.find_crew, crew.id)
    assert found is not None and found.settings == {"unit": "matches"}
    assert await store.read(crews.find_crew, 404) is None


async def test_ruling_off_closes_a_season_and_opens_the_next(store: Store) -> None:
    crew = (await store.write(crews.ensure, GUILD, AT)).id
    second = await store.write(crews.rule_off, crew, AT + 9, "2027")
    assert await store.read(crews.find_open_season, crew) == second
    assert [(s.number, s.name, s.closed_at) for s in await store.read(crews.list_seasons, crew)] == [
        (1, "", AT + 9),
        (2, "2027", None),
    ]


async def test_a_person_is_one_member_and_no_two_members_have_the_same_name(store: Store) -> None:
    crew = (await store.write(crews.ensure, GUILD, AT)).id
    bear = await store.write(crews.ensure_member, crew, BEAR, "Bear", AT)
    assert await store.write(crews.ensure_member, crew, BEAR, "Renamed", AT) == bear
    other = await store.write(crews.ensure_member, crew, BULL, "Bear", AT)
    guest = await store.write(crews.add_member, crew, "Bear", AT)
    assert [member.name for member in (bear, other, guest)] == ["Bear", "Bear (2)", "Bear (3)"]
    await store.write(crews.change_member, other._replace(name="Bull", aliases=["Taurus"]))
    with pytest.raises(Conflict):
        await store.write(crews.change_member, guest._replace(name="Bull"))
    with pytest.raises(Conflict):
        await store.write(crews.change_member, guest._replace(name="Guest", user_id=BEAR))
    found = await store.read(crews.list_members, crew)
    assert [(member.name, member.aliases, member.user_id) for member in found] == [
        ("Bear", [], BEAR),
        ("Bull", ["Taurus"], BULL),
        ("Bear (3)", [], None),
    ]


@on_sqlite_at_least
async def test_house_options_are_kept_by_game(store: Store) -> None:
    crew = (await store.write(crews.ensure, GUILD, AT)).id
    assert await store.read(houses.find, crew, "duo") == {}
    for options in ({"live": {"to": 61}}, {"live": {"to": 75, "big": True}}):
        await store.write(houses.put, crew, "duo", options, BEAR, AT)
    assert await store.read(houses.find, crew, "duo") == {"live": {"to": 75, "big": True}}
    assert await store.read(houses.find, crew, "pussers") == {}


@on_sqlite_at_least
async def test_a_table_is_read_as_it_was_opened(store: Store) -> None:
    crew = (await store.write(crews.ensure, GUILD, AT)).id
    settings = StoredSettings({"grace": 1})
    new = NewTable(crew, GUILD, CHANNEL, "duo", 3, {"to": 50}, AT, 77, BEAR, Pace.CORRESPONDENCE, settings)
    made = await store.write(rows.create, new)
    assert made == await store.read(rows.load, made.id)
    assert (made.thread, made.host, made.pace, made.status, made.sequence) == (77, BEAR, "correspondence", "lobby", 0)
    assert (made.options, made.settings, made.rules_version) == ({"to": 50}, settings, 3)
    assert await store.read(rows.find_at_place, 77) == made
    assert await store.read(rows.find_at_place, CHANNEL) is None
    with pytest.raises(UnknownTable):
        await store.read(rows.load, 404)


async def test_a_place_has_one_open_table(store: Store) -> None:
    crew = (await store.write(crews.ensure, GUILD, AT)).id
    new = NewTable(crew, GUILD, CHANNEL, "duo", 1, {}, AT)
    first = await store.write(rows.create, new)
    with pytest.raises(Conflict):
        await store.write(rows.create, new)
    await store.write(set_row, first.id, status=Status.CLOSED)
    second = await store.write(rows.create, new)
    assert await store.read(rows.find_at_place, CHANNEL) == second
    with pytest.raises(Conflict):
        await store.write(set_row, first.id, status=Status.LIVE)
    results = await asyncio.gather(
        *[store.write(rows.create, NewTable(crew, GUILD, 5, "duo", 1, {}, AT)) for _ in range(4)],
        return_exceptions=True,
    )
    assert sorted(isinstance(result, Conflict) for result in results) == [False, True, True, True]


@on_sqlite_at_least
async def test_the_options_and_settings_of_a_table_change(store: Store) -> None:
    table = await open_table(store)
    await store.commit(make_commit(table, 0, deadline=AT + 5))
    changed = StoredSettings({"a": 1}, queue=(Waiter(BEAR, "Bear"),))
    await store.write(rows.change, table, {"to": 61}, changed)
    row = await store.read(rows.load, table)
    assert (row.options, row.settings, row.status, row.deadline_at) == ({"to": 61}, changed, "live", AT + 5)
    with pytest.raises(UnknownTable):
        await store.write(rows.change, 404, {"to": 61})


@on_sqlite_at_least
async def test_a_restart_finds_the_open_tables_and_their_clocks(store: Store) -> None:
    one, two, three, four = await store.write(open_tables, 4)
    await store.commit(make_commit(one, 0, deadline=AT + 10))
    await store.commit(make_commit(two, 0, deadline=AT + 20))
    await store.commit(make_commit(three, 0, deadline=AT + 5, status="paused"))
    await store.commit(make_commit(four, 0, status=Status.CLOSED))
    found = await store.read(rows.list_open)
    assert [(t.id, t.deadline_at) for t in found] == [(one, AT + 10), (two, AT + 20), (three, AT + 5)]


async def test_seats_are_put_as_a_whole(store: Store) -> None:
    one, two = await store.write(open_tables, 2)
    taken = [StoredSeat(0, "Bear", AT, BEAR), StoredSeat(1, "Bull", AT, BULL, stand_in={"robot": "able", "since": AT})]
    await store.write(rows.put_seats, one, taken)
    await store.write(rows.put_seats, two, [StoredSeat(0, "Bear", AT, BEAR), StoredSeat(2, "able", AT, robot="able")])
    assert await store.read(rows.seats_of, one) == taken
    assert [t.id for t in await store.read(rows.list_of_person, BEAR)] == [one, two]
    await store.write(rows.put_seats, one, taken[1:])
    assert await store.read(rows.seats_of, one) == taken[1:]
    assert [t.id for t in await store.read(rows.list_of_person, BEAR)] == [two]
    await store.write(rows.put_seats, one, [])
    assert await store.read(rows.seats_of, one) == []


@on_sqlite_at_least
async def test_a_secret_is_kept_salted_and_revealed_and_never_printed(store: Store) -> None:
    table = await open_table(store)
    await store.write(rows.add_secret, rows.Secret(table, 1, "c0ffee", "5ec2e7", {}, AT, None))
    await store.write(rows.put_salts, table, 1, {"0": "pepper"})
    await store.write(rows.reveal, table, 1, AT + 3)
    kept = await store.read(rows.find_secret, table, 1)
    assert kept is not None
    assert (kept.commitment, kept.secret, kept.salts, kept.revealed_at) == ("c0ffee", "5ec2e7", {"0": "pepper"}, AT + 3)
    assert "5ec2e7" not in repr(kept)
    assert await store.read(rows.find_secret, table, 2) is None
    with pytest.raises(Conflict):
        await store.write(rows.add_secret, rows.Secret(table, 1, "other", "other", {}, AT, None))


def _hand(seat: int) -> MessageKey:
    return MessageKey(MessageKind.HAND, Seat(seat))


@on_sqlite_at_least
async def test_the_rows_of_messages_are_put_found_and_forgotten(store: Store) -> None:
    table = await open_table(store)
    rack = Projection(table, _hand(0), 0, AT, user_id=BEAR, channel=9, data=MessageData(unknown={"way": "dm"}))
    await store.write(projections.put, rack)
    await store.write(projections.put, Projection(table, BOARD, 0, AT, channel=CHANNEL, message=8))
    fresh = Projection(table, BOARD, 3, AT + 1, channel=CHANNEL, message=8, content_digest="d16e57", sent_at=AT + 1)
    await store.write(projections.put, fresh)
    assert await store.read(projections.find, table, BOARD) == fresh
    begun = replace(fresh, key=LOG, state="posting")
    await store.write(projections.put, begun)
    assert await store.read(projections.list_of_table, table) == [fresh, begun, rack]


@on_sqlite_at_least
async def test_failed_messages_are_tried_again_and_remember_their_nonce(store: Store) -> None:
    (one,) = await store.write(open_tables, 1)
    board = Projection(one, BOARD, 3, AT, channel=CHANNEL, message=8, content_digest="d", data=MessageData(postings=4))
    begun = Posting(CHANNEL, GUILD, "text", 8, AT, 3, None, True, {"from": 2})
    page = replace(board, key=LOG, data=MessageData(postings=2, posting=begun))
    erased = replace(board, key=_hand(0), channel=None, message=None)
    for row in (board, page, erased):
        await store.write(projections.put, replace(row, state="stopped"))
    assert {row.key for _, row in await store.read(projections.list_held_back)} == {BOARD, LOG}
    assert await store.read(projections.list_held_back, GUILD + 1) == []
    assert await store.write(projections.retry_held_back, one, [CHANNEL + 1]) == []
    assert len(await store.write(projections.retry_held_back, one)) == 2
    assert await store.read(projections.list_of_table, one) == [
        replace(board, content_digest=None),
        replace(page, content_digest=None, state="posting"),
        replace(erased, state="stopped"),
    ]


@on_sqlite_at_least
async def test_the_inputs_of_up_to_date_messages_are_listed(store: Store) -> None:
    one, two = await store.write(open_tables, 2)
    whole = Projection(one, BOARD, 0, AT, channel=CHANNEL, message=8, data=MessageData(input_hash=b"\x00\xff"))
    for shown in (
        whole,
        replace(whole, key=LOG, data=MessageData()),
        replace(whole, key=SHEET, message=None),
        replace(whole, key=_hand(0), state="stopped"),
        replace(whole, key=_hand(1), data=replace(whole.data, replaced=ReplacedPosting(1, 2, 3))),
        replace(whole, table=two, key=LOG),
    ):
        await store.write(projections.put, shown)
    for table, key in ((one, BOARD), (two, LOG)):
        rows = await store.read(projections.list_of_table, table)
        assert {row.key: row.made_from for row in rows if row.made_from} == {key: bytes((0, 255))}


async def test_the_outbox_sends_each_message_once(store: Store) -> None:
    table = await open_table(store)
    first = await store.write(outbox.add, NewMessage("receipt", {"n": 1}, "n1", AT, table))
    assert await store.write(outbox.add, NewMessage("receipt", {"n": 9}, "n1", AT, table)) is None
    later = await store.write(outbox.add, NewMessage("nudge", {"n": 2}, "n2", AT, user_id=BEAR, next_at=AT + 50))
    assert first is not None and later is not None
    assert [(m.id, m.payload, m.attempts) for m in await store.read(outbox.list_due, AT)] == [(first, {"n": 1}, 0)]
    await store.write(outbox.mark_failed, first, "503", AT + 10)
    assert await store.read(outbox.list_due, AT + 9) == []
    (again,) = await store.read(outbox.list_due, AT + 10)
    assert (again.attempts, again.error) == (1, "503")
    await store.write(outbox.mark_sent, first)
    await store.write(outbox.mark_failed, later, "closed", None)
    assert await store.read(outbox.list_due, AT + 99) == []
    assert await store.write(outbox.delete_finished, AT) == 0
    assert await store.write(outbox.delete_finished, AT + 51) == 2


@on_sqlite_at_least
@pytest.mark.parametrize(
    "damage",
    [
        {"next_at": "soon"}, {"attempts": "many"}, {"created_at": b"x"}, {"user_id": "Bear"}, {"payload": '{"n": 1'},
        {"payload": "[1]"}, {"payload": b"{}"}, {"payload": _NO_TEXT},
    ],
    ids=str,
)  # fmt: skip
async def test_a_damaged_message_is_found_without_its_payload_and_the_others_are_read(
    store: Store, damage: dict[str, Any]
) -> None:
    if store.engine.dialect.name != "sqlite":  # PostgreSQL holds no such row
        return
    added = [await store.write(outbox.add, NewMessage("letter", {"n": 1}, nonce, AT)) for nonce in ("n1", "n2")]
    sound, ill = (number or 0 for number in added)
    ((name, value),) = damage.items()
    changed = f"CAST(X'{value[1:]}' AS TEXT)" if value == _NO_TEXT else ":value"
    statement = text(f"UPDATE outbox SET {name} = {changed} WHERE id = :id")
    await store.write(lambda connection: connection.execute(statement, {"value": value, "id": ill}))
    due = await store.read(outbox.list_due, AT)
    assert sorted((message.id, message.payload is None) for message in due) == [(sound, False), (ill, True)]
    assert await store.read(outbox.find_next, AT - 1) == AT and await store.read(outbox.find_next, AT) is None
    await store.write(outbox.set_aside, ill)
    assert [message.id for message in await store.read(outbox.list_due, AT)] == [sound]
    assert await store.read(outbox.count_damaged) == 1


async def test_a_damaged_memo_is_left_out_and_the_others_are_read(store: Store) -> None:
    for number in range(1, 5):
        await store.write(key_values.put, f"digest:{number}", AT, AT, AT + number)
    await store.write(key_values.put, "digest:x", AT, AT, AT)
    cut = schema.memos.update().where(schema.memos.c.key == "digest:1").values(value=text("'[1'"))
    await store.write(lambda connection: connection.execute(cut))
    await store.write(key_values.put, "digest:2", {}, AT, AT)
    assert await store.read(key_values.get, "digest:1") is None
    whole = {"digest:2": {}, "digest:3": AT, "digest:4": AT, "digest:x": AT}
    assert await store.read(key_values.get_by_prefix, "digest:") == whole
    assert await store.read(key_values.get_numbered, "digest:", (int, list)) == {3: AT, 4: AT}
    assert await store.read(key_values.get_due, "digest:", AT + 3, int) == {3: AT}


@on_sqlite_at_least
async def test_a_message_that_is_sent_at_once_is_noted_and_left_to_its_asker(store: Store) -> None:
    message = NewMessage("lesson", {"begun": [1]}, "n1", AT, user_id=BEAR)
    for _ in range(2):
        await store.write(outbox.begin_now, message)
        assert await store.read(outbox.find_noted, "n1") == {"begun": [1]}
        assert await store.read(outbox.list_due, AT + 99) == []
    await store.write(outbox.note_said, "n1", {"said": [7, 1, 5]})
    assert await store.read(outbox.find_noted, "n1") == {"said": [7, 1, 5]}
    assert await store.write(outbox.delete_finished, AT) == 0
    assert await store.write(outbox.delete_finished, AT + 1) == 1
    assert await store.read(outbox.find_noted, "n1") == {}


@pytest.mark.parametrize("name", ["Be\0ar", "Be\ud800ar"])
async def test_a_text_that_cannot_be_stored_is_refused_the_same_way_by_both_databases(store: Store, name: str) -> None:
    crew = (await store.write(crews.ensure, GUILD, AT)).id
    with pytest.raises(Conflict, match="the text has a character that cannot be stored"):
        await store.write(crews.add_member, crew, name, AT)
    with pytest.raises(Conflict, match="the text has a character that cannot be stored"):
        await store.write(crews.ensure, GUILD, AT, name)
    table = await open_table(store)
    with pytest.raises(Conflict, match="the text has a character that cannot be stored"):
        await store.write(rows.put_seats, table, [StoredSeat(0, name, AT)])
    assert await store.read(crews.list_members, crew) == []
