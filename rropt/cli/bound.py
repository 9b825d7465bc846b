"""The privacy demand B(h) of a criterion: its equivalent epsilon, where it binds, what it forbids.

Give one of --rho, --beta, --gamma, --epsilon, or --h: an upper boundary h(p) for the posterior of
an event with prior p, with p <= h(p) <= 1. --h-lower adds a lower boundary.

examples:
  rropt bound --rho 1/10 1/2
  rropt bound --h "Min(1, p + 1/5)"
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from rropt.cli.common import VerbResult, wrapped
from rropt.cli.options import given, written
from rropt.exact import InputError

if TYPE_CHECKING:
    from rropt.privacy import Criterion
    from rropt.privacy.breach_region import BreachRegion


DEMANDS = ("rho", "beta", "gamma", "epsilon", "h")
OPTIONS = (*DEMANDS, "h_lower", "crosscheck")


def run(args: argparse.Namespace) -> VerbResult:
    from rropt.privacy import strict_bound
    from rropt.privacy.boundaries import star
    from rropt.strict.bound import bound_of

    demands = given(args, *DEMANDS)
    if len(demands) != 1:
        raise InputError(f"one of {', '.join(map(written, DEMANDS))} must be given")
    if args.h is None:
        criterion = _criterion(args)
        bound = strict_bound(criterion)
        region = criterion.breach_region()
    else:
        region = _region(args)
        demand = region.upper if args.h_lower is None else star(region.lower, region.upper)
        bound = bound_of(demand)
    data = {**bound.to_json(), "region": region.to_json()}
    # The bound holds either way; open is whether some prior reaches it.
    status = 2 if bound.attained is None else 0
    said = wrapped(f"{bound.describe()}\n{region.describe()}")
    if args.crosscheck:
        from rropt.crosscheck.bound_routes import crosscheck_bound

        routes = crosscheck_bound(star(region.lower, region.upper))
        data["routes"] = routes.to_json()
        said += f"\n\n{routes}"
    return VerbResult(data, said, status)


def _criterion(args: argparse.Namespace) -> Criterion:
    from rropt import privacy

    if args.rho is not None:
        return privacy.Rho1Rho2(*args.rho)
    if args.beta is not None:
        return privacy.BetaFactor(args.beta)
    if args.gamma is not None:
        return privacy.BayesFactor(args.gamma)
    return privacy.LocalDP(args.epsilon)


def _region(args: argparse.Namespace) -> BreachRegion:
    """The region of --h, mirrored where no --h-lower is given."""
    from rropt.privacy.boundaries import mirrored, strict_boundaries
    from rropt.privacy.breach_region import BreachRegion
    from rropt.strict.expression import boundary_expression

    if args.h_lower is not None:
        boundaries = strict_boundaries(args.h_lower, args.h)
    else:
        upper = boundary_expression(args.h)
        boundaries = (mirrored(upper), upper)
    return BreachRegion("--h", lambda: boundaries)
