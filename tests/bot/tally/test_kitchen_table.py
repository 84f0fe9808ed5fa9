"""Hands as people write them at a kitchen table: loose words are read, and what cannot have been is refused."""

from functools import partial
from typing import Any

import pytest

from bot.wording import ENGLISH, Language, Words
from bot.wording.typed import read_scored
from games import registry
from games.core import Refused, Unreadable, settle
from games.core.real_table import read_hands
from tests.refuses import refuses

NAMES = ("Bear", "Wal", "Bull the Second", "Ned")
PUSSERS, LOMBARDY, DUO, STUD = "pussers-bones", "lombardy-bones", "duo-dominoes", "bonedoneskis"
WHOLE = "R1 R1 R1 R2 R2 R2 R9 R9 R9 DR DR DR R5 R5"
"""A good rack: four pairs, one of them of dragons, and a double-up."""
MUCKED = "Bear paid 2\nWal paid 2\nWal mucks"
LEFT = "\nWal left 5-4 5-3\nBull left 6-5 6-4\nNed left 4-3"


def score(name: str, text: str, players: int = 4, language: Language = ENGLISH, **house: Any) -> tuple[Any, ...]:
    """Score a text as a form or the buttons hand it in."""
    game, names, words = registry.game(name), NAMES[:players], Words(language).about(name)
    assert game.score_real is not None
    hands = read_hands(text, names, partial(read_scored, words=words, names=names))
    return tuple(game.score_real(players, settle(game.OPTIONS, house), names, hands))


def explain(name: str, text: str, **house: Any) -> tuple[Any, ...]:
    game = registry.game(name)
    return tuple(game.receipts(score(name, text, **house)))


TIED = f"Bear eddie\nWal ties up {WHOLE} do R5 wall"


@pytest.mark.parametrize(
    "text",
    [
        f"Eddie: Bear\nWal tied up with {WHOLE}, do bone R5 from the wall.",
        f"Bear was Eddie; Wal wins {WHOLE.lower()} do r5 wall",
        "- Bear is Eddie\n- Wal: ties up 3xR1, 3xR2, 3xR9, 3xDR, 2xR5, do R5 wall",
        "Hand 1\nBear = Eddie\nWal tied up R111 R222 R999 DR DR DR R55 do R5 plucked",
        "1. Eddie is Bear\n2. Wal won with Jimmy Rick x3, Two Rick x3, 9 Rick x3, Blood x3, Five Rick x2, "
        "do Five Rick wall",
        "Bear eddie\nWal ties up 3 × Jimmy Rick (R1), 3 × Two Rick (R2), R9R9R9, 3 × Blood (DR), "
        "2 × Five Rick (R5) do R5 wall",
        "Bear eddie\nWal ties up 1 Rick 1 Rick 1 Rick 2 Rick 2 Rick 2 Rick 9 Rick 9 Rick 9 Rick red red red"
        " 5 Rick 5 Rick do 5 Rick wall",
        "eddie=Bear\nWal wins: 111 222 999 Ricks, 3 Blood, 2 Five Ricks, do R5 wall",
        "Bear's Eddie\nWal called Do Bone: R1 R1 R1 R2 R2 R2 R9 R9 R9 3 DR 2 R5 self-drawn R5",
    ],
)
def test_a_tie_up_is_read_however_it_is_written(text: str) -> None:
    assert explain(PUSSERS, text) == explain(PUSSERS, TIED)


