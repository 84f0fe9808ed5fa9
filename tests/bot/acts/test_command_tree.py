"""The commands as Discord receives them: within its limits, complete, and in the right groups."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.acts import moves, register
from bot.acts.games import playable
from bot.edge.acts import Act, Acts
from bot.edge.checkup import INVITATION, NEEDED, list_missing
from bot.edge.command_tree import Command, CommandTree, Group, MenuCommand
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import DONE, Reply
from bot.services.quotas import Cost
from bot.services.services import Services
from bot.wording import ENGLISH, Words
from games.core.moves import Verb
from harbour.limits.commands import check_commands
from harbour.limits.fields import Field
from tests.fifth_game import registered


@pytest.fixture(scope="module")
def book() -> CommandTree:
    return register().tree


def words(book: CommandTree) -> Iterator[tuple[str, Command]]:
    for entry in book.entries:
        if isinstance(entry, MenuCommand):
            continue
        if isinstance(entry, Group):
            yield from ((f"{entry.name} {command.name}", command) for command in entry.commands)
        else:
            yield entry.name, entry


def test_discord_would_take_them_all(book: CommandTree) -> None:
    check_commands(Field(book.payload()))


def test_every_verb_of_every_game_is_a_command_of_its_own(book: CommandTree) -> None:
    for game in playable():
        for verb in game.VERBS:
            assert book.find((verb.name,)) is not None, f"/{verb.name} of {game.TITLE}"


def test_a_commands_options_are_those_of_its_verb_and_complete(book: CommandTree) -> None:
    for game in playable():
        for verb in game.VERBS:
            command = book.find((verb.name,))
            assert command is not None
            assert len(command.options) == (1 if any(v.takes for v in named(verb.name)) else 0)
            for option in command.options:
                assert option.suggest is not None
                assert option.required == all(v.takes and not v.optional for v in named(verb.name))


def named(name: str) -> list[Verb]:
    return [verb for game in playable() for verb in game.VERBS if verb.name == name]


def test_game_commands_work_in_dms_and_the_tally_only_in_servers(book: CommandTree) -> None:
    by_name = {str(made["name"]): made for made in book.payload()}
    assert by_name["hand"]["contexts"] == [0, 1]
    assert by_name["why"]["contexts"] == [0, 1]
    assert by_name["table"]["contexts"] == [0, 1]
    assert by_name["tally"]["contexts"] == [0]
    assert by_name["practice"]["contexts"] == [0, 1, 2]
    assert [by_name[name]["integration_types"] for name in ("table", "hand", "practice")] == [[0], [0, 1], [0, 1]]
    assert all(by_name[verb.name]["contexts"] == [0, 1] for game in playable() for verb in game.VERBS)


def test_only_the_doctor_is_reserved_for_those_who_manage_the_server(book: CommandTree) -> None:
    kept = {str(made["name"]): made["default_member_permissions"] for made in book.payload()}
    assert {name: value for name, value in kept.items() if value is not None} == {"doctor": 1 << 5}


def test_a_verb_of_several_games_is_one_command() -> None:
    verbs = [
        Verb("play", "DD-21", "Lay a tile", "piece"),
        Verb("play", "LB-20", "Lay a bone", "piece", optional=True),
        Verb("play", "X-1", "x" * 100, "amount"),
    ]
    made = moves.verb_act(verbs, "tile")
    assert made.plain == "Lay a tile / Lay a bone"
    assert [(option.name, option.required) for option in made.options] == [("what", False)]


def test_an_option_for_a_piece_is_called_by_the_noun_of_the_game_that_is_listed_first() -> None:
    made = {command.command: command.options[0].name for command in moves.acts() if command.options}
    pieces = {verb.name for game in playable() for verb in game.VERBS if verb.takes == "piece"}
    assert {name: made[name] for name in sorted(pieces)} == {
        **dict.fromkeys(("answer", "discard", "play", "setout"), "bone"),
        **dict.fromkeys(("sell", "steal", "trade", "turn"), "card"),
    }
    with registered():
        (lay,) = [command for command in moves.acts() if command.command == "lay"]
    assert [option.name for option in lay.options] == ["domino"]


def test_a_verb_that_a_group_has_is_left_to_the_group() -> None:
    game = playable()[0]
    taken = frozenset({game.VERBS[0].name})
    assert game.VERBS[0].name not in {command.command for command in moves.acts(taken, [game])}


def test_a_command_that_is_declared_twice_is_an_error() -> None:
    async def run(services: Services, request: InteractionRequest) -> Reply:
        return DONE

    with pytest.raises(ValueError, match="declared twice"):
        Acts([Act(command=word, cost=Cost.PRESS, use=run) for word in ("yes", "yes")])
    with pytest.raises(ValueError, match="declared twice"):
        Acts([Act(controls=(control,), cost=Cost.PRESS, use=run) for control in ("sheet", "sheet")])


def test_an_act_without_a_cost_is_an_error() -> None:
    async def run(services: Services, request: InteractionRequest) -> Reply:
        return DONE

    with pytest.raises(TypeError, match="cost"):
        Act(command="yes", use=run)  # type: ignore[call-arg]


def test_required_options_come_first() -> None:
    payload: list[dict[str, Any]] = register().tree.payload()
    for made in payload:
        for option in [made, *made.get("options", ())]:
            required = [
                bool(parameter.get("required")) for parameter in option.get("options", ()) if parameter["type"] > 2
            ]
            assert required == sorted(required, reverse=True), option["name"]


def test_every_permission_has_its_reason() -> None:
    assert list_missing(INVITATION) == ()
    assert all(Words(ENGLISH).knows(f"doctor/{name}") for name in NEEDED)
    assert not INVITATION.administrator
    assert not INVITATION.manage_messages
