"""The precision of ball arithmetic, which threads share."""

from __future__ import annotations

import threading

import flint

from rropt.exact.precision import working_precision


def test_threads_that_overlap_leave_the_precision_as_they_found_it() -> None:
    """The first ends while the second works: it set what the first had found, then its own."""
    before, inside = flint.ctx.prec, threading.Event()
    seen = []

    def first() -> None:
        with working_precision(300):
            inside.set()
            seen.append(flint.ctx.prec)

    def second() -> None:
        inside.wait(5)
        with working_precision(700):
            thread.join(0.05)
            seen.append(flint.ctx.prec)

    thread, other = threading.Thread(target=first), threading.Thread(target=second)
    for one in (thread, other):
        one.start()
    for one in (thread, other):
        one.join()
    assert sorted(seen) == [300, 700]
    assert flint.ctx.prec == before


def test_designs_at_one_time_leave_it_too() -> None:
    from rropt import AOptimal, LocalDP, MutualInformation, optimal

    before = flint.ctx.prec
    objectives = [AOptimal(["1/2", "1/3", "1/6"]), MutualInformation(["1/2", "1/3", "1/6"])] * 3
    designs: list[object] = []
    threads = [
        threading.Thread(target=lambda o=o: designs.append(optimal(LocalDP("1/2"), o)))  # type: ignore[misc]
        for o in objectives
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(designs) == len(objectives)
    assert flint.ctx.prec == before
