"""A crew's own house rules: kept from a lobby, begun with by new tables, overruled there, forgotten."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.ports.requests import Location
from bot.ports.ui import Button
from bot.store import crews
from bot.tally.ledger import Act
from games.core import registry
from games.core.refused import Refused
from tests.bot.tables.fakes import BEAR, BULL, CHANNEL, GUILD, HERE, Crowd

ADMIN = replace(BEAR, admin=True)
DUO = "duo-dominoes"
LOMBARDY = "lombardy-bones"
FIFTH = 500
"""A channel beside the one that the tables are in."""


async def another(crowd: Crowd, game: str, pace: str = "live", preset: str = "", channel: int = FIFTH) -> int:
    """Bear opens a table in a channel, where none is; its id."""
    where = Location(GUILD, channel)
    reply = await crowd.desk.open(game, pace, preset, False, BEAR, where, crowd.stamp())
    assert reply.message is not None
    await crowd.settled()
    return reply.message.table


async def kept(crowd: Crowd, game: str, /, pace: str = "live", **rules: str) -> int:
    """A lobby whose rules the crew keeps as its own."""
    table = await crowd.open(game, pace)
    for rule, value in rules.items():
        await crowd.press(table, "lobby.house.set", BEAR, rule, value)
    await crowd.press(table, "lobby.ours.keep", ADMIN)
    await crowd.settled()
    return table


async def rules(crowd: Crowd, table: int) -> dict[str, Any]:
    row = (await crowd.desk.tables.get(table)).row
    return {**row.options, **row.settings}


def lobby(crowd: Crowd, channel: int = FIFTH) -> str:
    return next(one.text for one in crowd.postbox.at(channel) if one.rows)


def said(crowd: Crowd, channel: int = CHANNEL) -> list[str]:
    """What was announced."""
    return [one.text for one in crowd.postbox.at(channel) if "our house rules" in one.text]


async def test_new_tables_begin_with_what_was_kept_and_the_lobby_says_so(crowd: Crowd) -> None:
    before = await another(crowd, DUO)
    await kept(crowd, DUO, game_points="20", auto_pass="no", start="full", stake="3")
    assert "House rules: as the rulebook has them." in lobby(crowd)
    assert (await rules(crowd, before))["game_points"] == 50

    table = await another(crowd, DUO, channel=501)
    began = await rules(crowd, table)
    assert [began[name] for name in ("game_points", "auto_pass", "start", "stake")] == [20, False, "full", 3]
    assert "game points: 20 · auto pass: " in lobby(crowd, 501)
    assert (await rules(crowd, await another(crowd, LOMBARDY, channel=502)))["stake"] == 1


async def test_each_change_is_announced_once_with_who_made_it(crowd: Crowd) -> None:
    table = await crowd.open(DUO)
    await crowd.press(table, "lobby.house.set", BEAR, "game_points", "20")
    stamp = crowd.stamp()
    for _ in range(2):
        await crowd.press(table, "lobby.ours.keep", ADMIN, stamp=stamp)
    await crowd.press(table, "lobby.ours.keep", ADMIN)
    await crowd.settled()
    (told,) = said(crowd)
    assert told.startswith("<@1> set our house rules for Duo Dominoes, live")
    assert told.endswith("game points: 20")
    for _ in range(2):
        await crowd.press(table, "lobby.ours.forget", ADMIN)
    await crowd.settled()
    assert said(crowd)[1:] == [
        "<@1> took back our house rules for Duo Dominoes, live; new tables go by the rulebook again."
    ]


async def test_what_is_set_at_a_table_or_comes_with_a_preset_goes_before(crowd: Crowd) -> None:
    await kept(crowd, DUO, game_points="20", auto_pass="yes", start="full")
    table = await another(crowd, DUO, preset="table")
    began = await rules(crowd, table)
    assert (began["game_points"], began["auto_pass"], began["enforcement"]) == (20, False, "faithful")
    await crowd.press(table, "lobby.house.set", BEAR, "game_points", "30")
    assert (await rules(crowd, table))["game_points"] == 30
    assert (await rules(crowd, await another(crowd, DUO, channel=501)))["game_points"] == 20


@pytest.mark.parametrize(
    ("game", "rulebook", "rule", "value"),
    [(DUO, "house", "game_points", "20"), (LOMBARDY, "house", "target", "75"), ("bonedoneskis", "seed", "ante", "7")],
)
async def test_the_preset_that_is_the_rulebook_goes_in_place_of_them(
    crowd: Crowd, game: str, rulebook: str, rule: str, value: str
) -> None:
    await kept(crowd, game, **{rule: value})
    default = next(one.default for one in registry.game(game).OPTIONS if one.name == rule)
    assert (await rules(crowd, await another(crowd, game)))[rule] == int(value)
    assert (await rules(crowd, await another(crowd, game, preset=rulebook, channel=501)))[rule] == default


async def test_a_preset_is_kept_with_what_was_changed_in_it(crowd: Crowd) -> None:
    table = await crowd.open("pussers-bones", preset="gunplot")
    await crowd.press(table, "lobby.house.set", BEAR, "nicknames", "R1=Jimmy")
    await crowd.press(table, "lobby.ours.keep", ADMIN)
    assert await rules(crowd, await another(crowd, "pussers-bones")) == await rules(crowd, table)


async def test_each_pace_has_its_own(crowd: Crowd) -> None:
    """The seconds of an evening do not bind a game that is played over days, nor the other way."""
    await kept(crowd, "bonedoneskis", bet_s="45", ante="7")
    slow = await another(crowd, "bonedoneskis", "correspondence")
    assert (await rules(crowd, slow))["bet_s"] == 86_400
    assert (await rules(crowd, slow))["ante"] != 7
    await crowd.press(slow, "lobby.house.set", BEAR, "bet_s", "43200")
    await crowd.press(slow, "lobby.ours.keep", ADMIN)
    assert (await rules(crowd, await another(crowd, "bonedoneskis", channel=501)))["bet_s"] == 45
    slow = await another(crowd, "bonedoneskis", "correspondence", channel=502)
    assert (await rules(crowd, slow))["bet_s"] == 43_200
    crew = await crowd.store.read(crews.found_at, GUILD, (CHANNEL,))
    assert crew is not None
    assert await crowd.store.read(crews.house, crew.id, "bonedoneskis") == {
        "live": {"bet_s": 45, "ante": 7},
        "correspondence": {"bet_s": 43_200},
    }


async def test_they_are_shown_to_everybody_and_changed_by_the_scorer_or_an_admin(crowd: Crowd) -> None:
    table = await crowd.open(DUO)
    await crowd.press(table, "lobby.house.set", BEAR, "game_points", "20")
    for what in ("keep", "forget"):
        with pytest.raises(Refused, match="not_scorer"):
            await crowd.press(table, f"lobby.ours.{what}", BEAR)
    assert await shown(crowd, table) == ("no house rules of its own for Duo Dominoes, live", True, False)
    await crowd.desk.tally.set({"scorer": 77}, Act(ADMIN, HERE, crowd.stamp()))
    scorer = replace(BULL, roles=(77,))
    await crowd.press(table, "lobby.ours.keep", scorer)
    assert await shown(crowd, table) == ("own house rules for Duo Dominoes, live**: game points: 20", True, True)
    await crowd.press(table, "lobby.ours.forget", scorer)
    assert await shown(crowd, table) == ("no house rules of its own for Duo Dominoes, live", True, False)
    assert (await rules(crowd, await another(crowd, DUO)))["game_points"] == 50


async def shown(crowd: Crowd, table: int) -> tuple[str, bool, bool]:
    """What Bull reads about the crew's own rules, and whether they can be kept and forgotten there."""
    message = (await crowd.press(table, "lobby.ours", BULL)).message
    assert message is not None
    ((keep, forget),) = message.rows
    assert isinstance(keep, Button)
    assert isinstance(forget, Button)
    text = message.text.splitlines()[0].removeprefix("**").removeprefix("This crew's ").removeprefix("This crew has ")
    return text.partition(";")[0], not keep.disabled, not forget.disabled


