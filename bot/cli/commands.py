"""Which deed of the command line is done where; a database that cannot be used becomes one sentence."""

from __future__ import annotations

import argparse

from bot.cli import doctor, export, maintenance, run
from bot.config import Away, Misconfigured, Settings
from bot.store.errors import InUse, NothingThere, SchemaTooNew, StoreUnavailable, WrongAddress
from games.core.robots import Level


async def do(given: argparse.Namespace, settings: Settings) -> int:
    """Do it and give the exit status. Raises Misconfigured, and Away if Discord or the database is out of reach."""
    try:
        match given.deed:
            case "backup":
                await maintenance.backup(settings, given.file)
            case "restore":
                await maintenance.restore(settings, given.file)
            case "audit":
                return await maintenance.audit(settings)
            case "health":
                return await maintenance.health(settings)
            case "doctor":
                return await doctor.doctor(settings)
            case "export":
                await export.export(settings, given.table, given.text, given.seat)
            case "run":
                await run.run(settings)
            case _ if settings.discord_token:
                await run.run(settings)
            case _:
                await run.play(settings, given.game, Level(given.level))
    except (NothingThere, WrongAddress, SchemaTooNew) as error:
        raise Misconfigured(str(error)) from None
    except (InUse, StoreUnavailable) as error:
        raise Away(str(error)) from None
    return 0
