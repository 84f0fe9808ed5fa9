"""Sentences of `/boneyard doctor` and of `boneyard doctor`."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "doctor/line": "{mark} **{topic}**: {text}",
    "doctor/mark/ok": "✓",
    "doctor/mark/note": "!",
    "doctor/mark/FAIL": "✗",
    "doctor/topic/token": "token",
    "doctor/topic/intents": "intents",
    "doctor/topic/emojis": "emojis",
    "doctor/topic/commands": "commands",
    "doctor/topic/clock": "clock",
    "doctor/topic/permissions": "permissions",
    "doctor/topic/tally": "tally",
    "doctor/topic/your DMs": "your DMs",
    "doctor/topic/players' DMs": "players' DMs",
    "doctor/topic/database": "database",
    "doctor/topic/disk": "disk",
    "doctor/topic/backup": "backup",
    "doctor/topic/tables": "tables",
    "doctor/topic/records": "records",
    "doctor/topic/service": "service",
    "doctor/topic/messages": "messages",
    "doctor/topic/Discord": "Discord",
    "doctor/topic/invitation": "invitation",
    "doctor/topic/version": "version",
    "permission/view_channel": "view channel",
    "permission/send_messages": "send messages",
    "permission/attach_files": "attach files",
    "permission/read_message_history": "read message history",
    "permission/create_public_threads": "create public threads",
    "permission/create_private_threads": "create private threads",
    "permission/send_messages_in_threads": "send messages in threads",
    "doctor/intent/presences": "presences",
    "doctor/intent/members": "member lists",
    "doctor/intent/contents": "message contents",
    "doctor/host_well": "✓ The bot's own machine, database and backups are fine.",
    "doctor/host_look": "! The host of the bot should look at: {topics}. `boneyard doctor` on their machine says more.",
    "doctor/view_channel": "without it the bot does not see the channel at all",
    "doctor/send_messages": "the table's board and log are messages",
    "doctor/attach_files": "boards and racks are pictures",
    "doctor/read_message_history": "the bot keeps its messages up to date and brings buried boards back",
    "doctor/create_public_threads": "`/table open thread:True` gives a table a thread of its own",
    "doctor/create_private_threads": "players whose DMs are closed may have their hand in a private thread",
    "doctor/send_messages_in_threads": "tables and hands in threads are messages too",
    "doctor/channel_well": "everything the bot needs in {place} is allowed.",
    "doctor/channel_lacks": (
        "in {place} the bot lacks {reasons}. Allow it in the channel's settings, under Permissions."
    ),
    "doctor/channel_gone": "{place} is not there, or hidden from the bot. Allow View Channel, or `/table close` there.",
    "doctor/tally_gone": (
        "{place}, where the tally's changes are announced, is not there or hidden from the bot. Each change is "
        "announced where it was made; `/boneyard settings` chooses another channel."
    ),
    "doctor/tally_refused": (
        "{place}, where the tally's changes are announced, takes nothing ({reason}). Each change is announced where it "
        "was made."
    ),
    "doctor/slow_mode": (
        "slow mode is on in {place} ({seconds:second|seconds}): Discord may refuse people's commands and presses. "
        "Switch it off there, or play in another channel."
    ),
    "doctor/channels_well": "everything the bot needs is allowed where tables are open (places: {count}).",
    "doctor/channels_none": (
        "no table is open, so no channel was looked at; `/boneyard doctor` in a channel looks at that one."
    ),
    "doctor/channels_other": "something is missing in {places} as well. `/boneyard doctor` there says what.",
    "doctor/channels_unknown": (
        "Discord did not say what the bot may do in the server {place} ({detail}). Look again in a minute."
    ),
    "doctor/channels_more": (
        "only the first {count} servers with tables were looked at; `/boneyard doctor` there looks at the rest."
    ),
    "doctor/server_gone": "the server {place} has tables, and the bot is not in it: invite it again.",
    "doctor/lack": "**{name}** ({why})",
    "doctor/lack_plain": "{name} ({why})",
    "doctor/token_well": "Discord knows it: this is {name}.",
    "doctor/token_none": (
        "there is no DISCORD_TOKEN, so the bot plays on a page in your browser. Set it to play on Discord."
    ),
    "doctor/token_misnamed": "{name} is set, but Boneyard reads DISCORD_TOKEN: rename it to play on Discord.",
    "doctor/token_elsewhere": (
        "Discord sends commands to another address and not to this bot: in the developer portal, under General "
        "Information, clear Interactions Endpoint URL."
    ),
    "doctor/invite": "invite the bot with these permissions: {value}.",
    "doctor/intents_well": "the bot asks for servers and channels only, which needs no approval.",
    "doctor/intents_more": (
        "the application may use {names}, and the bot does not need that: switch it off in the developer portal, under "
        "Bot."
    ),
    "doctor/dm_well": "you have a direct message from the bot, so your hand reaches you.",
    "doctor/dm_test": "This is a test by `/boneyard doctor`: direct messages from me reach you.",
    "doctor/dm_closed": (
        "your direct messages are closed to the bot, so your hand comes by *{button:hand.show}* only. Allow direct "
        "messages in this server's privacy settings."
    ),
    "doctor/dm_unknown": (
        "the bot could not find out whether direct messages reach you. Try `/boneyard doctor` again in a minute."
    ),
    "doctor/dm_players": (
        "direct messages are closed to the bot for {count:player|players} at open tables{who}. They play by "
        "*{button:hand.show}*; they may allow direct messages in the server's privacy settings."
    ),
    "doctor/dm_open": "nobody at an open table has their direct messages closed to the bot.",
    "doctor/database_well": "{name} can be read and written; it holds {size}.",
    "doctor/database_behind": "{name} holds {size}; the next start migrates it from schema {found} to {head}.",
    "doctor/database_new": "{name} does not exist yet; the first start makes it.",
    "doctor/database_away": "the database cannot be read. The bot's log says why.",
    "doctor/discord_silent": (
        "Discord has answered no request for {age}. Boards and hands come late, and no move is lost. If Discord's "
        "status page says that all is well, look at the network of the machine."
    ),
    "doctor/tables_stuck": (
        "the moves that tables make by themselves fail (tables: {count}). The log says why, with each table's number; "
        "the bot tries them again every minute."
    ),
    "doctor/messages_damaged": (
        "messages that were to be sent are damaged, and set aside: {count}. All others go out. Check the disk; "
        "`boneyard audit` names them."
    ),
    "doctor/messages_late": (
        "a message has been due for {age} and has not arrived. The log says why; the bot keeps trying."
    ),
    "doctor/served": "Discord answers, every table goes on, and no message is late.",
    "doctor/service_ill": (
        "the running bot says that these are not well: {names}. Its log says why, and docs/hosting.md what each means."
    ),
    "doctor/service_silent": "no running bot answers at {address}. Start it, or check HEALTH_PORT and HEALTH_HOST.",
    "doctor/disk_well": "{free} are free.",
    "doctor/disk_low": (
        "only {free} are free beside a database of {size}. Make room soon: a backup or a new version needs a copy."
    ),
    "doctor/disk_full": "only {free} are free. Make room now, or moves cannot be kept.",
    "doctor/disk_unknown": "the free space of {folder} cannot be read. Check that the folder exists.",
    "doctor/clock_well": "it agrees with Discord's.",
    "doctor/clock_off": (
        "it is {seconds} seconds {way} Discord's. The tables go by Discord's, but logs and names of backups do not: "
        "switch time synchronisation on (`timedatectl set-ntp true`)."
    ),
    "doctor/clock_ahead": "ahead of",
    "doctor/clock_behind": "behind",
    "doctor/clock_unknown": "Discord has not told its time yet. Look again when the bot is connected.",
    "doctor/commands_well": "Discord has all {count} of this release.",
    "doctor/commands_new": "none are registered yet; the first start does it.",
    "doctor/commands_others": (
        "Discord lists other commands than this release has. The next start registers them; if it does not, the log "
        "says why."
    ),
    "doctor/commands_refused": (
        "Discord does not take them ({detail}), so people see the old ones. The bot tries again every hour."
    ),
    "doctor/commands_unknown": "Discord did not list them ({detail}). Look again in a minute.",
    "doctor/emojis_well": "all {count} pieces have theirs.",
    "doctor/emojis_new": "none are uploaded yet; the first start does it.",
    "doctor/emojis_lacking": (
        "{count} of {all} pieces have none, and their codes are shown. Start the bot again; it uploads what is missing."
    ),
    "doctor/emojis_unknown": "Discord did not list them ({detail}). Look again in a minute.",
    "doctor/backup_well": "the last one is {age} old ({file}, {size}) and a trial restore of it worked.",
    "doctor/backup_old": (
        "the last one is {age} old ({file}). Make one now with `boneyard backup`; the log says why none was made."
    ),
    "doctor/backup_none": (
        "there is none yet. `boneyard backup` makes one now; with BACKUP_HOURS set, the bot makes them by itself."
    ),
    "doctor/backup_soon": "there is none yet; the bot makes the first one {age} after its start.",
    "doctor/backup_off": (
        "BACKUP_HOURS is 0, so the bot makes none. The last one by hand is {age} old; keep making them, or set it."
    ),
    "doctor/backup_notice": (
        "The last backup of Boneyard's database is {age} old, and a new one should come every {hours:hour|hours}. The "
        "log says why none was made. `boneyard backup` makes one; `/boneyard doctor` shows you the rest."
    ),
    "doctor/backup_notice_none": (
        "There is no backup of Boneyard's database yet, and one should come every {hours:hour|hours}. The log says why "
        "none was made. `boneyard backup` makes one; `/boneyard doctor` shows you the rest."
    ),
    "doctor/table": "table {table} ({title}), since {since}",
    "doctor/tables_well": "no table is damaged, as far as is known. `boneyard audit` reads them all.",
    "doctor/tables_damaged": (
        "damaged, so that they cannot be played: {tables}. All others play on, and backups hold them. Check the disk, "
        'and see "A damaged table" in docs/hosting.md.'
    ),
    "doctor/table_word": (
        "A record in Boneyard's database is damaged: {table}. That table cannot be played any more. All others play "
        "on, and backups hold them. Damage often comes from a failing disk, so check it first. `boneyard audit` says "
        "which part is damaged. A backup from before that time still has the table: restore it into an empty folder, "
        "and `boneyard export {number} --text` prints the game. If nobody misses the table, leave it as it is."
    ),
    "doctor/rows_damaged": (
        "{count:record|records} of the database could not be read whole at the last backup, which keeps what could be "
        'read. Check the disk. `boneyard audit` names the damage; see "A damaged table" in docs/hosting.md.'
    ),
    "doctor/rows_word": (
        "Records in Boneyard's database are damaged: {count}. Everything else plays on, and the backup keeps what "
        "could be read of them. Damage often comes from a failing disk, so check it first. `boneyard audit` names them."
    ),
    "doctor/version": "Boneyard {version}, schema {schema}, Python {python}, discord.py {library}.",
    "doctor/version_newest": "It is the newest release.",
    "doctor/version_behind": "Release {newest} is out: read its changes, and upgrade as docs/hosting.md says.",
    "doctor/version_unknown": (
        "RELEASES_URL does not say which release is the newest. Look at the address, or leave the setting out."
    ),
    "doctor/days": "{count:day|days}",
    "doctor/hours": "{count:hour|hours}",
    "doctor/minutes": "{count:minute|minutes}",
}
