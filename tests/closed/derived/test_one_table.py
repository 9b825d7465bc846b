"""The table of two truths that is best for all, by hand: Warner's at level g.

Worst cases of two truths under a matrix of levels: formulas beside certified tables.

Coefficients of a model in closed form: against certified designs, and by hand.
"""

from __future__ import annotations

from fractions import Fraction as F
from math import exp, isclose

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived import one_table
from rropt.closed.derived.one_table import ONE_TABLE, OfOneTable, WorstShare, table_of
from rropt.design.problem import Problem
from rropt.exact import InputError


def test_the_table_found_for_another_utility_has_the_value_asked_for() -> None:
    """The variance of a share at 1/2 from chances a, b is 1/4 over (b - a)^2."""
    asked = OfOneTable(Problem(rr.LocalDP("ln(3)"), rr.Variance("1/2")))
    found = rr.derive(asked.strictly_convex(), privacy=[["1", "g"], ["g", "1"]], g=(1, "oo"))

    def variance(piece) -> sp.Expr:
        (row, weight), _ = table_of(piece)
        return sp.factor(sp.Rational(1, 4) / (weight * (row[0] - row[1])) ** 2)

    answer = asked.revalued(found, variance)
    g = sp.Symbol("g", positive=True)
    (value,) = answer.values
    (own,) = value.free_symbols
    assert sp.simplify(value.subs(own, g) - ((g + 1) / (g - 1)) ** 2 / 4) == 0
    assert (answer.problem, answer.reason) == (asked.problem, ONE_TABLE)


a, b, t = sp.symbols("a b t")


@pytest.mark.parametrize(
    ("utility", "by_hand"),
    [
        (
            sp.Max(sp.sqrt(a**2 + b**2), t * (a + b)),
            lambda g, t: 2 * max(t, (g * g + 1) ** 0.5 / (g + 1)),
        ),
        (sp.Max(sp.sqrt(2) * b, a), lambda g, _: (max(g, 2**0.5) + g * 2**0.5) / (g + 1)),
        (
            sp.sqrt(a**2 + b**2) + sp.Abs(a - b),
            lambda g, _: 2 * ((g * g + 1) ** 0.5 + g - 1) / (g + 1),
        ),
        (sp.sqrt((a - 2 * b) ** 2), lambda g, _: (abs(g - 2) + 2 * g - 1) / (g + 1)),
    ],
)
def test_a_utility_with_flat_parts_has_the_table_that_is_best_for_all(utility, by_hand) -> None:
    """Where u is flat other tables are as good: their values, 2 t and others, hold only there.

    Warner's table at level g has rows (g, 1) and (1, g) over g + 1.
    """
    ranges = {"t": (0, 1)} if t in utility.free_symbols else {}
    answer = rr.derive(utility, truths=[a, b], **ranges)
    assert answer.proved and "one table: every other" in " ".join(str(answer).split())
    for level, share in ((1.01, 0.999), (1.5, 0.5), (4, 0.83), (100, 0.9)):
        known = {"t": str(share)} if ranges else {}
        found = answer.value_at(gamma=str(level), **known)
        (low, high) = found if isinstance(found, tuple) else (found, found)
        assert float(low) == pytest.approx(by_hand(level, share), rel=1e-12) == float(high)


@pytest.mark.parametrize("utility", [a * sp.log(a / b), a**2 / b, sp.Max(-sp.log(b / a) * a, b)])
def test_a_utility_that_is_infinite_at_a_certain_report_has_no_delta(utility) -> None:
    with pytest.raises(InputError, match="delta must be 0 for custom utility: it is infinite"):
        rr.derive(utility, truths=[a, b], delta="1/10")


def test_numbers_without_a_fraction_are_written_as_they_are() -> None:
    """Roots and logarithms of a fixed gamma: 1 + gamma - 2 sqrt(gamma) over (1 + gamma)/2."""
    divergence = Problem(rr.LocalDP("ln(3)", "1/10"), rr.FDivergence("hellinger"))
    answer = rr.derive(divergence, gamma="19/10", delta=("3/10", "9/10"))
    (delta,) = answer.values[0].free_symbols
    response = 2 * (1 - 2 * sp.sqrt(sp.Rational(19, 10)) / sp.Rational(29, 10))
    assert answer.proved
    assert sp.simplify(answer.values[0] - (2 * delta + (1 - delta) * response)) == 0


g, h = sp.symbols("g h")
LEVELS = {"privacy": [["1", "g"], ["h", "1"]], "g": (1, "oo"), "h": (1, "oo")}
PLACES = (("3", "2"), ("6/5", "9"), ("20", "11/10"), ("5", "5"))
"""One half is a chance of a report, or is below or above both."""


def _value(answer, level, other):
    found = answer.value_at(g=level, h=other)
    return float(found[0] if isinstance(found, tuple) else found)


