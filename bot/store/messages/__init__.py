"""The rows of messages: those that tables show, and those that are still to be sent."""
