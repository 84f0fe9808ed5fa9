"""Filling in a form: the checks of Discord's client, and the data that the bot receives."""

from collections.abc import Callable, Iterable, Mapping

from harbour.actions.uploads import Upload
from harbour.base.errors import NotOffered
from harbour.base.json_types import Json
from harbour.limits.components import LABEL, TEXT_INPUT
from harbour.state.application import Modal
from harbour.state.model import Attachment

InputValue = str | Upload | Iterable[Upload] | None
"""A value entered in a form: text, a file or several files. None keeps the preset."""


def build_submission(modal: Modal, given: Mapping[str, InputValue], store: Callable[[Upload], Attachment]) -> Json:
    """Build the data of a form submission. `given` has the values by custom id or label; `store` stores a file.

    Raises `NotOffered`.
    """
    names = {key for control in modal.inputs() for key in (control["custom_id"], control["label"])}
    if unknown := set(given) - names:
        message = f"The form has no {', '.join(sorted(unknown))}; choose from {', '.join(sorted(names))}"
        raise NotOffered(message, "That form is gone")
    files: Json = {}
    rows: list[Json] = []
    for number, control in enumerate(modal.inputs(), start=1):
        label, custom_id = control["label"], control["custom_id"]
        value = given.get(custom_id, given.get(label))
        filled: Json = {"type": control["type"], "id": control.get("id", 1), "custom_id": custom_id}
        if control["type"] == TEXT_INPUT:
            filled["value"] = _check_text(control, label, value)
        else:
            stored = [store(file) for file in _check_files(control, label, value)]
            files |= {attachment.id: attachment.to_json() for attachment in stored}
            filled["values"] = [attachment.id for attachment in stored]
        rows.append({"type": LABEL, "id": number, "component": filled})
    return {"custom_id": modal.custom_id, "components": rows, "resolved": {"attachments": files} if files else {}}


def _check_files(control: Json, label: str, given: InputValue) -> list[Upload]:
    found: Iterable[object] = [given] if isinstance(given, Upload) else given or ()
    files = [file for file in found if isinstance(file, Upload)]
    least, most = control.get("min_values", 1 if control.get("required", True) else 0), control.get("max_values", 1)
    if not least <= len(files) <= most or (given and not files):
        raise NotOffered(f"{label} takes {least} to {most} files")
    return files


def _check_text(control: Json, label: str, given: InputValue) -> str:
    value = str(control.get("value") or "") if given is None else str(given)
    least, most = control.get("min_length", 0), control.get("max_length", 4000)
    required = control.get("required", True)
    if required and not value:
        raise NotOffered(f"{label} is required")
    if value and not least <= len(value) <= most:
        raise NotOffered(f"{label} takes {least} to {most} characters, not {len(value)}")
    return value
