"""Game nights of a server that has removed the bot. Like its tables, they wait a week for the bot to be back."""

from bot.nights.messages import words_of_plan
from bot.nights.night import REMINDED_BEFORE, NightStep, end_without_place, find_announcement_time
from bot.outbox.outbox import write_letter
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.tables import nights
from bot.tables.play.pauses import KEPT


def keep(connection: Connection, guild: int, now: int) -> None:
    """Let the nights of a lost server wait, and write to those who planned them. Do nothing if they wait already."""
    key, found = key_values.nights_lost_key(guild), nights.list_of_guild(connection, guild)
    if not found or key_values.get(connection, key) is not None:
        return
    until = now + KEPT
    key_values.put(connection, key, until, now)
    for plan, date in found:
        nights.change(connection, plan.id, date.week, due_at=until)
        if plan.planner is not None:
            text = words_of_plan(plan).say("night/kept", until=f"<t:{until // 1000}:F>")
            write_letter(connection, plan.planner, text, f"nights lost:{guild}:{until}", now)


def find_end(connection: Connection, guild: int) -> int | None:
    """Find the time until which a server's nights wait for the bot; None if they do not wait."""
    until: int | None = key_values.get(connection, key_values.nights_lost_key(guild))
    return until


def resume(connection: Connection, guild: int, now: int) -> None:
    """Let the nights of a server go on, and show each date as it is. Do nothing if they do not wait."""
    if find_end(connection, guild) is None:
        return
    key_values.drop(connection, key_values.nights_lost_key(guild))
    for plan, date in nights.list_of_guild(connection, guild):
        step = NightStep.OPEN if date.at <= now else NightStep(date.step)
        times = {NightStep.ANNOUNCE: find_announcement_time(date.at, now, later=bool(date.week))}
        times |= {NightStep.REMIND: date.at - REMINDED_BEFORE}
        due_at = max(now, times.get(step, date.at))
        nights.change(connection, plan.id, date.week, outdated_at=now, step=step.value, due_at=due_at)


def end_wait(connection: Connection, guild: int, now: int) -> None:
    """End the nights of a server that was lost a week ago."""
    key_values.drop(connection, key_values.nights_lost_key(guild))
    end_without_place(connection, nights.list_of_guild(connection, guild), now)
