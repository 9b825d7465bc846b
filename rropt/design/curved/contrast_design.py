"""One contrast at one prior and one level: certified designs for hundreds of truths.

Truths of the same entry of the contrast are one truth with their whole mass: their columns may be
replaced by the mean column, which changes neither what is estimated nor its variance. Where the
level protects some truths alone they are all protected, or none of them: the mean column keeps
every inequality of one-sided privacy, and prices are a part of each for every truth of a class
(`Protected.v`: `guarded_line`). In ascending order the best patterns are runs of neighbours
(`window_path`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rropt.certificate import Certificate, LargeCertificate, canonical, issue
from rropt.channel import Channel
from rropt.checker import MAX_BYTES
from rropt.design.answer import Answer
from rropt.design.curved.few_numbers import numbers_with_delta
from rropt.design.curved.gradient_frame import at_prior, gradient_frame
from rropt.design.engine.clamped_rows import is_clamped
from rropt.design.engine.ladder import in_natural_order
from rropt.design.engine.ratio_design import optimum_of, ratio_optimum
from rropt.design.engine.repair import UnbiasedTable
from rropt.design.engine.window_path import window_pool
from rropt.design.levels.merged_truths import class_shares, in_parts, member_pairs, member_shares
from rropt.design.levels.universal_table import class_level_record
from rropt.design.linear.fewer_reports import refuse_more
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.exact.entries import entrywise, picked, two_valued
from rropt.patterns.alcoved import MOST_TRUTHS
from rropt.patterns.extreme import Pattern
from rropt.privacy import Privacy
from rropt.privacy.named_truths import one_sided
from rropt.utility.at_prior import COptimal

MOST_ENTRIES = 256
"""Different entries of a contrast: the search grows as the cube, and 512 reports on as many truths
are megabytes of a certificate."""


def is_one_contrast(problem: Problem) -> bool:
    """Whether this page solves the problem."""
    if not isinstance(problem.objective, COptimal):
        return False
    if problem.levels is not None:
        # Up to so many truths all patterns of a matrix are tried, which knows no classes.
        return problem.truths > MOST_TRUTHS and bool(problem.protected)
    entries = len(set(problem.objective.contrast))
    if problem.delta and entries == problem.truths:
        return is_clamped(problem)
    # Of two truths the best table is known.
    return problem.truths > 2 and entries > 1


def contrast_design(problem: Problem) -> Answer:
    """Search, certify, report."""
    entries = len(set(problem.objective.contrast))
    if entries > MOST_ENTRIES:
        raise InputError(
            f"contrast must have at most {MOST_ENTRIES} different entries, got {entries}; of few "
            "there may be thousands of categories"
        )
    certificate = _certificate(problem)
    data = certificate.data
    table = Channel.from_patterns(data["patterns"], data["weights"])
    refuse_more(problem, table.shape[0])
    return Answer.certified(problem, certificate, table)


def _certificate(problem: Problem) -> Certificate:
    """The classes of truths, in ascending order, and what is found for them."""
    objective = problem.objective
    (scenario,) = objective.scenarios
    kinds = [(entry, j in problem.protected) for j, entry in enumerate(objective.contrast)]
    known = sorted(set(kinds))
    classes = [known.index(kind) for kind in kinds]
    merged = COptimal(class_shares(classes, scenario.prior), [entry for entry, _ in known])
    if problem.levels is not None:
        protected = [c for c, (_, is_protected) in enumerate(known) if is_protected]
        matrix = Privacy.of(one_sided(len(known), protected, problem.number), "").on(len(known))
        of_classes = ratio_optimum(Problem(matrix, merged)).certificate
        return of_truths(problem, of_classes, classes, scenario.prior)
    of_known = Problem(problem.privacy, merged)
    if problem.delta:
        return of_truths(problem, numbers_with_delta(of_known), classes, scenario.prior)
    pool = window_pool(problem, len(known))
    found = optimum_of(of_known, pool)
    if found is None:
        least = float(min(scenario.prior))
        raise InputError(
            f"{objective.label} could not be certified at gamma {float(pool.gamma):.4g}, where "
            "doubles lose what the least share tells; ask for a level nearer to 3, or leave out "
            f"the truths of the least share, {least:.2g}"
        )
    _refuse_large(problem, found.certificate.data["patterns"], classes)
    return of_truths(problem, found.certificate, classes, scenario.prior)


def _refuse_large(
    problem: Problem, patterns: Sequence[Sequence[str]], classes: Sequence[int]
) -> None:
    """Where the patterns alone are beyond a checker."""
    marks = len('"",')
    length = sum(len(x) + marks for row in patterns for x in picked(row, classes))
    if length > MAX_BYTES:
        raise LargeCertificate(
            f"contrast must have fewer different entries than {1 + max(classes)}: patterns of "
            f"{len(patterns)} reports of {problem.truths} categories are more than the {MAX_BYTES} "
            "bytes of a certificate"
        )


def of_truths(
    problem: Problem, found: Certificate, classes: list[int], shares: Sequence[Fraction] | None
) -> Certificate:
    """The certificate of the truths from that of their classes; their shares, None at worst."""
    objective = problem.objective
    data = found.data
    if classes == [*range(len(classes))] and data["objective"] == canonical(objective.statement()):
        return found
    (place,) = data["scenarios"]
    table = _table_of_truths(problem, data, place["estimators"], classes)
    parts = member_shares(classes, shares)
    of_classes = (place["prior"], place["tangents"][0], data["prices"])
    prior, slopes, prices = (in_parts(each, classes, parts) for each in of_classes)
    at = at_prior(prior, table.estimators, [slopes])
    value = Fraction(data["value"])
    cover = {"proof": "line"} if problem.is_pure else data["cover"]
    if cover["proof"] == "merged":
        cover = cover | {"classes": picked(cover["classes"], classes)}
    elif problem.levels is None and problem.delta and len({*classes}) < len(classes):
        cover = {"proof": "merged", "classes": classes, "of_classes": cover}
    frame = gradient_frame(problem, table, objective.statement(), [at], value, cover["proof"])
    # A matrix would name every pair of truths: the one number and whom it protects say the same.
    frame["privacy"] = class_level_record(problem, [1] * problem.truths)
    rest: dict[str, Any] = {name: Fraction(data[name]) for name in ("bound", "gap")}
    rest["cover"] = cover
    if "pair_prices" in data:
        rest["pair_prices"] = member_pairs(data["pair_prices"], classes, parts)
    return issue(in_natural_order(frame | {"prices": prices} | rest))


def _table_of_truths(
    problem: Problem,
    data: Mapping[str, Any],
    estimators: Sequence[Sequence[str]],
    classes: list[int],
) -> UnbiasedTable:
    """The table of the truths of the classes.

    Where some truths are protected alone a report of one class alone is one of each of its truths,
    so that none speaks for two.
    """
    patterns: list[Pattern] = []
    places: list[int] = []
    for n, pattern in enumerate(entrywise(Fraction, data["patterns"])):
        found = [picked(pattern, classes)]
        if problem.protected and sum(map(bool, pattern)) == 1:
            (row,) = found
            found = [two_valued({j}, len(row), x, Fraction(0)) for j, x in enumerate(row) if x]
        patterns += found
        places += [n] * len(found)
    weights = picked(list(map(Fraction, data["weights"])), places)
    numbers = [list(picked(row, places)) for row in entrywise(Fraction, estimators)]
    return UnbiasedTable(patterns, list(weights), numbers)
