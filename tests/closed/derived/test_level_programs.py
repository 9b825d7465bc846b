"""Matrices of levels in parameters: against certified designs, and against brute force.

Two truths: values with logarithms and roots, against certified designs.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.level_programs import tree_patterns
from rropt.exact import InputError
from rropt.patterns.alcoved import alcoved_patterns

ANY = rr.LocalDP("ln(3)")
g, h = sp.symbols("g h")
TWO = [["1", "g"], ["h", "1"]]
ANYWHERE = {"g": (1, "oo"), "h": (1, "oo")}


def _path(k):
    return [[f"g**{abs(a - b)}" if a != b else 1 for b in range(k)] for a in range(k)]


def _at(levels, **values):
    """The matrix at numbers."""
    known = {sp.Symbol(name): sp.Rational(str(value)) for name, value in values.items()}
    entry = lambda e: str(sp.sympify(str(e)).subs(known))  # noqa: E731
    return rr.Privacy([[entry(e) for e in row] for row in levels])


def _derive(objective, levels, **options):
    return rr.derive(rr.Problem(ANY, objective), privacy=levels, **options)


@pytest.mark.parametrize("truths", [2, 3, 4])
def test_trees_hold_every_extreme_pattern(truths):
    """What the walk along the cone's edges finds is among the trees, for random matrices."""
    rng = random.Random(truths)
    for _ in range(3):
        numbers = [
            [1 if a == b else Fraction(rng.randint(5, 16), 4) for b in range(truths)]
            for a in range(truths)
        ]
        matrix = tuple(tuple(sp.Rational(str(x)) for x in row) for row in numbers)
        listed = {_scaled([Fraction(str(x)) for x in r]) for r in tree_patterns(matrix)}
        closed = rr.Privacy(numbers).on(truths).levels.lo
        assert {_scaled(r) for r in alcoved_patterns(closed)} <= listed


def _scaled(r):
    return tuple(x / r[0] for x in r)


def test_two_truths_and_two_levels():
    answer = _derive(rr.Trace(2), TWO, **ANYWHERE)
    assert answer.proved and len(answer.values) == 1
    design = rr.optimal(_at(TWO, g=3, h="3/2"), rr.Trace(2))
    assert answer.value_at(g=3, h="3/2") == design.value


@pytest.mark.everything
@pytest.mark.parametrize(
    "objective, levels, options, points",
    [
        (rr.Guess(["1/2", "1/2"]), TWO, {**ANYWHERE}, [("3", "2"), ("5/4", "7")]),
        (rr.FDivergence("chi-square"), TWO, {**ANYWHERE}, [("3", "2"), ("5/4", "7")]),
        (
            rr.Trace(3),
            [[1, "g", "h"], ["g", 1, "h"], ["h", "h", 1]],
            {**ANYWHERE},
            [("3", "2"), ("5", "2"), ("3/2", "4")],
        ),
    ],
)
def test_two_levels_agree_with_certified_designs(objective, levels, options, points):
    answer = _derive(objective, levels, **options)
    assert answer.proved
    for first, second in points:
        design = rr.optimal(_at(levels, g=first, h=second), objective)
        assert answer.value_at(g=first, h=second) == design.value


@pytest.mark.everything
@pytest.mark.parametrize(
    "objective",
    [
        rr.Trace(3),
        rr.Guess(["1/2", "1/3", "1/6"]),
        rr.Gain([[1, "1/2", 0], [0, "1/2", 1]], ["1/3"] * 3),
        rr.FDivergence("total-variation", (0, 2), 3),
        rr.FDivergence("le-cam", (0, 2), 3),
    ],
)
def test_a_path_metric_in_one_level(objective):
    answer = _derive(objective, _path(3), g=(1, "oo"))
    assert answer.proved
    for level in ("6/5", "2", "4"):
        assert answer.value_at(g=level) == rr.optimal(_at(_path(3), g=level), objective).value


@pytest.mark.everything
def test_the_trace_on_a_path_of_four():
    """2 (2g - 1)/(g + 1): the ends g/(g + 1) each, the inner truths (g - 1)/(g + 1)."""
    answer = _derive(rr.Trace(4), _path(4), g=(1, "oo"))
    assert [sp.cancel(v - 2 * (2 * g - 1) / (g + 1)) for v in answer.values] == [0]


