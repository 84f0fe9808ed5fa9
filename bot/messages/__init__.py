"""Makes messages from views: boards, hands, logs, reminders, sheets, replays. Other packages send them."""
