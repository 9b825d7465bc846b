"""Kind gradient at once: few truths.

At points x of share w_x truths have the probabilities p_x and the derivatives D_x in what is
estimated (`scenarios`). Contrasts c have estimators z of their own, and tangents v. The rows r_i of
a table carry the information J = sum_i sum_x w_x (D_x'r_i)(D_x'r_i)' / (p_x.r_i).

Theorem. Let u(r) = sum_x w_x sum_v ((D_x v).r)^2 / (p_x.r), and let each of the rows that decide
(`payment`) pay at least u(r). Then of no private table do the c'J^-1 c add up to less than
sum 2 c.v - what it pays.

Proof. c'J^-1 c >= 2 c.v - v'Jv, and the v'Jv add up to sum_i u(r_i).

What the table does is shown by its estimators: sum_i sum_x w_x z_xi D_x'r_i = c, so that by Cauchy
and Schwarz c'J^-1 c is at most the second moment sum_i sum_x w_x z_xi^2 p_x.r_i. The variance of
shares is (c.q)^2 less on both sides; `groups` says what it is in fixed groups.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .cleared import cleared, cleared_rows, dot
from .fields import ONE, flag, listed, rational, record
from .pages import page
from .payment import Payment, is_far_from_a_limit, read_level, read_payment, rows_that_decide
from .private_table import read_table
from .scenarios import Goal, Scenario
from .statement import down, reached, up
from .verdict import FEW_TRUTHS, Doubts, Size, need, well_formed

FIELDS = "privacy objective scenarios patterns weights prices value bound gap cover"

PLACES = {
    "coefficients": ".guesses",
    "e-optimal": ".largest_eigenvalue",
    "d-optimal": ".determinant",
}
"""Where an objective is read, if it is no sum of variances of contrasts."""


def proved(data: dict[str, Any], size: Size) -> str | None:
    """The sentence, if all is of this form and proved."""
    record(data, FIELDS, "pair_prices universal")
    truths = len(listed(data["prices"]))
    well_formed(truths > 1, "fewer than two truths")
    table = read_table(data["patterns"], data["weights"], [1] * truths)
    level = read_level(data["privacy"], truths, size)
    objective = data["objective"]
    well_formed(isinstance(objective, dict), "an object is missing")
    reader = page(PLACES.get(str(objective.get("name")), ".contrasts"))
    goal: Goal = reader.read(objective, data["scenarios"], table, size)
    well_formed(not goal.utility, "more than squares of tangents")
    proof = record(data["cover"], "proof")["proof"]
    well_formed(proof in _proofs_of(level, goal.scenarios), "another proof")
    level.allow_table(table, size)
    payment = read_payment(data, level, truths)
    claimed = flag(data.get("universal", False))
    also = page(".universal").read_universal(level, table, size)() if claimed else ""
    value, bound, gap = (rational(data[name]) for name in ("value", "bound", "gap"))
    doubts = Doubts()
    level.verify(doubts)
    table.verify(level, doubts)
    for at in goal.scenarios:
        at.verify_estimators()
    goal.verify_value(value, doubts)
    goal.verify_bound(payment.total, bound, doubts)
    if doubts.reasons:
        return None  # an epsilon in doubt proves nothing here
    cover = _cover_many if proof == "form" and truths > FEW_TRUTHS else _cover
    if gap != value - bound or not cover(payment, goal, size):
        return None
    claim = f"no {level.words.bound} private mechanism on {truths} truths has {goal.words}"
    does = reached(gap, bound, f"at most {up(value)}")
    return f"{claim} below {down(bound)}, and {level.words.this_table} {does}{also}"


def _proofs_of(level: Any, scenarios: Sequence[Scenario]) -> list[str]:
    """Those that may be named: all are decided by the same rows."""
    if level.rays != "cube" or sum(len(at.points) for at in scenarios) > 1:
        return ["extremes"]
    of_one_square = ["line"] if len(scenarios[0].contrasts) == 1 else []
    return ["extremes", "form", *of_one_square]


def _cover(payment: Payment, goal: Goal, size: Size) -> bool:
    """Whether each of the rows pays at least u(r)."""
    points = []
    for at in goal.scenarios:
        weights, below = cleared(goal.scales or [ONE] * len(at.tangents))
        for point in at.points:
            forms, unit = cleared_rows([point.probabilities, *map(point.along, at.tangents)])
            share = at.weight * point.share / (unit * below)  # squares over unit^2, means over unit
            points.append((share, weights, forms))
    steps = sum(len(vectors) - 1 for _, _, vectors in points)
    rows = rows_that_decide(payment, steps, len(points), size)
    return all(payment.of(row) >= _worth(points, row) for row in rows)


def _cover_many(payment: Payment, goal: Goal, size: Size) -> bool:
    """The same under one number, with one mean."""
    (at,) = goal.scenarios
    (point,) = at.points
    scales = [at.weight * point.share * s for s in goal.scales or [ONE] * len(at.tangents)]
    vectors = [*map(point.along, at.tangents)]
    of = payment.level.high, payment.prices, point.probabilities, vectors, scales
    form = page(".form_on_cube")
    covers = form.is_covered(*of, size, form.FEW_NODES)
    return bool(covers and is_far_from_a_limit(size))


def _worth(points: list[Any], row: Sequence[int]) -> Fraction:
    """u(r)."""
    total = Fraction(0)
    for share, weights, (probabilities, *vectors) in points:
        squares = sum([s * dot(v, row) ** 2 for s, v in zip(weights, vectors, strict=True)])
        mean = dot(probabilities, row)
        need(mean or not squares, "the utility is infinite")  # 0^2 / 0 is 0
        if mean:
            total += share * Fraction(squares, mean)
    return total
