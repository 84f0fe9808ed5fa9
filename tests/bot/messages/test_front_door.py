"""The page of all games has room for more games than Discord's limit of components would allow."""

import pytest

from bot.acts import list_first_commands
from bot.messages.front_door import fit_layout
from bot.ports import (
    MOST_COMPONENTS,
    MOST_ROWS,
    Accent,
    Button,
    Fixture,
    Layout,
    Part,
    SinglePicture,
    Text,
    fill_rows,
    separate,
)
from bot.services.reference import make_guide_buttons
from bot.wording import ENGLISH, Words, translations
from bot.wording.translations import COMMANDS, describe_command, read_english, read_sentences
from tests.bot.harness.room import BEAR, BULL, Room, list_controls
from tests.fifth_game import NAMES


@pytest.mark.parametrize("games", [4, 5, 6, 7])
def test_a_page_of_many_games_leaves_out_lines_and_pictures_before_any_way_in(games: int) -> None:
    ways = [tuple(Button(f"{way}.{game}", way) for way in ("learn", "practise", "play")) for game in range(games)]
    about: list[tuple[Part, ...]] = [(Text(f"game {game}"), SinglePicture(game), ways[game]) for game in range(games)]
    guides = tuple(Button(f"guide.{game}", "guide") for game in range(games))[:5]
    layout = Layout(Accent.LOBBY, (*separate((Text("head"),), *about), guides, (Button("lessons", "lessons"),)))
    fitted = fit_layout(layout)
    assert fitted.size <= MOST_COMPONENTS
    assert [part for part in layout.parts if isinstance(part, Text)] == [
        part for part in fitted.parts if isinstance(part, Text)
    ]
    assert all(way in fitted.parts for way in ways)
    shown = [part.place for part in fitted.parts if isinstance(part, SinglePicture)]
    assert shown == list(range(len(shown))), "the pictures that stay are the first ones"
    assert Fixture.LINE not in fitted.parts or len(shown) == games


def test_a_command_is_described_in_the_readers_language_while_the_translation_is_of_the_present_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    command, *_ = list_first_commands()
    plain, translated = read_english(COMMANDS)[command], read_sentences("pt-BR", COMMANDS)[command]
    assert describe_command("en", command) == plain == describe_command("no-NO", command)
    assert describe_command("pt-BR", command) == translated.text != plain
    monkeypatch.setattr(translations, "read_english", lambda part: {command: "Other words"})
    assert describe_command("pt-BR", command) == "Other words"


@pytest.mark.usefixtures("fifth_game")
async def test_readers_of_text_alone_have_every_way_in_of_many_games(room: Room) -> None:
    await room.me.change(room.request(BEAR), "text_only", "on")
    below = fill_rows([*make_guide_buttons(), Button("learn.list", "Lessons"), Button("daily.show", "Today")])
    pages = [await room.services.door.make(Words(ENGLISH), "Games", below, user) for user in (BULL.user, BEAR.user)]
    ways = [list_controls(page) for page in pages]
    assert len(pages[1].rows) <= MOST_ROWS < 3 + len(NAMES)
    assert ways[0] == ways[1]
