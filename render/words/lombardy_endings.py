"""The end of a hand of Lombardy Bones in words, with what Duo Dominoes tells in the same way."""

from collections.abc import Sequence

from games.duo.view import View as DuoView
from games.lombardy.view import View as LombardyView
from games.pieces.dominoes import code
from render.base.picture import EndingWords
from render.words import Voice, format_signed


def name_viewer_first(
    view: DuoView | LombardyView, seats: Sequence[int], voice: Voice, you: str = "scene/you"
) -> tuple[str, ...]:
    """The names of seats, with `you` ("You") first for the viewer."""
    in_order = sorted(seats, key=lambda seat: seat != view.seat)
    return tuple(voice.say(you) if seat == view.seat else voice.name(seat) for seat in in_order)


def tell_how(way: str, by: int | None, viewer: int | None, voice: Voice, ends: Sequence[str] = ()) -> str:
    """Say how play ended, in the middle of a sentence: "Bull goes out", "you go out"."""
    name = None if by is None else voice.name(by)
    key = f"scene/how/{way}/you" if by is not None and by == viewer else f"scene/how/{way}"
    return voice.say(key, name=name, ends=ends)


def tell_play_ended(view: LombardyView, voice: Voice) -> str:
    """Say how the play of a hand ended; "" if it has not."""
    ending = view.ending
    if ending is None:
        return ""
    way = ending.how if ending.how == "all_pass" else "dead" if ending.out is None else "out"
    return tell_how(way, ending.out, view.seat, voice)


def _tell_count(view: LombardyView, voice: Voice) -> str:
    """Say how play ended, and what the pips brought (LB-60 to LB-63). A player reads how they add up."""
    how, ending = tell_play_ended(view, voice), view.ending
    if ending is None:
        return how
    counted = [seat for seat, pips in enumerate(ending.pips) if pips == min(ending.pips)]
    if ending.out is None:
        names = name_viewer_first(view, counted, voice, "scene/you/inside")
        how = voice.say("scene/how/fewest", how=how, names=names, pips=min(ending.pips))
    else:
        counted = [ending.out]
    points, rounded = ending.moved[counted[0]], [pips - pips % 5 for pips in ending.pips]
    if any(ending.moved[seat] != points for seat in counted):  # LB-64
        return how
    each, own = "" if len(counted) == 1 else "/each", rounded[counted[0]]
    others = [held for seat, held in enumerate(rounded) if seat not in counted]
    lost = points == own == 0 and sum(others) < 5 * len(counted)  # the rest of a share (LB-63)
    adds_up = others and (lost or sum(others) == (points + own) * len(counted))  # points of LB-64 don't
    told = voice.say(f"scene/how/sum{each}", others="+".join(map(str, others)), count=len(counted))
    told = voice.say("scene/how/sum/less", others=told, own=own) if own else told
    key = f"scene/how/pips{'/out' if ending.out is not None else each}" if points else "scene/how/no_pips"
    key += "/sum" if adds_up and view.seat is not None and view.players > 2 else ""
    return voice.say(key, how=how, points=format_signed(points), others=told)


def tell_hand(view: LombardyView, voice: Voice) -> EndingWords | None:
    """Tell who gained most by the called scores and the count of a hand, and how it ended. If that won the game, the
    game comes first."""
    ending = view.ending
    if ending is None:
        return None
    brought = view.brought or ending.moved
    own_change, most = 0 if view.seat is None else brought[view.seat], max(brought)
    amount = "" if view.seat is None else format_signed(own_change)
    ahead = sorted((seat for seat, change in enumerate(brought) if change == most > 0), key=lambda s: s != view.seat)
    alone, each = len(ahead) == 1, "" if len(ahead) == 1 else "/each"
    by_pips, how = [ending.moved[seat] for seat in ahead], _tell_count(view, voice)
    if ahead and not any(by_pips):
        how = voice.say("scene/how/called/all", how=how)
    elif alone and by_pips[0] != most:
        how = voice.say("scene/how/called", points=format_signed(most - by_pips[0]), how=how)
    if ahead:
        names = name_viewer_first(view, ahead, voice)
        told = voice.say(f"scene/wins{each}", winners=names, amount=format_signed(most))
        hand = voice.address(told, how, amount if alone or view.seat not in ahead else "", alone and own_change == most)
    else:
        hand = voice.address(how[:1].upper() + how[1:], "", amount, wins=False)
    gains = voice.list(voice.tell_change(voice.name(seat), change) for seat, change in enumerate(brought))
    lines = [voice.say("scene/in_hand", changes=gains)] if any(brought) else []
    hand, others = _tell_uncalled(view, hand, voice)
    lines += [others] if others else []
    if not view.winners:
        return EndingWords(hand, tuple(lines))
    key = "/you" if view.winners == (view.seat,) else "/one" if len(view.winners) == 1 else ""
    scores = voice.list(str(score) for score in sorted(view.scores, reverse=True))
    winners = name_viewer_first(view, view.winners, voice)
    return EndingWords(voice.say(f"scene/won_game{key}", winners=winners, scores=scores), tuple(lines), hand)


def _tell_uncalled(view: LombardyView, told: str, voice: Voice) -> tuple[str, str]:
    """Add the scores that the viewer missed (LB-30) or called wrong (LB-32) to what they are told; and what the others
    missed, or ""."""
    told_of: tuple[list[str], list[str]] = ([], [])
    wrong = [call for call in view.miscalled if call[0] == view.seat]
    for seat, bone, score in view.uncalled:
        if any((seat, bone) == call[:2] for call in wrong):
            continue
        key = "scene/uncalled/own" if seat == view.seat else "scene/uncalled/of"
        told_of[seat == view.seat].append(voice.say(key, name=voice.name(seat), score=score, piece=code(bone)))
    others, own = told_of
    by = voice.say("scene/uncalled/by" if view.seat is None else "scene/uncalled/by/others", missed=voice.list(others))
    by = by if others else ""
    if view.seat is None or view.house.automatic:
        return told, by
    if own or not wrong:
        told = voice.say("scene/uncalled" if own else "scene/uncalled/none", told=told, missed=voice.list(own))
    if wrong:
        calls = (voice.say("scene/called", called=said, piece=code(bone), score=made) for _, bone, said, made in wrong)
        told = voice.say("scene/uncalled/wrong", told=told, calls=voice.list(calls))
    return told, by
