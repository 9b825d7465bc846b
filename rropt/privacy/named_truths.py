"""Criteria that name truths: protected ones, blocks of truths that are alike, harmless ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Any

from rropt.exact import (
    Gamma,
    InputError,
    Number,
    exact,
    gamma_from_epsilon,
    gamma_from_value,
    listed,
    shown,
    text,
)
from rropt.exact.entries import entrywise, tabulated
from rropt.exact.frozen import fill
from rropt.privacy.criteria import Criterion
from rropt.privacy.levels import OO, Levels, closed, one_sided_rows
from rropt.privacy.matrices import CLOSED, MatrixCriterion, Privacy


@dataclass(frozen=True, init=False, repr=False)
class OneSided(MatrixCriterion):
    """No report may speak for a protected truth by more than e^epsilon.

    P(i | a) <= e^epsilon P(i | b) for every protected a and every b; the others are unprotected
    (the stigmatising "yes" of a survey; high-low LDP of Acharya et al., ICML 2020).

    >>> OneSided(protect=[1], epsilon="ln(3)").on(2).levels.hi
    ((Fraction(1, 1), inf), (Fraction(3, 1), Fraction(1, 1)))
    """

    protect: tuple[Any, ...]
    level: Gamma

    def __init__(self, protect: Any, epsilon: Number) -> None:
        named = tuple(listed_truths(protect, "protect"))
        fill(self, protect=named, level=gamma_from_epsilon(epsilon))

    def on(self, truths: int, labels: Sequence[str] | None = None) -> Criterion:
        chosen = set(truths_named(self.protect, truths, labels))
        levels = one_sided(truths, sorted(chosen), self.level)
        return Privacy.of(levels, self.describe()).on(truths)

    def describe(self) -> str:
        names = in_runs(self.protect)
        return f"one-sided: protects {names} with {self.level.describe()}"


def one_sided(truths: int, protected: Iterable[int], gamma: Gamma) -> Levels:
    """Gamma for a protected truth against any other, which is closed: no path of bounds is tighter.

    >>> one_sided(2, [1], gamma_from_epsilon("ln(3)")).bound_pairs
    ((1, 0),)
    """
    zero = ((Fraction(0),) * truths,) * truths
    lo, hi = one_sided_rows(truths, protected, gamma)
    if gamma.is_exact:
        return Levels(lo, hi, zero)
    return Levels(lo, hi, zero, gamma.epsilon, _apart(truths))


def _apart(truths: int) -> tuple[tuple[Fraction, ...], ...]:
    """The squared distance one of any two truths."""
    ones = (Fraction(1),) * truths
    return tuple((*ones[:a], Fraction(0), *ones[a + 1 :]) for a in range(truths))


class HighLow(OneSided):
    """High-low LDP (Acharya et al., ICML 2020): the truths of high risk are protected.

    >>> HighLow(["yes"], "ln(2)").on(2, ["no", "yes"]).levels.bound_pairs
    ((1, 0),)
    """


@dataclass(frozen=True, init=False, repr=False)
class Blocks(MatrixCriterion):
    """Block-structured LDP: one bound inside a block, another from block to block.

    `inside` and `across` are epsilons, or "oo"; blocks are lists of truths (Acharya et al., 2020),
    or a text such as "0,1;2".

    >>> Blocks([[0, 1], [2]], inside="oo", across="ln(2)").on(3).levels.hi[0]
    (Fraction(1, 1), Fraction(4, 1), Fraction(2, 1))
    """

    partition: tuple[tuple[Any, ...], ...]
    inside: Gamma | None
    across: Gamma | None

    def __init__(self, partition: Any, inside: Number, across: Number) -> None:
        stated = partition.split(";") if isinstance(partition, str) else partition
        named = listed(stated, "partition", "blocks")
        blocks = tuple(tuple(listed_truths(block, "a block")) for block in named)
        levels = {"inside": _level(inside, "inside"), "across": _level(across, "across")}
        fill(self, partition=blocks, **levels)

    def on(self, truths: int, labels: Sequence[str] | None = None) -> Criterion:
        home = self._home(truths, labels)
        one = gamma_from_value(1)
        k = range(truths)

        def level(a: int, b: int) -> Gamma | None:
            if a == b:
                return one
            return self.inside if home[a] == home[b] else self.across

        gammas = tabulated(level, k, k)
        lo = entrywise(lambda g: OO if g is None else g.lo, gammas)
        hi = entrywise(lambda g: OO if g is None else g.hi, gammas)
        zero = ((Fraction(0),) * truths,) * truths
        levels = Levels(closed(lo, zero), closed(hi, zero), zero)
        # Irrational levels change by roundings, too: only of exact ones closing is said.
        notes = (CLOSED,) if lo == hi and levels.lo != lo else ()
        return Privacy.of(levels, self.describe(), notes).on(truths)

    def _home(self, truths: int, labels: Sequence[str] | None) -> dict[int, int]:
        """The block of each truth."""
        home: dict[int, int] = {}
        places = iter(truths_named(chain.from_iterable(self.partition), truths, labels))
        for number, block in enumerate(self.partition):
            for name, truth in zip(block, places, strict=False):
                if truth in home:
                    raise InputError(f"blocks must not share a truth, got {name!r} twice")
                home[truth] = number
        if len(home) < truths:
            missing = next(j for j in range(truths) if j not in home)
            raise InputError(f"blocks must hold every truth, truth {missing} is in none")
        return home

    def describe(self) -> str:
        inside, across = (
            "no bound" if g is None else g.describe() for g in (self.inside, self.across)
        )
        return f"{len(self.partition)} blocks: {inside} inside, {across} across"


def truths_named(names: Iterable[Any], truths: int, labels: Sequence[str] | None) -> list[int]:
    """Truths by their labels, or by their indices.

    Not by both together: of the numbers 0, 3 and 5 "2" and "3" would be the last and the second.
    """
    listed = list(names)
    known = [] if labels is None else list(labels)
    written = [_as_label(name, known) for name in listed]
    if not known or not any(name in known for name in written):
        return [_index(name, truths, labels) for name in listed]
    for name, label in zip(listed, written, strict=True):
        if label not in known:
            raise InputError(f"truth must be one of {', '.join(known)}, got {name!r}")
    return [known.index(label) for label in written]


def _as_label(name: Any, known: Sequence[str]) -> str:
    """As text, or of a number that is no label as it stands, in lowest terms: 1.0 is 1."""
    if str(name) in known:
        return str(name)
    try:
        return text(exact(name, "truth"))
    except InputError:
        return str(name)


def _index(name: Any, truths: int, labels: Sequence[str] | None) -> int:
    try:
        number = exact(name, "truth")
    except InputError:
        known = ", ".join(labels) if labels is not None else f"0 to {truths - 1}"
        raise InputError(f"truth must be one of {known}, got {name!r}") from None
    if number.denominator != 1 or not 0 <= number < truths:
        raise InputError(f"truth must be a whole number below {truths}, got {shown(number)}")
    return int(number)


def listed_truths(value: Any, name: str) -> list[Any]:
    if isinstance(value, str):
        value = value.split(",")
    try:
        items = [item.strip() if isinstance(item, str) else item for item in value]
    except TypeError:
        raise InputError(f"{name} must be a list of truths, got {value!r}") from None
    if not items:
        raise InputError(f"{name} must name at least one truth")
    return items


def in_runs(names: Sequence[Any]) -> str:
    """Names with commas, runs of more than three numbers by their ends.

    >>> in_runs([0, 1, 2, 3, 7, 8]), in_runs(["yes", "no"])
    ('0 to 3, 7, 8', 'yes, no')
    """
    written = [str(name) for name in names]
    found: list[list[str]] = []
    for name in written:
        follows = found and found[-1][-1].isdecimal() and name == str(int(found[-1][-1]) + 1)
        if follows:
            found[-1].append(name)
        else:
            found.append([name])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 3 else ", ".join(run) for run in found)


def _level(value: Any, name: str) -> Gamma | None:
    unbound = isinstance(value, str) and value == "oo"
    return None if unbound else gamma_from_epsilon(value, name)


@dataclass(frozen=True, init=False, repr=False)
class UtilityOptimized(MatrixCriterion):
    """Reports are of two sorts: protected ones, and ones that a single harmless truth can give.

    P(i | a) <= e^epsilon P(i | b) for all a, b and every protected report i; any other report has
    P(i | a) > 0 for one truth a only, which is not sensitive (utility-optimized LDP: Murakami and
    Kawamoto, USENIX Security 2019).

    >>> UtilityOptimized(["yes"], "ln(3)").on(2, ["no", "yes"]).levels.singles
    (0,)
    """

    sensitive: tuple[Any, ...]
    level: Gamma

    def __init__(self, sensitive: Any, epsilon: Number) -> None:
        named = tuple(listed_truths(sensitive, "sensitive"))
        fill(self, sensitive=named, level=gamma_from_epsilon(epsilon))

    def on(self, truths: int, labels: Sequence[str] | None = None) -> Criterion:
        chosen = set(truths_named(self.sensitive, truths, labels))
        singles = tuple(j for j in range(truths) if j not in chosen)
        levels = replace(one_sided(truths, range(truths), self.level), singles=singles)
        return Privacy.of(levels, self.describe()).on(truths)

    def describe(self) -> str:
        names = in_runs(self.sensitive)
        return f"utility-optimised: {names} sensitive, {self.level.describe()}"
