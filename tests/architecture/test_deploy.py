"""The files for hosts in docs/deploy use settings, commands and exit statuses that exist."""

import configparser
import os
import re
import socket
import subprocess
import sys
import textwrap
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from bot.__main__ import build_parser
from bot.cli.exit_status import ExitStatus
from bot.config import Settings, read
from bot.ops import health
from bot.ops.health import ADVICE
from bot.ops.metrics import FIGURES
from bot.serving.settings import shards_of
from tests.architecture.tree import ROOT
from tests.left_out import MORE_CASES

DEPLOY = ROOT / "docs" / "deploy"
SETTINGS = {name.upper() for name in Settings.__slots__}


def read_unit() -> dict[str, dict[str, str]]:
    """The sections of the systemd unit."""
    made = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    made.optionxform = str  # type: ignore[assignment,method-assign]
    made.read_string((DEPLOY / "boneyard.service").read_text("utf-8"))
    return {name: dict(made[name]) for name in made.sections()}


def test_the_unit_starts_the_bot_and_knows_its_statuses() -> None:
    service = read_unit()["Service"]
    command = service["ExecStart"].split()
    assert " ".join(command[1:3]) == "-m bot.boneyard"
    assert build_parser().parse_args(command[3:]).command == "run"
    assert service["Restart"] == "on-failure"
    assert int(service["RestartPreventExitStatus"]) == ExitStatus.MISCONFIGURED
    own = {entry.partition("=")[0] for entry in service["Environment"].split()} - {"PYTHONDONTWRITEBYTECODE"}
    assert own == {"BONEYARD_DATA"}
    assert (service["UMask"], service["StateDirectoryMode"]) == ("0077", "0700")
    assert service["Environment"].split()[0] == f"BONEYARD_DATA=/var/lib/{service['StateDirectory']}"


def test_the_quadlet_runs_the_image_as_the_unit_does() -> None:
    made = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    made.optionxform = str  # type: ignore[assignment,method-assign]
    made.read_string((DEPLOY / "boneyard.container").read_text("utf-8"))
    unit = read_unit()["Service"]
    for name in ("Restart", "RestartPreventExitStatus", "SuccessExitStatus", "RestartSec"):
        assert made["Service"][name] == unit[name]
    container = made["Container"]
    assert container["Volume"] == f"boneyard:{find_data()}"
    assert [container[name] for name in ("ReadOnly", "Tmpfs", "DropCapability")] == ["true", "/tmp", "all"]


def test_the_unraid_template_sets_what_the_bot_reads() -> None:
    root = ElementTree.parse(DEPLOY / "unraid.xml").getroot()
    entries = {entry.attrib["Target"]: entry.attrib for entry in root.iter("Config")}
    assert entries.pop(find_data())["Type"] == "Path"
    assert set(entries) <= SETTINGS and entries["DISCORD_TOKEN"]["Mask"] == "true"
    assert read({name: entry["Default"] for name, entry in entries.items()}) == Settings()
    assert "--read-only --tmpfs /tmp --cap-drop=all" in (root.findtext("ExtraParams") or "")


def find_data() -> str:
    """The data folder of the image."""
    (data,) = re.findall(r"BONEYARD_DATA=(\S+)", (ROOT / "Containerfile").read_text("utf-8"))
    return str(data)


def test_the_compose_file_sets_what_the_bot_reads() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
    given = services["boneyard"]["environment"]
    assert set(given) <= SETTINGS
    filled = {name: re.sub(r"\$\{(\w+):\?[^}]*\}", r"\1", value) for name, value in given.items()}
    settings = read(filled)
    assert settings.database == "postgresql://boneyard:POSTGRES_PASSWORD@database/boneyard"
    assert settings.backup_hours and settings.backups_kept
    assert (DEPLOY / services["boneyard"]["build"]["context"]).resolve() == ROOT
    assert services["boneyard"]["volumes"] == [f"boneyard:{find_data()}"]
    assert services["boneyard"]["depends_on"]["database"]["condition"] == "service_healthy"
    assert services["database"]["environment"]["POSTGRES_USER"] == "boneyard"


MOST_SILENT = 10
"""Seconds after which a process that says nothing is killed."""
ASKED = "/health/alive"


def read_environments(fleet: str) -> list[dict[str, str]]:
    """The settings of each process of a fleet, with a database and a token in place of the secret ones."""
    database = {"DATABASE_URL": "postgresql://boneyard@db.example/boneyard", "DISCORD_TOKEN": "token"}
    if fleet == "fleet.compose.yaml":
        services = yaml.safe_load((DEPLOY / fleet).read_text("utf-8"))["services"]
        return [{**one["environment"], **database} for name, one in services.items() if name != "database"]
    pod, replicas = read_pod()
    given = {entry["name"]: entry["value"] for entry in pod["env"] if "value" in entry}
    assert int(given["PODS"]) == replicas
    return [read_pod_environment(pod, {**given, **database, "ORDINAL": str(at)}) for at in range(replicas)]


def read_pod() -> tuple[dict[str, Any], int]:
    """The container of the StatefulSet, and the number of its pods."""
    spec = yaml.safe_load((DEPLOY / "statefulset.yaml").read_text("utf-8"))["spec"]
    (container,) = spec["template"]["spec"]["containers"]
    return container, spec["replicas"]


