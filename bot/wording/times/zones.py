"""Time zones as people name them: by their city, by a city near it, or by an abbreviation that may mean several."""

import re
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Final
from zoneinfo import available_timezones

from bot.wording.letters import simplify_words
from bot.wording.times.vocabulary import list_cities, list_phrases, strip_ends

_MOST_ASKED: Final = 6
"""The most zones that a question names."""
_MOST_ABBREVIATED: Final = 4
"""The most letters of an abbreviation."""


class AmbiguousZone(ValueError):
    """A name that several zones have. The error's arguments are the names of these zones."""


@cache
def _list_zones() -> list[str]:
    """List every zone that has a city, and UTC."""
    table = (files("tzdata") / "zoneinfo" / "zone.tab").read_text("utf-8").splitlines()
    return ["UTC", *sorted({line.split("\t")[2] for line in table if line and not line.startswith("#")})]


@cache
def _map_known_places() -> dict[str, str]:
    """Map simplified names to the names of zones: of every zone that this machine names after a place. The former name
    of a place counts too."""
    kept = {name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "posix/", "right/"))}
    return {simplify_words(name, "_"): name for name in (*sorted(kept), *_list_zones())}


@cache
def _map_names() -> dict[str, list[str]]:
    """Map simplified names, of cities too, to the zones that have them."""
    found: dict[str, list[str]] = {}
    for zone in _list_zones():
        own = simplify_words(zone, "_")
        for name in {own, own.rpartition("/")[2], *list_cities().get(zone, ())}:
            found.setdefault(name, []).append(zone)
    return found


def split_zone(plain: str, local: str) -> tuple[str, list[str]]:
    """Split the time zones that its last words may mean off a typed time, such as "8pm sydney time"; those of an
    abbreviation also before a day ("8pm aest friday"). The zone `local` is also that of "my time"."""
    pieces = re.sub(r"(?<=\d)([lz])(?!\S)", r" \1", plain).replace("_", " ").split(" ")
    for place, end in sorted(combinations(range(1, len(pieces) + 1), 2), key=lambda span: (-span[1], span[0])):
        name = strip_ends(" ".join(pieces[place:end]), "in_zone")
        zones = [local] if name in list_phrases("local") else _map_names().get(name, []) or _name_offset(name)
        if zones and (end == len(pieces) or len(name) <= _MOST_ABBREVIATED):
            return " ".join(pieces[:place] + pieces[end:]), zones
    return plain, []


def _name_offset(name: str) -> list[str]:
    """Name the zone of an offset: "utc-3" is Etc/GMT+3, since the names of these zones have the other sign."""
    offset = re.fullmatch(r"(?:utc|gmt) ?([+-])(0?\d|1[0-2])(?::?00)?", name, re.ASCII)
    return [f"Etc/GMT{'+-'[offset[1] == '+']}{int(offset[2])}"] if offset else []


def find_zones(typed: str) -> list[str]:
    """List the time zones that typed words may mean, the likeliest first: a zone's own name or city, a city in it, an
    abbreviation, or a part of a name."""
    wanted = simplify_words(typed, "_")
    exact = _map_names().get(wanted, [])
    known = [_map_known_places()[wanted]] if wanted in _map_known_places() else []
    near = [zone for zone, names in list_cities().items() if wanted and any(name.startswith(wanted) for name in names)]
    paths = {zone: f"/{simplify_words(zone, '_')}" for zone in _list_zones()}
    containing = [zone for zone in paths if wanted in paths[zone]]
    begun_first = sorted(containing, key=lambda zone: f"/{wanted}" not in paths[zone])
    return list(dict.fromkeys([*exact, *known, *near, *begun_first]))


def read_zone(text: str) -> str:
    """Read a time zone in any case, with spaces or underscores ("australia/hobart", "Sydney"). Raises `AmbiguousZone`
    for a name that may mean several, and ValueError for one that means none, such as "Etc/GMT+10" or "localtime"."""
    wanted = simplify_words(text, "_")
    if wanted in _map_known_places():
        return _map_known_places()[wanted]
    meant = _map_names().get(wanted) or find_zones(text)
    if len(meant) == 1:
        return meant[0]
    if wanted and meant:
        raise AmbiguousZone(*meant[:_MOST_ASKED])
    raise ValueError(text[:40])
