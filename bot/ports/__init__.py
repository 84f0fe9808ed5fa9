"""The ground floor of the bot: requests, messages, the messenger and the clock that every other package speaks of."""
