"""rropt: certified optimal randomized-response designs.

State a privacy level and a goal; get the exact optimal table with a certificate that a tiny
standard-library checker verifies. Public names are imported on first use, so that `import rropt`
costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOME = {
    "rropt.exact": ("InputError", "Gamma"),
    "rropt.channel": ("Channel",),
    "rropt.privacy": (
        "LocalDP",
        "BetaFactor",
        "Rho1Rho2",
        "BayesFactor",
        "StrictInformation",
        "CanonicalStrictInformation",
        "StrictBound",
        "strict_bound",
        "h_boundary",
    ),
    "rropt.closed": ("crosscheck", "derive"),
    "rropt.design": ("Design", "Problem", "optimal"),
    "rropt.order": (
        "Admissibility",
        "Comparison",
        "admissible",
        "compare",
        "frontier",
        "threshold",
    ),
    "rropt.regions": ("Region", "equivalents", "region"),
    "rropt.sweep": ("read_sweep", "run_sweep"),
    "rropt.utility.curved": (
        "AOptimal",
        "Average",
        "COptimal",
        "DOptimal",
        "EOptimal",
        "Minimax",
        "VarianceOverInterval",
    ),
    "rropt.design.curved_design": ("minimax_regret",),
    "rropt.design.estimator": ("linear_estimator",),
    "rropt.utility": (
        "Custom",
        "FDivergence",
        "Gain",
        "Guess",
        "MutualInformation",
        "Trace",
        "Variance",
        "Warner",
    ),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = ["__version__", *sorted(_MODULE_OF)]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'rropt' has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)


def __dir__() -> list[str]:
    return list(__all__)
