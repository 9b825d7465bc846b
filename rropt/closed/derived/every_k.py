"""The optimum for every number k of truths: one formula, its proof in steps, its words.

| problem | formula |
|---|---|
| trace, any delta | k (gamma + (k - 1) delta) / (gamma + k - 1) |
| guess under any prior, any delta | delta + (1 - delta) max_m gamma Q_m / (gamma + m - 1) |
| mutual information of equal masses | the best size m of subsets, one switch for each m |
| A-, D-, E-optimality at equal masses | the same, with switches sqrt((k-m)(k-m-1)/(m(m+1))) |
| E-optimality for the worst group | m and m + 1 together, with switches (k-m-1)(k-m-2)/(m(m+1)) |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from rropt.closed.derived.eigenvalue_law import law_of
from rropt.closed.derived.guess_subsets import SubsetPieces, best_subset
from rropt.closed.derived.subset_laws import LAWS, GuessLaw, ProofStep, SubsetLaw
from rropt.closed.derived.validity import Box
from rropt.closed.formula import Formula
from rropt.closed.symbols import gamma as gamma_symbol
from rropt.exact import Gamma, InputError, exact, prior_vector, probability, whole
from rropt.exact.recorded import Recorded
from rropt.utility import Guess, Trace

Value = Fraction | tuple[Fraction, Fraction]

BITS = 160
"""Of an enclosure of a logarithm: three times a double."""


@dataclass(frozen=True)
class OptimumForEveryK(Recorded):
    """A formula in k (and m), the size m that it takes, and the steps that prove it."""

    reported: str
    law: SubsetLaw | GuessLaw

    @property
    def value(self) -> sp.Expr:
        """The optimum, in k, gamma, delta and the size m."""
        return self.law.value

    @property
    def steps(self) -> tuple[ProofStep, ...]:
        """What is decided by algebra, for every k."""
        return self.law.steps

    @property
    def proved(self) -> bool:
        """Whether every step is decided."""
        return all(step.holds for step in self.steps)

    def to_json(self) -> dict[str, Any]:
        """The formula, and its proof in steps."""
        return {
            "reported": self.reported,
            "value": str(self.value),
            "proved": self.proved,
            "steps": [{"says": step.says, "holds": step.holds} for step in self.steps],
        }

    def best_size(self, k: Any, gamma: Any) -> int:
        """The best m for k truths at a rational gamma, of a law of subsets."""
        return self._pieces(k).best_size(exact(gamma, "gamma"))

    def switch(self, k: Any, m: Any) -> tuple[Fraction, Fraction]:
        """Rationals around the gamma above which m truths at gamma are better than m + 1."""
        pieces = self._pieces(k)
        size = whole(m, "m", least=1)
        if 2 * size + 1 >= pieces.truths:
            raise InputError(f"m must be below (k - 1)/2 to have a switch, got m = {m}, k = {k}")
        return pieces.switch(size)

    def value_at(self, gamma: Any, k: Any = None, delta: Any = 0, prior: Any = None) -> Value:
        """The optimum at rational numbers, or rationals around it; a guess needs its prior."""
        level = exact(gamma, "gamma")
        share = probability(delta, "delta")
        if level <= 1:
            raise InputError(f"gamma must be above 1, got {gamma}")
        if isinstance(self.law, GuessLaw):
            return _guess(self.law, level, share, k, prior)
        if share:
            raise InputError(f"delta must be 0 for {self.reported}, got {delta}")
        truths = whole(k, "k", least=2)
        size = self.best_size(truths, level)
        formula = Formula(str(self.law.at(truths, size)))
        lo, hi = formula.enclosure({"gamma": level}, Gamma(level, level), BITS)
        return lo if lo == hi else (lo, hi)

    def _pieces(self, k: Any) -> SubsetPieces:
        if isinstance(self.law, GuessLaw):
            raise InputError(f"only subsets of one size have switches in k, not {self.reported}")
        box = Box(((gamma_symbol, Fraction(1), None),))
        return SubsetPieces(self.law, whole(k, "k", least=2), box)

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {sp.latex(self.value)}$"

    def __str__(self) -> str:
        """The formula, its region, its table, and what was decided for every k."""
        law = self.law
        table = _of_guess(law) if isinstance(law, GuessLaw) else law.said()
        verdict = "proved" if self.proved else "NOT proved"
        lines = [f"{self.reported} for gamma > 1 and every number k of truths", ""]
        lines += [f"{self.reported} = {self.value}", *(f"  {line}" for line in table), ""]
        lines.append(f"for every k: {verdict}, {len(self.steps)} steps decided by algebra")
        lines += [f"  {step.says}: {'yes' if step.holds else 'NO'}" for step in self.steps]
        return "\n".join(lines)

    @property
    def latex(self) -> str:
        """The formula in LaTeX."""
        return str(sp.latex(self.value))


def derive_for_every_k(problem: Any) -> OptimumForEveryK:
    """The optimum of a problem for every number of truths in place of its own.

    A problem, a design or an objective says what is asked: trace, guess (any prior), at equal
    masses mutual information, A-, D- and E-optimality, or E-optimality for the worst group. The
    delta of guess and trace is any, of the others 0.

    >>> from rropt.utility.at_prior import AOptimal
    >>> answer = derive_for_every_k(AOptimal(["1/3"] * 3))
    >>> answer.proved, answer.best_size(k=10, gamma=2)
    (True, 3)
    """
    stated = getattr(problem, "problem", problem)
    objective = getattr(stated, "objective", stated)
    what = getattr(objective, "label", type(objective).__name__)
    if isinstance(objective, (Guess, Trace)):
        return OptimumForEveryK(what, GuessLaw(isinstance(objective, Trace)))
    law = law_of(objective)
    if law is not None:
        return OptimumForEveryK(what, law)
    if type(objective) in LAWS:
        raise InputError(f"prior must have equal masses for every k, for {what}")
    raise InputError(
        "objective must be trace, guess, mutual information, or A-, D- or E-optimal for every k, "
        f"got {what}"
    )


def _guess(law: GuessLaw, level: Fraction, share: Fraction, k: Any, prior: Any) -> Fraction:
    """The formula of a guess, at the best subset."""
    if law.trace:
        truths = whole(k, "k", least=2)
        values = {"gamma": level, "delta": share, "k": Fraction(truths)}
        found = Formula(str(law.value)).exact(values)
        return Fraction(found or 0)
    if prior is None:
        raise InputError("prior must be given: the value of a guess depends on it")
    masses = list(prior_vector(prior))
    subset = best_subset(masses, level)
    inside = sum((masses[i] for i in subset), Fraction(0))
    return share + (1 - share) * level * inside / (level + len(subset) - 1)


def _of_guess(law: GuessLaw) -> list[str]:
    told = "with probability delta the truth is reported; else"
    if law.trace:
        return [f"{told} each truth reports itself gamma times as likely as each other"]
    begins, ends = law.where
    return [
        "Q_m is the mass of the m likeliest truths, q_m the least of them, q_next the one after",
        f"where {begins} (for m > 1) and {ends} (while q_next > 0)",
        f"{told} one of these m: one of them reports itself gamma times as likely as each other,",
        "the other truths report each of the m alike",
    ]
