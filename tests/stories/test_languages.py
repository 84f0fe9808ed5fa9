"""Friends with Discord in different languages: each is spoken to in their own, and the board in the server's."""

from pathlib import Path

from bot.messages.parts.table_words import words_of
from bot.wording import ENGLISH, Language
from games.core import Seat
from render import scenes
from tests.stories.dealt_evenings import private_answer
from tests.stories.evening import evening
from tests.stories.table_messages import rack_messages

PORTUGUESE, SPANISH = Language("pt-BR"), Language("es-419")


async def test_each_player_of_duo_is_spoken_to_in_the_language_of_their_discord(tmp_path: Path) -> None:
    async with evening(tmp_path) as night:
        bear, bull, wally, _ = night.people
        bull.user.locale, wally.user.locale = PORTUGUESE, SPANISH
        await night.open("duo-dominoes", auto_pass="false")
        await night.start()
        table = await night.now()
        for seat, (person, language) in enumerate(((bear, ENGLISH), (bull, PORTUGUESE), (wally, SPANISH))):
            (hand,) = rack_messages(person)
            assert (
                hand.attachments[0].description
                == scenes.draw_board_and_hand(table.view(Seat(seat)), words_of(table, language)).alt
            )
            help_shown = await private_answer(await person.slash("help"))
            assert words_of(table, language).label("rules") in str(help_shown.controls())
        assert night.board().attachments[0].description == scenes.draw_board(table.public_view, words_of(table)).alt
        assert words_of(table).language == ENGLISH
        for typed in ("poner seis y medio", "Seis y medio"):
            answer = await private_answer(await wally.slash("move", options={"words": typed}))
            assert f"«{typed}»" in answer.words, "what is not understood is quoted as it was typed"
