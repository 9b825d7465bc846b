"""The table that makes coefficients of a model known best, found in doubles as a cone program.

With a_rx = D_x'r sqrt(w_x / p_x.r) the information is I = sum w_r a_rx a_rx'. For guesses g of
weight t_g, and a tangent u / t for each contrast c, the program of the prices is

    maximise  sum_g 2 c.u_g - sum y - delta.z   (D: sum_g t_g ln det X_g for the first sum,
                                                 X_g = U U' / t_g^2, U upper triangular)
    subject to  sum_g s_rg <= y.r + z.[r_a - g r_b]_+,   sum_x |a_rx'u_g|^2 <= s_rg t_g

for every extreme pattern r. The t are the weights that were given, or for the worst guess any that
add up to one; the multipliers of the patterns are the weights of the best table.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rropt.design.curved.caratheodory import kept_shares
from rropt.exact import InputError
from rropt.utility.for_model import MINIMAX, ForModel, ModelGuess

if TYPE_CHECKING:
    from rropt.design.curved.pattern_sources import Source

Array = NDArray[np.float64]

TOLERANCE = 1e-11
"""Asked of the solver; it reaches 1e-9 or better on problems of a few truths."""

MOST_PATTERNS = 2000
"""Beyond it one solve takes minutes."""

FAINT = 1e-9
"""Weights below this share of the largest are left out: the solver's tolerance is 1e-9."""

LEAST_WEIGHT = 1e-6
"""A guess of less weight has no part in a worst case: its tangents are quotients of noise."""


@dataclass(frozen=True)
class ModelOptimum:
    """Weights of the source's rows and of the guesses, tangents, prices of truths and pairs."""

    weights: Array
    shares: Array
    tangents: list[Array]
    prices: Array
    pair_prices: Array


def solve_model(objective: ForModel, source: Source) -> ModelOptimum:
    """The optimum in doubles, solved in units in which the information of a start design is one."""
    rows, moved = source.arrays()
    if len(rows) > MOST_PATTERNS:
        raise InputError(
            f"categories must be fewer for a model: {len(rows)} extreme patterns, "
            f"at most {MOST_PATTERNS}"
        )
    surplus = excesses_of(source, len(rows))
    vectors = [vectors_of(guess, rows, moved) for guess in objective.guesses]
    chosen, weights = source.start(rows)
    squares = sum(np.einsum("r,rxp->p", weights, each[chosen] ** 2) for each in vectors)
    scales = np.sqrt(np.where(squares > 0, squares, 1.0))
    deltas = np.array([float(delta) for delta in source.deltas])
    charged = ChargedPatterns(rows, surplus, deltas, [each / scales for each in vectors])
    found = _PriceProgram(objective, charged, scales).solve()
    return replace(found, weights=_fewer(charged, found.weights))


def _fewer(charged: ChargedPatterns, weights: Array) -> Array:
    """As few patterns as have the same columns, excesses and information."""
    used = weights > FAINT * weights.max()
    parts = [charged.rows[used], charged.surplus[used]]
    for vectors in charged.vectors:
        moments = np.einsum("rxi,rxj->rij", vectors[used], vectors[used])
        parts.append(moments[:, *np.triu_indices(vectors.shape[2])])
    rows = np.hstack(parts) * weights[used, None]
    found = np.zeros(len(weights))
    found[used] = weights[used] * kept_shares(rows)
    return found


def excesses_of(source: Source, count: int) -> Array:
    """[r_a - g_ab r_b]_+ of all stored rows, one column a pair with a delta."""
    if not len(source.pairs):
        return np.zeros((count, 0))
    return source.surplus(range(count), float)


def vectors_of(guess: ModelGuess, rows: Array, moved: Array) -> Array:
    """a_rx, shape (patterns, points, coefficients).

    Derivatives add up to zero over the truths, so `moved` serves without cancellation.
    """
    parts = []
    for at in guess.points:
        means = rows @ np.array(at.probabilities, float)
        slopes = moved @ np.array(at.derivatives, float)
        parts.append(slopes * np.sqrt(float(at.weight) / means)[:, None])
    return np.stack(parts, axis=1)


@dataclass(frozen=True)
class ChargedPatterns:
    """Stored rows, their excesses for pairs with a delta, and the a_rx of each guess."""

    rows: Array
    surplus: Array
    deltas: Array
    vectors: list[Array]