def test_a_fixed_group_by_hand() -> None:
    """Chances (g - 1)/(gh - 1) and h (g - 1)/(gh - 1): x (1 - x)/(b - a)^2 is g or h times this."""
    answer = rr.derive(rr.Variance("worst", respondents="group"), **LEVELS)
    assert answer.proved and "one table: every other" in " ".join(str(answer).split())
    for level, other in PLACES:
        x, y = sp.Rational(level), sp.Rational(other)
        assert _value(answer, level, other) == pytest.approx(float(max(x, y) / ((x - 1) * (y - 1))))


@pytest.mark.everything
@pytest.mark.parametrize(
    "objective",
    [
        rr.Variance("worst"),
        rr.AOptimal("worst", 2),
        rr.COptimal("worst", [3, 1], "group"),
        rr.EOptimal("worst", truths=2, respondents="group"),
        rr.AOptimal(["1/4", "3/4"]),
        rr.EOptimal(["1/2", "1/2"]),
        rr.COptimal(["1/4", "3/4"], [1, 4]),
        rr.Variance("1/4"),
    ],
    ids=lambda objective: objective.label,
)
def test_the_certified_value_at_numbers(objective) -> None:
    answer = rr.derive(objective, **LEVELS)
    assert answer.proved
    for level, other in PLACES:
        design = rr.optimal(rr.Privacy([["1", level], [other, "1"]]), objective)
        assert _value(answer, level, other) == pytest.approx(float(design.value), rel=1e-9)


@pytest.mark.everything
def test_another_level_is_another_value() -> None:
    """The formula at levels that are exchanged is not that of the levels."""
    answer = rr.derive(rr.Variance("1/4"), **LEVELS)
    design = rr.optimal(rr.Privacy([["1", "3"], ["2", "1"]]), rr.Variance("1/4"))
    assert _value(answer, "2", "3") != pytest.approx(float(design.value), rel=1e-3)


@pytest.mark.everything
def test_without_the_middle_the_worst_population_is_another(monkeypatch) -> None:
    """The two ends alone miss the population at which half of the reports are yes."""
    monkeypatch.setattr(one_table, "GROUP", "population")
    answer = rr.derive(rr.Variance("worst"), **LEVELS)
    design = rr.optimal(rr.Privacy([["1", "3"], ["2", "1"]]), rr.Variance("worst"))
    assert _value(answer, "3", "2") < float(design.value) * (1 - 1e-3)


def test_multiples_of_a_share() -> None:
    contrast = rr.Problem(rr.LocalDP(1), rr.COptimal("worst", [3, 1], "group"))
    both = rr.Problem(rr.LocalDP(1), rr.AOptimal("worst", 2))
    assert (WorstShare(contrast).times, WorstShare(both).times) == (4, 2)


@pytest.mark.parametrize(
    "objective",
    [
        rr.DOptimal("worst", 2),
        rr.Mean([0, 1], ["1/2", "1/2"], worst=False),
        rr.Mean([0, 1, 2]),
    ],
    ids=lambda objective: objective.label,
)
def test_what_is_refused(objective) -> None:
    with pytest.raises(InputError, match="privacy must not be given for a worst case but"):
        rr.derive(objective, **LEVELS)


LOGIT = rr.ForModel(rr.Logit("-1", "1/2"), [0, 1, 2], ["1/2", "1/4", "1/4"], coefficients=[1])
TWO = rr.ForModel([rr.Logit(-1, 1), rr.Logit(0, 1)], [0, 1], coefficients=[1], over="minimax")
MEAN = rr.ForModel([rr.Logit(-1, 1), rr.Logit(0, 1)], [0, 1], target="D", over="average")
LINEAR = rr.ForModel(rr.LinearProbability("1/4", "1/8"), [0, 2], coefficients=[1])
PROBIT = rr.ForModel(rr.Probit("0", "1"), [0, 1, 3], target="A")
PLANE = rr.ForModel(rr.Logit(0, ["1", "-1"]), [[0, 0], [1, 0], [0, 1], [1, 1]], target="A")

DIGITS = 1e-15
"""A certificate states probabilities to 60 binary digits; the gap of a curved design is 1e-9."""


def agrees(found: object, design: rr.Design) -> bool:
    low, high = found if isinstance(found, tuple) else (found, found)
    value, gap = float(design.value), float(design.gap)
    slack = DIGITS * abs(value) + gap
    return bool(value - slack <= float(high) and float(low) <= value + slack)


@pytest.mark.everything
@pytest.mark.parametrize("goal", [LOGIT, LINEAR, TWO, MEAN, PROBIT, PLANE])
def test_the_form_is_the_certified_optimum(goal: rr.ForModel) -> None:
    answer = rr.derive(goal)
    assert answer.proved
    for gamma in ("3/2", "3"):
        design = rr.optimal(rr.LocalDP.from_gamma(gamma), goal)
        assert agrees(answer.value_at(gamma=gamma), design)


