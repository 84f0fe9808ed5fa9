"""The release of the program: its number, and whether it runs from its tree or as an installed package."""

from __future__ import annotations

import importlib.metadata
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parents[1] / "pyproject.toml"
"""The project's file, which only the tree has."""


def is_installed() -> bool:
    """True if the program was installed as a package, so no tree is at hand."""
    return not PROJECT.is_file()


@cache
def version() -> str:
    """The version of the program, such as 1.0.0: that of its tree, or else of the installed package."""
    if is_installed():
        return importlib.metadata.version("boneyard")
    return str(tomllib.loads(PROJECT.read_text("utf-8"))["project"]["version"])
