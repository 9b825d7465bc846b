"""Second moments of scores, against every report of a written table."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

from rropt.channel.class_supports import ClassSupports
from tests.channel.test_class_supports import FAMILIES, SKEWED, best_scores, written


@FAMILIES
def test_second_moments_are_those_of_a_truth_alone_and_of_the_others(family: ClassSupports) -> None:
    table, scores = written(family), best_scores(family)
    nobody, everybody = family.second_moments(np.array(SKEWED, float))
    for j in range(9):
        others = [F(0) if i == j else q / (1 - SKEWED[j]) for i, q in enumerate(SKEWED)]
        alone = [F(i == j) for i in range(9)]
        for shares, found in ((others, nobody), (alone, everybody)):
            chances = table.report_distribution(shares)
            expected = sum(c * row[j] ** 2 for c, row in zip(chances, scores, strict=True))
            assert found[j] == pytest.approx(float(expected), rel=1e-9, abs=1e-12)
