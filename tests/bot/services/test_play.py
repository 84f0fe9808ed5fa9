"""Making moves: causes, races between processes, refusals."""

import asyncio

import pytest

from bot.messages.parts import controls
from bot.ports import HAND_PICTURE, Button
from bot.services.play import DOUBLE_TAP_WITHIN, OVERTAKEN, SLIP
from bot.store import NoticeKind, ShardSet, Store
from bot.store.tables import commits
from bot.wording import ENGLISH, Words
from games import registry
from games.core import Refused
from games.lombardy.view import View as LombardyView
from tests.bot.harness.players import play_until_turn, step, step_or_wait, words_for
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room, in_dm, message_of, settings
from tests.bot.harness.shelf import take_played_table
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough

GAME = "duo-dominoes"


async def test_the_same_interaction_counts_once(room: Room) -> None:
    table = await room.start_table(GAME)
    present = await play_until_turn(room, table, BEAR)
    words = words_for(present, BEAR)
    assert words is not None
    verb, _, rest = words.partition(" ")
    stamp = room.stamp()
    await asyncio.gather(*(room.ask(room.services.play.make_move, table, BEAR, verb, rest, id=stamp) for _ in range(3)))
    stored = await room.read(commits.read, table, present.sequence)
    assert [row.part for row in stored if row.cause == stamp.cause] == list(
        range(sum(1 for row in stored if row.cause == stamp.cause))
    )
    mine = [row for row in stored if row.kind == "duo.laid" and row.body["seat"] == 0]
    assert len([row for row in mine if row.cause == stamp.cause]) == 1
    await room.ask(room.play.make_move, table, BEAR, verb, rest, id=stamp)


