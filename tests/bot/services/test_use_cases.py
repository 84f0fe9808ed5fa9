"""Acts that name their use case alone (`by`): what they pass on is what it takes."""

import inspect

from bot.acts import register
from bot.edge.acts import TableAct
from bot.ports import Pattern
from tests.bot.harness.room import Room


async def test_a_use_case_takes_the_texts_and_the_facts_that_its_act_passes_on(room: Room) -> None:
    checked = 0
    for row in register().rows:
        made_of = inspect.getclosurevars(row.use).nonlocals if inspect.isfunction(row.use) else {}
        if made_of.keys() != {"find", "texts"}:
            continue
        takes = inspect.signature(made_of["find"](room.services))
        first = [*(["table"] if isinstance(row, TableAct) else []), "request", *made_of["texts"]]
        patterns = [control if isinstance(control, Pattern) else Pattern(control) for control in row.controls]
        for facts in [*([[]] if row.command else []), *(list(pattern.kinds) for pattern in patterns)]:
            takes.bind(*first, *facts)
            checked += 1
    assert checked > 60
