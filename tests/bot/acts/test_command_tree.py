"""The commands as Discord receives them: within Discord's limits, complete, and in the right groups."""

from dataclasses import fields, replace
from typing import Any

import pytest

from bot.acts import moves, register
from bot.acts.games import list_covers
from bot.edge.acts import Act, Acts
from bot.edge.checkup import INVITATION, NEEDED, list_missing
from bot.edge.discord_commands import Option
from bot.edge.interactions import InteractionRequest
from bot.edge.sync import list_texts
from bot.messages.boards.lobby import name_robot_control
from bot.ports import DONE, Reply
from bot.services.books.setting_changes import SETTINGS
from bot.services.services import Cost, Services
from bot.tally.books import CrewSettings
from bot.wording import ENGLISH, Words
from bot.wording.translations import COMMANDS, read_english
from games.core import Level
from games.core.moves import Verb
from harbour.limits.commands import check_commands
from harbour.limits.fields import BodyField
from tests.literals import list_handed_texts


@pytest.fixture(scope="module")
def acts() -> Acts:
    return register()


def test_discord_would_take_them_all(acts: Acts) -> None:
    check_commands(BodyField(acts.make_payload()))


def test_every_text_of_a_command_stands_in_its_file_unless_the_games_tell_it(acts: Acts) -> None:
    """A command, an option or a choice without its text cannot be described to Discord."""
    shown = {key: part[field] for key, field, part in list_texts(acts.make_payload())}
    own = {key: text for key, text in read_english(COMMANDS).items() if not key.startswith("verb/")}
    assert {key: shown.get(key) for key in own} == own, "nothing says these; take them out of commands.txt"
    told = {row.command for row in acts.rows if row.description}
    told |= {f"{row.command}:{option.name}" for row in acts.rows for option in row.options if option.description}
    assert sorted(told & own.keys()) == [], "the code tells these itself"
    of_verbs = {f"verb/{kind}" for kind in ("amount", "piece", "text", "what")}
    assert read_english(COMMANDS).keys() - own.keys() == of_verbs


def test_a_command_without_its_text_is_an_error() -> None:
    row = Act(command="nowhere", cost=Cost.PRESS, use=answer_nothing)
    for faulty in (row, replace(row, command="table nowhere"), replace(row, command="help", options=(Option("it"),))):
        with pytest.raises(KeyError, match=r"nowhere|help:it"):
            faulty.make_payload()
    with pytest.raises(KeyError, match="me theme:value/grey"):
        Option("value", choices=("grey",)).make_payload("me theme")


async def answer_nothing(services: Services, request: InteractionRequest) -> Reply:
    return DONE


def test_there_are_at_most_24_commands_and_no_two_differ_by_a_hyphen(acts: Acts) -> None:
    tops = [str(made["name"]) for made in acts.make_payload() if "description" in made]
    assert len(tops) <= 24, "put a further command below a heading, such as /table"
    assert tops == list(dict.fromkeys(tops))
    plain = [path for path, row in acts.by_path.items() if row.menu is None]
    assert not any("-" in word for path in plain for word in path)


def test_a_shouted_verb_is_a_command_of_its_own_and_all_others_are_typed_after_move(acts: Acts) -> None:
    for game in list_covers():
        for verb in game.VERBS:
            assert (acts.by_path.get((verb.name,)) is not None) == verb.shouted, f"/{verb.name} of {game.TITLE}"
    (words,) = acts.by_path.get(("move",)).options  # type: ignore[union-attr]
    assert (words.required, words.suggest is not None) == (True, True)


def test_a_commands_options_are_those_of_its_verb_and_are_completed(acts: Acts) -> None:
    for game in list_covers():
        for verb in (known for known in game.VERBS if known.shouted):
            command = acts.by_path.get((verb.name,))
            assert command is not None
            assert len(command.options) == (1 if any(v.takes for v in list_verbs(verb.name)) else 0)
            for option in command.options:
                assert option.suggest is not None
                assert option.required == all(v.takes and not v.optional for v in list_verbs(verb.name))


