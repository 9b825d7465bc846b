"""The largest eigenvalue at the worst truth of a group: its formulas against certified tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived import eigenvalue_law as law_page
from rropt.closed.derived.eigenvalue_law import eigenvalue_law, law_of
from rropt.closed.derived.subset_laws import ProofStep, m
from rropt.closed.symbols import gamma, k
from rropt.design.answer import ends
from rropt.exact import InputError


def _asked(truths):
    return rr.EOptimal("worst", truths=truths, respondents="group")


def _is_certified(found, level, truths):
    """Between the bound and the value of a table that is certified on its own."""
    design = rr.optimal(rr.LocalDP.from_gamma(level), _asked(truths))
    return ends(design.bound)[0] <= found <= ends(design.value)[1]


@pytest.mark.everything
@pytest.mark.parametrize("level", ["5/4", "3", "12"])
def test_four_truths_are_a_half_or_ones_and_twos(level) -> None:
    answer = rr.derive(_asked(4))
    assert answer.proved and len(answer.pieces) == 2
    assert _is_certified(answer.value_at(gamma=level), level, 4)


@pytest.mark.everything
@pytest.mark.parametrize("truths", [2, 3, 5, 6])
@pytest.mark.parametrize("level", ["21/20", "7/5", "5/2", "5", "20", "200"])
def test_the_formula_is_the_certified_optimum(truths, level) -> None:
    found = rr.derive_for_every_k(_asked(3)).value_at(gamma=level, k=truths)
    assert found == rr.derive(_asked(truths)).value_at(gamma=level)
    assert _is_certified(found, level, truths)


def test_a_size_beside_the_best_is_not_the_optimum() -> None:
    """Three of seven truths are best at gamma = 3/2; V of two and three is no table's value."""
    law = eigenvalue_law()
    place = {gamma: sp.Rational(3, 2)}
    best, beside = (Fraction(str(law.at(7, size).subs(place))) for size in (3, 2))
    assert best == rr.derive(_asked(7)).value_at(gamma="3/2") and beside < best


def _least_of_mixtures(truths, level):
    """Over pairs of sizes, where the larger of the two mean eigenvalues is least: by hand."""
    place = {gamma: level, k: truths}
    sizes = [
        (law_page.toward(j).subs(place), law_page.across(j).subs(place)) for j in range(1, truths)
    ]
    found = min(max(own) for own in sizes)
    for first, second in sizes:
        for third, fourth in sizes:
            if first > second and fourth > third:
                share = (fourth - third) / (first - second + fourth - third)
                found = min(found, share * first + (1 - share) * third)
    return Fraction(str(found))


@pytest.mark.everything
@pytest.mark.parametrize("truths", range(3, 13))
def test_no_mixture_of_two_sizes_is_better(truths) -> None:
    found = rr.derive(_asked(truths))
    for level in ("11/10", "5/4", "3/2", "2", "7/2", "9", "40"):
        assert found.value_at(gamma=level) == _least_of_mixtures(truths, sp.Rational(level))


@pytest.mark.everything
def test_every_step_holds_and_moved_a_little_does_not() -> None:
    law = eigenvalue_law()
    assert all(step.holds for step in law.steps)
    assert not any(ProofStep("", zero=step.zero + law_page.t).holds for step in law.steps)


@pytest.mark.everything
@pytest.mark.parametrize(
    ("name", "wrong", "step"),
    [
        ("THETA", law_page.THETA * (gamma + 1) / gamma, "(1 - theta) L1(j)"),
        ("VALUE", law_page.VALUE.subs(m, m + 1), "the mixture of m and m + 1"),
        ("SHARE", law_page.SHARE / 2, "and across it"),
        ("PAST_HALF", law_page.PAST_HALF - gamma, "one truth less has more"),
    ],
)
def test_a_wrong_formula_is_refused(monkeypatch, name, wrong, step) -> None:
    monkeypatch.setattr(law_page, name, wrong)
    refused = [each.says for each in eigenvalue_law().steps if not each.holds]
    assert any(says.startswith(step) for says in refused)


def test_theta_is_above_one_before_the_switch() -> None:
    """So the step that bounds it needs its condition."""
    large = law_page.THETA.subs({k: 8, m: 1})
    assert large.subs(gamma, sp.Rational(3, 2)) > 1 > large.subs(gamma, 15)


def test_every_table_is_one_of_all_respondents() -> None:
    for truths in (3, 6, 7):
        for size in range(1, truths // 2 + 1):
            assert sp.cancel(sum(share for _, share in eigenvalue_law().table(truths, size))) == 1


@pytest.mark.everything
def test_two_shares_are_twice_the_variance_of_one() -> None:
    level = rr.LocalDP("ln(3)", "1/10")
    answer = rr.derive(rr.Problem(level, _asked(2)), gamma=3, delta=(0, 1))
    design = rr.optimal(level, _asked(2))
    assert answer.proved
    assert float(answer.value_at(delta="1/10")) == pytest.approx(float(design.value), rel=1e-9)


def test_what_is_refused() -> None:
    with pytest.raises(InputError, match="delta must be 0"):
        rr.derive(rr.Problem(rr.LocalDP("ln(3)", "1/10"), _asked(3)))
    assert law_of(rr.Trace(3)) is None


@pytest.mark.everything
def test_the_rule_for_every_k_is_said() -> None:
    text = str(rr.derive_for_every_k(_asked(3)))
    assert "for every k: proved, 19 steps" in text and "half of the truths is drawn alone" in text
