"""The most that one person, one server and one process may have and ask for; generous, and set by the host."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The quotas. Each is refused in one sentence once it is used up."""

    person_tables: int = 50
    """Open tables that one person has opened."""
    person_lobbies: int = 10
    """Open tables that one person has opened and that have not started."""
    server_tables: int = 500
    """Open tables of a server."""
    tables: int = 200_000
    """Open tables of everybody."""
    guests: int = 1_000
    """Guests in the books of a crew."""
    requests: int = 600
    """Commands, presses and autocomplete requests of one person in a minute."""
    pictures: int = 120
    """Requests of one person in a minute for which a picture is drawn for them alone."""
    uploads: int = 10
    """Papers that one person hands in within a minute."""
    announcements: int = 120
    """Changes of the books and shared answers that a server posts in a minute."""
    openings: int = 20
    """Tables that one person opens within a minute, including tables that are closed again."""
    changes: int = 40
    """Times that one person joins or leaves a table or its queue, pauses it, resumes it, salts its deal, or changes
    its robots or house rules, within a minute. Each such event is kept as long as the table."""
    own_announcements: int = 40
    """The share of a server's announcements in a minute that one person may use."""
