"""Values with their counts, matched with labels; no value is ever said."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.counting.tally import Tally, is_missing, key_of, label_of, match, merged
from rropt.exact import InputError


def test_long_label_lists_are_shortened_in_messages():
    with pytest.raises(InputError, match=r"'9' \.\.\., got 1 of 1"):
        match(Tally({"x": 1}, "data"), [str(i) for i in range(50)])


@pytest.mark.parametrize(
    "value, labels, label",
    [
        (True, ["true", "false"], "true"),
        (True, ["0", "1"], "1"),
        (True, ["True"], "True"),
        (1.0, ["0", "1"], "1"),
        (1.5, ["1"], None),
        (np.int8(1), ["1"], "1"),
        (np.float64(2.0), ["2"], "2"),
        ("1 ", ["1"], None),
        (None, ["no"], None),
    ],
)
def test_the_label_that_a_value_stands_for(value, labels, label) -> None:
    assert label_of(value, {text: i for i, text in enumerate(labels)}) == label


def test_counts_stand_in_the_order_of_the_labels_and_equal_ones_are_added() -> None:
    assert match(Tally({1: 5, "0": 2, "1": 1, "x": 0}, "data"), ["0", "1"]) == (2, 6)
    with pytest.raises(InputError, match="got 3 of 10 missing"):
        match(Tally({"a": 7, None: 3}, "data"), ["a"])
    with pytest.raises(InputError, match="must contain at least one value"):
        match(Tally({None: 3}, "data"), ["a"], "drop")
    with pytest.raises(InputError, match="must contain at least one value"):
        match(Tally({"a": 0}, "data"), ["a"])


def test_every_kind_of_missing_value_is_one() -> None:
    nan = float("nan")
    assert merged([(None, 1), (nan, 2), (np.datetime64("NaT"), 4), ("a", 3)], "x") == {
        None: 7,
        "a": 3,
    }
    with pytest.raises(InputError, match="must hold labels, got a list"):
        key_of([1], "data")
    assert is_missing(nan) and not is_missing(0) and not is_missing("")
