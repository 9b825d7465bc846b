"""The part of `rropt estimate` that is about people who always give the safe report."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rropt.exact import InputError

if TYPE_CHECKING:
    from rropt.channel import Channel


def stated_channel(args: argparse.Namespace, channel: Channel) -> Channel:
    """The table of a population in which the stated share cheats; the same if none is stated."""
    from rropt.estimating import with_cheaters, with_stated_cheaters

    if args.by is not None or args.null is not None:
        raise InputError("--safe must not be given with --by or --null")
    if args.cheating is None:
        with_cheaters(channel, args.safe)
        return channel
    return with_stated_cheaters(channel, args.safe, args.cheating)


def cheating_summary(
    args: argparse.Namespace, channel: Channel, counts: Sequence[Any]
) -> dict[str, Any]:
    """The stated share; or, if none is, the ranges of all truths and of the cheaters."""
    from rropt.estimating import cheating_estimate, identified_range

    if args.cheating is not None:
        return {"safe": args.safe, "share": args.cheating}
    answer = cheating_estimate([channel], [counts], [args.safe])
    width = answer.channel.shape[1]
    contrasts = [[int(i == j) for i in range(width)] for j in range(width)]
    found = [identified_range(answer, contrast, args.level) for contrast in contrasts]
    return {
        "safe": args.safe,
        "range": [[each.low, each.high] for each in found],
        "interval": [[each.interval.low, each.interval.high] for each in found],
    }


def cheating_text(data: dict[str, Any], truths: Sequence[str]) -> str:
    """The same for a reader."""
    if "share" in data:
        return f"among those who follow the table, if {data['share']} always say {data['safe']}"
    lines = [f"if some always say {data['safe']}, as shares of all:"]
    for label, (low, high), ends in zip(
        [*truths, "cheaters"], data["range"], data["interval"], strict=True
    ):
        span = f"[{ends[0]:.6f}, {ends[1]:.6f}]"
        lines.append(f"  {label}: {low:.6f} to {high:.6f}, interval {span}")
    return "\n".join(lines)
