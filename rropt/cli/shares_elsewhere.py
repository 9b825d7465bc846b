"""What the mechanism for equal shares loses at others, on the command line: `--equal-shares`."""

from __future__ import annotations

import argparse
from fractions import Fraction

from rropt.cli.common import VerbResult, wrapped
from rropt.cli.level_options import privacy_of
from rropt.cli.objectives import objective_of
from rropt.cli.options import refuse
from rropt.design.blocks.any_shares import equal_shares_loss
from rropt.exact import InputError, json_number, text

TOLERATED = Fraction(1, 100)
"""The loss for which a least share is said."""

OTHERS = (
    "denominator", "explain", "crosscheck", "shuffled", "question", "save",
    "certificate", "html", "truths", "reports",
)  # fmt: skip


def run_elsewhere(args: argparse.Namespace) -> VerbResult:
    """Value, bound and loss at the shares, and where at most a hundredth is lost."""
    refuse(args, OTHERS, "be left out with --equal-shares, which makes no mechanism")
    objective = objective_of(args)
    if args.objective != "a-optimal" or objective.robust:
        raise InputError("--equal-shares must be given for a-optimal at one --prior")
    prior = objective.scenarios[0].prior
    found = equal_shares_loss(privacy_of(args), prior)
    least = found.least_share(TOLERATED)
    data = {
        "objective": "a-optimal",
        "categories": len(prior),
        "value": json_number(found.value.hi),
        "bound": json_number(found.bound.lo),
        "loss": text(found.loss),
        "tolerated": text(TOLERATED),
        "least_share": text(least),
    }
    lost = f"{100 * float(found.loss):.3g} %"
    where = f"where every category has a share of at least {float(least):.3g}"
    lines = [
        f"The mechanism for equal shares of {len(prior)} categories loses at most {lost} at these.",
        f"The sum of the variances of one report is at most {float(found.value.hi):.8g}, and no "
        f"private mechanism has less than {float(found.bound.lo):.8g}.",
        f"It loses at most 1 % {where if least else 'whatever the shares are'}.",
    ]
    return VerbResult(data, "\n".join(map(wrapped, lines)))
