"""Runs a rulebook's vectors against our engines: `python -m tests.conformance [GAME [FILE.yaml...]]`.

Every registered game has one module here, named after it (`duo-dominoes` -> `duo_dominoes.py`), with two names:

`SECTIONS: dict[str, Section]`
    for each section of the file a function `(vector, document) -> got`. `vector` is one entry of the section as
    YAML gives it, `document` the whole file; `got` maps each result's name to what the engine came to.
`KNOWN: dict[str, set[str]]`
    for each section the names of the fields that are inputs (`id`, `note` and `expect` need not be named).
    A field that is ignored on purpose, such as an example that is not tested, is named here too.

What is compared, the same in all four files:

- `expect` is a mapping: each of its names must stand in `got` with an equal value.
- `expect` is anything else: it must equal `got["expect"]`.
- every other field that KNOWN does not name is an expected result as well (duo-dominoes has no `expect` and
  writes its results beside its inputs). So an unknown field can only fail.
- an expected list of mappings that have `expect` themselves (the hands of a whole game) is compared entry by
  entry; KNOWN names the entries' inputs under "section.field", and `got[field]` is a list of mappings.

Values are equal when they are equal as YAML: tuples are lists, a mapping must have exactly the expected names,
`True` is not `1`. A set or frozenset in `got` stands for "in any order". Where a rulebook lists only some seats,
cut the result with `only_named(got, expected)`. Names in `got` that are not expected are not looked at.

An exception fails its vector. An unknown section, a section that is no list of vectors, a vector without id and
two vectors with one id in a section fail too. A game's function should raise for anything
it cannot read (an option, an action, a seat), never skip it.
"""
