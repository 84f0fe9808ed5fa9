"""A browser session: the data that the page shows, and the requests that it sends."""

import base64
import binascii
from collections.abc import Awaitable, Callable

from harbour.actions.uploads import Upload
from harbour.base.errors import NotOffered
from harbour.base.json_types import Json, JsonValue
from harbour.client import command_input
from harbour.client.form_input import InputValue
from harbour.client.interaction_response import NoResponse
from harbour.client.person import Person
from harbour.limits.commands import ATTACHMENT, MESSAGE_MENU, USER_MENU
from harbour.limits.components import FILE_UPLOAD
from harbour.state.model import Channel, Message
from harbour.state.server_state import Event, ServerState

Invite = Callable[[str], Awaitable[Json]]
"""Makes a code that pairs a phone: with new people, or anew with the person who has this id."""
HISTORY = 100
"""The number of messages of each channel that the page shows at first."""
NAME_LENGTH, PEOPLE = 32, 100
"""The longest name of a person added on the page, in characters, and the most people."""


def _translate(part: Json, field: str, locale: str) -> str:
    """The name or description of a command, option or choice, as Discord shows it to readers of a locale."""
    return str((part.get(f"{field}_localizations") or {}).get(locale) or part[field])


def _localize(node: Json, locale: str) -> Json:
    """The description and the options of a command in a reader's language.

    The names of options are not translated, since people type them.
    """

    def localize_option(option: Json) -> Json:
        shown = {**option, "description": _translate(option, "description", locale)}
        if option.get("choices"):
            shown["choices"] = [{**choice, "name": _translate(choice, "name", locale)} for choice in option["choices"]]
        return shown

    options = [localize_option(option) for option in node.get("options") or []]
    return {"description": _translate(node, "description", locale), "options": options}


