"""A refusal that a test expects."""

import pytest

from games.core import Refused


def refuses(why: str | None = None) -> pytest.RaisesExc[Refused]:
    """Expect a refusal whose key matches `why`."""
    return pytest.raises(Refused, match=why)
