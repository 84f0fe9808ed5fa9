"""The possible moves of a seat, or of the public, as rows of buttons and menus.

Controls follow from `choices(view)` alone. Public controls are the same for everyone throughout a phase. A seat's
controls depend only on the public table and on its own hand. Its buttons for calls depend on the public table alone.
The expected action comes first, in the primary colour. Then come the buttons without a piece: actions, calls, and
passing or folding. A call that cannot be undone always comes first among these. So no action can have stood in its
place before, and a tap on an action that comes too late cannot make the call. Only where a player may ask for hints is
the call that a hint advises primary (`point_out_call`).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, Protocol

from bot.people.preferences import MENUS
from bot.ports import MOST_IN_ROW, MOST_ITEMS, MOST_ROWS, Button, Controls, Item, Menu, Pattern, Row, fill_rows
from bot.store import Preferences
from bot.tables.aggregate import Table
from bot.tables.facets.seats import find_passing_verb
from bot.wording import Words, name_argument, word_label, word_short_label
from games.core import AnyGame, Seat, View
from games.core.moves import Choice, Verb
from games.core.robots import Thought

NOTHING: Final = "none"
"""The argument for "no piece". Its button is secondary when it stands beside buttons with pieces."""
MOST_BUTTONS: Final = 5
"""The most arguments of a verb that are shown as buttons. If there are more, they become a menu."""
MOST_NUMBERS: Final = 10
"""The same limit for numbers. Their labels are short, and they must be quick to press."""
MOST_PIECES: Final = 15
"""The same limit for pieces: three rows of buttons."""
MOST_MENUS: Final = 3
"""The most menus of a verb."""


USUAL: Final = Preferences()


class _Settings(NamedTuple):
    """Settings that the controls of all verbs share."""

    words: Words
    chosen: Preferences
    most_pieces: int
    public: bool
    stage: str


_Block = list[Button | Menu]
"""Buttons that stand together, or one menu."""


def make_rows(
    game: AnyGame,
    view: View,
    words: Words,
    most_rows: int = MOST_ROWS,
    crowd: View | None = None,
    chosen: Preferences = USUAL,
) -> Controls:
    """Make the controls of a view, in the form that its reader has `chosen`: who prefers menus gets no buttons with
    pieces. Readers of words get the whole names of pieces without emojis, since a screen reader would read out both.
    Behind a spoiler, pieces of the hand are named only in menus, and nothing shows what its player has called.

    A seat that has to act in the public view `crowd` gets all public choices too, because fewer buttons would tell the
    player which calls they could really make. If the buttons do not fit, pieces go into menus. A move that has to be
    typed has no control.
    """
    by_verb: dict[str, list[Choice[object]]] = {}
    # A covered hand doesn't show what its player has called in this window.
    covered = {verb.name for verb in game.VERBS if verb.takes_back and chosen.spoiler}
    for choice in list_offered(game, view, crowd):
        if not choice.typed and choice.verb not in covered:
            shown = choice._replace(late=choice.late and not chosen.spoiler)
            by_verb.setdefault(choice.verb, []).append(shown)
    groups = _group_verbs(game.VERBS, by_verb, words, view.stage)
    packed: list[Row] = []
    sizes = (0,) if chosen.spoiler else (MOST_BUTTONS,) if chosen.taps == MENUS else (MOST_PIECES, MOST_BUTTONS)
    for most in sizes:
        settings = _Settings(words, chosen, most, view.seat is None, view.stage)
        packed = _pack_blocks(_make_blocks(groups, by_verb, settings), most_rows)
        if len(packed) <= most_rows:
            break
    return tuple(packed[:most_rows])


def point_out_call(game: AnyGame, view: View, rows: Sequence[Row], hint: Thought[object] | None) -> Controls:
    """Make the call that the game lists first for the viewer the only primary button, if a `hint` would advise it.

    A game lists no call first where calls may be wrong, or beside powers that may lapse.
    """
    first = [choice.verb for choice in game.choices(view)[:1] if hint and game.write(hint.move).startswith(choice.verb)]
    window = find_passing_verb(game, view)
    fits = [verb.name for verb in game.VERBS if verb.name in first and verb.claims and (verb.final or window)]

    def point_out(control: Button | Menu) -> Button | Menu:
        if not fits or isinstance(control, Menu):
            return control
        return control._replace(style="primary" if control.name in fits else "secondary")

    return tuple(tuple(map(point_out, row)) for row in rows)


def list_offered(game: AnyGame, view: View, crowd: View | None = None) -> tuple[Choice[object], ...]:
    """List the moves that are offered to a seat: its own choices, and all public ones while it has to act.

    A seat gets no public ones if it has no choice of its own or has made a call that it cannot take back, or if a
    public choice has an argument. All moves follow from the public table and the seat's own hand alone. If the house
    rules make wrong calls cost something, wrong calls are offered too. If they let an uncalled power lapse, nothing
    shows that there is a power to call.
    """
    own, public = game.choices(view), game.choices(crowd) if crowd is not None and view.seat in crowd.to_act else ()
    said_all = any(verb.final and verb.name in view.spoken for verb in game.VERBS)
    if not own or said_all or any(choice.argument for choice in public):
        public = ()
    found: dict[str, Choice[object]] = {}
    for choice in (*own, *public):
        found.setdefault(choice.words, choice)
    return tuple(found.values())


_Group = tuple[tuple[Verb, ...], str]
"""Verbs whose buttons stand together, and the style of their buttons. Calls and passes ignore that style."""


def _group_verbs(verbs: Iterable[Verb], by_verb: Mapping[str, object], words: Words, stage: str) -> list[_Group]:
    """Group the verbs that can be used now: verbs of pieces, and all others, numbers too, whose buttons are short. The
    expected action's group is first. A verb that has a label of its own for the `stage` is expected before any piece;
    then the pieces stay first, but aren't primary."""
    by_name = {verb.name: verb for verb in verbs}
    calls = [verb for verb in by_name.values() if verb.claims and verb.name in by_verb]
    usable = sorted((*calls, *(by_name[name] for name in by_verb if not by_name[name].claims)), key=_find_place)
    acts = [verb for verb in usable if _find_place(verb) == _ACTS]
    pieces = tuple(verb for verb in acts if is_tap(verb.name, words) and verb.takes != "amount")
    others = tuple(verb for verb in usable if verb not in pieces)
    groups = (pieces, others) if acts and acts[0] in pieces else (others, pieces)
    expected = others if any(words.knows(f"button/{verb.name}/{stage}") for verb in others) else groups[0]
    return [(group, "primary" if group is expected else "secondary") for group in groups]