class BrowserSession:
    """The actions of one person. A request is {"do": name, "n": number} and its arguments; the answer repeats `n`."""

    def __init__(
        self, person: Person, add_user: Callable[[str], Person] | None = None, invite: Invite | None = None
    ) -> None:
        """Without `add_user` the person adds nobody, and without `invite` they pair no phones."""
        self._person = person
        self._add_user = add_user
        self._invite = invite
        self._state = person.state
        self._handlers: dict[str, Callable[[Json], Awaitable[JsonValue]]] = {
            "say": self._say,
            "press": self._press,
            "select": self._select,
            "slash": self._slash,
            "menu": self._menu,
            "autocomplete": self._autocomplete,
            "modal": self._modal,
            "dismiss": self._dismiss,
        }
        if add_user is not None:
            self._handlers["add_person"] = self._add_person
        if invite is not None:
            self._handlers["invite"] = self._invite_phone

    async def handle(self, request: Json) -> JsonValue:
        """Carry out a request. Raises `NotOffered`, `ApiError`, or for malformed requests `KeyError` and the like."""
        return await self._handlers[request["do"]](request)

    def snapshot(self) -> Json:
        """Return everything that the person can see now."""
        person, state = self._person, self._state
        commands = self._describe_commands()  # must come first: it may open the DM channel, which is listed below
        readable = [c for c in state.channels.values() if state.may_read(person.id, c)]
        guild = next((g for g in state.guilds.values() if person.id in g.members), None)
        users = {user.id: user.to_json() for user in state.users.values()}
        return {
            "me": person.user.to_json(),
            "bot": state.bot.id,
            "guild": None if guild is None else guild.name,
            "users": users,
            "channels": [self._describe_channel(channel) for channel in readable],
            "commands": commands,
            "menus": self._describe_menus(),
            "may": [name for name in ("add_person", "invite") if name in self._handlers],
        }

    def describe_event(self, event: Event) -> Json:
        """Translate an event for the page, with all the data that it needs."""
        if event.name == "COMMANDS_UPDATE":
            return {"t": "COMMANDS", "d": {"commands": self._describe_commands(), "menus": self._describe_menus()}}
        if event.name in ("CHANNEL_CREATE", "THREAD_CREATE", "THREAD_JOINED", "THREAD_UPDATE") and event.channel:
            return {"t": "CHANNEL", "d": self._describe_channel(event.channel)}
        if event.name in ("CHANNEL_UPDATE", "GUILD_MEMBER_ADD", "GUILD_MEMBER_REMOVE", "GUILD_ROLE_UPDATE"):
            return {"t": "READY", "d": self.snapshot()}
        return {"t": event.name, "d": event.data}

    def _describe_channel(self, channel: Channel) -> Json:
        messages = self._person.messages(channel)[-HISTORY:]
        shown = channel.to_json(self._person.id)
        return {**shown, "messages": [message.to_json() for message in messages]}

    def _describe_commands(self) -> Json:
        """The slash commands in the "guild" and in the "dm": the words, description and options of each."""
        return {
            place: [
                {"words": " ".join(words), **_localize(node, self._person.user.locale)}
                for command in command_input.list_commands(self._state, self._person.user, channel)
                for words, node in command.invocations()
            ]
            for place, channel in self._list_places()
        }

    def _describe_menus(self) -> Json:
        """The entries in the menus of people and messages, in the "guild" and the "dm"."""
        locale = self._person.user.locale
        return {
            place: [
                {"name": command.name, "shown": _translate(command.body, "name", locale), "kind": command.kind}
                for command in command_input.list_commands(
                    self._state, self._person.user, channel, (USER_MENU, MESSAGE_MENU)
                )
            ]
            for place, channel in self._list_places()
        }

    def _list_places(self) -> list[tuple[str, Channel]]:
        """The channels whose commands the page knows: the DM and, if the person can see it, a channel of the guild."""
        person, places = self._person, [("dm", self._person.dm_channel)]
        if person.channel is not None and self._state.may_read(person.id, person.channel):
            places.append(("guild", person.channel))
        return places

    # Requests of the page

    def _get_channel(self, request: Json) -> Channel:
        channel = self._state.channels.get(request["channel"])
        if channel is None or not self._state.may_read(self._person.id, channel):
            raise NotOffered("You cannot see that channel")
        return channel

    def _get_message(self, request: Json) -> Message:
        for message in self._person.messages(self._get_channel(request)):
            if message.id == request["message"]:
                return message
        raise NotOffered("That message is gone")

    async def _say(self, request: Json) -> None:
        await self._person.say(str(request["content"]), channel=self._get_channel(request))

    async def _press(self, request: Json) -> str:
        return (await self._person.press(self._get_message(request), request["custom_id"])).id

    async def _select(self, request: Json) -> str:
        return (await self._person.select(self._get_message(request), request["custom_id"], request["values"])).id

    async def _slash(self, request: Json) -> str:
        place = self._get_channel(request)
        options = self._read_options(place, request)
        return (await self._person.slash(request["words"], channel=place, options=options)).id

    async def _menu(self, request: Json) -> str:
        """Use an entry in the menu of a message, or in the menu of its author."""
        message = self._get_message(request)
        target = message if request["kind"] == MESSAGE_MENU else message.author
        return (await self._person.use_menu(request["name"], target, channel=self._get_channel(request))).id

    async def _autocomplete(self, request: Json) -> list[Json]:
        place = self._get_channel(request)
        try:
            return await self._person.autocomplete(
                request["words"],
                request["option"],
                str(request["text"]),
                channel=place,
                options=self._read_options(place, request),
            )
        except NoResponse:
            raise NotOffered("Loading options failed") from None

    def _read_options(self, place: Channel, request: Json) -> Json:
        """The values of the options in a request, with files decoded."""
        _, _, node = command_input.find_command(self._state, self._person.user, place, request["words"])
        files = {option["name"] for option in node.get("options") or [] if option["type"] == ATTACHMENT}
        return {name: _decode_upload(v) if name in files else v for name, v in request.get("options", {}).items()}

    async def _modal(self, request: Json) -> str:
        interactions = (i for i in self._state.interactions.values() if i.user is self._person.user)
        modal = next((i.modal for i in interactions if i.id == request["interaction"] and i.modal), None)
        if modal is None:
            raise NotOffered("That form is gone")
        files = {control["custom_id"] for control in modal.inputs() if control["type"] == FILE_UPLOAD}
        values: dict[str, InputValue] = {
            name: [_decode_upload(file) for file in value] if name in files else value
            for name, value in request["values"].items()
        }
        return (await self._person.submit_modal(modal, values)).id

    async def _dismiss(self, request: Json) -> None:
        message = self._get_message(request)
        if message.only_for == self._person.id:
            self._person.dismiss(message)

    async def _add_person(self, request: Json) -> Json:
        """Add a person to the guild. Returns their name, and the query part of the address of their own page."""
        assert self._add_user is not None
        added = self._add_user(find_free_name(self._state, str(request["name"])))
        return {"name": added.name, "query": f"?as={added.user.page_key}"}

    async def _invite_phone(self, request: Json) -> Json:
        """Make a code for new people, or for the person with the id `again`, who has lost their phone."""
        assert self._invite is not None
        return await self._invite(str(request.get("again", "")))


def find_free_name(state: ServerState, given: str) -> str:
    """Find the name of a new person in what was typed. Raises NotOffered if it is none, or is taken."""
    name = " ".join(given.split())
    others = [user.name.casefold() for user in state.users.values()]
    if not 1 <= len(name) <= NAME_LENGTH or not name.isprintable():
        raise NotOffered(f"A name has 1 to {NAME_LENGTH} letters")
    if name.casefold() in others:
        raise NotOffered(f"There is a {name} already; choose another name")
    if len(others) > PEOPLE:
        raise NotOffered(f"There is room for {PEOPLE} people")
    return name


def _decode_upload(value: Json) -> Upload:
    try:
        return Upload(str(value["filename"]), base64.b64decode(value["data"], validate=True))
    except binascii.Error:
        raise NotOffered("That file could not be read") from None
