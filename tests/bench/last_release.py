"""The last release, unpacked beside this tree, so that a bench measures both in one run."""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parents[2]
BEFORE_TAGS: Final = "2c29776e"
"""The commit that counts as the last release while no release has a tag."""


def find_release() -> str | None:
    """The newest tag of this history, or `BEFORE_TAGS`. None if a shallow clone or an archive has neither."""
    tag = _git("describe", "--tags", "--abbrev=0")
    if tag:
        return tag
    return BEFORE_TAGS if _git("cat-file", "-t", BEFORE_TAGS) == "commit" else None


def _git(*arguments: str) -> str:
    with contextlib.suppress(FileNotFoundError):
        return subprocess.run(["git", *arguments], cwd=HERE, capture_output=True, text=True).stdout.strip()
    return ""


@contextlib.contextmanager
def unpack() -> Iterator[tuple[str, Path | None]]:
    """The name and the folder of the last release. Without one, says so loudly and yields no folder."""
    release = find_release()
    if release is None:
        print(
            "  NO EARLIER RELEASE IN THIS HISTORY: NOTHING IS COMPARED. Run: git fetch --unshallow --tags", flush=True
        )
        yield "no release", None
        return
    with tempfile.TemporaryDirectory(prefix="boneyard-release-") as folder:
        packed = subprocess.run(["git", "archive", release], cwd=HERE, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=packed, check=True)
        yield release, Path(folder)


def run(tree: Path, script: Path, *arguments: str) -> dict[str, float]:
    """Run one of this folder's scripts with the modules of a tree; return the JSON object that it prints.

    Raises CalledProcessError if the script fails.
    """
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    command = [sys.executable, "-P", str(script), *arguments]
    printed = subprocess.run(command, cwd=tree, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout
    found: dict[str, float] = json.loads(printed.splitlines()[-1])
    return found
