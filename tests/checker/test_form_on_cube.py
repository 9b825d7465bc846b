"""The quadratic form on all patterns: against every pattern by brute force, and near misses."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from random import Random

import pytest

from rropt.checker.form_on_cube import QuadraticForm, is_covered, is_nowhere_negative, sums_of_some
from rropt.checker.verdict import Malformed, Size


def random_form(rng: Random, k: int, long: int) -> tuple[list[list[int]], QuadraticForm]:
    rows = [[rng.randrange(-3 * long, 9 * long) for _ in range(k)]]
    rows.append([rng.randrange(1, 4 * long) for _ in range(k)])
    for _ in range(rng.randint(1, 3)):
        t = [rng.randrange(-2 * long, 2 * long) for _ in range(k)]
        rows += [t, t]
    return rows, QuadraticForm.of(3, 1, rows)


def value(rows: list[list[int]], r: tuple[int, ...]) -> int:
    told = [sum(x * y for x, y in zip(row, r, strict=True)) for row in rows]
    pairs = list(zip(told[::2], told[1::2], strict=True))
    return pairs[0][0] * pairs[0][1] - sum(x * y for x, y in pairs[1:])


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(60))
def test_every_pattern_is_looked_at(seed: int) -> None:
    """Raised to be zero at its least, a form is covered; a hair less, it is not."""
    rng = Random(f"form {seed}")
    k = rng.randint(1, 11)
    rows, form = random_form(rng, k, rng.choice([2, 10**3, 10**30]))
    least = min(product((1, 3), repeat=k), key=lambda r: value(rows, r))
    at = [int(x == 3) for x in least]
    own = form.constant
    for i, x in enumerate(at):
        own += x * form.slopes[i] + sum(form.couplings[i][j] * at[j] * x for j in range(i))
    for less, covered in ((own, True), (own + 1, False)):
        raised = QuadraticForm(form.constant - less, form.slopes, form.couplings)
        assert is_nowhere_negative(raised, 3, Size(1, 96), 2**18) is covered


def test_sums_of_some_numbers() -> None:
    assert sums_of_some([1, 20], 5) == [5, 6, 25, 26]


def covered(*price: str, mean: tuple[int, int] = (1, 1), most: int = 9) -> bool:
    """(r_1 - r_0)^2 / (r_0 + r_1) on {1, 3}^2 is 1 at (1, 3) and (3, 1)."""
    prices = [*map(F, price)]
    return is_covered(F(3), prices, [*map(F, mean)], [[F(-1), F(1)]], [F(1)], Size(1, 96), most)


def test_what_rows_are_worth_is_paid_or_not():
    assert covered("1/4", "1/4") and covered("1/3", "1/3")
    assert not covered("1/4", "249/1000") and not covered("1/2", "0")


def test_a_mean_is_positive_and_choices_are_few():
    for mean in ((0, 0), (-1, 3)):
        with pytest.raises(Malformed, match="no mean"):
            covered("1/4", "1/4", mean=mean)
    with pytest.raises(Malformed, match="too many extreme patterns"):
        covered("1/4", "1/4", most=0)
