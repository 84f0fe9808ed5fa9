"""Names of controls, made of their patterns."""

from bot.ports import Pattern


def make_example(pattern: Pattern) -> str:
    """Make a name of a pattern, with 1 for each fact that is a number, and the first word of a choice."""
    return pattern.make(
        **{
            fact: 1 if kind in ("int", "id") else kind.partition("|")[0] if "|" in kind else "duo-dominoes"
            for fact, kind in pattern.kinds.items()
        }
    )
