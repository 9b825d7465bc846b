"""Coverage on {1, g}^k, on its edge: against ball arithmetic over all patterns."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from flint import arb

import rropt as rr
from rropt.checker import check
from rropt.checker.cover_information import (
    FINE,
    FLAT,
    Information,
    InnerParts,
    Tangents,
)
from rropt.checker.logarithm import BITS
from rropt.checker.pattern_cube import Cube
from rropt.checker.verdict import Doubts
from tests.certificates import HAIR, ZERO, changed, useless, verdict
from tests.checker.test_kind_prices import F, certificate
from tests.checker.test_logarithm import ball, digits


def least(prior, gamma, prices):
    """What prices must be raised by: max over {1, gamma}^k of (information - y.r) / sum r."""
    q, g, y = [ball(x) for x in prior], ball(gamma), [ball(x) for x in prices]
    best, worth = None, g * g.log()
    for high in product((0, 1), repeat=len(prior)):
        r = [g if h else arb(1) for h in high]
        mean = sum((a * b for a, b in zip(q, r, strict=True)), arb(0))
        total = -mean * mean.log()
        total += sum((a * worth for a, h in zip(q, high, strict=True) if h), arb(0))
        total -= sum((a * b for a, b in zip(y, r, strict=True)), arb(0))
        total /= sum(r, arb(0))
        best = total if best is None else best.max(total)
    return best


def rounded(x: arb, bits: int = 700) -> Fraction:
    """A rational within 2^-bits of a ball of far smaller radius."""
    return F(int((x * arb(2) ** bits).mid().floor().unique_fmpz()), 2**bits)


def claimed(prior, gamma, prices):
    """That these prices cover the information of every row, with the useless table."""
    bound = sum(prices)
    return certificate(
        privacy={"gamma": gamma, "delta": "0"},
        truths=len(prior),
        utility={"name": "mutual-information", "prior": prior},
        patterns=[["1"] * len(prior)],
        weights=["1"],
        value="0",
        prices=prices,
        bound=bound,
        gap=bound,
    )


GAMMAS = {
    "1 + 2^-310": 1 + F(1, 2**310),
    "1 + 2^-300": 1 + F(1, 2**300),
    "1 + 2^-299": 1 + F(1, 2**299),
    "1 + 2^-150": 1 + F(1, 2**150),
    "1 + 2^-121": 1 + F(1, 2**121),
    "1 + 2^-120": 1 + F(1, 2**120),
    "1 + 2^-119 - 2^-400": 1 + F(1, 2**119) - F(1, 2**400),
    "1 + 2^-64": 1 + F(1, 2**64),
    "1 + 2^-30": 1 + F(1, 2**30),
    "1.01": F(101, 100),
    "e, nearly": F(2718281829, 10**9),
    "50": F(50),
    "2^64": F(2**64),
    "10^40 + 1/3": 10**40 + F(1, 3),
    "10^400": F(10**400),
}


PRIORS = {
    "two": [F(1, 3), F(2, 3)],
    "three": [F(1, 2), F(3, 10), F(1, 5)],
    "zeros": [F(1, 2), F(0), F(1, 3), F(0), F(1, 6)],
    "one": [F(1), F(0)],
    "steep": [F(2 ** (6 - i), 127) for i in range(7)],
    "tiny": [1 - F(1, 10**30), F(1, 10**30)],
    "equal": [F(1, 6)] * 6,
}


HAIRS = [F(1, 10**9), F(1, 10**20), F(1, 10**60), F(1, 10**130)]


def assert_hairs_are_told_apart(q, g, start, edge):
    """Prices a hair above the edge are verified, a hair below they are refuted."""
    for hair in HAIRS:
        for sign, expected in ((1, "verified"), (-1, "refuted")):
            prices = [y + edge + sign * hair for y in start]
            assert check(claimed(q, g, prices)).verdict == expected


def cells() -> Iterator[object]:
    """Every level with every prior; equal and unequal prices in turn, both with --long."""
    for i, gamma in enumerate(GAMMAS):
        for j, prior in enumerate(PRIORS):
            for even in (True, False):
                marks = () if (i + j) % 2 == even else (pytest.mark.long,)
                yield pytest.param(gamma, prior, even, marks=marks)


@pytest.mark.everything
@pytest.mark.parametrize(("gamma", "prior", "even"), list(cells()))
def test_no_pattern_of_mutual_information_is_missed(gamma, prior, even):
    """Prices raised until the least slack is nothing: a hair more is verified, a hair less is not.

    Slacks are told from zero down to 10^-140 (times gamma, as rows are that long); within a hair
    below the edge no hair is so fine that the prices are verified.
    """
    g, q = GAMMAS[gamma], PRIORS[prior]
    start = [F(0)] * len(q) if even else [x * (-1) ** j / 10 for j, x in enumerate(q)]
    with digits(4000):
        edge = rounded(least(q, g, start), 2500)
    assert_hairs_are_told_apart(q, g, start, edge)
    for hair in (F(1, 10**150), F(1, 10**400), F(1, 10**700)):
        found = check(claimed(q, g, [y + edge - hair for y in start])).verdict
        assert found in ("refuted", "undecided")


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(60))
def test_no_pattern_of_random_mutual_information_is_missed(seed):
    rng = Random(seed)
    k = rng.randint(2, 6)
    raw = [F(rng.randint(0, 9) ** rng.randint(1, 12)) for _ in range(k)]
    raw[0] += 1
    q = [x / sum(raw) for x in raw]
    g = 1 + F(rng.randint(1, 999), rng.choice([1, 30, 1000, 10**6, 10**12, 10**25]))
    start = [F(rng.randint(-50, 50), 100) * x for x in q]
    with digits(3000):
        edge = rounded(least(q, g, start), 2000)
    assert_hairs_are_told_apart(q, g, start, edge)


@pytest.mark.parametrize("gamma", ["1 + 2^-64", "1.01", "50", "10^40 + 1/3"])
def test_classes_of_mutual_information_are_priced_as_their_truths(gamma):
    g, q, sizes = GAMMAS[gamma], [F(1, 8), F(1, 16), F(5, 8)], [2, 2, 1]
    wide = [x for x, n in zip(q, sizes, strict=True) for _ in range(n)]
    start = [F(1, 50), F(-1, 50), F(1, 100)]
    with digits(3000):
        edge = least(wide, g, [y for y, n in zip(start, sizes, strict=True) for _ in range(n)])
        edge = rounded(edge, 2000)
    for hair in HAIRS:
        for sign, expected in ((1, "verified"), (-1, "refuted")):
            prices = [y + edge + sign * hair for y in start]
            bound = sum(n * y for n, y in zip(sizes, prices, strict=True))
            data = claimed([F(1, 3)] * 3, g, prices)
            data = changed(data, truths=sizes, bound=bound, gap=bound)
            data["utility"]["prior"] = [str(x) for x in q]
            assert check(data).verdict == expected


def test_the_coarse_test_leaves_little_to_the_fine_one():
    """Of 2^12 patterns with ample prices none needs a logarithm of its own."""
    k = 12
    unit = k * k
    forms = [[unit] * k, [2 * i + 1 for i in range(k)]]
    cube = Cube(3, 1, [1] * k, forms)
    assert not list(Information(F(3), cube, unit)._doubtful(Doubts()))


@pytest.mark.parametrize("seed", range(12))
def test_tangents_leave_no_pattern_out_that_logarithms_find_uncovered(seed):
    """All patterns with P - c (T - 1) + T ln T < 0 in doubles are among those looked at."""
    rng = Random(seed)
    k = rng.randint(2, 10)
    g, size = rng.choice([2, 3, 50]), rng.choice([1, 1, 3])
    masses = [rng.randint(1, 99) for _ in range(k)]
    unit = 10**9 * size * sum(masses)
    shares = [10**9 * q for q in masses]
    c = g * math.log(g) / (g - 1)
    prices = [round(rng.uniform(0.7, 1.1) * (c - 1 - math.log(c)) * q) for q in shares]
    cube = Cube(g, 1, [size] * k, [prices, shares])
    found = set(Information(F(g), cube, unit)._doubtful(Doubts()))
    uncovered = set()
    for price, share in cube.values():
        seen = share / unit
        if price / unit - c * (seen - 1) + seen * math.log(seen) < -1e-9:
            uncovered.add((price, share))
    assert uncovered <= found
    assert seed or 0 < len(uncovered) < len(list(cube.values()))


@pytest.mark.parametrize("seed", range(12))
def test_steps_from_any_tangent_end_at_the_one_that_leaves_most(seed):
    """Or at one that leaves something, and what a tangent leaves is what it leaves to all parts."""
    rng = Random(seed)
    g, unit = rng.choice([F(101, 100), F(3), F(50)]), 10**9
    tangents = Tangents(g)
    shares = sorted(rng.randrange(1, int(unit * g) // 2) for _ in range(20))
    charges = [rng.randrange(unit // 3) << tangents.bits for _ in shares]
    beside = InnerParts(tangents, unit, charges, shares)
    for _ in range(20):
        outer = rng.randrange(-unit // 2, unit // 9) << tangents.bits, unit // 2
        left = {}
        for place in tangents.places:
            slope, start = tangents[place]
            pairs = zip(charges, shares, strict=True)
            left[place] = [outer[0] + y + slope * (outer[1] + q) + start * unit for y, q in pairs]
        slacks = {place: min(each) for place, each in left.items()}
        place, slack = beside.nearest(rng.choice(tangents.places), *outer)
        assert slacks[place] == slack
        assert slack >= 0 or slack == max(slacks.values())
        short = [n for n, x in enumerate(left[place]) if x < 0]
        assert sorted(beside.uncovered(place, *outer)) == short


@pytest.mark.parametrize("gamma", [g for g in GAMMAS.values() if g - 1 >= FLAT])
def test_tangents_lie_between_one_and_g_with_c_between_two_of_them(gamma):
    tangents = Tangents(gamma)
    low, high = (F(c, 1 << BITS) for c in tangents.weight)
    ends = [F(n * tangents.long, tangents.parts) for n in (0, 1)]
    width = ends[1] - ends[0]
    assert 1 - width < tangents.places[0] * width and tangents.places[-1] * width <= gamma
    assert tangents.start in tangents.places
    assert tangents.start * width <= max(low, 1 + tangents.step * width)
    assert high < (tangents.start + tangents.step) * width


@pytest.mark.parametrize("gamma", [g for g in GAMMAS.values() if g - 1 >= FLAT])
def test_a_tangent_is_below_t_ln_t_and_close_to_it(gamma):
    """T (ln s + 1 - c) + c - s <= T ln T - c (T - 1), at s nearly equal."""
    tangents = Tangents(gamma)
    slack = F(gamma, 1 << FINE - 4) * min(1, gamma - 1) ** 2
    for place in (tangents.places[0], tangents.start, tangents.places[-1]):
        slope, start = (F(x, 1 << tangents.bits) for x in tangents[place])
        s = F((2 * place + 1) * tangents.long, 2 * tangents.parts)
        with digits(2000):
            c = ball(gamma) * ball(gamma).log() / ball(gamma - 1)
            right = ball(s) * ball(s).log() - c * ball(s - 1)
            assert ball(-slack) < ball(slope * s + start) - right < 0


@pytest.mark.parametrize("truths", [12, 13, 16, 17, 21])
def test_few_and_many_patterns_are_told_apart_by_a_hair(truths):
    """On both sides of the sizes from which other pages decide."""
    prior = [F(1000 // (j + 1) + 7 * j) for j in range(truths)]
    prior = [q / sum(prior) for q in prior]
    data = rr.optimal(rr.LocalDP.from_gamma(3), rr.MutualInformation(prior)).certificate.data
    assert data["cover"] == {"proof": "extremes"}
    assert check(data).verdict == "verified"
    less = [F(data["prices"][0]) - HAIRS[1], *data["prices"][1:]]
    named = {name: F(data[name]) - HAIRS[1] for name in ("bound", "gap")}
    assert check(changed(data, prices=less, **named)).verdict == "refuted"


def test_prices_that_are_far_too_low_are_refuted_at_the_first_of_many_patterns(monkeypatch):
    """Of 2^18 patterns most need a logarithm."""
    slack, looked = Information._slack, []
    monkeypatch.setattr(Information, "_slack", lambda *at: looked.append(at) or slack(*at))
    prior = [F(j, 171) for j in range(1, 19)]
    assert check(claimed(prior, F(3), [F(1, 1000)] * 18)).verdict == "refuted"
    assert 1 <= len(looked) <= 4


def test_useless_tables_have_no_information_at_gamma_one():
    """Everything is 0 exactly, and no error is counted."""
    for q in PRIORS.values():
        assert check(claimed(q, F(1), [F(0)] * len(q))).verdict == "verified"
        assert check(claimed(q, F(1), [F(-1, 10**300)] * len(q))).verdict != "verified"


def test_at_gamma_one_there_is_one_pattern():
    prior = [F(2 * j + 1, 625) for j in range(25)]
    utility = {"name": "mutual-information", "prior": prior}
    privacy = {"gamma": "1", "delta": "0"}
    extremes = {"proof": "extremes"}
    assert verdict(useless(25, privacy, utility, [ZERO] * 25, extremes)) == "verified"
    below = [-HAIR] + [ZERO] * 24
    assert verdict(useless(25, privacy, utility, below, extremes)) != "verified"
