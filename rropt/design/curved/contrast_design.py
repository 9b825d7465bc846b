"""One contrast at one prior and one level without delta: certified designs for hundreds of truths.

Truths of the same entry of the contrast are one truth with their whole mass: their columns may be
replaced by the mean column, which changes neither what is estimated nor its variance. Where the
level protects some truths alone they are all protected, or none of them: the mean column keeps
every inequality of one-sided privacy, and prices are a part of each for every truth of a class
(`Protected.v`: `guarded_line`). A shift and a stretch of the contrast shift and stretch the numbers
of the reports.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor, log2
from typing import Any

import numpy as np

from rropt.certificate import Certificate, CertificateError, LargeCertificate
from rropt.channel import Channel
from rropt.checker import MAX_BYTES
from rropt.design.answer import Answer
from rropt.design.curved.contrast_patterns import ContrastTable, contrast_table
from rropt.design.curved.contrast_points import ContrastProgram
from rropt.design.curved.gradient_frame import at_prior, gradient_frame
from rropt.design.engine.ladder import first_accepted
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.engine.repair import UnbiasedTable, table_of_runs
from rropt.design.levels.universal_table import class_level_record
from rropt.design.linear.fewer_reports import refuse_more
from rropt.design.problem import Problem
from rropt.design.worst.truth_classes import class_shares, member_shares, reach
from rropt.design.worst.unbiased_table import unbiased_table
from rropt.design.worst.worst_certificate import MARGINS
from rropt.exact import InputError, text
from rropt.exact.bounds import short, simple_below
from rropt.exact.convert import dot
from rropt.exact.entries import entrywise, picked, two_valued
from rropt.patterns.alcoved import MOST_TRUTHS
from rropt.patterns.extreme import MOST_TRUTHS_PURE
from rropt.privacy import Criterion, Privacy
from rropt.privacy.named_truths import one_sided
from rropt.utility.at_prior import COptimal

FEW_TRUTHS = 10
"""Up to this many truths all patterns are tried, which ends in an exact optimum more often."""

MOST_ENTRIES = 256
"""Different entries of a contrast: the search grows as the cube and takes 20 s here, and 1,018
patterns on as many truths are 3 MB of a certificate."""

SKETCHED = 64
"""Entries by which the size of a file of more is foretold, in half a second, before a search of
seconds. Reports are 2 to 4 an entry, more of them where there are more: 2.6 of 60 shares as 1/j at
epsilon 1, 3.8 of 256. So what is refused would have been too large."""

LARGEST_DENOMINATOR = 10**6
"""Of the number that stands for gamma in tables of more than SKETCHED entries: e^epsilon has 42
signs, half of all numbers of a pattern are it, and 256 entries at equal shares had 7 MB."""

TIGHT = Fraction(1, 10**8)
"""A relative gap that ends the trials: the path leaves 1e-11 to 1e-9."""

NEAREST_ONE = Fraction(1, 100)
"""For levels closer to one the path over a line loses what patterns tell apart."""


def is_one_contrast(problem: Problem) -> bool:
    """Whether this page solves the problem."""
    if not isinstance(problem.objective, COptimal):
        return False
    if problem.levels is not None:
        # Up to so many truths all patterns of a matrix are tried, which knows no classes.
        return problem.truths > MOST_TRUTHS and bool(problem.protected)
    if problem.delta:
        return False
    entries = len(set(problem.objective.contrast))
    possible = problem.gamma.lo - 1 >= NEAREST_ONE or entries <= FEW_TRUTHS
    return possible and problem.truths > FEW_TRUTHS and entries > 1


def contrast_design(problem: Problem) -> Answer:
    """Search, certify, report."""
    entries = len(set(problem.objective.contrast))
    if entries > MOST_ENTRIES:
        raise InputError(
            f"contrast must have at most {MOST_ENTRIES} different entries, got {entries}; of few "
            "there may be thousands of categories"
        )
    try:
        certificate = _certificate(problem)
    except LargeCertificate:
        raise
    except (ArithmeticError, ValueError, CertificateError):
        if problem.levels is not None:
            raise
        raise _beyond_both(problem, entries) from None
    data = certificate.data
    table = Channel.from_patterns(data["patterns"], data["weights"])
    refuse_more(problem, table.shape[0])
    return Answer.certified(problem, certificate, table)


def _beyond_both(problem: Problem, entries: int) -> InputError:
    """The refusal where no path over a line ends in a table, and all patterns do not help."""
    gamma = float(problem.gamma.lo)
    if entries <= MOST_TRUTHS_PURE:
        return InputError(
            f"{problem.objective.label} could not be certified: neither a path over a line nor all "
            f"patterns of {entries} different entries end in a table at gamma {gamma:.4g}, where "
            "doubles lose what the least share tells; ask for a level nearer to 3, or leave out "
            f"the truths of the least share, {float(min(problem.objective.scenarios[0].prior)):.2g}"
        )
    return InputError(
        f"contrast must have at most {MOST_TRUTHS_PURE} different entries at gamma {gamma:.4g}, "
        f"got {entries}: of more, patterns are found by a path over a line, whose doubles lose "
        "them here; ask for another epsilon, or put neighbouring entries together"
    )


def _certificate(problem: Problem) -> Certificate:
    """The classes of truths, in ascending order, and what is found for them."""
    objective = problem.objective
    (scenario,) = objective.scenarios
    kinds = [(entry, j in problem.protected) for j, entry in enumerate(objective.contrast)]
    known = sorted(set(kinds))
    classes = [known.index(kind) for kind in kinds]
    points = [entry for entry, _ in known]
    shares = class_shares(classes, scenario.prior)
    parts = member_shares(classes, scenario.prior)
    if problem.levels is not None:
        protected = [c for c, (_, is_protected) in enumerate(known) if is_protected]
        matrix = one_sided(len(known), protected, problem.number)
        solutions = _all_patterns(Privacy.of(matrix, "").on(len(known)), points, shares)
    else:
        solutions = _searched(problem, points, shares)
    issued: list[Certificate] = []
    refused: Exception = ArithmeticError("no exact table")
    left = iter(solutions)
    while not issued or _gap(issued[-1]) > TIGHT * Fraction(issued[-1].data["value"]):
        try:
            found = next(left, None)
            if found is None:
                break
            slopes = [found.slopes[c] * part for c, part in zip(classes, parts, strict=True)]
            constants = [found.constants[c] * part for c, part in zip(classes, parts, strict=True)]
            issued.append(_issued(problem, _of_truths(found.table, classes), slopes, constants))
        except (ArithmeticError, ValueError, CertificateError) as error:
            refused = error
    if not issued:
        raise refused
    return min(issued, key=_gap)


def _gap(certificate: Certificate) -> Fraction:
    return Fraction(certificate.data["gap"])


def _of_truths(table: UnbiasedTable, classes: list[int]) -> UnbiasedTable:
    """The table of the truths of the classes.

    A report of one class alone is one of each of its truths, so that none speaks for two.
    """
    patterns: list[tuple[Fraction, ...]] = []
    places: list[int] = []
    for n, pattern in enumerate(table.patterns):
        found = [picked(pattern, classes)]
        if sum(map(bool, pattern)) == 1:
            (row,) = found
            found = [two_valued({j}, len(row), x, Fraction(0)) for j, x in enumerate(row) if x]
        patterns += found
        places += [n] * len(found)
    estimators = [list(picked(numbers, places)) for numbers in table.estimators]
    return UnbiasedTable(patterns, list(picked(table.weights, places)), estimators)


@dataclass(frozen=True)
class ClassesFound:
    """A table on the classes, and their prices: slopes p and constants y."""

    table: UnbiasedTable
    slopes: list[Fraction]
    constants: list[Fraction]


def _refuse_large(problem: Problem, points: list[Fraction], shares: list[Fraction]) -> None:
    """Where neighbouring entries put together say that the patterns alone are beyond a checker."""
    entries = len(points)
    truths = problem.truths
    step = -(-entries // SKETCHED)
    if step == 1:
        return
    groups = [range(first, min(first + step, entries)) for first in range(0, entries, step)]
    merged = [sum(picked(shares, group), Fraction(0)) for group in groups]
    program, _, _ = _scaled(problem, [points[group[0]] for group in groups], merged)
    masks = contrast_table(program).masks
    reports = len(masks) * entries // len(groups)
    marks = len('"",')
    high = np.array(masks).mean() * (len(text(_written_level(problem, entries))) - 1)
    if reports * truths * (high + 1 + marks) > MAX_BYTES:
        raise LargeCertificate(
            f"contrast must have fewer different entries than {entries}: patterns of about "
            f"{reports} reports of {truths} categories are more than the {MAX_BYTES} bytes of a "
            "certificate"
        )


def _written_level(problem: Problem, entries: int) -> Fraction:
    """What a table has in place of gamma: of many entries a simple number just below it."""
    gamma = problem.gamma.lo
    return gamma if entries <= SKETCHED else simple_below(gamma, LARGEST_DENOMINATOR)


def _scaled(
    problem: Problem, points: list[Fraction], shares: list[Fraction]
) -> tuple[ContrastProgram, Fraction, Fraction]:
    """The program of entries about zero, with the middle and the unit of the given ones."""
    gamma = problem.gamma
    middle = (points[0] + points[-1]) / 2
    half = (points[-1] - points[0]) / 2 * max(Fraction(1), reach(gamma.lo) / 2)
    scaled = np.array([float((point - middle) / half) for point in points])
    return (
        ContrastProgram(np.array([float(q) for q in shares]), scaled, float(gamma)),
        middle,
        half,
    )


def _searched(
    problem: Problem, points: list[Fraction], shares: list[Fraction]
) -> Iterator[ClassesFound]:
    """By a path over a line where there are many classes; where it fails all patterns are tried."""
    if len(points) > FEW_TRUTHS:
        with suppress(ArithmeticError):
            yield from _on_path(problem, points, shares)
    if len(points) <= MOST_TRUTHS_PURE:
        yield from _all_patterns(problem.privacy, points, shares)


def _all_patterns(
    privacy: Criterion, points: list[Fraction], shares: list[Fraction]
) -> Iterator[ClassesFound]:
    """Few classes are a problem of as many truths, whose digits no path over a line has."""
    data = ratio_optimum(Problem(privacy, COptimal(shares, points))).certificate.data
    (place,) = data["scenarios"]
    table = UnbiasedTable(
        [tuple(map(Fraction, row)) for row in data["patterns"]],
        [Fraction(w) for w in data["weights"]],
        [list(map(Fraction, row)) for row in place["estimators"]],
    )
    (slopes,) = place["tangents"]
    yield ClassesFound(table, list(map(Fraction, slopes)), list(map(Fraction, data["prices"])))


def _on_path(
    problem: Problem, points: list[Fraction], shares: list[Fraction]
) -> Iterator[ClassesFound]:
    """The table solved for or made unbiased, with prices of a path over the pieces of a line."""
    _refuse_large(problem, points, shares)
    program, middle, half = _scaled(problem, points, shares)
    scaled = [(point - middle) / half for point in points]
    found = contrast_table(program)
    slopes = [half * Fraction(p) + middle * q for p, q in zip(found.slopes, shares, strict=True)]
    constants = []
    for y, p, q in zip(found.constants, found.slopes, shares, strict=True):
        constants.append(half**2 * Fraction(y) + 2 * half * middle * Fraction(p) + middle**2 * q)
    level = _written_level(problem, len(points))
    for exactly in (_solved, _mended):
        with suppress(ArithmeticError):
            table = exactly(found, scaled, level)
            numbers = list(map(list, entrywise(lambda x: middle + half * x, table.estimators)))
            yield ClassesFound(replace(table, estimators=numbers), slopes, constants)


def _solved(found: ContrastTable, contrast: list[Fraction], gamma: Fraction) -> UnbiasedTable:
    """The exact table near the one that was found, on its patterns."""
    masks = np.array(found.masks)
    table = table_of_runs(masks, gamma, found.weights)
    return table.unbiased([tuple(contrast)], found.numbers[None])


def _mended(found: ContrastTable, contrast: list[Fraction], gamma: Fraction) -> UnbiasedTable:
    """The same with two more reports, where there are many and their weights are small."""
    one = Fraction(1)
    patterns = list(entrywise(lambda high: gamma if high else one, found.masks))
    return unbiased_table(patterns, found.weights, found.numbers[None], [tuple(contrast)], gamma)


def _issued(
    problem: Problem, table: UnbiasedTable, slopes: list[Fraction], constants: list[Fraction]
) -> Certificate:
    """The certificate with the least raised prices that cover."""
    objective = problem.objective
    (scenario,) = objective.scenarios
    corner = dot(objective.contrast, scenario.prior) ** 2
    value = short(dot(table.second_moments(), scenario.prior) - corner)
    gain = 2 * dot(objective.contrast, slopes) - corner
    place = at_prior(scenario.prior, table.estimators, [slopes])
    frame = gradient_frame(problem, table, objective.statement(), [place], value, "line")
    # A matrix would name every pair of truths: the one number and whom it protects say the same.
    frame["privacy"] = class_level_record(problem, [1] * problem.truths)
    size = Fraction(2) ** floor(log2(float(sum(constants))))

    def raised(share: float) -> dict[str, Any]:
        more = size * Fraction(share)
        pairs = zip(constants, scenario.prior, strict=True)
        prices = [_up(y + q * more, size) for y, q in pairs]
        bound = short(gain - sum(prices), up=False)
        return frame | {"prices": prices, "bound": bound, "gap": value - bound}

    return first_accepted(raised, MARGINS)


def _up(price: Fraction, size: Fraction) -> Fraction:
    """A short number just above."""
    grid = 2**60 / size
    return -Fraction(floor(-price * grid)) / grid
