"""Rigorous subdivision: a strict statement holds on every box of a cover."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .exactly import conjunction, enclose, truth
from .ledger import Refuted, Unproved

Box = dict[Any, tuple[Fraction, Fraction]]
MOST = 20000


def covers(conclusion: Any, given: Sequence[Any], box: Sequence[Any], most: int = MOST) -> int:
    """How many boxes it took; Unproved at a counterexample or when there are too many."""
    start = {s: (Fraction(lo), Fraction(hi)) for s, lo, hi in box}
    missing = conclusion.free_symbols - set(start)
    if missing:
        raise Unproved(f"no range was given for {missing}")
    todo, done = [start], 0
    while todo:
        here = todo.pop()
        done += 1
        if done > most:
            raise Unproved(f"not settled by {most} boxes")
        if not _settled(conclusion, given, here):
            todo += _halves(conclusion, given, here)
    return done


def _settled(conclusion: Any, given: Sequence[Any], box: Box) -> bool:
    if any(_enclosed(h, box) is False for h in given):
        return True
    return _enclosed(conclusion, box) is True


def _enclosed(statement: Any, box: Box) -> bool | None:
    try:
        return enclose(statement, box)
    except ZeroDivisionError:
        return None


def _halves(conclusion: Any, given: Sequence[Any], box: Box) -> list[Box]:
    middle = {s: (lo + hi) / 2 for s, (lo, hi) in box.items()}
    if conjunction(*(truth(h, middle) for h in given)) and truth(conclusion, middle) is False:
        raise Refuted(middle)
    wide = max(box, key=lambda s: box[s][1] - box[s][0])
    lo, hi = box[wide]
    return [{**box, wide: (lo, middle[wide])}, {**box, wide: (middle[wide], hi)}]
