"""Processor seconds that a derivation may take."""

from __future__ import annotations

import time

import pytest

from rropt.closed.derived.work_budget import WorkBudget, work_budget
from rropt.exact import InputError


def test_it_is_spent_after_its_seconds_of_this_process(monkeypatch) -> None:
    budget = WorkBudget(2.0, start=10.0)
    for now, spent in ((10.0, False), (12.0, False), (12.5, True)):
        monkeypatch.setattr(time, "process_time", lambda now=now: now)
        assert budget.is_spent is spent


def test_waiting_costs_nothing() -> None:
    budget = WorkBudget(0.5)
    time.sleep(0.01)
    assert not budget.is_spent


def test_seconds_from_the_door() -> None:
    assert work_budget("3/2").seconds == 1.5 and work_budget(None).seconds == float("inf")
    for wrong in (0, "-1", "soon"):
        with pytest.raises(InputError, match="budget must be"):
            work_budget(wrong)
