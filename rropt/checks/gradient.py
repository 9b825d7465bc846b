"""Kind gradient: no private table has a variance below the bound.

With J = sum_r w_r r r' / (q.r) the covariance is J^-1 - q q'.  For all J' and symmetric X
tr E J'^-1 >= 2 tr E X - tr X E X J', so prices of u(r) = r'X E X r / (q.r) bound every table.  The
best X is J^-1, and a rounded one will do.
"""

from __future__ import annotations

from fractions import Fraction

from .curved import objective, pivots
from .enclosures import add, exact, log, root, scale, settle
from .level import (
    MAX_TRUTHS,
    affordable,
    covers,
    doubled,
    extremes,
    paired,
    pattern,
    privacy,
    tariff,
    weighted,
)
from .reading import (
    MAX_WORK,
    Stop,
    common,
    distribution,
    dot,
    fields,
    integers,
    listed,
    natural,
    need,
    number,
    show,
    span,
    square,
    times,
    trace,
)


def gradient(body) -> str:
    level, k, spec, patterns, weights, scenarios, value, y, bound, gap, *z = fields(
        body,
        "privacy truths objective patterns weights scenarios value prices bound gap"
        + paired(body, "s")
        + " robust" * ("robust" in body),
    )
    level, k, robust = (
        privacy(level),
        natural(k, "truths", 2, MAX_TRUTHS),
        z.pop() if "robust" in body else "",
    )
    need(robust in ("average", "minimax", ""), 'robust must be "average" or "minimax"', "malformed")
    table = weighted(patterns, weights, k, level)
    need(len(table) * k * k <= MAX_WORK, "too many patterns", "malformed")
    name, e, what, interval = objective(spec, k, robust)
    read = [scenario(record, k, table) for record in listed(scenarios, "scenarios")]
    need(read, "there is no scenario", "malformed")
    plain = len(read) == 1 and read[0][:2] == (1, 0)
    need(
        plain or (robust and name in ("a-optimal", "c-optimal", "variance")),
        "scenarios need robust",
        "malformed",
    )
    need(
        min(a for a, *_ in read) >= 0 and sum(a for a, *_ in read) == 1,
        "scenario weights do not average",
    )
    y, charge, most = tariff(y, z, k, level)
    low, high = span(value, "value")
    if name == "d-optimal":
        forms, floor = determinant(read[0], k, most, number(bound, "bound"), low, high)
    else:
        forms, floor = variances(name, e, read, k, most, robust, interval, table, low, high)
    priced(forms, y, charge, k, level)
    need(number(bound, "bound") == floor, "bound is not what the prices give")
    need(number(gap, "gap") == high - floor >= 0, "gap is not value - bound, or it is negative")
    reach = f"has at most {show(high)}" if high > floor else "reaches it"
    claim = f"no {level[3]} private mechanism on {k} truths has {what} below {show(floor)}"
    return f"{claim}, and this table {reach}"


def scenario(record, k: int, table):
    """(weight, offset, prior, X, M, e, R): J^-1 lies between M = 2X - XJX and M + e, R = I - JX.

    J^-1 - M = R' J^-1 R, and |J^-1| <= |X| / (1 - |R|).
    """
    prior, weight, offset, inverse = fields(record, "prior weight offset inverse")
    prior, x = distribution(prior, "prior", k), square(inverse, "inverse", k)
    rows, over = integers([r for _, r in table])
    heights = [dot(prior, r) for r in rows]
    need(all(heights), "a pattern has infinite information at this prior")
    masses, bottom = common(w / (h * over) for (w, _), h in zip(table, heights, strict=True))
    (tops, below) = integers(x)
    info = [
        [sum(m * r[a] * r[b] for m, r in zip(masses, rows, strict=True)) for b in range(k)]
        for a in range(k)
    ]
    one = bottom * below
    rest = [
        [one * (a == b) - v for b, v in enumerate(row)] for a, row in enumerate(times(info, tops))
    ]
    size = Fraction(sum(v * v for row in rest for v in row), one * one)
    norm = root(size, 64)[1]
    need(norm < 1, "inverse is not near the inverse of the information")
    middle = [
        [Fraction(v * one + c, below * one) for v, c in zip(row, change, strict=True)]
        for row, change in zip(tops, times(tops, rest), strict=True)
    ]
    error = size * root(sum(v * v for row in x for v in row), 64)[1] / (1 - norm)
    return (
        number(weight, "weight"),
        number(offset, "offset"),
        prior,
        x,
        middle,
        error,
        Fraction(sum(rest[i][i] for i in range(k)), one),
        size / (2 * (1 - norm)),
    )


