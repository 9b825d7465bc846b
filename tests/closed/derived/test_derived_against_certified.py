"""Derived formulas at random points inside their pieces, against designs certified on their own."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import rropt as rr
from rropt.design.answer import ends

ANY = rr.LocalDP("ln(3)", "1/10")
FAMILY = ["1 - 2*q", "q", "q"]
BETS = [[1, 0, 0], [0, 1, 0], [0, 0, 1], ["3/5"] * 3]
EXACT = Fraction(1, 10**9)
"""Curved certificates have a relative gap of 1e-12 at most; the others none."""


def _family(q):
    return [1 - 2 * q, q, q]


def _gamma(rng):
    return 1 + Fraction(rng.randint(1, 400), rng.choice((37, 97, 211)))


def _share(rng, most=1):
    return Fraction(rng.randint(1, 996), 997) * most


PROBLEMS = {
    "guess with delta": (
        rr.Guess(["1/2", "3/10", "1/5"]),
        {"delta": (0, 1)},
        lambda rng: {"gamma": _gamma(rng), "delta": _share(rng)},
        lambda p: (
            rr.LocalDP.from_gamma(p["gamma"], p["delta"]),
            rr.Guess(["1/2", "3/10", "1/5"]),
        ),
    ),
    "guess of eight": (
        rr.Guess([Fraction(i, 36) for i in range(1, 9)]),
        {"delta": 0},
        lambda rng: {"gamma": _gamma(rng)},
        lambda p: (
            rr.LocalDP.from_gamma(p["gamma"]),
            rr.Guess([Fraction(i, 36) for i in range(1, 9)]),
        ),
    ),
    "guess of a family": (
        rr.Guess(["1/3"] * 3),
        {"delta": 0, "prior": FAMILY, "q": (0, "1/2")},
        lambda rng: {"gamma": _gamma(rng), "q": _share(rng, Fraction(1, 2))},
        lambda p: (rr.LocalDP.from_gamma(p["gamma"]), rr.Guess(_family(p["q"]))),
    ),
    "gain of a family": (
        rr.Gain(BETS, ["1/3"] * 3),
        {"delta": 0, "gamma": 3, "prior": FAMILY, "q": (0, "1/2")},
        lambda rng: {"q": _share(rng, Fraction(1, 2))},
        lambda p: (rr.LocalDP.from_gamma(3), rr.Gain(BETS, _family(p["q"]))),
    ),
    "two levels": (
        rr.Guess(["2/3", "1/3"]),
        {"privacy": [[1, "g"], ["h", 1]], "g": (1, "oo"), "h": (1, "oo")},
        lambda rng: {"g": _gamma(rng), "h": _gamma(rng)},
        lambda p: (rr.Privacy([[1, p["g"]], [p["h"], 1]]), rr.Guess(["2/3", "1/3"])),
    ),
    "blocks": (
        rr.Trace(3),
        {
            "privacy": [[1, "g", "h"], ["g", 1, "h"], ["h", "h", 1]],
            "g": (1, "oo"),
            "h": (1, "oo"),
        },
        lambda rng: {"g": _gamma(rng), "h": _gamma(rng)},
        lambda p: (
            rr.Privacy([[1, p["g"], p["h"]], [p["g"], 1, p["h"]], [p["h"], p["h"], 1]]),
            rr.Trace(3),
        ),
    ),
    "information of two": (
        rr.MutualInformation(["1/2", "1/2"]),
        {"delta": (0, 1), "prior": (0, 1)},
        lambda rng: {"gamma": _gamma(rng), "delta": _share(rng), "pi": _share(rng)},
        lambda p: (
            rr.LocalDP.from_gamma(p["gamma"], p["delta"]),
            rr.MutualInformation([1 - p["pi"], p["pi"]]),
        ),
    ),
    "information of six": (
        rr.MutualInformation(["1/6"] * 6),
        {"delta": 0},
        lambda rng: {"gamma": _gamma(rng)},
        lambda p: (rr.LocalDP.from_gamma(p["gamma"]), rr.MutualInformation(["1/6"] * 6)),
    ),
    "A-optimality of a family": (
        rr.AOptimal(["1/3"] * 3),
        {"delta": 0, "prior": FAMILY, "q": (0, "1/2")},
        lambda rng: {"gamma": _gamma(rng), "q": _share(rng, Fraction(1, 2))},
        lambda p: (rr.LocalDP.from_gamma(p["gamma"]), rr.AOptimal(_family(p["q"]))),
    ),
    "a contrast of a family": (
        rr.COptimal(["1/3"] * 3, [0, 1, -1]),
        {"delta": 0, "prior": FAMILY, "q": (0, "1/2")},
        lambda rng: {"gamma": _gamma(rng), "q": _share(rng, Fraction(1, 2))},
        lambda p: (
            rr.LocalDP.from_gamma(p["gamma"]),
            rr.COptimal(_family(p["q"]), [0, 1, -1]),
        ),
    ),
}


def _compare(name, count, seed):
    objective, options, draw, pose = PROBLEMS[name]
    answer = rr.derive(rr.Problem(ANY, objective), **options)
    assert answer.proved
    rng = random.Random(seed)
    for _ in range(count):
        point = draw(rng)
        design = rr.optimal(*pose(point))
        certified = [*ends(design.value), *ends(design.bound)]
        lo, hi = ends(answer.value_at(**point))
        slack = EXACT * abs(hi)
        assert min(certified) - slack <= hi and lo <= max(certified) + slack, (name, point)


@pytest.mark.everything
@pytest.mark.parametrize("name", ["guess with delta", "two levels", "a contrast of a family"])
def test_some_random_points(name):
    _compare(name, 4, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("name", PROBLEMS)
def test_a_hundred_random_points_each(name):
    _compare(name, 100, seed=2)
