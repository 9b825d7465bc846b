"""Kind gradient: no private table has a variance below the bound.

With J = sum_r w_r r r' / (q.r) the covariance is J^-1 - q q'.  For all J' and symmetric X
tr E J'^-1 >= 2 tr E X - tr X E X J', so prices of u(r) = r'X E X r / (q.r) bound every table.  The
best X is J^-1, and a rounded one will do.
"""

from __future__ import annotations

from fractions import Fraction

from .cover import covered
from .enclosures import add, log, scale, settle
from .level import MAX_TRUTHS, paired, privacy, tariff, weighted
from .objectives import Matrix, Objective, objective, pivots
from .reading import (
    MAX_WORK,
    dot,
    fields,
    integers,
    listed,
    natural,
    need,
    number,
    show,
    span,
    times,
    trace,
)
from .scenario import Scenario, scenario


def gradient(body) -> str:
    names = "privacy truths objective patterns weights scenarios value prices bound gap"
    names += paired(body, "s") + " robust" * ("robust" in body)
    level, k, spec, patterns, weights, records, value, y, bound, gap, *rest = fields(body, names)
    level, k = privacy(level), natural(k, "truths", 2, MAX_TRUTHS)
    robust = rest.pop() or "?" if "robust" in body else ""
    table = weighted(patterns, weights, k, level)
    need(len(table) * k * k <= MAX_WORK, "too many patterns", "malformed")
    goal = objective(spec, k, robust if isinstance(robust, str) else "?")
    read = [scenario(record, k, table) for record in listed(records, "scenarios")]
    averaged(read, goal, robust)
    y, charge, most = tariff(y, rest, k, level)
    ends, bound = span(value, "value"), number(bound, "bound")
    if goal.name == "d-optimal":
        determinant(read[0], k, most, bound, *ends)
        forms = [(read[0].inverse, read[0].prior)]
    else:
        valued(goal, read, robust, table, *ends)
        slopes = [slope(goal, one) for one in read]
        need(bound == sum(c for _, c in slopes) - most, "bound is not what the prices give")
        forms = [(m, one.prior) for (m, _), one in zip(slopes, read, strict=True)]
    covered(forms, y, charge, k, level)
    need(number(gap, "gap") == ends[1] - bound >= 0, "gap is not value - bound, or it is negative")
    reach = f"has at most {show(ends[1])}" if ends[1] > bound else "reaches it"
    what = goal.words + " (less its stated offset)" * any(one.offset for one in read)
    claim = f"no {level[3]} private mechanism on {k} truths has {what} below {show(bound)}"
    return f"{claim}, and this table {reach}"


def averaged(read: list[Scenario], goal: Objective, robust: str) -> None:
    """Several scenarios have weights that average, and an objective that can be averaged."""
    need(read, "there is no scenario", "malformed")
    plain = len(read) == 1 and (read[0].weight, read[0].offset) == (1, 0)
    many = robust and goal.name in ("a-optimal", "c-optimal", "variance")
    need(plain or many, "these scenarios need another objective, or robust", "malformed")
    weights = [one.weight for one in read]
    need(min(weights) >= 0 and sum(weights) == 1, "the weights of the scenarios do not average")


def slope(goal: Objective, one: Scenario) -> tuple[Matrix, Fraction]:
    """alpha X E X and alpha (2 tr E X - q'E q - offset); for a proportion with Cov for X."""
    x, q = one.inverse, one.prior
    corner = dot(q, [dot(row, q) for row in goal.e])
    if goal.name == "variance":
        need(not one.error, "inverse must be exact here")
        x = [[v - a * b for v, b in zip(row, q, strict=True)] for row, a in zip(x, q, strict=True)]
        corner = Fraction(0)
    (tops, over), (inner, below) = integers(x), integers(goal.e)
    unit = one.weight / (over * over * below)
    form = [[unit * v for v in row] for row in times(times(tops, inner), tops)]
    return form, one.weight * (2 * trace(goal.e, x) - corner - one.offset)


def valued(goal: Objective, read: list[Scenario], robust: str, table, low, high) -> None:
    """The table has a value from low to high: an average or the largest of its scenarios."""
    if goal.interval or goal.name == "e-optimal":
        need(low == high, "value must be one number, an upper bound", "malformed")
        return everywhere(goal, read, table, high) if goal.interval else largest(read[0], high)
    ends = []
    for one in read:
        corner = dot(one.prior, [dot(row, one.prior) for row in goal.e])
        known = trace(goal.e, one.middle) - corner - one.offset
        ends.append((known, known + one.error * goal.size))
    if robust == "minimax":
        first, last = (max(side) for side in zip(*ends, strict=True))
    else:
        weights = [one.weight for one in read]
        first, last = (dot(weights, side) for side in zip(*ends, strict=True))
    need(low <= first and last <= high, "the value of the table is another one")


def largest(one: Scenario, high: Fraction) -> None:
    """high I - Cov is positive semidefinite."""
    q, n = one.prior, range(len(one.prior))
    spare = [[(high - one.error) * (i == j) - one.middle[i][j] + q[i] * q[j] for j in n] for i in n]
    need(pivots(spare) is not None, "an eigenvalue of the covariance exceeds value")


def everywhere(goal: Objective, read: list[Scenario], table, high: Fraction) -> None:
    """The information is convex in the prevalence, so above its tangent at the worst one."""
    low, top, worst = goal.interval
    inside = all(low <= one.prior[1] <= top and not one.offset for one in read)
    need(inside, "a scenario is outside the interval")
    parts = [(w, r[1] - r[0], dot((1 - worst, worst), r)) for w, r in table]
    need(all(mean for _, _, mean in parts), "the information is infinite at the worst prevalence")
    value = sum(w * d**2 / mean for w, d, mean in parts)
    change = sum(-w * d**3 / mean**2 for w, d, mean in parts)
    least = min(value + change * (end - worst) for end in (low, top))
    need(high * least >= 1, "a prevalence of the interval has a larger variance")


def determinant(one: Scenario, k: int, most, bound, low, high) -> None:
    """ln det J' <= k ln(Y/k) - ln det X for every private table; the value is ln(k / det J)."""
    det = Fraction(k)
    for pivot in pivots(one.inverse) or [Fraction(0)]:
        det *= pivot
    need(det > 0, "inverse is not positive definite")
    need(most > 0, "the prices add up to nothing")

    def slack(case, bits):
        sign, end, width = case
        known = add((one.drift, one.drift + width), log(det, bits))
        return add((-sign * end,) * 2, scale(sign, known))

    settle([(1, low, one.tail), (-1, high, one.tail)], slack, "the value of the table is another")

    def spare(b, bits):
        return add((-b, -b), log(det, bits), scale(-k, log(most / k, bits)))

    settle([bound], spare, "bound is not what the prices give")
