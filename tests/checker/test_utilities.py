"""What all utilities answer, by one that has two forms."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.ratios import Ratios
from rropt.checker.utilities import UTILITIES, read_utility
from rropt.checker.verdict import Malformed
from tests.checker.test_divergences import NAMES


def test_what_forms_see():
    ratios = Ratios([([F(0), F(1, 2), F(0)], [[F(0), F(-1), F(3)], [F(0)] * 3], [F(1)] * 2)])
    assert ratios.seen == {1, 2}
    assert ratios.steps == 9
    assert ratios.knows([])


@pytest.mark.parametrize("name", sorted(set(UTILITIES) - {"trace"} - set(NAMES)))
def test_a_name_alone_is_no_utility(name):
    with pytest.raises(Malformed):
        read_utility({"name": name}, [1, 1])


def test_what_tells_all_truths_apart_has_no_classes():
    assert read_utility({"name": "trace"}, [1, 2])
    with pytest.raises(Malformed):
        read_utility({"name": "le-cam", "pair": [0, 1]}, [1, 2])
