"""The Discord bot: interactions come in, messages go out, and a database keeps every change of a table."""
