"""The exception for a move that the rules forbid."""

Fact = str | int | bool | tuple[str | int, ...] | None


class Refused(Exception):
    """A move that the rules do not allow; nothing has changed.

    `rule` is the id of the rule that refuses ("PB-45"), and `reason` a short key under that rule ("too_late"). `facts`
    are the values that the refusal's sentence may mention: only facts already known to everybody at the table and to
    the player who made the move.
    """

    def __init__(self, rule: str, reason: str, **facts: Fact) -> None:
        super().__init__(f"{rule}/{reason}")
        self.rule = rule
        self.reason = reason
        self.facts = facts

    @property
    def key(self) -> str:
        """The wording key of the sentence: "PB-45/too_late"."""
        return f"{self.rule}/{self.reason}"
