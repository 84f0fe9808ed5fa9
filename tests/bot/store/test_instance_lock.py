"""One process serves a database: a second is refused until the first has stopped or died."""

from __future__ import annotations

import asyncio

import pytest

from bot.store.engine import Engine, open_engine
from bot.store.errors import InUse
from bot.store.instance_lock import hold_lease


def unexpected() -> None:
    raise AssertionError("nobody overtook anybody")


async def test_the_second_is_refused_until_the_first_has_gone(engine: Engine, migrated_url: str) -> None:
    second = open_engine(migrated_url)
    try:
        async with hold_lease(engine, unexpected):
            with pytest.raises(InUse, match=r"^Another Boneyard .* stop the other first\.$"):
                async with hold_lease(second, unexpected):
                    pass
        async with hold_lease(second, unexpected):
            pass
    finally:
        await second.dispose()


async def test_whoever_falls_leaves_the_place_free(engine: Engine) -> None:
    with pytest.raises(ZeroDivisionError):
        async with hold_lease(engine, unexpected):
            raise ZeroDivisionError
    async with hold_lease(engine, unexpected):
        pass


async def cut_off(engine: Engine) -> None:
    """End the session that holds the lock, as a restart of the server does."""
    async with engine.connect() as connection:
        found = await connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database d ON d.oid = database"
            " WHERE locktype = 'advisory' AND datname = current_database()"
        )
        found.all()


@pytest.mark.parametrize("kind", ["postgresql"])
async def test_a_lost_connection_is_made_again_unless_another_was_quicker(engine: Engine, migrated_url: str) -> None:
    second, overtaken = open_engine(migrated_url), asyncio.Event()
    try:
        with pytest.raises(InUse):
            async with hold_lease(engine, overtaken.set, pause=0):
                await cut_off(second)
                while True:
                    try:
                        async with hold_lease(second, unexpected):
                            await asyncio.wait_for(overtaken.wait(), 60)
                        break
                    except InUse:
                        await cut_off(second)
    finally:
        await second.dispose()
