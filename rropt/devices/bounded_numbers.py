"""Mechanisms of the literature for numbers of an interval, with the variance of their reports.

All are unbiased, with a variance that is quadratic in the numbers: in units in which these are -1
to 1 the variance of a report on x is m + s x^2, by symmetry; both are enclosed, from formulas in
epsilon and e^epsilon, in ball arithmetic. What is best of all mechanisms is
`rropt design mean --low A --high B`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import flint

from rropt.devices.model import level
from rropt.devices.noise import Bounds, notebook_facts
from rropt.exact import Gamma, InputError, exact, text
from rropt.exact.bounds import dyadic
from rropt.exact.convert import ball
from rropt.exact.precision import working_precision

BITS = 128
"""Of the balls: enclosures of 30 digits, beside four times the bits of e^epsilon, which cancel
where the variance of a report on an end is 1 / e^epsilon: with 128 its lower end was below 0. So do
those of 1 / epsilon where it is small: the square wave has e^epsilon - 1 - epsilon below."""

Form = Callable[[Any, Any], tuple[Any, Any]]
"""(epsilon, e^epsilon) to (m, s)."""


@dataclass(frozen=True)
class NumberMechanism:
    """Its level, the interval, the variance of a report on its middle and on its ends."""

    name: str
    asked: Gamma
    low: Fraction
    high: Fraction
    at_middle: Bounds
    at_ends: Bounds
    note: str = ""

    _repr_html_ = notebook_facts

    @property
    def parameters(self) -> tuple[tuple[str, Any], ...]:
        """What defines the mechanism."""
        ends = f"{text(self.low)} to {text(self.high)}"
        return (("level", self.asked.describe()), ("numbers", ends))

    @property
    def variance(self) -> Bounds:
        """Of a report on the worst number: a parabola is largest in its middle or at its ends."""
        low = max(self.at_middle[0], self.at_ends[0])
        return low, max(self.at_middle[1], self.at_ends[1])

    @classmethod
    def of(
        cls, name: str, form: Form, epsilon: Any, gamma: Any, low: Any, high: Any, note: str = ""
    ) -> NumberMechanism:
        """The mechanism of this form on the numbers from low to high."""
        asked = level(epsilon, gamma)
        ends = exact(low, "low"), exact(high, "high")
        if ends[0] >= ends[1]:
            raise InputError(f"low must be below high, got {text(ends[0])}, {text(ends[1])}")
        unit = ((ends[1] - ends[0]) / 2) ** 2
        size = asked.hi + 1 / (asked.epsilon or asked.lo - 1)
        with working_precision(BITS + 4 * int(size).bit_length()):
            exponent, power = _balls(asked)
            middle, slope = form(exponent, power)
            found = _ends(middle, unit), _ends(middle + slope, unit)
        return cls(name, asked, *ends, *found, note)


def _balls(asked: Gamma) -> tuple[Any, Any]:
    """epsilon and e^epsilon."""
    if asked.epsilon is not None:
        exponent = ball(asked.epsilon)
        return exponent, exponent.exp()
    power = ball(asked.lo).union(ball(asked.hi))
    return power.log(), power


def _ends(enclosed: Any, unit: Fraction) -> Bounds:
    return unit * dyadic(enclosed.lower()), unit * dyadic(enclosed.upper())


WORST = "for the worst number; reports that are clamped to the interval are biased"


def duchi(epsilon: Any = None, gamma: Any = None, low: Any = -1, high: Any = 1) -> NumberMechanism:
    """One bit, +-B with B = (e^epsilon + 1)/(e^epsilon - 1): Duchi, Jordan and Wainwright.

    Variance B^2 - x^2. Minimax optimal procedures for locally private estimation, JASA 113 (2018),
    doi:10.1080/01621459.2017.1389735.
    Example: rropt device duchi --epsilon 1/2

    >>> [float(round(end, 4)) for end in duchi(epsilon="1/2").variance]
    [16.6708, 16.6708]
    """
    return NumberMechanism.of("duchi", _duchi, epsilon, gamma, low, high)


def one_bit_mean(
    epsilon: Any = None, gamma: Any = None, low: Any = -1, high: Any = 1
) -> NumberMechanism:
    """Randomised rounding to an end of the interval, then randomized response on one bit.

    The same law as `duchi`. Ding, Kulkarni and Yekhanin, Collecting telemetry data privately,
    NeurIPS 2017, arXiv:1712.01524.
    Example: rropt device one_bit_mean --epsilon 1/2
    """
    return NumberMechanism.of("one_bit_mean", _duchi, epsilon, gamma, low, high)


def piecewise_mechanism(
    epsilon: Any = None, gamma: Any = None, low: Any = -1, high: Any = 1
) -> NumberMechanism:
    """The piecewise mechanism: a density that is e^epsilon times higher on a window around x.

    Variance (z + 3)/(3 (z - 1)^2) + x^2/(z - 1), z = e^(epsilon/2). Wang, Xiao, Yang and others,
    Collecting and analyzing multidimensional data with local differential privacy, ICDE 2019,
    doi:10.1109/ICDE.2019.00063, arXiv:1907.00782.
    Example: rropt device piecewise_mechanism --epsilon 1
    """
    return NumberMechanism.of("piecewise_mechanism", _piecewise, epsilon, gamma, low, high)


def hybrid_mechanism(
    epsilon: Any = None, gamma: Any = None, low: Any = -1, high: Any = 1
) -> NumberMechanism:
    """The hybrid: piecewise with probability 1 - e^(-epsilon/2), else one bit; below 0.61 one bit.

    Wang, Xiao, Yang and others, ICDE 2019, doi:10.1109/ICDE.2019.00063, arXiv:1907.00782.
    Example: rropt device hybrid_mechanism --epsilon 1
    """
    return NumberMechanism.of("hybrid_mechanism", _hybrid, epsilon, gamma, low, high)


def square_wave(
    epsilon: Any = None, gamma: Any = None, low: Any = -1, high: Any = 1
) -> NumberMechanism:
    """The square wave: a window of width 2b around x, whose reports have a mean that is affine.

    The reports are biased until that is inverted: the variance is that of the unbiased numbers.
    Li, Wang, Lopuhaa-Zwakenberg and others, Estimating numerical distributions under local
    differential privacy, SIGMOD 2020, doi:10.1145/3318464.3389700, arXiv:1912.01051.
    Example: rropt device square_wave --epsilon 1
    """
    note = "raw reports are biased; this is the variance after their affine mean is inverted"
    return NumberMechanism.of("square_wave", _square_wave, epsilon, gamma, low, high, note)


def optimal_piecewise(
    epsilon: Any = None, gamma: Any = None, low: Any = -1, high: Any = 1
) -> NumberMechanism:
    """The best piecewise mechanism with one window, whose width has the least worst variance.

    Zheng, Mishra and Hu, Optimal piecewise-based mechanism for collecting bounded numerical data
    under local differential privacy, PETS 2025, arXiv:2505.15483.
    Example: rropt device optimal_piecewise --epsilon 1
    """
    return NumberMechanism.of("optimal_piecewise", _best_window, epsilon, gamma, low, high)


def laplace_numbers(
    epsilon: Any = None, gamma: Any = None, low: Any = -1, high: Any = 1
) -> NumberMechanism:
    """Laplace noise on the number itself, of scale 2/epsilon; clamped reports are biased.

    Variance 8/epsilon^2. Dwork, McSherry, Nissim and Smith, Calibrating noise to sensitivity in
    private data analysis, TCC 2006, doi:10.1007/11681878_14.
    Example: rropt device laplace_numbers --epsilon 1/2
    """
    return NumberMechanism.of("laplace_numbers", _laplace, epsilon, gamma, low, high, WORST)


def staircase_numbers(
    epsilon: Any = None, gamma: Any = None, low: Any = -1, high: Any = 1
) -> NumberMechanism:
    """Staircase noise on the number itself, the additive noise of least variance.

    With b = e^-epsilon: 4 ((b (1 + b)/2)^(2/3) + b)/(1 - b)^2; clamped reports are biased. Geng
    and Viswanath, The optimal noise-adding mechanism in differential privacy, IEEE Transactions on
    Information Theory 62(2), 2016, doi:10.1109/TIT.2015.2504967.
    Example: rropt device staircase_numbers --epsilon 1
    """
    return NumberMechanism.of("staircase_numbers", _staircase, epsilon, gamma, low, high, WORST)


def _duchi(exponent: Any, power: Any) -> tuple[Any, Any]:
    return ((power + 1) / (power - 1)) ** 2, flint.arb(-1)


def _piecewise(exponent: Any, power: Any) -> tuple[Any, Any]:
    root = power.sqrt()
    return (root + 3) / (3 * (root - 1) ** 2), 1 / (root - 1)


def _hybrid(exponent: Any, power: Any) -> tuple[Any, Any]:
    """A mixture of unbiased reports has the mixture of their variances."""
    if exponent < flint.arb("0.61"):
        return _duchi(exponent, power)
    share = 1 - 1 / power.sqrt()
    wide = _piecewise(exponent, power)
    narrow = _duchi(exponent, power)
    mixed = [share * a + (1 - share) * b for a, b in zip(wide, narrow, strict=True)]
    return mixed[0], mixed[1]


def _square_wave(exponent: Any, power: Any) -> tuple[Any, Any]:
    """On y = (x + 1)/2: reports in [-b, 1 + b], density p within b of y and q elsewhere."""
    b = (exponent * power - power + 1) / (2 * power * (power - 1 - exponent))
    q = 1 / (2 * b * power + 1)
    # What the window has above q, 2 b q (g - 1), moves with y: the slope of the mean.
    slope = 2 * b * q * (power - 1)
    # Second moments at y = 0: of density q over all reports, and of that part of the window.
    spread = q * ((1 + b) ** 3 + b**3) / 3 + slope * b**2 / 3
    whole = q * (1 + 2 * b) / 2

    # The numbers x are twice as far apart as the y.
    def variance(y: Any) -> Any:
        return 4 * (spread + slope * y**2 - (whole + slope * y) ** 2) / slope**2

    middle = variance(flint.arb(1) / 2)
    return middle, variance(flint.arb(1)) - middle


def _best_window(exponent: Any, power: Any) -> tuple[Any, Any]:
    """Whatever the width, the enclosure is of a mechanism that is there."""
    return _window(power, flint.arb(_best_share(max(CLOSEST, float(power.mid())))))


CLOSEST = 1 + 2**-20
"""Nearer to 1 doubles lose e^epsilon - 1, on which the width depends by less than a millionth."""


def _window(power: Any, share: Any) -> tuple[Any, Any]:
    """A window of this share of all reports [-C, C]; its middle moves as x does.

    The density is q, and e^epsilon q in the window, of which s = i/(1 + i), i = (g - 1) t, is the
    part that moves: its middle is x/s, which is C (1 - t) at x = 1.
    """
    inner = (power - 1) * share
    reach = (1 + inner) / (inner * (1 - share))
    density = 1 / (2 * reach * (1 + inner))
    width = 2 * reach * share
    return density * (2 * reach**3 / 3 + (power - 1) * width**3 / 12), 1 / inner


@lru_cache
def _best_share(power: float) -> float:
    """The share of the least worst variance, in doubles: one half, and about power^(-1/3)."""
    from scipy.optimize import minimize_scalar

    def worst(logarithm: float) -> float:
        middle, slope = _window(power, math.exp(logarithm))
        return float(max(middle, middle + slope))

    found = minimize_scalar(worst, bounds=(-2 - math.log(power) / 2, 0), method="bounded")
    return math.exp(found.x)


def _laplace(exponent: Any, power: Any) -> tuple[Any, Any]:
    return 8 / exponent**2, flint.arb(0)


def _staircase(exponent: Any, power: Any) -> tuple[Any, Any]:
    b = 1 / power
    split = (b * (1 + b) / 2).log() * 2 / 3
    return 4 * (split.exp() + b) / (1 - b) ** 2, flint.arb(0)


NUMBER_MECHANISMS = (
    duchi,
    one_bit_mean,
    piecewise_mechanism,
    hybrid_mechanism,
    square_wave,
    optimal_piecewise,
    laplace_numbers,
    staircase_numbers,
)
"""Those that stand beside a design for numbers."""