@dataclass
class _ConicBlocks:
    """Rows of `G x + s = h` for Clarabel, gathered block by block; s is in the cones."""

    width: int
    rows: list[Any] = field(default_factory=list)
    right: list[Array] = field(default_factory=list)
    cones: list[Any] = field(default_factory=list)
    height: int = 0

    def add(self, matrix: Any, right: Array, cones: list[Any]) -> slice:
        """s = right + matrix x in these cones; the place of its multipliers."""
        from scipy.sparse import csr_matrix

        self.rows.append(csr_matrix(-matrix))
        self.right.append(right)
        self.cones += cones
        start = self.height
        self.height += matrix.shape[0]
        return slice(start, self.height)


class _PriceProgram:
    """Variables y, z, t, then for each guess s, the numbers in its u and, for D, logarithms."""

    def __init__(self, objective: ForModel, charged: ChargedPatterns, scales: Array) -> None:
        self.charged = charged
        self.scales = scales
        self.objective = objective
        self.patterns, self.truths = charged.rows.shape
        self.guesses = len(charged.vectors)
        size = len(scales)
        contrasts = np.array(objective.contrasts, float) / scales
        self.unit = 1.0 if objective.is_determinant else float(np.abs(contrasts).max())
        self.contrasts = contrasts / self.unit
        if objective.is_determinant:
            self.entries = [(i, j) for j in range(size) for i in range(j + 1)]
        else:
            self.entries = [(i, j) for j in range(len(contrasts)) for i in range(size)]
        self.tangents = len(contrasts)
        self.logs = size if objective.is_determinant else 0
        pairs = charged.surplus.shape[1]
        self.first = np.cumsum([0, self.truths, pairs, self.guesses])
        self.block = self.patterns + len(self.entries) + self.logs
        self.width = int(self.first[3]) + self.guesses * self.block

    def solve(self) -> ModelOptimum:
        """Pose it to Clarabel and read prices, tangents and weights."""
        import clarabel
        from scipy.sparse import csc_matrix, vstack

        blocks = _ConicBlocks(self.width)
        self._shares(blocks, clarabel)
        paid = self._payments(blocks, clarabel)
        for guess in range(self.guesses):
            self._squares(blocks, clarabel, guess)
            if self.logs:
                self._logarithms(blocks, clarabel, guess)
        found = clarabel.DefaultSolver(
            csc_matrix((self.width, self.width)),
            self._cost(),
            csc_matrix(vstack(blocks.rows)),
            np.concatenate(blocks.right),
            blocks.cones,
            _settings(clarabel),
        ).solve()
        if str(found.status) not in ("Solved", "AlmostSolved"):
            raise ArithmeticError(f"the cone program ended {found.status}")
        return self._optimum(np.array(found.x), np.array(found.z)[paid].clip(min=0))

    def _part(self, guess: int, part: int) -> int:
        """Where s, u or the logarithms of a guess begin."""
        start = int(self.first[3]) + guess * self.block
        return start + [0, self.patterns, self.patterns + len(self.entries)][part]

    def _cost(self) -> Array:
        """What is minimised: sum y + delta.z less the gains."""
        cost = np.zeros(self.width)
        cost[: self.truths] = 1.0
        cost[self.truths : self.first[2]] = self.charged.deltas
        for guess in range(self.guesses):
            if self.logs:
                start = self._part(guess, 2)
                cost[start : start + self.logs] = -2.0
            else:
                start = self._part(guess, 1)
                gains = [-2 * self.contrasts[j, i] for i, j in self.entries]
                cost[start : start + len(gains)] = gains
        return cost

    def _shares(self, blocks: _ConicBlocks, clarabel: Any) -> None:
        """The weights of the guesses: as given, or any that add up to one."""
        from scipy.sparse import lil_matrix

        start = int(self.first[2])
        some = lil_matrix((self.guesses, self.width))
        for guess in range(self.guesses):
            some[guess, start + guess] = 1.0
        if self.objective.over != MINIMAX:
            given = np.array([float(guess.weight) for guess in self.objective.guesses])
            blocks.add(some, -given, [clarabel.ZeroConeT(self.guesses)])
            return
        total = lil_matrix((1, self.width))
        total[0, start : start + self.guesses] = 1.0
        blocks.add(total, -np.ones(1), [clarabel.ZeroConeT(1)])
        blocks.add(some, np.zeros(self.guesses), [clarabel.NonnegativeConeT(self.guesses)])

    def _payments(self, blocks: _ConicBlocks, clarabel: Any) -> slice:
        """y.r + z.e - sum_g s_rg >= 0; z >= 0."""
        from scipy.sparse import eye, hstack, lil_matrix

        prices = np.hstack([self.charged.rows, self.charged.surplus])
        none = lil_matrix((self.patterns, self.guesses))
        rest = lil_matrix((self.patterns, self.block - self.patterns))
        spent = [part for _ in range(self.guesses) for part in (-eye(self.patterns), rest)]
        matrix = hstack([prices, none, *spent]).tocsr()
        paid = blocks.add(
            matrix, np.zeros(self.patterns), [clarabel.NonnegativeConeT(self.patterns)]
        )
        pairs = self.charged.surplus.shape[1]
        if pairs:
            signs = lil_matrix((pairs, self.width))
            for pair in range(pairs):
                signs[pair, self.truths + pair] = 1.0
            blocks.add(signs, np.zeros(pairs), [clarabel.NonnegativeConeT(pairs)])
        return paid

    def _squares(self, blocks: _ConicBlocks, clarabel: Any, guess: int) -> None:
        """(s + t, 2 a'u, s - t) in the second-order cone, for every pattern."""
        from scipy.sparse import csr_matrix

        vectors = self.charged.vectors[guess]
        points = vectors.shape[1]
        inner = points * self.tangents
        s, u = self._part(guess, 0), self._part(guess, 1)
        t = int(self.first[2]) + guess
        n = np.arange(self.patterns)
        heights = n * (inner + 2)
        i = [heights, heights, heights + inner + 1, heights + inner + 1]
        j = [s + n, np.full_like(n, t), s + n, np.full_like(n, t)]
        value = [np.ones(len(n)), np.ones(len(n)), np.ones(len(n)), -np.ones(len(n))]
        for column, (p, tangent) in enumerate(self.entries):
            for x in range(points):
                i.append(heights + 1 + tangent * points + x)
                j.append(np.full_like(n, u + column))
                value.append(2 * vectors[:, x, p])
        places = (np.concatenate(i), np.concatenate(j))
        height = self.patterns * (inner + 2)
        matrix = csr_matrix((np.concatenate(value), places), shape=(height, self.width))
        cones = [clarabel.SecondOrderConeT(inner + 2)] * self.patterns
        blocks.add(matrix, np.zeros(height), cones)

    def _logarithms(self, blocks: _ConicBlocks, clarabel: Any, guess: int) -> None:
        """l <= t ln(u_ii / t): (l, t, u_ii) in the exponential cone."""
        from scipy.sparse import lil_matrix

        matrix = lil_matrix((3 * self.logs, self.width))
        u, logs = self._part(guess, 1), self._part(guess, 2)
        for i in range(self.logs):
            matrix[3 * i, logs + i] = 1.0
            matrix[3 * i + 1, int(self.first[2]) + guess] = 1.0
            matrix[3 * i + 2, u + self.entries.index((i, i))] = 1.0
        cones = [clarabel.ExponentialConeT()] * self.logs
        blocks.add(matrix, np.zeros(3 * self.logs), cones)

    def _optimum(self, x: Array, weights: Array) -> ModelOptimum:
        shares = x[self.first[2] : self.first[3]].clip(min=0)
        shares = np.where(shares > LEAST_WEIGHT, shares, 0.0)
        shares /= shares.sum()
        tangents = []
        for guess in range(self.guesses):
            start = self._part(guess, 1)
            found = np.zeros((self.tangents, len(self.scales)))
            for (i, j), u in zip(self.entries, x[start : start + len(self.entries)], strict=True):
                found[j, i] = u
            known = shares[guess] > 0
            divided = found / shares[guess] if known else np.eye(*found.shape)
            tangents.append(divided * self.unit / self.scales)
        square = self.unit**2
        prices = x[: self.truths] * square
        pair_prices = x[self.truths : self.first[2]].clip(min=0) * square
        return ModelOptimum(weights, shares, tangents, prices, pair_prices)


def _settings(clarabel: Any) -> Any:
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.max_threads = 1
    for name in ("tol_gap_abs", "tol_gap_rel", "tol_feas"):
        setattr(settings, name, TOLERANCE)
    return settings
