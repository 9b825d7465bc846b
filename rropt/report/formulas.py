"""What each objective optimises, as a formula in the weights w_r of the patterns r."""

from __future__ import annotations

from typing import Any

from rropt.report.mathml import frac, mi, mn, mo, row, sub, sup, under, word
from rropt.utility.objective import Objective

R, W, Q, PI = mi("r"), sub(mi("w"), mi("r")), mi("q"), mi("π")


def _r(index: str) -> str:
    return sub(R, mi(index) if index.isalpha() else mn(index))


def _qr(index: str = "j") -> str:
    return row(sub(Q, mi(index)), _r(index))


FISHER = frac(
    sup(row(mo("("), _r("1"), mo("-"), _r("0"), mo(")")), mn(2)),
    row(mo("("), mn(1), mo("-"), PI, mo(")"), _r("0"), mo("+"), PI, _r("1")),
)
GAIN = row(under("max", mi("a")), under("∑", mi("j")), sub(mi("G"), mi("aj")), _qr())
"""Of a loss as well: it is a gain with the opposite sign."""

UTILITIES = {
    "variance": FISHER,
    "warner": FISHER,
    "trace": row(under("max", mi("j")), _r("j")),
    "guess": row(under("max", mi("j")), _qr()),
    "gain": GAIN,
    "loss": GAIN,
    "mutual-information": row(
        under("∑", mi("j")), _qr(), word("log"), frac(_r("j"), row(Q, mo("·"), R))
    ),
    "f-divergence": row(_r("b"), mi("f"), mo("("), frac(_r("a"), _r("b")), mo(")")),
}
COVARIANCE = row(
    mi("Cov"),
    mo("="),
    sup(
        row(
            mo("("),
            under("∑", R),
            W,
            frac(row(R, sup(R, mo("′"))), row(PI, mo("·"), R)),
            mo(")"),
        ),
        row(mo("-"), mn(1)),
    ),
    mo("-"),
    PI,
    sup(PI, mo("′")),
)
CRITERIA = {
    "a-optimal": row(word("tr"), mi("Cov")),
    "c-optimal": row(sup(mi("c"), mo("′")), mi("Cov"), mi("c")),
    "d-optimal": row(word("log"), word("det"), mi("Cov")),
    "e-optimal": row(sub(mi("λ"), mi("max")), mo("("), mi("Cov"), mo(")")),
}


def objective_formula(objective: Objective) -> str:
    """The objective as MathML; empty for a utility of the user's own.

    >>> from rropt.utility import Trace
    >>> "max" in objective_formula(Trace(3))
    True
    """
    criterion = CRITERIA.get(objective.formula)
    if criterion is not None:
        return row(word("min"), criterion, mo(","), '<mspace width="1em"/>', COVARIANCE)
    utility = UTILITIES.get(objective.formula)
    if utility is None:
        return ""
    total = row(under("∑", R), W, utility)
    if objective.prevalence is not None:
        return row(word("min"), mi("Var"), mo("="), frac(mn(1), row(mi("n"), total)))
    return row(word("max"), total)


def privacy_formula(delta: Any) -> str:
    """The cone of patterns, or the inequality on each pair of truths."""
    gamma = mi("γ")
    if not delta:
        largest, least = row(under("max", mi("j")), _r("j")), row(under("min", mi("j")), _r("j"))
        return row(largest, mo("≤"), gamma, least)
    excess = row(mo("["), _r("a"), mo("-"), gamma, _r("b"), sub(mo("]"), mo("+")))
    return row(under("∑", R), W, excess, mo("≤"), mi("δ"))


def matrix_formula() -> str:
    """The bound of each pair of truths in every report."""
    level = sub(mi("g"), row(mi("a"), mi("b")))
    return row(_r("a"), mo("≤"), level, _r("b"))


def balance_formula() -> str:
    """Each column adds up to one."""
    return row(under("∑", R), W, R, mo("="), mn(1))
