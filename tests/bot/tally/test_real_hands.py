"""Hands from a real table in the crew's books: entered by one player, and confirmed by all who sat there."""

from dataclasses import replace

import pytest

from bot.messages.books.real_pad import AGAIN, WRITE
from bot.ports import Button, Menu, Message
from bot.services.real_hands import FORM, RealHandService
from bot.store import Store
from bot.store.books import StoredTransfer, postings
from bot.tally.books.real_receipts import REAL_TABLE
from bot.tally.changes import members
from bot.wording import ENGLISH, Words
from bot.wording.refusals import word_unreadable
from bot.wording.typed import read_scored, speak_scored
from games import registry
from games.core import AnyGame
from games.core.moves import Ambiguous
from tests.bot.harness.room import message_of
from tests.bot.tally.crew import ADMIN, DAY, HERE, KEEPER, Crew, person
from tests.bot.tally.test_ledger import buttons, set_up_tally, text
from tests.left_out import MORE_CASES, MORE_GAMES
from tests.pseudo import speak_pseudo
from tests.refuses import refuses

SEATS = "Bear, Bull, Wally, Ned"
GAME = """Bear out
Bull left 6-5 6-4 6-3
Ned left 5-5 5-4 1-0
Wally left 0-0"""


@pytest.fixture
async def crew(store: Store) -> Crew:
    made = Crew(store)
    await made.add_people("Bear", "Bull", "Wally", "Ned")
    return made


async def entries(crew: Crew) -> list[StoredTransfer]:
    return await crew.read(postings.read, await crew.id(), states=postings.EVERY_STATE)


async def enter(crew: Crew, hands: str = GAME, game: str = "duo-dominoes", seats: str = SEATS, by: str = "Bear") -> str:
    reply = await crew.press(FORM.make(game=game), person(by), HERE, seats, hands, "")
    return text(reply)


async def read_form(crew: Crew, game: str) -> list[str]:
    """The values in the fields of the form for a game."""
    await crew.press(f"{REAL_TABLE}.{game}", person("Bear"))
    form = (await crew.press(WRITE, person("Bear"))).form
    assert form is not None
    return [field.value for field in form.fields]


class Thumb:
    """Bear's thumb, which taps what the last message offers and finds nothing else."""

    def __init__(self, crew: Crew) -> None:
        self.crew = crew
        self.message = Message("")

    async def open(self, game: str) -> None:
        self.message = message_of(await self.crew.press(f"{REAL_TABLE}.{game}", person("Bear")))

    async def tap(self, *labels: str) -> None:
        """Tap a button, or choose entries of a menu."""
        controls = [control for row in self.message.rows for control in row]
        assert len(self.message.rows) <= 5
        for row in self.message.rows:
            assert len(row) <= (1 if isinstance(row[0], Menu) else 5)
        for control in controls:
            if isinstance(control, Button) and (control.label,) == labels:
                self.message = message_of(await self.crew.press(control.name, person("Bear")))
                return
            if isinstance(control, Menu):
                assert len(control.items) <= 25
                chosen = {item.label: item.value for item in control.items}
                if chosen.keys() >= set(labels):
                    assert len(labels) <= control.most
                    values = [chosen[label] for label in labels]
                    self.message = message_of(await self.crew.press(control.name, person("Bear"), HERE, *values))
                    return
        raise AssertionError(f"{labels} not in {controls}")

    async def tap_all(self, *labels: str) -> None:
        for label in labels:
            await self.tap(label)


