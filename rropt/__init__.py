"""rropt: certified optimal randomized-response designs.

State a privacy level and a goal; get the exact optimal table with a certificate that a tiny
standard-library checker verifies. Public names are imported on first use, so that `import rropt`
costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.first_use import keep_names, names_of, naming_arguments, rooms_too

if TYPE_CHECKING:
    from rropt.bibliography import cite
    from rropt.certificate import Certificate
    from rropt.certified import Design, minimax_regret, optimal
    from rropt.channel import Channel
    from rropt.closed.derived.derivation import derive
    from rropt.closed.derived.every_k import derive_for_every_k
    from rropt.crosscheck.crosschecking import crosscheck
    from rropt.design.blocks.any_shares import equal_shares_loss
    from rropt.design.problem import Problem
    from rropt.devices.linear_estimates import linear_estimator
    from rropt.devices.rivals import SideBySide, side_by_side
    from rropt.exact import Gamma, InputError
    from rropt.figures import figure, figures
    from rropt.file_verdict import check
    from rropt.inspections import (
        device,
        devices,
        measures,
        plan,
        shuffled,
        shuffled_rounds,
    )
    from rropt.mechanism_file import mechanism
    from rropt.order import Admissibility, Comparison, admissible, compare, frontier, threshold
    from rropt.privacy import (
        BayesFactor,
        BetaFactor,
        Blocks,
        CanonicalStrictInformation,
        HighLow,
        LocalDP,
        LocalInformationPrivacy,
        MetricDP,
        NoWorseThan,
        OneSided,
        PointwiseMaximalLeakage,
        Privacy,
        RenyiDP,
        Rho1Rho2,
        StrictBound,
        StrictInformation,
        UtilityOptimized,
        ZeroConcentratedDP,
        strict_bound,
    )
    from rropt.privacy.boundaries import h_boundary
    from rropt.privacy.breach_region import BreachRegion, Region
    from rropt.privacy.demands import equivalents, region
    from rropt.proofs.conjecture import prove
    from rropt.report.explanation import explain
    from rropt.saved_design import load
    from rropt.shuffled_design import optimal_shuffled
    from rropt.survey.item_counts import ItemCount
    from rropt.survey.planning import (
        Bits,
        Categories,
        Coefficient,
        Proportion,
        Strata,
        TwoGroups,
        plan_shuffled,
    )
    from rropt.survey.regression import Correlations, Regression, correlations, regress
    from rropt.sweep import read_sweep, run_sweep, sweep
    from rropt.utility import (
        Custom,
        FDivergence,
        Gain,
        Guess,
        Loss,
        MutualInformation,
        Trace,
        Variance,
        Warner,
    )
    from rropt.utility.at_prior import AOptimal, COptimal, DOptimal, EOptimal
    from rropt.utility.curved import Average, Minimax, VarianceOverInterval
    from rropt.utility.for_model import ForModel
    from rropt.utility.response_models import LinearProbability, Logit, Probit
    from rropt.utility.worst_case import Mean, WorstCase, WorstProportion
    from rropt.verbs import count, estimate, interval, randomize, simulate, test

__version__ = "0.2.0"

_HOME = {
    "rropt.exact": ("InputError", "Gamma"),
    "rropt.channel": ("Channel",),
    "rropt.proofs.conjecture": ("prove",),
    "rropt.privacy": (
        "LocalDP",
        "LocalInformationPrivacy",
        "BetaFactor",
        "RenyiDP",
        "Rho1Rho2",
        "BayesFactor",
        "Blocks",
        "HighLow",
        "MetricDP",
        "NoWorseThan",
        "OneSided",
        "PointwiseMaximalLeakage",
        "Privacy",
        "StrictInformation",
        "UtilityOptimized",
        "ZeroConcentratedDP",
        "CanonicalStrictInformation",
        "StrictBound",
        "strict_bound",
    ),
    "rropt.crosscheck.crosschecking": ("crosscheck",),
    "rropt.closed.derived.derivation": ("derive",),
    "rropt.closed.derived.every_k": ("derive_for_every_k",),
    "rropt.bibliography": ("cite",),
    "rropt.certificate": ("Certificate",),
    "rropt.verbs": ("count", "estimate", "interval", "randomize", "simulate", "test"),
    "rropt.file_verdict": ("check",),
    "rropt.figures": ("figure", "figures"),
    "rropt.inspections": (
        "device",
        "devices",
        "measures",
        "plan",
        "shuffled",
        "shuffled_rounds",
    ),
    "rropt.report.explanation": ("explain",),
    "rropt.survey.planning": (
        "Bits",
        "Categories",
        "Coefficient",
        "Proportion",
        "Strata",
        "TwoGroups",
        "plan_shuffled",
    ),
    "rropt.certified": ("Design", "minimax_regret", "optimal"),
    "rropt.design.blocks.any_shares": ("equal_shares_loss",),
    "rropt.design.problem": ("Problem",),
    "rropt.devices.linear_estimates": ("linear_estimator",),
    "rropt.devices.rivals": ("SideBySide", "side_by_side"),
    "rropt.mechanism_file": ("mechanism",),
    "rropt.shuffled_design": ("optimal_shuffled",),
    "rropt.order": (
        "Admissibility",
        "Comparison",
        "admissible",
        "compare",
        "frontier",
        "threshold",
    ),
    "rropt.privacy.boundaries": ("h_boundary",),
    "rropt.privacy.breach_region": ("BreachRegion", "Region"),
    "rropt.privacy.demands": ("equivalents", "region"),
    "rropt.survey.item_counts": ("ItemCount",),
    "rropt.survey.regression": ("Correlations", "Regression", "correlations", "regress"),
    "rropt.saved_design": ("load",),
    "rropt.sweep": ("read_sweep", "run_sweep", "sweep"),
    "rropt.utility.for_model": ("ForModel",),
    "rropt.utility.response_models": ("LinearProbability", "Logit", "Probit"),
    "rropt.utility.at_prior": ("AOptimal", "COptimal", "DOptimal", "EOptimal"),
    "rropt.utility.curved": ("Average", "Minimax", "VarianceOverInterval"),
    "rropt.utility.worst_case": ("Mean", "WorstCase", "WorstProportion"),
    "rropt.utility": (
        "Custom",
        "FDivergence",
        "Gain",
        "Guess",
        "Loss",
        "MutualInformation",
        "Trace",
        "Variance",
        "Warner",
    ),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "AOptimal",
    "Admissibility",
    "Average",
    "BayesFactor",
    "BetaFactor",
    "Bits",
    "Blocks",
    "BreachRegion",
    "COptimal",
    "CanonicalStrictInformation",
    "Categories",
    "Certificate",
    "Channel",
    "Coefficient",
    "Comparison",
    "Correlations",
    "Custom",
    "DOptimal",
    "Design",
    "EOptimal",
    "FDivergence",
    "ForModel",
    "Gain",
    "Gamma",
    "Guess",
    "HighLow",
    "InputError",
    "ItemCount",
    "LinearProbability",
    "LocalDP",
    "LocalInformationPrivacy",
    "Logit",
    "Loss",
    "Mean",
    "MetricDP",
    "Minimax",
    "MutualInformation",
    "NoWorseThan",
    "OneSided",
    "PointwiseMaximalLeakage",
    "Privacy",
    "Probit",
    "Problem",
    "Proportion",
    "Region",
    "Regression",
    "RenyiDP",
    "Rho1Rho2",
    "SideBySide",
    "Strata",
    "StrictBound",
    "StrictInformation",
    "Trace",
    "TwoGroups",
    "UtilityOptimized",
    "Variance",
    "VarianceOverInterval",
    "Warner",
    "WorstCase",
    "WorstProportion",
    "ZeroConcentratedDP",
    "__version__",
    "admissible",
    "check",
    "cite",
    "compare",
    "correlations",
    "count",
    "crosscheck",
    "derive",
    "derive_for_every_k",
    "device",
    "devices",
    "equal_shares_loss",
    "equivalents",
    "estimate",
    "explain",
    "figure",
    "figures",
    "frontier",
    "h_boundary",
    "interval",
    "linear_estimator",
    "load",
    "measures",
    "mechanism",
    "minimax_regret",
    "optimal",
    "optimal_shuffled",
    "plan",
    "plan_shuffled",
    "prove",
    "randomize",
    "read_sweep",
    "region",
    "regress",
    "run_sweep",
    "shuffled",
    "shuffled_rounds",
    "side_by_side",
    "simulate",
    "strict_bound",
    "sweep",
    "test",
    "threshold",
]


if not TYPE_CHECKING:  # so that a type checker refuses an unknown name
    __getattr__ = rooms_too(__name__, naming_arguments(__name__, names_of(__name__, _MODULE_OF)))
    keep_names(__name__)


def __dir__() -> list[str]:
    return list(__all__)
