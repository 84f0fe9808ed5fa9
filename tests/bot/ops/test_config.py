"""Settings: their sources, their checks, and the completeness of the example file."""

import itertools
import os
import re
from pathlib import Path

import pytest

from bot.config import DISCORD_API, Misconfigured, Settings, read, read_file
from tests.architecture.generated import settings_example

NOTHING = Path(os.devnull)


def read_settings(file: Path = NOTHING, environment: dict[str, str] | None = None, **more: str) -> Settings:
    return read({**(environment or {}), **more}, file)


def test_nothing_set_gives_the_defaults() -> None:
    found = read_settings()
    assert found == Settings()
    assert found.discord_api_base == DISCORD_API
    assert found.database == Path("data/boneyard.db")


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("LOG_LEVEL=debug\nBONEYARD_DATA='/var/bones'  \nexport HARBOUR_PORT=99 # why not\n", "utf-8")
    found = read_settings(file=file, HARBOUR_PORT="0")
    assert (found.log_level, found.data, found.harbour_port) == ("DEBUG", Path("/var/bones"), 0)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("~/bones", "/at/bear/bones"), ("$HOME/bones", "/at/bear/bones"), ("${HOME}", "/at/bear"),
        ('"$HOME/my #1 bones"', "/at/bear/my #1 bones"), ("~", "/at/bear"),
        ("/srv/bones\t# on the disk", "/srv/bones"),
        ("/srv/~bones", "/srv/~bones"), ("/srv/5$", "/srv/5$"), ("/srv/bones#1", "/srv/bones#1"),
    ],
)  # fmt: skip
def test_a_folder_may_begin_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str, meant: str) -> None:
    monkeypatch.setenv("HOME", "/at/bear")
    file = tmp_path / ".env"
    file.write_text(f"BONEYARD_DATA={written}\n", "utf-8")
    assert read({}, file).data == Path(meant)
    assert written[0] != "~" or read_settings(BONEYARD_DATA=written).data == Path(meant), "a container hands it over so"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("BONEYARD_DATA=$XDG_DATA_HOME/bones", "may begin with"), ("BONEYARD_DATA=$HOME/$USER", "may begin with"),
        ("BONEYARD_DATA=/srv/$HOME/bones", "may begin with"), (r"BONEYARD_DATA=%APPDATA%\bones", "may begin with"),
        ("BONEYARD_DATA=~bear/bones", "may begin with"), ("DISCORD_TOKEN_FILE=$(pwd)/token", "may begin with"),
        ("BONEYARD_DATA=`pwd`", "may begin with"),
        ('LOG_LEVEL="INFO', "the quotes"), ("LOG_FORMAT='json' x", "the quotes"),
    ],
)  # fmt: skip
def test_a_value_that_only_a_shell_understands_is_refused_by_its_line(tmp_path: Path, line: str, why: str) -> None:
    file = tmp_path / ".env"
    file.write_text(f"# mine\n{line}\n", "utf-8")
    with pytest.raises(Misconfigured, match=f"line 2: .*{why}"):
        read_file(file)


