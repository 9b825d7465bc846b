"""Fields of frozen data are set by its constructor, and by nobody afterwards."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass

import pytest

from rropt.exact.frozen import fill


@dataclass(frozen=True, init=False)
class Interval:
    low: int
    high: int

    def __init__(self, one: int, other: int) -> None:
        fill(self, low=min(one, other), high=max(one, other))


def test_fields_are_set_once() -> None:
    found = Interval(3, 1)
    assert (found.low, found.high) == (1, 3) and found == Interval(1, 3)
    with pytest.raises(FrozenInstanceError):
        found.low = 2  # type: ignore[misc]