def read_pod_environment(pod: dict[str, Any], given: Mapping[str, str]) -> dict[str, str]:
    """The settings with which the command of a pod starts the bot."""
    (script,) = pod["args"]
    begin, _, command = script.rpartition("exec ")
    assert build_parser().parse_args(command.split()[3:]).command == "run"
    told = subprocess.run(
        [*pod["command"], f"{begin} env"], env={"PATH": os.environ["PATH"], **given}, capture_output=True, text=True
    )
    assert told.returncode == 0, told.stderr
    found = dict(line.split("=", 1) for line in told.stdout.splitlines() if "=" in line)
    return {name: value for name, value in found.items() if name in SETTINGS}


@pytest.mark.parametrize("fleet", ["fleet.compose.yaml", "statefulset.yaml"])
def test_the_processes_of_a_fleet_hold_each_server_once_and_may_double_their_connections(fleet: str) -> None:
    environments = read_environments(fleet)
    assert len(environments) > 1
    assert all(set(given) <= SETTINGS for given in environments)
    parts = [shards_of(read(given)) for given in environments]
    assert [sum(part.serves(guild << 22) for part in parts) for guild in range(100)] == [1] * 100
    count = len(parts)
    assert [part.ids for part in parts] == [frozenset(range(at, parts[at].count, count)) for at in range(count)]


def test_the_compose_file_of_a_fleet_kills_what_hangs() -> None:
    services, alone = (
        yaml.safe_load((DEPLOY / name).read_text("utf-8"))["services"]
        for name in ("fleet.compose.yaml", "compose.yaml")
    )
    assert services.pop("database") == alone["database"]
    image = (ROOT / "Containerfile").read_text("utf-8")
    assert "WORKDIR /opt/boneyard" in image and "COPY . /opt/boneyard" in image
    for service in services.values():
        python, watch = service["entrypoint"]
        assert python == "python" and (ROOT / watch).exists()
        assert f"!{watch}" in (ROOT / ".dockerignore").read_text("utf-8").splitlines()
        assert build_parser().parse_args(service["command"][3:]).command == "run"
        assert service["restart"] == "on-failure"
        assert int(service["environment"]["HEALTH_PORT"])
        source = (ROOT / watch).read_text("utf-8")
        assert f"SILENT_FOR = {MOST_SILENT}.0" in source and ASKED in source


def test_the_stateful_set_kills_what_hangs_and_lets_a_sick_process_live() -> None:
    pod, _ = read_pod()
    probe = pod["livenessProbe"]
    assert probe["httpGet"] == pod["startupProbe"]["httpGet"] == {"path": ASKED, "port": "health"}
    assert probe["periodSeconds"] * probe["failureThreshold"] <= MOST_SILENT
    assert probe["timeoutSeconds"] <= probe["periodSeconds"]
    assert pod["readinessProbe"]["httpGet"]["path"] == "/health"
    (port,) = pod["ports"]
    given = {entry["name"]: entry.get("value") for entry in pod["env"]}
    assert given["HEALTH_PORT"] == str(port["containerPort"])
    assert given["HEALTH_HOST"] == "0.0.0.0"


BOT = """
    import http.server, os, signal, threading

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            threading.Timer(0.05, {then}).start()

    http.server.HTTPServer(("127.0.0.1", {port}), Page).serve_forever()
"""
"""A process that answers once at a port, and then does something."""


@pytest.mark.parametrize(
    ("then", "status", "said"),
    [
        ("lambda: os.kill(os.getpid(), signal.SIGSTOP)", 137, "has said nothing"),
        ("lambda: os._exit(75)", 75, ""),
        pytest.param("lambda: os._exit(2)", 2, "", marks=pytest.mark.thorough(MORE_CASES)),
    ],
)
def test_a_bot_that_stops_answering_is_killed_and_any_other_end_keeps_its_status(
    then: str, status: int, said: str
) -> None:
    """The watch of the compose file, with a tenth of its patience."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    source = (DEPLOY / "watch.py").read_text("utf-8")
    hasty = source.replace("SILENT_FOR = 10.0", "SILENT_FOR = 1.0").replace("ASKED_EVERY = 5.0", "ASKED_EVERY = 0.1")
    bot = textwrap.dedent(BOT.format(then=then, port=port))
    told = subprocess.run(
        [sys.executable, "-c", hasty, sys.executable, "-c", bot],
        env={**os.environ, "HEALTH_PORT": str(port)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert told.returncode == status, told.stderr
    assert said in told.stderr


def test_the_alerts_speak_of_figures_and_checks_that_exist() -> None:
    rules = yaml.safe_load((DEPLOY / "alerts.yaml").read_text("utf-8"))["groups"][0]["rules"]
    queries = " ".join(rule["expr"] for rule in rules)
    figures = {name for name, _ in FIGURES}
    assert set(re.findall(r"boneyard_\w+", queries)) == {*figures, "boneyard_check"}
    named = {name for names in re.findall(r'name=~"([a-z|]+)"', queries) for name in names.split("|")}
    listed = set(re.findall(r"^- `(\w+)`:", health.__doc__ or "", re.MULTILINE))
    assert named | {"discord"} == listed, "give each check an alert; only `discord` has a figure instead"
    assert named >= ADVICE
    assert all(rule["labels"]["severity"] in ("page", "ticket") and rule["annotations"]["summary"] for rule in rules)
