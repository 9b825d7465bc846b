"""Counts in groups."""

from __future__ import annotations

import pytest

from rropt.channel import Channel
from rropt.counting.groups import count_groups, split_groups
from rropt.exact import InputError


def polars_frame(values):
    return pytest.importorskip("polars").DataFrame({"id": range(len(values)), "answer": values})


def test_groups_refuse_what_is_missing_or_unknown():
    ids = Channel.identity(2)
    with pytest.raises(InputError, match="'answer' must have no missing values, got 1"):
        count_groups(ids, polars_frame(["a", None]), "id", "answer")
    with pytest.raises(InputError, match=r"group 'a' must hold only.* got 1 of 2"):
        count_groups(ids, polars_frame(["a", "b", "a"]), "id", "answer")
    with pytest.raises(InputError, match="another column"):
        count_groups(ids, polars_frame(["a"]), "id", "id")
    with pytest.raises(InputError, match="got 'group'"):
        count_groups(ids, polars_frame(["a"]), "id", "group")
    with pytest.raises(InputError, match="at least one value"):
        count_groups(ids, polars_frame([]), "id", "answer")
    with pytest.raises(InputError, match="got a series"):
        count_groups(ids, polars_frame(["a"])["id"], "id", "answer")


def test_values_of_several_columns_are_crossed() -> None:
    cells = [("n", 1, "no", 2), ("n", 1, None, 1), ("s", 2, "yes", 3), ("n", 1, "no", 4)]
    assert split_groups(cells, ["region", "wave"]) == {
        "n, 1": {"no": 6, None: 1},
        "s, 2": {"yes": 3},
    }


def test_a_group_without_a_name_is_refused() -> None:
    with pytest.raises(InputError, match="column 'region' must have no missing values, got 5"):
        split_groups([(float("nan"), "no", 5), ("n", "no", 1)], ["region"])
    with pytest.raises(InputError, match="must contain at least one value, got none"):
        split_groups([], ["region"])


@pytest.mark.parametrize(
    "by, words", [("answer", "by must be another column"), (["a", "a"], "once")]
)
def test_columns_are_different_ones(by, words: str) -> None:
    with pytest.raises(InputError, match=words):
        count_groups(Channel.identity(2), None, "answer", by)
