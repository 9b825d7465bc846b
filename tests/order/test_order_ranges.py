"""Ranges of a parameter over which one mechanism is a garbling of another."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.exact import InputError
from rropt.order.order_ranges import order_ranges

WARNER = [["p", "1 - p"], ["1 - p", "p"]]
FIXED = [["3/4", "1/4"], ["1/4", "3/4"]]
RESPONSE = [["g/(g+2)" if i == j else "1/(g+2)" for j in range(3)] for i in range(3)]


def _at(table, **values):
    """The table at a value of its parameter, in rationals."""
    known = {sp.Symbol(name): sp.Rational(str(value)) for name, value in values.items()}
    rows = [[sp.sympify(entry, rational=True).subs(known) for entry in row] for row in table]
    return [[Fraction(int(x.p), int(x.q)) for x in row] for row in rows]


def test_warner_against_warner() -> None:
    """The larger p is the better one."""
    found = order_ranges(WARNER, FIXED, p=("1/2", 1))
    assert found.better == sp.Interval.Lopen(sp.Rational(1, 2), sp.Rational(3, 4))
    assert found.worse == sp.Interval.Ropen(sp.Rational(3, 4), 1)
    assert found.equivalent == sp.FiniteSet(sp.Rational(3, 4)) and found.poles == ()


def test_for_which_gamma_randomized_response_dominates() -> None:
    """At gamma = 3 it names the truth in 3/5."""
    named = [["3/5" if i == j else "1/5" for j in range(3)] for i in range(3)]
    found = order_ranges(named, RESPONSE, g=(1, "oo"))
    assert found.better == sp.Interval(3, sp.oo)
    assert "P is at least as good" in str(found)


@pytest.mark.everything
@pytest.mark.parametrize(
    ("A", "P"),
    [
        ([["t", "t**2"], ["1 - t", "1 - t**2"]], FIXED),
        ([["(1+t)/2", "t/3"], ["(1-t)/2", "1 - t/3"]], FIXED),
        ([["1", "t"], ["0", "1 - t"]], [["1 - t/2", "1/4"], ["t/2", "3/4"]]),
    ],
)
def test_each_range_beside_the_exact_order_at_points(A, P) -> None:
    """rr.compare decides at 15 rational points."""
    found = order_ranges(A, P, t=(0, 1))
    for n in range(1, 16):
        t = Fraction(n, 16)
        answer = rr.compare(_at(A, t=t), _at(P, t=t))
        place = sp.Rational(n, 16)
        if place not in found.poles:
            assert (place in found.better) == (answer.garbling is not None)
            assert (place in found.worse) == (answer.reverse_garbling is not None)


def test_tables_of_sympy_are_read() -> None:
    g = sp.Symbol("g", positive=True)
    response = sp.Matrix([[g, 1], [1, g]]) / (g + 1)
    assert rr.compare(FIXED, response, g=(1, 10)).better == sp.Interval.Ropen(3, 10)


ON_A_LINE = [["g/(g+1)", "1/2", "1/(g+1)"], ["1/(g+1)", "1/2", "g/(g+1)"]]


@pytest.mark.parametrize(("middle", "better"), [("1/2", sp.Interval(3, sp.oo)), ("2/3", None)])
def test_two_reports_of_three_truths(middle, better) -> None:
    """The middle truth must be in the middle: else no gamma makes one table from the other."""
    rows = [["3/4", middle, "1/4"]]
    rows.append([str(1 - Fraction(x)) for x in rows[0]])
    found = order_ranges(rows, ON_A_LINE, g=(1, "oo"))
    assert found.better == (better or sp.EmptySet)
    assert found.is_better is False


def test_where_rows_meet_a_space_at_single_values() -> None:
    """2/3 is in the middle of 5/6 and 1/2 at t = 5/6 alone; then P is A itself."""
    rows = [["t", "2/3", "1/2"], ["1-t", "1/3", "1/2"]]
    fixed = [["5/6", "2/3", "1/2"], ["1/6", "1/3", "1/2"]]
    found = order_ranges(rows, fixed, t=(0, 1))
    assert found.better == found.worse == sp.FiniteSet(sp.Rational(5, 6))


def test_an_irrational_end_is_exact() -> None:
    """t and t^2 beside 1/2 and 1/4: the entry t - 2 t^2 and others change at such places."""
    found = order_ranges(
        [["t", "t**2"], ["1-t", "1-t**2"]], [["1/2", "1/4"], ["1/2", "3/4"]], t=(0, 1)
    )
    for n in range(1, 40):
        t = Fraction(n, 40)
        answer = rr.compare([[t, t**2], [1 - t, 1 - t**2]], [["1/2", "1/4"], ["1/2", "3/4"]])
        place = sp.Rational(n, 40)
        if place not in found.poles:
            assert (place in found.better) == (answer.garbling is not None)


def test_where_reports_are_dependent_nothing_is_denied() -> None:
    """A is P randomized again, and at g = 2 both tell nothing, so that each is the other there.

    Elsewhere A is strictly worse, by an inverse C that is the same at every g and has negative
    entries: at g = 2 it is not the only one.
    """
    noise = sp.Matrix([["3/4", "1/4"], ["1/4", "3/4"]])
    table = sp.Matrix([["(g + 2)/(3*g + 2)", "g/(g + 2)"], ["2*g/(3*g + 2)", "2/(g + 2)"]])
    found = order_ranges((noise * table).tolist(), table.tolist(), g=(1, 5))
    assert found.better == found.range == sp.Interval.open(1, 5)
    assert (found.worse, found.poles) == (sp.EmptySet, (sp.Integer(2),))
    at_two = [[entry.subs("g", 2) for entry in row] for row in (noise * table).tolist()]
    other = [[entry.subs("g", 2) for entry in row] for row in table.tolist()]
    assert rr.compare(at_two, other).relation == "equivalent"
    assert "undecided at g = 2" in str(found)


def test_a_pole_is_in_no_set() -> None:
    """At p = 1/2 Warner's device tells nothing and has no inverse."""
    found = order_ranges(FIXED, WARNER, p=(0, 1))
    assert found.poles == (sp.Rational(1, 2),) and "undecided at p = 1/2" in str(found)
    assert found.better == sp.Union(
        sp.Interval.Lopen(0, sp.Rational(1, 4)), sp.Interval.Ropen(sp.Rational(3, 4), 1)
    )


