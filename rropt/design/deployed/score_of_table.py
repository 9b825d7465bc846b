"""What a table is worth to the search for deployable ones, in doubles: a hint, never a decision.

A merit is least for the best table. Linearised at a table it is a sum over rows again, of a
utility u(r): for Cov = J^-1 - pi pi', J = sum_r r r' / (pi.r), every curved criterion has
u(r) = r'G r / (pi.r), for instance G = J^-2 for the trace of Cov and G = J^-1 for log det.
The largest eigenvalue is smoothed to (tr Cov^p)^(1/p), so that each eigenvalue near it counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from rropt.channel import Channel
from rropt.utility import Utility
from rropt.utility.curved import Curved
from rropt.utility.for_model import ForModel

if TYPE_CHECKING:
    Rows = Callable[[np.ndarray], np.ndarray]

SMOOTH = 16
SHARP = 2**20
"""Powers p in (tr Cov^p)^(1/p): while searching, and to compare what was found."""

RIDGE = 1e-11
"""This share of the mean diagonal is added to J: a table that identifies nothing is very bad."""

STEADY = 1e-9
SINGULAR = 1e-2 / RIDGE
"""Share of the whole trace in the merit of a contrast, and a trace of tables that identify too
little: a contrast alone asks for those."""


class Merit(Protocol):
    """What the search needs of an objective."""

    def values(self, tables: np.ndarray) -> np.ndarray:
        """The merits of tables of equal shape."""

    def slope(self, table: np.ndarray) -> Rows:
        """u, linearised at the table; zero on a row of zeros."""

    def sharp(self) -> Merit:
        """The merit that decides."""


def merit_at(merit: Merit, table: Channel) -> float:
    """The merit of one table: less is better."""
    return float(merit.values(table.to_numpy()[None])[0])


def merit_of(objective: Any, listed: list[int]) -> Merit:
    """The merit of tables whose truths are listed in another order: column j is at listed[j]."""
    return Relabelled(_plain(objective), listed)


def _plain(objective: Any) -> Merit:
    if isinstance(objective, ForModel):
        return ModelMerit(objective)
    return Covariance(objective) if isinstance(objective, Curved) else Summed(objective)


@dataclass(frozen=True)
class Relabelled:
    """The merit of tables with the truths in another order."""

    merit: Merit
    listed: list[int]

    def values(self, tables: np.ndarray) -> np.ndarray:
        return self.merit.values(tables[..., self.listed])

    def slope(self, table: np.ndarray) -> Rows:
        gains = self.merit.slope(table[..., self.listed])
        return lambda rows: gains(rows[..., self.listed])

    def sharp(self) -> Relabelled:
        return Relabelled(self.merit.sharp(), self.listed)


@dataclass(frozen=True)
class Summed:
    """A linear utility, negated."""

    utility: Utility

    def values(self, tables: np.ndarray) -> np.ndarray:
        count, reports, truths = tables.shape
        gains = self.slope(tables)(tables.reshape(-1, truths))
        return -gains.reshape(count, reports).sum(axis=1)

    def slope(self, table: np.ndarray) -> Rows:
        def gains(rows: np.ndarray) -> np.ndarray:
            found = np.zeros(len(rows))
            used = rows.any(axis=1)
            found[used] = self.utility.floats(rows[used])
            return found

        return gains

    def sharp(self) -> Summed:
        return self


@dataclass(frozen=True)
class Covariance:
    """A criterion of the covariance, over one prior or several."""

    objective: Curved
    power: int = SMOOTH

    def values(self, tables: np.ndarray) -> np.ndarray:
        by_scenario = np.array([self._criterion(tables, p) for p in self._priors])
        if self.objective.robust == "minimax":
            return (by_scenario - self._offsets[:, None]).max(axis=0)
        return self._shares @ by_scenario

    def slope(self, table: np.ndarray) -> Rows:
        """u(r) = sum_i alpha_i r'G_i r / (pi_i.r), linearised at the table."""
        priors = self._priors
        shares = self._shares
        if self.objective.robust == "minimax":
            worst = np.array([self._criterion(table[None], p)[0] for p in priors]) - self._offsets
            shares = (worst == worst.max()).astype(float)
        forms = [a * self._form(table, p) for a, p in zip(shares, priors, strict=True)]

        def gains(rows: np.ndarray) -> np.ndarray:
            parts = [
                _over(((rows @ G) * rows).sum(axis=1), rows @ p)
                for G, p in zip(forms, priors, strict=True)
            ]
            return np.sum(parts, axis=0)

        return gains

    def sharp(self) -> Covariance:
        return replace(self, power=SHARP)

    def _criterion(self, tables: np.ndarray, prior: np.ndarray) -> np.ndarray:
        X = _inverse(tables, prior)
        if self.objective.name == "d-optimal":
            return np.linalg.slogdet(X)[1]
        cov = X - np.outer(prior, prior)
        if self.objective.contrast is not None:
            c = self._contrast
            spread = cov.trace(axis1=1, axis2=2)
            found = (cov @ c) @ c + STEADY * (c @ c) * spread
            return np.where(spread > SINGULAR, found / RIDGE, found)
        if self.objective.name == "a-optimal":
            return cov.trace(axis1=1, axis2=2)
        sizes = np.abs(np.linalg.eigvalsh(cov))
        top = sizes.max(axis=1)
        return top * ((sizes / top[:, None]) ** self.power).sum(axis=1) ** (1 / self.power)

    def _form(self, table: np.ndarray, prior: np.ndarray) -> np.ndarray:
        X = _inverse(table, prior)
        if self.objective.name == "d-optimal":
            return X
        if self.objective.contrast is not None:
            c = self._contrast
            return np.outer(X @ c, X @ c) + STEADY * (c @ c) * X @ X
        if self.objective.name == "a-optimal":
            return X @ X
        sizes, axes = np.linalg.eigh(X - np.outer(prior, prior))
        shares = np.abs(sizes / sizes[-1]) ** (self.power - 1)
        return (X @ axes * shares) @ (X @ axes).T

    @cached_property
    def _priors(self) -> list[np.ndarray]:
        return [np.array(list(map(float, s.prior))) for s in self.objective.scenarios]

    @cached_property
    def _shares(self) -> np.ndarray:
        return np.array([float(s.weight) for s in self.objective.scenarios])

    @cached_property
    def _offsets(self) -> np.ndarray:
        return np.array([float(s.offset) for s in self.objective.scenarios])

    @cached_property
    def _contrast(self) -> np.ndarray:
        return np.array([float(c) for c in self.objective.contrast or ()])


