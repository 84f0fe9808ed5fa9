"""Settings for all tests: chance, the effort of Hypothesis, databases without waits for the disk, and the browser.

The secrets that a test draws follow from its name (tests/fixed_secrets.py); any other chance fails the test. A story
that needs certain hands builds the bot with `tests.chance.SeededChance("partners")`.

Hypothesis tries the same few examples of each property every time, so that a test only begins to fail when the program
has changed. `HYPOTHESIS_PROFILE=ci`, which `.ci/run` sets, tries six times as many;
`HYPOTHESIS_PROFILE=thorough` tries a thousand, and new ones on every run.

Tests marked `browser` drive a real Chromium. On a machine without Chromium they are left out, and the last lines of the
run say so. With `BROWSER=required` a missing Chromium is an error; `.ci/run` sets it where it has installed Chromium.
"""

import gc
import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from typing import Final

import pytest
from aiohttp import multipart
from hypothesis import HealthCheck, settings
from hypothesis.internal import charmap, entropy
from hypothesis.internal.conjecture import providers
from hypothesis.internal.intervalsets import IntervalSet

from tests import fixed_secrets, left_out
from tests.effort import EXAMPLES, PROFILE
from tests.harbour.browser import find_chromium
from tests.run_folder import make_folder

fixed_secrets.install()

