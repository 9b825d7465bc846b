"""The part of `rropt estimate` where more than one table, or more than one report, stands behind.

--design-column C: each person answered by one of several tables, and column C says by which.
--column C,D: several questions, each through its own table. --repeated C,...: one question, asked
several times.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, log
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.cli.common import VerbResult, wrapped
from rropt.cli.design_file import design_in, design_of, designs_by_arm
from rropt.cli.estimate_cheating import label_and_share
from rropt.cli.estimate_distribution import (
    contrast_summary,
    methods_of,
    summary,
    written,
)
from rropt.cli.options import given, refuse
from rropt.cli.reading_options import rules_of
from rropt.data.data_file import data_file
from rropt.exact import InputError, text

if TYPE_CHECKING:
    from rropt.channel import Channel
    from rropt.estimating import EstimatedDistribution, SeveralItems

FORMS = ("design_column", "repeated")

ALONE = ("by", "shares", "weights", "strata", "clusters", "population", "counts")
"""Options that none of the forms takes."""


@dataclass(frozen=True)
class SeveralDesigns:
    """One table for the whole answer, its counts, and what a person's whole answer tells.

    `gammas` are the largest likelihood ratios of whole answers, by arm ("" without arms); `items`
    are the questions, if there are several, with the names of their columns.
    """

    channel: Channel
    counts: tuple[int, ...]
    gammas: Mapping[str, Fraction | float]
    items: SeveralItems | None = None
    columns: Sequence[str] = ()


def wants_several(args: argparse.Namespace) -> bool:
    """Whether one of the three forms is given; the options that go with none are refused."""
    forms = given(args, *FORMS)
    if len(forms) > 1:
        raise InputError(f"only one of {' and '.join(forms)} must be given")
    questions = several_columns(args)
    if questions and not forms:
        refuse(args, (*ALONE, "noncompliance"), f"not be given with --column {args.column}")
    if not forms:
        return questions != []
    by_design = args.design_column is not None
    refuse(
        args,
        ALONE if by_design else (*ALONE, "column", "noncompliance"),
        f"not be given with {forms[0]}",
    )
    if args.file is None or (by_design and args.column is None):
        raise InputError(f"{forms[0]} needs FILE{' and --column' if by_design else ''}")
    if questions:
        raise InputError(f"--column must be one column with --design-column, got {args.column}")
    return True


def several_columns(args: argparse.Namespace) -> list[str]:
    """The columns of several questions; none where --column is one, whose name may have a comma."""
    if args.column is None or "," not in args.column or args.file is None:
        return []
    file = data_file(args.file) if Path(args.file).is_file() else None
    alone = file is not None and file.kind != "parquet" and args.column in file.header()
    return [] if alone else args.column.split(",")


def run_several(args: argparse.Namespace) -> VerbResult:
    """Estimate by several tables, or from several reports of each person."""
    from rropt.estimating import estimate
    from rropt.estimating.unbiased_linear import efficient_prior

    forms = {"design_column": _arms, "repeated": _repeated, "column": _items}
    several = next(form for name, form in forms.items() if getattr(args, name) is not None)(args)
    estimator, method = methods_of(args.method)
    answer = estimate(several.channel, several.counts, args.prior, estimator)
    data = summary(answer, args.level, method)
    data["prior"] = [text(share) for share in efficient_prior(several.channel, args.prior)]
    if args.contrast is not None:
        data["contrast"] = contrast_summary(answer, args, method)
    data |= _several_summary(answer, several, args.level, method)
    return VerbResult(data, wrapped("\n".join([written(answer, data), _several_text(data)])))


def _several_summary(
    answer: EstimatedDistribution, several: SeveralDesigns, level: Any, method: str
) -> dict[str, Any]:
    """What whole answers spend, the distribution of each question, and the share of cheaters."""
    from rropt.estimating.compliance import CHEATER

    data: dict[str, Any] = {"privacy": {arm: _spent(g) for arm, g in several.gammas.items()}}
    if several.items is not None:
        data["items"] = {
            column: _item(answer, several.items, i, level, method)
            for i, column in enumerate(several.columns)
        }
    truths = answer.channel.truths
    if CHEATER in truths and answer.identified.everything:
        found = answer.of(truths.index(CHEATER)).test(0)
        data["compliance"] = {"p_value": found.p_value, "test": found.method}
    return data


def _item(
    answer: EstimatedDistribution, items: SeveralItems, place: int, level: Any, method: str
) -> dict[str, Any]:
    """The distribution of one question."""
    truths = items.items[place].truths
    shares = [answer.contrast(items.marginal(place, j)) for j in range(len(truths))]
    ends = [share.interval(level, method) for share in shares]
    return {
        "truths": list(truths),
        "estimate": [share.value for share in shares],
        "interval": [[end.low, end.high] for end in ends],
    }


def _several_text(data: Mapping[str, Any]) -> str:
    """The same for a reader."""
    lines = []
    for column, item in data.get("items", {}).items():
        columns = (item["truths"], item["estimate"], item["interval"])
        shares = [
            f"{label}: {value:.6f} [{low:.6f}, {high:.6f}]"
            for label, value, (low, high) in zip(*columns, strict=True)
        ]
        lines.append(f"{column}: {', '.join(shares)}")
    if "compliance" in data:
        test = data["compliance"]
        lines.append(f"nobody cheats: p = {test['p_value']:.4g} ({test['test']})")
    for arm, spent in data["privacy"].items():
        whose = f"a whole answer by {arm}" if arm else "a whole answer"
        if spent["epsilon"] is None:
            lines.append(f"{whose} may reveal a truth for certain: rropt measures says how often")
        else:
            known = f"epsilon = {spent['epsilon']:.6g} (gamma {spent['gamma']})"
            lines.append(f"{whose} spends {known}")
    return "\n".join(lines)


def _arms(args: argparse.Namespace) -> SeveralDesigns:
    from rropt.data.counts import count_arms
    from rropt.estimating import pooled_design, with_cheaters

    channels = designs_by_arm(args)
    counts = count_arms(channels, args.file, args.column, args.design_column, rules_of(args))
    tables = list(channels.values())
    if args.noncompliance is not None:
        label, share = label_and_share(args.noncompliance)
        if share is not None:
            raise InputError(
                "--noncompliance must be a label alone with --design-column, where the share is "
                f"estimated, got {args.noncompliance}"
            )
        tables = [with_cheaters(channel, label) for channel in tables]
    gammas = {arm: channel.parity() for arm, channel in channels.items()}
    return SeveralDesigns(*pooled_design(tables, counts), gammas)


def _items(args: argparse.Namespace) -> SeveralDesigns:
    from rropt.data.counts import count_columns
    from rropt.estimating import SeveralItems

    columns = args.column.split(",")
    channels = _one_each(args, columns)
    items = SeveralItems(tuple(channels))
    counts = items.counts(count_columns(channels, args.file, columns, rules_of(args)))
    return SeveralDesigns(items.channel, counts, {"": items.gamma}, items, columns)


def _repeated(args: argparse.Namespace) -> SeveralDesigns:
    from rropt.data.counts import count_columns
    from rropt.estimating import combined_counts, repeated_channel

    columns, channel = args.repeated.split(","), design_of(args)
    times = len(columns)
    found = count_columns([channel] * times, args.file, columns, rules_of(args))
    if not args.memoised:
        counts = combined_counts(channel, found, times)
        gamma = channel.parity() ** times
        return SeveralDesigns(repeated_channel(channel, times), counts, {"": gamma})
    differing = sum(count for places, count in found.items() if len(set(places)) > 1)
    if differing:
        raise InputError(
            f"columns {args.repeated} must hold the same report in each row with --memoised, "
            f"got {differing} of {sum(found.values())} rows that differ"
        )
    once = {places[:1]: count for places, count in found.items()}
    return SeveralDesigns(channel, combined_counts(channel, once, 1), {"": channel.parity()})


def _one_each(args: argparse.Namespace, columns: Sequence[str]) -> list[Channel]:
    """A table for each question, or one for all."""
    paths = args.design.split(",")
    if len(paths) == 1:
        return [design_of(args)] * len(columns)
    if len(paths) != len(columns):
        raise InputError(
            f"--design must be one file or one for each column ({len(columns)}), got {len(paths)}"
        )
    return [design_in(args, path) for path in paths]


def _spent(gamma: Fraction | float) -> dict[str, Any]:
    """What a whole answer tells of any two truths at most."""
    if gamma == inf:
        return {"gamma": "oo", "epsilon": None}
    ratio = Fraction(gamma)
    return {"gamma": text(ratio), "epsilon": log(ratio.numerator) - log(ratio.denominator)}
