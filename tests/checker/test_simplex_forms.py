"""Quadratic forms below what rows of a simplex are charged beyond their worth."""

from __future__ import annotations

from fractions import Fraction as F
from math import log
from random import Random

import pytest

import rropt as rr
from rropt.checker import check
from rropt.checker.cover_simplices import SHOWN_BY_A_FORM, SHOWN_BY_LINES
from rropt.checker.simplex_forms import (
    LINE_BITS,
    Form,
    Lines,
    Order,
    Span,
    bend_above,
    bend_below,
    is_copositive,
    line,
    lowest,
    rounded_up,
    short,
    short_ratio,
)
from rropt.checker.verdict import Refuted
from tests.certificates import changed
from tests.checker.test_cover_simplices import le_cam


def power(x, y, order):
    return x * log(x / y) if order == 1 else x ** float(order) / y ** (float(order) - 1)


def random_values(rng):
    """x and y at three vertices, not far apart."""
    middle = [rng.uniform(1, 9) for _ in range(2)]
    near = [[round(2**48 * m * rng.uniform(0.8, 1.2)) for m in middle] for _ in range(3)]
    return [tuple(pair) for pair in near]


def spans(values):
    return [Span.of(own) for own in zip(*values, strict=True)]


def form_at(form, shares):
    linear = sum(float(x) * s for x, s in zip(form.sums, shares, strict=True))
    square = 0.0
    for i, s in enumerate(shares):
        for j, t in enumerate(shares):
            square += s * t * float(form.squares[max(i, j)][min(i, j)])
    return (linear + square) / 2**LINE_BITS


@pytest.mark.parametrize("order", [F(1), F(3, 2), F(2), F(5, 2), F(3), F(16)])
def test_a_form_is_below_a_power_and_closer_than_its_line(order):
    rng = Random(3)
    for _ in range(60):
        values = random_values(rng)
        form = Form.of([0, 0, 0])
        form.add(*spans(values), 1, bend_below(*spans(values), Order.of(order), Lines({}, 100), 12))
        line = Form.of(form.sums)
        shares = [rng.expovariate(1) for _ in range(3)]
        shares = [s / sum(shares) for s in shares]
        x, y = (sum(s * v[n] for s, v in zip(shares, values, strict=True)) for n in (0, 1))
        true = power(x, y, order)
        assert form_at(line, shares) <= form_at(form, shares) <= true * (1 + 1e-12)


def test_a_form_is_above_what_an_entropy_is_worth():
    rng = Random(5)
    for _ in range(60):
        values = random_values(rng)
        form = Form.of([0, 0, 0])
        bend = bend_above(*spans(values), Order.of(F(1)), Lines({}, 100), 12)
        form.add(*spans(values), -1, bend)
        shares = [rng.expovariate(1) for _ in range(3)]
        shares = [s / sum(shares) for s in shares]
        x, y = (sum(s * v[n] for s, v in zip(shares, values, strict=True)) for n in (0, 1))
        assert form_at(form, shares) <= -power(x, y, 1) + 1e-12 * abs(power(x, y, 1))


def test_a_form_is_above_what_squares_are_worth_and_touches_where_rows_are_in_proportion():
    rng = Random(6)
    vectors = [[F(1), F(-1, 3), F(0)], [F(1, 7), F(2), F(-2)]]
    scales = [F(2, 3), F(1, 5)]
    prior = [1, 2, 3]
    matrix, step = rounded_up(vectors, scales)

    def worth(row):
        squares = [sum(float(t) * x for t, x in zip(v, row, strict=True)) ** 2 for v in vectors]
        top = sum(float(s) * x for s, x in zip(scales, squares, strict=True))
        return top / sum(q * x for q, x in zip(prior, row, strict=True))

    def form_of(simplex):
        def span(form):
            return Span.of(tuple(sum(a * x for a, x in zip(form, v, strict=True)) for v in simplex))

        form = Form.of([0] * len(simplex))
        form.subtract(simplex, list(map(span, matrix)), span(prior), 1)
        return form

    for _ in range(60):
        middle = [rng.uniform(1, 9) for _ in range(3)]
        near = [[round(2**48 * m * rng.uniform(0.8, 1.2)) for m in middle] for _ in range(3)]
        shares = [rng.expovariate(1) for _ in range(3)]
        shares = [s / sum(shares) for s in shares]
        row = [sum(s * v[j] for s, v in zip(shares, near, strict=True)) for j in range(3)]
        found = form_at(form_of(near), shares) * float(step)
        assert found <= -worth(row) + 1e-12 * worth(row)
        alike = [near[0], [2 * x for x in near[0]]]
        touching = form_at(form_of(alike), [1.0, 1.0]) * float(step)
        assert touching == pytest.approx(-3 * worth(near[0]), rel=1e-12)