@pytest.mark.thorough(MORE_GAMES)
async def test_a_hand_of_pussers_bones_is_tapped_with_its_calls_and_penalties(crew: Crew) -> None:
    thumb = Thumb(crew)
    await thumb.open("pussers-bones")
    await thumb.tap_all("Bear", "Bull", "Wally", "Ned")
    await thumb.tap_all("Ned", "Pretties")
    await thumb.tap("Flower One (F1)", "Season Two (N2)")
    await thumb.tap_all("Line done", "Wally", "Ties up")
    await thumb.tap("3 × Jimmy Rick (R1)", "3 × Two Rick (R2)", "3 × Nine Rick (R9)", "Five Rick (R5)")
    await thumb.tap("Five Rick (R5)")
    await thumb.tap("3 × Blood (DR)")
    await thumb.tap_all("R2", "Wall", "Bear", "Eddie")
    assert "Wally ties up R1 R1 R1 R2 R2 R2 R9 R9 R9 R5 R5 DR DR DR do R2 wall\n> Bear eddie" in thumb.message.text
    await thumb.tap("Enter")
    (entry,) = await entries(crew)
    typed = "Ned pretties F1 N2\nWally ties up R1 R1 R1 R2 R2 R2 R9 R9 R9 R5 R5 DR DR DR do R2 wall\nBear eddie"
    await enter(crew, typed, "pussers-bones")
    twin = (await entries(crew))[1]
    assert entry.data["real"] == twin.data["real"]
    assert entry.data["amounts"] == twin.data["amounts"]
    assert any(twin.data["amounts"])


async def test_the_pad_adds_words_between_taps_once_and_undo_takes_taps_back(crew: Crew) -> None:
    thumb = Thumb(crew)
    await thumb.open("duo-dominoes")
    await thumb.tap_all("Bull", "Bear", "Undo", "Undo", "Bear", "Bull", "Wally", "Ned", "Bull", "Out", "Bear")
    assert "Bull out\n> Bear left\n" in thumb.message.text
    await thumb.tap("double six (6-6)", "six five (6-5)")
    await thumb.tap("Undo")
    assert "> Bear left\n" in thumb.message.text
    await thumb.tap("double six (6-6)")
    with pytest.raises(AssertionError):
        await thumb.tap("double six (6-6)")
    assert await read_form(crew, "duo-dominoes") == [SEATS, "Bull out\nBear left 6-6", ""]


async def test_people_who_were_typed_are_taken_back_by_tapping_one_by_one(crew: Crew) -> None:
    await crew.press(FORM.make(game="duo-dominoes"), person("Bear"), HERE, "Bear,Bull;Ned\nWally", "", "")
    thumb = Thumb(crew)
    await thumb.open("duo-dominoes")
    await thumb.tap_all("Undo", "Undo", "Wally", "Ned")
    assert f"Seating order: {SEATS}" in thumb.message.text
    assert (await read_form(crew, "duo-dominoes"))[0] == SEATS


@pytest.mark.thorough(MORE_CASES)
async def test_another_hand_begins_with_the_same_people(crew: Crew) -> None:
    thumb = Thumb(crew)
    await thumb.open("bonedoneskis")
    await thumb.tap_all("Bear", "Ned", "That's everybody", "Bear", "Paid", "5.00", "0.50", "Line done")
    await thumb.tap_all("Ned", "Paid", "2.00", "Line done", "Bear", "Wins")
    await crew.press(FORM.make(game="duo-dominoes"), person("Bear"), HERE, SEATS, GAME, "")
    (entry,) = await entries(crew)
    thumb.message = message_of(await crew.press(AGAIN.make(number=entry.id), person("Bear")))
    assert "Seating order: Bear, Bull, Wally, Ned" in thumb.message.text
    await thumb.tap_all("Ned", "Out")
    await thumb.open("bonedoneskis")
    assert "> Bear paid 5.00 0.50\n> Ned paid 2.00\n> Bear wins" in thumb.message.text


def test_typed_words_of_the_readers_language_are_understood() -> None:
    with speak_pseudo() as language:
        words = Words(language).about("lombardy-bones")
        translated = {word: speak_scored(word, words) for word in ("renege", "held", "passed")}
        assert not any(word == told for word, told in translated.items())
        typed = f"{translated['renege']} Røn {translated['held']} 5-5"
        assert read_scored(typed, words, ["Røn"]) == "renege Røn held 5-5"
        assert read_scored("renege Wal held 5-5", words) == "renege Wal held 5-5"
        assert (
            read_scored(f"renege {translated['passed']} held 5-5", words, [translated["passed"]])
            == f"renege {translated['passed']} held 5-5"
        )


