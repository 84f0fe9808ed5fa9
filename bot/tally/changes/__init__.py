"""Ways in which something comes to count in the books: hands that wait, members, seasons, payments, announcements."""
