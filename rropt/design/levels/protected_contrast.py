"""One contrast at one prior where one number protects some truths alone, of any number of truths.

Truths of the same entry of the contrast that are all protected, or none of them, are one truth with
their whole mass: their columns may be replaced by the mean column, which keeps every inequality of
one-sided privacy. The table of these classes is best for the truths as well, and so are its prices,
a part of each for every truth of a class (`Protected.v`: `guarded_line`).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rropt.certificate import issue
from rropt.channel import Channel
from rropt.design.answer import Answer
from rropt.design.curved.gradient_frame import at_prior
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.levels.universal_table import class_level_record
from rropt.design.linear.fewer_reports import refuse_more
from rropt.design.problem import Problem
from rropt.design.worst.truth_classes import class_shares, member_shares
from rropt.exact.certified_number import CertifiedNumber
from rropt.exact.entries import picked, two_valued
from rropt.privacy import Privacy
from rropt.privacy.named_truths import one_sided
from rropt.utility.at_prior import COptimal


def protected_contrast_design(problem: Problem) -> Answer:
    """The certified design of the classes, for their truths."""
    objective = problem.objective
    (scenario,) = objective.scenarios
    chosen = set(problem.protected)
    kinds = [(entry, j in chosen) for j, entry in enumerate(objective.contrast)]
    points = sorted(set(kinds))
    classes = [points.index(kind) for kind in kinds]
    protected = [c for c, (_, is_protected) in enumerate(points) if is_protected]
    asked = COptimal(class_shares(classes, scenario.prior), [entry for entry, _ in points])
    privacy = Privacy.of(one_sided(len(points), protected, problem.number), "")
    found = ratio_optimum(Problem(privacy.on(len(points)), asked)).certificate.data
    (place,) = found["scenarios"]
    (slopes,) = place["tangents"]
    parts = member_shares(classes, scenario.prior)

    def of_members(numbers: list[str]) -> list[Fraction]:
        return [Fraction(numbers[c]) * part for c, part in zip(classes, parts, strict=True)]

    numbers, weights, patterns = zip(*_reports(found, classes), strict=True)
    certificate = issue(
        {
            "kind": "gradient",
            "privacy": class_level_record(problem, [1] * problem.truths),
            "objective": objective.statement(),
            "scenarios": [at_prior(scenario.prior, [numbers], [of_members(slopes)])],
            "patterns": patterns,
            "weights": weights,
            "prices": of_members(found["prices"]),
            "value": found["value"],
            "bound": found["bound"],
            "gap": found["gap"],
            "cover": {"proof": "line"},
        }
    )
    refuse_more(problem, len(patterns))
    return Answer(
        problem=problem,
        value=CertifiedNumber.of(Fraction(found["value"])),
        bound=CertifiedNumber.of(Fraction(found["bound"])),
        certificate=certificate,
        table=Channel.from_patterns(patterns, weights),
    )


def _reports(
    found: dict[str, Any], classes: list[int]
) -> Iterator[tuple[Fraction, Fraction, tuple[Fraction, ...]]]:
    """The number, the weight and the pattern of each report on the truths.

    A report of one class alone is one of each of its truths, so that none speaks for two.
    """
    (place,) = found["scenarios"]
    (estimators,) = place["estimators"]
    for x, w, row in zip(estimators, found["weights"], found["patterns"], strict=True):
        pattern = tuple(map(Fraction, row))
        positive = [c for c, entry in enumerate(pattern) if entry]
        if len(positive) > 1:
            yield Fraction(x), Fraction(w), picked(pattern, classes)
            continue
        (alone,) = positive
        for j, c in enumerate(classes):
            if c == alone:
                single = two_valued({j}, len(classes), pattern[c], Fraction(0))
                yield Fraction(x), Fraction(w), single