_ACTS: Final = 1


def _find_place(verb: Verb) -> int:
    """The place of a verb's buttons: final calls, what is no call, other calls, and then passing and folding."""
    if verb.claims:
        return 0 if verb.final else 2
    return 3 if verb.gives_up else _ACTS


def _make_blocks(
    groups: Iterable[_Group], by_verb: Mapping[str, list[Choice[object]]], settings: _Settings
) -> list[_Block]:
    """Make the buttons and menus of each group. Calls, passing and folding are secondary, and so is what stands beside
    numbers, or lets a shouted call go; but not what has a label of its own for the stage."""
    blocks: list[_Block] = []
    for verbs, usual in groups:
        made: _Block = []
        taps = [verb for verb in verbs if is_tap(verb.name, settings.words)]
        shouted = any(verb.shouted for verb in verbs)
        for verb in verbs:
            beside = (taps and verb not in taps) or (shouted and verb.declines_in)
            aside = verb.claims or verb.gives_up or beside
            expected = settings.words.knows(f"button/{verb.name}/{settings.stage}")
            made += _make_controls(verb, by_verb[verb.name], "secondary" if aside and not expected else usual, settings)
        blocks.append([control for control in made if isinstance(control, Button)])
        blocks += ([control] for control in made if isinstance(control, Menu))
    return [block for block in blocks if block]


def _make_controls(
    verb: Verb, choices: Sequence[Choice[object]], style: str, settings: _Settings
) -> Iterable[Button | Menu]:
    """Make the buttons of a verb, or menus if there would be too many buttons."""
    words = settings.words
    bare: _Block = [_make_button(choice, style, settings) for choice in choices if not choice.argument]
    with_argument = [choice for choice in choices if choice.argument]
    if settings.public:
        return bare
    usual = 0 if settings.chosen.spoiler else MOST_BUTTONS
    most = {"amount": MOST_NUMBERS, "piece": settings.most_pieces}.get(verb.takes, usual)
    if len(choices) <= most or not with_argument:
        is_only = len(choices) == 1
        return [
            _make_button(choice, "secondary" if choice.argument == NOTHING and not is_only else style, settings)
            for choice in choices
        ]
    anywhere = f"anywhere/{verb.name}"
    if words.knows(anywhere):
        bare.append(Button(f"{verb.name}.{with_argument[0].argument}", words.say(anywhere), style))
        with_argument.sort(key=lambda choice: (len(choice.argument), choice.argument))
    return [*bare, *_make_menus(verb.name, with_argument, settings)]


