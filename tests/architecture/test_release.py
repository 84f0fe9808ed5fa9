"""A release: its version stands in one place, its workflow pins what it runs, and only an approved job may publish."""

import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.architecture.tree import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def read_jobs(name: str) -> dict[str, Any]:
    """The jobs of a workflow."""
    jobs: dict[str, Any] = yaml.safe_load((ROOT / ".github" / "workflows" / name).read_text())["jobs"]
    return jobs


def test_the_version_is_that_of_the_tag_the_changes_and_the_templates() -> None:
    tags = subprocess.run(
        ["git", "tag", "--points-at", "HEAD", "--list", "v*"], cwd=ROOT, capture_output=True, text=True
    ).stdout.split()
    assert tags in ([], [f"v{VERSION}"])
    changes = re.findall(r"^## ([\d.]+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert changes[0] == VERSION
    named = [
        version
        for path in (ROOT / "docs" / "deploy").iterdir()
        for version in re.findall(r"boneyard:([\d.]+\d)", path.read_text())
    ]
    assert len(named) == 3 and set(named) == {VERSION}


def test_a_tag_of_another_version_ends_the_release_before_it_begins() -> None:
    done = subprocess.run(
        ["bash", ".ci/release"], cwd=ROOT, env={**os.environ, "TAG": "v0.0.1"}, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (1, f"release: the tag v0.0.1 is not v{VERSION}\n")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_pins_each_action_and_names_no_registry(path: Path) -> None:
    text = path.read_text()
    used = re.findall(r"uses: (.*)", text)
    assert used
    assert [line for line in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", line)] == []
    assert not re.search(r"ghcr\.io|docker\.io|quay\.io", text)
    assert yaml.safe_load(text)["permissions"] == {"contents": "read"}


def test_only_the_job_that_a_person_approves_may_write() -> None:
    jobs = read_jobs("release.yml")
    for name, job in jobs.items():
        writes = [right for right, given in job.get("permissions", {}).items() if given == "write"]
        assert bool(writes) is (job.get("environment") == "release") is (name == "publish")
    assert jobs["publish"]["needs"] == "build"
    assert jobs["publish"]["if"] == "vars.RELEASE_TO != ''", "the repository does not say where it uploads"
    assert "linux/amd64,linux/arm64" in str(jobs["publish"]["steps"])
    named = set(re.findall(r"make [a-z]+|\.ci/\w+", str([job["steps"] for job in jobs.values()])))
    assert named == {"make release"}
