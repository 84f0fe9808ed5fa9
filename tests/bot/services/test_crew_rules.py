"""A crew's default house rules: kept from a lobby, used by new tables, overruled there, and forgotten."""

from dataclasses import replace
from typing import Any

import pytest

from bot.ports import Button, Location, Request
from bot.store.books import crews, houses
from bot.tally.books import load_book
from bot.wording import ENGLISH, Words, choose_language, describe_value, name_house_rule
from games import registry
from tests.bot.harness.room import BEAR, BULL, CHANNEL, GUILD, HERE, Room, message_of
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough
from tests.refuses import refuses

ADMIN = replace(BEAR, admin=True)
DUO = "duo-dominoes"
LOMBARDY = "lombardy-bones"
OTHER_CHANNEL = 500
"""A second channel of the server."""


async def open_another(
    room: Room, game: str, pace: str = "live", preset: str = "", channel: int = OTHER_CHANNEL
) -> int:
    """Let Bear open a table in a channel that has none; returns the id of the table."""
    where = Location(GUILD, channel)
    reply = message_of(await room.lobby.open(room.request(BEAR, where), game, pace, preset))
    await room.settle()
    return reply.table


async def keep_rules(room: Room, game: str, /, pace: str = "live", **chosen: str) -> int:
    """Open a lobby, set these rules and keep them as the crew's defaults; returns the id of the table."""
    table = await room.open(game, pace)
    for rule, value in chosen.items():
        await room.press(table, "lobby.house.set", BEAR, rule, value)
    await room.press(table, "lobby.ours.keep", ADMIN)
    await room.settle()
    return table


async def read_rules(room: Room, table: int) -> dict[str, Any]:
    row = (await room.get(table)).row
    return {**row.options, **row.settings.house}


def read_lobby(room: Room, channel: int = OTHER_CHANNEL) -> str:
    return next(message.text for message in room.at(channel) if message.rows)


def list_announcements(room: Room) -> list[str]:
    """The messages in a channel that announce a change of the crew's house rules."""
    return [text for text in list_texts(room) if "our house rules" in text]


def list_texts(room: Room, channel: int = CHANNEL) -> list[str]:
    return [message.text for message in room.at(channel)]


async def test_new_tables_begin_with_the_crews_rules_and_the_lobby_says_so(room: Room) -> None:
    before = await open_another(room, DUO)
    await keep_rules(room, DUO, game_points="20", auto_pass="no", start="full", stake="3")
    assert "House rules: as in the rulebook." in read_lobby(room)
    assert (await read_rules(room, before))["game_points"] == 50

    table = await open_another(room, DUO, channel=501)
    began = await read_rules(room, table)
    assert [began[name] for name in ("game_points", "auto_pass", "start", "stake")] == [20, False, "full", 3]
    assert "Points to win: 20 · Knocking for players who can't play: " in read_lobby(room, 501)
    assert (await read_rules(room, await open_another(room, LOMBARDY, channel=502)))["stake"] == 1


async def test_each_change_is_announced_once_with_who_made_it(room: Room) -> None:
    table = await room.open(DUO)
    await room.press(table, "lobby.house.set", BEAR, "game_points", "20")
    stamp = room.stamp()
    for _ in range(2):
        await room.press(table, "lobby.ours.keep", ADMIN, stamp=stamp)
    await room.press(table, "lobby.ours.keep", ADMIN)
    await room.settle()
    (told,) = list_announcements(room)
    assert told.startswith("<@1> set our house rules for Duo Dominoes, live")
    assert told.endswith("Points to win: 20")
    for _ in range(2):
        await room.press(table, "lobby.ours.forget", ADMIN)
    await room.settle()
    assert list_announcements(room)[1:] == [
        "<@1> dropped our house rules for Duo Dominoes, live; new tables go by the rulebook again."
    ]


async def test_rules_set_at_a_table_or_by_a_preset_override_the_crews(room: Room) -> None:
    await keep_rules(room, DUO, game_points="20", auto_pass="yes", start="full")
    table = await open_another(room, DUO, preset="table")
    began = await read_rules(room, table)
    assert (began["game_points"], began["auto_pass"], began["enforcement"]) == (20, False, "faithful")
    await room.press(table, "lobby.house.set", BEAR, "game_points", "30")
    assert (await read_rules(room, table))["game_points"] == 30
    assert (await read_rules(room, await open_another(room, DUO, channel=501)))["game_points"] == 20


@pytest.mark.parametrize(
    ("game", "rulebook", "rule", "value", "stored"),
    mark_thorough(
        [
            (DUO, "house", "game_points", "20", 20),
            (LOMBARDY, "house", "target", "75", 75),
            ("bonedoneskis", "seed", "ante", "0.07", 7),
        ],
        MORE_GAMES,
        but=[("bonedoneskis", "seed", "ante", "0.07", 7)],
    ),
)
async def test_the_rulebook_preset_replaces_the_crews_rules(
    room: Room, game: str, rulebook: str, rule: str, value: str, stored: int
) -> None:
    await keep_rules(room, game, **{rule: value})
    default = next(option.default for option in registry.game(game).OPTIONS if option.name == rule)
    assert (await read_rules(room, await open_another(room, game)))[rule] == stored
    assert (await read_rules(room, await open_another(room, game, preset=rulebook, channel=501)))[rule] == default


