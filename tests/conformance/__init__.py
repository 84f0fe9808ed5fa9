"""Runs a rulebook's vectors against our engines: `python -m tests.conformance [GAME [FILE.yaml...]]`.

Every registered game has one module here, named after it (`duo-dominoes` -> `duo_dominoes.py`), with two names:

`SECTIONS: dict[str, Section]`
    for each section of the file a function `(vector, document) -> got`. `vector` is one entry of the section as
    YAML gives it, `document` the whole file; `got` maps each result's name to the engine's value.
`KNOWN: dict[str, set[str]]`
    for each section the names of the fields that are inputs (`id`, `note` and `expect` need not be named). Fields
    that are ignored on purpose, such as examples that are not tested, are named here too.

The comparison is the same for every file:

- If `expect` is a mapping, each of its names must be in `got` with an equal value.
- Any other `expect` must equal `got["expect"]`.
- Every other field that KNOWN does not name is an expected result as well (duo-dominoes has no `expect` and
  writes its results beside its inputs). So an unknown field always fails.
- A list of mappings with an `expect` of their own (the hands of a whole game) is compared entry by entry; KNOWN
  names the entries' inputs under "section.field", and `got[field]` is a list of mappings.

Values are equal when they are equal as YAML: tuples are lists, a mapping must have exactly the expected names,
`True` is not `1`. A set or frozenset in `got` stands for "in any order". Where a rulebook lists only some seats,
cut the result with `only_named(got, expected)`. Names in `got` that are not expected are ignored.

An exception fails its vector. An unknown section, a section that is not a list of vectors, a vector without id and
two vectors with the same id in a section fail too. A game's function should raise for anything that it cannot read
(an option, an action, a seat), never skip it.
"""
