"""Code shared by every game: the shape of a game, events, secrets, windows, chance, options and receipts."""

from games.core.appraisal import Appraisal, MadeMove
from games.core.chance import Chance, SecretChance
from games.core.events import UnknownEvent, to_json
from games.core.game import AnyGame, find_dealing_verb
from games.core.moves import Unreadable
from games.core.numbers import parse_written
from games.core.options import AnyOption, Option, Options, Value, restore, settle
from games.core.receipt import Receipt
from games.core.refused import Refused
from games.core.results import Record, sides_of
from games.core.robots import Level
from games.core.seats import Seat
from games.core.secret import seat_of, view_event
from games.core.view import View
