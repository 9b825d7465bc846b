"""The question that options state: what privacy demands, what shall be best, and the labels."""

from __future__ import annotations

import argparse
from os.path import exists
from typing import TYPE_CHECKING, Any

from rropt.cli.common import listed
from rropt.cli.design_file import read_channel, read_record
from rropt.cli.options import refuse, written
from rropt.cli.table import OF_OBJECTIVE, OF_PRIVACY
from rropt.exact import InputError
from rropt.exact.near import near

if TYPE_CHECKING:
    from rropt.privacy import Criterion
    from rropt.utility.for_model import ForModel

PARAMETERS = tuple(name for name in OF_OBJECTIVE if name not in ("objective", "model"))
"""What the objectives of `rropt.utility.named` read, and the ends of an interval."""


def privacy_of(args: argparse.Namespace) -> Criterion:
    """The criterion that the options say; a matrix or distances may be in a file."""
    from rropt.privacy.stated import stated_privacy

    said = {name: getattr(args, name, None) for name in (*OF_PRIVACY, "prior", "categories")}
    for name in ("privacy", "metric"):
        path = said[name]
        # FILE.json is a file even if it is missing; no-worse-than:FILE.json is a criterion.
        if path is not None and (exists(path) or (path.endswith(".json") and ":" not in path)):
            found = read_record(path, written(name))
            said[name] = found if isinstance(found, (dict, list)) else str(found)
    return stated_privacy(said, written, lambda path: read_channel(path, "--privacy"))


def objective_of(args: argparse.Namespace) -> Any:
    """The objective that the options name."""
    from rropt.utility.for_model import ForModel
    from rropt.utility.named import OBJECTIVES, stated_objective

    name = args.objective
    if name == ForModel.name:
        others = (each for each in PARAMETERS if each != "categories")
        refuse(args, others, f"be left out for {name}: its model is in --model")
        if args.model is None:
            raise InputError(f"--model is needed for {name}, such as --model model.json")
        return model_in(args.model)
    if name not in OBJECTIVES:
        names = (*OBJECTIVES, ForModel.name)
        raise InputError(
            f"OBJECTIVE must be one of {', '.join(names)}, got {name!r}{near(name, names)}"
        )
    if args.model is not None:
        raise InputError(f"--model is for {ForModel.name}, not {name}")
    told = {option: getattr(args, option) for option in PARAMETERS}
    said = {option: value for option, value in told.items() if value is not None}
    if "categories" not in said and (labels := _labels_that_count(args)):
        said["categories"] = str(len(labels))
    return stated_objective(name, said, written)


def _labels_that_count(args: argparse.Namespace) -> list[str] | None:
    """The labels of --truths where nothing but --categories would say how many truths there are."""
    counted = args.objective in ("trace", "f-divergence") or args.prior in ("uniform", "worst")
    told = any(getattr(args, name) is not None for name in ("gain", "loss", "contrast"))
    if not counted or told or args.objective in ("variance", "warner", "mean"):
        return None
    return labels_of(args) if hasattr(args, "truths") else None


def model_in(path: str) -> ForModel:
    """The model, covariates and target that --model names."""
    from rropt.utility.for_model import model_of_record

    return model_of_record(_record(path, "--model"))


def labels_of(args: argparse.Namespace, name: str = "truths") -> list[str] | None:
    """The labels of --truths, or of --reports; they are different."""
    given = getattr(args, name)
    labels = listed(given)
    if labels is not None and ("" in labels or len(set(labels)) < len(labels)):
        raise InputError(f"--{name} must be different names such as no,yes, got {given!r}")
    return labels


def _record(path: str, option: str) -> dict[str, Any]:
    found = read_record(path, option)
    if not isinstance(found, dict):
        raise InputError(f"{option} must be a JSON file of one record, got {path}")
    return found
