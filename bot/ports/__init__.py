"""The ports: requests, messages, the messenger and the clock. Every other package of the bot may use them."""