@pytest.mark.parametrize(
    ("A", "P", "named", "said"),
    [
        (WARNER, FIXED, {}, "one parameter"),
        ([["__import__('os')", "p"], ["1-p", "1-p"]], FIXED, {"p": (0, 1)}, "rational functions"),
        ([["p**99", "p"], ["1-p**99", "1-p"]], FIXED, {"p": (0, 1)}, "exponent"),
        ([["p**13", "p"], ["1-p**13", "1-p"]], FIXED, {"p": (0, 1)}, "degree 12 at most"),
        ([["p/0", "p"], ["1-p", "1-p"]], FIXED, {"p": (0, 1)}, "divide by zero"),
        ([["p > 1/2", "p"], ["1-p", "1-p"]], FIXED, {"p": (0, 1)}, "rational functions"),
        ([["p"], ["1-p", "1-p"]], FIXED, {"p": (0, 1)}, "one length"),
        (WARNER, FIXED, {"p": (1, 0)}, "lo below hi"),
        (WARNER, FIXED, {"p": 3}, "must be a range"),
        ([["q", "p"], ["1-q", "1-p"]], FIXED, {"p": (0, 1)}, "alone"),
        ([["p", "p"], ["p", "1-p"]], FIXED, {"p": (0, 1)}, "sum to 1"),
        (WARNER, [["1", "1"], ["0", "0"]], {"p": (0, 1)}, "independent reports"),
        (
            WARNER,
            [["1/2", "1/2"], ["1/4", "1/4"], ["1/4", "1/4"]],
            {"p": (0, 1)},
            "independent reports",
        ),
        ([["sqrt(p)", "p"], ["1-sqrt(p)", "1-p"]], FIXED, {"p": (0, 1)}, "rational functions"),
    ],
)
def test_what_is_refused(A, P, named, said) -> None:
    with pytest.raises(InputError, match=said):
        order_ranges(A, P, **named)


def test_compare_takes_symbols_texts_and_numbers() -> None:
    """Warner's device at p against that at 3/4 in three spellings."""
    p = sp.Symbol("p", positive=True)
    tables = (WARNER, [[p, 1 - p], [1 - p, p]])
    found = {rr.compare(table, [[0.75, "1/4"], [0.25, "0.75"]], p=("1/2", 1)) for table in tables}
    (answer,) = found
    assert answer.to_json() == {
        "parameter": "p",
        "range": ["1/2", "1"],
        "better": "1/2 < p <= 3/4",
        "worse": "3/4 <= p < 1",
        "undecided": [],
    }
    assert not answer.is_better and r"\succeq" in answer._repr_latex_()
    assert rr.compare(WARNER, FIXED, p=("1/2", "5/8")).is_better
    assert "nowhere" in str(rr.compare(FIXED, WARNER, p=("1/2", "5/8")))
