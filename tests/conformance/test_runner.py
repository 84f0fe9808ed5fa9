"""The runner lists every difference, and anything it does not understand fails."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from games.core import Refused
from tests.conformance import __main__ as command
from tests.conformance.runner import Case, Engine, Malformed, cases, load, only_named, same


def toy(**sections: object) -> Engine:
    """An engine for the vectors below: its section `sums` adds two numbers, unless `sections` replaces it."""

    def adds(vector: dict[str, object], document: dict[str, object]) -> dict[str, object]:
        total = cast(int, vector["a"]) + cast(int, vector["b"])
        return {"expect": total, "total": total, "even": total % 2 == 0}

    engine = SimpleNamespace(SECTIONS={"sums": adds, **sections}, KNOWN={"sums": {"a", "b"}})
    return cast(Engine, engine)


def differences(vector: dict[str, object], engine: Engine | None = None, section: str = "sums") -> list[str]:
    case = Case(section, str(vector.get("id")), vector, {section: [vector]})
    return case.differences(engine or toy())


def test_a_right_result_differs_in_nothing() -> None:
    assert differences({"id": "S1", "a": 1, "b": 2, "expect": {"total": 3, "even": False}}) == []
    assert differences({"id": "S2", "a": 1, "b": 2, "expect": 3}) == []
    assert differences({"id": "S3", "a": 1, "b": 2, "total": 3}) == [], "results beside the inputs"


def test_each_wrong_field_is_named() -> None:
    assert differences({"id": "S1", "a": 1, "b": 2, "expect": {"total": 4, "even": True}}) == [
        "S1 total: expected 4, got 3",
        "S1 even: expected True, got False",
    ]
    assert differences({"id": "S2", "a": 1, "b": 2, "expect": 4}) == ["S2 expect: expected 4, got 3"]


def test_an_unknown_field_fails() -> None:
    (beside,) = differences({"id": "S1", "a": 1, "b": 2, "c": 5, "expect": 3})
    (within,) = differences({"id": "S2", "a": 1, "b": 2, "expect": {"total": 3, "odd": True}})
    assert beside.startswith("S1 c: expected 5, got nothing")
    assert within.startswith("S2 odd: expected True, got nothing")


def test_a_vector_that_expects_nothing_fails() -> None:
    assert differences({"id": "S1", "a": 1, "b": 2}) == ["S1 expects nothing"]


def test_an_unknown_section_fails() -> None:
    assert differences({"id": "S1", "expect": 1}, section="products") == ["S1: no such section: products"]


def test_an_exception_fails_its_vector_and_says_where() -> None:
    (line,) = differences({"id": "S1", "a": 1, "expect": 1})
    assert line.startswith("S1: KeyError: 'b' (test_runner.py:")


def test_a_refusal_fails_its_vector_with_its_facts() -> None:
    def refuses(vector: dict[str, object], document: dict[str, object]) -> dict[str, object]:
        raise Refused("HOUSE", "option_name", name="sums")

    (line,) = differences({"id": "S1", "expect": 1}, toy(odd=refuses), "odd")
    assert line.startswith("S1: Refused: HOUSE/option_name, name sums (test_runner.py:")


def test_entries_with_expectations_of_their_own_are_compared_one_by_one() -> None:
    def halves(vector: dict[str, object], document: dict[str, object]) -> dict[str, object]:
        hands = cast("list[dict[str, int]]", vector["hands"])
        return {"hands": [{"half": hand["n"] // 2} for hand in hands]}

    engine = toy(games=halves)
    engine.KNOWN["games.hands"] = {"n"}
    hands = [{"n": 4, "expect": {"half": 2}}, {"n": 6, "expect": {"half": 4}}]
    assert differences({"id": "G1", "hands": hands}, engine, "games") == ["G1 hands[2] half: expected 4, got 3"]
    fewer = toy(games=lambda vector, document: {"hands": []})
    assert differences({"id": "G2", "hands": hands}, fewer, "games") == ["G2 hands: expected 2 entries, got []"]


@pytest.mark.parametrize(
    ("expected", "got", "equal"),
    [
        ([1, 2], (1, 2), True),
        ([1, 2], [2, 1], False),
        ([1, 2], {2, 1}, True),
        ([1, 1], {1}, False),
        ([1, 2], {1, 3}, False),
        ({"a": [1]}, {"a": (1,)}, True),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ({"a": 1, "b": 2}, {"a": 1}, False),
        (True, 1, False),
        (1, True, False),
        (0, None, False),
        ("no", False, False),
        ([], "", False),
    ],
)
def test_equal_means_equal_as_yaml(expected: object, got: object, equal: bool) -> None:
    assert same(expected, got) is equal


def test_only_the_named_seats_are_kept() -> None:
    assert only_named({"a": 1, "b": 2}, {"b": 0}) == {"b": 2}
    assert only_named({"a": 1}, "everybody") == {"a": 1}


@pytest.mark.parametrize(
    "document",
    [
        {"sums": {"id": "S1"}},
        {"sums": [{"a": 1}]},
        {"sums": ["S1"]},
        {"sums": [{"id": "S1"}, {"id": "S1"}]},
    ],
)
def test_a_section_of_another_shape_is_malformed(document: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        list(cases(document))


@pytest.mark.parametrize("text", ["- 1", "", "1: []"])
def test_a_file_of_another_shape_is_malformed(tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(text)
    with pytest.raises(Malformed):
        load(path)


@pytest.fixture
def toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "engine_of", lambda game: toy())


@pytest.mark.usefixtures("toy_game")
@pytest.mark.parametrize(
    ("text", "only", "status", "last"),
    [
        ("sums: [{id: S1, a: 1, b: 2, expect: 3}]", [], 0, "1 passed, 0 failed"),
        ("sums: [{id: S1, a: 1, b: 2, expect: 3}, {id: S2, a: 1, b: 2, expect: 9}]", [], 1, "1 passed, 1 failed"),
        ("sums: [{id: S1, a: 1, b: 2, expect: 3}, {id: S2, a: 1, b: 2, expect: 9}]", ["S1"], 0, "1 passed, 0 failed"),
        ("sums: [{id: S1, a: 1, b: 2, expect: 3}]\nmore: [{id: M1}]", [], 1, "1 passed, 1 failed"),
        ("sums: []", [], 1, "0 passed, 0 failed"),
        ("sums: [", [], 1, "0 passed, 1 failed"),
    ],
)  # fmt: skip
def test_the_command_ends_with_its_count_and_fails_on_any_doubt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, only: list[str], status: int, last: str
) -> None:
    path = tmp_path / "some.vectors.yaml"
    path.write_text(text)
    assert command.main(["duo-dominoes", str(path), *(["--only", *only] if only else [])]) == status
    assert capsys.readouterr().out.splitlines()[-1] == last


@pytest.mark.usefixtures("toy_game")
def test_a_missing_file_is_a_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["duo-dominoes", str(tmp_path / "none.yaml")]) == 1
    assert capsys.readouterr().out.endswith("0 passed, 1 failed\n")
