"""The part of `rropt estimate` that is about groups: --by and --weights."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from rropt.exact import InputError

if TYPE_CHECKING:
    from rropt.channel import Channel
    from rropt.estimating import Combination, Estimate


def group_counts(args: argparse.Namespace, channel: Channel) -> dict[str, tuple[int, ...]]:
    """The counts of each group; empty without --by."""
    if args.by is None:
        if args.weights is not None:
            raise InputError("--weights needs --by, the column of the groups")
        return {}
    if args.file is None:
        raise InputError("--by needs FILE, the reports with the column of the groups")
    if args.counts is not None:
        raise InputError("exactly one of FILE and --counts must be given")
    from rropt.counting import count_groups

    return count_groups(channel, args.file, args.column, args.by)


def group_summary(parts: dict[str, Estimate], args: argparse.Namespace) -> dict[str, Any]:
    """Each group's contrast, the difference of two groups, and the weighted sum."""
    from rropt.estimating import difference, difference_test, stratified

    contrast = args.contrast or _last_truth(next(iter(parts.values())))
    alone = {g: _combined(stratified([part], [1], contrast), args) for g, part in parts.items()}
    for group, part in parts.items():
        alone[group] = {"n": part.n, **alone[group]}
    data: dict[str, Any] = {"group_contrast": contrast.split(","), "groups": alone}
    if len(parts) == 2:
        first, second = parts.values()
        change = difference(first, second, contrast)
        data["difference"] = _combined(change, args) | {
            "of": list(parts),
            "p_value": difference_test(change).p_value,
        }
    if args.weights is not None:
        weights = _weights(args.weights, list(parts))
        data["stratified"] = _combined(stratified(list(parts.values()), weights, contrast), args)
    return data


def group_text(data: dict[str, Any]) -> str:
    """The same for a reader."""
    lines = [f"by group, contrast {','.join(data['group_contrast'])}:"]
    lines += [f"  {g}: {_line(part)} ({part['n']} reports)" for g, part in data["groups"].items()]
    if "difference" in data:
        first, second = data["difference"]["of"]
        lines.append(f"{first} - {second}: {_line(data['difference'])}")
        lines.append(f"  equal groups: p = {data['difference']['p_value']:.4g}")
    if "stratified" in data:
        lines.append(f"weighted: {_line(data['stratified'])}")
    return "\n".join(lines)


def _combined(combination: Combination, args: argparse.Namespace) -> dict[str, Any]:
    ends = combination.interval(args.level, args.method)
    return {
        "estimate": combination.value,
        "stderr": combination.stderr,
        "interval": [ends.low, ends.high],
    }


def _line(part: dict[str, Any]) -> str:
    low, high = part["interval"]
    return f"{part['estimate']:.6f} (stderr {part['stderr']:.6f}), [{low:.6f}, {high:.6f}]"


def _last_truth(part: Estimate) -> str:
    width = part.channel.shape[1]
    return ",".join(["0"] * (width - 1) + ["1"])


def _weights(text: str, groups: list[str]) -> list[str]:
    pairs = [entry.rpartition("=") for entry in text.split(",")]
    weights = {name: weight for name, _, weight in pairs}
    if sorted(weights) != sorted(groups) or len(pairs) != len(groups):
        raise InputError(f"--weights must name each group once ({', '.join(groups)}), got {text!r}")
    return [weights[group] for group in groups]
