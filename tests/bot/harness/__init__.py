"""The test harness of the bot: everything but Discord and the wall clock is real."""
