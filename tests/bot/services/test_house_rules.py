"""House rules from the lobby: every rule in a menu, its values in another, numbers in a form."""

import pytest

from bot.messages.boards.lobby import describe_house_rules, make_lobby
from bot.messages.parts import house_rules
from bot.messages.parts.table_words import words_of
from bot.ports import Button, Menu
from bot.store.tables import rows as stored_tables
from bot.wording import ENGLISH, Words, read_house_name, word_refusal
from games import registry
from games.pussers.options import parse_rule_off
from tests.bot.harness.room import ACTS, BEAR, BULL, CHANNEL, Room, message_of
from tests.fifth_game import NAME, NAMES
from tests.left_out import MORE_CASES, mark_thorough
from tests.refuses import refuses

MOST_DESCRIPTION = 100
"""The most characters below an entry of a menu (Discord's limit)."""


async def press_for_menus(room: Room, table: int, what: str = "lobby.house", *values: str) -> list[Menu]:
    """The menus that answer a press."""
    reply = message_of(await room.press(table, what, BEAR, *values))
    return [menu for row in reply.rows for menu in row if isinstance(menu, Menu)]


def opens_form(control: str) -> bool:
    """True if the router waits for the answer to a control, because the answer may be a form."""
    act, _ = ACTS.find_by_control(control)
    return act is not None and act.opens_form


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.usefixtures("fifth_game")
async def test_every_house_rule_is_in_a_menu_and_can_be_changed_from_there(room: Room, game: str) -> None:
    table = await room.open(game)
    presets, themes = await press_for_menus(room, table)
    assert [entry.value for entry in presets.items] == [preset.name for preset in registry.game(game).PRESETS]
    assert opens_form(themes.name)
    listed = []
    for theme in themes.items:
        (shown,) = await press_for_menus(room, table, themes.name, theme.value)
        assert opens_form(shown.name)
        assert len(shown.items) <= 25
        listed += [(shown.name, item) for item in shown.items]
    present = await room.get(table)
    assert sorted(item.value for _, item in listed) == sorted(rule.name for rule in house_rules.rules_of(present))
    assert not any("_" in item.label for _, item in listed)
    for what, item in listed:
        reply = await room.press(table, what, BEAR, item.value)
        if reply.form is not None:
            assert read_house_name(reply.form.fields[0].value, Words(ENGLISH, game)) == item.value
        else:
            assert reply.message is not None
            ((menu,),) = reply.message.rows
            assert isinstance(menu, Menu)
            assert [entry.chosen for entry in menu.items].count(True) == 1


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.usefixtures("fifth_game")
async def test_the_menus_show_the_whole_sentence_about_each_preset_and_rule(room: Room, game: str) -> None:
    table = await room.get(await room.open(game))
    entries = [*table.game.PRESETS, *house_rules.rules_of(table)]
    assert [item.name for item in entries if len(item.description) > MOST_DESCRIPTION] == []


async def test_a_crew_that_has_not_chosen_is_offered_the_rules_for_newcomers(room: Room) -> None:
    table = await room.open("pussers-bones")
    present = await room.get(table)
    made = make_lobby(present)
    assert (
        "For a first game, press **Any suits**. Hands may mix suits, and robots throw what you may want: 20"
        in made.text
    )
    (offer,) = [button for row in made.rows for button in row if button.name.startswith("lobby.house.preset")]
    assert isinstance(offer, Button) and (offer.name, offer.label) == ("lobby.house.preset.any_suits", "Any suits")
    await room.press(table, offer.name, BEAR)
    present = await room.get(table)
    chosen = {name: present.row.options[name] for name in ("suits", "robots_feed", "decide_timeout_s")}
    assert chosen == {"suits": "any", "robots_feed": True, "decide_timeout_s": 8}
    assert "lobby.house.preset" not in str(make_lobby(present)), "the crew has chosen"
    await room.press(table, "lobby.house.preset", BEAR, "rulebook")
    assert (await room.get(table)).row.options["suits"] == "one_suit"


