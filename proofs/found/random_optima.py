"""python -m proofs.found.random_optima [PATTERN] [--draws N] [--seed N]

Certified optima at random parameters beside the formulas of proofs/found: each draw is a problem
inside the region of a statement, solved and certified by the library, which knows none of the
formulas here. The formula must lie between what the certificate proves and what its table has.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from random import Random

from .random_draw import Draw
from .random_problems import FAMILIES

SEED = 20260121


@dataclass(frozen=True)
class Attacked:
    """How many draws of one statement were tried, and those that contradict it."""

    id: str
    draws: int
    contradictions: tuple[str, ...]
    seconds: float

    def __str__(self) -> str:
        found = f"{len(self.contradictions)} contradictions" if self.contradictions else "none"
        return f"{self.id:<32} {self.draws:6} certified optima, {found}, {self.seconds:.1f} s"


def contradicts(draw: Draw) -> bool:
    """Whether the formula lies outside of what the certificate and its table prove."""
    low, high = draw.proved()
    return not low <= draw.formula <= high


def draws(family: Callable[[Random], Draw | None], number: int, seed: int) -> Iterator[Draw]:
    """That many problems; a draw outside of the region is drawn again."""
    random = Random(seed)
    found = 0
    while found < number:
        draw = family(random)
        if draw is not None:
            found += 1
            yield draw


def attack(name: str, number: int, seed: int = SEED) -> Attacked:
    """Try to contradict one statement."""
    start = time.process_time()
    wrong = [draw.problem for draw in draws(FAMILIES[name], number, seed) if contradicts(draw)]
    return Attacked(name, number, tuple(wrong), time.process_time() - start)


def main(arguments: list[str] | None = None) -> int:
    """0 when no draw contradicts a statement, 1 when one does, 3 for a pattern of nothing."""
    parser = argparse.ArgumentParser(prog="python -m proofs.found.random_optima")
    parser.add_argument("pattern", nargs="?", default="*", help="shell pattern on ids")
    parser.add_argument("--draws", type=int, default=1000, help="optima a statement; default 1000")
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args(arguments)
    names = [name for name in FAMILIES if fnmatch(name, args.pattern)]
    if not names or args.draws < 1:
        print("no statement matches, or --draws is not positive", file=sys.stderr)
        return 3
    wrong = 0
    for name in names:
        found = attack(name, args.draws, args.seed)
        print(found, *found.contradictions[:3], sep="\n  ", flush=True)
        wrong += len(found.contradictions)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
