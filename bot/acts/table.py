"""Acts about a whole table: opening and closing it, seats that change hands, pauses, take-backs and salts."""

import contextlib
import secrets
from dataclasses import replace

from bot.acts.games import list_titles
from bot.acts.hand import open_form
from bot.edge.acts import About, Act, Heading, TableAct, by
from bot.edge.checkup import list_missing
from bot.edge.discord_commands import Kind, Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.messages.boards.board import CLOSING, TAKE_BACK, VOTE
from bot.messages.boards.offers import ACCEPT, AGREE, DECLINE
from bot.messages.front_door import OPEN
from bot.messages.overview import SHOW
from bot.messages.parts.table_panel import HUSH, TALK
from bot.ports import Reply, Suggested
from bot.services.services import Cost, Services
from bot.tables.aggregate import Table
from bot.wording import describe_preset, name_preset
from bot.wording.letters import select_matching
from games import registry
from games.core import Refused, Seat


async def suggest_presets(services: Services, request: InteractionRequest) -> Suggested:
    """Suggest the presets of the game that is already chosen."""
    chosen = request.read_text("game")
    presets = registry.game(chosen).PRESETS if chosen in registry.NAMES else ()
    words = request.words.about(chosen)
    found = [
        (f"{name_preset(preset.name, words)}: {describe_preset(preset, words)}", preset.name) for preset in presets
    ]
    return select_matching(request.read_text("preset"), found)


PRESET = Option("preset", suggest=suggest_presets, most=60)


suggest_time = by(lambda services: services.me.suggest_time, "at")
"""Suggests the meaning of the typed start time."""


async def open_table(services: Services, request: InteractionRequest) -> Reply:
    """Open a table. Raises Refused first if the bot may not post in this channel."""
    threaded = bool(request.options.get("thread", False))
    if not threaded:
        must_be_able_to_post(request)
    reply = await services.lobby.open(
        request,
        request.read_text("game"),
        request.read_text("pace") or "live",
        request.read_text("preset"),
        threaded,
        request.read_text("at"),
    )
    if request.slow_mode and not threaded and reply.message is not None:
        slow = request.words.say("lobby/slow_mode", seconds=request.slow_mode)
        return replace(reply, message=replace(reply.message, text=f"{reply.message.text}\n{slow}"))
    return reply


def must_be_able_to_post(request: InteractionRequest) -> None:
    """Raise Refused if the bot lacks a permission here that a table's messages need."""
    post = "send_messages_in_threads" if request.location.parent else "send_messages"
    needed = "view_channel", post, "attach_files"
    lacking = () if request.in_dm else list_missing(request.allowed, needed)
    if lacking:
        raise Refused("TABLE", "no_post", lacking=tuple(request.words.say(f"permission/{name}") for name in lacking))


