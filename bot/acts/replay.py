"""Acts of looking back: a hand step by step, the check of its shuffle, and the score sheet."""

from bot.edge.acts import About, Act, Heading, TableAct
from bot.edge.discord_commands import Kind, Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.edge.responder import FileReply
from bot.messages.replay import CALL, JUMP, KEEP, SCORE, SEAT, SHARE, WENT
from bot.messages.replay_steps import Look
from bot.messages.seals import COPY, VERIFY
from bot.messages.table_words import words_of
from bot.ports.requests import Reply, reply_text
from bot.services.fairness import HIGHEST_HAND, describe_verdict, make_proof
from bot.services.quotas import Cost
from bot.services.services import Services
from bot.tables.aggregate.table import Table
from bot.tally.book import format_date
from bot.tally.entry_text import title_of
from bot.tally.replaying import REPLAY
from games.core.numbers import parse_written
from games.core.refused import Refused

HIGHEST_TABLE = 1_000_000
"""The highest number of a table that can be named."""
_LAST_PARTS = ("open", "first", "back", "on", "last", CALL, SCORE, JUMP, SEAT, SHARE, WENT)
"""The last parts of the names of the controls below a replay."""


async def verify(services: Services, table: Table, request: InteractionRequest) -> Reply | FileReply:
    """Check the whole deal of a hand if its secret is open; otherwise prove the pieces that were shown.

    A button names its hand by the commitment, a command by the number.
    """
    fairness = services.fairness
    if request.control_name:
        verdict = await fairness.check_shuffle(table, request.last_part)
    else:
        verdict = await fairness.check(table, _read_hand(request))
    text, proof = (
        describe_verdict(table, verdict, words_of(table, request.requester.language)),
        make_proof(table, verdict),
    )
    if proof is None:
        return reply_text(text, table.id)
    return FileReply(text, f"boneyard-proof-{table.id}-{verdict.number}.json", proof)


async def show_replay(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Show a finished hand from its first step, with the reasons of its robots."""
    hand = _read_hand(request)
    return await services.replays.show(table, request, None if hand is None else Look(hand))


async def suggest_hands(services: Services, request: InteractionRequest) -> list[tuple[str, int]]:
    """Suggest the finished hands of the table, the last one first."""
    number = request.options.get("table")
    if number is None:
        table = await services.lookup.find_here_or_closed(request)
    else:
        table = await services.find_played(int(number), request)
    return services.replays.suggest_hands(table, request.read_text("hand"), request.words())


async def suggest_tables(services: Services, request: InteractionRequest) -> list[tuple[str, int]]:
    """Suggest the tables of the crew, the newest first."""
    if request.in_dm:
        return []
    crew = await services.tally.reports.find_crew(request)
    found = await services.lookup.list_played(crew.id, request.read_text("table"), request)
    words = request.words()
    return [
        (words.say("replay/table", number=number, title=title_of(game), on=format_date(at, words)), number)
        for number, game, at in found
    ]


async def open_hand(services: Services, request: InteractionRequest) -> Reply:
    """Replay the hand that a page of the tally names."""
    table_text, _, hand_text = (*request.values, "")[0].partition(".")
    number, hand = parse_written(table_text), parse_written(hand_text)
    if number is None or hand is None:
        raise Refused("TABLE", "no_button")
    return await services.replays.show(await services.find_played(number, request), request, Look(hand))


def _read_hand(request: InteractionRequest) -> int | None:
    hand = request.options.get("hand")
    return None if hand is None else int(hand)


def _read_look(request: InteractionRequest) -> Look:
    """Read the hand, the step and the seat that a control of a replay asks for. Raises Refused.

    The control's name is "replay.<hand>.<step>.<name>" or "replay.<hand>.<step>.<seat>.<name>". The last part of
    the name makes the ids of a message distinct. For a menu, it also says if the chosen entry is a step or a seat.
    """
    if request.last_part not in _LAST_PARTS:
        raise Refused("TABLE", "no_button")
    length = 5 if request.control_name.count(".") == 4 else 4
    hand, step = request.read_number(1, length), request.read_number(2, length)
    seat = request.read_number(3, length) if length == 5 else None
    look = Look(hand, step, chosen=seat)
    if request.last_part not in (JUMP, SEAT):
        return look
    entry = parse_written(request.given_words)
    if entry is None:
        raise Refused("TABLE", "no_button")
    return look._replace(step=entry) if request.last_part == JUMP else look._replace(chosen=entry, public=True)


_HAND = Option(
    "hand",
    "Which hand, from 1; the last one that is over, if you do not say",
    Kind.NUMBER,
    suggest=suggest_hands,
    least=1,
    most=HIGHEST_HAND,
)

_TABLE = Option(
    "table",
    "Which table of this crew, by its number in the books; without it, the one here",
    Kind.NUMBER,
    suggest=suggest_tables,
    least=1,
    most=HIGHEST_TABLE,
)

HEADINGS = {"replay": Heading("Look back at a hand that is over", Reach.USER_INSTALL)}

ACTS = (
    TableAct(
        command="replay verify",
        description="Check that a hand was shuffled as promised",
        options=(_TABLE, _HAND),
        controls=(f"{VERIFY}.*",),
        about=About.OVER,
        looks_back=True,
        cost=Cost.PICTURE | Cost.HEAVY,
        use=verify,
    ),
    TableAct(
        command="replay show",
        description="See a hand that is over step by step, and why its robots did what they did",
        options=(_TABLE, _HAND),
        about=About.OVER,
        looks_back=True,
        cost=Cost.PICTURE | Cost.HEAVY,
        use=show_replay,
    ),
    Act(controls=(REPLAY,), cost=Cost.PICTURE | Cost.HEAVY, use=open_hand),
    TableAct(
        controls=("replay.*",),
        looks_back=True,
        cost=Cost.PICTURE | Cost.HEAVY,
        use=lambda services, table, request: services.replays.show(table, request, _read_look(request)),
    ),
    TableAct(
        controls=(f"replay.*.{SHARE}",),
        cost=Cost.PICTURE | Cost.ANNOUNCEMENT | Cost.HEAVY,
        use=lambda services, table, request: services.replays.share(table, request, _read_look(request)),
    ),
    TableAct(
        controls=(f"replay.*.{KEEP}",),
        looks_back=True,
        opens_form=True,
        cost=Cost.HEAVY,
        use=lambda services, table, request: services.keepsakes.ask_about_hand(
            table, request.read_number(1, 4), request
        ),
    ),
    TableAct(
        controls=(f"replay.*.{WENT}",),
        looks_back=True,
        slow=True,
        cost=Cost.PICTURE | Cost.HEAVY,
        use=lambda services, table, request: services.replays.show_turning_points(table, request, _read_look(request)),
    ),
    TableAct(
        controls=(f"{COPY}.*",),
        cost=Cost.PICTURE,
        use=lambda services, table, request: services.fairness.show_digits(table, request, request.last_part),
    ),
    TableAct(
        controls=("sheet",),
        cost=Cost.PICTURE,
        use=lambda services, table, request: services.replays.show_sheet(table, request),
    ),
)
