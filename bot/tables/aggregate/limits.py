"""Quotas for the tables and requests of a person, of a server and of everybody. The host may scale them."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The quotas. A request beyond one of them is refused in one sentence."""

    person_tables: int = 50
    """Open tables that one person has opened."""
    person_lobbies: int = 10
    """Open tables that one person has opened and that have not started."""
    server_tables: int = 500
    """Open tables of a server."""
    tables: int = 200_000
    """Open tables of all servers and people together."""
    guests: int = 1_000
    """Guests in the books of a crew."""
    requests: int = 600
    """Commands, presses and autocomplete requests of one person within a minute."""
    pictures: int = 120
    """Requests of one person within a minute for which the bot draws a picture for them alone."""
    uploads: int = 10
    """Paper records that one person uploads within a minute."""
    announcements: int = 120
    """Messages within a minute that announce changes of a server's books, or share an answer in its channels."""
    openings: int = 20
    """Tables that one person opens within a minute, including tables that are closed again."""
    changes: int = 40
    """Changes of tables by one person within a minute: they join or leave a table or its queue, pause or resume it,
    salt its deal, or change its robots or house rules. Each adds an event, which is kept as long as the table."""
    own_announcements: int = 40
    """The part of `announcements` that one person may use."""

    def scale(self, percent: int) -> "Limits":
        """The quotas at this percentage, and each of them at least 1."""
        return Limits(**{name: max(1, most * percent // 100) for name, most in asdict(self).items()})
