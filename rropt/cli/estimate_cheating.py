"""The part of `rropt estimate` that is about people who give one report whatever is asked."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rropt.cli.options import refuse

if TYPE_CHECKING:
    from rropt.channel import Channel


def stated_channel(args: argparse.Namespace, channel: Channel) -> Channel:
    """The table of a population in which the stated share cheats; the same if none is stated."""
    from rropt.estimating import with_cheaters, with_stated_cheaters

    refuse(args, ("by", "null"), "not be given with --noncompliance")
    label, share = label_and_share(args.noncompliance)
    if share is None:
        with_cheaters(channel, label)
        return channel
    return with_stated_cheaters(channel, label, share)


def label_and_share(said: str) -> tuple[str, str | None]:
    """What --noncompliance says: the report that some give, and how many do if that is known.

    >>> label_and_share("no"), label_and_share("no=1/10")
    (('no', None), ('no', '1/10'))
    """
    label, equals, share = said.rpartition("=")
    return (label, share) if equals else (said, None)


def cheating_summary(
    args: argparse.Namespace, channel: Channel, counts: Sequence[Any]
) -> dict[str, Any]:
    """The stated share; or, if none is, the ranges of all truths and of the cheaters."""
    from rropt.estimating import cheating_estimate, identified_range

    label, share = label_and_share(args.noncompliance)
    if share is not None:
        return {"safe": label, "share": share}
    answer = cheating_estimate([channel], [counts], [label])
    width = answer.channel.shape[1]
    contrasts = [[int(i == j) for i in range(width)] for j in range(width)]
    found = [identified_range(answer, contrast, args.level) for contrast in contrasts]
    return {
        "safe": label,
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
