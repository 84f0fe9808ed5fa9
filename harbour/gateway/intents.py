"""Gateway intents: the events that a session asked for at IDENTIFY."""

from harbour.state.server_state import Event

GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 1, 1 << 9, 1 << 12
_PEOPLE_ONLY = {
    "INTERACTION_SUCCESS",
    "INTERACTION_FAILURE",
    "INTERACTION_MODAL_CREATE",
    "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE",
    "THREAD_JOINED",
    "COMMANDS_UPDATE",
}


def is_included(event: Event, intents: int, bot_id: str) -> bool:
    """Tell if a session with these intents receives an event that the bot may see."""
    if event.name in _PEOPLE_ONLY:
        return False
    if event.name == "INTERACTION_CREATE":
        return True
    needed = _find_needed_intents(event, bot_id)
    return intents & needed == needed


def _find_needed_intents(event: Event, bot_id: str) -> int:
    if event.name.startswith("MESSAGE"):
        return DIRECT_MESSAGES if event.guild_id is None else GUILD_MESSAGES
    if event.name.startswith("GUILD_MEMBER"):
        return GUILD_MEMBERS
    if event.name == "THREAD_MEMBERS_UPDATE":
        # Without the members intent, a bot hears only about its own membership.
        joined = {member["user_id"] for member in event.data["added_members"]}
        concerns_bot = bot_id in joined | set(event.data["removed_member_ids"])
        return GUILDS if concerns_bot else GUILDS | GUILD_MEMBERS
    return GUILDS
