"""Linear utilities under a matrix, by the printed values of independent programs."""

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.design.levels.extreme_program import solve_extremes
from rropt.privacy import Privacy


def _ends(utility, levels, found):
    pairs = list(zip(found.weights, found.patterns, strict=True))
    value = sum(w * utility.bounds(r)[0] for w, r in pairs)
    spent = sum(levels.deltas[a][b] * z for (a, b), z in found.pair_prices.items())
    rows = [[w * x for x in r] for w, r in pairs]
    assert [sum(column) for column in zip(*rows, strict=True)] == [1] * levels.truths
    assert levels.obeyed_by(rows)
    return value, sum(found.prices) + spent


def test_two_truths_with_a_bound_each_way():
    levels = Privacy([[1, 3], ["3/2", 1]]).levels
    found = solve_extremes(rr.Variance("1/3"), levels)
    assert _ends(rr.Variance("1/3"), levels, found) == (F(18, 49), F(18, 49))
    rows = {tuple(w * x for x in r) for w, r in zip(found.weights, found.patterns, strict=True)}
    assert rows == {(F(4, 7), F(6, 7)), (F(3, 7), F(1, 7))}


def test_two_truths_with_a_delta_each_way():
    levels = Privacy([[1, 3], ["3/2", 1]], [[0, "1/10"], ["1/50", 0]]).levels
    found = solve_extremes(rr.Variance("1/3"), levels)
    assert _ends(rr.Variance("1/3"), levels, found) == (F(2529, 4900), F(2529, 4900))


@pytest.mark.parametrize(
    ("prior", "matrix", "value"),
    [
        (["3/4", "1/4"], [[1, "oo"], [2, 1]], 0.14170285273802),
        (
            ["1/2", "3/10", "1/5"],
            [[1, "17/5", "23/10"], ["19/5", 1, "13/5"], [4, "37/10", 1]],
            0.16167195460127,
        ),
    ],
)
def test_mutual_information_under_a_matrix(prior, matrix, value):
    levels, utility = Privacy(matrix).levels, rr.MutualInformation(prior)
    least, bound = _ends(utility, levels, solve_extremes(utility, levels))
    assert float(least) == pytest.approx(value, abs=5e-14)
    assert 0 <= bound - least < F(1, 10**25)


def test_one_number_as_a_matrix_has_the_value_of_the_number():
    number = [[1 if a == b else 3 for b in range(4)] for a in range(4)]
    utility = rr.MutualInformation(["2/5", "3/10", "1/5", "1/10"])
    levels = Privacy(number).levels
    least, bound = _ends(utility, levels, solve_extremes(utility, levels))
    design = rr.optimal(rr.LocalDP("ln(3)"), utility)
    assert float(least) == pytest.approx(float(design.value[0]), rel=1e-15)
    assert bound >= design.value[0]


def test_an_infinite_divergence_is_refused_in_one_line():
    level = Privacy([[1, 3], ["oo", 1]]).levels
    with pytest.raises(rr.InputError, match="infinite at this level"):
        solve_extremes(rr.FDivergence("chi-square", (1, 0)), level)


@pytest.mark.parametrize("name", ["chi-square", "kullback-leibler"])
def test_a_divergence_without_a_proof_under_a_budget_is_not_called_infinite(name):
    """A Renyi divergence of order 2 bounds both of them: chi-square is e^D - 1, KL is below D."""
    with pytest.raises(rr.InputError, match="objective must be finite on all reports") as refusal:
        rr.optimal(rr.RenyiDP(2, "1/4"), rr.FDivergence(name, (0, 1)))
    assert "infinite" not in str(refusal.value)


def test_an_infinite_divergence_on_many_patterns_is_refused_too():
    number = [[1 if a == b else 3 for b in range(4)] for a in range(4)]
    with pytest.raises(rr.InputError, match="infinite at this level"):
        solve_extremes(
            rr.FDivergence("kullback-leibler", (0, 1), 4), Privacy(number, "1/10").levels
        )