async def substitute(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Offer a seat to a person, or give it to a robot."""
    player, newcomer = request.people.get("player"), request.find_person("to")
    return await services.seats.substitute(table, request, None if player is None else player.user, newcomer)


async def ask_or_answer_undo(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Ask everyone if the requester may take their last move back, or answer another player who has asked."""
    match request.read_text("answer"):
        case "yes" | "no" as answer:
            return await services.seats.answer_take_back(table, request, answer == "yes", None)
        case _:
            return await services.seats.ask_to_take_back(table, request)


async def vote(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Vote for a robot to play for the seat that a button names. Raises Refused if the table has no such seat."""
    number = request.facts["seat"]
    if number >= len(table.seats):
        raise Refused("TABLE", "no_button")
    return await services.seats.vote(table, request, Seat(number))


async def call_last(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Call the last hand, or let the table play on after all."""
    if request.options.get("play_on"):
        return await services.seats.drop_last_hand(table, request)
    return await services.seats.call_last_hand(table, request)


async def keep_seat(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Answer *No* to the question of leaving: the requester keeps their seat."""
    return request.answer("leave/stayed")


HEADINGS = {"table": Heading(Reach.SERVER_AND_DM)}


async def open_here(services: Services, request: InteractionRequest) -> Reply:
    """Open a table of the game that a control names, with the crew's own house rules. Raises Refused.

    If the channel has a table already, the new table gets a thread. After a double tap, the first table is named again.
    """
    must_be_able_to_post(request)
    game = request.facts["game"]
    try:
        return await services.lobby.open(request, game)
    except Refused as refused:
        if refused.reason != "channel_taken":
            raise
    with contextlib.suppress(Refused):  # for a damaged table
        table = await services.lookup.find_here(request)
        if table.is_lobby and (table.row.host, table.row.game) == (request.user, game):
            return request.answer("lobby/opened", title=table.game.TITLE, place=f"<#{table.place}>")
    return await services.lobby.open(request, game, thread=True)


ACTS = (
    Act(controls=(OPEN,), cost=Cost.OPENING, use=open_here),
    Act(
        command="table open",
        for_newcomers=True,
        options=(
            Option("game", required=True, choices=list_titles),
            Option("pace", choices=("live", "correspondence")),
            PRESET,
            Option("thread", Kind.YES_NO),
            Option("at", suggest=suggest_time, most=60),
        ),
        cost=Cost.OPENING,
        use=open_table,
    ),
    TableAct(
        command="table show",
        controls=("table.show",),
        cost=Cost.PRESS,
        use=by(lambda services: services.seats.show_again),
    ),
    TableAct(
        command="table pause",
        controls=("table.pause",),
        about=About.PLAY,
        cost=Cost.CHANGE,
        use=by(lambda services: services.seats.pause),
    ),
    TableAct(
        command="table resume",
        controls=("table.resume",),
        about=About.PLAY,
        cost=Cost.CHANGE,
        use=by(lambda services: services.seats.resume),
    ),
    Act(
        command="table mine",
        controls=("tables.mine",),
        cost=Cost.PRESS,
        use=by(lambda services: services.seats.show_own_tables),
    ),
    Act(
        controls=(SHOW,),
        cost=Cost.PICTURE,
        use=by(lambda services: services.seats.bring),
    ),
    TableAct(
        controls=("table.more",),
        cost=Cost.PRESS,
        use=by(lambda services: services.seats.show_panel),
    ),
    TableAct(
        command="table last",
        options=(Option("play_on", Kind.YES_NO),),
        controls=("table.last",),
        about=About.PLAY,
        takes_seat_back=True,
        cost=Cost.CHANGE,
        use=call_last,
    ),
    TableAct(
        controls=("table.play_on",),
        takes_seat_back=True,
        cost=Cost.CHANGE,
        use=by(lambda services: services.seats.drop_last_hand),
    ),
    TableAct(
        controls=(HUSH, TALK),
        cost=Cost.CHANGE,
        use=lambda services, table, request: services.seats.set_banter(table, request, on=request.control_name == TALK),
    ),
    TableAct(
        command="table away",
        controls=("table.away",),
        about=About.PLAY,
        cost=Cost.CHANGE,
        use=by(lambda services: services.seats.step_away),
    ),
    TableAct(
        controls=("table.leave",),
        cost=Cost.PRESS,
        use=by(lambda services: services.seats.ask_to_leave),
    ),
    TableAct(
        controls=("table.leave.yes",),
        cost=Cost.CHANGE,
        use=by(lambda services: services.seats.leave),
    ),
    TableAct(controls=("table.leave.no",), cost=Cost.PRESS, use=keep_seat),
    TableAct(
        command="table sub",
        options=(
            Option("player", Kind.PERSON),
            Option("to", Kind.PERSON),
        ),
        takes_seat_back=True,
        cost=Cost.CHANGE,
        use=substitute,
    ),
    TableAct(
        command="table remove",
        options=(Option("player", Kind.PERSON, required=True),),
        about=About.PLAY,
        takes_seat_back=True,
        cost=Cost.CHANGE,
        use=lambda services, table, request: services.seats.ask_to_remove(
            table, request, request.people["player"].user
        ),
    ),
    TableAct(
        controls=(ACCEPT,),
        cost=Cost.CHANGE,
        use=by(lambda services: services.seats.accept),
    ),
    TableAct(
        controls=(DECLINE,),
        cost=Cost.CHANGE,
        use=by(lambda services: services.seats.decline),
    ),
    TableAct(
        controls=(AGREE,),
        takes_seat_back=True,
        cost=Cost.CHANGE,
        use=by(lambda services: services.seats.agree),
    ),
    TableAct(controls=(VOTE,), cost=Cost.CHANGE, use=vote),
    TableAct(
        command="table close",
        controls=("table.close",),
        takes_seat_back=True,
        cost=Cost.CHANGE,
        use=by(lambda services: services.seats.close),
    ),
    TableAct(
        controls=(CLOSING,),
        takes_seat_back=True,
        cost=Cost.CHANGE,
        use=by(lambda services: services.seats.answer_closing),
    ),
    TableAct(
        command="table ruleoff",
        controls=("table.ruleoff",),
        about=About.PLAY,
        takes_seat_back=True,
        cost=Cost.PRESS,
        use=by(lambda services: services.play.rule_off),
    ),
    TableAct(
        command="table undo",
        options=(Option("answer", choices=("ask", "yes", "no")),),
        controls=("undo.ask",),
        about=About.PLAY,
        takes_seat_back=True,
        cost=Cost.CHANGE,
        use=ask_or_answer_undo,
    ),
    TableAct(
        controls=(TAKE_BACK,),
        takes_seat_back=True,
        cost=Cost.CHANGE,
        use=by(lambda services: services.seats.answer_take_back),
    ),
    TableAct(controls=("salt",), opens_form=True, cost=Cost.PRESS, use=open_form),
    TableAct(
        command="table salt",
        options=(Option("words", most=64),),
        controls=("salt.give",),
        cost=Cost.CHANGE,
        use=lambda services, table, request: services.fairness.salt(
            table, request, request.read_text("words") or request.given_words or secrets.token_hex(8)
        ),
    ),
)
