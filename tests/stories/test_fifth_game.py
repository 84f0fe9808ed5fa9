"""A game that `bot` does not know is opened, played, drawn, scored, posted, replayed and verified through Discord."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store.books import postings
from bot.tables.process_settings import GUIDES, RULEBOOKS
from games.core import Seat
from games.pieces.dominoes import code, dominoes_of
from tests.chance import SeededChance
from tests.fifth_game import FOLDER, NAME, stay_registered
from tests.left_out import LONGER
from tests.render import shown as scenes
from tests.stories.dealt_evenings import (
    CODE,
    check_messages,
    control_id,
    controls,
    dominoes_named,
    eyes_of,
    headline,
    play_watched,
    private_answer,
    public_text,
    refused,
    say_accepted,
)
from tests.stories.evening import SETTINGS, Evening, complete_move, evening
from tests.views import own_view

fifth_game = pytest.fixture(stay_registered, autouse=True)


@pytest.fixture
def books(tmp_path: Path) -> Path:
    """A folder with the rulebooks and guides of all games, those of the fifth included."""
    folder = tmp_path / "books"
    shutil.copytree(RULEBOOKS, folder / "rules")
    shutil.copy(FOLDER / f"{NAME}.md", folder / "rules")
    shutil.copytree(GUIDES, folder / "guide")
    shutil.copy(FOLDER / "guide" / f"{NAME}.md", folder / "guide")
    return folder


@pytest.mark.thorough(LONGER)
async def test_a_newcomers_game_is_played_from_the_lobby_to_the_books(tmp_path: Path, books: Path) -> None:
    settings = replace(SETTINGS, rules=str(books / "rules"), guides=str(books / "guide"))
    chance = SeededChance("fifth", predictable=True)
    async with evening(tmp_path, names=("Bear", "Bull"), settings=settings, chance=chance) as night:
        await open_and_start(night)
        await type_and_be_refused(night)
        await sort_the_hand(night)
        await ask_for_rules_and_help(night)
        await play_to_the_end(night)
        await look_at_the_end(night)
        await look_at_the_books(night)
        await replay_and_verify(night)


async def open_and_start(night: Evening) -> None:
    """The lobby knows the name, the preset, the house rules and the seats of the fifth game."""
    await night.open(NAME, game_points="12")
    lobby = night.board().words
    assert "Block" in lobby
    assert "Points for the game: 12" in lobby
    await night.start()
    assert headline(night) == "**Bear to lay a bone or knock**"
    await check_messages(night)


async def type_and_be_refused(night: Evening) -> None:
    """Moves of the fifth game are typed after `/move`. Completion offers them, and the game's rules judge them."""
    bear, bull = night.people
    table = await night.now()
    mine, theirs = (own_view(table, Seat(seat)).holding for seat in (0, 1))
    offered = await complete_move(bear, "lay")
    assert offered == [code(bone) for bone in mine]
    assert (await refused(night, bull, "lay", domino=code(theirs[0]))) == "It is Bear's turn\n-# BL-22"
    assert (await refused(night, bear, "lay", domino=code(theirs[0]))).startswith("You do not hold")
    assert (await refused(night, bear, "knock")).startswith("You lead")
    await say_accepted(night, bear, "lay", domino=code(mine[0]))
    assert f"Bear leads {code(mine[0])}" in public_text(night)


async def sort_the_hand(night: Evening) -> None:
    """*Sort* goes through its orders, `/me` lists them, and the order chosen for another game stays."""
    bear = night.people[0]
    mine = own_view(await night.now(), Seat(0)).holding
    said = (await private_answer(await bear.slash("me sort", options={"value": "rank"}))).content
    assert "Hand sorted by rank, from the lowest." in said
    for order, shown in (("highest", mine[::-1]), ("lowest", mine)):
        hand = await private_answer(await bear.slash("hand sort"))
        told = CODE.findall(hand.attachments[0].description or "")  # the hand, and then the table
        assert told[: len(shown)] == [code(bone) for bone in shown]
        said = (await private_answer(await bear.slash("me show"))).content
        assert f"Hand sorted by rank, from the {order}." in said


async def ask_for_rules_and_help(night: Evening) -> None:
    """Its rulebook is searched, its guide opened, and its help shown."""
    bear = night.people[0]
    found = (await private_answer(await bear.slash("rules", options={"about": "BL-31"}))).content
    assert "BL-31" in found
    assert "fewest pips" in found
    guide = await private_answer(await bear.slash("rules", options={"game": NAME}))
    assert "Two to four players, seven bones each" in guide.content
    assert guide.attachments[0].description == "a bone joins an end whose number it has: double six, six four"
    word = (await private_answer(await bear.slash("rules", options={"about": "jammed"}))).content
    assert "Nobody can go" in word
    assert "to lay a bone or knock" in (await private_answer(await bear.slash("help"))).content


async def play_to_the_end(night: Evening) -> None:
    """Hands are played with buttons, menus and words; nobody is shown a bone that they may not see."""
    eyes = eyes_of(night, night.harbour.add_user("Guest"), bones_in, dominoes_named)
    for eye in eyes:  # skip what they typed themselves
        eye.read = len(eye.person.collect_seen())
    async for _ in play_watched(night, eyes, lambda table: table.public_view.over):
        pass


def bones_in(view: object) -> set[str]:
    """The codes of every bone that a view of Block shows."""
    from tests.fifth_game.block.view import View

    assert isinstance(view, View)
    held = [] if view.ending is None else [bone for bones in view.ending.holdings for bone in bones]
    return {code(bone) for bone in (*view.holding, *held, *dominoes_of(view.line.on_table))}


async def look_at_the_end(night: Evening) -> None:
    """The board says who won; the receipt, the sheet and the reasons can be asked for."""
    table = await night.now()
    assert table.status == "closed"
    assert max(table.public_view.scores) >= 12
    assert "wins the game" in public_text(night)
    assert {"why", "sheet"} <= {what for what, _, _ in controls(night.board())}
    why = await night.people[0].press(night.board(), control_id(night.board(), "why"))
    assert (await private_answer(why, pressed=True)).words.startswith("**Blocked** (BL-31)")
    assert "BL-3" in public_text(night)
    sheet = await private_answer(
        await night.people[0].press(night.board(), control_id(night.board(), "sheet")), pressed=True
    )
    assert sheet.attachments[0].description == scenes.draw_sheet(table.public_view, table.names).alt


async def look_at_the_books(night: Evening) -> None:
    """The winner has the stake, and the tally has the records of the game."""
    table = await night.now()
    (posted,) = [
        entry
        for entry in await night.store.read(postings.read, table.row.crew, states=postings.EVERY_STATE)
        if entry.reason == "game_won"
    ]
    assert sorted(line.amount for line in posted.entries) == [-20, 20]
    records = (await private_answer(await night.people[0].slash("tally records"))).words
    assert "Most points from a hand" in records


async def replay_and_verify(night: Evening) -> None:
    """The last hand is shown again, and its shuffle checked against the commitment."""
    bear, board = night.people[0], night.board()
    (opens,) = [what for what, _, _ in controls(board) if what.startswith("replay.")]
    replay = await private_answer(await bear.press(board, control_id(board, opens)), pressed=True)
    assert "leads" in replay.words
    assert replay.attachments
    checked = (await private_answer(await bear.slash("replay verify"))).content
    assert "was honest" in checked
