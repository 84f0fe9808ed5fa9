"""Discord's side of the bot: interactions come in, messages go out.

Outside this package, only `bot.acts` and the modules that start or check the bot import discord.py.
"""
