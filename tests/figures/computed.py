"""The data and the drawings of figures, computed once for all tests."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rropt.figures import figure


@cache
def data(name: str) -> dict[str, Any]:
    return figure(name).data()


def drawn(name: str) -> Any:
    pytest.importorskip("matplotlib")
    return figure(name).drawing(data(name))
