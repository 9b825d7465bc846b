"""The objectives of a sweep by name, and the parameters that each of them reads.

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
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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


def reads(name: str, given: Any) -> tuple[str, ...]:
    """The parameters that the objective reads of those given; a missing one is named.

    >>> reads("c-optimal", {"prior", "contrast", "categories"})
    ('prior', 'contrast')
    """
    if name not in OBJECTIVES:
        raise InputError(f"objective must be one of {', '.join(OBJECTIVES)}, got {name!r}")
    objective = OBJECTIVES[name]
    needs = objective.needs
    if "priors" in given and "priors" in objective.may:
        needs = ("priors", *(need for need in needs if need != "prior"))
    for need in needs:
        if need not in given:
            raise InputError(f"{need} must be given for the objective {name}")
    optional = objective.may if needs[0] == "priors" or "priors" not in objective.may else ()
    return (*needs, *(name for name in optional if name in given and name not in needs))


def make(name: str, options: Options) -> Any:
    """The objective with these parameters.

    >>> make("guess", {"prior": "1/2,1/3,1/6"}).truths
    3
    """
    return OBJECTIVES[name].make(options)


def _distribution(options: Options) -> str:
    """A prior on all categories; one number would be an entry that lost its list."""
    prior = options["prior"]
    if "," not in prior:
        raise InputError(
            f"prior must be a distribution, a list inside the list of priors, got {prior}"
        )
    return prior


def _f_divergence(options: Options) -> Any:
    pair = options.get("pair", "0,1").split(",")
    if len(pair) != 2:
        raise InputError(f"pair must be two truths such as 0,1, got {options['pair']}")
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
    "guess": Objective(lambda o: utility.Guess(_distribution(o)), ("prior",)),
    "gain": Objective(
        lambda o: utility.Gain([row.split(",") for row in o["gain"].split(";")], _distribution(o)),
        ("gain", "prior"),
    ),
    "mutual-information": Objective(
        lambda o: utility.MutualInformation(_distribution(o)), ("prior",)
    ),
    "f-divergence": Objective(_f_divergence, ("divergence",), ("pair", "categories")),
    "a-optimal": Objective(
        _robust(lambda o: curved.AOptimal(_distribution(o))), ("prior",), ("priors", "weights")
    ),
    "d-optimal": Objective(lambda o: curved.DOptimal(_distribution(o)), ("prior",)),
    "e-optimal": Objective(lambda o: curved.EOptimal(_distribution(o)), ("prior",)),
    "c-optimal": Objective(
        _robust(lambda o: curved.COptimal(_distribution(o), o["contrast"])),
        ("prior", "contrast"),
        ("priors", "weights"),
    ),
}
