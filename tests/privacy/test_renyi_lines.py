"""Lines below the functions of Renyi budgets: nowhere above, and touching."""

import math
from fractions import Fraction as F

import pytest

from rropt.privacy.renyi_lines import base_of, most_told, steps_of, tangent


@pytest.mark.parametrize("order", [F(1), F(5, 4), F(3, 2), F(2), F(3), F(13, 2)])
def test_lines_lie_below_the_function_and_touch_it(order):
    points = [F(1, 2), F(1), F(3)]
    slope, height = base_of(order)
    steps = steps_of(order, points)
    for n in range(1, 80):
        t = F(n, 10)
        lines = slope * t - height + sum(c * max(F(0), t - g) for c, (g, _) in steps)
        function = float(t) * math.log(t) if order == 1 else float(t) ** float(order)
        assert float(lines) <= function + 1e-12
        if t in points:
            assert float(lines) == pytest.approx(function, abs=1e-9)


@pytest.mark.parametrize("order", [2, 3, 40, 64])
@pytest.mark.parametrize("point", [F(3, 4), F(1), F(4295032899, 2**32), F(1, 3), F(27, 2)])
def test_lines_of_whole_orders_are_short_and_below_their_power(order, point):
    """At order 64 an exact power had 456 digits, and a certificate was too long to be checked."""
    slope, height = tangent(F(order), point)
    assert max(slope.denominator, height.denominator).bit_length() <= 512
    more = order - 1

    def is_below(h):
        return F(more) ** more * (slope / order) ** order <= h**more

    assert is_below(height) and not is_below(height * (1 - F(1, 10**9)))


def test_what_a_row_adds():
    assert most_told(F(2), F(3), F(1, 2)) == 18
    assert float(most_told(F(3, 2), F(4), F(1))) == pytest.approx(8)
    assert float(most_told(F(1), F(1, 2), F(1, 4))) == pytest.approx(math.log(2) / 2)
    assert most_told(F(3, 2), F(4), F(1)) >= 8 and most_told(F(1), F(0), F(1)) == 0
