"""The objective that the options of `rropt design` name, and what is wrong with them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from rropt.cli.common import near
from rropt.cli.options import OF_OBJECTIVE, refuse, row_of
from rropt.exact import InputError, whole
from rropt.utility import Loss
from rropt.utility.for_model import ForModel
from rropt.utility.model_record import model_of_record
from rropt.utility.named import OBJECTIVES, NamedObjective

OPTIONS = tuple(name for name in OF_OBJECTIVE if name not in ("objective", "loss", "model"))
"""What the objectives of `rropt.utility.named` read, and the ends of an interval."""


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
    told = {name: getattr(args, name) for name in OPTIONS if getattr(args, name) is not None}
    _read_ranges(args.objective, told)
    sought = "guess" if args.objective == "trace" and "prior" in told else args.objective
    _refuse_unread(args.objective, OBJECTIVES[sought], told)
    _refuse_missing(args.objective, OBJECTIVES[sought], told)
    if told.get("prior", "").strip() == "uniform":
        told["prior"] = _uniform(args.objective, told)
    return _of_so_many(OBJECTIVES[sought].make(told), told.get("categories"))


def _read_ranges(name: str, told: dict[str, str]) -> None:
    """A range of prevalences, or of numbers, as the interval that the table of objectives reads."""
    low, high = told.pop("low", None), told.pop("high", None)
    if low is not None and name != "mean":
        raise InputError(f"--low and --high are for mean, not {name}")
    if low is not None and "values" in told:
        raise InputError("--low and --high take the place of --values: give one of them")
    if low is not None:
        told["interval"] = f"{low},{high}"
        if "categories" in told:
            told["points"] = told.pop("categories")
    if name == "variance" and ".." in told.get("prior", ""):
        told["interval"] = told.pop("prior").replace("..", ",")


def _of_so_many(objective: Any, categories: str | None) -> Any:
    """The objective, whose number of truths is the one that is said."""
    if categories is not None and whole(categories, "categories") != objective.truths:
        raise InputError(
            f"--categories must be {objective.truths} for this objective, got {categories}"
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
    others = (name for name in (*OPTIONS, "loss") if name != "categories")
    refuse(args, others, f"be left out for {ForModel.name}: its model is in --model")
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
    others = (name for name in OPTIONS if name not in ("prior", "categories"))
    refuse(args, others, "not be given together with --loss")
    if args.prior is None:
        raise _missing("prior", "gain")
    loss = Loss([row.split(",") for row in args.loss.split(";")], args.prior)
    return _of_so_many(loss, args.categories)


def _refuse_unread(name: str, objective: NamedObjective, given: dict[str, str]) -> None:
    """An option that the objective does not read; the number of categories is only compared."""
    for option in given:
        if option not in (*objective.needs, *objective.may, "categories"):
            readers = [other for other, o in OBJECTIVES.items() if option in (*o.needs, *o.may)]
            few = f"is for {' and '.join(readers)}, not" if len(readers) < 4 else "is not for"
            raise InputError(f"--{option} {few} {name}")
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
            raise _missing(option, name)


def _missing(option: str, name: str) -> InputError:
    example = row_of("design", option).example
    return InputError(f"--{option} is needed for {name}, such as --{option} {example}")