@pytest.mark.parametrize(
    ("name", "loose", "strict"),
    [
        (PUSSERS, "Eddie Bear\nnobody won.", "Bear eddie\nwashed out"),
        (PUSSERS, "Bear is Eddie. Bull got first pretty. Washout", "Bear eddie\nBull first pretty\nwashed out"),
        (PUSSERS, "Bear eddie\nNed shit tie-up", "Bear eddie\nNed shit"),
        (PUSSERS, "Bear eddie\nBear broke his own wall\nno winner", "Bear eddie\nBear own wall\nwashed out"),
        (
            PUSSERS,
            "Bear eddie\nWal open pair of Cabbage\nWal all of five sticks, concealed\nwashed out",
            "Bear eddie\nWal pair DG\nWal all-of S5 concealed\nwashed out",
        ),
        (
            PUSSERS,
            "Bear eddie\nWal pung of R2 R2 R2 (open)\nWal and Ned mistaken yes. The wall ran out",
            "Bear eddie\nWal pair R2\nWal mistaken yes\nNed mistaken yes\nwashed out",
        ),
        (
            PUSSERS,
            "Bear eddie\nNed flowers Flower One, Season Two\nwashed out",
            "Bear eddie\nNed pretties F1 N2\nwashed out",
        ),
        (PUSSERS, "Bear eddie\nNed called Do Bone by mistake", "Bear eddie\nNed shit"),
        (PUSSERS, "Bear eddie\nNed: 2 pretties F1 N1\nwashed out", "Bear eddie\nNed pretties F1 N1\nwashed out"),
        (
            PUSSERS,
            "Bear eddie\nNed big lizard: 1-9 sticks, Eddie Sammy Wally and 2 Normies, do Normie discard",
            "Bear eddie\nNed ties up S1 S2 S3 S4 S5 S6 S7 S8 S9 WE WS WW WN WN do WN discard",
        ),
        (
            PUSSERS,
            "Bear eddie\nWal pung of B2, pung of B3, pung of B4\nBear wins on shit with S1 S1 S1 S2 S2 S2 S3 S3 S3"
            " S4 S4 S4 S5 S5, called S5",
            "Bear eddie\nWal pair B2 B3 B4\nBear ties up S1 S1 S1 S2 S2 S2 S3 S3 S3 S4 S4 S4 S5 S5 do S5 discard",
        ),
        (LOMBARDY, f"Bear 15, Wal 10, Bear out{LEFT}", f"Bear 15\nWal 10\nBear out{LEFT}"),
        (LOMBARDY, "Out: Bear\nWal 5-4 5-3, Bull 6-5 6-4, Ned 4-3", f"Bear out{LEFT}"),
        (LOMBARDY, "Out: Bear. Wal 10. Wal 5-4 5-3. Bull 6-5 6-4. Ned 4-3", f"Bear out\nWal 10{LEFT}"),
        (
            DUO,
            "Blocked by Bear: Bear 2-0, Wal 5-4, Bull 5-5, Ned 4-4",
            "Bear blocked\nBear left 2-0\nWal left 5-4\nBull left 5-5\nNed left 4-4",
        ),
        (LOMBARDY, f"won by Bear\nNed called a false renege{LEFT}", f"Bear out\nNed renege{LEFT}"),
        (
            DUO,
            "Bear closed the game\nBear 2-0, Wal 5-4, Bull 5-5, Ned double four",
            "Bear blocked\nBear left 2-0\nWal left 5-4\nBull left 5-5\nNed left 4-4",
        ),
        (
            STUD,
            "Bear 2, Wal 2\nBear (9h 2c) Kd 7s 3h (5c)\nWal mucks",
            "Bear paid 2\nWal paid 2\nBear shows (9h 2c) Kd 7s 3h (5c)\nWal mucks",
        ),
        (
            STUD,
            "everybody put in 50c\nBull, Wal and Ned folded\nBear wins",
            "Bear paid 0.50\nWal paid 0.50\nBull paid 0.50\nNed paid 0.50\nBear wins",
        ),
        (
            STUD,
            "Bear paid 5, Wal 3.50, Ned .50\nWal won the duel against Bear 1.00\nWal wins",
            "Bear paid 5\nWal paid 3.50\nNed paid 0.50\nWal duel Bear 1.00\nWal wins",
        ),
        *(
            (STUD, text, text.replace(",50", ".50"))
            for text in (
                "all paid 5\nWal duel Bear 1,50\nWal wins",
                "all paid 5\nBear nine Wal 0,50, Ned 0,50\nBear bonedoneskis",
            )
        ),
        (
            STUD,
            "Bear paid 2\nWal paid 2\nBear shows 9h 2c down, Kd 7s 3h up, 5c face down\nWal mucks",
            "Bear paid 2\nWal paid 2\nBear shows (9h 2c) Kd 7s 3h (5c)\nWal mucks",
        ),
        *(
            (STUD, f"{MUCKED}\nBear {loose}", f"{MUCKED}\nBear shows (9c 2h) Kd 7s 3h (5c)")
            for loose in (
                "9c 2h down, Kd 7s 3h up, 5c down",
                "9c, 2h down, Kd 7s 3h up, 5c down",
                "9♣ 2♥ down, K♦ 7♠ 3♥ up, 5♣ down",
                "shows (9c 2h) Kd 7s 3h (5c",
            )
        ),
        (STUD, "Bear 50c 50c 1\nWal 50c\nWal 5 5c 5c 40c\nBear wins", "Bear paid 2\nWal paid 6\nBear wins"),
        (LOMBARDY, f"Bear scores 15, 10\nBear went out{LEFT}", f"Bear 15\nBear 10\nBear out{LEFT}"),
        (LOMBARDY, f"Bear fifteen points, 10 pts and five\nBear out{LEFT}", f"Bear 15 10 5\nBear out{LEFT}"),
        (
            LOMBARDY,
            "Bear out\nWal left five four\nBull left double five\nNed holds 43",
            "Bear out\nWal left 5-4\nBull left 5-5\nNed left 4-3",
        ),
        (
            LOMBARDY,
            "Bear: Out\nWal: Left 5-4\nBull: Double five\nNed: Left 4-3",
            "Bear out\nWal left 5-4\nBull left 5-5\nNed left 4-3",
        ),
        (LOMBARDY, f"Bear out{LEFT}\nBear +20\nNed wrong call 12", f"Bear 20\nNed wrong 12\nBear out{LEFT}"),
        (
            LOMBARDY,
            "Bear out, Wal has 5-4 and 5-3 left, Bull left 65 64. Ned stuck with four three",
            f"Bear out{LEFT}",
        ),
        (
            LOMBARDY,
            "everybody passed\nBear left 0-0\nWal left double one (1-1)\nBull had [2|2]\nNed left 3/3",
            "passed\nBear left 0-0\nWal left 1-1\nBull left 2-2\nNed left 3-3",
        ),
        (STUD, "Bear put in $5.50\nWal paid 2\nWal folded\nBear won the pot", "Bear paid 5.50\nWal paid 2\nBear wins"),
        (STUD, "Bear paid 2,50. Ned paid 2.50. Ned wins!", "Bear paid 2.50\nNed paid 2.50\nNed wins"),
        (
            STUD,
            "Bear paid 2\nWal paid 2\nBear showed (9♥ 2♣) K♦ 7♠ 3♥ (5♣)\nWal mucked",
            "Bear paid 2\nWal paid 2\nBear shows (9h 2c) Kd 7s 3h (5c)\nWal mucks",
        ),
    ],
)
def test_loose_words_mean_the_same(name: str, loose: str, strict: str) -> None:
    house = {LOMBARDY: {"target": 5}, DUO: {"game_points": 5}, PUSSERS: {"mistaken_yes_a_bit": 1}}.get(name, {})
    assert explain(name, loose, **house) == explain(name, strict, **house)


