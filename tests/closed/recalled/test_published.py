"""The published forms against devices, definitions and the whole region of cards.

The parameters at which closed forms are evaluated.
"""

from __future__ import annotations

import random
from fractions import Fraction
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

import rropt as rr
from rropt.closed.formula import Relation
from rropt.closed.recalled.published import FORMS, SWITCH, applying, form_of, parameters
from rropt.crosscheck.numeric.route import numeric
from rropt.devices import christofides, improved_christofides, unrelated_question, warner
from rropt.devices.populations import population
from rropt.exact import Gamma

pytestmark = pytest.mark.quick

gamma, delta, pi, k, N, p = sp.symbols("gamma delta pi k N p")


def _at(id, **values):
    form = form_of(id).expression
    value = form.subs({sp.Symbol(name): sp.Rational(str(v)) for name, v in values.items()})
    return Fraction(int(value.p), int(value.q))


def test_ids_are_unique_and_name_a_source():
    ids = [form.id for form in FORMS]
    assert len(set(ids)) == len(ids)
    assert all(
        id.split("/")[0] in ("holohan", "chai-nayak", "sun", "vinterbo", "rropt") for id in ids
    )


@pytest.mark.parametrize("seed", range(12))
def test_the_card_whose_conditions_hold_is_the_best(seed):
    """holohan/thm-3 and cor-2: against all corners of the region."""
    rng = random.Random(seed)
    d, g = Fraction(rng.randint(1, 19), 20), Fraction(rng.randint(21, 90), 20)
    problem = rr.Problem(
        rr.LocalDP.from_gamma(g, d), rr.Variance(Fraction(rng.randint(1, 19), 20)), 2
    )
    values = {"gamma": g, "delta": d, "pi": problem.objective.prior}
    forms = list(applying(problem))
    assert len(forms) == 1
    exact = forms[0].formula.enclosure(values, problem.gamma, 64)[0]
    assert float(exact) == pytest.approx(numeric(problem), rel=1e-7)


def test_on_the_switching_curve_two_forms_hold_and_agree():
    """holohan/ex-1.4: gamma = 2, delta = pi = 1/4."""
    problem = rr.Problem(rr.LocalDP("ln(2)", "1/4"), rr.Variance("1/4"), 2)
    forms = list(applying(problem))
    assert {form.id for form in forms} == {"holohan/thm-3", "holohan/thm-3/symmetric"}
    values = {"gamma": Fraction(2), "delta": Fraction(1, 4), "pi": Fraction(1, 4)}
    found = {form.formula.enclosure(values, problem.gamma, 64) for form in forms}
    assert found == {(Fraction(15, 16), Fraction(15, 16))}


def test_the_printed_simplification_of_eq_24_is_wrong_and_ours_is_not():
    """The difference of the two variances has a square that eq-24/simplified lacks."""
    symmetric, revealing = (
        form_of(id).expression for id in ("holohan/thm-3/symmetric", "holohan/thm-3")
    )
    base = gamma + 2 * delta - 1
    right = (1 - delta) * (pi * base**2 - delta * (gamma + delta)) / (delta * base**2)
    printed = (1 - delta) * (pi * base - delta * (gamma + delta)) / (delta * base**2)
    assert sp.cancel(revealing - symmetric - right) == 0
    assert sp.cancel(revealing - symmetric - printed) != 0
    assert sp.cancel(right.subs(pi, sp.sympify(SWITCH, {"gamma": gamma, "delta": delta}))) == 0


@pytest.mark.parametrize("share, prior, n", [("3/4", "1/4", 100), ("1/3", "2/5", 7)])
def test_warner_variances(share, prior, n):
    device = warner(share)
    given = {"p": share, "pi": prior, "N": n}
    assert _at("sun/wr-warner", **given) == device.variance(prior, n=n)
    census = device.variance(prior, n=n, population=population(n, n))
    assert _at("sun/eq-1", **given) == census
    assert _at("sun/eq-1", **given) != device.variance(prior, n=n)


@pytest.mark.parametrize("share, innocuous", [("3/5", "1/2"), ("1/4", "1/5")])
def test_unrelated_question_variance(share, innocuous):
    device = unrelated_question(share, innocuous)
    given = {"p": share, "pi_B": innocuous, "pi": "3/10", "N": 50}
    assert _at("sun/wr-simmons", **given) == device.variance("3/10", n=50)
    census = device.variance("3/10", n=50, population=population(50, 50))
    assert _at("sun/eq-2", **given) == census


def test_modified_warner_at_a_privacy_level():
    """p = 1/(gamma + 1) in eq-1."""
    value = form_of("sun/eq-1").expression.subs(p, 1 / (gamma + 1))
    assert sp.cancel(value - form_of("sun/var-mw-eps").expression) == 0


