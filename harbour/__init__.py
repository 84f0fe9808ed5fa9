"""A small Discord server on loopback: REST and gateway for an unmodified bot, a web page for people. Knows no games."""

from harbour.actions.uploads import Upload
from harbour.base.clock import Clock
from harbour.base.errors import ApiError, NotOffered
from harbour.client.interaction_response import InteractionResponse, NoResponse
from harbour.client.person import Person
from harbour.page.house import House, NoHouse
from harbour.server import Harbour
from harbour.state.application import CallbackType, Modal
from harbour.state.model import Attachment, Channel, Message, User
from harbour.state.permissions import Permission
from harbour.world.file import WorldUnusable