for _name, _examples in EXAMPLES.items():
    _same = _name != "thorough"
    settings.register_profile(
        _name,
        max_examples=_examples,
        deadline=None,
        derandomize=_same,
        **({"database": None} if _same else {}),
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile(PROFILE)
if PROFILE == "few":
    # Hypothesis would parse every module of the project in every worker, to try the numbers and texts in it as well.
    providers._get_local_constants = lambda: providers._local_constants
# Every code point but the surrogates. Hypothesis tries each of them in a fresh clone, which takes a worker two seconds.
UTF_8: Final = IntervalSet(((0, 0xD7FF), (0xE000, sys.maxunicode))), IntervalSet(())
charmap.intervals_from_codec = cache({"utf-8": UTF_8}.__getitem__)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run one worker more than there are cores: tests wait for browsers, databases and other processes."""
    return (os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Make the folder in which the workers of this run share what takes long to make."""
    make_folder(config)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let each worker import its share of the modules before it collects all of them, without collecting garbage.

    So each changed module is compiled by one worker, and the others find what it compiled. A module that cannot be
    imported is reported when it is collected.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    gc.disable()
    places = [session.config.rootpath / argument.partition("::")[0] for argument in session.config.args]
    paths = sorted({path for place in places for path in ([place] if place.is_file() else place.rglob("test_*.py"))})
    mine = int(worker["workerid"].removeprefix("gw"))
    for path in paths[mine :: worker["workercount"]]:
        with suppress(Exception):
            import_module(".".join(path.relative_to(session.config.rootpath).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Hide the objects that pytest has collected from the garbage collector, and let it run again.

    Otherwise a fifth of the tests' processor time goes into objects that live as long as the run.
    """
    gc.freeze()
    with entropy.deterministic_PRNG():  # at its first use Hypothesis collects all garbage: now there is none
        pass
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Give each test, with its fixtures, the secrets that follow from its name, and a rare collection of garbage, also
    after a test that lets the program choose how often it comes."""
    gc.set_threshold(200_000, 20, 50)
    fixed_secrets.current.begin(item.name)
    try:
        return (yield)
    finally:
        fixed_secrets.current.end()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, object, object]:
    """Fail a test that drew a real random value, even if the program caught the error."""
    ended = yield
    assert fixed_secrets.current.refused == []
    return ended


@pytest.fixture(scope="session", autouse=True)
def nothing_twice() -> Iterator[None]:
    """Spare the tests of this process what takes them long and shows them nothing."""
    with pytest.MonkeyPatch.context() as patch:
        for spare in (_wait_for_no_disk, _compile_once, _migrate_once, _parse_once, _leave_interrupts):
            spare(patch)
        yield


def _wait_for_no_disk(patch: pytest.MonkeyPatch) -> None:
    """Let SQLite commit in this process without waiting for the disk, since no test cuts the power. Programs in other
    processes, and tests of durability (`durable`), wait as the product does."""
    from bot.store.database import engine  # here, since the process that hands out the tests needs no bot

    patch.setattr(engine, "_set_pragmas", _hurried(engine._set_pragmas))


def _hurried(prepare: Callable[..., None]) -> Callable[..., None]:
    def hurried(connection: sqlite3.Connection, record: object) -> None:
        prepare(connection, record)
        connection.execute("PRAGMA synchronous = OFF")

    hurried.__wrapped__ = prepare  # type: ignore[attr-defined]
    return hurried


def _compile_once(patch: pytest.MonkeyPatch) -> None:
    """Let all databases of this process share the statements that SQLAlchemy has compiled."""
    from bot.store.database import engine
    from tests import compiled_once

    for maker in ("create_engine", "create_async_engine"):
        patch.setattr(engine, maker, compiled_once.share(getattr(engine, maker)))


def _migrate_once(patch: pytest.MonkeyPatch) -> None:
    """Let a new SQLite database begin with the newest schema, except in tests of the migrations (`every_migration`)."""
    from bot.store.database import migrate
    from tests import migrated_once

    patch.setattr(migrate, "migrate_to", migrated_once.remember(migrate.migrate_to))


def _parse_once(patch: pytest.MonkeyPatch) -> None:
    """Let aiohttp remember the headers of a body's parts, since parsing them took a tenth of a story's time."""
    patch.setattr(multipart, "parse_content_disposition", cache(multipart.parse_content_disposition))


def _leave_interrupts(patch: pytest.MonkeyPatch) -> None:
    """Keep asyncio from taking Ctrl-C over, and giving it back, for every fixture and test that it runs."""
    patch.setattr(signal, "default_int_handler", partial(signal.default_int_handler))


@pytest.fixture
def durable(nothing_twice: None) -> Iterator[None]:
    """Restore the product's setting: a commit waits for the disk."""
    from bot.store.database import engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "_set_pragmas", engine._set_pragmas.__wrapped__)  # type: ignore[attr-defined]
        yield


READERS: Final = frozenset({"tests.architecture.tree", "tests.literals"})
"""The modules whose functions parse the repository."""


def has_browser() -> bool:
    """True if Chromium and its driver are installed."""
    return find_chromium() is not None and shutil.which("chromedriver") is not None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the browser tests if there is no browser, unless one is required. Leave thorough tests to `.ci/run`,
    unless `-m thorough`, their file or a larger profile asks for them.

    Tests that read the repository's modules come first, so that one worker parses them for all of these tests."""
    sources = cache(lambda module: any(getattr(it, "__module__", "") in READERS for it in vars(module).values()))
    items.sort(key=lambda item: isinstance(item, pytest.Function) and not sources(item.module))
    browser = has_browser() or os.environ.get("BROWSER") == "required"
    by_file = any(argument.partition("::")[0].endswith(".py") for argument in config.args)
    thorough = by_file or PROFILE != "few" or "thorough" in config.option.markexpr
    kept, out = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        lacks_browser = not browser and item.get_closest_marker("browser") is not None
        (out if lacks_browser or (left_out.is_thorough(item) and not thorough) else kept).append(item)
    if out:
        items[:] = kept
        config.hook.pytest_deselected(items=out)


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Note what is left out for the lines at the end of the run."""
    left_out.note(items, os.environ.get("PYTEST_XDIST_WORKER", ""))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report at the end of the run what it left out."""
    if PROFILE == "few":
        terminalreporter.write_line(
            f"Left to .ci/run: {EXAMPLES['ci']} examples of each property (here {EXAMPLES['few']}), more games of "
            "robots, style, types, the newest Python, known vulnerabilities, and the quick bench"
        )
    for line in left_out.describe():
        terminalreporter.write_line(line)
    if not has_browser():
        terminalreporter.write_line("NO BROWSER HERE: tests marked `browser` need chromium and chromedriver", red=True)
