"""The objectives by name, and the parameters that each of them reads: the one table of them.

| objective | reads |
|---|---|
| variance, warner | prior (a prevalence) |
| trace | categories |
| guess, mutual-information | prior |
| gain | gain, prior |
| f-divergence | divergence, and if given pair, categories |
| a-optimal | prior; or priors (worst of several), and if given weights (their average) |
| c-optimal | the same, and contrast |
| d-optimal, e-optimal | prior |

Parameters are text: a vector has commas, the rows of a matrix are separated by semicolons.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from rropt import utility
from rropt.exact import InputError
from rropt.utility import curved

Options = Mapping[str, str]


@dataclass(frozen=True)
class Objective:
    """How an objective is made from its parameters."""

    make: Callable[[Options], Any]
    needs: tuple[str, ...]
    may: tuple[str, ...] = ()

    def needed(self, given: Collection[str]) -> tuple[str, ...]:
        """What must be given; several priors take the place of one."""
        if self._robust(given):
            return ("priors", *(name for name in self.needs if name != "prior"))
        return self.needs

    def reads(self, given: Collection[str]) -> tuple[str, ...]:
        """What is read of the parameters that are given."""
        needed = self.needed(given)
        optional = self.may if self._robust(given) or "priors" not in self.may else ()
        return (*needed, *(name for name in optional if name in given and name not in needed))

    def _robust(self, given: Collection[str]) -> bool:
        return "priors" in given and "priors" in self.may


def make(name: str, options: Options) -> Any:
    """The objective with these parameters.

    >>> make("guess", {"prior": "1/2,1/3,1/6"}).truths
    3
    """
    return OBJECTIVES[name].make(options)


def _gain(options: Options) -> Any:
    return utility.Gain([row.split(",") for row in options["gain"].split(";")], options["prior"])


def _f_divergence(options: Options) -> Any:
    pair = options.get("pair", "0,1").split(",")
    if len(pair) != 2:
        raise InputError(f"pair must be two truths such as 0,1, got {options['pair']!r}")
    return utility.FDivergence(options["divergence"], pair, options.get("categories", 2))


def _robust(single: Callable[[Options], Any]) -> Callable[[Options], Any]:
    """The objective at one prior, or for the worst or the average of several."""

    def objective(options: Options) -> Any:
        if "priors" not in options:
            return single(options)
        priors, contrast = options["priors"].split(";"), options.get("contrast")
        if "weights" not in options:
            return curved.Minimax(priors, contrast)
        weights = options["weights"].split(",")
        if len(weights) != len(priors):
            raise InputError(f"weights must have one entry a prior, got {len(weights)}")
        return curved.Average(list(zip(weights, priors, strict=True)), contrast)

    return objective


OBJECTIVES: dict[str, Objective] = {
    "variance": Objective(lambda o: utility.Variance(o["prior"]), ("prior",)),
    "warner": Objective(lambda o: utility.Warner(o["prior"]), ("prior",)),
    "trace": Objective(lambda o: utility.Trace(o["categories"]), ("categories",)),
    "guess": Objective(lambda o: utility.Guess(o["prior"]), ("prior",)),
    "gain": Objective(_gain, ("gain", "prior")),
    "mutual-information": Objective(lambda o: utility.MutualInformation(o["prior"]), ("prior",)),
    "f-divergence": Objective(_f_divergence, ("divergence",), ("pair", "categories")),
    "a-optimal": Objective(
        _robust(lambda o: curved.AOptimal(o["prior"])), ("prior",), ("priors", "weights")
    ),
    "d-optimal": Objective(lambda o: curved.DOptimal(o["prior"]), ("prior",)),
    "e-optimal": Objective(lambda o: curved.EOptimal(o["prior"]), ("prior",)),
    "c-optimal": Objective(
        _robust(lambda o: curved.COptimal(o["prior"], o["contrast"])),
        ("prior", "contrast"),
        ("priors", "weights"),
    ),
}
