"""Filling in a form: the checks of Discord's client, and the data that the bot receives."""

from collections.abc import Callable, Iterable, Mapping

from harbour.actions.uploads import Upload
from harbour.base.errors import NotOffered
from harbour.base.json_types import Json
from harbour.limits.components import FILE_UPLOAD, LABEL, ROW, TEXT_DISPLAY, TEXT_INPUT
from harbour.state.application import Modal
from harbour.state.model import Attachment

InputValue = str | Upload | Iterable[str | Upload] | None
"""A value entered in a form: text, a file, several files, or the values chosen in a select. None keeps the preset."""


def build_submission(modal: Modal, given: Mapping[str, InputValue], store: Callable[[Upload], Attachment]) -> Json:
    """Build the data of a form submission. `given` has the values by custom id or label; `store` stores a file.

    Raises `NotOffered`.
    """
    names = {key for control in modal.inputs() for key in (control["custom_id"], control["label"])}
    if unknown := set(given) - names:
        message = f"The form has no {', '.join(sorted(unknown))}; choose from {', '.join(sorted(names))}"
        raise NotOffered(message, "That form is gone")
    files: Json = {}

    def fill(control: Json, label: str) -> Json:
        value = given.get(control["custom_id"], given.get(label))
        shape: Json = {"type": control["type"], "id": control.get("id", 1), "custom_id": control["custom_id"]}
        if control["type"] == TEXT_INPUT:
            return {**shape, "value": _check_text(control, label, value)}
        if control["type"] == FILE_UPLOAD:
            stored = [store(file) for file in _check_files(control, label, value)]
            files.update({attachment.id: attachment.to_json() for attachment in stored})
            return {**shape, "values": [attachment.id for attachment in stored]}
        return {**shape, "values": _check_choice(control, label, value)}

    rows: list[Json] = []
    for number, row in enumerate(modal.components, start=1):
        if row["type"] == TEXT_DISPLAY:
            rows.append({"type": TEXT_DISPLAY, "id": number})
        elif row["type"] == LABEL:
            rows.append({"type": LABEL, "id": number, "component": fill(row["component"], row["label"])})
        else:
            controls = [fill(control, control["label"]) for control in row["components"]]
            rows.append({"type": ROW, "id": number, "components": controls})
    return {"custom_id": modal.custom_id, "components": rows, "resolved": {"attachments": files} if files else {}}


def _check_choice(control: Json, label: str, given: InputValue) -> list[str]:
    if given is None:
        values = [option["value"] for option in control.get("options", []) if option.get("default")]
    else:
        values = [given] if isinstance(given, str) else [str(value) for value in _list_values(given)]
    least, most = _find_bounds(control)
    offered = [option["value"] for option in control.get("options", [])]
    if not least <= len(values) <= most or (offered and not set(values) <= set(offered)):
        message = f"{label} takes {least} to {most} of {offered}, not {values}"
        raise NotOffered(message, f"{label}: choose {least} to {most}")
    return values


def _check_files(control: Json, label: str, given: InputValue) -> list[Upload]:
    files = [given] if isinstance(given, Upload) else [file for file in _list_values(given) if isinstance(file, Upload)]
    least, most = _find_bounds(control)
    if not least <= len(files) <= most or (given and not files):
        raise NotOffered(f"{label} takes {least} to {most} files")
    return files


def _list_values(given: InputValue) -> Iterable[object]:
    return given if isinstance(given, Iterable) else ()


def _find_bounds(control: Json) -> tuple[int, int]:
    return control.get("min_values", 1 if control.get("required", True) else 0), control.get("max_values", 1)


def _check_text(control: Json, label: str, given: InputValue) -> str:
    value = str(control.get("value") or "") if given is None else str(given)
    least, most = control.get("min_length", 0), control.get("max_length", 4000)
    required = control.get("required", True)
    if required and not value:
        raise NotOffered(f"{label} is required")
    if value and not least <= len(value) <= most:
        raise NotOffered(f"{label} takes {least} to {most} characters, not {len(value)}")
    return value
