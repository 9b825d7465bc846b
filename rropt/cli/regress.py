"""Regression with a randomized answer, by maximum likelihood through the design's table.

The answer may be the outcome, or with --randomized a predictor of an ordinary outcome; several
columns (--randomized smokes,drinks) may be predictors, and the outcome one of them, by one design
or --design smokes=a.json,drinks=b.json. For more than two truths the model is the multinomial logit
with the first truth as its baseline. Intervals are profile-likelihood intervals; with --weights,
--clusters, --strata or a finite --population they are Wald intervals with sandwich errors, by
Student's t where there are clusters. Where the reports tell little (a standard error of log-odds
above 1/2, or few reports of a rare kind) both are of the likelihood, calibrated by drawn surveys.
--noncompliance R estimates the share of respondents who report R whatever is asked: of all
(cheaters) or, with --liars T, of those whose truth is T (the stochastic lie detector); --lying
gives terms that the logit of the share depends on. Two tables, or more reports than truths, tell
them apart.
--design A=a.json,B=b.json --design-column C takes several tables, column C saying who answered by
which. --groups C gives each value of column C a random intercept.
--counted J is a list experiment: --design-column C says who counted the J items (0) and who a
sensitive one too (1; --counted J,CONTROL,TREATMENT names the groups otherwise); the coefficients
are of the sensitive one. --liars ceiling,floor lets those lie whose count would reveal them.

examples:
  rropt regress reports.csv --design D.json --formula "smokes ~ age + C(region)"
  rropt regress reports.csv --design D.json --formula "wage ~ smokes + age" --randomized smokes
  rropt regress counts.csv --counted 3 --design-column list --formula "count ~ age"
"""

from __future__ import annotations

import argparse
from typing import Any

from rropt.cli.common import VerbResult, listed, wrapped
from rropt.cli.design_file import designs_by_arm, mechanism_of
from rropt.cli.estimate import population_of
from rropt.cli.options import refuse
from rropt.cli.table import OF_DESIGN, OF_READING
from rropt.exact import InputError, whole

AS_THE_FUNCTION = (
    "link", "family", "prevalence", "weights", "clusters", "strata", "groups", "noncompliance",
    "lying", "design_column", "errors",
)  # fmt: skip
"""Options that are parameters of `regress` as they stand."""

OPTIONS = (
    "file", *OF_DESIGN, "formula", *AS_THE_FUNCTION, "randomized", "liars", "counted",
    "count_model", "population", *OF_READING, "level", "effects",
)  # fmt: skip


def run(args: argparse.Namespace) -> VerbResult:
    """Read, fit, report."""
    from rropt.survey.regression import regress

    options = {name: getattr(args, name) for name in AS_THE_FUNCTION}
    options |= {name: listed(getattr(args, name)) for name in ("liars", "randomized")}
    options |= {name: getattr(args, name) for name in OF_READING}
    options["population"] = population_of(args.population)
    fit = regress(args.formula, args.file, _design(args), **options)
    data = fit.to_json(args.level)
    lines = [fit.summary(args.level)]
    if args.effects:
        effects: Any = fit.effects(args.level)
        data["effects"] = effects.to_dict("records")
        lines += ["", effects.to_string(index=False)]
    return VerbResult(data, wrapped("\n".join(lines)))


def _design(args: argparse.Namespace) -> Any:
    """What people answered by: a design, several, or item counts."""
    if (args.counted is None) == (args.design is None):
        raise InputError("exactly one of --design and --counted must be given")
    if args.counted is not None:
        from rropt.survey.item_counts import ItemCount

        refuse(args, ("reports", "truths"), "be left out with --counted: counts have no labels")
        items, *groups = args.counted.split(",")
        return ItemCount(
            whole(items, "--counted"), groups or (0, 1), args.count_model or "binomial"
        )
    by_column = args.randomized is not None and "=" in args.design
    named = by_column or args.design_column is not None
    return designs_by_arm(args) if named else mechanism_of(args)
