"""The words in which people say a day and a time of day, in every language that the bot speaks.

All languages are read at once, without accents, so it does not matter in which one somebody types.
"""

import re
from typing import Final

DAYS: Final = (
    ("monday", "mon", "segunda", "seg", "lunes", "lun"),
    ("tuesday", "tue", "tues", "terca", "ter", "martes", "mar"),
    ("wednesday", "wed", "quarta", "qua", "miercoles", "mie"),
    ("thursday", "thu", "thur", "thurs", "quinta", "qui", "jueves", "jue"),
    ("friday", "fri", "sexta", "sex", "viernes", "vie"),
    ("saturday", "sat", "sabado", "sab"),
    ("sunday", "sun", "domingo", "dom"),
)
"""The days of the week, from Monday on."""
MONTHS: Final = (
    ("january", "jan", "janeiro", "enero", "ene"),
    ("february", "feb", "fevereiro", "fev", "febrero"),
    ("march", "mar", "marco", "marzo"),
    ("april", "apr", "abril", "abr"),
    ("may", "maio", "mai", "mayo"),
    ("june", "jun", "junho", "junio"),
    ("july", "jul", "julho", "julio"),
    ("august", "aug", "agosto", "ago"),
    ("september", "sep", "sept", "setembro", "set", "septiembre", "setiembre"),
    ("october", "oct", "outubro", "out", "octubre"),
    ("november", "nov", "novembro", "noviembre"),
    ("december", "dec", "dezembro", "dez", "diciembre", "dic"),
)
TODAY: Final = ("today", "tonight", "hoje", "hoje a noite", "esta noite", "hoy", "esta noche", "hoy por la noche")
TOMORROW: Final = ("tomorrow", "tmr", "tomorrow night", "amanha", "amanha a noite", "manana", "manana por la noche")
AFTER_TOMORROW: Final = ("day after tomorrow", "the day after tomorrow", "depois de amanha", "pasado manana")
NEXT: Final = "next "
"""The English "next Friday" is the one of the next week; "próxima sexta" and "próximo viernes" are the coming one."""
EVERY: Final = re.compile(
    r"^(?:every|each|weekly(?: on)?|toda semana|tod[ao]s?(?: (?:[ao]s?|los|las))?|cada(?: semana)?)\s+"
    r"|\s+(?:weekly|every week|toda semana|todas as semanas|cada semana|todas las semanas)$"
)
"""Matches what makes a time one of every week."""
LEADING: Final = re.compile(r"^(?:(?:on|this|the|coming|el|los|la|este|esta|proxim[oa]|n[ao]|em|de|del|dia)\s+)+")
TRAILING: Final = re.compile(
    r"(?:\s+(?:at|on|night|evening|afternoon|a noite|por la noche|por la tarde"
    r"|que vem|que viene|proxim[oa]|n[ao]|ao|al|el|as|a las))+$"
)
"""Words before and after a day that do not change it."""
WAIT: Final = re.compile(r"^(?:in|em|en|daqui a|dentro de)\s+")
"""Matches the words before a wait ("in 2 hours")."""
HALF_HOURS: Final = {"half an hour": "30 min", "meia hora": "30 min", "media hora": "30 min"}
UNITS: Final = r"days?|dias?|d|hours?|horas?|h|minutes?|minutos?|mins?|m"
AT: Final = r"(?:at|@|as|a las|a la|pelas|a partir das)"
"""The words before an hour."""
MORNING: Final = ("in the morning", "da manha", "de la manana", "por la manana")
EVENING: Final = (
    "in the afternoon", "in the evening", "at night", "da tarde", "da noite", "de la tarde", "de la noche",
    "por la tarde", "por la noche",
)  # fmt: skip
NIGHT: Final = ("at night", "da noite", "de la noche", "por la noche")
"""The words that follow twelve o'clock at midnight, and no other noon."""
NOON: Final = ("noon", "midday", "meio-dia", "meio dia", "mediodia")
MIDNIGHT: Final = ("midnight", "meia-noite", "meia noite", "medianoche")
AND_A_HALF: Final = ("e meia", "y media")


def fold(words: str) -> str:
    """Put typed words into small letters without accents, commas and repeated spaces."""
    import unicodedata

    bare = "".join(sign for sign in unicodedata.normalize("NFKD", words.lower()) if not unicodedata.combining(sign))
    return " ".join(bare.replace(",", " ").split())


def find_weekday(said: str) -> int | None:
    """The place of a day of the week, from Monday on; None for anything else. Plurals and "-feira" count too."""
    bare = re.sub(r"[ -]feiras?$", "", said)
    return next((place for place, names in enumerate(DAYS) if {bare, bare.removesuffix("s")} & set(names)), None)


def find_month(said: str) -> int | None:
    """The number of a month; None for anything else."""
    return next((number for number, names in enumerate(MONTHS, 1) if said.rstrip(".") in names), None)
