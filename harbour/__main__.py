"""`python -m harbour`: a harbour on its own, for a bot started separately."""

import argparse
import asyncio
import logging
import sys

from harbour.server import Harbour


async def run(port: int, token: str | None, names: list[str]) -> None:
    """Run a harbour with these people until stopped. Raises OSError or OverflowError for an unusable port."""
    async with Harbour(port=port, token=token, remember=False) as harbour:
        lines = {"API": harbour.api_base, "gateway": harbour.gateway_url, "files": harbour.cdn_base}
        lines |= {"token": harbour.token}
        lines |= {name: harbour.find_page_url(harbour.add_user(name)) for name in names}
        sys.stdout.write("".join(f"{label:<9}{value}\n" for label, value in lines.items()))
        sys.stdout.flush()
        await asyncio.Event().wait()


def main() -> int:
    """Read the command line and run. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m harbour", description=__doc__)
    parser.add_argument("--port", type=int, default=8787, help="port on 127.0.0.1; 0 picks a free port")
    parser.add_argument("--token", help="the bot's token; random by default")
    parser.add_argument(
        "--people", nargs="+", default=["Bear", "Bull"], metavar="NAME", help="names of the people in the guild"
    )
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    try:
        asyncio.run(run(arguments.port, arguments.token, arguments.people))
    except (OSError, OverflowError) as error:
        sys.stderr.write(f"--port {arguments.port} cannot be used: {error}.\n")
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
