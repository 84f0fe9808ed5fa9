"""Derives the settings of a process from its host's settings."""

from dataclasses import replace

from bot.config import Settings
from bot.store import ShardSet
from bot.store.backups.kept_backups import BackupSettings
from bot.store.processes.shards import WHOLE
from bot.tables.aggregate import Limits
from bot.tables.process_settings import ProcessSettings


def with_settings(usual: ProcessSettings, settings: Settings) -> ProcessSettings:
    """Return the usual settings of a process with the changes that the host's settings make."""
    return replace(
        usual,
        share=shards_of(settings),
        limits=Limits().scale(settings.quotas),
        backups=make_backup_settings(settings),
        releases=settings.releases_url,
    )


def shards_of(settings: Settings) -> ShardSet:
    """The shards that a process with these settings serves."""
    numbers = settings.shard_numbers
    return ShardSet(numbers, settings.shards) if numbers else WHOLE


def make_backup_settings(settings: Settings) -> BackupSettings:
    """The settings for the backups that the bot makes by itself."""
    return BackupSettings(str(settings.data), settings.backup_hours, settings.backups_kept)
