"""B(h) of the criteria of Chai and Nayak, and of boundaries that are no rational pieces.

Nothing is remembered between rounds: sympy's cache is cleared. No other program finds B(h) exactly,
so that there is no baseline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .measure import Bar, Result, alone

SECONDS = 0.5


def criteria() -> Iterator[Result]:
    """A line for each criterion."""
    for name, bound in catalogue().items():
        time = alone(_anew(bound))
        yield Result("criteria", f"B(h): {name}", time, bar=Bar("seconds", SECONDS))


def _anew(bound: Callable[[], Any]) -> Callable[[], Any]:
    from sympy.core.cache import clear_cache

    def task() -> Any:
        clear_cache()
        return bound()

    return task


def catalogue() -> dict[str, Callable[[], Any]]:
    """Definitions 1.1, 1.2, 2.2, 3.1, equations 3.5 and 3.6, and boundaries of one's own."""
    import rropt as rr

    made: dict[str, Callable[[], Any]] = {
        "rho1-to-rho2, 1/10 to 1/2": lambda: rr.strict_bound(rr.Rho1Rho2("1/10", "1/2")),
        "beta factor, 5/2": lambda: rr.strict_bound(rr.BetaFactor("5/2")),
        "Bayes factor, 3": lambda: rr.strict_bound(rr.BayesFactor(3)),
        "epsilon = 1": lambda: rr.strict_bound(rr.LocalDP(1)),
        "p/2 and Min(1, 4*p)": lambda: rr.StrictInformation("p/2", "Min(1, 4*p)").bound,
        "canonical, Min(1, p + 1/5)": (
            lambda: rr.CanonicalStrictInformation("Min(1, p + 1/5)").bound
        ),
    }
    for h in BOUNDARIES:
        made[h] = lambda h=h: rr.strict_bound(h)
    return made


BOUNDARIES = (
    "9*p/(8*p + 1)",
    "Piecewise((9/10, p < 1/2), (4/5, p < 3/5), (1, True))",
    "Piecewise((3/4, Eq(p, 1/2)), (1, True))",
    "sqrt(p*(2-p))",
    "p*(1 - log(p))",
    "p**p",
    "erf(2*p)/erf(2)",
    "sin(pi*p/2)",
)
