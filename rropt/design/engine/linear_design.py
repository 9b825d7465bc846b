"""Designs with a linear utility under any privacy: solve, certify, make deployable, report."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import gcd
from typing import Any

from rropt.certificate import Certificate, CertificateError, LargeCertificate
from rropt.channel import Channel
from rropt.design.answer import Answer, Value, simplify
from rropt.design.blocks.equal_shares import in_bits
from rropt.design.engine.ladder import order_of_whole
from rropt.design.engine.linear_optimum import is_useful_number, merged_decisions, solve
from rropt.design.engine.price_certificate import certify, certify_symmetric
from rropt.design.linear.fewer_reports import admitted, refuse_more
from rropt.design.linear.symmetric import can_be_written, lift, reports_of
from rropt.design.problem import Optimum, Problem, SymmetricOptimum, linear_utility
from rropt.exact import InputError, over_common_denominator
from rropt.exact.certified_number import CertifiedNumber
from rropt.exact.entries import picked, scaled
from rropt.exact.number import primitive, whole_rows
from rropt.patterns.extreme import ordered_pairs, rows_of
from rropt.privacy import Conditions, Privacy
from rropt.utility import Trace, Utility, Variance


def linear_design(problem: Problem, total: int | None, known: Optimum | None = None) -> Answer:
    """Solve, certify and, if asked, make deployable; `known` is an optimum found before."""
    _refuse_boundary_prior(problem)
    if isinstance(problem.objective, Trace) and is_useful_number(problem):
        refuse_more(problem, problem.truths)  # known before the work: a report for every truth
    *found, last = [(problem, known)] if known else _solved(problem)
    for posed, optimum in found:
        try:
            return _answered(problem, posed, optimum, total)
        except CertificateError:
            continue  # the next has larger prices, which take less to check
    return _answered(problem, *last, total)


def _answered(
    asked: Problem, problem: Problem, optimum: Optimum | SymmetricOptimum, total: int | None
) -> Answer:
    """The optimum of a problem with its certificate, as the answer to what was asked."""
    remarks = _remarks(problem)
    if total is not None:
        optimum, remark = _over(problem, _written(optimum), total)
        remarks = (*remarks, remark)
    table: Channel | None
    if isinstance(optimum, Optimum):
        refuse_more(problem, len(optimum.patterns))
        optimum, table = _in_natural_order(optimum)
        certificate = certify(problem, optimum)
    else:
        optimum, certificate = _symmetric(problem, optimum)
        table = _table(problem, optimum)
        remarks = (*remarks, in_bits(reports_of(optimum, problem)))
    value, bound = _reported(problem.objective, certificate.data)
    # A bound of zero says that every table is useless: no denominator would help.
    if total is not None and value == math.inf and certificate.data["bound"] != "0":
        raise InputError(f"denominator must be larger: no useful private table is over {total}")
    return Answer(
        problem=asked,
        value=CertifiedNumber.of(value),
        bound=CertifiedNumber.of(bound),
        certificate=certificate,
        table=table,
        orbits=optimum.orbits if isinstance(optimum, SymmetricOptimum) else (),
        blocks=optimum.stated if isinstance(optimum, SymmetricOptimum) else (),
        remarks=remarks,
        optimum=optimum if isinstance(optimum, Optimum) and total is None else None,
    )


def _symmetric(problem: Problem, optimum: SymmetricOptimum) -> tuple[SymmetricOptimum, Certificate]:
    """Shares of blocks are long numbers: where they make a certificate too large there are none."""
    try:
        return optimum, certify_symmetric(problem, optimum)
    except LargeCertificate:
        if optimum.blocks is None:
            raise
        every = replace(optimum, blocks=None)
        refuse_more(problem, reports_of(every, problem))
        return every, certify_symmetric(problem, every)


def _solved(problem: Problem) -> Sequence[tuple[Problem, Optimum | SymmetricOptimum]]:
    """The problem, under Renyi budgets with the lines that bounds rest on, and the optimum; with
    larger prices next.
    """
    conditions = problem.levels
    if not isinstance(conditions, Conditions) or not conditions.has_orders:
        return [(problem, admitted(problem, solve(problem)))]
    from rropt.design.levels.renyi_design import solve_renyi

    words = problem.privacy.describe()
    return [
        (replace(problem, privacy=Privacy.of(stated, words)), optimum)
        for optimum, stated in solve_renyi(linear_utility(problem), conditions)
    ]


def _over(problem: Problem, optimum: Optimum, total: int) -> tuple[Optimum, str]:
    """The table over 1/N with the optimum's prices, and how it was found."""
    from rropt.design.deployed.deploy import OptimumPrices, deployed, in_words

    pairs = ordered_pairs(problem.truths) if problem.levels is None and problem.delta else []
    prices = OptimumPrices(optimum.prices, [optimum.pair_prices.get(p, Fraction(0)) for p in pairs])
    rows = rows_of(optimum.weights, optimum.patterns)
    found = deployed(problem, rows, total, prices, problem.outputs)
    # Tables that happen to have so few reports may tell nothing: as over no denominator, only
    # what is proved is given.
    if not found.is_best:
        refuse_more(problem, len(rows))
    factors = [gcd(*row) for row in found.table.numerators]
    patterns = tuple(tuple(map(Fraction, primitive(row))) for row in found.table.numerators)
    weights = tuple(Fraction(factor, found.table.denominator) for factor in factors)
    best = replace(optimum, patterns=patterns, weights=weights, value=None)
    merged = merged_decisions(best, problem.objective, problem.cone.is_free)
    return merged, in_words(found, total, len(rows))


