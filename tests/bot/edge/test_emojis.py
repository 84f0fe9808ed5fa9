"""The pieces as emojis: uploaded once, repaired, and never an obstacle to a game."""

from typing import Any

import pytest

from bot.edge import client as connection
from bot.edge.emojis import MOST_NAME, Emojis, name_emoji
from bot.edge.messenger import Brake, DiscordMessenger
from bot.edge.repeating import FIRST_JOB_WAIT, LONGEST_JOB_WAIT, repeat_until_done
from bot.ports import Button, Message, Place
from harbour import Harbour
from render import emoji, kinds
from tests.bot.edge.test_messenger import PNG
from tests.injected_faults import Fault, inject_fault
from tests.left_out import MORE_CASES


@pytest.fixture
def pictures() -> dict[str, bytes]:
    return {"R1": PNG, "6-4": PNG + b"\0"}


class EmojiSource:
    """Draws the pieces and counts the drawings; also stores the names of the emojis."""

    def __init__(self, pictures: dict[str, bytes]) -> None:
        self.pictures = pictures
        self.times = 0
        self.drawing = "1"
        self.kept: dict[str, Any] | None = None

    def draw(self) -> dict[str, bytes]:
        self.times += 1
        return self.pictures

    async def load(self) -> dict[str, Any] | None:
        return self.kept

    async def store(self, value: dict[str, Any]) -> None:
        self.kept = value

    async def provide(self, client: connection.Client) -> tuple[Emojis, int]:
        """Provide the emojis as a start of the bot does. Returns them and the number of uploads."""
        emojis = Emojis(self.draw, kinds.name_piece)
        return emojis, await emojis.provision(client, self.drawing, self.load, self.store)


@pytest.fixture
def source(pictures: dict[str, bytes]) -> EmojiSource:
    return EmojiSource(pictures)


def count_uploads(harbour: Harbour) -> int:
    return sum(request.method == "POST" and request.path.endswith("/emojis") for request in harbour.requests)


def names(harbour: Harbour) -> set[str]:
    return {emoji.name for emoji in harbour.state.emojis.values()}


async def test_emojis_are_uploaded_once_and_shown_by_their_code(
    harbour: Harbour, client: connection.Client, source: EmojiSource
) -> None:
    emojis, new = await source.provide(client)
    assert new == 2
    assert names(harbour) == {"Jimmy_Rick", "six_four"}
    mark = emojis.find("R1")
    assert mark is not None
    assert mark.startswith("<:Jimmy_Rick:")
    again, new = await source.provide(client)
    assert new == 0
    assert again.find("R1") == mark
    assert count_uploads(harbour) == 2


async def test_a_start_draws_nothing_while_the_drawing_is_the_same(harbour: Harbour, client: connection.Client) -> None:
    source = EmojiSource({"R1": PNG})
    await source.provide(client)
    emojis, _ = await source.provide(client)
    assert source.times == 1
    assert emojis.find("R1")
    source.drawing = "2"
    assert (await source.provide(client))[1] == 0
    assert source.times == 2
    assert count_uploads(harbour) == 1


async def test_a_new_drawing_replaces_the_old_one(
    harbour: Harbour, client: connection.Client, source: EmojiSource
) -> None:
    first, _ = await source.provide(client)
    source.pictures["R1"], source.drawing = PNG + b"\1", "2"
    second, new = await source.provide(client)
    assert new == 1
    assert names(harbour) == {"Jimmy_Rick", "six_four"}
    assert second.find("R1") != first.find("R1") and second.find("6-4") == first.find("6-4")


async def test_an_interrupted_replacement_goes_on(
    harbour: Harbour, client: connection.Client, source: EmojiSource
) -> None:
    first, _ = await source.provide(client)
    source.pictures, source.drawing = {"R1": PNG + b"\1", "6-4": PNG + b"\2"}, "2"
    inject_fault(harbour, Fault("DELETE", r".*/emojis/\d+", 400, code=0))
    assert (await source.provide(client))[1] == 0
    second, new = await source.provide(client)
    assert new == 2
    assert names(harbour) == {"Jimmy_Rick", "six_four"}
    assert all(second.find(code) != first.find(code) for code in ("R1", "6-4"))


async def test_a_deleted_emoji_is_uploaded_again(
    harbour: Harbour, client: connection.Client, source: EmojiSource
) -> None:
    await source.provide(client)
    harbour.state.emojis.pop(next(iter(harbour.state.emojis)))
    assert (await source.provide(client))[1] == 1


async def test_after_a_refusal_pieces_are_shown_by_their_letters(
    harbour: Harbour, client: connection.Client, source: EmojiSource
) -> None:
    inject_fault(harbour, Fault("POST", r".*/emojis", 400, code=30008))
    emojis, new = await source.provide(client)
    assert new == 0
    assert emojis.find("R1") is None
    assert emojis.find("🂡") == "🂡"


async def test_emojis_are_uploaded_later_if_discord_was_away(
    harbour: Harbour, client: connection.Client, source: EmojiSource
) -> None:
    waits: list[float] = []
    emojis = Emojis(source.draw, kinds.name_piece)

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    inject_fault(harbour, Fault("POST", r".*/emojis", cut=True))
    await repeat_until_done(
        "emojis", lambda: emojis.provision(client, source.drawing, source.load, source.store), sleep=wait
    )
    assert waits == [FIRST_JOB_WAIT]
    assert emojis.find("R1")
    assert emojis.find("6-4")
    assert len(names(harbour)) == 2


async def test_a_failed_job_is_tried_again_after_longer_and_longer_waits() -> None:
    waits: list[float] = []

    async def work() -> None:
        if len(waits) < 8:
            raise OSError("unreachable")

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    await repeat_until_done("a job", work, sleep=wait)
    assert waits[:3] == [5.0, 10.0, 20.0]
    assert waits[-1] == LONGEST_JOB_WAIT


async def test_a_job_that_cannot_succeed_is_not_repeated() -> None:
    async def work() -> None:
        raise KeyError("a mistake")

    with pytest.raises(KeyError):
        await repeat_until_done("a job", work)


@pytest.mark.thorough(MORE_CASES)
def test_every_piece_has_a_name_of_words_that_discord_takes() -> None:
    names = [name_emoji(kinds.name_piece(code)) for code in emoji.draw_all()]
    assert len(set(names)) == len(names)
    assert all(2 <= len(name) <= MOST_NAME and name.strip("_") == name for name in names)


async def test_a_message_with_an_emoji_that_was_deleted_is_sent_without_emojis(
    harbour: Harbour, client: connection.Client, source: EmojiSource
) -> None:
    emojis, _ = await source.provide(client)
    messenger = DiscordMessenger(client, emojis.find, lambda what: None, Brake(), doubt_emojis=emojis.doubt)
    inject_fault(
        harbour, Fault("POST", "/channels/[0-9]+/messages", status=400, code=50035, message="In emoji.id: Invalid")
    )
    place, row = Place(int(harbour.channel.id), int(harbour.guild.id)), (Button("play.R1", "R1", emoji="R1"),)
    await messenger.send(place, Message("Play.", rows=(row,), table=1), "a")
    (shown,) = harbour.channel.history()
    assert [button.get("emoji") for button in shown.buttons()] == [None]
    assert emojis.find("R1") is None
    assert emojis.doubted.is_set()
    assert await emojis.provision(client, source.drawing, source.load, source.store) == 0
    assert emojis.find("R1") is not None
