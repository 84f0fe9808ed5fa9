"""The command line. `boneyard` plays, and `boneyard --help` lists the commands."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bot import config, release
from bot.cli.console import allow_every_character
from bot.cli.exit_status import ExitStatus
from bot.config import Misconfigured, Settings, Unavailable
from bot.ops import logs
from bot.ops.garbage import freeze_startup_objects
from games.core import Level
from games.registry import NAMES

if TYPE_CHECKING:
    from bot.cli.run import MakeApp

_FIRST_GAME = next(iter(NAMES))
LEVELS = [str(level) for level in Level]
USUAL_LEVEL = str(Level.OLD_HAND)
OWN_PACKAGES = frozenset({"bot", "games", "harbour", "migrations", "render"})
"""The packages of Boneyard itself. All other packages are installed with pip."""


def build_parser() -> argparse.ArgumentParser:
    """Build the parser of the command line."""
    parser = argparse.ArgumentParser(prog="boneyard", description="A Discord bot for playing bones at a distance.")
    parser.add_argument("--version", action="version", version=f"Boneyard {release.version()}")
    parser.add_argument("--env", type=Path, metavar="FILE", help="read settings from FILE instead of .env")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("run", help="play on Discord (needs DISCORD_TOKEN)")
    play = commands.add_parser("play", help="play on Discord with a token, else on a page in your browser (default)")
    play.add_argument(
        "--game", choices=NAMES,
        help=f"open a table of this game on the page (default: {_FIRST_GAME}, and only if no table is open)",
    )  # fmt: skip
    play.add_argument("--level", choices=LEVELS, default=USUAL_LEVEL, help="the level of the robots there")
    play.add_argument("--new", action="store_true", help="begin the page anew, and keep the old one aside")
    play.add_argument(
        "--house", metavar="ADDRESS", nargs="?", const="",
        help="let the phones of the house play too, at this private address of the computer (default: the one found)",
    )  # fmt: skip
    play.add_argument("--no-browser", dest="browser", action="store_false", help="do not open the page by itself")
    # the same defaults hold when no command is named, which means `play`
    parser.set_defaults(game=None, level=USUAL_LEVEL, new=False, browser=True, house=None)
    verify = commands.add_parser("verify", help="check the shuffles of an exported table")
    verify.add_argument("file", type=Path, help="the file that `export` wrote")
    backup = commands.add_parser("backup", help="write the whole database to a file")
    backup.add_argument(
        "file", type=Path, nargs="?", help="default: a file named after the time, in BONEYARD_DATA/backups"
    )
    restore = commands.add_parser("restore", help="fill an empty database from a backup")
    restore.add_argument("file", type=Path, help="the file that `backup` wrote")
    restore.add_argument(
        "old", nargs="?", help="the database that the bot used until now, a file or an address: who was erased from it "
        "is erased from the backup's data too"
    )  # fmt: skip
    downgrade = commands.add_parser("downgrade", help="take the database back to the schema of an older release")
    downgrade.add_argument("schema", help="its number, such as 0003: that release's `doctor` names it")
    commands.add_parser("audit", help="check the books and the logs")
    doctor = commands.add_parser("doctor", help="check settings, database and token; with --channel, try it all out")
    doctor.add_argument(
        "--channel", type=int, metavar="ID",
        help="a text channel, best in a private server, in which everything is tried once and deleted again",
    )  # fmt: skip
    doctor.add_argument(
        "--user", type=int, metavar="ID", help="who gets the direct message (default: the owner of the application)"
    )
    commands.add_parser("health", help="ask the running bot for its health")
    export = commands.add_parser("export", help="write a table's log as JSON or text")
    export.add_argument("table", type=int, help="the number of the table")
    export.add_argument("--text", action="store_true", help="readable text instead of JSON")
    export.add_argument("--seat", type=int, help="show it as this seat saw it (from 1); default: only public facts")
    return parser


def main(arguments: Sequence[str] | None = None, make: MakeApp | None = None) -> int:
    """Run a command line and return its exit status. `make` builds the bot, by default `App`."""
    allow_every_character()
    try:
        try:
            given = build_parser().parse_args(arguments)
        finally:
            sys.stdout.flush()  # what --help or --version wrote
        settings = config.read(file=given.env)
        logs.configure(settings.log_level, settings.log_format, settings.secrets)
        for name in config.list_former_quotas(file=given.env):
            logging.getLogger(__name__).warning("%s changes nothing any more: QUOTAS scales all quotas", name)
        status = _run(given, settings, make)
        sys.stdout.flush()
        return status
    except Misconfigured as error:
        sys.stderr.write(f"{error}\n")
        return ExitStatus.MISCONFIGURED
    except Unavailable as error:
        sys.stderr.write(f"{error}\n")
        return ExitStatus.UNAVAILABLE
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED
    except BrokenPipeError:  # the reader has closed the output, as in `boneyard export 7 | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitStatus.OK
    except Exception as error:
        if (lacking := _find_lacking_package(error)) is not None:
            sys.stderr.write(
                f"This Python ({sys.executable}) lacks the package {lacking}. In a clone, type .venv/bin/python "
                "instead of python; the first `make play` installs it. Otherwise, install Boneyard with pip.\n"
            )
            return ExitStatus.MISCONFIGURED
        logging.getLogger(__name__).critical("Boneyard stops: an error in its own code", exc_info=True)
        return ExitStatus.FAILED


def _find_lacking_package(error: Exception) -> str | None:
    """Return the name of a package that is not installed and not part of Boneyard; None for any other error."""
    if not isinstance(error, ModuleNotFoundError) or error.name is None:
        return None
    package = error.name.partition(".")[0]
    return None if package in OWN_PACKAGES else package


def _run(given: argparse.Namespace, settings: Settings, make: MakeApp | None) -> int:
    """Run a command. Its modules are imported here, so that each command starts fast."""
    if given.command == "verify":
        from bot.cli import verify as cli_verify

        return cli_verify.verify(given.file)
    with freeze_startup_objects():
        from bot.cli import commands

    return asyncio.run(commands.run_command(given, settings, make))


if __name__ == "__main__":
    sys.exit(main())
