"""The bot's private places: a DM, and an answer that its reader alone sees. It opens no other."""

import ast
from functools import cache

from bot.edge.checkup import INVITATION
from tests.architecture.tree import ROOT, modules

OPENED = ("thread", "channel", "webhook", "private_message", "dm", "group", "invite")
"""The last parts of names of requests that open a place, such as `start_private_message`."""
ANSWERS = ("send_message", "defer")
"""The first answers to an interaction. Each says that one person alone sees it."""


@cache
def _list_calls() -> list[tuple[str, str, ast.Call]]:
    """List the calls of methods in the bot: the file, the name and the call."""
    return [
        (module.path.relative_to(ROOT).as_posix(), node.func.attr, node)
        for module in modules("bot")
        for node in module.nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]


def _is_private(call: ast.Call) -> bool:
    given = [word.value for word in call.keywords if word.arg == "ephemeral"]
    return [value.value for value in given if isinstance(value, ast.Constant)] == [True]


def test_the_bot_opens_no_private_place_but_a_dm_and_an_answer() -> None:
    opening = {
        (file, name)
        for file, name, _ in _list_calls()
        if name.startswith(("create_", "start_")) and any(part in name for part in OPENED)
    }
    assert opening == {
        ("bot/edge/messenger.py", "start_thread_without_message"),
        ("bot/edge/messenger.py", "start_private_message"),
    }
    (thread,) = [call for _, name, call in _list_calls() if name == "start_thread_without_message"]
    (kind,) = [word.value for word in thread.keywords if word.arg == "type"]
    assert ast.unparse(kind) == "kind"
    source = (ROOT / "bot/edge/messenger.py").read_text()
    assert "kind: Literal[10, 11]" in source, "12 would be a private thread"
    assert not (INVITATION.create_private_threads or INVITATION.manage_channels or INVITATION.manage_threads)


def test_every_answer_is_seen_by_its_reader_alone() -> None:
    answers = [
        (file, name, call)
        for file, name, call in _list_calls()
        if name in ANSWERS or (name == "send" and "followup" in ast.unparse(call.func))
    ]
    assert len(answers) > 3
    assert [(file, name, call.lineno) for file, name, call in answers if not _is_private(call)] == []
