"""What is told of an estimated distribution: plain data, and the same in words.

What is asked of it, beside the level of the intervals:

| question        | what it asks                                                               |
|-----------------|----------------------------------------------------------------------------|
| `interval`      | the kind of interval: profile, wald, wilson, ...                           |
| `simultaneous`  | intervals that hold for all shares at once                                 |
| `contrast`      | a combination of the shares too; of groups instead of the last share       |
| `null`          | the test that the contrast has this value                                  |
| `shares`        | the groups' shares of the population, by which they are added up           |
| `odds`          | the ratio of the odds of two groups                                        |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf, nan
from typing import TYPE_CHECKING, Any

from rropt.exact import (
    InputError,
    Number,
    Numbers,
    exact,
    groups_in_words,
    several,
    share_vector,
    text,
)
from rropt.exact.entries import unit
from rropt.exact.labelled import aligned
from rropt.survey.likelihood import WANTED_GAP
from rropt.survey.quantiles import confidence_level, percent
from rropt.survey.results import Row, finite, text_table

if TYPE_CHECKING:
    from rropt.survey.estimated import EstimatedDistribution

FITS = 0.05
"""A p-value below it is said to speak against the design, the field's usual line."""

DOUBTED = "the reports do not fit the design (refusals, lies, or another table)"


@dataclass(frozen=True)
class SharesQuestion:
    """What is asked of an estimated distribution."""

    level: Number
    interval: str | None
    simultaneous: bool
    contrast: Numbers | None
    null: Number | None
    shares: Mapping[str, Number] | None
    odds: bool

    def refuse_unmet(self, grouped: bool) -> None:
        """A test is of a contrast; odds and shares are of groups, and groups are each alone."""
        if self.null is not None and self.contrast is None and not grouped:
            raise InputError("null must be given with contrast, whose value it is")
        if not grouped and (self.odds or self.shares is not None):
            raise InputError(f"{'odds' if self.odds else 'shares'} must be given with groups: by")
        if grouped and self.simultaneous:
            raise InputError("simultaneous must be left out for groups")


def shares_record(answer: EstimatedDistribution, asked: SharesQuestion) -> dict[str, Any]:
    """What is told beside the shares: plain data, null for what the design does not identify."""
    method = asked.interval or answer.default_interval
    level = confidence_level(asked.level)
    each = answer.level_of_each(level) if asked.simultaneous else level
    intervals = answer.intervals(each, method)
    data: dict[str, Any] = {
        "interval": [None if found is None else [found.low, found.high] for found in intervals],
        "level": text(level),
        "simultaneous": asked.simultaneous,
        "method": method,
        "interval_method": [None if found is None else found.method for found in intervals],
        "loglik": finite(answer.llf),
        "notes": list(answer.notes),
        **_likelihood_record(answer),
    }
    if asked.contrast is not None:
        found = _described(answer.contrast(asked.contrast), level, method, asked.null)
        data["contrast"] = {"coefficients": said_contrast(answer, asked.contrast)} | found
    for name, told in answer.beside.items():
        data[name] = told(answer, level, method) if callable(told) else told
        if data[name] is None:
            del data[name]
    if answer.groups:
        data |= _groups_record(answer.groups, asked, level, method)
    return data


def _likelihood_record(answer: EstimatedDistribution) -> dict[str, Any]:
    """The likeliest distribution, and how the reports fit the design."""
    best = answer.likeliest
    fit = answer.fit
    data = {
        "mle": [float(share) for share in best.distribution],
        "mle_gap": float(best.gap),
        "mle_unique": best.unique,
        **answer.own_record,
    }
    if fit is not None:
        data["fit"] = {
            "statistic": finite(fit.statistic),
            "p_value": fit.p_value,
            "degrees_of_freedom": fit.degrees,
            "method": fit.method,
        }
    return data


def _groups_record(
    groups: Any, asked: SharesQuestion, level: Number, method: str
) -> dict[str, Any]:
    """Each group's contrast, the difference of two, the equality of more, and the weighted sum."""
    names = list(groups)
    parts = list(groups.values())
    contrast = asked.contrast
    if contrast is None:
        width = parts[0].channel.shape[1]
        contrast = unit(width, width - 1)
    data: dict[str, Any] = {"group_contrast": said_contrast(parts[0], contrast), "groups": {}}
    for name, part in groups.items():
        alone = {"n": part.nobs, "distribution": list(map(finite, part.value.tolist()))}
        share = _described(part.contrast(contrast), level, method, asked.null)
        data["groups"][name] = alone | share
    if len(parts) == 2:
        # What `null` asks is of each group's value: two groups are equal where they differ by 0.
        change = groups.weighted_sum([1, -1], contrast)
        compared = _described(change, level, method) | {"of": names} | _p_value(change.test(0))
        data["difference"] = compared
    if asked.odds:
        ratio = groups.odds_ratio()
        known = {"of": names, "infinite": ratio.value == inf}
        data["odds_ratio"] = _described(ratio, level, method) | _p_value(ratio.test(1)) | known
    equal = groups.equality_test(contrast) if len(parts) > 2 else None
    if equal is not None:
        data["equal_groups"] = _p_value(equal)
    if asked.shares is not None:
        whole = groups.weighted_sum(_population_shares(asked.shares, names), contrast)
        data["stratified"] = _described(whole, level, method, asked.null)
    return data


