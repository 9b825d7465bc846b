"""The groups of `rropt estimate`: --by, --shares and --odds, as JSON and in words."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any

from rropt.exact import InputError, exact, share_vector

if TYPE_CHECKING:
    from rropt.estimating.survey_groups import EstimatedGroups

SHARE = re.compile(r"(.+?)=([^,=]*)(?:,|$)")
"""NAME=SHARE; the names of crossed groups have commas: a, b=1/2."""


def group_summary(groups: EstimatedGroups, args: argparse.Namespace, method: str) -> dict[str, Any]:
    """Each group's contrast, the difference of two, the equality of more, and the weighted sum."""
    names, parts = list(groups), list(groups.values())
    contrast = args.contrast or last_truth(parts[0].channel.shape[1])
    data: dict[str, Any] = {"group_contrast": contrast.split(","), "groups": {}}
    for name, part in groups.items():
        alone = {"n": part.records, "distribution": list(map(number, part.value))}
        share = described(part.contrast(contrast), args.level, method, args.null)
        data["groups"][name] = alone | share
    if len(parts) == 2:
        change = groups.weighted_sum([1, -1], contrast)
        data["difference"] = compared(names, change, args.level, method)
    if args.odds:
        data["odds_ratio"] = odds_summary(names, parts, args.level, method)
    equal = groups.equality_test(contrast) if len(parts) > 2 else None
    if equal is not None:
        data["equal_groups"] = p_value_of(equal)
    if args.shares is not None:
        whole = groups.weighted_sum(group_shares(args.shares, names), contrast)
        data["stratified"] = described(whole, args.level, method, args.null)
    return data


def odds_summary(
    names: Sequence[str], parts: Sequence[Any], level: Any, method: str
) -> dict[str, Any]:
    """The ratio of the odds of two groups, and the test that it is one; null is infinite."""
    from rropt.estimating import LikelihoodEstimate, odds_ratio

    if not all(isinstance(part, LikelihoodEstimate) for part in parts):
        raise InputError("--odds must be given with --method likelihood or profile")
    found = odds_ratio(parts)
    data = described(found, level, method) | p_value_of(found.test(1)) | {"of": list(names)}
    ends = [number(end) for end in data["interval"]]
    return data | {"estimate": number(data["estimate"]), "interval": ends}


def described(part: Any, level: Any, method: str, null: Any = None) -> dict[str, Any]:
    """A contrast with its interval, and where `null` is given the test that it has this value."""
    ends = part.interval(level, method)
    data = {
        "estimate": part.value,
        "stderr": number(part.stderr),
        "interval": [ends.low, ends.high],
        "method": ends.method,
    }
    if null is None:
        return data
    return data | {"null": null} | p_value_of(part.test(exact(null, "--null")))


def compared(names: Sequence[str], change: Any, level: Any, method: str) -> dict[str, Any]:
    """The difference of two groups, and the test that there is none."""
    return described(change, level, method) | {"of": list(names)} | p_value_of(change.test(0))


def p_value_of(test: Any) -> dict[str, Any]:
    """A p-value and how it was found."""
    return {"p_value": test.p_value, "test": test.method}


def number(value: Any) -> float | None:
    """None where it is not finite: what the design does not identify."""
    return float(value) if isfinite(value) else None


def group_lines(data: dict[str, Any]) -> Iterator[str]:
    """What the JSON object says of groups, for a reader."""
    yield f"by group, contrast {','.join(data['group_contrast'])}:"
    for group, part in data["groups"].items():
        yield f"  {group}: {_line(part)} ({part['n']} reports)"
        if len(part["distribution"]) > 2:
            yield f"    {_shares(part['distribution'], data['truths'])}"
    if "difference" in data:
        yield f"{' - '.join(data['difference']['of'])}: {_line(data['difference'])}"
        yield _equality(data["difference"])
    if "odds_ratio" in data:
        yield _odds_line(data["odds_ratio"])
    if "equal_groups" in data:
        yield _equality(data["equal_groups"])
    if "stratified" in data:
        yield from part_lines("weighted", data["stratified"])


def part_lines(name: str, part: dict[str, Any]) -> Iterator[str]:
    """A combination of shares, and the test of its value if there is one."""
    yield f"{name}: {_line(part)}"
    if "null" in part:
        yield f"  equal to {part['null']}: p = {part['p_value']:.4g} ({part['test']})"


def _line(part: dict[str, Any]) -> str:
    low, high = part["interval"]
    error = shown_error(part["stderr"])
    return f"{part['estimate']:.6f} (stderr {error}), [{low:.6f}, {high:.6f}]"


def _odds_line(odds: dict[str, Any]) -> str:
    low, high = ("infinite" if end is None else f"{end:.4g}" for end in odds["interval"])
    value = "-" if odds["estimate"] is None else f"{odds['estimate']:.4g}"
    return f"odds, {' / '.join(odds['of'])}: {value} [{low}, {high}]"


def _shares(distribution: list[float | None], truths: list[str]) -> str:
    """All categories of a group."""
    pairs = zip(truths, distribution, strict=True)
    return ", ".join(f"{label}: {'-' if p is None else f'{p:.6f}'}" for label, p in pairs)


def _equality(test: dict[str, Any]) -> str:
    return f"  equal groups: p = {test['p_value']:.4g} ({test['test']})"


def shown_error(stderr: float | None) -> str:
    """A standard error, or a dash where the reports that were seen leave none."""
    return "-" if stderr is None else f"{stderr:.6f}"


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
