"""A Discord at home: REST and gateway on loopback for an unmodified client, and a page for people. Knows no games."""

from harbour.answers import Answer, NotAnswered
from harbour.clock import Clock
from harbour.errors import ApiError, NotOffered
from harbour.faults import Fault
from harbour.interactions import Callback, Modal
from harbour.model import Attachment, Channel, Message, User
from harbour.people import Person
from harbour.permissions import Permission
from harbour.server import Harbour
from harbour.uploads import Upload

__all__ = [
    "Answer",
    "ApiError",
    "Attachment",
    "Callback",
    "Channel",
    "Clock",
    "Fault",
    "Harbour",
    "Message",
    "Modal",
    "NotAnswered",
    "NotOffered",
    "Permission",
    "Person",
    "Upload",
    "User",
]
