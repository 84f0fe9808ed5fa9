"""Making a message reads the store and writes nothing, so it may be made twice, or in vain."""

import ast

from tests.architecture.tree import modules


def test_no_message_is_made_with_a_write() -> None:
    writes = [
        module.at(node.lineno)
        for module in modules("bot/messages")
        for node in module.nodes
        if isinstance(node, ast.Attribute) and node.attr == "write" and ast.unparse(node.value).endswith("store")
    ]
    assert not writes, f"plan it where the row of the message is committed: {writes}"
