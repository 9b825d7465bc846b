"""What privacy demands, from the options that name it, and labels of truths and reports."""

from __future__ import annotations

import argparse
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from rropt.cli.channel_files import read_channel
from rropt.cli.common import read_text
from rropt.cli.options import LEVELS, given, refuse
from rropt.exact import InputError, exact, whole
from rropt.privacy import (
    Criterion,
    LocalDP,
    LocalInformationPrivacy,
    MetricDP,
    NoWorseThan,
    OneSided,
    PointwiseMaximalLeakage,
    Privacy,
    RenyiDP,
    UtilityOptimized,
    ZeroConcentratedDP,
)
from rropt.privacy.metric import metric_named

MEASURED = ("renyi", "zcdp", "pml", "lip")
SHAPES = ("protect", "metric", "sensitive")
"""What makes a matrix of --epsilon."""

FORM = 'a JSON file {"gamma": [["1","3"],["3/2","1"]], "delta": "0"} or rows such as "1,3;oo,1"'


def privacy_of(args: argparse.Namespace) -> Criterion:
    """The criterion that one option and --delta name."""
    named = given(args, *LEVELS)
    if not named:
        raise InputError(
            "one of --epsilon, --gamma, --privacy, --no-worse-than, --renyi, --zcdp, --pml and "
            "--lip must be given, such as --epsilon 1; --help has examples"
        )
    if len(named) > 1:
        raise InputError(f"{named[1]} must not be given together with {named[0]}")
    matrix = level_of(args)
    if matrix is not None:
        return matrix
    if args.gamma is not None:
        return LocalDP.from_gamma(args.gamma, args.delta)
    return LocalDP(args.epsilon, args.delta)


def labels_of(args: argparse.Namespace, name: str = "truths") -> list[str] | None:
    """The labels of --truths, or of --reports; they are different."""
    given = getattr(args, name)
    if given is None:
        return None
    labels = [label.strip() for label in given.split(",")]
    if "" in labels or len(set(labels)) < len(labels):
        raise InputError(f"--{name} must be different names such as no,yes, got {given!r}")
    return labels


def level_of(args: argparse.Namespace) -> Criterion | None:
    """The matrix that the options name; None where they name one number."""
    if args.privacy is not None:
        _refuse_beside(args, "--privacy", *SHAPES)
        return _given(args.privacy, args.delta)
    if args.no_worse_than is not None:
        _refuse_beside(args, "--no-worse-than", *SHAPES)
        if args.delta != "0":
            raise InputError(
                "--delta must be left out with --no-worse-than: the mechanism has deltas"
            )
        return NoWorseThan(read_channel(args.no_worse_than, "--no-worse-than"))
    measured = _measured(args)
    if measured is not None:
        return measured
    if getattr(args, "sensitive", None) is not None:
        _refuse_beside(args, "--sensitive", "protect", "metric")
    for option in SHAPES:
        value = getattr(args, option, None)
        if value is not None:
            return _with_epsilon(args, option, value)
    return None


def _measured(args: argparse.Namespace) -> Criterion | None:
    """A budget of a divergence, or of a leakage at a prior."""
    named = given(args, *MEASURED)
    if not named:
        return None
    option = named[0]
    _refuse_beside(args, option, *SHAPES)
    if args.delta != "0":
        raise InputError(f"--delta must be 0 with {option}, got {args.delta}")
    value = getattr(args, option[2:])
    if option == "--zcdp":
        return ZeroConcentratedDP(value)
    if option == "--renyi":
        order, comma, budget = value.partition(",")
        if not comma:
            raise InputError(f"--renyi must be an order and an epsilon, 2,1/2, got {value!r}")
        return RenyiDP(order.strip(), budget.strip())
    leakage = PointwiseMaximalLeakage if option == "--pml" else LocalInformationPrivacy
    return leakage(value, _leakage_prior(args, option))


def _leakage_prior(args: argparse.Namespace, option: str) -> list[Any]:
    """--leakage-prior, or that of the objective; one number is the share of the second truth."""
    named = args.leakage_prior if args.leakage_prior is not None else getattr(args, "prior", None)
    if named in (None, "uniform"):
        if getattr(args, "categories", None) is None:
            raise InputError(f"{option} needs --leakage-prior P,...: what is known before")
        number = whole(args.categories, "categories", 1)
        return [Fraction(1, number)] * number
    shares = [part.strip() for part in named.split(",")]
    if len(shares) > 1:
        return shares
    share = exact(shares[0], "prior")
    return [1 - share, share]


def _with_epsilon(args: argparse.Namespace, option: str, value: str) -> Criterion:
    """One-sided or metric privacy, both at --epsilon and without a delta."""
    if args.epsilon is None:
        raise InputError(f"--{option} needs --epsilon")
    if args.delta != "0":
        raise InputError(f"--delta must be 0 with --{option}, got {args.delta}")
    if option == "metric":
        return _metric(value, args.epsilon)
    if option == "sensitive":
        return UtilityOptimized(value.split(","), args.epsilon)
    _refuse_beside(args, "--protect", "metric", "sensitive")
    return OneSided(value.split(","), args.epsilon)


def _refuse_beside(args: argparse.Namespace, option: str, *others: str) -> None:
    refuse(args, others, f"not be given together with {option}")


def _given(value: str, delta: str) -> Privacy:
    """--privacy: a file, or the rows themselves, as "1,3;oo,1" or as JSON."""
    if value.lstrip().startswith("["):
        return Privacy(_parsed(value, f"--privacy must be {FORM}, got {value!r}"), delta)
    if ";" in value:
        rows = [[entry.strip() for entry in row.split(",")] for row in value.split(";")]
        return Privacy(rows, delta)
    if not Path(value).exists() and "," in value:
        raise InputError(f"--privacy must be {FORM}, got {value!r}")
    document = _json(value, "--privacy")
    if not isinstance(document, dict) or "gamma" not in document:
        raise InputError(f"--privacy must be {FORM}, got no key gamma in {value}")
    unread = sorted(document.keys() - {"gamma", "delta"})
    if unread:
        raise InputError(f"--privacy must have the keys gamma and delta only, got {unread[0]!r}")
    if delta != "0":
        raise InputError("--delta must be left out with --privacy FILE: the file has the deltas")
    return Privacy(document["gamma"], document.get("delta"))


def _metric(value: str, epsilon: str) -> MetricDP:
    """--metric: path, grid:NxM, or a file of distances or of points."""
    named = metric_named(value, epsilon)
    if named is not None:
        return named
    document = _json(value, "--metric")
    if isinstance(document, dict) and document.keys() == {"points"}:
        return MetricDP.points(document["points"], epsilon)
    if isinstance(document, dict) and document.keys() == {"distances"}:
        return MetricDP(document["distances"], epsilon)
    raise InputError(
        '--metric must be path, grid:NxM, or a JSON file {"distances": [["0","1"],["1","0"]]} or '
        f'{{"points": [["0","0"],["0","1"]]}}, got {value}'
    )


def _json(path: str, option: str) -> Any:
    """A JSON file in which numbers keep their digits."""
    return _parsed(read_text(path, option), f"{option} must be a JSON file, got {path}")


def _parsed(content: str, what: str) -> Any:
    try:
        return json.loads(content, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{what}: {error}") from None
