"""Tests of the last release, with which the bench compares this tree."""

import subprocess
from pathlib import Path

import pytest

from tests.bench import last_release


def test_a_history_without_a_release_is_said_loudly_and_fails_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A shallow clone and an unpacked archive have no earlier release."""
    monkeypatch.setattr(last_release, "HERE", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with last_release.unpack() as (_, folder):
        assert folder is None
    assert "NO EARLIER RELEASE" in capsys.readouterr().out


def test_a_release_is_unpacked_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git = "git -c user.name=A -c user.email=a@b.example"
    (tmp_path / "kept.txt").write_text("kept")
    for command in ("init -q", "add .", "commit -q -m A", "tag v1"):
        subprocess.run([*git.split(), *command.split()], cwd=tmp_path, check=True)
    monkeypatch.setattr(last_release, "HERE", tmp_path)
    with last_release.unpack() as (release, folder):
        assert folder is not None
        assert (release, (folder / "kept.txt").read_text()) == ("v1", "kept")
    assert not folder.exists()
