"""What rows pay for conditions, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.condition_charge import ChargeOfConditions
from rropt.checker.coverage import read_charge
from rropt.checker.limits import Size
from rropt.checker.plain_table import plain_row
from rropt.checker.privacy import read_privacy
from rropt.checker.verdict import Malformed
from tests.certificates import TWO_LEVELS
from tests.checker.test_condition_rays import as_read


def test_conditions_charge_the_levels_that_have_a_price():
    """[r_0 - 2 r_1]+ at 1/3; the condition of level 3 costs nothing."""
    privacy = read_privacy({"conditions": as_read(TWO_LEVELS)}, 2, Size(1, 64))
    charge = ChargeOfConditions(privacy, [1, 1], [F(2, 3)] * 2, {1: F(1, 3), 3: F(0)})
    assert charge.at(plain_row([3, 1])) == F(8, 3) + F(1, 3)
    assert charge.at(plain_row([1, 9])) == F(20, 3)
    assert charge.bound == F(4, 3) + F(1, 15)


def test_a_hard_condition_has_no_price():
    privacy = {"conditions": as_read([TWO_LEVELS[0] | {"most": "0"}])}
    fields = {"prices": [F(1), F(1)], "condition_prices": [[0, F(1)]]}
    with pytest.raises(Malformed):
        read_charge(fields, read_privacy(privacy, 2, Size(1, 64)), [1, 1])