def test_a_matrix_rounded_up_adds_a_little_at_every_row():
    rng = Random(8)
    for size in (F(1), F(1, 10**30), F(10**30)):
        vectors = [[size * F(rng.randrange(-99, 99), 7) for _ in range(4)] for _ in range(3)]
        scales = [F(rng.randrange(1, 9), 11) for _ in vectors]
        matrix, step = rounded_up(vectors, scales)
        assert max(abs(x) for row in matrix for x in row).bit_length() in (61, 62, 63)
        for _ in range(40):
            row = [F(rng.randrange(-9, 9)) for _ in range(4)]
            exact = F(0)
            for s, t in zip(scales, vectors, strict=True):
                exact += s * sum(a * x for a, x in zip(t, row, strict=True)) ** 2
            pairs = [(i, j) for i in range(4) for j in range(4)]
            above = step * sum(row[i] * row[j] * matrix[i][j] for i, j in pairs)
            length = sum(x * x for x in row)
            assert 0 <= above - exact <= 8 * step * length


def test_an_entropy_without_a_mean_at_a_vertex_has_no_form():
    x, y = spans([(1, 0), (2, 3)])
    assert bend_above(x, y, Order.of(F(1)), Lines({}, 9), 12) is None


def test_what_elimination_shows_is_so():
    """No form that it accepts is negative at a vector of shares; most that are not, it accepts."""
    rng = Random(7)
    accepted = right = 0
    grid = [(i / 12, j / 12, 1 - (i + j) / 12) for i in range(13) for j in range(13 - i)]
    for _ in range(400):
        entries = [[rng.randrange(-4, 9) for _ in range(3)] for _ in range(3)]
        form = [[entries[i][j] + entries[j][i] for j in range(3)] for i in range(3)]
        values = [sum(s[i] * s[j] * form[i][j] for i in range(3) for j in range(3)) for s in grid]
        found = is_copositive(form)
        assert not found or min(values) >= -1e-9
        accepted += found
        right += min(values) >= 0
    assert accepted > 0.8 * right > 0


