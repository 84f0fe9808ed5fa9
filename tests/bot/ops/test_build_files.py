"""Files for hosts and for the build: the guide links the deploy files, and a script finds newer Pythons."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    "name", ["alerts.yaml", "boneyard.container", "boneyard.service", "compose.yaml", "unraid.xml"]
)
def test_the_guide_for_hosts_links_each_file(name: str) -> None:
    assert f"](deploy/{name})" in (ROOT / "docs" / "hosting.md").read_text("utf-8")


def test_newer_pythons_are_found_the_newest_first(tmp_path: Path) -> None:
    for name, status in (("python3.96", 0), ("python3.97", 1), ("python3.98", 0)):
        (tmp_path / name).write_text(f"#!/bin/sh\nexit {status}\n")
        (tmp_path / name).chmod(0o755)
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "PYENV_ROOT": str(tmp_path)}
    found = subprocess.run(
        ["bash", str(ROOT / ".ci" / "newer_pythons"), "95"], env=environment, capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == [f"{tmp_path}/python3.98", f"{tmp_path}/python3.96"], "3.97 does not start"
