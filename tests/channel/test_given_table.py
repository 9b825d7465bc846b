"""Whatever has a table is read as one, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

import rropt as rr
from rropt.channel import Channel, as_channel

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


@pytest.mark.parametrize(
    "given",
    [
        WARNER,
        rr.device("warner", p="3/4"),
        rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(2)),
        WARNER.to_json(),
        [["3/4", "1/4"], ["1/4", "3/4"]],
        (("3/4", "1/4"), ("1/4", "3/4")),
        np.array([[0.75, 0.25], [0.25, 0.75]]),
        [np.array([0.75, 0.25]), np.array([0.25, 0.75])],
    ],
    ids=["channel", "device", "design", "record", "lists", "tuples", "array", "arrays"],
)
def test_every_form_of_a_table_is_one(given):
    assert as_channel(given).rows == WARNER.rows


@pytest.mark.parametrize("given", [None, 2, "warner", [1, 2], {1, 2}, rr.LocalDP(1), np.zeros(3)])
def test_anything_else_is_refused_by_its_name(given):
    with pytest.raises(rr.InputError, match=r"^A must be a Design, a Device, a Channel or"):
        as_channel(given, "A")


@pytest.mark.parametrize("given", [[], [[]], [[1, 0], [1, 1]], {"channel": []}])
def test_rows_that_are_no_table_say_why(given):
    with pytest.raises(rr.InputError, match=r"^A: channel"):
        as_channel(given, "A")