@pytest.mark.parametrize(
    "preset", mark_thorough(["gunplot", "rulebook", "riichi_advanced"], MORE_CASES, but=["gunplot"])
)
async def test_a_house_with_a_source_is_the_same_whatever_the_crew_has_kept(room: Room, preset: str) -> None:
    game = "pussers-bones"
    untouched = await read_rules(room, await open_another(room, game, preset=preset))
    suits = "one_suit" if untouched["suits"] == "any" else "any"
    kept = {"suits": suits, "minimum_score": "70", "loose": "box", "last_bone_discard": "yes", "nicknames": "R1=Jimmy"}
    await keep_rules(room, game, **kept)
    opened = await open_another(room, game, preset=preset, channel=501)
    chosen = await open_another(room, game, channel=502)
    await room.press(chosen, "lobby.house.preset", BEAR, preset)
    for table in (opened, chosen):
        rules = await read_rules(room, table)
        assert rules == untouched | {"nicknames": {"R1": "Jimmy"}}
        assert rules["cloth"] == ("blanket" if preset == "gunplot" else "felt")


async def test_a_preset_is_kept_with_the_changes_made_to_it(room: Room) -> None:
    table = await room.open("pussers-bones", preset="gunplot")
    await room.press(table, "lobby.house.set", BEAR, "nicknames", "R1=Jimmy")
    await room.press(table, "lobby.ours.keep", ADMIN)
    assert await read_rules(room, await open_another(room, "pussers-bones")) == await read_rules(room, table)


async def test_each_pace_has_its_own_crew_rules(room: Room) -> None:
    """Seconds that suit a live game do not suit a game by correspondence."""
    await keep_rules(room, "bonedoneskis", bet_s="45", ante="0.07")
    slow = await open_another(room, "bonedoneskis", "correspondence")
    assert (await read_rules(room, slow))["bet_s"] == 86_400
    assert (await read_rules(room, slow))["ante"] != 7
    await room.press(slow, "lobby.house.set", BEAR, "bet_s", "43200")
    await room.press(slow, "lobby.ours.keep", ADMIN)
    assert (await read_rules(room, await open_another(room, "bonedoneskis", channel=501)))["bet_s"] == 45
    slow = await open_another(room, "bonedoneskis", "correspondence", channel=502)
    assert (await read_rules(room, slow))["bet_s"] == 43_200
    crew = await room.read(crews.find_at_place, GUILD, (CHANNEL,))
    assert crew is not None
    assert await room.read(houses.find, crew.id, "bonedoneskis") == {
        "live": {"bet_s": 45, "ante": 7},
        "correspondence": {"bet_s": 43_200},
    }


async def test_the_crews_rules_are_shown_to_everybody_and_changed_by_the_scorer_or_an_admin(room: Room) -> None:
    table = await room.open(DUO)
    await room.press(table, "lobby.house.set", BEAR, "game_points", "20")
    for what in ("keep", "forget"):
        with refuses("not_scorer"):
            await room.press(table, f"lobby.ours.{what}", BEAR)
    assert await read_crew_rules(room, table) == ("no house rules of its own for Duo Dominoes, live", True, False)
    reply = message_of(await room.tally.change_settings({"scorer": 77}, Request(ADMIN, HERE, room.stamp())))
    assert "<@&77> can't see `/books` yet. Allow it in *Server Settings*, *Integrations*" in reply.text
    scorer = replace(BULL, roles=(77,))
    await room.press(table, "lobby.ours.keep", scorer)
    assert await read_crew_rules(room, table) == (
        "own house rules for Duo Dominoes, live**: Points to win: 20",
        True,
        True,
    )
    await room.press(table, "lobby.ours.forget", scorer)
    assert await read_crew_rules(room, table) == ("no house rules of its own for Duo Dominoes, live", True, False)
    assert (await read_rules(room, await open_another(room, DUO)))["game_points"] == 50


async def read_crew_rules(room: Room, table: int) -> tuple[str, bool, bool]:
    """The text that Bull reads about the crew's rules, and whether its buttons to keep and forget them work."""
    message = message_of(await room.press(table, "lobby.ours", BULL))
    ((keep, forget),) = message.rows
    assert isinstance(keep, Button)
    assert isinstance(forget, Button)
    text = message.text.splitlines()[0].removeprefix("**").removeprefix("This crew's ").removeprefix("This crew has ")
    return text.partition(";")[0], not keep.disabled, not forget.disabled