def said_contrast(answer: EstimatedDistribution, contrast: Any) -> list[str]:
    """The coefficients as they were given, in the order of the truths."""
    return list(map(str, aligned(answer.channel.truths, contrast, "contrast")))


def _described(part: Any, level: Number, method: str, null: Number | None = None) -> dict[str, Any]:
    """A number with its interval, and where `null` is given the test that it has this value."""
    ends = part.interval(level, method)
    data = {
        "estimate": finite(part.value),
        "stderr": finite(part.stderr),
        "interval": [finite(ends.low), finite(ends.high)],
        "method": ends.method,
    }
    if null is None:
        return data
    return data | {"null": str(null)} | _p_value(part.test(exact(null, "null")))


def _p_value(test: Any) -> dict[str, Any]:
    return {"p_value": test.p_value, "test": test.method}


def _population_shares(shares: Mapping[str, Number], names: Sequence[str]) -> tuple[Any, ...]:
    """The groups' shares of the population, in the order of the groups."""
    if not isinstance(shares, Mapping) or sorted(shares) != sorted(names):
        said = ", ".join(shares) if isinstance(shares, Mapping) else repr(shares)
        raise InputError(f"shares must name each group once ({groups_in_words(names)}), got {said}")
    return share_vector([shares[name] for name in names], "shares")


def shares_text(answer: EstimatedDistribution, data: dict[str, Any]) -> str:
    """The record in words: the shares, what to know of them, and what else was asked."""
    more = list(_remarks(data))
    if "contrast" in data:
        more += _tested(f"contrast {','.join(data['contrast']['coefficients'])}", data["contrast"])
    more += _lines_beside(data)
    if "groups" in data:
        more += _group_lines(data)
    return "\n".join(
        [_title(answer, data), "", *_share_table(data), *([""] if more else []), *more]
    )


def _title(answer: EstimatedDistribution, data: dict[str, Any]) -> str:
    names = ", ".join(dict.fromkeys(name for name in data["interval_method"] if name))
    hold = ""
    if len(data["truths"]) > 2:
        hold = " that hold together" if data["simultaneous"] else ", each alone"
    return f"{answer.headline[0]}; {percent(data['level'])} intervals{hold}: {names}"


def _share_table(data: dict[str, Any]) -> list[str]:
    """A line for each truth; of a survey with the design effect, of a linear estimate the likely
    share."""
    beside = "design effect"
    added = data.get("design_effect")
    if data["estimator"] == "linear":
        beside = "likeliest"
        added = data["mle"]
    table: list[Row] = []
    for place, name in enumerate(data["truths"]):
        low, high = data["interval"][place] or (nan, nan)
        row = {"name": name, "share": data["estimate"][place], "stderr": data["stderr"][place]}
        row |= {"low": low, "high": high} | ({} if added is None else {beside: added[place]})
        table.append({key: nan if value is None else value for key, value in row.items()})
    columns = ("share", "stderr", *(() if added is None else (beside,)))
    return text_table(table, columns, float(exact(data["level"], "level")))


def _remarks(data: dict[str, Any]) -> Iterator[str]:
    """The notes, where the estimate is efficient, and whether the reports fit."""
    yield from data["notes"]
    # With as many reports as truths L is the inverse, whatever the prior.
    spare = len(data["counts"]) > len(data["truths"])
    if data["estimator"] == "linear" and spare and len(set(data["prior"])) > 1:
        yield f"efficient where the distribution is {', '.join(data['prior'])}"
    if data["mle_gap"] > WANTED_GAP:
        yield f"the likelihood may miss its maximum by {data['mle_gap']:.2g} (logarithm)"
    if "fit" in data:
        said = "the reports fit the design" if data["fit"]["p_value"] >= FITS else DOUBTED
        yield f"{said}: p = {data['fit']['p_value']:.4g} ({data['fit']['method']})"


