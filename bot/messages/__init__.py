"""Messages made from views: boards, hands, logs, reminders, sheets, replays. Nothing is sent here."""
