"""Utilities as expressions, beside their values.

Utilities that somebody writes: their formulas beside the numeric route, and what is refused.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.closed import symbolic_utilities
from rropt.closed.symbolic_utilities import of_custom, own_utility
from rropt.closed.symbols import gamma, pi
from rropt.crosscheck.numeric.route import numeric
from rropt.exact import InputError
from rropt.patterns.extreme import evaluate
from rropt.utility import information


def test_every_divergence_has_its_expression():
    """A new divergence is one entry in each of the two tables."""
    assert set(symbolic_utilities.DIVERGENCES) == set(information.DIVERGENCES)


ALL = [
    rr.Trace(2),
    rr.Variance("1/4"),
    rr.Guess("1/4,3/4"),
    rr.Gain([[1, 0], [0, 3], [1, 1]], "1/4,3/4"),
    rr.MutualInformation("1/4,3/4"),
    *(rr.FDivergence(name) for name in information.DIVERGENCES),
]


@pytest.mark.parametrize("objective", ALL, ids=lambda o: getattr(o, "divergence", o.name))
@pytest.mark.parametrize("pattern", [(0, 1), (1, 0), (0, 0), (2, 0)])
def test_the_expression_has_the_value_of_the_utility(objective, pattern) -> None:
    point = evaluate(pattern, Fraction(3))
    told = symbolic_utilities.utility(objective, symbolic_utilities.entries(pattern), point)
    lo, hi = objective.bounds(point)
    known = {gamma: 3, pi: sp.Rational(1, 4)}
    assert float(lo) == pytest.approx(float(told.subs(known)), rel=1e-12, abs=1e-15)
    assert hi - lo <= abs(hi) / 2**60


@pytest.mark.parametrize("objective", ALL[2:4], ids=lambda o: o.name)
def test_pieces_of_a_decision_are_all_its_actions(objective) -> None:
    for pattern in ((0, 1), (1, 0), (-1, 0)):
        found = symbolic_utilities.pieces(objective, pattern)
        values = [float(piece.subs(gamma, 3)) for _, piece in found]
        assert max(values) == pytest.approx(
            float(objective.bounds(evaluate(pattern, Fraction(3)))[0])
        )
        assert len(found) == (2 if isinstance(objective, rr.Guess) else 3)


def test_a_prior_of_expressions_takes_the_place_of_the_numbers() -> None:
    q = sp.Symbol("q")
    found = symbolic_utilities.pieces(rr.Guess("1/2,1/2"), (0, 1), (q, 1 - q))
    assert [piece for _, piece in found] == [q, gamma * (1 - q)]


def test_tidy_keeps_the_value_and_names_each_logarithm_once() -> None:
    expression = (
        sp.log(gamma / (gamma + 1)) + gamma * sp.log((gamma + 1) / gamma) - sp.log(1 / gamma)
    )
    tidied = symbolic_utilities.tidy(expression)
    assert float(tidied.subs(gamma, 7)) == pytest.approx(float(expression.subs(gamma, 7)))
    assert len(tidied.atoms(sp.log)) <= 3


def test_a_users_own_utility_has_no_expression() -> None:
    own = rr.Custom(lambda r: max(r), 2)
    assert not symbolic_utilities.has_expression(own)
    assert all(map(symbolic_utilities.has_expression, ALL))
    with pytest.raises(NotImplementedError, match="no expression for"):
        symbolic_utilities.utility(own, (gamma, sp.Integer(1)), (Fraction(3), Fraction(1)))


a, b, c, t, w = sp.symbols("a b c t w")

TWELVE = {
    "range": (sp.Max(a, b, c) - sp.Min(a, b, c), [a, b, c], {}),
    "a guess or a sure gain": (sp.Max(a, b, t * (a + b)), [a, b], {"t": (0, 1)}),
    "a guess of three, or pass": (sp.Max(a, b, c, t * (a + b + c)), [a, b, c], {"t": (0, 1)}),
    "triangular discrimination": ((a - b) ** 2 / (a + b), [a, b], {}),
    "a norm": (sp.sqrt(a**2 + b**2), [a, b], {}),
    "minus the entropy": (a * sp.log(a / (a + b)) + b * sp.log(b / (a + b)), [a, b], {}),
    "unequal stakes": (sp.Max(w * a, b), [a, b], {"w": (0, 1)}),
    "two differences": (sp.Abs(a - b) + sp.Abs(b - c), [a, b, c], {}),
    "two squares": (((a - b) ** 2 + (b - c) ** 2) / (a + b + c), [a, b, c], {}),
    "a weighted square": ((a - b) ** 2 / (w * a + (1 - w) * b), [a, b], {"w": (0, 1)}),
    "a fee for an answer": (sp.Max(a - t * (a + b), b - t * (a + b), 0), [a, b], {"t": (0, 1)}),
    "one truth against two": (sp.Max(2 * a, b + c), [a, b, c], {}),
}
PLACES = (
    (Fraction(2), Fraction(1, 5)),
    (Fraction(7, 2), Fraction(3, 5)),
    (Fraction(9), Fraction(9, 10)),
)


@pytest.mark.everything
@pytest.mark.parametrize("name", TWELVE)
def test_a_formula_is_proved_and_is_the_optimum_at_numbers(name) -> None:
    expression, truths, ranges = TWELVE[name]
    answer = rr.derive(expression, truths=truths, **ranges)
    assert answer.proved
    for level, parameter in PLACES:
        named = dict.fromkeys(ranges, parameter)
        place = {sp.Symbol(key): sp.Rational(str(value)) for key, value in named.items()}
        custom = rr.Custom(expression.subs(place), truths)
        found = answer.value_at(gamma=level, **named)
        value = float(found[0] if isinstance(found, tuple) else found)
        known = numeric(rr.Problem(rr.LocalDP.from_gamma(level), custom))
        assert value == pytest.approx(known, rel=1e-6, abs=1e-9)


LOSSES = {
    "a wrong guess": (sp.Min(a, b, c), [a, b, c], {}),
    "unequal errors, or ask": (sp.Min(w * a, b, t * (a + b)), [a, b], {"w": (0, 1), "t": (0, 1)}),
    "the harmonic mean": (a * b / (a + b), [a, b], {}),
    "a geometric mean": (sp.sqrt(a * b), [a, b], {}),
}


@pytest.mark.everything
@pytest.mark.parametrize("name", LOSSES)
def test_a_loss_is_least_and_is_minus_a_gain_at_numbers(name) -> None:
    """The numeric route of minus the expression, which is a utility."""
    expression, truths, ranges = LOSSES[name]
    answer = rr.derive(expression, truths=truths, loss=True, gamma=(2, 10), **ranges)
    assert answer.proved and answer.reported == "custom loss"
    for level, parameter in ((Fraction(3), Fraction(1, 5)), (Fraction(9), Fraction(3, 5))):
        named = dict.fromkeys(ranges, parameter)
        place = {sp.Symbol(key): sp.Rational(str(value)) for key, value in named.items()}
        custom = rr.Custom(-expression.subs(place), truths)
        found = answer.value_at(gamma=level, **named)
        value = float(found[0] if isinstance(found, tuple) else found)
        known = numeric(rr.Problem(rr.LocalDP.from_gamma(level), custom))
        assert value == pytest.approx(-known, rel=1e-6, abs=1e-9)


def test_a_loss_of_logarithms_on_three_truths_is_refused() -> None:
    with pytest.raises(InputError, match="no logarithms or roots"):
        rr.derive(sp.sqrt(a * b) + sp.sqrt(b * c), truths=[a, b, c], loss=True)
    with pytest.raises(InputError, match="loss must be left out"):
        rr.derive(rr.Trace(2), loss=True)
    with pytest.raises(InputError, match="a loss the other way round"):
        rr.derive(sp.Max(a, b), truths=[a, b], loss=True)


@pytest.mark.everything
def test_with_a_delta() -> None:
    """A tenth of two truths is told: the certified optimum of the same custom utility."""
    expression = sp.Max(a, b, t * (a + b))
    answer = rr.derive(expression, truths=[a, b], t=(0, 1), gamma=3, delta=(0, 1))
    assert answer.proved
    custom = rr.Custom(expression.subs(t, sp.Rational(4, 5)), [a, b])
    design = rr.optimal(rr.LocalDP("ln(3)", "1/10"), custom)
    assert answer.value_at(t="4/5", delta="1/10") == design.value


def test_a_custom_utility_is_derived_as_it_is() -> None:
    answer = rr.derive(rr.Custom(sp.Max(a, b), [a, b]))
    gamma = sp.Symbol("gamma")
    assert [sp.simplify(v - 2 * gamma / (gamma + 1)) for v in answer.values] == [0]
    with pytest.raises(InputError, match="must have a formula"):
        rr.derive(rr.Custom(max, 2))
    assert of_custom(rr.Custom(max, 2)) is None


@pytest.mark.parametrize(
    ("expression", "truths", "named", "said"),
    [
        (a * b, [a, b], {}, "homogeneous"),
        (sp.Min(a, b), [a, b], {}, "grow with every Max"),
        (-sp.Max(a, b), [a, b], {}, "grow with every Max"),
        (sp.Max(a, t * b), [a, b], {}, "names t: give its range"),
        (sp.Max(a, sp.Symbol("gamma") * b), [a, b], {}, "another name than gamma"),
        (sp.Max(a, b), [a, b], {"t": (0, 1)}, "names t: leave it out"),
        (sp.Max(a, b), None, {}, "truths must be a list"),
        (sp.Max(a, b), [a], {}, "truths must be a list"),
    ],
)
def test_what_is_refused(expression, truths, named, said) -> None:
    with pytest.raises(InputError, match=said):
        rr.derive(expression, truths=truths, **named)


def test_symmetry_is_seen() -> None:
    assert own_utility(sp.Max(a, b, c), [a, b, c]).symmetric
    assert not own_utility(sp.Max(2 * a, b, c), [a, b, c]).symmetric