BLOCKED = "\nBear left 6-5\nWal left 6-0\nBull left 5-5\nNed left 6-6"


@pytest.mark.parametrize(
    ("language", "name", "loose", "strict"),
    [
        (
            "es-ES",
            LOMBARDY,
            "Bear hizo 15 puntos\nWal se equivocó con 12\nganó Bear\na Wal le quedó 5-4, a Bull le quedó cinco "
            "seis, doble dos, a Ned 4-3",
            "Bear 15\nWal wrong 12\nBear out\nWal left 5-4\nBull left 6-5 2-2\nNed left 4-3",
        ),
        ("es-ES", LOMBARDY, "tranca. Bear 6-5, Wal 6-0, Bull 5-5, Ned 6-6", "blocked" + BLOCKED),
        (
            "es-419",
            DUO,
            "Bear trancó el juego\nBear 6-5\nWal 6-0\nBull 5-5\nNed tenía 4-4",
            "Bear blocked" + BLOCKED.replace("6-6", "4-4"),
        ),
        (
            "pt-BR",
            LOMBARDY,
            "o Bear fez quinze\nWal errou 12\no Bear bateu\nsobrou pro Wal 5-4\nBull ficou com sena e "
            "quina, duque duplo\nNed 4-3",
            "Bear 15\nWal wrong 12\nBear out\nWal left 5-4\nBull left 6-5 2-2\nNed left 4-3",
        ),
        ("pt-BR", LOMBARDY, "trancou. Bear 6-5, Wal 6-0, Bull 5-5, Ned 6-6", "blocked" + BLOCKED),
        (
            "pt-BR",
            DUO,
            "Bear trancou o jogo\nBear 6-5\nWal 6-0\nBull 5-5\nNed tinha bucha de quadra",
            "Bear blocked" + BLOCKED.replace("6-6", "4-4"),
        ),
    ],
)
def test_loose_words_are_read_in_every_language(language: Language, name: str, loose: str, strict: str) -> None:
    house: dict[str, Any] = {"target": 5} if name == LOMBARDY else {"game_points": 5}
    assert score(name, loose, language=language, **house) == score(name, strict, **house)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (f"{TIED}\nNed eddie", "contradiction"),
        (TIED.replace("ties up", "wins with a Moon:"), "contradiction"),
        (f"Bear eddie\nWal ties up {WHOLE}", "do_bone"),
        ("Bear eddie\nWal ties up with 7", "do_bone"),
        (f"{TIED}\nNed first pretty\nBull pretties F1 F2 F3 F4 N1 N2 N3 N4", "contradiction"),
        (f"{TIED}\nNed pair S1 S1", "too_many"),
        ("Bear eddie\nWal and Ned first pretty\nwashed out", "contradiction"),
        ("Bear eddie\nWal pair\nwashed out", "words_pussers"),
        (f"{TIED}\nNed first pretty\nBull first pretty", "contradiction"),
        (f"{TIED}\nNed ties up S1 S1 S1 S2 S2 S2 S9 S9 S9 DG DG DG S5 S5 do S5 wall", "two_ends"),
        (f"{TIED}\nwashed out", "two_ends"),
        (f"{TIED}\nNed own wall", "own_wall"),
        (f"{TIED}\nBear own wall\nNed own wall", "contradiction"),
        (f"{TIED}\nWal first pretty", "no_pretties"),
        (f"{TIED}\n\nBear eddie\nwashed out", "other_eddie"),
        (f"{TIED}\nNed pair DR", "too_many"),
        (f"{TIED}\nNed pretties F1 F1", "too_many"),
        (f"{TIED}\nNed pretties F1\nBull pretties F1", "too_many"),
        (f"{TIED}\nNed pair S1 S2 S3 S4 S6", "many_sets"),
        (f"Bear eddie\nWal ties up {WHOLE} do R5 loose", "no_loose"),
        (f"Bear eddie\nWal ties up {WHOLE} do R5 discard last", "do_bone"),
        (f"Bear eddie\nWal ties up {WHOLE} do B5 wall", "no_do_bone"),
        (f"Bear eddie\nWal pair DR\nWal ties up {WHOLE.replace('DR ', '')} do DR wall", "do_in_set"),
        (f"Bear eddie\nWal all-of DR open\nWal ties up {WHOLE.replace('DR ', '')} do DR discard", "do_in_set"),
        (f"Bear eddie\nWal pair DR\nWal ties up {WHOLE} do R5 wall", "wrong_count|too_many"),
        (f"Bear eddie\nWal ties up {WHOLE} DW do R5 wall", "wrong_count"),
        (f"Bear eddie\nNed shit\nNed shit {WHOLE} do R5 wall", "contradiction"),
        (f"Bear eddie\nNed shit {WHOLE} do R5 wall", "good_tie_up"),
        (f"Bear eddie\nNed shit {'9xR1 ' * 30}do R1 wall", "too_many"),
        ("Bear eddie\nNed shit R1 R1 do R1 wall\nWal shit R2 R2 do R2 wall", "contradiction"),
        ("Bear eddie\nNed shit R1 R1 do R1 discard\nWal shit R2 R2 do R2 discard", "contradiction"),
        ("Bear eddie\nNed shit\nWal shit R2 R2 do R2 wall", "contradiction"),
        ("Bear eddie\nWal shit R2 R2 do R2 wall\nNed shit", "contradiction"),
        (f"Bear eddie\nCharlie ties up {WHOLE} do R5 wall", "words_pussers"),
    ],
)
def test_no_hand_of_pussers_bones_is_taken_that_cannot_have_been(text: str, error: str) -> None:
    with refuses(error):
        score(PUSSERS, text)