def _reported(objective: Utility, data: dict[str, Any]) -> tuple[Value, Value]:
    """Value and bound as the objective reports them: a variance is one over an information."""
    given = data["value"]
    ends = given if isinstance(given, list) else (given, given)
    known = {written: Fraction(written) for written in {*ends, data["bound"]}}
    lo, hi, bound = map(known.__getitem__, (*ends, data["bound"]))
    # No information is an infinite variance.
    if hi == 0 and isinstance(objective, Variance):
        return math.inf, math.inf
    return simplify(objective.report((lo, hi))), simplify(objective.report((bound, bound)))


def _in_natural_order(optimum: Optimum) -> tuple[Optimum, Channel]:
    """The reports by how much they speak for the first truth, and their table."""
    whole, unit = whole_rows(optimum.patterns)
    order = order_of_whole(whole)
    masses, below = over_common_denominator(optimum.weights)
    rows = list(map(scaled, whole, masses))
    if order != [*range(len(rows))]:
        rows = [*picked(rows, order)]
        patterns, weights = picked(optimum.patterns, order), picked(optimum.weights, order)
        optimum = replace(optimum, patterns=patterns, weights=weights)
    return optimum, Channel.from_whole(rows, below * unit)


def _table(problem: Problem, optimum: SymmetricOptimum) -> Channel | None:
    """All patterns of the orbits, where they can be written."""
    if not can_be_written(optimum, problem):
        return None
    written = lift(optimum, problem)
    return Channel.from_patterns(written.patterns, written.weights)


def _written(optimum: Optimum | SymmetricOptimum) -> Optimum:
    if isinstance(optimum, SymmetricOptimum):
        raise InputError("denominator needs a table small enough to be written out")
    return optimum


def _remarks(problem: Problem) -> tuple[str, ...]:
    if problem.levels is not None:
        return tuple(getattr(problem.privacy, "notes", ()))
    if not is_useful_number(problem):
        return ("gamma = 1 with delta = 0: every private table is useless",)
    return ("delta = 1: everybody may tell the truth",) if problem.delta == 1 else ()


def _refuse_boundary_prior(problem: Problem) -> None:
    objective = problem.objective
    if isinstance(objective, Variance) and objective.prior in (0, 1):
        raise InputError(
            f"prior must lie strictly between 0 and 1 for any number of outputs, got "
            f"{objective.prior}; outputs = 2 allows the ends"
        )
