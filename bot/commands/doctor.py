"""`/doctor`: lists the permissions that the bot lacks here, and why it needs them."""

from __future__ import annotations

import discord

from bot import wording
from bot.edge.command_tree import Command
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.ports.ui import Message
from bot.services.services import Services

NEEDED = (
    "view_channel",
    "send_messages",
    "attach_files",
    "read_message_history",
    "create_public_threads",
    "create_private_threads",
    "send_messages_in_threads",
)
"""Every permission that the bot uses, as discord.py names it; the wording says why (``doctor/<name>``)."""

INVITATION = discord.Permissions(**dict.fromkeys(NEEDED, True))


def missing(allowed: discord.Permissions) -> tuple[str, ...]:
    """List the permissions that the bot needs and lacks."""
    return tuple(name for name in NEEDED if not getattr(allowed, name))


async def doctor(services: Services, request: InteractionRequest) -> Reply:
    """List each lacking permission with its reason, or say that none is lacking."""
    lacking = missing(request.allowed)
    lines = [wording.say("doctor/well" if not lacking else "doctor/lacking")]
    for name in lacking:
        why = wording.say(f"doctor/{name}")
        lines.append(wording.say("doctor/line", name=name.replace("_", " "), why=why))
    return Reply(Message("\n".join(lines)))


COMMANDS = (
    Command(
        "doctor",
        "What the bot may not do in this channel, and what it needs it for",
        doctor,
        needs=discord.Permissions(manage_guild=True),
    ),
)
