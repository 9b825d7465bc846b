"""The curved criteria as the interior-point solver needs them: gradients, Hessians, multipliers.

For T = sum_r w_r a a' (a = tangent of r):  d tr(E T^-1) = -a'Ga with G = T^-1 E T^-1, second
derivative 2 (a'Ga~)(a'T^-1 a~);  d(-log det T) = -a'T^-1 a, second derivative (a'T^-1 a~)^2.

A criterion also names the `ends` of the path that doubles may reach, one after the other; one that
`polishes` finds the end itself from the patterns in use.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rropt.design.curved.ball_arrays import inverse, is_positive, times
from rropt.design.curved.eigenvalue_end import corner, polished
from rropt.design.curved.interior_point import Expansion, InteriorPoint, InteriorProgram, State

if TYPE_CHECKING:
    import numpy as np

    Forms = list[tuple[Any, np.ndarray]]
    """By scenario: its share, and G with linearised utility a'Ga."""


def information(tangent: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """T = sum_r w_r a a'."""
    return times(tangent.T * weights, tangent)


def trace_terms(tangent: np.ndarray, weights: np.ndarray, E: np.ndarray) -> tuple[Any, Any, Any]:
    """tr(E T^-1) with its derivatives in w."""
    X = inverse(information(tangent, weights))
    first, second = times(tangent, X, E, X, tangent.T), times(tangent, X, tangent.T)
    return (E * X).sum(), -first.diagonal(), 2 * first * second


class _Explicit:
    """Its forms follow from the weights to all digits, and the path can be followed far."""

    ends, polishes = (1e-14, 1e-12), False

    def polish(
        self, program: InteriorProgram, point: InteriorPoint, forms: Forms
    ) -> tuple[InteriorPoint, Forms]:
        return point, forms


class _Smooth(_Explicit):
    """A function of the weights alone."""

    def start(self, tangent: np.ndarray, weights: np.ndarray, mu: float) -> State:
        return ()

    def inside(self, tangent: np.ndarray, weights: np.ndarray, state: State) -> bool:
        return True


@dataclass(frozen=True)
class AverageTrace(_Smooth):
    """sum_i alpha_i tr(E T_i^-1)."""

    E: np.ndarray
    shares: tuple[Any, ...]

    def expand(self, tangent: np.ndarray, weights: np.ndarray, state: State, mu: Any) -> Expansion:
        terms = [trace_terms(scenario, weights, self.E) for scenario in tangent]
        parts = list(zip(self.shares, terms, strict=True))
        gradient = sum(share * first for share, (_, first, _) in parts)
        hessian = sum(share * second for share, (_, _, second) in parts)
        return _without_springs(gradient, hessian, _nothing)

    def forms(self, tangent: np.ndarray, weights: np.ndarray, state: State) -> Forms:
        return _linearised(tangent, weights, self.E, self.shares)


@dataclass(frozen=True)
class LogDeterminant(_Smooth):
    """-log det T."""

    def expand(self, tangent: np.ndarray, weights: np.ndarray, state: State, mu: Any) -> Expansion:
        (a,) = tangent
        products = times(a, inverse(information(a, weights)), a.T)
        return _without_springs(-products.diagonal(), products**2, _nothing)

    def forms(self, tangent: np.ndarray, weights: np.ndarray, state: State) -> Forms:
        return [(1.0, inverse(information(tangent[0], weights)))]


@dataclass(frozen=True)
class LargestTrace(_Explicit):
    """t, with tr(E T_i^-1) - o_i + gap_i = t for each scenario and alpha_i gap_i = mu.

    The state is (t, gaps, alphas). The gaps are variables that meet their equations on the path,
    so a step need not keep t above every trace.
    """

    E: np.ndarray
    offsets: tuple[Any, ...]

    def start(self, tangent: np.ndarray, weights: np.ndarray, mu: float) -> State:
        import numpy as np

        pairs = zip(tangent, self.offsets, strict=True)
        values = np.array([trace_terms(a, weights, self.E)[0] - o for a, o in pairs])
        t = values.max() + len(values) * mu
        return np.array([t]), t - values, mu / (t - values)

    def expand(self, tangent: np.ndarray, weights: np.ndarray, state: State, mu: Any) -> Expansion:
        import numpy as np

        (t,), gaps, alphas = state
        traces, firsts, seconds = zip(
            *(trace_terms(a, weights, self.E) for a in tangent), strict=True
        )
        slopes = np.hstack([-np.array(firsts), np.ones((len(gaps), 1), dtype=gaps.dtype)])
        off = t + np.array(self.offsets) - np.array(traces) - gaps
        gradient = -(slopes.T @ ((mu - alphas * off) / gaps))
        gradient[-1] += 1
        hessian = np.zeros((slopes.shape[1],) * 2, dtype=gaps.dtype)
        hessian[:-1, :-1] = sum(a * second for a, second in zip(alphas, seconds, strict=True))
        give = gaps / alphas

        def change(step: np.ndarray, forces: np.ndarray) -> State:
            return step[-1:], give * forces + off, mu / gaps - alphas - off / give - forces

        return Expansion(gradient, hessian, slopes, give, change)

    def inside(self, tangent: np.ndarray, weights: np.ndarray, state: State) -> bool:
        _, gaps, alphas = state
        return bool((gaps > 0).all() and (alphas > 0).all())

    def forms(self, tangent: np.ndarray, weights: np.ndarray, state: State) -> Forms:
        """Each scenario with its multiplier; on the path they sum to one."""
        alphas = state[2]
        return _linearised(tangent, weights, self.E, alphas / alphas.sum())


@dataclass(frozen=True)
class SmallestEigenvalue:
    """-t, with S = T - t I positive definite: the largest eigenvalue of T^-1 is 1 / t.

    The state is (t, V) with V positive definite, V S = mu I, and tr V = 1 on the path. With
    R = S^-1 the symmetric part of R dS V is what a step dS takes from V.
    """

    ends, polishes = (1e-9, 1e-11, 1e-12), True

    def start(self, tangent: np.ndarray, weights: np.ndarray, mu: float) -> State:
        import numpy as np

        T = information(tangent[0], weights)
        t = np.linalg.eigvalsh(T)[:1] / 2
        return t, mu * inverse(_less(T, t[0]))

    def expand(self, tangent: np.ndarray, weights: np.ndarray, state: State, mu: Any) -> Expansion:
        import numpy as np

        (a,), ((t,), V), n = tangent, state, len(weights)
        R = inverse(_less(information(a, weights), t))
        near, mixed = times(a, R, a.T), times(R, V)
        hessian = np.empty((n + 1, n + 1), dtype=weights.dtype)
        hessian[:n, :n] = near * times(a, V, a.T)
        hessian[n, :n] = hessian[:n, n] = -(times(a, mixed) * a).sum(axis=1)
        hessian[n, n] = mixed.trace()

        def change(step: np.ndarray, forces: np.ndarray) -> State:
            taken = times(R, _less(information(a, step[:-1]), step[-1]), V)
            return step[-1:], mu * R - V - (taken + taken.T) / 2

        gradient = np.append(-mu * near.diagonal(), mu * R.trace() - 1)
        return _without_springs(gradient, hessian, change)

    def inside(self, tangent: np.ndarray, weights: np.ndarray, state: State) -> bool:
        (t,), V = state
        return is_positive(_less(information(tangent[0], weights), t)) and is_positive(V)

    def forms(self, tangent: np.ndarray, weights: np.ndarray, state: State) -> Forms:
        """The dual matrix V, of trace one."""
        return [(1.0, state[1] / state[1].trace())]

    def polish(
        self, program: InteriorProgram, point: InteriorPoint, forms: Forms
    ) -> tuple[InteriorPoint, Forms]:
        ((share, V),) = forms
        point, V = polished(program, point, V)
        return point, [(share, V)]

    def corner(
        self, program: InteriorProgram, point: InteriorPoint, forms: Forms
    ) -> tuple[InteriorPoint, Forms]:
        ((share, V),) = forms
        point, V = corner(program, point, V)
        return point, [(share, V)]


def _nothing(step: np.ndarray, forces: np.ndarray) -> State:
    return ()


def _without_springs(gradient: np.ndarray, hessian: np.ndarray, change: Any) -> Expansion:
    """All of the Hessian in one."""
    return Expansion(gradient, hessian, hessian[:0], gradient[:0], change)


def _less(matrix: np.ndarray, t: Any) -> np.ndarray:
    """The matrix less t times the identity."""
    import numpy as np

    lower = matrix.copy()
    lower[np.diag_indices(len(matrix))] -= t
    return lower


def _linearised(tangent: np.ndarray, weights: np.ndarray, E: np.ndarray, shares: Any) -> Forms:
    """Shares and T^-1 E T^-1 by scenario."""
    inverses = [inverse(information(a, weights)) for a in tangent]
    return [(share, times(X, E, X)) for share, X in zip(shares, inverses, strict=True)]
