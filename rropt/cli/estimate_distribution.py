"""The answer of `rropt estimate`: as JSON, and the same in words."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.cli.estimate_groups import described, group_lines, number, part_lines, shown_error
from rropt.exact import InputError, text

if TYPE_CHECKING:
    from rropt.estimating import EstimatedDistribution, Interval

FITS = 0.05
"""A p-value below it is said to speak against the design, the field's usual line."""

DOUBTED = "the reports do not fit the design (refusals, lies, or another table)"

WANTED_GAP = 1e-6
"""What the maximum likelihood estimate is asked for; a larger gap is said."""


def methods_of(method: str) -> tuple[str, str]:
    """The estimate and the interval that --method names."""
    from rropt.estimating import METHODS

    if method in ("likelihood", "profile"):
        return "likelihood", method
    if method != "linear" and method not in METHODS:
        names = ", ".join(("likelihood", "profile", "linear", *METHODS))
        raise InputError(f"--method must be one of {names}, got {method!r}")
    return "linear", "wilson" if method == "linear" else method


def summary(
    answer: EstimatedDistribution, level: Any, method: str, prior: Any, simultaneous: bool
) -> dict[str, Any]:
    """The JSON object; null for what the design does not identify."""
    each = _level_of_each(answer, level) if simultaneous else level
    intervals = _intervals(answer, each, method)
    return answer.record | {
        "n": answer.records,
        "interval": [None if found is None else [found.low, found.high] for found in intervals],
        "level": text(_level(level)),
        "simultaneous": simultaneous,
        "method": method,
        "interval_method": [None if found is None else found.method for found in intervals],
        **_beside_likelihood(answer, prior),
    }


def _beside_likelihood(answer: Any, prior: Any) -> dict[str, Any]:
    """The likeliest distribution; of a weighted survey the design effects, else how reports fit."""
    from rropt.estimating import LikelihoodEstimate, SurveyEstimate, maximum_likelihood

    weighted = isinstance(answer, SurveyEstimate)
    best = answer.maximum if weighted else maximum_likelihood(answer.channel, answer.counts)
    data = {
        "mle": [float(p) for p in best.distribution],
        "mle_gap": float(best.gap),
        "mle_unique": best.unique,
    }
    if weighted:
        known = enumerate(answer.identified.truths)
        return data | {
            "design_effect": [answer.of(j).design_effect if seen else None for j, seen in known]
        }
    if isinstance(answer, LikelihoodEstimate):
        data["stderr_expected"] = list(map(number, answer.expected_stderr))
    return data | _fit(answer, prior)


def _fit(answer: EstimatedDistribution, prior: Any) -> dict[str, Any]:
    """Whether the reports can come from the design, and where the linear estimate is efficient."""
    from rropt.estimating import goodness_of_fit
    from rropt.estimating.unbiased_linear import efficient_prior

    fit = goodness_of_fit(answer.channel, answer.counts)
    found = {
        "statistic": number(fit.statistic),
        "p_value": fit.p_value,
        "degrees_of_freedom": fit.degrees_of_freedom,
        "method": fit.method,
    }
    return {
        "fit": found,
        "prior": [text(share) for share in efficient_prior(answer.channel, prior)],
    }


def contrast_summary(
    answer: EstimatedDistribution, args: argparse.Namespace, method: str
) -> dict[str, Any]:
    """The combination of shares that --contrast names."""
    found = described(answer.contrast(args.contrast), args.level, method, args.null)
    return {"coefficients": args.contrast.split(",")} | found


def written(data: dict[str, Any]) -> Iterator[str]:
    """The JSON object for a reader, line by line."""
    yield _title(data)
    yield from _share_table(data)
    if None in data["estimate"]:
        yield data["identified"]
    if _is_efficient_somewhere(data):
        yield f"efficient where the distribution is {', '.join(data['prior'])}"
    if data["mle_gap"] > WANTED_GAP:
        yield f"the likelihood may miss its maximum by {data['mle_gap']:.2g} (logarithm)"
    if "fit" in data:
        said = "the reports fit the design" if data["fit"]["p_value"] >= FITS else DOUBTED
        yield f"{said}: p = {data['fit']['p_value']:.4g} ({data['fit']['method']})"
    if "contrast" in data:
        name = f"contrast {','.join(data['contrast']['coefficients'])}"
        yield from part_lines(name, data["contrast"])
    if "cheating" in data:
        yield from _cheating_lines(data["cheating"], data["truths"])
    for column, item in data.get("items", {}).items():
        yield f"{column}: {_item_line(item)}"
    if "compliance" in data:
        test = data["compliance"]
        yield f"nobody cheats: p = {test['p_value']:.4g} ({test['test']})"
    for arm, spent in data.get("privacy", {}).items():
        yield _spent_line(arm, spent)
    if "groups" in data:
        yield from group_lines(data)


