"""What the atlas asks: an objective at some shares of k truths, one line of cells over epsilon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from rropt.exact import text
from rropt.sweep.values import named_prior
from rropt.utility.information import DIVERGENCES
from rropt.utility.named import make

TITLES = {
    "variance": "Variance of one share",
    "warner": "Variance of one share by Warner's device",
    "mean": "Mean of numbers",
    "trace": "Trace: a right answer of every truth",
    "guess": "Chance of a right guess",
    "gain": "Closeness of a guess on a scale",
    "mutual-information": "Mutual information",
    "f-divergence": "Divergence of two truths",
    "a-optimal": "All shares: A-optimality",
    "d-optimal": "All shares: D-optimality",
    "e-optimal": "All shares: E-optimality",
    "c-optimal": "One contrast of the shares",
}
"""Every objective that has a name, in the order of the first page."""

EQUAL, ZIPF = "equal shares", "shares as 1, 1/2, 1/3, ..."
NAMED = {EQUAL: "uniform", ZIPF: "zipf"}
PREVALENCES = ("1/10", "1/4", "1/2")
WORST_OF = {"a-optimal": "population", "d-optimal": "population", "e-optimal": "group"}
"""No population is the worst for the largest eigenvalue: its contrast changes with the shares."""

MOST_OF_WORST_EIGENVALUE = 6
"""The most truths for which rropt certifies the largest eigenvalue at the worst group."""

SKEWED = ("3/8", "1/2", "5/8", "3/4", "7/8")
PARTS = (Fraction(1, 2), Fraction(1, 3))
"""What the rarest of three truths has of all but the common one."""

"""The share q of (q, (1 - q)/2, (1 - q)/2), on both sides of the curve (gamma + 3)/(gamma + 5)."""

LEVELS = (
    *("1/4", "1/2", "ln(2)", "1", "ln(3)", "5/4", "3/2", "7/4"),
    *("2", "ln(9)", "5/2", "3", "7/2", "4", "5"),
)
"""Rational epsilon for those who plan, and rational gamma, where values are exact."""

CATEGORIES = range(2, 9)


@dataclass(frozen=True)
class Question:
    """One objective, with all that it reads but the level."""

    objective: str
    at: str
    """What it is asked at, in words: which shares, numbers or divergence."""

    categories: int
    parameters: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Of its page.

        >>> Question("a-optimal", EQUAL, 3, {}).name
        'a-optimal-equal-shares-3'
        """
        words = "".join(sign if sign.isalnum() else " " for sign in self.at.replace("/", "of"))
        return "-".join([self.objective, *words.split(), str(self.categories)])

    @property
    def title(self) -> str:
        return f"{TITLES[self.objective]}, {self.at}, {self.categories} truths"

    @property
    def options(self) -> dict[str, str]:
        """The parameters as text, as objectives are made from."""
        return {name: str(value) for name, value in self.parameters.items()}

    def goal(self) -> Any:
        """The objective itself."""
        return make(self.objective, self.options)


def questions(categories: Sequence[int] = CATEGORIES) -> list[Question]:
    """Every question of the atlas with so many truths."""
    found = [question for k in categories for question in _asked(k)]
    order = list(TITLES)
    return sorted(found, key=lambda question: order.index(question.objective))


def _asked(k: int) -> Iterator[Question]:
    if k == 2:
        yield from _of_two_truths()
    yield Question("trace", EQUAL, k, {"categories": k})
    for at, prior in ((at, named_prior(name, k)) for at, name in NAMED.items()):
        yield Question("guess", at, k, {"prior": prior})
        yield Question("gain", at, k, {"gain": closeness(k), "prior": prior})
        for objective in ("mutual-information", "a-optimal", "d-optimal", "e-optimal"):
            yield Question(objective, at, k, {"prior": prior})
        for words, contrast in _contrasts(k):
            asked = {"prior": prior, "contrast": contrast}
            yield Question("c-optimal", f"{words}, {at}", k, asked)
    for objective, worst in WORST_OF.items():
        if objective == "e-optimal" and k > MOST_OF_WORST_EIGENVALUE:
            continue
        asked = {"prior": "worst", "categories": k, "worst": worst}
        yield Question(objective, f"worst {worst}", k, asked)
    if k == 3:
        yield from _of_three_truths()
    for worst in ("group", "population"):
        asked = {"values": even_numbers(k), "worst": worst}
        yield Question("mean", f"even numbers from -1 to 1, worst {worst}", k, asked)


def _of_two_truths() -> Iterator[Question]:
    for prevalence in (*PREVALENCES, "worst"):
        yield Question("variance", f"prevalence {prevalence}", 2, {"prior": prevalence})
    for prevalence in PREVALENCES:
        yield Question("warner", f"prevalence {prevalence}", 2, {"prior": prevalence})
    for divergence in DIVERGENCES:
        yield Question("f-divergence", divergence, 2, {"divergence": divergence})


def _of_three_truths() -> Iterator[Question]:
    """Shares along two lines: two rare truths alike, and one of them twice as rare."""
    for share, part in product(SKEWED, PARTS):
        rest = 1 - Fraction(share)
        prior = [share, text(rest * (1 - part)), text(rest * part)]
        yield Question("a-optimal", f"shares {', '.join(prior)}", 3, {"prior": ",".join(prior)})


def _contrasts(k: int) -> list[tuple[str, str]]:
    """The share of the first truth, and of three and more what it is before the last."""
    zeros = ["0"] * (k - 2)
    found = [("first share", ",".join(["1", *zeros, "0"]))]
    if k > 2:
        found.append(("first share less the last", ",".join(["1", *zeros, "-1"])))
    return found


def closeness(k: int) -> str:
    """The gain 1 - |i - j| / (k - 1) of a guess i of the truth j.

    >>> closeness(3)
    '1,1/2,0;1/2,1,1/2;0,1/2,1'
    """
    rows = [[1 - Fraction(abs(i - j), k - 1) for j in range(k)] for i in range(k)]
    return ";".join(",".join(map(text, row)) for row in rows)


def even_numbers(k: int) -> str:
    """k numbers from -1 to 1.

    >>> even_numbers(3)
    '-1,0,1'
    """
    return ",".join(text(Fraction(2 * j, k - 1) - 1) for j in range(k))


def sweep_spec(asked: Sequence[Question], levels: Sequence[str]) -> dict[str, Any]:
    """The sweep whose lines are these questions, in this order."""
    blocks = [{"name": each.objective, **_listed(each.parameters)} for each in asked]
    return {"epsilon": list(levels), "objective": blocks}


def _listed(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """One value each: a vector or a matrix would be read as several."""
    return {name: [value] for name, value in parameters.items()}