def determinant(only, k: int, most, bound, low, high):
    """ln det J' <= k ln(Y/k) - ln det X for every private table; the value is ln(k / det J)."""
    _, _, prior, x, _, _, drift, error = only
    det = Fraction(1)
    for pivot in pivots(x) or [0]:
        det *= pivot
    need(det > 0, "inverse is not positive definite")
    need(most > 0, "the prices add up to nothing")
    settle(
        [bound],
        lambda b, bits: add((-b, -b), log(k * det, bits), scale(-k, log(most / k, bits))),
        "bound is not what the prices give",
    )
    settle(
        [low],
        lambda v, bits: add((drift - v, drift + error - v), log(k * det, bits)),
        "value is another one",
    )
    settle(
        [high],
        lambda v, bits: add((v - drift - error, v - drift), scale(-1, log(k * det, bits))),
        "value is another one",
    )
    return [(x, prior)], bound


def variances(name, e, read, k, most, robust, interval, table, low, high):
    """The quadratic forms M of u(r) = sum r'Mr / (q.r), and the bound; the value is verified."""
    forms, floor, ends = [], -most, []
    for weight, offset, q, x, middle, error, *_ in read:
        corner = dot(q, [dot(row, q) for row in e])
        slope, known = x, trace(e, middle) - corner - offset
        if name == "variance":
            need(not error, "inverse must be exact here")
            slope = [
                [v - a * b for v, b in zip(row, q, strict=True)]
                for row, a in zip(x, q, strict=True)
            ]
        (tops, over), (inner, below) = integers(slope), integers(e)
        unit = weight / (over * over * below)
        m = [[unit * v for v in row] for row in times(times(tops, inner), tops)]
        forms.append((m, q))
        floor += weight * (2 * trace(e, slope) - (corner if slope is x else 0) - offset)
        ends.append((known, known + error * sum(e[i][i] for i in range(k)), weight))
        if name == "e-optimal":
            spare = [
                [high * (i == j) - v - error * (i == j) + q[i] * q[j] for j, v in enumerate(row)]
                for i, row in enumerate(middle)
            ]
            need(pivots(spare) is not None, "an eigenvalue of the covariance exceeds value")
    if interval:
        need(
            all(interval[0] <= q[1] <= interval[1] and not offset for _, offset, q, *_ in read),
            "a scenario is outside the interval",
        )
        need(
            high * least(table, *interval) >= 1,
            "a prevalence of the interval has a larger variance",
        )
    if interval or name == "e-optimal":
        need(low == high, "value must be one number, an upper bound", "malformed")
    else:
        first, last = (
            (max(ends)[0], max(end for _, end, _ in ends))
            if robust == "minimax"
            else (sum(w * end for end, _, w in ends), sum(w * end for _, end, w in ends))
        )
        need(low <= first and last <= high, "the value of the table is another one")
    return forms, floor


def least(table, low, high, worst):
    """A lower bound on the information, convex in the prevalence: its tangent at the worst one."""
    parts = [(w * (r[1] - r[0]) ** 2, r[1] - r[0], dot((1 - worst, worst), r)) for w, r in table]
    need(all(mean for _, _, mean in parts), "the information is infinite at the worst prevalence")
    value, slope = (
        sum(v / mean for v, _, mean in parts),
        sum(-v * d / mean**2 for v, d, mean in parts),
    )
    return min(value + slope * (end - worst) for end in (low, high))


def priced(forms, y, charge, k: int, level) -> None:
    """y.r + ... >= sum r'Mr / (q.r) at every extreme pattern; doubling lists when delta = 0."""
    if level[2]:

        def worth(r, bits):
            return add(
                (0, 0), *(exact(dot(r, [dot(row, r) for row in m]), dot(q, r)) for m, q in forms)
            )

        return covers(extremes(k, level), charge, worth)
    n, d = level[1].as_integer_ratio()
    flat, bottom = common([*y, *(v for m, q in forms for row in [*m, q] for v in row)])
    affordable(k, *(bottom * n,) * (len(forms) + 1), max(map(abs, flat)))
    slack, scales = doubled(flat[:k], n, d), [1] * (1 << k)
    for start in range(k, len(flat), k * k + k):
        m = [flat[i : i + k] for i in range(start, start + k * k, k)]
        means = doubled(flat[start + k * k : start + k * k + k], n, d)
        tops = quadratic([[v * bottom for v in row] for row in m], n, d)
        slack = [
            s * mean - top * c for s, mean, top, c in zip(slack, means, tops, scales, strict=True)
        ]
        scales = [mean * c for mean, c in zip(means, scales, strict=True)]
    if min(slack) < 0:
        i = slack.index(min(slack))
        raise Stop(
            "refuted", f"the prices do not cover the extreme pattern {pattern(i, k, n, d)}"[:200]
        )


def quadratic(m, n: int, d: int) -> list[int]:
    """r'Mr for every pattern r in {d, n}^k, M symmetric."""
    step, values = n - d, [d * d * sum(map(sum, m))]
    for j, row in enumerate(m):
        cross = [2 * d * step * sum(row) + step * step * row[j]]
        for i in range(j):
            pair = 2 * step * step * row[i]
            cross += [v + pair for v in cross]
        values += [v + c for v, c in zip(values, cross, strict=True)]
    return values
