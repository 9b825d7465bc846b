"""The objectives of `rropt design`: which options each of them reads."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from rropt.exact import InputError, whole

Maker = Callable[[argparse.Namespace], Any]


def add_objective(parser: argparse.ArgumentParser) -> None:
    """OBJECTIVE and the options that describe it."""
    parser.add_argument("objective", metavar="OBJECTIVE", help="see the list above")
    parser.add_argument("--prior", metavar="P,...", help="a prevalence, or one entry a category")
    parser.add_argument(
        "--priors",
        metavar="P,...;...",
        help="robust: several priors separated by semicolons",
    )
    parser.add_argument(
        "--weights", metavar="W,...", help="with --priors: their average instead of the worst"
    )
    parser.add_argument("--categories", metavar="K", help="number of categories")
    parser.add_argument("--gain", metavar="ROWS", help='one row an action: "1,0;0,1"')
    parser.add_argument("--divergence", metavar="NAME", help="total-variation, chi-square, ...")
    parser.add_argument("--pair", metavar="A,B", help="the two truths, default 0,1")
    parser.add_argument("--contrast", metavar="C,...", help="of the c-optimal design")


def objective_of(args: argparse.Namespace) -> Any:
    """The objective that the options name."""
    if args.objective not in OBJECTIVES:
        raise InputError(f"OBJECTIVE must be one of {', '.join(OBJECTIVES)}: {args.objective!r}")
    robust = args.objective in ("a-optimal", "c-optimal")
    if args.priors is not None and not robust:
        raise InputError(f"--priors is for a-optimal and c-optimal, not {args.objective}")
    if args.weights is not None and args.priors is None:
        raise InputError("--weights must be given together with --priors")
    for option, readers in READERS.items():
        if getattr(args, option) is not None and args.objective not in readers:
            raise InputError(f"--{option} is for {' and '.join(readers)}, not {args.objective}")
    objective = OBJECTIVES[args.objective](args)
    if args.categories is not None and whole(args.categories, "categories") != objective.truths:
        raise InputError(
            f"--categories must be {objective.truths} for this objective, got {args.categories}"
        )
    return objective


def _needed(args: argparse.Namespace, option: str) -> str:
    value = getattr(args, option)
    if value is None:
        raise InputError(
            f"--{option} is needed for {args.objective}, such as --{option} {FORMS[option]}"
        )
    return str(value)


def _variance(args: argparse.Namespace) -> Any:
    from rropt.utility import Variance

    return Variance(_needed(args, "prior"))


def _warner(args: argparse.Namespace) -> Any:
    from rropt.utility import Warner

    return Warner(_needed(args, "prior"))


def _trace(args: argparse.Namespace) -> Any:
    from rropt.utility import Guess, Trace

    return Guess(args.prior) if args.prior else Trace(_needed(args, "categories"))


def _guess(args: argparse.Namespace) -> Any:
    from rropt.utility import Guess

    return Guess(_needed(args, "prior"))


def _gain(args: argparse.Namespace) -> Any:
    from rropt.utility import Gain

    rows = [row.split(",") for row in _needed(args, "gain").split(";")]
    return Gain(rows, _needed(args, "prior"))


def _mutual_information(args: argparse.Namespace) -> Any:
    from rropt.utility import MutualInformation

    return MutualInformation(_needed(args, "prior"))


def _f_divergence(args: argparse.Namespace) -> Any:
    from rropt.utility import FDivergence

    if args.prior is not None:
        raise InputError("--prior is not for f-divergence: it compares two truths")
    pair = (args.pair or "0,1").split(",")
    if len(pair) != 2:
        raise InputError(f"--pair must be two truths such as 0,1, got {args.pair!r}")
    return FDivergence(_needed(args, "divergence"), pair, args.categories or 2)


def _robust(args: argparse.Namespace, contrast: str | None) -> Any:
    """The worst of several priors, or with --weights their average."""
    from rropt.utility.curved import Average, Minimax

    priors = args.priors.split(";")
    if args.weights is None:
        return Minimax(priors, contrast)
    weights = args.weights.split(",")
    if len(weights) != len(priors):
        raise InputError(f"--weights must have one entry a prior, got {len(weights)}")
    return Average(list(zip(weights, priors, strict=True)), contrast)


def _curved(name: str) -> Maker:
    def objective(args: argparse.Namespace) -> Any:
        from rropt.utility import curved

        contrast = _needed(args, "contrast") if name == "COptimal" else None
        if args.priors is not None:
            return _robust(args, contrast)
        extra = [] if contrast is None else [contrast]
        return getattr(curved, name)(_needed(args, "prior"), *extra)

    return objective


FORMS = {
    "prior": "1/4 for two truths, 1/2,1/3,1/6 for three",
    "categories": "3",
    "gain": '"1,0;0,1"',
    "divergence": "total-variation",
    "contrast": "1,-1,0",
}
READERS = {
    "gain": ("gain",),
    "divergence": ("f-divergence",),
    "pair": ("f-divergence",),
    "contrast": ("c-optimal",),
}
"""Options that only some objectives read; elsewhere they are refused, not ignored."""

OBJECTIVES: dict[str, Maker] = {
    "variance": _variance,
    "warner": _warner,
    "trace": _trace,
    "guess": _guess,
    "gain": _gain,
    "mutual-information": _mutual_information,
    "f-divergence": _f_divergence,
    "a-optimal": _curved("AOptimal"),
    "d-optimal": _curved("DOptimal"),
    "e-optimal": _curved("EOptimal"),
    "c-optimal": _curved("COptimal"),
}