async def test_rules_cannot_be_kept_from_a_game_that_has_begun(room: Room) -> None:
    table = await room.start_table(DUO)
    assert (await read_crew_rules(room, table))[1:] == (False, False)
    with refuses("started"):
        await room.press(table, "lobby.ours.keep", ADMIN)


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_the_announcement_is_in_the_language_of_the_games_tables(room: Room, game: str) -> None:
    """A game that a language does not cover is announced in English from its first word to its last rule."""
    spoken = choose_language("pt-BR")
    await room.tally.change_settings({"language": spoken}, Request(ADMIN, HERE, room.stamp()))
    await keep_rules(room, game, tempo="at_once")
    words = Words(spoken, game)
    facts = {"title": registry.cover(game).TITLE, "pace": words.say("pace/live"), "by": f"<@{BEAR.user}>"}
    rule = words.say(
        "house/item", name=name_house_rule("tempo", words), value=describe_value("tempo", "at_once", words)
    )
    assert (words.spoken == ENGLISH) == (game not in ("duo-dominoes", "lombardy-bones"))
    assert words.say("tally/said/house_kept", **facts, changed=rule) in list_texts(room)
    await room.press(await open_another(room, game), "lobby.ours.forget", ADMIN)
    await room.settle()
    assert words.say("tally/said/house_forgotten", **facts) in list_texts(room, OTHER_CHANNEL)


async def test_a_group_of_the_server_has_its_own_rules(room: Room) -> None:
    await room.tally.change_settings({"group": "Nights"}, Request(ADMIN, Location(GUILD, OTHER_CHANNEL), room.stamp()))
    await keep_rules(room, DUO, game_points="20")
    assert (await read_rules(room, await open_another(room, DUO)))["game_points"] == 50


async def test_an_invalid_value_is_refused_in_the_lobby_and_ignored_where_it_was_kept(room: Room) -> None:
    table = await room.open("pussers-bones")
    with refuses("PB-91"):
        await room.press(table, "lobby.house.set", BEAR, "nicknames", "X9=Jimmy")
    crew = await room.read(crews.find_at_place, GUILD, (CHANNEL,))
    assert crew is not None
    old = {"live": {"nicknames": {"X9": "Jimmy"}, "rule_off": "at dusk", "talk": "civvy"}}
    await room.write(houses.put, crew.id, "pussers-bones", old, BEAR.user, room.clock.now)
    began = await read_rules(room, await open_another(room, "pussers-bones"))
    assert (began["nicknames"], began["rule_off"], began["talk"]) == ({}, "vote", "civvy")


async def test_kept_rules_and_values_that_no_longer_exist_are_ignored(room: Room) -> None:
    crew = await room.write(crews.ensure, GUILD, room.clock.now)
    old = {"live": {"shoes": "off", "game_points": "many", "start": "soon", "match_games": 3}, "by post": {}}
    await room.write(houses.put, crew.id, DUO, old, BEAR.user, room.clock.now)
    table = await open_another(room, DUO)
    began = await read_rules(room, table)
    assert [began[name] for name in ("game_points", "match_games", "start")] == [50, 3, "button"]
    assert "shoes" not in began
    assert (await read_crew_rules(room, table))[
        0
    ] == "own house rules for Duo Dominoes, live**: Games to win the match: 3"


async def test_lessons_rules_and_books_away_from_tables_follow_the_talk_that_the_crew_keeps(room: Room) -> None:
    """In a DM, which has no crew, they speak as the rulebook does."""
    away, dm = Location(GUILD, OTHER_CHANNEL), Location(0, 900)
    pussers, civvy = "pussers-bones", Words(ENGLISH, "pussers-bones", talk="civvy")
    note = civvy.say("help/pussers-bones/words")
    services = room.services
    assert note not in message_of(await services.reference.open(room.request(BEAR, away), pussers)).text
    await keep_rules(room, pussers, talk="civvy")

    assert note in message_of(await services.reference.open(room.request(BEAR, away), pussers)).text
    assert note in message_of(await services.reference.look_up(room.request(BEAR, away), None, "two alike")).text
    assert note in message_of(await services.reference.turn(room.request(BEAR, away), "pussers-bones/=pair")).text
    assert note not in message_of(await services.reference.open(room.request(BEAR, dm), pussers)).text
    assert await services.reference.list_talks(room.request(BEAR, away)) == {pussers: "civvy"}
    listed = await services.lessons.learn(room.request(BEAR, away))
    assert "~civvy" in repr(listed) and "~civvy" not in repr(await services.lessons.learn(room.request(BEAR, dm)))

    crew = await room.read(crews.find_at_place, GUILD, (OTHER_CHANNEL,))
    assert crew is not None
    book = await room.read(load_book, crew)
    for words in (book.words, book.read_by(Words(ENGLISH)).words):
        told = words.about(pussers).say("tally/line/tie_up", name="Bear", each=6)
        assert told == civvy.say("tally/line/tie_up", name="Bear", each=6) != "Bear ties up with 6"
