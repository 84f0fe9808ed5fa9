"""Acts of looking back: a hand step by step, the check of its shuffle, and the score sheet."""

from bot.edge.acts import About, Act, Heading, TableAct, by
from bot.edge.discord_commands import Kind, Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.edge.responder import FileReply
from bot.messages.books.replaying import REPLAY
from bot.messages.parts.seals import COPY, VERIFY
from bot.messages.replays.dearest import NEXT
from bot.messages.replays.replay import CHOICE, DEAREST, KEEP, PLAY_ON, SHARE, STEP, WENT
from bot.messages.replays.replay_steps import Look
from bot.ports import Reply, reply_text
from bot.services.fairness import HIGHEST_HAND, describe_verdict, make_proof
from bot.services.services import Cost, Services
from bot.tables.aggregate import Table
from bot.tally.books import format_date, title_of
from games.core import Refused, parse_written

HIGHEST_TABLE = 1_000_000
"""The highest number of a table that can be named."""


async def verify(services: Services, table: Table, request: InteractionRequest) -> Reply | FileReply:
    """Check the whole deal of a hand if its secret is open; otherwise prove the pieces that were shown.

    A button names its hand by the commitment, a command by the number.
    """
    fairness = services.fairness
    if request.control:
        verdict = await fairness.check_shuffle(table, **request.facts)
    else:
        verdict = await fairness.check(table, _read_hand(request))
    text, proof = (
        describe_verdict(table, verdict, request.words),
        make_proof(table, verdict),
    )
    if proof is None:
        return reply_text(text)
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
    return services.replays.suggest_hands(table, request.read_text("hand"), request.words)


async def suggest_tables(services: Services, request: InteractionRequest) -> list[tuple[str, int]]:
    """Suggest the tables of the crew, the newest first."""
    if request.in_dm:
        return []
    crew = await services.tally.reports.find_crew(request)
    found = await services.lookup.list_played(crew.id, request.read_text("table"), request)
    words = request.words
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
    """Read the hand, the step and the seat that a control of a replay asks for. Raises Refused for a menu's entry that
    is no number."""
    facts = request.facts
    look, way = Look(facts["hand"], facts["step"], chosen=facts["chosen"]), facts.get("way")
    if way not in ("jump", "seat"):
        return look
    entry = parse_written(request.given_words)
    if entry is None:
        raise Refused("TABLE", "no_button")
    return look._replace(step=entry) if way == "jump" else look._replace(chosen=entry, public=True)


_HAND = Option("hand", Kind.NUMBER, suggest=suggest_hands, least=1, most=HIGHEST_HAND)
_TABLE = Option("table", Kind.NUMBER, suggest=suggest_tables, least=1, most=HIGHEST_TABLE)

HEADINGS = {"replay": Heading(Reach.USER_INSTALL)}

ACTS = (
    TableAct(
        command="replay verify",
        options=(_TABLE, _HAND),
        controls=(VERIFY,),
        about=About.OVER,
        looks_back=True,
        cost=Cost.PICTURE | Cost.HEAVY,
        use=verify,
    ),
    TableAct(
        command="replay show",
        options=(_TABLE, _HAND),
        about=About.OVER,
        looks_back=True,
        cost=Cost.PICTURE | Cost.HEAVY,
        use=show_replay,
    ),
    Act(controls=(REPLAY,), cost=Cost.PICTURE | Cost.HEAVY, use=open_hand),
    TableAct(
        controls=(STEP, CHOICE),
        looks_back=True,
        cost=Cost.PICTURE | Cost.HEAVY,
        use=lambda services, table, request: services.replays.show(table, request, _read_look(request)),
    ),
    TableAct(
        controls=(SHARE,),
        cost=Cost.PICTURE | Cost.ANNOUNCEMENT | Cost.HEAVY,
        use=lambda services, table, request: services.replays.share(table, request, _read_look(request)),
    ),
    TableAct(
        controls=(KEEP,),
        looks_back=True,
        opens_form=True,
        cost=Cost.HEAVY,
        use=lambda services, table, request: services.keepsakes.ask_about_hand(table, request.facts["hand"], request),
    ),
    TableAct(
        controls=(WENT,),
        looks_back=True,
        slow=True,
        cost=Cost.PICTURE | Cost.HEAVY,
        use=lambda services, table, request: services.replays.show_turning_points(table, request, _read_look(request)),
    ),
    TableAct(
        controls=(PLAY_ON,),
        looks_back=True,
        cost=Cost.OPENING | Cost.HEAVY,
        use=lambda services, table, request: services.practice.play_on(
            table, request, _read_look(request), request.facts["way"] == "instead"
        ),
    ),
    TableAct(
        controls=(DEAREST,),
        looks_back=True,
        slow=True,
        cost=Cost.PICTURE | Cost.HEAVY,
        use=by(lambda services: services.replays.show_dearest),
    ),
    TableAct(
        controls=(NEXT,),
        looks_back=True,
        cost=Cost.PICTURE | Cost.HEAVY,
        use=by(lambda services: services.replays.show_dearest),
    ),
    TableAct(
        controls=(COPY,),
        cost=Cost.PICTURE,
        use=by(lambda services: services.fairness.show_digits),
    ),
    TableAct(
        controls=("sheet",),
        cost=Cost.PICTURE,
        use=by(lambda services: services.replays.show_sheet),
    ),
)
