"""The objectives of `rropt design`: the options that name one, and what is wrong with them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from rropt.cli.common import near
from rropt.exact import InputError, whole
from rropt.utility import Loss
from rropt.utility.for_model import ForModel
from rropt.utility.model_record import model_of_record
from rropt.utility.named import OBJECTIVES, NamedObjective


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
    parser.add_argument("--loss", metavar="ROWS", help='instead of --gain, minimised: "0,1;1,0"')
    parser.add_argument("--divergence", metavar="NAME", help="total-variation, chi-square, ...")
    parser.add_argument("--pair", metavar="A,B", help="the two truths, default 0,1")
    parser.add_argument("--values", metavar="X,...", help="the numbers that are averaged: mean")
    parser.add_argument(
        "--interval", metavar="A,B", help="all numbers, for variance all prevalences, from A to B"
    )
    parser.add_argument("--points", metavar="M", help="with --interval: so many truths in it")
    parser.add_argument(
        "--worst", metavar="WHOM", help="the worst case is over every group or population"
    )
    parser.add_argument("--contrast", metavar="C,...", help="of the c-optimal design")
    parser.add_argument("--model", metavar="FILE", help="JSON of the model: for-model")


def objective_of(args: argparse.Namespace) -> Any:
    """The objective that the options name."""
    if args.objective == ForModel.name:
        return _for_model(args)
    if args.objective not in OBJECTIVES:
        names = (*OBJECTIVES, ForModel.name)
        raise InputError(
            f"OBJECTIVE must be one of {', '.join(names)}, got {args.objective!r}"
            f"{near(args.objective, names)}"
        )
    if args.model is not None:
        raise InputError(f"--model is for {ForModel.name}, not {args.objective}")
    if args.loss is not None:
        return _loss(args)
    given = {name: getattr(args, name) for name in OPTIONS if getattr(args, name) is not None}
    sought = "guess" if args.objective == "trace" and "prior" in given else args.objective
    _refuse_unread(args.objective, OBJECTIVES[sought], given)
    _refuse_missing(args.objective, OBJECTIVES[sought], given)
    if given.get("prior", "").strip() == "uniform":
        given["prior"] = _uniform(args.objective, given)
    objective = OBJECTIVES[sought].make(given)
    if args.categories is not None and whole(args.categories, "categories") != objective.truths:
        raise InputError(
            f"--categories must be {objective.truths} for this objective, got {args.categories}"
        )
    return objective


def _uniform(name: str, given: dict[str, str]) -> str:
    """The uniform prior on the truths that the other options name."""
    if name in ("variance", "warner"):
        return "1/2"
    if "gain" in given:
        return uniform(given["gain"].partition(";")[0].count(",") + 1)
    if "categories" not in given:
        raise InputError("--prior uniform needs --categories, the number of truths")
    return uniform(whole(given["categories"], "categories", 1))


def uniform(truths: int) -> str:
    """The uniform prior in writing.

    >>> uniform(3)
    '1/3,1/3,1/3'
    """
    return ",".join([f"1/{truths}"] * truths)


def _for_model(args: argparse.Namespace) -> ForModel:
    """The model in a file: its coefficients, covariates, and what is wanted of it."""
    for name in (*OPTIONS, "loss"):
        if name != "categories" and getattr(args, name) is not None:
            raise InputError(f"--{name} is not for {ForModel.name}: its model is in --model")
    if args.model is None:
        raise InputError(f"--model is needed for {ForModel.name}, such as --model model.json")
    return model_in(args.model)


def model_in(path: str) -> ForModel:
    """The model, covariates and target that --model names."""
    try:
        record = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or "it is no JSON"
        raise InputError(f"--model must be a readable JSON file, got {path}: {reason}") from None
    return model_of_record(record)


def _loss(args: argparse.Namespace) -> Loss:
    """A gain to be minimised: --loss takes the place of --gain."""
    if args.objective != "gain":
        raise InputError(f"--loss is for gain, not {args.objective}")
    others = [name for name in OPTIONS if name not in ("prior", "categories")]
    for name in others:
        if getattr(args, name) is not None:
            raise InputError(f"--{name} must not be given together with --loss")
    if args.prior is None:
        raise InputError(f"--prior is needed for gain, such as --prior {FORMS['prior']}")
    loss = Loss([row.split(",") for row in args.loss.split(";")], args.prior)
    if args.categories is not None and whole(args.categories, "categories") != loss.truths:
        raise InputError(f"--categories must be {loss.truths} for this loss, got {args.categories}")
    return loss


def _refuse_unread(name: str, objective: NamedObjective, given: dict[str, str]) -> None:
    """An option that the objective does not read; the number of categories is only compared."""
    for option in given:
        if option not in (*objective.needs, *objective.may, "categories"):
            readers = [other for other, o in OBJECTIVES.items() if option in (*o.needs, *o.may)]
            few = f"is for {' and '.join(readers)}, not" if len(readers) < 4 else "is not for"
            raise InputError(f"--{option} {few} {name}")
    if "weights" in given and "priors" not in given:
        raise InputError("--weights must be given together with --priors")
    if "worst" in given and name != "mean" and given.get("prior", "").strip() != "worst":
        raise InputError("--worst must be given together with --prior worst")
    for option, (replaced, _) in objective.instead.items():
        if option in given and replaced in given:
            raise InputError(f"--{option} takes the place of --{replaced}: give one of them")
    if "priors" in given and "prior" in given:
        raise InputError("--prior must not be given together with --priors: add it to those")


def _refuse_missing(name: str, objective: NamedObjective, given: dict[str, str]) -> None:
    for option in objective.needed(given):
        if option not in given:
            raise InputError(f"--{option} is needed for {name}, such as --{option} {FORMS[option]}")


OPTIONS = (
    "prior",
    "priors",
    "weights",
    "categories",
    "gain",
    "divergence",
    "pair",
    "contrast",
    "values",
    "interval",
    "points",
    "worst",
)
FORMS = {
    "prior": "1/4 for two truths, 1/2,1/3,1/6 for three",
    "categories": "3",
    "gain": '"1,0;0,1"',
    "divergence": "total-variation",
    "contrast": "1,-1,0",
    "values": "-1,0,1",
    "points": "41",
}
