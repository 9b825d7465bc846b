"""What was found for a worst case, on all truths again: equal numbers share what they have."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.design.problem import Problem
from rropt.design.worst.worst_solution import reach, worst_solution

THREE = rr.LocalDP.from_gamma(3)


def test_numbers_are_scaled_about_their_middle_and_equal_ones_are_a_class() -> None:
    solution = worst_solution(Problem(THREE, rr.Mean([7, 3, 7, 5])))
    assert solution.classes == [2, 0, 2, 1] and solution.proof == "line"
    assert solution.middle == 5 and solution.half == 4  # (7 - 3) / 2 times (3 + 1) / (3 - 1)
    (scaled,) = solution.contrasts
    assert [solution.middle + solution.half * c for c in scaled] == [3, 5, 7]
    assert solution.shares == [1, 1, 0, 1]


def test_trials_have_verified_certificates_on_all_truths() -> None:
    solution = worst_solution(Problem(THREE, rr.Mean([0, 1, 1, 4])))
    issued = []
    for kept in solution.trials():
        issued.append(solution.certificate(kept))
    assert issued
    for certificate in issued:
        assert certificate.check().verdict == "verified"
        patterns = [[F(x) for x in r] for r in certificate.data["patterns"]]
        assert all(r[1] == r[2] for r in patterns)
        [numbers] = certificate.data["scenarios"][0]["estimators"]
        weights = certificate.data["weights"]
        for j, expected in enumerate((0, 1, 1, 4)):
            mean = sum(
                F(w) * r[j] * F(x) for w, r, x in zip(weights, patterns, numbers, strict=True)
            )
            assert mean == expected


def test_a_table_too_large_for_a_certificate_is_refused() -> None:
    from rropt.design.worst.worst_solution import refuse_large

    refuse_large(130_000)
    with pytest.raises(rr.InputError, match="a table of 130001 entries is too large"):
        refuse_large(130_001)


@pytest.mark.parametrize("gamma", [F(1001, 1000), F(2), F(3), F(50)])
def test_the_reach_is_a_power_of_two_near_b(gamma: F) -> None:
    found, b = reach(gamma), (gamma + 1) / (gamma - 1)
    assert F(7, 10) < found / b < F(3, 2)
    assert min(found.numerator, found.denominator) == 1
    assert (found.numerator * found.denominator).bit_count() == 1
