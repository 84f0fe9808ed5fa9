"""The findings of a checkup in words."""

from collections.abc import Sequence

from bot.ports import HELD, MOST_TEXT, Finding, Grade
from bot.wording import Words

_ORDER = (Grade.FAULT, Grade.NOTE, Grade.WELL)


def describe_findings(found: Sequence[Finding], to_host: bool, words: Words) -> str:
    """Word the findings: what is held back, then the worst first.

    If they are too long for one message, leave out the last ones.

    Only the host reads the findings for the host, such as those about the machine. Anybody else reads just the topics
    of the bad ones among them, in the first line, which is never left out.
    """
    lines = [
        _describe_finding(finding, words)
        for finding in sorted(found, key=lambda finding: (finding.topic != HELD, _ORDER.index(finding.grade)))
        if to_host or not finding.of_host
    ]
    if not to_host:
        troubles = [finding for finding in found if finding.of_host and finding.grade is not Grade.WELL]
        topics = ", ".join(_name_topic(finding, words) for finding in troubles)
        if topics:
            lines.insert(0, words.say("doctor/host_look", topics=topics))
        else:
            lines.append(words.say("doctor/host_well"))
    while sum(map(len, lines)) + len(lines) > MOST_TEXT:
        lines.pop()
    return "\n".join(lines)


def _describe_finding(finding: Finding, words: Words) -> str:
    mark = words.say(f"doctor/mark/{finding.grade}")
    return words.say("doctor/line", mark=mark, topic=_name_topic(finding, words), text=finding.text)


def _name_topic(finding: Finding, words: Words) -> str:
    return words.say(f"doctor/topic/{finding.topic}")
