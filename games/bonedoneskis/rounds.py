"""A single round of betting: the seats still to act and the bet to match (BD-12 to BD-14)."""

from games.bonedoneskis.events import BettingBegan
from games.bonedoneskis.state import Betting
from games.core.seats import Seat


def open_betting(begun: BettingBegan, able: tuple[Seat, ...], bets: list[int], to_match: int, unit: int) -> Betting:
    """Open a round of betting. If the seat that paid the bring-in is not in the order, the bring-in counts as its act
    (BD-12)."""
    order, bring_in = begun.order, begun.bring_in
    next_full_bet = (to_match // unit + 1) * unit
    next_act = "bet" if bring_in is None else "complete"
    acted = 0 if bring_in is None or bring_in in order else 1 << bring_in
    return Betting(
        order, able, bets, to_match, to_match, next_full_bet, next_act, 0, acted, unit, begun.capped, bring_in
    )


def list_acts(betting: Betting, stack: int, cap: int, bound: bool) -> dict[str, tuple[int, bool]]:
    """The acts open to the next seat, as in `Betting.acts`. At most `cap` raises may follow a bet (BD-14).

    If a Krabler binds the seat (`bound`) and the seat can bet or raise, that is its only act (R24).
    """
    seat = betting.acting[0]
    own_bet = betting.bets[seat]
    owed = betting.to_match - own_bet
    acts = {"call": (owed if owed < stack else stack, False)} if owed else {"check": (0, False)}
    capped = betting.capped and betting.bets_made > cap
    if stack <= owed or len(betting.able) < 2 or betting.acted >> seat & 1 or capped:
        return acts
    amount = betting.next_full_bet - own_bet
    full = amount <= stack or 2 * (own_bet + stack - betting.full_bet) >= betting.next_full_bet - betting.full_bet
    if bound:
        acts = {}
    acts[betting.next_act] = (amount if amount < stack else stack, full)
    return acts


def record_act(betting: Betting, seat: Seat, amount: int, full: bool, all_in: bool) -> bool:
    """Record the act of a seat. `all_in` is True if the act took the seat's last chips. Returns True for a bet or a
    raise.

    After a full bet or raise, every other seat acts again. After a smaller all-in, every seat that owes chips acts
    again, but seats that have already acted may not raise (BD-14).
    """
    bets = betting.bets
    total = bets[seat] = bets[seat] + amount
    raised = total > betting.to_match
    if not raised:
        betting.acting = betting.acting[1:]
        betting.acted |= 1 << seat
    else:
        place = betting.able.index(seat)
        others = betting.able[place + 1 :] + betting.able[:place]
        betting.to_match = total
        if full:
            betting.acting = others
            betting.full_bet = total
            betting.next_full_bet = total + betting.unit
            betting.next_act = "raise"
            betting.bets_made += 1
            betting.acted = 1 << seat
        else:
            betting.acting = tuple(other for other in others if bets[other] < total)
            betting.acted |= 1 << seat
            if betting.next_act == "bet":
                betting.next_act = "raise"
    if all_in:
        betting.able = tuple(other for other in betting.able if other != seat)
    return raised


def remove_folded(betting: Betting, seat: Seat) -> None:
    """Remove a folded seat from the round."""
    betting.acting = tuple(other for other in betting.acting if other != seat)
    betting.able = tuple(other for other in betting.able if other != seat)
