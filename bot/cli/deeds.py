"""Which deed of the command line is done where; a database that cannot be used becomes one sentence."""

from __future__ import annotations

import argparse

from bot.cli import checking, keeping, papers, running
from bot.config import Away, Misconfigured, Settings
from bot.store.errors import InUse, NothingThere, SchemaTooNew, StoreUnavailable, WrongAddress
from games.core.robots import Level


async def do(given: argparse.Namespace, settings: Settings) -> int:
    """Do it and give the exit status. Raises Misconfigured, and Away if Discord or the database is out of reach."""
    try:
        match given.deed:
            case "backup":
                await keeping.backup(settings, given.file)
            case "restore":
                await keeping.restore(settings, given.file)
            case "audit":
                return await keeping.audit(settings)
            case "health":
                return await keeping.health(settings)
            case "doctor":
                return await checking.doctor(settings)
            case "export":
                await papers.export(settings, given.table, given.text, given.seat)
            case "run":
                await running.run(settings)
            case _ if settings.discord_token:
                await running.run(settings)
            case _:
                await running.play(settings, given.game, Level(given.level))
    except (NothingThere, WrongAddress, SchemaTooNew) as error:
        raise Misconfigured(str(error)) from None
    except (InUse, StoreUnavailable) as error:
        raise Away(str(error)) from None
    return 0
