"""Sentences about fair shuffles: commitments, salts, seals and checks."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "fair/salted": "Your salt goes into the coming shuffle, which is committed to `{commitment}`.",
    "fair/seal": "-# Hand {number} is sealed.",
    "fair/seal_refused": (
        "Discord did not take the line that seals hand {number} in {place}, so that hand was dealt without it. Its "
        "players' salts still protect it, and `/replay verify` says so. `/boneyard doctor` there shows what is wrong."
    ),
    "fair/copy": "The digits of shuffle {number}, to compare:\n```\n{lines}\n```",
    "fair/copy_commitment": "commitment {commitment}",
    "fair/copy_root": "root {name} {root}",
    "fair/copy_seal": "seal {seal}",
    "verify/no_salts": "none",
    "verify/coming": (
        "Shuffle {number} is fixed already: it is committed to `{commitment}`{facts}. `/table salt` adds your own "
        "words until the deal begins, and afterwards `/replay verify` checks it."
    ),
    "verify/closed": (
        "Shuffle {number}: committed to `{commitment}`{facts}. When its hand is over, `/replay verify` proves every "
        "piece that was shown; the secret opens when the session ends."
    ),
    "verify/closed_hand": (
        "Shuffle {number}: committed to `{commitment}`{facts}. Its secret opens when the hand is over."
    ),
    "verify/shown": (
        "**Hand {number}: every piece that was shown lay where the deal put it.** {shown} of {pieces} pieces were "
        "shown; the file proves each of them.\n"
        "The other {hidden} stay hidden, folded and mucked ones too. When the session ends the secret opens, and "
        "`/replay verify` deals the whole hand again.\n"
        "-# Committed to `{commitment}`{facts}; salts: {salts}."
    ),
    "verify/shown_all": (
        "**Hand {number}: every piece lay where the deal put it.** All {pieces} pieces were shown; the file proves "
        "each of them. When the session ends the secret opens, and `/replay verify` deals the hand again.\n"
        "-# Committed to `{commitment}`{facts}; salts: {salts}."
    ),
    "verify/shown_none": (
        "Hand {number}: nothing was shuffled in it, so there is no piece to prove yet. When the session ends the "
        "secret opens, and `/replay verify` makes every draw again.\n"
        "-# Committed to `{commitment}`{facts}; salts: {salts}."
    ),
    "verify/shown_bad": (
        "Hand {number} does NOT check: committed to `{commitment}`{facts}, salts {salts}; its events do not "
        "follow from its secret. Please tell the host."
    ),
    "verify/shown_foreign": (
        "Hand {number} was dealt by an earlier release, whose deal today's rules cannot repeat, so none of its pieces "
        "is proved yet. That does not mean that anything was wrong.\n"
        "-# Committed to `{commitment}`{facts}; salts: {salts}."
    ),
    "verify/root": "; root {roots}",
    "verify/sealed": "; sealed by {link}",
    "verify/unsealed": "; dealt without a seal, because Discord refused the message",
    "verify/broken_off": (
        "Shuffle {number}: committed to `{commitment}`. The table was closed before the hand was over; "
        "its secret stays closed."
    ),
    "verify/undealt": (
        "Shuffle {number} was never dealt from.\n"
        "-# The secret `{secret}` fits the commitment `{commitment}`{facts}; salts: {salts}."
    ),
    "verify/good": (
        "**Shuffle {number} was honest**: every deal and pluck comes out as it was played.\n"
        "-# The secret `{secret}` fits the commitment `{commitment}`{facts}; salts: {salts}; "
        "{decisions:decision|decisions} checked."
    ),
    "verify/foreign": (
        "**Shuffle {number} was dealt honestly**: every deal and pluck follows from its secret. Other rules than "
        "today's made {foreign:decision|decisions} of the hand, so those moves are not judged.\n"
        "-# The secret `{secret}` fits the commitment `{commitment}`{facts}; salts: {salts}; "
        "{decisions:decision|decisions} checked."
    ),
    "verify/undrawn": (
        "Shuffle {number} cannot be checked by today's rules. Other rules made {foreign:decision|decisions} of the "
        "hand, and today's rules cannot repeat the draws of {undrawn:decision|decisions} among those. That does not "
        "mean that anything was wrong; the release that dealt the hand can check it.\n"
        "-# The secret `{secret}` fits the commitment `{commitment}`{facts}; salts: {salts}; "
        "{decisions:decision|decisions} checked."
    ),
    "verify/bad": (
        "Shuffle {number} does NOT check: secret `{secret}`, commitment `{commitment}`{facts}, salts {salts}; "
        "{decisions:decision|decisions} came out the same. Please tell the host."
    ),
}
