"""Design: a certified answer with everything that follows from it, and `optimal`, the way to it."""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Unpack

from rropt import inspections, verbs
from rropt.certificate import ShownVerdict
from rropt.channel import Channel
from rropt.channel.instructions import instructions
from rropt.channel.validate import require_writable_text
from rropt.closed import closed_form
from rropt.closed.recalled.recall import agree_with_literature
from rropt.design import answer_facts
from rropt.design.answer import Answer, Restriction, ends
from rropt.design.solve import solve
from rropt.elapsed import shows_elapsed
from rropt.exact import InputError, NumberOrNumbers, Numbers
from rropt.exact.recorded import Recorded
from rropt.exact.renamed import renamed
from rropt.privacy import Criterion
from rropt.utility import Utility
from rropt.utility.curved import Curved
from rropt.whole_files import save_text

if TYPE_CHECKING:
    import sympy
    from matplotlib.figure import Figure
    from opendp.mod import Measurement
    from sklearn.preprocessing import FunctionTransformer

    from rropt.crosscheck.crosschecking import Crosscheck
    from rropt.crosscheck.second_route import Routes
    from rropt.data.entry_rules import Codes
    from rropt.data.other_software import SqlMechanism
    from rropt.report.compared_devices import Line
    from rropt.survey import EstimatedDistribution
    from rropt.survey.estimated_mean import EstimatedMean
    from rropt.survey.planning import Plan
    from rropt.survey.planning.open_quantity import PlanOptions
    from rropt.survey.regression import Regression
    from rropt.survey.regression.regress import RegressionOptions
    from rropt.survey.support_estimate import SupportEstimate
    from rropt.survey.survey_groups import SurveyOptions


LOG = logging.getLogger("rropt")
"""`logging.basicConfig(level="INFO")` shows what is designed and checked; no datum is logged."""


ANSWERED = tuple(field.name for field in fields(Answer))
"""What a design takes over from an answer."""


