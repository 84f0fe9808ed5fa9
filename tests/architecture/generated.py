"""Write the documents that are generated from the code: `python -m tests.architecture.generated` (`make docs`)."""

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from itertools import chain
from pathlib import Path

from bot.acts import register
from bot.config import Settings
from bot.edge.acts import ActRow
from bot.edge.checkup import INVITATION, NEEDED
from bot.tables.lobby.house_rules import list_table_options
from bot.wording import ENGLISH, Words
from games import registry
from games.core import AnyOption
from games.core.game import Game
from tests.architecture import buttons
from tests.architecture.rules import BOOKS
from tests.architecture.tree import ROOT, Module, modules

_NOTICE = "<!-- Made by `make docs` from the code; change the code instead. -->"
_CHIPS = "Amounts are typed and shown in chips: `0.50`, `1`, `2.50`."


def options() -> str:
    """docs/options.md: the house rules, game by game."""
    lines = [
        _NOTICE,
        "",
        "# House rules",
        "",
        "What a house may settle for itself, before a hand begins. A preset is a bundle of these.",
        "",
        "A crew can keep its own: set a table's rules in its lobby as you like them, then press *House rules*,",
        "*Our house rules* and *Keep as our house rules*. Only the scorer or an admin can do that, and the bot",
        "announces it. New tables of that game at that pace (live, or by correspondence) begin with these rules; open",
        "tables stay as they are. Rules that are set at a table, or come with a preset, override the crew's. A preset",
        "that settles everything is the same for every crew. *Back to the rulebook* forgets the crew's rules.",
    ]
    lines += ["", "## Every table", "", *_head("Option", "Default", "May be", "Rule", "What it says"), *_every_table()]
    for book in BOOKS:
        game = registry.game(book.name)
        lines += [
            "",
            f"## {game.TITLE}",
            "",
            *([_CHIPS, ""] if any(option.hundredths for option in game.OPTIONS) else []),
            *_head("Option", "Default", "May be", "Rule", "What it says"),
        ]
        lines += [_option(option) for option in game.OPTIONS]
        lines += ["", *_head("Preset", "What it is", "What it settles"), *_presets(game)]
    return "\n".join(lines) + "\n"


def _every_table() -> Iterator[str]:
    """A row for each house rule of the table itself; "(games of points)" marks those that some games lack."""
    by_game = [list_table_options(registry.game(book.name)) for book in BOOKS]
    for option in dict.fromkeys(chain.from_iterable(by_game)):
        everywhere = all(option in settings for settings in by_game)
        yield _option(option if everywhere else replace(option, description=f"{option.description} (games of points)"))


def _head(*cells: str) -> tuple[str, str]:
    return "| " + " | ".join(cells) + " |", "|" + "---|" * len(cells)


def _option(option: AnyOption) -> str:
    default = str(option.default).lower() if isinstance(option.default, bool) else str(option.to_spoken(option.default))
    cells = (f"`{option.name}`", default or "(empty)", option.allowed, option.rule, option.description)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _presets(game: Game) -> Iterator[str]:
    for preset in game.PRESETS:
        values = ", ".join(f"`{name}: {str(value).lower()}`" for name, value in preset.values.items())
        settled = "; ".join(filter(None, (values, "all else as in the rulebook" * preset.whole)))
        yield f"| `{preset.name}` | {preset.description} | {settled} |"


def command_list() -> str:
    """docs/commands.md: every command with its options, and every permission with its reason."""
    lines = [
        _NOTICE,
        "",
        "# Commands",
        "",
        "Every move is also a button or a menu on the board or on your hand. A command that makes a move acts on the",
        "table of its channel. In a DM it acts on your table. If you have several, it acts on the one that",
        "waits for you.",
        "",
        *_head("Command", "What it does", "Options"),
    ]
    rows = [row for row in register().rows if row.command]
    lines += [_command(row) for row in sorted(rows, key=lambda row: row.path[0]) if row.menu is None]
    lines += ["", "Discord's own menus, on people and messages, have these:", "", *_head("Menu", "Entry")]
    lines += [f"| {row.menu.name.lower()} | *{row.command}* |" for row in rows if row.menu is not None]
    lines += [
        "",
        "# Permissions",
        "",
        f"The invitation asks for these and no more (`permissions={INVITATION.value}`), and for no privileged intent.",
        "",
        *_head("Permission", "Why"),
    ]
    lines += [f"| {name.replace('_', ' ')} | {Words(ENGLISH).say(f'doctor/{name}')} |" for name in NEEDED]
    return "\n".join(lines) + "\n"


def button_list() -> str:
    """docs/buttons.md: every button with its label. `make docs` compares it with the code to find changed labels."""
    lines = [
        _NOTICE,
        "",
        "# Buttons",
        "",
        "Sentences refer to a button as `{button:lobby.robot+}`, so they follow its label by themselves. Documents",
        "hold the label in italics or bold; `make docs` renames it in them.",
        "",
        *_head("Button", "Label"),
    ]
    lines += [f"| `{button}` | {label} |" for button, label in sorted(buttons.list_labels().items())]
    return "\n".join(lines) + "\n"


def _command(row: ActRow) -> str:
    options = ", ".join(f"`{option.name}`" + ("" if option.required else "?") for option in row.options)
    return f"| `/{row.command}` | {row.make_payload()['description']} | {options} |"


def rules_index() -> str:
    """docs/rules-index.md: where each rule stands in the code and which tests name it."""
    lines = [
        _NOTICE,
        "",
        "# Where each rule lives",
        "",
        "From a rule's id to the modules that carry it and the tests that name it.",
    ]
    tests = [(module, module.text) for module in modules("tests") if module.parts[1:2] != ("architecture",)]
    for book in BOOKS:
        code = [(module, book.cited(module.text, whole_game=True)) for module in book.code()]
        named = [
            (module, book.named(text, book.package in "/".join(module.parts)))
            for module, text in tests
            if module.path.stem.startswith("test_") or module.parts[1:2] == ("conformance",)
        ]
        lines += ["", f"## [{book.name}](rules/{book.name}.md)", "", *_head("Rule", "Heading", "Code", "Tests")]
        for rule, heading in book.rules.items():
            lines.append(f"| {rule} | {heading} | {_list(rule, code)} | {_list(rule, named)} |")
    return "\n".join(lines) + "\n"


def settings_example() -> str:
    """.env.example: every setting with its line of help and its default."""
    lines = ["# Settings of Boneyard. Copy this file to .env and change what you need. All of it is optional.", ""]
    for item in fields(Settings):
        lines += [f"# {item.metadata['help']}", f"# {item.name.upper()}={item.default}", ""]
    return "\n".join(lines).rstrip() + "\n"


def _list(rule: str, found: list[tuple[Module, set[str]]]) -> str:
    return ", ".join(f"`{module.path.relative_to(ROOT)}`" for module, ids in found if rule in ids)


DOCUMENTS: dict[str, Callable[[], str]] = {
    ".env.example": settings_example,
    buttons.PAGE: button_list,
    "docs/commands.md": command_list,
    "docs/options.md": options,
    "docs/rules-index.md": rules_index,
}


def main() -> None:
    """Rename buttons in the documents, write every generated document that is out of date, and print what changed."""
    buttons.rename_in_documents()
    for name, make in DOCUMENTS.items():
        path: Path = ROOT / name
        text = make()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {name}")


if __name__ == "__main__":
    main()
