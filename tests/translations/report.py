"""The report on a language: how much is translated, and which sentences are wrong."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from bot.wording.formatter import split
from tests.translations.files import read
from tests.translations.source import find_limit, list_parts, list_source


class State(NamedTuple):
    """The state of a part of a language."""

    translated: int
    fuzzy: int
    """The translations whose English sentence has changed, which are not spoken."""
    gone: int
    """The translations of sentences that are no more; the next writing leaves them out."""
    total: int
    mistakes: tuple[str, ...]
    """The faults of single sentences. Each would show something wrong, or fail at Discord."""

    @property
    def lacking(self) -> int:
        """The number of sentences that are not translated."""
        return self.total - self.translated


def judge(language: str, part: str) -> State:
    """Judge a part of a language."""
    source, known = list_source(part), read(language, part)
    done = {key: message for key, message in known.items() if message.string}
    told = {
        key: str(message.string)
        for key, message in done.items()
        if not message.fuzzy and source.get(key, message.id) == message.id
    }
    fuzzy = len(done.keys() & source.keys()) - len(told.keys() & source.keys())
    wrong = [
        f"{language}/{part}.po: {key} {why}"
        for key in sorted(told.keys() & source.keys())
        for why in find_mistakes(part, key, source[key], told[key])
    ]
    gone = len(done.keys() - source.keys())
    return State(len(told.keys() & source.keys()), fuzzy, gone, len(source), tuple(wrong))


def find_mistakes(part: str, key: str, english: str, told: str) -> Iterator[str]:
    """Say what is wrong with a translated sentence."""
    try:
        parts, wanted = split(told), split(english)
    except ValueError:
        yield "has a brace that does not match"
        return
    has, needs = Counter(_facts(parts)), Counter(_facts(wanted))
    if missing := needs.keys() - has.keys():
        yield f"forgets {', '.join(sorted(missing))}"
    if unknown := has.keys() - needs.keys():
        yield f"asks for {', '.join(sorted(unknown))}, which the English sentence does not have"
    if english.count("**") % 2 == 0 and told.count("**") % 2:
        yield "opens ** and does not close it"
    if told.count("`") % 2 != english.count("`") % 2:
        yield "opens ` and does not close it"
    limit = find_limit(part, key)
    if limit is not None and len(told) > limit:
        yield f"is {len(told)} characters long; Discord takes {limit}"
    ends = len(english) > 1 and english.endswith(".") and not english.endswith("...")
    if ends and not told.rstrip().endswith((".", "!", "?")):
        yield "lacks the full stop"


def _facts(parts: tuple[tuple[str, str | None, str], ...]) -> Iterator[str]:
    """The facts of a sentence; buttons, keywords and terms with their names."""
    for _, name, style in parts:
        if name is not None:
            yield f"{{{name}:{style}}}" if name in ("button", "keyword") else f"{{{name}}}"


def tell(language: str) -> Iterator[str]:
    """Report on a language, a line for each part, then a line for each mistake."""
    states = {part: judge(language, part) for part in list_parts()}
    total = sum(state.total for state in states.values())
    done = sum(state.translated for state in states.values())
    yield f"{language}: {done} of {total} sentences ({100 * done // total} %)"
    for part, state in states.items():
        fuzzy = f", {state.fuzzy} to look at again" if state.fuzzy else ""
        gone = f", {state.gone} of sentences that are no more" if state.gone else ""
        yield f"  {part}: {state.translated} of {state.total}, {state.lacking} lacking{fuzzy}{gone}"
    for state in states.values():
        yield from (f"  {mistake}" for mistake in state.mistakes)