async def test_a_game_counts_once_everybody_who_sat_there_has_confirmed_it(crew: Crew) -> None:
    told = await enter(crew)
    assert "Duo Dominoes at the real table" in told
    assert "DD-30" in told
    (entry,) = await entries(crew)
    assert (entry.state, entry.confirm_at, entry.is_disputed) == ("pending", crew.clock.now + 7 * DAY, False)
    assert entry.data["amounts"] == [1, -1, 1, -1]
    for name in ("Bull", "Wally"):
        await crew.confirm(person(name), entry.id)
        assert (await entries(crew))[0].state == "pending"
    await crew.confirm(person("Ned"), entry.id)
    assert (await entries(crew))[0].state == "posted"


async def test_a_game_that_cannot_score_real_hands_is_not_offered(crew: Crew) -> None:
    def game(name: str) -> AnyGame:
        known = registry.game(name)
        return replace(known, score_real=None) if name == "duo-dominoes" else known

    reply = message_of(await RealHandService(crew.store, crew.tally, game).show(crew.request("Bear")))
    (row,) = reply.rows
    offered = [button.name for button in row if isinstance(button, Button)]
    assert offered == [f"{REAL_TABLE}.{name}" for name in registry.NAMES if game(name).score_real is not None]
    assert f"{REAL_TABLE}.lombardy-bones" in offered and f"{REAL_TABLE}.duo-dominoes" not in offered
    assert "Duo Dominoes" not in reply.text


async def test_a_real_hand_is_announced_where_it_was_entered_with_its_receipt(crew: Crew) -> None:
    await enter(crew)
    (shown,) = await crew.announcements(HERE.channel)
    assert "at the real table" in shown.text
    assert "DD-30" in shown.text
    assert [control.name.rpartition(".")[0] for control in shown.rows[0]] == ["tally.confirm", "tally.dispute"]


async def test_an_entry_of_several_hands_says_how_many(crew: Crew) -> None:
    hands = "Bear eddie\nBull first pretty\nwashed out\n\nNed first pretty\nwashed out"
    told = await enter(crew, hands, "pussers-bones")
    assert "2 hands" in told.splitlines()[0]
    (shown,) = await crew.announcements(HERE.channel)
    assert "2 hands" in shown.text


async def test_a_refusal_repeats_the_words_that_were_typed(crew: Crew) -> None:
    with refuses("REAL/words_lombardy") as caught:
        await enter(crew, "Bear passed the bone with a wink", "lombardy-bones")
    assert caught.value.facts["given"] == "passed the bone with a wink"


@pytest.mark.thorough(MORE_CASES)
async def test_what_was_refused_is_in_the_form_again(crew: Crew) -> None:
    with refuses("REAL/tiles"):
        await enter(crew, GAME + "\nBull left 9-9")
    assert await read_form(crew, "duo-dominoes") == [SEATS, GAME + "\nBull left 9-9", ""]
    assert await read_form(crew, "bonedoneskis") == ["", "", ""]
    assert await read_form(crew, "duo-dominoes") == [SEATS, GAME + "\nBull left 9-9", ""]
    await enter(crew)
    assert await read_form(crew, "duo-dominoes") == ["", "", ""]


async def test_bones_that_a_word_could_mean_are_named(crew: Crew) -> None:
    with pytest.raises(Ambiguous) as error:
        await enter(crew, "Bear eddie\nWally pair rick\nwashed out", "pussers-bones")
    assert "say which: Jimmy Rick (R1) / Two Rick (R2)" in word_unreadable(error.value, Words(ENGLISH))


async def test_somebody_who_did_not_sit_there_must_be_the_scorer(crew: Crew) -> None:
    with refuses("scorer"):
        await crew.press(
            FORM.make(game="bonedoneskis"), person("Ned"), HERE, "Bear, Bull", "Bear paid 1\nBull paid 1\nBear wins", ""
        )
    await set_up_tally(crew)
    await crew.press(
        FORM.make(game="bonedoneskis"), KEEPER, HERE, "Bear, Bull", "Bear paid 1\nBull paid 1\nBear wins", ""
    )
    (entry,) = await entries(crew)
    assert entry.data["amounts"] == [100, -100]


