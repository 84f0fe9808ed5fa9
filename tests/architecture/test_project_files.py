"""`make`, the build script and the project's metadata: a mistake here would only show on another machine."""

import os
import re
import subprocess
import sys
import tomllib
import zlib
from collections.abc import Mapping
from pathlib import Path

from tests.architecture.tree import PACKAGES, ROOT

CI = ROOT / ".ci" / "run"
ALONE = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "PY"}}
"""The variables without those of the `make` that runs the tests: its `PY=` would reach every `make` below it."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def make(*arguments: str, environment: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "--no-print-directory", *arguments],
        cwd=ROOT, capture_output=True, text=True, env={**ALONE, **(environment or {})},
    )  # fmt: skip


def test_help_lists_each_target() -> None:
    listed = re.findall(r"^  make (\S+) +\S", make("help").stdout, re.MULTILINE)
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert phony is not None and set(listed) == set(phony[1].split()), "write `## what it does` behind each target"


def test_without_python_one_sentence_says_what_to_do(tmp_path: Path) -> None:
    run = make(f"VENV={tmp_path}/venv", "PY=no-such-python", f"{tmp_path}/venv/bin/python")
    assert run.returncode != 0
    assert run.stdout == "no-such-python was not found. Install Python 3.11 or newer, or name one with PY=...\n"


def test_an_old_python_is_turned_away_before_anything_is_made(tmp_path: Path) -> None:
    old = tmp_path / "python"
    old.write_text("#!/bin/sh\necho 'Python 3.11 or newer is needed' >&2\nexit 1\n")
    old.chmod(0o755)
    run = make(f"VENV={tmp_path}/venv", f"PY={old}", f"{tmp_path}/venv/bin/python")
    assert run.returncode != 0
    assert "Python 3.11 or newer is needed" in run.stderr
    assert not (tmp_path / "venv").exists()


def test_an_environment_of_another_python_is_refused(tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").symlink_to(sys.executable)
    other = tmp_path / "python"
    other.write_text("#!/bin/sh\necho 3.99\n")
    other.chmod(0o755)
    run = make(f"VENV={venv}", f"PY={other}", "same-python")
    assert run.returncode != 0
    assert "not 3.99. Remove it, or add VENV=.venv-3.99." in run.stdout
    assert make(f"VENV={venv}", f"PY={sys.executable}", "same-python").returncode == 0


def test_the_wheel_holds_every_package_and_nothing_else() -> None:
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    included = wheel["force-include"]
    assert {*included} - set(PACKAGES) == {
        "docs/guide",
        "docs/lessons",
        "docs/rules",
        "translations",
    }
    assert {*PACKAGES} - {*included} == set()
    assert wheel["packages"] == ["bot/boneyard"]
    assert all(target == f"boneyard/{folder}" for folder, target in included.items()), "one folder holds all"
    assert PROJECT["project"]["scripts"] == {"boneyard": "boneyard.__main__:main"}


def test_a_stop_ends_the_program_before_it_has_read_its_own_code(tmp_path: Path) -> None:
    """The first process of a container ignores SIGTERM unless it says otherwise, here with status 143."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "__init__.py").touch()
    code = "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)\nsignal.pause()\n"
    (tmp_path / "bot" / "__main__.py").write_text(code)
    begin = "from boneyard.__main__ import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", begin], cwd=tmp_path, env={"PYTHONPATH": f"{tmp_path}:{ROOT / 'bot'}"}, timeout=50
    )
    assert done.returncode == 143


def test_installing_survives_a_user_of_pip_who_installs_for_themselves_and_a_machine_without_asyncpg(
    tmp_path: Path,
) -> None:
    pip = tmp_path / "bin" / "pip"
    pip.parent.mkdir()
    pip.write_text(f"""#!/bin/sh
        for last; do :; done
        echo "$PIP_USER $last" >> {tmp_path}/calls
        ! grep -q asyncpg "$last" && cp "$last" {tmp_path}/installed
    """)
    pip.chmod(0o755)
    (tmp_path / "bin" / "python").symlink_to("pip")
    run = make(f"VENV={tmp_path}", f"{tmp_path}/play.stamp", environment={"PIP_USER": "1"})
    assert run.returncode == 0, run.stdout
    assert "asyncpg cannot be installed here, so SQLite is the only database" in run.stdout
    assert [call.split()[0] for call in (tmp_path / "calls").read_text().splitlines()] == ["0", "0"]
    locked, installed = (
        re.findall("^([\\w.-]+)==", file.read_text(), re.MULTILINE)
        for file in (ROOT / "requirements" / "play.lock", tmp_path / "installed")
    )
    assert [name for name in locked if name not in installed] == ["asyncpg"]


def test_the_wheel_stays_below_eight_megabytes() -> None:
    """Most of the wheel is fonts for names in all scripts; pip downloads them again with every release."""
    folders = [ROOT / folder for folder in PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]]
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert sum(len(zlib.compress(path.read_bytes(), 6)) for path in files) < 8_000_000


def test_every_dependency_has_its_row() -> None:
    wanted = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["postgres"]]
    wanted += [*PROJECT["dependency-groups"]["dev"], *PROJECT["dependency-groups"]["bench"]]
    names = [re.split(r"[>=<\[]", requirement)[0] for requirement in wanted]
    page = (ROOT / "docs" / "dependencies.md").read_text().lower()
    shortened = [name.removeprefix("pytest") if name.startswith("pytest-") else name.lower() for name in names]
    unsaid = [name for name in shortened if not name.startswith("types-") and name not in page]
    assert unsaid == [], "write a row for each in docs/dependencies.md"