@pytest.mark.parametrize(("game", "pace"), [("pussers-bones", "correspondence"), ("duo-dominoes", "live")])
async def test_by_correspondence_and_in_other_games_no_rules_are_offered(room: Room, game: str, pace: str) -> None:
    table = await room.get(await room.open(game, pace=pace))
    assert "For a first game" not in make_lobby(table).text
    assert "lobby.house.preset" not in str(make_lobby(table))


async def test_a_crew_with_rules_of_its_own_is_offered_no_others(room: Room) -> None:
    table = await room.open("pussers-bones")
    await room.press(table, "lobby.house.set", BEAR, "rob_all_of", "true")
    assert "For a first game" not in make_lobby(await room.get(table)).text


async def test_lb_80_the_lobby_leaves_out_a_grace_that_nobody_chose(room: Room) -> None:
    table = await room.open("lombardy-bones")
    await room.press(table, "lobby.robot+", BEAR)
    present = await room.get(table)
    assert "Seconds to decide: 20 seconds" in make_lobby(present).text, "one person with robots"
    assert "Grace" not in make_lobby(present).text
    assert "Grace for slow connections: 300 milliseconds" in describe_house_rules(present, words_of(present))
    await room.press(table, "lobby.house.set", BEAR, "race_grace_ms", "500")
    assert "Grace for slow connections: 500 milliseconds" in make_lobby(await room.get(table)).text


@pytest.mark.usefixtures("fifth_game")
async def test_a_game_brings_the_words_of_its_own_house_rules(room: Room) -> None:
    table = await room.open(NAME)
    (shown,) = await press_for_menus(room, table, "lobby.house", "theme:deal")
    assert [item.label for item in shown.items] == ["Bones in a hand: 7", "Who leads the next hand: each in turn"]
    reply = message_of(await room.press(table, "lobby.house.set", BEAR, "Who leads the next hand", "whoever won"))
    assert reply.text == "The rule is set. Who leads the next hand: whoever won."
    assert (await room.get(table)).row.options["lead"] == "winner"


async def test_a_chosen_value_is_set_and_the_lobby_says_so_in_plain_words(room: Room) -> None:
    table = await room.open("pussers-bones")
    (values,) = await press_for_menus(room, table, "lobby.house", "show_losers")
    reply = await room.press(table, values.name, BEAR, next(entry.value for entry in values.items if not entry.chosen))
    assert reply.message is not None
    assert reply.message.text.startswith("The rule is set. Showing the losers' hands: ")
    reply = await room.press(table, "lobby.house.set", BEAR, "Cents per point", "2")
    await room.settle()
    lobby = room.at(CHANNEL)[-1].text
    assert "What a point is worth: 2" in lobby
    assert "Showing the losers' hands: " in lobby
    with refuses("not_host"):
        await room.press(table, values.name, BULL, values.items[0].value)


async def test_pb_73_a_time_to_rule_off_goes_by_the_clocks_of_whoever_sets_it(room: Room) -> None:
    """It is November: Sydney is eleven hours ahead of UTC, and midnight there is 13:00 UTC."""
    await room.me.change(room.request(BEAR), "timezone", "Sydney")
    table = await room.open("pussers-bones")
    reply = message_of(await room.press(table, "lobby.house.set", BEAR, "rule_off", "midnight"))
    assert reply.text == "The rule is set. When the sheet ends: at 00:00 in Sydney."
    await room.add_robots(table, 3)
    await room.press(table, "lobby.start", BEAR)
    began = (await room.get(table)).row.options["rule_off"]
    assert began == "clock:00:00 Australia/Sydney +11:00"
    assert parse_rule_off(str(began)) == ("clock", 13 * 60)


