"""Sentences about personal data: its export and the privacy notice."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "mydata/erased": "Your data is deleted. Your amounts stay in the tally, without your name.",
    "mydata/owed": "**Nothing is erased yet.** In the books of {crew}:",
    "mydata/owed_too": "In the books of {crew}:",
    "mydata/owes": "- you owe {amount}",
    "mydata/is_owed": "- you are owed {amount}",
    "mydata/stays": (
        "Once you are erased, that stays under a number, and the scorer can settle or forgive it. `/tally settle` says "
        "who hands what to whom; *{button:me.erase}* erases you all the same."
    ),
    "mydata/this_crew": "this crew",
    "mydata/about/times": "Times are milliseconds since 1970 (UTC). Ids are Discord's.",
    "mydata/about/moves": (
        "moves: what you did in the seats that you hold or held last, and the pieces dealt to you there; at most "
        "{most}, the newest tables first. A seat that somebody else plays now is theirs, and so is its record."
    ),
    "mydata/about/hands": (
        "Of each hand you find what your own seat saw. Other hands, the wall, the stock, the deck and the secrets of "
        "shuffles are not here, whether the hand is over or not; /replay verify opens them once they are public."
    ),
    "mydata/about/others": "tally: your lines of each entry. What the others in it gained or lost is theirs.",
    "privacy/title": "**What Boneyard keeps about you**",
    "privacy/kept": (
        "- **To seat you:** your Discord id and name, the seats you took, tables where you acted without one, your "
        "preferences, standing orders, lessons, game nights that you planned or answered, your hands of the day and "
        "the dailies that you joined, and the ids of messages sent to you; for a while also whom you called to a "
        "table, and which guests you entered, so that nobody is flooded; and that others removed you from a table or "
        "keep you away."
    ),
    "privacy/hands": (
        "- **To play and prove hands:** every move with its time, your salts, and the secrets of shuffles. A hand can "
        "be dealt again and checked only while its record is whole."
    ),
    "privacy/books": (
        "- **To keep your crew's tally:** entries, who confirmed, disputed or corrected them, reasons as "
        "typed, what was handed over to settle debts, and what you keep for the crew with your line: hands, and links "
        "to messages, never what they say."
    ),
    "privacy/not": (
        "- **Never:** messages in your channels, who is in a voice channel, addresses or devices. The "
        "program's log holds no hands."
    ),
    "privacy/who": (
        "- **Who sees it:** your table sees the board, your crew its tally, you your hand. Whoever hosts this bot "
        "holds the database. Nothing is sold or passed on."
    ),
    "privacy/long": (
        "- **How long:** until you erase it. Announcements and letters are deleted 14 days after they were "
        "sent, standing orders when their hand ends. Answers to a game night are deleted when a later night of the "
        "server ends, after 30 days at the earliest. Backups keep what they held until the host replaces them."
    ),
    "privacy/yours": (
        "- **Yours:** `/me export` gives it to you. `/me erase` takes your name, id and preferences out, and what "
        "you keep; sums stay under “Former member”, so that the books balance, and old hands keep their seats without "
        "you. That you are kept away from games stays."
    ),
}
