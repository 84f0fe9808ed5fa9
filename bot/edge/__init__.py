"""Discord's side of the bot: interactions come in, messages go out. Only here and in `bot.commands` is it known."""
