"""Numbers with labels stand in the order of the labels, or are refused."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.exact.labelled import aligned, are_numbers, by_label, index_of, label_of

pandas = pytest.importorskip("pandas")

TABLE = rr.Channel.from_rows(
    [["1/2", "1/4", "1/8"], ["1/4", "1/2", "1/8"], ["1/4", "1/4", "3/4"]],
    ["a", "b", "c"],
    ["no", "perhaps", "yes"],
)
SHARES = ["1/2", "1/3", "1/6"]
ALIGNED = (
    {"yes": "1/6", "no": "1/2", "perhaps": "1/3"},
    pandas.Series({"perhaps": "1/3", "yes": "1/6", "no": "1/2"}),
)
"""The same shares, by label in other orders."""

FOREIGN = ({"yes": "1/2", "never": "1/2"}, pandas.Series({"a": "1/2", "b": "1/3", "c": "1/6"}))


@pytest.mark.everything
@pytest.mark.parametrize("shares", ALIGNED)
def test_a_prior_or_a_contrast_with_labels_is_aligned(shares) -> None:
    counts = [30, 50, 20]
    answer, linear = (rr.estimate(TABLE, counts=counts, method=m) for m in ("likelihood", "linear"))
    in_order = tuple(map(float, (answer.contrast(SHARES).value, linear.contrast(SHARES).value)))
    assert (answer.contrast(shares).value, linear.contrast(shares).value) == in_order
    assert rr.plan(TABLE, shares, n=500).margin == rr.plan(TABLE, SHARES, n=500).margin
    assert rr.plan(TABLE, SHARES[::-1], n=500).margin != rr.plan(TABLE, SHARES, n=500).margin
    assert rr.measures(TABLE, shares).prior == rr.measures(TABLE, SHARES).prior
    assert TABLE.report_distribution(shares) == TABLE.report_distribution(SHARES)
    best = rr.device(TABLE, shares), rr.device(TABLE, SHARES)
    assert best[0].estimator == best[1].estimator


@pytest.mark.parametrize("shares", FOREIGN)
def test_labels_that_are_none_of_the_truths_are_refused(shares) -> None:
    answer = rr.estimate(TABLE, counts=[30, 50, 20])
    asked = (
        answer.contrast,
        lambda given: rr.plan(TABLE, given, n=500),
        lambda given: rr.measures(TABLE, given),
        lambda given: rr.device(TABLE, given),
    )
    for ask in asked:
        with pytest.raises(InputError, match="among 'no', 'perhaps', 'yes', got"):
            ask(shares)


def test_one_share_of_two_truths_is_planned_by_its_label() -> None:
    warner = rr.Channel.from_rows(
        [["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"], truths=["no", "yes"]
    )
    shares = pandas.Series([0.2, 0.8], index=["yes", "no"])
    assert rr.plan(warner, shares, n=500).margin == rr.plan(warner, "1/5", n=500).margin
    assert rr.plan(warner, np.array([0.8, 0.2]), n=500) == rr.plan(warner, ["4/5", "1/5"], n=500)


def test_what_has_no_labels_stays() -> None:
    shuffled = pandas.Series([3, 4], index=[7, 5])
    assert index_of([3, 4]) is None and list(index_of(shuffled)) == [7, 5]
    for given in ([3, 4], (3, 4), np.array([3, 4]), "3,4", shuffled):
        assert aligned(["no", "yes"], given, "counts") is given
    assert aligned(["5", "7"], shuffled, "counts") == (4, 3)
    assert aligned(["no", "yes"], Counter(["yes", "yes"]), "counts") == (0, 2)


def test_pairs_are_added_up_and_texts_are_labels() -> None:
    assert by_label(["0", "1"], [(0, 2), ("0", "3"), (1.0, 4), (True, 1)], "counts") == (5, 5)
    assert by_label(["no", "yes"], [("1", 4)], "counts", {"no": 0, "yes": 1, "1": 1}) == (0, 4)
    assert label_of(np.int64(2), {"2": 0}) == label_of("2.0", {"2": 0}) == "2"
    assert (
        label_of("v2.0", {"v2": 0}) is label_of("2.5", {"2": 0}) is label_of("2.00", {"2"}) is None
    )
    assert label_of("-3.0", {"-3"}) == "-3" and label_of("2.0", ["2", "2.0"]) == "2.0"
    assert [label_of(yes, ["0", "1"]) for yes in (True, "True", "TRUE", "true")] == ["1"] * 4
    assert label_of("FALSE", ["false", "0"]) == "false" and label_of("T", ["1"]) is None
    assert are_numbers([1, 0.5, np.float64(2)]) and not are_numbers([True]) | are_numbers(["1"])


def test_a_uniform_prior_is_one_word_wherever_the_truths_are_known() -> None:
    design = rr.optimal(rr.LocalDP(1), rr.Trace(5))
    equal = ["1/5"] * 5
    by_word = design.plan("uniform", margin="0.05")
    assert by_word.summary() == design.plan(equal, margin="0.05").summary()
    assert str(rr.measures(design, prior=" uniform ")) == str(rr.measures(design, prior=equal))
    with pytest.raises(InputError, match=r"prior\[0\] must be "):
        rr.measures(design, prior="uniformly")
