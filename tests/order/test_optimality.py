"""For what an admissible table is best: a gain, and its certificate."""

from __future__ import annotations

from fractions import Fraction as F

from hypothesis import given, settings

from rropt.order import admissible
from rropt.patterns.extreme import pure_patterns
from tests.order.test_admissibility import GAMMA, admissible_tables, verify_admissible


@settings(max_examples=20)
@given(admissible_tables())
def test_an_admissible_table_is_the_best_of_its_class_for_a_gain(A):
    answer = admissible(A, GAMMA)
    verify_admissible(answer, GAMMA, 0)
    merged = A.merge_proportional()
    for pattern in pure_patterns(3):
        row = [GAMMA if high else F(1) for high in pattern]
        worth = max(
            sum(g * x for g, x in zip(a, row, strict=True)) for a in answer.optimal_for.gain
        )
        own = any(rows == tuple(x * min(rows) for x in row) for rows in merged.rows)
        assert (worth == 0) == own and worth <= 0


def test_the_certificate_of_an_admissible_table_refuses_a_lower_bound_and_a_smaller_delta():
    from rropt.checker import check

    delta, gamma = F(1, 10), F(3)
    high, low = (1 - delta) * gamma / (gamma + 1), (1 - delta) / (gamma + 1)
    (proof,) = admissible(
        [[delta, 0], [high, low], [low, high], [0, delta]], gamma, delta
    ).certificates
    assert proof.check().verdict == "verified"
    assert check(proof.to_json().replace('"delta":"1/10"', '"delta":"1/11"')).verdict != "verified"
    assert check(proof.to_json().replace('"gap":"0"', '"gap":"1/1000"')).verdict != "verified"