def test_christofides_variances():
    """Three cards of shares 2/9, 1/9, 6/9: gamma = 3, p_2 = 1/9, nine people in a census."""
    given = {"gamma": 3, "p_2": "1/9", "N": 9, "pi": "1/3"}
    device = christofides(["2/9", "1/9", "6/9"])
    census = device.variance("1/3", n=9, population=population(9, 9))
    assert _at("sun/thm-5.5", **given) == census
    kept = improved_christofides(counts=[2, 1, 6])
    assert _at("sun/thm-5.7", **given) == kept.variance("1/3", n=9, population=population(9, 9))


def test_christofides_variances_for_any_cards():
    """Four cards of shares 1/8, 2/8, 1/8, 4/8."""
    shares = [Fraction(share, 8) for share in (1, 2, 1, 4)]
    mean = sum(y * share for y, share in enumerate(shares, start=1))
    spread = sum(y * y * share for y, share in enumerate(shares, start=1)) - mean**2
    given = {"L": 4, "EY": mean, "VarY": spread, "N": 8, "pi": "1/4"}
    device, everybody = christofides(shares), population(8, 8)
    assert _at("sun/wr-christofides", **given) == device.variance("1/4", n=8)
    assert _at("sun/thm-3.1", **given) == device.variance("1/4", n=8, population=everybody)
    kept = improved_christofides(counts=[1, 2, 1, 4])
    assert _at("sun/thm-4.1", **given) == kept.variance("1/4", n=8, population=everybody)


@pytest.mark.parametrize("bits, bias", [(1, 0.75), (2, 0.6), (3, 0.9)])
def test_vinterbo_c_and_loss(bits, bias):
    """lem-4.5 against C^-1 diag(C pi) C^-T - pi pi' of the Kronecker power."""
    bit = np.array([[bias, 1 - bias], [1 - bias, bias]])
    C = np.array([[1.0]])
    for _ in range(bits):
        C = np.kron(C, bit)
    prior = np.random.default_rng(1).dirichlet(np.ones(2**bits))
    inverse = np.linalg.inv(C)
    trace = np.trace(inverse @ np.diag(C @ prior) @ inverse.T - np.outer(prior, prior))
    s = prior @ prior
    point = {sp.Symbol("a"): bias, sp.Symbol("n"): bits, sp.Symbol("s"): s}
    c = float(form_of("vinterbo/lem-4.5").expression.subs(point))
    assert c - s == pytest.approx(trace, rel=1e-9)
    loss = float(form_of("vinterbo/thm-4.6/loss").expression.subs(point))
    assert loss == pytest.approx(trace / (1 - s), rel=1e-9)


def test_vinterbo_privacy_trade_off():
    """thm-4.9 is lem-4.5 at the bias with (a / (1 - a))^k = e^alpha."""
    alpha, a = sp.symbols("alpha a")
    t = sp.exp(alpha / k)
    difference = form_of("vinterbo/lem-4.5").expression.subs(a, t / (1 + t))
    point = {alpha: sp.Rational(7, 5), k: 2, sp.Symbol("n"): 3}
    left = difference.subs(point).evalf(30)
    right = form_of("vinterbo/thm-4.9/c").expression.subs(point).evalf(30)
    assert abs(left - right) < 1e-25
    loss = form_of("vinterbo/thm-4.9/L").expression.subs({**point, sp.Symbol("s"): 0}).evalf(30)
    assert abs(loss - right) < 1e-25


def test_conditions_are_decided_exactly():
    level = Gamma(Fraction(27, 10), Fraction(28, 10), Fraction(1))
    assert Relation("gamma > 27182818284/10**10").holds({}, level) is True
    assert Relation("gamma > 27182818285/10**10").holds({}, level) is False
    assert Relation("gamma == gamma").holds({}, level) is None


def test_gamma_is_given_only_where_it_is_rational() -> None:
    found = parameters(rr.Problem(rr.LocalDP("1/2", "1/10"), rr.Guess("1/2,1/4,1/4")))
    assert found == {"delta": F(1, 10), "k": F(3)}
    exact = parameters(rr.Problem(rr.LocalDP("ln(5/2)"), rr.Guess("1/2,1/4,1/4")))
    assert exact["gamma"] == F(5, 2)


def test_the_prevalence_is_that_of_a_variance_or_a_device_of_warner() -> None:
    for objective in (rr.Variance("1/4"), rr.Warner("1/4")):
        assert parameters(rr.Problem(rr.LocalDP(1), objective, 2))["pi"] == F(1, 4)
    assert "pi" not in parameters(rr.Problem(rr.LocalDP(1), rr.MutualInformation("3/4,1/4")))