@dataclass(frozen=True, repr=False)
class Design(Recorded, Answer):
    """A certified design: the exact table, its value, the proved bound, and the certificate.

    >>> import rropt as rr
    >>> design = rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/2"), truths="no,yes")
    >>> design.value, design.gap, design.name
    (1, 0, "Warner's device with p = 0.75")
    """

    routes: Routes | None = None
    """A second route to the same optimum, where it was asked for."""

    question: str | None = None
    """What people are asked, where the file of the design shall keep it."""

    @property
    def name(self) -> str | None:
        """What the mechanism is called in the field; None where it has no name."""
        from rropt.report.words import name_of

        return name_of(self)

    @property
    def closed_form(self) -> sympy.Expr | None:
        """The optimum as an expression in gamma, delta, pi, k; None where no form applies."""
        return closed_form(self)

    @property
    def optima(self) -> tuple[Channel, ...] | None:
        """All optimal tables, up to the order and the splitting of reports, where decided."""
        return answer_facts.optima(self)

    @property
    def restriction(self) -> Restriction | None:
        """What two reports cost; None for a design with any number of them."""
        return answer_facts.restriction(self)

    @property
    def instructions(self) -> list[str]:
        """What a respondent is told to do, where a draw of cards or dice does it."""
        return instructions(self.channel)

    @property
    def rivals(self) -> tuple[Line, ...]:
        """What the classical devices are worth at the same privacy, with their efficiency."""
        from rropt.report.compared_devices import rivals

        return rivals(self)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader should know of the table."""
        return answer_facts.notes(self)

    def check(self) -> ShownVerdict:
        """The verdict of the independent checker on the certificate."""
        return self.certificate.check()

    def crosscheck(self, routes: Iterable[str] | None = None) -> Crosscheck:
        """Every independent route to the same optimum, or those named, in one table."""
        from rropt.crosscheck.crosschecking import crosscheck

        return crosscheck(self, routes)

    def plan(self, prior: NumberOrNumbers | None = None, **options: Unpack[PlanOptions]) -> Plan:
        """Number of reports, or what they reach: of `n`, `margin`, `stderr`, `power` one is given.

        `level`, `method`, `alternative` and `simultaneous` are as in `rropt.survey.planning.plan`;
        with a design for a mean the plan is about its worst numbers, or those that it is made for.
        """
        return inspections.plan(self, prior, **options)

    def randomize(self, answers: Iterable[Any], codes: Codes | None = None) -> Any:
        """A private report for each true answer, by its label; of a mean, for each number.

        `codes` are what the answers have for labels: {0: "no", 1: "yes"}.
        """
        return verbs.randomize(self, answers, codes)

    def estimate(
        self,
        reports: Any = None,
        column: str | None = None,
        prior: Numbers | None = None,
        method: str = "likelihood",
        **survey: Unpack[SurveyOptions],
    ) -> EstimatedDistribution | EstimatedMean | SupportEstimate:
        """The estimated distribution of the truths, from counts, rows, a frame or a file.

        `by`, `weights`, `strata`, `clusters`, `population`, `counts`, `repeated`, `memoised`,
        `noncompliance`, `missing`, `na` and `codes` are those of `rropt.estimate`. For a mean of
        numbers, of the whole interval or of the truths, it is the mean.
        """
        return verbs.estimate(self, reports, column, prior, method, **survey)

    def regress(self, formula: str, data: Any, **options: Unpack[RegressionOptions]) -> Regression:
        """The regression with this randomized answer; `options` are those of `rropt.regress`."""
        from rropt.survey.regression import regress

        return regress(formula, data, self, **options)

    def to_sql(
        self, column: str, table: str = "reports", prior: Numbers | None = None
    ) -> SqlMechanism:
        """The query that estimates the shares from a column of reports, in any SQL database.

        Its estimator has least variance at `prior`: that of the design, or equal shares.
        `register(connection)` gives DuckDB a function that draws reports with the exact chances.
        """
        from rropt.data.other_software import sql_mechanism
        from rropt.devices.linear_estimates import linear_estimator
        from rropt.survey.unbiased_linear import efficient_prior

        at = prior or self.certificate.prior or efficient_prior(self.channel)
        return sql_mechanism(self.channel, linear_estimator(self.channel, at).matrix, column, table)

    def to_opendp(self) -> Measurement:
        """A measurement of OpenDP with its privacy map: a label in, a report drawn exactly out."""
        from rropt.data.other_software import opendp_measurement

        parity = self.channel.parity()
        if isinstance(parity, Fraction):
            return opendp_measurement(self.channel, parity)
        return opendp_measurement(self.channel, self.problem.gamma.lo)

    def to_sklearn(self) -> FunctionTransformer:
        """A transformer of scikit-learn: the reports in place of the one column of true answers.

        Every `transform` is one more report of the same people: transform once.
        """
        from rropt.data.other_software import sklearn_transformer

        return sklearn_transformer(self.randomize)

    def save(self, path: str | Path) -> None:
        """Write what `rropt design --json` prints: `load` and every verb read it."""
        save_text(path, json.dumps(self.to_json(), indent=1) + "\n")

    @renamed(levels="slider")
    def to_html(
        self,
        path: str | Path | None = None,
        slider: Numbers = (),
        date: str | None = None,
    ) -> str:
        """The report of one page; also written to a file where one is named.

        `slider` are other epsilons, whose designs, certified one by one, go on a slider. `date`
        stands in the citation, such as 2026-11-21.
        """
        from rropt.report.along_levels import at_levels
        from rropt.report.html import page

        drawn = page(self, None, at_levels(self, slider) if slider else (), date)
        if path is not None:
            save_text(path, drawn)
        return drawn

    def plot(self) -> Figure:
        """The table as a matplotlib figure, darker where more probable (extra `plot`)."""
        from rropt.figures.plots import table_plot

        return table_plot(self.channel)

    def to_json(self) -> dict[str, Any]:
        """The contract of `rropt design --json`."""
        from rropt.report.record import record

        found = record(self, self.routes)
        return found if self.question is None else found | {"question": self.question}

    def __repr__(self) -> str:
        goal = self.problem.objective.label
        level = self.problem.privacy.describe()
        value = "infinite" if self.value == math.inf else f"{float(ends(self.value)[0]):.10g}"
        return f"Design({goal}, {level}, value {value}, gap {float(self.gap):.3g})"

    def __str__(self) -> str:
        from rropt.report import design_text

        return design_text(self)

    def _repr_html_(self) -> str:
        from rropt.report.html import fragment

        return fragment(self)

    def _repr_latex_(self) -> str:
        from rropt.report.record import design_latex

        return design_latex(self)


@renamed(certainty="revealing")
@shows_elapsed
def optimal(
    privacy: Criterion,
    objective: Utility | Curved,
    outputs: int | str | None = None,
    denominator: int | str | None = None,
    crosscheck: bool = False,
    revealing: bool | str = True,
    truths: Sequence[str] | None = None,
    reports: Sequence[str] | None = None,
    question: str | None = None,
) -> Design:
    """The certified optimal table for an objective under a privacy criterion.

    `outputs` restricts the number of reports (None or "any": no restriction); `denominator` asks
    for a deployable table whose entries are multiples of 1/N, of which the best may have more
    reports than the optimum (`outputs=2` asks for two); `crosscheck=True` also runs a second,
    readable route and puts both numbers into `routes`; `revealing=False` refuses yes/no cards that
    reveal anybody's truth for sure. `truths` are labels, by which a criterion may name them;
    `reports` are the labels of the reports, in the order of the table; both are lists, or texts
    with commas.
    `question` is what people are asked; labels and question stay in the file of the design.

    >>> from rropt.privacy import LocalDP
    >>> from rropt.utility import Trace
    >>> design = optimal(LocalDP("ln(3)"), Trace(5))
    >>> design.value, design.gap
    (15/7, 0)
    """
    started = perf_counter()
    if question is not None:
        require_writable_text(question, "question")
    named = _listed(truths)
    answer = solve(privacy, objective, outputs, denominator, may_reveal(revealing), named)
    agree_with_literature(answer)
    if reports is not None:
        answer = replace(answer, table=answer.channel.relabel(reports=_listed(reports)))
    design = design_of(answer, crosscheck)
    if question is not None:
        design = replace(design, question=question)
    LOG.info("designed and certified in %.2f s: %r", perf_counter() - started, design)
    return design


def may_reveal(said: bool | str) -> bool:
    """Whether a report may reveal a truth for certain: yes or no.

    >>> may_reveal("no"), may_reveal(True)
    (False, True)
    """
    known = {"yes": True, "no": False, True: True, False: False}
    if not isinstance(said, (bool, str)) or said not in known:
        raise InputError(f"revealing must be yes or no, got {said!r}")
    return known[said]


def _listed(labels: Sequence[str] | None) -> Sequence[str] | None:
    """Labels as a list; "no,yes" is one of two."""
    return [word.strip() for word in labels.split(",")] if isinstance(labels, str) else labels


@shows_elapsed
def minimax_regret(
    privacy: Criterion,
    priors: Iterable[Numbers],
    contrast: Numbers | None = None,
    crosscheck: bool = False,
) -> Design:
    """The design whose largest loss against the best design for each prior is least.

    The best values are certified one by one; their bounds are the offsets of a minimax design.

    >>> from rropt.privacy import LocalDP
    >>> minimax_regret(LocalDP("ln(3)"), ["3/4,1/4", "1/4,3/4"]).channel.parity()
    Fraction(3, 1)
    """
    from rropt.design.curved import curved_design

    return design_of(curved_design.minimax_regret(privacy, priors, contrast), crosscheck)


def design_of(answer: Answer, crosscheck: bool = False) -> Design:
    """An answer as a design."""
    found = {name: getattr(answer, name) for name in ANSWERED}
    if not crosscheck:
        return Design(**found)
    from rropt.crosscheck.second_route import second_route

    return Design(**found, routes=second_route(answer))
