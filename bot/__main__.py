"""The command line: `python -m bot` plays; `python -m bot --help` tells the rest."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from bot import config
from bot.config import Away, Misconfigured, Settings
from bot.ops import logs
from games.core.registry import NAMES
from games.core.robots import Level

FAILED = 2
"""The exit status of a start that cannot succeed: starting again would fail alike."""

AWAY = 75
"""The exit status when Discord or the database is out of reach, another process speaks for the database, or a part of
the bot ended by itself: starting again may succeed (sysexits' EX_TEMPFAIL)."""

LEVELS = [str(level) for level in Level]


def parser() -> argparse.ArgumentParser:
    """What the command line takes."""
    made = argparse.ArgumentParser(prog="boneyard", description="A Discord bot for playing bones at a distance.")
    made.add_argument("--env", type=Path, metavar="FILE", help="read settings from FILE instead of .env")
    deeds = made.add_subparsers(dest="deed", metavar="DEED")
    deeds.add_parser("run", help="play on Discord (needs DISCORD_TOKEN)")
    play = deeds.add_parser("play", help="play on Discord with a token, else on a page in your browser (default)")
    play.add_argument("--game", choices=NAMES, default=next(iter(NAMES)), help="the game that is laid out on the page")
    play.add_argument("--level", choices=LEVELS, default=LEVELS[-1], help="how well the robots there play")
    made.set_defaults(game=next(iter(NAMES)), level=LEVELS[-1])  # as `play` has them, when no deed is named
    simulate = deeds.add_parser("simulate", help="let robots play hand after hand")
    simulate.add_argument("game", choices=NAMES)
    simulate.add_argument("--hands", type=int, default=100, metavar="N")
    simulate.add_argument("--players", type=int, default=0, metavar="N", help="default: as many as can play")
    simulate.add_argument("--seed", default="", help="the same seed plays the same hands")
    simulate.add_argument("--house", action="append", default=[], metavar="RULE=VALUE", help="a house rule")
    simulate.add_argument(
        "--level", action="append", default=[], dest="levels", choices=LEVELS,
        help="how well robots play (default old_hand); several go round the table",
    )  # fmt: skip
    verify = deeds.add_parser("verify", help="check the shuffles of an exported table")
    verify.add_argument("file", type=Path, help="what `export` wrote")
    backup = deeds.add_parser("backup", help="write the whole database to a file")
    backup.add_argument("file", type=Path, nargs="?", help="default: one named by the time, in BONEYARD_DATA/backups")
    restore = deeds.add_parser("restore", help="fill an empty database from a backup")
    restore.add_argument("file", type=Path, help="what `backup` wrote")
    deeds.add_parser("audit", help="check the books and the logs")
    deeds.add_parser("doctor", help="check settings, database and token")
    deeds.add_parser("health", help="ask the running bot how it is")
    export = deeds.add_parser("export", help="write a table's log as JSON or text")
    export.add_argument("table", type=int, help="its number")
    export.add_argument("--text", action="store_true", help="readable text instead of JSON")
    export.add_argument("--seat", type=int, help="as this seat saw it, from 1; default: all that is open")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; gives the exit status."""
    given = parser().parse_args(arguments)
    try:
        settings = config.read(file=given.env)
        logs.begin(settings.log_level, settings.log_format, settings.secrets)
        status = _do(given, settings)
        sys.stdout.flush()
        return status
    except Misconfigured as error:
        sys.stderr.write(f"{error}\n")
        return FAILED
    except Away as error:
        sys.stderr.write(f"{error}\n")
        return AWAY
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read what was printed has heard enough: `boneyard export 7 | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception:
        logging.getLogger(__name__).critical("Boneyard ends because of an error in itself", exc_info=True)
        return 1


def _do(given: argparse.Namespace, settings: Settings) -> int:
    """One deed; what it needs is imported only here, so that each starts as fast as it can."""
    if given.deed == "simulate":
        from bot.cli import simulate as cli_simulate

        return cli_simulate.report(given, sys.stdout, sys.stderr.isatty())
    if given.deed == "verify":
        from bot.cli import export as cli_export

        return cli_export.verify(given.file)
    from bot.cli import commands as deeds

    return asyncio.run(deeds.do(given, settings))


if __name__ == "__main__":
    sys.exit(main())
