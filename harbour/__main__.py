"""`python -m harbour`: a harbour of its own, for a bot that is started elsewhere."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import sys

from harbour.server import Harbour


async def run(port: int, token: str | None, names: list[str]) -> None:
    async with Harbour(port=port, token=token, remember=False) as harbour:
        lines = {"API": harbour.api_base, "gateway": harbour.gateway_url, "files": harbour.cdn_base}
        lines |= {"token": harbour.token}
        lines |= {name: harbour.page_url(harbour.add_user(name)) for name in names}
        sys.stdout.write("".join(f"{what:<9}{where}\n" for what, where in lines.items()))
        sys.stdout.flush()
        await asyncio.Event().wait()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m harbour", description=__doc__)
    parser.add_argument("--port", type=int, default=8787, help="port on 127.0.0.1; 0 picks a free one")
    parser.add_argument("--token", help="the bot's token; made up when not given")
    parser.add_argument("--people", nargs="+", default=["Bear", "Bull"], metavar="NAME", help="who is there")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run(arguments.port, arguments.token, arguments.people))


if __name__ == "__main__":
    main()
