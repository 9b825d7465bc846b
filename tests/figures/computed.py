"""The data and the drawings of figures, computed once for all tests."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rropt.figures import figure

FEWER = {"mean-estimation": {"epsilon": "1/2,1,2,3"}}
"""What is asked of a figure where all of it takes long: at epsilon 4 to 6 twenty seconds."""


@cache
def data(name: str) -> dict[str, Any]:
    return figure(name).data(**FEWER.get(name, {}))


def drawn(name: str) -> Any:
    pytest.importorskip("matplotlib")
    return figure(name).drawing(data(name))