def test_a_bone_that_does_not_exist_is_refused() -> None:
    for bones in ("R0", "R10", "F5", "XX"):
        with pytest.raises((Refused, Unreadable)):
            score(PUSSERS, f"Bear eddie\nWal pair {bones}\nwashed out")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("Bear 300\nBear out" + LEFT, "score"),
        ("Bear 40\nBear out" + LEFT, "score"),
        ("Bear 12\nBear out" + LEFT, "score"),
        ("Bear 0\nBear out" + LEFT, "score"),
        ("Bear wrong 0\nBear out" + LEFT, "score"),
        ("Bear -15\nBear out" + LEFT, "words_lombardy"),
        ("Bear 7.5\nBear out" + LEFT, "words_lombardy"),
        ("Bear out\nWal out" + LEFT, "two_ends"),
        ("Bear out\nblocked" + LEFT, "two_ends"),
        ("Bear out\nBear left 1-1" + LEFT, "left_wrong"),
        ("Bear out\nWal left 5-4\nBull left 5-4\nNed left 1-1", "tiles"),
        ("Bear out\nWal left 7-1\nBull left 5-4\nNed left 1-1", "tiles"),
        ("Bear out\nWal left 0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1\nBull left 5-4\nNed left 5-3", "many_left"),
        ("Bear out\nWal left 0-0 1-1 2-2\nBull left 3-3 4-4\nNed left 5-5 6-6", "no_lead"),
        ("blocked\nBear left 6-5\nWal left 4-3\nBull left 2-1\nNed left 0-0", "not_blocked"),
        ("Wal 5 5 5 5 5 5 5\nBear out" + LEFT, "many_scores"),
        ("Bear renege Wal held 5-5, Ned held 5-5\nBear out" + LEFT, "renege"),
        ("Bear renege Wal held 5-4\nBear out" + LEFT, "renege"),
        ("Bear renege Wal held 5-5\nBear out" + LEFT, "one_held"),
        ("Bear renege Wal held 6-6, Ned held 5-5\nBear out" + LEFT, "one_held"),
        ("Bear renege Wal laid 0-0\nBear out" + LEFT, "one_laid"),
        ("Bear renege Wal laid 6-6, Ned laid 5-5\nBear out" + LEFT, "one_laid"),
        ("Bear out\nNed left 1-1" + LEFT, "contradiction"),
        ("Charlie out" + LEFT, "words_lombardy"),
    ],
)
def test_no_hand_of_lombardy_bones_is_taken_that_cannot_have_been(text: str, error: str) -> None:
    with refuses(error):
        score(LOMBARDY, text, target=5)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("Bear out\nBear blocked" + LEFT, "two_ends"),
        ("Bear out\nWal out" + LEFT, "two_ends"),
        ("Bear out\nWal left 6-6\nBull left 1-1\nNed left 2-1", "six_six"),
        ("Bear out\nWal left 0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1\nBull left 5-4\nNed left 5-3", "many_left"),
        ("Bear blocked\nBear left 6-5\nWal left 4-3\nBull left 2-1\nNed left 0-0", "not_blocked"),
        ("Bear out\nWal left 5-4\nBull left 5-4\nNed left 1-1", "tiles"),
        ("Bear out\nWal left 8-1\nBull left 5-4\nNed left 1-1", "tiles"),
        ("Bear out\nWal left 5-4\nBull left 5-3", "left_wrong"),
        ("Bear out\nNed left 1-1" + LEFT, "contradiction"),
        ("Charlie out" + LEFT, "words_duo"),
    ],
)
def test_no_hand_of_duo_dominoes_is_taken_that_cannot_have_been(text: str, error: str) -> None:
    with refuses(error):
        score(DUO, text, game_points=5)


