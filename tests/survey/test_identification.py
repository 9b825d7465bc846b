"""What a channel allows to be estimated, decided exactly.

The matrix of the unbiased estimate: exact, in doubles, and in closed form.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.survey import identified
from rropt.survey import unbiased_estimate as unbiased
from rropt.survey.identification import diagonal_form, exact_left_inverse, left_inverse
from tests.survey.test_unbiased_linear import MERGED, SKEWED, TALL, THREE, WARNER


def test_what_a_rank_deficient_channel_identifies():
    answer = unbiased(MERGED, [80, 20])
    assert answer.identified.truths == (True, False, False)
    assert answer.identified.rank == 2
    assert answer.value[0] == pytest.approx(0.6)
    assert np.isnan(answer.value[1:]).all()
    assert answer.contrast([0, 1, 1]).value == pytest.approx(0.4)
    with pytest.raises(InputError, match="b rises by 1 and c falls by 1"):
        answer.contrast([0, 1, 0])
    assert "rank 2 for 3 truths: identified are a" in answer.identified.statement()


def test_amounts_of_many_digits_are_rounded():
    """The first rows 1, 1/2 and x: (1 - 2x, -2 (1 - x), 1) changes no report, x near 1/3."""
    x = Fraction(1, 3) + Fraction(1, 10**9)
    found = identified(Channel.from_rows([[1, "1/2", x], [0, "1/2", 1 - x]]))
    said = "0 falls by about 0.25 and 1 rises by 1 and 2 falls by about 0.75"
    assert found.statement().endswith(said)
    assert found.unseen[0][0] == (1 - 2 * x) / (2 * x - 2)


def test_identified_is_decided_exactly():
    """Columns that differ by 1e-30 are different."""
    tiny = Fraction(1, 10**30)
    near = Channel.from_rows([["1/2", Fraction(1, 2) + tiny], ["1/2", Fraction(1, 2) - tiny]])
    same = Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    assert identified(near).everything
    assert identified(same).rank == 1
    assert "no single proportion" in identified(same).statement()
    assert identified(WARNER).statement() == "all 2 proportions are identified"


def test_the_direction_that_hides_a_contrast_is_named() -> None:
    """Truths b and c have one column: b rises by what c falls."""
    merge = Channel.from_rows([[1, "1/2", "1/2"], [0, "1/2", "1/2"]], truths=["a", "b", "c"])
    found = identified(merge)
    assert found.rank == 2 and found.truths == (True, False, False) and not found.everything
    found.require((Fraction(1), Fraction(3), Fraction(3)))
    with pytest.raises(InputError, match=r"b (rises|falls) by 1 and c (rises|falls) by 1"):
        found.require((Fraction(0), Fraction(1), Fraction(0)))
    with pytest.raises(InputError, match="must be identified"):
        found.require((Fraction(0), Fraction(0), Fraction(1)))
    assert "identified are a and every combination" in found.statement()
    assert identified(Channel.identity(2)).statement() == "all 2 proportions are identified"


HALF = Fraction(1, 2)


@pytest.mark.parametrize("channel", [TALL, THREE, MERGED, SKEWED], ids=["4x2", "3", "2x3", "2"])
def test_exact_inverse_agrees_with_the_one_in_doubles(channel):
    """On everything identified: L C pi = pi up to unseen directions, and equal scores."""
    from rropt.survey.identification import _in_doubles, exact_left_inverse

    prior = (
        tuple(Fraction(j + 1, 6) for j in range(3))
        if channel.shape[1] == 3
        else (
            Fraction(1, 3),
            Fraction(2, 3),
        )
    )
    rows = exact_left_inverse(channel, prior)
    doubles = _in_doubles(channel, prior)
    for report in channel.to_numpy():
        mine = report @ np.array(rows, dtype=float)
        assert mine == pytest.approx(report @ doubles, abs=1e-12)
    for row in channel.rows:
        product = [
            sum(row[j] * rows[j][i] for j in range(channel.shape[1]))
            for i in range(channel.shape[0])
        ]
        back = [
            sum(product[i] * channel[i, j] for i in range(channel.shape[0]))
            for j in range(channel.shape[1])
        ]
        assert back == list(row)


@pytest.mark.everything
def test_a_large_krr_has_its_closed_form_and_a_large_table_its_doubles():
    from rropt.survey.identification import exact_left_inverse
    from rropt.survey.planning.survey_power import k_randomized_response

    channel = k_randomized_response(300, "ln(5)")
    answer = unbiased(channel, range(1, 301))
    assert answer.of(7).binary
    direct = np.linalg.solve(channel.to_numpy(), answer.proportions)
    assert answer.value == pytest.approx(direct, abs=1e-9)
    rotated = channel.permute([*range(1, 300), 0])
    assert exact_left_inverse(rotated, answer.prior) is None
    assert unbiased(rotated, range(1, 301)).value.sum() == pytest.approx(1)


@pytest.mark.parametrize(
    "rows",
    [
        [["1/2", 0], ["1/2", "1/2"], [0, "1/2"]],
        [["1/2", "1/8"], ["1/4", "1/4"], ["1/8", "1/2"], ["1/8", "1/8"]],
        [["2/3", "1/3"], ["1/3", "2/3"], [0, 0]],
    ],
)
def test_the_exact_matrix_is_a_left_inverse_of_least_variance(rows) -> None:
    """L C = I; at the prior u no other left inverse has less variance: L - L' is uncorrelated."""
    channel = Channel.from_rows(rows)
    half = (Fraction(1, 2),) * 2
    found = exact_left_inverse(channel, half)
    assert found is not None
    for i, row in enumerate(found):
        for j, column in enumerate(channel.columns):
            assert sum(x * c for x, c in zip(row, column, strict=True)) == (i == j)
    masses = [float(sum(row) / 2) for row in channel.rows]
    _, _, right = np.linalg.svd(channel.to_numpy().T)
    for null in right[2:]:
        for row in found:
            scores = np.array([float(x) for x in row])
            assert float((scores * null) @ masses) == pytest.approx(0, abs=1e-12)


def test_equal_rows_count_as_one_and_empty_ones_not_at_all() -> None:
    whole = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    split = Channel.from_rows([["1/2", "1/6"], ["1/4", "3/4"], ["1/4", "1/12"], [0, 0]])
    half = (Fraction(1, 2),) * 2
    (a, b), (c, d) = exact_left_inverse(whole, half)
    assert exact_left_inverse(split, half) == ((a, b, a, 0), (c, d, c, 0))


def test_a_table_that_tells_next_to_nothing_has_no_scores() -> None:
    hair = Fraction(1, 10**200)
    near = Channel.from_rows([[HALF + hair, HALF - hair], [HALF - hair, HALF + hair]])
    with pytest.raises(InputError, match="tell truths apart"):
        left_inverse(near, (HALF, HALF))
    assert diagonal_form(near) == (HALF + hair, HALF - hair)
    assert diagonal_form(Channel.from_rows([[HALF, HALF], [HALF, HALF]])) is None
