"""Private answers as layouts: below a control, in answer to a command, and in place of an earlier layout."""

from bot.ports import Accent, Button, Fixture, Layout, Message, Reply, Text, in_plain, lay_out, mark_piece, separate
from bot.ports.ui import in_layout
from render.base.picture import Picture
from tests.bot.edge.rig import Rig
from tests.harbour.conftest import png

ROW = (Button("yes", "Again"),)
PAGE = lay_out(
    Accent.LESSON,
    (*separate((Text("One"), Fixture.PICTURES), (), (Text("Two"),)), ROW),
    (Picture(png(64), "a bone"),),
    name="lesson.png",
)
PLAIN = Message("The guide", rows=(ROW,))


def kinds(message: object) -> list[int]:
    """The types of a layout's parts."""
    (frame,) = message.components  # type: ignore[attr-defined]
    return [part["type"] for part in frame["components"]]


async def test_a_layout_answers_a_command_and_stays_a_layout_when_words_replace_it(rig: Rig) -> None:
    rig.services.answer = lambda: Reply(PAGE)
    message = await (await rig.bear.slash("discard", options={"bone": "R1"})).message()
    assert (message.ephemeral, message.words, kinds(message)) == (True, "One\nTwo", [10, 12, 14, 10, 1])
    assert message.attachments[0].description == "a bone"
    rig.services.answer = lambda: Reply(PLAIN)
    answer = await rig.bear.press(message, "by:0:yes:0")
    await answer.wait_for_acknowledgement()
    await rig.router.drain()
    (shown,) = rig.bear.ephemerals()
    assert (shown.id, shown.words, kinds(shown)) == (message.id, "The guide", [10, 1]), "the reply replaces the layout"
    assert "accent_color" not in shown.components[0] or shown.components[0]["accent_color"] is None
    assert not shown.attachments
    rig.services.answer = lambda: Reply(PAGE)
    await (await rig.bear.press(shown, "by:0:yes:0")).wait_for_acknowledgement()
    await rig.router.drain()
    (shown,) = rig.bear.ephemerals()
    assert (shown.id, shown.words) == (message.id, "One\nTwo")


async def test_a_private_message_in_words_becomes_a_layout(rig: Rig) -> None:
    rig.services.answer = lambda: Reply(PLAIN)
    message = await (await rig.bear.slash("discard", options={"bone": "R1"})).message()
    assert message.content == "The guide"
    rig.services.answer = lambda: Reply(PAGE)
    await (await rig.bear.press(message, "by:0:yes:0")).wait_for_acknowledgement()
    await rig.router.drain()
    (shown,) = rig.bear.ephemerals()
    assert (shown.id, shown.content, shown.words) == (message.id, "", "One\nTwo")


async def test_a_layout_answers_below_a_control(rig: Rig) -> None:
    rig.services.answer = lambda: Reply(PAGE)
    followup = await (await rig.bear.press(await rig.post_panel(), "by:7:yes:41")).followup()
    assert (followup.ephemeral, followup.words, kinds(followup)) == (True, "One\nTwo", [10, 12, 14, 10, 1])


def test_the_same_message_in_words_and_as_a_layout() -> None:
    marked = lay_out(Accent.LESSON, (Text(f"R1{mark_piece('R1')}"), ROW), table=7, sequence=3)
    plain = in_plain(marked)
    assert (plain.text, plain.rows, plain.table, plain.sequence, plain.layout) == ("R1", (ROW,), 7, 3, None)
    framed = in_layout(plain)
    assert framed.layout == Layout(Accent.NONE, (Text("R1"), ROW)) and in_layout(framed) is framed
    assert separate((), (Text("a"),), (), (Text("b"),)) == (Text("a"), Fixture.LINE, Text("b"))
