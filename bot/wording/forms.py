"""The small words that sentences are put together with: lists, ordinals, spans of time, and facts that are no texts."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "list/more": "{first}, {next}",
    "list/last": "{first} and {last}",
    "list/comma": ", ",
    "list/semicolon": "; ",
    "list/stop": ". ",
    "list/text": "{text}.",
    "number/point": ".",
    "fact/none": "none",
    "fact/nobody": "nobody",
    "fact/yes": "yes",
    "fact/no": "no",
    "fact/seat": "seat {number}",
    "ordinal/1": "First",
    "ordinal/2": "Second",
    "ordinal/3": "Third",
    "ordinal/4": "Fourth",
    "ordinal/5": "Fifth",
    "ordinal/6": "Sixth",
    "ordinal/7": "Seventh",
    "ordinal/8": "Eighth",
    "span/day": "day|days",
    "span/hour": "hour|hours",
    "span/minute": "minute|minutes",
    "span/second": "second|seconds",
    "span/millisecond": "millisecond|milliseconds",
}


def choose_english_form(count: int) -> int:
    """The place of the form that a number takes in English: "1 bone", "2 bones"."""
    return 0 if count == 1 else 1
