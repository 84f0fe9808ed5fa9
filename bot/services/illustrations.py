"""Pictures from a game's guide that explain refusals. A person sees each only once."""

from dataclasses import dataclass

from bot.library.library import Library
from bot.messages.piece_pictures import PiecePictures, in_words
from bot.ports.requests import Request
from bot.ports.ui import Message
from bot.store.people import lesson_progress
from bot.store.store import Store
from bot.wording import Words
from games.core.refused import Refused


class Illustrated(Refused):
    """A refusal with a picture from the guide, or with that picture in words. Everybody gets the same picture."""

    def __init__(self, refused: Refused, shown: Message) -> None:
        super().__init__(refused.rule, refused.reason, **refused.facts)
        self.shown = shown
        """The words and the picture that follow the sentence of the refusal."""


@dataclass(slots=True)
class Illustrations:
    """Adds to a refusal the picture of the page that explains it, once for each person."""

    store: Store
    library: Library
    pictures: PiecePictures

    async def add(self, refused: Refused, game: str, request: Request) -> Refused:
        """Return the refusal with its picture, or `refused` itself if it has none or the requester has seen it."""
        words = request.words()
        page = self.library.read_in(words.language).find_explanation(refused.key, game)
        if page is None or not await self.store.write(lesson_progress.show_once, request.user, page.path, request.at):
            return refused
        about = Words(words.language, game)
        drawn = await self.pictures.draw(page.content.picture, about, request.user)
        if drawn is None:
            return Illustrated(
                refused, Message(words.say("guide/example", words=in_words(page.content.picture, about)))
            )
        return Illustrated(refused, Message(words.say("guide/example_drawn"), (drawn,), name="guide.png"))
