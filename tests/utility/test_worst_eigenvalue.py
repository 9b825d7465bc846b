"""The largest eigenvalue without a prior, as it is asked for."""

from __future__ import annotations

import pytest

import rropt as rr
from rropt.utility.worst_eigenvalue import WorstEigenvalue


def test_it_states_its_reading() -> None:
    objective = rr.EOptimal("worst", truths=4, respondents="group")
    assert objective == WorstEigenvalue(4, "group")
    assert objective.statement() == {"name": "e-optimal", "over": "worst-group"}
    assert objective.truths == 4


@pytest.mark.parametrize("respondents", [None, "population", "everybody"])
def test_only_a_group_has_it(respondents: str | None) -> None:
    with pytest.raises(rr.InputError, match="respondents must be group"):
        WorstEigenvalue(3, respondents)