@pytest.mark.parametrize(
    ("seats", "error"), [("Bear, Bull", "seats"), ("Bear, Bull, Bear, Ned", "seated_twice"), ("a, b, c, d", "nobody")]
)
async def test_everybody_who_sat_there_is_in_the_books_once(crew: Crew, seats: str, error: str) -> None:
    with refuses(error):
        await enter(crew, seats=seats)
    assert await entries(crew) == []


async def test_no_hand_waits_for_somebody_who_has_crossed_the_bar(crew: Crew) -> None:
    await crew.change(ADMIN, members.set_crossed, "Ned", True)
    await enter(crew)
    (entry,) = await entries(crew)
    for name in ("Bull", "Wally"):
        await crew.confirm(person(name), entry.id)
    assert (await entries(crew))[0].state == "posted"
    with refuses("scorer"):
        await enter(crew, "Bear paid 1\nNed paid 1\nBear wins", "bonedoneskis", "Bear, Ned")


async def test_the_word_of_another_counts_a_hand_after_a_week_against_somebody_who_never_answers(crew: Crew) -> None:
    await enter(crew)
    (entry,) = await entries(crew)
    await crew.confirm(person("Bull"), entry.id)
    crew.clock.forward(7 * DAY - 1)
    await crew.tally.look()
    assert (await entries(crew))[0].state == "pending"
    crew.clock.forward(1)
    await crew.tally.look()
    assert (await entries(crew))[0].state == "posted"


async def test_an_authors_word_alone_leaves_a_hand_to_the_scorer_after_a_week(crew: Crew) -> None:
    await set_up_tally(crew)
    await enter(crew)
    (entry,) = await entries(crew)
    crew.clock.forward(7 * DAY)
    told = (await crew.announcements())[-1]
    assert "it's up to a scorer who wasn't at that table" in told.text and f"#{entry.id}" in told.text
    (entry,) = await entries(crew)
    assert (entry.state, entry.confirm_at, entry.is_disputed) == ("pending", None, False)
    await crew.press(buttons(told)[0], KEEPER)
    assert (await entries(crew))[0].state == "posted"


async def test_a_scorers_own_hand_against_guests_does_not_count_by_their_word(crew: Crew) -> None:
    await set_up_tally(crew)
    for guest in ("Gus", "Gil"):
        await crew.tally.add_guest(guest, None, crew.request())
    scorer = person("Bear", admin=True)
    written = ("Bear, Gus", "Gus paid 1\nBear paid 1\nBear wins", "")
    await crew.press(FORM.make(game="bonedoneskis"), scorer, HERE, *written)
    (entry,) = await entries(crew)
    await crew.confirm(scorer, entry.id)
    crew.clock.forward(7 * DAY)
    assert "it's up to a scorer who wasn't at that table" in (await crew.announcements())[-1].text
    await crew.confirm(scorer, entry.id)
    assert (await entries(crew))[0].state == "pending"
    await crew.confirm(KEEPER, entry.id)
    assert (await entries(crew))[0].state == "posted"
    await crew.press(FORM.make(game="bonedoneskis"), KEEPER, HERE, "Gus, Gil", "Gus paid 1\nGil paid 1\nGus wins", "")
    assert (await entries(crew))[1].state == "posted", "the scorer gains nothing by it"


async def test_the_standings_say_for_whom_a_hand_waits(crew: Crew) -> None:
    await enter(crew)
    waits = "1 entry from a real table is waiting for {} (or the scorer) to confirm (`/tally confirm`)."
    assert waits.format("Bull, Ned and Wally") in (await crew.show()).text
    (entry,) = await entries(crew)
    await crew.confirm(person("Ned"), entry.id)
    assert waits.format("Bull and Wally") in (await crew.show()).text


async def test_a_disputed_hand_is_said_to_be_disputed_and_waits_for_nobody_else(crew: Crew) -> None:
    await enter(crew)
    (entry,) = await entries(crew)
    await crew.dispute(person("Ned"), entry.id, "Ned had more left")
    shown = (await crew.show()).text
    assert Words(ENGLISH).say("tally/in_dispute", count=1) in shown
    assert "from a real table waits" not in shown
