"""Texts about players: profiles, leaderboards and partners."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from bot.ports import fold_name
from bot.store.books.reports import AtTables
from bot.tally.books import luck
from bot.tally.books.achievements import RUN, Feats, PartnerTries, list_records, rank
from bot.tally.books.book import Book, Owner, format_signed, rank_places
from bot.wording import Words
from games import registry
from games.core import Record, Refused
from games.core.results import HANDS

LAST_PLACE: Final = 10
"""The last place that a leaderboard shows. All who share it are named."""
MOST_LEADERS: Final = 25
"""The most lines of a leaderboard, and of the page of partners."""
MOST_SORTS: Final = 8
"""The most sorts of a feat that a profile names."""


def find_title(kind: str, game: str, words: Words) -> str:
    """The title of an achievement, in the words of a game."""
    return words.about(game).say(f"tally/feat/{kind}")


def describe_amount(kind: str, game: str, amount: int, words: Words) -> str:
    """Describe how much of an achievement a member has."""
    return words.about(game).say_known(f"tally/worth/{kind}", "tally/worth", amount=amount)


def list_feats(
    game: str, feats: Feats | None, member: Owner, result: AtTables | None, words: Words, name: str = ""
) -> list[str]:
    """List the line about a member's feats in a game, and the lines about their luck; [] without feats."""
    if feats is None:
        return []
    achieved = list(_list_achieved(game, feats, member, result, words))
    if not achieved:
        return []
    luck_lines = [
        line
        for record in registry.game(game).RECORDS
        for line in luck.describe_luck(name, find_title(record.kind, game, words), feats.find_amount(record, member),
                              feats.counts[record.kind, member].chances, words)
    ]  # fmt: skip
    return [words.say("tally/feats", feats=" · ".join(achieved)), *luck_lines]


def _list_achieved(game: str, feats: Feats, member: Owner, result: AtTables | None, words: Words) -> Iterator[str]:
    for record in registry.game(game).RECORDS:
        count = feats.counts[record.kind, member]
        if count.total:
            yield _describe_record(game, record, feats, member, words)
        if record.kind == HANDS and count.total and result is not None:
            yield words.say("tally/each_hand", average=round(Fraction(10 * result.amount, count.total)))
            if result.best > 0:
                yield words.say("tally/best_hand", amount=format_signed(result.best))


def _describe_record(game: str, record: Record, feats: Feats, member: Owner, words: Words) -> str:
    count, tries = feats.counts[record.kind, member], feats.counts[record.out_of, member]
    title = find_title(record.kind, game, words)
    amount = describe_amount(record.kind, game, feats.find_amount(record, member), words)
    if not tries.total:
        sentence = words.say("tally/feat_of", title=title, amount=amount)
    else:
        sentence = words.say("tally/feat_share", title=title, amount=amount, tries=tries.total, run=count.run,
                   percent=count_percent(count.total, tries.total))  # fmt: skip
    if not count.sorts:
        return sentence
    sorts = [
        words.say("tally/feat_of", title=words.about(game).say(f"receipt_title/{sort}"), amount=number)
        for sort, number in count.sorts.most_common(MOST_SORTS)
    ]
    return words.say("tally/feat_sorts", told=sentence, sorts=", ".join(sorts))


def describe_usual_partner(book: Book, found: Mapping[str, Feats], member: Owner) -> list[str]:
    """The line about the partner with whom a member has played most; [] without a partner."""
    mine = [pair for pair in list_pairs(found) if member in pair.owners]
    if not mine:
        return []
    most = max(mine, key=lambda pair: (pair.tries, pair.good))
    names = tuple(book.name(owner) for owner in most.owners if owner != member)
    return [book.words.say("tally/partner", name=names, good=most.good, tries=most.tries)]


def list_pairs(found: Mapping[str, Feats]) -> list[PartnerTries]:
    """List all pairs of partners with their results in all games, those with the most good tries first."""
    totals: dict[tuple[Owner, ...], list[bool]] = {}
    for feats in found.values():
        for owners, tries in feats.pairs.items():
            totals.setdefault(owners, []).extend(tries)
    pairs = (PartnerTries(owners, len(tries), sum(tries)) for owners, tries in totals.items())
    return sorted(pairs, key=lambda pair: (-pair.good, pair.tries, pair.owners))


def list_partners(book: Book, found: Mapping[str, Feats], only: Owner | None, scope: str) -> list[str]:
    """List the lines of the page of partners. `only` restricts the page to the pairs of one member. `scope` says in
    words which games and which time the page covers."""
    words = book.words
    shown = [pair for pair in list_pairs(found) if only is None or only in pair.owners][:MOST_LEADERS]
    lines = [
        words.say("tally/pair", place=place, names=tuple(map(book.name, pair.owners)), good=pair.good, tries=pair.tries,
            percent=count_percent(pair.good, pair.tries))
        for place, pair in enumerate(shown, 1)
    ]  # fmt: skip
    return [words.say("tally/partners", what=scope), *(lines or [words.say("tally/no_pairs")])]


def list_kinds(game: str | None, words: Words) -> dict[str, str]:
    """List the titles of the achievements that have a leaderboard, by kind."""
    titles = {kind: find_title(kind, first_game, words) for kind, (first_game, _) in list_records(game).items()}
    return {**titles, RUN: find_title(RUN, "", words)}


def find_kind(text: str, game: str | None, words: Words) -> str:
    """Find the kind of an achievement by its typed kind or title. Raises Refused("TALLY", "feat")."""
    known = list_kinds(game, words)
    for kind, title in known.items():
        if fold_name(text) in (fold_name(kind), fold_name(title)):
            return kind
    raise Refused("TALLY", "feat", given=text[:60], feats=tuple(dict.fromkeys(known.values())))


def list_leaders(
    book: Book, found: dict[str, Feats], game: str | None, feat: str, asker: Owner | None, scope: str
) -> list[str]:
    """List the lines of a leaderboard: the places up to `LAST_PLACE`, and the place of `asker`. `scope` says in
    words which games and which time the leaderboard covers. Raises Refused for an unknown feat."""
    kind = find_kind(feat, game, book.words)
    first_game = list_records(game)[kind][0] if kind != RUN else ""
    figures = rank(found, game, kind)
    places = rank_places([amount for _, amount in figures])
    ranked = [
        (place, owner, describe_amount(kind, first_game, amount, book.words))
        for place, (owner, amount) in zip(places, figures, strict=True)
    ]
    lines = [
        book.words.say("tally/leader", place=place, name=book.name(owner), amount=amount)
        for place, owner, amount in ranked
        if place <= LAST_PLACE
    ][:MOST_LEADERS]
    lines += [
        book.words.say("tally/leader_you", place=place, amount=amount)
        for place, owner, amount in ranked[len(lines) :]
        if owner == asker
    ]
    return [
        book.words.say("tally/leaders", title=find_title(kind, first_game, book.words), what=scope),
        *(lines or [book.words.say("tally/nobody_yet")]),
    ]


def count_percent(part: int, whole: int) -> int:
    """Count a share in whole percent, rounded."""
    return round(Fraction(100 * part, max(1, whole)))
