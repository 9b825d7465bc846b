"""The answer of `rropt estimate` about one distribution: as JSON, and for a reader."""

from __future__ import annotations

import argparse
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.cli.estimate_groups import described, null_line, number, shown_error
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
    answer: EstimatedDistribution, level: Any, method: str, simultaneous: bool = False
) -> dict[str, Any]:
    """The JSON object; null for what the design does not identify."""
    from rropt.estimating import goodness_of_fit, maximum_likelihood

    fit = goodness_of_fit(answer.channel, answer.counts)
    best = maximum_likelihood(answer.channel, answer.counts)
    each = _level_of_each(answer, level) if simultaneous else level
    intervals = _intervals(answer, each, method)
    return answer.record | {
        "interval": [None if found is None else [found.low, found.high] for found in intervals],
        "level": text(_level(level)),
        "simultaneous": simultaneous,
        "method": method,
        "interval_method": [None if found is None else found.method for found in intervals],
        "mle": [float(p) for p in best.distribution],
        "mle_gap": float(best.gap),
        "mle_unique": best.unique,
        "fit": {
            "statistic": number(fit.statistic),
            "p_value": fit.p_value,
            "degrees_of_freedom": fit.degrees_of_freedom,
            "method": fit.method,
        },
        **_by_likelihood(answer),
    }


def _by_likelihood(answer: EstimatedDistribution) -> dict[str, Any]:
    """What only a likelihood has: the standard error by the expected information."""
    from rropt.estimating import LikelihoodEstimate

    if not isinstance(answer, LikelihoodEstimate):
        return {}
    return {"stderr_expected": list(map(number, answer.expected_stderr))}


def written(answer: EstimatedDistribution, data: dict[str, Any]) -> str:
    """The same for a reader."""
    percent = f"{100 * float(_level(data['level'])):g}%"
    names = ", ".join(dict.fromkeys(name for name in data["interval_method"] if name))
    hold = ""
    if len(data["truths"]) > 2:
        hold = " that hold together" if data.get("simultaneous") else ", each alone"
    title = f"{answer.n} reports; {data['estimator']} estimate; {percent} intervals{hold}: {names}"
    lines = [title, *share_table(data, "likelihood", data["mle"], "10.6f")]
    if not answer.identified.everything:
        lines.append(data["identified"])
    if _is_efficient_somewhere(answer, data["prior"]):
        lines.append(f"efficient where the distribution is {', '.join(data['prior'])}")
    if data["mle_gap"] > WANTED_GAP:
        lines.append(f"the likelihood may miss its maximum by {data['mle_gap']:.2g} (logarithm)")
    fit = data["fit"]
    said = "the reports fit the design" if fit["p_value"] >= FITS else DOUBTED
    lines.append(f"{said}: p = {fit['p_value']:.4g} ({fit['method']})")
    if "contrast" in data:
        lines.append(contrast_line(data["contrast"]))
    return "\n".join(lines)


def share_table(data: dict[str, Any], title: str, column: list[Any], form: str) -> list[str]:
    """A line for each truth: its share, standard error and interval, and one more column."""
    width = max(len(label) for label in (*data["truths"], "truth"))
    lines = [f"{'truth':<{width}}  estimate    stderr  {'interval':<22}  {title}"]
    columns = [data[name] for name in ("truths", "estimate", "stderr", "interval")]
    for label, value, stderr, ends, last in zip(*columns, column, strict=True):
        shown = f"  not identified{'':<30}"
        if value is not None:
            span = f"[{ends[0]:.6f}, {ends[1]:.6f}]"
            shown = f"  {value:8.6f}  {shown_error(stderr):>8}  {span:<22}"
        more = "" if last is None else f"  {last:{form}}"
        lines.append(f"{label:<{width}}{shown}{more}".rstrip())
    return lines


def _is_efficient_somewhere(answer: EstimatedDistribution, prior: list[str]) -> bool:
    """Whether a linear estimate has a choice, and has made one that is worth saying."""
    reports, truths = answer.channel.shape
    return answer.method == "linear" and reports > truths and len(set(prior)) > 1


def contrast_summary(
    answer: EstimatedDistribution, args: argparse.Namespace, method: str
) -> dict[str, Any]:
    """The combination of shares that --contrast names."""
    found = described(answer.contrast(args.contrast), args.level, method, args.null)
    return {"coefficients": args.contrast.split(",")} | found


def contrast_line(data: dict[str, Any]) -> str:
    """A contrast, and its test, for a reader."""
    low, high = data["interval"]
    line = f"contrast {','.join(data['coefficients'])}: {data['estimate']:.6f}"
    line += f" (stderr {shown_error(data['stderr'])}), [{low:.6f}, {high:.6f}]"
    if "null" in data:
        line += "\n" + null_line(data)
    return line


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
        raise InputError("--simultaneous must be given with an estimate by likelihood")
    return simultaneous_level(answer.expected_covariance, _level(level))


def _level(level: Any) -> Any:
    from rropt.estimating.quantiles import confidence_level

    return confidence_level(level)
