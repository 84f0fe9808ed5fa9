"""The page of all games has room for more games than Discord's limit of components would allow."""

import pytest

from bot.acts import list_first_commands
from bot.messages.front_door import fit_layout
from bot.ports.ui import MOST_COMPONENTS, Accent, Button, Fixture, Layout, Part, SinglePicture, Text, separate
from bot.wording.translations import COMMANDS, describe_command, read_sentences


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


def test_a_command_is_described_in_the_readers_language_while_the_translation_is_of_the_present_words() -> None:
    ((command, plain), *_) = list_first_commands()
    assert describe_command("en", command, plain) == plain == describe_command("no-NO", command, plain)
    assert describe_command("pt-BR", command, "Other words") == "Other words"
    translated = read_sentences("pt-BR", COMMANDS)[command]
    assert describe_command("pt-BR", command, translated.english) == translated.text != translated.english
