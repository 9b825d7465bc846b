"""Utilities are read by their names, with exactly their fields."""

from __future__ import annotations

import pytest

from rropt.checker.utilities import UTILITIES, read_utility
from rropt.checker.verdict import Malformed
from tests.checker.test_divergences import NAMES


@pytest.mark.parametrize("name", sorted(set(UTILITIES) - {"trace"} - set(NAMES)))
def test_a_name_alone_is_no_utility(name):
    with pytest.raises(Malformed):
        read_utility({"name": name}, [1, 1])


def test_what_tells_all_truths_apart_has_no_classes():
    assert read_utility({"name": "trace"}, [1, 2])
    with pytest.raises(Malformed):
        read_utility({"name": "le-cam", "pair": [0, 1]}, [1, 2])
