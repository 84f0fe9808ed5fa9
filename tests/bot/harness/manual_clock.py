"""A clock that tests set by hand."""


class ManualClock:
    """Time that moves only when a test moves it."""

    def __init__(self, now: int = 1_700_000_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def forward(self, by: int) -> int:
        self.now += by
        return self.now