def _lines_beside(data: dict[str, Any]) -> Iterator[str]:
    """Of several designs, questions or reports, and of people who do not comply."""
    if "compliance" in data:
        test = data["compliance"]
        yield f"nobody cheats: p = {test['p_value']:.4g} ({test['test']})"
    yield from said_unasked(data.get("unasked", ()))
    for column, item in data.get("items", {}).items():
        columns = (item["truths"], item["estimate"], item["interval"])
        shares = [
            f"{label}: {value:.5f} [{low:.5f}, {high:.5f}]"
            for label, value, (low, high) in zip(*columns, strict=True)
        ]
        yield f"{column}: {', '.join(shares)}"
    for arm, spent in data.get("privacy", {}).items():
        whose = f"a whole answer by {arm}" if arm else "a whole answer"
        if spent["epsilon"] is None:
            yield f"{whose} may reveal a truth for certain: rropt measures says how often"
        else:
            yield f"{whose} spends epsilon = {spent['epsilon']:.6g} (gamma {spent['gamma']})"
    if "cheating" in data:
        yield from _cheating(data["cheating"], [*data["truths"], "cheaters"])


def said_unasked(designs: Iterable[str]) -> tuple[str, ...]:
    """The note that no row was answered by some of the designs of a survey.

    >>> said_unasked(["b"]), said_unasked([])
    (("no row was answered by design 'b'",), ())
    """
    named = ", ".join(map(repr, designs))
    return (f"no row was answered by design {named}",) if named else ()


def _cheating(told: dict[str, Any], names: Sequence[str]) -> Iterator[str]:
    """Among whom the shares are where some give one report whatever is asked, or what they may
    be."""
    if "share" in told:
        yield f"among those who follow the table, if {told['share']} always say {told['safe']}"
        return
    yield f"if some always say {told['safe']}, as shares of all:"
    for label, (low, high), ends in zip(names, told["range"], told["interval"], strict=True):
        yield f"  {label}: {low:.5f} to {high:.5f}, interval [{ends[0]:.5f}, {ends[1]:.5f}]"


def _group_lines(data: dict[str, Any]) -> Iterator[str]:
    """Groups, their differences and their sum."""
    yield f"by group, contrast {','.join(data['group_contrast'])}:"
    for group, part in data["groups"].items():
        yield f"  {_group(group)}: {_value(part)} ({several(part['n'], 'report')})"
        if len(part["distribution"]) > 2:
            yield f"    {_distribution(part['distribution'], data['truths'])}"
    if "difference" in data:
        yield f"{' - '.join(map(_group, data['difference']['of']))}: {_value(data['difference'])}"
        yield _equality(data["difference"])
    if "odds_ratio" in data:
        odds = data["odds_ratio"]
        yield f"odds, {' / '.join(map(_group, odds['of']))}: {_odds(odds)}"
    if "equal_groups" in data:
        yield _equality(data["equal_groups"])
    if "stratified" in data:
        yield from _tested("weighted", data["stratified"])


def _tested(name: str, part: dict[str, Any]) -> Iterable[str]:
    """A combination of shares, and the test of its value if there is one."""
    yield f"{name}: {_value(part)}"
    if "null" in part:
        yield f"  equal to {part['null']}: p = {part['p_value']:.4g} ({part['test']})"


def _value(part: dict[str, Any]) -> str:
    low, high = part["interval"]
    error = "-" if part["stderr"] is None else f"{part['stderr']:.5f}"
    return f"{part['estimate']:.5f} (stderr {error}), [{low:.5f}, {high:.5f}]"


def _odds(odds: dict[str, Any]) -> str:
    low, high = ("infinite" if end is None else f"{end:.4g}" for end in odds["interval"])
    none = "infinite" if odds["infinite"] else "not told, as nobody or everybody has it in both,"
    value = none if odds["estimate"] is None else f"{odds['estimate']:.4g}"
    return f"{value} [{low}, {high}]"


def _group(name: str) -> str:
    """A group as it is called; in quotes where it begins or ends with a blank.

    >>> _group("x=1"), _group("x=1 ")
    ('x=1', "'x=1 '")
    """
    return name if name == name.strip() else repr(name)


def _distribution(shares: Sequence[float | None], truths: Sequence[str]) -> str:
    """All categories of a group."""
    pairs = zip(truths, shares, strict=True)
    return ", ".join(f"{label}: {'-' if p is None else f'{p:.5f}'}" for label, p in pairs)


def _equality(test: dict[str, Any]) -> str:
    return f"  equal groups: p = {test['p_value']:.4g} ({test['test']})"
