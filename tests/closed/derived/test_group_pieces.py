"""The least worst variance of a mean in formulas and in equations, against certified designs."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.group_pieces import GroupPieces
from rropt.closed.derived.group_system import centred
from rropt.closed.derived.region_cover import WorkBudget
from rropt.design.answer import ends
from rropt.exact import InputError

gamma = sp.Symbol("gamma")
ANY = rr.LocalDP("ln(3)")
CLOSE = Fraction(1, 10**7)


def _derive(values, **options):
    return rr.derive(rr.Problem(ANY, rr.Mean(values)), **options)


def _agrees(answer, values, level):
    design = rr.optimal(rr.LocalDP.from_gamma(level), rr.Mean(values))
    lo, hi = ends(answer.value_at(gamma=level))
    found = [*ends(design.value), *ends(design.bound)]
    return min(found) * (1 - CLOSE) <= hi and lo <= max(found) * (1 + CLOSE)


@pytest.fixture(scope="module")
def skewed():
    """Numbers that are not equally spaced, around the level 12 where a formula ends."""
    return _derive([0, "1/3", 1], gamma=(10, 14))


@pytest.mark.everything
def test_three_equally_spaced_numbers_have_the_formulas_of_the_proof_suite():
    """found/mean/three: B^2 - 3/4 below gamma = 3, (5 gamma - 2)/(gamma - 1)^2 above."""
    answer = _derive([-1, 0, 1])
    spread = (gamma + 1) / (gamma - 1)
    by_hand = [spread**2 - sp.Rational(3, 4), (5 * gamma - 2) / (gamma - 1) ** 2]
    assert answer.proved and len(answer.pieces) == 2
    pairs = zip(answer.values, by_hand, strict=True)
    assert [sp.cancel(found - known) for found, known in pairs] == [0, 0]
    assert answer.value_at(gamma=2) == Fraction(33, 4)
    assert answer.value_at(gamma=5) == Fraction(23, 16)


@pytest.mark.everything
def test_formulas_hold_between_exact_ends_and_equations_after(skewed):
    text = str(skewed)
    assert "10 < gamma <= 12" in text and "with equations, no formula" in text
    for level in ("11", "27/2"):
        assert _agrees(skewed, [0, "1/3", 1], level)


@pytest.mark.everything
def test_equations_have_no_formula_to_export(skewed):
    assert skewed.values[0].free_symbols == {gamma}
    for export in (skewed.to_c, skewed.to_numpy):
        with pytest.raises(InputError, match="no formula to export"):
            export()


@pytest.mark.everything
def test_what_is_left_is_said_and_is_narrow(skewed):
    assert not skewed.proved and len(skewed.undecided) == 1
    _, lo, hi = skewed.undecided[0].ranges[0]
    assert lo == 12 < hi < 12 + Fraction(1, 1000)


@pytest.mark.everything
def test_a_formula_is_not_best_beyond_its_end(skewed):
    """A near miss: the formula goes on, and is not the optimum there."""
    beyond = skewed.pieces[0].value.subs(gamma, sp.Rational(139, 10))
    assert float(beyond) != pytest.approx(float(skewed.value_at(gamma="13.9")[0]), rel=1e-5)


def _number(name):
    return sp.sympify(name.removeprefix("report "), {"gamma": gamma})


@pytest.mark.everything
def test_the_table_of_a_formula_is_unbiased_with_one_variance(skewed):
    """By hand from the entries that are shown, at gamma = 5."""
    piece = skewed.pieces[0]
    at = {gamma: 5}
    for truth, number in enumerate((0, sp.Rational(1, 3), 1)):
        rows = [
            (w.subs(at) * r[truth].subs(at), _number(name).subs(at))
            for r, name, w in piece.patterns
        ]
        moments = [sum(chance * report**power for chance, report in rows) for power in range(3)]
        assert moments[:2] == [1, number]
        assert moments[2] - number**2 == piece.value.subs(at)


@pytest.mark.everything
def test_numbers_in_any_order_and_twice():
    first = _derive([3, 1, 2, 1], gamma=(4, 8))
    assert first.proved and first.value_at(gamma=5) == Fraction(23, 16)
    assert all(r[1] == r[3] for piece in first.pieces for r, _, _ in piece.patterns)


@pytest.mark.everything
def test_a_switch_of_two_supports_is_shared():
    """Four numbers: seven reports instead of six."""
    values = tuple(map(Fraction, ("-1", "-1/3", "1/3", "1")))
    line = (gamma, Fraction(5, 2), Fraction(14, 5))
    pieces, cover = GroupPieces(line, WorkBudget(), centred(values)).found()
    assert cover.proved and len(pieces) == 2
    [(lo, hi)] = cover.roots
    assert 0 < hi - lo < Fraction(1, 10**6)
    sizes = [len(piece.patterns) for piece in pieces]
    assert sizes == [6, 7]


def test_refusals():
    with pytest.raises(InputError, match="at most 5"):
        _derive([0, 1, 2, 3, 4, 5])
    with pytest.raises(InputError, match="delta must be 0"):
        _derive([-1, 0, 1], delta="1/10")


@pytest.mark.everything
def test_the_record_has_an_enclosure_where_there_is_no_formula(skewed):
    first, second = skewed.to_json()["pieces"]
    assert "shown_at" not in first and first["group"][1] == "1/(gamma - 1)"
    level = Fraction(second["shown_at"]["gamma"])
    lo, hi = map(Fraction, second["shown_at"]["value"])
    design = rr.optimal(rr.LocalDP.from_gamma(level), rr.Mean([0, "1/3", 1]))
    assert lo <= hi < lo * (1 + CLOSE) and lo <= design.value * (1 + CLOSE)
    assert design.bound * (1 - CLOSE) <= hi
