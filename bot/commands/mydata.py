"""`/mydata` and `/privacy`: what is stored about a user, its export and its erasure."""

from __future__ import annotations

import asyncio
import gzip
import json

from bot import wording
from bot.edge.command_tree import Command, Group, Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.edge.responder import FileReply
from bot.ports.requests import Reply
from bot.services.services import Services
from bot.tally.export import LARGEST
from games.core.refused import Refused

SURE = "erase me"


async def export(services: Services, request: InteractionRequest) -> FileReply:
    """`/mydata export`: a private file with everything that is stored about the requester."""
    data = await services.personal_data.export(request)
    body = await asyncio.to_thread(_as_json, data)
    if len(body) > LARGEST:
        return FileReply(wording.say("mydata/exported"), "boneyard-mydata.json.gz", gzip.compress(body, mtime=0))
    return FileReply(wording.say("mydata/exported"), "boneyard-mydata.json", body)


def _as_json(data: dict[str, object]) -> bytes:
    return json.dumps(data, indent=1, ensure_ascii=False).encode()


async def privacy(services: Services, request: InteractionRequest) -> Reply:
    """`/privacy`"""
    return services.personal_data.privacy()


async def erase(services: Services, request: InteractionRequest) -> Reply:
    """`/mydata erase`: erase the requester's data. Their sums stay in the books without a name."""
    if request.text("sure").lower() != SURE:
        raise Refused("TABLE", "not_sure", words=SURE)
    return await services.personal_data.erase(request)


COMMANDS = (
    Command("privacy", "What is kept about you, why, and for how long", privacy, reach=Reach.DM),
    Group(
        "mydata",
        "What is kept about you",
        (
            Command("export", "Get a file of everything that is kept about you", export),
            Command(
                "erase",
                "Erase yourself from everything that is kept; the sums stay",
                erase,
                (Option("sure", f"Type: {SURE}", required=True, most=20),),
            ),
        ),
        reach=Reach.DM,
    ),
)
