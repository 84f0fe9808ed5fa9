"""Acts in a lobby: seats, robots, house rules, the queue, and the next table."""

from bot.acts.table import suggest_time
from bot.edge.acts import About, TableAct, by
from bot.edge.discord_commands import Option
from bot.edge.interactions import InteractionRequest
from bot.messages.boards.lobby import AGREE, LEAVE_SEAT, MORE, ROBOTS, START_NOW, make_more_message, name_robot_control
from bot.messages.parts import house_rules
from bot.ports import Reply, Suggested
from bot.services.services import Cost, Services
from bot.tables.aggregate import Table
from bot.wording import describe_house_rule, name_house_rule, read_house_name
from bot.wording.letters import simplify
from games.core import Level, Refused


async def start(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Start the game now, or at the given time."""
    if when := request.read_text("at"):
        return await services.lobby.start_at(table, request, when)
    return await services.lobby.start(table, request)


async def leave(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Give up the requester's seat in a lobby or their place in the queue. During the game, ask first."""
    if table.playing and table.seat_of(request.user) is not None:
        return await services.seats.ask_to_leave(table, request)
    if table.seat_of(request.user) not in (None, request.facts.get("seat", table.seat_of(request.user))):
        raise Refused("TABLE", "no_button")  # an older lobby's button, beside another name
    return await services.lobby.leave(table, request)


async def show_or_set_house_rules(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Show the house rules, or set one before the first hand."""
    rule = read_house_name(request.read_text("rule"), request.words)
    if rule and (value := request.read_text("value")):
        return await services.lobby.set_house_rule(table, request, rule, value)
    return await services.lobby.show_house_rules(table, request, rule or None)


async def show_rule_menus(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Show the house rules by theme. If a rule is chosen, show the form or menu for it."""
    return house_rules.ask_rule(table, request.values, request.words)


async def suggest_rules(services: Services, request: InteractionRequest) -> Suggested:
    """Suggest the house rules of the table here that match the typed text."""
    table = await services.lookup.find(request)
    if table is None:
        return []
    typed, words = simplify(request.read_text("rule")), request.words
    found = [
        (f"{name_house_rule(rule.name, words)}: {describe_house_rule(rule, words)}", rule.name)
        for rule in house_rules.rules_of(table)
    ]
    return [(label, name) for label, name in found if typed in simplify(label) or typed in name]


async def suggest_values(services: Services, request: InteractionRequest) -> Suggested:
    """Suggest the values of the chosen house rule, if there are few."""
    table = await services.lookup.find(request)
    if table is None:
        return []
    words = request.words
    name, typed = read_house_name(request.read_text("rule"), words), simplify(request.read_text("value"))
    offered = house_rules.list_values(table, name, words)
    return [(label, value) for label, value in offered if typed in simplify(label) or typed in value.lower()]


def _make_robot_act(level: Level) -> TableAct:
    """Make the act that puts a robot of a level on the next seat."""
    return TableAct(
        controls=(name_robot_control(level),),
        cost=Cost.CHANGE,
        use=lambda services, table, request: services.lobby.add_robot(table, request, level, request.shown_sequence),
    )


async def add_chosen_robot(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Put a robot of the chosen level on the next seat. Raises Refused for an unknown level."""
    try:
        level = Level(request.values[0])
    except (IndexError, ValueError):
        raise Refused("TABLE", "no_button") from None
    return await services.lobby.add_robot(table, request, level)


async def show_more(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Show those controls of a lobby that stand behind *More*."""
    return Reply(make_more_message(table, request.words))


ACTS = (
    TableAct(controls=(MORE,), cost=Cost.PRESS, use=show_more),
    TableAct(controls=(ROBOTS,), cost=Cost.CHANGE, use=add_chosen_robot),
    TableAct(
        command="table start",
        options=(Option("at", suggest=suggest_time, most=60, keywords=("off",)),),
        controls=("lobby.start", "table.start"),
        about=About.LOBBY,
        cost=Cost.CHANGE,
        use=start,
    ),
    TableAct(
        controls=(START_NOW,),
        cost=Cost.CHANGE,
        use=by(lambda services: services.lobby.start),
    ),
    TableAct(
        command="table join",
        controls=("lobby.join",),
        about=About.LOBBY,
        cost=Cost.CHANGE,
        use=by(lambda services: services.lobby.join),
    ),
    TableAct(
        command="table leave",
        controls=("lobby.leave", LEAVE_SEAT),
        about=About.LOBBY,
        cost=Cost.CHANGE,
        use=leave,
    ),
    TableAct(
        controls=("lobby.swap",),
        cost=Cost.CHANGE,
        use=by(lambda services: services.lobby.swap),
    ),
    TableAct(
        command="table call",
        controls=("lobby.call",),
        about=About.LOBBY,
        cost=Cost.CHANGE,
        use=by(lambda services: services.seats.call),
    ),
    *map(_make_robot_act, Level),
    TableAct(
        controls=("lobby.robot-",),
        cost=Cost.CHANGE,
        use=by(lambda services: services.lobby.remove_robot),
    ),
    TableAct(
        controls=(AGREE,),
        cost=Cost.CHANGE,
        use=by(lambda services: services.lobby.agree_to_house_rules),
    ),
    TableAct(
        command="table house",
        options=(
            Option("rule", suggest=suggest_rules, most=60),
            Option("value", suggest=suggest_values, most=200),
        ),
        cost=Cost.CHANGE,
        use=show_or_set_house_rules,
    ),
    TableAct(controls=house_rules.PAGES, opens_form=True, cost=Cost.PRESS, use=show_rule_menus),
    TableAct(
        controls=("lobby.house.set",),
        cost=Cost.CHANGE,
        use=lambda services, table, request: services.lobby.choose_house_rule(table, request, request.values),
    ),
    TableAct(
        controls=(house_rules.PRESET,),
        cost=Cost.CHANGE,
        use=lambda services, table, request: services.lobby.take_preset(
            table, request, request.facts["preset"] or request.given_words
        ),
    ),
    TableAct(
        controls=("lobby.ours",),
        cost=Cost.PRESS,
        use=by(lambda services: services.lobby.show_crew_rules),
    ),
    TableAct(
        controls=("lobby.ours.keep",),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, table, request: services.lobby.change_crew_rules(table, request, keep=True),
    ),
    TableAct(
        controls=("lobby.ours.forget",),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, table, request: services.lobby.change_crew_rules(table, request, keep=False),
    ),
    TableAct(
        controls=("queue.leave",),
        cost=Cost.CHANGE,
        use=by(lambda services: services.seats.leave_queue),
    ),
    TableAct(
        controls=("table.again",),
        cost=Cost.OPENING,
        use=by(lambda services: services.seats.open_again),
    ),
)
