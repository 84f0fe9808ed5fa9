"""Discord's side of the bot: interactions come in, messages go out. Only it and `bot.commands` know Discord."""
