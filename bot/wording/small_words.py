"""Small words from which sentences are built: lists, dates, ordinals, spans of time, yes and no."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "list/more": "{first}, {next}",
    "list/last": "{first} and {last}",
    "list/comma": ", ",
    "list/semicolon": "; ",
    "list/stop": ". ",
    "list/text": "{text}.",
    "number/point": ".",
    "number/group": ",",
    "allowed/range": "{least} to {most}",
    "allowed/least": "{least} or more",
    "allowed/number": "a number",
    "allowed/names": "names",
    "allowed/text": "text",
    "search/silent": (
        "a about allowed am an and any are as at be before been being by can could did do does doing done for "
        "from get gets give go good got had happen happens has have hello here how i if in into is it its "
        "just know let like make may me mean means might must my need of on or ought our please possible rule "
        "rules said say shall should so tell than that the their them then there they thing things this to up "
        "us was we well were what whats when where which who whose why will with would you your explain game "
        "games bone bones"
    ),
    "date/day": "{day} {month} {year}",
    "date/month/1": "Jan",
    "date/month/2": "Feb",
    "date/month/3": "Mar",
    "date/month/4": "Apr",
    "date/month/5": "May",
    "date/month/6": "Jun",
    "date/month/7": "Jul",
    "date/month/8": "Aug",
    "date/month/9": "Sep",
    "date/month/10": "Oct",
    "date/month/11": "Nov",
    "date/month/12": "Dec",
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
    """Choose the place of a number's form in English: 0 for "1 bone", 1 for "2 bones"."""
    return 0 if count == 1 else 1
