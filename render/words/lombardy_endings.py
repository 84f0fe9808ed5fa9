"""The end of a hand of Lombardy Bones in words."""

from games.lombardy.view import Ending, View
from games.pieces.dominoes import Domino, code, is_double
from render.base.picture import EndingWords
from render.words import Voice, format_signed


def tell_play_ended(ending: Ending, voice: Voice) -> str:
    """Say how the play of a hand ended, in the middle of a sentence: "Bull goes out", "you go out"."""
    way = ending.how if ending.how == "all_pass" else "dead" if ending.out is None else "out"
    return voice.tell_of(f"scene/how/{way}", ending.out)


def _tell_count(view: View, ending: Ending, voice: Voice) -> str:
    """Say how play ended, and what the pips brought (LB-60 to LB-63). A player reads how they add up."""
    how, out, fewest = tell_play_ended(ending, voice), ending.out, min(ending.pips)
    counted = [seat for seat, pips in enumerate(ending.pips) if seat == out or (out is None and pips == fewest)]
    if out is None:
        names = voice.name_viewer_first(counted, "scene/you/inside")
        how = voice.say("scene/how/fewest", how=how, names=names, pips=fewest)
    points, rounded = ending.moved[counted[0]], [pips - pips % 5 for pips in ending.pips]
    if any(ending.moved[seat] != points for seat in counted):  # LB-64
        return how
    each, own = "" if len(counted) == 1 else "/each", rounded[counted[0]]
    others = [held for seat, held in enumerate(rounded) if seat not in counted]
    adds_up = points and others and sum(others) == (points + own) * len(counted)  # points of LB-64 don't
    told = voice.say(f"scene/how/sum{each}", others="+".join(map(str, others)), count=len(counted))
    told = voice.say("scene/how/sum/less", others=told, own=own) if own else told
    key = f"scene/how/pips{'/out' if out is not None else each}" if points else "scene/how/no_pips"
    key += "/sum" if adds_up and view.seat is not None and view.players > 2 else ""
    return voice.say(key, how=how, points=format_signed(points), others=told)


def tell_hand(view: View, voice: Voice) -> EndingWords | None:
    """Tell who gained most by the called scores and the count of a hand, and how it ended. If that won the game, the
    game comes first."""
    ending = view.ending
    if ending is None:
        return None
    brought = view.brought or ending.moved
    own_change, most = 0 if view.seat is None else brought[view.seat], max(brought)
    amount = "" if view.seat is None else format_signed(own_change)
    ahead = [seat for seat, change in enumerate(brought) if change == most > 0]
    alone, by_pips, how = len(ahead) == 1, [ending.moved[seat] for seat in ahead], _tell_count(view, ending, voice)
    if ahead and not any(by_pips):
        how = voice.say("scene/how/called/all", how=how)
    elif alone and by_pips[0] != most:
        how = voice.say("scene/how/called", points=format_signed(most - by_pips[0]), how=how)
    if ahead:
        winners = voice.name_viewer_first(ahead)
        told = voice.say(f"scene/wins{'' if alone else '/each'}", winners=winners, amount=format_signed(most))
        hand = voice.address(told, how, amount if alone or view.seat not in ahead else "", alone and own_change == most)
    else:
        hand = voice.address(how[:1].upper() + how[1:], "", amount, wins=False)
    missed, others = _list_missed(view, ending, voice)
    hand = voice.join_clauses((hand, *missed))
    gains = voice.list(map(voice.tell_change, voice.names, brought))
    lines = (*([voice.say("scene/in_hand", changes=gains)] if any(brought) else []), *others)
    why = [
        voice.say("scene/summed", name=name, change=change, points=change - count, count=count)
        for name, change, count in zip(voice.names, brought, ending.moved, strict=True)
    ]
    for seat, bone, said, made in view.miscalled:
        why.append(voice.tell("scene/called", seat, points=said, piece=code(bone), score=made))
    told, below = hand, ""
    if view.winners:
        key = "/you" if view.winners == (view.seat,) else "/one" if len(view.winners) == 1 else ""
        scores = voice.list(map(str, sorted(view.scores, reverse=True)))
        winners = voice.name_viewer_first(view.winners)
        told, below = voice.say(f"scene/won_game{key}", winners=winners, scores=scores), hand
    return EndingWords(told, lines, below, tuple(why))


def _list_missed(view: View, ending: Ending, voice: Voice) -> tuple[list[str], list[str]]:
    """The clauses about the scores that the viewer missed (LB-30) or called wrong (LB-32) and a double that they didn't
    own up to, and the line about the scores of others."""
    wrong = [call[:2] for call in view.miscalled if call[0] == view.seat]
    told: tuple[list[str], list[str]] = [], []
    for seat, bone, score in view.uncalled:
        if (seat, bone) not in wrong:
            told[seat == view.seat].append(voice.tell_of("scene/uncalled/of", seat, score=score, piece=code(bone)))
    others, own = told
    by = "scene/uncalled/by" if view.seat is None else "scene/uncalled/by/others"
    lines, clauses = [voice.say(by, missed=voice.list(others))] if others else [], list[str]()
    if view.seat is None or view.house.automatic:
        return clauses, lines
    if own or not wrong:
        clauses.append(voice.say("scene/uncalled" if own else "scene/uncalled/none", missed=voice.list(own)))
    if wrong:
        clauses.append(voice.say("scene/uncalled/wrong", calls=len(wrong)))
    laid = (step.bone for step in view.steps if step.seat == view.seat and step.bone is not None)
    double = max(filter(is_double, (*ending.holdings[view.seat], *laid)), default=Domino(0))
    if double > (view.line.first or 0) and not view.draws and view.house.hears_renege:  # LB-6
        clauses.append(voice.say("scene/held_back", piece=code(double)))
    return clauses, lines
