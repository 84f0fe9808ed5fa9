"""Filling in a form: the checks of Discord's client, and the data that the bot receives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from harbour.base.errors import NotOffered
from harbour.base.json_types import Json
from harbour.limits.components import LABEL, ROW, TEXT_DISPLAY, TEXT_INPUT
from harbour.state.application import Modal

InputValue = str | Iterable[str] | None
"""A value that a person enters in a form: text, or the values chosen in a select. None keeps the preset text."""


def build_submission(modal: Modal, given: Mapping[str, InputValue]) -> list[Json]:
    """Build the components of a form submission from values by custom id or label. Raises `NotOffered`."""
    names = {key for control in modal.inputs() for key in (control["custom_id"], control["label"])}
    if unknown := set(given) - names:
        raise NotOffered(f"The form has no {', '.join(sorted(unknown))}; choose from {', '.join(sorted(names))}")
    rows: list[Json] = []
    for number, row in enumerate(modal.components, start=1):
        if row["type"] == TEXT_DISPLAY:
            rows.append({"type": TEXT_DISPLAY, "id": number})
        elif row["type"] == LABEL:
            filled = _fill_control(row["component"], row["label"], given)
            rows.append({"type": LABEL, "id": number, "component": filled})
        else:
            controls = [_fill_control(control, control["label"], given) for control in row["components"]]
            rows.append({"type": ROW, "id": number, "components": controls})
    return rows


def _fill_control(control: Json, label: str, given: Mapping[str, InputValue]) -> Json:
    custom_id = control["custom_id"]
    value = given.get(custom_id, given.get(label))
    shape: Json = {"type": control["type"], "id": control.get("id", 1), "custom_id": custom_id}
    if control["type"] == TEXT_INPUT:
        return {**shape, "value": _check_text(control, label, value)}
    values = [value] if isinstance(value, str) else list(value or [])
    least, most = control.get("min_values", 1 if control.get("required", True) else 0), control.get("max_values", 1)
    offered = [option["value"] for option in control.get("options", [])]
    if not least <= len(values) <= most or (offered and not set(values) <= set(offered)):
        raise NotOffered(f"{label} takes {least} to {most} of {offered}, not {values}")
    return {**shape, "values": values}


def _check_text(control: Json, label: str, given: InputValue) -> str:
    value = str(control.get("value") or "") if given is None else str(given)
    least, most = control.get("min_length", 0), control.get("max_length", 4000)
    required = control.get("required", True)
    if required and not value:
        raise NotOffered(f"{label} is required")
    if value and not least <= len(value) <= most:
        raise NotOffered(f"{label} takes {least} to {most} characters, not {len(value)}")
    return value
