"""The HTTP interface of the bot: an edge that every request passes, and one module of handlers a subject."""
