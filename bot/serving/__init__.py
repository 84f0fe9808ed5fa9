"""The bot as it serves: its parts are built, it logs in, registers its commands, plays, and stops."""