def test_every_button_and_menu_has_an_act(acts: Acts) -> None:
    made = [handed for handed in list_handed_texts() if handed.to in ("Button", "make_button", "Menu")]
    assert len(made) > 60
    verbs = {verb.name for game in list_covers() for verb in game.VERBS}
    known = {pattern.text for pattern in acts.by_pattern}
    idle = [
        f"{handed.text} ({handed.place})"
        for handed in made
        if handed.text not in known
        and handed.text.partition(".")[0] not in verbs
        and not any(pattern.read(handed.text) for pattern in acts.by_pattern)
    ]
    assert not idle, f"no act belongs to these; add a row with `controls=` in bot/acts: {', '.join(idle)}"


@pytest.mark.parametrize("level", list(Level))
def test_every_level_of_robots_has_a_control_and_its_words(level: Level) -> None:
    words = Words(ENGLISH)
    assert register().find_by_control(name_robot_control(level))[0] is not None
    needed = (f"button/{name_robot_control(level)}", f"level/{level}", f"level/plain/{level}", f"night/robots/{level}")
    lacking = [key for key in needed if not words.knows(key)]
    assert not lacking, f"every level of robots needs sentences in bot/wording; add {', '.join(lacking)}"


def list_verbs(name: str) -> list[Verb]:
    return [verb for game in list_covers() for verb in game.VERBS if verb.name == name]


def test_game_commands_work_in_dms_and_the_tally_only_in_servers(acts: Acts) -> None:
    by_name = {str(made["name"]): made for made in acts.make_payload()}
    assert by_name["hand"]["contexts"] == [0, 1]
    assert by_name["why"]["contexts"] == [0, 1]
    assert by_name["table"]["contexts"] == [0, 1]
    assert by_name["tally"]["contexts"] == [0]
    assert by_name["practice"]["contexts"] == [0, 1, 2]
    assert [by_name[name]["integration_types"] for name in ("table", "hand", "practice")] == [[0], [0, 1], [0, 1]]
    assert all(
        by_name[verb.name]["contexts"] == [0, 1] for game in list_covers() for verb in game.VERBS if verb.shouted
    )


def test_only_books_and_boneyard_need_a_permission_unless_the_server_says_otherwise(acts: Acts) -> None:
    kept = {str(made["name"]): made["default_member_permissions"] for made in acts.make_payload()}
    assert {name: value for name, value in kept.items() if value is not None} == {"books": 1 << 5, "boneyard": 1 << 5}


def test_a_verb_of_several_games_is_one_command() -> None:
    verbs = [
        Verb("play", "DD-21", "Lay a tile", "piece"),
        Verb("play", "LB-20", "Lay a bone", "piece", optional=True),
        Verb("play", "X-1", "x" * 100, "amount"),
    ]
    made = moves.make_verb_act(verbs, "tile")
    assert made.description == "Lay a tile / Lay a bone"
    assert [(option.name, option.required) for option in made.options] == [("what", False)]


def test_a_command_that_is_declared_twice_is_an_error() -> None:
    with pytest.raises(ValueError, match="declared twice"):
        Acts([Act(command=word, cost=Cost.PRESS, use=answer_nothing) for word in ("yes", "yes")])
    with pytest.raises(ValueError, match="declared twice"):
        Acts([Act(controls=(control,), cost=Cost.PRESS, use=answer_nothing) for control in ("sheet", "sheet")])


def test_an_act_without_a_cost_is_an_error() -> None:
    with pytest.raises(TypeError, match="cost"):
        Act(command="yes", use=answer_nothing)  # type: ignore[call-arg]


def test_required_options_come_first() -> None:
    payload: list[dict[str, Any]] = register().make_payload()
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


def test_every_setting_of_a_crew_is_stored_and_has_a_name_in_words(acts: Acts) -> None:
    stored = {field.name for field in fields(CrewSettings)} | {"group"}  # the group is the crew itself
    offered = {option.name for option in acts.by_path["boneyard", "settings"].options}
    for setting in SETTINGS:
        assert setting.name in stored, f"give CrewSettings the field {setting.name}"
        assert Words(ENGLISH).knows(f"tally/setting/{setting.name}"), f"add the sentence tally/setting/{setting.name}"
        assert setting.name in offered
