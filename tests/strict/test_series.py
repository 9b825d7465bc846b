"""Series with remainder: the remainders hold the function on all of its set, power by power."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from flint import arb

from rropt.exact.precision import working_precision
from rropt.strict.ratio import PriorBox
from rropt.strict.real_intervals import RealInterval
from rropt.strict.series import NeedsRoot, Series

FUNCTIONS = {
    "inverse": (lambda p: p.inverse(), lambda x: 1 / x),
    "exp": (lambda p: p.exp(), lambda x: x.exp()),
    "log": (lambda p: p.log(), lambda x: x.log()),
    "erf": (lambda p: p.erf(), lambda x: x.erf()),
    "erfinv": (lambda p: p.erfinv(), lambda x: x.erfinv()),
    "sin": (lambda p: p.sin(), lambda x: x.sin()),
    "cos": (lambda p: p.cos(), lambda x: x.cos()),
    "square root": (lambda p: p.power(F(1, 2)), lambda x: x.sqrt()),
    "cube": (lambda p: p * p * p, lambda x: x**3),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_cut_of_a_series_holds_the_function(name: str) -> None:
    """U(t) is in c_0 + ... + c_(k-1) t^(k-1) + C_k t^k for every k, at points of the box."""
    on_series, on_balls = FUNCTIONS[name]
    with working_precision(192):
        box = PriorBox(F(1, 4), F(1, 2))
        f = on_series(box.prior)
        ends = f.everywhere()
        for n in range(-8, 9):
            t = arb(n) / 64
            value = on_balls(arb(3) / 8 + t)
            for k in range(len(ends)):
                told = sum((f.centre[i] * t**i for i in range(k)), arb(0)) + ends[k].ball * t**k
                assert told.overlaps(value)


def at_zero() -> Series:
    return PriorBox(F(0), F(1, 8)).way_from_end(1)


def test_powers_of_t_are_taken_out_at_an_end() -> None:
    with working_precision(192):
        p = at_zero()
        one = p.constant(RealInterval.of(F(1)))
        assert (p * p).valuation == 2 and p.inverse().valuation == -1
        assert (p.exp() - one).valuation == 1
        ratio = (p.exp() - one) * p.inverse()
        assert ratio.valuation == 0 and ratio.centre[0].contains(1)


def test_a_root_of_t_asks_for_a_finer_t() -> None:
    with working_precision(192):
        with pytest.raises(NeedsRoot) as caught:
            at_zero().power(F(1, 3))
        assert caught.value.index == 3
        finer = PriorBox(F(0), F(1, 8)).way_from_end(3).power(F(1, 3))
        assert finer.valuation == 1


def test_what_is_not_analytic_is_not_known() -> None:
    with working_precision(192):
        p = PriorBox(F(1, 4), F(3, 4)).prior
        half = p.constant(RealInterval.of(F(1, 2)))
        assert not (p - half).absolute().is_known
        assert not (p - half).log().is_known
        assert not (p - half).inverse().is_known
        assert not p.minimum(half).is_known
        assert not at_zero().log().is_known
        assert p.minimum(p.constant(RealInterval.of(F(2)))).is_known
        assert (p - half).sign is None and p.sign == 1 and (-p).sign == -1
