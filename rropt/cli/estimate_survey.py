"""The part of `rropt estimate` that is about how people were asked: weights, strata, clusters."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from rropt.cli.common import VerbResult, wrapped
from rropt.cli.estimate_distribution import contrast_line, share_table
from rropt.cli.estimate_groups import (
    compared,
    described,
    group_shares,
    group_text,
    last_truth,
    number,
    p_value_of,
)
from rropt.cli.options import given
from rropt.cli.reading_options import rules_of
from rropt.exact import InputError, exact, text

if TYPE_CHECKING:
    from rropt.channel import Channel
    from rropt.estimating.survey_groups import Cells
    from rropt.estimating.weighted_survey import SurveyEstimate

SURVEY = ("weights", "strata", "clusters", "population")


def wants_survey(args: argparse.Namespace) -> bool:
    """Whether any of the options is given."""
    return bool(given(args, *SURVEY))


def run_survey(args: argparse.Namespace, channel: Channel) -> VerbResult:
    """The pseudo-likelihood estimate of the file, of its contrast and of its groups."""
    from rropt.estimating.weighted_survey import survey_of_cells

    _refuse_others(args)
    groups = _cells(args, channel)
    population = _population(args.population)
    everybody = [cell for cells in groups.values() for cell in cells]
    answer = survey_of_cells(channel, everybody, population)
    data = _summary(answer, args.level)
    lines = [_written(data)]
    if args.contrast is not None:
        data["contrast"] = {"coefficients": args.contrast.split(",")}
        part = answer.contrast(args.contrast)
        data["contrast"] |= described(part, args.level, null=args.null)
        lines.append(contrast_line(data["contrast"]))
    if args.by is not None:
        data |= _grouped(args, channel, groups, population)
        lines.append(group_text(data))
    return VerbResult(data, wrapped("\n".join(lines)))


def _grouped(
    args: argparse.Namespace,
    channel: Channel,
    groups: Cells,
    population: Any,
) -> dict[str, Any]:
    """Each group as a domain, the difference of two or the equality of more, the weighted sum."""
    from rropt.estimating.survey_groups import survey_groups

    found = survey_groups(channel, groups, population)
    contrast = args.contrast or last_truth(channel.shape[1])
    data: dict[str, Any] = {"group_contrast": contrast.split(","), "groups": {}}
    for name, part in found.domains.items():
        alone = {"n": part.records, "distribution": list(map(number, part.value))}
        data["groups"][name] = alone | described(part.contrast(contrast), args.level)
    names = list(groups)
    if len(names) == 2:
        change = found.weighted_sum([1, -1], contrast)
        data["difference"] = compared(names, change, args.level)
    equal = found.equality_test(contrast) if len(names) > 2 else None
    if equal is not None:
        data["equal_groups"] = p_value_of(equal)
    if args.shares is not None:
        whole = found.weighted_sum(group_shares(args.shares, names), contrast)
        data["stratified"] = described(whole, args.level, null=args.null)
    return data


def _refuse_others(args: argparse.Namespace) -> None:
    if args.file is None or args.column is None:
        raise InputError("--weights, --strata, --clusters and --population need FILE and --column")
    if args.prior is not None:
        raise InputError("--prior must not be given with a weighted or clustered survey")
    if args.method != "likelihood":
        raise InputError("--method must be likelihood in a weighted or clustered survey")


def _cells(args: argparse.Namespace, channel: Channel) -> Cells:
    """Records that are alike, counted in the file, by group."""
    from rropt.estimating.survey_groups import SurveyColumns, survey_cells

    by = () if args.by is None else tuple(args.by.split(","))
    if args.column in by:
        raise InputError(f"--by must be another column than the reports, got {args.column!r}")
    columns = SurveyColumns(args.column, by, args.weights, args.strata, args.clusters)
    return survey_cells(channel, args.file, columns, rules_of(args))


def _population(given: str | None) -> Any:
    if given is None or "=" not in given:
        return given
    pairs = [entry.rpartition("=") for entry in given.split(",")]
    return {name: size for name, _, size in pairs}


def _summary(answer: SurveyEstimate, level: Any) -> dict[str, Any]:
    from rropt.estimating.quantiles import confidence_level

    known = answer.identified.truths
    parts = [answer.of(j) if seen else None for j, seen in enumerate(known)]
    intervals = [None if part is None else part.interval(level) for part in parts]
    return {
        "n": answer.records,
        "counts": [float(n) for n in answer.counts],
        "truths": list(answer.channel.truths),
        "estimate": list(map(number, answer.value)),
        "stderr": list(map(number, answer.stderr)),
        "interval": [None if found is None else [found.low, found.high] for found in intervals],
        "level": text(confidence_level(level)),
        "method": "likelihood",
        "estimator": answer.method,
        "interval_method": [None if found is None else found.method for found in intervals],
        "design_effect": [None if part is None else part.design_effect for part in parts],
        "mle": [float(p) for p in answer.maximum.distribution],
        "mle_gap": float(answer.maximum.gap),
        "mle_unique": answer.maximum.unique,
        "covariance": [list(map(number, row)) for row in answer.covariance],
        "identified": answer.identified.statement(),
    }


def _written(data: dict[str, Any]) -> str:
    percent = f"{100 * float(exact(data['level'])):g}%"
    names = ", ".join(dict.fromkeys(name for name in data["interval_method"] if name))
    lines = [f"{data['n']} reports; {data['estimator']} estimate; {percent} intervals: {names}"]
    lines += share_table(data, "design effect", data["design_effect"], "13.4f")
    return "\n".join(lines)
