"""`/mydata`: exports or erases what is stored about a user; the books stay balanced."""

from __future__ import annotations

import json

from bot import wording
from bot.edge.command_tree import Command, Group, Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.edge.responder import FileReply
from bot.ports.requests import Reply
from bot.services.services import Services
from games.core.refused import Refused

SURE = "erase me"


async def export(services: Services, request: InteractionRequest) -> FileReply:
    """Answer with everything that is stored about the requester, as a private file."""
    data = await services.personal_data.export(request)
    body = json.dumps(data, indent=1, ensure_ascii=False).encode()
    return FileReply(wording.say("mydata/exported"), "boneyard-mydata.json", body)


async def erase(services: Services, request: InteractionRequest) -> Reply:
    """Erase the requester; sums stay in the books without the name."""
    if request.text("sure").lower() != SURE:
        raise Refused("TABLE", "not_sure", words=SURE)
    return await services.personal_data.erase(request)


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
        reach=Reach.DM,
    ),
)
