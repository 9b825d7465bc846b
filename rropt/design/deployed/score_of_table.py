"""What a table is worth to the search for deployable ones, in doubles: a hint, never a decision.

A merit is least for the best table. Linearised at a table it is a sum over rows again, of a
utility u(r): for Cov = J^-1 - pi pi', J = sum_r r r' / (pi.r), every curved criterion has
u(r) = r'G r / (pi.r), for instance G = J^-2 for the trace of Cov and G = J^-1 for log det.
The largest eigenvalue is smoothed to (tr Cov^p)^(1/p), so that each eigenvalue near it counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
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


def merit_of(objective: Any) -> Merit:
    """The merit of tables for an objective."""
    if isinstance(objective, ForModel):
        return InformationMerit.of_model(objective)
    if isinstance(objective, Curved):
        return InformationMerit.of_covariance(objective)
    return Summed(objective)


@dataclass(frozen=True)
class Relabelled:
    """The merit of tables with the truths in another order: column j is at listed[j]."""

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
class ScenarioPoints:
    """Where reports are given in one scenario, and how much it counts.

    - weights, chances, slopes: of each point w, p and D, with J = sum w (D'r)(D'r)' / (p.r)
    - known: what the covariance is less than J^-1
    - units: of the diagonal of J
    """

    weights: np.ndarray
    chances: np.ndarray
    slopes: np.ndarray
    share: float
    offset: float
    known: np.ndarray | float
    units: np.ndarray

    def inverse(self, tables: np.ndarray) -> np.ndarray:
        """J^-1 of each table."""
        size = len(self.units)
        information = np.zeros((len(tables), size, size))
        for weight, p, D in zip(self.weights, self.chances, self.slopes, strict=True):
            told = tables @ D
            seen = _over(told, (tables @ p)[..., None])
            information += weight * np.swapaxes(told, -1, -2) @ seen
        told_of = np.einsum("tii,i->t", information, 1 / self.units) / size
        ridge = RIDGE * np.maximum(told_of, 1.0)[:, None, None] * np.diag(self.units)
        return np.linalg.inv(information + ridge)


@dataclass(frozen=True)
class InformationMerit:
    """A criterion of the covariance, in one scenario or several."""

    scenarios: list[ScenarioPoints]
    contrasts: np.ndarray
    """One a row: the sum of their variances counts, unless the criterion is another."""

    criterion: str
    is_minimax: bool
    steady: float = 0.0
    most_spread: float = np.inf
    """Share of the trace in the merit, and the trace of tables that identify too little: none where
    coefficients are asked for, which tables may tell that leave others open."""

    power: int = SMOOTH

    @staticmethod
    def of_covariance(objective: Curved) -> InformationMerit:
        """At priors: one point, of which J is about all shares."""
        truths = np.eye(objective.truths)
        scenarios = []
        for at in objective.scenarios:
            p = np.array(list(map(float, at.prior)))
            ends = float(at.weight), float(at.offset), np.outer(p, p)
            one = ScenarioPoints(np.ones(1), p[None], truths[None], *ends, np.ones(len(p)))
            scenarios.append(one)
        contrast = objective.contrast
        wanted = truths if contrast is None else np.array([list(map(float, contrast))])
        name = objective.name
        is_minimax = objective.robust == "minimax"
        return InformationMerit(scenarios, wanted, name, is_minimax, STEADY, SINGULAR)

    @staticmethod
    def of_model(objective: ForModel) -> InformationMerit:
        """At guesses of the coefficients, each with its points."""
        scenarios = []
        for guess in objective.guesses:
            weights = np.array([float(at.weight) for at in guess.points])
            p = np.array([at.probabilities for at in guess.points], dtype=float)
            D = np.array([at.derivatives for at in guess.points], dtype=float)
            # The information about each coefficient if the truths were told.
            units = np.einsum("x,xji,xji,xj->i", weights, D, D, 1 / p)
            scenarios.append(ScenarioPoints(weights, p, D, float(guess.weight), 0.0, 0.0, units))
        wanted = np.array(objective.contrasts, dtype=float)
        name = "d-optimal" if objective.is_determinant else "coefficients"
        return InformationMerit(scenarios, wanted, name, objective.over == "minimax")

    def values(self, tables: np.ndarray) -> np.ndarray:
        by_scenario = np.array([self._valued(at.inverse(tables), at) for at in self.scenarios])
        if self.is_minimax:
            return by_scenario.max(axis=0)
        return self._shares @ by_scenario

    def slope(self, table: np.ndarray) -> Rows:
        """u(r) = sum over scenarios and points of w (D'r)'G(D'r) / (p.r)."""
        inverses = [at.inverse(table[None]) for at in self.scenarios]
        shares = self._shares
        if self.is_minimax:
            pairs = zip(inverses, self.scenarios, strict=True)
            worst = np.array([self._valued(X, at)[0] for X, at in pairs])
            shares = (worst == worst.max()).astype(float)
        forms = []
        for share, X, at in zip(shares, inverses, self.scenarios, strict=True):
            forms.append(share * self._form(X[0], at))

        def gains(rows: np.ndarray) -> np.ndarray:
            total = np.zeros(len(rows))
            for form, at in zip(forms, self.scenarios, strict=True):
                for weight, p, D in zip(at.weights, at.chances, at.slopes, strict=True):
                    told = rows @ D
                    total += weight * _over(((told @ form) * told).sum(axis=1), rows @ p)
            return total

        return gains

    def sharp(self) -> InformationMerit:
        return replace(self, power=SHARP)

    def _valued(self, X: np.ndarray, at: ScenarioPoints) -> np.ndarray:
        if self.criterion == "d-optimal":
            return np.linalg.slogdet(X)[1] - at.offset
        cov = X - at.known
        if self.criterion == "e-optimal":
            sizes = np.abs(np.linalg.eigvalsh(cov))
            top = sizes.max(axis=1)
            return top * ((sizes / top[:, None]) ** self.power).sum(axis=1) ** (1 / self.power)
        wanted = np.einsum("ci,tij,cj->t", self.contrasts, cov, self.contrasts)
        spread = np.einsum("tii,i->t", X, at.units)
        found = wanted * (1 + self.steady * spread) - at.offset
        return np.where(spread > self.most_spread, found / RIDGE, found)

    def _form(self, X: np.ndarray, at: ScenarioPoints) -> np.ndarray:
        if self.criterion == "d-optimal":
            return X
        if self.criterion == "e-optimal":
            sizes, axes = np.linalg.eigh(X - at.known)
            shares = np.abs(sizes / sizes[-1]) ** (self.power - 1)
            return (X @ axes * shares) @ (X @ axes).T
        seen = self.contrasts @ X
        form: np.ndarray = seen.T @ seen
        return form + self.steady * (seen @ self.contrasts.T).trace() * (X * at.units) @ X

    @property
    def _shares(self) -> np.ndarray:
        return np.array([at.share for at in self.scenarios])


def _over(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    """The quotient; zero for a row of zeros."""
    return np.divide(above, below, out=np.zeros_like(above, dtype=float), where=below > 0)
