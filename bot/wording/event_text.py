"""The wording of events for the log, of receipts, of the board's headline, of robots' moves and of choices."""

from collections.abc import Mapping, Sequence
from functools import cache
from types import NoneType
from typing import Final, get_args, get_type_hints

from bot.wording.formatter import word_fact
from bot.wording.house_rules import describe_stored_value, name_house_rule
from bot.wording.languages import ENGLISH
from bot.wording.pieces import find_piece, name_briefly, name_in_full, pieces_of
from bot.wording.refusals import explain_refusal, name_seats
from bot.wording.words import Words
from games import registry
from games.core import Receipt, Refused, Seat, View
from games.core.appraisal import Facts
from games.core.events import kind_of, variant_of
from games.core.pieces import Pieces
from games.core.receipt import ReceiptLine
from games.core.robots import Thought
from games.core.secret import UNKNOWN, is_whole, values_of
from games.core.view import Call, format_race_time, list_race

_find_type_hints: Final = cache(get_type_hints)
"""`get_type_hints` with a memory, since every event of a kind has the same."""


def word_log_line(seen: object, words: Words) -> str:
    """The log line of an event that `view_event` has cut for its reader; "" for an event without a line.

    It is the first of these sentences that exists: for the event's variant ("log/duo.hand_ended/out"), for a reader who
    may not see the whole event ("log/<kind>/hidden"), for the event's kind ("log/<kind>").
    """
    return _word_event("log", seen, words) or ""


def word_short_line(seen: object, words: Words) -> str | None:
    """The short form of an event's log line, for a run of such moves in one line; None for an event that stands alone.

    It is "" for an event that a run leaves out. If the log line is that of a variant ("log/duo.laid/first"), only a
    short form of that variant will do, since the short form of the event's kind says something else.
    """
    return _word_event("short", seen, words)


def word_addition(seen: object, words: Words) -> str | None:
    """Word an event as an addition to the line of its player's move right before it; None if it has a line of its own,
    "" if only the log tells it."""
    return _word_event("added", seen, words)


def word_private_line(seen: object, words: Words) -> str:
    """The line of an event for the player who made it, if the log tells the others less or nothing; otherwise ""."""
    return _word_event("own", seen, words) or ""


def _word_event(topic: str, seen: object, words: Words) -> str | None:
    name = _find_sentence_name(seen, words)
    if name is None or not words.knows(f"{topic}/{name}"):
        return None
    facts = facts_of(seen, words) | _word_sums_by_seat(seen, words)
    if "outsider" in facts:
        facts["outsider"] = words.name_outsider(facts["outsider"])
    if isinstance(written := facts.get("words"), str):
        facts["words"] = word_move(written, words)
    if kind_of(seen) == "table.house_changed":
        facts |= _word_house_rule(facts, words)
    rule, reason = facts.get("rule"), facts.get("reason")
    if isinstance(rule, str) and isinstance(reason, str) and words.knows(f"{rule}/{reason}"):
        facts["why"] = _word_refusal(rule, reason, words)
    line = words.say(f"{topic}/{name}", **facts)
    return line[:1].upper() + line[1:] if line.startswith(words.name(None)) else line


def _find_sentence_name(seen: object, words: Words) -> str | None:
    """Find the name of an event's sentence in the log: its key without "log/"."""
    kind = kind_of(seen)
    variant = variant_of(seen)
    names = [f"{kind}/{variant}"] if variant else []
    if not is_whole(seen):
        names.append(f"{kind}/hidden")
    return next((name for name in (*names, kind) if words.knows(f"log/{name}")), None)


def _word_house_rule(facts: Mapping[str, object], words: Words) -> dict[str, object]:
    """Word the house rule of an event and its value."""
    name, value, typed = str(facts["name"]), str(facts["value"]), str(facts["said"])
    spoken = describe_stored_value(name, typed if value.startswith("{") and typed else value, words)
    return {"name": name_house_rule(name, words), "value": spoken, "said": spoken}


def _word_sums_by_seat(seen: object, words: Words) -> dict[str, object]:
    """Word fields with a number for each seat: the field "sheet" gives the facts "sheet_by", "Bear −30, Bull 15, Wally
    0", and "sheet_changes", "Bear −30, Bull +15"."""
    facts: dict[str, object] = {}
    for name, value in values_of(seen).items():
        if isinstance(value, tuple) and value and all(type(number) is int for number in value):
            by_name = [(words.name(seat), part) for seat, part in enumerate(value)]
            facts[f"{name}_by"] = ", ".join(f"{player} {word_fact(part, words)}" for player, part in by_name)
            changes = (words.say("why/share", name=player, amount=part) for player, part in by_name if part)
            facts[f"{name}_changes"] = ", ".join(changes)
    return facts


def _word_refusal(rule: str, reason: str, words: Words) -> str:
    """Word a refusal that is stored as rule and reason. If its sentence needs facts, which are not stored, it is a
    short form of the reason ("bare/...")."""
    sentence = explain_refusal(Refused(rule, reason), words)
    sentence = words.say(f"bare/{reason}").capitalize() if "?" in sentence else sentence
    return f"{sentence} ({rule})"


