"""docs/hosting.md lists the causes for which a start ends, each with its status; a test proves each line."""

import re

from tests.architecture.tree import ROOT

ROW = re.compile(r"^\| (\d+) \| (.+?) \|$", re.MULTILINE)
LINE = (
    "tests/bot/ops/test_command_line.py::"
    "test_a_start_that_fails_is_one_sentence_and_a_status_that_tells_whether_to_try_again"
)
LOGIN = (
    "tests/bot/ops/test_command_line.py::"
    "test_a_login_that_discord_refuses_is_one_sentence_and_only_a_busy_discord_is_asked_again"
)
TESTS = {
    "a setting is missing or wrong, or is set twice": (
        LINE,
        "tests/bot/ops/test_config.py::test_a_setting_that_stands_twice_names_both_lines",
    ),
    "Discord doesn't know the token": (LOGIN,),
    "the health port is taken": (
        "tests/bot/ops/test_command_line.py::test_a_taken_health_port_is_one_sentence_and_the_doctor_tries_it",
    ),
    "the bot can't write to the data folder": (
        "tests/bot/ops/test_command_line.py::test_a_data_folder_of_another_user_names_both_users_and_chown",
    ),
    "the database's address is wrong": (LINE,),
    "Discord is out of reach": (LINE,),
    "Discord answers 429 or 5xx": (LOGIN,),
    "the database is out of reach": (LINE,),
    "another process uses the database": (
        "tests/bot/ops/test_command_line.py::test_a_second_bot_at_the_same_database_does_not_start",
    ),
    "the bot was stopped before it had begun": (
        "tests/architecture/test_project_files.py::test_a_stop_ends_the_program_before_it_has_read_its_own_code",
    ),
}
"""By cause, the tests of its status."""


def test_each_cause_of_the_page_has_a_test_of_its_status() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    table = page.partition("| Status | Cause |")[2].partition("\n\n")[0]
    assert [cause for _, cause in ROW.findall(table)] == list(TESTS)
    for file, _, name in (test.partition("::") for tests in TESTS.values() for test in tests):
        assert f"def {name}(" in (ROOT / file).read_text("utf-8"), name
