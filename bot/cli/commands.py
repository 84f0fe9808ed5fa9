"""Runs a command of the command line, and turns errors of the database into one-line messages."""

import argparse

from bot.cli import doctor, export, maintenance, run
from bot.cli.exit_status import ExitStatus
from bot.config import Misconfigured, Settings, Unavailable
from bot.serving.app import App
from bot.store import StoreUnavailable
from bot.store.database.engine import find_damage
from bot.store.database.errors import DatabaseDamaged, InUse, NoDatabase, SchemaTooNew, WrongAddress
from bot.store.database.sqlite_file import tighten_folder
from games.core import Level


async def run_command(given: argparse.Namespace, settings: Settings, make: run.MakeApp | None = None) -> int:
    """Run a command and return its exit status. `make` builds the bot, by default `App`.

    Raises Misconfigured and Unavailable.
    """
    try:
        match given.command:
            case "backup":
                await maintenance.backup(settings, given.file)
            case "restore":
                await maintenance.restore(settings, given.file, given.old)
            case "downgrade":
                await maintenance.downgrade(settings, given.schema)
            case "audit":
                return await maintenance.audit(settings)
            case "health":
                return await maintenance.print_health(settings)
            case "doctor":
                return await doctor.run_doctor(settings, given.channel, given.user)
            case "export":
                await export.export(settings, given.table, given.text, given.seat)
            case "run":
                await _run(settings, make or App)
            case _ if settings.discord_token:
                await _run(settings, make or App)
            case _:
                tighten_folder(settings.data)
                options = run.PlayOptions(given.game, Level(given.level), given.new, given.browser, given.house)
                await run.play(settings, options, make or App)
    except (NoDatabase, WrongAddress, SchemaTooNew, DatabaseDamaged) as error:
        raise Misconfigured(str(error)) from None
    except (InUse, StoreUnavailable) as error:
        raise Unavailable(str(error)) from None
    return ExitStatus.OK


async def _run(settings: Settings, make: run.MakeApp) -> None:
    """Play on Discord. After an error, check if the database's file is damaged.

    A damaged file causes errors of many kinds, and starting again would not help. So the exit status is the same
    as for a wrong setting.
    """
    tighten_folder(settings.data)
    try:
        await run.run(settings, make)
    except (Misconfigured, InUse):
        raise
    except Exception as error:
        if (found := find_damage(settings.database)) is not None:
            raise found from error
        raise