def facts_of(seen: object, words: Words) -> dict[str, object]:
    """Turn the fields of an event into facts for a sentence, with the names of players and pieces."""
    kind: type = type(seen)
    hints = _find_type_hints(kind)
    return {name: _describe(hints[name], value, words) for name, value in values_of(seen).items()}


def _describe(hint: object, value: object, words: Words) -> object:
    if value is UNKNOWN:
        return words.say("piece/unknown")
    if value is None:
        return None
    if isinstance(value, int):
        name = getattr(hint, "__name__", "")
        if name == "Seat":
            return words.name(value)
        pieces = pieces_of(words.game)
        if pieces is not None and name == pieces.kind:
            piece_name = name_briefly(pieces, value, words.talk, words.nicknames)
            return piece_name if words.mark is None else piece_name + words.mark(pieces.code(value))
    inner = [arg for arg in get_args(hint) if arg not in (NoneType, Ellipsis)]
    if isinstance(value, tuple) and inner:
        return tuple(_describe(inner[min(place, len(inner) - 1)], part, words) for place, part in enumerate(value))
    if inner and not isinstance(value, tuple | dict):
        return _describe(inner[0], value, words)
    return value


def word_receipt(receipt: Receipt, words: Words) -> list[str]:
    """Word a receipt: its title, a line with rule and amount for each part, and the total. If each line is all that one
    player gets or pays, those lines say everything."""
    lines = [word_receipt_line(line, words) for line in receipt.lines]
    key = f"receipt_title/{receipt.key}"
    title = words.say_known(f"{key}/counted", key)
    lines_below = [word_receipt_line(line, words) for line in receipt.lines_below]
    if receipt.seats == tuple(dict(line.facts).get("seat") for line in receipt.lines):
        return lines
    if receipt.unit:
        total = words.say(f"unit/{receipt.unit}", amount=receipt.total)
        key = "receipt_total/to" if receipt.seats else "receipt_total"
        lines.append(words.say(key, total=total, names=tuple(map(words.name, receipt.seats))))
    return [f"**{title}** ({receipt.rule})", *lines, *lines_below]


def word_cost(lines: Sequence[ReceiptLine], words: Words) -> str:
    """Tell a player what the mistakes in these receipts cost them, and by which rules; "" if there are none."""
    if not lines:
        return ""
    unit = next((line.unit for line in lines if line.unit), "")
    total = words.say(f"unit/{unit}", amount=abs(sum(line.amount for line in lines)))
    return words.say("rack/cost", total=total, rules=", ".join(dict.fromkeys(line.rule for line in lines)))


def word_receipt_line(line: ReceiptLine, words: Words) -> str:
    """Word a line of a receipt, with its amount and its rule."""
    facts = {name: name_seats(name, value, words) for name, value in line.facts}
    text = words.say(f"receipt/{line.key}", **facts)
    amount = f": {words.say(f'unit/{line.unit}', amount=line.amount)}" if line.unit else ""
    return f"{text}{amount} ({line.rule})"


def describe_moment(view: View, words: Words, seat: Seat | None = None) -> str:
    """The board's headline: who must act, and what they may do. It addresses `seat` as "you"."""
    waiting = tuple(map(words.name, view.to_act))
    key = find_moment_key(view, words, seat)
    price = getattr(getattr(view, "asked", None), "amount", 0)
    first = waiting[0] if waiting else words.name(None)
    return words.say(key, waiting=waiting, first=first, amount=price)


def find_moment_key(view: View, words: Words, seat: Seat | None = None) -> str:
    """Find the key of the headline.

    A sentence about the stage ("phase/turn/plucked") is preferred to one about the phase, and "yours/…" to "phase/…".
    "others/…", for a seat that isn't asked, must name the stage too: in some stages it may call all the same.
    """
    phases = [view.phase, *([f"{view.phase}/{view.stage}"] if view.stage else [])]
    keys = [f"phase/{phase}" for phase in phases]
    keys += [f"others/{phases[-1]}"] if seat is not None and seat not in view.to_act else []
    keys += [f"yours/{phase}" for phase in phases if seat in view.to_act]
    return next((key for key in reversed(keys) if words.knows(key)), keys[0])


def list_remarks(view: View, words: Words) -> list[str]:
    """The lines below the board's picture: the order of the last calls, if they raced each other."""
    calls = list_race(view)
    return [words.say("board/calls", calls=", ".join(_word_call(call, words) for call in calls))] if calls else []


def word_reason(seat: int, thought: Thought[object], written: str, words: Words, key: str = "replay/why") -> str:
    """Word a robot's move and its reason by the sentence of `key`. `written` is the typed move ("discard R1")."""
    move, facts = word_move(written, words), word_facts(thought.facts, words)
    if thought.rival is not None:
        facts["rival"] = name_move(registry.game(words.game).write(thought.rival), words)
    why = words.say(f"robot/{thought.why}", **facts)
    return words.tell(key, seat, move=move, why=why)


