"""The rows of messages: the messages on show, and the messages that are still to be sent."""