@pytest.mark.everything
def test_blocks_switch_where_the_inner_level_stops_to_bind():
    """Inside a block h^2 across and back binds where g is larger."""
    levels = [[1, "g", "h"], ["g", 1, "h"], ["h", "h", 1]]
    answer = _derive(rr.Trace(3), levels, **ANYWHERE)
    assert "switching curve: g = h**2" in str(answer)
    assert (3 * h - 1) / (h + 1) in answer.values


@pytest.mark.everything
def test_one_table_for_every_divergence_of_two_truths():
    masses = ["2/3", "1/3"]
    for objective in (rr.MutualInformation(masses), rr.FDivergence("hellinger")):
        answer = _derive(objective, TWO, **ANYWHERE)
        design = rr.optimal(_at(TWO, g=3, h=2), objective)
        lo, hi = answer.value_at(g=3, h=2)
        assert answer.proved and lo <= design.value.hi and design.value.lo <= hi


@pytest.mark.parametrize(
    "objective, levels, options, message",
    [
        (rr.Trace(2), [["1", "g"]], {"g": (1, 2)}, "2 x 2"),
        (rr.Trace(2), [["g", "g"], ["g", "1"]], {"g": (1, 2)}, "1 on the diagonal"),
        (rr.Trace(2), TWO, {"g": (1, 2)}, "privacy names h"),
        (rr.Trace(2), TWO, {"g": ("1/2", 2), "h": 2}, "inside"),
        (rr.Trace(2), [["1", "g-1"], ["g", "1"]], {"g": (1, 2)}, "above 1 on the whole box"),
        (rr.Trace(2), TWO, {**ANYWHERE, "delta": "1/10"}, "delta must be 0"),
        (rr.Trace(5), _path(5), {"g": (1, 2)}, "categories must be at most 4"),
        (rr.Warner("1/4"), TWO, {**ANYWHERE}, "outputs must not be given"),
        (rr.MutualInformation(["1/3"] * 3), _path(3), {"g": (1, 2)}, "categories must be 2"),
        (rr.FDivergence("hellinger", (0, 2), 3), _path(3), {"g": (1, 2)}, "categories must be 2"),
    ],
)
def test_refusals(objective, levels, options, message):
    with pytest.raises(InputError, match=message):
        _derive(objective, levels, **options)


gamma = sp.Symbol("gamma")
ANY_LEVEL = rr.LocalDP("ln(3)", "1/10")


@pytest.mark.parametrize(
    "name, form",
    [
        ("kullback-leibler", (gamma - 1) * sp.log(gamma) / (gamma + 1)),
        ("hellinger", 2 * (gamma + 1 - 2 * sp.sqrt(gamma)) / (gamma + 1)),
    ],
)
def test_divergences_between_two_of_three_truths(name, form):
    objective = rr.FDivergence(name, (0, 2), 3)
    answer = rr.derive(rr.Problem(ANY_LEVEL, objective), delta=0)
    assert answer.proved and sp.simplify(answer.values[0] - form) == 0


@pytest.mark.everything
@pytest.mark.parametrize("delta", ["0", "1/10"])
def test_information_under_any_prior(delta):
    problem = rr.Problem(ANY_LEVEL, rr.MutualInformation(["1/2", "1/2"]))
    answer = rr.derive(problem, prior=(0, 1), delta=(0, 1) if delta != "0" else 0)
    assert answer.proved
    for g, share in (("3", "1/4"), ("11/10", "9/10")):
        place = {"gamma": g, "pi": share} | ({"delta": delta} if delta != "0" else {})
        lo, hi = answer.value_at(**place)
        objective = rr.MutualInformation([1 - sp.Rational(share), share])
        design = rr.optimal(rr.LocalDP.from_gamma(g, delta), objective)
        assert lo <= design.value.hi and design.value.lo <= hi


def test_jensen_shannon_with_delta():
    """delta of the reports tell the truth, which is worth log 2 each."""
    answer = rr.derive(rr.Problem(ANY_LEVEL, rr.FDivergence("jensen-shannon")), delta=(0, 1))
    lo, hi = answer.value_at(gamma=3, delta="1/10")
    design = rr.optimal(rr.LocalDP("ln(3)", "1/10"), rr.FDivergence("jensen-shannon"))
    assert answer.proved and lo <= design.value.hi and design.value.lo <= hi
