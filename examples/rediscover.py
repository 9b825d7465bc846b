"""Rediscover the optimal two-answer mechanism, told nothing but the problem.

Prints the piecewise optimum for all gamma = e^epsilon > 1, 0 < delta < 1, 0 < pi < 1, with the
curve on which the best card changes, and the proof that the pieces cover all parameters. Then the
same for some problems that are linear over patterns.

Run: python examples/rediscover.py (needs z3 and cvc5: pip install '.[prove]')
"""

from __future__ import annotations

import rropt as rr
from rropt.closed import derive
from rropt.design import Problem

ANY = rr.LocalDP("ln(3)", "1/10")
"""A privacy level to state the problems with; the derivation ranges over all of them."""


def main() -> None:
    """Derive, prove, print."""
    print("THE BEST YES/NO CARD\n")
    card = derive(Problem(ANY, rr.Variance("1/4"), 2), (1, "oo"), delta=(0, 1), prior=(0, 1))
    print(card)
    print("\nthe question put to both solvers (unsat: no parameters are left over)\n")
    print(card.cover.script)
    print("\nin LaTeX\n")
    print(card.latex)
    print("\nANY NUMBER OF REPORTS\n")
    print(derive(Problem(ANY, rr.Variance("1/4")), (1, "oo"), delta=(0, 1), prior=(0, 1)))
    for categories in range(2, 7):
        print(f"\nTRACE, {categories} CATEGORIES, PURE PRIVACY\n")
        print(derive(Problem(ANY, rr.Trace(categories)), (1, "oo"), delta=0))
    for categories in (2, 3):
        print(f"\nTRACE, {categories} CATEGORIES\n")
        print(derive(Problem(ANY, rr.Trace(categories)), (1, "oo"), delta=(0, 1)))
    print("\nTOTAL VARIATION\n")
    print(derive(Problem(ANY, rr.FDivergence("total-variation")), (1, "oo"), delta=(0, 1)))
    print("\nGUESSING UNDER A SKEWED PRIOR\n")
    print(derive(Problem(ANY, rr.Guess(["1/2", "3/10", "1/5"])), (1, "oo"), delta=0))


if __name__ == "__main__":
    main()
