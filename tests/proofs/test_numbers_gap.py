"""The third form on an interval: quadrature, programs and another library beside the proofs."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log, sqrt
from random import Random

import mpmath
import numpy as np
import pytest
from rropt.proofs.exactly import ball
from rropt.proofs.found import numbers_beyond, numbers_gap, numbers_gap_range
from rropt.proofs.found.numbers_gap_range import ROOT, end_at, form
from rropt.proofs.settling import settle
from scipy.optimize import brentq

from rropt.design.worst.windows_design import exact_prices, exact_windows
from rropt.design.worst.windows_program import solved
from rropt.exact.bounds import exp_bounds

STATEMENTS = {
    claim.id: claim for page in (numbers_gap, numbers_gap_range) for claim in page.section
}
EPSILONS = [1.3935, 1.6, 1.9, 2.016]


class Mechanism:
    """The form as its statement says it, in doubles and lengths of the end of the gap."""

    def __init__(self, epsilon):
        self.g = exp(epsilon)
        self.k = 2 * self.g / (self.g + 4)
        self.c = 2 / (self.g + 2)
        self.a2 = 4 * self.g / (self.g + 2)
        self.T = brentq(self.left, 1, 3, xtol=1e-15)
        self.S = self.half(self.T)

    def half(self, x):
        outer = np.sqrt(np.abs(x * x - 2 * self.k * (np.abs(x) - 1)))
        return np.where(np.abs(x) <= self.c, np.sqrt(x * x + self.a2), outer)

    def left(self, T):
        g, k, S = self.g, self.k, sqrt(T * T - 2 * self.k * (T - 1))
        logarithm = 4 * (g + 2) / (g + 4) * log((T - k + S) / (2 - k))
        return (g + 1) * log((g + 2) / g) + logarithm + (g + 2) / 2 * (T - S) - (g - 2)

    def variance(self):
        g, T, S = self.g, self.T, self.S
        return (2 * g / T - g + (g + 4) * S / T) / (2 * (g - 1))

    def reports(self, count):
        """Numbers, windows from one place to another, and weights, on `count` cells of each kind;
        the mirror images are left out."""
        g, c, small = self.g, self.c, 2 * self.g / (self.g + 2)
        x = midpoints(-c, c, count)
        t = midpoints(1, self.T, count)
        dx, dt, du = 2 * c / count, (self.T - 1) / count, (1 - c) / count
        s, half = self.half(x), self.half(t)
        told = t - half
        fit = 2 * small - 2 * c * told - told**2
        density = dt / (2 * (g - 1) * half)
        closed = np.cumsum((density * fit)[::-1])[::-1] - density * fit / 2
        theta = (density * fit).sum() * (g - 1) / (1 - c) ** 2
        close = c + np.sqrt(closed * (g - 1) / theta)
        u = midpoints(c, 1, count)
        rate = np.histogram(close, bins=np.linspace(c, 1, count + 1), weights=density)[0]
        first = np.histogram(close, np.linspace(c, 1, count + 1), weights=density * told)[0]
        second = np.histogram(close, np.linspace(c, 1, count + 1), weights=density * told**2)[0]
        zero = (1 - theta) * (u - c) / ((g - 1) * small) * du
        few = (2 * (1 - u) / (g - 1) * du - 2 * first - second) / (small * (2 + small))
        many = few + zero + rate
        end = np.full_like(u, self.T)
        groups = [
            (x + s, x, np.full_like(x, self.T), dx / (2 * (g - 1) * s)),
            (t + half, t, np.full_like(t, self.T), density),
            (told, -close, t, density),
            (np.full_like(u, 2), u, end, many),
            (np.full_like(u, small), -u, end, few),
            (np.zeros_like(u), -u, u, zero / 2),
        ]
        return [np.concatenate(part) for part in zip(*groups, strict=True)]

    def moments(self, x, count=4000):
        """Probability, mean and second moment at a number."""
        told, start, stop, weight = self.reports(count)
        assert weight.min() >= -1e-12
        at = np.where((start <= x) & (x <= stop), self.g, 1) * weight
        mirror = np.where((start <= -x) & (-x <= stop), self.g, 1) * weight
        return [(at * told**n + mirror * (-told) ** n).sum() for n in range(3)]

    def charges(self, numbers, count=20000):
        """The least charge of a report of each number, by sums over a fine grid."""
        g, c, k = self.g, self.c, self.k
        x = np.concatenate([midpoints(-c, c, count), midpoints(1, self.T, count)])
        cell = np.repeat([2 * c / count, (self.T - 1) / count], count)
        spread = np.repeat(
            [(g + 1) / (g - 1) * self.a2 / 2, (g + 4) / (g - 1) * k * (2 - k) / 4], count
        )
        q = spread / self.half(x) ** 3 * cell
        p, y = q * x, q * (x * x - self.half(x) ** 2)
        right = x >= 1
        last = [
            (g - 2) / (2 * g - 2) - q[right].sum(),
            g / (g - 1) - p[right].sum(),
            self.a2 * g / (2 * g - 2) - y[right].sum(),
        ]
        q = np.concatenate([q, q[right], [last[0], last[0]]])
        p = np.concatenate([p, -p[right], [last[1], -last[1]]])
        y = np.concatenate([y, y[right], [last[2], last[2]]])
        places = np.concatenate([x, -x[right], [self.T, -self.T]])
        assert q.min() > 0 and q.sum() == pytest.approx(1, rel=1e-6)
        charged = [q * v * v - 2 * p * v + y for v in numbers]
        worth = 2 * (p * places).sum() - y.sum() - (q * places**2).sum()
        return [np.minimum(f, g * f).sum() for f in charged], worth


def midpoints(low, high, count):
    return low + (np.arange(count) + 0.5) * (high - low) / count


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("part", [0.0, 0.1, 0.5, 0.8, 0.97])
def test_the_reports_are_unbiased_and_have_one_variance_by_quadrature(epsilon, part):
    form_of = Mechanism(epsilon)
    x = part * form_of.T
    whole, mean, second = form_of.moments(x)
    variance = form_of.variance() * form_of.T**2
    assert whole == pytest.approx(1, abs=2e-3)
    assert mean == pytest.approx(x, abs=4e-3)
    assert second - x * x == pytest.approx(variance, rel=4e-3)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_prices_cover_and_are_worth_the_variance_by_sums_over_a_fine_grid(epsilon):
    form_of = Mechanism(epsilon)
    numbers = np.linspace(0, 2 * (form_of.T + form_of.S), 121)
    charges, worth = form_of.charges(numbers)
    assert min(charges) > -1e-5
    assert worth == pytest.approx(form_of.variance() * form_of.T**2, rel=1e-6)


@pytest.mark.parametrize("epsilon", ["3/2", "2"])
def test_the_variance_is_between_the_ends_of_the_certified_programs(epsilon):
    low, high = map(Fraction, numbers_beyond.ENDS[epsilon])
    end = end_at(Fraction(epsilon))
    at = form(ball(Fraction(epsilon)).exp(), ball(end))
    assert float(low) < float(at.worst() / at.T**2) < float(high)
    assert Mechanism(float(Fraction(epsilon))).variance() == pytest.approx(
        float(at.worst() / at.T**2), rel=1e-12
    )


def certified_ends(epsilon, count):
    """What prices and windows prove, from the first grid where doubles find the prices: from one
    of them they miss those of one epsilon in two hundred."""
    below, above = exp_bounds(epsilon)
    programs = (solved(exp(epsilon), count + more, 1) for more in range(0, 12, 2))
    found = next(each for each in programs if exact_prices(each, above) is not None)
    return exact_prices(found, above).bound(), exact_windows(found, below).worst(below)


def agrees(epsilon, count):
    """Whether the form lies between certified ends, which are near."""
    low, high = map(float, certified_ends(epsilon, count))
    return low < Mechanism(float(epsilon)).variance() < high < low * (1 + 2e-4)


def drawn(seed, draws):
    """Random epsilons of the third form, and numbers to begin a program with."""
    random = Random(seed)
    for _ in range(draws):
        yield Fraction(random.randint(13931, 20160), 10000), random.choice((31, 35, 41))


def test_the_form_lies_between_certified_ends_at_random_epsilons():
    assert all(agrees(*draw) for draw in drawn(2016, 5))


@pytest.mark.parametrize("epsilon, count", [("1.9415", 41), ("1.625", 35)])
def test_where_doubles_miss_the_prices_the_next_grid_has_them(epsilon, count):
    assert agrees(Fraction(epsilon), count)


@pytest.mark.everything
def test_the_form_lies_between_certified_ends_at_a_thousand_random_epsilons():
    """A program of cones at each: half a minute of processor time."""
    assert all(agrees(*draw) for draw in drawn(20260121, 1000))


def test_the_end_has_the_digits_that_another_library_finds():
    """Where the integral of what the reports t - s take is that of the number 0."""

    def equations(epsilon, T):
        g = mpmath.exp(epsilon)
        k, c, small = 2 * g / (g + 4), 2 / (g + 2), 2 * g / (g + 2)

        def s(t):
            return mpmath.sqrt(t * t - 2 * k * (t - 1))

        def taken(t):
            return (2 * small - 2 * c * (t - s(t)) - (t - s(t)) ** 2) / (2 * s(t))

        logarithm = 4 * (g + 2) / (g + 4) * mpmath.log((T - k + s(T)) / (2 - k))
        left = (g + 1) * mpmath.log((g + 2) / g) + logarithm + (g + 2) / 2 * (T - s(T))
        return [left - (g - 2), mpmath.quad(taken, [1, T]) - (1 - c) ** 2]

    with mpmath.workdps(25):
        root = mpmath.findroot(equations, (2.016, 1.403))[0]
        assert mpmath.mpf(ROOT[0]) < root < mpmath.mpf(ROOT[1])


def test_at_its_beginning_the_form_is_the_second_closed_one():
    epsilon = 1.39302797235
    g = exp(epsilon)
    c = 1 / (g - (g + 1) / 2 * log((g + 2) / g))
    second = (2 - g + g * (g + 2) * c) / (g - 1)
    assert Mechanism(epsilon + 1e-9).variance() == pytest.approx(second, rel=1e-7)


@pytest.mark.everything
def test_the_digits_are_proved():
    record = settle(STATEMENTS["found/numbers/gap/digits"])
    assert record["verdict"] == "proved" and record["near"]


@pytest.mark.everything
@pytest.mark.parametrize("name", ["/prices", "/reports", "/chances", ""])
def test_every_part_is_proved(name):
    """Rational functions with three variables: ten seconds."""
    record = settle(STATEMENTS[f"found/numbers/gap{name}"])
    assert record["verdict"] == "proved" and record["near"]