def test_a_value_in_quotes_keeps_its_hash_sign(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text('# a comment\n\nDATABASE_URL="postgresql://bones:a#b@host/bones"\n', "utf-8")
    assert read_file(file) == {"DATABASE_URL": "postgresql://bones:a#b@host/bones"}


TOKEN = "MTEx.GqX1.a-b_c"


@pytest.mark.parametrize(
    "line",
    [
        f"DISCORD_TOKEN={TOKEN}", f"DISCORD_TOKEN = {TOKEN}", f"export DISCORD_TOKEN={TOKEN}",
        f"set DISCORD_TOKEN={TOKEN}",
        f'DISCORD_TOKEN="{TOKEN}"', f"DISCORD_TOKEN='{TOKEN}' # mine", f"DISCORD_TOKEN={TOKEN} # mine",
        f"DISCORD_TOKEN=\u201c{TOKEN}\u201d", f"DISCORD_TOKEN=\u2018{TOKEN}\u2019", f"  DISCORD_TOKEN=\t{TOKEN}\t",
    ],
)  # fmt: skip
def test_a_file_of_any_editor_is_read(tmp_path: Path, line: str) -> None:
    file = tmp_path / ".env"
    for end, encoding in itertools.product(("\n", "\r\n", ""), ("utf-8", "utf-8-sig", "utf-16", "utf-16-le")):
        file.write_bytes(
            f"# gr\u00fc\u00dfe{end or chr(10)}LOG_LEVEL= # as usual{end or chr(10)}{line}{end}".encode(encoding)
        )
        found = read_settings(file=file)
        assert (found.discord_token, found.log_level) == (TOKEN, Settings().log_level), (end, encoding)


def test_a_file_whose_ending_an_editor_hides_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(".env.txt").write_text(f"DISCORD_TOKEN={TOKEN}\n", "utf-8")
    assert read({}).discord_token == TOKEN
    Path(".env").write_text("LOG_LEVEL=INFO\n", "utf-8")
    assert read({}).discord_token == ""


def test_a_comment_in_an_old_windows_encoding_stops_nothing(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes(f"# gr\u00fc\u00dfe\r\nDISCORD_TOKEN={TOKEN}\r\n".encode("cp1252"))
    assert read_settings(file=file).discord_token == TOKEN


@pytest.mark.parametrize("value", [f'"{TOKEN}"', f"'{TOKEN}'", f"{TOKEN} # mine", f" {TOKEN} "])
def test_quotes_and_comments_that_a_container_keeps_are_left_out(value: str) -> None:
    assert read_settings(DISCORD_TOKEN=value).discord_token == TOKEN
    assert read_settings(HEALTH_PORT='"8080" # inside').health_port == 8080


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("TOKEN", "DISCORD_TOKEN"), ("DISCORD_BOT_TOKEN", "DISCORD_TOKEN"), ("discord_token", "DISCORD_TOKEN"),
        ("DISCORD_TOKN", "DISCORD_TOKEN"), ("LOGLEVEL", "LOG_LEVEL"), ("SHARD", "SHARDS"), ("DATABASE", "DATABASE_URL"),
    ],
)  # fmt: skip
def test_a_name_that_is_nearly_one_of_ours_is_named(tmp_path: Path, name: str, meant: str) -> None:
    file = tmp_path / ".env"
    file.write_text(f"# mine\n{name}=x\n", "utf-8")
    with pytest.raises(Misconfigured, match=f"line 2: {name} is no setting of Boneyard; write {meant}\\.$"):
        read_file(file)


def test_names_of_other_programs_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("COMPOSE_PROJECT_NAME=bones\nPOSTGRES_PASSWORD=hush\nTZ=Australia/Hobart\n", "utf-8")
    assert read_settings(file=file) == Settings()


@pytest.mark.parametrize("value", [f"Bot {TOKEN}", f"Bearer {TOKEN}", f"token: {TOKEN}", f"DISCORD_TOKEN={TOKEN}"])
def test_a_token_after_another_word_is_refused_and_not_shown(value: str) -> None:
    with pytest.raises(Misconfigured, match="carries a word before the token") as refused:
        read_settings(DISCORD_TOKEN=value)
    assert TOKEN not in str(refused.value)


@pytest.mark.parametrize(
    ("value", "other"),
    [("123456789012345678", "the application's id"), ("aB3-_" * 6 + "aB", "the client secret"),
     ("0a" * 32, "the public key")],
)  # fmt: skip
def test_another_code_of_the_application_is_no_token(value: str, other: str) -> None:
    with pytest.raises(Misconfigured, match=f"seems to be {other}") as refused:
        read_settings(DISCORD_TOKEN=value)
    assert value not in str(refused.value)


def test_a_setting_that_stands_twice_names_both_lines(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("LOG_LEVEL=INFO\n\nLOG_LEVEL=DEBUG\n", "utf-8")
    with pytest.raises(Misconfigured, match="lines 1 and 3: both set LOG_LEVEL"):
        read_file(file)


def test_an_invalid_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("LOG_LEVEL=INFO\nhello there\n", "utf-8")
    with pytest.raises(Misconfigured, match="line 2"):
        read_file(file)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("HEALTH_PORT", "eighty", "HEALTH_PORT must be a number from 0 to 65535, not 'eighty'."),
        ("HEALTH_PORT", "70000", "HEALTH_PORT must be a number from 0 to 65535"),
        ("LOG_LEVEL", "loud", "LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, not 'loud'."),
        (
            "DISCORD_API_BASE",
            "discord.com",
            "DISCORD_API_BASE must be an address that begins with http:// or https://.",
        ),
        ("DISCORD_API_BASE", "http://[half", "DISCORD_API_BASE must be an address that begins with"),
        ("DISCORD_CDN", "http://host:port", "DISCORD_CDN must be an address that begins with"),
        ("DISCORD_GATEWAY", "https://x", "DISCORD_GATEWAY must be an address that begins with ws:// or wss://."),
        ("DISCORD_TOKEN", "abc def", "DISCORD_TOKEN contains a space"),
    ],
)
def test_a_setting_that_cannot_be_used_is_refused_in_one_sentence(name: str, value: str, sentence: str) -> None:
    with pytest.raises(Misconfigured) as refused:
        read_settings(environment={name: value})
    assert str(refused.value).startswith(sentence)
    assert "\n" not in str(refused.value)


