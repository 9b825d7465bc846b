"""What each report at each point tells of coefficients, and the estimators that use it best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from rropt.design.curved.linearise import dyadic
from rropt.exact import InputError
from rropt.exact.convert import dot, fmpq, fraction
from rropt.utility.for_model import ModelGuess
from rropt.utility.response_models import Matrix, Vector
from rropt.utility.table_information import pivot_columns

Array = NDArray[np.float64]


@dataclass(frozen=True)
class ReportsAtPoints:
    """What each report at each point tells: columns w_x D_x'r_i, masses w_x p_x.r_i."""

    columns: list[Vector]
    masses: list[Fraction]

    @staticmethod
    def of(guess: ModelGuess, rows: Sequence[Vector]) -> ReportsAtPoints:
        columns: list[Vector] = []
        masses = []
        for at in guess.points:
            for row in rows:
                slopes = (dot(column, row) for column in zip(*at.derivatives, strict=True))
                columns.append(tuple(at.weight * slope for slope in slopes))
                masses.append(at.weight * dot(at.probabilities, row))
        return ReportsAtPoints(columns, masses)

    @property
    def _lengths(self) -> Array:
        return np.sqrt(np.array([float(mass) or 1.0 for mass in self.masses]))

    @property
    def _matrix(self) -> Array:
        """Columns divided by the roots of their masses: I is this times its transpose."""
        return np.array([[float(x) for x in column] for column in self.columns]).T / self._lengths

    def triangular_contrasts(self) -> Matrix:
        """The rows of L^-1, L L' = I^-1: of zeros after the diagonal."""
        matrix = self._matrix
        scales = np.sqrt((matrix**2).sum(axis=1))
        if not scales.all():
            raise InputError("denominator must be larger: the table over it identifies too little")
        scaled = matrix / scales[:, None]
        try:
            lower = np.linalg.cholesky(np.linalg.inv(scaled @ scaled.T))
        except np.linalg.LinAlgError:
            raise InputError(
                "denominator must be larger: the table over it identifies too little"
            ) from None
        rows = np.linalg.inv(lower) * scales
        return tuple(
            tuple(dyadic(x, abs(x)) if j <= i and x else Fraction(0) for j, x in enumerate(row))
            for i, row in enumerate(rows.tolist())
        )

    def estimator(self, contrast: Vector) -> Vector:
        """The unbiased numbers of least moment, nearly; some of them solved for exactly."""
        from flint import fmpq_mat

        near = self._near(contrast)
        order = self._order()
        ordered = [self.columns[n] for n in order]
        chosen = [order[n] for n in pivot_columns(list(zip(*ordered, strict=True)))]
        z = [Fraction(0) if n in chosen else near[n] for n in range(len(near))]
        used = [n for n, x in enumerate(z) if x]
        rows = []
        for q, c in enumerate(contrast):
            rest = c - sum((z[n] * self.columns[n][q] for n in used), Fraction(0))
            rows.append([*(fmpq(self.columns[n][q]) for n in chosen), fmpq(rest)])
        reduced, rank = fmpq_mat(rows).rref()
        if rank > len(chosen):
            raise InputError("coefficients must be ones that the best table tells something about")
        for position, n in enumerate(chosen):
            z[n] = fraction(reduced[position, len(chosen)])
        return tuple(z)

    def _near(self, contrast: Vector) -> list[Fraction]:
        """z = (D v).r / (p.r) with I v = c, in doubles."""
        wanted = np.array([float(x) for x in contrast])
        matrix = self._matrix
        scales = np.sqrt((matrix**2).sum(axis=1))
        scales = np.where(scales > 0, scales, 1.0)
        best = np.linalg.lstsq(matrix / scales[:, None], wanted / scales, rcond=1e-11)[0]
        return [Fraction(float(x)) for x in best / self._lengths]

    def _order(self) -> list[int]:
        """The reports that tell most, and most different things, first."""
        from scipy.linalg import qr

        matrix = self._matrix
        scales = np.sqrt((matrix**2).sum(axis=1))
        return qr(matrix / np.where(scales > 0, scales, 1.0)[:, None], mode="r", pivoting=True)[
            1
        ].tolist()

    def moment(self, z: Vector) -> Fraction:
        """sum_x w_x sum_i z_xi^2 p_x.r_i."""
        pairs = zip(z, self.masses, strict=True)
        return sum((x * x * mass for x, mass in pairs), Fraction(0))
