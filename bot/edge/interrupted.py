"""Ends commands whose process was killed, since Discord still shows "thinking…" in place of their answers."""

import discord

from bot.edge.repeating import ANSWER_WITHIN, Repeater

_ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
_LOADING = discord.MessageFlags.loading.flag


async def end_thinking(client: discord.Client, application: int, token: str, text: str) -> None:
    """Replace "thinking…" by a text. An answer that has arrived is left as it is, and an expired one is ignored."""

    async def work() -> None:
        found = await client.http.request(_route("GET", application, token))
        if found["flags"] & _LOADING:
            await client.http.request(_route("PATCH", application, token), json={"content": text})

    await Repeater().deliver("the end of a command", work, ANSWER_WITHIN)


def _route(method: str, application: int, token: str) -> discord.http.Route:
    return discord.http.Route(method, _ORIGINAL, webhook_id=application, webhook_token=token)