PAID = "Bear paid 2\nWal paid 2\n"
SHOWN = f"{PAID}Bear shows (9h 2c) Kd 9s 3h (5c)\nWal shows (Td 8c) Qd Qc Ah (4d)"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("Bear paid 2\nWal paid 2\nNed wins", "paid"),
        ("Bear paid 2\nWal paid 2\nBear wins\nWal wins", "contradiction"),
        ("Bear paid 2\nBear wins", "nobody_else"),
        (PAID + "Bear folds\nBear wins", "nobody_else"),
        (PAID + "Bear wins\nWal mucks", "two_ends"),
        (PAID + "Bear shows 9h 8h 7h\nNed shows 9d 2c 2d", "paid"),
        (PAID + "Bear shows 9h 8h 7h\nBear mucks\nWal mucks", "contradiction"),
        (PAID + "Bear shows 9h 8h 7h\nWal shows 9h 2c 2d", "too_many"),
        (PAID + "Bear fee 0.50 R7\nBear wins", "amount"),
        (PAID + "Ned fee 2.50 R7\nBear wins", "paid"),
        (PAID + "Bear nine Wal 2.00\nBear wins", "amount"),
        (PAID + "Bear nine Ned 1.00\nBear wins", "paid"),
        (PAID + "Bear duel Wal 20\nBear wins", "amount"),
        (PAID + "Bear duel Bear 1\nBear wins", "amount"),
        ("Bear paid 2.37\nWal paid 2\nBear wins", "paid"),
        ("Bear paid -2\nWal paid 2\nBear wins", "chips"),
        ("Bear paid 0\nWal paid 2\nBear wins", "paid"),
        ("Bear paid 30000\nWal paid 2\nBear wins", "paid"),
        (PAID + "Bear shows 1h 8h 7h\nWal mucks", "card"),
        (PAID + "Charlie wins", "words_bonedoneskis"),
        (PAID + "Bear duel Wal 1\nWal duel Bear 1\nBear wins", "contradiction"),
        (PAID + "Bear fee 2.50 R6\n" * 3 + "Bear wins", "contradiction"),
        (PAID + "Bear fee 2.50 R7\n" * 5 + "Bear wins", "contradiction"),
        (PAID + "Bear fee 2.50 R14\nWal fee 2.50 R14\nBear wins", "contradiction"),
        (PAID + "Bear fee 25.00 R14\nBear wins", "contradiction"),
        (PAID + "Bear fee 5 R6\nWal fee 5 R6\nBear wins", "contradiction"),
        (PAID + "Bear fee 0 R14\nBear wins", "amount"),
        (PAID + "Bear nine Wal 0\nBear wins", "amount"),
        (PAID + "Bear duel Wal 0\nBear wins", "amount"),
        (SHOWN.replace("(9h 2c)", "(9h 2c"), "card"),
        (SHOWN.replace("(5c)", "5c)"), "card"),
        (PAID + "Bear nine Wal 1\nWal nine Bear 1\nBear wins", "contradiction"),
        (PAID + "Bear nine Wal 1\nBear nine Wal 1\nBear wins", "contradiction"),
        (SHOWN.replace("Kd", "Kd*"), "star"),
        (SHOWN.replace("Kd", "Js*"), "star"),
        (SHOWN.replace("Kd 9s", "Js* Jc*") + "\nBear fee 0.50 R6" * 2, "star"),
        (SHOWN.replace("(9h 2c) Kd 9s 3h (5c)", "9h 2c Kd 9s 3h 5c"), "face_down"),
        (SHOWN.replace("(9h 2c) Kd 9s 3h (5c)", "(9h 2c Kd 9s 3h 5c)"), "face_down"),
        (SHOWN.replace("3h", "3h 3d"), "cards"),
        (SHOWN.replace("3h", "3h 3d").replace("Ah", "Ah Ac"), "cards"),
        (SHOWN.replace("3h", "3h 3d 3c").replace("Ah", "Ah Ac Ad"), "cards"),
        (SHOWN.replace("3h", ""), "cards"),
        (SHOWN.replace("3h", "").replace("Ah", "Ah Ac"), "cards"),
    ],
)
def test_no_hand_of_bonedoneskis_is_taken_that_cannot_have_been(text: str, error: str) -> None:
    with refuses(error):
        score(STUD, text)