def _pack_blocks(blocks: list[_Block], room: int) -> list[Row]:
    """Begin a new row for each block. While there are too many rows, merge the last two neighbouring blocks that are
    both buttons."""
    while True:
        packed = [row for block in blocks for row in _rows_of(block)]
        places = [place for place, pair in enumerate(pairwise(blocks)) if not any(map(_has_menu, pair))]
        if len(packed) <= room or not places:
            return packed
        upper = places[-1]
        blocks[upper : upper + 2] = [blocks[upper] + blocks[upper + 1]]


def _has_menu(controls: Iterable[Button | Menu]) -> bool:
    return any(isinstance(control, Menu) for control in controls)


def _rows_of(block: _Block) -> Controls:
    count = -(-len(block) // MOST_IN_ROW)
    return fill_rows(block, -(-len(block) // count))  # even rows: a phone breaks a row of five in two


def is_tap(verb: str, words: Words) -> bool:
    """True if the buttons of a verb show only the player's pieces, without the verb."""
    return words.knows(f"tap/{verb}")


def explain_taps(made: Sequence[Row], view: View, words: Words, first: bool = True) -> str:
    """The line that explains the buttons with the player's own pieces; empty if no such button is to be pressed now.

    `view.tap_stage` names what the view shows. If there is a sentence for it, that sentence is the line in the `first`
    hand.
    """
    buttons = (control for row in made for control in row if isinstance(control, Button) and control.style == "primary")
    names = (split_control(button.name) for button in buttons)
    verb = next((verb for verb, argument in names if argument and is_tap(verb, words)), "")
    staged = f"tap/{verb}/{view.tap_stage}"
    return words.say(staged if first and words.knows(staged) else f"tap/{verb}") if verb else ""


def name_controls(made: Sequence[Row], words: Words) -> dict[str, str]:
    """Map each verb to the text on its control: a button's label, a menu's placeholder, or "Your bones". Disabled
    buttons are left out."""
    found: dict[str, list[Button | Menu]] = {}
    for control in (control for row in made for control in row):
        if isinstance(control, Button) and control.disabled:
            continue
        found.setdefault(split_control(control.name)[0], []).append(control)
    return {verb: _name_control(verb, controls, words) for verb, controls in found.items()}


def _name_control(verb: str, controls: Sequence[Button | Menu], words: Words) -> str:
    label = words.label(verb)
    if _has_menu(controls):
        return words.say("menu/pick", verb=label)
    if is_tap(verb, words) and any(split_control(control.name)[1] for control in controls):
        return words.say(f"taps/{verb}")
    return controls[0].label if len(controls) == 1 and isinstance(controls[0], Button) else label


def name_button(choice: Choice[object], words: Words, stage: str, text_only: bool = False) -> str:
    """The label of a choice's button. With `text_only`, it has the whole names of pieces."""
    verb, argument = choice.verb, choice.argument
    if argument and is_tap(verb, words):
        label = name_argument(argument, words) if text_only else word_short_label(argument, words)
        return label if choice.holder is None else words.tell("tap/holder", choice.holder, piece=label)
    if choice.amount and words.knows(f"stake/{verb}"):
        return words.say(f"stake/{verb}", amount=choice.amount)
    label = words.say_known(f"button/{verb}/{stage}") or words.label(verb)
    return f"{label} {name_argument(argument, words) if text_only else word_label(argument, words)}".strip()


def _make_button(choice: Choice[object], style: str, settings: _Settings) -> Button:
    words, verb, argument, text_only = settings.words, choice.verb, choice.argument, settings.chosen.text_only
    beside = None
    if argument and is_tap(verb, words) and not text_only:
        beside = argument.partition(" ")[2] if choice.holder is None else words.name(choice.holder)
    return Button(
        f"{verb}.{argument}" if argument else verb,
        name_button(choice, words, settings.stage, text_only),
        "secondary" if choice.late else style,
        "" if text_only else _find_emoji(argument),
        disabled=choice.late,
        beside=beside,
    )


def _find_emoji(argument: str) -> str:
    """The code of the piece that an argument begins with. It selects the application emoji."""
    return argument.partition(" ")[0]


def _make_menus(verb: str, choices: Sequence[Choice[object]], settings: _Settings) -> list[Menu]:
    words = settings.words
    write = name_argument if settings.chosen.text_only else word_label
    found: list[Menu] = []
    for number, start in enumerate(range(0, len(choices), MOST_ITEMS)):
        page = choices[start : start + MOST_ITEMS]
        items = tuple(
            Item(
                choice.argument[:100],
                write(choice.argument, words),
                describe_effect(choice, words),
                "" if settings.chosen.text_only else _find_emoji(choice.argument),
            )
            for choice in page
        )
        name = verb if number == 0 else f"{verb}~{number + 1}"
        key = "menu/pick" if len(choices) <= MOST_ITEMS else "menu/page"
        facts = {"first": items[0].label, "last": items[-1].label}
        placeholder = words.say(key, verb=words.label(verb), **facts)
        found.append(Menu(name, placeholder, items))
    return found[:MOST_MENUS]


def describe_effect(choice: Choice[object], words: Words) -> str:
    """Say what a choice does, or else in front of whom its piece lies and what it costs; "" if its name says enough."""
    key = choice.line_below or f"gives/{choice.argument}"
    known = words.say_known(key, amount=choice.amount)
    if known or choice.holder is None:
        return known
    key = "menu/holder/cost" if choice.amount else "menu/holder"
    return words.tell(key, choice.holder, amount=choice.amount)


def describe_move(game: AnyGame, view: View, written: str, words: Words) -> str:
    """The line that says what a typed move does; "" if it is not among the viewer's choices, or if its name says
    enough."""
    found = (choice for choice in game.choices(view) if f"{written} ".startswith(f"{choice.words} "))
    effect = next((describe_effect(choice, words) for choice in found), "")
    return words.say("practice/hint_does", does=effect) if effect else ""


def split_control(name: str) -> tuple[str, str]:
    """Split a control's name into verb and argument: "discard.R1" gives "discard" and "R1", "discard~2" gives "discard"
    and ""."""
    verb, _, argument = name.partition(".")
    return verb.partition("~")[0], argument


def find_press_sequence(table: Table, made: Sequence[Row]) -> int:
    """The number at the end of the custom ids of these controls, by which an outdated press is recognised.

    If one of the controls makes a move, the number counts the public events before the present turn began. Otherwise
    it is 0, so that a message without moves need not be edited at each turn.
    """
    verbs = {verb.name for verb in table.game.VERBS}
    return (
        table.visibility.controls_from
        if any(split_control(control.name)[0] in verbs for row in made for control in row)
        else 0
    )


UNTIL: Final = Pattern("orders.until.{verb}")
CANCEL: Final = UNTIL.make(verb="off")
"""The button that cancels the standing order until one's own turn."""


class Orders(Protocol):
    """The standing orders of all seats."""

    def find_order_until_turn(self, table: Table, seat: Seat) -> str:
        """The verb of a seat's order that lasts until its own turn; "" if it has no such order."""

    def has_order(self, table: Table, seat: Seat) -> bool:
        """True if a seat has an order for the hand under way."""


def with_until_turn(
    game: AnyGame, crowd: View, rows: Sequence[Row], words: Words, most_rows: int = MOST_ROWS
) -> Controls:
    """Add the button at the end of the row with the one that lets a call go by, if the rows have such a button. So it
    comes after the calls, which it gives away.

    If that row is full, the button gets a row of its own below, or else a place at the end of another row of buttons.
    """
    verb, new = find_passing_verb(game, crowd), [*rows]
    beside = [place for place, row in enumerate(rows) if verb and any(control.name == verb.name for control in row)]
    if verb is None or not beside:
        return tuple(rows)
    button = Button(UNTIL.make(verb=verb.name), words.say("button_until_turn", verb=words.label(verb.name)))
    with_room = [
        place
        for place in (beside[0], *range(len(rows)))
        if len(rows[place]) < MOST_IN_ROW and not _has_menu(rows[place])
    ]
    if beside[0] not in with_room and len(rows) < most_rows:
        new.insert(beside[0] + 1, (button,))
    elif with_room:
        new[with_room[0]] = (*rows[with_room[0]], button)
    return tuple(new)