@pytest.mark.parametrize("goal", [LOGIT, LINEAR])
def test_with_a_delta(goal: rr.ForModel) -> None:
    answer = rr.derive(goal, delta=(0, 1))
    design = rr.optimal(rr.LocalDP.from_gamma(3, "1/10"), goal)
    assert answer.proved
    assert agrees(answer.value_at(gamma=3, delta="1/10"), design)


def test_under_a_matrix_of_levels() -> None:
    answer = rr.derive(LINEAR, privacy=[[1, "g"], ["h", 1]], g=(1, 9), h=(1, 9))
    design = rr.optimal(rr.Privacy([[1, 5], [2, 1]]), LINEAR)
    assert answer.proved
    assert agrees(answer.value_at(g=5, h=2), design)


def test_coefficients_in_parameters() -> None:
    answer = rr.derive(LOGIT, theta=["a", "b"], a=(-3, 3), b=(0, 2))
    low, high = answer.value_at(gamma=3, a=-1, b="1/2")
    assert agrees((low, high), rr.optimal(rr.LocalDP.from_gamma(3), LOGIT))
    assert isclose(float(answer.to_numpy()(3.0, -1.0, 0.5)), float(low), rel_tol=1e-12)
    steeper = rr.ForModel(rr.Logit("1/3", "2"), [0, 1, 2], ["1/2", "1/4", "1/4"], coefficients=[1])
    value = answer.value_at(gamma=2, a="1/3", b="39/20")
    nearly = rr.ForModel(
        rr.Logit("1/3", "39/20"), [0, 1, 2], ["1/2", "1/4", "1/4"], coefficients=[1]
    )
    assert agrees(value, rr.optimal(rr.LocalDP.from_gamma(2), nearly))
    assert not agrees(value, rr.optimal(rr.LocalDP.from_gamma(2), steeper))


def test_one_point_by_hand() -> None:
    """One share p seen through Warner's table: c(1 - c) / (slope (2 p_w - 1))^2, c = P(yes)."""
    goal = rr.ForModel(rr.Logit("1/2", 0), [0, 1], coefficients=[0, 1], target="A")
    share = 1 / (1 + exp(-0.5))
    keep = 3 / 4
    yes = share * keep + (1 - share) * (1 - keep)
    one = yes * (1 - yes) / (share * (1 - share) * (2 * keep - 1)) ** 2
    low, high = rr.derive(goal).value_at(gamma=3)
    # half the sample at either point: 2 one for the intercept, 4 one for the difference
    assert isclose(float(low), 6 * one, rel_tol=1e-12) and low <= high


def test_a_linear_model_is_cut_to_probabilities() -> None:
    answer = rr.derive(LINEAR, theta=["a", "b"], a=(0, 1), b=(-1, 1))
    a, b = sp.symbols("a b")
    assert {sp.expand(bound) for bound in answer.box.positive} == {a + 2 * b, 1 - a - 2 * b}
    with pytest.raises(rr.InputError, match="box"):
        answer.value_at(gamma=3, a="1/2", b="1/2")
    assert answer.value_at(gamma=3, a="1/4", b="1/8") == F(31, 32)


@pytest.mark.parametrize(
    ("goal", "given", "said"),
    [
        (rr.ForModel(rr.Logit([0, 0], [1, 1]), [0, 1], coefficients=[1]), {}, "categories"),
        (LOGIT, {"theta": ["a"], "a": (0, 1)}, "2 coefficients"),
        (LOGIT, {"theta": "ab"}, "2 coefficients"),
        (LOGIT, {"theta": ["a", "b"], "a": (0, 1)}, "names b"),
        (LOGIT, {"theta": ["a", "pi"], "a": (0, 1), "pi": (0, 1)}, "another name"),
        (LOGIT, {"a": (0, 1)}, "a"),
        (LOGIT, {"prior": "1/4"}, "prior"),
        (PROBIT, {"theta": ["a", "b"], "a": (0, 1), "b": (0, 1)}, "one logit or linear"),
        (TWO, {"theta": ["a", "b"], "a": (0, 1), "b": (0, 1)}, "one logit or linear"),
        (LINEAR, {"theta": ["a", "a**2"], "a": (0, 1)}, "linear in its parameters"),
        (LINEAR, {"theta": ["a", 1], "a": (1, 2)}, "between 0 and 1"),
        (rr.Trace(2), {"theta": ["a"], "a": (0, 1)}, "but for a model"),
    ],
)
def test_refusals(goal: object, given: dict[str, object], said: str) -> None:
    with pytest.raises(rr.InputError, match=said):
        rr.derive(goal, **given)


def test_what_it_says() -> None:
    said = str(rr.derive(LINEAR))
    assert "one table: every other private table of two truths is this one plus noise" in said
