"""Limits on forms and autocomplete choices."""

import pytest

from harbour import ApiError
from harbour.base.json_types import Json, JsonValue
from harbour.limits.commands import INTEGER, STRING, check_choices
from harbour.limits.components import check_modal
from harbour.limits.fields import BodyField

INPUT = {"type": 4, "custom_id": "i", "style": 1}


def form(*inputs: Json, label: str = "Matches", **more: JsonValue) -> Json:
    labels = [{"type": 18, "label": label, "component": i} for i in inputs]
    return {"title": "Tally", "custom_id": "m", "components": labels, **more}


def inputs(count: int) -> list[Json]:
    return [{**INPUT, "custom_id": f"i{n}"} for n in range(count)]


@pytest.mark.parametrize(
    "modal",
    [
        form(*inputs(5), title="t" * 45),
        form(INPUT, {"type": 19, "custom_id": "file", "required": False, "min_values": 0, "max_values": 1}),
    ],
)
def test_valid_forms_are_accepted(modal: Json) -> None:
    field = BodyField(modal)
    check_modal(field)
    field.raise_if_invalid()
    assert modal["title"]


@pytest.mark.parametrize(
    "modal, where",
    [
        (form(*inputs(6)), "components"),
        (form(INPUT, title="t" * 46), "title"),
        (form(INPUT, title=""), "title"),
        (form(INPUT, custom_id="c" * 101), "custom_id"),
        (form(), "components"),
        (form(INPUT, label="l" * 46), "components"),
        (form({**INPUT, "style": 3}), "components"),
        (form({**INPUT, "value": "v" * 4001}), "components"),
        (form({**INPUT, "min_length": 5, "max_length": 4}), "components"),
        (form({**INPUT, "placeholder": "p" * 101}), "components"),
        (form(INPUT, INPUT), "components"),
        (form({"type": 2, "style": 1, "label": "x", "custom_id": "b"}), "components"),
        (form(INPUT, components=[{"type": 18, "label": "l"}]), "components"),
        (form(INPUT, components=[{"type": 99}]), "components"),
    ],
)
def test_invalid_forms_are_refused(modal: Json, where: str) -> None:
    field = BodyField(modal)
    check_modal(field)
    with pytest.raises(ApiError) as refused:
        field.raise_if_invalid()
    assert refused.value.errors is not None and where in refused.value.errors


@pytest.mark.parametrize(
    "kind, choices, passes",
    [
        (STRING, [{"name": "a", "value": "a"}] * 1, True),
        (STRING, [{"name": f"{n}", "value": f"{n}"} for n in range(25)], True),
        (STRING, [{"name": f"{n}", "value": f"{n}"} for n in range(26)], False),
        (STRING, [{"name": "n" * 101, "value": "a"}], False),
        (STRING, [{"name": "n", "value": "v" * 101}], False),
        (STRING, [{"name": "n", "value": "a"}, {"name": "n", "value": "b"}], False),
        (STRING, [{"name": "n"}], False),
        (INTEGER, [{"name": "n", "value": 3}], True),
        (INTEGER, [{"name": "n", "value": "three"}], False),
        (INTEGER, [{"name": "n", "value": 1 << 60}], False),
    ],
)
def test_choices_are_accepted_or_refused(kind: int, choices: list[JsonValue], passes: bool) -> None:
    field = BodyField(choices)
    check_choices(field, kind)
    if passes:
        field.raise_if_invalid()
        assert choices
    else:
        with pytest.raises(ApiError):
            field.raise_if_invalid()
