"""The forms in which discord.py sends files."""

import asyncio
import io
from unittest.mock import AsyncMock

import aiohttp
import discord
from aiohttp.base_protocol import BaseProtocol

from bot.edge.discord_compat import WholeForm


async def test_a_form_is_sent_in_one_piece_and_can_be_read_again() -> None:
    name = 'Bear\'s "big" \\ 發\r\n.png'
    for module in (discord.http, discord.webhook.async_):
        form = module.aiohttp.FormData(quote_fields=False)
        assert isinstance(form, WholeForm)
        form.add_field("payload_json", '{"content": "發"}')
        form.add_field("files[0]", io.BytesIO(b"\r\n--"), filename=name, content_type="application/octet-stream")
        body, writer = form(), AsyncMock()
        await body.write(writer)
        writer.write.assert_awaited_once()
        stream = aiohttp.StreamReader(BaseProtocol(asyncio.get_running_loop()), 1 << 16)
        stream.feed_data(*writer.write.await_args.args)
        stream.feed_eof()
        reader, found = aiohttp.MultipartReader(body.headers, stream), []
        while isinstance(part := await reader.next(), aiohttp.BodyPartReader):
            found.append((part.name, part.filename, bytes(await part.read())))
        assert found == [
            ("payload_json", None, '{"content": "發"}'.encode()),
            ("files[0]", 'Bear\'s "big" \\ 發.png', b"\r\n--"),
        ]
