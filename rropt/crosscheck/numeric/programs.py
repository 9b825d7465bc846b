"""The convex programs, each as its paper prints it.

| what is best | program |
|---|---|
| a decision: trace, guess, gain, loss | one report an action x, maximise sum_x c_x . p_x |
| a sum over reports: Fisher and mutual information, divergences | maximise sum_r w_r u(r) |
| unbiased estimates: A, c, means, averages, worst cases | minimise second moments M |
| the whole covariance: D, E | J = sum_r w_r r r' / (q.r) and Cov = J^-1 - q q' = B (B'J B)^-1 B' |
| coefficients of a model | I = sum_z w_z sum_r w_r (D_z'r)(D_z'r)' / (pi_z.r) |

A decision needs one report an action, since reports that lead to one action may be one. All others
are posed in weights w_r of directions r (`directions`): w_r r is the row of the table.

An estimator counts a report r as the numbers x_r, one a contrast c, unbiased: sum_r w_r x_r r = c.
With products f_r = w_r x_r its second moment at truth j is M_j = sum_r r_j |f_r|^2 / w_r, which is
convex in both. Its variance is q.M - |C q|^2 for a population with shares q, sum_j q_j (M_j -
|c_j|^2) for a fixed group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from rropt.crosscheck.found import NotPosed, solved
from rropt.crosscheck.numeric.limits import Array, Limits, around, directions, first_step

if TYPE_CHECKING:
    from collections.abc import Callable

    import cvxpy

USED = 1e-7
"""Weights of Clarabel below this are rounding."""

ROUNDS = 20
"""Of finer lattices: each halves the step, so that the last is 1e-6 of the first."""

NARROW = 1e-3
"""Steps of logarithms from which on an optimum that stays is taken for the last one."""

SETTLED = 1e-9
"""Relative change of the optimum at which finer lattices find nothing."""


def best_decision(gains: Array, limits: Limits) -> float:
    """Report x means action x: maximise sum_xj c_xj p_xj over the entries of the table."""
    found, table = _decided(gains, gains.max(axis=0), limits.free, limits)
    sharper = limits.sharper(np.asarray(table.value))
    return found if sharper is None else best_decision(gains, sharper)


def best_of_fewer(gains: Array, outputs: int, limits: Limits) -> float:
    """So many reports: each means an action, or reveals one of the truths that may be told."""
    if limits.renyi:
        raise NotPosed("fewer reports than actions are not posed under these budgets")
    # -1 - j stands for a report that reveals truth j.
    kinds = [*range(len(gains)), *(-1 - truth for truth in limits.free)]
    values = []
    for chosen in combinations(kinds, outputs):
        told = [-1 - kind for kind in chosen if kind < 0]
        actions = gains[[kind for kind in chosen if kind >= 0]]
        if len(actions):
            values.append(_decided(actions, gains.max(axis=0), told, limits)[0])
    return max(values)


def _decided(
    actions: Array, revealing: Array, told: Sequence[int], limits: Limits
) -> tuple[float, Any]:
    """The best table of one report an action, and one for each truth that is told: what it gains
    there is `revealing`.
    """
    import cvxpy as cp

    table = cp.Variable(actions.shape, nonneg=True)
    total = cp.sum(cp.multiply(actions, table))
    columns = cp.sum(table, axis=0)
    private = limits.on_table(table)
    if told:
        revealed = cp.Variable(limits.truths, nonneg=True)
        total = total + revealing @ revealed
        columns = columns + revealed
        shut = [j for j in range(limits.truths) if j not in told]
        private += [revealed[shut] == 0] if shut else []
    return solved(cp.Problem(cp.Maximize(total), [columns == 1, *private])), table


@dataclass(frozen=True)
class WeightedReports:
    """One report for each of some directions, with its weight."""

    rows: Array
    limits: Limits

    @cached_property
    def weights(self) -> Any:
        import cvxpy as cp

        return cp.Variable(len(self.rows), nonneg=True)

    def constraints(self) -> list[cvxpy.Constraint]:
        """Every column sums to one, and the table is private."""
        unit = self.rows.T @ self.weights == 1
        return [unit, *self.limits.on_weights(self.rows, self.weights)]

    def used(self) -> Array:
        """The directions with some weight, after a solution."""
        return np.asarray(self.rows[self.weights.value > USED])

    def table(self) -> Array:
        """The table of a solution."""
        return np.asarray(self.rows * np.maximum(self.weights.value, 0.0)[:, None])

    def information(self, prior: Array) -> tuple[Any, float]:
        """T = B'J B in units of its largest part, and that unit; Cov = B T^-1 B' as J q = 1."""
        import cvxpy as cp

        scores = self.rows @ tangent_basis(len(prior)) / np.sqrt(self.rows @ prior)[:, None]
        # In this unit the parts of T are of order one, whatever epsilon is.
        unit = float((scores**2).sum(axis=1).max())
        return scores.T @ cp.diag(self.weights / unit) @ scores, unit


def tangent_basis(truths: int) -> Array:
    """Orthonormal columns B of the differences between shares."""
    return np.linalg.svd(np.ones((1, truths)))[2][1:].T


@dataclass(frozen=True)
class Estimator:
    """Unbiased numbers for the reports, one a contrast."""

    moments: Any
    """M_j, or more."""

    constraints: list[Any]


def estimator(reports: WeightedReports, contrasts: Array) -> Estimator:
    """|f_r|^2 <= s_r w_r for every report r, and sum_r f_r r = c.

    With r = low + unit x this is F x = unit c - low sum_r f_r for F = unit f: near a level of one
    entries differ by little, and doubles would lose what all have in common.
    """
    import cvxpy as cp

    rows = reports.rows
    low = float(rows.min())
    unit = float(rows.max()) - low
    # s_r >= |f_r|^2 / w_r, and is no larger at an optimum, where moments are paid for.
    products, squares, cone = _squares(len(contrasts), reports.weights, len(rows))
    sums = cp.Variable((len(contrasts), 1))
    told = products @ ((rows - low) / unit) + low * sums == contrasts
    totals = cp.sum(products, axis=1, keepdims=True) == unit * sums
    return Estimator(rows.T @ squares / unit**2, [told, totals, cone])


def _squares(count: int, masses: Any, length: int) -> tuple[Any, Any, Any]:
    """f_r, s_r and the cone |(2 f_r, s_r - w_r)| <= s_r + w_r, which is |f_r|^2 <= s_r w_r."""
    import cvxpy as cp

    products = cp.Variable((count, length))
    squares = cp.Variable(length, nonneg=True)
    below = cp.reshape(squares - masses, (1, length), order="C")
    cone = cp.SOC(squares + masses, cp.vstack([2 * products, below]), axis=0)
    return products, squares, cone


def best_sum(utility: Callable[[Array], Array], limits: Limits) -> float:
    """Maximise sum_r w_r u(r)."""
    import cvxpy as cp

    unit = float(np.abs(utility(limits.affordable(directions(limits)))).max()) or 1.0

    def posed(reports: WeightedReports) -> cvxpy.Problem:
        values = utility(reports.rows)
        if not np.isfinite(values).all():
            raise NotPosed("the objective is infinite for some report")
        return cp.Problem(cp.Maximize(values / unit @ reports.weights), reports.constraints())

    return unit * over_directions(posed, limits)


def least_criterion(
    criterion: Callable[[WeightedReports], tuple[Any, list[Any]]], limits: Limits
) -> float:
    """Minimise a criterion of the reports, given with its constraints."""
    import cvxpy as cp

    def posed(reports: WeightedReports) -> cvxpy.Problem:
        value, constraints = criterion(reports)
        return cp.Problem(cp.Minimize(value), [*reports.constraints(), *constraints])

    return over_directions(posed, limits)


def over_directions(posed: Callable[[WeightedReports], cvxpy.Problem], limits: Limits) -> float:
    """The optimum over all directions: at once, or on lattices that become finer."""
    reports = WeightedReports(limits.affordable(directions(limits)), limits)
    found = solved(posed(reports))
    # Linear inequalities have all their extreme directions at once: only a lattice becomes finer.
    step = first_step(limits.truths) if limits.renyi else 0.0
    for _ in range(ROUNDS if limits.renyi else 0):
        sharper = limits.sharper(reports.table())
        near = around(reports.used(), step)
        if sharper is not None:
            # Under another order other directions may be the best: all are looked at again.
            limits = sharper
            near = np.vstack([directions(limits), near])
        reports = WeightedReports(limits.affordable(near), limits)
        before = found
        found = solved(posed(reports))
        if sharper is None:
            if abs(found - before) <= SETTLED * abs(found) and step < NARROW:
                break
            step /= 2
    return found


def unbiased(scenarios: Sequence[tuple[float, Array, float]], contrasts: Array, worst: bool) -> Any:
    """The average or the worst variance at several priors: (weight, prior, offset) of each."""

    def criterion(reports: WeightedReports) -> tuple[Any, list[Any]]:
        values = []
        constraints = []
        for _, prior, offset in scenarios:
            best = estimator(reports, contrasts)
            known = float(((contrasts @ prior) ** 2).sum())
            # Unbiased, so that the mean of the estimates is C q, whatever the table.
            values.append(prior @ best.moments - known - offset)
            constraints += best.constraints
        shares = [weight for weight, _, _ in scenarios]
        return _combined(values, shares, worst), constraints

    return criterion


def _combined(values: list[Any], shares: Sequence[float], worst: bool) -> Any:
    """The worst of some criteria, or their weighted sum."""
    import cvxpy as cp

    if worst:
        return cp.max(cp.hstack(values))
    return sum(share * value for share, value in zip(shares, values, strict=True))


def worst_variance(contrasts: Array, group: bool, corners: Array | None = None) -> Any:
    """A group: max_j M_j - |c_j|^2. A population: max_q q.M - |C q|^2, which is the least over s of
    max_q q.M - 2 s.Cq + |s|^2, since -|Cq|^2 = min_s |s|^2 - 2 s.Cq; and what is linear in q is the
    largest at a corner: a truth, or an end of an interval of shares.
    """
    import cvxpy as cp

    ends = np.eye(contrasts.shape[1]) if corners is None else corners

    def criterion(reports: WeightedReports) -> tuple[Any, list[Any]]:
        best = estimator(reports, contrasts)
        if group:
            return cp.max(best.moments - (contrasts**2).sum(axis=0)), best.constraints
        mean = cp.Variable(len(contrasts))
        linear = best.moments - 2 * contrasts.T @ mean
        return cp.max(ends @ linear) + cp.sum_squares(mean), best.constraints

    return criterion


def group_variance(contrasts: Array, shares: Array) -> Any:
    """sum_j q_j (M_j - |c_j|^2)."""

    def criterion(reports: WeightedReports) -> tuple[Any, list[Any]]:
        best = estimator(reports, contrasts)
        return shares @ (best.moments - (contrasts**2).sum(axis=0)), best.constraints

    return criterion


def determinant(prior: Array) -> Any:
    """ln det of Cov on the tangent space of the simplex: -ln det T."""
    import cvxpy as cp

    def criterion(reports: WeightedReports) -> tuple[Any, list[Any]]:
        # T scaled by its unit in k - 1 dimensions: the logarithm of the unit counts k - 1 times.
        about, unit = reports.information(prior)
        return -cp.log_det(about) - (len(prior) - 1) * np.log(unit), []

    return criterion


def eigenvalue(prior: Array) -> Any:
    """The largest eigenvalue of Cov, 1 / (the least of T)."""
    import cvxpy as cp

    def criterion(reports: WeightedReports) -> tuple[Any, list[Any]]:
        about, unit = reports.information(prior)
        return cp.inv_pos(cp.lambda_min(about)) / unit, []

    return criterion


def worst_eigenvalue(truths: int) -> Any:
    """The least t above all eigenvalues of sum_r r_j W_r - e_j e_j', j any truth, with matrices
    of second moments ((W_r, f_r), (f_r', w_r)) >= 0.
    """
    import cvxpy as cp

    one = np.eye(truths)

    def criterion(reports: WeightedReports) -> tuple[Any, list[Any]]:
        size = truths + 1
        whole = [cp.Variable((size, size), PSD=True) for _ in reports.rows]
        products = cp.vstack([W[truths, :truths] for W in whole])
        masses = cp.hstack([W[truths, truths] for W in whole])
        top = cp.Variable()
        constraints = [masses == reports.weights, products.T @ reports.rows == one]
        for j in range(truths):
            parts = zip(reports.rows[:, j], whole, strict=True)
            moments = sum(share * W[:truths, :truths] for share, W in parts)
            constraints.append(top * one - moments + np.outer(one[j], one[j]) >> 0)
        return top, constraints

    return criterion


def worst_determinant(limits: Limits) -> float:
    """The largest over q of the least ln det, at the saddle point.

    The largest ln det X at which prices y, z >= 0, sum y + most.z = k, cover r.X r / (q.r) for some
    q: with X = L L', |L'r|^2 <= (q.r) (y.r + z.spent(r)).
    """
    import cvxpy as cp

    if limits.renyi:
        raise NotPosed("the worst determinant is not posed under a Renyi budget")
    rows = directions(limits)
    truths = limits.truths
    y = cp.Variable(truths)
    q = cp.Variable(truths, nonneg=True)
    root = cp.Variable((truths, truths), PSD=True)
    charge = rows @ y
    total = cp.sum(y)
    for limit in limits.budgets:
        price = cp.Variable(nonneg=True)
        charge = charge + limit.spent(rows) * price
        total = total + limit.most * price
    seen = rows @ q
    below = cp.reshape(charge - seen, (1, len(rows)), order="C")
    cone = cp.SOC(charge + seen, cp.vstack([2 * (root @ rows.T), below]), axis=0)
    limits_of_prices = [cp.sum(q) == 1, total == truths, cone]
    best = cp.Problem(cp.Maximize(2 * cp.log_det(root)), limits_of_prices)
    # X has the size of J, and det J = k det B'J B: its Schur complement is k, as J q = 1.
    return solved(best) + float(np.log(truths))


def best_model(goal: Any) -> Any:
    """The sum of the variances of some coefficients, or -ln det I, over the guesses."""
    contrasts = np.array(goal.contrasts, dtype=float)

    def criterion(reports: WeightedReports) -> tuple[Any, list[Any]]:
        values = []
        constraints = []
        for guess in goal.guesses:
            value, more = _about(guess, reports, None if goal.is_determinant else contrasts)
            values.append(value)
            constraints += more
        shares = [float(guess.weight) for guess in goal.guesses]
        return _combined(values, shares, goal.over == "minimax"), constraints

    return criterion


def _about(guess: Any, reports: WeightedReports, contrasts: Array | None) -> tuple[Any, list[Any]]:
    """-ln det I, or the variances c'I^-1 c of some contrasts of the coefficients.

    A pair of a point z and a report r carries the score D_z'r with the precision w_z w_r / pi_z.r,
    so that c'I^-1 c is the least sum of f_zr^2 (pi_z.r) / (w_z w_r) with sum f_zr D_z'r = c.
    """
    import cvxpy as cp

    scores = []
    seen = []
    masses = []
    for point in guess.points:
        scores.append(reports.rows @ np.array(point.derivatives, dtype=float))
        seen.append(reports.rows @ np.array(point.probabilities, dtype=float))
        masses.append(float(point.weight) * reports.weights)
    score = np.vstack(scores)
    chance = np.concatenate(seen)
    mass = cp.hstack(masses)
    if contrasts is None:
        scaled = score / np.sqrt(chance)[:, None]
        return -cp.log_det(scaled.T @ cp.diag(mass) @ scaled), []
    products, squares, cone = _squares(len(contrasts), mass, len(chance))
    return chance @ squares, [products @ score == contrasts, cone]


def best_of_two_reports(value: Callable[[Array, Array], Array], limits: Limits) -> float:
    """The largest utility of tables of two reports, r and 1 - r.

    It is convex, so the largest value is at a corner of the private r: where k of the planes meet
    on which [r_a - g r_b]+ + [(1 - r)_a - g (1 - r)_b]+ = delta, a sum that is the largest of four
    linear forms.
    """
    if limits.renyi or limits.free or any(len(limit.forms) > 1 for limit in limits.soft):
        raise NotPosed("two reports have no corners under these budgets")
    forms, most = _planes_of_two(limits)
    k = limits.truths
    chosen = np.array(list(combinations(range(len(forms)), k)))
    matrices = forms[chosen]
    # Planes that do not meet in a single point have no corner.
    regular = np.abs(np.linalg.det(matrices)) > USED
    corners = np.linalg.solve(matrices[regular], most[chosen][regular][..., None])[..., 0]
    private = (corners @ forms.T <= most + SETTLED).all(axis=1)
    rows = corners[private].clip(0.0, 1.0)
    return float(np.max(value(rows, 1 - rows)))


def _planes_of_two(limits: Limits) -> tuple[Array, Array]:
    """forms . r <= most, for r of the first report."""
    k = limits.truths
    forms: list[Array] = [*np.eye(k), *-np.eye(k)]
    most = [1.0] * k + [0.0] * k
    for form in limits.hard:
        forms += [form, -form]
        # The second report 1 - r keeps f.(1 - r) <= 0, which is -f.r <= -f.1.
        most += [0.0, -float(form.sum())]
    for limit in limits.soft:
        (form,) = limit.forms
        # f.r + f.(1 - r) = f.1 = 1 - g: never both are positive, and each alone is at most delta.
        cost = limit.costs[0]
        forms += [form, -form]
        most += [limit.most / cost, limit.most / cost - float(form.sum())]
    return np.array(forms), np.array(most)
