"""Classes of any shares: majorants by partial sums, and designs beside the search over all."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import accumulate, product
from random import Random

import numpy as np
import pytest

import rropt as rr
from rropt.channel.pattern_type import SingleTruth
from rropt.checker import check
from rropt.design.curved import class_design as page
from rropt.design.curved.share_classes import (
    ShareClasses,
    ShareTypes,
    class_sizes,
    is_above,
    majorant,
    shares_of_prior,
    worth,
)
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.problem import Problem


def zipf(k: int, power: int = 1) -> list[F]:
    total = sum(F(1, j**power) for j in range(1, k + 1))
    return [F(1, j**power) / total for j in range(1, k + 1)]


@pytest.mark.parametrize("seed", range(4))
def test_a_prior_of_classes_majorises_the_shares(seed: int) -> None:
    rng = Random(seed)
    raw = sorted((F(rng.randrange(1, 1000) ** 2) for _ in range(40)), reverse=True)
    shares = [x / sum(raw) for x in raw]
    found = ShareClasses.of(shares, 5)
    assert found is not None and sum(found.sizes) == 40 and len(found.sizes) <= 5
    wide = [v for n, v in zip(found.sizes, found.prior, strict=True) for _ in range(n)]
    assert min(wide) >= 0 and sum(wide) == 1
    large = accumulate(sorted(wide, reverse=True))
    assert all(v >= q for v, q in zip(large, accumulate(shares), strict=True))
    assert [q for row in found.lists for q in row] == shares
    assert found.squares == sum(q * q for q in shares)


@pytest.mark.everything
def test_a_majorant_of_a_thousand_rounded_shares_lacks_nothing() -> None:
    """By the tolerance of a linear program it lacked 7e-8 where the last shares are 1e-4."""
    raw = [F(round(10**6 / j), 10**6) for j in range(1, 1001)]
    shares = [x / sum(raw) for x in raw]
    sizes = class_sizes(np.array([float(q) for q in shares]), 8)
    assert is_above(majorant(shares, sizes), shares, sizes)


@pytest.mark.everything
def test_hundreds_of_types_that_share_a_table_are_reduced_in_seconds() -> None:
    """Thousands of types have weights at epsilon 1: all dependencies at once took minutes."""
    raw = [F(round(10**6 / j**0.5), 10**6) for j in range(1, 101)]
    design = rr.optimal(rr.LocalDP(1), rr.AOptimal([x / sum(raw) for x in raw]))
    assert design.gap <= design.value / 2000


def test_rising_shares_are_the_mirror_image_and_others_have_no_classes() -> None:
    falling = zipf(12)
    one, other = ShareClasses.of(falling, 4), ShareClasses.of(falling[::-1], 4)
    assert one is not None and other is not None
    assert one.sizes == other.sizes[::-1] and one.prior == other.prior[::-1]
    assert one.means == other.means[::-1]
    assert ShareClasses.of([falling[1], *falling[:1], *falling[2:]], 4) is None


def test_even_classes_are_their_own_prior() -> None:
    even = ShareClasses.even((2, 1), (F(3, 8), F(1, 4)))
    assert even.are_even and even.means == even.prior == (F(3, 8), F(1, 4))


def test_sizes_and_corners_of_one_jump() -> None:
    """Two values of shares: the classes are theirs, and the majorant the shares themselves."""
    shares = [F(1, 4)] * 2 + [F(1, 10)] * 5
    import numpy as np

    assert class_sizes(np.array([float(q) for q in shares]), 2) == (2, 5)
    assert [float(v) for v in majorant(shares, (2, 5))] == pytest.approx([0.25, 0.1], abs=1e-8)
    values = worth(np.array([0.4, 0.2, 0.05]))
    assert (np.diff(values) > 0).all()


@pytest.mark.everything
@pytest.mark.parametrize("objective", [rr.AOptimal, rr.DOptimal])
def test_six_truths_in_four_classes_beside_the_search_over_all_patterns(objective, monkeypatch):
    """The optimum at the shares themselves lies between the bound and the value."""
    monkeypatch.setattr(page, "MOST_TYPES", 0)
    monkeypatch.setattr(page, "MOST_CLASSES", 4)
    monkeypatch.setattr(page, "NUMBERS_OF_CLASSES", (4,))
    problem = Problem(rr.LocalDP("ln(3)"), objective([F(x, 60) for x in (20, 14, 9, 8, 5, 4)]))
    found, searched = page.class_design(problem), ratio_optimum(problem)
    data = found.certificate.data
    assert len(data["truths"]) == 4 and "shares" in data
    assert found.bound.lo <= searched.value[1] and searched.bound <= found.value.hi
    if objective is rr.AOptimal:
        assert found.gap <= F(1, 20) * found.bound.lo
    assert check(dict(data)).verdict == "verified"


@pytest.mark.everything
def test_twelve_shares_of_five_truths_each_are_their_own_classes() -> None:
    """They were cut into fourteen classes once, and none of them told the shares apart."""
    raw = [F(1, 1 + j // 5) for j in range(60)]
    problem = Problem(rr.LocalDP(1), rr.AOptimal([x / sum(raw) for x in raw]))
    found = page.class_design(problem)
    assert found.certificate.data["truths"] == [5] * 12
    assert "shares" not in found.certificate.data
    assert found.gap <= F(1, 1000) * found.bound.lo


@pytest.mark.everything
def test_a_hundred_shares_as_one_over_j_are_drawn_and_estimated(tmp_path) -> None:
    import numpy as np

    prior = zipf(100)
    design = rr.optimal(rr.LocalDP(1), rr.AOptimal([str(q) for q in prior]))
    assert 0 < design.gap <= F(1, 400) * design.bound.lo
    assert design.check().verdict == "verified"
    worth_of_it = sum(design.channel.variances(prior))
    assert design.bound.lo <= worth_of_it <= design.value.hi
    design.save(tmp_path / "study.json")
    assert rr.load(tmp_path / "study.json").channel == design.channel
    shares = np.array([float(q) for q in prior])
    random, errors = np.random.default_rng(1), []
    for seed in range(8):
        truths = random.choice(100, 20_000, p=shares)
        found = design.estimate(rr.simulate(design, truths, seed))
        errors.append(20_000 * ((found.value - shares) ** 2).sum())
    # one survey has a standard deviation of 0.18 of it, their mean one of 0.06
    assert np.mean(errors) == pytest.approx(float(design.bound), rel=0.35)


def test_the_prior_of_one_truth_majorises_any_shares():
    found = ShareClasses.of_one_truth([F(x, 10) for x in (2, 5, 3)], F(0))
    assert is_above(found.prior, [F(5, 10), F(3, 10), F(2, 10)], found.sizes)
    least = ShareClasses.of_one_truth([F(x, 10) for x in (2, 5, 3)], F(1, 5))
    assert least.prior == (F(3, 5), F(1, 5)) and not least.are_of_one_truth
    assert is_above(least.prior, [F(5, 10), F(3, 10), F(2, 10)], least.sizes)
    assert found.are_of_one_truth and found.lists[1] == (F(1, 2), F(3, 10))
    assert not ShareClasses.even((1, 2), (F(1, 2), F(1, 4))).are_of_one_truth


ALIKE = ShareTypes((2, 3), (F(1, 5), F(1, 5)), F(3))
UNEVEN = ShareTypes((2, 3), (F(1, 4), F(1, 6)), F(3))


def test_every_type_but_the_constant_ones() -> None:
    assert len(ALIKE.types) == 3 * 4 - 2
    assert {tuple(t) for t in ALIKE.types.tolist()} == {
        t for t in product(range(3), range(4)) if t not in ((0, 0), (2, 3))
    }
    assert ALIKE.multiplicities.tolist() == [1.0, 2.0]
    assert ShareTypes((1, 2), (F(1, 2), F(1, 4)), F(3)).multiplicities.tolist() == [1.0]


@pytest.mark.parametrize("classes", [ALIKE, UNEVEN], ids=["equal", "uneven"])
def test_the_information_is_that_of_all_orders_of_a_type(classes: ShareTypes) -> None:
    """J of the equally weighted orders, on differences in a class and between classes."""
    truth = [c for c, n in enumerate(classes.sizes) for _ in range(n)]
    q = np.array([float(classes.shares[c]) for c in truth])
    rise = float(classes.gamma - 1)
    lift = np.array([classes.basis[c] for c in truth])
    for t, kind in enumerate(classes.types.tolist()):
        orders = [
            x for x in product((0.0, 1.0), repeat=5)
            if [sum(x[i] for i in range(5) if truth[i] == c) for c in (0, 1)] == kind
        ]  # fmt: skip
        J = np.zeros((5, 5))
        for x in orders:
            r = 1 + rise * np.array(x)
            J += np.outer(r, r) / (q @ r) / len(orders) / classes.lengths[t]
        within = [np.array([1, -1, 0, 0, 0]) / 2**0.5, np.array([0, 0, 1, -1, 0]) / 2**0.5]
        assert [v @ J @ v for v in within] == pytest.approx(rise**2 * classes.apart[t])
        between = np.outer(classes.between[t], classes.between[t])
        assert lift.T @ J @ lift == pytest.approx(rise**2 * between)


def test_the_information_of_singles_is_that_of_each_truth_alone() -> None:
    """After two types of the two protected truths comes a single of the three others."""
    alone = ShareTypes((2, 3), (F(1, 4), F(1, 6)), F(3), alone=(1,))
    assert [alone.kind(n) for n in range(3)] == [(1, 0), (2, 0), SingleTruth(1)]
    q, lift = np.array([1 / 4] * 2 + [1 / 6] * 3), np.repeat(alone.basis, alone.sizes, axis=0)
    J = np.zeros((5, 5))
    for r in np.eye(5)[2:]:
        J += np.outer(r, r) / (q @ r) / 3 / alone.lengths[2]
    assert alone.lengths[2] == pytest.approx(1 / 5)
    within = np.array([0, 0, 1, -1, 0]) / 2**0.5
    assert alone.apart[2] * 4 == pytest.approx([0, within @ J @ within])
    between = np.outer(alone.between[2], alone.between[2])
    assert lift.T @ J @ lift == pytest.approx(4 * between)
    means = np.array([[2, 1], [3, 1], [0, 1 / 3]])
    share = np.linalg.solve(means[1:].T, [1, 1])
    weights = np.array([0, *share]) * alone.lengths
    assert weights @ alone.balance == pytest.approx([1, 0])


def test_the_basis_is_orthonormal_and_sums_to_zero() -> None:
    lift = np.repeat(UNEVEN.basis, UNEVEN.sizes, axis=0)
    assert lift.T @ lift == pytest.approx(np.eye(1)) and lift.sum(axis=0) == pytest.approx([0])


def test_lengths_are_means_of_patterns() -> None:
    expected = [1 + 2 * (a + b) / 5 for a, b in ALIKE.types.tolist()]
    assert ALIKE.lengths == pytest.approx(expected)


def test_runs_of_equal_shares() -> None:
    assert shares_of_prior([F(1, 4), F(1, 4), F(1, 2)]) == ((2, 1), (F(1, 4), F(1, 2)))