def word_advice(advice: Thought[object], written: str, words: Words) -> str:
    """Advise a beginner of a move, with its reason. A reason without a sentence for beginners ("coach/...") is left
    out. A reason that comes several times in a prepared hand may have sentences for single moves."""
    key = f"coach/{advice.why.partition('/')[0]}"
    why = words.say_known(f"{key}/{written}", key, "coach/plain", **word_facts(advice.facts, words))
    return words.say("practice/coach", move=word_move(written, words), why=why)


def word_facts(facts: Facts, words: Words) -> dict[str, object]:
    """The facts of a reason for a sentence. A fact that is a text names another sentence, which takes its place, or is
    the code of a piece."""

    def word(value: object) -> object:
        if isinstance(value, tuple):
            return tuple(map(word, value))
        if not isinstance(value, str):
            return value
        return words.say(value) if words.knows(value) or "/" in value else word_label(value, words)

    named = {name: name_seats(name, value, words) for name, value in facts.items()}
    return {name: word(value) if value == facts[name] else value for name, value in named.items()}


def name_move(written: str, words: Words) -> str:
    """Name a move in the middle of a sentence: by its piece and place ("6-4 A"), or else its verb. A score that was
    called with it is left out."""
    verb, *arguments = written.split()
    if arguments:
        named = [word for word in arguments[:2] if verb != "play" or not word.isdecimal()]
        return " ".join(word_label(word, words) for word in named)
    return word_move(verb, words).lower()


def word_move(written: str, words: Words) -> str:
    """Put a typed move ("discard R1") into words ("Throw out Jimmy Rick (R1)")."""
    verb, _, argument = written.partition(" ")
    if plain := words.say_known(f"move/{written.replace(' ', '/')}"):
        return plain
    arguments = [word_label(word, words) for word in argument.split()]
    facts = dict(zip(("piece", "place", "score"), arguments, strict=False))
    whole = words.say_known(f"move/{verb}/of_{len(arguments)}", **facts)
    return whole or " ".join([words.say_known(f"move/{verb}") or words.label(verb), *arguments])


def _word_call(call: Call, words: Words) -> str:
    outcome = words.say_known(f"call_outcome/{call.outcome}")
    race_time = format_race_time(call)
    key = "board/call" if race_time else "board/call_late"
    said, noun = words.say(f"call/{call.said}"), registry.cover(words.game).NOUN
    return words.tell(key, call.seat, said=said, outcome=outcome, after=race_time, noun=noun)


def word_choice(argument: str, words: Words) -> str:
    """Word the argument of a choice.

    A game may have a sentence for the argument ("choice/two_hog"), or for places ("2.1" is the first place of the
    second seat) with the player's name. Any other argument is returned as it is.
    """
    if known := words.say_known(f"choice/{argument}"):
        return known
    seat, dot, place = argument.partition(".")
    if dot and seat.isdecimal() and place.isdecimal() and words.knows("choice/place"):
        return words.say("choice/place", name=words.name(int(seat) - 1), place=int(place))
    return argument


def word_label(argument: str, words: Words) -> str:
    """Word the argument of a choice on a button or in a menu: "Five Stick (S5)", "10♥", "6-4 A"."""
    found = _find_piece(argument, words)
    return word_choice(argument, words) if found is None else name_briefly(*found, words.talk, words.nicknames)


def word_short_label(argument: str, words: Words) -> str:
    """Word the argument of a choice beside the picture of its piece: "S5", "10♥", "6-4 A"."""
    found = _find_piece(argument, words)
    return word_choice(argument, words) if found is None else found[0].symbol(found[1])


def _find_piece(code: str, words: Words) -> tuple[Pieces, int] | None:
    """The piece with this code; None if no piece has this code, or if the code has a sentence of its own."""
    return find_piece(words.game, code) if word_choice(code, words) == code else None


def name_argument(argument: str, words: Words) -> str:
    """Word the argument of a choice with the name of its first piece: "Jimmy Rick (R1)" for "R1"."""
    named = word_choice(argument, words)
    first, _, rest = argument.partition(" ")
    found = _find_piece(first, words) if named == argument else None
    return named if found is None else f"{_speak(*found, words)} {rest}".strip()


def name_piece(pieces: Pieces, piece: int, words: Words) -> str:
    """Name a piece in full in the reader's language: "six four", "sena e quadra".

    A language without names for the cards of a game shows their symbols: "9♠".
    """
    symbol = pieces.symbol(piece)
    halves = symbol.split("-")
    if len(halves) == 2 and words.knows("domino/pair"):
        high, low = (words.say(f"domino/{half}") for half in halves)
        return words.say("domino/double", number=high) if high == low else words.say("domino/pair", high=high, low=low)
    return pieces.name(piece, words.talk) if pieces.by_name or words.spoken == ENGLISH else symbol


def _speak(pieces: Pieces, piece: int, words: Words) -> str:
    """Name a piece in full in the reader's language, with its symbol: "six four (6-4)"."""
    if not words.knows("domino/pair"):
        return name_in_full(pieces, piece, words.talk, words.nicknames)
    return f"{name_piece(pieces, piece, words)} ({pieces.symbol(piece)})"
