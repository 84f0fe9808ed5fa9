"""*Dearest moves*, on the last page of an evening: certain losses and dear moves, for their player alone."""

import random
from collections.abc import Sequence

import pytest

from bot.messages.replays.dearest import MOST_TOLD, list_losses
from bot.tables.history.entries import Entry
from bot.tables.play.evening import HandLoss, list_own_choices, read_evening
from bot.tables.play.past_hands import PastHands
from bot.tables.play.robots import advise
from bot.wording import ENGLISH, Words, name_move, word_facts, word_move
from games import registry
from games.bonedoneskis.rulebook import FEE_RULES, POWER, RULES, Rule
from games.core import Appraisal, MadeMove, Seat, SecretChance
from games.core.results import Loss
from games.lombardy.moves import Play
from render import scenes
from render.style import Style
from tests.bot.harness.dailies import catch_refusal
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, BULL, WALLY, Room, list_controls, message_of
from tests.bot.harness.shelf import take_played_table
from tests.bot.services.test_practice import DM, open_practice, play, text_of
from tests.contract.test_dear_positions import TOLD, appraise
from tests.contract.twins import twin
from tests.left_out import LONGER, MORE_GAMES, mark_thorough

LOMBARDY, DUO, STUD = "lombardy-bones", "duo-dominoes", "bonedoneskis"


async def play_evening(room: Room, hands: int) -> int:
    """Let Bear and Bull play this many hands with two robots, and close the table; returns its id."""
    table = await room.start_table(LOMBARDY, (BEAR, BULL), 2)
    for hand in range(1, hands + 1):
        await play_until(room, table, hand, BEAR, BULL)
    await room.close(table)
    await room.settle()
    return table


