"""Groups of one survey: domains and their differences, linearised by hand."""

from fractions import Fraction

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.estimating import groups_test, likelihood_estimate
from rropt.estimating.survey_groups import survey_groups
from rropt.estimating.weighted_survey import SampleCell

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
RNG = np.random.default_rng(11)
SIZE, CLUSTERS = 240, 12
REPORTS = RNG.integers(0, 2, SIZE)
GROUPS = RNG.integers(0, 3, SIZE)
WEIGHTS = RNG.integers(1, 5, SIZE)
CLUSTER = np.arange(SIZE) * CLUSTERS // SIZE
REPORTS = np.where(RNG.random(SIZE) < 0.3, CLUSTER % 2, REPORTS)


def cells(chosen, clusters=True):
    return [
        SampleCell(
            int(REPORTS[i]), Fraction(int(WEIGHTS[i])), "", str(CLUSTER[i]) if clusters else None, 1
        )
        for i in np.flatnonzero(chosen)
    ]


def influence(chosen):
    """Of each record on 2 (weighted share of yes - 1/4), zero outside of the group."""
    weights = WEIGHTS * chosen
    share = weights @ REPORTS / weights.sum()
    return 2 * weights * (REPORTS - share) / weights.sum()


def spread(influences, units):
    """n / (n - 1) sum_c (z_c - mean)^2, z_c the sums of the units."""
    sums = np.bincount(units, influences)
    return len(sums) / (len(sums) - 1) * ((sums - sums.mean()) ** 2).sum()


@pytest.mark.parametrize("clusters", [True, False])
def test_differences_are_linearised_together(clusters):
    found = survey_groups(WARNER, {str(g): cells(g == GROUPS, clusters) for g in range(2)})
    units = CLUSTER if clusters else np.arange(SIZE)
    used = GROUPS < 2
    units = np.unique(units[used], return_inverse=True)[1]
    each = [influence(g == GROUPS)[used] for g in range(2)]
    for part, own in zip(found.domains.values(), each, strict=True):
        assert part.stderr[1] ** 2 == pytest.approx(spread(own, units))
        assert part.records == np.count_nonzero(own)
    change = found.weighted_sum([1, -1], [0, 1])
    assert change.stderr**2 == pytest.approx(spread(each[0] - each[1], units))
    together = found.weighted_sum(["3/4", "1/4"], [0, 1])
    assert together.stderr**2 == pytest.approx(spread(0.75 * each[0] + 0.25 * each[1], units))


def test_the_test_of_a_value_is_dual_to_the_interval():
    change = survey_groups(WARNER, {str(g): cells(g == GROUPS) for g in range(2)}).weighted_sum(
        [1, -1], [0, 1]
    )
    ends = change.interval("0.9")
    assert change.test(Fraction(ends.low)).p_value == pytest.approx(0.1, abs=1e-5)
    assert change.test(Fraction(change.value)).p_value == pytest.approx(1, abs=1e-3)
    assert change.test(2).p_value == 0


def test_equality_of_equal_weights_is_that_of_the_likelihood():
    """Wald's statistic of three large independent groups is close to the likelihood ratio."""
    counts = {"a": (1300, 700), "b": (1220, 780), "c": (1250, 750)}
    groups = {
        name: [SampleCell(i, Fraction(1), "", None, n) for i, n in enumerate(pair)]
        for name, pair in counts.items()
    }
    found = survey_groups(WARNER, groups).equality_test([0, 1])
    likely = groups_test([likelihood_estimate(WARNER, pair) for pair in counts.values()])
    assert found.p_value == pytest.approx(likely.p_value, abs=0.005)
    assert found.statistic == pytest.approx(likely.statistic, rel=0.02)


def test_equality_with_few_clusters_is_an_f_test():
    found = survey_groups(WARNER, {str(g): cells(g == GROUPS) for g in range(3)})
    test = found.equality_test([0, 1])
    assert test.method.endswith("F") and 0 < test.p_value <= 1
    one = [cell for cell in cells(GROUPS < 3) if cell.cluster in ("0", "1")]
    few = survey_groups(WARNER, {"a": one[:9], "b": one[9:20], "c": one[20:]})
    assert few.equality_test([0, 1]) is None
    same = {str(g): [SampleCell(0, Fraction(1), "", str(c), 5) for c in range(9)] for g in range(3)}
    assert survey_groups(WARNER, same).equality_test([0, 1]) is None


def test_a_census_of_groups_leaves_what_the_table_draws():
    """All 100 of each group were asked: 4 * 3/16 / 100 for each, whoever they are."""
    groups = {
        name: [SampleCell(0, Fraction(1), "", None, 60), SampleCell(1, Fraction(1), "", None, 40)]
        for name in ("a", "b")
    }
    found = survey_groups(WARNER, groups, 200)
    for part in found.domains.values():
        assert part.stderr[1] ** 2 == pytest.approx(4 * 3 / 16 / 100)
    assert found.weighted_sum([1, -1], [0, 1]).stderr ** 2 == pytest.approx(2 * 4 * 3 / 16 / 100)
