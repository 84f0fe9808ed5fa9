"""The question of a take-back ends with a refusal, a public move or everyone's consent."""

from bot.tables.facets.questions import Takeback
from bot.tables.history.events import UndoAsked, UndoRefused
from games.duo.events import Passed
from games.lombardy.events import Heard
from tests.bot.tables.facets.steps import BEAR, BULL, step

ASKED = UndoAsked(BEAR, 7)


def test_each_refused_take_back_of_a_seat_is_counted() -> None:
    takeback = (
        Takeback().after(step(ASKED, UndoRefused(BULL), at=1_000)).after(step(ASKED, UndoRefused(BULL), at=2_000))
    )
    assert (takeback.asked, takeback.refusals) == (None, {BEAR: (2, 2_000)})
    assert takeback.after(step(UndoRefused(BULL))) == takeback


def test_a_public_move_ends_the_question_and_a_secret_one_does_not() -> None:
    takeback = Takeback().after(step(ASKED))
    assert takeback.after(step(Heard(BULL, "word", 2))) == takeback
    assert takeback.after(step(Passed(BULL))).asked is None
