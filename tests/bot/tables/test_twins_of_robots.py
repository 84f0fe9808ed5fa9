"""Twin worlds with robots: neither their answers nor their silence reveal who has answered in secret."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.automation.thinkers import Thinkers
from bot.ports import Requester
from bot.tables.aggregate import Table
from bot.tables.play.robots import RobotAnswer, RobotQuestion
from games import registry
from games.core import Level
from games.core.game import Game
from games.core.robots import Thought
from games.pieces.dominoes import ALL, from_code
from games.pussers.game import GAME as pussers
from tests.bot.harness.players import words_for
from tests.bot.harness.room import BEAR, BULL
from tests.bot.harness.twin_worlds import World, play
from tests.bot.tables.test_twins_in_time import (
    PIECES,
    Story,
    _ask_all_as_bear,
    _check_alike,
    _play_story,
    _when_callable,
)
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough
from tests.views import own_view


@pytest.mark.thorough(MORE_CASES)
async def test_a_robot_takes_as_long_for_any_answer(tmp_path: Path) -> None:
    """The window looks the same whatever the robots answer in secret."""
    house = {"call_mode": "courtesy", "enforcement": "faithful"}
    worlds = []
    for word in ("pass", "yes", None):
        with pytest.MonkeyPatch.context() as patch:
            _robots_say(patch, word)
            story = _robots_window
            seen, _, _ = await _play_story(
                tmp_path / str(word), "pussers-bones", PIECES["pussers-bones"], story, 2, **house
            )
            worlds.append(seen)
    for other in worlds[1:]:
        assert other["crowd"] == worlds[0]["crowd"]
        assert other["Bear"] == worlds[0]["Bear"]


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize("adds", ["lobby.deckhand+", "lobby.robot+"])
@pytest.mark.parametrize("answers", [[(1_000, BULL, "pass")], [(4_000, BULL, "pass")]])
async def test_a_robots_moves_do_not_tell_who_has_answered(tmp_path: Path, answers: Any, adds: str) -> None:
    """Robots miss calls by chance, and another player's secret answer must not change that chance."""

    def story(answers: Sequence[tuple[int, Requester, str]]) -> Story:
        async def play_story(here: World, table: int) -> None:
            for _ in range(2):
                await play(here, table, (BEAR, BULL), _when_callable(BEAR))
                opened = here.clock.now
                for after, who, words in answers:
                    await here.pass_time(opened + after - here.clock.now)
                    await here.say(table, words, who)
                    await here.settle()
                await here.pass_time(opened + 20_000 - here.clock.now)

        return play_story

    dealt = PIECES["pussers-bones"]
    one, _, _ = await _play_story(tmp_path / "one", "pussers-bones", dealt, story([]), 2, adds, call_mode="courtesy")
    two, _, _ = await _play_story(
        tmp_path / "two", "pussers-bones", dealt, story(answers), 2, adds, call_mode="courtesy"
    )
    _check_alike(one, two)


@pytest.mark.thorough(MORE_CASES)
async def test_a_person_alone_cannot_tell_what_robots_have_answered(tmp_path: Path) -> None:
    """Robots answer sooner at such a table, but always after the same time, whatever they hold."""

    async def story(here: World, table: int) -> None:
        await here.press(table, "lobby.join", BULL)  # while somebody waits for a seat, the table asks Bear every time
        for _ in range(100):
            await here.pass_time(1_000)
            present = await here.get(table)
            if _robot_threw(present):
                break
            if (words := words_for(present, BEAR)) is not None:
                await here.say(table, words, BEAR)
                await here.settle()
        await here.pass_time(4_000)
        assert (await here.get(table)).public_view.phase == "calling"
        await _ask_all_as_bear(here, table)

    worlds = []
    for word in ("pass", "yes"):
        with pytest.MonkeyPatch.context() as patch:
            _robots_say(patch, word, thrower=1)
            worlds.append(
                (await _play_story(tmp_path / str(word), "pussers-bones", PIECES["pussers-bones"], story, 3))[0]
            )
    _check_alike(*worlds)


