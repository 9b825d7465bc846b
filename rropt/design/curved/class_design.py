"""A-, D- and E-optimality with few different shares: types of patterns, certified as orbits.

`class_program` finds the weights of types in doubles, `class_table` makes them exact, `class_proof`
certifies them. Where types are too many to be listed, a few come from `class_table`, tangents and
prices from `class_relaxation` or `class_slices`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import prod

import numpy as np

from rropt.certificate import CertificateError, LargeCertificate
from rropt.channel import Channel
from rropt.channel.block_design import ClassBlocks
from rropt.channel.pattern_type import SingleTruth, Type
from rropt.design.answer import Answer, simplify
from rropt.design.blocks.block_channel import class_channel
from rropt.design.blocks.equal_shares import MOST_TRUTHS, in_bits, in_words
from rropt.design.blocks.fewest_blocks import blocks_of_types
from rropt.design.curved.class_cover import ClassCover, KAryCover, is_k_ary_best
from rropt.design.curved.class_program import (
    ClassWeights,
    best_weights,
)
from rropt.design.curved.class_proof import ClassProof, type_runs
from rropt.design.curved.class_relaxation import Relaxed
from rropt.design.curved.class_slices import Slices
from rropt.design.curved.class_table import (
    LEAST_RISE,
    LEAST_RISE_OF_SLICED,
    are_sliced,
    good_types,
    power_of,
    relaxed_prices,
    weighted_types,
)
from rropt.design.curved.share_classes import (
    ShareClasses,
    ShareTypes,
    fall_or_rise,
    shares_of_prior,
)
from rropt.design.engine.clamped_rows import is_clamped, too_large
from rropt.design.engine.posed import is_searched
from rropt.design.linear.fewer_reports import refuse_more
from rropt.design.linear.symmetric import are_sets_written
from rropt.design.problem import Orbit, Problem
from rropt.exact import InputError
from rropt.exact.block_form import BlockForm
from rropt.exact.certified_number import CertifiedNumber

FEW_TRUTHS = 10
"""Up to this many truths the search over all patterns takes less than a second."""

FEW_MORE, TYPES_OF_FEW = 16, 300
"""Up to so many truths it takes seconds, where so many types take a tenth of one and end with fewer
reports for a trace: 50 in place of 112 of one share apart in eleven. For a determinant or the worst
direction they end with more (309 in place of 104 of 2 and 12), as types of many sets are kept."""

MOST_TYPES = 10_000
"""Types that are listed: 100 truths of two shares have 2600, the checker takes 16384."""

MOST_CLASSES, MOST_OF_VOLUME = 8, 200
"""Classes of more types, and truths of a determinant then: it has four digits for each of them."""

NUMBERS_OF_CLASSES = (14, 20, 24, 28, 32)
WANTED, ENOUGH = Fraction(85, 10**5), Fraction(1, 10**3)
"""Classes of shares that fall or rise, for a trace: as many as should leave the relative gap that
is wanted, and more of them while it is not enough. Shares as 1/j of 100 truths at epsilon 1 need 14
and three seconds; of 1000 truths at epsilon 4 14 leave 4.2e-3, and 32 leave 7.7e-4 in 150 s, at
epsilon 5 7.9e-4 in 180."""

HARDLY = Fraction(4, 5)
"""More classes that leave this part of a gap end the search for it: what one P for all slices lacks
stays with any number of them."""

TOO_LONG = (
    "a certificate of {wanted} classes would be too large for its checkers: shares rounded to "
    "fewer digits allow more classes and a smaller gap"
)

WIDE = Fraction(1, 20)
"""A wider gap of types that are not listed is not shown."""

NEAR_TRUTH = Fraction(1, 25)
"""The part of all variances that k-ary response may lose where nothing else bounds it: 100 shares
as 1/j lose 4 % from epsilon 8.6, 1e-3 from 12.3 and 2e-11 at 30. Where that is more than is wanted
classes are tried as well: 14 of 100 leave 1.3e-5 at epsilon 10, and 20 of 25 leave 5.4e-5."""

FAR = 3 * WIDE
"""A proof of the fewest classes this far off ends the search at once: twice as many narrow a gap to
a third or a fourth."""

NEAR = 1e-4
"""Beyond this gap of a relaxation slices are tried: a second or more."""

NEAR_IN_WHOLE = 4e-4
"""Beyond this gap of slices whole numbers are tried, in twice the time: 25 shares as 1/j at epsilon
1/1000 have one of 1.6e-3 without them and of 3.4e-4 with them."""


def is_of_few_shares(problem: Problem) -> bool:
    """Whether this page solves the problem."""
    if not _has_one_prior_and_level(problem):
        return False
    sizes, _ = shares_of_prior(problem.objective.scenarios[0].prior)
    if _is_k_ary(problem):
        return True
    if problem.truths <= FEW_MORE:
        is_trace = problem.objective.name == "a-optimal" and problem.outputs is None
        return is_trace and number_of_types(sizes) <= TYPES_OF_FEW
    if len(sizes) == 1:
        raise InputError(
            f"categories must be at most {MOST_TRUTHS} where all shares are equal and k-ary "
            f"response is not best, got {problem.truths}"
        )
    if number_of_types(sizes) <= MOST_TYPES:
        return True
    return not is_searched(problem) and is_relaxed_in_classes(problem)


def _has_one_prior_and_level(problem: Problem) -> bool:
    objective = problem.objective
    named = objective.name in ("a-optimal", "d-optimal", "e-optimal") and not objective.robust
    if not named or len(objective.scenarios) > 1 or problem.truths <= FEW_TRUTHS:
        return False
    return problem.levels is None and problem.delta < 1 and problem.gamma.lo > 1


def is_relaxed_in_classes(problem: Problem) -> bool:
    """Whether types that are too many to be listed are covered by classes of truths."""
    if not _has_one_prior_and_level(problem):
        return False
    objective = problem.objective
    sizes, shares = shares_of_prior(objective.scenarios[0].prior)
    if objective.name == "e-optimal" or not min(shares):
        return False
    if _tells_all(problem):
        return True
    if len(sizes) > MOST_CLASSES and not fall_or_rise(objective.scenarios[0].prior):
        return False
    return objective.name == "a-optimal" or problem.truths <= MOST_OF_VOLUME


def _tells_all(problem: Problem) -> bool:
    """Whether k-ary response is near what the true answers tell: to first order of 1 / gamma its
    variances add up to 2 k / gamma more than their 1 - |q|^2, which no table is below."""
    objective = problem.objective
    own = 1 - sum(q * q for q in objective.scenarios[0].prior)
    lost = 2 * problem.truths / (problem.gamma.lo - 1)
    return objective.name == "a-optimal" and lost <= NEAR_TRUTH * own


def _is_k_ary(problem: Problem) -> bool:
    """Whether k-ary response is best, and it is shown in few classes: for a trace in two."""
    prior = problem.objective.scenarios[0].prior
    if problem.objective.name == "a-optimal":
        return _are_k_ary(problem, ShareClasses.of_one_truth(prior, min(prior)))
    classes = ShareClasses.even(*shares_of_prior(prior))
    is_short = len(classes.sizes) <= MOST_CLASSES and problem.truths <= MOST_OF_VOLUME
    return is_short and _are_k_ary(problem, classes)


def _are_k_ary(problem: Problem, classes: ShareClasses) -> bool:
    """Whether k-ary response is best at the prior of these classes, and allowed."""
    name = problem.objective.name
    if name == "e-optimal" or problem.protected or not min(classes.prior):
        return False
    if problem.outputs is not None and problem.outputs < problem.truths:
        return False
    return is_k_ary_best(classes.sizes, classes.prior, problem.gamma.hi, power_of(name))


def is_of_protected_classes(problem: Problem) -> bool:
    """Whether truths that one number protects, and others, fall into few classes."""
    objective = problem.objective
    named = objective.name in ("a-optimal", "d-optimal", "e-optimal") and not objective.robust
    if not named or len(objective.scenarios) > 1 or problem.truths <= FEW_TRUTHS:
        return False
    if not problem.protected:
        return False
    classes = _protected_classes(problem)
    return number_of_types(classes.sizes, classes.alone) <= MOST_TYPES


def _protected_classes(problem: Problem) -> ShareClasses:
    return ShareClasses.protecting(problem.objective.scenarios[0].prior, problem.protected)


def _numbers_of_classes(problem: Problem) -> Sequence[int]:
    """One share each, or some where there are too many, then more."""
    if problem.protected:
        return (len(_protected_classes(problem).sizes),)
    sizes, _ = shares_of_prior(problem.objective.scenarios[0].prior)
    if _is_k_ary(problem):
        return (2 if problem.objective.name == "a-optimal" else len(sizes),)
    if number_of_types(sizes) <= MOST_TYPES or len(sizes) <= MOST_CLASSES:
        return (len(sizes),)
    if problem.objective.name != "a-optimal":
        return (MOST_CLASSES,)
    first = [2] if _tells_all(problem) else []
    if first and not fall_or_rise(problem.objective.scenarios[0].prior):
        return first
    some = [number for number in NUMBERS_OF_CLASSES if number < len(sizes)]
    return [*first, *some] if len(some) == len(NUMBERS_OF_CLASSES) else [*first, *some, len(sizes)]


def _classes(problem: Problem, number: int) -> ShareClasses:
    """So many, or one share each."""
    if problem.protected:
        return _protected_classes(problem)
    prior = problem.objective.scenarios[0].prior
    sizes, shares = shares_of_prior(prior)
    if number == 2 < len(sizes):
        return ShareClasses.of_one_truth(prior, min(prior) if _is_k_ary(problem) else Fraction(0))
    found = ShareClasses.of(prior, number) if number < len(sizes) else None
    return found or ShareClasses.even(sizes, shares)


def number_of_types(sizes: Sequence[int], alone: Sequence[int] = ()) -> int:
    """Of patterns on classes of so many truths, of which some are not protected.

    >>> number_of_types((200, 800)), number_of_types((200, 800), (1,))
    (161001, 201)
    """
    return prod(n + 1 for c, n in enumerate(sizes) if c not in alone)


def class_design(problem: Problem) -> Answer | None:
    """Search, make exact, certify; what doubles cannot find is refused.

    None where all patterns of few truths can be tried instead.
    """
    try:
        return _found(problem, _numbers_of_classes(problem))
    except LargeCertificate:
        raise
    except (ArithmeticError, np.linalg.LinAlgError, CertificateError):
        if problem.truths <= FEW_MORE and not problem.protected:
            return None
        raise InputError(
            f"{problem.objective.label} could not be certified here: the level or the prior is too "
            "extreme for the floating-point search"
        ) from None


def _found(problem: Problem, numbers: Sequence[int]) -> Answer:
    """Of fewer classes where the proof of as many as are wanted is not accepted."""
    proof_of = cache(lambda number: _proof(problem, _classes(problem, number)).telling())
    remaining = list(numbers)
    remarks: tuple[str, ...] = ()
    while True:
        proof = _near_proof(remaining, proof_of)
        wanted = len(proof.classes.sizes)
        remaining = [number for number in remaining if number < wanted]
        try:
            found = _certified(proof)
        except CertificateError as refused:
            if not remaining:
                raise
            if isinstance(refused, LargeCertificate) and not remarks:
                remarks = (TOO_LONG.format(wanted=wanted),)
        else:
            return replace(found, remarks=(*found.remarks, *remarks))


def _certified(proof: ClassProof) -> Answer:
    """Shares of blocks are long: where they make the certificate too large there are none."""
    sizes = proof.classes.sizes
    highs = [(0,) * len(sizes) if isinstance(one, SingleTruth) else one for one in proof.table]
    blocks = () if proof.cover else blocks_of_types(sizes, highs)
    try:
        return _answer(proof, blocks)
    except LargeCertificate:
        if not blocks:
            raise
        return _answer(proof, ())


def _near_proof(numbers: Sequence[int], proof_of: Callable[[int], ClassProof]) -> ClassProof:
    """The first whose gap is enough, or else the nearest: more classes may fail in doubles, and
    no more are tried where they hardly help."""
    first, *more = numbers
    best = proof_of(first)
    if best.apart > FAR:
        raise ArithmeticError("classes are too far from the best table")
    while more and best.apart > ENOUGH:
        number = number_that_suffices(float(best.apart), len(best.classes.sizes), more)
        more = [larger for larger in more if larger > number]
        try:
            wider = proof_of(number)
        except (ArithmeticError, np.linalg.LinAlgError):
            return best
        if wider.apart > HARDLY * best.apart:
            return min(best, wider, key=lambda proof: proof.apart)
        best = wider
    return best


def number_that_suffices(gap: float, classes: int, numbers: Sequence[int]) -> int:
    """Gaps fall about as the square of the number of classes: those of 100 shares as 1/j at epsilon
    2 are 1.4e-3 of 14 and 6.9e-4 of 20.

    >>> [number_that_suffices(gap, 14, (20, 24)) for gap in (0.0014, 0.002, 0.02)]
    [20, 24, 24]
    """
    enough = (n for n in numbers if gap * (classes / n) ** 2 <= WANTED)
    return next(enough, numbers[-1])


def _proof(problem: Problem, classes: ShareClasses) -> ClassProof:
    """The table of these classes, and what covers its types."""
    sizes, name = classes.sizes, problem.objective.name
    if _are_k_ary(problem, classes):
        return _k_ary_proof(problem, classes)
    types = ShareTypes(sizes, classes.means, problem.number.lo, alone=classes.alone)
    relaxed = None
    if number_of_types(sizes, classes.alone) > MOST_TYPES or not classes.are_even:
        relaxed, starts = relaxed_prices(problem, classes, types)
        least = LEAST_RISE_OF_SLICED if are_sliced(classes, name) else LEAST_RISE
        types = good_types(types, name, starts, least)
    found = best_weights(types, name)
    used = [n for n, w in enumerate(found.shares) if w]
    chosen = [types.kind(n) for n in used]
    floats = [float(found.shares[n] / types.lengths[n]) for n in used]
    table = weighted_types(types, chosen, floats)
    proof = ClassProof(problem, types, table, _directions(types, found), classes)
    return proof if relaxed is None else replace(proof, cover=_cover(proof, relaxed))


def _k_ary_proof(problem: Problem, classes: ShareClasses) -> ClassProof:
    """k-ary response, and what covers all other rows."""
    sizes, gamma, name = classes.sizes, problem.number.lo, problem.objective.name
    alone = tuple(tuple(map(int, row)) for row in np.eye(len(sizes)))
    types = ShareTypes(sizes, classes.means, gamma, given=alone)
    table: dict[Type, Fraction] = {
        one: n / (gamma + problem.truths - 1) for one, n in zip(alone, sizes, strict=True)
    }
    cover = KAryCover(sizes, classes.prior, problem.gamma.hi, power_of(name))
    return ClassProof(problem, types, table, None, classes, cover)


def _cover(proof: ClassProof, relaxed: Relaxed) -> ClassCover:
    """The relaxation's, or a nearer one where it is not near a trace: of slices, and of slices that
    know that numbers of truths are whole."""
    problem, sizes, prior = proof.problem, proof.types.sizes, proof.classes.prior
    gamma, name = problem.gamma.hi, problem.objective.name
    if power_of(name) == 2 and not proof.classes.are_of_one_truth:
        number, value = np.array(sizes), float(proof.inverse.trace())
        weights = [float(q) for q in prior]
        slices = Slices(sizes, weights, float(gamma), value / sum(sizes))
        if not are_sliced(proof.classes, name) and relaxed.trace(number) < (1 - NEAR) * value:
            relaxed = max(relaxed, slices.best()[0], key=lambda found: found.trace(number))
        is_far = relaxed.trace(number) < (1 - NEAR_IN_WHOLE) * value
        if is_far and len(relaxed.ends) > 2 and slices.are_counted:
            relaxed = max(relaxed, slices.counted(relaxed), key=lambda found: found.trace(number))
    return ClassCover.of(relaxed, gamma, prior, sizes, power_of(name))


def _answer(proof: ClassProof, blocks: ClassBlocks) -> Answer:
    """The certified design, with these blocks in place of all sets."""
    problem, table = proof.problem, proof.table
    sizes, shares = proof.types.sizes, proof.types.shares
    orbits = tuple(_orbit(t, w, sizes, problem.number.lo) for t, w in table.items())
    channel = class_channel(orbits, shares, blocks)
    if channel is None:
        raise ArithmeticError("no type tells truths apart")
    refuse_more(problem, channel.shape[0])
    certificate = proof.certificate(blocks)
    data = certificate.data
    value, bound = Fraction(data["value"]), Fraction(data["bound"])
    if bound <= 0 and not proof.is_mean:
        raise too_large(problem)
    far = proof.apart > WIDE if is_clamped(problem) else value > (1 + WIDE) * bound
    if proof.cover is not None and far:
        raise ArithmeticError("the relaxation is too far from the best table")
    least = max(bound, min(proof.least, value))
    low, high = in_words(problem, least)[0], in_words(problem, value)[1]
    is_small = problem.truths <= FEW_MORE or not blocks
    is_written = is_small and are_sets_written(*channel.shape)
    written = Channel.from_rows(channel.rows) if is_written else None
    return Answer(
        problem=problem,
        value=CertifiedNumber.of(simplify((low, high))),
        bound=CertifiedNumber.of(in_words(problem, bound)[0]),
        certificate=certificate,
        table=written,
        orbits=() if written else orbits,
        blocks=blocks,
        remarks=(f"{channel.supports.name}: {in_bits(channel.shape[0])}",),
    )


def _orbit(one: Type, weight: Fraction, sizes: Sequence[int], gamma: Fraction) -> Orbit:
    first, *others = type_runs(one, sizes, gamma)
    return Orbit(first, weight, tuple(others))


def _directions(types: ShareTypes, found: ClassWeights) -> BlockForm | None:
    """What is dual to an eigenvalue, as a form."""
    if not len(found.apart) and not found.cuts:
        return None
    shares = iter(found.apart)
    own = [Fraction(float(next(shares))) / (n - 1) if n > 1 else Fraction(0) for n in types.sizes]
    m = len(types.sizes)
    means = [[Fraction(0)] * m for _ in range(m)]
    for share, vector in found.cuts:
        entries = [Fraction(float(x)) for x in vector]
        for c, x in enumerate(entries):
            means[c] = [
                have + Fraction(share) * x * y for have, y in zip(means[c], entries, strict=True)
            ]
    return BlockForm(types.sizes, own, means)
