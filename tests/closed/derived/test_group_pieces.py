"""The least worst variance of a mean in formulas, against certified designs.

Solutions that are rational in gamma, read from digits and proved by their equations.
"""

from __future__ import annotations

from fractions import Fraction
from fractions import Fraction as F

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.group_pieces import FIELD, GroupPieces, _through, rational_solution
from rropt.closed.derived.group_system import centred, starts
from rropt.closed.derived.group_table import GroupTable
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


def _table(values, level):
    numbers = centred(values)
    system, start = next(starts(numbers.whole, numbers.unit, level))
    return GroupTable(system, tuple(range(len(numbers.whole))), (), [(level, start)])


def _piece(values, level):
    pieces = GroupPieces((gamma, F(1), None), WorkBudget(), centred(values))
    return pieces.piece(_table(values, level), level)


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
def test_formulas_hold_between_exact_ends_and_the_rest_is_undecided(skewed):
    assert "10 < gamma < 12" in str(skewed) and "12 < gamma < 14: undecided" in str(skewed)
    assert not skewed.proved
    assert [part.ranges for part in skewed.undecided] == [((gamma, 12, 14),)]
    assert _agrees(skewed, [0, "1/3", 1], "11")
    with pytest.raises(InputError, match="no formula is proved"):
        skewed.value_at(gamma=13)


@pytest.mark.everything
def test_a_formula_is_not_best_beyond_its_end(skewed):
    """A near miss: the formula goes on, and is not the optimum there."""
    beyond = skewed.pieces[0].value.subs(gamma, sp.Rational(139, 10))
    design = rr.optimal(rr.LocalDP.from_gamma("13.9"), rr.Mean([0, "1/3", 1]))
    assert float(beyond) != pytest.approx(float(design.value), rel=1e-5)


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
def test_four_numbers_without_a_formula_are_undecided():
    values = tuple(map(Fraction, ("-1", "-1/3", "1/3", "1")))
    line = (gamma, Fraction(5, 2), Fraction(14, 5))
    pieces, cover = GroupPieces(line, WorkBudget(), centred(values)).found()
    assert pieces == () and not cover.proved
    assert [part.ranges for part in cover.undecided] == [(line,)]


def test_refusals():
    with pytest.raises(InputError, match="at most 5"):
        _derive([0, 1, 2, 3, 4, 5])
    with pytest.raises(InputError, match="delta must be 0"):
        _derive([-1, 0, 1], delta="1/10")


@pytest.mark.everything
def test_the_record_has_the_group(skewed):
    (piece,) = skewed.to_json()["pieces"]
    assert piece["group"][1] == "1/(gamma - 1)"


def test_formulas_hold_between_their_signs_and_give_the_whole_group() -> None:
    piece = _piece((F(0), F(5), F(10)), F(2))
    assert piece is not None
    assert sp.cancel(piece.value - 25 * (((gamma + 1) / (gamma - 1)) ** 2 - sp.Rational(3, 4))) == 0
    assert piece.region.holds({gamma: F(5, 2)}) and not piece.region.holds({gamma: F(7, 2)})
    assert sp.cancel(sum(piece.group) - 1) == 0
    at = {gamma: 2}
    for truth in range(3):
        assert sum(w.subs(at) * r[truth].subs(at) for r, _, w in piece.patterns) == 1


def test_truths_with_one_number_share_its_part() -> None:
    piece = _piece((F(1), F(-1), F(0), F(1)), F(2))
    assert piece is not None
    assert piece.group[3] == 0 and sp.cancel(sum(piece.group) - 1) == 0
    assert all(r[0] == r[3] for r, _, _ in piece.patterns)


def test_formulas_are_enclosed_as_the_certified_value() -> None:
    values = (F(-1), F(0), F(1))
    piece = _piece(values, F(2))
    assert piece is not None
    lo, hi = piece.enclosure({"gamma": F(2)})
    design = rr.optimal(rr.LocalDP.from_gamma(2), rr.Mean(values))
    assert ends(design.bound)[0] <= lo == hi <= ends(design.value)[1]


def test_three_equally_spaced_numbers_by_hand() -> None:
    """h^2 V = (gamma + 1)^2 - 3 (gamma - 1)^2 / 4, and weights whose sum is that of a table."""
    x = rational_solution(_table((F(-1), F(0), F(1)), F(2)), F(2))
    assert x is not None
    value = FIELD.to_sympy(x.value)
    assert sp.cancel(value - (gamma + 1) ** 2 + sp.Rational(3, 4) * (gamma - 1) ** 2) == 0
    assert sum(x.squares) == 1


def test_a_solution_that_is_not_rational_is_none() -> None:
    skewed = (F(-1), F(-1, 3), F(1))
    assert rational_solution(_table(skewed, F(13)), F(13)) is None
    assert _piece(skewed, F(13)) is None


def test_the_function_of_least_degree_through_points() -> None:
    h = FIELD.gens[0] - 1
    places = [F(n, 3) for n in range(1, 16)]
    assert 2 * _through(places, [F(7, 2)] * 15) == 7
    found = _through(places, [(x**2 - 1) / (2 * x + 3) for x in places])
    assert found == (h**2 - 1) / (2 * h + 3)
    roots = [F(2**0.5 * float(x) ** 0.5).limit_denominator(10**6) for x in places]
    assert _through(places, roots) is None
