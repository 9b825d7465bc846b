"""The objectives by name, and the parameters that each of them reads: the one table of them.

| objective | reads |
|---|---|
| variance | prior (a prevalence, or worst), or interval of prevalences, and if given worst |
| warner | prior (a prevalence) |
| mean | values, or interval of numbers, and if given points; if given prior, worst |
| trace | categories |
| guess, mutual-information | prior |
| gain | gain (or loss, which is minimised), prior |
| f-divergence | divergence, and if given pair, categories |
| a-optimal | prior (or worst, and categories); or priors (the worst of several), and if
|           | given weights (their average) |
| c-optimal | the same, and contrast |
| d-optimal | prior (or worst, and categories) |
| e-optimal | prior |

Parameters are text: a vector has commas, the rows of a matrix are separated by semicolons.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from rropt import utility
from rropt.channel.validate import MOST_LABELS
from rropt.exact import InputError, whole
from rropt.utility import at_prior, curved, worst_case

Options = Mapping[str, str]


EXAMPLES: Options = {
    "prior": "1/4 for two truths, 1/2,1/3,1/6 for three",
    "priors": '"1/4,3/4;1/2,1/2"',
    "categories": "3",
    "gain": '"1,0;0,1"',
    "divergence": "total-variation",
    "values": "-1,0,1",
    "contrast": "1,-1,0",
}
"""A value of each parameter that some objective needs."""

ONE_ENTRY_A_TRUTH = ("gain", "loss", "contrast", "values")
"""Parameters whose rows say how many truths there are."""


@dataclass(frozen=True)
class NamedObjective:
    """How an objective is made from its parameters."""

    make: Callable[[Options], Any]
    needs: tuple[str, ...]
    may: tuple[str, ...] = ()
    instead: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    """What takes the place of a parameter, and what else it needs."""

    def needed(self, given: Collection[str]) -> tuple[str, ...]:
        """What must be given; several priors take the place of one."""
        if self._robust(given):
            return ("priors", *(name for name in self.needs if name != "prior"))
        for name, (replaced, more) in self.instead.items():
            if name in given:
                return (*(need for need in self.needs if need != replaced), name, *more)
        return self.needs

    def reads(self, given: Collection[str]) -> tuple[str, ...]:
        """What is read of the parameters that are given."""
        needed = self.needed(given)
        apart = ("worst",) if self._robust(given) else ("weights",)
        optional = [name for name in self.may if name in given and name not in apart]
        return (*needed, *(name for name in optional if name not in needed))

    def _robust(self, given: Collection[str]) -> bool:
        return "priors" in given and "priors" in self.may


def stated_objective(name: str, said: Mapping[str, str], called: Callable[[str], str] = str) -> Any:
    """The objective that parameters say, all of which it reads; `called` writes one in messages.

    Beside the parameters of the table `low` and `high` say the interval of a mean, and the prior of
    a variance may be a range; a prior may be "uniform", or the share of the second of two truths,
    and the number of categories is compared.

    >>> stated_objective("variance", {"prior": "1/20..1/5"}).truths
    2
    >>> stated_objective("guess", {"prior": "uniform", "categories": "3"}).prior[0]
    Fraction(1, 3)
    >>> stated_objective("guess", {"prior": "1/4"}).prior
    (Fraction(3, 4), Fraction(1, 4))
    """
    told = _with_interval(name, said, called)
    sought = "guess" if name == "trace" and "prior" in told else name
    _refuse_unread(name, OBJECTIVES[sought], told, called)
    refuse_missing(name, OBJECTIVES[sought], told, called)
    for option in told.keys() & {"prior", "priors"}:
        told[option] = _shares_of_truths(name, option, told, called)
    return require_truths(make(sought, told), told.get("categories"), called)


def require_truths(
    objective: Any, categories: str | None, called: Callable[[str], str] = str
) -> Any:
    """The objective, whose number of truths is the one that is said, if one is."""
    if categories is not None and whole(categories, "categories") != objective.truths:
        rule = f"{called('categories')} must be {objective.truths} for this objective"
        raise InputError(f"{rule}, got {categories}")
    return objective


def _with_interval(
    name: str, said: Mapping[str, str], called: Callable[[str], str]
) -> dict[str, str]:
    """A range of prevalences, or of numbers, as the interval that the table reads."""
    told = {key: value for key, value in said.items() if key not in ("low", "high")}
    ends = said.get("low")
    both = f"{called('low')} and {called('high')}"
    if (ends is None) is not (said.get("high") is None):
        raise InputError(f"{both} must be given together")
    if ends is not None and name != "mean":
        raise InputError(f"{both} are for mean, not {name}")
    if ends is not None and "values" in told:
        raise InputError(f"{both} take the place of {called('values')}: give one of them")
    if ends is not None:
        told["interval"] = f"{ends},{said['high']}"
        if "categories" in told:
            told["points"] = told.pop("categories")
    if name == "variance" and ".." in told.get("prior", ""):
        told["interval"] = told.pop("prior").replace("..", ",")
    return told


def _refuse_unread(
    name: str, objective: NamedObjective, given: Mapping[str, str], called: Callable[[str], str]
) -> None:
    """A parameter that the objective does not read; the number of categories is only compared."""
    for option in given:
        if option not in (*objective.needs, *objective.may, "categories"):
            readers = [other for other, o in OBJECTIVES.items() if option in (*o.needs, *o.may)]
            few = f"is for {' and '.join(readers)}, not" if len(readers) < 4 else "is not for"
            raise InputError(f"{called(option)} {few} {name}")
    for other, (replaced, _) in objective.instead.items():
        if other in given and replaced in given:
            raise InputError(f"{called(replaced)} must not be given together with {called(other)}")
    if "worst" in given and name != "mean" and given.get("prior", "").strip() != "worst":
        prior = called("prior")
        raise InputError(f"{called('worst')} must be given together with {prior} worst")
    if "priors" in given and "prior" in given:
        prior = called("prior")
        priors = called("priors")
        raise InputError(f"{prior} must not be given together with {priors}: add it to those")


def refuse_missing(
    name: str,
    objective: NamedObjective,
    given: Collection[str],
    called: Callable[[str], str] = str,
) -> None:
    """What the objective needs and nobody says."""
    for option in objective.needed(given):
        if option not in given:
            such = f"such as {called(option)} {EXAMPLES[option]}"
            raise InputError(f"{called(option)} is needed for {name}, {such}")


def _shares_of_truths(
    name: str, option: str, given: Mapping[str, str], called: Callable[[str], str]
) -> str:
    """Priors as the objective reads them: "uniform" is written out."""
    priors = [prior.strip() for prior in given[option].split(";")]
    for i, prior in enumerate(priors):
        if prior == "uniform" and name in ("variance", "warner"):
            priors[i] = "1/2"
        elif prior == "uniform":
            priors[i] = uniform(_truths_named(option, priors, given, called))
    return ";".join(priors)


def _truths_named(
    option: str, priors: list[str], given: Mapping[str, str], called: Callable[[str], str]
) -> int:
    """The number of truths of a row of a gain, a contrast, numbers, or another prior."""
    rows = [given[name].partition(";")[0] for name in ONE_ENTRY_A_TRUTH if name in given]
    for listed in (*rows, *priors):
        if listed != "uniform":
            return max(2, listed.count(",") + 1)  # one share is a prevalence: of two truths
    if "categories" not in given:
        needed = f"{called('categories')}, the number of truths"
        raise InputError(f"{called(option)} uniform needs {needed}")
    return whole(given["categories"], "categories", 1, MOST_LABELS)


def uniform(truths: int) -> str:
    """The uniform prior in writing.

    >>> uniform(3)
    '1/3,1/3,1/3'
    """
    return ",".join([f"1/{truths}"] * truths)


def make(name: str, options: Options) -> Any:
    """The objective with these parameters.

    >>> make("guess", {"prior": "1/2,1/3,1/6"}).truths
    3
    """
    return OBJECTIVES[name].make(options)


def _gain(options: Options) -> Any:
    """Of the best action; a loss is minimised."""
    kind, name = (utility.Loss, "loss") if "loss" in options else (utility.Gain, "gain")
    return kind([row.split(",") for row in options[name].split(";")], options["prior"])


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
        priors = options["priors"].split(";")
        contrast = options.get("contrast")
        if "weights" not in options:
            return curved.Minimax(priors, contrast)
        weights = options["weights"].split(",")
        if len(weights) != len(priors):
            raise InputError(f"weights must have one entry for each prior, got {len(weights)}")
        return curved.Average(list(zip(weights, priors, strict=True)), contrast)

    return objective


def _interval(options: Options) -> list[str]:
    ends = options["interval"].split(",")
    if len(ends) != 2:
        raise InputError(f"interval must be two numbers low,high, got {options['interval']!r}")
    return ends


def _variance(options: Options) -> Any:
    """At a prevalence, for the worst of an interval of them, or for the worst of all."""
    if "interval" in options:
        low, high = _interval(options)
        return curved.VarianceOverInterval(low, high)
    if worst_case.is_worst(options["prior"]):
        return utility.Variance(options["prior"], _respondents(options))
    return utility.Variance(options["prior"])


def _of_all_shares(criterion: Callable[..., Any]) -> Callable[[Options], Any]:
    """At a prior, or at the worst one on so many categories."""

    def objective(options: Options) -> Any:
        if not worst_case.is_worst(options["prior"]):
            return criterion(options["prior"])
        if "categories" not in options:
            raise InputError("categories must be given where the prior is the worst one")
        return criterion(options["prior"], options["categories"], _respondents(options))

    return objective


def _c_optimal(options: Options) -> Any:
    if not worst_case.is_worst(options["prior"]):
        return at_prior.COptimal(options["prior"], options["contrast"])
    return at_prior.COptimal(options["prior"], options["contrast"], _respondents(options))


def _mean(options: Options) -> Any:
    """Of some numbers, or of all numbers of an interval."""
    worst = options.get("worst", worst_case.GROUP)
    prior = options.get("prior")
    prior = None if worst_case.is_worst(prior) else prior
    if "interval" not in options:
        return worst_case.Mean(options["values"], prior, worst)
    low, high = _interval(options)
    return worst_case.Mean(None, prior, worst, low, high, options.get("points"))


def _respondents(options: Options) -> str:
    return options.get("worst", worst_case.POPULATION)


OBJECTIVES: dict[str, NamedObjective] = {
    "variance": NamedObjective(
        _variance, ("prior",), ("interval", "worst"), {"interval": ("prior", ())}
    ),
    "mean": NamedObjective(
        _mean,
        ("values",),
        ("prior", "worst", "interval", "points"),
        {"interval": ("values", ())},
    ),
    "warner": NamedObjective(lambda o: utility.Warner(o["prior"]), ("prior",)),
    "trace": NamedObjective(lambda o: utility.Trace(o["categories"]), ("categories",)),
    "guess": NamedObjective(lambda o: utility.Guess(o["prior"]), ("prior",)),
    "gain": NamedObjective(_gain, ("gain", "prior"), ("loss",), {"loss": ("gain", ())}),
    "mutual-information": NamedObjective(
        lambda o: utility.MutualInformation(o["prior"]), ("prior",)
    ),
    "f-divergence": NamedObjective(_f_divergence, ("divergence",), ("pair", "categories")),
    "a-optimal": NamedObjective(
        _robust(_of_all_shares(at_prior.AOptimal)), ("prior",), ("priors", "weights", "worst")
    ),
    "d-optimal": NamedObjective(_of_all_shares(at_prior.DOptimal), ("prior",), ("worst",)),
    "e-optimal": NamedObjective(_of_all_shares(at_prior.EOptimal), ("prior",), ("worst",)),
    "c-optimal": NamedObjective(
        _robust(_c_optimal),
        ("prior", "contrast"),
        ("priors", "weights", "worst"),
    ),
}
