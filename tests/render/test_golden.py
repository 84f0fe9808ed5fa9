"""The pictures look like the stored ones."""

import pytest
from PIL import Image, ImageDraw

from tests.left_out import MORE_CASES, mark_thorough
from tests.render import golden, samples, shown as scenes
from tests.views import changed


@pytest.mark.parametrize(
    "name", mark_thorough(golden.PICTURES, MORE_CASES, only=["pussers_board_blanket", "pussers_hand_light"])
)
def test_picture_is_as_stored(name: str) -> None:
    path = golden.FOLDER / f"{name}.png"
    assert path.exists(), f"{path} is missing; draw it with `python -m tests.render.golden`, and look at it"
    found = golden.difference(golden.open_picture(golden.PICTURES[name]().png), golden.open_picture(path.read_bytes()))
    assert not found, (
        f"{path.name}: {found}. If the look was changed on purpose, run `python -m tests.render.golden`, look at the "
        "pictures and commit them."
    )


def test_every_stored_picture_is_compared() -> None:
    assert {path.stem for path in golden.FOLDER.glob("*.png")} == set(golden.PICTURES)


def test_a_changed_bone_is_a_difference() -> None:
    view = samples.pussers_full()
    other = samples.pussers_full()
    rack = (*other.rack[:-1], samples.bones("DG")[0])
    one = golden.open_picture(scenes.draw_hand(view, samples.NAMES).png)
    two = golden.open_picture(scenes.draw_hand(changed(other, rack=rack), samples.NAMES).png)
    assert "pixels differ" in golden.difference(one, two)


def test_another_size_is_a_difference_and_a_slight_shade_is_not() -> None:
    plain = Image.new("RGB", (100, 100), "#404040")
    shaded = plain.copy()
    ImageDraw.Draw(shaded).rectangle((0, 0, 99, 49), "#484848")
    assert golden.difference(plain, shaded) == ""
    assert "size" in golden.difference(plain, plain.resize((50, 50)))
