"""What the mechanism for equal shares loses at others, on the command line: `--equal-shares`."""

from __future__ import annotations

import argparse

from rropt.cli.common import VerbResult, wrapped
from rropt.cli.level_options import privacy_of
from rropt.cli.objectives import objective_of
from rropt.cli.options import refuse
from rropt.design.blocks.any_shares import equal_shares_loss
from rropt.exact import InputError

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
    return VerbResult(found.to_json(), wrapped(str(found)))
