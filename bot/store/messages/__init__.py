"""The rows of messages: those that are shown, and those that are still to be sent."""
