"""The ports: requests, messages, the messenger and the clock. Every other package of the bot may use them.

What most of them use stands here by name.
"""

from bot.ports.checkup import HELD, Finding, Grade
from bot.ports.clock import Clock
from bot.ports.last_stored import LastStored
from bot.ports.locks import Locks
from bot.ports.markup import cut, format_timestamp, join_lines, make_dm_link, make_message_link, mark_piece, say_span
from bot.ports.messenger import (
    DeliveryError,
    ErrorKind,
    Fault,
    Messenger,
    NotAllowed,
    Outcome,
    Place,
    ScheduledEvent,
    SoughtMessage,
    digest_text,
)
from bot.ports.patterns import Pattern
from bot.ports.refused_request import RefusedRequest
from bot.ports.requests import DONE, Location, Reply, Request, Requester, RequestId, Suggested, reply_text
from bot.ports.text import clean, clean_name, fold_name, is_alike, label_person, list_looks, list_texts, without_marks
from bot.ports.times import DAY, HOUR, MINUTE, find_wait
from bot.ports.ui import (
    HAND_PICTURE,
    MOST_COMPONENTS,
    MOST_IN_ROW,
    MOST_ITEMS,
    MOST_ROWS,
    MOST_TEXT,
    Accent,
    Button,
    Buttons,
    Controls,
    Field,
    Fixture,
    Form,
    Item,
    Layout,
    Menu,
    Message,
    Part,
    PieceGroup,
    Row,
    Section,
    SinglePicture,
    Text,
    fill_rows,
    fit_groups,
    fit_texts,
    in_plain,
    lay_out,
    make_button,
    separate,
    with_buttons,
)
