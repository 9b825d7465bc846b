"""Waiting for the first answer of a worker."""

from __future__ import annotations

from concurrent.futures import Future

from rropt.sweep import waiting
from rropt.sweep.waiting import Waiting, has_come


def test_an_answer_that_is_there_is_not_waited_for() -> None:
    done: Future[int] = Future()
    done.set_result(1)
    assert has_come(done, 0.0)
    failed: Future[int] = Future()
    failed.set_exception(ValueError())
    assert has_come(failed, 0.0)


def test_patience_ends(monkeypatch) -> None:
    clock = iter(range(100))
    monkeypatch.setattr(waiting.time, "monotonic", lambda: float(next(clock)))
    monkeypatch.setattr(waiting, "POLL_SECONDS", 0.0)
    assert not has_come(Future(), 3.0)
    assert next(clock) >= 4


def test_a_terminal_is_told_how_long() -> None:
    assert Waiting(30).line(4.4) == "waiting for a worker: 4 of at most 30 s"
