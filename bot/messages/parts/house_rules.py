"""Messages for changing house rules: presets and themes, the rules of a theme, then a menu or form for a value."""

from typing import Final

from bot.ports import (
    MOST_ITEMS,
    MOST_TEXT,
    Controls,
    Field,
    Form,
    Item,
    Menu,
    Message,
    Pattern,
    Reply,
    Row,
    make_button,
)
from bot.tables.aggregate import Table
from bot.tables.lobby.house_rules import format_stored, list_table_options
from bot.wording import (
    THEMES,
    Words,
    describe_allowed_values,
    describe_house_rule,
    describe_preset,
    describe_value,
    list_house_rules,
    name_house_rule,
    name_preset,
    theme_of,
)
from games.core import AnyOption, Options, Value

HOUSE: Final = "lobby.house"
CREW_RULES: Final = "lobby.ours"
"""The name of the button that shows the crew's default rules, with buttons to keep or forget them."""
PAGES: Final = tuple(HOUSE if page == 1 else f"{HOUSE}~{page}" for page in (1, 2, 3, 4))
"""The names of the controls that lead to a rule. The lobby's button and the menu of themes have the first name, and the
menu of a theme's rules has the second. The last two names belong to menus of older releases."""
SET: Final = f"{HOUSE}.set"
"""The name of the form for a rule, and of the menu of its values."""
PRESET: Final = Pattern(f"{HOUSE}.preset[.{{preset:rest}}]")
"""The menu of presets, or the button of one preset."""
THEME: Final = "theme:"
"""The prefix of the values in the menu of themes."""
MOST_VALUE: Final = 1_000
"""The most characters of a value in a form."""


def rules_of(table: Table) -> tuple[AnyOption, ...]:
    """The game's own rules, then those of the table itself."""
    return (*table.game.OPTIONS, *list_table_options(table.game))


def ask_rule(table: Table, values: tuple[str, ...], words: Words) -> Reply:
    """Show what the person chose in a menu.

    If `values` names a theme, show the rules of that theme. If it names a rule, show a menu of the rule's values, or a
    form if a menu cannot hold them. Otherwise show the presets and themes.
    """
    theme = next((theme for theme in THEMES if f"{THEME}{theme}" in values), None)
    if theme is not None:
        return Reply(_show_theme(table, theme, words))
    option = next((rule for rule in rules_of(table) if rule.name in values), None)
    if option is None:
        return Reply(_show_all(table, words))
    choices = _list_few_values(option)
    if not choices:
        return Reply(form=_make_form(table, option, words))
    current = format_stored(_read_value(table, option))
    items = tuple(
        Item(
            f"{option.name}={format_stored(choice)}",
            describe_value(option.name, choice, words),
            chosen=format_stored(choice) == current,
        )
        for choice in choices
    )
    row: Row = (Menu(SET, words.say("house/value"), items),)
    return Reply(Message(describe_rule(table, option, words), rows=(row,), table=table.id))


def describe_rule(table: Table, option: AnyOption, words: Words) -> str:
    """Describe a rule: its purpose, its present value and the allowed values."""
    return words.say(
        "house/one",
        name=name_house_rule(option.name, words),
        value=describe_value(option.name, _read_value(table, option), words),
        description=describe_house_rule(option, words),
        allowed=describe_allowed_values(option, words),
        rule=words.say("house/own_rule") if option.rule == "HOUSE" else option.rule,
    )


def _show_all(table: Table, words: Words) -> Message:
    presets = tuple(
        Item(preset.name, name_preset(preset.name, words), describe_preset(preset, words))
        for preset in table.game.PRESETS
    )
    present = {theme_of(option.name, words) for option in rules_of(table)}
    themes = tuple(
        Item(f"{THEME}{theme}", words.say(f"theme/{theme}"), words.say(f"theme/{theme}:plain"))
        for theme in THEMES
        if theme in present
    )
    rows: Controls = (
        *([(Menu(PRESET.make(), words.say("house/preset"), presets),)] if table.is_lobby else []),
        (Menu(PAGES[0], words.say("house/theme"), themes),),
        (make_button(CREW_RULES, words),),
    )
    key = "house/pick" if table.is_lobby else "house/pick_begun"
    return Message(words.say(key), rows=rows, table=table.id)


def _show_theme(table: Table, theme: str, words: Words) -> Message:
    by_name = {option.name: option for option in rules_of(table)}
    order = dict.fromkeys((*list_house_rules(words), *by_name))
    in_theme = [by_name[name] for name in order if name in by_name and theme_of(name, words) == theme]
    shown = in_theme[:MOST_ITEMS]
    lines = [
        words.say("house/of_theme", title=words.say(f"theme/{theme}"), description=words.say(f"theme/{theme}:plain"))
    ]
    lines += [f"- {_word_item(table, option, words)}" for option in shown]
    items = tuple(
        Item(option.name, _word_item(table, option, words), describe_house_rule(option, words)) for option in shown
    )
    row: Row = (Menu(PAGES[1], words.say("house/rule"), items),)
    return Message("\n".join(lines)[:MOST_TEXT], rows=(row,), table=table.id)


def _word_item(table: Table, option: AnyOption, words: Words) -> str:
    return words.say(
        "house/item",
        name=name_house_rule(option.name, words),
        value=describe_value(option.name, _read_value(table, option), words),
    )


def _read_value(table: Table, option: AnyOption) -> Value:
    options: Options = table.row.options if option in table.game.OPTIONS else table.settings.house
    return option.value_in(options)


def list_values(table: Table, name: str, words: Words) -> list[tuple[str, str]]:
    """The values of a rule in words, each with the text that is typed for it; none if a menu cannot hold them."""
    option = next((rule for rule in rules_of(table) if rule.name == name), None)
    values = () if option is None else _list_few_values(option)
    return [(describe_value(name, value, words), format_stored(value)) for value in values]


def _list_few_values(option: AnyOption) -> tuple[Value, ...]:
    """The values of a rule if they fit into a menu; otherwise ()."""
    values: tuple[Value, ...] = (True, False) if isinstance(option.default, bool) else option.values
    return values if len(values) <= MOST_ITEMS else ()


def _make_form(table: Table, option: AnyOption, words: Words) -> Form:
    current = format_stored(option.to_spoken(_read_value(table, option)))
    shown = "" if current == "none" or len(current) > MOST_VALUE else current
    hint = describe_allowed_values(option, words)
    return Form(
        SET,
        words.say("form/house"),
        (
            Field("option", words.say("form/house_option"), value=name_house_rule(option.name, words)),
            Field("value", words.say("form/house_value"), value=shown, placeholder=hint, most=MOST_VALUE),
        ),
    )
