"""Names of tables, by which people tell their tables apart. A name follows from the table's number."""

from typing import Final

_FIRST: Final = (
    "Amber", "Blue", "Brass", "Bright", "Broad", "Calm", "Copper", "Coral", "Deep", "Far", "Foggy", "Golden", "Grey",
    "Happy", "High", "Ivory", "Jolly", "Late", "Long", "Lucky", "Merry", "Misty", "Northern", "Old", "Quiet", "Red",
    "Rocky", "Rusty", "Salty", "Sandy", "Silver", "Southern", "Steady", "Stormy", "Sunny", "Tidy", "Western", "White",
    "Windy", "Young",
)  # fmt: skip
_SECOND: Final = (
    "Albatross", "Anchor", "Barnacle", "Bay", "Beacon", "Boathouse", "Bosun", "Buoy", "Cape", "Capstan", "Compass",
    "Cove", "Cutter", "Dolphin", "Galley", "Gull", "Hammock", "Harbour", "Headland", "Island", "Jetty", "Ketch",
    "Lagoon", "Lantern", "Lighthouse", "Mainsail", "Mermaid", "Pelican", "Pier", "Reef", "Schooner", "Seal", "Shoal",
    "Skipper", "Sloop", "Spinnaker", "Tide", "Topsail", "Wharf",
)  # fmt: skip


def name_table(number: int) -> str:
    """The name of a table ("Rusty Anchor"). 1,560 tables in a row have different names."""
    return f"{_FIRST[number % len(_FIRST)]} {_SECOND[number % len(_SECOND)]}"