async def test_a_refusal_writes_nothing_and_is_explained_once(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    present = await play_until_turn(room, table, BEAR, BULL)
    before = len(room.messenger.calls)
    with pytest.raises(Refused) as refused:
        await room.say(table, "knock", BULL)
    assert refused.value.rule == "DD-24"
    await room.settle()
    assert (await room.get(table)).sequence == present.sequence
    assert len(room.messenger.calls) == before
    reply = message_of(await room.ask(room.services.explanations.explain, table, BULL))
    assert "DD-24" in reply.text
    again = message_of(await room.ask(room.services.explanations.explain, table, BULL))
    assert "DD-24" not in again.text


async def test_a_refusal_is_outdated_once_its_player_has_moved_or_the_table_is_closed(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    present = await play_until_turn(room, table, BEAR, BULL)
    room.forward(OVERTAKEN + 1)
    for moves_on in (True, False):
        with pytest.raises(Refused) as refused:
            await room.say(table, "knock", BEAR)
        assert refused.value.rule.startswith("DD-")
        await (room.say(table, words_for(present, BEAR) or "", BEAR) if moves_on else room.close(table))
        reply = message_of(await room.ask(room.services.explanations.explain, table, BEAR))
        assert refused.value.rule not in reply.text


async def test_a_move_is_decided_again_after_one_of_another_process(store: Store) -> None:
    here = Room(store, settings(share=ShardSet(frozenset({0}), 2)))
    there = Room(store, settings(share=ShardSet(frozenset({1}), 2)), here.messenger, here.clock)
    await here.start()
    await there.start()
    people = (BEAR, BULL, WALLY)
    table = await here.start_table(GAME, people, 1)
    for turn in range(12):
        present = await here.tables.read_fresh(table)
        who = next((person for person in people if present.seat_of(person.user) in present.public_view.to_act), None)
        if who is None:
            break
        words = words_for(present, who)
        assert words is not None
        room = (here, there)[turn % 2]
        room.spoken = max(here.spoken, there.spoken)
        await room.say(table, words, who)
        await here.tables.read_fresh(table)
        await here.settle()
    left, right = await here.tables.read_fresh(table), await there.tables.read_fresh(table)
    assert left.sequence == right.sequence
    assert left.public_view == right.public_view
    await here.stop()
    await there.stop()


async def test_outdated_buttons_answer_with_the_present_hand(room: Room) -> None:
    table = await room.start_table(GAME)
    present = await play_until_turn(room, table, BEAR)
    old = present.visibility.controls_from
    words = words_for(present, BEAR)
    assert words is not None
    await room.say(table, words, BEAR)
    await room.settle()
    present = await play_until_turn(room, table, BEAR)
    words = words_for(present, BEAR)
    assert words is not None
    verb, _, rest = words.partition(" ")
    reply = message_of(await room.press(table, verb, BEAR, rest, seq=old))
    assert reply.sequence == present.visibility.controls_from
    assert (await room.get(table)).sequence == present.sequence


@pytest.mark.parametrize("game", ("duo-dominoes", "pussers-bones"))
async def test_outdated_buttons_in_a_dm_answer_in_words_and_leave_one_hand_there(room: Room, game: str) -> None:
    """A copy would stay below the hand for ever, with buttons that look as if they worked."""
    table = await room.start_table(game)
    present = await play_until_turn(room, table, BEAR)
    old, words = present.visibility.controls_from, words_for(present, BEAR)
    assert words is not None
    there, (verb, _, rest) = in_dm(BEAR), words.partition(" ")
    await room.press(table, verb, BEAR, rest, seq=old, where=there)
    before = (await room.get(table)).sequence
    assert (await room.get(table)).visibility.controls_from != old
    room.forward(DOUBLE_TAP_WITHIN + 1)
    reply = message_of(await room.press(table, verb, BEAR, rest, seq=old, where=there))
    assert "did nothing" in reply.text
    assert (reply.rows, reply.pictures) == ((), ())
    assert (await room.get(table)).sequence == before
    await room.settle()
    assert len([message for message in room.at(there.channel) if message.name == HAND_PICTURE]) == 1


@pytest.mark.parametrize(
    "game",
    mark_thorough(
        ("duo-dominoes", "lombardy-bones", "pussers-bones", "bonedoneskis"), MORE_GAMES, but=["duo-dominoes"]
    ),
)
@pytest.mark.parametrize("pressed", mark_thorough((True, False), MORE_CASES, but=[True]))
async def test_a_move_that_is_sent_twice_is_answered_twice_and_counts_once(
    room: Room, game: str, pressed: bool
) -> None:
    everybody = (BEAR, BULL, WALLY, NED)
    table = await room.start_table(game, everybody, 0)
    ends_a_turn = {"play", "discard", "check", "call", "fold"}
    words, mover, shown = "", BEAR, 0
    while words.partition(" ")[0] not in ends_a_turn:
        room.forward(5_000)
        await room.settle()
        present = await room.get(table)
        mover = next((who for who in everybody if present.seat_of(who.user) in present.public_view.to_act), BEAR)
        words, shown = words_for(present, mover) or "", present.sequence
        if words:
            await room.say(table, words, mover)
    moved = await room.get(table)
    verb, _, rest = words.partition(" ")
    again = room.press(table, verb, mover, rest, seq=shown) if pressed else room.say(table, words, mover)
    assert (await again).message is None, "a sentence would stay, and push the hand up"
    assert (await room.get(table)).sequence == moved.sequence
    room.forward(DOUBLE_TAP_WITHIN + 1)
    with pytest.raises(Refused, match="not_your_turn|not_now|no_play"):
        await room.say(table, words, mover)


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize("late", [0, 5_000])
async def test_whoever_presses_next_hand_second_is_thanked(room: Room, late: int) -> None:
    table = await take_played_table(room, GAME, (BEAR, BULL), 2)
    shown = (await room.get(table)).visibility.public_events
    await room.press(table, "next", BEAR, seq=shown)
    room.forward(late)
    dealt = await room.get(table)
    answer = message_of(await room.press(table, "next", BULL, seq=shown))
    assert answer.text == Words(ENGLISH).say("panel/dealt")
    assert (await room.get(table)).public_view.hand == dealt.public_view.hand == 2


async def test_late_moves_meant_for_an_earlier_moment_are_refused(room: Room) -> None:
    table = await room.start_table(GAME)
    room.forward(10_000)
    present = await play_until_turn(room, table, BEAR)
    words = words_for(present, BEAR)
    assert words is not None
    room.forward(5_000)
    await room.say(table, words, BEAR)
    await room.settle()
    present = await play_until_turn(room, table, BEAR)
    later = words_for(present, BEAR)
    assert later is not None
    with pytest.raises(Refused, match="overtaken"):
        await room.say(table, later, BEAR, at=present.waiting.asked_at - 5)


async def test_forms_open_without_reading_a_table(room: Room) -> None:
    table = await room.start_table(GAME)
    for what in ("orders", "salt"):
        reply = await room.press(table, what, BULL)
        assert reply.form is not None
        assert reply.message is None


async def test_suggestions_come_from_the_requesters_own_view(room: Room) -> None:
    table = await room.start_table(GAME)
    present = await play_until_turn(room, table, BEAR)
    seat = present.seat_of(BEAR.user)
    own = [choice.argument for choice in present.game.choices(present.view(seat)) if choice.verb == "play"]
    suggested = room.play.suggest(present, room.request(BEAR, about=present), "play", "")
    assert [value for _, value in suggested] == own
    assert room.play.suggest(present, room.request(BULL, about=present), "play", "") == []


async def test_before_the_deal_no_hand_is_shown_hidden_or_sorted(room: Room) -> None:
    table = await room.start_table("pussers-bones")
    await room.press(table, "hand.hide", BEAR, where=in_dm(BEAR))
    await room.settle()
    hand = room.dm(BEAR)[-1]
    offered = {control.name for row in hand.rows for control in row}
    assert hand.pictures[0].alt.startswith("both "), "the board is shown, and no hand to hide"
    assert "pluck" in offered
    assert not {"hand.hide", "hand.show", "hand.sort"} & offered


async def test_my_hand_is_private_and_hides(room: Room) -> None:
    table = await room.start_table(GAME)
    shown = message_of(await room.press(table, "hand.show", BEAR))
    assert "holding" in shown.pictures[0].alt
    there = in_dm(BEAR)
    copies: list[tuple[int, int]] = []
    room.host.notices.listeners[NoticeKind.HAND_HIDDEN].append(lambda notice: copies.append((notice.id, notice.user)))
    hidden = message_of(await room.press(table, "hand.hide", BEAR))
    assert hidden.pictures[0].alt.startswith("board View(seat=None"), "the board is shown, and no hand"
    await room.settle()
    assert room.at(there.channel)[-1].pictures[0].alt.startswith("board View(seat=None")
    assert copies == [], "the answer in the channel replaces the copy there"
    await room.press(table, "hand.show", BEAR, where=there)
    await room.settle()
    assert "holding" in room.at(there.channel)[-1].pictures[0].alt
    assert (await room.press(table, "hand.hide", BEAR, where=there)).message is None
    await room.settle()
    assert room.at(there.channel)[-1].pictures[0].alt.startswith("board View(seat=None")
    assert copies == [(table, BEAR.user)]
    with pytest.raises(Refused, match="not_seated"):
        await room.press(table, "hand.show", BULL)


async def test_a_covered_hand_names_no_piece_until_it_is_tapped(room: Room) -> None:
    table = await room.start_table(GAME)
    await play_until_turn(room, table, BEAR)
    await room.people.choose(BEAR.user, "spoiler", "on", room.clock.now)
    shown = message_of(await room.press(table, "hand.show", BEAR))
    assert (shown.name, shown.file_name) == (HAND_PICTURE, "SPOILER_rack.png")
    assert "holding" not in shown.text
    assert not [
        button for row in shown.rows for button in row if isinstance(button, Button) and button.name.startswith("play")
    ]
    await room.people.choose(BEAR.user, "text_only", "on", room.clock.now)
    worded = message_of(await room.press(table, "hand.show", BEAR))
    before, covered, after = worded.text.split("||")
    assert "holding" in covered
    assert "holding" not in before + after


async def test_no_public_message_ever_holds_a_private_view(room: Room) -> None:
    table = await room.start_table(GAME)
    await play_until_turn(room, table, BEAR)
    for message in room.messenger.everything_at(CHANNEL):
        for picture in message.pictures:
            assert not picture.alt.startswith("rack")
            assert "seat=None" in picture.alt or picture.alt.startswith(("sheet", "receipt"))


async def test_unknown_tables_and_buttons_are_refused(room: Room) -> None:
    with pytest.raises(Refused, match="unknown"):
        await room.press(99, "why", BEAR, seq=0)
    table = await room.start_table(GAME)
    for what in ("nothing", "lobby.dance", "hand.wave", "table.dance"):
        with pytest.raises(Refused, match="no_button"):
            await room.press(table, what, BEAR)


async def until_dealt(room: Room, table: int, wanted: str = "") -> str:
    """Play until Bear holds a hand, and would make the `wanted` move. Returns the move that Bear would make."""
    for _ in range(99):
        present = await room.get(table)
        words = words_for(present, BEAR) or ""
        if words and not present.public_view.undealt and present.hand_open and wanted in ("", words):
            return words
        await step(room, table, BEAR, BULL, WALLY, NED)
    raise AssertionError(f"never {wanted}")


@pytest.mark.thorough(MORE_CASES)
async def test_the_second_of_two_quick_taps_makes_no_move_that_cannot_be_undone(room: Room) -> None:
    """PB-44: *Pluck* tapped twice does not tie up, whatever button has come under the finger."""
    table = await room.start_table("pussers-bones", (BEAR, BULL, WALLY, NED), 0)
    await until_dealt(room, table, "pluck wall")
    await room.press(table, "pluck", BEAR, "wall")
    played = (await room.get(table)).sequence
    for what in ("dobone", "hand.hide"):
        with pytest.raises(Refused, match="slipped"):
            await room.press(table, what, BEAR)
    assert (await room.get(table)).sequence == played
    room.forward(SLIP + 1)
    with pytest.raises(Refused) as judged:
        await room.press(table, "dobone", BEAR)
    assert judged.value.rule != "TABLE", "now the game itself refuses the call"


@pytest.mark.thorough(MORE_CASES)
async def test_the_second_tap_on_a_bone_calls_no_score(room: Room) -> None:
    """LB-32: the numbers come up where the bones were, and a wrong one costs. *Renege* is never too early."""
    table = await room.start_table("lombardy-bones", (BEAR, BULL, WALLY, NED), 0)
    lays = ""
    for _ in range(40):
        lays = words_for(await room.get(table), BEAR) or ""
        if lays.startswith("play "):
            break
        await step_or_wait(room, table, *((BEAR,) if lays else (BULL, WALLY, NED)))
    _, bone, end, *_ = lays.split()
    room.forward(SLIP + 1)
    await room.press(table, "play", BEAR, f"{bone} {end}")
    room.forward(1_000)  # LB-80: the bot shows the bone only after this grace
    await room.settle()
    room.forward(SLIP - 100)
    present = await room.get(table)
    view = present.public_view
    assert isinstance(view, LombardyView) and view.to_score == present.seat_of(BEAR.user)
    for what, number in (("score", "5"), ("score", "10"), ("noscore", "")):
        with pytest.raises(Refused, match="slipped"):
            await room.press(table, what, BEAR, number)
    assert (await room.get(table)).sequence == present.sequence
    with pytest.raises(Refused) as judged:
        await room.press(table, "renege", BEAR)
    assert judged.value.rule != "TABLE", "the game itself refuses the call"
    room.forward(SLIP + 1)
    await room.press(table, "score", BEAR, "5")
    assert (await room.get(table)).sequence > present.sequence


def test_verbs_slip_after_verbs_of_their_game() -> None:
    for name in registry.NAMES:
        verbs = registry.cover(name).VERBS
        assert {after for verb in verbs for after in verb.slips_after} <= {verb.name for verb in verbs}


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes", "bonedoneskis"]))
async def test_a_hidden_hand_keeps_its_moves_and_names_no_piece(room: Room, game: str) -> None:
    table = await room.start_table(game, (BEAR, BULL, WALLY, NED), 0)
    verb = (await until_dealt(room, table)).partition(" ")[0]
    room.forward(SLIP + 1)
    await room.press(table, "hand.hide", BEAR)
    await room.settle()
    hand = room.dm(BEAR)[-1]
    assert verb in {controls.split_control(control.name)[0] for row in hand.rows for control in row}
    assert "hand.show" in {control.name for row in hand.rows for control in row}
    for button in (control for row in hand.rows for control in row if isinstance(control, Button)):
        assert not button.emoji, f"{button.label} names a piece"


async def test_hide_my_hand_is_the_last_button(room: Room) -> None:
    """No move was in its place, so a tap that comes too late does not hide the hand."""
    table = await room.start_table(GAME)
    await play_until_turn(room, table, BEAR)
    await room.settle()
    hand = room.dm(BEAR)[-1]
    assert hand.rows[-1][-1].name == "hand.hide" and len(hand.rows[-1]) > 1


@pytest.mark.parametrize("typed", [False, True])
async def test_an_answer_is_not_stale_because_somebody_else_answered_first(room: Room, typed: bool) -> None:
    """Two people own up to their doubles at once. The second of them presses a button that was posted before the first
    answer, or typed before the first answer counted."""
    table = await room.start_table("lombardy-bones", (BEAR, BULL), 0)
    shown = (await room.get(table)).visibility.controls_from
    room.forward(50)
    await room.press(table, "answer", BEAR, "none", seq=shown)
    if typed:
        await room.say(table, "answer none", BULL, at=room.clock() - 20)
    else:
        await room.press(table, "answer", BULL, "none", seq=shown)
    assert (await room.get(table)).public_view.phase != "lead"
