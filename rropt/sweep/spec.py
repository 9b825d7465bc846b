"""What is swept: the product of the values of every parameter, one cell for each combination.

    epsilon = ["1/2", 1, "ln(3)"]              # or gamma
    delta = [0, "1/10"]                        # default 0
    outputs = [2, "any"]                       # default any
    denominator = ["none", "2^32"]             # default none: the exact optimum
    objective = ["variance", {name = "trace", categories = [2, 3, 4]}]
    prior = {from = "1/20", to = "1/2", points = 10}      # or worst
    metric = ["none", "path", "grid:2x3"]      # or protect, sensitive: epsilon for these truths
    crosscheck = true                          # a second route beside every optimum; default false

In place of epsilon there may be matrices of levels, privacy = [[["1", "3"], ["3/2", "1"]]].
An objective is a name, which reads its parameters from the top, or a table with some of its own
(all but the privacy level, which is common to all).
The order of the cells is that of the lists, with epsilon running fastest: the cells of one *line*
differ in epsilon alone.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from rropt.design.report_counts import is_searched
from rropt.exact import InputError, one_of
from rropt.exact.near import near
from rropt.privacy import Criterion
from rropt.privacy.stated import SHAPES, stated_privacy
from rropt.sweep.values import NAMED_PRIORS, NO_KIND, PARAMETERS, axis, named_prior
from rropt.utility.named import OBJECTIVES, make, refuse_missing
from rropt.utility.worst_case import WORST
from rropt.whole_files import path_of, readable

DEFAULTS = {"outputs": "any", "denominator": "none", "delta": "0"}
"""What every objective reads, wherever it is not given."""

LEVELS = ("epsilon", "gamma", "privacy")
OWN = tuple(name for name in PARAMETERS if name not in LEVELS)
ORDER = (*(name for name in OWN if name not in DEFAULTS), *DEFAULTS)
OF_PREVALENCE = ("variance", "warner")
"""Objectives whose prior is one number."""

OF_ALL_SHARES = ("a-optimal", "d-optimal", "e-optimal")
"""Objectives whose number of categories only a prior says."""

MOST_CELLS = 100_000_000

Axis = tuple[str, tuple[str, ...]]


@dataclass(frozen=True)
class Cell:
    """One design: its place in the sweep, the line of cells of one problem, and its parameters."""

    number: int
    line: int
    parameters: dict[str, str]

    @property
    def key(self) -> str:
        """The canonical parameter string."""
        return " ".join(f"{name}={value}" for name, value in self.parameters.items())


@dataclass(frozen=True)
class Block:
    """One objective with the values of everything that it reads but the privacy level."""

    objective: str
    axes: tuple[Axis, ...]

    @property
    def size(self) -> int:
        return prod(len(values) for _, values in self.axes)

    def choices(self) -> Iterator[dict[str, str]]:
        """Every combination of these values: the lines."""
        names = [name for name, _ in self.axes]
        for values in product(*(values for _, values in self.axes)):
            yield dict(zip(names, values, strict=True))


@dataclass(frozen=True)
class Spec:
    """A validated sweep."""

    blocks: tuple[Block, ...]
    level: Axis
    crosscheck: bool = False

    @property
    def size(self) -> int:
        """The number of cells."""
        return sum(block.size for block in self.blocks) * len(self.level[1])

    def cells(self) -> Iterator[Cell]:
        """Every cell, one after the other."""
        name, levels = self.level
        also = {"crosscheck": "true"} if self.crosscheck else {}
        line = 0
        for block in self.blocks:
            for parameters in block.choices():
                asked = {"objective": block.objective, **parameters, **also}
                for i, level in enumerate(levels):
                    yield Cell(line * len(levels) + i, line, {**asked, name: level})
                line += 1

    def to_json(self) -> str:
        """The canonical text, which is again the content of a spec."""
        blocks = [{"name": block.objective} | dict(block.axes) for block in self.blocks]
        content: dict[str, Any] = {"objective": blocks} | dict([self.level])
        if self.crosscheck:
            content["crosscheck"] = True
        return json.dumps(content, sort_keys=True, separators=(",", ":"))


def read_spec(path: str | Path) -> Spec:
    """The spec in a TOML file; decimals are read exactly."""
    place = path_of(path)
    with readable(path, "SPEC"):
        content = place.read_text(encoding="utf-8-sig")
    try:
        return spec_of(tomllib.loads(content, parse_float=_decimal))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"SPEC must be a TOML file, got {path}: {error}") from None
    except RecursionError:
        raise InputError(f"SPEC must be a flat TOML file, got {path}: nested too deeply") from None


def _decimal(written: str) -> str:
    """A decimal as it is written; TOML groups digits with underscores."""
    return written.replace("_", "")


def spec_of(given: Mapping[str, Any]) -> Spec:
    """The spec with this content, every value validated.

    >>> spec = spec_of({"epsilon": [1, "ln(3)"], "objective": "trace", "categories": [2, 3]})
    >>> spec.size, next(spec.cells()).key
    (4, 'objective=trace categories=2 outputs=any denominator=none delta=0 epsilon=1')
    """
    _refuse_unknown(given, (*PARAMETERS, "objective", "crosscheck"), "")
    level = _level(given)
    crosscheck = given.get("crosscheck", False)
    if not isinstance(crosscheck, bool):
        raise InputError(f"crosscheck must be true or false, got {crosscheck!r}")
    blocks = _blocks(given)
    spec = Spec(blocks, level, crosscheck)
    _refuse_few_reports(spec)
    if spec.size > MOST_CELLS:
        raise InputError(f"a sweep must have at most {MOST_CELLS:,} cells, got {spec.size:,}")
    _refuse_twice(blocks)
    _refuse_levels(spec)
    return spec


def _refuse_unknown(given: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for name in given:
        if name not in known:
            hint = near(str(name), known) or f"; the keys are {', '.join(known)}"
            raise InputError(f"unknown key {name!r}{where}{hint}")


def _level(given: Mapping[str, Any]) -> Axis:
    named = [name for name in LEVELS if name in given]
    if len(named) != 1:
        found = "both" if named else "neither"
        raise InputError(f"one of privacy, epsilon or gamma must be given, got {found}")
    return named[0], axis(named[0], given[named[0]])


def _blocks(given: Mapping[str, Any]) -> tuple[Block, ...]:
    """One block an objective; a parameter at the top that none of them reads is refused."""
    stated = {**DEFAULTS, **given}
    top = {name: axis(name, stated[name]) for name in OWN if name in stated}
    entries = given.get("objective", [])
    listed = entries if isinstance(entries, (list, tuple)) else [entries]
    if not listed:
        raise InputError("objective must be given: a name, or a list of names and tables")
    blocks = []
    used = set(DEFAULTS)
    for entry in listed:
        block, taken = _block(entry, top)
        blocks.append(block)
        used |= taken
    for name in top:
        if name not in used:
            raise InputError(f"{name} is read by none of the objectives of this sweep")
    return tuple(blocks)


def _block(entry: Any, top: Mapping[str, tuple[str, ...]]) -> tuple[Block, set[str]]:
    """An objective with its axes, and which parameters at the top it has read."""
    table = entry if isinstance(entry, Mapping) else {"name": entry}
    name = table.get("name")
    if not isinstance(name, str):
        raise InputError(f'objective must be a name or a table {{name = "..."}}, got {entry!r}')
    _refuse_unknown(table, ("name", *OWN), f" of the objective {name}")
    own = {key: axis(key, table[key]) for key in OWN if key in table}
    available = {**top, **own}
    read = {*_reads(name, available), *DEFAULTS, *(kind for kind in SHAPES if kind in available)}
    # In one order, whatever that of the file: the key of a cell is its parameters as they come.
    axes = {key: available[key] for key in ORDER if key in read}
    if any(prior in NAMED_PRIORS for prior in axes.get("prior", ())):
        axes["prior"] = _complete(axes["prior"], available.get("categories"), name)
        read.add("categories")
    if WORST in axes.get("prior", ()) and name in OF_ALL_SHARES:
        axes = _of_worst(axes, available.get("categories"), name)
        read.add("categories")
    for key in own:
        if key not in read:
            raise InputError(f"{key} is not read by the objective {name}")
    block = Block(name, tuple(axes.items()))
    own_axes = tuple((key, values) for key, values in axes.items() if key not in DEFAULTS)
    for choice in Block(name, own_axes).choices():
        _validate(name, choice)
    return block, read - set(own)


def _complete(
    priors: tuple[str, ...], categories: tuple[str, ...] | None, objective: str
) -> tuple[str, ...]:
    """Named priors written out for every number of categories."""
    if categories is None:
        raise InputError(f"categories must be given for the named prior of {objective}")
    written = [
        prior if prior not in NAMED_PRIORS else named_prior(prior, int(k))
        for prior, k in product(priors, categories)
    ]
    return tuple(dict.fromkeys(written))


def _of_worst(
    axes: Mapping[str, tuple[str, ...]], categories: tuple[str, ...] | None, objective: str
) -> dict[str, tuple[str, ...]]:
    """The worst prior needs to be told how many categories there are; other priors say it."""
    if categories is None:
        raise InputError(f"categories must be given for the worst prior of {objective}")
    if len(axes["prior"]) > 1:
        raise InputError(f"prior must be worst alone, or without it, in one objective {objective}")
    found = {**axes, "categories": categories}
    return {key: found[key] for key in ORDER if key in found}


def _reads(name: str, given: Mapping[str, Any]) -> tuple[str, ...]:
    """The parameters that the objective reads of those given; a missing one is named."""
    one_of(name, OBJECTIVES, "objective")
    refuse_missing(name, OBJECTIVES[name], given)
    return OBJECTIVES[name].reads(given)


def _validate(name: str, choice: Mapping[str, str]) -> None:
    """One number where a distribution is read would be an entry that lost its list."""
    prior = choice.get("prior", ",")
    if name not in OF_PREVALENCE and "," not in prior and prior != WORST:
        raise InputError(
            f"prior must be a distribution for the objective {name}, written as a list inside the "
            f'list of priors such as [["1/2", "1/2"]], got {prior}'
        )
    if "worst" in choice and name != "mean" and prior != WORST:
        raise InputError(f"worst must be given together with the prior worst, for {name}")
    try:
        make(name, choice)
    except InputError as error:
        raise InputError(f"objective {name}: {error}") from None


def _refuse_few_reports(spec: Spec) -> None:
    """A trace needs a report a category; less is solved for two, or few choices of categories."""
    name, levels = spec.level
    # At gamma = 1 without a delta every table is constant, and one report is enough.
    useless = set(levels) <= {"0" if name == "epsilon" else "1"}
    for block in spec.blocks:
        axes = dict(block.axes)
        limits = [int(limit) for limit in axes["outputs"] if limit not in ("any", "2")]
        if block.objective != "trace" or not limits:
            continue
        least = min(map(int, axes["categories"]))
        fewest = min(limits)
        if is_searched(least, least, fewest):
            continue
        if fewest < least and not (useless and axes["delta"] == ("0",)):
            raise InputError(
                f"outputs must be any or at least {least} for the trace of {least} categories, "
                f"whose optimum has so many reports, got {fewest}"
            )


def _refuse_levels(spec: Spec) -> None:
    """A matrix of levels must fit the truths of every objective."""
    for block in spec.blocks:
        if spec.level[0] == "privacy" or set(SHAPES) & {name for name, _ in block.axes}:
            truths = (int(make(block.objective, choice).truths) for choice in block.choices())
            refuse_levels(spec.level, zip(truths, block.choices(), strict=True))


def _refuse_twice(blocks: tuple[Block, ...]) -> None:
    """The same cell from two objectives of the same name would be one row, not two."""
    for i, block in enumerate(blocks):
        for other in blocks[:i]:
            mine = dict(block.axes)
            theirs = dict(other.axes)
            # Two products share a combination exactly where each two lists of them share a value.
            if (
                block.objective == other.objective
                and set(mine) == set(theirs)
                and all(set(mine[name]) & set(theirs[name]) for name in mine)
            ):
                raise InputError(
                    f"objective {block.objective} is listed twice with a combination in common"
                )


def privacy_of(parameters: Mapping[str, str]) -> Criterion:
    """The criterion that the parameters name.

    >>> privacy_of({"epsilon": "ln(2)", "protect": "1"}).on(2).levels.bound_pairs
    ((1, 0),)
    """
    return stated_privacy({name: said for name, said in parameters.items() if said != NO_KIND})


def refuse_levels(
    level: tuple[str, Sequence[str]], asked: Iterable[tuple[int, Mapping[str, str]]]
) -> None:
    """Levels that do not fit their truths are known before any cell is solved.

    Of one number it is the kind of matrix that may not fit, whatever the number is.
    """
    name, values = level
    values = values if name == "privacy" else values[:1]
    stated = ("delta", *SHAPES)
    seen = set()
    for truths, choice in asked:
        seen.add((truths, tuple((key, choice[key]) for key in stated if key in choice)))
    for truths, known in seen:
        for value in values:
            privacy_of({**dict(known), name: value}).on(truths)
