"""Regression with a randomized answer, by maximum likelihood through the design's table.

The answer may be the outcome, or with --randomized a predictor of an ordinary outcome. For more
than two truths the model is the multinomial logit with the first truth as its baseline. Intervals
are profile-likelihood intervals, of at most 300 reports calibrated by surveys that are drawn from
the fit; with --weights, --clusters or --strata they are Wald intervals with sandwich errors.
--safe R estimates the share of respondents who report R whatever is asked.

examples:
  rropt regress reports.csv --design D.json --formula "smokes ~ age + C(region)"
  rropt regress reports.csv --design D.json --formula "wage ~ smokes + age" --randomized smokes
"""

from __future__ import annotations

import argparse
from typing import Any

from rropt.cli.common import VerbResult, wrapped
from rropt.cli.design_file import add_design, design_of
from rropt.exact import InputError


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `rropt regress`."""
    parser.add_argument("file", metavar="FILE", help="CSV or Parquet file, one row a respondent")
    add_design(parser)
    parser.add_argument("--formula", metavar="F", required=True, help='"report ~ age + C(region)"')
    parser.add_argument("--link", metavar="L", default="logit", help="logit, probit or linear")
    parser.add_argument("--randomized", metavar="C", help="the predictor that is randomized")
    parser.add_argument("--family", metavar="F", default="normal", help="of its outcome: or binary")
    parser.add_argument("--prevalence", metavar="T", help="terms that its distribution depends on")
    parser.add_argument("--weights", metavar="C", help="a column of sampling weights")
    parser.add_argument("--clusters", metavar="C", help="a column that names sampling clusters")
    parser.add_argument("--strata", metavar="C", help="a column that names sampling strata")
    parser.add_argument("--safe", metavar="R", help="the report that some give whatever is asked")
    parser.add_argument("--errors", metavar="E", help="observed, expected or sandwich")
    parser.add_argument("--missing", metavar="M", default="refuse", help="refuse or drop")
    parser.add_argument("--level", metavar="L", default="0.95", help="confidence, default 0.95")
    parser.add_argument("--effects", action="store_true", help="also average marginal effects")


def run(args: argparse.Namespace) -> VerbResult:
    """Read, fit, report."""
    from rropt.regression import regress

    names = ("link", "randomized", "family", "prevalence", "weights", "clusters", "strata")
    options = {name: getattr(args, name) for name in (*names, "safe", "errors", "missing")}
    fit = regress(args.formula, _frame(args.file), design_of(args), **options)
    data = fit.to_json(args.level)
    lines = [fit.summary(args.level)]
    if args.effects:
        effects = fit.effects(args.level)
        data["effects"] = effects.to_dict("records")
        lines += ["", effects.to_string(index=False)]
    return VerbResult(data, wrapped("\n".join(lines)))


def _frame(path: str) -> Any:
    """The whole file as a data frame: a fit needs all of its rows at once."""
    from rropt.counting.data_file import data_file
    from rropt.counting.files import unreadable

    data = data_file(path)
    try:
        import pandas
    except ImportError:
        raise InputError(
            "files must be read by pandas, which is not installed: pip install 'rropt[regress]'"
        ) from None
    try:
        if data.kind == "parquet":
            return pandas.read_parquet(data.source())
        return _read_csv(pandas, data.source(), data.separator)
    except (ValueError, pandas.errors.ParserError) as error:
        raise unreadable(data, error) from None


def _read_csv(pandas: Any, source: Any, separator: str) -> Any:
    """Only an empty field is missing: "NA" and "None" may be labels."""
    return pandas.read_csv(source, sep=separator, keep_default_na=False, na_values=[""])
