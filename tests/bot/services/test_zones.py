"""Time zones as people name them, and quiet hours as they say them."""

import zoneinfo
from typing import cast

import pytest

from bot.acts.me import QUIET, suggest_quiet
from bot.edge.interactions import InteractionRequest
from bot.people.preferences import read_hours
from bot.ports import RequestId
from bot.services.services import Services
from bot.wording.times.zones import AmbiguousZone, find_zones, read_zone
from tests.bot.harness.room import BEAR, HERE


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Sydney", "Australia/Sydney"),
        ("london", "Europe/London"),
        ("Londres", "Europe/London"),
        ("são paulo", "America/Sao_Paulo"),
        ("Brasilia", "America/Sao_Paulo"),
        ("new york", "America/New_York"),
        ("Ciudad de México", "America/Mexico_City"),
        ("America/New York", "America/New_York"),
        ("australia/hobart", "Australia/Hobart"),
        ("US/Pacific", "US/Pacific"),
        ("Hobar", "Australia/Hobart"),
        ("Tasmania", "Australia/Hobart"),
        ("Gold Coast", "Australia/Brisbane"),
        ("NSW", "Australia/Sydney"),
        ("Salvador", "America/Bahia"),
        ("Açores", "Atlantic/Azores"),
        ("JST", "Asia/Tokyo"),
        ("utc", "UTC"),
    ],
)
def test_a_zone_is_found_by_its_city(typed: str, zone: str) -> None:
    assert read_zone(typed) == zone
    assert find_zones(typed)[0] == zone


def test_an_abbreviation_asks_which_zone_is_meant() -> None:
    with pytest.raises(AmbiguousZone) as several:
        read_zone("aest")
    assert several.value.args == ("Australia/Brisbane", "Australia/Hobart", "Australia/Melbourne", "Australia/Sydney")
    with pytest.raises(AmbiguousZone):
        read_zone("EST")


@pytest.mark.parametrize(
    "typed", ["Etc/GMT+10", "localtime", "Factory", "EST5EDT", "posixrules", "", "Atlantis", "+10"]
)
def test_words_that_name_no_place_are_refused(typed: str) -> None:
    with pytest.raises(ValueError):
        read_zone(typed)


def test_zones_that_are_offered_have_a_place() -> None:
    offered = find_zones("")
    assert len(offered) > 300 and "Etc/GMT+10" not in offered and "EST" not in offered
    assert "Europe/Paris" in find_zones("par")[:5]


def test_a_machine_without_zone_files_has_those_of_a_package() -> None:
    """Windows and slim images have no such files."""
    zoneinfo.reset_tzpath(())
    try:
        assert not zoneinfo.TZPATH
        assert [zoneinfo.ZoneInfo.no_cache(zone).key for zone in find_zones("")[:20]] == find_zones("")[:20]
        assert {"Australia/Sydney", "America/Sao_Paulo", "Europe/London"} <= zoneinfo.available_timezones()
    finally:
        zoneinfo.reset_tzpath()


@pytest.mark.parametrize(
    ("typed", "hours"),
    [
        ("10pm-7am", (22 * 60, 7 * 60)),
        ("10 pm to 7 am", (22 * 60, 7 * 60)),
        ("22:30-7:00", (22 * 60 + 30, 7 * 60)),
        ("23 - 7", (23 * 60, 7 * 60)),
        ("10p-7a", (22 * 60, 7 * 60)),
        ("22:00 07:00", (22 * 60, 7 * 60)),
        ("das 22h às 7h30", (22 * 60, 7 * 60 + 30)),
        ("de 22 a 7", (22 * 60, 7 * 60)),
        ("12am-8am", (0, 8 * 60)),
        ("22-24", (22 * 60, 0)),
        ("off", None),
    ],
)
def test_quiet_hours_are_read_as_they_are_said(typed: str, hours: tuple[int, int] | None) -> None:
    assert read_hours(typed) == hours


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ("", [*QUIET, "off"]),
        ("23", ["23:00-7:00", "23:00-9:00"]),
        ("10pm to 6:30 am", ["22:00-6:30"]),
        ("of", ["off"]),
        ("off", ["off"]),
        ("at night", []),
    ],
)
async def test_quiet_hours_are_suggested_as_they_are_understood(typed: str, values: list[str]) -> None:
    options = {"value": typed}
    request = InteractionRequest(
        BEAR, HERE, RequestId(0, "i:1"), path=("me", "quiet"), options=options, focused="value"
    )
    assert [value for _, value in await suggest_quiet(cast(Services, None), request)] == values


@pytest.mark.parametrize("typed", ["10pm", "13pm-7am", "22-25", "22:70-7", "at night", "22--7"])
def test_words_that_are_no_hours_are_refused(typed: str) -> None:
    with pytest.raises(ValueError):
        read_hours(typed)
