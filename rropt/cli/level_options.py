"""What privacy demands, from the options that name it, and labels of truths and reports."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from inspect import signature
from pathlib import Path
from typing import Any

from rropt.cli.channel_files import read_channel
from rropt.cli.common import read_text
from rropt.cli.options import LEVELS, given, refuse
from rropt.exact import InputError, exact, whole
from rropt.privacy import (
    BayesFactor,
    BetaFactor,
    Blocks,
    CanonicalStrictInformation,
    Criterion,
    HighLow,
    LocalDP,
    LocalInformationPrivacy,
    MetricDP,
    NoWorseThan,
    OneSided,
    PointwiseMaximalLeakage,
    Privacy,
    RenyiDP,
    Rho1Rho2,
    UtilityOptimized,
    ZeroConcentratedDP,
)
from rropt.privacy.metric import metric_named

SHAPES = ("sensitive", "protect", "metric")
"""What makes a matrix of --epsilon."""

FORM = 'a JSON file {"gamma": [["1","3"],["3/2","1"]], "delta": "0"} or rows such as "1,3;oo,1"'


def privacy_of(args: argparse.Namespace) -> Criterion:
    """The criterion that one option and --delta name."""
    named = given(args, *LEVELS)
    if not named:
        raise InputError(
            "one of --epsilon, --gamma and --privacy must be given, such as --epsilon 1; --help "
            "has examples"
        )
    if len(named) > 1:
        raise InputError(f"{named[1]} must not be given together with {named[0]}")
    if args.privacy is not None:
        refuse(args, SHAPES, "not be given together with --privacy")
        return _stated(args)
    shapes = [name for name in SHAPES if getattr(args, name) is not None]
    if len(shapes) > 1:
        raise InputError(f"--{shapes[1]} must not be given together with --{shapes[0]}")
    if shapes:
        return _with_epsilon(args, shapes[0], getattr(args, shapes[0]))
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


AT_A_PRIOR: Mapping[str, Callable[..., Criterion]] = {
    "pml": PointwiseMaximalLeakage,
    "lip": LocalInformationPrivacy,
}

OF_PARTS: Mapping[str, Callable[..., Criterion]] = {
    "zcdp": ZeroConcentratedDP,
    "renyi": RenyiDP,
    "rho": Rho1Rho2,
    "beta": BetaFactor,
    "bayes": BayesFactor,
    "h": CanonicalStrictInformation,
    "high-low": HighLow,
    "blocks": Blocks,
}
"""Kinds that are said by their own parameters in order; the first may have commas in it."""

KINDS = (*OF_PARTS, *AT_A_PRIOR, "no-worse-than")
"""What --privacy may say besides a matrix."""


def _stated(args: argparse.Namespace) -> Criterion:
    """--privacy: a matrix, or a kind and what it takes, as in zcdp:1/2.

    >>> _stated(argparse.Namespace(privacy="rho:1/10,1/2", delta="0"))
    Rho1Rho2(epsilon = ln(9))
    """
    kind, colon, value = args.privacy.partition(":")
    if not colon or kind not in KINDS:
        return _matrix(args.privacy, args.delta)
    if args.delta != "0":
        raise InputError(f"--delta must be left out with --privacy {kind}, got {args.delta}")
    if kind in AT_A_PRIOR:
        return AT_A_PRIOR[kind](value, _leakage_prior(args))
    if kind == "no-worse-than":
        return NoWorseThan(read_channel(value, "--privacy"))
    names = signature(OF_PARTS[kind]).parameters
    parts = [part.strip() for part in value.rsplit(",", len(names) - 1)]
    if len(parts) < len(names) or "" in parts:
        raise InputError(f"--privacy {kind} must be {kind}:{','.join(names)}, got {value!r}")
    return OF_PARTS[kind](*parts)


def _leakage_prior(args: argparse.Namespace) -> list[Any]:
    """--leakage-prior, or that of the objective; one number is the share of the second truth."""
    named = args.leakage_prior if args.leakage_prior is not None else getattr(args, "prior", None)
    if named in (None, "uniform"):
        if getattr(args, "categories", None) is None:
            raise InputError(f"--privacy {args.privacy} needs --leakage-prior P,...: what is known")
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
    kind = UtilityOptimized if option == "sensitive" else OneSided
    return kind(value.split(","), args.epsilon)


def _matrix(value: str, delta: str) -> Privacy:
    """A file, or the rows themselves, as "1,3;oo,1" or as JSON."""
    if value.lstrip().startswith("["):
        return Privacy(_parsed(value, f"--privacy must be {FORM}, got {value!r}"), delta)
    if ";" in value:
        rows = [[entry.strip() for entry in row.split(",")] for row in value.split(";")]
        return Privacy(rows, delta)
    if not Path(value).exists() and ("," in value or ":" in value):
        others = f"; or one of {', '.join(KINDS)}, as in zcdp:1/2" if ":" in value else ""
        raise InputError(f"--privacy must be {FORM}{others}, got {value!r}")
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