def test_a_missing_settings_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match=f"^{tmp_path}/mine.env does not exist: name another"):
        read({}, tmp_path / "mine.env")


def test_the_example_file_as_it_stands_gives_the_defaults(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text(settings_example(), "utf-8")
    assert read({}, file) == Settings()
    uncommented = [
        line.removeprefix("# ") for line in settings_example().splitlines() if line.startswith("# ") and "=" in line
    ]
    file.write_text("\n".join(line for line in uncommented if line.partition("=")[0].isupper()), "utf-8")
    assert read({}, file) == Settings()


def test_the_secrets_are_known_so_that_no_log_holds_them() -> None:
    found = read_settings(DISCORD_TOKEN="abc.def", DATABASE_URL="postgresql://bones:hush@host/bones")
    assert found.secrets == ("abc.def", "hush")
    found = read_settings(DATABASE_URL="postgresql://bones:a#b%2Fc?@host/bones")
    assert found.secrets == ("a#b%2Fc?", "a#b/c?")
    for without in ("postgresql://bones@host/bones", "sqlite:///a.db", "http://[half", "nonsense"):
        assert read_settings(DATABASE_URL=without).secrets == ()


def test_secrets_may_be_files(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("abc.def\n")
    (tmp_path / "database").write_text("postgresql://bones:hush@host/bones\n")
    files = {"DISCORD_TOKEN_FILE": str(tmp_path / "token"), "DATABASE_URL_FILE": str(tmp_path / "database")}
    assert read(files).secrets == ("abc.def", "hush")
    with pytest.raises(Misconfigured, match="^DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set"):
        read({**files, "DISCORD_TOKEN": "abc.ghi"})
    with pytest.raises(Misconfigured, match=r"^DISCORD_TOKEN_FILE names .*nothing, which cannot be read: No such"):
        read_settings(DISCORD_TOKEN_FILE=str(tmp_path / "nothing"))
    (tmp_path / "token").write_text("Bot abc.def")
    with pytest.raises(Misconfigured, match="carries a word before the token") as refused:
        read(files)
    assert "abc.def" not in str(refused.value)


POSTGRES = {"DATABASE_URL": "postgresql://boneyard@db.example/boneyard", "SHARDS": "8"}


@pytest.mark.parametrize(
    ("given", "meant"), [("", ()), ("5", (5,)), ("0-3", (0, 1, 2, 3)), ("0, 2,7", (0, 2, 7)), ("1-2,5-6", (1, 2, 5, 6))]
)
def test_connections_are_chosen_by_number_and_by_range(given: str, meant: tuple[int, ...]) -> None:
    assert read_settings(environment={**POSTGRES, "SHARD_IDS": given}).shard_numbers == set(meant)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"SHARD_IDS": "one"}, "SHARD_IDS must name connections like 0-3 or 0,2, not 'one'."),
        ({"SHARD_IDS": "0-"}, "SHARD_IDS must name connections like 0-3 or 0,2, not '0-'."),
        ({"SHARD_IDS": "-1"}, "SHARD_IDS must name connections like 0-3 or 0,2, not '-1'."),
        ({"SHARD_IDS": "0-999999"}, "SHARD_IDS must name connections like 0-3 or 0,2, not '0-999999'."),
        ({"SHARD_IDS": "8"}, "SHARD_IDS must name some of the connections 0 to 7."),
        ({"SHARD_IDS": "3-1"}, "SHARD_IDS must name some of the connections 0 to 7."),
        ({"SHARD_IDS": ","}, "SHARD_IDS must name some of the connections 0 to 7."),
        ({"SHARD_IDS": "1", "SHARDS": ""}, "set SHARDS to the number of all of them."),
        ({"SHARD_IDS": "1", "DATABASE_URL": ""}, "which need PostgreSQL: set DATABASE_URL."),
    ],
)
def test_impossible_connections_are_refused(changed: dict[str, str], sentence: str) -> None:
    with pytest.raises(Misconfigured, match=re.escape(sentence)):
        read_settings(environment={**POSTGRES, **changed})