def _title(data: dict[str, Any]) -> str:
    percent = f"{100 * float(_level(data['level'])):g}%"
    names = ", ".join(dict.fromkeys(name for name in data["interval_method"] if name))
    hold = ""
    if len(data["truths"]) > 2:
        hold = " that hold together" if data["simultaneous"] else ", each alone"
    return f"{data['n']} reports; {data['estimator']} estimate; {percent} intervals{hold}: {names}"


def _share_table(data: dict[str, Any]) -> Iterator[str]:
    """A line for each truth: its share, standard error and interval, and one more column."""
    weighted = "design_effect" in data
    last = data["design_effect"] if weighted else data["mle"]
    title, form = ("design effect", "13.4f") if weighted else ("likelihood", "10.6f")
    width = max(len(label) for label in (*data["truths"], "truth"))
    yield f"{'truth':<{width}}  estimate    stderr  {'interval':<22}  {title}"
    columns = [data[name] for name in ("truths", "estimate", "stderr", "interval")]
    for label, value, stderr, ends, more in zip(*columns, last, strict=True):
        shown = f"  not identified{'':<30}"
        if value is not None:
            span = f"[{ends[0]:.6f}, {ends[1]:.6f}]"
            shown = f"  {value:8.6f}  {shown_error(stderr):>8}  {span:<22}"
        beside = "" if more is None else f"  {more:{form}}"
        yield f"{label:<{width}}{shown}{beside}".rstrip()


def _is_efficient_somewhere(data: dict[str, Any]) -> bool:
    """Whether a linear estimate has a choice, and has made one that is worth saying."""
    spare = len(data["counts"]) > len(data["truths"])
    return data["estimator"] == "linear" and spare and len(set(data["prior"])) > 1


def _cheating_lines(data: dict[str, Any], truths: list[str]) -> Iterator[str]:
    """Ranges of all truths and of the cheaters, or what is said of them."""
    if "share" in data:
        yield f"among those who follow the table, if {data['share']} always say {data['safe']}"
        return
    yield f"if some always say {data['safe']}, as shares of all:"
    named = [*truths, "cheaters"]
    for label, (low, high), ends in zip(named, data["range"], data["interval"], strict=True):
        span = f"[{ends[0]:.6f}, {ends[1]:.6f}]"
        yield f"  {label}: {low:.6f} to {high:.6f}, interval {span}"


def _item_line(item: dict[str, Any]) -> str:
    columns = (item["truths"], item["estimate"], item["interval"])
    return ", ".join(
        f"{label}: {value:.6f} [{low:.6f}, {high:.6f}]"
        for label, value, (low, high) in zip(*columns, strict=True)
    )


def _spent_line(arm: str, spent: dict[str, Any]) -> str:
    """What a whole answer tells."""
    whose = f"a whole answer by {arm}" if arm else "a whole answer"
    if spent["epsilon"] is None:
        return f"{whose} may reveal a truth for certain: rropt measures says how often"
    return f"{whose} spends epsilon = {spent['epsilon']:.6g} (gamma {spent['gamma']})"


def _intervals(answer: EstimatedDistribution, level: Any, method: str) -> list[Interval | None]:
    """One a truth; two truths mirror each other."""
    if answer.channel.shape[1] == 2 and answer.identified.everything:
        second = answer.of(1).interval(level, method)
        return [replace(second, low=1 - second.high, high=1 - second.low), second]
    known = answer.identified.truths
    return [answer.of(j).interval(level, method) if seen else None for j, seen in enumerate(known)]


def _level_of_each(answer: EstimatedDistribution, level: Any) -> Fraction:
    """The level of each interval with which all of them hold together."""
    from rropt.estimating import LikelihoodEstimate, simultaneous_level

    if not isinstance(answer, LikelihoodEstimate):
        raise InputError("--simultaneous must be given with --method likelihood or profile")
    return simultaneous_level(answer.expected_covariance, _level(level))


def _level(level: Any) -> Any:
    from rropt.estimating.quantiles import confidence_level

    return confidence_level(level)