async def test_a_preset_is_taken_in_the_lobby(room: Room) -> None:
    table = await room.open("pussers-bones")
    await room.press(table, "lobby.house.set", BEAR, "talk", "civvy")
    with refuses("not_host"):
        await room.press(table, "lobby.house.preset", BULL, "gunplot")
    for values in ((), ("",)):
        with refuses("no_button"):
            await room.press(table, "lobby.house.preset", BEAR, *values)
    reply = message_of(await room.press(table, "lobby.house.preset", BEAR, "gunplot"))
    assert reply.text.startswith(
        "The table now plays by the rules of “Gunplot”. Mistakes cost you, and the fastest call"
    )
    held = (await room.get(table)).row.options
    assert (held["talk"], held["enforcement"], held["call_mode"]) == ("civil", "faithful", "race")
    with refuses("preset_same"):
        await room.press(table, "lobby.house.preset", BEAR, "gunplot")
    other = await room.open("lombardy-bones", thread=True)
    await room.press(other, "lobby.house.set", BEAR, "enforcement", "guarded")
    await room.press(other, "lobby.house.preset", BEAR, "house")
    assert (await room.get(other)).row.options["enforcement"] == "faithful"


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize("game", registry.NAMES)
async def test_the_example_of_a_standing_order_is_one_of_the_game(room: Room, game: str) -> None:
    table = await room.start_table(game)
    form = (await room.press(table, "orders", BEAR)).form
    assert form is not None
    example = form.fields[0].placeholder
    told = message_of(await room.press(table, "orders.give", BEAR, example))
    assert told.text.startswith("Your standing orders")
    told = message_of(await room.press(table, "orders.give", BEAR, "off"))
    assert f"“{example}”" in told.text


async def test_a_number_out_of_bounds_is_refused_with_its_bounds(room: Room) -> None:
    table = await room.open("pussers-bones")
    for given in ("10000000000000000", "9" * 60, "9" * 5_000, "-1", "1001", "--5"):
        with refuses() as refused:
            await room.press(table, "lobby.house.set", BEAR, "Cents per point", given)
        assert "0 to 1,000" in word_refusal(refused.value, Words(ENGLISH))
        assert len(word_refusal(refused.value, Words(ENGLISH))) < 200
    await room.press(table, "lobby.house.set", BEAR, "Cents per point", "1,000")
    assert (await room.get(table)).row.options["cents_per_point"] == 1_000


@pytest.mark.parametrize(
    ("game", "rule"),
    mark_thorough(
        [
            ("pussers-bones", "decide_timeout_s"),
            ("lombardy-bones", "target"),
            ("bonedoneskis", "choice_s"),
            ("bonedoneskis", "bet_s"),
        ],
        MORE_CASES,
        but=[("lombardy-bones", "target")],
    ),
)
async def test_a_lobby_with_a_number_of_an_older_release_can_be_changed_started_and_loaded(
    room: Room, game: str, rule: str
) -> None:
    await room.me.change(room.request(BEAR), "quiet", "22:30-7:00")
    table = await room.open(game, "correspondence")
    held = (await room.get(table)).row.options
    await room.write(stored_tables.change, table, options={**held, rule: 10**17})
    room = await room.crash_and_restart()
    await room.press(table, "lobby.house.set", BEAR, "courtesy_seconds" if "call_mode" in held else "ante", "10")
    await room.add_robots(table, 3)
    await room.begin(table)
    for _ in range(40):
        room.forward(3_000)
        await room.settle()
    room = await room.crash_and_restart()
    present = await room.get(table)
    assert present.status == "live"
    assert present.row.options[rule] == 10**17
    assert present.sequence > 8
    await room.stop()


async def test_stakes_are_typed_and_shown_as_players_say_them(room: Room) -> None:
    table = await room.open("bonedoneskis")
    await room.press(table, "lobby.join", BULL)
    reply = message_of(await room.ask(room.lobby.set_house_rule, table, BEAR, "fee", "1.5"))
    assert reply.text == "The rule is set. Fee for a rule: 1.50."
    present = await room.get(table)
    assert present.row.options["fee"] == 150
    assert "Fee for a rule: 1.50" in make_lobby(present).text
    assert "They used to be: Fee for a rule: 2.50" in make_lobby(present).text
    asked = house_rules.ask_rule(present, ("fee",), words_of(present))
    assert asked.form is not None
    assert asked.form.fields[1].placeholder == "0.01 to 10,000.00"
    told = message_of(await room.ask(room.lobby.show_house_rules, table, BEAR, "fee"))
    assert "**Fee for a rule**: 1.50" in told.text
    for wrong in ("0.505", "10000.01", "0", "1 chip"):
        with refuses("BD-10/option"):
            await room.ask(room.lobby.set_house_rule, table, BEAR, "fee", wrong)
