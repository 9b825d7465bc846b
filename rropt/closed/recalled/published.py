"""The closed forms of the literature, each with the id of its statement and its conditions.

Where a statement is wrong as printed, the form here is the corrected one and `difference` says what
was changed. A form with `of` is the optimum of the objectives that it names and is recalled for
designs; the others are variances of devices and losses, for comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from rropt.closed.formula import Formula, Relation
from rropt.closed.recalled.families import FAMILIES, guess
from rropt.design.problem import Problem
from rropt.utility import FDivergence, Guess, Trace, Variance, Warner

if TYPE_CHECKING:
    import sympy


@dataclass(frozen=True)
class Published:
    """One closed form: where it is from, what it is, and when it holds."""

    id: str
    says: str
    text: str
    conditions: tuple[str, ...] = ()
    difference: str = ""
    of: Callable[[Problem], bool] | None = None

    @property
    def formula(self) -> Formula:
        """What is evaluated and printed."""
        return Formula(self.text)

    @property
    def expression(self) -> sympy.Expr:
        """The form as a sympy expression."""
        return self.formula.expression

    @property
    def latex(self) -> str:
        """The expression in LaTeX."""
        from sympy import latex

        return latex(self.expression)


def applying(problem: Problem) -> Iterator[Published]:
    """The forms that give the optimum of this problem, the printed ones first.

    >>> from rropt.privacy import LocalDP
    >>> [form.id for form in applying(Problem(LocalDP("ln(3)"), Trace(4)))]
    ['chai-nayak/thm-4.4/a', 'rropt/trace']
    """
    yield from _printed(problem)
    for family in FAMILIES:
        for id, says, text in family(problem):
            yield Published(id, says, text)


def known_at_once(problem: Problem) -> Iterator[Published]:
    """Those of them that need no algebra, for objectives that no user has changed."""
    if type(problem.objective).__module__.startswith("rropt.utility"):
        yield from _printed(problem)
        for id, says, text in guess(problem):
            yield Published(id, says, text)


def printed_at_once(problem: Problem) -> Iterator[Published]:
    """Those of them that stand in print: a guess under any prior is designed by its form, so that
    to compare the two would tell nothing.
    """
    if not isinstance(problem.objective, Guess):
        yield from known_at_once(problem)


def _printed(problem: Problem) -> Iterator[Published]:
    for form in FORMS:
        if form.of is not None and form.of(problem):
            values = parameters(problem)
            met = (Relation(text).holds(values, problem.gamma) for text in form.conditions)
            if all(met):
                yield form


def form_of(id: str) -> Published:
    """The form with this id.

    >>> form_of("holohan/thm-4").latex
    '\\\\pi \\\\left(1 - \\\\pi\\\\right) + \\\\frac{\\\\left(1 - \\\\delta\\\\right) \\\\left(\\\\delta + \\\\gamma\\\\right)}{\\\\left(2 \\\\delta + \\\\gamma - 1\\\\right)^{2}}'
    """  # noqa: E501
    return next(form for form in FORMS if form.id == id)


# --- the pieces of the two-answer optimum (holohan) ---------------------------------------------

SWITCH = "delta*(delta + gamma)/(2*delta + gamma - 1)**2"
"""g of holohan/def-g: the prevalence at which the best card changes."""


def _is_card(problem: Problem) -> bool:
    objective = problem.objective
    return type(objective) is Variance and problem.outputs == 2


def _is_warner(problem: Problem) -> bool:
    return isinstance(problem.objective, Warner)


def _any_outputs(problem: Problem) -> bool:
    return type(problem.objective) is Variance and problem.outputs != 2


def _trace(problem: Problem) -> bool:
    return isinstance(problem.objective, Trace)


def _divergence(name: str) -> Callable[[Problem], bool]:
    def of(problem: Problem) -> bool:
        objective = problem.objective
        return isinstance(objective, FDivergence) and objective.divergence == name

    return of


FORMS: tuple[Published, ...] = (
    Published(
        "holohan/thm-2",
        "the least variance of a yes/no card under pure privacy; of any number of reports too",
        "gamma/(gamma - 1)**2 + pi*(1 - pi)",
        ("delta == 0", "gamma > 1"),
        difference="the theorem is about two answers; no further report helps when delta = 0",
        of=lambda problem: _is_card(problem) or _any_outputs(problem),
    ),
    Published(
        "holohan/thm-3/symmetric",
        "the least variance of a yes/no card where the symmetric one is best",
        "pi*(1 - pi) + (1 - delta)*(delta + gamma)/(2*delta + gamma - 1)**2",
        ("delta > 0", f"{SWITCH} <= pi", f"{SWITCH} <= 1 - pi"),
        difference="printed for 0 < pi <= 1/2 and, as cor-2, for 1/2 <= pi < 1; one condition "
        "min(pi, 1 - pi) >= g here. At pi = 1/2 the printed set of minimisers lacks (delta, 1) "
        "where g >= 1/2",
        of=_is_card,
    ),
    Published(
        "holohan/thm-3",
        "the least variance of a yes/no card where (1, delta) is best",
        "-pi**2 + pi/delta",
        ("delta > 0", f"{SWITCH} >= pi", "pi <= 1/2"),
        difference="the printed simplification of eq-24 lacks the square of gamma + 2 delta - 1, "
        "which g has",
        of=_is_card,
    ),
    Published(
        "holohan/cor-2",
        "the least variance of a yes/no card where (delta, 1) is best",
        "-(1 - pi)**2 + (1 - pi)/delta",
        ("delta > 0", f"{SWITCH} >= 1 - pi", "pi >= 1/2"),
        of=_is_card,
    ),
    Published(
        "holohan/thm-4",
        "the least variance of Warner's device",
        "pi*(1 - pi) + (1 - delta)*(delta + gamma)/(2*delta + gamma - 1)**2",
        ("2*delta + gamma > 1",),
        of=_is_warner,
    ),
    Published(
        "chai-nayak/thm-4.4/a",
        "the largest trace under pure privacy: k-ary randomized response",
        "gamma*k/(gamma + k - 1)",
        ("delta == 0",),
        of=_trace,
    ),
    Published(
        "rropt/trace",
        "the largest trace",
        "k*(delta*(k - 1) + gamma)/(gamma + k - 1)",
        of=_trace,
    ),
    Published(
        "rropt/fisher",
        "the least variance with any number of reports: with delta > 0 two of them reveal a truth",
        "1/(delta/(pi*(1 - pi)) + (1 - delta)/(gamma/(gamma - 1)**2 + pi*(1 - pi)))",
        ("gamma > 1",),
        of=_any_outputs,
    ),
    Published(
        "rropt/fisher/gamma-1",
        "the same where only delta protects",
        "pi*(1 - pi)/delta",
        ("gamma == 1", "delta > 0"),
        of=_any_outputs,
    ),
    Published(
        "rropt/total-variation",
        "the largest total variation between the reports of two truths",
        "(2*delta + gamma - 1)/(gamma + 1)",
        of=_divergence("total-variation"),
    ),
    Published(
        "rropt/chi-square",
        "the largest chi-square divergence between the reports of two truths",
        "(gamma - 1)**2/gamma",
        ("delta == 0",),
        of=_divergence("chi-square"),
    ),
    # --- devices and losses, for comparison ------------------------------------------------------
    Published(
        "sun/eq-1",
        "variance of modified Warner: a census of N people",
        "p*(1 - p)/(N*(2*p - 1)**2)",
        ("p != 1/2",),
    ),
    Published(
        "sun/wr-warner",
        "variance of Warner's device, N people with replacement",
        "p*(1 - p)/(N*(2*p - 1)**2) + pi*(1 - pi)/N",
        ("p != 1/2",),
    ),
    Published(
        "sun/wr-simmons",
        "variance of the unrelated question, N people with replacement",
        "pi*(1 - pi)/N + pi*(-p - 2*pi_B*(1 - p) + 1)/(N*p) "
        "+ (-pi_B**2*(1 - p)**2 + pi_B*(1 - p))/(N*p**2)",
        ("p > 0",),
    ),
    Published(
        "sun/eq-2",
        "variance of modified Simmons: the unrelated question in a census of N people",
        "pi*(-p - 2*pi_B*(1 - p) + 1)/(N*p) + (-pi_B**2*(1 - p)**2 + pi_B*(1 - p))/(N*p**2)",
        ("p > 0",),
    ),
    Published(
        "sun/thm-3.1",
        "variance of modified Christofides: cards 1..L of mean EY and variance VarY, put back",
        "VarY/(N*(-2*EY + L + 1)**2)",
        ("2*EY != L + 1",),
    ),
    Published(
        "sun/wr-christofides",
        "variance of Christofides' device, N people with replacement",
        "VarY/(N*(-2*EY + L + 1)**2) + pi*(1 - pi)/N",
        ("2*EY != L + 1",),
    ),
    Published(
        "sun/thm-4.1",
        "variance of improved Christofides: the cards are kept, N people and N cards",
        "4*VarY*pi*(1 - pi)/((N - 1)*(-2*EY + L + 1)**2)",
        ("2*EY != L + 1", "N > 1"),
    ),
    Published(
        "sun/var-mw-eps",
        "variance of modified Warner at privacy level gamma",
        "gamma/(N*(gamma - 1)**2)",
        ("gamma > 1",),
    ),
    Published(
        "sun/thm-5.5",
        "least variance of modified Christofides with three cards, the second of share p_2",
        "(-1 + (gamma + 1)**2/((1 - p_2)*(gamma - 1)**2))/(4*N)",
        ("gamma > 1", "p_2 < 1"),
    ),
    Published(
        "sun/thm-5.7",
        "variance of improved Christofides (cards are kept) with the same shares",
        "pi*(-1 + (gamma + 1)**2/((1 - p_2)*(gamma - 1)**2))*(1 - pi)/(N - 1)",
        ("gamma > 1", "p_2 < 1", "N > 1"),
        difference="gamma is the likelihood ratio of one card; the privacy statement thm-5.6 "
        "assumes that nobody learns anything of the other cards",
    ),
    Published(
        "vinterbo/lem-4.5",
        "c: trace of the covariance of n bits of bias a is (c - s) / m, s = pi . pi",
        "((a**2 + (1 - a)**2)/(2*a - 1)**2)**n",
        ("a != 1/2",),
    ),
    Published(
        "vinterbo/thm-4.6/loss",
        "L: covariance trace against direct answers",
        "(-s + ((a**2 + (1 - a)**2)/(2*a - 1)**2)**n)/(1 - s)",
        ("a != 1/2", "s < 1"),
    ),
    Published(
        "vinterbo/thm-4.9/c",
        "least c at privacy level alpha for inputs that differ in at most k bits",
        "((exp(2*alpha/k) + 1)/(exp(alpha/k) - 1)**2)**n",
        ("alpha > 0",),
    ),
    Published(
        "vinterbo/thm-4.9/L",
        "least L at privacy level alpha",
        "(-s + ((exp(2*alpha/k) + 1)/(exp(alpha/k) - 1)**2)**n)/(1 - s)",
        ("alpha > 0", "s < 1"),
    ),
)


def parameters(problem: Problem) -> dict[str, Fraction]:
    """The rational parameters of a problem: delta, k, pi where it has one, gamma where rational.

    >>> from rropt.privacy import LocalDP
    >>> from rropt.utility import Trace
    >>> found = parameters(Problem(LocalDP("ln(3)"), Trace(4)))
    >>> {name: str(value) for name, value in found.items()}
    {'delta': '0', 'k': '4', 'gamma': '3'}
    """
    values = {"delta": problem.delta, "k": Fraction(problem.truths)}
    if isinstance(problem.objective, Variance):
        values["pi"] = problem.objective.prior
    if problem.gamma.is_exact:
        values["gamma"] = problem.gamma.exact
    return values
