"""The certified optimal table for a privacy level and an objective.

objectives:
  variance             of an estimated proportion            --prior P
  trace                probability of naming the truth       --categories K | --prior P,...
  gain                 expected gain of the best action      --gain "1,0;0,1" --prior P,...
  mutual-information   of truth and report                   --prior P,...
  f-divergence         between two truths                    --divergence NAME [--pair A,B]
  a-optimal, d-optimal, e-optimal, c-optimal (--contrast)    --prior P,...

examples:
  rropt design variance --epsilon 1/2 --delta 1/10 --prior 1/4 --outputs 2
  rropt design trace --gamma 3 --categories 5 --json
  rropt design mutual-information --gamma 3 --prior 1/2,3/10,1/5 --denominator 2^32
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from rropt.cli.common import Answer, add_privacy, privacy_of
from rropt.exact import InputError


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `rropt design`."""
    parser.add_argument("objective", metavar="OBJECTIVE", help="see the list above")
    add_privacy(parser)
    parser.add_argument("--prior", metavar="P,...", help="a prevalence, or one entry a category")
    parser.add_argument("--categories", metavar="K", help="number of categories")
    parser.add_argument("--outputs", metavar="M", default="any", help="number of reports, or any")
    parser.add_argument("--denominator", metavar="N", help="table over 1/N: 52, 2^32, ...")
    parser.add_argument("--gain", metavar="ROWS", help='one row an action: "1,0;0,1"')
    parser.add_argument("--divergence", metavar="NAME", help="total-variation, chi-square, ...")
    parser.add_argument("--pair", metavar="A,B", default="0,1", help="the two truths, default 0,1")
    parser.add_argument("--contrast", metavar="C,...", help="of the c-optimal design")
    parser.add_argument("--save", metavar="FILE", help="write the certificate to FILE")


def run(args: argparse.Namespace) -> Answer:
    """Solve, certify, report."""
    from rropt.design import optimal
    from rropt.report import design_text

    objective = objective_of(args)
    design = optimal(privacy_of(args), objective, args.outputs, args.denominator)
    if args.save:
        design.certificate.save(args.save)
    return Answer(design.to_json(), design_text(design, args.save))


def objective_of(args: argparse.Namespace) -> Any:
    """The objective that the options name."""
    if args.objective not in OBJECTIVES:
        raise InputError(f"OBJECTIVE must be one of {', '.join(OBJECTIVES)}: {args.objective!r}")
    return OBJECTIVES[args.objective](args)


def _needed(args: argparse.Namespace, option: str) -> str:
    value = getattr(args, option)
    if value is None:
        raise InputError(f"--{option} is needed for {args.objective}")
    return str(value)


def _variance(args: argparse.Namespace) -> Any:
    from rropt.utility import Variance

    return Variance(_needed(args, "prior"))


def _trace(args: argparse.Namespace) -> Any:
    from rropt.utility import Guess, Trace

    return Guess(args.prior) if args.prior else Trace(_needed(args, "categories"))


def _gain(args: argparse.Namespace) -> Any:
    from rropt.utility import Gain

    rows = [row.split(",") for row in _needed(args, "gain").split(";")]
    return Gain(rows, _needed(args, "prior"))


def _mutual_information(args: argparse.Namespace) -> Any:
    from rropt.utility import MutualInformation

    return MutualInformation(_needed(args, "prior"))


def _f_divergence(args: argparse.Namespace) -> Any:
    from rropt.utility import FDivergence

    pair = args.pair.split(",")
    if len(pair) != 2:
        raise InputError(f"--pair must be two truths such as 0,1, got {args.pair!r}")
    return FDivergence(_needed(args, "divergence"), pair, args.categories or 2)


def _curved(name: str) -> Callable[[argparse.Namespace], Any]:
    def objective(args: argparse.Namespace) -> Any:
        from rropt.utility import curved

        extra = [_needed(args, "contrast")] if name == "COptimal" else []
        return getattr(curved, name)(_needed(args, "prior"), *extra)

    return objective


OBJECTIVES: dict[str, Callable[[argparse.Namespace], Any]] = {
    "variance": _variance,
    "trace": _trace,
    "gain": _gain,
    "mutual-information": _mutual_information,
    "f-divergence": _f_divergence,
    "a-optimal": _curved("AOptimal"),
    "d-optimal": _curved("DOptimal"),
    "e-optimal": _curved("EOptimal"),
    "c-optimal": _curved("COptimal"),
}