def _robot_threw(table: Table) -> bool:
    view = own_view(table)
    return table.public_view.phase == "calling" and len(view.discards) > 4 and view.discards[-1].seat == 1


def _robots_say(patch: pytest.MonkeyPatch, word: str | None, thrower: int = 0) -> None:
    usual = pussers.robot
    for name in registry.NAMES:  # a game that is loaded later could not set its robots
        registry.game(name)

    def robot(view: Any, chance: Any, level: Level = Level.OLD_HAND, *_: object) -> Any:
        if view.phase == "calling" and len(view.discards) > 4 and view.discards[-1].seat == thrower and view.seat > 1:
            silent = word is None or view.answered
            return None if silent else Thought(pussers.read(view, str(word), ""), "")
        return usual(view, chance, level)

    patch.setattr(Game, "robot", property(lambda _: robot))


async def _robots_window(here: World, table: int) -> None:
    await play(here, table, (BEAR, BULL), _when_callable(BEAR))
    await here.pass_time(6_000)
    assert (await here.get(table)).public_view.phase == "calling"
    await _ask_all_as_bear(here, table)


# Shellbacks.

RACE = {"enforcement": "guarded", "call_mode": "race"}


@pytest.mark.parametrize(
    ("game", "held", "house"),
    mark_thorough(
        [
            ("duo-dominoes", "6-6 0-0 1-0 1-1 2-0 2-1 2-2 / 6-5 3-0 3-1 3-2 3-3 4-0 4-1", {}),
            ("lombardy-bones", "6-6 0-0 1-0 1-1 2-0 2-1 2-2 / 6-5 3-0 3-1 3-2 3-3 4-0 4-1", RACE),
        ],
        MORE_GAMES,
        but=[("duo-dominoes", "6-6 0-0 1-0 1-1 2-0 2-1 2-2 / 6-5 3-0 3-1 3-2 3-3 4-0 4-1", {})],
    ),
)
async def test_a_shellbacks_pause_does_not_depend_on_its_hand(
    tmp_path: Path, game: str, held: str, house: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shellback holds another rack in each of three worlds. Nobody sees a difference before its move."""
    known = [bone for rack in held.split("/") for bone in map(from_code, rack.split())]
    others = [bone for bone in reversed(ALL) if bone not in known]
    orders = ([*others[:7], *others[7:]], [*others[7:], *others[:7]], [*others[::2], *others[1::2]])
    worlds, thoughts, moments = [], [], []
    for number, hidden in enumerate(orders):
        asked: list[int] = []
        seen: list[dict[str, Any]] = []
        moved: list[int] = []
        with monkeypatch.context() as patch:
            _think_at_once(patch, seen, asked)
            story = _first_move_of_a_shellback(seen, moved)
            order = [*known, *hidden]
            await _play_story(tmp_path / str(number), game, order, story, 2, "lobby.shellback+", **house)
        worlds.append(seen[-1])
        thoughts.append(asked[:1])
        moments.append(moved)
    for other in worlds[1:]:
        _check_alike(worlds[0], other)
    assert moments == [moments[0]] * 3
    assert thoughts == [[0]] * 3


def _think_at_once(patch: pytest.MonkeyPatch, seen: list[dict[str, Any]], asked: list[int]) -> None:
    """Let shellbacks think in few deals and at once. Before each thought, note in `asked` how much was seen so far."""

    async def think(self: Thinkers, question: RobotQuestion) -> RobotAnswer:
        if question.takes_time:
            asked.append(len(seen))
        return RobotAnswer(question.answer(4), 4)

    patch.setattr(Thinkers, "think", think)


def _first_move_of_a_shellback(seen: list[dict[str, Any]], moved: list[int]) -> Story:
    """Play until the third seat is asked, then step by step until it has moved."""

    async def story(here: World, table: int) -> None:
        def is_third_asked(present: Table) -> bool:
            return present.public_view.to_act == (2,) and present.public_view.phase == "play"

        await play(here, table, (BEAR, BULL), is_third_asked)
        while is_third_asked(await here.get(table)):
            seen.append({"Bear": here.seen_by(BEAR), "crowd": here.seen_by(None)})
            await here.pass_time(50, 50)
        moved.append(here.clock.now)

    return story
