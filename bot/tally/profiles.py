"""Texts about players: profiles, leaderboards and partners."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from bot.ports.text import look_of
from bot.store.books.reports import AtTables
from bot.tally import luck
from bot.tally.achievements import Count, Feats, Paired
from bot.tally.book import Book, Owner, format_signed, places_of
from bot.tally.records import RUN, list_records, rank
from bot.wording import Words
from games import registry
from games.core.refused import Refused
from games.core.results import HANDS, Record

FIRST: Final = 10
"""The last place that a leaderboard shows. Everybody who shares it is named, up to `MOST_LEADERS` lines."""
MOST_LEADERS: Final = 25
MOST_SORTS: Final = 8


def title(kind: str, game: str, words: Words) -> str:
    """The title of an achievement in a game's words."""
    return words.about(game).say(f"tally/feat/{kind}")


def worth(kind: str, game: str, amount: int, words: Words) -> str:
    """Word a member's figure in an achievement."""
    key = f"tally/worth/{kind}"
    return words.about(game).say(key if words.about(game).knows(key) else "tally/worth", amount=amount)


def of_game(
    game: str, feats: Feats | None, member: Owner, result: AtTables | None, words: Words, name: str = ""
) -> list[str]:
    """The line about a member's feats in a game, and the lines about their luck; none without feats."""
    told = [] if feats is None else list(_list_achieved(game, feats, member, result, words))
    if feats is None or not told:
        return []
    lucky = [
        line
        for record in registry.game(game).RECORDS
        for line in luck.describe_luck(name, title(record.kind, game, words), feats.amount(record, member),
                              feats.odds.get(record.kind, {}).get(member), words)
    ]  # fmt: skip
    return [words.say("tally/feats", feats=" · ".join(told)), *lucky]


def _list_achieved(game: str, feats: Feats, member: Owner, result: AtTables | None, words: Words) -> Iterator[str]:
    for record in registry.game(game).RECORDS:
        count = feats.counts.get(record.kind, {}).get(member)
        if count is not None:
            yield _describe_record(game, record, feats, member, count, words)
        if record.kind == HANDS and count is not None and result is not None:
            yield words.say("tally/each_hand", average=mean(result.amount, count.total))
            if result.best > 0:
                yield words.say("tally/best_hand", amount=format_signed(result.best))


def _describe_record(game: str, record: Record, feats: Feats, member: Owner, count: Count, words: Words) -> str:
    amount, named = worth(record.kind, game, feats.amount(record, member), words), title(record.kind, game, words)
    tries = feats.counts.get(record.of, {}).get(member)
    if tries is None:
        told = words.say("tally/feat_of", title=named, amount=amount)
    else:
        run = feats.runs.get(record.kind, {}).get(member, 0)
        told = words.say("tally/feat_share", title=named, amount=amount, tries=tries.total, run=run,
                   percent=percent(count.total, tries.total))  # fmt: skip
    if not count.sorts:
        return told
    sorts = [
        words.say("tally/feat_sort", title=words.about(game).say(f"receipt_title/{sort}"), amount=number)
        for sort, number in count.sorts.most_common(MOST_SORTS)
    ]
    return words.say("tally/feat_sorts", told=told, sorts=", ".join(sorts))


def best_partner_line(book: Book, found: Mapping[str, Feats], member: Owner) -> list[str]:
    """The line about the partner with whom a member has played most; none without a partner."""
    mine = [pair for pair in pairs(found) if member in pair.owners]
    if not mine:
        return []
    most = max(mine, key=lambda pair: (pair.tries, pair.good))
    names = tuple(book.name(owner) for owner in most.owners if owner != member)
    return [book.words.say("tally/partner", name=names, good=most.good, tries=most.tries)]


def pairs(found: Mapping[str, Feats]) -> list[Paired]:
    """All pairs of partners with their results of all games, those with the most wins first."""
    together: dict[tuple[Owner, ...], Paired] = {}
    for feats in found.values():
        for owners, pair in feats.pairs.items():
            before = together.get(owners, Paired(owners, 0, 0))
            together[owners] = Paired(owners, before.tries + pair.tries, before.good + pair.good)
    return sorted(together.values(), key=lambda pair: (-pair.good, pair.tries, pair.owners))


def partners(book: Book, found: Mapping[str, Feats], only: Owner | None, what: str) -> list[str]:
    """The lines of the page of partners. With `only`, the page has only the pairs of this member."""
    words = book.words
    shown = [pair for pair in pairs(found) if only is None or only in pair.owners][:MOST_LEADERS]
    lines = [
        words.say("tally/pair", place=place, names=tuple(map(book.name, pair.owners)), good=pair.good, tries=pair.tries,
            percent=percent(pair.good, pair.tries))
        for place, pair in enumerate(shown, 1)
    ]  # fmt: skip
    return [words.say("tally/partners", what=what), *(lines or [words.say("tally/no_pairs")])]


def kinds(game: str | None, words: Words) -> dict[str, str]:
    """The titles of the achievements that have a leaderboard, by kind."""
    named = {kind: title(kind, first_game, words) for kind, (first_game, _) in list_records(game).items()}
    return {**named, RUN: title(RUN, "", words)}


def kind_of(text: str, game: str | None, words: Words) -> str:
    """Find the kind of an achievement by its typed kind or title. Raises Refused("TALLY", "feat")."""
    known = kinds(game, words)
    for kind, named in known.items():
        if look_of(text) in (look_of(kind), look_of(named)):
            return kind
    raise Refused("TALLY", "feat", given=text[:60], feats=tuple(dict.fromkeys(known.values())))


def leaders(
    book: Book, found: dict[str, Feats], game: str | None, feat: str, asker: Owner | None, what: str
) -> list[str]:
    """The lines of a leaderboard: the first ten places, and that of `asker`. Raises Refused for an unknown feat."""
    kind = kind_of(feat, game, book.words)
    first_game = list_records(game)[kind][0] if kind != RUN else ""
    figures = rank(found, game, kind)
    places = places_of([amount for _, amount in figures])
    lines = [
        book.words.say(
            "tally/leader", place=place, name=book.name(owner), amount=worth(kind, first_game, amount, book.words)
        )
        for place, (owner, amount) in zip(places, figures, strict=True)
        if place <= FIRST
    ][:MOST_LEADERS]
    for place, (owner, amount) in list(zip(places, figures, strict=True))[len(lines) :]:
        if owner == asker:
            lines.append(
                book.words.say("tally/leader_you", place=place, amount=worth(kind, first_game, amount, book.words))
            )
    return [
        book.words.say("tally/leaders", title=title(kind, first_game, book.words), what=what),
        *(lines or [book.words.say("tally/nobody_yet")]),
    ]


def mean(amount: int, count: int) -> str:
    """Format an average with its sign and one digit behind the point: "+1.3"."""
    tenths = round(Fraction(10 * amount, max(1, count)))
    sign = "+" if tenths > 0 else "−" if tenths else ""
    return f"{sign}{abs(tenths) // 10}.{abs(tenths) % 10}"


def percent(part: int, whole: int) -> int:
    """A share in whole percent."""
    return round(Fraction(100 * part, max(1, whole)))
