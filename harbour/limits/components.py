"""Limits on rows, buttons, selects and forms. Component types unknown to the harbour are refused.

The limits on layouts are in `harbour.limits.layouts`.
"""

from harbour.limits.fields import BodyField

ROW, BUTTON, SELECT, TEXT_INPUT, TEXT_DISPLAY, LABEL, FILE_UPLOAD = 1, 2, 3, 4, 10, 18, 19
ROWS, WIDTH, CUSTOM_ID = 5, 5, 100


def check_rows(place: BodyField, known_emojis: frozenset[str]) -> None:
    """Check the rows of a message: at most five, each with up to five buttons or one select."""
    ids: set[str] = set()
    for row in place.read_objects(ROWS):
        if row["type"].value != ROW:
            refuse_unknown(row)
        else:
            check_row(row, ids, known_emojis)


def check_row(row: BodyField, ids: set[str], known_emojis: frozenset[str]) -> None:
    """Check a row of up to five buttons or one select. `ids` collects the custom ids of the message."""
    width = 0
    for control in row["components"].require().read_objects(WIDTH, least=1):
        kind = control["type"].value
        if kind == BUTTON:
            width += 1
            check_button(control, ids, known_emojis)
        elif kind == SELECT:
            width += WIDTH
            _check_select(control, ids, known_emojis)
            control["disabled"].read_boolean()
        else:
            refuse_unknown(control)
    if width > WIDTH:
        row["components"].complain("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "Components take up too much width.")


def check_modal(modal: BodyField) -> None:
    """Check a form: its title, its custom id, and its one to five labels, each with a text input or files."""
    ids: set[str] = set()
    for key, most in (("title", 45), ("custom_id", CUSTOM_ID)):
        modal[key].require().read_text(most, least=1)
    for row in modal["components"].require().read_objects(ROWS, least=1):
        if row["type"].value != LABEL:
            refuse_unknown(row)
            continue
        row["label"].require().read_text(45, least=1)
        row["description"].read_text(100)
        control = row["component"].require()
        if control.is_present and control.check_mapping():
            _check_input(control, ids)


def _check_input(control: BodyField, ids: set[str]) -> None:
    kind = control["type"].value
    if kind not in (TEXT_INPUT, FILE_UPLOAD):
        refuse_unknown(control)
        return
    _check_custom_id(control, ids)
    control["required"].read_boolean()
    if kind == FILE_UPLOAD:
        control["min_values"].read_integer(0, 10)
        control["max_values"].read_integer(1, 10)
        return
    control["style"].require().read_choice((1, 2))
    least = control["min_length"].read_integer(0, 4000)
    most = control["max_length"].read_integer(1, 4000)
    if least is not None and most is not None and least > most:
        control["min_length"].complain("BASE_TYPE_BAD_RANGE", "min_length may not exceed max_length")
    control["placeholder"].read_text(100)
    control["value"].read_text(most or 4000)


def refuse_unknown(control: BodyField) -> None:
    """Complain that a component's type is not supported here."""
    kind = str(control["type"].value)[:20]
    control["type"].complain("UNION_TYPE_CHOICES", f"The harbour does not support component type {kind} here")


def _check_custom_id(control: BodyField, ids: set[str]) -> None:
    custom_id = control["custom_id"].require().read_text(CUSTOM_ID, least=1)
    if custom_id in ids:
        control["custom_id"].complain("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
    if custom_id is not None:
        ids.add(custom_id)


def check_button(button: BodyField, ids: set[str], known_emojis: frozenset[str]) -> None:
    """Check a button. `ids` collects the custom ids of the message."""
    button["style"].require().read_choice(range(1, 5))
    label = button["label"].read_text(80)
    button["disabled"].read_boolean()
    _check_emoji(button["emoji"], known_emojis)
    if not label and not button["emoji"].is_present:
        button.complain("BUTTON_COMPONENT_NO_LABEL_OR_EMOJI", "A button needs a label or an emoji")
    _check_custom_id(button, ids)
    if button["url"].is_present:
        button.complain("BUTTON_COMPONENT_INVALID_STYLE", "Only link buttons can have a url")


def _check_emoji(emoji: BodyField, known_emojis: frozenset[str]) -> None:
    if not emoji.is_present or not emoji.check_mapping():
        return
    emoji["name"].read_text(64)
    emoji["animated"].read_boolean()
    if emoji["id"].is_present:
        if emoji["id"].read_snowflake() not in known_emojis:
            emoji["id"].complain("COMPONENT_INVALID_EMOJI", "Invalid emoji")
    elif not emoji["name"].value or str(emoji["name"].value).isascii():
        emoji["name"].complain("COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _check_select(select: BodyField, ids: set[str], known_emojis: frozenset[str]) -> None:
    _check_custom_id(select, ids)
    select["placeholder"].read_text(150)
    least = select["min_values"].read_integer(0, 25)
    most = select["max_values"].read_integer(1, 25)
    if least is not None and least > (most or 1):
        select["min_values"].complain("BASE_TYPE_BAD_RANGE", "min_values may not exceed max_values")
    options = select["options"].require().read_objects(25, least=1)
    values: set[str] = set()
    defaults = 0
    for option in options:
        for key in ("label", "value"):
            option[key].require().read_text(100, least=1)
        option["description"].read_text(100)
        defaults += bool(option["default"].read_boolean())
        _check_emoji(option["emoji"], known_emojis)
        if option["value"].value in values:
            option["value"].complain(
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used"
            )
        elif isinstance(option["value"].value, str):
            values.add(option["value"].value)
    if options and (most or 1) > len(options):
        select["max_values"].complain("SELECT_COMPONENT_MAX_VALUES", "max_values may not exceed the number of options")
    if defaults > (most or 1):
        select["options"].complain("SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More defaults than max_values")
