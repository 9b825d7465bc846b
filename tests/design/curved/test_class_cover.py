"""Covers of types that are not listed, beside the designs of types that are."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.checker import check
from rropt.design.curved import class_design as page
from rropt.design.curved.class_cover import ClassCover, KAryCover, is_k_ary_best
from rropt.design.curved.class_relaxation import Relaxation
from rropt.design.problem import Problem
from rropt.exact import InputError

SHARES = [F(1, 40)] * 20 + [F(1, 20)] * 10


def test_raised_prices_are_short_and_not_below_what_is_raised_exactly():
    sizes, prior = (20, 10), [F(1, 40), F(1, 20)]
    found = Relaxation(sizes, [0.025, 0.05], 3.0, 2).best()
    cover = ClassCover.of(found, F(3), prior, sizes, 2)
    more = F(1e-8) * sum(n * y for n, y in zip(sizes, cover.prices, strict=True))
    for price, y, q in zip(cover.raised(1e-8), cover.prices, prior, strict=True):
        assert 0 <= price - (y + more * q) < F(1, 2**43) * max(cover.prices)
        assert price.denominator < 2**48
    # One of doubles may be short by chance.
    assert max(y.denominator for y in cover.prices) > 2**48


@pytest.mark.everything
@pytest.mark.parametrize("objective", [rr.AOptimal, rr.DOptimal])
def test_the_bound_is_below_the_best_table_of_all_types(objective, monkeypatch):
    problem = Problem(rr.LocalDP("ln(2)"), objective(SHARES))
    listed = page.class_design(problem)
    monkeypatch.setattr(page, "MOST_TYPES", 0)
    found = page.class_design(problem)
    cover = found.certificate.data["cover"]
    assert listed.certificate.data["cover"]["proof"] == "extremes"
    assert (cover["proof"], len(cover["ends"])) == ("cells", 2)
    assert found.bound <= listed.value.hi and listed.bound <= found.value.hi
    assert float(found.value.hi) == pytest.approx(float(listed.value.hi), rel=1e-6)
    assert float(found.bound.lo) == pytest.approx(float(listed.bound.lo), rel=1e-3)


def test_a_lower_price_is_refused(monkeypatch):
    monkeypatch.setattr(page, "MOST_TYPES", 0)
    problem = Problem(rr.LocalDP("ln(2)"), rr.AOptimal([F(1, 30)] * 12 + [F(1, 10)] * 6))
    data = page.class_design(problem).certificate.data
    assert check(dict(data)).verdict == "verified"
    prices = [F(y) for y in data["prices"]]
    low = [prices[0], prices[1] * (1 - F(1, 10**5))]
    cover = dict(data["cover"]) | {"slopes": [-y for y in low]}
    verdict = check(dict(data) | {"prices": low, "cover": cover})
    assert verdict.verdict != "verified"


def zipf(k: int) -> list[F]:
    total = sum(F(1, j) for j in range(1, k + 1))
    return [1 / (j * total) for j in range(1, k + 1)]


def value(shares: list[F], g: F) -> F:
    """The sum of N^2 p (1 - p) / (g - 1)^2, p the chances of reports."""
    N = g + len(shares) - 1
    chances = [(1 + (g - 1) * q) / N for q in shares]
    return N**2 * sum(p * (1 - p) for p in chances) / (g - 1) ** 2


@pytest.mark.parametrize("k", [4, 7, 30])
def test_of_equal_shares_it_is_the_known_level(k: int) -> None:
    for power in (1, 2):
        low, high = F(1), F(k)
        for _ in range(40):
            middle = (low + high) / 2
            best = is_k_ary_best([k], [F(1, k)], middle, power)
            low, high = (low, middle) if best else (middle, high)
        assert float(high) ** 2 == pytest.approx(max(1, (k - 1) * (k - 2) / 2), rel=1e-9)


@pytest.mark.parametrize("name", ["a-optimal", "d-optimal"])
def test_the_search_over_all_patterns_finds_it_from_the_same_level_on(name: str) -> None:
    shares = [F(n, 15) for n in range(1, 6)]
    made, power = {"a-optimal": (rr.AOptimal, 2), "d-optimal": (rr.DOptimal, 1)}[name]
    low, high = F(1), F(9)
    for _ in range(30):
        middle = (low + high) / 2
        best = is_k_ary_best([1] * 5, shares, middle, power)
        low, high = (low, middle) if best else (middle, high)
    above = rr.optimal(rr.LocalDP.from_gamma(high * F(101, 100)), made(shares), crosscheck=False)
    below = rr.optimal(rr.LocalDP.from_gamma(low * F(9, 10)), made(shares), crosscheck=False)
    assert above.channel.shape == (5, 5)
    assert below.channel.shape[0] > 5
    if power == 2:
        least = value(shares, low * F(9, 10))
        assert float(above.value) == pytest.approx(float(value(shares, high * F(101, 100))))
        assert float(below.value) < float(least) * (1 - 1e-5)


@pytest.mark.parametrize(("k", "g"), [(100, 400), (1000, 8000), (1000, 10**6)])
def test_shares_as_one_over_j_have_no_gap_and_a_report_for_each(k: int, g: int) -> None:
    shares = zipf(k)
    found = rr.optimal(rr.LocalDP.from_gamma(g), rr.AOptimal(shares), crosscheck=False)
    assert found.channel.shape == (k, k)
    assert float(found.value) == pytest.approx(float(value(shares, F(g))), rel=1e-14)
    assert float(found.gap) <= 1e-20 * float(found.value)
    assert found.certificate.data["cover"] == {"proof": "pairs"}


def test_it_is_drawn_saved_and_named_as_k_ary_response(tmp_path) -> None:
    """Of the value the lower end is no less than the bound, where both are of as many digits."""
    found = rr.optimal(rr.LocalDP.from_gamma(60), rr.AOptimal(zipf(20)), crosscheck=False)
    assert "k-ary response: 20 reports, 5 bits each" in str(found)
    assert set(found.randomize(["3"] * 50)) <= set(map(str, range(20)))
    found.save(tmp_path / "design.json")
    again = rr.load(tmp_path / "design.json")
    assert again.channel.shape == (20, 20) and again.value == found.value


def test_shares_in_any_order_and_digits_of_epsilon() -> None:
    shares = [F((7919 * j) % 101 + 20) for j in range(60)]
    shares = [q / sum(shares) for q in shares]
    found = rr.optimal(rr.LocalDP(6), rr.AOptimal(shares), crosscheck=False)
    assert found.channel.shape == (60, 60)
    assert float(found.value) == pytest.approx(float(value(shares, F(np.exp(6.0)))), rel=1e-12)
    assert float(found.gap) <= 1e-18


def test_of_a_determinant_classes_have_one_share_each() -> None:
    shares = [F(n, 20 * 6) for n in (1, 2, 3) for _ in range(20)]
    found = rr.optimal(rr.LocalDP.from_gamma(60), rr.DOptimal(shares), crosscheck=False)
    assert found.channel.shape == (60, 60) and float(found.gap) < 1e-15
    assert found.certificate.data["cover"] == {"proof": "pairs"}


def test_prices_leave_nothing_of_rows_with_one_truth_high() -> None:
    sizes, shares, g = (1, 3, 2), [F(1, 4), F(1, 8), F(3, 16)], F(20)
    cover = KAryCover(sizes, shares, g, 1)
    V = cover.tangents
    q = np.repeat(np.array(shares, dtype=float), sizes)
    y = np.repeat(np.array(cover.prices, dtype=float), sizes)
    owner = np.repeat(np.arange(3), sizes)
    means = np.array(V.means, dtype=float)[owner][:, owner]
    own = np.array(V.own, dtype=float)
    same = owner[:, None] == owner
    X = means + np.where(same, own[owner] * (np.eye(6) - same / np.array(sizes)[owner]), 0)
    for j in range(6):
        r = 1 + 19 * np.eye(6)[j]
        assert (y @ r) * (q @ r) == pytest.approx(r @ X @ r)


def test_fewer_reports_than_truths_are_another_question() -> None:
    shares = zipf(20)
    with pytest.raises(InputError):
        rr.optimal(rr.LocalDP(8), rr.AOptimal(shares), outputs=12, crosscheck=False)
