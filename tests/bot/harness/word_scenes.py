"""Pictures made of words."""

from typing import Any

from bot.tables.aggregate import Table
from render.base.picture import Picture
from tests.views import changed


class WordScenes:
    """Scenes that write views as text instead of drawing them."""

    @staticmethod
    def draw_board(view: Any, narrator: object = None, style: object = None) -> Picture:
        return _picture(f"board {view!r}")

    @staticmethod
    def draw_board_and_hand(view: Any, narrator: object = None, style: object = None, crowd: Any = None) -> Picture:
        return _picture(f"both {view!r}")

    @staticmethod
    def draw_sheet(view: Any, narrator: object = None, style: object = None) -> Picture:
        return Picture(b"sheet", f"sheet {view.scores}")

    @staticmethod
    def draw_evening(view: Any, drawn: Any, spoken: Any, columns: Any, narrator: object = None) -> Picture:
        return Picture(b"sheet", "\n".join(f"{row.mark} {row.entry}: {row.amounts}" for row in spoken))

    @staticmethod
    def draw_moving(steps: Any, alt: str) -> Picture:
        return Picture("\n".join(f"{time} {view!r}" for view, _, time in steps).encode(), alt)

    @staticmethod
    def draw_receipt(view: Any, narrator: object = None, style: object = None) -> Picture:
        return Picture(b"receipt", f"receipt {view.scores}")

    @staticmethod
    def describe_view(view: Any, narrator: object = None, moment: bool = True) -> str:
        return repr(view)

    @staticmethod
    def mark_closed(view: Any) -> Any:
        return changed(view, phase="closed", to_act=())


def _picture(told: str) -> Picture:
    return Picture(told.encode(), told)


def board_alt(table: Table) -> str:
    """The alt text of the board's picture: of what decided the hand, once it is over."""
    view = table.view(None)
    return f"receipt {view.scores}" if view.phase == "between" else f"board {view!r}"
