"""The documents that are generated from the code are up to date."""

import pytest

from tests.architecture.generated import DOCUMENTS
from tests.architecture.tree import ROOT


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_in_step_with_the_code(name: str) -> None:
    path = ROOT / name
    assert path.exists(), f"{name} is missing: run `make docs`"
    assert path.read_text(encoding="utf-8") == DOCUMENTS[name](), f"{name} is behind the code: run `make docs`"
