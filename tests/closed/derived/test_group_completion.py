"""What a truth without a share answers: private, unbiased, below the worst variance."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.closed.derived.group_completion import completion, completions
from rropt.closed.derived.group_start import starts

LEVEL = F(11, 2)
H = float(LEVEL) - 1
FIVE = tuple(F(n, 2) for n in range(-2, 3))
ACTIVE = (0, 2, 4)


@pytest.fixture(scope="module")
def known():
    return next(starts([FIVE[j] for j in ACTIVE], LEVEL))


@pytest.mark.parametrize("truth", [1, 3])
def test_its_likelihoods_are_a_column_with_its_mean(known, truth: int) -> None:
    system, start = known
    x = system.unknowns(start)
    number = float(FIVE[truth])
    part = completion(truth, FIVE[truth], H, x)
    assert part is not None
    rises = part.likelihoods(H, x, number)
    likelihoods = [1 + H * m if i not in (part.low, part.high) else rises[i]
                   for i, m in enumerate(part.mask)]  # fmt: skip
    assert min(likelihoods) >= 1 and max(likelihoods) <= 1 + H + 1e-9
    rows = list(zip(x.weights, x.reports, likelihoods, strict=True))
    assert sum(w * r for w, _, r in rows) == pytest.approx(1)
    assert sum(w * u * r for w, u, r in rows) == pytest.approx(H * number)
    second = sum(w * u * u * r for w, u, r in rows)
    assert second <= (H * number) ** 2 + x.value
    assert min(part.conditions(H, x, number)) > 0


def test_only_truths_that_are_not_paid_are_completed(known) -> None:
    system, start = known
    found = list(completions(FIVE, ACTIVE, H, system.unknowns(start)))
    assert [part.truth for part in found if part is not None] == [1, 3]


def test_a_number_that_no_report_reaches_has_none(known) -> None:
    system, start = known
    assert completion(1, F(100), H, system.unknowns(start)) is None
