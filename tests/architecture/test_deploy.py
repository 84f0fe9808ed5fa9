"""The files for hosts in docs/deploy use settings, commands and exit statuses that exist."""

import configparser
import re

import yaml

from bot.__main__ import build_parser
from bot.cli.exit_status import ExitStatus
from bot.config import Settings, read
from bot.ops import health
from bot.ops.health import ADVICE
from bot.ops.metrics import FIGURES
from tests.architecture.tree import ROOT

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
    assert " ".join(command[1:3]) == "-m bot"
    assert build_parser().parse_args(command[3:]).command == "run"
    assert service["Restart"] == "on-failure"
    assert int(service["RestartPreventExitStatus"]) == ExitStatus.MISCONFIGURED
    own = {entry.partition("=")[0] for entry in service["Environment"].split()} - {"PYTHONDONTWRITEBYTECODE"}
    assert own == {"BONEYARD_DATA"}
    assert (service["UMask"], service["StateDirectoryMode"]) == ("0077", "0700")
    assert service["Environment"].split()[0] == f"BONEYARD_DATA=/var/lib/{service['StateDirectory']}"


def test_the_compose_file_sets_what_the_bot_reads() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
    given = services["boneyard"]["environment"]
    assert set(given) <= SETTINGS
    filled = {name: re.sub(r"\$\{(\w+):\?[^}]*\}", r"\1", value) for name, value in given.items()}
    settings = read(filled)
    assert settings.database == "postgresql://boneyard:POSTGRES_PASSWORD@database/boneyard"
    assert settings.backup_hours and settings.backups_kept
    assert (DEPLOY / services["boneyard"]["build"]["context"]).resolve() == ROOT
    image = (ROOT / "Containerfile").read_text("utf-8")
    (data,) = re.findall(r"BONEYARD_DATA=(\S+)", image)
    assert services["boneyard"]["volumes"] == [f"boneyard:{data}"]
    assert services["boneyard"]["depends_on"]["database"]["condition"] == "service_healthy"
    assert services["database"]["environment"]["POSTGRES_USER"] == "boneyard"


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
