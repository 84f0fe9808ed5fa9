"""Dispatches commands, and turns errors of the database into one-line messages."""

from __future__ import annotations

import argparse

from bot.cli import doctor, export, maintenance, run
from bot.cli.exit_status import ExitStatus
from bot.config import Misconfigured, Settings, Unavailable
from bot.store.errors import InUse, NothingThere, SchemaTooNew, StoreUnavailable, WrongAddress
from games.core.robots import Level


async def run_command(given: argparse.Namespace, settings: Settings) -> int:
    """Run a command and return its exit status. Raises Misconfigured and Unavailable."""
    try:
        match given.command:
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
        raise Unavailable(str(error)) from None
    return ExitStatus.OK
