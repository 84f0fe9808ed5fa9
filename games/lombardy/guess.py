"""States that a seat's view allows, with hidden bones dealt to agree with the passes, draws and answers at the table.

These signs prove nothing, since a player may pass with a bone that fits, or keep quiet about a double (LB-6, LB-21). So
some guesses ignore the signs, and all guesses do if no deal agrees with them.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from games.core.chance import Chance
from games.core.seats import FIRST, Seat, list_seats_from
from games.lombardy.decisions.lead import list_held_back
from games.lombardy.events import Heard
from games.lombardy.state import NO_DOUBLE, UNANSWERED, State, list_following
from games.lombardy.view import CALLING_PHASES, Phase, View
from games.pieces.dominoes import DOUBLE_MASK, FULL, Domino, dominoes_of, mask
from games.pieces.line import Line
from games.pieces.unseen import HiddenPlace, make_unseen_dealer

_DOUBTS: Final = 3
"""One guess in this many ignores the signs, since robots often pass though they could lay."""


def guess(view: View, chance: Chance) -> State:
    """A state that shows this view to its seat, with hidden bones drawn by chance."""
    return make_guesser(view)(chance)


def make_guesser(view: View) -> Callable[[Chance], State]:
    """A function that makes a new guess from the view at each call; work common to all guesses is done once."""
    hidden = [Seat(seat) for seat in range(len(view.counts)) if seat != view.seat]
    unseen = FULL & ~mask(view.holding) & ~view.line.on_table
    owned = [(seat, place) for seat in hidden for place in _list_places(view, seat, unseen)]
    places = [*(place for _, place in owned), HiddenPlace(view.boneyard, unseen)]
    open_holdings = view.shown if view.ending is None else view.ending.holdings
    template = _build_template(view)
    deal_by_signs = make_unseen_dealer(unseen, places)
    deal_freely = make_unseen_dealer(unseen, [place._replace(may_hold=unseen) for place in places])

    def build(chance: Chance) -> State:
        if open_holdings:
            held = [mask(bones) for bones in open_holdings]
            boneyard = chance.shuffle(dominoes_of(FULL & ~sum(held) & ~view.line.on_table))
            return _complete(view, template, held, boneyard)
        held = [0] * len(view.counts)
        if view.seat is not None and held:
            held[view.seat] = mask(view.holding)
        dealt = deal_by_signs(chance) if chance.below(_DOUBTS) else None
        if dealt is None:
            dealt = deal_freely(chance) or [0] * len(places)
        for (seat, _), bones in zip(owned, dealt, strict=False):
            held[seat] |= bones
        return _complete(view, template, held, chance.shuffle(dominoes_of(dealt[-1])))

    return build


def _list_places(view: View, seat: Seat, unseen: int) -> list[HiddenPlace]:
    """The seat's hidden bones in groups, each with the bones that the signs allow in it.

    The first group was dealt; each bone that was drawn and kept is a group of its own. By the signs, a seat that passed
    had nothing that fitted then, and nobody was dealt a double above the lead. A draw says the same as a pass, but
    only where those who can lay must do so (LB-21); elsewhere players draw for something better.
    """
    dealt = FULL if view.line.first is None else ~(DOUBLE_MASK & ~((2 << view.line.first) - 1))
    draws_tell = view.house.pass_when_able == "forbidden"
    drawn: list[int] = []
    line = Line()
    draws = [step for player, step in view.draws if player == seat]
    for number, step in enumerate(view.steps):
        if step.seat == seat and line.first is not None:
            unfitting = ~line.wanted
            drew = number in draws
            if step.bone is None or (drew and draws_tell):
                dealt &= unfitting
                drawn = [may_hold & unfitting for may_hold in drawn]
            if drew and step.bone is None:
                drawn.append(FULL & unfitting)
            elif step.bone is not None and not drew and drawn and not dealt >> step.bone & 1:
                drawn.pop(0)
        if step.bone is not None:
            line = Line.begin(step.bone, spinner=True) if line.first is None else line.lay(step.bone, step.end)
    if len(view.steps) in draws:
        if draws_tell:
            dealt &= ~line.wanted
            drawn = [may_hold & ~line.wanted for may_hold in drawn]
        drawn = [*drawn, FULL]
    drawn = drawn[-view.counts[seat] :] if view.counts[seat] else []
    drawn_places = [HiddenPlace(1, unseen & may_hold) for may_hold in drawn]
    return [HiddenPlace(view.counts[seat] - len(drawn_places), unseen & dealt), *drawn_places]


def _build_template(view: View) -> State:
    """The state with every hidden part left empty."""
    house, last_call = view.house, view.phase in CALLING_PHASES
    waits_from = view.deadline - house.wait_ms if view.waits and view.deadline is not None else 0
    since = view.deadline - 1000 * house.last_call_s - house.grace_ms if last_call and view.deadline is not None else 0
    spoken = frozenset(Seat(seat) for seat in range(view.players) if seat not in view.to_act)
    return State(
        house=house,
        players=view.players,
        clockwise=view.clockwise,
        following=list_following(view.players, view.clockwise),
        phase=Phase(view.phase),
        hand=view.hand,
        deal=view.deal,
        line=view.line,
        leader=FIRST if view.leader is None else view.leader,
        turn=FIRST if view.turn is None else view.turn,
        drew=view.drew,
        dry_row=_count_dry_passes(view),
        to_score=view.to_score,
        total=0 if view.line.first is None else view.line.sum_ends(house.bare_ends_count),
        waiting_from=waits_from if view.waits else None,
        quiet_from=0 if view.quiet else None,
        last=view.last,
        held_open=()
        if view.line.first is None and view.phase != Phase.NO_LEAD
        else list_seats_from(FIRST, view.players),
        above=() if view.last is None or not view.above_shown else (view.last,),
        above_shown=view.above_shown,
        barred=frozenset(view.barred),
        heard=() if view.seat is None else tuple(Heard(view.seat, words, 0) for words in view.pending),
        done=spoken - {view.last} if view.phase == Phase.LAST_CALL else spoken if last_call else frozenset(),
        since=since,
        sheet=view.scores,
        sheet_before=view.sheet_before,
        touched=view.touched,
        steps=[(step.seat, step.bone, step.end) for step in view.steps],
        draws=[*view.draws],
        uncalled=() if view.seat is None else tuple((view.seat, bone, worth) for bone, worth in view.uncalled),
        winners=view.winners,
    )


def _complete(view: View, template: State, held: Sequence[int], boneyard: tuple[Domino, ...]) -> State:
    """The template with these hidden bones filled in."""
    dealt = [*held]
    for step in view.steps:
        if step.bone is not None:
            dealt[step.seat] |= 1 << step.bone
    state = replace(
        template,
        holdings=[*held],
        dealt=tuple(dealt),
        boneyard=boneyard,
        answers=tuple(_guess_answer(view, Seat(seat), bones) for seat, bones in enumerate(dealt)),
        steps=template.steps[:],
        draws=template.draws[:],
        how=_find_how_play_ended(view, held),
        counted=view.ending,
    )
    held_back = list_held_back(state, view.line.first) if view.steps or view.phase == Phase.NO_LEAD else ()
    return replace(state, held_back=held_back)


def _count_dry_passes(view: View) -> int:
    """The number of consecutive dry passes (LB-27)."""
    if view.drawable:
        return 0
    laid = max((number + 1 for number, step in enumerate(view.steps) if step.bone is not None), default=0)
    drawn = max((step for _, step in view.draws), default=0)
    return len(view.steps) - max(laid, drawn)


def _guess_answer(view: View, seat: Seat, dealt: int) -> int:
    """Guess a seat's answer: its highest double that is not above the lead. The viewer's own answer is known."""
    if seat == view.seat:
        own = NO_DOUBLE if view.answer is None else view.answer
        return UNANSWERED if view.phase == Phase.LEAD and not view.answered else own
    if view.phase == Phase.LEAD and seat in view.to_act:
        return UNANSWERED
    doubles = dealt & DOUBLE_MASK & ((2 << view.line.first) - 1 if view.line.first is not None else FULL)
    return doubles.bit_length() - 1 if doubles and view.phase != Phase.NO_LEAD else NO_DOUBLE


def _find_how_play_ended(view: View, held: Sequence[int]) -> str:
    """The way in which play ended: "out", "dead" or "all_pass"; "" while play goes on."""
    if view.ending is not None:
        return view.ending.how
    if view.phase not in (Phase.LAST_CALL, Phase.SHOWN):
        return ""
    if 0 in held:
        return "out"
    return "all_pass" if view.line.wanted & ~view.line.on_table else "dead"