@pytest.mark.parametrize("truths", [2, 3, 40])
def test_long_entries_of_many_truths_are_decided(truths):
    """k s.s - (sum s)^2 is negative nowhere and 0 at equal s; with a little less it is negative.

    Exact entries would be twice as long for each truth: 2^46 bits for forty.
    """
    unit = 10**36

    def form(more):
        return [
            [truths * unit - unit + more if i == j else -unit for j in range(truths)]
            for i in range(truths)
        ]

    assert is_copositive(form(unit // 10**9))
    assert not is_copositive(form(-unit // 10**9))


def test_numbers_keep_as_many_digits_as_they_are_asked_for():
    rng = Random(9)
    for n in range(300):
        x = F(rng.getrandbits(40) + 1, rng.getrandbits(n % 50 + 1) + 1)
        pair = short(x.numerator, x.denominator, 10)
        found = F(*pair)
        assert found.as_integer_ratio() == pair, "lines are known by ratios in lowest terms"
        assert x * (1 - F(2, 2**10)) <= found <= x
        assert found.numerator.bit_length() <= 10 or found >= 1


@pytest.mark.parametrize(("top", "places"), [(12, 3), (5, 0), (40, -2), (0, 9), (64, 3), (7, 60)])
def test_parts_of_a_power_of_two_in_lowest_terms(top, places):
    assert lowest(top, places) == (top / F(2) ** places).as_integer_ratio()


def with_forms(privacy=None):
    """An information of two truths."""
    return rr.optimal(privacy or rr.RenyiDP(2, 1), rr.MutualInformation(["1/4", "3/4"]))


def told(data, **parts):
    return changed(data, cover=data["cover"] | parts)


def test_a_form_shows_what_lines_do_not_and_none_shows_lower_prices():
    data = with_forms().certificate.data
    cut, lines = data["cover"]["cut"], data["cover"]["lines"]
    assert cut.count(SHOWN_BY_A_FORM) > 3 and check(data).verdict == "verified"
    by_lines = [SHOWN_BY_LINES if x == SHOWN_BY_A_FORM else x for x in cut]
    assert check(told(data, cut=by_lines)).verdict == "refuted"
    assert check(told(data, lines=lines * 9 // 10)).verdict == "refuted"
    by_forms = [SHOWN_BY_A_FORM if x == SHOWN_BY_LINES else x for x in cut]
    assert check(told(data, cut=by_forms, lines=999)).verdict == "verified"
    n, z = data["condition_prices"][0]
    cheaper = [[n, str(F(z) * F(999, 1000))], *data["condition_prices"][1:]]
    assert check(changed(data, condition_prices=cheaper)).verdict == "refuted"


def test_forms_are_for_ratios_and_entropies():
    utility = {"name": "hellinger", "pair": [0, 1]}
    worth = {"utility": utility, "value": ["0", "1"], "gap": le_cam(F(1))["bound"]}
    without = changed(le_cam(F(1)), **worth)
    assert check(without).verdict == "verified"
    answer = check(told(without, cut=[SHOWN_BY_A_FORM]))
    assert answer.verdict == "malformed" and "ratios and entropies" in str(answer)


@pytest.mark.parametrize("order", [F(1), F(3, 2), F(2), F(7)])
@pytest.mark.parametrize("t", [F(1, 4096), F(1, 3), F(1), F(5, 2)])
def test_a_line_is_nowhere_above_and_touches(order, t):
    slope, height = (x / 2**LINE_BITS for x in line(order, t))

    def f(x):
        return x * log(x) if order == 1 else x ** float(order)

    assert slope * float(t) - height == pytest.approx(f(float(t)), abs=1e-9)
    for x in (1e-6, 0.1, 0.9, 1.1, 3, 50):
        assert slope * x - height <= f(x) + 1e-9


def test_ratios_keep_as_many_digits_as_they_are_asked_for():
    rng = Random(5)
    for n in range(300):
        digits = 4 + n % 30
        x, y = rng.getrandbits(rng.randrange(1, 50)) + 1, rng.getrandbits(rng.randrange(1, 50)) + 1
        exact = F(x, y)
        for order, most in ((F(2), 2**24), (F(64), 2**12)):
            found = F(*short_ratio(x, y, Order.of(order), digits))
            if F(1, most) < exact < most:
                assert exact * (1 - F(2, 2**digits)) <= found <= exact
            else:
                assert found == (most if exact >= 1 else F(1, most))


@pytest.mark.parametrize(("order", "digits"), [(F(7, 2), 12), (F(63), 16), (F(64), 17)])
def test_curvatures_are_those_at_ratios_of_few_digits(order, digits):
    """So many, however many a line has; a line at each of the two ratios."""
    lines = Lines({}, 9)
    x, y = spans([(2**40 - 1, 2**41), (2**39 - 1, 2**41)])
    bend_below(x, y, Order.of(order), lines, 40)
    lengths = [numerator.bit_length() for *_, numerator, _ in lines.known]
    assert len(lengths) == 2 and max(lengths) > digits >= min(lengths) > digits - 3


@pytest.mark.parametrize("order", [F(1), F(3, 2), F(2), F(7)])
def test_what_bends_a_power_is_the_slope_of_its_slope(order):
    lines = Lines({}, 100)
    for t in (F(1, 3), F(1), F(5, 2)):
        near = F(1, 2**20)
        slopes = [line(order, t + step)[0] for step in (-near, near)]
        expected = float((slopes[1] - slopes[0]) / (2 * near))
        assert float(lines.second(Order.of(order), t.as_integer_ratio())) == pytest.approx(
            expected, rel=1e-6
        )
    assert lines.second(Order.of(order), (0, 1)) == 0


def test_a_line_more_than_may_be_is_refused_and_one_that_is_known_is_not():
    lines = Lines({}, 1)
    two = Order.of(F(2))
    first = lines.at(two, (1, 1))
    assert lines.at(two, (1, 1)) == first == (2 << LINE_BITS, 1 << LINE_BITS)
    with pytest.raises(Refuted, match="another line"):
        lines.at(two, (3, 1))
