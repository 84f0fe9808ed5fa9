"""The private message of a seat: the player's own pieces, with the buttons for their moves."""

from dataclasses import replace
from typing import NamedTuple

from bot.messages.hands.own_boards import gives_hints
from bot.messages.parts.controls import make_rows, point_out_call, with_until_turn
from bot.messages.parts.table_words import cover_words
from bot.ports import MOST_ROWS, Buttons, Controls, make_button, mark_piece
from bot.store import Preferences
from bot.store.people.lesson_progress import FIRST_HANDS
from bot.tables.aggregate import Table
from bot.tables.history.entries import hides_nothing
from bot.tables.lobby.house_rules import find_cloth
from bot.tables.play.robots import advise
from bot.tables.timing.deadlines import find_only_answer, has_nothing_to_call
from bot.wording import Words, word_cost, word_label, word_log_line, word_private_line
from games.core import Seat, View, view_event
from games.core.view import Building
from render.style import Style


class HandReader(NamedTuple):
    """A player who reads a message with their hand."""

    table: Table
    seat: Seat
    words: Words
    view: View
    chosen: Preferences
    hidden: bool
    """True while they hide their hand."""
    hands: int
    """The hands of the game that they have played, at most `FIRST_HANDS`."""
    ordered: str = ""
    """The verb of their standing order that holds until their own turn; "" if they have none."""

    @property
    def new(self) -> bool:
        """True in their first hands of the game."""
        return self.hands < FIRST_HANDS

    @property
    def style(self) -> Style:
        """The style of their pictures."""
        chosen = self.chosen
        return Style(chosen.theme, chosen.big, chosen.hot, find_cloth(self.table), chosen.dead)

    @property
    def building(self) -> Building | None:
        """The hand that they are building, in their first hands, or always if they want that."""
        find, told = self.table.game.find_building, self.new or self.chosen.building == "on"
        return find(self.view) if find is not None and told and not self.hidden else None

    def list_sort_buttons(self) -> Buttons:
        """The button that sorts their hand, if it shows and its game has several orders; in their first hands, the one
        that hides what they are building or shows it again, unless they always want it."""
        sorts = self.table.hand_open and self.table.game.SORTS and not self.view.undealt and not self.hidden
        chosen = self.chosen.building if self.building else "on"
        name = {"usual": "hand.building", "off": "hand.count", "on": "hand.sort"}[chosen]
        return (make_button(name, self.words),) if sorts else ()

    def list_own_lines(self, words: Words) -> list[str]:
        """The lines about their standing order, last move and hand, and what they paid once it's over."""
        table, view = self.table, self.view
        lines = [write_until_turn_line(self.ordered, words)]
        lines += [words.say("rack/time_ran_out")] if getattr(self._last, "timed_out", False) else []
        if not table.hand_open:
            lines += [] if view.stage == "again" else [word_cost(table.costs.by_seat.get(self.seat, ()), words)]
        elif not self.hidden:
            said = "" if has_nothing_to_call(table, self.seat) else write_said_line(view, words)
            hot = tuple(map(self._name, view.hot)) if self.chosen.hot else ()
            found = view.gone if self.chosen.dead else ()
            gone = tuple(words.say("rack/dead/kind", count=count, bone=self._name(piece)) for piece, count in found)
            warnings = [words.say(key, bones=bones) for key, bones in (("rack/hot", hot), ("rack/dead", gone)) if bones]
            lines += map(self._cover, [said, *warnings])
        return lines

    @property
    def _last(self) -> object:
        return self.table.visibility.last_own.get(self.seat)

    def _cover(self, line: str) -> str:
        return cover_words(line, self.chosen.spoiler)

    def _name(self, piece: int) -> str:
        return word_label(self.table.game.PIECES.code(piece), self.words)

    def write_building(self) -> str:
        """The line about the hand that they are building; "" if they read nothing of it."""
        building, words = self.building, self.words
        if building is None or self.chosen.building == "off" or not self.table.hand_open:
            return ""
        bones, named = (tuple(map(self._name, kinds)) for kinds in (building.alike, building.named))
        aim, key = words.say(f"after/{building.aim}"), "rack/building"
        key += "" if bones else "/none"
        needs = words.say(f"rack/building/{building.needs}", bones=named) if building.needs else ""
        return self._cover(f"{words.say(key, lacking=building.lacking, aim=aim, bones=bones)} {needs}".rstrip())

    def write_own(self) -> str:
        """The line about their last event for them alone. "" while hidden, between hands, or if the public line tells
        everything.

        The line names the piece that they drew, since a draw may happen by itself, or says why a move had no effect.
        """
        last, words = self._last, replace(self.words, mark=mark_piece)
        if self.hidden or not self.table.hand_open or last is None or hides_nothing(last):
            return ""
        own = view_event(last, self.seat)
        line = word_private_line(own, words)
        return self._cover(line or ("" if word_log_line(view_event(last, None), words) else word_log_line(own, words)))

    def lay_moves(self, extra: Buttons) -> Controls:
        """The controls of their moves, with the `extra` buttons in the last row. What a standing order says for them
        until their own turn, no button says, or offers another such order. What the table is about to do
        for them has no button, either: it would be refused a moment later."""
        if has_nothing_to_call(self.table, self.seat) or find_only_answer(self.table, self.seat) is not None:
            return (extra,)
        game, crowd = self.table.game, self.table.public_view
        chosen = replace(self.chosen, spoiler=self.chosen.spoiler or self.hidden)
        rows = make_rows(game, self.view, self.words, MOST_ROWS - 1, crowd, chosen)
        if gives_hints(self.table) and not chosen.spoiler:
            rows = point_out_call(game, self.view, rows, advise(self.table, self.seat))
        if self.ordered:
            rows = tuple(left for row in rows if (left := tuple(item for item in row if item.name != self.ordered)))
            return (*rows, extra)
        return with_until_turn(game, crowd, (*rows, extra), self.words)


def write_said_line(view: View, words: Words) -> str:
    """Say which of the viewer's calls wait to be settled, as in "You said Yes!"; empty if none does."""
    sentences = []
    for verb, _, argument in (spoken.partition(" ") for spoken in dict.fromkeys(view.spoken)):
        said = word_label(argument, words) if argument else words.label(verb)
        sentences.append(words.say_known(f"said/{verb}", "rack/said", said=said))
    return " ".join(sentences)


def write_until_turn_line(verb: str, words: Words) -> str:
    """Say that a standing order says `verb` for the player until their own turn; empty without a verb."""
    return words.say("orders/holds", verb=words.label(verb)) if verb else ""
