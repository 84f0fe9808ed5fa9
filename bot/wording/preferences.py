"""Sentences about what a person prefers."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "TABLE/preference": "There is no preference called “{name:plain}”; choose one of {allowed:plain}.",
    "TABLE/zone_several": "{given} may mean several time zones; choose one of {allowed}.",
    "TABLE/preference_value": "“{given}” is not one of the choices; type the command again and take one from its list.",
    "TABLE/preference_value/notify": (
        "I cannot read “{given}”; say {keyword:usual}, {keyword:off}, {keyword:every_turn}, {keyword:daily}, or a wait "
        "such as after 20s."
    ),
    "TABLE/preference_value/timezone": (
        "I do not know the time zone “{given}”; say a city such as Sydney, a zone such as Australia/Hobart, or UTC."
    ),
    "TABLE/preference_value/language": (
        "I do not speak “{given}”; say a language such as English, or discord for that of your Discord."
    ),
    "TABLE/preference_value/quiet": (
        "I cannot read “{given}”; say hours such as 10pm-7am or 22:30-7:00, at most {most} of them, or {keyword:off}."
    ),
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
    "keyword/off": "off; none; never; no",
    "keyword/drop": "off; none; cancel; drop",
    "keyword/all": "all",
    "keyword/none": "none",
    "keyword/even": "even",
    "keyword/server": "server",
    "keyword/usual": "usual",
    "keyword/every_turn": "every turn",
    "keyword/daily": "daily",
    "keyword/erase_me": "erase me",
    "notify/choice/usual": "{keyword:usual}: with each reminder, and by correspondence also when your turn begins",
    "notify/choice/off": "{keyword:off}: direct messages stay silent",
    "notify/choice/every_turn": "{keyword:every_turn}: whenever your turn begins",
    "notify/choice/after_20s": "after 20 seconds of waiting",
    "notify/choice/daily": "{keyword:daily}: one message a day, by correspondence",
    "me/language_of_discord": "as in your Discord",
}