@pytest.mark.thorough(LONGER)
async def test_dear_moves_are_shown_one_a_hand_with_their_steps(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The judges see the seat's own view, and the button leads to the replay's step of the move."""
    seen: list[MadeMove] = []

    async def judge(name: str, choices: Sequence[MadeMove]) -> list[Appraisal[object] | None]:
        seen.extend(choices)
        return [
            Appraisal(move, 3 + place, "scores_later", {"by": 9}) if isinstance(move, Play) else None
            for place, (_, move, _) in enumerate(choices)
        ]

    table = await play_evening(room, 4)
    monkeypatch.setattr(room.services.replays.dearest, "appraise", judge)
    pages = [message_of(await room.press(table, "dearest", BULL))]
    for place in (1, 2, 0):
        (button,) = [name for name in list_controls(pages[-1]) if name.startswith("dearest.next.")]
        assert button == f"dearest.next.{place}"
        pages.append(message_of(await room.press(table, button, BULL)))
    assert pages[0] == pages[3]
    assert {view.seat for view, _, _ in seen} == {1}
    assert len({id(view) for view, _, _ in seen}) == len(seen), "nothing is judged again for the next page"
    lines = [line for page in pages[:3] for line in page.text.splitlines() if "at least" in line]
    assert len(lines) == MOST_TOLD == len({line.split(":")[0] for line in lines})
    assert all(": on average, you score 9 points more later in the hand. The difference" in line for line in lines)
    for page in pages:
        (picture,) = page.pictures
        assert picture.alt.startswith("both") and "seat=1," in picture.alt
        assert "gold ring" in page.text
        step, play_on, _ = list_controls(page)
        replay = message_of(await room.press(table, step, BULL))
        assert "step" in replay.text and play_on.endswith(".play")


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=[DUO]))
async def test_pages_depend_on_nothing_that_the_seat_could_not_see(room: Room, game: str) -> None:
    """If others hold other pieces, the judges and the painter get the same view, byte for byte."""
    number = await take_played_table(room, game, (BEAR, BULL), 2)
    table, luck, told = await room.get(number), random.Random(7), 0
    evening = await room.read(read_evening, table)
    past, seat = await room.read(PastHands().read, table, 1), Seat(0)
    assert past is not None and table.game.appraise is not None
    words = Words(ENGLISH, game, ("Bear", "Bull", "Able", "Baker"))
    choices = await room.read(list_own_choices, table, PastHands(), evening.hands, seat)
    assert len(choices) <= choices[-1].place, "forced moves are left out"
    for own in choices:
        assert len(table.game.choices(own.view)) > 1
        before = [entry.event for entry in past.list_before(own.entry)]
        other = table.game.view(table.game.evolve(past.state, *twin(before, seat, luck)), seat)
        assert other == own.view
        pages = []
        for view in (own.view, other):
            found = table.game.appraise(view, own.move, SecretChance(bytes(32), ("page",), 0), 60)
            marks = tuple(table.game.write(move) for move in (own.move, own.move if found is None else found.better))
            drawn = scenes.draw_board_and_hand(view, words, Style(marks=marks)).png if told < MOST_TOLD else b""
            pages.append((found, drawn))
        assert pages[0] == pages[1]
        told += 1
    assert told > MOST_TOLD


async def test_only_a_player_of_the_table_may_ask(room: Room) -> None:
    table = await take_played_table(room, DUO, (BEAR, BULL), 2)
    assert await catch_refusal(room.press(table, "dearest", WALLY)) == "not_seated"
    controls = list_controls(message_of(await room.press(table, "replay.1.1.open", BULL)))
    assert "dearest" in controls, "beside how the hand went"


async def test_a_hint_warns_of_the_next_best_move(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a worse move it says nothing, since nobody might make it. It compares with the move that it advises, in place
    of the old hand's reason, or says nothing. If the old hand's own move is dear, it leads with the better one. Without
    judges in time there is only the hint."""
    table = await open_practice(room)
    while (thought := advise(table, Seat(0))) is None or len(table.game.choices(table.view(Seat(0)))) < 3:
        table = await play(room, 1)
    moves = [choice.move for choice in table.game.choices(table.view(Seat(0)))]
    other, third = thought.rival, next(move for move in moves if move not in (thought.move, thought.rival))
    found: dict[object, Appraisal[object]] = {}

    async def judge(name: str, choices: Sequence[MadeMove]) -> list[Appraisal[object] | None] | None:
        assert {move for _, move, _ in choices} == {thought.move, other}
        return [found.get(move) for _, move, _ in choices] if found else None

    async def ask() -> list[str]:
        return text_of(await room.practice.give_hint(table, room.request(BEAR, DM, about=table))).splitlines()

    def name(move: object) -> str:
        return name_move(table.game.write(move), words)

    words = Words(ENGLISH, DUO, ("Bear",))
    monkeypatch.setattr(room.services.replays.dearest, "appraise", judge)
    found[other] = Appraisal(third, 7, "double")
    (hint,) = await ask()
    assert "A sharp-eyed robot would say" in hint
    found[other] = Appraisal(thought.move, 7, "double")
    told = "**{}**. It's better than {}: a double fits only one number, so it's hard to place later."
    assert await ask() == [told.format(word_move(table.game.write(thought.move), words), name(other))]
    found[other] = Appraisal(thought.move, 7)
    assert await ask() == [hint], "it names no move that it can't compare"
    found[thought.move] = Appraisal(other, 9)
    (alone,) = await ask()
    assert alone == f"**{word_move(table.game.write(other), words)}**. It's better than {name(thought.move)}."
    found.clear()
    assert await ask() == [hint]


async def test_a_hint_with_a_call_is_compared_by_its_bone(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lombardy Bones: the advice calls points, and the judges weigh the bone alone."""
    table = await open_practice(room, LOMBARDY)
    while (thought := advise(table, Seat(0))) is None or len(table.game.write(thought.move).split()) < 4:
        table = await play(room, 1)
    moves = [choice.move for choice in table.game.choices(table.view(Seat(0)))]
    (own,) = [move for move in moves if table.game.write(thought.move).startswith(table.game.write(move))]
    other = thought.rival
    assert other in moves
    found: dict[object, Appraisal[object]] = {}

    async def judge(_: str, choices: Sequence[MadeMove]) -> list[Appraisal[object] | None]:
        return [found.get(move) for _, move, _ in choices]

    async def ask() -> str:
        return text_of(await room.practice.give_hint(table, room.request(BEAR, DM, about=table)))

    monkeypatch.setattr(room.services.replays.dearest, "appraise", judge)
    found[other] = Appraisal(own, 7, "others_score", {"by": 3})
    told = await ask()
    assert f"and call {table.game.write(thought.move).split()[-1]}**. It's better than" in told
    assert "An old hand" not in told, "one reason is enough"
    found[own] = Appraisal(other, 9)
    told = await ask()
    assert "It's better than" in told and "An old hand" not in told


def test_the_losses_are_summed_by_kind_with_the_dearest() -> None:
    words = Words(ENGLISH, LOMBARDY, ("Bear", "Bull"))
    entry = Entry(1, 0, None, None)
    missed = [Loss(Seat(0), "uncalled", 5, "6-4"), Loss(Seat(0), "uncalled", 10, "5-3")]
    losses = [HandLoss(hand, loss, entry) for hand, loss in zip((2, 4), missed, strict=True)]
    assert list_losses(losses, words) == [
        "You missed 15 points. The biggest score you missed was 10, in hand 4, with 5-3."
    ]


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.kind == POWER and rule.id not in ("R25", *FEE_RULES)])
def test_a_power_slept_on_is_told_with_what_it_does(rule: Rule) -> None:
    """R29: a newcomer doesn't know what the name of a power would have brought."""
    words = Words(ENGLISH, STUD, ("Bear", "Bull"))
    slept = Loss(Seat(0), "slept", piece=f"choice/{rule.name}")
    (line,) = list_losses([HandLoss(4, slept, Entry(1, 0, None, None))], words)
    assert f"{words.say(f'choice/{rule.name}')}, in hand 4. What it does: “{words.say(f'gives/{rule.name}')}.”" in line


@pytest.mark.parametrize("name", TOLD)
def test_each_cause_has_a_sentence(name: str) -> None:
    words = Words(ENGLISH, name, ("Bear", "Bull", "Wally", "Bluey"))
    found = [appraise(name, position) for position in TOLD[name]]
    told = {words.say(f"dearest/{of.cause}", **word_facts(of.facts, words)) for of in found if of.cause}
    assert told
    assert not any("/" in sentence for sentence in told)


async def test_a_press_before_the_first_hand_has_ended_is_refused(room: Room) -> None:
    """A button of an earlier table may still be pressed. No hand is no praise for its moves."""
    table = await room.start_table(LOMBARDY, (BEAR, BULL), 0)
    assert await catch_refusal(room.press(table, "dearest", BEAR)) == "no_replay"
