"""Names of controls, made of their patterns."""

from bot.ports.patterns import Pattern


def make_example(pattern: Pattern, number: int = 1) -> str:
    """Make a name of a pattern, with this number for each fact that is a number, and the first word of a choice."""
    return pattern.make(
        **{
            fact: number if kind in ("int", "id") else kind.partition("|")[0] if "|" in kind else "duo-dominoes"
            for fact, kind in pattern.kinds.items()
        }
    )
