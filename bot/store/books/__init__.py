"""The crew's books: crews, postings, audits and reports."""

from bot.store.books.crews import Crew, Member, Season
from bot.store.books.keepsakes import Keepsake, KeptKind
from bot.store.books.member_notes import MemberNote
from bot.store.books.payments import Payment
from bot.store.books.postings import Gain, NewTransfer, StoredTransfer, TransferVerdict
from bot.store.books.reports import Scope