async def test_a_game_that_has_begun_is_not_kept_from(crowd: Crowd) -> None:
    table = await crowd.started(DUO)
    assert (await shown(crowd, table))[1:] == (False, False)
    with pytest.raises(Refused, match="started"):
        await crowd.press(table, "lobby.ours.keep", ADMIN)


async def test_a_group_of_the_server_has_its_own(crowd: Crowd) -> None:
    await crowd.desk.tally.set({"group": "Nights"}, Act(ADMIN, Location(GUILD, FIFTH), crowd.stamp()))
    await kept(crowd, DUO, game_points="20")
    assert (await rules(crowd, await another(crowd, DUO)))["game_points"] == 50


@pytest.mark.parametrize(
    ("rule", "value", "refused"), [("nicknames", "X9=Jimmy", "PB-91"), ("rule_off", "at noon", "PB-73")]
)
async def test_a_text_that_means_nothing_is_refused_in_the_lobby_and_ignored_where_it_was_kept(
    crowd: Crowd, rule: str, value: str, refused: str
) -> None:
    table = await crowd.open("pussers-bones")
    with pytest.raises(Refused, match=refused):
        await crowd.press(table, "lobby.house.set", BEAR, rule, value)
    crew = await crowd.store.read(crews.found_at, GUILD, (CHANNEL,))
    assert crew is not None
    old = {"live": {"nicknames": {"X9": "Jimmy"}, "rule_off": "at noon", "talk": "civvy"}}
    await crowd.store.write(crews.set_house, crew.id, "pussers-bones", old, BEAR.user, crowd.clock.now)
    began = await rules(crowd, await another(crowd, "pussers-bones"))
    assert (began["nicknames"], began["rule_off"], began["talk"]) == ({}, "vote", "civvy")


async def test_names_are_read_in_the_lobby_as_they_are_typed(crowd: Crowd) -> None:
    table = await crowd.open("pussers-bones")
    await crowd.press(table, "lobby.house.set", BEAR, "nicknames", "R1=Jimmy, DR=Claret")
    await crowd.settled()
    assert "nicknames: R1=Jimmy, DR=Claret · call mode: courtesy" in lobby(crowd, CHANNEL)


async def test_what_was_kept_of_old_and_is_no_rule_or_value_now_is_ignored(crowd: Crowd) -> None:
    crew = await crowd.store.write(crews.ensure, GUILD, crowd.clock.now)
    old = {"live": {"shoes": "off", "game_points": "many", "start": "soon", "match_games": 3}, "by post": {}}
    await crowd.store.write(crews.set_house, crew.id, DUO, old, BEAR.user, crowd.clock.now)
    table = await another(crowd, DUO)
    began = await rules(crowd, table)
    assert [began[name] for name in ("game_points", "match_games", "start")] == [50, 3, "button"]
    assert "shoes" not in began
    assert (await shown(crowd, table))[0] == "own house rules for Duo Dominoes, live**: match games: 3"
