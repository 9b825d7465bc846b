"""Estimates with honest uncertainty from a column of reports.

The estimate is the maximum likelihood one, on the simplex, with a proved bound on the
log-likelihood that it misses; its standard error comes from the observed information, its interval
from the profile likelihood, with a cutoff that is moved where reports are too few for the
chi-square distribution (of up to 8 truths; --method profile leaves it). --method linear gives the
unbiased linear estimate, never clipped, efficient at the prior of the design or at --prior, with
its wilson interval; so do wilson, wald, clopper_pearson (exact; two answers or k-ary randomized
response), chebyshev and guaranteed with theirs.

With --null, a contrast is tested by the likelihood ratio (linear: exactly where its reports score
two values, otherwise by the score). With --by, each value of another column is a group with its own
estimate; several columns (--by region,sex) are crossed. Two groups are compared, more are tested
for equality, and --shares town=3/4,land=1/4 adds them up by their shares of the population.
--odds also compares the odds of two groups, with an interval that holds for rare truths too.

--weights W takes sampling weights from a column, with --strata, --clusters and a finite
--population: pseudo-likelihood, linearised standard errors, and intervals and tests with the design
effect; --by, --contrast, --null and --shares as before.

--noncompliance LABEL allows for people who always give this report: each share is then a range,
from no such people to as many as the reports allow; --noncompliance LABEL=S states their share, the
same in all groups, and the estimates are those of the others.

Several tables in one survey: --design-column version --design A=a.json,B=b.json takes all people
together in one likelihood, column version saying who answered by which; with --noncompliance, two
tables tell the share of cheaters. --column smokes,drinks estimates the joint distribution of
several questions, by one design or one for each. --repeated may,june takes several reports of one
question, freshly drawn or, with --memoised, drawn once and given again. Each says what a person's
whole answer spends.

--correlations smokes,drinks,age finds Pearson's correlations of the answers behind these columns:
--design smokes=a.json,drinks=b.json names those that were reported by a design (one file is that of
all), the others are open numbers. Truths are their labels as numbers, or 0 and 1.

By a design for a mean (rropt design mean) the mean of the numbers behind the reports is estimated,
with its standard error and the interval of its score at --level.

examples:
  rropt estimate reports.csv --design D.json --column smokes
  rropt estimate reports.csv --design D.json --column smokes --by region
  rropt estimate --counts 612,388 --design D.json --level 0.99 --json
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.channel.implicit import ImplicitChannel
from rropt.cli.common import VerbResult, listed, rules_of, wrapped
from rropt.cli.design_file import (
    designs_by_arm,
    mechanism_of,
)
from rropt.cli.options import refuse
from rropt.cli.table import OF_DESIGN, OF_READING
from rropt.data.data_file import data_file
from rropt.exact import InputError
from rropt.survey.estimated_mean import mean_of

if TYPE_CHECKING:
    from rropt.channel import Channel
    from rropt.design.answer import Answer

SURVEY = ("weights", "strata", "clusters", "population")

OPTIONS = (
    "file", *OF_DESIGN, "column", *OF_READING, "counts", "level", "method", "simultaneous", "top",
    "contrast", "null", "by", "shares", "odds", "prior", *SURVEY, "noncompliance", "design_column",
    "repeated", "memoised", "correlations",
)  # fmt: skip

OF_SHARES = (
    "contrast", "null", "by", "shares", "prior", *SURVEY, "noncompliance", "design_column",
    "repeated",
)  # fmt: skip
"""Options for shares of categories that are written out."""

GUARANTEED = {"likelihood": False, "linear": False, "clopper_pearson": True, "guaranteed": True}
"""Whether the intervals of many shares are, by --method; their estimate is the unbiased one, also
where the usual method is left, and says so."""


def run(args: argparse.Namespace) -> VerbResult:
    """Count, estimate, report."""
    from rropt.verbs import estimate

    if args.correlations is not None:
        return _correlations(args)
    columns = _columns(args)
    design = _mechanism(args, columns)
    told = _told(args, design)
    _require_source(args)
    found: Any = estimate(
        design,
        args.file,
        columns,
        args.prior,
        methods_of(args.method)[0],
        by=listed(args.by),
        weights=args.weights,
        strata=args.strata,
        clusters=args.clusters,
        population=population_of(args.population),
        counts=listed(args.counts),
        design_column=args.design_column,
        repeated=listed(args.repeated),
        memoised=args.memoised,
        noncompliance=args.noncompliance,
        **{name: getattr(args, name) for name in OF_READING},
    )
    text = wrapped(found.summary(args.level, **told, **_top(args, design)))
    return VerbResult(found.to_json(args.level, **told), text)


def _columns(args: argparse.Namespace) -> str | list[str] | None:
    """The column of the reports, or several: one whose name has a comma is looked for first."""
    if args.column is None or "," not in args.column or args.file is None:
        return args.column
    # A pipe has no header that could be read twice.
    file = data_file(args.file) if Path(args.file).is_file() else None
    alone = file is not None and file.kind != "parquet" and args.column in file.header()
    return args.column if alone else args.column.split(",")


def _told(args: argparse.Namespace, design: Any) -> dict[str, Any]:
    """What the estimate shall say; what it has no answer to is refused before anything is read."""
    if mean_of(design) is not None:
        refuse(args, (*OF_SHARES, "simultaneous"), "be left out for a design for a mean")
        if args.method not in ("likelihood", "linear"):
            raise InputError("--method must be left out for a design for a mean: it is linear")
        return {}
    if isinstance(getattr(design, "channel", design), ImplicitChannel):
        refuse(args, (*OF_SHARES, "counts"), "be left out for a design whose table is not written")
        if args.method not in GUARANTEED:
            raise InputError(
                f"--method must be one of {', '.join(GUARANTEED)} for a design whose table is not "
                f"written, got {args.method}"
            )
        return {"simultaneous": args.simultaneous, "guaranteed": GUARANTEED[args.method]}
    return {
        "interval": methods_of(args.method)[1],
        "simultaneous": args.simultaneous,
        "contrast": listed(args.contrast),
        "null": args.null,
        "shares": args.shares and numbers_by_name(args.shares, "--shares"),
        "odds": args.odds,
    }


def _top(args: argparse.Namespace, design: Any) -> dict[str, Any]:
    """How many of very many shares are printed."""
    if args.top is None:
        return {}
    if not isinstance(getattr(design, "channel", design), ImplicitChannel):
        refuse(args, ("top",), "be left out for a design whose table is written: it has all shares")
    return {"top": args.top}


def _mechanism(
    args: argparse.Namespace, columns: str | list[str] | None
) -> Answer | Channel | dict[str, Answer | Channel]:
    """What --design names: one mechanism, or several by column or by value of --design-column."""
    if args.design_column is not None:
        return designs_by_arm(args)
    return _one_each(args, columns) if isinstance(columns, list) else mechanism_of(args)


def _one_each(args: argparse.Namespace, columns: list[str]) -> dict[str, Answer | Channel]:
    """A mechanism for each question, by its name or in their order, or one for all."""
    if all("=" in entry for entry in args.design.split(",")):
        named = designs_by_arm(args)
        if sorted(named) == sorted(columns):
            return {column: named[column] for column in columns}
    paths = args.design.split(",")
    if len(paths) not in (1, len(columns)):
        raise InputError(
            f"--design must be one file or one for each column ({len(columns)}), got {len(paths)}"
        )
    tables = [mechanism_of(args, path) for path in paths]
    # One file is that of every column.
    return dict(zip(columns, tables * (len(columns) // len(tables)), strict=True))


def _require_source(args: argparse.Namespace) -> None:
    """Reports in a column of a file, or counts."""
    if (args.file is None) == (args.counts is None):
        raise InputError("exactly one of FILE and --counts must be given")
    if args.file is not None and args.column is None and args.repeated is None:
        raise InputError("--column is needed with FILE: the column of the reports")


def methods_of(method: str) -> tuple[str, str | None]:
    """The estimate and the interval that --method names; None is the usual one.

    >>> methods_of("profile"), methods_of("wald"), methods_of("linear")
    (('likelihood', 'profile'), ('linear', 'wald'), ('linear', None))
    """
    from rropt.survey import METHODS

    if method in ("likelihood", "linear"):
        return method, None
    if method == "profile":
        return "likelihood", method
    if method not in METHODS:
        names = ", ".join(("likelihood", "profile", "linear", *METHODS))
        raise InputError(f"--method must be one of {names}, got {method!r}")
    return "linear", method


NUMBER = re.compile(r"(.+?)=([^,=]*)(?:,|$)")
"""NAME=NUMBER; the names of crossed groups have commas: a, b=1/2."""


def numbers_by_name(said: str, option: str) -> dict[str, str]:
    """The shares of groups, or the sizes of strata, each named once.

    >>> numbers_by_name("x, 1=1/2,x, 2=1/2", "--shares")
    {'x, 1': '1/2', 'x, 2': '1/2'}
    """
    if NUMBER.sub("", said):
        raise InputError(f"{option} must be NAME=NUMBER,NAME=NUMBER, got {said!r}")
    pairs = NUMBER.findall(said)
    if len(dict(pairs)) < len(pairs):
        raise InputError(f"{option} must name each group once, got {said!r}")
    return dict(pairs)


def population_of(said: str | None) -> Any:
    """Its size, or that of each stratum."""
    return numbers_by_name(said, "--population") if said and "=" in said else said


def _correlations(args: argparse.Namespace) -> VerbResult:
    """Of the columns, of which those with a design were reported through it."""
    from rropt.survey.regression import correlations

    about_shares = [name for name in OF_SHARES if name not in ("weights", "strata", "clusters")]
    refuse(args, ("column", "counts", *about_shares), "not be given with correlations")
    found = correlations(
        designs_by_arm(args) if "=" in args.design else mechanism_of(args),
        args.file,
        args.correlations.split(","),
        weights=args.weights,
        clusters=args.clusters,
        strata=args.strata,
        missing=rules_of(args),
    )
    return VerbResult(found.to_json(args.level), wrapped(found.summary(args.level)))
