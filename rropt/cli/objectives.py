"""The objective that the options of `rropt design` name, and what is wrong with them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from rropt.cli.options import OF_OBJECTIVE, refuse, written
from rropt.exact import InputError
from rropt.exact.near import near
from rropt.utility import Loss
from rropt.utility.for_model import ForModel
from rropt.utility.model_record import model_of_record
from rropt.utility.named import OBJECTIVES, refuse_missing, require_truths, stated_objective

OPTIONS = tuple(name for name in OF_OBJECTIVE if name not in ("objective", "loss", "model"))
"""What the objectives of `rropt.utility.named` read, and the ends of an interval."""


def objective_of(args: argparse.Namespace) -> Any:
    """The objective that the options name."""
    name = args.objective
    if name == ForModel.name:
        return _for_model(args)
    if name not in OBJECTIVES:
        names = (*OBJECTIVES, ForModel.name)
        raise InputError(
            f"OBJECTIVE must be one of {', '.join(names)}, got {name!r}{near(name, names)}"
        )
    if args.model is not None:
        raise InputError(f"--model is for {ForModel.name}, not {name}")
    told = {option: getattr(args, option) for option in OPTIONS}
    told = {option: value for option, value in told.items() if value is not None}
    if args.loss is not None:
        return _loss(args, told)
    return stated_objective(name, told, written)


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


def _loss(args: argparse.Namespace, told: dict[str, str]) -> Loss:
    """A gain to be minimised: --loss takes the place of --gain."""
    if args.objective != "gain":
        raise InputError(f"--loss is for gain, not {args.objective}")
    others = (name for name in OPTIONS if name not in ("prior", "categories"))
    refuse(args, others, "not be given together with --loss")
    refuse_missing("gain", OBJECTIVES["gain"], {"gain", *told}, written)
    loss = Loss([row.split(",") for row in args.loss.split(";")], args.prior)
    return require_truths(loss, args.categories, written)
