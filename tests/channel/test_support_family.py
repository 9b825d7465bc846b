"""What every family of supports promises, on all of its reports."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

from rropt.channel.support_family import Supports
from tests.channel.test_class_supports import TWO
from tests.channel.test_implicit import FAMILIES

each = pytest.mark.parametrize("family", [*FAMILIES, TWO], ids=lambda family: family.name)


@each
def test_scores_are_unbiased_on_the_reports_of_every_truth(family: Supports) -> None:
    listed = list(family.listed())
    reports, fits = family.read([label for label, _, _ in listed])
    assert fits.all() and len(reports) == len(listed)
    units = np.eye(family.truths)
    scores = np.array([family.scores(reports, unit) for unit in units])
    held = np.array([[float(j in held) for j in range(family.truths)] for _, held, _ in listed])
    weights = np.array([float(weight) for _, _, weight in listed])
    chances = weights[:, None] * (1 + (float(family.gamma) - 1) * held)
    assert chances.sum(axis=0) == pytest.approx(1)
    assert scores @ chances == pytest.approx(units, abs=1e-9)
    assert scores.max(axis=1) - scores.min(axis=1) == pytest.approx(family.widths)


@each
def test_the_mean_scores_are_the_estimate_and_weights_add_up(family: Supports) -> None:
    texts = [label for _, (label, _, _) in zip(range(12), family.listed(), strict=False)] * 3
    reports, _ = family.read(texts)
    value, error = family.estimated(reports)
    scores = np.array([family.scores(reports, unit) for unit in np.eye(family.truths)])
    assert value == pytest.approx(scores.mean(axis=1))
    assert error == pytest.approx(scores.std(axis=1) / len(texts) ** 0.5, abs=1e-7)
    rows, times = family.distinct(reports)
    assert times.sum() == len(texts)
    assert family.counts(rows, times * 1.0) == pytest.approx(family.counts(reports))
    assert family.mass == sum((weight for _, _, weight in family.listed()), F(0))
