"""What the table for equal shares loses at other shares, against tables and optima at these."""

from fractions import Fraction
from itertools import product

import pytest

import rropt as rr
from rropt.design.blocks.any_shares import _at_equal_shares, _slope, moment_of_one_truth
from rropt.design.blocks.equal_shares import SubsetDesign


def inverse_trace(rows, prior):
    """tr J^-1 with J = sum_i r_i r_i' / (q.r_i), by elimination of fractions."""
    k = len(prior)
    J = [[Fraction(0)] * k for _ in range(k)]
    for row in rows:
        chance = sum(q * r for q, r in zip(prior, row, strict=True))
        for a, b in product(range(k), repeat=2):
            J[a][b] += row[a] * row[b] / chance
    both = [[*line, *(Fraction(a == b) for b in range(k))] for a, line in enumerate(J)]
    for j in range(k):
        both[j] = [x / both[j][j] for x in both[j]]
        for i in range(k):
            if i != j:
                factor = both[i][j]
                both[i] = [x - factor * y for x, y in zip(both[i], both[j], strict=True)]
    return sum(both[j][k + j] for j in range(k))


def zipf(k):
    total = sum(Fraction(1, j) for j in range(1, k + 1))
    return [1 / (j * total) for j in range(1, k + 1)]


def nearly_one(k):
    rest = Fraction(1, 10**6)
    return [1 - (k - 1) * rest, *[rest] * (k - 1)]


@pytest.mark.parametrize("k, gamma", [(3, "2"), (5, "3/2"), (7, "3"), (9, "2"), (6, "20")])
@pytest.mark.parametrize("shares", [zipf, nearly_one])
def test_the_value_bounds_what_the_table_does(k, gamma, shares):
    table = SubsetDesign.best(k, Fraction(gamma)).written()
    prior = shares(k)
    exact = inverse_trace(table.rows, prior) - sum(q * q for q in prior)
    found = rr.equal_shares_loss(rr.LocalDP(f"ln({gamma})"), prior)
    assert exact <= Fraction(found.value.hi)


@pytest.mark.parametrize("k, gamma", [(3, "2"), (5, "3"), (9, "2"), (7, "20")])
def test_at_equal_shares_nothing_is_lost(k, gamma):
    table = SubsetDesign.best(k, Fraction(gamma)).written()
    equal = [Fraction(1, k)] * k
    found = rr.equal_shares_loss(rr.LocalDP(f"ln({gamma})"), equal)
    assert found.loss == 0
    assert inverse_trace(table.rows, equal) - Fraction(1, k) == Fraction(found.value.exact)


@pytest.mark.parametrize("k, gamma", [(3, "3/2"), (3, "20"), (4, "2"), (5, "4")])
@pytest.mark.parametrize("shares", [zipf, nearly_one])
def test_no_certified_optimum_is_below_the_bound(k, gamma, shares):
    privacy, prior = rr.LocalDP(f"ln({gamma})"), shares(k)
    best = rr.optimal(privacy, rr.AOptimal(prior))
    found = rr.equal_shares_loss(privacy, prior)
    assert Fraction(found.bound.lo) <= Fraction(best.value.hi)
    assert Fraction(best.bound.lo) <= Fraction(found.value.hi)


@pytest.mark.everything
def test_the_bound_of_one_truth_is_near_the_certified_optimum():
    """21 truths: a bound a tenth higher would be refuted."""
    prior = nearly_one(21)
    best = rr.optimal(rr.LocalDP(1), rr.AOptimal(prior))
    found = rr.equal_shares_loss(rr.LocalDP(1), prior)
    assert 0.92 * float(best.bound) < float(found.bound) < float(best.bound)


def least_price(n, gamma, z):
    """The y that covers all rows, one by one."""
    rise = gamma - 1
    return max(
        (rise**2 * h * (n - h) / (n * a) - z * (n + rise * h)) / a
        for a in (Fraction(1), gamma)
        for h in range(n + 1)
    )


@pytest.mark.parametrize("gamma", ["11/10", "2", "3", "4", "30"])
@pytest.mark.parametrize("k", [3, 4, 12, 60])
def test_prices_cover_every_row(k, gamma):
    n, g = k - 1, Fraction(gamma)
    z = (g - 1) * _slope(g)
    assert moment_of_one_truth(k, g) == (n - 1) ** 2 / (least_price(n, g, z) + n * z)


@pytest.mark.everything
@pytest.mark.parametrize("gamma", ["11/10", "2", "3", "4", "30"])
def test_no_other_price_is_much_better(gamma):
    n, g = 59, Fraction(gamma)
    steps = [(g - 1) * step / 200 for step in range(1, 200)]
    best = min(least_price(n, g, z) + n * z for z in steps)
    found = float(moment_of_one_truth(60, g))
    assert found == pytest.approx(float((n - 1) ** 2 / best), rel=0.02)


def test_many_truths_have_the_limit():
    for gamma in (Fraction(6, 5), Fraction(2), Fraction(3)):
        k = 50_000
        found = moment_of_one_truth(k, gamma) / _at_equal_shares(k, gamma)
        assert float(found) == pytest.approx(float(4 * gamma / (gamma + 1) ** 2), rel=1e-3)


def test_the_least_share_keeps_the_loss_and_a_smaller_one_does_not():
    privacy, k = rr.LocalDP(1), 1000
    least = rr.equal_shares_loss(privacy, [Fraction(1, k)] * k).least_share()
    assert 0 < least < Fraction(1, k)

    def loss(share):
        return rr.equal_shares_loss(privacy, [1 - (k - 1) * share, *[share] * (k - 1)]).loss

    assert loss(least) <= Fraction(1, 100) < loss(least * Fraction(99, 100))


def test_what_has_no_answer_is_refused():
    three = ["1/2", "1/4", "1/4"]
    with pytest.raises(rr.InputError, match="one number"):
        rr.equal_shares_loss(rr.LocalDP(1, "1/10"), three)
    with pytest.raises(rr.InputError, match="one number"):
        rr.equal_shares_loss(rr.Privacy([[1, 2, 3], [2, 1, 2], [3, 2, 1]]), three)
    with pytest.raises(rr.InputError, match="at least 3"):
        rr.equal_shares_loss(rr.LocalDP(1), ["1/2", "1/2"])
    with pytest.raises(rr.InputError, match="above 1"):
        rr.equal_shares_loss(rr.LocalDP(0), three)
    with pytest.raises(rr.InputError, match="loss"):
        rr.equal_shares_loss(rr.LocalDP(1), three).least_share(0)
