"""`/mydata`: what is kept about a person, handed out or taken away; the books stay balanced."""

from __future__ import annotations

import json

from bot import wording
from bot.edge.declare import Command, Group, Option
from bot.edge.delivery import Paper
from bot.edge.incoming import Call
from bot.tables.asking import Reply
from bot.tables.desk import Desk
from games.core.refused import Refused

SURE = "erase me"


async def export(desk: Desk, call: Call) -> Paper:
    """Everything that is kept about the one who asks, as a file for him alone."""
    kept = await desk.export(call.who)
    body = json.dumps(kept, indent=1, ensure_ascii=False).encode()
    return Paper(wording.say("mydata/exported", locale=call.who.locale), "boneyard-mydata.json", body)


async def erase(desk: Desk, call: Call) -> Reply:
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
