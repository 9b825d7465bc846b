"""gamma = e^epsilon: exact, or enclosed as tightly as it takes, against series of our own."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from rropt.exact import Gamma, InputError, exact, gamma_from_epsilon, gamma_from_value
from rropt.exact.gamma import MAX_GAMMA
from tests.exact.series import exp_series, log_series

pytestmark = pytest.mark.quick


@given(st.fractions(min_value=Fraction(1, 10**6), max_value=30, max_denominator=10**6))
def test_gamma_encloses_e_to_the_epsilon(epsilon: Fraction) -> None:
    gamma = gamma_from_epsilon(epsilon)
    below, above = exp_series(epsilon)
    assert gamma.lo <= below and above <= gamma.hi
    assert gamma.hi - gamma.lo <= gamma.hi / 2**60
    assert gamma.epsilon == epsilon


@pytest.mark.parametrize("word", ["1e-30", "1e-300", "700"])
def test_gamma_of_tiny_and_huge_epsilon(word: str) -> None:
    gamma = gamma_from_epsilon(word)
    below, above = exp_series(exact(word))
    assert 1 < gamma.lo <= below and above <= gamma.hi
    assert (gamma.hi - 1) * (1 - Fraction(1, 2**40)) <= gamma.lo - 1
    assert math.isfinite(float(gamma))


@pytest.mark.parametrize("epsilon", ["ln(3)", "log(3)", " ln( 3 ) ", "ln(6/2)", sympy.log(3)])
def test_a_logarithm_makes_gamma_exact(epsilon: object) -> None:
    assert gamma_from_epsilon(epsilon).exact == 3


def test_gamma_decides_a_rational_that_agrees_with_it_to_three_hundred_digits() -> None:
    gamma = gamma_from_epsilon("1/2")
    truth = exp_series(Fraction(1, 2))[0]
    near = Fraction(math.floor(truth * 10**300), 10**300)
    assert gamma.lo < near < gamma.hi
    assert gamma.reaches(near) is True
    assert gamma.reaches(near + Fraction(1, 10**300)) is False


def test_gamma_says_when_it_cannot_decide() -> None:
    loose = Gamma(Fraction(2), Fraction(3))
    assert (loose.reaches(Fraction(2)), loose.reaches(Fraction(4))) == (True, False)
    assert loose.reaches(Fraction(5, 2)) is None
    assert loose.reaches(math.inf) is False
    with pytest.raises(InputError, match="gamma must be rational here"):
        _ = loose.exact


def test_descriptions_of_gamma() -> None:
    assert gamma_from_epsilon("1/2").describe() == "epsilon = 1/2"
    assert gamma_from_value("5/2").describe() == "epsilon = ln(5/2)"
    assert Gamma(Fraction(2), Fraction(2) + Fraction(1, 10**20)).describe() == "epsilon = ln(2)"
    assert gamma_from_value(1).describe() == "epsilon = 0"


def test_epsilon_bounds_of_gamma() -> None:
    assert gamma_from_epsilon("1/2").epsilon_bounds() == (Fraction(1, 2), Fraction(1, 2))
    lo, hi = gamma_from_value(3).epsilon_bounds()
    below, above = log_series(Fraction(3))
    assert lo <= below and above <= hi


REFUSED_LEVELS = [
    (gamma_from_epsilon, "-1", "epsilon must be at least 0, got -1"),
    (gamma_from_epsilon, "701", "epsilon must be at most 700, got 701"),
    (gamma_from_epsilon, "ln(1/2)", "epsilon must be at least 0, got ln(1/2)"),
    (gamma_from_epsilon, "ln(0)", "epsilon must be at least 0"),
    (gamma_from_epsilon, "ln(x)", "the argument of epsilon must be a whole number"),
    (gamma_from_epsilon, "two", 'epsilon must be a number such as 1, 0.5, 1/2 or "ln(3)"'),
    (gamma_from_epsilon, float("nan"), "epsilon must be finite"),
    (gamma_from_value, "1/2", "gamma must be at least 1, got 1/2"),
    (gamma_from_value, 0, "gamma must be at least 1, got 0"),
]


@pytest.mark.parametrize(("door", "value", "message"), REFUSED_LEVELS)
def test_a_refused_level_names_parameter_rule_and_value(
    door: object, value: object, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        door(value)  # type: ignore[operator]
    assert str(caught.value).startswith(message)


def test_the_largest_levels_are_of_one_size() -> None:
    """The limit of gamma lies above e^700 and within a thousandth of its logarithm."""
    below, above = exp_series(Fraction(700))
    assert above < MAX_GAMMA < below**2
    assert log_series(Fraction(MAX_GAMMA))[0] < Fraction(7001, 10)
    assert gamma_from_value(MAX_GAMMA).exact == MAX_GAMMA
    with pytest.raises(InputError, match=r"gamma must be at most e\^700"):
        gamma_from_value(MAX_GAMMA + Fraction(1, 7))
    assert math.isfinite(float(gamma_from_epsilon(700)))


def test_an_enclosure_beyond_doubles_is_infinite_as_a_float() -> None:
    assert float(Gamma(Fraction(10**400), Fraction(10**400 + 1))) == math.inf


def test_a_level_of_zero_is_known_from_both_sides() -> None:
    assert gamma_from_epsilon("ln(1)") == gamma_from_epsilon(0) == gamma_from_value(1)
    assert gamma_from_epsilon(0).reaches(Fraction(1)) is True
    assert gamma_from_epsilon(0).reaches(Fraction(10**30 + 1, 10**30)) is False


def test_the_name_of_the_parameter_is_the_askers() -> None:
    with pytest.raises(InputError, match="the argument of eps must be a whole number"):
        gamma_from_epsilon("ln(inf)", "eps")
    with pytest.raises(InputError, match="eps must be at least 0, got -2"):
        gamma_from_epsilon(-2, "eps")
