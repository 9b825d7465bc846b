"""What every estimate has: errors, contrasts that are checked, nan where nothing is known."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.exact import InputError
from rropt.survey import estimate

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["n", "y"], ["no", "yes"])
MERGED = Channel.from_rows([[1, "1/2", "1/2"], [0, "1/2", "1/2"]])


@pytest.mark.parametrize("method", ["likelihood", "linear"])
def test_errors_by_hand(method: str) -> None:
    """Share 0.4 of 1000: sqrt(0.4 * 0.6 / 1000) times two."""
    answer = estimate(WARNER, [600, 400], method=method)
    assert answer.n == 1000 and answer.proportions.tolist() == [0.6, 0.4]
    assert answer.stderr == pytest.approx([2 * (0.24 / 1000) ** 0.5] * 2)
    assert answer.of(1).value == pytest.approx(0.3)
    assert "no: 0.7 +- 0.031" in repr(answer)
    assert "<td>0.3 \u00b1 0.031</td>" in answer._repr_html_()


@pytest.mark.parametrize("method", ["likelihood", "linear"])
def test_what_is_not_identified_is_nan(method: str) -> None:
    answer = estimate(MERGED, [700, 300], method=method)
    assert [isnan(x) for x in answer.value] == [False, True, True]
    assert answer.value[0] == pytest.approx(0.4)
    assert answer.contrast([0, 1, 1]).value == pytest.approx(0.6)
    with pytest.raises(InputError, match="must be identified"):
        answer.of(1)


@pytest.mark.parametrize(
    ("contrast", "words"),
    [
        ([1], "2 entries, got 1"),
        ([0, "1e101"], "between 1e-100 and 1e100"),
        ([0, "1e-101"], "between 1e-100 and 1e100"),
    ],
)
def test_contrasts_are_checked(contrast, words) -> None:
    with pytest.raises(InputError, match=words):
        estimate(WARNER, [600, 400]).contrast(contrast)


def test_a_truth_is_a_place() -> None:
    answer = estimate(WARNER, [600, 400])
    for truth in (2, -1, "y"):
        with pytest.raises(InputError, match="truth must be"):
            answer.of(truth)
    with pytest.raises(InputError, match="got 'nein'"):
        answer["nein"]


def test_a_share_is_found_by_the_label_of_its_truth() -> None:
    """Share 0.4 of 1000 reports is a share of 0.3, which is tested as rr.test does."""
    answer = estimate(WARNER, [600, 400])
    assert answer["yes"].value == answer.of(1).value == pytest.approx(0.3)
    assert answer["no"].interval().high == pytest.approx(1 - answer["yes"].interval().low)
    p_value = rr.test(WARNER, [600, 400], "1/5").p_value
    assert answer.test("1/5").p_value == answer["yes"].test("1/5").p_value == p_value
    assert answer.test("4/5", truth="no").p_value == pytest.approx(p_value)
    with pytest.raises(InputError, match="truth must be given where there are 3"):
        estimate(MERGED, [700, 300]).test("1/3")


def test_what_is_printed_is_the_summary() -> None:
    answer = estimate(WARNER, [600, 400])
    assert str(answer) == answer.summary() and "\n" not in repr(answer)


def test_marks_are_in_a_copy() -> None:
    answer = estimate(MERGED, [700, 300])
    array = np.arange(3.0)
    assert np.isnan(answer.marked(array)).tolist() == [False, True, True]
    assert array.tolist() == [0, 1, 2]
    plain = estimate(WARNER, [600, 400])
    assert plain.marked(array[:2]).tolist() == [0, 1]
