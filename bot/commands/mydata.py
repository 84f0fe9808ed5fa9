"""`/mydata`: what is kept about a person, handed out or taken away; the books stay balanced."""

from __future__ import annotations

import json

from bot import wording
from bot.edge.command_tree import Command, Group, Option
from bot.edge.interactions import InteractionRequest
from bot.edge.responder import FileReply
from bot.ports.requests import Reply
from bot.services.desk import Desk
from games.core.refused import Refused

SURE = "erase me"


async def export(desk: Desk, call: InteractionRequest) -> FileReply:
    """Everything that is kept about the one who asks, as a file for him alone."""
    kept = await desk.export(call.who)
    body = json.dumps(kept, indent=1, ensure_ascii=False).encode()
    return FileReply(wording.say("mydata/exported"), "boneyard-mydata.json", body)


async def erase(desk: Desk, call: InteractionRequest) -> Reply:
    """Take the person out of everything; the sums remain under no name."""
    if call.text("sure").lower() != SURE:
        raise Refused("TABLE", "not_sure", words=SURE)
    return await desk.erase(call.who)


COMMANDS = (
    Group(
        "mydata",
        "What is kept about you",
        (
            Command("export", "Hand out everything that is kept about you", export),
            Command(
                "erase",
                "Take you out of everything that is kept; the sums stay",
                erase,
                (Option("sure", f"Type: {SURE}", required=True, most=20),),
            ),
        ),
        anywhere=True,
    ),
)