@pytest.mark.parametrize(
    "text",
    [
        SHOWN,
        SHOWN.replace("Kd", "Jd").replace("3h", "3h 3d").replace("Ah", "Ah Ac"),
        SHOWN.replace("Kd", "Jd").replace("3h", "3h 3d 3c").replace("Qd Qc Ah", "Qs Qc Ah Ac Ad"),
        SHOWN.replace("3h", "").replace("Ah", "Ah 2d"),
        SHOWN.replace("3h", "") + "\nNed paid 2",
        SHOWN.replace("3h", "3h 5d") + "\nNed paid 0.50",
        SHOWN.replace("3h", "3h 3d").replace("Ah", "Ah Ac") + "\nNed paid 2",
        SHOWN.replace("Kd", "Js*") + "\nBear fee 2.50 R6",
        SHOWN.replace("Kd 9s", "Js* Jc*") + "\nBear fee 5.00 R6",
        SHOWN.replace("(9h 2c) Kd 9s 3h (5c)", "9h/2@4 2c/2@5 Kd 9s 3h 5c"),
        f"{PAID}Ned paid 2\nBear nine Wal 1\nBear nine Ned 1\nBear wins",
    ],
)
def test_a_hand_of_bonedoneskis_that_can_have_been_is_taken(text: str) -> None:
    assert score(STUD, text)


def test_whoever_went_out_has_laid_seven_bones() -> None:
    bones = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
    for left, fits in ((21, True), (22, False)):
        text = f"Bear out\nWal left {' '.join(bones[:11])}\nBull left {' '.join(bones[11:left])}"
        if fits:
            assert score(LOMBARDY, text, players=3, target=5)
        else:
            with refuses("few_laid"):
                score(LOMBARDY, text, players=3, target=5)


def test_reneges_that_can_have_been_are_taken() -> None:
    end = "\nBear out\nWal left 5-4 5-3"
    assert score(LOMBARDY, f"Bear renege Wal held 5-5{end}", players=2, target=5)
    assert score(LOMBARDY, f"Bear renege Wal held 6-6, Ned laid 5-5\nBear out{LEFT}", target=5)
    assert score(LOMBARDY, f"Bear renege Wal held 6-6, Ned held 5-5\nBear out{LEFT}", target=5, missed_doubles="every")
    assert score(LOMBARDY, f"Bear renege Wal laid 6-6, Ned laid 5-5\nBear out{LEFT}", target=5, renege_closes="count")
