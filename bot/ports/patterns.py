"""The names of controls: one pattern puts facts into a name, and reads them back from a message of any age."""

import re
from typing import Any, Final

_INT, _ID, _YES_NO = "int", "id", "yes|no"
_KINDS: Final = {
    "": r"[^.]+",
    _INT: r"(?:0|[1-9][0-9]{0,9})",
    _ID: r"[0-9]{1,19}",
    "rest": r".+",
}
"""By kind of a field, the texts that it takes."""
_MOST: Final = {_INT: 2**31 - 1, _ID: 2**63 - 1}
"""By kind of a number, the most that fits in its columns of the database."""
_FIELD: Final = re.compile(r"\{(\w+)(?::([^}?]+))?(\??)\}")
_GROUP: Final = re.compile(r"\[([^\]]*?\{(\w+)[^\]]*)\]")
_PIECE: Final = re.compile(rf"{_FIELD.pattern}|.")


class Pattern:
    """The pattern of a control's name, such as "tally.join.{gone:int}.{kept:int}" for "tally.join.7.12".

    `{game}` is a text without a dot, `{number:int}` a number, `{user:id}` one that may be as long as a Discord id,
    `{text:rest}` a text that may have dots, and `{way:open|last}` one of these words. `{member:int?}` may be empty. A
    part in brackets may be missing, as in "undo.yes[.{number:int}]".
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.stem = re.split(r"\.?[{\[]", text)[0]
        """The beginning of all its names, before the first fact."""
        self.kinds = {found[1]: found[2] or "" for found in _FIELD.finditer(text)}
        self._expression = re.compile(_PIECE.sub(_write_expression, text), re.DOTALL)

    def __repr__(self) -> str:
        return f"Pattern({self.text!r})"

    def __format__(self, spec: str) -> str:
        raise TypeError(f"{self!r} is no name of a control; make one with its facts")

    def make(self, **facts: object) -> str:
        """Make the name with these facts. A part in brackets is left out if its first fact is missing or None.

        Raises ValueError if the name could not be read again.
        """
        present = _GROUP.sub(lambda group: group[1] if facts.get(group[2]) is not None else "", self.text)
        name = _FIELD.sub(
            lambda field: "" if field[3] and not facts[field[1]] else _write_fact(facts[field[1]]), present
        )
        if self.read(name) is None:
            raise ValueError(f"{name!r} is no name of the pattern {self.text!r}")
        return name

    def read(self, name: str) -> dict[str, Any] | None:
        """Read the facts from a name: numbers as int, `{answer:yes|no}` as bool, 0 or "" for an empty field, None for a
        missing one.

        Returns None if the name does not have this pattern.
        """
        found = self._expression.fullmatch(name)
        if found is None:
            return None
        facts: dict[str, Any] = found.groupdict()
        for field, kind in self.kinds.items():
            if kind in _MOST and facts[field] is not None:
                facts[field] = int(facts[field] or 0)
                if facts[field] > _MOST[kind]:
                    return None
            elif kind == _YES_NO:
                facts[field] = facts[field] == "yes"
        return facts


def _write_fact(fact: object) -> str:
    return "yes" if fact is True else "no" if fact is False else str(fact)


def _write_expression(piece: re.Match[str]) -> str:
    """Write a piece of a pattern as a regular expression."""
    field, kind, may_be_empty = piece[1], piece[2] or "", piece[3]
    if field is None:
        return {"[": "(?:", "]": ")?"}.get(piece[0], re.escape(piece[0]))
    texts = _KINDS.get(kind) or "|".join(map(re.escape, kind.split("|")))
    return f"(?P<{field}>(?:{texts}){'?' if may_be_empty else ''})"
