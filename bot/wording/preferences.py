"""Sentences about what a person prefers."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "TABLE/preference": "There is no preference called “{name:plain}”; choose one of {allowed:plain}.",
    "TABLE/zone_several": "{given} may mean several time zones; choose one of {allowed}.",
    "TABLE/preference_value": "{name:plain} cannot be “{given}”; choose one of {allowed}.",
    "me/choices": (
        "Theme: {theme}. Big pieces: {big}. Words instead of pictures: {text_only}. Hand sorted {sort}. "
        "Pieces: {taps}. Hot pieces marked: {hot}. Dead pieces turned: {dead}. Tips: {tips}. Hand covered: {spoiler}. "
        "Time zone: {timezone}. Quiet hours: {quiet}. Language: {language}."
    ),
    "me/value/dark": "dark",
    "me/value/light": "light",
    "me/value/buttons": "buttons",
    "me/value/menus": "menus",
    "me/value/off": "off",
    "me/language_of_discord": "as in your Discord",
}
