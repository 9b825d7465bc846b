"""The part of `rropt estimate` that is about groups: --by and --shares."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any

from rropt.cli.reading_options import rules_of
from rropt.exact import InputError, exact, share_vector

if TYPE_CHECKING:
    from rropt.channel import Channel
    from rropt.estimating import (
        Combination,
        EstimatedDistribution,
        LikelihoodContrast,
        LikelihoodEstimate,
    )


SHARE = re.compile(r"(.+?)=([^,=]*)(?:,|$)")
"""NAME=SHARE; the names of crossed groups have commas: a, b=1/2."""


def group_counts(args: argparse.Namespace, channel: Channel) -> dict[str, tuple[int, ...]]:
    """The counts of each group; empty without --by."""
    if args.by is None:
        return {}
    if args.file is None:
        raise InputError("--by needs FILE, the reports with the column of the groups")
    if args.counts is not None:
        raise InputError("exactly one of FILE and --counts must be given")
    from rropt.data import count_groups

    return count_groups(channel, args.file, args.column, args.by.split(","), rules_of(args))


def group_summary(
    parts: Mapping[str, EstimatedDistribution], args: argparse.Namespace, method: str
) -> dict[str, Any]:
    """Each group's contrast, the difference of two groups, and the weighted sum."""
    from rropt.estimating import LikelihoodEstimate, groups_test

    contrast = args.contrast or last_truth(next(iter(parts.values())).channel.shape[1])
    data: dict[str, Any] = {"group_contrast": contrast.split(",")}
    data["groups"] = {}
    for name, part in parts.items():
        share = described(added([part], [1], contrast), args.level, method)
        data["groups"][name] = {"n": part.n, "distribution": list(map(number, part.value))} | share
    several = list(parts.values())
    if len(parts) == 2:
        change = added(several, [1, -1], contrast)
        data["difference"] = compared(list(parts), change, args.level, method)
    likely = [part for part in several if isinstance(part, LikelihoodEstimate)]
    if args.odds:
        data["odds_ratio"] = odds_summary(likely, args, method) | {"of": list(parts)}
    if len(likely) > 2:
        data["equal_groups"] = p_value_of(groups_test(likely, contrast))
    if args.shares is not None:
        shares = group_shares(args.shares, list(parts))
        whole = added(several, shares, contrast)
        data["stratified"] = described(whole, args.level, method, args.null)
    return data


def added(
    parts: Sequence[EstimatedDistribution], weights: Sequence[Any], contrast: str
) -> LikelihoodContrast | Combination:
    """`sum_g w_g c . pi_g` by likelihood or by adding linear estimates."""
    from rropt.estimating import Combination, LikelihoodEstimate, weighted_sum

    likely = [part for part in parts if isinstance(part, LikelihoodEstimate)]
    if likely:
        return weighted_sum(likely, weights, contrast)
    terms = tuple(part.contrast(contrast) for part in parts)
    return Combination(tuple(float(weight) for weight in weights), terms)


def odds_summary(
    likely: Sequence[LikelihoodEstimate], args: argparse.Namespace, method: str
) -> dict[str, Any]:
    """The ratio of the odds of two groups, and the test that it is one; null is infinite."""
    from rropt.estimating import odds_ratio

    if not likely:
        raise InputError("--odds must be given with --method likelihood or profile")
    found = odds_ratio(likely)
    data = described(found, args.level, method) | p_value_of(found.test(1))
    return data | {
        "estimate": number(data["estimate"]),
        "interval": [number(end) for end in data["interval"]],
    }


def shown_error(stderr: float | None) -> str:
    """A standard error, or a dash where the reports that were seen leave none."""
    return "-" if stderr is None else f"{stderr:.6f}"


def group_text(data: dict[str, Any]) -> str:
    """The same for a reader."""
    lines = [f"by group, contrast {','.join(data['group_contrast'])}:"]
    for group, part in data["groups"].items():
        lines.append(f"  {group}: {_line(part)} ({part['n']} reports)")
        if len(part["distribution"]) > 2:
            lines.append(f"    {_shares(part['distribution'], data['truths'])}")
    if "difference" in data:
        first, second = data["difference"]["of"]
        lines.append(f"{first} - {second}: {_line(data['difference'])}")
        lines.append(_equality(data["difference"]))
    if "odds_ratio" in data:
        lines.append(_odds_line(data["odds_ratio"]))
    if "equal_groups" in data:
        lines.append(_equality(data["equal_groups"]))
    if "stratified" in data:
        lines.append(f"weighted: {_line(data['stratified'])}")
        if "null" in data["stratified"]:
            lines.append(null_line(data["stratified"]))
    return "\n".join(lines)


def _odds_line(odds: dict[str, Any]) -> str:
    first, second = odds["of"]
    low, high = ("infinite" if end is None else f"{end:.4g}" for end in odds["interval"])
    value = "-" if odds["estimate"] is None else f"{odds['estimate']:.4g}"
    return f"odds, {first} / {second}: {value} [{low}, {high}]"


def null_line(test: dict[str, Any]) -> str:
    """The test that a contrast has a value."""
    return f"  equal to {test['null']}: p = {test['p_value']:.4g} ({test['test']})"


def _shares(distribution: list[float | None], truths: list[str]) -> str:
    """All categories of a group."""
    pairs = zip(truths, distribution, strict=True)
    return ", ".join(f"{label}: {'-' if p is None else f'{p:.6f}'}" for label, p in pairs)


def _equality(test: dict[str, Any]) -> str:
    return f"  equal groups: p = {test['p_value']:.4g} ({test['test']})"


def described(part: Any, level: Any, method: str | None = None, null: Any = None) -> dict[str, Any]:
    """A contrast with its interval, and where `null` is given the test that it has this value."""
    ends = part.interval(level) if method is None else part.interval(level, method)
    data = {
        "estimate": part.value,
        "stderr": number(part.stderr),
        "interval": [ends.low, ends.high],
        "method": ends.method,
    }
    if null is None:
        return data
    return data | {"null": null} | p_value_of(part.test(exact(null, "--null")))


def compared(names: Sequence[str], change: Any, level: Any, method: str | None = None) -> Any:
    """The difference of two groups, and the test that there is none."""
    return described(change, level, method) | {"of": list(names)} | p_value_of(change.test(0))


def p_value_of(test: Any) -> dict[str, Any]:
    """A p-value and how it was found."""
    return {"p_value": test.p_value, "test": test.method}


def number(value: Any) -> float | None:
    """None where it is not finite: what the design does not identify."""
    return float(value) if isfinite(value) else None


def _line(part: dict[str, Any]) -> str:
    low, high = part["interval"]
    error = shown_error(part["stderr"])
    return f"{part['estimate']:.6f} (stderr {error}), [{low:.6f}, {high:.6f}]"


def last_truth(width: int) -> str:
    """The contrast that is the share of the last truth."""
    return ",".join(["0"] * (width - 1) + ["1"])


def group_shares(text: str, groups: list[str]) -> tuple[Fraction, ...]:
    """The groups' shares of the population, each named once, in the order of the groups."""
    pairs = SHARE.findall(text)
    weights = dict(pairs)
    if sorted(weights) != sorted(groups) or len(pairs) != len(groups):
        raise InputError(f"--shares must name each group once ({', '.join(groups)}), got {text!r}")
    return share_vector([weights[group] for group in groups], "weights")
