"""Chance for tests: the secrets that a test draws follow from its name, and any other random draw fails the test.

`install` replaces the sources of chance of this process. While a test runs, `secrets.token_bytes` (and with it
`token_hex` and `token_urlsafe`) gives bytes that follow from the test's name. Each package that draws has a stream of
its own, so that draws of one package do not change those of another. Libraries outside the project draw as usual.
The secrets of shuffles do not come from these streams: a test builds the bot with `SeededChance` and `FixedSeals` of
`tests.chance`. Without them, the first shuffle fails the test.
"""

import hashlib
import os
import random
import secrets
import sys
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

OURS = frozenset({"bot", "games", "harbour", "migrations", "render", "tests"})
SHUFFLES = "bot.tables"
"""The package that draws the secrets of shuffles; it has no stream."""
MODULE_FUNCTIONS = (
    *("betavariate", "choice", "choices", "gauss", "getrandbits", "randbytes", "randint", "random", "randrange"),
    *("sample", "shuffle", "triangular", "uniform"),
)
"""Functions of the module `random` that draw from its shared, unseeded source."""


class UnfixedChance(AssertionError):
    """The program drew a random value that would differ in the next run."""


def secret_of(name: str, number: int) -> bytes:
    """The secret `number` (from 0) of a stream."""
    return hashlib.sha256(f"{name}/{number}".encode()).digest()


class FixedSecrets:
    """The secrets of this process, which follow from the running test."""

    def __init__(self) -> None:
        self.name: str | None = None
        self.refused: list[str] = []
        self._drawn = Counter[str]()

    def begin(self, name: str) -> None:
        """Start the streams of the test `name`."""
        self.name = name
        self.refused.clear()
        self._drawn.clear()

    def end(self) -> None:
        """End the test: every draw is refused until the next test begins."""
        self.name = None

    @contextmanager
    def follow(self, name: str) -> Iterator[None]:
        """Let secrets follow from `name` until the context ends, and then from the running test again."""
        test, drawn = self.name, self._drawn
        self.name, self._drawn = name, Counter()
        try:
            yield
        finally:
            self.name, self._drawn = test, drawn

    def draw(self, package: str, size: int = 32) -> bytes:
        """Return the next secret of a package. Raises UnfixedChance between tests, and for the secret of a shuffle."""
        if package == SHUFFLES:
            raise self.refuse(
                "The bot drew the secret of a shuffle; hand tests.chance.SeededChance in to App or build."
            )
        if self.name is None:
            raise self.refuse(f"{package} drew a secret outside a test; draw it in a test or in a fixture.")
        number = self._drawn[package]
        self._drawn[package] += 1
        made = secret_of(f"{self.name}/{package}", number)
        while len(made) < size:
            made += hashlib.sha256(made).digest()
        return made[:size]

    def refuse(self, sentence: str) -> UnfixedChance:
        """Record a refused draw and return its error; the test then fails even if the program catches the error."""
        self.refused.append(sentence)
        return UnfixedChance(sentence)


current = FixedSecrets()


def caller_package(skip: tuple[str, ...] = ()) -> str:
    """The first two names ("bot.tables") of the calling module, skipping this module and those in `skip`."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__") in (__name__, *skip):
        frame = frame.f_back
    return ".".join(str(frame.f_globals.get("__name__", "")).split(".")[:2])


def is_ours(package: str) -> bool:
    """True if a package belongs to the project."""
    return package.partition(".")[0] in OURS


def wrap_token_bytes(usual: Callable[[int | None], bytes]) -> Callable[..., bytes]:
    """Wrap `secrets.token_bytes` (`usual`): the project's packages get fixed bytes, libraries random ones."""

    def token_bytes(nbytes: int | None = None) -> bytes:
        package = caller_package(skip=("secrets",))
        return current.draw(package, nbytes or secrets.DEFAULT_ENTROPY) if is_ours(package) else usual(nbytes)

    return token_bytes


def guard(name: str, usual: Callable[..., Any], known: FixedSecrets = current) -> Callable[..., Any]:
    """Wrap a source of chance (`usual`) so that libraries may use it, and the project's packages may not."""

    def draw(*arguments: Any, **options: Any) -> Any:
        package = caller_package(skip=("secrets", "random", "uuid"))
        if is_ours(package):
            raise known.refuse(f"{package} drew from {name}; use random.Random(seed) or tests.chance.SeededChance.")
        return usual(*arguments, **options)

    return draw


def install() -> None:
    """Replace the sources of chance of this process, once."""
    setattr(secrets, "token_bytes", wrap_token_bytes(secrets.token_bytes))  # noqa: B010 - its signature is narrower
    for name in MODULE_FUNCTIONS:
        setattr(random, name, guard(f"random.{name}", getattr(random, name)))
    for module, name in ((secrets, "randbelow"), (secrets, "randbits"), (secrets, "choice")):
        setattr(module, name, guard(f"secrets.{name}", getattr(module, name)))
    for module, name in ((uuid, "uuid1"), (uuid, "uuid4"), (os, "urandom")):
        setattr(module, name, guard(f"{module.__name__}.{name}", getattr(module, name)))