@dataclass(frozen=True)
class ModelMerit:
    """Variances of the coefficients of a model, or minus ln det I, over its guesses."""

    objective: ForModel

    def values(self, tables: np.ndarray) -> np.ndarray:
        parts = [self._criterion(self._inverse(tables, g)) for g in range(self._count)]
        by_guess = np.array(parts)
        if self.objective.over == "minimax":
            return by_guess.max(axis=0)
        return self._shares @ by_guess

    def slope(self, table: np.ndarray) -> Rows:
        """u(r) = sum over guesses and points of w (D'r)'G(D'r) / (p.r), linearised at the table."""
        inverses = [self._inverse(table[None], g) for g in range(self._count)]
        shares = self._shares
        if self.objective.over == "minimax":
            worst = np.array([self._criterion(X)[0] for X in inverses])
            shares = (worst == worst.max()).astype(float)
        forms = [s * self._form(X[0]) for s, X in zip(shares, inverses, strict=True)]

        def gains(rows: np.ndarray) -> np.ndarray:
            total = np.zeros(len(rows))
            for form, (weights, means, slopes) in zip(forms, self._points, strict=True):
                for weight, p, D in zip(weights, means, slopes, strict=True):
                    told = rows @ D
                    total += weight * _over(((told @ form) * told).sum(axis=1), rows @ p)
            return total

        return gains

    def sharp(self) -> ModelMerit:
        return self

    def _inverse(self, tables: np.ndarray, guess: int) -> np.ndarray:
        """I^-1 of each table."""
        information = np.zeros((len(tables), *[self.objective.coefficients] * 2))
        for weight, p, D in zip(*self._points[guess], strict=True):
            told = tables @ D
            seen = _over(told, (tables @ p)[..., None])
            information += weight * np.swapaxes(told, -1, -2) @ seen
        return np.linalg.inv(information + RIDGE * np.diag(self._open[guess]))

    def _criterion(self, X: np.ndarray) -> np.ndarray:
        if self.objective.is_determinant:
            return np.linalg.slogdet(X)[1]
        wanted: np.ndarray = np.einsum("ci,tij,cj->t", self._contrasts, X, self._contrasts)
        return wanted * (1 + STEADY * np.einsum("tii,i->t", X, self._open[0]))

    def _form(self, X: np.ndarray) -> np.ndarray:
        if self.objective.is_determinant:
            return X
        seen = self._contrasts @ X
        form: np.ndarray = seen.T @ seen
        return form + STEADY * (seen @ self._contrasts.T).trace() * (X * self._open[0]) @ X

    @property
    def _count(self) -> int:
        return len(self.objective.guesses)

    @cached_property
    def _open(self) -> list[np.ndarray]:
        """The information about each coefficient if the truths were told: its unit."""
        found = []
        for weights, means, slopes in self._points:
            found.append(np.einsum("x,xji,xji,xj->i", weights, slopes, slopes, 1 / means))
        return found

    @cached_property
    def _points(self) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """Of each guess: weights, probabilities and derivatives of its points."""
        found = []
        for guess in self.objective.guesses:
            weights = np.array([float(at.weight) for at in guess.points])
            means = np.array([at.probabilities for at in guess.points], dtype=float)
            slopes = np.array([at.derivatives for at in guess.points], dtype=float)
            found.append((weights, means, slopes))
        return found

    @cached_property
    def _shares(self) -> np.ndarray:
        return np.array([float(guess.weight) for guess in self.objective.guesses])

    @cached_property
    def _contrasts(self) -> np.ndarray:
        return np.array(self.objective.contrasts, dtype=float)


def _inverse(tables: np.ndarray, prior: np.ndarray) -> np.ndarray:
    """J^-1 of one table or of many."""
    J = np.swapaxes(tables, -1, -2) @ _over(tables, (tables @ prior)[..., None])
    size = J.trace(axis1=-2, axis2=-1)[..., None, None] / len(prior)
    return np.linalg.inv(J + RIDGE * size * np.eye(len(prior)))


def _over(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    """The quotient; zero for a row of zeros."""
    return np.divide(above, below, out=np.zeros_like(above, dtype=float), where=below > 0)
